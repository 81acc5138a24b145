"""Time nerkit against the scorers it stands in for: `python scripts/bench.py [NAME ...]`; writes docs/benchmarks.md.

Both commands score the same made-up corpus as whole processes, in turn (A B A B …), and the ratio is taken pair by pair, so
that it holds when the machine's speed drifts. CPU time is user + system of the process and its children; memory the peak of
the largest process. Peers are installed into `.venv-peers`, with the mechanical fixes that current Python needs.
"""

import argparse
import os
import platform
import random
import re
import statistics
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"
NERKIT = str(Path(sys.executable).with_name("nerkit"))

ENVIRONMENT = {
    name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
}  # as installed

PEERS = [
    "neleval==3.1.1",
    "joblib",
    "numpy",
    "scipy",
    "seqeval==1.2.2",
    "nervaluate==1.2.1",
    "teklia-nerval==0.3.3",
    "metametric==0.2.1",
    "smatch==1.0.4",
    "smatchpp==1.8.0",
    "udtools==0.2.9",
]
FIXES = {  # file of an installed peer -> (what current Python lacks, what it is called now)
    "neleval/annotation.py": [
        (
            "from collections import Sequence, defaultdict",
            "from collections.abc import Sequence\nfrom collections import defaultdict",
        )
    ],
    "neleval/munkres.py": [("np.bool)", "bool)"), ("np.int)", "int)")],
    "neleval/tac.py": [("xml.etree.cElementTree", "xml.etree.ElementTree")],
}


@dataclass(frozen=True)
class Run:
    """One finished process: CPU and wall seconds, peak memory in MB."""

    cpu: float
    wall: float
    memory: float


@dataclass(frozen=True)
class Comparison:
    """A command of ours, the peer's that does the same (or none), and what they do.

    *inside*: both print the CPU seconds of the scoring alone, and these are compared.
    """

    title: str
    ours: list[str]
    peer_name: str = ""
    peer: list[str] | None = None
    runs: int = 5
    inside: bool = False


def peers(home: Path) -> Path:
    """The Python of the environment that holds the peers; made on first use."""
    python, done = home / "bin" / "python", home / "done"
    if not done.exists() or done.read_text() != " ".join(PEERS):
        venv.create(home, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *PEERS], check=True)
        packages = next(home.glob("lib/python*/site-packages"))
        for name, changes in FIXES.items():
            text = (packages / name).read_text()
            for old, new in changes:
                text = text.replace(old, new)
            (packages / name).write_text(text)
        done.write_text(" ".join(PEERS))
    return python


def timed(command: list[str], *, inside: bool = False) -> Run:
    """Run a command to its end, its output thrown away; *inside*: it is the CPU time."""
    import resource
    import time

    begin = time.perf_counter()
    where = subprocess.PIPE if inside else subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=where, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
    printed = process.stdout.read() if process.stdout else b""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"exit {process.returncode}: {' '.join(command)}")
    assert isinstance(usage, resource.struct_rusage)
    cpu = float(printed) if inside else usage.ru_utime + usage.ru_stime
    return Run(cpu, time.perf_counter() - begin, usage.ru_maxrss / 1024)


def compare(what: Comparison) -> str:
    """A row of the table: medians of both, and the ratio pair by pair with its range."""
    timed(what.ours, inside=what.inside)  # warm caches
    pairs = []
    for _ in range(what.runs):
        ours = timed(what.ours, inside=what.inside)
        pairs.append((ours, timed(what.peer, inside=what.inside) if what.peer else None))
    median = statistics.median
    cells = [
        what.title,
        seconds(median(ours.cpu for ours, _ in pairs)),
        f"{median(ours.wall for ours, _ in pairs):.2f} s",
        f"{median(ours.memory for ours, _ in pairs):.0f} MB",
    ]
    if what.peer:
        ratios = [peer.cpu / ours.cpu for ours, peer in pairs if peer]
        cells += [
            what.peer_name,
            seconds(median(peer.cpu for _, peer in pairs if peer)),
            f"{median(peer.memory for _, peer in pairs if peer):.0f} MB",
            f"**{median(ratios):.1f}x** ({min(ratios):.1f} to {max(ratios):.1f})",
        ]
    else:
        cells += ["", "", "", ""]
    return "| " + " | ".join(cells) + " |"


def seconds(number: float) -> str:
    """Seconds, or microseconds below a hundredth of one."""
    return f"{number:.2f} s" if number >= 0.01 else f"{number * 1e6:.0f} µs"


# --- corpora ---------------------------------------------------------------------------------------------------------


def spans_corpus(folder: Path, annotations: int) -> tuple[str, str]:
    """Gold and system annotation files: 20 mentions a document, a fifth as many entities, the system keeps 85 %."""
    chance = random.Random(annotations)
    gold, system = folder / f"gold{annotations}.tsv", folder / f"system{annotations}.tsv"
    with gold.open("w") as gold_file, system.open("w") as system_file:
        for i in range(annotations):
            document, start = f"doc{i // 20:06}", i % 20 * 60 + chance.randrange(20)
            end = start + chance.randrange(1, 30)
            entity = int(chance.paretovariate(0.6)) % (annotations // 5)
            kind = chance.choice(("PER", "ORG", "LOC", "GPE", "FAC"))
            gold_file.write(f"{document}\t{start}\t{end}\tE{entity}\t1.0\t{kind}\n")
            if chance.random() < 0.85:
                end += chance.random() < 0.1
                kind = kind if chance.random() < 0.9 else "PER"
                system_file.write(
                    f"{document}\t{start}\t{end}\tE{entity}\t0.{chance.randrange(10)}\t{kind}\n"
                )
    return str(gold), str(system)


# --- what is compared ------------------------------------------------------------------------------------------------


def start(_: Path, __: Path) -> Iterator[Comparison]:
    """Start-up: help and version load neither numpy nor scipy nor tabulate."""
    yield Comparison(
        "`nerkit --help`",
        [NERKIT, "--help"],
        "python -c 'import click'",
        [sys.executable, "-c", "import click"],
        11,
    )
    yield Comparison(
        "`nerkit evaluate` on the demo",
        [
            NERKIT,
            "evaluate",
            "-g",
            str(ROOT / "demo/spans/gold.tsv"),
            "-s",
            str(ROOT / "demo/spans/system.tsv"),
        ],
        runs=11,
    )


def spans(folder: Path, python: Path) -> Iterator[Comparison]:
    """Span scoring against neleval 3.1.1."""
    neleval = [str(python), "-W", "ignore", "-m", "neleval", "evaluate"]
    for annotations in (10_000, 100_000):
        gold, system = spans_corpus(folder, annotations)
        for measures in (
            ["sets::span"],
            ["sets::span", "overlap-maxmax::span"],
            ["overlap-sumsum::span+type"],
            ["muc"],
            ["b_cubed"],
        ):
            if measures == ["b_cubed"] and annotations > 10_000:
                continue  # the peer needs minutes a run
            options = [part for name in measures for part in ("-m", name)]
            yield Comparison(
                f"{annotations:,} annotations, {' and '.join(measures)}",
                [NERKIT, "spans", *options, "-g", gold, "-s", system],
                "neleval",
                [*neleval, *options, "-g", gold, system],
                runs=5 if annotations < 100_000 else 3,
            )
    clusters = [part for name in ("mention_ceaf", "entity_ceaf", "pairwise") for part in ("-m", name)]
    yield Comparison("the same, CEAF and pairwise", [NERKIT, "spans", *clusters, "-g", gold, "-s", system])
    gold, system = spans_corpus(folder, 1_000_000)
    files = ["-g", gold, "-s", system]
    yield Comparison(
        "1,000,000 annotations, sets::span", [NERKIT, "spans", "-m", "sets::span", *files], runs=3
    )
    yield Comparison(
        "the same with --jobs 2", [NERKIT, "spans", "-m", "sets::span", *files, "-j", "2"], runs=3
    )


def bio(folder: Path, python: Path) -> Iterator[Comparison]:
    """Tagged text against seqeval 1.2.2, nervaluate 1.2.1 and, with --conlleval PATH, the perl conlleval."""
    from bench_text import bio as comparisons

    yield from comparisons(folder, python, CONLLEVAL)


def noisy(folder: Path, python: Path) -> Iterator[Comparison]:
    """Texts that differ, against teklia-nerval 0.3.3: 8 % of the characters wrong."""
    from bench_text import noisy as comparisons

    yield from comparisons(folder, python)


def coref(folder: Path, python: Path) -> Iterator[Comparison]:
    """Mentions of entities: all measures of whole corpora; clusters of spans against neleval 3.1.1."""
    from coref_corpus import conll, span_tsv

    for documents, mentions in ((100, 400), (1, 50_000)):
        gold, system = conll(folder, documents, mentions)
        title = f"{documents:,} document{'s' * (documents > 1)} of {mentions:,} mentions, all measures"
        yield Comparison(title, [NERKIT, "coref", "-m", "all", "-g", gold, "-s", system])
    gold, system = span_tsv(folder, 200_000)
    title = "200,000 mentions of entities throughout a corpus, all measures"
    yield Comparison(title, [NERKIT, "coref", "-m", "all", "-g", gold, "-s", system], runs=3)
    gold, system = span_tsv(folder, 100_000)
    files = ["-g", gold, "-s", system]
    neleval = [str(python), "-W", "ignore", "-m", "neleval", "evaluate"]
    for title, measures in (
        ("muc and b_cubed", ["-m", "muc", "-m", "b_cubed"]),
        ("mention_ceaf and pairwise", ["-m", "mention_ceaf", "-m", "pairwise"]),
    ):
        finishes = "muc" in measures  # the peer's other two do not end in minutes and gigabytes
        yield Comparison(
            f"100,000 spans, {title}",
            [NERKIT, "spans", *measures, *files],
            "neleval" if finishes else "",
            [*neleval, *measures, "-g", gold, system] if finishes else None,
            3,
        )


def amr(folder: Path, python: Path) -> Iterator[Comparison]:
    """Meaning graphs against smatch 1.0.4 (default restarts) and smatch++ 1.8.0 (integer program)."""
    from bench_graphs import amr as comparisons

    yield from comparisons(folder, python)


def mrp(folder: Path, python: Path) -> Iterator[Comparison]:
    """MRP graphs, half of them anchored, at the proven optimum; mtool is not on PyPI and does not start on a current numpy, so there is no peer."""
    from bench_graphs import mrp as comparisons

    yield from comparisons(folder, python)


def dep(folder: Path, python: Path) -> Iterator[Comparison]:
    """Dependency trees against udtools 0.2.9, whose numbers are those of conll18_ud_eval: the thirteen measures of the shared task of 2018."""
    from bench_trees import dep as comparisons

    yield from comparisons(folder, python)


CONLLEVAL: list[str] = []  # the path of conlleval.pl, if there is one


def algebra(folder: Path, python: Path) -> Iterator[Comparison]:
    """Formulas of `nerkit.algebra` against metametric 0.2.1: CPU time per document, scoring alone, of objects in memory."""
    from bench_algebra import algebra as comparisons

    yield from comparisons(folder, python)


def statistics_of_spans(folder: Path, python: Path) -> Iterator[Comparison]:
    """Tests and intervals against neleval 3.1.1: 500 documents, 2,500 trials of one measure."""
    gold, system = spans_corpus(folder, 10_000)
    other = folder / "other.tsv"
    chance = random.Random(2)
    other.write_text(
        "".join(line for line in Path(system).read_text().splitlines(True) if chance.random() < 0.97)
    )
    neleval = [str(python), "-W", "ignore", "-m", "neleval"]
    options = ["-m", "strong_mention_match", "-g", gold]
    yield Comparison(
        "significance of two systems, 2,500 trials",
        [NERKIT, "compare", *options, system, str(other), "--resamples", "2500"],
        "neleval",
        [*neleval, "significance", "-n", "2500", *options, system, str(other)],
    )
    yield Comparison(
        "the same, 25,000 trials",
        [NERKIT, "compare", *options, system, str(other), "--resamples", "25000"],
        "neleval",
        [*neleval, "significance", "-n", "25000", *options, system, str(other)],
        runs=3,
    )
    yield Comparison(
        "confidence of a system, 2,500 resamples",
        [NERKIT, "spans", *options, system, "--confidence", "--resamples", "2500"],
        "neleval",
        [*neleval, "confidence", "-n", "2500", *options, system],
    )


SECTIONS: dict[str, Callable[[Path, Path], Iterator[Comparison]]] = {
    "start": start,
    "spans": spans,
    "bio": bio,
    "noisy": noisy,
    "coref": coref,
    "algebra": algebra,
    "statistics": statistics_of_spans,
    "amr": amr,
    "mrp": mrp,
    "dep": dep,
}

HEAD = """# Benchmarks

Written by `make bench`. Whole processes, run in turn with the peer on the same files; a ratio is the median over pairs of runs of
the peer's CPU time over ours, with its range. Absolute times depend on the machine; ratios hold better.
"""

TABLE = (
    "| what | nerkit CPU | wall | memory | peer | CPU | memory | ratio |\n|---|---|---|---|---|---|---|---|"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sections", nargs="*", help=f"of {', '.join(SECTIONS)}; all if none is named")
    parser.add_argument("--peers", type=Path, default=ROOT / ".venv-peers")
    parser.add_argument("--conlleval", help="conlleval.pl, to be compared with too")
    given = parser.parse_args()
    CONLLEVAL[:] = [given.conlleval] if given.conlleval else []
    python = peers(given.peers)
    page = PAGE.read_text() if PAGE.exists() else HEAD
    with tempfile.TemporaryDirectory() as folder:
        for name in given.sections or SECTIONS:
            title = (SECTIONS[name].__doc__ or "").split("\n")[0]
            lines = [f"## {name}\n", f"{title}\n", TABLE]
            for what in SECTIONS[name](Path(folder), python):
                lines.append(compare(what))
                print(lines[-1], flush=True)
            version = platform.python_version()
            lines.append(f"\nPython {version}, {os.cpu_count()} processors.\n")
            page = replaced(page, name, "\n".join(lines))
    PAGE.write_text(page)


def replaced(page: str, name: str, section: str) -> str:
    """The page with this section in place of its former self, or at the end."""
    pattern = re.compile(rf"## {name}\n.*?(?=\n## |\Z)", re.DOTALL)
    if pattern.search(page):
        return pattern.sub(lambda _: section, page)
    return page.rstrip("\n") + "\n\n" + section


if __name__ == "__main__":
    main()
