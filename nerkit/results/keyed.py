"""A result as a sequence of rows, and as a dictionary of numbers.

    for row in result           all rows
    result["chunk"]             the row of a measure, everything pooled
    result["PER"]               the row of a label on the headline measure, if no measure is called PER
    result["chunk", "PER"]      the row of a measure and a label
    result["chunk/PER"]         the number in that row, as in `dict(result)`

If a name with a slash is the name of a measure, for example `mrp/edges`, the result gives its row.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, overload

from nerkit.exceptions import nearest
from nerkit.results.rows import Row, row_name

# names that a shell completes after `result.`, without the fields of the record that no user needs
OFFERED = (
    *("value", "f1", "precision", "recall", "rows", "head", "keys", "task", "signature", "measures"),
    *("headline", "systems", "inputs", "options", "counts", "warnings", "notes", "verdicts"),
    *("check", "confidence", "errors", "flat", "paired", "plot", "pooled", "render", "report"),
    *("to_dataframe", "to_dict"),
)


class RowKey(str):
    """A key of `dict(result)`: the name of a row. `result[key]` gives the number in the row."""

    __slots__ = ()


class Keyed:
    """Access to rows by position, by key and by name, for a class with `rows`, `labelled` and `headline`."""

    @property
    def _whole(self) -> Any:
        return self

    def __iter__(self) -> Iterator[Row]:
        return iter(self._whole.rows)

    def __len__(self) -> int:
        return len(self._whole.rows)

    def __dir__(self) -> Iterable[str]:
        return OFFERED

    def keys(self) -> list[RowKey]:
        """Return the names of all rows: `[SYSTEM/]MEASURE[/document=ID][/LABEL]`. They are the keys of
        `dict(result)`.
        """
        return list(self._by_name)

    @cached_property
    def _by_name(self) -> dict[RowKey, Row]:
        several = len(self._whole.systems) > 1
        return {RowKey(row_name(row, systems=several)): row for row in self._whole.rows}

    @overload
    def __getitem__(self, key: str) -> Any: ...  # a row, or for some names a number
    @overload
    def __getitem__(self, key: tuple[str, ...]) -> Row: ...
    def __getitem__(self, key: str | tuple[str, ...]) -> Any:
        """Return the row of a measure, of a label, or of (measure, label[, document]).

        A name with a slash gives a number. Raises KeyError for a row that does not exist.
        """
        if isinstance(key, RowKey):
            return self._by_name[key].value
        if isinstance(key, str):
            return self._named(key)
        measure, label, document, *_ = (*key, "*", "*")
        row = self._row(measure, label, document)
        if row is not None:
            return row
        rows = [*self._whole.rows, *self._whole.labelled]
        for what, name in (("measure", measure), ("label", label), ("document", document)):
            known = {str(getattr(row, what)) for row in rows}
            if name not in known:
                raise KeyError(f"the result has no row with {what} {name!r}{nearest(name, sorted(known))}")
        raise KeyError(
            f"the result has no row with label {label!r} and document {document!r}; add such rows with by=…"
        )

    def _row(self, measure: str, label: str, document: str = "*") -> Row | None:
        """Return the first row with these names. If the result has no rows by label, count them first."""
        whole, wanted = self._whole, (measure, label, document)
        found = (row for row in whole.rows if (row.measure, row.label, row.document) == wanted)
        if (row := next(found, None)) is not None or label == "*":
            return row
        return next((row for row in whole.labelled if (row.measure, row.label, row.document) == wanted), None)

    def _named(self, name: str) -> Row | float | None:
        """Return the row of a measure or of a label; for `MEASURE/LABEL` and for keys, return the number in
        the row.
        """
        row = self._row(name, "*")
        if row is None and name in self._by_name:
            return self._by_name[RowKey(name)].value
        measures = {row.measure for row in self._whole.rows}
        row = row or self._row(self._whole.headline, name)
        if row is not None:
            return row
        for measure in sorted(measures, key=len, reverse=True):
            row = self._row(measure, name.removeprefix(f"{measure}/")) if name.startswith(measure) else None
            if row is not None:
                return row.value
        known = [*measures, *(row.label for row in self._whole.labelled), *self._by_name]
        raise KeyError(f"the result has no row with measure or label {name!r}{nearest(name, sorted(known))}")
