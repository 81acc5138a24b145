"""The errors of records: the elements of their collections, at every level, as a formula matches them.

Errors of the task's own measures have their own classes (`record_errors`, `template_errors`), except errors
of nested events and of published scores of templates.

    correct             matched, and as similar as an element is to itself
    partial             matched with partial credit: something inside or below is wrong
    missed, spurious    without a partner

An element's label is its `type`, `role` or `label`. Its text is its place in its document and the element as
JSON; measures of the task itself write the element in words. Repeated elements, which do not count, are not
listed. The measure counts the innermost elements whose losses add up to the losses of the elements around
them. With `events: type × Σ arguments` these are the arguments of an event of another type, not the event.
Elements that lose more than 1 count as much. If an element loses a fraction, as under a measure that is not a
ratio of counts, all levels are listed.

The text of a document is its field `tokens` or `words`, a list of strings that are joined by blanks, or else
`text` or `sentence`. An element's place in it is given by `start` and `end`, or by any fields that are two
integers. They are half-open offsets of words if there are words, and of characters if not. Around an element
without offsets, or with offsets outside the text, the whole text is shown, if it is short.

Open are pairs of values that no judgement has decided. Fillers of a role are open if they have no partner in
templates with a partner, or in documents without templates. Places are open if two items without a partner
agree in everything else. Examples are the heads of two relations of one type and one tail.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from nerkit.algebra.formula import Explained, explained
from nerkit.algebra.levels import RecordError
from nerkit.algebra.similarity import Similarity
from nerkit.algebra.toml import Formula
from nerkit.algorithms.columns import NONE, BoolArray, Column, FloatArray
from nerkit.algorithms.keys import join
from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import ITEM, Documents
from nerkit.results.errors import CORRECT, MISSED, SPURIOUS, Errors, Items, OpenPair
from nerkit.scorers.ie.document_text import DocumentText
from nerkit.scorers.ie.formulas import equal
from nerkit.scorers.ie.judged.fields import judged
from nerkit.scorers.ie.judged.items import Places
from nerkit.scorers.ie.judged.values import MARKS, PLACES, by_judgements
from nerkit.scorers.ie.levels import RecordCells, batch_level
from nerkit.scorers.ie.options import Options
from nerkit.scorers.ie.relations import errors as record_errors
from nerkit.scorers.ie.relations.errors import ItemsPairing
from nerkit.scorers.ie.shapes import locate
from nerkit.scorers.ie.templates import errors as template_errors
from nerkit.scorers.ie.templates import muc4_errors
from nerkit.scorers.ie.templates.muc4 import MucMetric
from nerkit.scorers.ie.views import PATH, RecordFormula
from nerkit.scorers.measure import computes
from nerkit.scorers.task import Measure, counted

Say = Callable[[Any, DocumentText | None], str]  # (element, the text of its document) -> how it is shown
PARTIAL = "partial"
KINDS = (CORRECT, PARTIAL, MISSED, SPURIOUS)
LABELS = ("type", "role", "label", "types")  # fields that say what an element is
TIE = 1e-9  # similarities this close are equal
TOP = -1  # above the outermost rows


def find(batch: Batch[Documents], measures: Sequence[Measure], options: Options) -> Errors:
    """Return the elements of all documents under the first of the measures as errors, pair by pair.

    Raises InputError for data without the shape that the formula needs.
    """
    formula = computes(counted(measures[:1]), Formula)[-1]
    try:
        errors = _of(batch, formula, options)
    except RecordError as error:
        locate(error, batch, formula)
        raise
    if isinstance(formula, RecordFormula) and formula.judged and errors.undecided is None:
        pairs = open_places if formula.by_field else open_pairs
        return replace(errors, undecided=partial(pairs, batch, formula, options))
    return errors


def _of(batch: Batch[Documents], formula: Formula, options: Options) -> Errors:
    """Return the elements of all documents under a formula as errors."""
    if not isinstance(formula, RecordFormula):
        level = batch_level(batch, formula.metric.empty(), options.limit)
        sides: Sequence[Sequence[Any]] = (batch.gold.values, batch.system.values)
    elif formula.of_fillers:
        return template_errors.find(batch, formula, options)
    elif formula.relaxed:
        return record_errors.find(batch, formula, options)
    elif isinstance(formula.metric, MucMetric):
        return muc4_errors.find(batch, formula, options)
    else:
        cells = RecordCells(batch, options)
        level, sides = cells.whole(formula), tuple(cells.sides(formula))
    own = isinstance(formula, RecordFormula)
    metric = formula.under(options) if isinstance(formula, RecordFormula) else judged(formula.metric, options)
    said = record_errors.said if own else as_json
    rows = explained(metric, batch.documents, level, formula.average)
    if not own:  # what two formulas both say is said once
        rows = list({(row.document, row.level, row.gold_path, row.system_path): row for row in rows}.values())
    return _explained(batch, sides, rows, said)


def as_json(element: Any, _: DocumentText | None) -> str:
    """Return an element as JSON text."""
    return json.dumps(element, ensure_ascii=False, default=str)


def _explained(
    batch: Batch[Documents], viewed: Sequence[Sequence[Any]], rows: Sequence[Explained], say: Say
) -> Errors:
    """Return the matched and unmatched elements of a formula at every level as errors.

    *viewed* are the documents of both sides as the formula saw them, and *say* writes an element.
    """
    place = {name: i for i, name in enumerate(batch.documents)}
    of_row, lost = [place[row.document] for row in rows], _lost(rows)
    counted = np.allclose(lost, np.rint(lost), atol=TIE)
    size = np.rint(lost).T if counted and np.any(lost > 1 + TIE) else (None, None)
    texts = [[DocumentText.of(value) for value in side.values] for side in (batch.gold, batch.system)]

    def items(side: int, elements: Sequence[tuple[str | None, Any]]) -> Items:
        """Return the items of a side, one per row: the path and the element."""
        corpus = (batch.gold, batch.system)[side]
        # where one side has no text of a document, the text of the other side is shown
        shown = [texts[side][each] or texts[1 - side][each] for each in of_row]
        paths = [
            path and _in_file(path, viewed[side][each])
            for (path, _), each in zip(elements, of_row, strict=True)
        ]

        def around(row: int) -> str | None:
            text = shown[row]
            return None if text is None else text.around(elements[row][1])

        return Items(
            Column.of(_label(element) for _, element in elements),
            text=lambda row: f"{paths[row]} {say(elements[row][1], shown[row])}",
            around=around,
            place=lambda row: corpus.place(of_row[row], paths[row] or ""),
            size=size[side],
        )

    gold, system = np.where(_paired(rows).T, np.arange(len(rows)), NONE)
    return Errors(
        batch.documents,
        np.array(of_row, np.int64),
        KINDS,
        np.array([KINDS.index(_kind(row)) for row in rows], np.int64),
        gold,
        system,
        (
            items(0, [(row.gold_path, row.gold) for row in rows]),
            items(1, [(row.system_path, row.system) for row in rows]),
        ),
        agreeing=(lambda _: np.all(lost <= TIE, axis=1)) if counted else None,
    )


def _lost(rows: Sequence[Explained]) -> FloatArray:
    """Return the losses of the gold item and of the system item of each row, shape (rows, 2). A row has 0 if
    its loss is the sum of the rows inside it, or part of another row.
    """
    at = {
        (row.document, side, path): number
        for number, row in enumerate(rows)
        for side, path in enumerate((row.gold_path, row.system_path))
        if path is not None
    }
    similarity = np.array([row.similarity for row in rows]).reshape(-1, 1)
    loss = np.array([row.owns for row in rows]).reshape(-1, 2) - similarity
    loss = np.where(_paired(rows), loss, 0.0)
    below: dict[int, list[int]] = {}
    for number, row in enumerate(rows):
        below.setdefault(_around(row, at), []).append(number)
    lost = np.zeros_like(loss)
    waiting = below.pop(TOP, [])
    while waiting:
        number = waiting.pop()
        inner = below.get(number, [])
        if inner and np.allclose(loss[inner].sum(axis=0), loss[number], atol=TIE):
            waiting += inner
        else:
            lost[number] = loss[number]
    return lost


def _paired(rows: Sequence[Explained]) -> BoolArray:
    """Return whether each row has a gold element, and whether it has a system element, shape (rows, 2)."""
    paired = [(row.gold_path is not None, row.system_path is not None) for row in rows]
    return np.array(paired, bool).reshape(-1, 2)


def _around(row: Explained, at: dict[tuple[str, int, str], int]) -> int:
    """Return the row of the nearest element around the elements of a row; TOP for outermost elements."""
    for side, path in enumerate((row.gold_path, row.system_path)):
        ends = [place for place, character in enumerate(path or "") if character in ".["]
        for end in reversed(ends):
            above = at.get((row.document, side, (path or "")[:end]))
            if above is not None:
                return above
    return TOP


def _in_file(path: str, document: Any) -> str:
    """Return the path of an element in its file, from the path in the document that a formula saw."""
    place = ITEM.match(path)
    if place is None or not isinstance(document, dict):
        return path
    listed = document.get(place[1])
    item = listed[int(place[2])] if listed else None
    own = item.get(PATH) if isinstance(item, dict) else None
    return path if own is None else own + path[place.end() :]


def _kind(row: Explained) -> str:
    if row.gold_path is None or row.system_path is None:
        return SPURIOUS if row.gold_path is None else MISSED
    return PARTIAL if row.similarity < row.own - TIE else CORRECT


def _label(element: Any) -> str | None:
    if not isinstance(element, dict):
        return None
    return next((element[name] for name in LABELS if isinstance(element.get(name), str)), None)


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
