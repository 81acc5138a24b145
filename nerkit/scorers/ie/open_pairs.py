"""Pairs of fillers that no judgement has decided.

They are the fillers of a role without a partner in templates that have one; of documents without templates,
the fillers of a role of the document.
"""

import json
from collections import defaultdict
from typing import Any

from nerkit.algebra.formula import Explained, explained
from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import Documents
from nerkit.results.mistakes import OpenPair
from nerkit.scorers.ie.levels import RecordCells
from nerkit.scorers.ie.options import Options
from nerkit.scorers.ie.views import RecordFormula

TEMPLATES, FILLERS = "templates", "fillers"
Left = tuple[list[Any], list[Any]]  # fillers of a role without a partner, of gold and of the system


def open_pairs(batch: Batch[Documents], formula: RecordFormula, options: Options) -> list[OpenPair]:
    """The open pairs of all documents under a measure of role fillers or templates."""
    level = RecordCells(batch, options).whole(formula)
    rows = explained(formula.under(options), batch.documents, level)
    place = {name: number for number, name in enumerate(batch.documents)}
    partner = _partners(rows)
    left: dict[tuple[str, Any, str], Left] = defaultdict(lambda: ([], []))
    for row in rows:
        if row.level.rpartition(".")[2] != FILLERS or (row.gold_path and row.system_path):
            continue
        side = 0 if row.system_path is None else 1
        above = ((row.gold_path, row.system_path)[side] or "").rpartition(FILLERS)[0].rstrip(".")
        pair = partner.get((row.document, side, above)) if above else ()
        if pair is not None:
            item = (row.gold, row.system)[side]
            left[row.document, pair, item["role"]][side].append(item)
    return [
        OpenPair(place[document], role, _written(gold), _written(system))
        for (document, _, role), (of_gold, of_system) in left.items()
        for gold in of_gold
        for system in of_system
        if set(gold["judged"]).isdisjoint(system["judged"])
    ]


def _partners(rows: list[Explained]) -> dict[tuple[str, int, str], tuple[str, str]]:
    """Document, side and path of each template that has a partner -> the paths of both."""
    partner = {}
    for row in rows:
        if row.level == TEMPLATES and row.gold_path and row.system_path:
            pair = row.gold_path, row.system_path
            for side, path in enumerate(pair):
                partner[row.document, side, path] = pair
    return partner


def _written(filler: Any) -> str:
    return json.dumps(filler["mentions"][0], ensure_ascii=False)
