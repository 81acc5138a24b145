"""The arithmetic of `noisy`: recognised, system and gold entities; character and word errors of the texts."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from nerkit.algorithms.columns import NONE, FloatArray
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans, Texts
from nerkit.results.counts import ALL, NUMBERS, Part, numbers_of
from nerkit.results.rows import Grouping
from nerkit.scorers.columns import Columns, Cut, cuts
from nerkit.scorers.measure import Fields
from nerkit.scorers.noisy.alignment import ranges
from nerkit.scorers.noisy.matching import Partners, match, project, text_errors, with_noise
from nerkit.scorers.noisy.options import Options

if TYPE_CHECKING:
    from nerkit.scorers.noisy import nerval

EXTRAS = ("character_errors", "characters", "word_errors", "words")


class AlignedBatch:
    """One batch with aligned texts. Entities are matched and projected at first use.

    gold, system   the entities of both sides, each in its own text
    carried        the system spans on the gold text
    """

    def __init__(self, batch: Batch[Texts], plan: Sequence[Grouping], options: Options) -> None:
        self.batch, self.documents, self.plan = batch, batch.documents, plan
        self.aligned, self.nerval = options.align(batch), options.nerval
        self.accept, self.options = options.acceptance(), options
        self.gold, self.system = batch.gold.spans, batch.system.spans
        # system entities that are strings located in gold's text: no text was recognised or generated
        self.located = "located" in self.system.fields
        if any("noise" in grouping.fields for grouping in plan):
            sides = (self.gold, self.system, self.carried)
            self.gold, self.system, self.carried = with_noise(
                self.aligned, sides, self.partners, options.noise_edges()
            )

    @cached_property
    def partners(self) -> Partners:
        """The system entity that each gold entity is compared with."""
        return match(self.aligned, self.gold, self.system, self.accept)

    @cached_property
    def carried(self) -> Spans:
        """The system's spans on the gold text."""
        return project(self.aligned, self.system)

    @cached_property
    def cuts(self) -> dict[Fields, Cut]:
        """Return the cuts of the plan for the entities of both sides, by their fields."""
        every = cuts(Columns(Batch(self.documents, self.gold, self.system)), self.plan)
        return {cut.fields: cut for cut in every}

    @cached_property
    def types(self) -> "nerval.TypeCounts":
        """The counts of each type, as Nerval computes them."""
        from nerkit.scorers.noisy import nerval

        return nerval.type_counts(self.batch, self.aligned, self.accept)

    def projected(self) -> Batch[Spans]:
        """The batch for other tasks: the spans of both sides on the gold text."""
        return Batch(self.documents, self.gold, self.carried)


def recognised(batch: AlignedBatch, name: str, fields: Fields) -> Iterator[Part]:
    """Return the count rows of recognised entities, and of errors in the texts if the system has its own
    texts.
    """
    cut = batch.cuts[fields]
    yield batch.types.part(name, fields) if batch.nerval else _recognised(batch, name, cut)
    if not batch.located:
        yield _text_errors(batch, name, cut)


def _recognised(batch: AlignedBatch, name: str, cut: Cut) -> Part:
    """Count the recognised, system and gold entities of each cell."""
    (group,) = cut.groups(by_document=True)
    cells, border = group.cells, len(batch.gold)
    gold, system = np.arange(border), np.arange(border, border + len(batch.system))
    partner = batch.partners.partner
    same_cell = cells.of[gold] == np.append(cells.of[border:], NONE)[partner]  # labels are, slices may not be
    recognised = cells.sums(gold[batch.partners.recognised & same_cell])
    return group.part(name, numbers_of(recognised, cells.sums(system), cells.sums(gold)))


def _text_errors(batch: AlignedBatch, name: str, cut: Cut) -> Part:
    """Count the errors of the texts. Rows of some entities count only the text of their gold entities."""
    if cut.fields:
        (group,) = cut.groups(by_document=True)
        rows = np.arange(len(batch.gold))
        errors = text_errors(batch.aligned, ranges(batch.gold)).astype(float)
        sums = np.stack([group.cells.sums(rows, column) for column in errors.T], axis=1)
        return group.part(name, _behind_counts(sums), EXTRAS)
    numbers = _behind_counts(batch.aligned.errors().astype(float))
    label = np.zeros(len(numbers), np.int64)
    return Part(name, np.arange(len(numbers)), [ALL], label, numbers, EXTRAS)


def _behind_counts(extras: FloatArray) -> FloatArray:
    """Return further numbers after four zero counts; the counts come from another part."""
    return np.pad(extras, ((0, 0), (len(NUMBERS), 0)))
