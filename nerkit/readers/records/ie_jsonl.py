"""Relations and events as plain JSONL, one document per line: nerkit's own format.

    {"id": "d1", "tokens": ["Tolkien", "left", "Oxford"],
     "entities": [{"type": "PER", "span": [0, 1]}],
     "relations": [{"type": "visit", "head": [0, 1], "tail": [2, 3]}],
     "events": [{"type": "Leave", "trigger": [1, 2], "arguments": [{"role": "Who", "span": [0, 1]}]}]}

- Offsets are half-open. They count the `tokens` of the document, or the characters of its `text`. If a
  document has neither, any unit will do. A discontinuous span lists the offsets of each fragment,
  `[0, 5, 9, 12]`.
- The ends of a relation may have types, `head_type` and `tail_type`. An end without a type has the type of
  the first entity at the same offsets. Heads are `head` of an argument and `trigger_head` of an event.
  `clusters` are lists of spans.
- `args` is read as `arguments`. A span may be a string, as in generated output: `"span": "Oxford"`, or
  `"text"` without a span. All spans of both sides are then compared as strings.
- Ends of relations, arguments (`entity`), triggers and members of clusters may be ids of entities, or objects
  with offsets, a text or an id (`named_elements`). A relation may have other keys, or be a list of three
  (`relation_spelling`).
- `mentions` are entities if a document has no `entities`, `triples` are relations if it has no `relations`.
- nerkit keeps further members, so that your own formulas can read them.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

from nerkit.corpora.records import Documents, in_places, moved
from nerkit.io import Source
from nerkit.readers.conditions import holds
from nerkit.readers.item_keys import LABELS
from nerkit.readers.json_text import IDS, Value, shown, text_at, text_key
from nerkit.readers.records import as_spans, relation_spelling
from nerkit.readers.records.document_table import (
    Body,
    DocumentRead,
    DocumentTable,
    Unit,
    as_written,
    check_tokens,
    name_in,
)
from nerkit.readers.records.named_elements import EVENTS, TEXTS, NamedElements
from nerkit.readers.records.shape import Shape, ShapedReading
from nerkit.readers.sample import Sample
from nerkit.readers.spans.span_table import ReadingTable

LISTS = ("relations", "events")
ENDS = ("head", "tail")
ENTITIES = ("entities", "mentions")  # the first existing key counts
RELATIONS = ("relations", "triples", "triplets")  # the first existing key counts
TYPES = ("type", *(key for key in LABELS if key != "type"))  # the keys of the type of an entity
NAMES = ("entity", "entity_id", "mention", "mention_id", "argument", "filler", *EVENTS, "id")  # of an element
ARGUMENT = "argument"
ANY_END = (str, int, list, dict)
BY_ID, FOUND = (
    "by id",
    "found",
)  # keys of `of_all`: whether a string of the file is an id, whether one is a text of a document
LOOSE, NOWHERE = (
    "loose",
    "nowhere",
)  # keys of `of_all`: the error for the first string that is no text of an entity, of any document
NO_ID = "the value is neither the id of an entity nor a text of the document"
PLACE = "a span is [start, end], a string, or the id of an entity"
KNOWN = {*IDS, *LISTS, "tokens", "text", "entities", "clusters"}
CHARACTERS = Unit("character")
FURTHER = frozenset(("head", "evidence", "attributes"))  # optional keys of items besides types and places
FORM = (
    'one document a line, as {"id": "d1", "relations": [{"type": "visit", "head": [0, 1], "tail": [3, 5]}]} '
    'or {"id": "d1", "events": [{"type": "Leave", "trigger": [1, 2], "arguments": [{"role": "Who", '
    '"span": [0, 1]}]}]}'
)


def meant_for(sample: Sample) -> str | None:
    """The task of the records if it is not `ie`: `coref` for clusters, `spans` for entities alone."""
    bodies = [one for one in sample.records if isinstance(one, dict)]
    held = {key for one in bodies for key in ("clusters", "events", *RELATIONS) if holds(one.get(key))}
    return "coref" if held == {"clusters"} else as_spans.meant_for(sample)


class PlainShape(Shape):
    """nerkit's own form of documents with relations and events."""

    def read(self, sources: Iterable[Source], **options: Any) -> Documents:
        """All documents of ie-jsonl files as one corpus.

        Raises InputError (file, line, column, remedy) for text that is not JSON or has another form, and for
        offsets outside the text.
        """
        corpus = super().read(sources, **options)
        for body in corpus.values if corpus.label_key else ():  # the label key was unknown before
            if "relations" in body:
                types = _types(body)
                for each in body["relations"]:
                    each |= {
                        f"{key}_type": types.get(tuple(each[key]))
                        for key in ENDS
                        if each.get(f"{key}_type") is None
                    }
        lists = [key for key in LISTS if any(key in body for body in corpus.values)]
        for body in corpus.values:  # without relations, the list is empty
            for key in lists:
                body.setdefault(key, [])
        return corpus

    def know(self, table: ReadingTable) -> None:
        """Register further keys of entities with the table."""
        table.keys.know("span", "head", "evidence", "attributes", labels=TYPES, kept=True)

    def reading(self, value: Value, table: ReadingTable) -> "_PlainReading":
        """Begin to read one document in nerkit's own form."""
        return _PlainReading(value, self, table)

    def made_of(self, reading: "_PlainReading", body: Body) -> DocumentRead:
        """Make a document. Its spans stay as written until nerkit has read the whole document."""
        body = {key: part for key, part in body.items() if part is not None}
        tokens, text = body.get("tokens"), body.get("text")
        if text is not None:
            reading.text(body, "text")
        if tokens is not None:
            reading.size = len(check_tokens(reading, tokens, "tokens"))
        elif text is not None:
            reading.unit, reading.size, reading.table.characters = as_written(CHARACTERS), len(text), True
        for name, keys, item in (
            ("entities", ENTITIES, reading.entity),
            ("relations", RELATIONS, reading.relation),
            ("events", ("events",), reading.event),
        ):
            key = next(filter(body.__contains__, keys), None)
            if key is not None:
                body[name] = [item(each, key, i) for i, each in enumerate(reading.items(body, key))]
            if name == "entities" and key is not None:
                reading.entities, reading.types = body[name], _types(body)
        if "clusters" in body:
            body["clusters"] = reading.clusters(
                reading.items(body, "clusters"),
                "clusters",
                lambda each, *path: reading.member(each, "mention", *path),
            )
        if reading.unit.after:
            body = in_places(body, lambda span: moved(span, 0, reading.unit.after))
        return DocumentRead(name_in(reading, body, IDS), body, reading.value)

    def ended(self, table: DocumentTable) -> None:
        """Raise the InputError for a text that is probably an id without an element.

        A text is taken for an id if other strings of the file are ids, or if no document contains any of the
        texts.
        """
        known = table.of_all
        error = known.get(LOOSE) if BY_ID in known else None if FOUND in known else known.get(NOWHERE)
        if error is not None:
            table.attempt(error)


def _types(body: Body) -> dict[tuple[Any, ...], Any]:
    """Span of each entity -> its type. If several entities have one span, the first counts."""
    return {tuple(entity["span"]): entity.get("type") for entity in reversed(body.get("entities") or ())}


class _PlainReading(ShapedReading):
    """The reading of a document whose spans are offsets, strings or ids. *types* maps spans of entities to
    types.
    """

    __slots__ = ("_elements", "types")

    def __init__(self, value: Value, shape: Shape, table: ReadingTable) -> None:
        super().__init__(value, shape, table)
        self.types = dict[tuple[Any, ...], Any]()
        self._elements: NamedElements | None = None

    @property
    def elements(self) -> NamedElements:
        """The elements of the document that have ids."""
        if self._elements is None:
            self._elements = NamedElements(self, self.value.value, self.entities)
        return self._elements

    def place(self, value: Any, *path: str | int) -> Any:
        """Return the span; InputError if it is not a span."""
        if type(value) is list and len(value) == 2:
            self.span(*value, *path, first=0, last=1)
            return value
        if type(value) is str:
            self.table.strings = True
            return value
        is_span = isinstance(value, list) and value and len(value) % 2 == 0
        self.need(is_span, value, "a span", *path, remedy=PLACE)
        for at in range(0, len(value), 2):
            self.span(value[at], value[at + 1], *path, first=at, last=at + 1)
            if at and value[at] < value[at - 1]:
                self.fail("the fragments are out of order, or overlap", *path, at)
        return value

    def written(self, start: Any, end: Any, *path: str | int) -> list[int]:
        """The span between two checked offsets, as written (the end not made exclusive)."""
        first, last = self.span(start, end, *path)
        return [first, last - self.unit.after]

    def end(self, value: Any, what: str, *path: str | int, in_text: bool = False) -> Body:
        """The `span` and the `type` of an end of a relation: a span, a text, an id, or an object with one
        of them.

        *what* is the name of the end in messages. If *in_text*, any text of the document is accepted.
        """
        if type(value) is dict:
            end = self._object(value, what, *path)
            kind = text_at(value, TYPES) or end.get("type") or self.types.get(tuple(end["span"]))
            return {"span": end["span"], "type": kind}
        if type(value) not in (str, int):
            span = self.place(value, *path)
            return {"span": span, "type": self.types.get(tuple(span))}
        element = self.elements.named(value, what, path, in_text=in_text)
        if element is None:
            return self._of_text(value, what, *path, in_text=in_text)
        if type(value) is str:
            self.table.of_all[BY_ID] = True
        return {"span": self.place(element["span"], *path), "type": element.get("type")}

    def _object(self, value: Body, what: str, *path: str | int) -> Body:
        """The `span` (and the `type`, if known) of an end that is an object with a span, an id or a text."""
        if value.get("span") is not None:
            return {"span": self.member(value["span"], what, *path, "span")}
        if value.get("start") is not None or value.get("end") is not None:
            return {"span": self.written(value.get("start"), value.get("end"), *path)}
        if (name := self._name_in(value)) is not None:
            return self.end(value[name], what, *path, name)
        if (text := text_key(value, TEXTS)) is None:
            problem = f"an {what} without a span" if what == ARGUMENT else f"{shown(value)} is not a span"
            self.fail(problem, *path, remedy=PLACE)
        return self._of_text(value[text], what, *path, text, in_text=True)

    def _name_in(self, value: Body) -> str | None:
        """The key of the id in an object. An id wins over a text if elements of the document have ids."""
        names = [key for key in NAMES if type(value.get(key)) in ANY_END]
        if text_key(value, TEXTS) is None:
            return next(iter(names), None)
        known = self.elements.known
        return next((key for key in names if known and (key != "id" or str(value[key]) in known)), None)

    def _of_text(self, text: str, what: str, *path: str | int, in_text: bool) -> Body:
        """The `span` and the `type` of an end that is a text.

        Note an error if the text could be an id that points to nothing; `ended` decides.
        """
        known, elements = self.table.of_all, self.elements
        fail = partial(self.no_entity, what, text, *path, remedy=NO_ID)
        of_entity, of_document = text in elements.texts, elements.is_in_text(text)
        if not (of_entity or (in_text and of_document)) and any(key in self.value.value for key in ENTITIES):
            known.setdefault(LOOSE, fail)
        if of_entity or of_document:
            known[FOUND] = True
        elif self.entities and elements.text:
            known.setdefault(NOWHERE, fail)
        return {"span": self.place(text, *path), "type": elements.texts.get(text)}

    def member(self, value: Any, what: str, *path: str | int) -> Any:
        """A member of a cluster: a span, a text or an id. An integer is an id only if entities have
        integer ids.
        """
        if type(value) is list:
            return self.place(value, *path)
        if type(value) is int and not any(map(str.isdecimal, self.elements.known)):
            return self.place(value, *path)
        return self.end(value, what, *path, in_text=True)["span"]

    def further(self, item: Body, *path: str | int) -> None:
        """Check the optional members of an item; InputError for a member of the wrong form."""
        if FURTHER.isdisjoint(item):
            return
        if item.get("head") is not None and "tail" not in item:
            self.place(item["head"], *path, "head")
        self.items(item, "evidence", *path)
        if item.get("attributes") is not None:
            self.record(item["attributes"], "an object of attributes", *path, "attributes")

    def entity(self, entity: Any, *path: str | int) -> Body:
        """An entity with its type and span. Further keys are kept."""
        self.record(entity, "an entity", *path)
        for key in ("type", "eid"):
            self.label(entity, key, *path)
        self.further(entity, *path)
        kind = text_at(entity, TYPES)
        self.table.keys.see(entity, kind)
        if kind is not None and entity.get("type") is None:
            entity = {**entity, "type": kind}
        if "span" in entity:
            self.place(entity["span"], *path, "span")
            return entity  # type: ignore[no-any-return]
        text, first, last = text_key(entity, TEXTS), entity.get("start"), entity.get("end")
        if text is None or first is not None or last is not None:
            return {**entity, "span": self.written(first, last, *path)}
        return {**entity, "span": self.place(entity[text], *path, text)}

    def relation(self, relation: Any, *path: str | int) -> Body:
        """A relation with nerkit's keys, and with the types of its ends if known."""
        keys = relation_spelling.spelling(self, relation, *path, known=self.elements.is_named)
        head = self.end(relation[keys.head], "head", *path, keys.head)
        tail = self.end(relation[keys.tail], "tail", *path, keys.tail)
        made = relation_spelling.respelt(relation, keys) | {"head": head["span"], "tail": tail["span"]}
        self.further(made, *path)
        if not self.types and head["type"] is tail["type"] is None:
            return made
        return {"head_type": head["type"], "tail_type": tail["type"], **made}

    def event(self, event: Any, *path: str | int) -> Body:
        """An event with its arguments under the key `arguments`."""
        self.record(event, "an event", *path)
        self.text(event, "type", *path)
        if "trigger" not in event:
            remedy = "write a trigger as [start, end], or null for none"
            self.fail("an event without a trigger", *path, remedy=remedy)
        places = {
            key: self.member(event[key], key, *path, key)
            for key in ("trigger", "trigger_head")
            if event.get(key) is not None
        }
        key = "arguments" if "arguments" in event else "args"
        self.further(event, *path)
        listed = enumerate(self.items(event, key, *path))
        arguments = [self.argument(each, *path, key, i) for i, each in listed]
        return {**event, **places, "arguments": arguments}

    def argument(self, argument: Any, *path: str | int) -> Body:
        """An argument of an event, as an object with a span. A text is accepted as an argument."""
        self.record(argument, "an argument", *path)
        self.text(argument, "role", *path)
        self.further(argument, *path)
        return {**argument, "span": self._object(argument, ARGUMENT, *path)["span"]}


SHAPE = PlainShape("ie-jsonl", form=FORM)
READER = SHAPE.reader(clusters=True, meant_for=meant_for)
