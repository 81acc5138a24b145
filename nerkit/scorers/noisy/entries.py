"""Entities matched to the entries of a dictionary, in the pairs that `noisy` compares.

A recognised name is worth something when it finds its entry in a database. Every entity, of the gold side and
of the system, is looked up by its own text. A system entity is right if it finds the same entry as its gold
entity (`matching.match`).

    dictionary   Tolkien   Q892          gold    Tolkien     finds Q892
                 Tolman    Q7817         system  Tolkieene   finds Q892: 2 edits from Tolkien, right
                 Tolmin    Q2438         system  Tolmun      finds none: 1 edit from two names
"""

import numpy as np

from nerkit.algorithms.columns import NONE, IntArray, Vocabulary
from nerkit.corpora.spans import Spans
from nerkit.results.counts import Part, numbers_of
from nerkit.scorers.measure import Fields
from nerkit.scorers.noisy.alignment import cut, ranges
from nerkit.scorers.noisy.dictionary import Dictionary
from nerkit.scorers.noisy.recognition import AlignedBatch


def found_entries(batch: AlignedBatch, name: str, fields: Fields) -> list[Part]:
    """Count system entities that find the entry of their gold entity, out of the entities of either side that
    find an entry.
    """
    entries = Entries(batch)
    border = len(batch.gold)
    gold = np.flatnonzero(entries.gold != NONE)
    system = border + np.flatnonzero(entries.system != NONE)
    (group,) = batch.cuts[fields].groups(by_document=True)
    sums = [group.cells.sums(rows) for rows in (np.flatnonzero(entries.right), system, gold)]
    return [group.part(name, numbers_of(*sums))]


class Entries:
    """The entries that the entities of a batch find.

    gold, system   codes into `names` for every entity of a side, -1 for entities that find no entry
    right          whether the system entity that a gold entity is compared with finds the entry of gold
    """

    def __init__(self, batch: AlignedBatch) -> None:
        codes = Vocabulary()
        dictionary = batch.options.entries
        texts = list(cut(batch.aligned.gold, ranges(batch.gold))), _own_texts(batch)
        self.gold, self.system = (
            _codes(dictionary, spans, of_side, codes)
            for spans, of_side in zip((batch.gold, batch.system), texts, strict=True)
        )
        self.names = list(codes)
        partner = batch.partners.partner
        of_partner = np.where(partner == NONE, NONE, np.append(self.system, NONE)[partner])
        self.right = (self.gold != NONE) & (self.gold == of_partner)

    def entry(self, side: int, row: int) -> str | None:
        """Return the entry of a gold entity (0) or of a system entity (1); None if the entity finds none."""
        code = (self.gold, self.system)[side][row]
        return None if code == NONE else self.names[code]


def _own_texts(batch: AlignedBatch) -> list[str]:
    """Return the text of every system entity; the string itself for strings located in the gold text."""
    if batch.located:
        strings = batch.system.fields["string"]
        return [str(strings.value(row)) for row in range(len(batch.system))]
    return list(cut(batch.aligned.system, ranges(batch.system)))


def _codes(dictionary: Dictionary, spans: Spans, texts: list[str], codes: Vocabulary) -> IntArray:
    types = spans.fields.get("type")
    entries = [
        dictionary.find(text, None if types is None or types.codes[row] == NONE else str(types.value(row)))
        for row, text in enumerate(texts)
    ]
    return np.array([NONE if entry is None else codes[entry] for entry in entries], np.int64)
