"""Nested values against a slow oracle that tries every matching, model output and shapes of files by hand."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import nerkit
from nerkit.corpora.corpus import STATUSES
from nerkit.readers.values import model_text
from scripts.conformance.checks import Cases, Check, Checks, against, check, differences, each, same
from scripts.conformance.commands import COUNTS, Row, Rows, asked, read, rows, sides

CLASSES = ("agree", "misread", "missing_field", "missing_item", "invented_field", "invented_item", "format")


def cases(golden: Path) -> Cases:
    """Every case of the index, every pair of scalars, every output."""
    yield from each(case, golden)
    yield partial(scalars, golden / "scalars.jsonl")
    yield partial(outputs, golden / "outputs.expected.jsonl")


@against("all matchings, tried one after the other")
def case(folder: Path, entry: dict[str, Any]) -> Checks:
    """All numbers of one case."""
    name, expected = entry["name"], entry["expected"]
    soft = "json-soft" in expected
    options = [option for option in entry["options"] if option != "--soft"]
    command = ["json", *sides(folder, entry["files"]), *options]
    found = rows(*command, *asked(["json-soft"] if soft else ["json", "json-accuracy"]), "--by", "document")
    by_path = Rows() if soft else rows(*command, "-m", "json", "--by", "path")
    for measure, numbers in expected.items():
        row, title = found.of(measure), f"{name} {measure}"
        if measure in ("json", "json/item", "json-soft"):
            yield check(title, row, numbers)
        elif measure in ("json/exact", "json-accuracy"):
            wanted = {"p_num": numbers["num"], "r_den": numbers["den"], "value": numbers["value"]}
            yield check(title, row, wanted)
        elif measure == "json/format":
            yield check(title, row, {s: numbers.get(s, 0) for s in STATUSES})
        elif measure == "by_document":
            yield from _documents(name, "json-soft" if soft else "json", found, numbers)
        elif measure == "classes":
            yield check(title, _classes(found["json", "*", "*"]), numbers)
        elif measure in ("by_path", "by_path_not_unique"):
            for path, wanted in numbers.items():
                yield _path(f"{name} path {path}", by_path.of("json", label=f"path={path}"), wanted)


def _documents(name: str, measure: str, found: Rows, expected: dict[str, Any]) -> Checks:
    for document, numbers in expected.items():
        title = f"{name} document {document}"
        wanted = {key: number for key, number in numbers.items() if key in (*COUNTS, "f1")}
        yield check(title, found.of(measure, document), wanted)
        exact, accuracy = (found.of(other, document) for other in ("json/exact", "json-accuracy"))
        if "exact" in numbers and exact:
            yield check(f"{title} exact", exact, {"p_num": numbers["exact"]})
        if "shared" in numbers and accuracy and "--weight" not in name:
            shared = numbers["p_den"] + numbers["r_den"] - numbers["shared"]
            yield check(f"{title} shared", accuracy, {"r_den": shared})


def _classes(row: Row) -> Row:
    classes = {key: row[key] for key in CLASSES}
    classes["missing"] = row["missing_field"] + row["missing_item"]
    classes["invented"] = row["invented_field"] + row["invented_item"]
    return classes


def _path(name: str, row: Row | None, wanted: Mapping[str, float]) -> Check:
    numbers = {"p_den": wanted["p_den"], "r_den": wanted["r_den"]}
    if "num" in wanted:
        return check(name, row, numbers | {"p_num": wanted["num"]})
    problem = differences(row, numbers, 1e-9)
    if row is not None and not wanted["num_min"] <= row["p_num"] <= wanted["num_max"]:
        problem = f"p_num {row['p_num']} outside {wanted['num_min']} to {wanted['num_max']}"
    return Check(name, problem)


def scalars(path: Path) -> Checks:
    """Whether two values agree, under options."""
    for pair in read(path):
        names, values = pair["options"][::2], pair["options"][1::2]
        options = {name.removeprefix("--"): value for name, value in zip(names, values, strict=True)}
        gold, system = [{"x": pair["gold"]}], [{"x": pair["system"]}]
        agree = nerkit.evaluate(gold, system, task="json", **options).f1 == 1
        yield same(f"scalars {pair}", agree, pair["agree"])


def outputs(path: Path) -> Checks:
    """What is read of the text of a model, and how."""
    for wanted in read(path):
        found = model_text.read(wanted["output"])
        known = (wanted["value"], wanted["status"])
        yield same(f"outputs {wanted['id']}", (found.value, STATUSES[found.status]), known)
