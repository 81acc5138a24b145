"""Quotes, possessives and apostrophes that are confused, so that a side leaves out a word that the other side
counts.

    gold    (`` ")  left out     the parser tags the same quotation mark as a noun: a word more on its side
    system  (NN ")  a word

If the numbers of words of a pair differ, EVALB puts such words back. Take two candidates at the same place,
counted in words, with different tags. If one of the two is left out, it becomes a word. Candidates are the
words ' " and / with a tag of QUOTE_LABEL. There is no limit to their number (EVALB looks at 20 of a
sentence). Quotes in a row may all be left out. Then, as in EVALB, the first is put back once for each quote
of the other side, as often as there are quotes.
"""

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.scorers.tree.params import Params
from nerkit.scorers.tree.terminals import CountedWords, among

QUOTES = frozenset(["'", '"', "/"])


def put_back(
    gold: CountedWords, system: CountedWords, pairs: IntArray, params: Params
) -> tuple[CountedWords, CountedWords]:
    """Return the words of both sides, with the left-out quotes put back in *pairs* with different numbers of
    words.
    """
    if not params.quotes or not len(pairs):
        return gold, system
    sides = (gold, system)
    found: tuple[list[int], list[int]] = ([], [])
    candidates = [_candidates(side, pairs, params) for side in sides]
    for pair in pairs.tolist():
        listed = [side.get(pair, []) for side in candidates]
        for side, terminals in zip(found, _missing(listed[0], listed[1]), strict=True):
            side.extend(terminals)
    return gold.with_more(np.array(found[0], np.int64)), system.with_more(np.array(found[1], np.int64))


class _Candidate:
    """A quote that may be put back: its terminal, the words before it, its tag, and whether it is left
    out.
    """

    __slots__ = ("before", "deleted", "tag", "terminal")

    def __init__(self, terminal: int, before: int, tag: str, *, deleted: bool) -> None:
        self.terminal, self.before, self.tag, self.deleted = terminal, before, tag, deleted


def _candidates(side: CountedWords, pairs: IntArray, params: Params) -> dict[int, list[_Candidate]]:
    """Yield the candidates of each pair in order."""
    trees = side.trees
    wanted = np.zeros(int(max(side.pair.max(initial=-1), pairs.max())) + 1, bool)
    wanted[pairs] = True
    quotes = among(trees.word, QUOTES) & among(trees.tag, params.quotes) & wanted[side.pairs]
    rows = np.flatnonzero(quotes)
    before = side.places
    first = trees.begin[trees.of_terminal[rows]]
    columns = (rows, side.pairs[rows], before[rows] - before[first], among(trees.tag, params.deleted)[rows])
    found: dict[int, list[_Candidate]] = {}
    for row, pair, place, deleted in zip(*(column.tolist() for column in columns), strict=True):
        candidate = _Candidate(row, place, trees.tag.value(row), deleted=deleted)
        found.setdefault(pair, []).append(candidate)
    return found


def _missing(gold: list[_Candidate], system: list[_Candidate]) -> tuple[list[int], list[int]]:
    """Return the gold terminals and the system terminals that are put back in one pair."""
    found: tuple[list[int], list[int]] = ([], [])
    for i, theirs in enumerate(system):
        place = theirs.before
        for j, ours in enumerate(gold):
            if ours.before != place or ours.tag == theirs.tag or ours.deleted == theirs.deleted:
                continue
            side, listed, at = (0, gold, j) if ours.deleted else (1, system, i)
            found[side].append(listed[at].terminal)
            for later in listed[at:]:
                later.before += 1
    return found
