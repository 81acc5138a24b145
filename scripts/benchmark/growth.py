"""Measure how CPU time and memory grow with inputs on which something could be quadratic.

usage: python -m scripts.benchmark.growth [NAME ...] [--scale S] [--python PYTHON]

Every case makes files of four sizes, the largest twice the size that it is known by, and runs one command on
each as a whole process. The exponent is that of a power law fitted to the CPU time above that of the command
on a file of next to nothing. A run that ends otherwise than its case says is an error, and the exit code 1.
"""

import argparse
import math
import re
import sys
import tempfile
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from nerkit.readers import FORMATS
from nerkit.writers import WRITERS
from nerkit.writers.targets import targets
from scripts.benchmark import growth_files as made
from scripts.benchmark.growth_shapes import SCORED, SIDES, Maker, copies, lines, stored
from scripts.benchmark.runs import launched

PARTS = (4, 2, 1, 0.5)  # the sizes are that of a case by these
LEAST = 0.1  # CPU seconds above the start below which no exponent is told
FORMULAS = {  # name in commands -> how elements of the field `xs` are compared
    "SEQUENCE": 'sequence = "same"',
    "EDITS": 'sequence = { edit = "characters" }',
    "READINGS": 'set = { product = [{ any = "same", field = "x" }, { any = "same", field = "y" }] }',
    "EDITED": 'set = { product = [{ any = "same", field = "x" }, { any = { tokens = true }, field = "y" }] }',
}
FINDINGS, LIMIT = 1, 2  # exit codes
# formats in which `validate` always finds something
TOLD = {"sdp", "ucca-xml", "answers", "model-output", "spacy-bin"}
SHOWN = 500  # bytes of the messages of a run that ends wrongly
TIME = 30  # CPU seconds after which a run is ended
MEMORY = 3 << 30  # bytes of addresses that a run may have


class Case(NamedTuple):
    """A command, what makes its files, and the size that it is known by.

    command   `nerkit` left out; GOLD and SYSTEM stand for the files, SIDE for that of an option, FOLDER for
              where they are, RUNS for as many copies of SYSTEM there as the size says
    makes     suffix of the files, and what makes the lines of gold and of the system
    side      what makes the lines of the option's file, where that one grows and the others do not
    ends      the exit code at the largest size, and perhaps at others: 1 for findings, 2 by a limit
    """

    command: str
    size: int
    suffix: str
    gold: Maker
    system: Maker
    side: Maker | None = None
    ends: int = 0


class Run(NamedTuple):
    """One finished process: CPU seconds, peak memory in MB, exit code, and how its messages begin."""

    cpu: float
    memory: float
    code: int
    said: str


def case(command: str, size: int, suffix: str, gold: Maker, system: Maker | None = None, **more: Any) -> Case:
    """A case. If only one maker is given, it makes both sides. BOTH in the command means both files."""
    command = command.replace("BOTH", "-g GOLD -s SYSTEM").replace("OVERLAP", OVERLAP)
    return Case(command, size, suffix, gold, system or gold, **more)


def source_of(to: str) -> str:
    """The format of a writer, where it is read as well; else the first that becomes it."""
    return to if to in targets(to) else next(form for form in FORMATS if to in targets(form))


def maker(name: str, of: str = "") -> Maker:
    """The maker of a name, or with a shift: `nested`, `nested+1`, and `+1` of the same maker as another."""
    name, _, shift = name.partition("+")
    make = getattr(made, name or of.partition("+")[0])
    return (lambda size: make(size, int(shift))) if shift else make


def tabled(row: str) -> tuple[str, Case]:
    """The name and the case of a row of the table."""
    name, command, files, *ends = row.split("\t")
    size, suffix, gold, *system = files.split()
    makers = (maker(one, gold) for one in (gold, *system))
    return name, case(command, int(size), suffix, *makers, ends=int("".join(ends) or 0))


OVERLAP = (
    "-m overlap-maxmax::span+type -m overlap-maxsum::span -m overlap-summax::span -m overlap-sumsum::span"
)
TABLE = Path(__file__).with_suffix(".tsv")

ESTIMATE = "estimate -g GOLD --judged SYSTEM s=SYSTEM --gold-documents SIDE -m sets::span"
TOKENS = "convert GOLD --to bio --lossy --tokens SIDE"
PAIRS, SPANS = lines("gold.bio,system.bio", "Annotation,Prediction\n"), lines("dN\t0\t5\tQN\t1.0\tPER")
CASES = {
    **dict(map(tabled, TABLE.read_text().splitlines()[1:])),
    "estimate": case(ESTIMATE, 8_000, "tsv", made.documents, side=made.some_documents, ends=LIMIT),
    "calls, unclosed tags": case("calls BOTH", 80_000, "jsonl", made.a_call, made.said("<tool_call>")),
    "calls, unclosed lists": case("calls BOTH", 100_000, "jsonl", made.a_call, made.said("[f(")),
    "preset, options": case(
        "ie BOTH --preset SIDE.toml", 7_500, "jsonl", made.alike_elements, side=made.preset
    ),
    "--tools, long": case("calls BOTH --tools SIDE", 16_000, "jsonl", made.calls, side=made.tools),
    "--tokens, long": case(TOKENS, 32_000, "tsv", lines("1\tN\tN\t\t\tPER"), side=lines("wN O")),
    "nerval, pairs of files": case("nerval -f FOLDER -c SIDE", 500, "bio", copies("bio"), side=PAIRS),
    "verify": case("verify GOLD -g SYSTEM -s SYSTEM", 4_000, "json", made.verified, SPANS, ends=FINDINGS),
    "merge, labels": case("merge GOLD", 2_000, "json", stored),
    **{
        f"{name}, copies": case(f"{name} {words}", 2_000, "txt", copies(form))
        for name, (form, words) in SCORED.items()
    },
    **{
        f"--{name.replace('_', '-')}, long": case(command, 32_000, "txt", copies(form), side=side)
        for name, (form, command, side) in SIDES.items()
    },
    **{
        f"reader {one}": case(f"validate GOLD --from {one}", 4_000, "txt", copies(one), ends=one in TOLD)
        for one in FORMATS
    },
    **{
        f"writer {to}": case(f"convert GOLD --to {to} --lossy", 2_000, "txt", copies(source_of(to)))
        for to in WRITERS
    },
}


def run(command: list[str], folder: Path) -> Run:
    """Run a command in a folder to its end, to TIME, or as far as MEMORY goes."""
    errors = folder / "stderr"
    limited = f'ulimit -v {MEMORY >> 10}; ulimit -t {TIME}; exec "$@"'
    code, done = launched(["sh", "-c", limited, "sh", *command], folder, str(errors))
    with errors.open("rb") as messages:
        said = messages.read(SHOWN).decode(errors="replace").strip()
    errors.unlink()
    return Run(done.cpu, done.memory, code, said)


def paths_of(chosen: Case, folder: Path) -> dict[str, Path]:
    """The files of a case, by what stands for them in its command."""
    data = {
        name: folder / f"{name.lower()}.{'json' if f'{name}.json' in chosen.command else chosen.suffix}"
        for name in ("GOLD", "SYSTEM")
    }
    side = folder / ("side.toml" if "SIDE.toml" in chosen.command else "side.txt")
    beside = {"WEIGHTS": folder / "weights.tsv", "CLEAN": folder / "clean.txt", "FOLDER": folder}
    formulas = {name: folder / f"{name.lower()}.toml" for name in FORMULAS}
    return data | {"SIDE": side} | beside | formulas


def make_files(chosen: Case, size: int, folder: Path) -> None:
    """Make the files of a case at a size."""
    paths = paths_of(chosen, folder)
    for name, make in (("GOLD", chosen.gold), ("SYSTEM", chosen.system)):
        paths[name].write_text("".join(make(4 if chosen.side else size)))
    paths["SIDE"].write_text("".join(chosen.side(size)) if chosen.side else "")
    paths["WEIGHTS"].write_text("A\tB\t0.5\n")
    paths["CLEAN"].write_text("a b\n")
    for at in range(size if "RUNS" in chosen.command else 0):  # systems of their own
        (folder / f"{at}.run").write_text(paths["SYSTEM"].read_text())
    for name, compared in FORMULAS.items():
        paths[name].write_text(f'[metric]\nfield = "xs"\n{compared}\nnormalize = "f1"\n')


def words_of(chosen: Case, folder: Path) -> list[str]:
    """The words of the command of a case whose files are in the folder."""
    paths = paths_of(chosen, folder)
    words = (sorted(map(str, folder.glob("*.run"))) if w == "RUNS" else [w] for w in chosen.command.split())
    return [_word(word, paths) for own in words for word in own]


def measured(chosen: Case, size: int, folder: Path, python: str) -> Run:
    """The run of a case at a size. The files are made by a process of their own, as what this one holds would
    count as memory of the run.
    """
    making = get_context("fork").Process(target=make_files, args=(chosen, size, folder))
    making.start()
    making.join()
    if making.exitcode:
        raise RuntimeError(f"the files of size {size:,} cannot be made")
    return run([python, "-m", "nerkit", *words_of(chosen, folder)], folder)


def _word(word: str, names: dict[str, Path]) -> str:
    """A word of a command, the path of a file in the place of its name (`GOLD`, `a=SYSTEM`, `id=@SIDE`)."""
    found = re.fullmatch(r"(|.*=@?)([A-Z]+)(?:\.json|\.toml)?", word)
    return f"{found[1]}{names[found[2]]}" if found and found[2] in names else word


class WrongEndError(Exception):
    """A run of a case did not end as it should, so that its numbers are of something else."""


def row(name: str, chosen: Case, scale: float, python: str) -> str:
    """A row of the table: CPU at the four sizes, the exponent, memory, and the end of the largest if it is an
    early one. Raises WrongEndError for a run that ends otherwise than the case says.
    """
    sizes = [4, *(max(int(chosen.size * scale / part), 4) for part in PARTS)]
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            one = measured(chosen, size, Path(folder), python)
            if one.code not in (0, chosen.ends):
                raise WrongEndError(f"{name}: exit code {one.code} at size {size:,}: {one.said}")
            runs.append(one)
    start, *runs = runs
    above = [
        (size, one.cpu - start.cpu)
        for size, one in zip(sizes[1:], runs, strict=True)
        if one.cpu - start.cpu > LEAST
    ]
    exponent = "" if len(above) < 2 else f"{slope(above):.2f}"
    cpu = " ".join(f"{one.cpu:.2f}" for one in runs)
    end = {0: "", FINDINGS: "findings, exit 1", LIMIT: "by a limit, exit 2"}[runs[-1].code]
    return f"| {name} | {sizes[-1]:,} | {cpu} | {exponent} | {runs[-1].memory:,.0f} | {end} |"


def slope(points: list[tuple[int, float]]) -> float:
    """The exponent of the power law through sizes and seconds, by least squares of their logarithms."""
    x, y = ([math.log(point[k]) for point in points] for k in (0, 1))
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    over = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    return over / sum((a - mean_x) ** 2 for a in x)


def main() -> int:
    """Print the table of the named cases, or of all; 1 if a case could not be measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(CASES)}; all if none is named")
    parser.add_argument("--scale", type=float, default=1.0, help="of all sizes")
    parser.add_argument("--python", default=sys.executable, help="that runs nerkit")
    arguments = parser.parse_args()
    wrong = 0
    print("| case | largest size | CPU s at 1/8, 1/4, 1/2 and all of it | exponent | MB | ends |")
    print("|---|---|---|---|---|---|")
    for name in arguments.names or CASES:
        try:
            print(row(name, CASES[name], arguments.scale, arguments.python), flush=True)
        except WrongEndError as error:
            wrong += 1
            print(f"error: {error}", file=sys.stderr, flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
