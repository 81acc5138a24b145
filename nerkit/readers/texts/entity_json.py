"""Entities without offsets, as language models write them: a JSON object of labels and strings per document.

    {"PER": ["Tolkien", "Edith"], "LOC": "Oxford", "ORG": []}
    {"id": "page-1", "entities": {"PER": ["Tolkien"]}}
    {"entities": [{"text": "Tolkien", "label": "PER"}, …]}      or only the list, or [["Tolkien", "PER"], …]

A file holds one object, one object per line, or a list of objects. In a list, an entity is a string or an
object. An object has the string in `text`, `name`, `entity`, `word` or `mention`. The label is in `label`,
`type`, `entity_type`, `category`, `entity_group` or `tag`, or under a key that `item_keys` finds. Keys beside
`entities`, and the keys `id`, `doc_id` and `text`, are ignored. A number is read as a string, and a code
fence around the JSON is skipped.

Documents are paired by `id` or `doc_id` if every document has a unique id. Otherwise several files are paired
by path without suffix, and the documents of a single file in order. The offsets of the entities are found in
the gold texts. A warning counts values that are not entities (null, an object without a string).
"""

from collections.abc import Iterable, Iterator
from typing import Any

from nerkit.corpora.spans import EntityLists, Spans
from nerkit.io import Source
from nerkit.readers.conditions import ENTITIES, STRINGS, condition
from nerkit.readers.format import Reader
from nerkit.readers.item_keys import BESIDE, LABELS
from nerkit.readers.json_text import Path, is_broken, longest_line, shown, text_at, text_key, values
from nerkit.readers.records.document_table import Body, DocumentRead
from nerkit.readers.records.shape import EntityList, Shape, ShapedReading
from nerkit.readers.sample import FENCE
from nerkit.readers.spans.span_records import IDS, id_in
from nerkit.readers.spans.span_table import ReadingTable, SpanTable
from nerkit.readers.texts import answers

OWN = (*IDS, "text")  # keys of a document that are not labels
# objects with a text, a label and little else, which are rare in other JSON
TEXT_WITH_LABEL = (
    f"{{(text:text | entity:text | mention:text | word:text) ({':text | '.join(LABELS)}:text)"
    f" <entity {' '.join((*LABELS, *BESIDE))}>}}"
)
LABELS_BESIDE_TEXTS = (
    f"{{entities:([any ...] [* {TEXT_WITH_LABEL}] | {TEXT_WITH_LABEL})}} | [any ...] [* {TEXT_WITH_LABEL}]"
    f" | {TEXT_WITH_LABEL}"
)
LISTS_OF_STRINGS = f"{{<{' '.join(IDS)}>:[* text] !<{' '.join(IDS)}>:[]}}"  # can be entities or other values
FORM = 'a document is {"PER": ["Tolkien", …], "LOC": […]}'


class StringShape(Shape):
    """The shape of documents with strings under labels, or with a list of entities."""

    def each(self, source: Source, table: ReadingTable) -> Iterator[DocumentRead]:
        """Read the documents of a file. A list that is not a list of entities is a list of documents."""
        for value in values(source.name, _lines(source, table), FORM):
            body = value.value
            several = isinstance(body, list) and not condition(ENTITIES)(body)
            for one in map(value.within, range(len(body))) if several else (value,):
                if (made := self.document_of(one, table)) is not None:
                    yield made

    def ended(self, table: SpanTable) -> None:
        """Name documents after their files if they lack unique ids."""
        table.name_by(table.paths)


class StringList(EntityList):
    """The list of the strings of a document, which are entities."""

    def read(self, reading: ShapedReading, body: Any) -> list[Body]:
        """Read the entities of a document. The tally counts values that are not entities."""
        listed, own, path = body, {*OWN}, Path()
        if isinstance(body, dict):
            inner: Any = body.get("entities")
            if isinstance(inner, dict) or condition("[+ !text]")(inner):
                listed, own, path = inner, set(), ("entities",)
        made: list[Body | None] = []
        for label, each in listed.items() if isinstance(listed, dict) else [(None, listed)]:
            at = path if label is None else (*path, label)
            if isinstance(each, list):
                made += [_entity(reading, (*at, place), item, label) for place, item in enumerate(each)]
            elif label not in own:
                made.append(_entity(reading, at, each, label))
        return [entity for entity in made if entity is not None]


def _lines(source: Source, table: ReadingTable) -> Iterator[tuple[int, str]]:
    """The numbered lines of a file; lines of a code fence become blank."""
    for number, line in source.lines(longest_line(source)):
        fence = FENCE.fullmatch(line)
        if fence:
            table.tally.add("line", "of a code fence, skipped")
        yield number, "" if fence else line


def _entity(reading: ShapedReading, path: Path, entity: Any, label: str | None) -> Body | None:
    """Read an entity: a string, a number, an object, or a pair of string and label. None for other values.

    *path* is its place in the document, and *label* the label above it, or None.
    """
    if isinstance(entity, list) and len(entity) == len(("string", "label")) and label is None:
        entity = {"text": entity[0], "label": entity[1]}
    rest: dict[str, Any] = {}
    if isinstance(entity, dict):
        kind = text_at(entity, LABELS)
        label = label if kind is None else kind
        own = text_key(entity, STRINGS)
        rest = {key: part for key, part in entity.items() if key != own}
        entity = None if own is None else entity[own]
    if isinstance(entity, list):
        reading.fail(f"{shown(entity)} is not an entity", *path)
    if entity is None or isinstance(entity, bool | dict):
        reading.table.tally.add("value", "without an entity, skipped")
        return None
    string = entity if isinstance(entity, str) else shown(entity)
    reading.table.keys.see(rest, label, string)
    return {"span": [0, 0], "line": reading.value.line, "type": label, "string": string}


def read(sources: Iterable[Source]) -> EntityLists:
    """Read all documents of the files as one corpus.

    Raises InputError (file, line, column, remedy) for text that is not JSON, and values that are not
    documents of entities.
    """
    spans = SHAPE.spans(sources)
    return EntityLists([""] * len(spans.documents), spans)


SHAPE = StringShape(
    "entity-json",
    ids=lambda _, body: id_in(body) if isinstance(body, dict) else None,
    entities=[StringList("", "an entity", "label")],
    form=FORM,
    lists=True,
    fields=("string",),
)
# gold files cannot have entities without a text; similar gold records are in other formats
READER = Reader(
    read,
    EntityLists,
    guess=lambda head, formats: "spacy" not in formats and is_broken(head),
    others={Spans: answers.read},
    meant_for=lambda _: "spans",
    cut="json lines",
)
