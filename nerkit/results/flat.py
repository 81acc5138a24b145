"""Rows as single numbers with names, as loggers of experiments take them."""

from collections.abc import Iterable

from nerkit.results.rows import Row


def numbers_of(rows: Iterable[Row], *, systems: bool) -> dict[str, float]:
    """The numbers of rows by `[SYSTEM/]MEASURE[/document=ID][/LABEL]/FIELD`, the system where there are
    several.

    Document and label stand there where they are not `*`; numbers that a row does not have are left out.
    """
    numbers: dict[str, float] = {}
    for row in rows:
        fields = row.to_dict()
        about = {name: fields.pop(name) for name in ("system", "measure", "document", "label")}
        parts = [about["system"]] if systems else []
        parts += [about["measure"]]
        parts += [f"document={about['document']}"] if about["document"] != "*" else []
        parts += [about["label"]] if about["label"] != "*" else []
        numbers |= {
            "/".join([*parts, name]): value
            for name, value in fields.items()
            if isinstance(value, int | float) and not isinstance(value, bool)
        }
    return numbers
