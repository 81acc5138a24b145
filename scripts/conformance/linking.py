"""Entity linking against GERBIL's own evaluator: annotation match, strong and weak, and its macro averages.

TSV and NIF of each case must give the same counts; the macro average, which is over all documents, is
compared where the documents stand in the file, which is NIF.
"""

from functools import partial
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Cases, Checks, against, check
from scripts.conformance.commands import COUNTS, read, rows, sides

NAMES = {"all": "all", "InKB": "link", "EE": "nil", "span": "mention"}  # GERBIL's -> of the measure
SCORES = {"macro_precision": "precision", "macro_recall": "recall", "macro_f1_score": "f1"}


def cases(golden: Path) -> Cases:
    """All cases, in both formats."""
    for case in read(golden / "index.json"):
        for form in ("files", "files_nif"):
            if form in case:
                yield partial(of_case, golden, case, form)


@against("GERBIL's matching")
def of_case(golden: Path, case: dict[str, Any], form: str) -> Checks:
    """The counts of every row; with NIF GERBIL's macro averages, where it has no defect."""
    in_turtle = case[form]["gold"].endswith(".ttl")
    options = ["--macro=both-empty-one", "--by", "document", "--from", "nif"] if in_turtle else []
    command = ["spans", *sides(golden, case[form]), "-m", "gerbil"]
    scored = rows(*command, *(options or ["--from", "span-tsv"]))
    for row in case["rows"]:
        wanted = {key: row[key] for key in COUNTS}
        yield check(f"{case['name']} {form}: {row['measure']}", scored.of(row["measure"]), wanted)
    for name, numbers in case["peer"].items() if in_turtle else ():
        if name not in case["peer_differs"]:
            strength, _, which = name.partition(" ")
            measure = f"{strength}_{NAMES[which]}_match"
            wanted = {ours: numbers[theirs] for theirs, ours in SCORES.items()}
            yield check(f"{case['name']} macro: {measure}", scored.of(measure, "macro"), wanted)
