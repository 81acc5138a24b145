"""Formats of today's tools: the same annotations in each, which must give the same numbers.

Every case is scored by `nerkit spans`, and by `nerkit evaluate` where the format is recognised without a
task.
"""

from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scripts.conformance.checks import Cases, Checks, check, refused
from scripts.conformance.commands import COUNTS, asked, read, rows, run, sides

SPANS = ("sets::span+type", "sets::span")
SPACY = find_spec("spacy") is not None  # without it a DocBin must be refused by name
STRINGS, LOSS = ("string", "string-set"), "loss"


def cases(golden: Path) -> Cases:
    """All cases with offsets, by the command and by the front door."""
    for case in read(golden / "index.json"):
        if SPANS[0] in case["expected"]:
            yield partial(of_spans, golden, case)
        if any(name in case["expected"] for name in (*STRINGS, LOSS)):
            yield partial(of_strings, golden, case)
    yield partial(two_layers, golden)
    yield partial(bare_numbers, golden)


def _lacks_spacy(files: dict[str, str]) -> bool:
    return not SPACY and any(files[side].endswith(".spacy") for side in ("gold", "system"))


def of_spans(golden: Path, case: dict[str, Any]) -> Checks:
    """The measures of spans with `nerkit spans` and `nerkit evaluate`."""
    names = [name for name in SPANS if name in case["expected"]]
    for command in ("spans", "evaluate"):
        line = [command, *sides(golden, case["files"])]
        if command == "evaluate" and case["options"]:
            continue
        if _lacks_spacy(case["files"]):
            yield refused(f"{case['name']}: without spaCy", run(*line), "pip install spacy")
            continue
        scored = rows(*line, *asked(names), *case["options"])
        for name in names:
            wanted = {key: case["expected"][name][key] for key in COUNTS}
            yield check(f"{case['name']}: {command} {name}", scored.of(name), wanted)


def of_strings(golden: Path, case: dict[str, Any]) -> Checks:
    """The measures of strings and the classes of what is lost, with `nerkit spans`."""
    for name in (*STRINGS, LOSS) if not _lacks_spacy(case["files"]) else ():
        wanted = dict(case["expected"].get(name, {}))
        if not wanted:
            continue
        row = rows("spans", *sides(golden, case["files"]), "-m", name, *case["options"]).of(name)
        if name == LOSS:
            lost = {key.replace("-", "_"): number for key, number in wanted.items() if key != "of"}
            wanted = {**lost, "value": sum(lost.values()) / wanted["of"]}
        yield check(f"{case['name']}: {name}", row, wanted)


def two_layers(golden: Path) -> Checks:
    """A file with two layers of spans, none of which is named, is refused with both names."""
    done = run("spans", *sides(golden, "edge-webanno.tsv", "edge-webanno.tsv"))
    yield refused("edge-webanno: two layers", done, "webanno.custom.Entity", "webanno.custom.Flag")


def bare_numbers(golden: Path) -> Checks:
    """Numbers of labels without names are refused; with names they are labels."""
    names = "O,B-LOC,I-LOC,B-ORG,I-ORG,B-PER,I-PER"
    with TemporaryDirectory() as folder:
        path = Path(folder, "gold.jsonl")
        path.write_text((golden / "hf-datasets" / "gold.jsonl").read_text())
        line = ["spans", *sides(path.parent, path.name, path.name)]
        yield refused("hf-datasets: numbers without names", run(*line), "has no name")
        scored = rows(*line, "-m", SPANS[0], "--label-names", names)
    yield check("hf-datasets: --label-names", scored.of(SPANS[0]), {"p_num": 9, "r_den": 9}, 0)
