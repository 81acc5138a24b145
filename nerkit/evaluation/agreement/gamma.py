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

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import NONE, FloatArray, IntArray
from nerkit.algorithms.intervals import Intervals, count_overlaps, overlapping_pairs
from nerkit.algorithms.keys import expand, groups, places
from nerkit.evaluation.agreement.annotations import Annotations
from nerkit.evaluation.agreement.continuum import NOT_SHARED, NOTHING, complement, shared
from nerkit.evaluation.agreement.options import SHUFFLE, AgreeRequest
from nerkit.exceptions import UsageError
from nerkit.ground.limits import MOST_TUPLES, MOST_UNIT_PAIRS, TUPLES, UNIT_PAIRS

SMALL = 14  # the most units of a component that is solved by trying tuples
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

    def crowded(self, what: str) -> UsageError:
        """Return the error for a document in which too many units are near each other."""
        return UsageError(
            f"gamma: document {self.document!r} has {what} that may be aligned, because its "
            f'{len(self.start):,} units overlap; measures="f1" compares spans without aligning them'
        )


class Aligned(NamedTuple):
    """The cost of an alignment, and a lower bound of the cost of every alignment. Both are equal for a
    best alignment.
    """

    cost: float
    least: float


def aligned(units: UnitSet, weights: tuple[float, float], limit: int | None = None) -> Aligned:
    """Return the cost of the best alignment, or of the best found in *limit* steps of an integer program.

    The cost is the disorder times the mean number of units per annotator.
    """
    size, annotators = len(units.start), units.annotators
    if not size:
        return Aligned(0.0, 0.0)
    pairs = annotators * (annotators - 1) // 2
    first, second, difference = near = _near(units, weights, pairs + annotators - 1)
    if annotators == 2:
        # aligning two units saves 2 - their difference against two single units
        gain = 2 - difference
        kept = gain > FEWEST
        one, gain = np.where(units.annotator[first] == 1, second, first)[kept], gain[kept]
        if len(gain) > 1:
            gain = gain[best_matching(one, (first + second)[kept] - one, gain)]
        best = size - float(gain.sum())
        return Aligned(best, best)
    kept = difference <= pairs + 1
    component = _components(first[kept], second[kept], size)
    members, price = _tuples(units, near, pairs, component)
    cost = least = 0.0
    for rows, own in zip(groups(component), groups(component[members[:, 0]]), strict=True):
        alone = len(own) == 1
        part = Aligned(1.0, 1.0) if alone else _component(rows, members[own], price[own], limit)
        cost, least = cost + part.cost, least + part.least
    return Aligned(cost, least)


def _near(
    units: UnitSet, weights: tuple[float, float], bound: float
) -> tuple[IntArray, IntArray, FloatArray]:
    """Return the pairs of units of different annotators whose difference is below *bound*, in ascending
    order, and their differences. Raises UsageError for more than MOST_UNIT_PAIRS candidates.

    No other pair can be in a tuple of a best alignment. The difference in position is (|start - start| +
    |end - end|) / (length + length), squared. |start - start| + |end - end| is at least the distance of
    the sums start + end. So two units can be near only if stretches around their middles overlap.
    """
    size, middle, length = len(units.start), units.start + units.end, units.end - units.start
    stretch = (bound / weights[0]) ** 0.5 * length if weights[0] else np.inf
    begin = np.floor(np.maximum(middle - stretch, middle.min() - 1)).astype(np.int64)
    end = np.ceil(np.minimum(middle + stretch, middle.max() + 1)).astype(np.int64) + 1
    rows = [np.flatnonzero(units.annotator == one) for one in range(units.annotators)]
    sides = [Intervals(np.zeros(len(own), np.int64), begin[own], end[own]) for own in rows]
    which = list(combinations(range(units.annotators), 2))
    count = sum(int(count_overlaps(sides[i], sides[j]).sum()) for i, j in which)
    if count > max(MOST_UNIT_PAIRS, UNIT_PAIRS * size):
        raise units.crowded(f"{count:,} pairs of units")
    found = [
        np.stack([rows[i][one], rows[j][other]])
        for i, j in which
        for one, other, _ in overlapping_pairs(sides[i], sides[j])
    ]
    first, second = np.sort(np.concatenate([np.empty((2, 0), np.int64), *found], axis=1), axis=0)
    order = np.lexsort((second, first))
    first, second = first[order], second[order]
    apart = np.abs(units.start[first] - units.start[second]) + np.abs(units.end[first] - units.end[second])
    with np.errstate(divide="ignore", invalid="ignore"):  # units without a token have no length
        position = (apart / (length[first] + length[second])) ** 2
    difference = weights[0] * position + weights[1] * (units.label[first] != units.label[second])
    kept = difference < bound
    return first[kept], second[kept], difference[kept]


def _components(first: IntArray, second: IntArray, size: int) -> IntArray:
    """Return the smallest unit of each unit's component, shape (units,); pairs share a component."""
    component, before = np.arange(size), np.empty(0, np.int64)
    while not np.array_equal(component, before):
        before = component.copy()
        np.minimum.at(component, np.append(first, second), component[np.append(second, first)])
        component = component[component]
    return component


def _component(rows: IntArray, members: IntArray, price: FloatArray, limit: int | None) -> Aligned:
    """Return the best alignment of the units in *rows*, which form a component with these tuples."""
    members = np.where(members < 0, NONE, np.searchsorted(rows, members))
    size = len(rows)
    if size > SMALL:
        return _programmed(members, price, size, limit)
    of_first: list[list[tuple[int, float]]] = [[] for _ in range(size)]
    bits = np.where(members < 0, 0, 1 << np.maximum(members, 0)).sum(axis=1)
    for first, one, cost in zip(members[:, 0].tolist(), bits.tolist(), price.tolist(), strict=True):
        of_first[first].append((one, cost))

    @cache
    def least(left: int) -> float:
        """Return the least cost of aligning a set of units, given as bits."""
        choices = of_first[(left & -left).bit_length() - 1] if left else ()
        return min((cost + least(left & ~one) for one, cost in choices if one & left == one), default=0.0)

    whole = least((1 << size) - 1)
    return Aligned(whole, whole)


def _tuples(
    units: UnitSet, near: tuple[IntArray, IntArray, FloatArray], pairs: int, component: IntArray
) -> tuple[IntArray, FloatArray]:
    """Return the tuples that a best alignment can contain, component by component, and their costs.

    A tuple is a row of its units, ascending and padded with -1, shape (tuples, annotators). Let P be the
    number of pairs of annotators. A tuple of k units is left out if one unit differs from the other units by
    at least P + k - 1 in sum. Such a tuple costs at least as much as the smaller tuple and the single unit.
    Tuples of k units are made from tuples of k - 1 units and each later unit of another annotator.

    Raises UsageError for more than MOST_TUPLES tuples.
    """
    size, annotators = len(units.start), units.annotators
    first, second, difference = near
    border, key = np.searchsorted(first, np.arange(size + 1)), first * size + second
    members, sums = np.arange(size)[:, np.newaxis], np.zeros((size, 1))
    levels, found = [], 0
    for count in range(1, annotators + 1):
        # sums holds the summed differences of each member from the others, shape (tuples, count)
        kept = (sums.max(axis=1) < pairs + count - 1) | (count == 1)
        price = (np.cumsum(sums[kept], axis=1)[:, -1] / 2 + pairs - count * (count - 1) // 2) / pairs
        filled = np.pad(members[kept], ((0, 0), (0, annotators - count)), constant_values=NONE)
        levels.append((filled, price))
        if count == annotators:
            break
        last = members[:, -1]
        found += int((border[last + 1] - border[last]).sum())
        if found > max(MOST_TUPLES, TUPLES * size):
            raise units.crowded(f"more than {found:,} tuples of units")
        before, place = expand(border[last], border[last + 1])  # the tuple that grows, and by which unit
        pair = members[before] * size + second[place][:, np.newaxis]
        where = places(pair.ravel(), key).reshape(pair.shape)
        fits = (where != NONE).all(axis=1)
        before, own = before[fits], difference[where[fits]]
        sums = np.column_stack([sums[before] + own, np.cumsum(own, axis=1)[:, -1]])
        members = np.column_stack([members[before], second[place[fits]]])
        close = sums.max(axis=1) < pairs + annotators - 1
        members, sums = members[close], sums[close]
    members, price = (np.concatenate(column) for column in zip(*levels, strict=True))
    order = np.lexsort((*-np.where(members < 0, size, members).T[::-1], component[members[:, 0]]))
    return members[order], price[order]


def _programmed(members: IntArray, price: FloatArray, size: int, limit: int | None) -> Aligned:
    """Return the least cost of a choice of tuples that contains every unit exactly once.

    A linear program solves it if the best shares are all 0 or 1; otherwise an integer program does. If
    the integer program is not solved in *limit* steps, the result is its best solution so far and the
    proven bound. Without any solution, the result is the cost of single units.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csc_array

    column, place = np.nonzero(members >= 0)
    row = members[column, place]
    matrix = csc_array((np.ones(len(row)), (row, column)), shape=(size, len(price)))

    def solved(whole: int, options: Any) -> Any:
        """Solve the program with whole tuples (1) or shares of tuples (0)."""
        return milp(
            price,
            integrality=np.full(len(price), whole),
            bounds=Bounds(0, 1),
            constraints=LinearConstraint(matrix, 1, 1),
            options=options,
        )

    best = solved(0, {"presolve": False})
    if best.status != SOLVED or (np.minimum(best.x, 1 - best.x) > FEWEST).any():
        best = solved(1, {"mip_rel_gap": 0.0} | ({} if limit is None else {"node_limit": limit}))
    found = float(size) if best.x is None else float(price[np.asarray(best.x) > 1 / 2].sum())
    if best.status == SOLVED:
        return Aligned(found, found)
    bound = 0.0 if best.mip_dual_bound is None else float(best.mip_dual_bound)
    return Aligned(found, min(max(bound, 0.0), found))


def drawn(units: UnitSet, kind: str, chance: np.random.Generator) -> UnitSet:
    """Draw random units that resemble the annotators but do not agree, by one of SAMPLERS."""
    if kind == SHUFFLE:
        return _shifted(units, chance)
    while not len((found := _invented(units, chance)).start):
        pass  # draw again until there is a unit
    return found


def _shifted(units: UnitSet, chance: np.random.Generator) -> UnitSet:
    """Return, for each annotator, all units of a randomly chosen annotator, shifted by a random offset.

    Units that end up after the end of the document go to its beginning. Offsets keep a distance of half the
    mean length from each other, if TRIES draws find such an offset.
    """
    high, apart = float(units.end.max()), float((units.end - units.start).mean()) / 2
    parts, offsets = [], list[float]()
    for annotator in range(units.annotators):
        rows = np.flatnonzero(units.annotator == chance.integers(units.annotators))
        for _ in range(TRIES):
            offset = float(chance.uniform(0.0, high))
            if all(abs(offset - other) >= apart for other in offsets):
                break
        offsets.append(offset)
        start, end = units.start[rows] + offset, units.end[rows] + offset
        shift = np.where(start > high, -high, 0.0)
        parts.append((np.full(len(rows), annotator), start + shift, end + shift, units.label[rows]))
    return _joined(parts, units)


def _invented(units: UnitSet, chance: np.random.Generator) -> UnitSet:
    """Return units whose numbers, gaps and lengths are drawn around their means, with labels by their
    frequency.
    """
    counts = np.bincount(units.annotator, minlength=units.annotators)
    length = units.end - units.start
    order = np.lexsort((units.start, units.annotator))
    start, same = units.start[order], np.diff(units.annotator[order]) == 0
    first = start[np.append(True, ~same)]  # the first start of each annotator
    gaps = np.concatenate([[0.0], (start[1:] - units.end[order][:-1])[same], first[first > 0]])
    parts = []
    for annotator in range(units.annotators):
        count = abs(int(chance.normal(counts.mean(), counts.std())))
        sizes = np.maximum(np.abs(chance.normal(length.mean(), length.std(), count)), FEWEST)
        end = np.cumsum(chance.normal(gaps.mean(), gaps.std(), count) + sizes)
        parts.append((np.full(count, annotator), end - sizes, end, chance.choice(units.label, count)))
    return _joined(parts, units)


def _joined(parts: Sequence[tuple[Any, ...]], like: UnitSet) -> UnitSet:
    """Join the units of several annotators; *like* gives the number of annotators and the document."""
    annotator, start, end, label = (np.concatenate(column) for column in zip(*parts, strict=True))
    return UnitSet(annotator, start, end, label, like.annotators, like.document)


class Disorders(NamedTuple):
    """Disorders of documents, shape (documents,): observed, expected, variance of the mean expected
    disorder, weight.

    Further fields are the lower bound of the observed disorder, whether all alignments are the best, and the
    codes of the documents.
    """

    observed: FloatArray
    expected: FloatArray
    variance: FloatArray
    weight: FloatArray
    least: FloatArray
    optimal: FloatArray
    document: FloatArray

    def mean(self, column: FloatArray) -> float:
        """Return the weighted mean of a column."""
        return float((column * self.weight).sum() / self.weight.sum())


class Gamma:
    """The disorder of the units of annotators, compared with chance."""

    def __init__(self, spans: Annotations, asked: AgreeRequest, note: Callable[[str], None]) -> None:
        self.spans, self.asked, self.note, self._found = spans, asked, note, cache(self._disorders)

    @cached_property
    def _of_label(self) -> dict[str | None, IntArray]:
        """The rows of the spans of each label (None: any)."""
        label = self.spans.label
        found: dict[str | None, IntArray] = {
            str(label.value(int(rows[0]))): rows for rows in groups(label.codes)
        }
        return found | {None: np.arange(len(label.codes))}

    def _disorders(self, label: str | None) -> Disorders:
        """Return the disorders of the documents of at least two annotators with spans of the label."""
        asked, spans = self.asked, self.spans
        several, rows = spans.has.sum(axis=0) > 1, self._of_label[label]
        chance = np.random.default_rng(asked.seed)
        found = []
        for own in groups(spans.document[rows]):
            document = int(spans.document[rows[own[0]]])
            if several[document]:
                units = _unit_set(spans, rows[own], document)
                mean = len(own) / units.annotators
                best = aligned(units, asked.weights, asked.limit)
                samples = [drawn(units, asked.sampler, chance) for _ in range(asked.samples)]
                samples = [one for one in samples if len(one.start)]
                costs = [aligned(one, asked.weights, asked.limit) for one in samples]
                means = [len(one.start) / units.annotators for one in samples]
                chances = np.array([one.cost for one in costs]) / means
                spread = float(chances.var(ddof=1)) / len(chances) if len(chances) > 1 else 0.0
                expected = float(chances.mean()) if len(chances) else np.nan
                optimal = all(cost == least for cost, least in (best, *costs))
                row = (best.cost / mean, expected, spread, mean, best.least / mean, optimal)
                found.append((*row, document))
        return Disorders(*np.array(found, float).reshape(-1, len(Disorders._fields)).T)

    def value(self, label: str | None, document: int | None) -> tuple[float | None, dict[str, Any]]:
        """Return gamma of a label and a document (None: all), and further numbers."""
        extra: dict[str, Any] = {"annotators": len(self.spans.names)}
        if not shared(self.spans, document):
            self.note(NOT_SHARED.format("gamma"))
            return None, extra
        found = self._found(label)
        if document is not None:
            begin, end = np.searchsorted(found.document, [document, document + 1])
            found = Disorders(*(column[begin:end] for column in found))
        extra["documents"] = len(found.weight)
        if not len(found.weight):
            self.note(NOTHING.format("gamma"))
            return None, extra | {"disorder": None, "expected": None, "value_se": None}
        observed, expected, optimal = (
            found.mean(found.observed),
            found.mean(found.expected),
            bool(found.optimal.all()),
        )
        extra |= {"disorder": observed, "expected_disorder": None if np.isnan(expected) else expected}
        extra |= {"value_se": None, "optimal": optimal}
        if not expected > 0:
            self.note(NOTHING.format("gamma"))
            return None, extra
        spread = float((found.variance * found.weight**2).sum()) ** 0.5 / found.weight.sum()
        extra["value_se"] = 0.0 if observed == 0 else float(observed / expected**2 * spread)
        if not optimal:
            self.note("gamma: nerkit did not solve every alignment within the limit; see upper_bound")
            extra["upper_bound"] = 1 - found.mean(found.least) / expected
        return 1.0 if observed == 0 else 1 - observed / expected, extra

    def resampled(self, label: str | None, weights: FloatArray) -> FloatArray:
        """Return gamma for each choice of documents, shape (choices,); undefined values are nan."""
        found = self._found(label)
        share = weights[:, found.document.astype(np.int64)] * found.weight
        return complement(share @ found.observed, share @ found.expected)


def _unit_set(spans: Annotations, rows: IntArray, document: int) -> UnitSet:
    """Return the units of a document, given the rows of its spans."""
    present = np.flatnonzero(spans.has[:, document])
    place = np.searchsorted(present, spans.annotator[rows])
    start, end = spans.start[rows].astype(float), spans.end[rows].astype(float)
    return UnitSet(place, start, end, spans.label.codes[rows], len(present), spans.documents[document])
