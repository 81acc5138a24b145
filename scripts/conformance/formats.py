"""Formats of today's tools: the same annotations in each, which must give the same numbers.

A part of `conformance.py`. Every case is scored by `nerkit spans`, and by `nerkit evaluate` where the format
is recognised without a task.
"""

import json
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scripts.conformance.checks import Case, Check, differences, rows, run

SPANS = ("sets::span+type", "sets::span")
COUNTS = ("p_num", "p_den", "r_num", "r_den")


def formats(golden: Path) -> Iterator[Case]:
    """All cases with offsets, by the command and by the front door."""
    for case in json.loads((golden / "index.json").read_text()):
        if SPANS[0] in case["expected"]:
            yield lambda case=case: of_spans(golden, case)
        if any(name in case["expected"] for name in (*STRINGS, LOSS)):
            yield lambda case=case: of_strings(golden, case)
    yield lambda: two_layers(golden)
    yield lambda: bare_numbers(golden)


SPACY = find_spec("spacy") is not None  # without it a DocBin must be refused by name
STRINGS, LOSS = ("string", "string-set"), "loss"


def of_spans(golden: Path, case: dict[str, Any]) -> list[Check]:
    """The measures of spans with `nerkit spans` and `nerkit evaluate`."""
    sides = [str(golden / case["files"][side]) for side in ("gold", "system")]
    checks = []
    for command in ("spans", "evaluate"):
        names = [name for name in SPANS if name in case["expected"]]
        asked = [part for name in names for part in ("-m", name)]
        if command == "evaluate" and case["options"]:
            continue
        if not SPACY and any(side.endswith(".spacy") for side in sides):
            done = run(command, "-g", sides[0], "-s", sides[1])
            told = done.returncode == 2 and "pip install spacy" in done.stderr
            checks.append(Check(f"{case['name']}: without spaCy", None if told else done.stderr[:200]))
            continue
        scored = rows(command, "-g", sides[0], "-s", sides[1], *asked, *case["options"])
        for name in names:
            wanted = {key: case["expected"][name][key] for key in COUNTS}
            problem = differences(scored.get((name, "*", "*")), wanted, 1e-9)
            checks.append(Check(f"{case['name']}: {command} {name}", problem))
    return checks


def of_strings(golden: Path, case: dict[str, Any]) -> list[Check]:
    """The measures of strings and the classes of what is lost, with `nerkit spans`."""
    sides = [str(golden / case["files"][side]) for side in ("gold", "system")]
    if not SPACY and any(side.endswith(".spacy") for side in sides):
        return []
    checks = []
    for name in (*STRINGS, LOSS):
        wanted = dict(case["expected"].get(name, {}))
        if not wanted:
            continue
        row = rows("spans", "-g", sides[0], "-s", sides[1], "-m", name, *case["options"])[name, "*", "*"]
        if name == LOSS:
            lost = {key.replace("-", "_"): number for key, number in wanted.items() if key != "of"}
            wanted = {**lost, "value": sum(lost.values()) / wanted["of"]}
        checks.append(Check(f"{case['name']}: {name}", differences(row, wanted, 1e-9)))
    return checks


def two_layers(golden: Path) -> list[Check]:
    """A file with two layers of spans, none of which is named, is refused with both names."""
    path = str(golden / "edge-webanno.tsv")
    done = run("spans", "-g", path, "-s", path)
    named = all(name in done.stderr for name in ("webanno.custom.Entity", "webanno.custom.Flag"))
    return [Check("edge-webanno: two layers", None if done.returncode == 2 and named else done.stderr[:200])]


def bare_numbers(golden: Path) -> list[Check]:
    """Numbers of labels without names are refused; with names they are labels."""
    lines = (golden / "hf-datasets" / "gold.jsonl").read_text()
    names = "O,B-LOC,I-LOC,B-ORG,I-ORG,B-PER,I-PER"
    with TemporaryDirectory() as folder:
        path = Path(folder, "gold.jsonl")
        path.write_text(lines)
        done = run("spans", "-g", str(path), "-s", str(path))
        told = done.returncode == 2 and "has no name" in done.stderr
        scored = rows("spans", "-g", str(path), "-s", str(path), "-m", SPANS[0], "--label-names", names)
    checks = [Check("hf-datasets: numbers without names", None if told else done.stderr[:200])]
    problem = differences(scored.get((SPANS[0], "*", "*")), {"p_num": 9, "r_den": 9}, 0)
    return [*checks, Check("hf-datasets: --label-names", problem)]
