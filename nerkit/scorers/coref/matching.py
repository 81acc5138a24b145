"""Mention matching: which gold mention each system mention is compared with.

An example, a document of six words with gold mentions A and B and system mentions X, Y and Z:

    word      0 the   1 queen   2 who   3 reigns   4 greeted   5 her
    gold      A────────────────────────────────┐               B
    system    X─────────────┐                                  Z
                      Y────────────────────────┐

    exact     B–Z          the only two mentions of the same words: A, X and Y have no partner
    partial   A–Y, B–Z     A's head is word 1. Both X and Y are a part of A that holds this word; Y has
                           3/4 of the words of A, X only 2/4

`align` gives each mention one partner at most. It takes all documents at once, in these steps. A step matches
only mentions that earlier steps have left, and chooses the candidate pairs with the largest total weight.

1. Unless `--zeros linear`, mentions headed by empty nodes are matched by the words on which their heads
depend in the sentence, whatever their position. The weight of a pair is 10 F(edges) + F(parents): an edge is
a parent
   with a relation, and F is the F1 of two sets, 0 for two empty ones.
2. Mentions of the same words are matched (`--match head`: of the same words and the same head).
3. Further candidates depend on `--match`:

    exact     there are none
    partial   the system mention is a part of the gold mention and holds gold's head; weight |system| /
              |gold|, in words
    head      both have the same head; weight |words in common| / |gold|
    min       both have the same minimum span; weight |words in common|. A system mention without a minimum
              span must lie in the gold mention and hold its minimum span

Minimum spans come from two scorers: MINA finds a head phrase in the parse of every mention, on both sides;
ARRAU marks gold mentions only. The rule for `min` serves both. A gold mention without a minimum span is its
own.

Ties are decided by the assignment solver, as in corefud-scorer 1.2. It runs on the matrix of all unmatched
mentions of the document, ordered by first word, last word and number of words. A matrix of more than 4
million cells is split into groups of mentions that candidate pairs connect. Then nerkit may choose another of
several equally good matchings.

Differences from the reference scorers, all deliberate:
    - corefud-scorer 1.2 keeps both directions of the alignment in one table by span. Therefore it confuses a
      gold and a system empty node at the same position. Here partners are rows, which cannot be confused.
    - corefud-scorer 1.2 divides by zero at an empty node without edges. Here such a node has weight 0 and is
      left for the next step.
    - corefud-scorer and CoVal look up mentions of the same words in the entity that comes last. Here the
      first of them is matched with the first on the other side, the second with the second.
    - CoVal matches several system mentions with one gold mention under `min`. Here each has one partner.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.assignment import best_matching_on_blocks
from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray, Vocabulary
from nerkit.algorithms.intervals import Intervals, count_overlaps, overlapping_pairs
from nerkit.algorithms.keys import combine, join, turns
from nerkit.corpora.mentions import Fragments, Mentions
from nerkit.exceptions import InputError, UsageError, source_and_line
from nerkit.ground.limits import MOST_MENTION_PAIRS
from nerkit.scorers.coref.options import DEPENDENT, EXACT, HEAD, MIN, PARTIAL, Options


class Candidates(NamedTuple):
    """Pairs that may be matched: positions in the `_Unmatched` of gold and of the system, with weights above
    0.
    """

    gold: IntArray
    system: IntArray
    weight: FloatArray


def align(gold: Mentions, system: Mentions, options: Options) -> tuple[IntArray, IntArray]:
    """Match the mentions; return the rows of matched gold mentions, ascending, and the rows of their
    partners.

    Both sides have the same list of documents. Only the options `match` and `zeros` matter. Raises UsageError
    if they need heads or minimum spans that the mentions lack.
    """
    _check(gold, system, options.match)
    gold, system = in_runs(gold, system)
    order = by_position(gold), by_position(system)
    partner = np.full(len(gold), NONE)
    taken = np.zeros(len(system), bool)
    for step in _steps(options, zeros=bool(gold.zeros and system.zeros)):
        unmatched = order[0][partner[order[0]] == NONE], order[1][~taken[order[1]]]
        if not len(unmatched[0]) or not len(unmatched[1]):
            break
        left, right = step(_Unmatched(gold, unmatched[0]), _Unmatched(system, unmatched[1]))
        partner[unmatched[0][left]] = unmatched[1][right]
        taken[unmatched[1][right]] = True
    matched = np.flatnonzero(partner != NONE)
    return matched, partner[matched]


def in_runs(gold: Mentions, system: Mentions) -> tuple[Mentions, Mentions]:
    """Return both sides with positions that count only words of mentions, and with fragments as long as
    possible.

    CorefUD has a fragment for every word, because empty nodes may be between words. Consecutive words, among
    the words of all mentions of the document, form one fragment here. Other sides stay as they are.
    """
    sides = gold, system
    if any(side.minimum is not None or (side.span.end - side.span.start != 1).any() for side in sides):
        return gold, system
    rows = [side.span.rows() for side in sides]
    # document and position: of the words of both sides, then of their heads
    words = [(side.document[row], side.span.start) for side, row in zip(sides, rows, strict=True)]
    words += [(side.document, np.maximum(side.head, 0)) for side in sides]
    _, rank = np.unique(combine(*map(np.concatenate, zip(*words, strict=True))), return_inverse=True)
    ranks = np.split(rank, np.cumsum([len(document) for document, _ in words])[:-1])
    merged = []
    for side, row, at, head in zip(sides, rows, ranks[:2], ranks[2:], strict=True):
        begins = np.flatnonzero((np.diff(row, prepend=-1) != 0) | (np.diff(at, prepend=-2) != 1))
        ends = np.append(begins[1:], len(at)) - 1
        first = np.searchsorted(row[begins], np.arange(len(side) + 1))
        span = Fragments(first, at[begins], at[ends[: len(begins)]] + 1)
        merged.append(replace(side, span=span, head=np.where(side.head == NONE, NONE, head)))
    return merged[0], merged[1]


def check_pairs(mentions: Mentions, rows: IntArray, counts: IntArray) -> None:
    """Raise the InputError for a document with too many pairs. The number of pairs of each row is in
    *counts*.
    """
    pairs = np.bincount(mentions.document[rows], counts, len(mentions.documents))
    if (pairs > MOST_MENTION_PAIRS).any():
        document = int(np.argmax(pairs > MOST_MENTION_PAIRS))
        source, line = source_and_line(mentions.place(int(rows[mentions.document[rows] == document][0])))
        raise InputError(
            f"document {mentions.documents[document]!r} has more than {MOST_MENTION_PAIRS:,} pairs of "
            "mentions that may be matched",
            source=source,
            line=line,
            remedy="use match exact, which compares only equal mentions, or divide the document",
        )


def by_position(mentions: Mentions) -> IntArray:
    """Order the rows by document, first word, last word, number of words, and row."""
    span = mentions.span
    start, end = span.start[span.first[:-1]], span.end[span.first[1:] - 1]
    # lexsort compares by its last key first
    return np.lexsort((span.sizes(), end, start, mentions.document))


def in_common(left: Fragments, right: Fragments) -> IntArray:
    """Return for every k the number of words that row k of *left* and row k of *right* share."""
    total = np.zeros(len(left), np.int64)
    set_of_fragment = left.rows()
    sides = [Intervals(sets.rows(), sets.start, sets.end) for sets in (left, right)]
    for fragment, _, shared in overlapping_pairs(*sides):  # of the same group, which is the number of the set
        np.add.at(total, set_of_fragment[fragment], shared)
    return total


class _Unmatched:
    """The mentions of a side that no step has matched yet, ordered by position. All columns have one entry
    per unmatched mention.

    mentions   all mentions of the side
    rows       the rows of the unmatched mentions
    size       the number of words of each unmatched mention
    """

    def __init__(self, mentions: Mentions, rows: IntArray) -> None:
        self.mentions, self.rows = mentions, rows
        self.document, self.head = mentions.document[rows], mentions.head[rows]
        self.span = mentions.span.take(rows)
        self.size = self.span.sizes()

    def sentence(self) -> IntArray:
        """The sentence of each mention; 0 if the format has no sentences."""
        sentence = self.mentions.sentence
        return np.zeros(len(self.rows), np.int64) if sentence is None else sentence[self.rows]

    def minimum(self) -> tuple[Fragments, BoolArray]:
        """The minimum span of each mention, or its whole span if it has none; and a mask of the mentions with
        a minimum span.
        """
        if self.mentions.minimum is None:
            return self.span, np.zeros(len(self.rows), bool)
        has_one = self.mentions.minimum.sizes()[self.rows] > 0
        # `both` has the n spans, then the n minimum spans: row k or row n + k is taken for mention k
        both = _stacked(self.span, self.mentions.minimum.take(self.rows))
        places = np.arange(len(self.rows))
        return both.take(np.where(has_one, places + len(places), places)), has_one


# from what is unmatched on both sides to the places of the mentions that the step matches
Step = Callable[[_Unmatched, _Unmatched], tuple[IntArray, IntArray]]


def _steps(options: Options, *, zeros: bool) -> list[Step]:
    """Yield the steps of the matching; *zeros*: both sides have mentions headed by empty nodes."""
    steps: list[Step] = [_zeros_matched] if zeros and options.zeros == DEPENDENT else []
    steps.append(_same_words_and_head if options.match == HEAD else _same_words)
    if options.match != EXACT:
        steps.append(_best(FURTHER_CANDIDATES[options.match]))
    return steps


def _check(gold: Mentions, system: Mentions, match: str) -> None:
    """Raise the UsageError if the options need heads or minimum spans that a side lacks."""
    for name, side in (("gold", gold), ("system", system)):
        needs_head = match == HEAD or (match == PARTIAL and side is gold)
        headless = np.flatnonzero(side.head == NONE)
        if needs_head and len(headless):
            raise UsageError(
                f"{side.place(int(headless[0]))}: match {match!r} needs the head word of every "
                f"{name} mention; use match 'exact', or a format with heads (CorefUD)"
            )
    if match == MIN and gold.minimum is None and len(gold):
        raise UsageError(
            f"{gold.place(0)}: match 'min' needs minimal spans of the gold mentions; use match "
            "'exact', or a format with minimal spans (ARRAU, CoNLL with parse bits)"
        )


def _same_words(gold: _Unmatched, system: _Unmatched) -> tuple[IntArray, IntArray]:
    return _pair_off(*word_keys((gold.document, gold.span), (system.document, system.span)))


def _same_words_and_head(gold: _Unmatched, system: _Unmatched) -> tuple[IntArray, IntArray]:
    words = word_keys((gold.document, gold.span), (system.document, system.span))
    return _pair_off(*_joint_keys(words, (gold.head, system.head)))


def _joint_keys(*columns: tuple[IntArray, IntArray]) -> tuple[IntArray, IntArray]:
    """Return one integer per row of either side, equal for rows that are equal in all columns; a column is a
    pair (gold, system).
    """
    keys = combine(*(np.concatenate(pair) for pair in columns))
    split = len(columns[0][0])
    return keys[:split], keys[split:]


def word_keys(
    left: tuple[IntArray, Fragments], right: tuple[IntArray, Fragments]
) -> tuple[IntArray, IntArray]:
    """Return one integer per mention of either side, equal for mentions with the same document and words.

    A side has the documents and the words of its mentions. The start and the length identify a mention with
    one fragment. A code for the bytes of all its fragments, and the start -1, identify other mentions.
    """
    span = _stacked(left[1], right[1])
    start, length = np.full(len(span), -1), np.zeros(len(span), np.int64)
    fragments = np.diff(span.first)
    whole = np.flatnonzero(fragments == 1)
    only = span.first[whole]
    start[whole], length[whole] = span.start[only], span.end[only] - span.start[only]
    torn = np.flatnonzero(fragments != 1)
    content = np.stack([span.start, span.end], axis=1).tobytes()  # 16 bytes a fragment
    borders = zip((16 * span.first[torn]).tolist(), (16 * span.first[torn + 1]).tolist(), strict=True)
    length[torn] = Vocabulary().codes([content[begin:end] for begin, end in borders])
    keys = combine(np.append(left[0], right[0]), start, length)
    return keys[: len(left[0])], keys[len(left[0]) :]


def _stacked(upper: Fragments, lower: Fragments) -> Fragments:
    """Return the sets of *upper*, then the sets of *lower*."""
    return Fragments(
        np.concatenate([upper.first, lower.first[1:] + len(upper.start)]),
        np.concatenate([upper.start, lower.start]),
        np.concatenate([upper.end, lower.end]),
    )


def _pair_off(gold: IntArray, system: IntArray) -> tuple[IntArray, IntArray]:
    """Return the positions of equal keys: the k-th of a key on one side with the k-th on the other side."""
    return join(*_joint_keys((gold, system), (turns(gold), turns(system))))


def _zeros_matched(gold: _Unmatched, system: _Unmatched) -> tuple[IntArray, IntArray]:
    """Return the best matching among the mentions headed by empty nodes."""
    zeros = [np.flatnonzero(np.isin(side.rows, list(side.mentions.zeros))) for side in (gold, system)]
    left, right = _best(_sharing_parents)(
        _Unmatched(gold.mentions, gold.rows[zeros[0]]), _Unmatched(system.mentions, system.rows[zeros[1]])
    )
    return zeros[0][left], zeros[1][right]


def _sharing_parents(gold: _Unmatched, system: _Unmatched) -> Candidates:
    """Return pairs whose heads, empty nodes of one sentence, share a parent; weight 10 F(edges) +
    F(parents).
    """
    edges = _similar_edges(gold, system, relations=True)
    parents = _similar_edges(gold, system, relations=False)
    # who shares an edge shares its parent: each pair of `edges` is one of `parents`, which are sorted
    width = len(system.rows)
    place = np.searchsorted(parents.gold * width + parents.system, edges.gold * width + edges.system)
    parents.weight[place] += 10 * edges.weight
    return parents


def _similar_edges(gold: _Unmatched, system: _Unmatched, *, relations: bool) -> Candidates:
    """Return pairs whose heads share an incoming edge, ascending; the weight is F of the sets of incoming
    edges.

    Without *relations* edges are parents.
    """
    names = Vocabulary() if relations else None
    mention, columns, size = zip(_incoming(gold, names), _incoming(system, names), strict=True)
    check = partial(check_pairs, gold.mentions, gold.rows[mention[0]])
    left, right = join(*_joint_keys(*zip(*columns, strict=True)), check=check)
    # one key per pair of mentions, as often as they share an edge
    width = len(system.rows)
    pairs, shared = np.unique(mention[0][left] * width + mention[1][right], return_counts=True)
    places = pairs // width, pairs % width
    return Candidates(*places, 2 * shared / (size[0][places[0]] + size[1][places[1]]))


def _incoming(side: _Unmatched, names: Vocabulary | None) -> tuple[IntArray, IntArray, IntArray]:
    """Return the distinct edges into heads that are empty nodes; without *names* for relations, the parents.

    Three arrays: the place of the mention of each edge, shape (n,); document, sentence, parent and relation
    of each edge, shape (4, n). The third has the number of edges of every mention of the side.
    """
    edges = {
        (place, edge.parent, 0 if names is None else names[edge.relation])
        for place, row in enumerate(side.rows.tolist())
        for edge in side.mentions.zeros.get(row, ())
    }
    mention, parent, relation = np.array(sorted(edges), np.int64).reshape(-1, 3).T
    columns = np.stack([side.document[mention], side.sentence()[mention], parent, relation])
    return mention, columns, np.bincount(mention, minlength=len(side.rows))


def _sharing_words(gold: _Unmatched, system: _Unmatched, left: IntArray, right: IntArray) -> Candidates:
    """Return the pairs of mentions that share words; the weight is their number."""
    shared = in_common(gold.span.take(left), system.span.take(right))
    real = np.flatnonzero(shared)
    return Candidates(left[real], right[real], shared[real].astype(float))


def _parts_with_head(gold: _Unmatched, system: _Unmatched) -> Candidates:
    """Return pairs whose system mention is a part of the gold mention and contains the gold head."""
    left, right, shared = _sharing_words(gold, system, *_holding(gold, gold.head, system))
    part = shared == system.size[right]
    return Candidates(left[part], right[part], shared[part] / gold.size[left[part]])


def _same_head(gold: _Unmatched, system: _Unmatched) -> Candidates:
    """Return pairs with the same head, if they share a word; other pairs cannot match."""
    heads = _joint_keys((gold.document, system.document), (gold.head, system.head))
    pairs = join(*heads, check=partial(check_pairs, gold.mentions, gold.rows))
    left, right, shared = _sharing_words(gold, system, *pairs)
    return Candidates(left, right, shared / gold.size[left])


def _same_minimum(gold: _Unmatched, system: _Unmatched) -> Candidates:
    """Return pairs with the same minimum span.

    A system mention without a minimum span has to hold the gold minimum span and lie within the gold mention.
    """
    (minimum, _), (minimum_of_system, has_one) = gold.minimum(), system.minimum()
    with_one = np.flatnonzero(has_one)
    systems_own = system.document[with_one], minimum_of_system.take(with_one)
    same = join(*word_keys((gold.document, minimum), systems_own))
    # a system mention that holds the whole minimum holds its first word
    left, right = _holding(gold, minimum.start[minimum.first[:-1]], system)
    without_one = ~has_one[right]
    left, right = left[without_one], right[without_one]
    span = system.span.take(right)
    between = in_common(gold.span.take(left), span) == system.size[right]
    between &= in_common(minimum.take(left), span) == minimum.sizes()[left]
    left, right = np.append(same[0], left[between]), np.append(with_one[same[1]], right[between])
    return _sharing_words(gold, system, left, right)


def _holding(gold: _Unmatched, position: IntArray, system: _Unmatched) -> tuple[IntArray, IntArray]:
    """Return all pairs of a gold mention and a system mention that contains this position of the gold
    mention.
    """
    mention = system.span.rows()
    words = Intervals(system.document[mention], system.span.start, system.span.end)
    at = Intervals(gold.document, position, position + 1)
    check_pairs(gold.mentions, gold.rows, count_overlaps(at, words))
    none = np.zeros(0, np.int64)
    chunks = zip((none, none, none), *overlapping_pairs(at, words), strict=True)
    places, fragments, _ = map(np.concatenate, chunks)
    return places, mention[fragments]


FURTHER_CANDIDATES: dict[str, Callable[[_Unmatched, _Unmatched], Candidates]] = {
    PARTIAL: _parts_with_head,
    HEAD: _same_head,
    MIN: _same_minimum,
}


def _best(candidates: Callable[[_Unmatched, _Unmatched], Candidates]) -> Step:
    """Return the step that takes the best one-to-one matching of these candidates."""

    def step(gold: _Unmatched, system: _Unmatched) -> tuple[IntArray, IntArray]:
        """Return the rows of gold and of the system in the best matching of the candidates."""
        pairs = candidates(gold, system)
        documents = gold.document, system.document
        chosen = best_matching_on_blocks(pairs.gold, pairs.system, pairs.weight, documents)
        return pairs.gold[chosen], pairs.system[chosen]

    return step
