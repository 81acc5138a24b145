"""A JSON format of entities and relations as one record: what its documents hold, where, in which unit.

    SHAPE = Shape(
        "mine",                                         # for --from
        TokenList("words"),                             # or SentenceList, WholeText
        ("doc", "id"),                                  # the keys of ids
        [EntityList("mentions", "a mention", "label", ("from", "to"), id="name")],
        RelationList("links", "a link", "label", Ends("source", "target", by_own_id)),  # or by_number
        unit=Unit(after=1),                             # tokens, the last inclusive; Unit("character")
    )
    READER = SHAPE.reader(recognise)

From it come the reader, the writer (`writers.shaped`), the form that errors print (`form` says another), and
what offsets count. Items that
are lists have places for keys and are called by their form: `EntityList("ner", "[start, end, label]", 2, (0,
1))`. What is odd in a format is one function: a label that is no string (`odd`), what else is known of an
entity (`more`), ends of relations, lists in lists (`items`), events and clusters (`further`).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from functools import partial
from operator import itemgetter
from typing import Any, ClassVar

from nerkit.corpora.records import SENTENCES, Documents
from nerkit.exceptions import InputError
from nerkit.ground.meant import limit
from nerkit.ground.records import record
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Path, Value, shown
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
from nerkit.readers.sample import Sample

Key = str | int  # of an object, or a place in a list


class ShapedReading(DocumentReading):
    """A document of a shape that is read.

    shape, table
    entities  those that are read so far
    known     those that relations name, by their ids or their places
    """

    __slots__ = ("entities", "known", "shape", "table")

    def __init__(self, value: Value, shape: "Shape", table: DocumentTable) -> None:
        DocumentReading.__init__(self, value, shape.form, shape.unit)
        self.shape, self.table = shape, table
        self.entities: list[Body] = []
        self.known: dict[Any, Body] = {}

    @property
    def whole(self) -> str:
        """The word of the shape for a document."""
        return self.shape.document.split()[-1]


def each(reading: ShapedReading, body: Body, key: str) -> Iterable[tuple[Path, Any]]:
    """The items of a list, and where each stands."""
    return [((key, place), item) for place, item in enumerate(reading.items(body, key))]


@record(frozen=True)
class TokenList:
    """A document that is a list of tokens; *needed* is False where it may have none."""

    key: str
    needed: bool = True
    written: ClassVar[str] = "[…]"

    def read(self, reading: ShapedReading, body: Body) -> Body:
        """Read tokens; sets the size of the reading."""
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
    """A document that is a list of sentences, which are lists of tokens."""

    written: ClassVar[str] = "[[…]]"

    def read(self, reading: ShapedReading, body: Body) -> Body:
        """Read tokens in sentences; sets the size of the reading."""
        if not self.needed and self.key not in body:
            return {}
        tokens, first = joined_tokens(reading, reading.items(body, self.key), self.key)
        reading.size = len(tokens)
        return {"tokens": tokens, SENTENCES: first}


@record(frozen=True)
class WholeText:
    """A document that is a text, at the first of *keys* that is there; not *needed*, it may have none."""

    keys: Sequence[str] = ("text",)
    needed: bool = True

    def read(self, reading: ShapedReading, body: Body) -> Body:
        """Read a text; sets the size of the reading."""
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
class ItemList:
    """A list of entities or relations.

    key     the key of the list
    what    what an item is called in messages
    label   the key of its label
    needed  whether it must have one
    exact   whether an item that is a list ends with its label
    odd     (the reading, an item, its path) -> the label where no string stands there
    """

    key: str
    what: str
    label: Key
    needed: bool = field(default=True, kw_only=True)
    exact: bool = field(default=False, kw_only=True)
    odd: Callable[[ShapedReading, Any, Path], str] | None = field(default=None, kw_only=True)

    @property
    def kind(self) -> type[Any]:
        """The type of an item in JSON."""
        return list if type(self.label) is int else dict

    def check(self, reading: ShapedReading, item: Any, path: Path) -> None:
        """Raise the InputError for an item of another kind, or a list without its label."""
        if type(self.label) is not int:
            reading.record(item, self.what, *path)
        elif (
            type(item) is not list
            or len(item) <= self.label
            or (self.odd is None and type(item[self.label]) is not str)
            or (self.exact and len(item) > self.label + 1)
        ):
            reading.fail(f"{shown(item)} is not {self.what}", *path)

    def label_of(self, reading: ShapedReading, item: Any, path: Path) -> str | None:
        """The label of an item that has no string there; InputError where it must have one."""
        if self.odd is not None:
            return self.odd(reading, item, path)
        if type(self.label) is int:
            reading.fail(f"{shown(item)} is not {self.what}", *path)
        return (reading.text if self.needed else reading.label)(item, str(self.label), *path)

    def written(self, first: Key, second: Key) -> str:
        """The list as it is written, where the numbers of an item stand at two keys."""
        is_list = type(self.label) is int
        item = self.what if is_list else f'{{"{self.label}": …, "{first}": 0, "{second}": 1}}'
        return f'"{self.key}": [{item}]'


@record(frozen=True)
class EntityList(ItemList):
    """A list of entities.

    place   where the span of one stands
    id      the key of its id, where ends of relations are ids
    more    (the reading, an entity, its path) -> what else is known of it
    """

    place: tuple[Key, Key] = ("start", "end")
    id: str | None = None
    more: Callable[[ShapedReading, Any, Path], Body] | None = None

    def read(self, reading: ShapedReading, body: Body) -> list[Body]:
        """The entities of the list, which are checked."""
        first, last = self.place
        kind, pick, counted = self.kind, itemgetter(self.label, first, last), reading.shape.keys is not None
        made, size, after = list[Body](), limit(reading.size), reading.unit.after
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
            if type(start) is int and type(end) is int and 0 <= start < end + after <= size:
                span = [start, end + after]
            else:
                span = reading.span(start, end, *path, first=first, last=last)
            if counted and self.needed:
                self._count(reading, item, label, path)
            if type(label) is not str:
                label = self.label_of(reading, item, path)
            entity = {"type": label, "span": span}
            if self.more is not None:
                entity |= self.more(reading, item, path)
            made.append(entity)
            if self.id is not None and item.get(self.id) is not None:
                reading.known[item[self.id]] = entity
        return made

    def _count(self, reading: ShapedReading, item: Any, label: str | None, path: Path) -> None:
        reading.table.keys.see(item if type(item) is dict else {}, label)
        if label is None and reading.table.unlabelled is None:
            reading.table.unlabelled = partial(reading.fail, f"no {self.label}", *path)

    @property
    def form(self) -> str:
        """The form of entities in JSON."""
        return self.written(*self.place)


@record(frozen=True)
class RelationList(ItemList):
    """A list of relations; *ends*: (the reading, a relation, its path) -> the entities at head and tail."""

    ends: "Ends | Callable[[ShapedReading, Any, Path], tuple[Body, Body]]"

    def read(self, reading: ShapedReading, body: Body) -> list[Body]:
        """The relations, which are checked."""
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
            made.append(relation_of(label, head, tail))
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
    """The keys of the ends of a relation; *end*: (the reading, a relation, a key, its path) -> the entity."""

    head: Key
    tail: Key
    end: Callable[[ShapedReading, Any, Any, Path], Body]

    def __call__(self, reading: ShapedReading, item: Body, path: Path) -> tuple[Body, Body]:
        """The entities at head and tail; InputError where there is none."""
        return self.end(reading, item, self.head, path), self.end(reading, item, self.tail, path)


def by_number(reading: ShapedReading, item: Body, key: str, path: Path) -> Body:
    """The end of a relation that is the number of an entity, from 0."""
    number, known = item.get(key), reading.entities
    if type(number) is not int or not 0 <= number < len(known):
        remedy = f"entities are numbered from 0, and there are {len(known)}"
        reading.no_entity(key, number, *path, key, remedy=remedy)
    return known[number]


def by_own_id(reading: ShapedReading, item: Body, key: str, path: Path) -> Body:
    """The end of a relation that is the id of an entity."""
    end = at_id(reading.known, item.get(key))
    if end is None:
        reading.no_entity(key, item.get(key), *path, key, remedy="it is the id of an entity")
    return end


def by_offsets(reading: ShapedReading, item: list[Any], key: int, path: Path) -> Body:
    """The end of a relation with offsets at *key* and behind it; the first entity there gives its type."""
    span = reading.span(item[key], item[key + 1], *path, first=key, last=key + 1)
    if not reading.known:
        reading.known = {tuple(entity["span"]): entity for entity in reversed(reading.entities)}
    return {"span": span, "type": reading.known.get(tuple(span), {}).get("type")}


@record(frozen=True)
class Shape:
    """A format.

    name       for `--from`
    text       where the tokens or the text of a document stand
    ids        the keys of its id, of which the first that is there counts, or (the reading, it) -> its id
    entities   the lists of them
    relations  the list of them
    unit       what offsets count
    document   what a document is called
    keys       further keys of entities, where others are counted, or may be the label (`item_keys`)
    form       what errors say of the format; made of the rest where nothing is said
    further    (the reading, a document, the document that is made) adds what only this format has
    items      (the reading, a document, a key) -> the items of the list there, and where each stands
    reading    what reads a document
    lines      whether a document is written in a line of its own; else all stand in one list
    """

    name: str
    text: TokenList | SentenceList | WholeText
    ids: Sequence[str] | Callable[[ShapedReading, Body], str | None]
    entities: Sequence[EntityList]
    relations: RelationList | None = None
    unit: Unit = Unit()
    document: str = "a document"
    keys: Sequence[str] | None = None
    form: str = ""
    further: Callable[[ShapedReading, Body, Body], None] | None = None
    items: Callable[[ShapedReading, Body, str], Iterable[tuple[Path, Any]]] = each
    reading: type[ShapedReading] = ShapedReading
    lines: bool = True

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

        Raises InputError (file, line, column, remedy) for what is not JSON or has not this form, offsets
        outside the text, and a relation of an entity that is not there.
        """
        table = DocumentTable(self.name, characters=self.characters, refused=refused)
        table.options = options
        if self.keys is not None:
            table.keys.know(*self.keys, labels=(str(self.entities[0].label),))
        return table.read(sources, self.form, self.document_of)

    def document_of(self, value: Value, table: DocumentTable) -> DocumentRead:
        """Read a document."""
        body, reading = value.value, self.reading(value, self, table)
        made = self.text.read(reading, body)
        name = self.ids(reading, body) if callable(self.ids) else None
        if self.entities:
            made["entities"] = reading.entities
        for entities in self.entities:
            reading.entities += entities.read(reading, body)
        if self.relations is not None:
            made["relations"] = self.relations.read(reading, body)
        if self.further is not None:
            self.further(reading, body, made)
        return DocumentRead(name if callable(self.ids) else name_in(reading, body, self.ids), made)

    def reader(self, recognise: Callable[[Sample], bool], *, clusters: bool = False, **more: Any) -> Reader:
        """The reader of a format that may have clusters; *more* are further parts of it, or others."""
        usual: dict[str, Any] = {
            "read": self.read,
            "characters": self.characters,
            "inclusive": bool(self.unit.after),
            "others": others(self.read, clusters=clusters),
            "cut": "json lines",
            "meant_for": meant_for,
        }
        return Reader(recognise, makes=Documents, **usual | more)
