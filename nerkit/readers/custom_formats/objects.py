"""Formats of JSON: a document a line, or one value with all of them.

    documents = "*.turns.*.frames.*.state?"   the way from a value to documents (default: the value)
    id = "form"                               its key, or a list of keys: the first that is there counts
    fields = { state = "belief.values" }      the ways from a document to fields, one or several that are
                                              tried; default: all members
    defaults = { state = {} }                 of fields that a document lacks
    split = { keyphrases = ";" }              fields that may be one text, and what parts it
    collection = "triples"                    a field that lists elements; a document that is a list is this
    into = ["s", "p", "o"]                    the names of the parts of its elements that are lists; of a
                                              relation, its objects may have its other keys

A way is keys behind dots; `*` is every member or element, and on the way to documents `state?` leads nowhere
from an object without `state`. Where no document has an id, but an object around it, that id and the places
behind it are the document's.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from nerkit.exceptions import plural
from nerkit.io import Source
from nerkit.readers.custom_formats import ReadDocument, TableFormat
from nerkit.readers.json_text import IDS, Value, documents, longest_line, parse, shown
from nerkit.readers.json_text import values as whole_values
from nerkit.readers.records import relation_spelling
from nerkit.readers.records.document_table import DocumentReading, Unit

KEYS = ("documents", "id", "fields", "defaults", "split", "collection", "into")
Place = tuple[str | int, ...]
WHOLE: tuple[Place, ...] = ((),)


def described(form: TableFormat) -> TableFormat:
    """The format of JSON that a table describes; InputError for a table that describes none."""
    table, finish = form.table, form.finish
    fields, defaults, split = _checked(form)
    ids = table.get("id", {})
    ids = [ids] if isinstance(ids, str) else ids or list(IDS)
    if not isinstance(ids, list) or not all(isinstance(key, str) for key in ids):
        form.fail("id must be a key, or a list of keys", "id")
    way = table.get("documents", "")
    if not isinstance(way, str):
        form.fail("documents must be a path of keys with dots", "documents")
    steps = way.split(".") if way else []
    ways = {name: [path.split(".") for path in paths] for name, paths in fields.items()}
    listing = _ElementList(table.get("collection"), tuple(table.get("into", ())), finish)

    def parted(fields: dict[str, Any]) -> Any:
        for name, mark in split.items():
            if isinstance(fields.get(name), str):
                fields[name] = [part.strip() for part in fields[name].split(mark) if part.strip()]
        return fields if listing.name else finish(fields)

    def read(source: Source) -> Iterator[ReadDocument]:
        if table["kind"] == "json" and steps:
            values: Iterable[Value] = [parse(source)]
        else:  # a list is a document of its own where elements are listed
            values = (
                whole_values(source.name, source.lines(longest_line(source)))
                if listing.name
                else documents(source)
            )
        for value in values:
            for place in _places(value, value.value, steps, ()) if steps else WHOLE:
                if listing.name and isinstance(value.part(*place), list):
                    fields = {listing.name: listing.elements(value, place)}
                    yield ReadDocument(None, fields, None if place else value)
                    continue
                item = _item(value, place, ids, (ways, defaults, parted))
                if listing.name in item.fields:
                    tried = [way for (way,) in ways.get(listing.name, [[listing.name]])]
                    key = next(key for key in tried if key in value.part(*place))
                    item.fields[listing.name] = listing.elements(value, (*place, key))
                yield item

    return form._replace(evidence=form.evidence._replace(begins="{["), read=read)


class _ElementList(NamedTuple):
    """The field that lists elements, if there is one, and the names of the parts of those that are lists."""

    name: str | None
    into: tuple[str, ...]
    finish: Callable[[Any], Any]

    def elements(self, value: Value, place: Place) -> list[Any]:
        """The elements of the list at a place. Raises InputError for one with another number of parts."""
        listed = value.part(*place)
        if not isinstance(listed, list):
            value.fail(f"{shown(listed)} is not a list", *place)
        made = []
        relation = relation_spelling.named(self.into)
        reading = DocumentReading(value, ", ".join(self.into), Unit())
        for number, one in enumerate(listed):
            if self.into and isinstance(one, list):
                if len(one) != len(self.into):
                    problem = f"{plural(len(one), 'part')}, not {len(self.into)}"
                    value.fail(problem, *place, number, remedy=", ".join(self.into))
                made.append(self.finish(dict(zip(self.into, one, strict=True))))
            elif relation is not None and isinstance(one, dict) and not one.keys() >= set(relation):
                own = relation_spelling.spelling(reading, one, *place, number)
                made.append(self.finish(relation_spelling.respelt(one, own, relation)))
            else:
                made.append(self.finish(one))
        return made


def _checked(form: TableFormat) -> tuple[dict[str, list[str]], dict[str, Any], dict[str, str]]:
    """Fields with the ways that are tried, defaults, and what parts texts; InputError for what are none."""
    table = form.table
    fields, defaults, split = (table.get(key, {}) for key in ("fields", "defaults", "split"))
    for key, value in (("fields", fields), ("defaults", defaults), ("split", split)):
        if not isinstance(value, dict):
            form.fail(f"{key} must be a table, {{ name = … }}", key)
    ways = {name: way if isinstance(way, list) and way else [way] for name, way in fields.items()}
    if not all(isinstance(way, str) and all(way.split(".")) for tried in ways.values() for way in tried):
        form.fail("a field must be a path of keys with dots", "fields")
    if any(way.endswith("?") or "?." in way for tried in ways.values() for way in tried):
        form.fail("a key with ? can be used only on the path to documents", "fields")
    if not all(isinstance(one, str) and one for one in split.values()):
        form.fail("split must name the separator of a text", "split")
    collection, into = table.get("collection"), table.get("into", [])
    if not isinstance(collection, str | None) or collection == "":
        form.fail("collection must be a text", "collection")
    if not isinstance(into, list) or not all(isinstance(one, str) for one in into):
        form.fail("into must be a list of names", "into")
    if into and not collection:
        form.fail("into needs collection", "into")
    if collection and any("*" in way or "." in way for way in ways.get(collection, ())):
        form.fail("collection must be a key of documents", "fields", collection)
    return ways, defaults, split


def _places(value: Value, part: Any, steps: list[str], place: Place) -> Iterator[Place]:
    """The places of all parts that a way leads to. Raises InputError where there is no such key."""
    if not steps:
        yield place
        return
    step, *others = steps
    if step == "*":
        if not isinstance(part, dict | list):
            value.fail(f"{shown(part)} is not a list", *place)
        members = part.items() if isinstance(part, dict) else enumerate(part)
        for key, one in members:
            yield from _places(value, one, others, (*place, key))
    elif step.endswith("?"):
        key = step.removesuffix("?")
        if isinstance(part, dict) and key in part:
            yield from _places(value, part[key], others, (*place, key))
    elif not isinstance(part, dict) or step not in part:
        value.fail(f"no {step!r}", *place)
    else:
        yield from _places(value, part[step], others, (*place, step))


def _item(
    value: Value,
    place: Place,
    ids: list[str],
    made: tuple[dict[str, list[list[str]]], Any, Callable[[Any], Any]],
) -> ReadDocument:
    ways, defaults, finish = made
    body = value.part(*place) if place else value.value
    if not isinstance(body, dict):
        value.fail(f"{shown(body)} is not an object", *place)
    fields: dict[str, Any] = {} if ways else dict(body)
    for name, tried in ways.items():
        for steps in tried:
            if steps[0] in body:
                break
        else:
            steps = tried[0]
            if name in defaults:
                continue
        if len(steps) == 1 and steps[0] in body and steps[0] != "*":
            fields[name] = body[steps[0]]
            continue
        found = [value.part(*at) for at in _places(value, body, steps, place)] if "*" in steps else None
        if found is None:
            (at,) = _places(value, body, steps, place)
            found = value.part(*at)
        fields[name] = found
    for name, default in defaults.items():
        fields.setdefault(name, default)
    id_ = body.get(ids[0])
    if type(id_) is not str:
        id_ = _id(value, body, place, ids)
    return ReadDocument(id_, finish(fields), None if place else value)


def _id(value: Value, body: Mapping[str, Any], place: Place, ids: list[str]) -> str | None:
    key = next((key for key in ids if key in body), None)
    if key is not None:
        return value.id(body[key], *place, key)
    for depth in range(len(place) - 1, -1, -1):
        around = value.part(*place[:depth])
        key = next((key for key in ids if isinstance(around, dict) and key in around), None)
        if key is not None:
            steps = [str(step) for step in place[depth:] if isinstance(step, int)]
            return ":".join([value.id(around[key], *place[:depth], key), *steps])
    return None
