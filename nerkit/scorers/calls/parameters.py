"""The parameters of calls of which gold admits several readings: what became of each against another call's.

    gold f(q: any of "a", "b"; n: any of 1, null)     f(q="b")   q is equal, and nothing is lost
                                                      f(n=2)     q is missing, n has a wrong value

Of many calls of one tool in a turn the parameters are columns of the forms of their values, which are
compared with the forms that gold admits, all calls at once.
"""

from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.corpora.json_paths import ITEM
from nerkit.readers.calls.call import Call
from nerkit.scorers.calls.options import Options
from nerkit.scorers.calls.readings import INSIDE, PLAIN
from nerkit.scorers.json.readings.choice import Choosing
from nerkit.scorers.json.readings.trees import Tree, Trees
from nerkit.scorers.json.readings.wholes import NO_FORM, WholeForm, forms_of

SCALARS = PLAIN | {Decimal}
EQUAL, LACKING, INVENTED, WRONG = range(4)  # fields of ComparedParameters
MANY = 20  # calls of the system from which they are compared at once


class ComparedParameters(NamedTuple):
    """The parameters of a pair of calls by what became of them."""

    equal: set[str]
    lacking: set[str]
    invented: set[str]
    wrong: set[str]


class ParameterCheck:
    """A comparison of parameters of which gold admits several readings."""

    def __init__(self, options: Options) -> None:
        values = options.values_of_turns(options.order)
        self.trees = Trees(values, INSIDE, soft=False, bags=False, judged=False)
        self._known: dict[tuple[str, str, type, Any], tuple[Tree, Any]] = {}
        self._forms: dict[int, set[WholeForm] | None] = {}
        self._fates: dict[tuple[int, int], int | None] = {}

    def of_pair(self, gold: Call, system: Call) -> ComparedParameters:
        """The parameters of two calls of one tool, gold's in the reading that agrees best."""
        ours, theirs = gold.arguments if gold.admits is None else gold.admits, system.arguments
        found = ComparedParameters(set(), set(), set(), set())
        for name in dict.fromkeys((*ours, *theirs)):
            left, right = (self._tree(str(gold.name), name, side.get(name)) for side in (ours, theirs))
            fate = self._fate(left, right)
            if fate is not None:
                found[fate].add(name)
        return found

    def counted(self, gold: Call, calls: "CallColumns") -> IntArray:
        """How many parameters of a call of gold against each of some calls are equal, lacking, invented and
        wrong, shape (4, calls).
        """
        ours = gold.arguments if gold.admits is None else gold.admits
        trees = {name: self._tree(str(gold.name), name, value) for name, value in ours.items()}
        forms = [self.forms(tree) for tree in trees.values()]
        if None in forms or calls.said is None:
            pairs = [self.of_pair(gold, call) for call in calls.calls]
            return np.array([[len(fate) for fate in one] for one in pairs]).reshape(-1, 4).T
        number = np.zeros((4, len(calls.calls)), np.int64)
        number[INVENTED] = calls.said
        for (name, tree), admitted in zip(trees.items(), forms, strict=True):
            column = calls.columns.get(name)
            if column is None:
                number[LACKING] += tree.fewest > 0
                continue
            says, equal = column.says, column.among(admitted or set())
            number[EQUAL] += equal
            number[INVENTED] -= says
            number[WRONG if tree.most else INVENTED] += says & ~equal
            if tree.fewest > 0:
                number[LACKING] += ~says
        return number

    def forms(self, tree: Tree) -> set[WholeForm] | None:
        """The forms of what a parameter may be; None where parameters are compared by their leaves."""
        if id(tree) not in self._forms:
            self._forms[id(tree)] = None if self.trees.has_grades else forms_of(tree)
        return self._forms[id(tree)]

    def tree(self, call: Call, name: str) -> Tree:
        """The tree of a parameter of a call."""
        return self._tree(str(call.name), name, call.arguments.get(name))

    def _fate(self, gold: Tree, system: Tree) -> int | None:
        """The place of a parameter in `ComparedParameters`; None for one that neither side has."""
        pair = id(gold), id(system)
        if pair not in self._fates:
            agreeing, units = Choosing(self.trees, 2, 1, {}).best(gold, system)
            if agreeing == units == system.fewest:
                fate = EQUAL if system.fewest else None
            elif not system.fewest:
                fate = LACKING
            else:
                fate = WRONG if gold.most else INVENTED
            self._fates[pair] = fate
        return self._fates[pair]

    def _tree(self, tool: str, name: str, value: Any) -> Tree:
        """The tree of a parameter; that of an equal scalar or of the same container is known."""
        is_scalar = type(value) in SCALARS
        key = tool, name, type(value), value if is_scalar else id(value)
        if key not in self._known:
            tree = self.trees.tree({tool: {name: value}}, (ITEM, ITEM))
            self._known[key] = tree, value  # held, so that no other container has its id
        return self._known[key][0]


class ParameterColumn:
    """The values of a parameter of some calls as numbers of their forms, NONE for what says nothing."""

    def __init__(self, size: int) -> None:
        self.numbers: dict[WholeForm, int] = {}
        self.code = np.full(size, NONE)

    def put(self, place: int, form: WholeForm) -> None:
        """Set the form of a value that says something."""
        self.code[place] = self.numbers.setdefault(form, len(self.numbers))

    @cached_property
    def says(self) -> BoolArray:
        """The calls that have the parameter."""
        says: BoolArray = self.code != NONE
        return says

    def among(self, forms: set[WholeForm]) -> BoolArray:
        """Whether each value has one of these forms."""
        known = np.zeros(len(self.numbers) + 1, bool)  # the last: of NONE
        known[[self.numbers[form] for form in forms if form in self.numbers]] = True
        among: BoolArray = known[self.code]
        return among


class CallColumns:
    """The parameters of calls of one tool as columns.

    said   how many parameters each call has; None where their forms are not known
    """

    def __init__(self, check: ParameterCheck, calls: Sequence[Call]) -> None:
        self.calls = calls
        self.columns: dict[str, ParameterColumn] = {}
        self.said: IntArray | None = np.zeros(len(calls), np.int64)
        for place, call in enumerate(calls) if len(calls) >= MANY else ():
            for name in call.arguments:
                forms = check.forms(check.tree(call, name))
                if forms is None:
                    self.said = None
                    return
                if forms != {NO_FORM}:
                    self.columns.setdefault(name, ParameterColumn(len(calls))).put(place, next(iter(forms)))
                    self.said[place] += 1
        if len(calls) < MANY:
            self.said = None
