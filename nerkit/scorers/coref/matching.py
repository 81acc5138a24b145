"""Which gold mention each system mention is compared with: one-to-one alignments of mentions, document by document.

What counts as the same mention (*match*):

    exact     the same words
    partial   the same words first; then a system mention whose words are all gold's and hold gold's head, |system| / |gold|
    head      the same words with the same head first; then the same head, |words in common| / |gold|
    min       the same words first; then the same minimum, or gold's minimum inside the system mention inside the gold one

Before all of them, unless *zeros* is `linear`, mentions headed by empty nodes are aligned by what they depend on within a
sentence, wherever they stand: 10 F(edges) + F(parents), an edge being parent and relation, F of two empty sets 0. Every
step takes the matching of the largest total weight among the mentions that the steps before have left.

Ties are broken as corefud-scorer 1.2 does, by the assignment solver on the matrix of all mentions left in the document,
ordered by first word, last word and number of words. Where that matrix has over 4 million cells, each group of mentions
connected by candidates is solved on its own: of equally good alignments it may be another one.

`min` has one rule for both scorers that know minima. A system mention with a minimum of its own (the head phrase that MINA
finds in a parse) has to have the gold mention's minimum; one without (ARRAU) has to hold the gold mention's minimum and
stay inside the gold mention. A gold mention without a minimum is its own. The weight is the number of words in common.

Differences from the reference scorers, all deliberate:
    corefud-scorer 1.2 keeps both directions of the alignment in one table by span, so that a gold and a system empty node at
    the same position are mistaken for each other; rows are not.
    corefud-scorer 1.2 divides by zero at an empty node without edges; it is worth 0 here and is left for the next step.
    Of mentions with the same words in several entities the first is aligned with the first, the second with the second;
    corefud-scorer and CoVal look all of them up in the last entity.
    CoVal matches several system mentions with one gold mention under `min`; here each has one partner.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.assignment import best_matching_on_blocks
from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray, Vocabulary
from nerkit.algorithms.intervals import Intervals, overlapping_pairs
from nerkit.algorithms.keys import combine, join, turns
from nerkit.corpora.mentions import Fragments, Mentions
from nerkit.errors import UsageError, unknown

MATCHES = ("exact", "partial", "head", "min")
ZEROS = ("dependent", "linear")


@dataclass(frozen=True, slots=True)
class How:
    """What counts as the same mention, and how mentions headed by empty nodes are aligned; UsageError for other values."""

    match: str = "exact"
    zeros: str = "dependent"

    def __post_init__(self) -> None:
        for name, value, known in (("match", self.match, MATCHES), ("zeros", self.zeros, ZEROS)):
            if value not in known:
                raise unknown(f"value of {name}", value, known)


class Candidates(NamedTuple):
    """Pairs that may be matched: places among the gold and the system mentions that are left, and a weight above 0."""

    gold: IntArray
    system: IntArray
    weight: FloatArray


def align(gold: Mentions, system: Mentions, how: How) -> tuple[IntArray, IntArray]:
    """Rows of the matched mentions, gold and system, in the order of gold; each row at most once.

    Both sides are filed under the same documents. UsageError where *how* asks for heads or minima that the mentions lack.
    """
    _check(gold, system, how)
    order = by_position(gold), by_position(system)
    partner, taken = np.full(len(gold), NONE), np.zeros(len(system), bool)
    for step in _steps(how, bool(gold.zeros and system.zeros)):
        rows = order[0][partner[order[0]] == NONE], order[1][~taken[order[1]]]
        if not len(rows[0]) or not len(rows[1]):
            break
        left, right = step(_Free(gold, rows[0]), _Free(system, rows[1]))
        partner[rows[0][left]] = rows[1][right]
        taken[rows[1][right]] = True
    found = np.flatnonzero(partner != NONE)
    return found, partner[found]


def by_position(mentions: Mentions) -> IntArray:
    """The rows ordered by document, first word, last word, number of words, and as they were read."""
    span = mentions.span
    start, end = span.start[span.first[:-1]], span.end[span.first[1:] - 1]
    return np.lexsort((span.sizes(), end, start, mentions.document))


def in_common(left: Fragments, right: Fragments) -> IntArray:
    """How many positions row *k* of both, which have as many rows, have in common."""
    total, rows = np.zeros(len(left), np.int64), left.rows()
    first, second = (Intervals(f.rows(), f.start, f.end) for f in (left, right))
    for places, _, shared in overlapping_pairs(first, second):
        np.add.at(total, rows[places], shared)
    return total


class _Free:
    """The mentions of a side that no step has matched yet, in order of position."""

    def __init__(self, mentions: Mentions, rows: IntArray) -> None:
        self.all, self.rows = mentions, rows
        self.document, self.head = mentions.document[rows], mentions.head[rows]
        self.span = mentions.span.take(rows)
        self.size = self.span.sizes()

    def sentence(self) -> IntArray:
        known = self.all.sentence
        return np.zeros(len(self.rows), np.int64) if known is None else known[self.rows]

    def minimum(self) -> tuple[Fragments, BoolArray]:
        """The minimum of each mention, which is its span where it has none, and whether it has one."""
        if self.all.minimum is None:
            return self.span, np.zeros(len(self.rows), bool)
        known = self.all.minimum.sizes()[self.rows] > 0
        both = _stacked(self.span, self.all.minimum.take(self.rows))
        places = np.arange(len(self.rows))
        return both.take(np.where(known, places + len(places), places)), known


Step = Callable[[_Free, _Free], tuple[IntArray, IntArray]]


def _steps(how: How, zeros: bool) -> list[Step]:
    steps: list[Step] = [_zeros_aligned] if zeros and how.zeros == "dependent" else []
    steps.append(_equal_with_head if how.match == "head" else _equal)
    if how.match != "exact":
        steps.append(_best(LEFTOVERS[how.match]))
    return steps


def _check(gold: Mentions, system: Mentions, how: How) -> None:
    for name, side in (("gold", gold), ("system", system)):
        needs_head = how.match == "head" or (how.match == "partial" and side is gold)
        headless = np.flatnonzero(side.head == NONE)
        if needs_head and len(headless):
            raise UsageError(
                f"{side.place(int(headless[0]))}: match {how.match!r} needs the head word of every {name} mention; "
                "use match 'exact', or a format that has heads (CorefUD)"
            )
    if how.match == "min" and gold.minimum is None and len(gold):
        raise UsageError(
            f"{gold.place(0)}: match 'min' needs minimal spans of the gold mentions; "
            "use match 'exact', or a format that has them (ARRAU, CoNLL with parse bits)"
        )


def _equal(gold: _Free, system: _Free) -> tuple[IntArray, IntArray]:
    return _pair_off(*word_keys((gold.document, gold.span), (system.document, system.span)))


def _equal_with_head(gold: _Free, system: _Free) -> tuple[IntArray, IntArray]:
    words = word_keys((gold.document, gold.span), (system.document, system.span))
    return _pair_off(*_joint_keys(words, (gold.head, system.head)))


def _joint_keys(*columns: tuple[IntArray, IntArray]) -> tuple[IntArray, IntArray]:
    """The keys of both sides, combined from columns of both sides."""
    keys = combine(*(np.concatenate(pair) for pair in columns))
    return keys[: len(columns[0][0])], keys[len(columns[0][0]) :]


def word_keys(
    left: tuple[IntArray, Fragments], right: tuple[IntArray, Fragments]
) -> tuple[IntArray, IntArray]:
    """One integer per row of either side (documents and positions), equal where document and positions are."""
    span = _stacked(left[1], right[1])
    first, length = np.full(len(span), -1), np.zeros(len(span), np.int64)
    count = np.diff(span.first)
    whole = np.flatnonzero(count == 1)
    at = span.first[whole]
    first[whole], length[whole] = span.start[at], span.end[at] - span.start[at]
    torn = np.flatnonzero(count != 1)
    content = np.stack([span.start, span.end], axis=1).tobytes()  # 16 bytes a fragment
    places = zip((16 * span.first[torn]).tolist(), (16 * span.first[torn + 1]).tolist(), strict=True)
    length[torn] = Vocabulary().codes([content[a:b] for a, b in places])
    keys = combine(np.append(left[0], right[0]), first, length)
    return keys[: len(left[0])], keys[len(left[0]) :]


def _stacked(upper: Fragments, lower: Fragments) -> Fragments:
    """The rows of both, one after the other."""
    return Fragments(
        np.concatenate([upper.first, lower.first[1:] + len(upper.start)]),
        np.concatenate([upper.start, lower.start]),
        np.concatenate([upper.end, lower.end]),
    )


def _pair_off(left: IntArray, right: IntArray) -> tuple[IntArray, IntArray]:
    """Places of equal keys, the k-th of each key with the k-th of it on the other side."""
    return join(*_joint_keys((left, right), (turns(left), turns(right))))


def _zeros_aligned(gold: _Free, system: _Free) -> tuple[IntArray, IntArray]:
    """The best matching of the mentions headed by empty nodes, the others being left out of it."""
    some, others = (np.flatnonzero(np.isin(side.rows, list(side.all.zeros))) for side in (gold, system))
    left, right = _best(_by_dependencies)(
        _Free(gold.all, gold.rows[some]), _Free(system.all, system.rows[others])
    )
    return some[left], others[right]


def _by_dependencies(gold: _Free, system: _Free) -> Candidates:
    """Mentions headed by empty nodes of one sentence that share a parent."""
    edges, parents = _shared(gold, system, relations=True), _shared(gold, system, relations=False)
    width = len(system.rows)
    place = np.searchsorted(parents.gold * width + parents.system, edges.gold * width + edges.system)
    parents.weight[place] += 10 * edges.weight  # who shares an edge shares its parent
    return parents


def _shared(gold: _Free, system: _Free, relations: bool) -> Candidates:
    """The F of the sets of edges (of parents, without *relations*) of zero mentions, where it is not 0, in ascending order."""
    names = Vocabulary() if relations else None
    mention, columns, size = zip(_incoming(gold, names), _incoming(system, names), strict=True)
    left, right = join(*_joint_keys(*zip(*columns, strict=True)))
    width = len(system.rows)
    pairs, shared = np.unique(mention[0][left] * width + mention[1][right], return_counts=True)
    rows, others = pairs // width, pairs % width
    return Candidates(rows, others, 2 * shared / (size[0][rows] + size[1][others]))


def _incoming(side: _Free, names: Vocabulary | None) -> tuple[IntArray, IntArray, IntArray]:
    """The edges (parents, without *names* for relations) of a side's zero mentions, each once.

    The place of the mention of each; document, sentence, parent, relation in as many rows; how many each mention has.
    """
    edges = {
        (place, edge.parent, 0 if names is None else names[edge.relation])
        for place, row in enumerate(side.rows.tolist())
        for edge in side.all.zeros.get(row, ())
    }
    mention, parent, relation = np.array(sorted(edges), np.int64).reshape(-1, 3).T
    columns = np.stack([side.document[mention], side.sentence()[mention], parent, relation])
    return mention, columns, np.bincount(mention, minlength=len(side.rows))


def _by_part(gold: _Free, system: _Free) -> Candidates:
    """System mentions that are part of the gold mention and hold its head."""
    rows, others = _holding(gold.document, gold.head, system)
    shared = in_common(gold.span.take(rows), system.span.take(others))
    inside = shared == system.size[others]
    rows, others, shared = rows[inside], others[inside], shared[inside]
    return Candidates(rows, others, shared / gold.size[rows])


def _by_head(gold: _Free, system: _Free) -> Candidates:
    """Mentions with the same head; one that shares no word with the other cannot be matched."""
    rows, others = join(*_joint_keys((gold.document, system.document), (gold.head, system.head)))
    shared = in_common(gold.span.take(rows), system.span.take(others))
    real = shared > 0
    return Candidates(rows[real], others[real], shared[real] / gold.size[rows[real]])


def _by_minimum(gold: _Free, system: _Free) -> Candidates:
    """Mentions with the same minimum, and system mentions without one between the minimum and the span of the gold one."""
    (minimum, _), (own, known) = gold.minimum(), system.minimum()
    compared = np.flatnonzero(known)
    keys = word_keys((gold.document, minimum), (system.document[compared], own.take(compared)))
    same, equal = join(*keys)
    rows, others = _holding(gold.document, minimum.start[minimum.first[:-1]], system)
    some = ~known[others]
    rows, others = rows[some], others[some]
    given = system.span.take(others)
    inside = in_common(gold.span.take(rows), given) == system.size[others]
    inside &= in_common(minimum.take(rows), given) == minimum.sizes()[rows]
    rows, others = np.append(same, rows[inside]), np.append(compared[equal], others[inside])
    shared = in_common(gold.span.take(rows), system.span.take(others))
    real = shared > 0
    return Candidates(rows[real], others[real], shared[real].astype(float))


def _holding(document: IntArray, position: IntArray, system: _Free) -> tuple[IntArray, IntArray]:
    """All pairs of a position of a document and a system mention that holds it."""
    of = system.span.rows()
    words = Intervals(system.document[of], system.span.start, system.span.end)
    chunks = list(overlapping_pairs(Intervals(document, position, position + 1), words))
    places = [rows for rows, _, _ in chunks], [of[at] for _, at, _ in chunks]
    return _joined(places[0]), _joined(places[1])


def _joined(chunks: list[IntArray]) -> IntArray:
    return np.concatenate([np.zeros(0, np.int64), *chunks])


LEFTOVERS: dict[str, Callable[[_Free, _Free], Candidates]] = {
    "partial": _by_part,
    "head": _by_head,
    "min": _by_minimum,
}


def _best(candidates: Callable[[_Free, _Free], Candidates]) -> Step:
    """The step that takes the best one-to-one matching of these candidates."""

    def step(gold: _Free, system: _Free) -> tuple[IntArray, IntArray]:
        pairs = candidates(gold, system)
        groups = gold.document, system.document
        chosen = best_matching_on_blocks(pairs.gold, pairs.system, pairs.weight, groups)
        return pairs.gold[chosen], pairs.system[chosen]

    return step
