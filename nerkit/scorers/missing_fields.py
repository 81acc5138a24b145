"""Which measure needs which field: `Measure.fields` names them, `Task.fields` says whether corpora have them.

A measure that compares labels is perfect if neither side has labels, and 0 if only one side has them. Neither
number means anything, so nerkit adds a warning.

    no side has the field                   a warning; a measure that is about it and was named by the user
                                            is refused, if the field is `needed` (`unfit`)
    one side has it, the other has not      a warning
    no value is on both sides               a warning
    one value for all items of both sides   a warning, for fields that vary in any real data
    no value looks like one of the field    a warning: another column was taken for it
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.byte_columns import some_rows, words_of
from nerkit.algorithms.columns import NONE, Column
from nerkit.corpora.corpus import Batch
from nerkit.exceptions import plural, some
from nerkit.ground.records import record
from nerkit.ground.warnings import Warned
from nerkit.scorers.measure import Measure

MANY = 10  # items of a side, from which on one value for all of them is no chance
ABSENT = ("", "_")
FIRST = 500  # items whose values mostly tell what there is to tell
ENOUGH = 2  # values to tell that there are several
SHOWN = 3  # values that are named


class Unfit(NamedTuple):
    """A reason why a measure does not fit the corpora.

    problem    the reason in words; empty if the measure is not refused
    where      a hint about the place of the missing field
    is_trace   whether the corpora have a trace of the missing field
    stays      whether nerkit refuses only measures about the field, and only by name: in groups
               they stay, with a warning
    elsewhere  whether the measure is for other data, so that the group `all` leaves it out
    """

    problem: str = ""
    where: str = ""
    is_trace: bool = False
    stays: bool = False
    elsewhere: bool = False

    def __str__(self) -> str:
        return "; ".join(filter(None, (self.problem, self.where)))


class Held(NamedTuple):
    """The presence of a field on one side.

    items     the number of the side's items that could have the field
    has       whether an item has the field
    values    the distinct values, for a field that must vary
    is_alike  whether one of these values looks like a value of the field
    every     function () -> all values, if only the values of the first items are known
    """

    items: int
    has: bool
    values: frozenset[str] = frozenset()
    is_alike: bool = True
    every: "Callable[[], Held] | None" = None

    @property
    def whole(self) -> "Held":
        """Return the presence of the field with all of its values."""
        return self if self.every is None else self.every()

    def shortened(self) -> "Held":
        """Return the presence with ENOUGH values."""
        return self._replace(values=frozenset(sorted(self.values)[:ENOUGH]), every=None)


class FieldSides(NamedTuple):
    """The presence of a field in gold and a system. If the sides share a value, only ENOUGH values of each
    side are kept.
    """

    gold: Held
    system: Held
    do_meet: bool = False

    @classmethod
    def of(cls, gold: Held, system: Held, *, do_meet: bool = False) -> "FieldSides":
        """Return the record of two sides, without values that are not needed."""
        if not (do_meet or gold.values & system.values):
            gold, system = gold.whole, system.whole
            if not gold.values & system.values:
                return cls(gold, system)
        return cls(gold.shortened(), system.shortened(), do_meet=True)

    def __or__(self, other: "FieldSides") -> "FieldSides":
        """Return the record of two parts together."""
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


class Need:
    """A field that measures need."""

    def lacking(self, corpora: Sequence[Any], options: Any) -> Unfit | None:
        """Return the reason against measures of the field if the prepared corpora do not have it."""
        return None

    def warning(self, batch: Batch[Any], measures: Sequence[str]) -> "list[Warned]":
        """Return the warnings about the field for measures that look at it."""
        return []


@record(frozen=True)
class Whole(Need):
    """A property of all data, or of the options. Measures that need it are for other data if it is absent.

    has   function (prepared corpora, options) -> whether they have the property
    why   the reason why measures are refused without it; if none, the group `all` leaves them out
    """

    has: Callable[[Sequence[Any], Any], object]
    why: str = ""

    def lacking(self, corpora: Sequence[Any], options: Any) -> Unfit | None:
        """Return the reason against measures of other data."""
        return None if self.has(corpora, options) else Unfit(self.why, elsewhere=True)


@record(frozen=True)
class ItemField(Need):
    """A field of items.

    noun    the word for an item;  name  the field, with its article
    of      function (a side of a batch) -> the presence of the field
    needed  whether measures about the field are refused without it
    lack_is_told      whether another warning reports that neither side has the field
    meeting_is_told   whether another warning reports that both sides have the field and share no value
    """

    noun: str
    name: str
    of: Callable[[Any], Held]
    needed: bool = False
    lack_is_told: bool = False
    meeting_is_told: bool = False

    def lacking(self, corpora: Sequence[Any], options: Any) -> Unfit | None:
        """Return the reason if neither gold nor some system has a field that is needed."""
        if not self.needed:
            return None
        gold, *systems = map(self.of, corpora)
        is_blank = self.lack_is_told or gold.has or not gold.items
        if is_blank or not any(side.items and not side.has for side in systems):
            return None
        return Unfit(f"no {self.noun} of either side has {self.name}", stays=True)

    def warning(self, batch: Batch[Any], measures: Sequence[str]) -> list[Warned]:
        """Return the warning about the field; its text is empty if nothing is wrong."""
        origins = getattr(batch.system, "origins", ())
        sides = FieldSides.of(self.of(batch.gold), self.of(batch.system), do_meet=self.meeting_is_told)
        about: dict[str, Any] = {"noun": self.noun, "name": self.name, "measures": tuple(measures)}
        facts = {"sides": sides, "side": origins[0].name if origins else ""}  # a part may have no words
        about["is_told"] = self.lack_is_told
        return [Warned("field-absent", facts=facts, detail=of_field, **about)]


def in_column(column: Column, *, varies: bool = False, like: Callable[[str], object] | None = None) -> Held:
    """Return the presence of a field in a column; an empty text and `_` are as absent as no value.

    With *varies*, real data have several values. The function *like* says whether a text looks like a value.
    Only the first FIRST rows of an undecoded column are read if they answer both questions.
    """
    if (words := words_of(column)) is not None:
        items = len(words.lengths)
        first = in_column(some_rows(column, np.arange(min(FIRST, items))), varies=varies, like=like)
        if first.has and first.is_alike and len(first.values) >= varies * ENOUGH:
            every = partial(_in_texts, column, varies=varies, like=like)
            return first._replace(items=items, every=every)
    return _in_texts(column, varies=varies, like=like)


def _in_texts(column: Column, *, varies: bool, like: Callable[[str], object] | None) -> Held:
    """Return the presence of a field in a column, from all its texts."""
    counts = np.bincount(column.codes[column.codes != NONE], minlength=1)
    present = (str(column.values[code]) for code in np.flatnonzero(counts))
    values = frozenset(value for value in present if value not in ABSENT)
    is_alike = like is None or any(map(like, values))
    return Held(len(column.codes), bool(values), values if varies else frozenset(), is_alike)


def of_field(warned: Warned) -> dict[str, str] | None:
    """Return the sentence about a field on both sides, if something is wrong."""
    said = _said(warned, warned.facts["sides"], warned.facts["side"] or "the system")
    return {"said": said} if said else None


def _said(warned: Warned, sides: FieldSides, side: str) -> str:
    gold, system, _ = sides
    noun, name, measures = (warned.values[key] for key in ("noun", "name", "measures"))
    if not (gold.items and system.items):
        return ""  # a blank side is told of elsewhere
    compared = f"which {some(measures)} compares"
    if not (gold.has or system.has or warned.values["is_told"]):
        return f"no {noun} of either side has {name}, {compared}"
    if gold.has != system.has:
        without, having = (side, "gold's") if gold.has else ("gold", f"the items of {side}")
        return f"{without}: no {noun} has {name}, and {having} have, {compared}"
    if gold.has and not (gold.is_alike or system.is_alike):
        there = some(map(repr, sorted(gold.values or system.values)), SHOWN)
        what = (
            f": the columns are {there}; check which column is meant"
            if there
            else ", although the column has values"
        )
        return f"no value of either side looks like {name}{what}"
    return _of_values(warned, sides, side)


def _of_values(warned: Warned, sides: FieldSides, side: str) -> str:
    gold, system, do_meet = sides
    noun, name, measures = (warned.values[key] for key in ("noun", "name", "measures"))
    if gold.values and not do_meet:
        own, others = (some(map(repr, sorted(one.values)), SHOWN) for one in (system, gold))
        return f"{side}: no {noun} has {name} in common with the gold file: {own}; gold: {others}"
    if gold.items >= MANY and len(values := gold.values | system.values) == 1:
        every = plural(gold.items + system.items, noun)
        return f"all {every} have {name} {min(values)!r}, which {some(measures)} compares"
    return ""


def warnings(batch: Batch[Any], measures: Sequence[Measure], fields: Mapping[str, Need]) -> list[Warned]:
    """Return the warnings about the fields that the measures compare, in the order of the fields."""
    looked_at = {key: [one.name for one in measures if key in fields_of(one)] for key in fields}
    return [text for key, names in looked_at.items() if names for text in fields[key].warning(batch, names)]


def unfit(
    measures: Sequence[Measure], fields: Mapping[str, Need], corpora: Sequence[Any], options: Any
) -> dict[str, Unfit]:
    """Return name -> the reason why a measure does not fit the prepared corpora."""
    if not fields:
        return {}
    lacking = cache(lambda key: fields[key].lacking(corpora, options) if key in fields else None)
    found: dict[str, Unfit] = {}
    for measure in measures:
        for place, key in enumerate(fields_of(measure)):
            reason = lacking(key)
            if reason is not None and not (reason.stays and place):
                found.setdefault(measure.name, reason)
    return found


def fields_of(measure: Measure) -> list[str]:
    """Return the fields that a measure looks at, its main field first."""
    return list(dict.fromkeys(chain(measure.fields, *(part.fields for part in measure.of))))
