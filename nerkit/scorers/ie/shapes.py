"""Errors about documents without the form of relations and events: the place, and the lacking member.

Readers of formats check their input. Documents of any JSON, and objects in memory, are checked here once a
view cannot be made of them.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from nerkit.algebra.levels import RecordError
from nerkit.algebra.objects import quoted
from nerkit.algebra.toml import Formula
from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import Documents
from nerkit.exceptions import UsageError

Path = tuple[str | int, ...]
FIELDS = {
    "relations": ("type", "head", "tail"),
    "events": ("type", "arguments"),
    "arguments": ("role", "span"),
    "templates": ("type", "fillers"),
    "fillers": ("role", "mentions"),
    "opinions": ("type", "source", "target", "expression"),
    "tuples": ("type", "parts"),
}  # list -> what each of its items has


def refuse(batch: Batch[Documents]) -> UsageError:
    """Return the error for documents that a view cannot be made of, at the first value in a wrong form."""
    for side, corpus in (("gold", batch.gold), ("system", batch.system)):
        for place, body in enumerate(corpus.values):
            for problem, path in _problems(body, (place,)) if body is not None else ():
                return RecordError(problem, side, path)
    return UsageError("the documents are not in the form of relations and events")


def locate(error: RecordError, batch: Batch[Documents], formula: Formula) -> None:
    """Raise the InputError for data that lack the shape of a formula.

    The error points into the file of the formula if no document has the field that the formula names, and
    otherwise into the data.
    """
    formula.locate(error)
    side = batch.gold if error.side == "gold" else batch.system
    side.fail(error.problem, error.path, f"the formula is {formula.metric}")


def _problems(body: Any, path: Path) -> Iterator[tuple[str, Path]]:
    if not isinstance(body, Mapping):
        yield f"{quoted(body)} is not a document", path
        return
    for key in ("relations", "events", "templates", "fillers", "opinions", "tuples"):
        if body.get(key) is not None:
            yield from _of_list(body[key], key, (*path, key))


def _of_list(items: Any, key: str, path: Path) -> Iterator[tuple[str, Path]]:
    if not isinstance(items, list | tuple):
        yield f"{quoted(items)} is not a collection (a list, tuple or set)", path
        return
    for place, item in enumerate(items):
        here = (*path, place)
        if not isinstance(item, Mapping):
            yield f"{quoted(item)} is not a record", here
            continue
        for name in FIELDS[key]:
            if name not in item:
                yield f"no field {name!r}", here
        if key == "templates":
            yield from _of_list(item.get("fillers", ()), "fillers", (*here, "fillers"))
        if key == "events":
            yield from _of_list(item.get("arguments", ()), "arguments", (*here, "arguments"))
