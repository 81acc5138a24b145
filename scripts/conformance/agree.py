"""Agreement of annotators against krippendorff, nltk, statsmodels and pygamma-agreement.

Disorders are compared exactly, gamma must be near the runs of pygamma with the same sampler.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Check, Checks, differences
from scripts.conformance.commands import Row, asked, told

EXACT = 1e-12
NEAR = 0.05  # of sampled values from the range of some runs of pygamma
OF_ITEMS = ("kappa", "kappa-multi", "fleiss", "alpha")
SAMPLERS = ("statistical", "shuffle")
Rows = Mapping[tuple[str, str, str, str], Row]


def case(golden: Path, entry: dict[str, Any]) -> Checks:
    """The comparisons of an entry."""
    name, expected, files = entry["name"], entry["expected"], entry["files"]
    items = [*asked(OF_ITEMS), "--by", "pair"]
    if "table" in files:
        found = rows("--units", "item", str(golden / files["table"]), *items)
        for key in OF_ITEMS:
            yield from _coefficient(name, found, key, expected[key])
        return
    units = ["--units", "character" if name.startswith("krippendorff") else "token"]
    sides = {kind: [f"{Path(path).stem}={golden / path}" for path in files[kind]] for kind in files}
    for kind in ("bio", "spans"):
        if kind not in sides or (kind == "bio" and _gaps(entry)):
            continue
        own = [*sides[kind], *units]
        for key, options in (("token", []), ("token-positions", ["--positions"])):
            if key in expected:
                found = rows(*own, *items, *options)
                for measure in OF_ITEMS:
                    yield from _coefficient(f"{name} {kind} {key}", found, measure, expected[key][measure])
        for key in ("f1", "f1-positions"):
            if key in expected:
                found = rows(*own, "-m", key, "--by", "pair")
                yield from _f1(f"{name} {kind}", found, key, expected[key])
    spans = [*sides["spans"], *units]
    if "alpha-u" in expected:
        found = rows(*spans, "-m", "alpha-u", "--by", "document", "--by", "label")
        yield from _alpha_u(name, found, expected["alpha-u"])
    if "gamma" in expected:
        yield from _gamma(name, spans, expected["gamma"])


def _gaps(entry: dict[str, Any]) -> bool:
    """Whether annotators have different documents, which columns without ids do not tell."""
    return len({tuple(about.get("annotators", ())) for about in entry["documents"].values()}) > 1


def rows(*arguments: str) -> Rows:
    """The rows of the command by pair, measure, document and label."""
    listed = told("agree", *arguments, "--empty", "null")["rows"]
    return {(row["system"], row["measure"], row["document"], row["label"]): row for row in listed}


def _same(name: str, row: Row, expected: dict[str, Any]) -> Check:
    """A comparison in which null is a value."""
    wrong = [key for key, value in expected.items() if value is None and row.get(key) is not None]
    known = {key: value for key, value in expected.items() if value is not None}
    return Check(name, differences(row, known, EXACT) or (f"{wrong} instead of null" if wrong else None))


def _against(expected: Mapping[str, Any], observed: str, chance: str) -> dict[str, Any]:
    """The agreements that belong to two disagreements."""
    return {"observed": 1 - expected[observed], "expected": 1 - expected[chance], "value": expected["value"]}


def _coefficient(name: str, found: Rows, key: str, expected: dict[str, Any] | None) -> Checks:
    row, name = found["*", key, "*", "*"], f"{name} {key}"
    if expected is None:
        yield Check(name, None if row["value"] is None else f"{row['value']} instead of null")
    elif key == "alpha":
        numbers = _against(expected, "observed_disagreement", "expected_disagreement")
        yield _same(name, row, numbers | {"items": expected["pairable"]})
    else:
        yield _same(name, row, {k: v for k, v in expected.items() if k != "pairs"})
        for pair, numbers in expected.get("pairs", {}).items():
            if numbers["items"]:
                yield _same(f"{name} {pair}", found["|".join(pair.split()), key, "*", "*"], numbers)


def _f1(name: str, found: Rows, key: str, expected: dict[str, Any]) -> Checks:
    yield _same(f"{name} {key}", found["*", key, "*", "*"], {"value": expected["value"]})
    for pair, told_of in expected["pairs"].items():
        names = {"p_num": "num", "r_den": "a", "p_den": "b", "value": "f1"}
        counts = {ours: told_of[theirs] for ours, theirs in names.items()}
        yield _same(f"{name} {key} {pair}", found["|".join(pair.split()), key, "*", "*"], counts)


def _alpha_u(name: str, found: Rows, expected: dict[str, Any]) -> Checks:
    for document, about in expected.items():
        row = found["*", "alpha-u", document, "*"]
        yield _same(f"{name} alpha-u {document}", row, {"value": about["value"]})
        for label, numbers in about.get("categories", {}).items():
            row = found["*", "alpha-u", document, label]
            yield _same(f"{name} alpha-u {document} {label}", row, _against(numbers, "observed", "expected"))


def _gamma(name: str, sides: list[str], expected: dict[str, Any]) -> Checks:
    options = ["-m", "gamma", "--by", "document", "--resamples", "100"]
    for sampler in SAMPLERS:
        found = rows(*sides, *options, "--gamma-sampler", sampler)
        for document, about in expected.items():
            row = found["*", "gamma", document, "*"]
            yield _same(f"{name} disorder {document}", row, {"disorder": about["observed_disorder"]})
            if f"gamma_{sampler}" in about:
                low, high = about[f"gamma_{sampler}"]
                outside = not low - NEAR <= row["value"] <= high + NEAR
                wrong = f"{row['value']} for {low} to {high}" if outside else None
                yield Check(f"{name} gamma {sampler} {document}", wrong)
