"""Rows: counts cut by documents and labels, scored, with their averages.

An example: the counts of one measure on two documents with two labels. Each cell has p_num/p_den and
r_num/r_den: how many of the system's items are right, and how many of gold's are found.

    document   PER        LOC        all labels
    d1         1/1 1/2    0/1 0/1    1/2 1/3
    d2         -          3/3 3/3    3/3 3/3

What is asked for is a list of groupings. `--by label --macro` asks for two: everything, and one group for
each label. A row is one cell of a grouping. The counts of its documents are added up first and scored
afterwards:

    label      p_num  p_den  r_num  r_den   precision  recall     F1
    LOC            3      4      3      4       0.750   0.750  0.750   d1 + d2
    PER            1      1      1      2       1.000   0.500  0.667   d1
    macro          2    2.5      2      3       0.875   0.625  0.708   plain means of both rows, F1 too
    micro          4      5      4      6       0.800   0.667  0.727   both rows added up, then scored
    weighted       4      5      4      6       0.833   0.667  0.722   means weighted by r_den, 4 to 2
    *              4      5      4      6       0.800   0.667  0.727   everything

Here `micro` and `*` are the same. They differ where an item of one label matches an item of another: such a
match counts in `*` alone. Groups are all that occur on either side (neleval 3.1.1 leaves out those that gold
lacks). A score that is null is left out of its mean. A composite measure has no counts of its own: its scores
come from those of its parts, and its weight in a weighted average is the sum of their r_den.
"""

import math
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.ground.records import record
from nerkit.results.conventions import MACRO_RULES
from nerkit.results.counts import ALL, NUMBERS, Label, label_text
from nerkit.results.scores import SCORES


class Pooled(str):
    """A name that stands for several documents or labels.

    A type of its own, so that a document called `macro` is not taken for the average.
    """

    __slots__ = ()


AVERAGES = (Pooled("macro"), Pooled("micro"), Pooled("weighted"))
EVERYTHING = Pooled("*")
AVERAGED = ("document", "label")  # the fields over which --macro averages when no --by says
MACRO, MICRO, _ = AVERAGES


@dataclass(frozen=True, slots=True)  # a result by documents has hundreds of thousands
class Row:
    """One line of a result: a system's score on a measure, for a document and a label (`*` is all of them).

    value   the headline number, F-beta where there is one; `f1` is F with beta 1 whatever the headline
    extra   further numbers by name
    cut     the document and the label as objects, in which averages and everything are `Pooled` and not names

    A number that does not exist is None, as the counts of a composite measure.
    """

    system: str
    measure: str
    document: str
    label: str
    value: float | None
    precision: float | None
    recall: float | None
    f1: float | None
    p_num: float | None
    p_den: float | None
    r_num: float | None
    r_den: float | None
    extra: dict[str, Any] = field(default_factory=dict)
    cut: tuple[str, Label] = field(default=(EVERYTHING, ALL), repr=False, compare=False)

    @property
    def name(self) -> str:
        """`MEASURE`, or `MEASURE/LABEL`, whatever the document: what gates and build servers call it."""
        return self.measure if self.label == "*" else f"{self.measure}/{self.label}"

    @property
    def numbers(self) -> FloatArray | None:
        """The counts, shape (4,); None for a measure that has none."""
        counts = (self.p_num, self.p_den, self.r_num, self.r_den)
        return None if None in counts else np.array(counts, float)

    def to_dict(self) -> dict[str, Any]:
        """All fields in their fixed order, whole counts as integers."""
        names = ("system", "measure", "document", "label", *SCORES)
        counts = {name: whole(getattr(self, name)) for name in NUMBERS}
        return {name: getattr(self, name) for name in names} | counts | self.extra


class Grouping(NamedTuple):
    """One way to cut counts: a group for every combination of the values of *fields*.

    shown    whether the groups have rows of their own, or are only averaged over
    ranked   whether their macro average is shown though no average was asked for
    """

    fields: tuple[str, ...]
    shown: bool
    ranked: bool = False

    @property
    def labels(self) -> tuple[str, ...]:
        """The fields that stand in the label of a row: all but the document."""
        if "document" not in self.fields:
            return self.fields
        return tuple(name for name in self.fields if name != "document")


POOLED = [Grouping((), shown=True)]  # the plan of everything together


def groupings(
    by: Sequence[str],
    *,
    macro: bool,
    always: Sequence[str] = (),
    averaged: Sequence[str] = AVERAGED,
    ranked: Sequence[str] = (),
) -> list[Grouping]:
    """The groupings that `--by` asks for: everything, each field, their product; and those *always* shown.

    With *macro* and no field, averages are taken over the fields *averaged*, whose groups are not shown.
    Fields that are *ranked* by are always shown too, with their macro average.
    """
    always = (*always, *ranked)
    by = tuple(dict.fromkeys(by))
    single = [Grouping((name,), shown=True, ranked=name in ranked) for name in by]
    product = [Grouping(by, shown=True)] if len(by) > 1 else []
    more = [Grouping((name,), shown=True, ranked=name in ranked) for name in always if name not in by]
    unseen = [name for name in averaged if name not in always] if macro and not by else []
    hidden = [Grouping((name,), shown=False) for name in unseen]
    return [Grouping((), shown=True), *single, *product, *more, *hidden]


@record(frozen=True)
class Scoring:
    """The conventions by which counts become rows.

    by, macro     the fields that rows are cut by, and whether averages are added; in macro averages groups
                  without items have the value of 0/0, or follow a rule of MACRO_RULES
    beta, empty   beta of the headline F; the value of 0/0: zero, one or null
    always        fields whose rows are always shown
    averaged      fields that are averaged over when none is asked for
    ranked        fields by whose macro average systems are ranked: where there are several values, their rows
                  and it are shown
    """

    by: tuple[str, ...] = ()
    macro: bool | str = False
    beta: float = 1.0
    empty: str = "zero"
    always: tuple[str, ...] = ()
    averaged: tuple[str, ...] = AVERAGED
    ranked: tuple[str, ...] = ()

    @property
    def of_groups(self) -> str:
        """The value of 0/0 in the groups of a macro average."""
        return MACRO_RULES[self.macro] if isinstance(self.macro, str) else self.empty

    @property
    def plan(self) -> list[Grouping]:
        """The groupings whose rows are made, in their order."""
        return groupings(
            self.by, macro=bool(self.macro), always=self.always, averaged=self.averaged, ranked=self.ranked
        )


def whole(number: float | None) -> float | int | None:
    """An integer where the number is one."""
    if number is None:
        return None
    return int(number) if math.isfinite(number) and number == int(number) else float(number)


def rank(cut: tuple[str, Label], order: Mapping[str, int]) -> tuple[Any, Any]:
    """The sort key of rows of one measure; *order* are the places of the documents."""
    return _document_rank(cut[0], order), _label_rank(cut[1])


def _document_rank(document: str, order: Mapping[str, int]) -> tuple[int, int]:
    """Documents in their order, then averages in theirs, then everything."""
    if not isinstance(document, Pooled):
        return 0, order[document]
    return (2, 0) if document == EVERYTHING else (1, AVERAGES.index(document))


def _label_rank(label: Label) -> tuple[int, str]:
    """Labels by their text, then averages in their order, then everything."""
    if label == ALL:
        return len(AVERAGES) + 1, ""
    averages = [AVERAGES.index(value) for _, value in label if isinstance(value, Pooled)]
    return (1 + max(averages) if averages else 0), label_text(label)


def row_name(row: Row, *, systems: bool) -> str:
    """The name of a row, `[SYSTEM/]MEASURE[/document=ID][/LABEL]`, with document and label if they are not
    `*`, and with the system if there are several.
    """
    parts = [row.system] if systems else []
    parts += [row.measure]
    parts += [f"document={row.document}"] if row.document != "*" else []
    parts += [row.label] if row.label != "*" else []
    return "/".join(parts)


def numbers_by_name(
    rows: Iterable[Row], *, systems: bool, wanted: Container[str] | None = None
) -> dict[str, float]:
    """The numbers of rows by `NAME/FIELD`, NAME as `row_name` makes it; *wanted* are the fields, None all.

    If a row lacks a number, the dictionary lacks it too.
    """
    return {
        f"{row_name(row, systems=systems)}/{name}": value
        for row in rows
        for name, value in row.to_dict().items()
        if isinstance(value, int | float) and not isinstance(value, bool)
        if wanted is None or name in wanted
    }
