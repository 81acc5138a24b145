"""Nested values against a slow oracle that tries every matching, model output and shapes of files by hand."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import nerkit
from nerkit.corpora.corpus import STATUSES
from nerkit.readers.values import model_text
from scripts.conformance.checks import Case, Check, against, differences, rows

MEASURES = ("json", "json-soft", "json-accuracy")
COUNTS = ("p_num", "p_den", "r_num", "r_den", "f1")
CLASSES = ("agree", "misread", "missing_field", "missing_item", "invented_field", "invented_item", "format")
TOLERANCE = 1e-9
Rows = Mapping[tuple[str, str, str], dict[str, Any]]


def values(golden: Path) -> Iterator[Case]:
    """Every case of the index, every pair of scalars, every output."""
    for entry in json.loads((golden / "index.json").read_text()):
        yield lambda entry=entry: case(golden, entry)
    yield lambda: scalars(golden / "scalars.jsonl")
    yield lambda: outputs(golden / "outputs.expected.jsonl")


@against("all matchings, tried one after the other")
def case(folder: Path, entry: dict[str, Any]) -> list[Check]:
    """All numbers of one case."""
    name, expected = entry["name"], entry["expected"]
    options = [option for option in entry["options"] if option != "--soft"]
    soft = "json-soft" in expected
    sides = [f"-{key[0]}{folder / path}" for key, path in entry["files"].items()]
    asked = ("-m", "json-soft") if soft else ("-m", "json", "-m", "json-accuracy")
    found = rows("json", *sides, *options, *asked, "--by", "document")
    headline = "json-soft" if soft else "json"
    by_path = {} if soft else rows("json", *sides, *options, "-m", "json", "--by", "path")
    checks = []
    for measure, numbers in expected.items():
        if measure in ("json", "json/item", "json-soft"):
            checks.append(_check(name, measure, found.get((measure, "*", "*")), numbers))
        elif measure in ("json/exact", "json-accuracy"):
            row = found.get((measure, "*", "*"))
            wanted = {"p_num": numbers["num"], "r_den": numbers["den"], "value": numbers["value"]}
            checks.append(_check(name, measure, row, wanted))
        elif measure == "json/format":
            row = found.get((measure, "*", "*"))
            checks.append(_check(name, measure, row, {s: numbers.get(s, 0) for s in STATUSES}))
        elif measure == "by_document":
            checks += _documents(name, headline, found, numbers)
        elif measure == "classes":
            checks.append(_check(name, measure, _classes(found["json", "*", "*"]), numbers))
        elif measure in ("by_path", "by_path_not_unique"):
            checks += [_path(name, path, by_path, wanted) for path, wanted in numbers.items()]
    return checks


def _check(name: str, what: str, row: dict[str, Any] | None, wanted: dict[str, float]) -> Check:
    return Check(f"{name} {what}", differences(row, wanted, TOLERANCE))


def _documents(name: str, measure: str, found: Rows, expected: dict[str, Any]) -> list[Check]:
    checks = []
    for document, numbers in expected.items():
        row = found.get((measure, document, "*"))
        wanted = {key: number for key, number in numbers.items() if key in COUNTS}
        checks.append(_check(name, f"document {document}", row, wanted))
        if "exact" in numbers and ("json/exact", document, "*") in found:
            exact = found["json/exact", document, "*"]
            checks.append(_check(name, f"document {document} exact", exact, {"p_num": numbers["exact"]}))
        if "shared" in numbers and ("json-accuracy", document, "*") in found and "--weight" not in name:
            accuracy = found["json-accuracy", document, "*"]
            shared = numbers["p_den"] + numbers["r_den"] - numbers["shared"]
            checks.append(_check(name, f"document {document} shared", accuracy, {"r_den": shared}))
    return checks


def _classes(row: dict[str, Any]) -> dict[str, Any]:
    classes = {key: row[key] for key in CLASSES}
    classes["missing"] = row["missing_field"] + row["missing_item"]
    classes["invented"] = row["invented_field"] + row["invented_item"]
    return classes


def _path(name: str, path: str, found: Rows, wanted: dict[str, float]) -> Check:
    row = found.get(("json", "*", f"path={path}"))
    numbers = {"p_den": wanted["p_den"], "r_den": wanted["r_den"]}
    if "num" in wanted:
        return _check(name, f"path {path}", row, numbers | {"p_num": wanted["num"]})
    problem = differences(row, numbers, TOLERANCE)
    if row is not None and not wanted["num_min"] <= row["p_num"] <= wanted["num_max"]:
        problem = f"p_num {row['p_num']} outside {wanted['num_min']} to {wanted['num_max']}"
    return Check(f"{name} path {path}", problem)


def scalars(path: Path) -> list[Check]:
    """Whether two values agree, under options."""
    checks = []
    for line in path.read_text().splitlines():
        pair = json.loads(line)
        options: dict[str, Any] = {}
        for option, value in zip(pair["options"][::2], pair["options"][1::2], strict=True):
            options[option.removeprefix("--")] = value
        gold, system = [{"x": pair["gold"]}], [{"x": pair["system"]}]
        agree = nerkit.evaluate(gold, system, task="json", **options).f1 == 1
        problem = None if agree == pair["agree"] else f"agree is {agree}"
        checks.append(Check(f"scalars {line}", problem))
    return checks


def outputs(path: Path) -> list[Check]:
    """What is read of the text of a model, and how."""
    checks = []
    for line in path.read_text().splitlines():
        wanted = json.loads(line)
        read = model_text.read(wanted["output"])
        same = read.value == wanted["value"] and STATUSES[read.status] == wanted["status"]
        problem = None if same else f"{STATUSES[read.status]} {read.value!r}"
        checks.append(Check(f"outputs {wanted['id']}", problem))
    return checks
