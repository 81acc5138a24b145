"""Objects of other libraries as plain data: arrays as lists, parsed documents as texts with spans.

nerkit imports none of these libraries. It recognises their objects by their attributes.
"""

import io
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from nerkit.exceptions import InputError, NerkitError, short

DEEPEST_OBJECTS = 1_000  # lists and dictionaries inside one another
HOLD_NOTHING = {str, int, float, bool, type(None)}  # classes of parts without further parts


class NoDataError(InputError, TypeError):
    """An argument is neither a path, nor an open file, nor data."""


class Given:
    """A context in which inputs, given by name, are scored.

    Any exception of an object of another library becomes an InputError with the name of the input,
    because such a class can raise anything. Files raise their own errors.
    """

    def __init__(self, inputs: Mapping[str, Any]) -> None:
        self.inputs = inputs

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if not isinstance(error, Exception) or isinstance(error, NerkitError | OSError | ImportError):
            return
        objects = {name: value for name, value in self.inputs.items() if _is_object(value)}
        if objects:
            kinds = [type(value).__name__ for value in objects.values()]
            problem = f"nerkit cannot score {' and '.join(dict.fromkeys(kinds))}: {_told(error)}"
            raise InputError(problem, source=" and ".join(objects)) from error


def _is_object(value: Any) -> bool:
    """Return whether an input is an object of another library, and not a path or file."""
    is_known = type(value).__module__.partition(".")[0] in ("nerkit", "pathlib")
    return not is_known and not issubclass(type(value), str | io.IOBase)


def as_text(value: Any) -> Any:
    """Return a text of a subclass, such as numpy's, as a plain str; other values unchanged."""
    return str.__str__(value) if issubclass(type(value), str) else value


def _told(error: Exception) -> str:
    """Return an exception as a sentence, even if its own text raises an exception."""
    try:
        return short(f"{type(error).__name__}: {error}")
    except Exception:  # noqa: BLE001
        return type(error).__name__


def check_depth(data: Any, name: str) -> None:
    """Raise InputError if lists and dictionaries contain themselves, or are nested deeper than
    DEEPEST_OBJECTS.

    All parts of one depth are checked together, each part once, with the methods of Python's own classes.
    """
    if not isinstance(data, list | tuple | dict):
        return
    level = [data]
    for _ in range(DEEPEST_OBJECTS):
        kinds = _containers(_inside(level))
        if not kinds:
            return
        parts = [part for part in _inside(level) if type(part) in kinds]
        if kinds == {tuple} and not _containers(chain.from_iterable(parts)):
            return
        level = list(dict(zip(map(id, parts), parts, strict=True)).values())
    raise InputError(
        (
            f"the {type(data).__name__} contains itself, or has more than {DEEPEST_OBJECTS:,} "
            "nested lists and dictionaries"
        ),
        source=name,
    )


def _containers(parts: Iterable[Any]) -> set[type]:
    """Return the classes of the lists, tuples and dictionaries among the parts."""
    kinds = set(map(type, parts)) - HOLD_NOTHING
    return kinds and {kind for kind in kinds if issubclass(kind, list | tuple | dict)}


def _inside(level: Sequence[Any]) -> Iterator[Any]:
    """Return an iterator over the direct elements of lists, tuples and dictionaries.

    It needs no Python step per element if all containers are of plain classes.
    """
    kinds = set(map(type, level))
    if kinds <= {list, tuple}:
        return chain.from_iterable(level)
    if kinds == {dict}:
        return chain.from_iterable(map(dict.values, level))
    return chain.from_iterable(
        dict.values(one)
        if isinstance(one, dict)
        else list.__iter__(one)
        if isinstance(one, list)
        else tuple.__iter__(one)
        for one in level
    )


def plain(data: Any) -> Any:
    """Return data as lists, tuples and dictionaries.

    Arrays of numpy and Series of pandas become lists, also inside a list. Rows of data frames become
    dictionaries. Data sets of Hugging Face's `datasets` get the names of their labels. Documents of spaCy
    become texts with spans. Sequences, mappings, dataclasses and pydantic models become plain, too.
    """
    if type(data) in (list, tuple):
        return [_document(value) for value in data] if _any_foreign(data) else data
    if is_corpus(data) or isinstance(data, str):
        return data
    if type(data) not in PLAIN:
        data = _of_library(data)
    if type(data) not in PLAIN and _is_object(data):  # its length can be wrong, so it is not used
        if isinstance(data, Mapping):
            data = {key: data[key] for key in data}
        elif isinstance(data, Sequence) and not isinstance(data, bytes | bytearray | FrameRows):
            data = [document for document in data]  # noqa: C416  (a list would ask for the length)
    if isinstance(data, Mapping):
        return (
            {name: _document(value) for name, value in data.items()} if _any_foreign(data.values()) else data
        )
    if isinstance(data, list | tuple) and _any_foreign(data):
        return [_document(value) for value in data]
    return data


def _of_library(data: Any) -> Any:
    """Return the rows, elements, text with spans or fields of an object of a library; other objects
    unchanged.
    """
    if _is_dataset(data):
        return _rows_of_dataset(data)
    if _is_frame(data):
        rows = data.to_dicts() if hasattr(data, "to_dicts") else data.to_dict("records")
        return FrameRows(
            {str(k): None if _is_absent(cell) else cell for k, cell in row.items()} for row in rows
        )
    if is_array(data):
        return data.tolist()
    fields = record_of(data)
    return [_text_and_spans(data)] if _is_parsed(data) else data if fields is None else fields


def is_corpus(value: Any) -> bool:
    """Return whether a value is a corpus that nerkit read before."""
    return hasattr(value, "in_documents")


def is_table(value: Any) -> bool:
    """Return whether a value is a data frame of pandas or polars, or a data set of Hugging Face."""
    return type(value) not in PLAIN and (_is_frame(value) or _is_dataset(value))


def is_objects(value: Any) -> bool:
    """Return whether a value is data in Python, and neither a path nor an open file."""
    if type(value) in (list, tuple, dict) or is_corpus(value):
        return True
    if issubclass(type(value), str | bytes | bytearray | os.PathLike) or hasattr(value, "read"):
        return False
    of_library = _is_dataset(value) or _is_frame(value) or is_array(value) or _is_parsed(value)
    return of_library or isinstance(value, Mapping | Sequence) or (_is_object(value) and _has_fields(value))


def record_of(value: Any) -> dict[str, Any] | None:
    """Return the fields of a dataclass, a pydantic model or an attrs class; None for other values."""
    kind = type(value)
    if kind.__module__ == "builtins" or not _is_object(value) or not _has_fields(value):
        return None
    if hasattr(kind, "model_dump"):
        return dict(value.model_dump(mode="json"))
    if hasattr(kind, "__fields_set__"):  # pydantic before its version 2
        return dict(value.dict())
    attributes = getattr(kind, "__attrs_attrs__", ())
    names = getattr(kind, "__dataclass_fields__", None) or [one.name for one in attributes]
    return {name: getattr(value, name) for name in names}


def _has_fields(value: Any) -> bool:
    """Return whether a value is a dataclass, a pydantic model or an attrs class."""
    kinds = ("model_dump", "__fields_set__", "__dataclass_fields__", "__attrs_attrs__")
    return any(hasattr(type(value), name) for name in kinds)


def check_labels(data: Any, name: str) -> None:
    """Raise InputError for numbers in place of labels, as data sets with ids of labels have."""
    documents = list(data.values()) if isinstance(data, Mapping) else data
    if not isinstance(documents, list | Sequence) or isinstance(documents, str):
        return
    if not all(issubclass(kind, list | tuple) for kind in set(map(type, documents))):
        return  # a record that contains a list of numbers
    first = next(filter(None, documents), ())
    if first and set(map(type, first)) == {int}:
        ignored = any(isinstance(each, list | tuple) and PADDING in each for each in documents)
        raise InputError(
            f"the data hold ids of labels instead of labels: {first[0]}",
            source=name,
            remedy=OF_A_TRAINER if ignored else OF_IDS,
        )


PADDING = -100  # the id that a Hugging Face Trainer gives to unscored tokens
OF_IDS = "replace the ids by names: [[names[id] for id in sentence] for sentence in data]"
OF_A_TRAINER = (
    "nerkit does not score tokens with -100. Write\n"
    "  nerkit.compat.huggingface.evaluate((predictions, label_ids), label_names)"
)
PLAIN = {list, tuple, str, dict}  # Python's own classes, which need no conversion


def _any_foreign(values: Collection[Any]) -> bool:
    return not set(map(type, values)) <= PLAIN and any(is_array(one) or _is_parsed(one) for one in values)


def _is_dataset(value: Any) -> bool:
    """Return whether an object is a data set of Hugging Face, with described columns."""
    return hasattr(value, "features") and hasattr(value, "column_names")


def _rows_of_dataset(data: Any) -> list[dict[str, Any]]:
    """Return the rows of a data set, with the names of labels in place of their numbers."""
    from nerkit.readers import label_names

    features = {"features": data.features.to_dict()}
    named = {key: label_names.of_features(features, key) for key in data.column_names}
    rows = [dict(row) for row in data]
    for key, names in named.items():
        for row in rows if names else ():
            row[key] = _with_names(row[key], names or {})
    return rows


def _with_names(labels: Any, names: Mapping[str, str]) -> Any:
    """Return the names of labels that are given as numbers; other values unchanged."""
    if isinstance(labels, list):
        return [_with_names(label, names) for label in labels]
    return names.get(str(labels), labels) if type(labels) is int else labels


def _is_frame(value: Any) -> bool:
    """Return whether an object is a data frame of pandas or polars."""
    kind = type(value)
    return hasattr(value, "columns") and (hasattr(kind, "to_dicts") or hasattr(kind, "itertuples"))


class FrameRows(list[dict[str, Any]]):
    """The rows of a data frame, as a list of records."""


def _is_absent(cell: Any) -> bool:
    """Return whether a cell of a data frame has no value: NaN, NaT, or NA of pandas."""
    kind = type(cell)
    return (isinstance(cell, float) and cell != cell) or kind.__name__ in ("NAType", "NaTType")  # noqa: PLR0124


def is_array(value: Any) -> bool:
    return hasattr(value, "tolist") and hasattr(value, "dtype")


def _is_parsed(value: Any) -> bool:
    """Return whether an object is a document of spaCy, or has the same attributes `text` and `ents`.

    A record with fields of these names is not a document.
    """
    named = hasattr(value, "ents") and hasattr(value, "text")
    return named and not isinstance(value, Mapping) and not _has_fields(value)


def _document(value: Any) -> Any:
    if _is_parsed(value):
        return _text_and_spans(value)
    return value.tolist() if is_array(value) else value


def _text_and_spans(parsed: Any) -> tuple[str, list[tuple[Any, ...]]]:
    """Return the text of a parsed document, and its entities: start, end (in characters), label,
    knowledge-base id.

    The id is left out if it is empty.
    """
    spans = [
        (entity.start_char, entity.end_char, entity.label_, *([entity.kb_id_] if entity.kb_id_ else []))
        for entity in parsed.ents
    ]
    return parsed.text, spans
