"""Tables [metric] in TOML that describe a metric of a corpus rather than a comparison of objects."""

from collections.abc import Callable, Mapping
from typing import Any

from nerkit.algebra.similarity import Metric
from nerkit.algebra.toml_values import TomlBuilder, named_field
from nerkit.exceptions import UsageError
from nerkit.ground.toml_text import Path

Table = Mapping[str, Any]


def _field(builder: TomlBuilder, path: Path, table: Table, key: str = "field") -> Any:
    """The field of documents that a key names; None without the key."""
    name = table.get(key)
    if name is not None and (not isinstance(name, str) or not name):
        builder.toml.fail(f"{name!r} is not the name of a field", *path, key)
    return None if name is None else named_field(name, *path, key)


def _closure(builder: TomlBuilder, path: Path, table: Table, own: tuple[str, ...]) -> Metric:
    """`closure = "allen"` with `reduce`: a set of relations that can imply each other."""
    from nerkit.algebra.metrics.closure import CLOSURES, REDUCTIONS, entailed

    builder.known(path, table, (*own, "field", "set", "closure", "reduce", "normalize"))
    if table.get("normalize") != "f1":
        builder.toml.fail('a closure needs normalize = "f1"', *path, "normalize")
    builder.compared((*path, "set"), table.get("set"))
    closure = builder.choice((*path, "closure"), table["closure"], CLOSURES)
    reduce = builder.choice((*path, "reduce"), table.get("reduce", "minimal"), REDUCTIONS)
    try:
        return entailed(closure, reduce, field=_field(builder, path, table))
    except UsageError as error:
        builder.toml.fail(str(error), *path, "reduce")


def _window(builder: TomlBuilder, path: Path, table: Table, own: tuple[str, ...]) -> Metric:
    """`window = 5` with `compare`: the share of wrong windows of a sequence."""
    from nerkit.algebra.metrics.segmentation import windows

    builder.known(path, table, (*own, "field", "sequence", "window", "compare"))
    if "field" in table and "sequence" in table:
        builder.toml.fail("'field' and 'sequence' both name the sequence", *path, "sequence")
    key = "sequence" if "sequence" in table else "field"
    try:
        return windows(table["window"], table.get("compare", "ends"), field=_field(builder, path, table, key))
    except UsageError as error:
        builder.toml.fail(str(error), *path, "compare" if "comparison" in str(error) else "window")


Maker = Callable[[TomlBuilder, Path, Table, tuple[str, ...]], Metric]
KINDS: Mapping[str, Maker] = {"closure": _closure, "window": _window}
