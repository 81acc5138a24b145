"""Documents as trees: what is compared leaf by leaf, the arrays inside, and the choices between readings.

    {"a": 1, "b": {"any": ["x", {"c": ["y"]}]}}     leaves   a: 1
                                                    choices  b: leaves b: x
                                                             or arrays b.c: one tree, with leaves b.c[]: y

Objects need no tree of their own: a leaf is known by its path. The elements of arrays are trees.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice, product
from math import lcm
from typing import Any

from nerkit.algorithms.scalars.numerals import decimal
from nerkit.algorithms.scalars.texts import normaliser
from nerkit.corpora.json_paths import Kept, PathPattern, Steps, path_text
from nerkit.corpora.readings import Readings, below, is_array
from nerkit.scorers.json.judgements import read
from nerkit.scorers.json.nodes import ARRAY, KINDS, OBJECT, listed
from nerkit.scorers.json.options import BAG, POSITION, SEQUENCE, SET, LeafRule, Options
from nerkit.scorers.json.rows import WHOLE
from nerkit.scorers.json.rules import Form, LeafAgreement, normal_form, rules_of, says_nothing

MOST_SETS = 1_000  # sets of which one with several readings is tried as each
Number = int | float
Pick = tuple[Readings, int]  # readings, and the number of the one that is taken


@dataclass(slots=True, eq=False)
class Tree:
    """A value, or one reading of it.

    leaves    path -> normal form and weight
    arrays    path -> array
    choices   of which each is one of its trees
    picks     the readings that make the value this one, beside those of its choices
    key       of an element of an array with keys; None where a field is absent
    fewest, most   the weight of its leaves, in the readings with the fewest and with the most
    is_plain       whether there is one reading of it
    """

    leaves: dict[Steps, tuple[Form, Number]] = field(default_factory=dict)
    arrays: dict[Steps, "Array"] = field(default_factory=dict)
    choices: list[list["Tree"]] = field(default_factory=list)
    picks: tuple[Pick, ...] = ()
    key: Hashable = None
    fewest: Number = 0
    most: Number = 0
    is_plain: bool = True
    known_features: frozenset[tuple[Steps, Form]] | None = None

    @property
    def is_simple(self) -> bool:
        """Whether it has leaves alone, and its choices are between leaves of one path and weight, which no
        other leaf has.
        """
        if self.arrays:
            return False
        paths = set(self.leaves)
        for trees in self.choices:
            places = {(path, leaf[1]) for tree in trees for path, leaf in tree.leaves.items()}
            plain = all(len(tree.leaves) == 1 and not tree.arrays and not tree.choices for tree in trees)
            path = next(iter(trees[0].leaves), None)
            if not plain or len(places) > 1 or path is None or path in paths:
                return False
            paths.add(path)
        return True

    def simple_leaves(self) -> set[tuple[Steps, Form, Number]]:
        """The leaves of a simple tree in any reading, with their weights."""
        parts = (self, *(tree for trees in self.choices for tree in trees))
        return {(path, form, weight) for one in parts for path, (form, weight) in one.leaves.items()}

    @property
    def certain(self) -> list[frozenset[tuple[Steps, Form]]]:
        """Sets of leaves: every reading has a leaf of each set."""
        own = [frozenset([(path, leaf[0])]) for path, leaf in self.leaves.items()]
        choices = (trees for trees in self.choices if all(tree.certain for tree in trees))
        return own + [frozenset().union(*(tree.features for tree in trees)) for trees in choices]

    @property
    def form(self) -> Hashable:
        """A form that equal values have, whatever the order of what has none."""
        arrays = frozenset((path, one.form) for path, one in self.arrays.items())
        return frozenset((path, leaf[0]) for path, leaf in self.leaves.items()), arrays

    @property
    def features(self) -> frozenset[tuple[Steps, Form]]:
        """The leaves at and below it in any reading."""
        if self.known_features is None:
            own = frozenset((path, leaf[0]) for path, leaf in self.leaves.items())
            inner = [tree.features for array in self.arrays.values() for tree in array.trees]
            self.known_features = own.union(
                *inner, *(tree.features for trees in self.choices for tree in trees)
            )
        return self.known_features


@dataclass(slots=True, eq=False)
class Array:
    """An array: its elements, and how they are matched (a mode of `options.MODES`, or `key`)."""

    trees: list[Tree]
    mode: str

    @property
    def form(self) -> Hashable:
        """A form that equal arrays have."""
        forms = [tree.form for tree in self.trees if tree.most or self.mode == POSITION]
        return tuple(forms) if self.mode in (SEQUENCE, POSITION) else frozenset(Counter(forms).items())


@dataclass(slots=True)
class PathRule:
    """The settings of a path: whether leaves there are scored, their rule and weight, the mode of an array
    and the fields of its key.
    """

    is_scored: bool
    rule: LeafRule
    normal: Callable[[str], str]
    agreement: LeafAgreement
    is_graded: bool
    weight: Number
    mode: str
    key: tuple[tuple[str, ...], ...]
    judged: dict[tuple[Form, Form], float]


class Trees:
    """The trees of documents under the options.

    soft      whether strings that disagree earn their similarity
    bags      whether arrays in no other array are bags
    judged    whether judgements count
    """

    def __init__(self, options: Options, kept: Kept, *, soft: bool, bags: bool, judged: bool) -> None:
        self.options, self.kept, self.soft, self.bags = options, kept, soft, bags
        self.judged = judged and options.judgements is not None
        self._rules: dict[Steps, PathRule] = {}
        self._forms: dict[tuple[int, type, Any], Form | None] = {}
        self._wrapped: frozenset[Steps] = frozenset()
        self.has_large_sets = False

    def of_document(self, gold: Any, system: Any) -> tuple[Tree, Tree]:
        """The trees of a document of gold and of the system's."""
        self.has_large_sets = False
        if self.options.wrap:
            self._wrapped = frozenset((*_array_paths(gold, ()), *_array_paths(system, ())))
        return self.tree(gold, ()), self.tree(system, ())

    def tree(self, value: Any, steps: Steps) -> Tree:
        """The tree of a value at a path."""
        made = Tree()
        self._fill(made, value, steps)
        own = sum(weight for _, weight in made.leaves.values())
        inner = [each for array in made.arrays.values() for each in array.trees]
        choices = made.choices
        made.fewest = own + sum(one.fewest for one in inner) + sum(min(t.fewest for t in c) for c in choices)
        made.most = own + sum(one.most for one in inner) + sum(max(t.most for t in c) for c in choices)
        made.is_plain = not choices and all(one.is_plain for one in inner)
        return made

    def agree(self, path: Steps, gold: Form, system: Form) -> float:
        """How much two forms at a path agree."""
        rule = self.rule(path)
        if gold == system:
            return 1
        if not rule.is_graded:
            return 0
        credit = rule.judged.get((gold, system))
        if credit is not None:
            return credit if credit == 1 or self.soft else 0
        value = rule.agreement(gold, system)
        return int(value) if value in (0, 1) else value

    def rule(self, steps: Steps) -> PathRule:
        """The settings of a path."""
        if steps not in self._rules:
            self._rules[steps] = self._made_rule(steps)
        return self._rules[steps]

    @cached_property
    def has_grades(self) -> bool:
        """Whether leaves whose normal forms differ may agree somewhere."""
        settings = self.options.settings
        graded = settings["within"] or settings["similar"] or self.options.schema is not None
        return bool(self.soft or self.judged or graded)

    @cached_property
    def scale(self) -> int:
        """The least factor that makes all weights integers; 1 where it would be too large."""
        common = lcm(*{one.value.denominator for one in self.options.weights})
        return common if common <= WHOLE else 1

    def _made_rule(self, steps: Steps) -> PathRule:
        settings = self.options.for_paths([steps])
        labels, only = self.kept.labels, self.kept.only
        scored = not any(one.value for one in settings.covering("ignore", steps))
        scored &= labels is None or any(PathPattern(label).covers(steps) for label in labels)
        scored &= only is None or path_text(steps) == only
        rule = rules_of([steps], self.options)[0][0]
        exact, normal = replace(rule, within=(), similar=()), normaliser(rule.text)
        weights = settings.covering("weight", steps)
        weight = (weights[-1].value if weights else Fraction(1)) * self.scale
        arrays = settings.arrays(steps)
        last = arrays[-1] if arrays else None
        mode = BAG if last is None else "key" if last.setting == "key" else last.value
        if self.bags and None not in steps:
            mode = SET if mode == SET else BAG
        judged: dict[tuple[Form, Form], float] = {}
        if self.judged:
            for pattern, one in read(str(self.options.judgements))[0]:
                if pattern.fits(steps):
                    pair = normal_form(one.gold, exact, normal), normal_form(one.system, exact, normal)
                    judged[pair] = one.credit
        return PathRule(
            scored,
            exact,
            normal,
            LeafAgreement(rule, self.soft),
            self.soft or rule.graded or bool(judged),
            int(weight) if weight.denominator == 1 else float(weight),
            mode,
            last.value if last is not None and mode == "key" else (),
            judged,
        )

    def _fill(self, made: Tree, value: Any, steps: Steps) -> None:
        """Put a value into the tree that is being made."""
        if isinstance(value, Readings):
            self._readings(made, value, steps)
            return
        kind = KINDS[type(value)]
        if steps in self._wrapped and kind != ARRAY and value not in (None, "", {}):
            value, kind = [value], ARRAY
        if kind == OBJECT and value:
            members = {}
            for key, member in value.items():
                path = (*steps, str(key))
                members[(*steps, self.kept.renamed(path) or str(key)) if self.kept.names else path] = member
            for path, member in members.items():
                self._fill(made, member, path)
        elif kind == ARRAY and value:
            self._array(made, listed(value), steps)
        else:
            form = self._form(value, steps)
            rule = self.rule(steps)
            if form is not None and rule.is_scored:
                made.leaves[steps] = form, rule.weight

    def _readings(self, made: Tree, readings: Readings, steps: Steps) -> None:
        """Put readings into the tree; a single one as the value that it is."""
        if len(readings.values) > 1:
            made.choices.append(self._choice(readings, steps))
        elif readings.values:
            self._fill(made, readings.values[0], steps)
        elif not steps or steps[-1] is None:  # as in `corpora.readings.chosen`
            self._fill(made, None, steps)

    def _choice(self, readings: Readings, steps: Steps) -> list[Tree]:
        """The trees of readings, in an order that does not depend on theirs."""
        trees = []
        for place in sorted(range(len(readings.values)), key=lambda at: written(readings.values[at])):
            tree = self.tree(readings.values[place], steps)
            tree.picks = ((readings, place),)
            trees.append(tree)
        return trees

    def _form(self, value: Any, steps: Steps) -> Form | None:
        """The normal form of a scalar or an empty container; None for what says nothing."""
        rule = self.rule(steps)
        if isinstance(value, float):
            number = decimal(value)
            value = str(value) if number is None else number
        key = id(rule), type(value), value if not is_array(value) and value != {} else None
        if key not in self._forms:
            silent = says_nothing(value, self.options, rule.normal)
            self._forms[key] = None if silent else normal_form(value, rule.rule, rule.normal)
        return self._forms[key]

    def _array(self, made: Tree, value: list[Any], steps: Steps) -> None:
        rule, item = self.rule(steps), (*steps, None)
        if rule.mode not in (SEQUENCE, POSITION):
            value = sorted(value, key=written)
        if rule.mode == "key":
            trees = [self._keyed(one, item, rule.key) for one in value]
        else:
            trees = [self.tree(one, item) for one in value]
            if rule.mode == SET:
                alike = _may_be_equal(trees) if not all(one.is_plain for one in trees) else set()
                sets = _count([value[place] for place in alike])
                if 1 < sets <= MOST_SETS:
                    made.choices.append(self._sets(value, alike, steps))
                    return
                self.has_large_sets |= sets > MOST_SETS
                trees = list({tree.form if tree.is_plain else id(tree): tree for tree in trees}.values())
        made.arrays[steps] = Array(trees, rule.mode)

    def _sets(self, value: list[Any], alike: AbstractSet[int], steps: Steps) -> list[Tree]:
        """The sets that an array may be: elements that may be *alike*, by their places, count once after
        their readings are chosen.
        """
        trees = []
        several = [list(_variants(one)) if at in alike else [(one, ())] for at, one in enumerate(value)]
        for parts in product(*several):
            tree = self.tree([part for part, _ in parts], steps)
            tree.picks = tuple(pick for _, picks in parts for pick in picks)
            trees.append(tree)
        return trees

    def _keyed(self, value: Any, item: Steps, fields: tuple[tuple[str, ...], ...]) -> Tree:
        """The tree of an element with a key; with several keys a choice between trees."""
        trees = []
        variants = list(islice(_key_variants(value, {name[0] for name in fields}), MOST_SETS + 1))
        self.has_large_sets |= len(variants) > MOST_SETS
        for one, picks in variants:
            tree = self.tree(one, item)
            tree.picks = picks
            tree.key = self._key(one, item, fields)
            trees.append(tree)
        if len(trees) == 1 and not trees[0].picks:
            return trees[0]
        fewest, most = min(tree.fewest for tree in trees), max(tree.most for tree in trees)
        return Tree(choices=[trees], fewest=fewest, most=most, is_plain=False)

    def _key(self, value: Any, item: Steps, fields: tuple[tuple[str, ...], ...]) -> Hashable:
        forms = []
        for name in fields:
            one = value
            for step in name:
                one = one.get(step) if isinstance(one, Mapping) else None
            is_leaf = one is not None and ((not isinstance(one, Mapping) and not is_array(one)) or not one)
            form = self._form(one, (*item, *name)) if is_leaf else None
            if form is None:
                return None
            forms.append(form)
        return tuple(forms)


def written(value: Any) -> str:
    """A value as text, equal for equal values, to order values by."""
    return json.dumps(value, sort_keys=True, default=_plain, skipkeys=True)


def _plain(value: Any) -> Any:
    if isinstance(value, Readings):
        return sorted(map(written, value.values))
    return dict(value) if isinstance(value, Mapping) else list(value) if is_array(value) else str(value)


def _array_paths(value: Any, steps: Steps) -> Iterator[Steps]:
    """The paths of the arrays with elements in a value, in any reading."""
    if is_array(value) and value:
        yield steps
    for step, each in below(value):
        yield from _array_paths(each, (*steps, *step))


def _may_be_equal(trees: Sequence[Tree]) -> set[int]:
    """The places of trees that may be equal to another tree in some readings."""
    having: defaultdict[tuple[Steps, Form], set[int]] = defaultdict(set)
    for place, tree in enumerate(trees):
        for feature in tree.features:
            having[feature].add(place)
    alike = []
    for tree in trees:
        parts = [set().union(*map(having.__getitem__, leaves)) for leaves in tree.certain]
        alike.append(set.intersection(*sorted(parts, key=len)) if parts else set(range(len(trees))))
    return {at for at, others in enumerate(alike) if any(at in alike[one] for one in others if one != at)}


def _count(value: Any) -> int:
    """How many values a value may be, all readings inside taken."""
    if isinstance(value, Readings):
        return sum(map(_count, value.values)) or 1
    count = 1
    for each in value.values() if isinstance(value, Mapping) else value if is_array(value) else ():
        count *= _count(each)
    return count


def _variants(value: Any) -> Iterator[tuple[Any, tuple[Pick, ...]]]:
    """The values that a value may be, and the readings of each."""
    if isinstance(value, Readings):
        if not value.values:
            yield value, ()
        for place, one in enumerate(value.values):
            for each, picks in _variants(one):
                yield each, ((value, place), *picks)
    elif isinstance(value, Mapping):
        yield from _of_members(value, set(value))
    elif is_array(value):
        for parts in product(*map(list, map(_variants, value))):
            yield [part for part, _ in parts], tuple(pick for _, picks in parts for pick in picks)
    else:
        yield value, ()


def _of_members(value: Mapping[Any, Any], keys: set[Any]) -> Iterator[tuple[Any, tuple[Pick, ...]]]:
    """The values that an object may be where the readings below some of its *keys* are taken."""
    several = {key: list(_variants(each)) for key, each in value.items() if key in keys}
    for parts in product(*several.values()):
        members = dict(zip(several, (part for part, _ in parts), strict=True))
        yield {**value, **members}, tuple(pick for _, picks in parts for pick in picks)


def _key_variants(value: Any, keys: set[str]) -> Iterator[tuple[Any, tuple[Pick, ...]]]:
    """The values that an element may be where the readings of its key are taken."""
    if isinstance(value, Readings) and value.values:
        for place, one in enumerate(value.values):
            for each, picks in _key_variants(one, keys):
                yield each, ((value, place), *picks)
    elif isinstance(value, Mapping):
        yield from _of_members(value, keys & set(value))
    else:
        yield value, ()
