"""Both sides of a batch with their mentions matched, from which measures of coreference are computed.

A measure counts in one of two ways.

    OfDocuments   mention by mention: the counts of documents add up, whatever entities are
    OfEntities    entity by entity: by document; over the corpus as a whole where entities go through
                  several documents
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nerkit.algorithms.columns import NONE, FloatArray, IntArray
from nerkit.corpora.corpus import Batch
from nerkit.corpora.mentions import Mentions
from nerkit.ground.records import remembered
from nerkit.results.counts import ALL, Part
from nerkit.scorers.clusters import Contingency, clusters
from nerkit.scorers.coref.matching import align
from nerkit.scorers.coref.options import Options
from nerkit.scorers.measure import Fields


class ComparedMentions:
    """The mentions of both sides of a batch, matched one to one."""

    def __init__(self, batch: Batch[Mentions], options: Options, *, by_document: bool = False) -> None:
        self.gold, self.system, self.options = batch.gold, batch.system, options
        self.by_document = by_document  # whether rows by document are asked for
        self.corpus_wide = batch.gold.corpus_wide or batch.system.corpus_wide
        self.documents = np.arange(len(batch.gold.documents))

    @cached_property
    def pairs(self) -> tuple[IntArray, IntArray]:
        """The rows of the matched mentions, in gold and in the system."""
        return align(self.gold, self.system, self.options)

    @remembered
    def table(self, *, by_document: bool) -> Contingency:
        """The contingency table of the entities, within each document or over the whole corpus."""
        matched, partners = self.pairs
        items = np.arange(len(self.gold))
        items_of_system = len(self.gold) + np.arange(len(self.system))  # codes that gold does not have
        items_of_system[partners] = matched  # a matched mention is the same item on both sides
        sides = []
        for side, item in ((self.gold, items), (self.system, items_of_system)):
            cell = side.document if by_document else np.zeros(len(side), np.int64)
            sides.append(clusters(cell, item, side.entity, np.arange(len(side))))
        return Contingency(sides[0], sides[1], len(self.documents) if by_document else 1)


@dataclass(frozen=True)
class OfDocuments:
    """A measure of mentions; *formula* gives (p_num, p_den, r_num, r_den) of every document, shape (n, 4)."""

    formula: Callable[[ComparedMentions], FloatArray]

    def __call__(self, compared: ComparedMentions, name: str, _: Fields) -> list[Part]:
        """Return the count rows of each document."""
        return [_part(name, compared.documents, self.formula(compared))]


@dataclass(frozen=True)
class OfEntities:
    """A measure of clusters; *formula* gives (p_num, p_den, r_num, r_den) of every cell of a contingency."""

    formula: Callable[[Contingency], FloatArray]

    def __call__(self, compared: ComparedMentions, name: str, _: Fields) -> Iterator[Part]:
        """Return the count row of the corpus if entities span documents. Otherwise, or if the user asks for
        documents, return the rows of documents.
        """
        if compared.corpus_wide:
            yield _part(name, np.array([NONE]), self.formula(compared.table(by_document=False)))
        if compared.by_document or not compared.corpus_wide:
            yield _part(name, compared.documents, self.formula(compared.table(by_document=True)))


def _part(name: str, documents: IntArray, numbers: FloatArray) -> Part:
    """Return the count rows of a measure, with NONE for the corpus; rows with only zeros are left out."""
    rows = np.flatnonzero(numbers.any(axis=1))
    return Part(name, documents[rows], [ALL], np.zeros(len(rows), np.int64), numbers[rows])
