"""Agreement of annotators against krippendorff, nltk, statsmodels and pygamma-agreement."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Case, Check, differences, run

EXACT = 1e-12
NEAR = 0.05  # of sampled values from the range of some runs of pygamma
OF_ITEMS = ("kappa", "kappa-multi", "fleiss", "alpha")
SAMPLERS = ("statistical", "shuffle")
Rows = Mapping[tuple[str, str, str, str], dict[str, Any]]


def agree(golden: Path) -> Iterator[Case]:
    """Every value of every entry, of pairs and documents too; disorders exactly, gamma near the runs of
    pygamma with the same sampler.
    """
    for entry in json.loads((golden / "index.json").read_text()):
        yield lambda entry=entry: compared(golden, entry)


def compared(golden: Path, entry: dict[str, Any]) -> list[Check]:
    """The comparisons of an entry."""
    name, expected = entry["name"], entry["expected"]
    if "table" in entry["files"]:
        table = ["--units", "item", str(golden / entry["files"]["table"])]
        found = rows(*table, *measures(OF_ITEMS), "--by", "pair")
        return [check for key in OF_ITEMS for check in _coefficient(name, found, key, expected[key])]
    checks: list[Check] = []
    kinds = [
        kind for kind in ("bio", "spans") if kind in entry["files"] and (kind == "spans" or not _gaps(entry))
    ]
    for kind in kinds:
        sides = [f"{Path(path).stem}={golden / path}" for path in entry["files"][kind]]
        units = ["--units", "character" if name.startswith("krippendorff") else "token"]
        for key, options in (("token", []), ("token-positions", ["--positions"])):
            if key in expected:
                found = rows(*sides, *units, *measures(OF_ITEMS), "--by", "pair", *options)
                for measure in OF_ITEMS:
                    checks += _coefficient(f"{name} {kind} {key}", found, measure, expected[key][measure])
        for key in ("f1", "f1-positions"):
            if key in expected:
                checks += _f1(
                    f"{name} {kind}", rows(*sides, *units, "-m", key, "--by", "pair"), key, expected[key]
                )
    spans = [f"{Path(path).stem}={golden / path}" for path in entry["files"]["spans"]]
    if "alpha-u" in expected:
        found = rows(*spans, *units, "-m", "alpha-u", "--by", "document", "--by", "label")
        checks += _alpha_u(name, found, expected["alpha-u"])
    if "gamma" in expected:
        checks += _gamma(name, [*spans, *units], expected["gamma"])
    return checks


def _gaps(entry: dict[str, Any]) -> bool:
    """Whether annotators have different documents, which columns without ids do not tell."""
    return len({tuple(about.get("annotators", ())) for about in entry["documents"].values()}) > 1


def measures(names: tuple[str, ...]) -> list[str]:
    return [part for name in names for part in ("-m", name)]


def rows(*arguments: str) -> Rows:
    """The rows of the command by pair, measure, document and label."""
    done = run("agree", *arguments, "-f", "json", "-q", "--empty", "null")
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    listed = json.loads(done.stdout)["rows"]
    return {(row["system"], row["measure"], row["document"], row["label"]): row for row in listed}


def _same(name: str, row: dict[str, Any], expected: dict[str, Any]) -> Check:
    """A comparison in which null is a value."""
    wrong = [key for key, value in expected.items() if value is None and row.get(key) is not None]
    known = {key: value for key, value in expected.items() if value is not None}
    problem = differences(row, known, EXACT)
    return Check(name, problem or (f"{wrong} instead of null" if wrong else None))


def _coefficient(name: str, found: Rows, key: str, expected: dict[str, Any] | None) -> list[Check]:
    row = found["*", key, "*", "*"]
    if expected is None:
        return [Check(f"{name} {key}", None if row["value"] is None else f"{row['value']} instead of null")]
    if key == "alpha":
        numbers = {
            "observed": 1 - expected["observed_disagreement"],
            "expected": 1 - expected["expected_disagreement"],
        }
        return [
            _same(f"{name} {key}", row, numbers | {"value": expected["value"], "items": expected["pairable"]})
        ]
    checks = [_same(f"{name} {key}", row, {k: v for k, v in expected.items() if k != "pairs"})]
    for pair, numbers in expected.get("pairs", {}).items():
        if numbers["items"]:
            checks.append(
                _same(f"{name} {key} {pair}", found["|".join(pair.split()), key, "*", "*"], numbers)
            )
    return checks


def _f1(name: str, found: Rows, key: str, expected: dict[str, Any]) -> list[Check]:
    checks = [_same(f"{name} {key}", found["*", key, "*", "*"], {"value": expected["value"]})]
    for pair, numbers in expected["pairs"].items():
        row = found["|".join(pair.split()), key, "*", "*"]
        counts = {
            "p_num": numbers["num"],
            "r_den": numbers["a"],
            "p_den": numbers["b"],
            "value": numbers["f1"],
        }
        checks.append(_same(f"{name} {key} {pair}", row, counts))
    return checks


def _alpha_u(name: str, found: Rows, expected: dict[str, Any]) -> list[Check]:
    checks = []
    for document, about in expected.items():
        checks.append(
            _same(
                f"{name} alpha-u {document}", found["*", "alpha-u", document, "*"], {"value": about["value"]}
            )
        )
        for label, numbers in about.get("categories", {}).items():
            agreements = {"observed": 1 - numbers["observed"], "expected": 1 - numbers["expected"]}
            row = found["*", "alpha-u", document, label]
            checks.append(
                _same(f"{name} alpha-u {document} {label}", row, agreements | {"value": numbers["value"]})
            )
    return checks


def _gamma(name: str, sides: list[str], expected: dict[str, Any]) -> list[Check]:
    checks = []
    for sampler in SAMPLERS:
        found = rows(
            *sides, "-m", "gamma", "--by", "document", "--gamma-sampler", sampler, "--resamples", "100"
        )
        for document, about in expected.items():
            row = found["*", "gamma", document, "*"]
            checks.append(_same(f"{name} disorder {document}", row, {"disorder": about["observed_disorder"]}))
            if f"gamma_{sampler}" in about:
                low, high = about[f"gamma_{sampler}"]
                outside = not low - NEAR <= row["value"] <= high + NEAR
                wrong = f"{row['value']} for {low} to {high}" if outside else None
                checks.append(Check(f"{name} gamma {sampler} {document}", wrong))
    return checks
