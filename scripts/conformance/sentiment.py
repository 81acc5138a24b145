"""Structured sentiment and tuples of aspects: the corrected readings of SemEval-2022 task 10, ABSA-QUAD.

A part of `conformance.py`. Rows of the label that is empty are not compared: a tuple of empty texts agrees
with nothing, in the row of its polarity too.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Case, Check, against, differences, rows

COUNTS = ("p_num", "p_den", "r_num", "r_den")


def sentiment(golden: Path) -> Iterator[Case]:
    """All cases."""
    for case in json.loads((golden / "index.json").read_text()):
        yield lambda case=case: of_case(golden, case)


@against("the scorers of SemEval-2022 task 10 and ABSA-QUAD, corrected")
def of_case(golden: Path, case: dict[str, Any]) -> list[Check]:
    sides = [str(golden / case["files"][side]) for side in ("gold", "system")]
    by = ("--by", "label") if case["kind"] != "structured" else ()
    scored = rows("ie", "-g", sides[0], "-s", sides[1], *by)
    checks = []
    for row in case["rows"]:
        if row["label"] == "":
            continue
        problem = differences(
            scored.get((row["measure"], "*", row["label"])), {key: row[key] for key in COUNTS}, 1e-9
        )
        checks.append(Check(f"{case['name']}: {row['measure']} {row['label']}", problem))
    return checks
