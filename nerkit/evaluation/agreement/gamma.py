"""Gamma (Mathet, Widlöcher and Métivier 2015): the best alignment of units, compared with chance.

An alignment puts every unit into exactly one tuple, which has at most one unit of each annotator. A tuple
costs the mean difference of its units over pairs of annotators; a missing unit costs 1 in each pair. The
disorder is the cost of the best alignment divided by the mean number of units per annotator. Gamma is 1 -
observed disorder / expected disorder.

    anna [0, 4) X, ben [1, 5) X: ((1 + 1) / (4 + 4))² = .0625 for position, 0 for label: disorder .0625

The best alignment is exact. First, nerkit separates units that are too far apart to share a tuple. For two
annotators it solves an assignment. In small components it tries all tuples of the first free unit, and
remembers the solution of each remaining set. For larger components it solves a linear program; if this cuts
tuples into fractions, it solves an integer program.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.algorithms.intervals import Intervals, count_overlaps, overlapping_pairs
from nerkit.evaluation.agreement.options import SHUFFLE
from nerkit.exceptions import UsageError
from nerkit.ground.limits import MOST_TUPLES, MOST_UNIT_PAIRS, TUPLES, UNIT_PAIRS

SMALL = 14  # the most units of a component that is solved by trying tuples
FEW = 64  # nerkit compares all pairs of at most this many units
FEWEST = 1e-9
SOLVED = 0  # the status of a solved program
TRIES = 200  # random offsets that are tried before an offset near another offset is taken


class UnitSet(NamedTuple):
    """The units of a document: annotator (from 0), start, end and label of each unit, shape (units,).

    Further fields are the number of annotators and the id of the document.
    """

    annotator: IntArray
    start: FloatArray
    end: FloatArray
    label: IntArray
    annotators: int
    document: str = ""

    @property
    def per_annotator(self) -> float:
        """The mean number of units per annotator."""
        return len(self.start) / self.annotators


class UnitPairs(NamedTuple):
    """Pairs of units of different annotators, in ascending order, and the difference of each pair."""

    first: IntArray
    second: IntArray
    difference: FloatArray

    def take(self, rows: BoolArray) -> "UnitPairs":
        """Return the pairs of these rows."""
        return UnitPairs(self.first[rows], self.second[rows], self.difference[rows])


class UnitTuples(NamedTuple):
    """Tuples of units: members, shape (tuples, annotators), ascending and padded with -1, and their costs."""

    members: IntArray
    price: FloatArray


class Aligned(NamedTuple):
    """The cost of an alignment, and a lower bound of the cost of every alignment. Both are equal for a
    best alignment.
    """

    cost: float
    least: float


def cost(units: UnitSet, weights: tuple[float, float]) -> float:
    """Return the cost of the best alignment: its disorder times the mean number of units per annotator."""
    return aligned(units, weights).cost


def aligned(units: UnitSet, weights: tuple[float, float], limit: int | None = None) -> Aligned:
    """Return the best alignment, or the best found in *limit* steps of an integer program."""
    size = len(units.start)
    if not size:
        return Aligned(0.0, 0.0)
    pairs = units.annotators * (units.annotators - 1) // 2
    near = _near(units, weights, pairs + units.annotators - 1)
    if units.annotators == 2:
        best = size - _gain(units, near)
        return Aligned(best, best)
    component = _components(near.take(near.difference <= pairs + 1), size)
    tuples = _tuples(units, near, pairs, component)
    of_tuple, numbers = component[tuples.members[:, 0]], np.unique(component)
    borders = np.searchsorted(of_tuple, [*numbers.tolist(), size]).tolist()
    total, least = 0.0, 0.0
    order = np.argsort(component, kind="stable")
    first = np.searchsorted(component[order], [*numbers.tolist(), size]).tolist()
    for k, (begin, end) in enumerate(pairwise(borders)):
        part = Aligned(1.0, 1.0)
        if end - begin > 1:
            rows = order[first[k] : first[k + 1]]
            own = UnitTuples(tuples.members[begin:end], tuples.price[begin:end])
            part = _component(rows, own, limit)
        total += part.cost
        least += part.least
    return Aligned(total, least)


def _near(units: UnitSet, weights: tuple[float, float], bound: float) -> UnitPairs:
    """Return the pairs of units of different annotators whose difference is below *bound*.

    No other pair can be in a tuple of a best alignment. The difference in position is (|start - start| +
    |end - end|) / (length + length), squared. |start - start| + |end - end| is at least the distance of
    the sums start + end. So two units can be near only if stretches around their middles overlap.
    """
    first, second = _candidates(units, (bound / weights[0]) ** 0.5 if weights[0] else np.inf)
    length = units.end - units.start
    apart = np.abs(units.start[first] - units.start[second]) + np.abs(units.end[first] - units.end[second])
    position = (apart / (length[first] + length[second])) ** 2
    label = (units.label[first] != units.label[second]).astype(float)
    found = UnitPairs(first, second, weights[0] * position + weights[1] * label)
    return found.take(found.difference < bound)


def _candidates(units: UnitSet, reach: float) -> tuple[IntArray, IntArray]:
    """Return pairs of units of different annotators whose stretches of *reach* times their lengths
    overlap.

    With at most FEW units, all pairs are returned. Raises UsageError for more than MOST_UNIT_PAIRS pairs.
    """
    size = len(units.start)
    if size <= FEW:
        first, second = np.nonzero(np.triu(units.annotator[:, np.newaxis] != units.annotator))
        return first, second
    middle, length = units.start + units.end, units.end - units.start
    low, high = middle.min() - 1, middle.max() + 1
    stretch = reach * length if np.isfinite(reach) else np.full(size, high - low)
    start = np.floor(np.maximum(middle - stretch, low)).astype(np.int64)
    end = np.ceil(np.minimum(middle + stretch, high)).astype(np.int64) + 1
    rows = [np.flatnonzero(units.annotator == one) for one in range(units.annotators)]
    sides = [Intervals(np.zeros(len(own), np.int64), start[own], end[own]) for own in rows]
    which = list(combinations(range(units.annotators), 2))
    count = sum(int(count_overlaps(sides[i], sides[j]).sum()) for i, j in which)
    if count > max(MOST_UNIT_PAIRS, UNIT_PAIRS * size):
        raise _crowded(units, f"{count:,} pairs of units")
    found = [
        (rows[i][one], rows[j][other])
        for i, j in which
        for one, other, _ in overlapping_pairs(sides[i], sides[j])
    ]
    one, other = (np.concatenate(column) for column in zip(*found, strict=True)) if found else rows[:2]
    first, second = np.minimum(one, other), np.maximum(one, other)
    order = np.lexsort((second, first))
    return first[order], second[order]


def _crowded(units: UnitSet, what: str) -> UsageError:
    """Return the error for a document in which too many units are near each other."""
    return UsageError(
        f"gamma: document {units.document!r} has {what} that may be aligned, because its "
        f'{len(units.start):,} units overlap; measures="f1" compares spans without aligning them'
    )


def _gain(units: UnitSet, near: UnitPairs) -> float:
    """Return how much the best alignment of two annotators saves against an alignment of single units.

    Aligning two units saves 2 - their difference.
    """
    gain = 2 - near.difference
    near, gain = near.take(gain > FEWEST), gain[gain > FEWEST]
    if len(gain) < 2:
        return float(gain.sum())
    turned = units.annotator[near.first] == 1
    one = np.where(turned, near.second, near.first)
    chosen = best_matching(one, near.first + near.second - one, gain)
    return float(gain[chosen].sum())


def _components(near: UnitPairs, size: int) -> IntArray:
    """Return the smallest unit of each unit's component, shape (units,); units in one tuple share a
    component.
    """
    component = np.arange(size)
    before = np.empty(0, np.int64)
    row, column = np.concatenate([near[:2], near[1::-1]], axis=1)
    while not np.array_equal(component, before):
        before = component.copy()
        np.minimum.at(component, row, component[column])
        component = component[component]
    return component


def _component(rows: IntArray, tuples: UnitTuples, limit: int | None) -> Aligned:
    """Return the best alignment of the units in *rows*, which form a component with these tuples."""
    members = np.where(tuples.members < 0, -1, np.searchsorted(rows, tuples.members))
    size = len(rows)
    if size > SMALL:
        return _programmed(UnitTuples(members, tuples.price), size, limit)
    of_first: list[list[tuple[int, float]]] = [[] for _ in range(size)]
    bits = np.where(members < 0, 0, 1 << np.maximum(members, 0)).sum(axis=1)
    for first, one, price in zip(members[:, 0].tolist(), bits.tolist(), tuples.price.tolist(), strict=True):
        of_first[first].append((one, price))
    best: dict[int, float] = {0: 0.0}

    def least(left: int) -> float:
        """Return the least cost of aligning a set of units, given as bits; each set is computed once."""
        if left not in best:
            first = (left & -left).bit_length() - 1
            best[left] = min(
                price + least(left & ~members)
                for members, price in of_first[first]
                if members & left == members
            )
        return best[left]

    whole = least((1 << size) - 1)
    return Aligned(whole, whole)


def _tuples(units: UnitSet, near: UnitPairs, pairs: int, component: IntArray) -> UnitTuples:
    """Return the tuples that a best alignment can contain, and their costs, component by component.

    Let P be the number of pairs of annotators. A tuple of k units is left out if one unit differs from
    the other units by at least P + k - 1 in sum. Such a tuple costs at least as much as the smaller tuple
    and the single unit. Tuples of k units are made from tuples of k - 1 units and each later unit of
    another annotator.

    Raises UsageError for more than MOST_TUPLES tuples.
    """
    size, annotators = len(units.start), units.annotators
    border = np.searchsorted(near.first, np.arange(size + 1))
    key = near.first * size + near.second
    members = np.arange(size)[:, np.newaxis]
    sums = np.zeros((size, 1))  # summed differences from the other members, shape (tuples, k)
    levels, found = [], 0
    for count in range(1, annotators + 1):
        kept = np.ones(len(members), bool) if count == 1 else sums.max(axis=1) < pairs + count - 1
        price = (_in_order(sums[kept]) / 2 + pairs - count * (count - 1) // 2) / pairs
        filled = np.full((len(price), annotators), -1)
        filled[:, :count] = members[kept]
        levels.append((filled, price))
        if count == annotators:
            break
        last = members[:, -1]
        choices = border[last + 1] - border[last]
        found += int(choices.sum())
        if found > max(MOST_TUPLES, TUPLES * size):
            raise _crowded(units, f"more than {found:,} tuples of units")
        before = np.repeat(np.arange(len(members)), choices)  # the tuple that grows, and by which unit
        step = np.arange(len(before)) - np.repeat(np.cumsum(choices) - choices, choices)
        place = border[last][before] + step
        pair = members[before] * size + near.second[place][:, np.newaxis]
        where = np.minimum(np.searchsorted(key, pair), len(key) - 1)
        fits = (key[where] == pair).all(axis=1) if len(key) else np.zeros(0, bool)
        before, unit = before[fits], near.second[place[fits]]
        own = near.difference[where[fits]]
        sums = np.column_stack([sums[before] + own, _in_order(own)])
        members = np.column_stack([members[before], unit])
        close = sums.max(axis=1) < pairs + annotators - 1
        members, sums = members[close], sums[close]
    members, price = (np.concatenate(column) for column in zip(*levels, strict=True))
    order = np.lexsort((*-np.where(members < 0, size, members).T[::-1], component[members[:, 0]]))
    return UnitTuples(members[order], price[order])


def _in_order(terms: FloatArray) -> FloatArray:
    """Return the sum of each row, added term by term so that no digit depends on the number of rows,
    shape (rows,).
    """
    total = np.zeros(len(terms))
    for column in terms.T:
        total += column
    return total


def _programmed(tuples: UnitTuples, size: int, limit: int | None) -> Aligned:
    """Return the least cost of a choice of tuples that contains every unit exactly once.

    A linear program solves it if the best shares are all 0 or 1; otherwise an integer program does. If
    the integer program is not solved in *limit* steps, the result is its best solution so far and the
    proven bound. Without any solution, the result is the cost of single units.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csc_array

    column, place = np.nonzero(tuples.members >= 0)
    row = tuples.members[column, place]
    matrix = csc_array((np.ones(len(row)), (row, column)), shape=(size, len(tuples.price)))

    def solved(whole: int, options: Any) -> Any:
        """Solve the program with whole tuples (1) or shares of tuples (0)."""
        return milp(
            tuples.price,
            integrality=np.full(len(tuples.price), whole),
            bounds=Bounds(0, 1),
            constraints=LinearConstraint(matrix, 1, 1),
            options=options,
        )

    best = solved(0, {"presolve": False})
    if best.status != SOLVED or (np.minimum(best.x, 1 - best.x) > FEWEST).any():
        best = solved(1, {"mip_rel_gap": 0.0} | ({} if limit is None else {"node_limit": limit}))
    found = float(size) if best.x is None else float(tuples.price[np.asarray(best.x) > 1 / 2].sum())
    if best.status == SOLVED:
        return Aligned(found, found)
    bound = 0.0 if best.mip_dual_bound is None else float(best.mip_dual_bound)
    return Aligned(found, min(max(bound, 0.0), found))


@dataclass(frozen=True)
class Sampler:
    """Draws random annotations that resemble the annotators but do not agree; *kind* is one of `SAMPLERS`."""

    units: UnitSet
    kind: str

    def draw(self, chance: np.random.Generator) -> UnitSet:
        """Return random units, for the same number of annotators."""
        if self.kind == SHUFFLE:
            return self._shifted(chance)
        while not len((drawn := self._invented(chance)).start):
            pass  # draw again until there is a unit
        return drawn

    def _shifted(self, chance: np.random.Generator) -> UnitSet:
        """Return, for each annotator, all units of a randomly chosen annotator, shifted by a random
        offset.

        Units that end up after the end of the document go to its beginning. Offsets keep a distance
        from each other.
        """
        units = self.units
        low, high = 0.0, float(units.end.max())
        apart = float((units.end - units.start).mean()) / 2
        parts, offsets = [], list[float]()
        for annotator in range(units.annotators):
            rows = np.flatnonzero(units.annotator == chance.integers(units.annotators))
            offset = _offset(chance, low, high, offsets, apart)
            offsets.append(offset)
            start, end = units.start[rows] + offset, units.end[rows] + offset
            beyond = start > high
            shift = np.where(beyond, low - high, 0.0)
            parts.append((np.full(len(rows), annotator), start + shift, end + shift, units.label[rows]))
        return _joined(parts, units)

    def _invented(self, chance: np.random.Generator) -> UnitSet:
        """Return units whose numbers, gaps and lengths are drawn around their means, with labels by
        their frequency.
        """
        units = self.units
        counts = np.bincount(units.annotator, minlength=units.annotators)
        length = units.end - units.start
        order = np.lexsort((units.start, units.annotator))
        same = np.diff(units.annotator[order]) == 0
        between = (units.start[order][1:] - units.end[order][:-1])[same]
        first = units.start[order][np.append(True, ~same)]  # the first start of each annotator
        gaps = np.concatenate([[0.0], between, first[first > 0]])
        parts = []
        for annotator in range(units.annotators):
            count = abs(int(chance.normal(counts.mean(), counts.std())))
            sizes = np.maximum(np.abs(chance.normal(length.mean(), length.std(), count)), FEWEST)
            holes = chance.normal(gaps.mean(), gaps.std(), count)
            end = np.cumsum(holes + sizes)
            label = chance.choice(units.label, count)
            parts.append((np.full(count, annotator), end - sizes, end, label))
        return _joined(parts, units)


def _joined(parts: Sequence[tuple[Any, ...]], like: UnitSet) -> UnitSet:
    """Join the units of several annotators into one set; *like* gives the number of annotators and the
    document.
    """
    annotator, start, end, label = (np.concatenate(column) for column in zip(*parts, strict=True))
    return UnitSet(annotator, start, end, label, like.annotators, like.document)


def _offset(
    chance: np.random.Generator, low: float, high: float, taken: Sequence[float], apart: float
) -> float:
    """Return a random offset at a distance of at least *apart* from the taken offsets, if TRIES draws
    find one.
    """
    for _ in range(TRIES):
        offset = float(chance.uniform(low, high))
        if all(abs(offset - other) >= apart for other in taken):
            break
    return offset


class Gamma(NamedTuple):
    """Disorders of documents, shape (documents,): observed, expected, variance of the mean expected
    disorder, weight.

    Further fields are the lower bound of the observed disorder, and whether all alignments are the best.
    """

    observed: FloatArray
    expected: FloatArray
    variance: FloatArray
    weight: FloatArray
    least: FloatArray
    optimal: FloatArray


def gamma(
    documents: Sequence[UnitSet],
    weights: tuple[float, float],
    how: tuple[str, int, int],
    limit: int | None = None,
) -> Gamma:
    """Compute the observed and expected disorder of each document.

    *how* is the sampler, the number of samples and the seed. *limit* bounds the steps of an integer
    program.
    """
    kind, samples, seed = how
    chance = np.random.default_rng(seed)
    rows = []
    for units in documents:
        sampler, size = Sampler(units, kind), units.per_annotator
        observed = aligned(units, weights, limit)
        drawn = [sampler.draw(chance) for _ in range(samples)]
        found = [(aligned(one, weights, limit), one.per_annotator) for one in drawn if len(one.start)]
        chances = np.array([part.cost / mean for part, mean in found])
        spread = float(chances.var(ddof=1)) / len(chances) if len(chances) > 1 else 0.0
        optimal = all(part.cost == part.least for part in [observed, *(part for part, _ in found)])
        expected = float(chances.mean()) if len(chances) else np.nan
        rows.append((observed.cost / size, expected, spread, size, observed.least / size, optimal))
    columns = np.array(rows, float).reshape(-1, len(Gamma._fields)).T
    return Gamma(*columns)
