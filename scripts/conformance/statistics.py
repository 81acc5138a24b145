"""Significance and confidence against neleval 3.1.1."""

from functools import partial
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Cases, Checks, check
from scripts.conformance.commands import asked, read, rows, sides, told

NEAR = {"90": 0.02, "95": 0.02, "99": 0.03}  # of numbers from random trials; the last rest on 20 of 4,000
SCORES = {"precision": "precision", "recall": "recall", "fscore": "f1"}  # of neleval -> ours


def cases(golden: Path) -> Cases:
    """Significance and confidence of neleval 3.1.1: enumerated p exactly, those of random trials nearly."""
    for path in sorted((golden / "significance").glob("*.json")):
        expected = read(path)
        yield partial(significance_case, path.parent, expected)
        for level in NEAR:
            yield partial(confidence_case, path.parent, expected, level)
    yield partial(percentile_case, read(golden / "percentile.json"))


def significance_case(folder: Path, expected: dict[str, Any]) -> Checks:
    systems = [f"{name}={folder / expected[name]}" for name in ("sys1", "sys2")]
    test = [*asked(expected["measures"]), "--one-sided", "--resamples", "20000"]
    pairs = told("compare", "-g", str(folder / expected["gold"]), *systems, *test)["pairs"]
    found = {pair["measure"]: pair for pair in pairs}
    for measure, wanted in expected["measures"].items():
        for score, ours in SCORES.items():
            prefix = "" if ours == "f1" else f"{ours}_"
            got = {kind: found[measure][f"{prefix}{kind}"] for kind in ("delta", "p")}
            exact, drawn = wanted["p_exact_one_sided"], wanted["p_neleval_4000_trials"]
            name = f"{expected['name']}: {measure}: {score}"
            yield check(f"{name}: delta", got, {"delta": -wanted["diff"][score]})
            if exact is not None:
                yield check(f"{name}: exact p", got, {"p": exact[score]})
            yield check(f"{name}: p", got, {"p": drawn[score]}, NEAR["95"])


def confidence_case(folder: Path, expected: dict[str, Any], level: str) -> Checks:
    options = [*asked(expected["measures"]), f"--confidence={level}%", "--resamples", "4000"]
    for system in ("sys1", "sys2"):
        found = rows("spans", *sides(folder, expected["gold"], expected[system]), *options)
        for measure, wanted in expected["measures"].items():
            for score, ours in SCORES.items():
                low, high = wanted["confidence_neleval_4000_trials"][system][score][level]
                name = f"{expected['name']}: {system}: {measure}: {score}: {level} %"
                ends = {f"{ours}_low": low, f"{ours}_high": high}
                yield check(name, found.of(measure), ends, NEAR[level])


def percentile_case(expected: dict[str, Any]) -> Checks:
    import numpy as np

    from nerkit.stats.confidence import quantiles

    for i, sample in enumerate(expected["samples"]):
        levels = np.array([[float(level) / 100 for level in sample["percentiles"]]])
        found = quantiles(np.sort(np.array([sample["values"]])), levels)[0].tolist()
        got = dict(zip(sample["percentiles"], found, strict=True))
        yield check(f"percentiles {i}", got, sample["percentiles"])
