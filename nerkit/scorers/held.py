"""The fields that the items of both sides have, and warnings where a measure compares one that is absent.

A measure that compares labels is perfect where nobody has any, and 0 where one side alone has them: neither
number means anything, so neither comes alone.

    no side has the field                   a warning; a measure that is about it and was named by the user
                                            is refused (`unfit`)
    one side has it, the other has not      a warning
    no value is on both sides               a warning
    one value for all items of both sides   a warning, for fields that vary in any real data
    no value looks like one of the field    a warning: another column was taken for it
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.byte_columns import some_rows, words_of
from nerkit.algorithms.columns import NONE, Column
from nerkit.corpora.corpus import Batch
from nerkit.exceptions import plural, some
from nerkit.ground.records import record
from nerkit.ground.warnings import Added
from nerkit.scorers.task import Measure, Unfit, counted

MANY = 10  # items of a side, from which on one value for all of them is no chance
ABSENT = ("", "_")
FIRST = 500  # items whose values mostly tell what there is to tell
ENOUGH = 2  # values to tell that there are several
SHOWN = 3  # values that are named
RANK = -9  # the place of such warnings before others of counting


class Held(NamedTuple):
    """The presence of a field on one side.

    items     the number of the side's items that could have the field
    has       whether one of them has
    values    its distinct values, where the field is one that varies
    is_alike  whether one of these looks like a value of the field
    every     the same with all values, where only those of the first items are known
    """

    items: int
    has: bool
    values: frozenset[str] = frozenset()
    is_alike: bool = True
    every: "Callable[[], Held] | None" = None

    @property
    def whole(self) -> "Held":
        """The presence of the field with all of its values."""
        return self if self.every is None else self.every()

    def shortened(self) -> "Held":
        """The same with ENOUGH values."""
        return self._replace(values=frozenset(sorted(self.values)[:ENOUGH]), every=None)


class FieldSides(NamedTuple):
    """The presence of a field in gold and a system; once they share a value, ENOUGH of each side are kept."""

    gold: Held
    system: Held
    do_meet: bool = False

    @classmethod
    def of(cls, gold: Held, system: Held, *, do_meet: bool = False) -> "FieldSides":
        """The record of two sides, without the values that it need not keep."""
        if not (do_meet or gold.values & system.values):
            gold, system = gold.whole, system.whole
            if not gold.values & system.values:
                return cls(gold, system)
        return cls(gold.shortened(), system.shortened(), do_meet=True)

    def with_part(self, other: "FieldSides") -> "FieldSides":
        """The record of this part and another one together."""
        gold, system = (
            Held(
                one.items + more.items,
                one.has or more.has,
                one.values | more.values,
                (one.has and one.is_alike) or (more.has and more.is_alike),
            )
            for one, more in zip(self[:2], other[:2], strict=True)
        )
        return FieldSides.of(gold, system, do_meet=self.do_meet or other.do_meet)


@record(frozen=True)
class ItemField:
    """A field of items.

    noun    what an item is called;  name  what it has, with its article
    of      (a side of a batch) -> what it has of the field
    lack_is_told, meeting_is_told   whether it is said elsewhere that neither side has it, and that both have
                                    it and share no value
    """

    noun: str
    name: str
    of: Callable[[Any], Held]
    lack_is_told: bool = False
    meeting_is_told: bool = False


def in_column(column: Column, *, varies: bool = False, like: Callable[[str], object] | None = None) -> Held:
    """The presence of a field in a column; an empty text and `_` are as absent as no value.

    *varies*: any real data have several values; *like*: whether a text looks like a value. Of a column that
    has no texts yet the first FIRST are looked at, where these answer both.
    """
    if (words := words_of(column)) is not None:
        items = len(words.lengths)
        first = in_column(some_rows(column, np.arange(min(FIRST, items))), varies=varies, like=like)
        if first.has and first.is_alike and len(first.values) >= varies * ENOUGH:
            every = partial(_in_texts, column, varies=varies, like=like)
            return first._replace(items=items, every=every)
    return _in_texts(column, varies=varies, like=like)


def _in_texts(column: Column, *, varies: bool, like: Callable[[str], object] | None) -> Held:
    """The presence of a field in a column, all texts of which are looked at."""
    counts = np.bincount(column.codes[column.codes != NONE], minlength=1)
    present = (str(column.values[code]) for code in np.flatnonzero(counts))
    values = frozenset(value for value in present if value not in ABSENT)
    is_alike = like is None or any(map(like, values))
    return Held(len(column.codes), bool(values), values if varies else frozenset(), is_alike)


@record(frozen=True)
class Looking:
    """A field that *measures* compare, with its warning, which adds up over parts."""

    noun: str
    name: str
    measures: tuple[str, ...]
    lack_is_told: bool = False

    def warning(self, sides: FieldSides, system: str) -> Added:
        """The warning about both sides, which names the *system*; its text is empty if nothing is wrong."""
        return Added(self._said(sides, system or "the system"), self, (sides, system), RANK)

    def __call__(self, parts: Sequence[Added]) -> list[Added]:
        """The warning about the whole corpus, from those about its parts."""
        every = (part.data for part in parts)
        sides, names = zip(*every, strict=True)
        return [self.warning(reduce(FieldSides.with_part, sides), next(filter(None, names), ""))]

    def _said(self, sides: FieldSides, name: str) -> str:
        gold, system, _ = sides
        if not (gold.items and system.items):
            return ""  # a blank side is told of elsewhere
        compared = f"compared by {some(self.measures)}"
        if not (gold.has or system.has or self.lack_is_told):
            return f"no {self.noun} of either side has {self.name}, which is {compared}"
        if gold.has != system.has:
            without, having = (name, "gold's") if gold.has else ("gold", f"those of {name}")
            return f"{without}: no {self.noun} has {self.name}, and {having} have; {compared}"
        if gold.has and not (gold.is_alike or system.is_alike):
            there = some(map(repr, sorted(gold.values or system.values)), SHOWN)
            what = f": there are {there}; another column?" if there else ", though something stands there"
            return f"nothing of either side looks like {self.name}{what}"
        return self._of_values(sides, name)

    def _of_values(self, sides: FieldSides, name: str) -> str:
        gold, system, do_meet = sides
        if gold.values and not do_meet:
            own, others = (some(map(repr, sorted(side.values)), SHOWN) for side in (system, gold))
            return f"{name}: no {self.noun} has {self.name} that gold has: {own}; gold: {others}"
        if gold.items >= MANY and len(values := gold.values | system.values) == 1:
            every = plural(gold.items + system.items, self.noun)
            return f"all {every} have {self.name} {min(values)!r}, which is compared by {some(self.measures)}"
        return ""


def warnings(batch: Batch[Any], measures: Sequence[Measure], fields: Mapping[str, ItemField]) -> list[Added]:
    """The warnings about the fields that the measures compare, one a field."""
    origins = getattr(batch.system, "origins", ())
    system = origins[0].name if origins else ""
    said = []
    for key, one in fields.items():
        if names := tuple(measure.name for measure in measures if key in fields_of(measure)):
            sides = FieldSides.of(one.of(batch.gold), one.of(batch.system), do_meet=one.meeting_is_told)
            said.append(Looking(one.noun, one.name, names, one.lack_is_told).warning(sides, system))
    return said


@record(frozen=True)
class NeverHeld:
    """Which measures are about a field, the first of theirs, that no item of gold and a system has."""

    fields: Mapping[str, ItemField]

    def __call__(self, measures: Sequence[Measure], corpora: Sequence[Any], _: Any) -> dict[str, Unfit]:
        """Name -> the reason why a measure does not fit; it stays, warned of, unless the user names it."""
        about = {one.name: fields_of(one)[0] for one in measures if fields_of(one)}
        lacking = {key: self._lack(self.fields[key], corpora) for key in {*about.values()} & {*self.fields}}
        return {name: Unfit(text, stays=True) for name, key in about.items() if (text := lacking.get(key))}

    def _lack(self, field: ItemField, corpora: Sequence[Any]) -> str:
        """The sentence about gold and the first system that lack a field; empty where there is none."""
        gold, *systems = map(field.of, corpora)
        lacking = any(side.items and not side.has for side in systems)
        is_blank = field.lack_is_told or gold.has or not gold.items
        return "" if is_blank or not lacking else f"no {field.noun} of either side has {field.name}"


def looking_at(measures: Sequence[Measure], fields: Mapping[str, Sequence[str]]) -> tuple[Measure, ...]:
    """The measures with the fields that each looks at, by the names of the measures."""
    return tuple(replace(one, fields=fields[one.name]) if one.name in fields else one for one in measures)


def fields_of(measure: Measure) -> list[str]:
    """The fields that a measure looks at, the one that it is about first."""
    return list(dict.fromkeys(name for part in (measure, *counted([measure])) for name in part.fields))
