"""Find system brackets that cross a gold bracket: they share words, and neither holds all words of the other.

    gold    (a b c) d        system  a (b c d)

A bracket crosses another if it begins inside the other and ends behind it, or ends inside the other and
begins before it. So only the largest end of brackets that begin at each place, and the least start of
brackets that end there, matter. The extremes of a range of places come from two overlapping ranges whose
length is a power of two.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain

import numpy as np

from nerkit.algorithms.columns import BoolArray, IntArray
from nerkit.exceptions import InputError, source_and_line
from nerkit.ground.limits import MOST_CROSSINGS
from nerkit.scorers.tree.brackets import Brackets, Sides
from nerkit.scorers.tree.gaps import Stretches

FEW = 10_000  # pairs of constituents of a sentence that are compared without a look at their words
NameOfPair = Callable[[int], str]  # (pair of sentences) -> the place of gold's


def crossing(sides: Sides, pairs: int, place: NameOfPair) -> BoolArray:
    """Return whether each system bracket crosses a gold bracket; *place* names the place of a pair of
    sentences.

    Raises InputError for a sentence in which too many brackets with gaps may cross.
    """
    gold, system = sides.gold, sides.system
    crosses = _continuous(gold, system, pairs)
    gaps = np.zeros(pairs, bool)
    for side in (gold, system):
        gaps[side.pair[side.shape > 0]] = True
    if gaps.any():
        rows = np.flatnonzero(gaps[system.pair])
        crosses[rows] = [*_with_gaps(sides, gaps, rows, place)]
    return crosses


def _continuous(gold: Brackets, system: Brackets, pairs: int) -> BoolArray:
    """Return whether each system bracket crosses a gold bracket, if no bracket has gaps."""
    longest = np.zeros(pairs, np.int64)
    for side in (gold, system):
        np.maximum.at(longest, side.pair, side.end)
    offset = np.cumsum(longest + 1) - longest - 1
    places = int(longest.sum()) + pairs
    ends, starts = np.full(places, -1), np.full(places, places)
    start, end = gold.start + offset[gold.pair], gold.end + offset[gold.pair]
    np.maximum.at(ends, start, end)
    np.minimum.at(starts, end, start)
    start, end = system.start + offset[system.pair], system.end + offset[system.pair]
    beyond = range_maximum(ends, start + 1, end)
    before = -range_maximum(-starts, start + 1, end)
    long = end - start > 1
    crosses: BoolArray = long & ((beyond > end) | (before < start))
    return crosses


def range_maximum(values: IntArray, first: IntArray, last: IntArray) -> IntArray:
    """Return the largest value in each range `[first, last)`; the least integer for an empty range."""
    maxima = np.full(len(first), np.iinfo(np.int64).min)
    length = last - first
    size = 1
    while (length >= size).any():
        rows = np.flatnonzero((length >= size) & (length < 2 * size))
        maxima[rows] = np.maximum(values[first[rows]], values[last[rows] - size])
        values = np.maximum(values[:-size], values[size:]) if len(values) > size else values
        size *= 2
    return maxima


def _with_gaps(sides: Sides, gaps: BoolArray, rows: IntArray, place: NameOfPair) -> Iterator[bool]:
    """Return whether each of some system brackets crosses a gold bracket, if brackets may have gaps."""
    gold_rows = np.flatnonzero(gaps[sides.gold.pair])
    gold, system = _sets(sides, sides.gold, gold_rows), _sets(sides, sides.system, rows)
    in_pair: list[dict[int, set[Stretches]]] = [{}, {}]
    for of_side, keys in zip(in_pair, (gold, system), strict=True):
        for pair, words in keys:
            of_side.setdefault(pair, set()).add(words)
    crossing = {
        pair: _crossing(in_pair[0].get(pair, set()), words, partial(place, pair))
        for pair, words in in_pair[1].items()
    }
    for pair, words in system:
        yield words in crossing[pair]


def _sets(sides: Sides, side: Brackets, rows: IntArray) -> list[tuple[int, Stretches]]:
    """Return the pair of sentences and the stretches of words of each bracket."""
    columns = (column[rows].tolist() for column in (side.pair, side.shape, side.start, side.end))
    return [
        (pair, sides.stretches[shape] if shape else ((start, end),))
        for pair, shape, start, end in zip(*columns, strict=True)
    ]


def _crossing(gold: set[Stretches], system: set[Stretches], place: Callable[[], str]) -> set[Stretches]:
    """Return the system constituents of a sentence that cross a gold constituent. Compare every two
    constituents, or go through the constituents at each word, if this is cheaper.
    """
    pairs = len(gold) * len(system)
    if pairs > FEW:
        deepest = [Counter(word for words in side for word in _words(words)) for side in (gold, system)]
        steps = sum(number * deepest[1][word] for word, number in deepest[0].items())
        if min(pairs, steps) > MOST_CROSSINGS:
            source, line = source_and_line(place())
            problem = f"more than {MOST_CROSSINGS:,} pairs of constituents with gaps that may cross"
            remedy = "divide the sentence, or use other measures, which compare no pairs"
            raise InputError(problem, source=source, line=line, remedy=remedy)
        if steps < pairs:
            return _by_words(gold, system)
    of_gold = [_bits(words) for words in gold]
    crossing = set()
    for words in system:
        bits = _bits(words)
        if any(bits & gold_bits and bits & ~gold_bits and gold_bits & ~bits for gold_bits in of_gold):
            crossing.add(words)
    return crossing


def _by_words(gold: set[Stretches], system: set[Stretches]) -> set[Stretches]:
    """Return the crossing constituents, found word by word. Two constituents cross if they share words, but
    fewer words than the smaller constituent has.
    """
    gold_at_word: dict[int, list[int]] = {}
    sizes = []
    for number, words in enumerate(gold):
        sizes.append(sum(last - first for first, last in words))
        for word in _words(words):
            gold_at_word.setdefault(word, []).append(number)
    crossing = set()
    for words in system:
        size = sum(last - first for first, last in words)
        shared = Counter(chain.from_iterable(gold_at_word.get(word, ()) for word in _words(words)))
        if any(number < min(size, sizes[number_of_gold]) for number_of_gold, number in shared.items()):
            crossing.add(words)
    return crossing


def _words(stretches: Stretches) -> Iterator[int]:
    return chain.from_iterable(range(first, last) for first, last in stretches)


def _bits(stretches: Stretches) -> int:
    """Return a set of words as the bits of an integer."""
    return sum((1 << last) - (1 << first) for first, last in stretches)
