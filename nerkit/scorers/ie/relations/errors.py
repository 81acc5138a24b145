"""The errors of relations, triggers and arguments: one condition that failed, for each wrong item.

    correct            agrees in all fields that the measure compares, or was judged to
    partial            was judged to agree in part
    label              another type or role; all else agrees
    event label        an argument of an event of another type
    trigger value      an argument of another event of its type (the -attached measures)
    entity label       an end has another type (relation-strict)
    direction          the ends are exchanged
    material value     one entity of a SciREX relation is wrong (also metric, task, method value)
    boundary           spans overlap instead of being equal; all else agrees
    missed, spurious   nothing above explains it

Classes are looked for in the measure's order, each item in one pair at most. Items are not listed if they
repeat another item in all compared fields. An item's label is the label of `--by label`; its text is its
place in its document and its content, `events[0].arguments[1] Oxford: Place of Leave (left)`.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algebra.similarity import Similarity
from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import LARGEST, NONE, Column, IntArray
from nerkit.algorithms.keys import combine, contained, expand, first_of_each, join, ranked
from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import Documents
from nerkit.results.errors import CORRECT, MISSED, SPURIOUS, Errors
from nerkit.scorers.ie.document_text import DocumentText
from nerkit.scorers.ie.formulas import equal
from nerkit.scorers.ie.item_pairing import RecordPairing
from nerkit.scorers.ie.judged.values import by_judgements
from nerkit.scorers.ie.levels import RecordCells
from nerkit.scorers.ie.options import Options
from nerkit.scorers.ie.views import PATH, NearMiss, RecordFormula

Body = dict[str, Any]
PARTIAL = "partial"
CROWDED = 250_000  # pairs of rows that agree in a key, above which not all of them are looked at
NEAREST = 16  # rows of the system before and behind one of gold that are looked at then
CERTAIN = 1 - 1e-9  # a similarity above it is 1


def find(batch: Batch[Documents], formula: RecordFormula, options: Options) -> Errors:
    """Return the items of all documents under a measure as errors, pair by pair."""
    pairing = ItemsPairing(batch, formula, RecordCells(batch, options))
    if formula.by_field and options.judgements is not None:
        pairing.take_judged()
    else:
        equal_fields = tuple(name for name in formula.fields if name not in formula.near)
        pairing.take(*pairing.relaxed(NearMiss(CORRECT, equal_fields, formula.near)), CORRECT)
    for relaxed in formula.relaxed:
        pairing.take(*pairing.relaxed(relaxed), relaxed.kind)
    pairing.alone()
    return pairing.listed_in(batch)


class ItemsPairing(RecordPairing):
    """The items of both sides as rows. If rows of a side agree in all fields, only the first row can be
    paired.
    """

    def __init__(self, batch: Batch[Documents], formula: RecordFormula, cells: RecordCells) -> None:
        self.formula, self.name = formula, formula.lists[0]
        items = cells.items(formula)
        sizes = np.array([len(each) for each in items], np.int64)
        self.items: list[Body] = list(chain.from_iterable(items))
        document = np.repeat(np.arange(len(items)) % max(len(batch.documents), 1), sizes)
        self.place = [number for each in items for number in range(len(each))]
        split = int(sizes[: len(batch.documents)].sum())
        self.level = Level(self.items, split)
        in_part = [] if cells.options.judgements is None else [PARTIAL]
        kinds = [CORRECT, *in_part, *(each.kind for each in formula.relaxed), MISSED, SPURIOUS]
        super().__init__(kinds, split, {"document": document}, np.zeros(len(document), bool))
        side = (np.arange(len(document)) >= split).astype(np.int64)
        self.free[first_of_each(combine(side, self.agreeing(formula.fields)))] = True

    def agreeing(self, fields: Sequence[str]) -> IntArray:
        """Return one integer for each row, equal for rows with equal document and fields."""
        return combine(self.columns["document"], *(self.level.field(name).codes for name in fields))

    def take_judged(self) -> None:
        """Pair the rows that agree best, with the credits of judged fields."""
        similar: Similarity = by_judgements(equal(self.formula.fields))
        pairs = similar.pairs(self.level, np.where(self.free, self.columns["document"], NONE))
        pairs = pairs.take(best_matching(pairs.gold, pairs.system, pairs.value))
        right = pairs.value > CERTAIN
        for kind, which in ((CORRECT, right), (PARTIAL, ~right)):
            self.take(pairs.gold[which], pairs.system[which], kind)

    def relaxed(self, relaxed: NearMiss) -> tuple[IntArray, IntArray]:
        """Return the pairs of a class of errors."""
        if relaxed.near:
            return self._near(relaxed)
        key = self.agreeing(relaxed.equal)
        return self.equal(self._turned(key, relaxed.turned) if relaxed.turned else key)

    def _turned(self, key: IntArray, names: Sequence[str]) -> IntArray:
        """Return a key from two fields that are exchanged in the system's rows, so that relations with
        exchanged ends get equal keys.
        """
        one, other = (self.level.field(name).values for name in names)
        codes = np.split(Level([*one, *other], 0).codes, 2)  # codes that mean the same in both fields
        straight, crossed = combine(
            np.concatenate([key, key]), np.concatenate(codes), np.concatenate(codes[::-1])
        ).reshape(2, -1)
        return np.append(straight[: self.split], crossed[self.split :])

    def _near(self, relaxed: NearMiss) -> tuple[IntArray, IntArray]:
        """Return pairs of unpaired rows whose spans overlap, the nearest first."""
        gold, system = self.sides()
        key = self.agreeing(relaxed.equal)
        first = self._ends(relaxed.near[0])[0]
        left, right = _pairs(key[gold], key[system], (first[gold], first[system]))
        share = np.ones(len(left))
        for name in relaxed.near:
            start, end = self._ends(name)
            i, j = gold[left], system[right]
            common = np.minimum(end[i], end[j]) - np.maximum(start[i], start[j])
            whole = np.maximum(end[i], end[j]) - np.minimum(start[i], start[j])
            share *= np.clip(common, 0, None) / np.maximum(whole, 1)
        near = share > 0
        left, right, share = left[near], right[near], share[near]
        if relaxed.kind == CORRECT:  # as many pairs as can be
            share = 1 + share / (1 + len(share))
        chosen = best_matching(left, right, share)
        return gold[left[chosen]], system[right[chosen]]

    def _ends(self, name: str) -> tuple[IntArray, IntArray]:
        """Return the first and the last offset of a field for all rows; 0 and 0 for a value that is not a
        span.
        """
        spans = [_outer(item.get(name)) for item in self.items]
        columns = np.array(spans, np.int64).reshape(-1, 2)
        return columns[:, 0], columns[:, 1]

    def listed_in(self, batch: Batch[Documents]) -> Errors:
        """Return all pairs, document by document, in the order of their items."""
        texts = [[DocumentText.of(body) for body in side.values] for side in (batch.gold, batch.system)]
        either = [a or b for a, b in zip(*texts, strict=True)]
        of_row = [either[document] for document in self.columns["document"].tolist()]
        items, label, place = self.items, self.formula.label, self._placed()
        ends = self._ends(place)
        whole = place != "" and bool((ends[1] > ends[0]).all())

        def path(row: int) -> str:
            return str(items[row].get(PATH) or f"{self.name}[{self.place[row]}]")

        def around(row: int) -> str | None:
            places = {name: value for name, value in items[row].items() if name not in NO_PLACES}
            text = of_row[row]
            return None if text is None else text.around(places)

        def parts(row: int) -> list[tuple[int, int]]:
            span: Any = items[row].get(place)
            torn = isinstance(span, list) and len(span) > 2 and all(type(each) is int for each in span)
            return list(zip(span[::2], span[1::2], strict=False)) if torn else []

        return self.listed(
            batch,
            Column.of(None if item.get(label) is None else str(item[label]) for item in items),
            lambda row: f"{path(row)} {said(items[row], of_row[row])}",
            path=path,
            around=around,
            ends=ends if whole else None,
            parts=parts if whole else None,
        )

    def _placed(self) -> str:
        """Return the field with the position of an item, `span` or `trigger`; empty for relations, which have
        two positions.
        """
        names = self.formula.fields or ("trigger",)
        return next((name for name in ("span", "trigger") if name in names), "")


def _pairs(gold: IntArray, system: IntArray, at: tuple[IntArray, IntArray]) -> tuple[IntArray, IntArray]:
    """Return the pairs of positions with equal keys. If a key has more than CROWDED pairs, return only its
    NEAREST pairs by the positions *at*.
    """
    known = np.sort(system)
    rank, distinct = ranked(gold)
    partners = np.searchsorted(known, gold, "right") - np.searchsorted(known, gold, "left")
    crowded = np.bincount(rank, partners, distinct)[rank] > CROWDED
    theirs = contained(system, gold[crowded])
    places = [np.flatnonzero(~crowded), np.flatnonzero(~theirs)]
    left, right = join(gold[places[0]], system[places[1]])
    left, right = places[0][left], places[1][right]
    if not crowded.any():
        return left, right
    ours, others = np.flatnonzero(crowded), np.flatnonzero(theirs)
    more = _nearest(gold[ours], system[others], (at[0][ours], at[1][others]))
    return np.append(left, ours[more[0]]), np.append(right, others[more[1]])


def _nearest(gold: IntArray, system: IntArray, at: tuple[IntArray, IntArray]) -> tuple[IntArray, IntArray]:
    """Return the pairs with equal keys that are among the NEAREST before and after each other."""
    order = np.lexsort((at[1], system))
    size = len(gold)
    merged = np.lexsort((np.repeat([0, 1], [size, len(system)]), np.append(*at), np.append(gold, system)))
    before = np.cumsum(merged >= size)  # how many of the system stand before each place
    place = np.empty(size, np.int64)
    place[merged[merged < size]] = before[merged < size]
    rows, behind = expand(np.maximum(place - NEAREST, 0), np.minimum(place + NEAREST, len(system)))
    others = order[behind]
    same = gold[rows] == system[others]
    return rows[same], others[same]


# fields of items that are no places, however they look
NO_PLACES = ("evidence", "attributes", "source", "target", "expression", "parts", "rest", PATH)


def _outer(span: Any) -> tuple[int, int]:
    ends = (span[0], span[-1]) if isinstance(span, list) and span else (0, 0)
    return ends if all(type(end) is int and abs(end) <= LARGEST for end in ends) else (0, 0)


def said(item: Any, text: DocumentText | None) -> str:
    """Return an item in words: a relation, an argument, an event, a template, a filler, a mention."""

    def words(span: Any) -> str:
        covered = text.covered(span) if text is not None else None
        return covered or str(span)

    if not isinstance(item, dict):
        return str(item)
    kind, role, arguments = item.get("type"), item.get("role"), item.get("arguments", ())
    names = item.get("names") or [each.get("name") for each in arguments]  # of entities of SciREX
    if item.get("parts"):
        made = " | ".join(map(str, item["parts"]))
    elif item.get("aspect"):
        made = str(item["aspect"])
    elif "expression" in item:
        parts = item.get("holder") or "-", item.get("about") or "-"
        made = f"{parts[0]} → {parts[1]}: {words(item['span']) if 'span' in item else '-'}"
    elif "name" in item:
        made = f"{item['name']}: {role or kind}"
    elif names and None not in names:
        made = " + ".join(names)
    elif "mentions" in item:
        made = f"{' = '.join(item['mentions'])}: {role}"
    elif "fillers" in item:
        made = f"{kind} ({', '.join(said(each, None) for each in item['fillers'])})"
    elif "head" in item and "tail" in item:
        sentence = f" (sentence {item['sentence']})" if "sentence" in item else ""
        made = f"{words(item['head'])} → {words(item['tail'])}: {kind}{sentence}"
    elif "role" in item:
        trigger = item.get("trigger")
        event = f" of {item.get('event')} ({item.get('event_id') if trigger is None else words(trigger)})"
        made = f"{words(item['span'])}: {role}{event if 'event' in item else ''}"
    else:
        listed = ", ".join(f"{each['role']}: {words(each['span'])}" for each in arguments)
        place = item["span"] if set(item) == {"type", "span"} else item.get("trigger")
        made = f"{words(place)}: {kind}{f' ({listed})' if listed else ''}"
    return made
