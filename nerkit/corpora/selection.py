"""Selects the scored data on both sides: renames and keeps labels, and keeps documents and items.

`--map` renames labels, `--labels` keeps some, `--only` keeps documents and items.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, Column
from nerkit.corpora.corpus import Corpus, Side
from nerkit.corpora.spans import Spans
from nerkit.exceptions import InputError, UsageError, nearest, nearest_name, some
from nerkit.ground.records import record
from nerkit.ground.warnings import Warned, listed
from nerkit.io import single

DOCUMENT = ("document", "docid")  # the field of --only that means the document's id
LABEL = ("label", "type")  # fields of --only that mean the label
HINTED = 50  # up to so many requested names, each missing name gets a hint at the nearest name


@record(frozen=True)
class Selection:
    """Rules for selecting data, applied to each side before scoring.

    names    old label -> new label; other labels are unchanged
    labels   the labels that are kept (after renaming), or None for all
    only     field -> values; a row is kept if each field has one of its values (`document` is the id)
    of_part  whether the rules are applied to a shard; then values that occur get empty warnings, too
    """

    names: Mapping[str, str] = field(default_factory=dict)
    labels: tuple[str, ...] | None = None
    only: Mapping[str, frozenset[str]] = field(default_factory=dict)
    of_part: bool = False

    def apply(self, spans: Spans) -> Spans:
        """The remaining spans, relabelled. Raises UsageError for a field that the data does not have."""
        if not self.concerns_items:
            return self.documents(spans)
        if self.names and "type" in spans.fields:
            renamed = spans.fields["type"].map(lambda value: self.names.get(value, value))
            spans = replace(spans, fields={**spans.fields, "type": renamed})
        keep = np.ones(len(spans), bool)
        if self.labels is not None:
            keep &= _among(spans.fields.get("type"), self.labels, len(spans))
        for name, values in self.only.items():
            keep &= self._matching(spans, name, values) if name != "document" else True
        spans = spans.take(keep) if not keep.all() else spans
        return self.documents(spans)

    @property
    def items(self) -> "Selection":
        """The rules about items, without the rules about documents."""
        if "document" not in self.only:
            return self
        return replace(self, only={name: values for name, values in self.only.items() if name != "document"})

    @property
    def concerns_items(self) -> bool:
        """Whether the rules rename or drop items."""
        return bool(self.names or self.labels is not None or self.only.keys() - {"document"})

    def documents(self, corpus: Side) -> Side:
        """The corpus with the kept documents. Dropped documents do not count as missing."""
        if "document" not in self.only:
            return corpus
        documents = [document for document in corpus.documents if document in self.only["document"]]
        place = {document: i for i, document in enumerate(documents)}
        return corpus.in_documents(
            documents, np.array([place.get(document, NONE) for document in corpus.documents], np.int64)
        )

    def unused(self, *sides: Spans) -> list[str]:
        """The warnings about requested labels and values that occur on no side, before selection."""
        if not self.concerns_items:
            return []
        return self.unused_among(_values(sides, "type"), lambda name: _values(sides, name))

    def unused_among(
        self, labels: Collection[str], values: Callable[[str], set[str]] | None = None
    ) -> list[str]:
        """The warnings, given the *labels* that occur, and *values*, a function from a field to the values
        that occur.

        Without *values*, only labels are checked.
        """
        seen = {*labels, *self.names.values()}
        asked = [("label", label, seen) for label in (*self.names, *(self.labels or ()))]
        if values is not None:
            for name, wanted in self.items.only.items():
                known = values(name) | (seen if name in LABEL else set())
                asked += [(name, value, known) for value in sorted(wanted)]
        if len(asked) > HINTED:
            many = [
                Warned(
                    "many-occur-nowhere",
                    facts={
                        "known": frozenset(
                            value for one, value, known in asked if one == name and value in known
                        )
                    },
                    detail=_absent,
                    name=name,
                    wanted=frozenset(value for one, value, _ in asked if one == name),
                )
                for name in dict.fromkeys(name for name, _, _ in asked)
            ]
            return [one for one in many if self.of_part or one]
        return [
            _unused(name, value, None if value in known else [nearest_name(value, sorted(known))])
            for name, value, known in asked
            if self.of_part or value not in known
        ]

    def lacking(self, sides: Sequence[Corpus]) -> list[str]:
        """A warning if no side has some of the requested documents, given the sides after selection."""
        return self.absent({document for side in sides for document in side.documents})

    def absent(self, present: Collection[str]) -> list[str]:
        """A warning if some of the requested documents are not *present*."""
        absent = sorted(self.only.get("document", frozenset()).difference(present))
        return [*listed("documents-not-selected", absent)]

    def _matching(self, spans: Spans, name: str, values: frozenset[str]) -> BoolArray:
        name = "type" if name in LABEL else name
        if name not in spans.fields:
            known = ["document", "label", *spans.fields]
            raise UsageError(
                f"only=…: unknown field {name!r}{nearest(name, known)} (known: {', '.join(known)})"
            )
        return _among(spans.fields[name], tuple(values), len(spans))


def parse_only(terms: Sequence[str]) -> dict[str, frozenset[str]]:
    """Field -> values, from arguments `FIELD=VALUE`, `FIELD=@FILE` and `@FILE` (documents, one id per line).

    The values of a repeated field are joined.
    """
    only: dict[str, frozenset[str]] = {}
    for term in terms:
        name, equals, value = ("document", "=", term) if term.startswith("@") else term.partition("=")
        if not equals or not name:
            raise UsageError(f"only=… needs FIELD=VALUE, FIELD=@FILE or @FILE, not {term!r}")
        values = frozenset(listed_ids(value[1:])) if value.startswith("@") else {value}
        name = "document" if name in DOCUMENT else name
        only[name] = only.get(name, frozenset()) | values
    return only


def read_names(path: Any) -> dict[str, str]:
    """Old label -> new label, from a file with lines of old label, tab, new label; `#` begins a comment."""
    names: dict[str, str] = {}
    for name, number, line in _lines(path):
        if line.startswith("#"):
            continue
        old, tab, new = line.partition("\t")
        if not tab or not new.strip() or "\t" in new:
            remedy = "write lines of old label and new label, separated by one tab"
            raise InputError(
                "the line does not have two columns",
                source=name,
                line=number,
                column=1,
                text=line,
                remedy=remedy,
            )
        names[old.strip()] = new.strip()
    return names


def _unused(name: str, value: str, near: Sequence[str | None] | None) -> Warned:
    """The warning for a value that occurs nowhere, with the nearest existing values.

    The warning is empty if the value occurs (*near* is None).
    """
    facts = {"unless": near is None, "near": frozenset(one for one in near or () if one is not None)}
    return Warned("occurs-nowhere", facts=facts, detail=_near, name=name, value=value)


def _near(warned: Warned) -> dict[str, str]:
    """The nearest existing values, as facts of a warning."""
    return {"near": nearest(warned.values["value"], sorted(warned.facts["near"]))}


def _absent(warned: Warned) -> dict[str, Any] | None:
    """The requested values that occur nowhere, as facts of a warning; None if all values occur."""
    absent = sorted(warned.values["wanted"] - warned.facts["known"])
    return {"count": len(absent), "absent": some(absent)} if absent else None


def listed_ids(path: str) -> list[str]:
    """The lines of a file that are not blank, in order."""
    return [line.strip() for _, _, line in _lines(path)]


def _lines(path: Any) -> list[tuple[str, int, str]]:
    """Yield the lines of a small file that are not blank: name of the file, line number, line."""
    with single(path) as source:
        return [(source.name, number, line) for number, line in source.lines() if line.strip()]


def _values(sides: Sequence[Spans], name: str) -> set[str]:
    """All values of a field as text."""
    return {str(value) for side in sides for value in side.fields.get(name, Column.of([])).values}


def _among(column: Column | None, values: Sequence[str], rows: int) -> BoolArray:
    if column is None:
        return np.zeros(rows, bool)
    among = np.array([*(str(value) in values for value in column.values), False], bool)
    return among[column.codes]
