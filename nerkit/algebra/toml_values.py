"""Comparisons of values in a metric in TOML: numbers, texts, dates, ranges, types, credits."""

import os
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol

from nerkit.algebra import credit_files, scalars, values
from nerkit.algebra.similarity import Similarity
from nerkit.exceptions import InputError, plural
from nerkit.ground.toml_text import Path, Toml
from nerkit.io import single

DECAY = 0.5  # the credit for a step up a tree
OF_FORMS = ".tsv"  # the ending of files that list values and their forms


class TomlBuilder(Protocol):
    """The builder of a file's formula, with the methods that comparisons of values need."""

    toml: Toml

    def compared(self, path: Path, value: Any) -> Similarity:
        """The similarity that the value at *path* describes."""

    def built(self, path: Path, make: Callable[[], Similarity], key: str) -> Similarity:
        """The similarity that *make* returns. A UsageError in it becomes an InputError at *key*."""

    def known(self, path: Path, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
        """Raise InputError for a key that is not known."""

    def choice(self, path: Path, value: Any, known: tuple[str, ...]) -> str:
        """The value unchanged. Raises InputError if it is not known."""


class FieldName(str):
    """The name of a field, with the *path* in the file that names it."""

    __slots__ = ("path",)
    path: Path


class FieldPosition(int):
    """A position in a tuple, with the *path* in the file that names it."""

    path: Path


def named_field(name: Any, *path: str | int) -> Any:
    """The name or position of a field, with the place in the file that names it."""
    field = FieldName(name) if isinstance(name, str) else FieldPosition(name)
    field.path = path
    return field


def number(builder: TomlBuilder, path: Path, table: dict[str, Any]) -> Similarity:
    """`number = {within = X, relative = X}`: 1 for numbers within these distances."""
    limits = table["number"]
    if not isinstance(limits, dict):
        builder.toml.fail("number needs { within = 0.5 } or { relative = 0.01 }", *path, "number")
    builder.known((*path, "number"), limits, ("within", "relative"))
    return scalars.number(limits.get("within"), limits.get("relative"))


def tokens(builder: TomlBuilder, path: Path, table: dict[str, Any]) -> Similarity:
    if table["tokens"] is not True:
        builder.toml.fail("tokens must be true, or absent", *path, "tokens")
    return scalars.tokens()


def edit(_: TomlBuilder, __: Path, table: dict[str, Any]) -> Similarity:
    return scalars.edit(table["edit"])


def date(_: TomlBuilder, __: Path, table: dict[str, Any]) -> Similarity:
    return scalars.date(table["date"])


def overlap(builder: TomlBuilder, path: Path, table: dict[str, Any]) -> Similarity:
    """`overlap = [start, end]`: the number of positions that two half-open ranges share."""
    names = table["overlap"]
    if (
        not isinstance(names, list)
        or len(names) != 2
        or not all(isinstance(name, str | int) for name in names)
    ):
        builder.toml.fail(
            'overlap needs two fields, ["start", "end"], or positions, [0, 1]', *path, "overlap"
        )
    return values.overlap(*(named_field(name, *path, "overlap") for name in names))


def table(builder: TomlBuilder, path: Path, table: dict[str, Any]) -> Similarity:
    """`table = {gold value = {system value = credit}}`: credits of pairs of values."""
    rows = table["table"]
    if not isinstance(rows, dict) or not all(isinstance(row, dict) for row in rows.values()):
        builder.toml.fail("write the table as {gold value = {system value = credit}}", *path, "table")
    for gold, row in rows.items():
        for system, credit in row.items():
            builder.built((*path, "table", gold), partial(values.table, {(gold, system): credit}), system)
    return values.table({(gold, system): c for gold, row in rows.items() for system, c in row.items()})


def tree(builder: TomlBuilder, path: Path, table: dict[str, Any]) -> Similarity:
    """`tree = "up"` and other trees: credit for types in a hierarchy."""
    children, separator = table.get("children"), table.get("separator", ".")
    if children is not None and "separator" in table:
        builder.toml.fail("'children' cannot be used with 'separator'", *path, "separator")
    if not isinstance(separator, str) or not separator:
        builder.toml.fail("the separator must be a text", *path, "separator")
    lists = [*children.values()] if isinstance(children, dict) else [None]
    names = all(isinstance(below, list) and all(isinstance(name, str) for name in below) for below in lists)
    if children is not None and not names:
        builder.toml.fail('write children as {parent = ["child", …]}', *path, "children")
    if "decay" in table and table["tree"] != "decay":
        builder.toml.fail('decay needs tree = "decay"', *path, "decay")
    decay = table.get("decay", DECAY)
    return values.tree(table["tree"], children, separator=separator, decay=decay)


def weights(builder: TomlBuilder, path: Path, table: dict[str, Any]) -> Similarity:
    """`weights = FILE`: credits of related values, from a file in the folder of the formula file."""
    name, decay = table["weights"], table.get("decay", DECAY)
    if not isinstance(name, str) or not name:
        builder.toml.fail("weights needs the path of a file", *path, "weights")
    builder.built(path, lambda: values.tree("decay", {}, decay=decay), "decay")
    return values.table(credit_files.read(builder.toml.file(name), decay), name="weights")


def worth(builder: TomlBuilder, path: Path, table: dict[str, Any]) -> Similarity:
    """`worth = {VALUE = WEIGHT}`: the smaller weight of two values."""
    weights = table["worth"]
    if not isinstance(weights, dict) or not weights:
        builder.toml.fail("worth needs weights of values, { NAM = 1, NOM = 0.5, PRO = 0.25 }", *path, "worth")
    for value, weight in weights.items():
        builder.built((*path, "worth"), partial(values.worth, {value: weight}), value)
    return values.worth(weights, table.get("otherwise", 1.0))


def forms(toml: Toml, path: Path, value: Any) -> Mapping[str, Any]:
    """The forms of values: a table, or a file of lines `value TAB form` in the preset's folder or below."""
    if isinstance(value, str):
        return _forms_in(toml, path, value)
    if not isinstance(value, dict) or not value:
        toml.fail(
            ('alias must be a table, { "another name" = "name" }, the name of a table, or a .tsv file'), *path
        )
    return value


def _forms_in(toml: Toml, path: Path, name: str) -> Mapping[str, str]:
    """The forms that a file lists. Raises InputError for a file outside the folder, or an invalid line."""
    inside = os.path.normpath(name)
    if os.path.isabs(inside) or inside.split(os.sep)[0] == os.pardir:
        toml.fail(f"the file {name!r} must be in the folder of this file or below", *path)
    found: dict[str, str] = {}
    with single(toml.file(name)) as source:
        for number, line in source.lines():
            cells = line.split("\t")
            if not line.strip():
                continue
            if len(cells) != 2:
                raise InputError(
                    f"{plural(len(cells), 'cell')}, and not 2",
                    source=source.name,
                    line=number,
                    column=1,
                    text=line,
                    remedy="write lines of a value and its form, with a tab between them",
                )
            found[cells[0].strip()] = cells[1].strip()
    return found
