"""What is scored: labels renamed (`--map`) and kept (`--labels`), documents and items kept (`--only`), on both sides."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from nerkit.errors import InputError, UsageError, nearest
from nerkit.io import expand
from nerkit.model import NONE, BoolArray, Column, Side, Spans

DOCUMENT = ("document", "docid")  # the field of --only that means the document's id


@dataclass(frozen=True, slots=True)
class Selection:
    """Rules applied to each side before scoring.

    names   old label -> new label; others stay as they are
    labels  the labels that are kept (after renaming), or None for all
    only    field -> values; a row is kept when each field has one of its values (`document` is the document's id)
    """

    names: Mapping[str, str] = field(default_factory=dict)
    labels: tuple[str, ...] | None = None
    only: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def apply(self, spans: Spans) -> Spans:
        """The spans that are left, relabelled. Raises UsageError for a field that the data does not have."""
        if self.names and "type" in spans.fields:
            renamed = spans.fields["type"].map(lambda value: self.names.get(value, value))
            spans = _with_type(spans, renamed)
        keep = np.ones(len(spans), bool)
        if self.labels is not None:
            keep &= _among(spans.fields.get("type"), self.labels, len(spans))
        for name, values in self.only.items():
            keep &= self._matching(spans, name, values) if name != "document" else True
        spans = spans.take(keep) if not keep.all() else spans
        return self.documents(spans)

    def documents(self, corpus: Side) -> Side:
        """The corpus with the documents that are kept; the others do not count as missing either."""
        if "document" not in self.only:
            return corpus
        kept = [document for document in corpus.documents if document in self.only["document"]]
        place = {document: i for i, document in enumerate(kept)}
        return corpus.in_documents(
            kept, np.array([place.get(document, NONE) for document in corpus.documents], np.int64)
        )

    def unused(self, *sides: Spans) -> list[str]:
        """A warning for every label asked for that occurs on no side (given the sides before selection)."""
        return self.unused_among(
            {str(value) for side in sides for value in side.fields.get("type", Column.of([])).values}
        )

    def unused_among(self, labels: AbstractSet[str]) -> list[str]:
        """The same, given the labels that occur."""
        seen = labels | set(self.names.values())
        asked = [*self.names, *(self.labels or ())]
        return [
            f"label {label!r} occurs on neither side{nearest(label, seen)}"
            for label in asked
            if label not in seen
        ]

    def _matching(self, spans: Spans, name: str, values: frozenset[str]) -> BoolArray:
        name = "type" if name == "label" else name
        if name not in spans.fields:
            known = ["document", "label", *spans.fields]
            raise UsageError(
                f"--only: unknown field {name!r}{nearest(name, known)} (known: {', '.join(known)})"
            )
        return _among(spans.fields[name], tuple(values), len(spans))


def parse_only(terms: Sequence[str]) -> dict[str, frozenset[str]]:
    """`FIELD=VALUE`, `FIELD=@FILE` and `@FILE` (documents, one id a line) as field -> values; repeated fields add up."""
    found: dict[str, frozenset[str]] = {}
    for term in terms:
        name, equals, value = ("document", "=", term) if term.startswith("@") else term.partition("=")
        if not equals or not name:
            raise UsageError(f"--only takes FIELD=VALUE, FIELD=@FILE or @FILE, not {term!r}")
        values = _listed(value[1:]) if value.startswith("@") else {value}
        name = "document" if name in DOCUMENT else name
        found[name] = found.get(name, frozenset()) | values
    return found


def read_names(path: Any) -> dict[str, str]:
    """A renaming of labels from a file: lines of old and new label, separated by a tab; `#` begins a comment."""
    names: dict[str, str] = {}
    for name, number, line in _lines(path):
        if line.startswith("#"):
            continue
        old, tab, new = line.partition("\t")
        if not tab or not new.strip() or "\t" in new:
            remedy = "a line is: old label, new label, separated by one tab"
            raise InputError("not two columns", source=name, line=number, column=1, text=line, remedy=remedy)
        names[old.strip()] = new.strip()
    return names


def _listed(path: str) -> set[str]:
    return {line.strip() for _, _, line in _lines(path)}


def _lines(path: Any) -> list[tuple[str, int, str]]:
    """The lines of a small file that are not blank: name of the file, line number, line."""
    (source,) = expand(path)[:1]
    with source:
        return [(source.name, number, line) for number, line in source.lines() if line.strip()]


def _among(column: Column | None, values: Sequence[str], rows: int) -> BoolArray:
    if column is None:
        return np.zeros(rows, bool)
    kept = np.array([*(str(value) in values for value in column.values), False], bool)
    return kept[column.codes]


def _with_type(spans: Spans, column: Column) -> Spans:
    return replace(spans, fields={**spans.fields, "type": column})
