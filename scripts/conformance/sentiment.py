"""Structured sentiment and tuples of aspects: the corrected readings of SemEval-2022 task 10, ABSA-QUAD.

Rows of the label that is empty are not compared: a tuple of empty texts agrees with nothing, in the row of
its polarity too.
"""

from pathlib import Path
from typing import Any

from scripts.conformance.checks import Checks, against, check
from scripts.conformance.commands import COUNTS, rows, sides


@against("the scorers of SemEval-2022 task 10 and ABSA-QUAD, corrected")
def case(golden: Path, case: dict[str, Any]) -> Checks:
    by = ("--by", "label") if case["kind"] != "structured" else ()
    scored = rows("ie", *sides(golden, case["files"]), *by)
    for row in case["rows"]:
        measure, label = row["measure"], row["label"]
        if label:
            wanted = {key: row[key] for key in COUNTS}
            yield check(f"{case['name']}: {measure} {label}", scored.of(measure, label=label), wanted)
