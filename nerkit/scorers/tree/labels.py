"""Labels as they are compared: cut, and made equal as a parameter file says."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nerkit.algorithms.columns import BoolArray, Column, IntArray, joined

CUT = re.compile(r"[-=].*", re.DOTALL)  # functions and indices, at the very beginning too
INDEX = re.compile(r"[-=]\d+(?![^-=])")


def cut(*, feature: str, functions: bool) -> Callable[[str], str]:
    """Return a function that shortens labels: `NP-SBJ-1` to `NP`, or with *functions* to `NP-SBJ`. The text
    from *feature* on is removed if *feature* is not empty.
    """

    def left(label: str) -> str:
        label = label.partition(feature)[0] if feature else label
        return INDEX.sub("", label) if functions else CUT.sub("", label)

    return left


@dataclass(frozen=True)
class EqualLabels:
    """Names that count as equal: pairs, symmetric but not transitive."""

    pairs: Sequence[tuple[str, str]]

    @cached_property
    def partners(self) -> dict[str, set[str]]:
        """Name -> the other names that equal this name."""
        equals: dict[str, set[str]] = {}
        for first, second in self.pairs:
            if first != second:
                equals.setdefault(first, set()).add(second)
                equals.setdefault(second, set()).add(first)
        return equals

    @cached_property
    def chief(self) -> dict[str, str]:
        """Name -> the first name of its group, for groups in which all names equal each other and no other
        name.
        """
        chiefs: dict[str, str] = {}
        for first, others in self.partners.items():
            group = {first, *others}
            if first not in chiefs and all(self.partners[name] | {name} == group for name in group):
                chiefs |= dict.fromkeys(group, first)
        return chiefs

    @cached_property
    def chained(self) -> frozenset[str]:
        """The names of all other groups, in which some name equals two names that differ from each other."""
        return frozenset(name for name in self.partners if name not in self.chief)

    def name(self, name: str) -> str:
        """Return the canonical name of a label; all names of a group share it if they equal each other."""
        return self.chief.get(name, name)

    def among(self, names: Iterable[str]) -> frozenset[str]:
        """Return these names and all names that are equal to any of them."""
        listed = set(names)
        return frozenset(listed.union(*(self.partners.get(name, ()) for name in listed)))

    def reach(self, name: str) -> set[str]:
        """Return a name and all names that equal it, directly or through other names."""
        reached, fresh = {name}, {name}
        while fresh:
            fresh = set().union(*(self.partners.get(label, set()) for label in fresh)) - reached
            reached |= fresh
        return reached

    def agree(self, gold: Column, system: Column) -> BoolArray:
        """Return whether the values of two columns of one length are equal, row by row."""
        both = joined([gold.map(self.name), system.map(self.name)])
        left, right = both.codes[: len(gold.codes)], both.codes[len(gold.codes) :]
        agrees: BoolArray = left == right
        place = {value: code for code, value in enumerate(both.values)}
        for first in self.chained & place.keys():
            others = [place[partner] for partner in self.partners[first] if partner in place]
            agrees |= (left == place[first]) & np.isin(right, others)
        return agrees


def coded(same: EqualLabels, sides: Sequence[Column]) -> tuple[list[IntArray], list[str]]:
    """Return the values of two columns as codes into one list of names."""
    both = joined([side.map(same.name) for side in sides])
    split = len(sides[0].codes)
    return [both.codes[:split], both.codes[split:]], both.values
