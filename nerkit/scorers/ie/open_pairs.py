"""Pairs of fillers, and of the places of items, that no judgement has decided.

Open fillers are fillers of a role without a partner in templates with a partner. In documents without
templates, they are the fillers of a role of the document. Open places belong to two items without a partner
that agree in everything else. Examples are the heads of two relations of one type and one tail, the spans of
two arguments of one role.
"""

import json
from collections import defaultdict
from typing import Any

from nerkit.algebra.formula import Explained, explained
from nerkit.algebra.similarity import Similarity
from nerkit.algorithms.keys import join
from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import Documents
from nerkit.results.errors import CORRECT, OpenPair
from nerkit.scorers.ie.formulas import equal
from nerkit.scorers.ie.judged.items import Places
from nerkit.scorers.ie.judged.values import MARKS, PLACES, by_judgements
from nerkit.scorers.ie.levels import RecordCells
from nerkit.scorers.ie.options import Options
from nerkit.scorers.ie.relations.errors import ItemsPairing
from nerkit.scorers.ie.views import RecordFormula

TEMPLATES, FILLERS = "templates", "fillers"
EVENT = ("type", "trigger")
Left = tuple[list[Any], list[Any]]  # fillers of a role without a partner, of gold and of the system


def open_pairs(batch: Batch[Documents], formula: RecordFormula, options: Options) -> list[OpenPair]:
    """Return the pairs that judgements may still decide, under a measure of role fillers or templates."""
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


def open_places(batch: Batch[Documents], formula: RecordFormula, options: Options) -> list[OpenPair]:
    """Return the pairs of values that judgements may still decide, under a measure of items, field by
    field.
    """
    pairing = ItemsPairing(batch, formula, RecordCells(batch, options))
    rows, document, fields = pairing.items, pairing.columns["document"], formula.fields or EVENT
    similar: Similarity = equal(fields)
    similar = similar if options.judgements is None else by_judgements(similar)
    matched = similar.pairs(pairing.level, document)
    pairing.free[:] = True
    pairing.take(matched.gold, matched.system, CORRECT)
    gold, system = pairing.sides()
    places = Places.of(batch)
    pairs: dict[OpenPair, None] = {}
    for name in (name for name in fields if name in PLACES):
        key = pairing.agreeing([other for other in fields if other != name])
        left, right = join(key[gold], key[system])
        for i, j in zip(gold[left].tolist(), system[right].tolist(), strict=True):
            at, mark = int(document[i]), f"{MARKS}{name}"
            if set(rows[i].get(mark, ())).isdisjoint(rows[j].get(mark, ())):
                values = [
                    json.dumps(side[at].said(rows[row][name]), ensure_ascii=False)
                    for row, side in zip((i, j), places, strict=True)
                ]
                path = rows[i]["role"] if name == "span" and "role" in fields else name
                pairs[OpenPair(at, path, *values)] = None
    return list(pairs)


def _partners(rows: list[Explained]) -> dict[tuple[str, int, str], tuple[str, str]]:
    """Return (document, side, path) of each aligned template -> the paths of both templates."""
    partner = {}
    for row in rows:
        if row.level == TEMPLATES and row.gold_path and row.system_path:
            pair = row.gold_path, row.system_path
            for side, path in enumerate(pair):
                partner[row.document, side, path] = pair
    return partner


def _written(filler: Any) -> str:
    return json.dumps(filler["mentions"][0], ensure_ascii=False)
