"""The mistakes of fillers of roles and of templates: one condition that failed, for each wrong filler.

    correct            the right role of the right template, and similar mentions
    partial            similar in part (phi3, phi4)
    span               the role and the template are right, and a word is common
    role               the template and the mentions are right
    template           the role and the mentions are right
    duplicate          the same as a filler of gold that has its partner already
    type               of templates: fillers agree, and the type is another one
    missed, spurious   nothing above explains it

Each class leaves out one factor of the formula, role × template × mentions, and matches what is left over one
to one; classes are looked for in this order, duplicates before all others (Das et al. 2022, Automatic error
analysis for document-level information extraction, ACL, whose classes these are). Templates are aligned as
the measure aligns them; those that agree in nothing but their type are aligned then, those whose fillers
agree at last. Fillers below templates of another type are never in the right template. Templates are listed
beside their fillers, and are no items that the measure counts.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algebra.normalizers import where
from nerkit.algebra.operators import field, same
from nerkit.algebra.sets import match_sets
from nerkit.algebra.similarity import Similarity, SparsePairs
from nerkit.algorithms.columns import NONE, BoolArray, Column, IntArray
from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import Documents
from nerkit.results.mistakes import CORRECT, MISSED, SPURIOUS, Items, Mistakes
from nerkit.scorers.ie.judged.values import decided
from nerkit.scorers.ie.levels import RecordCells
from nerkit.scorers.ie.options import Options
from nerkit.scorers.ie.relations.mistakes import said
from nerkit.scorers.ie.templates.measures import SIMILAR_MENTIONS, TYPE, entities, multisets
from nerkit.scorers.ie.views import PATH, Body, RecordFormula, listed

PARTIAL, DUPLICATE, SPAN, ROLE, TEMPLATE, OF_TYPE = "partial", "duplicate", "span", "role", "template", "type"
KINDS = (CORRECT, PARTIAL, DUPLICATE, SPAN, ROLE, TEMPLATE, OF_TYPE, MISSED, SPURIOUS)
TIE = 1e-9  # similarities this close are equal
WORDS = field("words", where(match_sets(same), above=0))  # a word in common


class _Found(NamedTuple):
    """Pairs of rows of both sides of a class; -1 where there is no partner."""

    kind: str
    gold: IntArray
    system: IntArray


def find(batch: Batch[Documents], formula: RecordFormula, options: Options) -> Mistakes:
    """The fillers of all documents under a measure, pair by pair, and their templates."""
    sides = RecordCells(batch, options).sides(formula)
    bodies = [*sides.gold, *sides.system]
    mentions = (
        SIMILAR_MENTIONS[options.mention_similarity] if formula.variants else SIMILAR_MENTIONS["subset"]
    )
    fillers, templates = _rows(bodies, formula)
    pairing = _Pairing(len(sides.gold), templates, fillers)
    if templates.items:
        pairing.align(mentions)
    pairing.classify(mentions)
    return pairing.mistakes(batch)


class _ItemTable(NamedTuple):
    """Items of both sides, gold first: the document of each, and the template that a filler is in."""

    items: list[Body]
    document: IntArray
    template: IntArray
    split: int


def _rows(bodies: Sequence[Body], formula: RecordFormula) -> tuple[_ItemTable, _ItemTable]:
    """The fillers and the templates of documents, gold's before the system's."""
    half = len(bodies) // 2
    templates: list[tuple[int, Body]] = []
    fillers: list[tuple[int, int, Body]] = []
    splits = (0, 0)
    for place, body in enumerate(bodies):
        if place == half:
            splits = len(fillers), len(templates)
        for template in listed(body, "templates"):
            fillers += [(place % half, len(templates), each) for each in template["fillers"]]
            templates.append((place % half, template))
        if formula.lists == ("fillers",):
            fillers += [(place % half, NONE, each) for each in listed(body, "fillers")]
    documents, inside, items = zip(*fillers, strict=True) if fillers else ((), (), ())
    of, wholes = zip(*templates, strict=True) if templates else ((), ())
    return (
        _ItemTable([_worded(each) for each in items], _integers(documents), _integers(inside), splits[0]),
        _ItemTable(list(wholes), _integers(of), _integers([NONE] * len(of)), splits[1]),
    )


def _worded(filler: Body) -> Body:
    """A filler with the words of its mentions."""
    return {**filler, "words": sorted({word for mention in filler["mentions"] for word in mention.split()})}


def _integers(values: Sequence[int]) -> IntArray:
    return np.array(values, np.int64)


class _Pairing:
    """Fillers and templates, and the pairs that are made of them."""

    def __init__(self, documents: int, templates: _ItemTable, fillers: _ItemTable) -> None:
        self.documents, self.templates, self.fillers = documents, templates, fillers
        self.of_templates: list[_Found] = []
        self.of_fillers: list[_Found] = []
        self.place = fillers.document * 0  # what a filler has in common with those of the aligned template
        self.beside = self.place  # the same, templates of another type among them
        self.free = np.ones(len(fillers.items), bool)

    def align(self, mentions: Similarity) -> None:
        """Pair templates, and give the fillers of a pair a place of their own."""
        free = np.ones(len(self.templates.items), bool)
        inside = field("fillers", entities(mentions))
        alike = field("fillers", multisets(where(field("mentions", mentions), above=0)))
        partner = np.arange(len(free))
        beside = partner.copy()
        for kind, guide in ((CORRECT, TYPE * inside), (CORRECT, TYPE + TYPE * alike), (OF_TYPE, inside)):
            gold, system, _ = _matched(self.templates, free, guide)
            free[gold] = free[system] = False
            self.of_templates.append(_Found(kind, gold, system))
            beside[system] = gold
            if kind == CORRECT:
                partner[system] = gold
        self.of_templates += _alone(self.templates, free)
        self.place, self.beside = partner[self.fillers.template], beside[self.fillers.template]

    def classify(self, mentions: Similarity) -> None:
        """Pair fillers class by class."""
        agree = decided(field("mentions", mentions))
        placed, role = field("place", same), field("role", same)
        gold, system, value = self._take(placed * role * agree)
        own = np.maximum(*(agree.own(self._level())[rows] for rows in (gold, system)))
        partial = value < own - TIE
        self.of_fillers.append(_Found(CORRECT, gold[~partial], system[~partial]))
        self.of_fillers.append(_Found(PARTIAL, gold[partial], system[partial]))
        self._duplicates(placed * role * where(agree, above=0), gold)
        for kind, relaxed in (
            (SPAN, placed * role * WORDS),
            (ROLE, placed * agree),
            (TEMPLATE, field("beside", same) * role * agree),
            (TEMPLATE, role * agree),
        ):
            gold, system, _ = self._take(relaxed)
            self.of_fillers.append(_Found(kind, gold, system))
        self.of_fillers += _alone(self.fillers, self.free)

    def _level(self) -> Level:
        """All fillers as rows."""
        return Level(self._items(), self.fillers.split)

    def _items(self) -> list[Body]:
        return [
            {**each, "place": place, "beside": beside}
            for each, place, beside in zip(
                self.fillers.items, self.place.tolist(), self.beside.tolist(), strict=True
            )
        ]

    def _take(self, similarity: Similarity) -> tuple[IntArray, IntArray, Any]:
        """The pairs of a matching of the fillers that are left, which are no longer free then."""
        table = self.fillers._replace(items=self._items())
        gold, system, value = _matched(table, self.free, similarity)
        self.free[gold] = self.free[system] = False
        return gold, system, value

    def _duplicates(self, similarity: Similarity, taken: IntArray) -> None:
        """Take the system's free fillers that match a filler of gold which has its partner already."""
        side = np.zeros(len(self.fillers.items), bool)
        side[taken] = True
        side[self.fillers.split :] = self.free[self.fillers.split :]
        table = self.fillers._replace(items=self._items())
        _, system, _ = _matched(table, side, similarity, "N:1")
        self.free[system] = False
        self.of_fillers.append(_Found(DUPLICATE, np.full(len(system), NONE), system))

    def mistakes(self, batch: Batch[Documents]) -> Mistakes:
        """All pairs, document by document, templates before fillers."""
        tables = self.templates, self.fillers
        begins = 0, len(self.templates.items)
        items = [*self.templates.items, *self.fillers.items]
        document = np.concatenate([table.document for table in tables])
        kinds, gold, system = [], [], []
        for first, listed_pairs in zip(begins, (self.of_templates, self.of_fillers), strict=True):
            for pairs in listed_pairs:
                kinds.append(np.full(len(pairs.gold), KINDS.index(pairs.kind)))
                gold.append(np.where(pairs.gold == NONE, NONE, pairs.gold + first))
                system.append(np.where(pairs.system == NONE, NONE, pairs.system + first))
        kind, left, right = (np.concatenate([_integers([]), *parts]) for parts in (kinds, gold, system))
        placed = np.where(left == NONE, right, left)
        order = np.lexsort((placed, placed >= begins[1], left == NONE, document[placed]))
        counts_nothing = placed[order] < begins[1]
        labels = Column.of(str(each.get("type", each.get("role"))) for each in items)
        return Mistakes(
            batch.documents,
            document[placed][order],
            KINDS,
            kind[order],
            left[order],
            right[order],
            (
                _items_of(items, labels, document, batch.gold),
                _items_of(items, labels, document, batch.system),
            ),
            agreeing=lambda _: counts_nothing,
        )


def _items_of(items: Sequence[Body], labels: Column, document: IntArray, corpus: Documents) -> Items:
    """Templates and fillers as items, of which a side has some."""
    return Items(
        labels,
        text=lambda row: f"{items[row].get(PATH)} {said(items[row], None)}",
        place=lambda row: corpus.place(int(document[row])),
    )


def _alone(table: _ItemTable, free: BoolArray) -> list[_Found]:
    """The rows without a partner."""
    rows = np.flatnonzero(free)
    gold, system = rows[rows < table.split], rows[rows >= table.split]
    nothing = np.full(len(gold), NONE), np.full(len(system), NONE)
    return [_Found(MISSED, gold, nothing[0]), _Found(SPURIOUS, nothing[1], system)]


def _matched(
    table: _ItemTable, free: BoolArray, similarity: Similarity, constraint: str = "1:1"
) -> tuple[IntArray, IntArray, Any]:
    """The pairs of rows of the best matching of the free rows of each document, and their similarities."""
    rows = np.flatnonzero(free)
    by_document: list[list[int]] = [[] for _ in range(2 * (int(table.document.max(initial=-1)) + 1))]
    half = len(by_document) // 2
    for row in rows.tolist():
        by_document[int(table.document[row]) + half * (row >= table.split)].append(row)
    level = Level([[table.items[row] for row in listed_rows] for listed_rows in by_document], half)
    matching = match_sets(similarity, constraint, duplicates="multiset")
    pairs: SparsePairs = matching.pairs(level, np.tile(np.arange(half), 2))
    order = np.array(list(chain.from_iterable(by_document)), np.int64)
    (matched,) = pairs.inner
    chosen = matched.pairs
    return order[chosen.gold], order[chosen.system], chosen.value
