"""A JSON format of entities and relations as one record: the contents of documents, their keys, and the unit.

    SHAPE = Shape(
        "mine",                                         # for --from
        TokenList("words"),                             # or SentenceList, WholeText
        ("doc", "id"),                                  # the keys of ids
        [EntityList("mentions", "a mention", "label", ("from", "to"), id="name")],
        RelationList("links", "a link", "label", Ends("source", "target", by_own_id)),  # or by_number
        unit=Unit(after=1),                             # tokens, the last inclusive; Unit("character")
    )
    READER = SHAPE.reader()

nerkit derives from the record: the reader, the writer (`writers.shaped`), the form that errors print (unless
`form` is given), and the unit of offsets. If items are lists, positions take the place of keys, and messages
name the items by their form: `EntityList("ner", "[start, end, label]", 2, (0, 1))`. Events and clusters are
further parts (`event_parts`). Functions read labels that are not strings (`odd`), ends of relations, and
nested lists (`items`). If documents follow other rules, a subclass of `Shape` builds them (`made_of`) or
finds them in a file (`each`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import partial
from operator import itemgetter
from typing import Any, ClassVar, Protocol

from nerkit.corpora.records import SENTENCES, Documents
from nerkit.corpora.spans import Spans
from nerkit.exceptions import InputError
from nerkit.ground.records import record
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.item_keys import LABELS
from nerkit.readers.json_text import Path, Value, documents, shown
from nerkit.readers.records.as_spans import meant_for, others
from nerkit.readers.records.document_table import (
    Body,
    DocumentRead,
    DocumentReading,
    DocumentTable,
    Unit,
    at_id,
    by_id,
    check_tokens,
    joined_tokens,
    name_in,
)
from nerkit.readers.spans.span_table import ReadingTable, SpanTable, Tally

Key = str | int  # of an object, or a place in a list
ID = "{id}"  # in members that are written


class ShapedReading(DocumentReading):
    """The reading of a document with a shape.

    shape, table
    entities  the entities read so far
    known     id or list position -> entity, for the ends of relations
    nothing   the number of spans that cover nothing, where the shape allows them
    first     the first token of each sentence, followed by the number of tokens
    chains    the clusters, if entities are lists of mentions
    """

    __slots__ = ("chains", "entities", "first", "known", "nothing", "shape", "table")
    first: list[int]
    table: Any
    chains: list[list[list[int]]]

    def __init__(self, value: Value, shape: "Shape", table: ReadingTable) -> None:
        DocumentReading.__init__(self, value, shape.form, shape.unit)
        self.shape, self.table, self.nothing = shape, table, 0
        self.entities: list[Body] = []
        self.known: dict[Any, Body] = {}

    @property
    def whole(self) -> str:
        """The noun for a document in messages, from the shape."""
        return self.shape.document.split()[-1]

    def head(self, item: Body, path: Path, name: str = "head") -> Body:
        """The head of an item under the key *name*, if it has a head: an object, or a list of two offsets."""
        if "head" not in item:
            return {}
        head = item["head"]
        if isinstance(head, list):
            return {name: self.pair(head, *path, "head")}
        self.record(head, "a head", *path, "head")
        return {name: self.span(head.get("start"), head.get("end"), *path, "head")}


class _WithNothing(ShapedReading):
    """The reading of a document in which some spans may be empty (`Shape.nothing`)."""

    def span(
        self, start: Any, end: Any, *path: str | int, first: Any = "start", last: Any = "end"
    ) -> list[int]:
        """Half-open offsets of a span; an empty span is allowed in the list `nothing` of the shape."""
        if self.shape.nothing in path and type(start) is int and start == end and 0 <= start <= self.size:
            self.nothing += 1
            return [start, end]
        return super().span(start, end, *path, first=first, last=last)


def each(reading: ShapedReading, body: Body, key: str) -> Iterable[tuple[Path, Any]]:
    """The items of a list, each with its path."""
    return [((key, place), item) for place, item in enumerate(reading.items(body, key))]


@record(frozen=True)
class TokenList:
    """A document as a list of tokens. If not *needed*, the list can be missing."""

    key: str
    needed: bool = True
    written: ClassVar[str] = "[…]"

    def read(self, reading: ShapedReading, body: Body) -> Body:
        """Read the tokens, and set the size of the reading."""
        tokens = body.get(self.key)
        if tokens is None and not self.needed:
            return {}
        reading.size = len(check_tokens(reading, tokens, self.key))
        return {"tokens": tokens}

    @property
    def form(self) -> str:
        """The form of tokens in JSON."""
        return f'"{self.key}": {self.written}'


@record(frozen=True)
class SentenceList(TokenList):
    """A document as a list of sentences, which are lists of tokens."""

    written: ClassVar[str] = "[[…]]"

    def read(self, reading: ShapedReading, body: Body) -> Body:
        """Read the sentences as tokens, and set the size of the reading."""
        if not self.needed and self.key not in body:
            return {}
        tokens, reading.first = joined_tokens(reading, reading.items(body, self.key), self.key)
        reading.size = len(tokens)
        return {"tokens": tokens, SENTENCES: reading.first}


@record(frozen=True)
class WholeText:
    """A document as a text, at the first of *keys* that the document has. If not *needed*, the text can be
    missing.
    """

    keys: Sequence[str] = ("text",)
    needed: bool = True

    def read(self, reading: ShapedReading, body: Body) -> Body:
        """Read the text of the first key, and set the size of the reading."""
        key = next(filter(body.__contains__, self.keys), self.keys[0])
        text = body.get(key)
        if type(text) is not str:
            if not self.needed:
                return {}
            text = reading.text(body, key)
        reading.size = len(text)
        return {"text": text}

    @property
    def form(self) -> str:
        """The form of a text in JSON."""
        return f'"{self.keys[0]}": …'


@record(frozen=True)
class NoText:
    """A document without a text."""

    form: str = "…"

    def read(self, *_: Any) -> Body:
        """Return no members."""
        return {}


@record(frozen=True)
class OwnText(NoText):
    """A document with an optional `text`."""

    form: str = '"text": …'

    def read(self, reading: ShapedReading, body: Body) -> Body:
        """Read the optional text, and set the size of the reading."""
        text = reading.own_text(body)
        if text is None:
            return {}
        reading.size = len(text)
        return {"text": text}


@record(frozen=True)
class ItemList:
    """A list of entities or relations.

    key     the key of the list
    what    the noun for an item in messages
    label   the key of the item's label
    needed  whether the label is required
    exact   whether an item that is a list ends with its label
    odd     function (reading, item, path) -> label, for items whose label is not a string
    scored  whether a label may be a list of labels with scores: the first label counts
    id      the key of the item's id
    name    the form of written ids, with {document} and {number} (from 1); empty: the number from 0
    """

    key: str
    what: str
    label: Key
    needed: bool = field(default=True, kw_only=True)
    exact: bool = field(default=False, kw_only=True)
    odd: Callable[[ShapedReading, Any, Path], str] | None = field(default=None, kw_only=True)
    scored: bool = field(default=False, kw_only=True)
    id: str | None = field(default=None, kw_only=True)
    name: str = field(default="", kw_only=True)

    @property
    def kind(self) -> type[Any]:
        """The Python type of an item in JSON: dict or list."""
        return list if type(self.label) is int else dict

    def check(self, reading: ShapedReading, item: Any, path: Path) -> None:
        """Raise the InputError for an item of the wrong kind, or for a list without its label."""
        if type(self.label) is not int:
            reading.record(item, self.what, *path)
        elif (
            type(item) is not list
            or len(item) <= self.label
            or not (self.odd or self.scored or type(item[self.label]) is str)
            or (self.exact and len(item) > self.label + 1)
        ):
            reading.fail(f"{shown(item)} is not {self.what}", *path)

    def label_of(self, reading: ShapedReading, item: Any, path: Path) -> str | None:
        """The label of an item whose label is not a string; InputError if the format needs a label."""
        if self.odd is not None:
            return self.odd(reading, item, path)
        if type(self.label) is int:
            if not self.scored:
                reading.fail(f"{shown(item)} is not {self.what}", *path)
            first = item[self.label][0] if isinstance(item[self.label], list) and item[self.label] else None
            if not isinstance(first, list) or not first or not isinstance(first[0], str):
                reading.fail(f"{shown(item[self.label])} are not types", *path, self.label)
            return first[0]
        return (reading.text if self.needed else reading.label)(item, str(self.label), *path)

    def written(self, first: Key, second: Key) -> str:
        """The list in JSON as error messages show it, with the numbers of an item at two keys."""
        is_list = type(self.label) is int
        item = self.what if is_list else f'{{"{self.label}": …, "{first}": 0, "{second}": 1}}'
        return f'"{self.key}": [{item}]'


@record(frozen=True)
class EntityList(ItemList):
    """A list of entities.

    place       the keys of the start and the end of an entity
    kept        further keys of entities that the reader keeps, besides heads
    text        the key of the entity's text, which the writer adds
    unlabelled  the written label of an entity without a label; None: null, and an error in lists
    """

    place: tuple[Key, Key] = ("start", "end")
    kept: Sequence[str] = ()
    text: str = ""
    unlabelled: str | None = ""

    def read(self, reading: ShapedReading, body: Body) -> list[Body]:
        """The entities of the list, after checks."""
        first, last = self.place
        kind, pick, counted = self.kind, itemgetter(self.label, first, last), reading.shape.keys is not None
        made = list[Body]()
        is_first = counted or kind is list  # whether the label is looked at before the span
        if self.id is not None:
            by_id(reading, reading.items(body, self.key), self.what, self.key, key=self.id)
        for path, item in reading.shape.items(reading, body, self.key):
            if type(item) is not kind or self.exact:
                self.check(reading, item, path)
            try:
                label, start, end = pick(item)
            except (IndexError, KeyError):
                self.check(reading, item, path)
                label, start, end = map(item.get, (self.label, first, last))
            if is_first and type(label) is not str:
                label = self.label_of(reading, item, path)
            if counted and not self.needed:
                self._count(reading, item, label, path)
            span = reading.span(start, end, *path, first=first, last=last)
            if counted and self.needed:
                self._count(reading, item, label, path)
            if type(label) is not str:
                label = self.label_of(reading, item, path)
            entity = {"type": label, "span": span}
            if self.kept:
                entity |= {key: item[key] for key in self.kept if key in item} | reading.head(item, path)
            made.append(entity)
            if self.id is not None and item.get(self.id) is not None:
                reading.known[item[self.id]] = entity
        return made

    def _count(self, reading: ShapedReading, item: Any, label: str | None, path: Path) -> None:
        reading.table.keys.see(item if type(item) is dict else {}, label)
        if label is None and reading.table.unlabelled is None:
            reading.table.unlabelled = partial(reading.fail, f"no {self.label}", *path)

    @property
    def labels(self) -> Sequence[str]:
        """The keys of the labels of entities."""
        return (str(self.label),)

    @property
    def form(self) -> str:
        """The form of entities in JSON."""
        return self.written(*self.place)


@record(frozen=True)
class RelationList(ItemList):
    """A list of relations.

    ends  function (reading, relation, path) -> the entities at head and tail
    kept  the keys of lists that the reader keeps
    """

    ends: "Ends | Callable[[ShapedReading, Any, Path], tuple[Body, Body]]"
    kept: Sequence[str] = ()

    def read(self, reading: ShapedReading, body: Body) -> list[Body]:
        """The relations of the list, after checks."""
        kind, pick, ends, made = self.kind, itemgetter(self.label), self.ends, []
        for path, item in reading.shape.items(reading, body, self.key):
            if type(item) is not kind or self.exact:
                self.check(reading, item, path)
            try:
                label = pick(item)
            except (IndexError, KeyError):
                self.check(reading, item, path)
                label = None
            if kind is list and type(label) is not str:
                self.label_of(reading, item, path)
            head, tail = ends(reading, item, path)
            if type(label) is not str:
                label = self.label_of(reading, item, path)
            kept = {key: reading.items(item, key, *path) for key in self.kept}
            made.append(relation_of(label, head, tail) | kept)
        return made

    @property
    def form(self) -> str:
        """The form of relations in JSON."""
        return self.written(self.ends.head, self.ends.tail) if isinstance(self.ends, Ends) else ""


def relation_of(label: Any, head: Body, tail: Body) -> Body:
    """A relation between two entities."""
    return {
        "type": label,
        "head": head["span"],
        "tail": tail["span"],
        "head_type": head["type"],
        "tail_type": tail["type"],
    }


@record(frozen=True)
class Ends:
    """The keys of the ends of a relation. *end* is a function (reading, relation, key, path) -> entity."""

    head: Key
    tail: Key
    end: Callable[[ShapedReading, Any, Any, Path], Body]

    def __call__(self, reading: ShapedReading, item: Body, path: Path) -> tuple[Body, Body]:
        """The entities at head and tail; InputError if an end is missing."""
        return self.end(reading, item, self.head, path), self.end(reading, item, self.tail, path)


def by_number(reading: ShapedReading, item: Body, key: str, path: Path) -> Body:
    """The entity, or list of mentions, whose 0-based number is the end of a relation."""
    number, known = item.get(key), reading.known or reading.entities
    if type(number) is not int or not 0 <= number < len(known):
        remedy = f"nerkit numbers entities from 0, and there are {len(known)}"
        reading.no_entity(key, number, *path, key, remedy=remedy)
    return known[number]


def by_own_id(reading: ShapedReading, item: Body, key: str, path: Path) -> Body:
    """The entity whose id is the end of a relation."""
    end = at_id(reading.known, item.get(key))
    if end is None:
        reading.no_entity(key, item.get(key), *path, key, remedy="the value must be the id of an entity")
    return end


def by_offsets(reading: ShapedReading, item: list[Any], key: int, path: Path) -> Body:
    """An end of a relation given by two offsets, at *key* and the next position. The first entity there
    gives the type.
    """
    span = reading.span(item[key], item[key + 1], *path, first=key, last=key + 1)
    if not reading.known:
        reading.known = {tuple(entity["span"]): entity for entity in reversed(reading.entities)}
    return {"span": span, "type": reading.known.get(tuple(span), {}).get("type")}


class FirstPart(Protocol):
    """The interface of the first part of a document: its tokens, its text, or other members."""

    @property
    def form(self) -> str:
        """The form of the part in JSON, for errors."""

    def read(self, reading: ShapedReading, body: Any) -> Body:
        """The first members of the document."""


class ShapePart(Protocol):
    """The interface of further parts of documents, besides text, entities and relations (`event_parts`)."""

    def read(self, reading: ShapedReading, body: Body, made: Body) -> None:
        """Read the part, and add its members to the document *made*."""


@record(frozen=True)
class Shape:
    """A JSON format of entities and relations.

    name       the name for `--from`
    text       the reader of the tokens or the text of a document
    ids        the possible keys of a document's id, best first, or a function (reading, document) -> id
    entities   the lists of entities
    relations  the list of relations
    unit       the unit of offsets
    document   the noun for a document in messages
    keys       further keys of entities, if unknown keys are counted or can be the label (`item_keys`)
    form       the form of a document in errors; by default derived from the parts
    parts      further parts of documents, in reading order
    items      function (reading, document, key) -> the items of the list at the key, each with its path
    nothing    the key of lists whose spans may be empty; a warning counts empty spans
    left_out   function (document, tally) -> whether to skip the document; the tally counts skipped documents
    lines      whether the writer gives each document a line; if not, it writes one list
    written    further members that the writer adds to every document; ID is replaced by its id
    lists      whether a document can be a list
    documents  function (file, form) -> the values that are documents or parts of documents
    fields     further fields of spans, in order
    """

    name: str
    text: FirstPart = NoText()
    ids: Sequence[str] | Callable[[ShapedReading, Body], str | None] = ()
    entities: Sequence[EntityList] = ()
    relations: RelationList | None = None
    unit: Unit = Unit()
    document: str = "a document"
    keys: Sequence[str] | None = None
    form: str = ""
    parts: Sequence[ShapePart] = ()
    items: Callable[[ShapedReading, Body, str], Iterable[tuple[Path, Any]]] = each
    nothing: str | None = None
    left_out: Callable[[Body, Tally], bool] | None = None
    lines: bool = True
    written: Mapping[str, Any] = field(default_factory=dict)
    lists: bool = False
    documents: Callable[[Source, str], Iterable[Value]] = documents
    fields: Sequence[str] = ()

    def __post_init__(self) -> None:
        if not self.form:
            parts = [self.text, *self.entities, *([self.relations] if self.relations else ())]
            form = f"{self.document} is {{{', '.join(part.form for part in parts)}}}"
            object.__setattr__(self, "form", form)

    @property
    def characters(self) -> bool:
        """Whether offsets count characters."""
        return self.unit.name == "character"

    def read(
        self, sources: Iterable[Source], *, refused: list[InputError] | None = None, **options: Any
    ) -> Documents:
        """All documents of the JSON files as one corpus.

        Raises InputError (file, line, column, remedy) for text that is not JSON or has another form, offsets
        outside the text, and relations of unknown entities.
        """
        table = DocumentTable(self.name, characters=self.characters, refused=refused)
        table.options = options
        self.know(table)
        sources = list(sources)
        for source in sources:
            first, table.of_file = len(table.ids), {}
            for made in self.each(source, table):
                table.add(made.name, made.body, *([made.value] if made.value else ()))
            table.finish(source, first)
        self.ended(table)
        return table.documents(sources)

    def spans(self, sources: Iterable[Source], **_: Any) -> Spans:
        """The entities of all documents of the JSON files as spans with fields.

        Raises InputError (file, line, column, remedy) as `read` does.
        """
        table = SpanTable(*self.fields)
        self.know(table)
        return table.read(sources, self._add, self.ended)

    def _add(self, source: Source, table: SpanTable) -> None:
        for made in self.each(source, table):
            table.document(made.name, made.body.get("text"))
            for entity in made.body["entities"]:
                if "span" in entity:
                    table.span(*entity.pop("span"), **entity)
                else:
                    table.unplaced(**entity)

    def know(self, table: ReadingTable) -> None:
        """Register the keys of entities with a table."""
        if self.keys is not None:
            table.keys.know(*self.keys, labels=self.entities[0].labels or LABELS)

    def each(self, source: Source, table: ReadingTable) -> Iterable[DocumentRead]:
        """Yield the documents of a file. The table decides whether an InputError is raised or recorded."""
        for value in self.documents(source, self.form):
            made = table.attempt(partial(self.document_of, value, table))
            if made is not None:
                yield made

    def document_of(self, value: Value, table: ReadingTable) -> DocumentRead | None:
        """Read one document; None if it is skipped."""
        if not isinstance(value.value, (dict, list) if self.lists else dict):
            value.fail(f"{shown(value.value)} is not a document", remedy=self.form)
        body: Any = value.value
        if self.left_out is not None and self.left_out(body, table.tally):
            return None
        return self.made_of(self.reading(value, table), body)

    def reading(self, value: Value, table: ReadingTable) -> ShapedReading:
        """Begin to read one document."""
        return (ShapedReading if self.nothing is None else _WithNothing)(value, self, table)

    def made_of(self, reading: Any, body: Any) -> DocumentRead | None:
        """Build a document from its parts; None if the table has the document already."""
        value, table = reading.value, reading.table
        made = self.text.read(reading, body)
        name = self.ids(reading, body) if callable(self.ids) else None
        if self.entities:
            made["entities"] = reading.entities
        for entities in self.entities:
            reading.entities += entities.read(reading, body)
        if self.relations is not None:
            made["relations"] = self.relations.read(reading, body)
        for part in self.parts:
            part.read(reading, body, made)
        if reading.nothing:
            table.tally.add("argument", "covering nothing (counted)", reading.nothing)
        name = name if callable(self.ids) else name_in(reading, body, self.ids)
        return DocumentRead(name, made, None if value.inside else value)

    def ended(self, table: Any) -> None:
        """Check the documents of all files together. Does nothing here; subclasses override it."""

    def reader(self, *, clusters: bool = False, **more: Any) -> Reader:
        """The reader of the format; *more* adds or replaces fields of the `Reader`."""
        usual: dict[str, Any] = {
            "read": self.read,
            "characters": self.characters,
            "inclusive": bool(self.unit.after),
            "others": others(self.read, clusters=clusters),
            "cut": "json lines",
            "meant_for": meant_for,
        }
        return Reader(makes=Documents, **usual | more)
