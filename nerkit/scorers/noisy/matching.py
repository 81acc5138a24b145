"""Which system entity each gold entity is compared with, whether it is near enough, how noisy texts are.

Entities are ranges of alignment columns, from their first character up to the character after their last. So
text deleted right after an entity counts as the entity's own, as in Nerval. Gaps at the end of a text belong
to no entity (`alignment` has an example).
"""

import itertools
import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, Column, FloatArray, IntArray, joined
from nerkit.algorithms.keys import combine
from nerkit.algorithms.text_alignment.alignment import text_distance
from nerkit.corpora.spans import Spans
from nerkit.ground.records import record
from nerkit.scorers.noisy.alignment import AlignedTexts, Ranges, cut, ranges, word_errors


@record(frozen=True)
class Acceptance:
    """Whether a system text is near enough: edit distance / gold length up to a threshold, or below it.

    Long texts are cut before they are compared, as whole documents are, unless *exact*.
    """

    threshold: float
    below: bool
    exact: bool

    def __call__(self, gold: str, system: str) -> bool:
        most = math.ceil(self.threshold * len(gold)) + 1  # what is above is too far, however far
        rate = text_distance(gold, system, most, exact=self.exact) / len(gold) if gold != system else 0.0
        return self._within(rate)

    def reach(self, length: int) -> int:
        """Return the largest allowed edit distance between a name and a text of *length* characters; -1 if no
        distance is allowed.
        """
        distance = int(self.threshold * length) + 1
        while distance >= 0 and not self._within(distance / length):
            distance -= 1
        return distance

    def _within(self, rate: float) -> bool:
        return rate < self.threshold if self.below else rate <= self.threshold


@record(frozen=True)
class Partners:
    """The system entities that gold entities are compared with, and a mask of the recognised gold entities.

    partner   the row of the system entity of each gold entity, -1 for none
    """

    partner: IntArray
    recognised: BoolArray


def match(aligned: AlignedTexts, gold: Spans, system: Spans, accept: Callable[[str, str], bool]) -> Partners:
    """Compare each gold entity with the first free system entity of its type that shares a column with it.

    Gold entities choose in the order of the text. A system entity is not free after it was compared,
    recognised or not. If another entity begins inside a flat gold entity, the gold entity is compared only
    with the text before.
    """
    places = aligned.territory(0, ranges(gold)), aligned.territory(1, ranges(system))
    partner = _partners(places, gold, system)
    rows = np.flatnonzero(partner != NONE)
    left, right = ranges(gold).take(rows), ranges(system).take(partner[rows])
    inner = _first_inside(ranges(system))[partner[rows]]
    if (inner < right.end).any():
        begins = aligned.territory(1, Ranges(right.document, inner, right.end)).start
        flat = _first_inside(ranges(gold))[rows] == left.end
        met = np.maximum(places[0].start[rows], places[1].start[partner[rows]])
        stopped = flat & (inner < right.end) & (begins > met) & (begins < places[0].end[rows])
        right = right._replace(end=np.where(stopped, inner, right.end))
    texts = zip(cut(aligned.gold, left), cut(aligned.system, right), strict=True)
    recognised = np.zeros(len(gold), bool)
    recognised[rows] = [accept(a, b) for a, b in texts]  # none is empty: each has a column
    return Partners(partner, recognised)


def _first_inside(entities: Ranges) -> IntArray:
    """Return for each range the start of the first later range that begins inside it, or its own end."""
    # documents are laid end to end, so that one sorted list of starts serves all of them
    size = int(entities.end.max(initial=0)) + 1
    start, first = entities.document * size + entities.start, entities.end.copy()
    ranked = np.sort(start)
    after = np.append(ranked, np.iinfo(np.int64).max)[np.searchsorted(ranked, start, "right")]
    inside = after < entities.document * size + entities.end
    first[inside] = (after - entities.document * size)[inside]
    return first


def _partners(places: tuple[Ranges, Ranges], gold: Spans, system: Spans) -> IntArray:
    """Return the first free system entity for every gold entity. Both sides are read once, in order of
    columns.
    """
    kinds = joined([_types(gold), _types(system)]).codes
    group = combine(np.concatenate([gold.document, system.document]), kinds)
    partner = np.full(len(gold), NONE)
    sides = []
    for entities, document in zip(places, np.split(group, [len(gold)]), strict=True):
        order = np.lexsort((-entities.end, entities.start, document))
        order = order[entities.end[order] > entities.start[order]]
        sides.append(
            [order.tolist(), *(column[order].tolist() for column in (document, entities.start, entities.end))]
        )
    (rows, *own_places), (others, groups, starts, ends) = sides
    first = 0  # of the system entities that are free and do not end before all gold entities to come
    for row, document, start, end in zip(rows, *own_places, strict=True):
        while first < len(others) and (
            groups[first] < document or (groups[first] == document and ends[first] <= start)
        ):
            first += 1
        if first < len(others) and groups[first] == document and starts[first] < end:
            partner[row] = others[first]
            first += 1
    return partner


def _types(spans: Spans) -> Column:
    return spans.fields.get("type") or Column([], np.full(len(spans), NONE))


def project(aligned: AlignedTexts, spans: Spans) -> Spans:
    """Return the system spans carried onto the gold text.

    A span moves to the place of its characters. An end at the edge of a word stays at such an edge: a gold
    word is included if at least half of it is. A span that meets no gold character lies after the text, so
    that it matches nothing.
    """
    carried = aligned.opposite(1, ranges(spans))
    start, end = carried.start.copy(), carried.end.copy()
    for document, rows in carried.by_document():
        words, system_words = aligned.words(0, document), aligned.words(1, document)
        if len(words):
            met = rows[end[rows] > start[rows]]  # spans that meet a gold character
            edges = np.isin(spans.start[met], system_words[:, 0]), np.isin(spans.end[met], system_words[:, 1])
            start[met], end[met] = _snapped(start[met], end[met], words, edges)
        nowhere = rows[end[rows] <= start[rows]]
        behind = len(aligned.gold[document]) + 1
        start[nowhere], end[nowhere] = behind + spans.start[nowhere], behind + spans.end[nowhere]
    end = np.maximum(end, start + 1)
    return replace(spans, start=start, end=end)


def _snapped(
    start: IntArray, end: IntArray, words: IntArray, edges: tuple[BoolArray, BoolArray]
) -> tuple[IntArray, IntArray]:
    """Return starts and ends, moved to the edges of words as the flags require. A range that would become
    empty keeps its ends.
    """
    opening, closing, last = words[:, 0], words[:, 1], len(words) - 1
    word = np.minimum(np.searchsorted(closing, start, "right"), last)
    inside = (
        2 * (np.minimum(closing[word], end) - np.maximum(opening[word], start))
        >= closing[word] - opening[word]
    )
    begin = np.where(
        inside | (start <= opening[word]), opening[word], np.append(opening, closing[-1])[word + 1]
    )
    word = np.maximum(np.searchsorted(opening, end, "left") - 1, 0)
    inside = (
        2 * (np.minimum(closing[word], end) - np.maximum(opening[word], start))
        >= closing[word] - opening[word]
    )
    stop = np.where(inside | (end >= closing[word]), closing[word], np.append(0, closing)[word])
    begin, stop = np.where(edges[0], begin, start), np.where(edges[1], stop, end)
    filled = begin < stop
    return np.where(filled, begin, start), np.where(filled, stop, end)


def text_errors(aligned: AlignedTexts, pieces: Ranges) -> IntArray:
    """Return character errors, characters, word errors and words of pieces of gold text, shape (pieces, 4).

    The errors are the edit distance between the piece and the opposite system text, from its first to its
    last character. Long pieces are cut first, unless alignments are exact.
    """

    def errors_of(ours: str, theirs: str) -> tuple[int, int, int, int]:
        """Return character errors, characters, word errors and words of a piece and its opposite text."""
        if ours == theirs:
            return 0, len(ours), 0, len(ours.split())
        most = len(ours) + len(theirs)
        edits = text_distance(ours, theirs, most, exact=aligned.exact)
        return edits, len(ours), *word_errors(ours, theirs)

    opposite = cut(aligned.system, aligned.opposite(0, pieces))
    errors = list(map(errors_of, cut(aligned.gold, pieces), opposite))
    return np.array(errors, np.int64).reshape(-1, 4)


def rates(errors: IntArray) -> FloatArray:
    """Return the character error rates of pieces; infinite for a piece without characters."""
    length = errors[:, 1]
    return np.where(length > 0, errors[:, 0] / np.maximum(length, 1), np.inf)


def with_noise(
    aligned: AlignedTexts, sides: tuple[Spans, Spans, Spans], partners: Partners, edges: tuple[float, ...]
) -> tuple[Spans, Spans, Spans]:
    """Return gold, system and projected spans with a field `noise`: the bin of the error rate of their gold
    text. The bin `0-0.1` holds rates from 0 to below 0.1, the bin `0.5-` all rates from 0.5 on.

    A recognised system entity has the rate of its gold entity, so that both are in the same row.
    """
    gold, system, projected = sides
    borders = ["0", *(f"{edge:g}" for edge in edges), ""]
    names: list[object] = [f"{low}-{high}" for low, high in itertools.pairwise(borders)]
    of_gold = rates(text_errors(aligned, ranges(gold)))
    of_system = rates(text_errors(aligned, ranges(projected)))
    of_system[partners.partner[partners.recognised]] = of_gold[partners.recognised]

    def noisy(spans: Spans, rate: FloatArray) -> Spans:
        noise = Column(names, np.searchsorted(np.array(edges), rate, "right"))
        return replace(spans, fields={**spans.fields, "noise": noise})

    return noisy(gold, of_gold), noisy(system, of_system), noisy(projected, of_system)
