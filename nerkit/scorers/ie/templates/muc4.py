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
from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray, Vocabulary
from nerkit.algorithms.greedy import greedy_matching
from nerkit.algorithms.keys import combine, contained, distinct, expand
from nerkit.corpora.muc_slots import INCIDENT_TYPE, MUC_SLOTS
from nerkit.results.counts import ALL, Headline, Label, Part
from nerkit.scorers.ie.judged.values import decided, judged_pairs

SHARED = where(match_sets(same), above=0)  # an alternative in common


def fills(partial: float) -> Similarity:
    """Return the similarity of two fills of a slot; *partial* is the credit of a fill that agrees in part."""
    right = times(field("values", SHARED), field("tags", SHARED))
    credit = weighted(field("general", SHARED), partial) + weighted(right, 1 - partial)
    return decided(times(field("slot", same), credit))


WORDS = record(slot=same, words=SHARED)
COLUMNS = ("credit", "cor", "par", "inc", "icr", "ipa", "spu", "mis", "non", "possible_incorrect")
EXTRAS = COLUMNS[1:]
CREDIT, COR, PAR, INC, ICR, IPA, SPU, MIS, NON, WRONG = range(len(COLUMNS))
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
        tallies = level.once(("muc4", self.partial), lambda: Tallies(level, self.partial))
        if self.counted == "templates":
            return [] if slots else [self._part(name, np.arange(level.border), tallies.of_templates)]
        used = np.isin(tallies.status, [STATUSES.index(status) for status in self.statuses])
        if self.kinds:
            from nerkit.scorers.ie.templates.muc4_views import slot_of

            kinds = [slot_of(slot).kind in self.kinds for slot in tallies.slots]
            used &= np.array(kinds, bool)[tallies.slot]
        document, slot, numbers = tallies.document[used], tallies.slot[used], tallies.numbers[used]
        if not slots:
            return [self._part(name, np.arange(level.border), _sums(document, numbers, level.border))]
        cells, place = np.unique(document * len(tallies.slots) + slot, return_inverse=True)
        part = self._part(name, cells // len(tallies.slots), _sums(place, numbers, len(cells)))
        held, label = np.unique(cells % len(tallies.slots), return_inverse=True)
        labels: list[Label] = [(("slot", tallies.slots[code]),) for code in held.tolist()]
        return [replace(part, labels=labels, label=label)]

    def _part(self, name: str, document: IntArray, tallies: FloatArray) -> Part:
        scored = tallies[:, [CREDIT, COR, PAR, INC, SPU, MIS]].T
        credit, both = scored[0], scored[1] + scored[2] + scored[3]
        actual, possible = both + scored[4], both + scored[5]
        shares = {
            "spu": (scored[4], actual),
            "mis": (scored[5], possible),
            "fallout": (scored[3] + scored[4], tallies[:, WRONG]),
        }
        if self.counted in shares:
            numbers = np.stack([*shares[self.counted], *shares[self.counted]], axis=1)
        else:
            numbers = np.stack([credit, actual, credit, possible], axis=1)
        extras = EXTRAS if self.counted in ("fills", "templates") else ()
        numbers = np.concatenate([numbers, tallies[:, 1:]], axis=1) if extras else numbers
        headline = Headline(lacks=("slot",)) if self.counted == "templates" else None
        return Part(name, document, [ALL], np.zeros(len(document), np.int64), numbers, extras, headline)


def _sums(group: IntArray, numbers: FloatArray, size: int) -> FloatArray:
    """Return the sums of the rows of each group, shape (size, columns)."""
    sums = np.zeros((size, numbers.shape[1]))
    np.add.at(sums, group, numbers)
    return sums


class TemplatePairs:
    """Pairs of templates, and the pairs of fills that they take.

    gold, system   rows of the templates
    pairs          the pairs of fills that are taken
    outer, judged  the pair of templates of each pair of fills, and whether a judgement decided the pair
    """

    def __init__(self, side: "Fills", templates: tuple[IntArray, IntArray]) -> None:
        self.gold, self.system = templates
        keys = self.gold * max(side.count, 1) + self.system  # ascending, as those of the fills are
        ends = (np.searchsorted(side.keys, keys, which) for which in ("left", "right"))
        outer, candidates = expand(*ends)
        pairs, judged = side.pairs.take(candidates), side.judged[candidates]
        certain = (pairs.value > CERTAIN) & ~judged
        credit = np.where(certain, 0, -pairs.value)
        order = np.lexsort(
            (
                np.where(certain, pairs.system, pairs.gold),
                credit,
                np.where(certain, pairs.gold, pairs.system),
                ~certain,
            )
        )
        taken = greedy_matching(combine(outer, pairs.gold), combine(outer, pairs.system), order)
        self.pairs, self.outer, self.judged = pairs.take(taken), outer[taken], judged[taken]

    def tallies(self, side: "Fills") -> FloatArray:
        """Return the counts of the outcomes of fills by slot, shape (pairs, slots, columns)."""
        slots = len(side.slots)
        table = np.zeros((len(self.gold), slots, len(COLUMNS)))
        cell = self.outer * slots + side.slot[self.pairs.gold]
        right = self.pairs.value > CERTAIN

        def counted(which: BoolArray | FloatArray) -> FloatArray:
            sums = np.bincount(cell, which.astype(float), len(self.gold) * slots)
            return sums.astype(float).reshape(-1, slots)

        for column, which in (
            (CREDIT, self.pairs.value),
            (COR, right),
            (PAR, ~right),
            (ICR, right & self.judged),
            (IPA, ~right & self.judged),
        ):
            table[..., column] = counted(which)
        spared = counted(side.optional[self.pairs.gold])
        taken = table[..., COR] + table[..., PAR]
        required, actual = side.required[self.gold] - (taken - spared), side.required[self.system] - taken
        return side.outcomes(self.gold, required, side.spare[self.gold] - spared, actual, table)


class Fills:
    """The fills of all templates of a level of documents.

    count             the number of templates
    document          the document of each template
    slot, optional    the slot of each fill, and whether the fill is optional
    slots, sizes      the name of each slot, and the number of fills in its list; 0 without a list
    required, spare   the numbers of required and of optional fills of each template in each slot
    pairs, keys       the pairs of fills of one document and slot that agree; the pair of templates of each,
                      ascending
    judged            whether a judgement decided each pair
    """

    def __init__(self, level: Level, partial: float) -> None:
        self.templates = level.field("templates").elements()
        self.rows = self.templates.field("fills").elements()
        self.count, self.border = len(self.templates), self.templates.border
        self.document = self.templates.parent % max(level.border, 1)
        names = Vocabulary({name: place for place, name in enumerate(MUC_SLOTS)})
        self.slot = names.codes(self.rows.field("slot").values)
        self.slots = list(names)
        self.sizes = np.array([MUC_SLOTS[name].size if name in MUC_SLOTS else 0 for name in self.slots])
        self.optional = np.array(self.rows.field("optional").values, bool)
        self.required, self.spare = self._sizes(~self.optional), self._sizes(self.optional)
        block = self.document[self.rows.parent]
        self.block = block
        pairs = fills(partial).pairs(self.rows, block)
        keys = self._keys(pairs)
        order = np.argsort(keys, kind="stable")
        self.pairs, self.keys = pairs.take(order), keys[order]
        decisions = judged_pairs(self.rows, block)
        width = max(len(self.rows), 1)
        self.judged = contained(self.pairs.keys(width), np.sort(decisions.keys(width)))

    def _sizes(self, which: BoolArray) -> FloatArray:
        cells = self.rows.parent[which] * len(self.slots) + self.slot[which]
        sizes = np.bincount(cells, minlength=self.count * len(self.slots))
        return sizes.reshape(self.count, len(self.slots)).astype(float)

    def _keys(self, pairs: SparsePairs) -> IntArray:
        """The pair of templates of each pair of fills, as one integer per pair."""
        return self.rows.parent[pairs.gold] * max(self.count, 1) + self.rows.parent[pairs.system]

    def outcomes(
        self,
        template: IntArray,
        required: FloatArray,
        optional: FloatArray,
        actual: FloatArray,
        table: Any = 0,
    ) -> FloatArray:
        """Return the counts of outcomes by slot, shape (templates, slots, columns).

        template            the templates that say which slots may be empty
        required, optional  the numbers of gold fills without a partner, shape (templates, slots)
        actual              the numbers of system fills without a partner
        table               the counts of the fills that have a partner
        """
        made: FloatArray = np.zeros((*required.shape, len(COLUMNS))) + table
        taken = made[..., COR] + made[..., PAR]
        made[..., INC] = np.minimum(required + optional, actual)
        made[..., SPU] = actual - made[..., INC]
        made[..., MIS] = np.maximum(required - made[..., INC], 0)
        own = np.array(self.templates.field("slots").values, np.int64)[template]
        there = np.arange(len(self.slots)) < own[:, None]  # slots that may be empty on both sides
        made[..., NON] = there & (optional <= 1) & (taken + actual == 0) & (required == 0)
        possible = taken + made[..., INC] + made[..., MIS]
        there |= possible + actual + taken > 0
        made[..., WRONG] = possible_incorrect(self.sizes, possible) * there
        return made

    def admissible(self) -> tuple[IntArray, IntArray]:
        """Return the pairs of templates that may be aligned, in the order of gold, then of the system."""
        width = max(self.count, 1)
        of_type = self.slot[self.pairs.gold] == self.slots.index(INCIDENT_TYPE)
        typed = distinct(self.keys[of_type])
        restricting = np.array(self.rows.field("restricting").values, bool)
        words = WORDS.pairs(self.rows, self.block)
        near = np.concatenate([self.keys[restricting[self.pairs.gold]], self._keys(words)])
        holding = np.zeros(self.count, bool)
        holding[self.rows.parent[restricting]] = True
        gold, system = np.divmod(typed, width)
        allowed = contained(typed, distinct(near)) | ~(holding[gold] | holding[system])
        return gold[allowed], system[allowed]


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


class Tallies:
    """The outcomes of all fills of a level of documents, counted by document, status and slot.

    document, status, slot   the document, status (matched, missing, spurious) and slot of each row
    numbers                  the sums of outcomes, shape (rows, columns)
    of_templates             the numbers of whole templates, shape (documents, columns)
    aligned, alignment       pairs of templates that are aligned, and their fills
    """

    def __init__(self, level: Level, partial: float) -> None:
        self.fills = Fills(level, partial)
        self.slots = self.fills.slots
        self.alignment = self._aligned()
        gold, system = self.alignment.gold, self.alignment.system
        alone = np.ones(self.fills.count, bool)
        alone[gold] = alone[system] = False
        optional = np.array(self.fills.templates.field("optional").values, bool)
        rows = np.arange(self.fills.count)
        self.missing = np.flatnonzero(alone & (rows < self.fills.border) & ~optional)
        self.spurious = np.flatnonzero(alone & (rows >= self.fills.border))
        fills, missing, spurious = self.fills, self.missing, self.spurious
        lost, more = fills.required[missing], fills.required[spurious]
        blocks = (
            (gold, self.alignment.tallies(fills)),
            (missing, fills.outcomes(missing, lost, fills.spare[missing], 0 * lost)),
            (spurious, fills.outcomes(spurious, 0 * more, 0 * more, more)),
        )
        self.document, self.status, self.slot, self.numbers = self._rows(blocks)
        self.of_templates = self._of_templates(level.border)

    def _aligned(self) -> TemplatePairs:
        """Return the aligned pairs of templates, the highest recall first."""
        gold, system = self.fills.admissible()
        recall = np.zeros(len(gold), np.int64)
        for first in range(0, len(gold), CHUNK):
            part = slice(first, first + CHUNK)
            table = TemplatePairs(self.fills, (gold[part], system[part])).tallies(self.fills).sum(axis=1)
            possible = table[:, COR] + table[:, PAR] + table[:, INC] + table[:, MIS]
            recall[part] = percent(table[:, CREDIT], possible)
        taken = greedy_matching(gold, system, np.lexsort((system, gold, -recall)))
        return TemplatePairs(self.fills, (gold[taken], system[taken]))

    def _rows(
        self, blocks: Sequence[tuple[IntArray, FloatArray]]
    ) -> tuple[IntArray, IntArray, IntArray, FloatArray]:
        """Return the sums for all documents, statuses and slots with fills."""
        slots = len(self.slots)
        status = np.repeat(np.arange(len(blocks)), [len(template) for template, _ in blocks])
        template = np.concatenate([each for each, _ in blocks])
        table = np.concatenate([each for _, each in blocks]).reshape(-1, len(COLUMNS))
        cells = ((self.fills.document[template] * len(STATUSES) + status)[:, None] * slots) + np.arange(slots)
        used = table.any(axis=1)
        keys, place = np.unique(cells.reshape(-1)[used], return_inverse=True)
        above, slot = np.divmod(keys, slots)
        return above // len(STATUSES), above % len(STATUSES), slot, _sums(place, table[used], len(keys))

    def _of_templates(self, documents: int) -> FloatArray:
        """Return the numbers of aligned, missing and spurious templates; documents without templates are left
        out.
        """
        table = np.zeros((documents, len(COLUMNS)))
        document = self.fills.document
        table[:, COR] = np.bincount(document[self.alignment.gold], minlength=documents)
        table[:, CREDIT] = table[:, COR]
        table[:, MIS] = np.bincount(document[self.missing], minlength=documents)
        table[:, SPU] = np.bincount(document[self.spurious], minlength=documents)
        table[:, NON] = np.bincount(document, minlength=documents) == 0
        return table
