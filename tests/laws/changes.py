"""Ways in which a file is spoilt, by field: its values are permuted, or the field is renamed, removed, moved.

A field is a key of JSON, wherever it stands (`events.[].type`), or a column. Nothing here knows what a field
means.
"""

import json
from typing import NamedTuple

HEADERS = ("doc_id,", "Sentence #,")  # lines that name columns
GAPS = ("_", "-", "*", "O", "")


class Field(NamedTuple):
    """A field of a file: its name, and the text with other values of it; way -> what spoils a text so."""

    name: str
    permuted: str
    ways: dict


def fields_of(text):
    """The fields of a text: the keys of JSON, else the columns."""
    form, value = _parsed(text)
    if form is None:
        width = max(len(_cells(line)[0]) for line in text.split("\n") if _is_row(line))
        return [_column(text, place) for place in range(width)]
    paths = list(dict.fromkeys(_paths(value, ())))
    return [
        Field(
            ".".join(path),
            _written(form, _permuted(value, path)),
            {name: _on_json(path, way) for name, way in OF_KEYS.items()},
        )
        for path in paths
    ]


def other(value, values):
    """The next one of several values, another one of a single value."""
    distinct = [each for place, each in enumerate(values) if each not in values[:place]]
    if len(distinct) > 1:
        return distinct[(distinct.index(value) + 1) % len(distinct)]
    if isinstance(value, bool):
        return not value
    return value + "x" if isinstance(value, str) else value + 1 if isinstance(value, int | float) else value


def _parsed(text):
    for form, values in (
        ("one", lambda: json.loads(text)),
        ("lines", lambda: list(map(json.loads, _lines(text)))),
    ):
        try:
            return form, values()
        except ValueError:
            continue
    return None, None


def _lines(text):
    return [line for line in text.split("\n") if line.strip()]


def _written(form, value):
    return f"{json.dumps(value)}\n" if form == "one" else "".join(f"{json.dumps(each)}\n" for each in value)


def _paths(value, at):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*at, key)
            yield from _paths(inner, (*at, key))
    elif isinstance(value, list):
        for inner in value:
            yield from _paths(inner, (*at, "[]"))


def _edited(value, path, way, at=()):
    """The value with *way* (object, key) -> object at all objects where the path ends."""
    if isinstance(value, dict):
        inner = {key: _edited(each, path, way, (*at, key)) for key, each in value.items()}
        return way(inner, path[-1]) if path[:-1] == at and path[-1] in inner else inner
    return [_edited(each, path, way, (*at, "[]")) for each in value] if isinstance(value, list) else value


def _permuted(value, path):
    values = []
    _edited(value, path, lambda body, key: values.append(body[key]) or body)
    return _edited(value, path, lambda body, key: {**body, key: other(body[key], values)})


def _on_json(path, way):
    def spoilt(text):
        form, value = _parsed(text)
        return _written(form, _edited(value, path, way))

    return spoilt


def _renamed(body, key):
    return {f"{key}_2" if name == key else name: value for name, value in body.items()}


def _removed(body, key):
    return {name: value for name, value in body.items() if name != key}


def _moved(body, key):
    names = list(body)
    following = names[(names.index(key) + 1) % len(names)]
    return {**body, key: body[following], following: body[key]}


OF_KEYS = {"renamed": _renamed, "removed": _removed, "moved": _moved}


def _is_row(line):
    return line != "" and not line.startswith(("#", *HEADERS)) and len(_cells(line)[0]) > 1


def _cells(line):
    separator = next((each for each in "\t," if each in line), " ")
    return line.split(separator), separator


def _on_rows(way):
    def spoilt(text):
        lines = []
        for line in text.split("\n"):
            cells, separator = _cells(line)
            lines.append(separator.join(way(cells)) if _is_row(line) else line)
        return "\n".join(lines)

    return spoilt


def _column(text, place):
    rows = [_cells(line)[0] for line in text.split("\n") if _is_row(line)]
    values = [cells[place] for cells in rows if place < len(cells) and cells[place] not in GAPS]

    def with_cell(cell):
        return lambda cells: (
            [*cells[:place], cell(cells[place]), *cells[place + 1 :]] if place < len(cells) else cells
        )

    def exchanged(cells):
        following = (place + 1) % len(cells)
        order = {place: following, following: place}
        return [cells[order.get(i, i)] for i in range(len(cells))] if place < len(cells) else cells

    permuted = _on_rows(with_cell(lambda cell: cell if cell in GAPS else other(cell, values)))(text)
    ways = {
        "removed": _on_rows(with_cell(lambda _: "_")),
        "dashed": _on_rows(with_cell(lambda _: "-")),
        "cut": _on_rows(lambda cells: cells[:place] + cells[place + 1 :]),
        "moved": _on_rows(exchanged),
    }
    return Field(str(place + 1), permuted, ways)
