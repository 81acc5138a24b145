"""The documents of a batch as rows for the matching: the scored nodes, and the row of each node.

A row is a document, or an array element that is matched by itself. Such an element is an object, an array, or
a scalar if order or similarity decides. A scalar in a bag is not a row, because equal scalars are only
counted. It is a feature of the row around its array. The level of a row is the number of arrays around it.

    {"id": 1, "items": [{"n": "a", "tags": ["x", "y"]}]}      row 0: the document, with the leaf id
                                                              row 1: items[], with the leaf n and the features
                                                                     tags[] x, tags[] y
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.keys import combine, contained, distinct, turns
from nerkit.corpora.json_paths import Kept, PathPattern, Steps, path_text
from nerkit.scorers.json.forms import KEYED, MODE, ORDERED, canonical
from nerkit.scorers.json.judgements import judged_codes
from nerkit.scorers.json.nodes import ARRAY, CHOICE, ValueNodes, nodes_of
from nerkit.scorers.json.options import BAG, POSITION, SET, Options, PathSettings
from nerkit.scorers.json.rules import LeafAgreement, Leaves, leaves_of

OF_ALL_NODES = (  # the attributes of rows that do not depend on the scored paths
    *("options", "kept", "soft", "all_nodes", "leaves", "judged", "paths", "settings"),
    *("level_of_path", "mode", "key_fields", "key_of_all", "weights", "scale", "weight_of_path"),
)
WHOLE = 10**6  # the largest common denominator of weights that are compared as integers


class Rows:
    """The rows of a batch, and columns over its nodes.

    nodes      the nodes with a leaf at or below them, and absent values that hold a place
    leaf       whether each node is a leaf
    code       the code of the normal form of each leaf
    says       whether each node has a leaf at or below it
    mode       how the arrays at each path are matched, shape (paths,)
    owner      the row that each node belongs to
    element    the nearest document or array element at or around each node
    key        the key of each element of an array with keys; NONE if the key is incomplete, 0 for other nodes
    scored     whether each path is scored, shape (paths,)
    """

    def __init__(
        self,
        values: tuple[Sequence[Any], Sequence[Any]],
        options: Options,
        kept: Kept = Kept(),  # noqa: B008  (it is frozen)
        *,
        soft: bool = False,
        bags: bool = False,
        judged: bool = True,
    ) -> None:
        renamed = kept.renamed if kept.names else None
        nodes = nodes_of(*values, wrap=options.wrap, renamed=renamed)
        if renamed is not None:
            nodes = _without_copies(nodes)
        self.options, self.kept, self.soft = options, kept, soft
        self.all_nodes, self.leaves = nodes, leaves_of(nodes, options)
        self.judged = judged_codes(options, self.leaves, nodes.paths.steps) if judged else {}
        self.paths = nodes.paths
        self.settings = options.for_paths(self.paths.steps)
        self.level_of_path = np.array([steps.count(None) for steps in self.paths.steps], np.int64)
        self.mode = self._modes(nodes, bags)
        self.key_of_all = self._keys(nodes)
        steps = self.paths.steps
        self.select(np.fromiter(map(is_scored(kept, self.settings), steps), bool, len(steps)))

    def at_path(self, steps: Steps) -> "Rows":
        """Return the rows if only the leaves at one path are scored."""
        cut = self._copy()
        cut.select(self.scored & (np.arange(len(self.paths)) == self.paths.number(steps)))
        return cut

    def with_marks(self, keep: BoolArray, mark: BoolArray) -> "Rows":
        """Return the rows of some nodes if arrays have no order and further nodes are equal leaves.

        keep   mask over all nodes
        mark   mask over the kept nodes: the further leaves
        """
        cut, known = self._copy(), self.leaves
        cut.all_nodes, cut.key_of_all = _taken(self.all_nodes, keep, self.key_of_all)
        code = np.where(mark, len(known.kinds), known.code[keep])
        kinds, values = [*known.kinds, "row"], [*known.values, None]
        cut.leaves = replace(known, leaf=known.leaf[keep] | mark, code=code, kinds=kinds, values=values)
        cut.mode = np.where(np.isin(self.mode, ORDERED), MODE[BAG], self.mode)
        cut.select(self.scored)
        return cut

    def _copy(self) -> "Rows":
        """Return an object with the attributes that do not depend on the scored paths."""
        made = object.__new__(Rows)
        vars(made).update((name, getattr(self, name)) for name in OF_ALL_NODES)
        return made

    def select(self, scored: BoolArray) -> None:
        """Take the nodes with a leaf at the paths *scored*, and find their forms and rows."""
        nodes, self.scored = self.all_nodes, scored
        leaf = self.leaves.leaf & scored[nodes.path]
        present = nodes.sums_up((leaf | self._holding(nodes)).astype(np.int64)) > 0
        columns = leaf, self.leaves.code, self.key_of_all
        self.nodes, self.leaf, self.code, self.key = _taken(nodes, present, *columns)
        self.says = self.nodes.sums_up(self.leaf.astype(np.int64)) > 0
        forms = canonical(self.nodes, self.leaf, self.says, self.code, self.mode)
        self.form = forms.form
        self.repeated = np.empty(0, np.int64), np.empty(0, np.int64)
        if not forms.counted.all():
            self._count_once(forms.counted)
        self._own()

    def _count_once(self, counted: BoolArray) -> None:
        """Remove the elements of sets that repeat another element, and the nodes below them."""
        nodes = self.nodes
        kept = nodes.passed_down(np.where(counted, NONE, 0)) == NONE
        repeated = ~kept & (nodes.place != NONE) & ~nodes.system
        self.repeated = nodes.document[repeated], nodes.path[repeated]
        columns = (self.leaf, self.code, self.key, self.form, self.says)
        self.nodes, self.leaf, self.code, self.key, self.form, self.says = _taken(nodes, kept, *columns)

    def _holding(self, nodes: ValueNodes) -> BoolArray:
        """Return a mask of absent values that stay.

        These are elements of arrays matched by position, and values that a choice admits.
        """
        inner = nodes.parent != NONE
        holding: BoolArray = inner & (nodes.kind[nodes.parent] == CHOICE)
        if (self.mode == MODE[POSITION]).any():
            of_position = self.mode[nodes.path[nodes.parent]] == MODE[POSITION]
            holding |= inner & (nodes.place != NONE) & of_position
        return holding

    def _modes(self, nodes: ValueNodes, bags: bool) -> IntArray:
        """Return how the arrays at each path are matched, shape (paths,). With *bags*, outermost arrays
        are bags.
        """
        mode = np.full(len(nodes.paths), MODE[BAG])
        self.key_fields: dict[int, tuple[tuple[str, ...], ...]] = {}
        for path, steps in enumerate(nodes.paths.steps):
            mode[path], self.key_fields[path] = array_mode(self.settings, steps, bags=bags)
        return mode

    def _keys(self, nodes: ValueNodes) -> IntArray:
        """Return the key of every element of an array with keys; NONE if the key is incomplete, 0 for
        other nodes.
        """
        key = np.zeros(len(nodes), np.int64)
        for path, fields in self.key_fields.items():
            if not fields:
                continue
            item = (*nodes.paths.steps[path], None)
            above = nodes.path[nodes.parent] == path
            elements = np.flatnonzero((nodes.place != NONE) & above & (nodes.parent != NONE))
            admitted = np.isin(nodes.parent, elements[nodes.kind[elements] == CHOICE])
            elements = np.concatenate([elements, np.flatnonzero(admitted)])
            columns = [_field(nodes, self.leaves, item, field)[elements] for field in fields]
            lacking = np.any([column == NONE for column in columns], axis=0)
            key[elements] = np.where(lacking, NONE, combine(*columns)) if len(elements) else key[elements]
        return key

    def _own(self) -> None:
        """Find the rows, and the row that each node belongs to."""
        nodes = self.nodes
        root = nodes.parent == NONE
        element = ~root & (nodes.kind[nodes.parent] == ARRAY)
        self.admitted = ~root & (nodes.kind[nodes.parent] == CHOICE)
        above_mode = self.mode[nodes.path[nodes.parent]]
        counted = np.isin(above_mode, (MODE[BAG], MODE[SET])) & ~self.graded_path[nodes.path]
        self.array_mode = np.where(element, above_mode, NONE)
        self.flat = element & self.leaf & counted
        several = element & (nodes.kind == CHOICE)
        if several.any():  # elements next to choices are matched one by one
            key = combine(nodes.document, nodes.path)
            self.flat &= ~contained(key, distinct(key[several]))
        self.is_row = root | self.admitted | (element & ~self.flat)
        places = np.arange(len(nodes))
        self.owner = nodes.passed_down(np.where(self.is_row, places, NONE))
        self.element = self.owner
        if self.admitted.any():
            self.element = nodes.passed_down(np.where(self.is_row & ~self.admitted, places, NONE))
        self.level = self.level_of_path[nodes.path]
        self.has_rows_below = np.zeros(len(nodes), bool)
        inner = np.flatnonzero(self.is_row & ~root)
        self.has_rows_below[self.owner[nodes.parent[inner]]] = True

    @cached_property
    def graded_path(self) -> BoolArray:
        """Whether leaves of each path can agree although their normal forms differ, shape (paths,)."""
        graded = np.ones(len(self.paths), bool) if self.soft else self.leaves.graded.copy()
        graded[[path for path, _, _ in self.judged]] = True
        return graded

    @cached_property
    def graded_below(self) -> BoolArray:
        """Whether each path has a leaf with partial agreement at it or below it, shape (paths,)."""
        below = np.zeros(len(self.paths), bool)
        for leaf_path in np.unique(self.nodes.path[self.leaf & self.graded_path[self.nodes.path]]).tolist():
            path = leaf_path
            while path != NONE and not below[path]:
                below[path], path = True, self.paths.parent[path]
        return below

    @cached_property
    def block(self) -> IntArray:
        """The place or key that two elements must share to be a pair, shape (nodes,); NONE for nodes without
        a pair.

        The values of a choice inside an element have the place or key of the element. If the element itself
        is a choice, each of its values has a separate key.
        """
        nodes = self.nodes
        place = np.where(self.array_mode == MODE[POSITION], nodes.place, 0)
        block = np.where(self.array_mode == KEYED, self.key, place)
        if not self.admitted.any():
            return block
        of_element = self.admitted & (self.array_mode[nodes.parent] == KEYED)
        block[of_element] = self.key[of_element]
        holds = (self.is_row & ~self.admitted) | of_element
        passed: IntArray = block[nodes.passed_down(np.where(holds, np.arange(len(nodes)), NONE))]
        return passed

    @property
    def repeated_keys(self) -> int:
        """The number of elements whose key occurs earlier in their array."""
        keyed = np.flatnonzero(self.is_row & (self.array_mode == KEYED) & (self.key != NONE))
        if not len(keyed):
            return 0
        return int(np.count_nonzero(turns(combine(self.nodes.parent[keyed], self.key[keyed]))))

    @cached_property
    def weights(self) -> list[Fraction]:
        """The weight of each path."""
        covering = (self.settings.covering("weight", steps) for steps in self.paths.steps)
        return [settings[-1].value if settings else Fraction(1) for settings in covering]

    @cached_property
    def scale(self) -> int:
        """The smallest factor that makes all weights integers; 1 if this factor is larger than WHOLE."""
        common = lcm(*{weight.denominator for weight in self.weights})
        return common if common <= WHOLE else 1

    @cached_property
    def weight_of_path(self) -> FloatArray:
        """The weights times the scale, shape (paths,)."""
        return np.array([float(weight * self.scale) for weight in self.weights])

    @cached_property
    def weight(self) -> FloatArray:
        """The weight of each node's path, times the scale, shape (nodes,)."""
        weight: FloatArray = self.weight_of_path[self.nodes.path]
        return weight

    @cached_property
    def turn(self) -> IntArray:
        """The number of equal scalars before each counted scalar in its array, shape (nodes,); 0 for
        other nodes.
        """
        turn = np.zeros(len(self.nodes), np.int64)
        flat = np.flatnonzero(self.flat)
        turn[flat] = turns(combine(self.nodes.parent[flat], self.code[flat])) if len(flat) else 0
        return turn

    def features(self, some: BoolArray) -> IntArray:
        """Return an integer for each leaf under the mask *some*, shape (nodes,); NONE for other nodes.

        Two leaves have equal integers exactly if they agree whenever their rows are paired.
        """
        key = np.full(len(self.nodes), NONE)
        leaf = np.flatnonzero(some)
        if len(leaf):
            nodes = self.nodes
            columns = [nodes.document[leaf], nodes.path[leaf], self.code[leaf]]
            if self.flat.any():
                columns += [self.turn[leaf], self.flat[leaf].astype(np.int64)]
            if np.isin(self.array_mode, (KEYED, MODE[POSITION])).any():
                columns.append(self.block[self.owner[leaf]])
            key[leaf] = combine(*columns)
        return key

    @cached_property
    def agreements(self) -> list[LeafAgreement]:
        """The agreement function of each rule."""
        return [LeafAgreement(rule, self.soft) for rule in self.leaves.rules]

    @cached_property
    def _evaluated(self) -> dict[tuple[int, int, int], float]:
        return {}

    def agreement(self, path: IntArray, gold: IntArray, system: IntArray) -> FloatArray:
        """Return how much the gold code and the system code of each pair agree at its path, shape (pairs,).

        Each distinct pair is evaluated once.
        """
        if not len(path):
            return np.empty(0)
        rule = self.leaves.rule[path]
        key = combine(rule, gold, system)
        _, first, place = np.unique(key, return_index=True, return_inverse=True)
        values = []
        for at in zip(rule[first].tolist(), gold[first].tolist(), system[first].tolist(), strict=True):
            if at not in self._evaluated:
                forms = self.leaves.form(at[1]), self.leaves.form(at[2])
                self._evaluated[at] = self.agreements[at[0]](*forms)
            values.append(self._evaluated[at])
        evaluated: FloatArray = np.array(values)[place]
        if self.judged:
            self._judge(evaluated, path, gold, system)
        return evaluated

    def _judge(self, value: FloatArray, path: IntArray, gold: IntArray, system: IntArray) -> None:
        """Write the credits of judged pairs into *value*. Without partial credit, a credit below 1 counts
        as 0.
        """
        for at, key in enumerate(zip(path.tolist(), gold.tolist(), system.tolist(), strict=True)):
            credit = self.judged.get(key)
            if credit is not None:
                value[at] = credit if credit == 1 or self.soft else 0


def is_scored(kept: Kept, settings: PathSettings) -> Callable[[Steps], bool]:
    """Return a function that takes a path and returns whether nerkit scores the path."""
    labels = None if kept.labels is None else [PathPattern(label) for label in kept.labels]

    def scored(steps: Steps) -> bool:
        """Return whether nerkit scores the path *steps*."""
        if any(one.value for one in settings.covering("ignore", steps)):
            return False
        if labels is not None and not any(pattern.covers(steps) for pattern in labels):
            return False
        return kept.only is None or path_text(steps) == kept.only

    return scored


def array_mode(
    settings: PathSettings, steps: Steps, *, bags: bool
) -> tuple[int, tuple[tuple[str, ...], ...]]:
    """Return the mode of the array at a path, and the fields of its key.

    bags    whether an outermost array is a bag, unless it is a set
    """
    last = next(reversed(settings.arrays(steps)), None)
    if last is None or (bags and None not in steps and last.value != SET):
        return MODE[BAG], ()
    return (KEYED, last.value) if last.setting == "key" else (MODE[last.value], ())


def _taken(nodes: ValueNodes, keep: BoolArray, *columns: Any) -> tuple[Any, ...]:
    """Return the nodes under the mask *keep*, and the columns reduced to these nodes."""
    return (nodes.take(keep), *(column[keep] for column in columns))


def _field(nodes: ValueNodes, leaves: Leaves, item: Steps, field: tuple[str, ...]) -> IntArray:
    """Return the leaf code in a field of every element at the path *item*, shape (nodes,); NONE without a
    leaf.
    """
    found = np.full(len(nodes), NONE)
    path = next((i for i, steps in enumerate(nodes.paths.steps) if steps == (*item, *field)), None)
    if path is not None:
        rows = np.flatnonzero((nodes.path == path) & leaves.leaf)
        element = rows
        for _ in field:
            element = nodes.parent[element]
        found[element] = leaves.code[rows]
    return found


def _without_copies(nodes: ValueNodes) -> ValueNodes:
    """Return the nodes without members that got the path of another member by renaming; the last of them
    stays.
    """
    inner = (nodes.parent != NONE) & (nodes.kind[nodes.parent] != CHOICE)
    members = np.flatnonzero((nodes.place == NONE) & inner)
    if not len(members):
        return nodes
    key = combine(nodes.parent[members], nodes.path[members])[::-1]
    last = members[::-1][np.unique(key, return_index=True)[1]]
    out = np.full(len(nodes), NONE)
    out[np.setdiff1d(members, last)] = 0
    return nodes.take(nodes.passed_down(out) == NONE)
