"""The elements of a large array of a system, against a tree of gold: A and R of all of them at once.

    gold any of {x: 1} and {x: 1, y: 2}     elements  {x: 1}  {y: 2}  {x: 1, y: 2}
                                            A            1       1         2
                                            R            1       2         2

The readings are those that are worth most. Every leaf and every choice is looked at by itself, so that A and
R are sums of columns of one number an element.
"""

from collections.abc import Hashable, Sequence
from typing import Protocol

import numpy as np

from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.corpora.json_paths import Steps
from nerkit.scorers.json.readings.trees import Array, Number, Tree, Trees
from nerkit.scorers.json.rules import Form

Units = Number | FloatArray  # of each element; one number where it is that of all
Having = dict[Form, IntArray]  # form of a leaf -> the places of the elements that have it
Agreeing = list[tuple[IntArray, float]]  # places of elements, and how much a leaf agrees there


class Worth(Protocol):
    """The worth of readings: so much for what agrees, less so much for each unit of gold."""

    gain: Number
    cost: Number

    def of_arrays(self, gold: Array, system: Array, path: Steps) -> tuple[Number, Number]:
        """A and R of two arrays inside elements, at their best matching."""


class Elements:
    """The elements of an array, by their leaves and by the arrays inside them."""

    def __init__(self, trees: Trees, elements: Sequence[Tree]) -> None:
        self.trees, self.size = trees, len(elements)
        leaves: dict[Steps, dict[Form, list[int]]] = {}
        arrays: dict[Steps, dict[Hashable, tuple[Array, list[int]]]] = {}
        for place, tree in enumerate(elements):
            for path, (form, _) in tree.leaves.items():
                leaves.setdefault(path, {}).setdefault(form, []).append(place)
            for path, array in tree.arrays.items():
                arrays.setdefault(path, {}).setdefault(array.form, (array, []))[1].append(place)
        self._leaves: dict[Steps, Having] = {
            path: {form: np.array(places) for form, places in having.items()}
            for path, having in leaves.items()
        }
        self._arrays = {path: list(distinct.values()) for path, distinct in arrays.items()}
        self._agreeing: dict[tuple[Steps, Form], Agreeing] = {}
        self._near: dict[int, list[int]] = {}
        self._known: dict[tuple[int, int], tuple[Number, Number]] = {}

    def best(self, tree: Tree, worth: Worth) -> tuple[FloatArray, Units]:
        """A and R of the best readings of a tree against each element, shape (elements,)."""
        agreeing = np.zeros(self.size)
        units: Units = 0
        for path, (form, weight) in tree.leaves.items():
            units += weight
            for places, credit in self._agree(path, form):
                agreeing[places] += weight * credit
        parts = [self._in_array(path, array, worth) for path, array in tree.arrays.items()]
        parts += [self._taken(trees, worth) for trees in tree.choices]
        for part in parts:
            agreeing += part[0]
            units = units + part[1]
        return agreeing, units

    def _agree(self, path: Steps, form: Form) -> Agreeing:
        """The elements with whose leaf at a path a form agrees, and how much."""
        key = path, form
        if key not in self._agreeing:
            having = self._leaves.get(path, {})
            if self.trees.rule(path).is_graded:
                given = ((places, self.trees.agree(path, form, other)) for other, places in having.items())
                self._agreeing[key] = [(places, float(credit)) for places, credit in given if credit]
            else:
                self._agreeing[key] = [(having[form], 1.0)] if form in having else []
        return self._agreeing[key]

    def _taken(self, trees: Sequence[Tree], worth: Worth) -> tuple[FloatArray, Units]:
        """A and R of the best of some trees for each element; of equal ones the first."""
        agreeing, units = self.best(trees[0], worth)
        most = worth.gain * agreeing - worth.cost * units
        for tree in trees[1:]:
            other, others = self.best(tree, worth)
            gained = worth.gain * other - worth.cost * others
            better = gained > most
            agreeing, most = np.where(better, other, agreeing), np.where(better, gained, most)
            is_one = (
                not isinstance(units, np.ndarray) and not isinstance(others, np.ndarray) and units == others
            )
            units = units if is_one else np.where(better, others, units)
        return agreeing, units

    def _in_array(self, path: Steps, array: Array, worth: Worth) -> tuple[FloatArray, Units]:
        """A and R of an array against those of the elements at its path; of equal ones once."""
        agreeing = np.zeros(self.size)
        units = np.full(self.size, float(sum(tree.fewest for tree in array.trees)))
        distinct = self._arrays.get(path, [])
        for number in self._meeting(path, array) if distinct else ():
            other, places = distinct[number]
            agreeing[places], units[places] = self._of_arrays(array, other, path, worth)
        return agreeing, units

    def _of_arrays(self, array: Array, other: Array, path: Steps, worth: Worth) -> tuple[Number, Number]:
        if not all(tree.is_plain for tree in array.trees):
            return worth.of_arrays(array, other, path)
        key = id(array), id(other)
        if key not in self._known:
            self._known[key] = worth.of_arrays(array, other, path)
        return self._known[key]

    def _meeting(self, path: Steps, array: Array) -> Sequence[int]:
        """The numbers of the distinct arrays at a path in which something of another one may agree."""
        if id(array) not in self._near:
            distinct = self._arrays[path]
            features = frozenset().union(*(tree.features for tree in array.trees))
            graded = {inner for inner, _ in features if self.trees.rule(inner).is_graded}
            self._near[id(array)] = [
                number
                for number, (other, _) in enumerate(distinct)
                if graded or any(not features.isdisjoint(tree.features) for tree in other.trees)
            ]
        return self._near[id(array)]
