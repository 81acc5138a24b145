"""Relations of time between intervals, named as in TimeML: which relations follow from others or contradict
them.

An interval has a start before its end. Each relation says which of the four points are equal and which point
is before which (Allen 1983; UzZaman and Allen 2011). The inverse of a relation exchanges the two intervals.

    BEFORE   x2 < y1            BEGINS  x1 = y1, x2 < y2        INCLUDES      x1 < y1, y2 < x2
    IBEFORE  x2 = y1            ENDS    y1 < x1, x2 = y2        SIMULTANEOUS  x1 = y1, x2 = y2

To find what follows from several relations, nerkit joins equal points and follows the paths along `<`. For
such conjunctions this finds everything. DURING, DURING_INV and IDENTITY count as SIMULTANEOUS.

Relations of other names may be orders (x1 < y1) or equivalences (x1 = y1). Each name has points of its own.
"""

from collections.abc import Hashable, Iterable, Sequence

Relation = tuple[Hashable, Hashable, str]  # (first interval, second interval, name)
Point = tuple[Hashable, int]
INVERSE = {
    "AFTER": "BEFORE",
    "IAFTER": "IBEFORE",
    "BEGUN_BY": "BEGINS",
    "ENDED_BY": "ENDS",
    "IS_INCLUDED": "INCLUDES",
}
EQUAL = "SIMULTANEOUS"
SAME_AS = {"DURING": EQUAL, "DURING_INV": EQUAL, "IDENTITY": EQUAL}
POINTS = {  # relation -> pairs of equal points, pairs (earlier, later); x1 x2 y1 y2 are 0 to 3
    "BEFORE": ((), ((1, 2),)),
    "IBEFORE": (((1, 2),), ()),
    "BEGINS": (((0, 2),), ((1, 3),)),
    "ENDS": (((1, 3),), ((2, 0),)),
    "INCLUDES": ((), ((0, 2), (3, 1))),
    EQUAL: (((0, 2), (1, 3)), ()),
}
NAMES = (*POINTS, *INVERSE, *SAME_AS)
ORDER, EQUIVALENCE = "order", "equivalence"
OF_POINTS = {**POINTS, ORDER: ((), ((0, 2),)), EQUIVALENCE: (((0, 2),), ())}


def plain(first: Hashable, second: Hashable, name: str) -> Relation:
    """Return a relation under the single name for both directions. Raises KeyError for an unknown name."""
    name = SAME_AS.get(name, name)
    if name in INVERSE:
        return second, first, INVERSE[name]
    if name not in POINTS:
        raise KeyError(name)
    if name == EQUAL and repr(second) < repr(first):
        return second, first, name
    return first, second, name


def ordered(first: Hashable, second: Hashable, name: Hashable) -> Relation:
    """Return a relation of an order: under this name, the first interval is before the second."""
    return (name, first), (name, second), ORDER


def equivalent(first: Hashable, second: Hashable, name: Hashable) -> Relation:
    """Return a relation of an equivalence, in one fixed direction."""
    ends = sorted(((name, first), (name, second)), key=repr)
    return ends[0], ends[1], EQUIVALENCE


def _points(relation: Relation) -> tuple[list[tuple[Point, Point]], list[tuple[Point, Point]]]:
    """Return the equal points of a relation, and its pairs of points in which the first is before the
    second.
    """
    first, second, name = relation
    points: list[Point] = [(first, 0), (first, 1), (second, 0), (second, 1)]
    equal, before = OF_POINTS[name]
    return [(points[i], points[j]) for i, j in equal], [(points[i], points[j]) for i, j in before]


class Closure:
    """The relations that follow from given relations, which do not contradict each other."""

    def __init__(self, relations: Iterable[Relation]) -> None:
        self._above: dict[Point, Point] = {}
        self._next: dict[Point, set[Point]] = {}
        listed = [*relations]
        sides = [_points(relation) for relation in listed]
        for equal, _ in sides:
            for one, other in equal:
                self._above[self._joined(one)] = self._joined(other)
        for _, before in sides:
            for one, other in before:
                self._next.setdefault(self._joined(one), set()).add(self._joined(other))
        for interval in {end for relation in listed for end in relation[:2]}:
            start, end = self._joined((interval, 0)), self._joined((interval, 1))
            self._next.setdefault(start, set()).add(end)

    def _joined(self, point: Point) -> Point:
        """Return the representative of all points that equal a point."""
        while (above := self._above.get(point, point)) != point:
            self._above[point] = self._above.get(above, above)
            point = above
        return point

    def is_consistent(self) -> bool:
        """Return whether no point is before itself."""
        left = dict.fromkeys(self._next, 0)
        for behind in self._next.values():
            for point in behind:
                left[point] = left.get(point, 0) + 1
        free = [point for point, count in left.items() if not count]
        done = 0
        while free:
            done += 1
            for point in self._next.get(free.pop(), ()):
                left[point] -= 1
                if not left[point]:
                    free.append(point)
        return done == len(left)

    def follows(self, relation: Relation) -> bool:
        """Return whether a relation follows."""
        equal, before = _points(relation)
        same = all(self._joined(one) == self._joined(other) for one, other in equal)
        return same and all(self._is_before(self._joined(one), self._joined(other)) for one, other in before)

    def _is_before(self, first: Point, last: Point) -> bool:
        seen, ahead = {first}, [first]
        while ahead:
            for point in self._next.get(ahead.pop(), ()):
                if point == last:
                    return True
                if point not in seen:
                    seen.add(point)
                    ahead.append(point)
        return False


def consistent(relations: Sequence[Relation]) -> tuple[list[Relation], list[Relation]]:
    """Return the relations that contradict no relation before them, and the other relations."""
    if Closure(relations).is_consistent():
        return list(relations), []
    kept: list[Relation] = []
    wrong: list[Relation] = []
    for relation in relations:
        (kept if Closure([*kept, relation]).is_consistent() else wrong).append(relation)
    return kept, wrong


def reduced(relations: Sequence[Relation], how: str) -> list[Relation]:
    """Return consistent relations without relations that follow from the rest.

    how   `minimal`: go from the last to the first, and drop each relation that follows from the rest.
          `sequential`: drop each relation that follows from earlier relations. `none`: keep all
    """
    if how == "none":
        return list(relations)
    if how == "sequential":
        return [one for place, one in enumerate(relations) if not Closure(relations[:place]).follows(one)]
    kept = list(relations)
    for place in reversed(range(len(relations))):
        rest = kept[:place] + kept[place + 1 :]
        if Closure(rest).follows(kept[place]):
            kept = rest
    return kept
