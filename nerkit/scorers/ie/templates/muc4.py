"""MUC-4's scoring of 1992: templates and fills are taken one after another, each with an outcome.

    COR   a fill that agrees                   PAR   one that agrees in part, worth half
    INC   a fill in the place of one of gold   SPU   one without any of the gold side in its place
    MIS   a fill of gold without any           POS = COR + PAR + INC + MIS    ACT = COR + PAR + INC + SPU

recall (COR + PAR/2) / POS, precision (COR + PAR/2) / ACT, overgeneration SPU / ACT, undergeneration
MIS / POS, fallout (INC + SPU) / possible incorrect.

Fallout is of slots that are filled from a list alone. In a pair of templates, or one without partner, a slot
whose list has n fills has n possible incorrect fills if gold has none. It has n - 1 for each gold fill: n
max(POS, 1) - POS.

Two fills of a slot agree, 1, if they share an alternative and a tag. They agree in part, 1/2, if only the
tags differ, or if the system fill is more general: ½ general + ½ values × tags (`fills`). In a pair of
templates fills that agree are taken first, in gold's order. Then come fills that agree in part or were
judged, in the system's order. The remaining fills of a slot are incorrect as far as both sides have some, and
spurious or missing beyond. Optional fills of the gold side are never missing.

Templates are taken in the order of their recall in whole percent; equals in gold order. Their incident types
must agree at least in part. So must some fill in a restricting slot, unless neither template has one; there a
common word is enough for strings.

An example: gold has DEATH and INJURY in a slot, the system DEATH, DESTROYED and NO DEATH. DEATH agrees.
INJURY is incorrect, because one system fill replaces it. One fill is spurious. COR 1, INC 1, SPU 1, POS 2,
ACT 3.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algebra.normalizers import where
from nerkit.algebra.operators import field, record, same, times
from nerkit.algebra.parts import weighted
from nerkit.algebra.sets import match_sets
from nerkit.algebra.similarity import Metric, Similarity, SparsePairs
from nerkit.algorithms.columns import NONE, FloatArray, IntArray, Vocabulary
from nerkit.algorithms.greedy import greedy_matching
from nerkit.algorithms.keys import combine, contained, distinct, expand
from nerkit.corpora.muc_slots import INCIDENT_TYPE, MUC_SLOTS
from nerkit.results.counts import ALL, Headline, Label, Part
from nerkit.scorers.ie.judged.values import decided, judged_pairs
from nerkit.scorers.ie.templates.muc4_views import slot_of

SHARED = where(match_sets(same), above=0)  # an alternative in common


def fills(partial: float) -> Similarity:
    """Return the similarity of two fills of a slot; *partial* is the credit of a fill that agrees in part."""
    right = times(field("values", SHARED), field("tags", SHARED))
    credit = weighted(field("general", SHARED), partial) + weighted(right, 1 - partial)
    return decided(times(field("slot", same), credit))


WORDS = record(slot=same, words=SHARED)
COLUMNS = ("credit", "cor", "par", "inc", "icr", "ipa", "spu", "mis", "non", "possible_incorrect")
EXTRAS = COLUMNS[1:]
CREDIT, COR, PAR, INC, _, _, SPU, MIS, NON, _ = range(len(COLUMNS))
MATCHED, MISSING, SPURIOUS = "matched", "missing", "spurious"
STATUSES = (MATCHED, MISSING, SPURIOUS)
CERTAIN = 1 - 1e-9  # a credit above it is 1
LOST = 1e-9  # of a percentage, by rounding of sums
CHUNK = 1 << 13  # pairs of templates whose fills are looked at together


@dataclass(frozen=True, eq=False, repr=False)
class MucMetric(Metric):
    """The scoring of MUC-4, with the settings in which its variants differ.

    partial    the credit of a fill that agrees in part
    statuses   which templates count: matched, missing, spurious templates
    kinds      the kinds of slots that count; all kinds if empty
    counted    `fills`, `templates`, or a share (`spu` of ACT, `mis` of POS, `fallout`)
    """

    partial: float = 0.5
    statuses: Sequence[str] = STATUSES
    kinds: Sequence[str] = ()
    counted: str = "fills"

    def text(self, name: str = "") -> str:
        """Return the formula as text, over templates and their fills."""
        inner = f"fills[1:1, first come]({fills(self.partial)})"
        of = {"spu": "SPU of ", "mis": "MIS of ", "fallout": "fallout of "}.get(self.counted, "F1 of ")
        inside = "" if self.counted == "templates" else f" × {inner}"
        return f"{of}templates[1:1, highest recall first](admissible{inside})"

    def empty(self) -> Any:
        return {"templates": []}

    def parts(self, level: Level, name: str, *, slots: bool) -> list[Part]:
        """Return the count rows of documents, or of the slots of documents."""
        outcomes = level.once(("muc4", self.partial), lambda: MucOutcomes(level, self.partial))
        if self.counted == "templates":
            return [] if slots else [self._part(name, np.arange(level.border), outcomes.of_templates)]
        kinds = np.array(
            [not self.kinds or slot_of(slot).kind in self.kinds for slot in outcomes.slots], bool
        )
        statuses = np.array([status in self.statuses for status in STATUSES])
        used = statuses[outcomes.status] & kinds[outcomes.slot]
        document, slot, numbers = outcomes.document[used], outcomes.slot[used], outcomes.numbers[:, used]
        if not slots:
            return [self._part(name, np.arange(level.border), _sums(document, numbers, level.border))]
        cells, place = np.unique(document * len(outcomes.slots) + slot, return_inverse=True)
        part = self._part(name, cells // len(outcomes.slots), _sums(place, numbers, len(cells)))
        held, label = np.unique(cells % len(outcomes.slots), return_inverse=True)
        labels: list[Label] = [(("slot", outcomes.slots[code]),) for code in held.tolist()]
        return [replace(part, labels=labels, label=label)]

    def _part(self, name: str, document: IntArray, sums: FloatArray) -> Part:
        """Return one count row per document from sums of outcomes, shape (columns, documents)."""
        credit, cor, par, inc, _, _, spu, mis, _, wrong = sums
        actual, possible = cor + par + inc + spu, cor + par + inc + mis
        numbers = {
            "spu": (spu, actual, spu, actual),
            "mis": (mis, possible, mis, possible),
            "fallout": (inc + spu, wrong, inc + spu, wrong),
        }.get(self.counted, (credit, actual, credit, possible))
        extras = EXTRAS if self.counted in ("fills", "templates") else ()
        table = np.stack([*numbers, *(sums[1:] if extras else ())], axis=1)
        headline = Headline(lacks=("slot",)) if self.counted == "templates" else None
        return Part(name, document, [ALL], np.zeros(len(document), np.int64), table, extras, headline)


def _sums(group: IntArray, columns: Any, size: int) -> FloatArray:
    """Return the sum of each column over the rows of each group, shape (columns, size)."""
    return np.stack([np.bincount(group, column, size).astype(float) for column in columns])


class MucOutcomes:
    """The outcomes of all fills of a level of documents, counted by document, status and slot.

    count                    the number of templates
    of                       the document of each template
    slot_of_fill, optional   the slot of each fill, and whether the fill is optional
    slots, sizes             the name of each slot, and the number of fills in its list; 0 without a list
    required, spare          the numbers of required and of optional fills of each template in each slot. The
                             last row is 0, so that NONE is a template without fills
    gold, system             aligned templates, then missing and spurious templates with NONE as partner
    taken                    the pairs of fills that the aligned templates take
    document, status, slot   the document, status (matched, missing, spurious) and slot of each cell
    numbers                  the sums of outcomes, shape (columns, cells)
    of_templates             the numbers of whole templates, shape (columns, documents)
    """

    def __init__(self, level: Level, partial: float) -> None:
        self.templates = level.field("templates").elements()
        self.fills = self.templates.field("fills").elements()
        self.count = len(self.templates)
        self.of = self.templates.parent % max(level.border, 1)
        names = Vocabulary({name: place for place, name in enumerate(MUC_SLOTS)})
        self.slot_of_fill = names.codes(self.fills.field("slot").values)
        self.slots = list(names)
        self.sizes = np.array([MUC_SLOTS[name].size if name in MUC_SLOTS else 0 for name in self.slots])
        self.optional = np.array(self.fills.field("optional").values, bool)
        cells = self.fills.parent * len(self.slots) + self.slot_of_fill
        table = _sums(cells, (~self.optional, self.optional), (self.count + 1) * len(self.slots))
        self.required, self.spare = table.reshape(2, -1, len(self.slots))
        block = self.of[self.fills.parent]
        pairs = fills(partial).pairs(self.fills, block)
        order = np.argsort(self._keys(pairs), kind="stable")
        self.pairs = pairs.take(order)
        self.keys = self._keys(self.pairs)  # the pair of templates of each pair of fills that agree
        width = max(len(self.fills), 1)
        self.judged = contained(self.pairs.keys(width), np.sort(judged_pairs(self.fills, block).keys(width)))
        self._align()
        status = np.where(self.system == NONE, 1, np.where(self.gold == NONE, 2, 0))
        group = self.of[np.where(self.gold == NONE, self.system, self.gold)] * len(STATUSES) + status
        self.taken, outcomes = self._outcomes(self.gold, self.system)
        cells = (group[:, None] * len(self.slots) + np.arange(len(self.slots))).reshape(-1)
        columns = outcomes.reshape(len(COLUMNS), -1)
        used = columns.any(axis=0)
        cells, place = np.unique(cells[used], return_inverse=True)
        above, self.slot = np.divmod(cells, len(self.slots))
        self.document, self.status = np.divmod(above, len(STATUSES))
        self.numbers = _sums(place, columns[:, used], len(cells))
        numbers = np.bincount(group, minlength=level.border * len(STATUSES)).reshape(-1, len(STATUSES)).T
        self.of_templates = np.zeros((len(COLUMNS), level.border))
        self.of_templates[[COR, MIS, SPU]], self.of_templates[CREDIT] = numbers, numbers[0]
        self.of_templates[NON] = np.bincount(self.of, minlength=level.border) == 0

    def _keys(self, pairs: SparsePairs) -> IntArray:
        """The pair of templates of each pair of fills, as one integer per pair."""
        return self.fills.parent[pairs.gold] * (self.count + 1) + self.fills.parent[pairs.system]

    def _align(self) -> None:
        """Align the templates, the highest recall first, and list the templates without a partner."""
        gold, system = self._admissible()
        recall = np.zeros(len(gold), np.int64)
        for first in range(0, len(gold), CHUNK):
            part = slice(first, first + CHUNK)
            table = self._outcomes(gold[part], system[part])[1].sum(axis=2)
            recall[part] = percent(table[CREDIT], table[COR] + table[PAR] + table[INC] + table[MIS])
        taken = greedy_matching(gold, system, np.lexsort((system, gold, -recall)))
        gold, system = gold[taken], system[taken]
        alone = ~np.isin(np.arange(self.count), (gold, system))
        optional = np.array(self.templates.field("optional").values, bool)
        of_gold = np.arange(self.count) < self.templates.border
        missing, spurious = np.flatnonzero(alone & of_gold & ~optional), np.flatnonzero(alone & ~of_gold)
        self.gold = np.concatenate([gold, missing, np.full(len(spurious), NONE)])
        self.system = np.concatenate([system, np.full(len(missing), NONE), spurious])

    def _admissible(self) -> tuple[IntArray, IntArray]:
        """Return the pairs of templates that may be aligned, gold templates in order."""
        of_type = self.slot_of_fill[self.pairs.gold] == self.slots.index(INCIDENT_TYPE)
        typed = distinct(self.keys[of_type])
        restricting = np.array(self.fills.field("restricting").values, bool)
        words = WORDS.pairs(self.fills, self.of[self.fills.parent])
        near = np.concatenate([self.keys[restricting[self.pairs.gold]], self._keys(words)])
        holding = np.zeros(self.count, bool)
        holding[self.fills.parent[restricting]] = True
        gold, system = np.divmod(typed, self.count + 1)
        allowed = contained(typed, distinct(near)) | ~(holding[gold] | holding[system])
        return gold[allowed], system[allowed]

    def _outcomes(self, gold: IntArray, system: IntArray) -> tuple[SparsePairs, FloatArray]:
        """Return the pairs of fills that pairs of templates take, and the counts of outcomes by slot, shape
        (columns, pairs, slots). A template without a partner makes a pair with NONE.
        """
        keys = gold * (self.count + 1) + system
        outer, candidates = expand(
            np.searchsorted(self.keys, keys), np.searchsorted(self.keys, keys, "right")
        )
        pairs, judged = self.pairs.take(candidates), self.judged[candidates]
        certain = (pairs.value > CERTAIN) & ~judged
        own, other = np.where(certain, (pairs.system, pairs.gold), (pairs.gold, pairs.system))
        order = np.lexsort((own, np.where(certain, 0, -pairs.value), other, ~certain))
        chosen = greedy_matching(combine(outer, pairs.gold), combine(outer, pairs.system), order)
        pairs, outer, judged = pairs.take(chosen), outer[chosen], judged[chosen]
        cell, right = outer * len(self.slots) + self.slot_of_fill[pairs.gold], pairs.value > CERTAIN
        columns = (pairs.value, right, ~right, right & judged, ~right & judged, self.optional[pairs.gold])
        table = _sums(cell, columns, len(gold) * len(self.slots))
        credit, cor, par, icr, ipa, spared = table.reshape(len(columns), len(gold), len(self.slots))
        taken = cor + par
        required, spare = self.required[gold] - (taken - spared), self.spare[gold] - spared
        actual = self.required[system] - taken
        inc = np.minimum(required + spare, actual)
        mis = np.maximum(required - inc, 0)
        possible = taken + inc + mis
        slots = np.array(self.templates.field("slots").values, np.int64)
        there = np.arange(len(self.slots)) < slots[np.where(gold == NONE, system, gold), None]
        non = there & (spare <= 1) & (taken + actual == 0) & (required == 0)  # empty on both sides
        wrong = possible_incorrect(self.sizes, possible) * (there | (possible + actual + taken > 0))
        return pairs, np.stack([credit, cor, par, inc, icr, ipa, actual - inc, mis, non, wrong])


def possible_incorrect(sizes: IntArray, possible: FloatArray) -> FloatArray:
    """Return the number of possible incorrect fills for lists of these sizes, if gold has *possible* fills; 0
    without a list.

    >>> possible_incorrect(np.array([3, 3, 3, 0]), np.array([0.0, 1.0, 2.0, 1.0])).tolist()
    [3.0, 2.0, 4.0, 0.0]
    """
    wrong: FloatArray = np.where(sizes > 0, sizes * np.maximum(possible, 1) - possible, 0)
    return wrong


def percent(numerator: FloatArray, denominator: FloatArray) -> IntArray:
    """Return whole percents, rounded as in the scorer of MUC-4: digits after the first decimal are cut, and
    .5 goes to the even neighbour.

    The percent is 0 if the denominator is 0.

    >>> percent(np.array([889 + 71.5, 5.0, 15.0]), np.array([1661.0, 200.0, 1000.0])).tolist()
    [58, 2, 2]
    """
    whole = np.where(denominator > 0, denominator, 1)
    tenths = np.floor(1000 * numerator / whole + LOST).astype(np.int64)
    percents, rest = np.divmod(np.where(denominator > 0, tenths, 0), 10)
    rounded: IntArray = percents + ((rest > 5) | ((rest == 5) & (percents % 2 == 1)))
    return rounded
