"""Sets whose elements have variables, matched under the best correspondence of the variables (Eq. 34-36).

    match_sets(record(rel=same, subj=variable, obj=variable | same), latent=True, normalize="f1")

is SMATCH (Eq. 35).

    variable        a variable; it agrees with the corresponding variable of the other side
    variable | a    a variable, or a constant that the equality *a* compares; a variable never agrees with a
                    constant
The data say which values are variables. Either the value is a `Variable("x")`, or, with `latent="vars"`, the
field `vars` beside the collection lists the variables. If the collection is a field of documents, `vars` is a
field of documents, too.

The score is the largest number of elements that agree, over all one-to-one partial mappings of gold variables
to system variables. It is solved and proved (`algorithms.correspondence.solver`), not searched. The other
parts of such a formula are equalities, so that an element agrees with at most one element: the constraint is
1:1. If the work limit ends the proof, the score is the number of elements that agree under the best mapping
found. With `Solving.upper` it is a number that no mapping exceeds. This number is the solver's bound plus the
elements without variables, but at most the elements of either side.

An element has at most two variables. The best mapping of a collection to itself is the identity, so that its
own score is the number of its elements.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from nerkit.algebra.levels import Level, Scope, Variable
from nerkit.algebra.matching import SetMatching
from nerkit.algebra.objects import field_names, quoted
from nerkit.algebra.operators import same
from nerkit.algebra.similarity import (
    BOTH,
    MatchedElements,
    Similarity,
    SparsePairs,
    refined,
    similarity,
    within_blocks,
)
from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.correspondence.solver import Tuples, problem, solve
from nerkit.algorithms.keys import combine, distinct, first_of_each, groups, ranked
from nerkit.exceptions import UsageError
from nerkit.ground.progress import staged

MANY = 2  # variables of an element


@dataclass(frozen=True, eq=False, repr=False)
class OfVariables(Similarity):
    """A place in a formula for variables; with the equality *constants*, for constants, too."""

    constants: Similarity | None = None

    bounds = BOTH

    def __or__(self, constants: Any) -> "OfVariables":
        compared = similarity(constants)
        if self.constants is not None or not compared.discrete:
            raise UsageError("variable | … needs one equality of constants, such as same")
        return replace(self, constants=compared)

    def key(self, level: Level) -> IntArray:
        """One integer per object: 0 for variables, from 1 on for constants, equal for equal constants."""
        is_variable = self._is_variable(level)
        if self.constants is None:
            if not is_variable.all():
                row = int(np.argmin(is_variable))  # the first row without a variable
                level.fail(
                    f"{quoted(level.values[row])} is not a variable; use variable | same for constants", row
                )
            return np.zeros(len(level), np.int64)
        constant = self.constants.identity(level)
        return np.where(is_variable, 0, 1 + constant - constant.min(initial=0))

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        return within_blocks(level, refined(block, self.key(level)))

    def own(self, level: Level) -> FloatArray:
        return np.ones(len(level))

    def identity(self, level: Level) -> IntArray:
        return combine(level.codes, self._is_variable(level).astype(np.int64))

    def variables(self, level: Level) -> list[IntArray]:
        return [level.once("variables", lambda: _bound(level))]

    def text(self, name: str = "") -> str:
        suffix = "" if self.constants is None else f"|{self.constants}"
        return f"{name or 'variable'}{'ᵛ' if name else ''}{suffix}"

    def _is_variable(self, level: Level) -> BoolArray:
        return np.not_equal(self.variables(level)[0], NONE)


variable = OfVariables()


class Solved(NamedTuple):
    """The best correspondence of the variables of two collections.

    mapping   the place of the system variable for each gold variable in its collection, -1 for none
    bound     a number of agreeing elements with variables that no mapping exceeds
    """

    mapping: IntArray
    bound: float


@dataclass(frozen=True, eq=False, repr=False)
class LatentMatching(SetMatching):
    """A matching of sets with variables.

    declared   the field that lists the variables; None: variables are the `Variable` values
    """

    declared: str | int | None

    symbol = "max Σ"
    bounds = BOTH
    latent = True

    def elements(self, level: Level) -> Level:
        return level.once(("latent", self.declared), lambda: self._scoped(level))

    def _scoped(self, level: Level) -> Level:
        plain = level.elements()  # other matchings may share it; variables are bound in a level of their own
        below = Level(plain.values, plain.border, level, plain.parent, place=plain.place)
        variables = _marked(below) if self.declared is None else self._declared(level)
        below.scope = Scope(variables, len(level))
        return below

    def _declared(self, level: Level) -> Level:
        """The level of the variables that the field *declared* lists."""
        assert self.declared is not None
        listed = level.listed_beside(self.declared)
        if listed is None:
            raise UsageError(
                f"latent={self.declared!r} must name a field beside the collection: "
                'field("triples", match_sets(…))'
            )
        return listed

    def candidates(self, level: Level, block: IntArray) -> SparsePairs:
        return within_blocks(level, refined(block, self._key(level)))

    def _key(self, level: Level) -> IntArray:
        """One integer per element. Two elements with equal integers agree if their variables correspond."""
        return level.once(("key", self), lambda: self._new_key(level))

    def _new_key(self, level: Level) -> IntArray:
        key = self.inner.key(level)
        if key is None or not self.inner.variables(level):
            raise UsageError(
                f"a latent matching needs equalities and at least one variable, not {self.inner}"
            )
        keys = [key] if self.duplicates == "set" else [key, self._occurrence(level)]
        return ranked(combine(*keys))[0]

    def choose(self, level: Level, candidates: SparsePairs, outer: IntArray) -> BoolArray:
        """The pairs of elements that agree under the best mapping of their variables, as a mask."""
        mappings = [solved.mapping for solved in self._solved(level, candidates, outer)]
        begin = np.cumsum([0, *map(len, mappings)])[outer]
        mapped = np.concatenate([*mappings, [NONE]])  # index -1, for no variable, reads the last entry, -1
        agree = np.ones(len(candidates), bool)
        for place in self._places(level):
            gold = place[candidates.gold]
            agree &= mapped[np.where(gold == NONE, NONE, begin + gold)] == place[candidates.system]
        return agree

    def total(self, level: Level, candidates: SparsePairs, outer: IntArray, chosen: BoolArray) -> FloatArray:
        """The number of agreeing elements of each pair of collections; with `Solving.upper` an upper
        bound of it.
        """
        reached = super().total(level, candidates, outer, chosen)
        bound = np.array([solved.bound for solved in self._solved(level, candidates, outer)], float)
        # elements without variables agree whatever the mapping
        constant = self._places(level)[0][candidates.gold] == NONE
        bound += np.bincount(outer, constant, len(bound))
        bound = np.maximum(np.minimum(bound, self._smaller(level, candidates, outer)), reached)
        level.solving.open |= bool((bound > reached).any())
        return bound if level.solving.upper else reached

    def _smaller(self, level: Level, candidates: SparsePairs, outer: IntArray) -> FloatArray:
        """The number of elements of the smaller collection of each pair."""
        assert level.above is not None
        own, rows = self.own(level.above), first_of_each(outer)
        return np.minimum(
            own[level.parent[candidates.gold[rows]]], own[level.parent[candidates.system[rows]]]
        )

    def _solved(self, level: Level, candidates: SparsePairs, outer: IntArray) -> list[Solved]:
        """The best mapping for each pair of collections, solved at the first call.

        No solver runs if all elements agree when each variable keeps its place, for example in a comparison
        of a collection with itself.
        """
        known: dict[tuple[int, int], Solved] = level.once(("solved", self), dict)
        key, places = self._key(level), self._places(level)
        in_place = np.logical_and.reduce(
            [place[candidates.gold] == place[candidates.system] for place in places]
        )
        all_in_place = np.bincount(outer, in_place) == self._smaller(level, candidates, outer)
        answers = []
        pairs = zip(groups(outer), all_in_place, strict=True)
        for rows, same_places in staged(pairs, "solving", len(all_in_place)):
            gold_rows, system_rows = candidates.gold[rows], candidates.system[rows]
            pair = int(level.parent[gold_rows[0]]), int(level.parent[system_rows[0]])
            if pair not in known:
                gold, system = (
                    _tuples(level, distinct(side), key, places) for side in (gold_rows, system_rows)
                )
                easy = same_places and gold.size == system.size
                known[pair] = Solved(np.arange(gold.size), len(rows)) if easy else _best(level, gold, system)
            answers.append(known[pair])
        return answers

    def _ends(self, level: Level) -> tuple[IntArray, IntArray]:
        """The rows of the first and the second variable of each element, -1 for none."""
        return level.once(("ends", self), lambda: _ends(level, self.inner.variables(level)))

    def _places(self, level: Level) -> tuple[IntArray, IntArray]:
        """The first and the second variable of each element as places in its collection, -1 for none."""
        return level.once(("places", self), lambda: self._within(level))

    def _within(self, level: Level) -> tuple[IntArray, IntArray]:
        assert level.scope is not None
        first, second = (level.scope.within(end, level.parent) for end in self._ends(level))
        return first, second

    def beside(self, level: Level, matched: SparsePairs, outer: IntArray) -> tuple[MatchedElements, ...]:
        """The pairs of variables that correspond because of agreeing elements."""
        assert level.scope is not None
        gold, system = (
            np.concatenate([end[rows] for end in self._ends(level)])
            for rows in (matched.gold, matched.system)
        )
        present = gold != NONE
        columns = np.stack([np.tile(outer, MANY)[present], gold[present], system[present]])
        pair_outer, gold, system = np.unique(columns, axis=1)  # each pair once in its pair of collections
        variables = level.scope.level
        pairs = SparsePairs(gold, system, np.ones(len(gold)))
        return (MatchedElements(variables, pairs, pair_outer, np.ones(len(variables), bool), same),)

    def _matches_itself(self) -> bool:
        return True


def _marked(below: Level) -> Level:
    """The level of the `Variable` values in elements, each once per collection, in order."""
    assert below.above is not None
    variables = dict.fromkeys(
        (collection, value)
        for collection, element in zip(below.parent.tolist(), below.values, strict=True)
        for value in _inside(element)
    )
    parent = np.array([collection for collection, _ in variables], np.int64)
    border = int(np.searchsorted(parent, below.above.border))
    return Level([value for _, value in variables], border, below.above, parent, name="variables")


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


def _bound(level: Level) -> IntArray:
    """The row of each object's variable among the variables of its collection; -1 for a constant.

    Raises UsageError for a level outside a matching with variables.
    """
    rows, at = np.arange(len(level)), level
    while at.scope is None:
        if at.above is None or at.place is not None:
            raise UsageError(
                "variable can be used only in the elements of a matching with latent, or in their fields"
            )
        rows, at = at.parent[rows], at.above
    return at.scope.rows(level.values, at.parent[rows])


def _ends(level: Level, places: list[IntArray]) -> tuple[IntArray, IntArray]:
    """The first and the second variable of each element, as rows of variables; -1 for none."""
    variables = np.stack([*places, *[np.full(len(level), NONE)] * MANY])
    many = (variables != NONE).sum(axis=0)
    if (many > MANY).any():
        row = int(np.argmax(many > MANY))
        level.fail(
            f"{quoted(level.values[row])} has {many[row]} variables; an element can have at most two", row
        )
    # a stable sort of each column by "is there none" brings its variables to the top, in their order
    order = np.argsort(variables == NONE, axis=0, kind="stable")[:MANY]
    first, second = np.take_along_axis(variables, order, axis=0)
    return first, second


def _tuples(level: Level, rows: IntArray, key: IntArray, places: tuple[IntArray, IntArray]) -> Tuples:
    """The elements of one collection in the solver's form, grouped by the number of their variables."""
    assert level.scope is not None
    begin = level.scope.begin[level.parent[rows[0]] :]
    (first, second), key = (place[rows] for place in places), key[rows]
    binary = second != NONE
    unary = ~binary & (first != NONE)
    size = int(begin[1] - begin[0])
    return Tuples(size, first[unary], key[unary], first[binary], second[binary], key[binary])


def _best(level: Level, gold: Tuples, system: Tuples) -> Solved:
    """The best mapping found within the work limit."""
    correspondence = solve(problem(gold, system), limit=level.solving.limit)
    return Solved(correspondence.mapping, correspondence.bound)
