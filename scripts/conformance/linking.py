"""Entity linking against GERBIL's own evaluator: annotation match, strong and weak, and its macro averages.

A part of `conformance.py`. TSV and NIF of each case must give the same counts; the macro average, which is
over all documents, is compared where the documents stand in the file, which is NIF.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Case, Check, against, differences, rows

COUNTS = ("p_num", "p_den", "r_num", "r_den")
NAMES = {"all": "all", "InKB": "link", "EE": "nil", "span": "mention"}  # GERBIL's -> of the measure
SCORES = {"macro_precision": "precision", "macro_recall": "recall", "macro_f1_score": "f1"}


def linking(golden: Path) -> Iterator[Case]:
    """All cases, in both formats."""
    for case in json.loads((golden / "index.json").read_text()):
        for form in ("files", "files_nif"):
            if form in case:
                yield lambda case=case, form=form: of_case(golden, case, form)


@against("GERBIL's matching")
def of_case(golden: Path, case: dict[str, Any], form: str) -> list[Check]:
    """The counts of every row; with NIF GERBIL's macro averages, where it has no defect."""
    sides = [str(golden / case[form][side]) for side in ("gold", "system")]
    in_turtle = sides[0].endswith(".ttl")
    macro = ("--macro=both-empty-one", "--by", "document") if in_turtle else ()
    blank = ("--from", "nif" if in_turtle else "span-tsv")
    scored = rows("spans", "-g", sides[0], "-s", sides[1], "-m", "gerbil", *macro, *blank)
    checks = []
    for row in case["rows"]:
        problem = differences(scored.get((row["measure"], "*", "*")), {key: row[key] for key in COUNTS}, 1e-9)
        checks.append(Check(f"{case['name']} {form}: {row['measure']}", problem))
    for name, numbers in case["peer"].items() if in_turtle else ():
        if name in case["peer_differs"]:
            continue
        strength, _, which = name.partition(" ")
        measure = f"{strength}_{NAMES[which]}_match"
        wanted = {ours: numbers[theirs] for theirs, ours in SCORES.items()}
        problem = differences(scored.get((measure, "macro", "*")), wanted, 1e-9)
        checks.append(Check(f"{case['name']} macro: {measure}", problem))
    return checks
