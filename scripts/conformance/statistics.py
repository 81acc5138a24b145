"""Significance and confidence against neleval 3.1.1. A part of `conformance.py`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Case, Check, differences, rows, run

NEAR = {"90": 0.02, "95": 0.02, "99": 0.03}  # of numbers from random trials; the last rest on 20 of 4,000


def statistics(golden: Path) -> Iterator[Case]:
    """Significance and confidence of neleval 3.1.1: enumerated p exactly, those of random trials nearly."""
    for path in sorted((golden / "significance").glob("*.json")):
        expected = json.loads(path.read_text())
        yield lambda expected=expected: significance_case(golden / "significance", expected)
        for level in ("90", "95", "99"):
            yield lambda expected=expected, level=level: confidence_case(
                golden / "significance", expected, level
            )
    yield lambda: percentile_case(json.loads((golden / "percentile.json").read_text()))


def significance_case(folder: Path, expected: dict[str, Any]) -> list[Check]:
    systems = [f"{name}={folder / expected[name]}" for name in ("sys1", "sys2")]
    names = [part for measure in expected["measures"] for part in ("-m", measure)]
    test = ["--one-sided", "--resamples", "20000", "-f", "json", "-q"]
    done = run("compare", "-g", str(folder / expected["gold"]), *systems, *names, *test)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    found = {pair["measure"]: pair for pair in json.loads(done.stdout)["pairs"]}
    checks = []
    for measure, wanted in expected["measures"].items():
        for score, prefix in (("precision", "precision_"), ("recall", "recall_"), ("fscore", "")):
            got = {kind: found[measure][f"{prefix}{kind}"] for kind in ("delta", "p")}
            exact, drawn = wanted["p_exact_one_sided"], wanted["p_neleval_4000_trials"]
            name = f"{expected['name']}: {measure}: {score}"
            checks.append(Check(f"{name}: delta", differences(got, {"delta": -wanted["diff"][score]}, 1e-9)))
            if exact is not None:
                checks.append(Check(f"{name}: exact p", differences(got, {"p": exact[score]}, 1e-9)))
            checks.append(Check(f"{name}: p", differences(got, {"p": drawn[score]}, NEAR["95"])))
    return checks


def confidence_case(folder: Path, expected: dict[str, Any], level: str) -> list[Check]:
    checks = []
    for system in ("sys1", "sys2"):
        sides = ["-g", str(folder / expected["gold"]), str(folder / expected[system])]
        names = [part for measure in expected["measures"] for part in ("-m", measure)]
        found = rows("spans", *sides, *names, f"--confidence={level}%", "--resamples", "4000")
        for measure, wanted in expected["measures"].items():
            for score, ours in (("precision", "precision"), ("recall", "recall"), ("fscore", "f1")):
                low, high = wanted["confidence_neleval_4000_trials"][system][score][level]
                ends = {f"{ours}_low": low, f"{ours}_high": high}
                name = f"{expected['name']}: {system}: {measure}: {score}: {level} %"
                checks.append(Check(name, differences(found[measure, "*", "*"], ends, NEAR[level])))
    return checks


def percentile_case(expected: dict[str, Any]) -> list[Check]:
    import numpy as np

    from nerkit.stats.confidence import quantiles

    checks = []
    for i, sample in enumerate(expected["samples"]):
        levels = np.array([[float(level) / 100 for level in sample["percentiles"]]])
        found = quantiles(np.sort(np.array([sample["values"]])), levels)[0].tolist()
        got = dict(zip(sample["percentiles"], found, strict=True))
        checks.append(Check(f"percentiles {i}", differences(got, sample["percentiles"], 1e-9)))
    return checks
