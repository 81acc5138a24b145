"""Sets whose elements have variables: matched under the best one-to-one correspondence of the variables (Eq. 34-36).

    match_sets(record(rel=same, subj=variable, obj=variable | same), latent=True, normalize="f1")        (Eq. 35: SMATCH)

    variable        what stands here is a variable; it agrees with the variable of the other side that it corresponds to
    variable | a    a variable, or a constant, which *a*, an equality, compares; a variable never agrees with a constant

What is a variable is said by the data: a value `Variable("x")`, or, with `latent="vars"`, what the field `vars` beside the
collection lists (of each document, where the collection is a field of documents). The score is the largest number of elements that
agree, over all one-to-one partial mappings of gold's variables to the system's; it is solved and proved (`solver`), not searched. As
everything else in such a formula is an equality, each element then agrees with at most one, so that `constraint` is 1:1.
Where the limit of the work ended the proof, it is the number that agree under the mapping that was found; with `Solving.upper` it is what
no mapping exceeds: the solver's bound, the elements without variables, and at most the elements of either side.
An element has at most two variables. Of a matching with itself the best mapping is the identity: own scores are numbers of elements.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from nerkit.algebra.levels import Level, Missing, Variable, field_names, frozen, quoted
from nerkit.algebra.operators import same
from nerkit.algebra.sets import SetMatching, sequence_codes
from nerkit.algebra.similarity import BOTH, Matched, Pairs, Similarity, refined, similarity, within_blocks
from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.correspondence.solver import Tuples, problem, solve
from nerkit.algorithms.keys import combine, distinct, first_of_each, groups, ranked
from nerkit.errors import UsageError

MANY = 2  # variables of an element


@dataclass(frozen=True, eq=False, repr=False)
class OfVariables(Similarity):
    """A place where variables stand, and constants if *constants* compares them."""

    constants: Similarity | None = None

    bounds = BOTH

    def __or__(self, constants: Any) -> "OfVariables":
        compared = similarity(constants)
        if self.constants is not None or not compared.discrete:
            raise UsageError("variable | a takes one equality of constants, such as same")
        return replace(self, constants=compared)

    def key(self, level: Level) -> IntArray:
        """0 for variables, else the constant."""
        known = self._known(level)
        if self.constants is None:
            if not known.all():
                row = int(np.argmin(known))
                level.fail(
                    f"{quoted(level.values[row])} is not a variable; constants take variable | same", row
                )
            return np.zeros(len(level), np.int64)
        constant = self.constants.identity(level)
        return np.where(known, 0, 1 + constant - constant.min(initial=0))

    def pairs(self, level: Level, block: IntArray) -> Pairs:
        return within_blocks(level, refined(block, self.key(level)))

    def own(self, level: Level) -> FloatArray:
        return np.ones(len(level))

    def identity(self, level: Level) -> IntArray:
        return combine(level.codes, self._known(level).astype(np.int64))

    def variables(self, level: Level) -> list[IntArray]:
        return [level.once("variables", lambda: _bound(level))]

    def text(self, name: str = "") -> str:
        suffix = "" if self.constants is None else f"|{self.constants}"
        return f"{name or 'variable'}{'ᵛ' if name else ''}{suffix}"

    def _known(self, level: Level) -> BoolArray:
        known: BoolArray = self.variables(level)[0] != NONE
        return known


variable = OfVariables()


class Solved(NamedTuple):
    """The system's variable for each of gold's, as places in their collections, -1 for none; and a bound.

    No mapping makes more elements with variables agree than *bound*.
    """

    mapping: IntArray
    bound: float


class Scope:
    """The variables of collections: *level* has a row for each, in the order of collections.

    *begin* is the first row of each collection.
    """

    def __init__(self, level: Level, size: int) -> None:
        self.level = level
        self.begin = np.searchsorted(level.parent, np.arange(size + 1))
        pairs = zip(level.parent.tolist(), map(frozen, level.values), strict=True)
        self._row: dict[Any, int] = {}
        for row, variable in enumerate(pairs):
            self._row.setdefault(variable, row)

    def rows(self, values: list[Any], collections: IntArray) -> IntArray:
        """The row of each value among the variables of its collection; -1 for a constant."""
        if not self._row:
            return np.full(len(values), NONE)
        pairs = zip(collections.tolist(), map(frozen, values), strict=True)
        return np.array([self._row.get(pair, NONE) for pair in pairs], np.int64)

    def within(self, rows: IntArray, collections: IntArray) -> IntArray:
        """The places of variables in their collections; -1 stays."""
        return np.where(rows == NONE, NONE, rows - self.begin[collections])


@dataclass(frozen=True, eq=False, repr=False)
class LatentMatching(SetMatching):
    """A matching of sets with variables, which the field *declared* lists; None where they are `Variable`s."""

    declared: str | int | None

    symbol = "max Σ"
    bounds = BOTH

    latent = True

    def elements(self, level: Level) -> Level:
        return level.once(("latent", self.declared), lambda: self._scoped(level))

    def _scoped(self, level: Level) -> Level:
        plain = level.elements()
        below = Level(plain.values, plain.border, level, plain.parent, place=plain.place)
        below.scope = Scope(
            self._declared(level) if self.declared is not None else _marked(below), len(level)
        )
        return below

    def _declared(self, level: Level) -> Level:
        """The level of the variables that a field beside these collections lists."""
        if level.above is None or level.place is not None:
            raise UsageError(
                f'latent={self.declared!r} names a field beside the collection: field("triples", match_sets(…))'
            )
        assert self.declared is not None
        beside = level.above
        rows = [Missing({self.declared: []}) if isinstance(row, Missing) else row for row in beside.values]
        lists = Level(rows, beside.border, beside.above, beside.parent, place=beside.place, name=beside.name)
        return lists.field(self.declared).elements()

    def found(self, level: Level, block: IntArray) -> Pairs:
        return within_blocks(level, refined(block, self._key(level)))

    def _key(self, level: Level) -> IntArray:
        """One integer per element, equal where two agree if their variables correspond."""
        return level.once(("key", self), lambda: self._made_key(level))

    def _made_key(self, level: Level) -> IntArray:
        key = self.inner.key(level)
        if key is None or not self.inner.variables(level):
            raise UsageError(
                f"a latent matching is of equalities and at least one variable, not of {self.inner}"
            )
        keys = [key] if self.duplicates == "set" else [key, self._occurrence(level)]
        return ranked(combine(*keys))[0]

    def choose(self, level: Level, found: Pairs, outer: IntArray) -> BoolArray:
        """The pairs that agree under the best mapping of their collections' variables."""
        mappings = [one.mapping for one in self._solved(level, found, outer)]
        begin = np.cumsum([0, *map(len, mappings)])[outer]
        mapped = np.concatenate([*mappings, [NONE]])
        agree = np.ones(len(found), bool)
        for place in self._places(level):
            mine = place[found.gold]
            agree &= mapped[np.where(mine == NONE, NONE, begin + mine)] == place[found.system]
        return agree

    def total(self, level: Level, found: Pairs, outer: IntArray, chosen: BoolArray) -> FloatArray:
        """The numbers of elements that agree; or what they cannot exceed, if that is asked for (`Solving.upper`)."""
        reached = super().total(level, found, outer, chosen)
        bound = np.array([one.bound for one in self._solved(level, found, outer)], float)
        constant = self._places(level)[0][found.gold] == NONE  # they agree whatever the mapping
        bound += np.bincount(outer, constant, len(bound))
        bound = np.maximum(np.minimum(bound, self._smaller(level, found, outer)), reached)
        level.solving.open |= bool((bound > reached).any())
        return bound if level.solving.upper else reached

    def _smaller(self, level: Level, found: Pairs, outer: IntArray) -> FloatArray:
        """The number of elements of the smaller collection of each pair."""
        assert level.above is not None
        own, rows = self.own(level.above), first_of_each(outer)
        return np.minimum(own[level.parent[found.gold[rows]]], own[level.parent[found.system[rows]]])

    def _solved(self, level: Level, found: Pairs, outer: IntArray) -> list[Solved]:
        """The best mapping for each pair of collections, sought when it is first asked for.

        It is each variable to that in the same place where so all elements agree, as those of a collection and itself do.
        """
        known: dict[tuple[int, int], Solved] = level.once(("solved", self), dict)
        key, places = self._key(level), self._places(level)
        alike = np.logical_and.reduce([place[found.gold] == place[found.system] for place in places])
        plain = np.bincount(outer, alike) == self._smaller(level, found, outer)
        answers = []
        for some, same_places in zip(groups(outer), plain, strict=True):
            gold, system = found.gold[some], found.system[some]
            pair = int(level.parent[gold[0]]), int(level.parent[system[0]])
            if pair not in known:
                ours, theirs = (_tuples(level, distinct(rows), key, places) for rows in (gold, system))
                easy = same_places and ours.size == theirs.size
                known[pair] = Solved(np.arange(ours.size), len(some)) if easy else _best(level, ours, theirs)
            answers.append(known[pair])
        return answers

    def _ends(self, level: Level) -> tuple[IntArray, IntArray]:
        """The rows of the first and the second variable of each element, -1 for none."""
        return level.once(("ends", self), lambda: _ends(level, self.inner.variables(level)))

    def _places(self, level: Level) -> tuple[IntArray, IntArray]:
        """The same as places among the variables of the element's collection."""
        return level.once(("places", self), lambda: self._within(level))

    def _within(self, level: Level) -> tuple[IntArray, IntArray]:
        assert level.scope is not None
        first, second = (level.scope.within(end, level.parent) for end in self._ends(level))
        return first, second

    def beside(self, level: Level, matched: Pairs, outer: IntArray) -> tuple[Matched, ...]:
        """The correspondence of variables: those of the elements that agree."""
        assert level.scope is not None
        sides = [
            np.concatenate([end[rows] for end in self._ends(level)])
            for rows in (matched.gold, matched.system)
        ]
        there = sides[0] != NONE
        columns = np.stack([np.tile(outer, MANY)[there], sides[0][there], sides[1][there]])
        at, gold, system = np.unique(columns, axis=1)
        variables = level.scope.level
        pairs = Pairs(gold, system, np.ones(len(gold)))
        return (Matched(variables, pairs, at, np.ones(len(variables), bool), same),)

    def _matches_itself(self) -> bool:
        return True

    def identity(self, level: Level) -> IntArray:
        below = self.elements(level)
        rows = np.flatnonzero(self.kept(below))
        code = self.inner.identity(below)
        return sequence_codes(below.parent[rows], code[rows], len(level), ordered=False)

    def empty(self) -> Any:
        return []


def _marked(below: Level) -> Level:
    """The level of the `Variable`s in elements, each once in a collection, in the order in which they stand there."""
    assert below.above is not None
    found = dict.fromkeys(
        (collection, value)
        for collection, element in zip(below.parent.tolist(), below.values, strict=True)
        for value in _inside(element)
    )
    parent = np.array([collection for collection, _ in found], np.int64)
    border = int(np.searchsorted(parent, below.above.border))
    return Level([value for _, value in found], border, below.above, parent, name="variables")


def _inside(value: Any) -> list[Variable]:
    """The variables in a value."""
    if isinstance(value, Variable):
        return [value]
    if isinstance(value, Mapping):
        parts: Collection[Any] = value.values()
    elif isinstance(value, list | tuple):
        parts = value
    else:
        parts = [getattr(value, name) for name in field_names(value)]
    return list(chain.from_iterable(map(_inside, parts)))


def _scope(level: Level) -> tuple[IntArray, Scope]:
    """For each row the collection in which its variables are bound, and the variables. Raises UsageError if there is none."""
    rows, at = np.arange(len(level)), level
    while at.scope is None:
        if at.above is None or at.place is not None:
            raise UsageError(
                "variable stands in the elements of a matching with latent, or in fields of them, and nowhere else"
            )
        rows, at = at.parent[rows], at.above
    return at.parent[rows], at.scope


def _bound(level: Level) -> IntArray:
    """The row of each object's variable among those of its collection; -1 for a constant."""
    rows, scope = _scope(level)
    return scope.rows(level.values, rows)


def _ends(level: Level, places: list[IntArray]) -> tuple[IntArray, IntArray]:
    """The first and the second variable of each element, -1 for none."""
    found = np.stack([*places, np.full(len(level), NONE), np.full(len(level), NONE)])
    many = (found != NONE).sum(axis=0)
    if (many > MANY).any():
        row = int(np.argmax(many > MANY))
        level.fail(f"{quoted(level.values[row])} has {many[row]} variables; an element has two at most", row)
    order = np.argsort(found == NONE, axis=0, kind="stable")[:MANY]
    first, second = np.take_along_axis(found, order, axis=0)
    return first, second


def _tuples(level: Level, rows: IntArray, key: IntArray, places: tuple[IntArray, IntArray]) -> Tuples:
    """The elements of one collection as tuples with one variable and tuples with two."""
    assert level.scope is not None
    begin = level.scope.begin[level.parent[rows[0]] :]
    (first, second), key = (place[rows] for place in places), key[rows]
    two = second != NONE
    one = ~two & (first != NONE)
    return Tuples(int(begin[1] - begin[0]), first[one], key[one], first[two], second[two], key[two])


def _best(level: Level, gold: Tuples, system: Tuples) -> Solved:
    """The best mapping, within the limit of the work."""
    found = solve(problem(gold, system), limit=level.solving.limit)
    return Solved(found.mapping, found.bound)
