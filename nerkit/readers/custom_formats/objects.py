"""JSON formats: each line is a document, or one value contains all documents. A table describes a `Shape`.

    documents = "*.turns.*.frames.*.state?"   the path from a value to documents (default: the value)
    id = "form"                               the key of the id, or a list of keys, best first
    fields = { state = "belief.values" }      the path from a document to each field, or a list of alternative
                                              paths; default: all members are fields
    defaults = { state = {} }                 the values of missing fields
    split = { keyphrases = ";" }              separators of fields that may be a single text
    collection = "triples"                    a field that lists elements; a document can be this list
    into = ["s", "p", "o"]                    names for the parts of elements that are lists; objects of
                                              relations can have other usual keys

A path is a list of keys joined by dots; `*` means every member or element. On the path to documents, objects
without `state` are skipped at `state?`. If no document has an id but an object around it has one, the
document's id is this id and the positions below the object.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from operator import getitem
from typing import Any

from nerkit.exceptions import plural
from nerkit.ground.records import record
from nerkit.io import Source
from nerkit.readers.custom_formats import ReadDocument, TableFormat
from nerkit.readers.json_text import IDS, Path, Value, documents, longest_line, parse, shown, values
from nerkit.readers.records import relation_spelling
from nerkit.readers.records.document_table import Body, DocumentTable
from nerkit.readers.records.shape import Shape, ShapedReading

# fmt: off
KEYS = {
    "documents": "text*", "id": "way*", "fields": "{way}*", "defaults": "table*", "split": "{text}*",
    "collection": "text?", "into": "names*",
}
# fmt: on


def described(form: TableFormat) -> TableFormat:
    """The JSON format in a table. Raises InputError for an invalid table."""
    shape = _shape(form)

    def read(source: Source) -> Iterator[ReadDocument]:
        for name, fields, in_file in shape.each(source, DocumentTable(form.name)):
            yield ReadDocument(name, fields, in_file)

    return form._replace(read=read)


def _shape(form: TableFormat) -> Shape:
    """The shape that a table describes."""
    table, finish = form.table, form.finish
    fields, defaults, split = _checked(form)
    ids, name, way = table.get("id") or list(IDS), table.get("collection"), table.get("documents")
    ids = [ids] if isinstance(ids, str) else ids
    steps = way.split(".") if way else []
    ways = {name: [path.split(".") for path in paths] for name, paths in fields.items()}
    known = [f'"{tried[0]}": …' for tried in fields.values()] or [f'"{name}": […]'] * bool(name)
    listed = (ElementList(name, fields.get(name, [name]), table.get("into", ()), finish),) if name else ()

    def documents_of(source: Source, remedy: str) -> Iterable[Value]:
        """Yield the documents of a file, found along the path in `documents`."""
        found: Iterable[Value]
        if table["kind"] == "json" and steps:
            found = [parse(source, remedy)]
        elif name:  # a list is a whole document if the table lists elements
            found = values(source.name, source.lines(longest_line(source)), remedy)
        else:
            found = documents(source, remedy)
        return (value.within(*place) for value in found for place in value.places(steps)) if steps else found

    return Shape(
        form.name,
        FieldWays(", ".join(known) or "…", ways, defaults, split, (lambda made: made) if name else finish),
        lambda reading, body: _id(reading.value, body, ids),
        (),
        parts=listed,
        lists=bool(name),
        documents=documents_of,
    )


@record(frozen=True)
class FieldWays:
    """The fields of a document.

    form      the form of the fields in JSON, for errors
    ways      field -> alternative paths to it, the first existing one counts; empty: all members are fields
    defaults  field -> value if the field is missing
    split     field -> separator, if the field is a single text
    finish    function (fields) -> fields in the form that the preset asks for
    """

    form: str
    ways: Mapping[str, Sequence[Sequence[str]]]
    defaults: Mapping[str, Any]
    split: Mapping[str, str]
    finish: Callable[[Body], Body]

    def read(self, reading: ShapedReading, body: Any) -> Body:
        """The fields of a document; empty for a document that is a list."""
        if type(body) is list:
            return {}
        made: Body = {} if self.ways else dict(body)
        for name, tried in self.ways.items():
            steps = next((steps for steps in tried if steps[0] in body), tried[0])
            if steps[0] in body and len(steps) == 1:
                made[name] = body[steps[0]]
            elif steps[0] in body or name not in self.defaults:
                found = [reading.value.part(*at) for at in reading.value.places(steps)]
                made[name] = found if "*" in steps else found[0]
        for name, default in self.defaults.items():
            made.setdefault(name, default)
        for name, mark in self.split.items():
            if isinstance(made.get(name), str):
                made[name] = [part.strip() for part in made[name].split(mark) if part.strip()]
        return self.finish(made)


@record(frozen=True)
class ElementList:
    """The list of elements of a document. The document itself can be this list.

    name    the name of the field
    keys    the possible keys of the list, best first
    into    the names of the parts of elements that are lists
    finish  function (element) -> the element in the form that the preset asks for
    """

    name: str
    keys: Sequence[str]
    into: Sequence[str]
    finish: Callable[[Any], Any]

    def read(self, reading: ShapedReading, body: Any, made: Body) -> None:
        """Read the elements into the document. Raises InputError for an element with a wrong number of
        parts.
        """
        path: Path = ()
        if type(body) is dict:
            path = tuple(key for key in self.keys if key in body)[:1]
            if not path:
                return
        listed = reading.value.part(*path)
        if not isinstance(listed, list):
            reading.fail(f"{shown(listed)} is not a list", *path)
        relation = relation_spelling.named(self.into)
        made[self.name] = []
        for number, one in enumerate(listed):
            element = one
            if self.into and isinstance(one, list):
                if len(one) != len(self.into):
                    problem = f"{plural(len(one), 'part')}, not {len(self.into)}"
                    reading.fail(problem, *path, number, remedy=", ".join(self.into))
                element = dict(zip(self.into, one, strict=True))
            elif relation is not None and isinstance(one, dict) and not one.keys() >= set(relation):
                own = relation_spelling.spelling(reading, one, *path, number)
                element = relation_spelling.respelt(one, own, relation)
            made[self.name].append(self.finish(element))


def _id(value: Value, body: Any, ids: Sequence[str]) -> str | None:
    """The id of a document, or the id of an enclosing object followed by the list positions below that
    object.
    """
    if isinstance(body, list):
        return None
    if type(own := body.get(ids[0])) is str:
        return own
    whole, base = value.whole or value, value.inside
    holders = list(accumulate(base, getitem, initial=whole.value))
    for depth in range(len(base), -1, -1):
        holder = holders[depth]
        if isinstance(holder, dict) and (key := next(filter(holder.__contains__, ids), None)) is not None:
            steps = [str(step) for step in base[depth:] if isinstance(step, int)]
            return ":".join([whole.id(holder[key], *base[:depth], key), *steps])
    return None


def _checked(form: TableFormat) -> tuple[dict[str, list[str]], dict[str, Any], dict[str, str]]:
    """The paths of fields, the defaults, and the separators of a table. Raises InputError for invalid
    ones.
    """
    table = form.table
    fields, defaults, split = (table.get(key, {}) for key in ("fields", "defaults", "split"))
    ways = {name: [way] if isinstance(way, str) else way for name, way in fields.items()}
    if not all(tried and all(all(way.split(".")) for way in tried) for tried in ways.values()):
        form.fail("a field must be a path of keys with dots", "fields")
    if any(way.endswith("?") or "?." in way for tried in ways.values() for way in tried):
        form.fail("a key with ? can be used only on the path to documents", "fields")
    if "" in split.values():
        form.fail("split must name the separator of a text", "split")
    collection = table.get("collection")
    if table.get("into") and not collection:
        form.fail("into needs collection", "into")
    if collection and any("*" in way or "." in way for way in ways.get(collection, ())):
        form.fail("collection must be a key of documents", "fields", collection)
    return ways, defaults, split
