"""Rows: counts cut by documents and labels, scored, with their averages.

An example: the counts of one measure on two documents with two labels. Each cell has p_num/p_den and
r_num/r_den: how many of the system's items are right, and how many of gold's are found.

    document   PER        LOC        all labels
    d1         1/1 1/2    0/1 0/1    1/2 1/3
    d2         -          3/3 3/3    3/3 3/3

A user asks for a list of groupings. `--by label --macro` asks for two: everything, and one group for each
label. A row is one cell of a grouping. nerkit first adds up the counts of its documents and then scores the
sum:

    label      p_num  p_den  r_num  r_den   precision  recall     F1
    LOC            3      4      3      4       0.750   0.750  0.750   d1 + d2
    PER            1      1      1      2       1.000   0.500  0.667   d1
    macro          2    2.5      2      3       0.875   0.625  0.708   plain means of both rows, F1 too
    micro          4      5      4      6       0.800   0.667  0.727   both rows added up, then scored
    weighted       4      5      4      6       0.833   0.667  0.722   means weighted by r_den, 4 to 2
    *              4      5      4      6       0.800   0.667  0.727   everything

Here `micro` and `*` are equal. They differ if an item of one label matches an item of another label: such a
match counts in `*` alone. Every label of the gold side or of the system is a group (neleval 3.1.1 leaves out
labels that gold lacks). A mean leaves out null scores. A composite measure has no counts. Its scores come
from the counts of its parts, and its weight in a weighted average is the sum of their r_den.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.ground.records import record
from nerkit.results.conventions import MACRO_RULES
from nerkit.results.counts import ALL, Label, label_text


class Pooled(str):
    """A name for several documents or labels, for example `macro`.

    The class distinguishes the average `macro` from a document called `macro`.
    """

    __slots__ = ()


AVERAGES = (Pooled("macro"), Pooled("micro"), Pooled("weighted"))
EVERYTHING = Pooled("*")
AVERAGED = ("document", "label")  # the fields over which --macro averages without --by
MACRO, MICRO, _ = AVERAGES


@dataclass(frozen=True, slots=True)  # slots save memory: a result by document has 100,000s of rows
class Row:
    """One line of a result: the score of a system on a measure, for a document and a label (`*` means all).

    value   the headline number, usually F-beta; `f1` is always F with beta 1
    extra   further numbers by name
    cut     the document and the label as objects; names of averages and `*` are `Pooled` objects

    A number that does not exist is None, for example the counts of a composite measure.
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
        """`MEASURE` or `MEASURE/LABEL`, without the document: the name in gates and on build servers."""
        return self.measure if self.label == "*" else f"{self.measure}/{self.label}"

    @property
    def numbers(self) -> FloatArray | None:
        """The counts, shape (4,); None for a measure without counts."""
        counts = (self.p_num, self.p_den, self.r_num, self.r_den)
        return None if None in counts else np.array(counts, float)

    def to_dict(self) -> dict[str, Any]:
        """Return all fields in their fixed order, whole counts as integers."""
        return {
            "system": self.system,
            "measure": self.measure,
            "document": self.document,
            "label": self.label,
            "value": self.value,
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "p_num": whole(self.p_num),
            "p_den": whole(self.p_den),
            "r_num": whole(self.r_num),
            "r_den": whole(self.r_den),
            **self.extra,
        }


class Grouping(NamedTuple):
    """One way to cut counts: one group for every combination of the values of *fields*.

    shown    whether the groups have rows, or are only averaged over
    ranked   whether their macro average is shown even if nobody asked for averages
    """

    fields: tuple[str, ...]
    shown: bool
    ranked: bool = False

    @property
    def labels(self) -> tuple[str, ...]:
        """The fields in the label of a row: all fields but the document."""
        if "document" not in self.fields:
            return self.fields
        return tuple(name for name in self.fields if name != "document")


POOLED = [Grouping((), shown=True)]  # the plan that makes only the row of everything together


@record(frozen=True)
class Scoring:
    """The conventions by which counts become rows.

    by            the fields that cut rows
    macro         whether averages are added, or a rule of MACRO_RULES for groups without items
    beta          beta of the headline F
    empty         the value of 0/0: zero, one or null
    always        fields whose rows are always shown
    averaged      fields that are averaged over if `by` is empty
    ranked        fields whose macro average ranks systems. If they have several values, nerkit shows their
                  rows and the average
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
        """The groupings of the rows: everything, each field, the product of fields, further fields."""
        by, always = tuple(dict.fromkeys(self.by)), (*self.always, *self.ranked)
        shown = [*by, *(name for name in always if name not in by)]
        single = [Grouping((name,), shown=True, ranked=name in self.ranked) for name in shown]
        product = [Grouping(by, shown=True)] if len(by) > 1 else []
        unseen = [name for name in self.averaged if name not in always] if self.macro and not by else []
        hidden = [Grouping((name,), shown=False) for name in unseen]
        return [*POOLED, *single[: len(by)], *product, *single[len(by) :], *hidden]


def whole(number: float | None) -> Any:
    """Return a finite whole number as an integer, other numbers as floats, and None as None."""
    return number if number is None or not float(number).is_integer() else int(number)


def rank(cut: tuple[str, Label], order: Mapping[str, int]) -> tuple[Any, Any]:
    """Return the sort key of a row among the rows of a measure. *order* holds the places of the documents.

    Documents come in their order, then averages, then `*`.
    """
    document = cut[0]
    if not isinstance(document, Pooled):
        first = 0, order[document]
    else:
        first = (2, 0) if document == EVERYTHING else (1, AVERAGES.index(document))
    return first, _label_rank(cut[1])


def _label_rank(label: Label) -> tuple[int, str]:
    """Return the sort key of a label: labels by their text, then averages, then `*`."""
    if label == ALL:
        return len(AVERAGES) + 1, ""
    averages = [AVERAGES.index(value) for _, value in label if isinstance(value, Pooled)]
    return (1 + max(averages) if averages else 0), label_text(label)


def row_name(row: Row, *, systems: bool) -> str:
    """Return the name of a row, `[SYSTEM/]MEASURE[/document=ID][/LABEL]`.

    The document and the label are included unless they are `*`. With *systems*, the system is included.
    """
    parts = [row.system] if systems else []
    parts += [row.measure]
    parts += [f"document={row.document}"] if row.document != "*" else []
    parts += [row.label] if row.label != "*" else []
    return "/".join(parts)


def numbers_by_name(
    rows: Iterable[Row], *, systems: bool, wanted: Container[str] | None = None
) -> dict[str, float]:
    """Return the numbers of rows by `NAME/FIELD`, where NAME is made by `row_name`.

    *wanted* holds the fields; None means all. If a row lacks a number, the dictionary lacks it, too.
    """
    return {
        f"{row_name(row, systems=systems)}/{name}": value
        for row in rows
        for name, value in row.to_dict().items()
        if isinstance(value, int | float) and not isinstance(value, bool)
        if wanted is None or name in wanted
    }
