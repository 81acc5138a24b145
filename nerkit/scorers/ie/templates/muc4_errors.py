"""The errors of MUC-4's fills, one by one, and the pairs of fills that a person could judge.

    correct            a fill that agrees
    partial            one that agrees in part, or was judged to
    value              a fill of the system in the place of one of the gold side
    missed, spurious   remaining fills of aligned templates and of templates without a partner

A fill's label is its slot; its text is its place in its document and its alternatives. Missing optional fills
and fills of missing optional templates are not listed.

Open are the pairs of fills of a slot that are left in aligned templates: the scorer of 1992 put them to
its user. Fills from a list are open only where the value is right and the tag is not.
"""

import json
from collections.abc import Sequence

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algorithms.columns import NONE, Column
from nerkit.algorithms.keys import join
from nerkit.corpora.corpus import Batch
from nerkit.corpora.muc_slots import SET
from nerkit.corpora.records import Documents
from nerkit.results.errors import CORRECT, MISSED, SPURIOUS, Errors, OpenPair
from nerkit.results.pairing_steps import Equal
from nerkit.scorers.ie.item_pairing import RecordPairing
from nerkit.scorers.ie.levels import RecordCells
from nerkit.scorers.ie.options import Options
from nerkit.scorers.ie.templates.muc4 import CERTAIN, MucMetric, MucOutcomes
from nerkit.scorers.ie.templates.muc4_views import as_judged, slot_of
from nerkit.scorers.ie.views import PATH, RecordFormula

PARTIAL, VALUE = "partial", "value"
KINDS = (CORRECT, PARTIAL, VALUE, MISSED, SPURIOUS)
WRONG = Equal("templates slot", VALUE)


def find(batch: Batch[Documents], formula: RecordFormula, options: Options) -> Errors:
    """Return the fills of all documents as errors, pair by pair."""
    metric = formula.metric
    assert isinstance(metric, MucMetric)
    level = RecordCells(batch, options).whole(formula)
    return _FillPairing(MucOutcomes(level, metric.partial)).listed_in(batch)


class _FillPairing(RecordPairing):
    """The fills of both sides as rows; aligned templates have equal `templates`. The rows that are not paired
    with an agreeing row are in `left`.
    """

    def __init__(self, outcomes: MucOutcomes) -> None:
        self.level: Level = outcomes.fills
        self.taken = outcomes.taken
        template, pair = self.level.parent, np.arange(outcomes.count)
        both = (outcomes.gold != NONE) & (outcomes.system != NONE)
        pair[outcomes.system[both]] = outcomes.gold[both]
        columns = {
            "document": outcomes.of[template],
            "templates": pair[template],
            "slot": outcomes.slot_of_fill,
        }
        counted = np.isin(template, (outcomes.gold, outcomes.system))
        super().__init__(KINDS, self.level.border, columns, counted)
        self.take(self.taken.gold, self.taken.system, np.where(self.taken.value > CERTAIN, 0, 1))
        self.left = self.sides()
        optional = self.free & outcomes.optional
        self.free &= ~optional
        self.run([WRONG])
        self.free |= optional
        self.run([WRONG])
        self.free &= ~optional  # these are listed only where a fill of the system stands in their place
        self.alone()

    def listed_in(self, batch: Batch[Documents]) -> Errors:
        """Return all pairs, document by document: in gold order, then in system order."""
        values = self.level.values

        def text(row: int) -> str:
            filler = values[row]["filler"]
            tags = f": {' / '.join(filler['tags'])}" if filler.get("tags") else ""
            return f"{values[row][PATH]} {' / '.join(filler['mentions'])}{tags}"

        label = Column.of(value["slot"] for value in values)
        return self.listed(batch, label, text, undecided=self._open_pairs)

    def _open_pairs(self) -> list[OpenPair]:
        """Return the pairs of fills that no judgement has decided."""
        taken = zip(self.taken.gold.tolist(), self.taken.system.tolist(), strict=True)
        pairs = [pair for pair in taken if self._is_question(*pair) and not self._equal(*pair)]
        key = self.key(WRONG.columns)
        gold, system = join(*(key[rows] for rows in self.left))
        left = zip(self.left[0][gold].tolist(), self.left[1][system].tolist(), strict=True)
        pairs += [pair for pair in left if self._is_question(*pair)]
        return [self._open(gold, system) for gold, system in sorted(pairs)]

    def _is_question(self, gold: int, system: int) -> bool:
        one, other = self.level.values[gold], self.level.values[system]
        if not set(one["judged"]).isdisjoint(other["judged"]):
            return False
        return slot_of(one["slot"]).kind != SET or not set(one["values"]).isdisjoint(other["values"])

    def _equal(self, gold: int, system: int) -> bool:
        one, other = self.level.values[gold], self.level.values[system]
        return all(not set(one[name]).isdisjoint(other[name]) for name in ("values", "tags"))

    def _open(self, gold: int, system: int) -> OpenPair:
        one, other = self.level.values[gold], self.level.values[system]
        texts: Sequence[str] = [as_judged(each["filler"]) for each in (one, other)]
        written = [json.dumps(text, ensure_ascii=False) for text in texts]
        return OpenPair(int(self.columns["document"][gold]), one["slot"], written[0], written[1])
