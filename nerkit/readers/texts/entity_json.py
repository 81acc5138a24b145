"""Entities without offsets, as language models list them: JSON objects of label and strings, one a document.

    {"PER": ["Tolkien", "Edith"], "LOC": "Oxford", "ORG": []}
    {"id": "page-1", "entities": {"PER": ["Tolkien"]}}
    {"entities": [{"text": "Tolkien", "label": "PER"}, …]}      or that list by itself, or [["Tolkien",
                                                                "PER"], …]

One object for a file, one a line, or a list of them. In a list an entity is a string, or an object with its
string in `text`, `name`, `entity` or `word`, and its label in `label`, `type`, `entity_type`, `category`,
`entity_group` or `tag`, or where `item_keys` finds it. Beside `entities`, and under `id`, `doc_id` and
`text`, nothing is an entity. A number is the string it is written as. Lines of a code fence around the JSON
are skipped.

Documents are known by `id` or `doc_id` when each has one and no two the same; files among others by their
paths without suffix; else by order. The strings are located in the texts of gold; until then a document has
no text and its entities no offsets. What is no entity (null, an object without a string) is counted.
"""

from collections.abc import Iterable, Iterator
from itertools import dropwhile
from typing import Any

from nerkit.corpora.spans import EntityLists, Spans
from nerkit.ground.patterns import regex
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.item_keys import BESIDE, LABELS
from nerkit.readers.json_text import Path, Value, is_broken, longest_line, shown, values
from nerkit.readers.sample import Sample
from nerkit.readers.spans.span_records import IDS, id_in
from nerkit.readers.spans.span_table import SpanTable, places
from nerkit.readers.texts import answers
from nerkit.readers.texts.answer_entities import is_pair

STRINGS = ("text", "name", "entity", "word", "mention")
SURELY = ("text", "entity", "mention", "word")  # keys of strings that are hardly anything but entities
OWN = (*IDS, "text")  # of a document
OFFSETS = ("spans", "ents")  # keys of documents that have offsets
FENCE = regex(r"\s*(```|~~~)\w*\s*")
FORM = 'a document is {"PER": ["Tolkien", …], "LOC": […]}'


def recognise(sample: Sample) -> bool:
    """Whether a document holds lists of strings under labels, or a list of entities, also between fences."""
    if sample.is_json or "`" not in sample.text:
        return _is_document(sample.told)
    lines = [line for line in sample.text.split("\n") if not FENCE.fullmatch(line)]
    inside = dropwhile(lambda line: not line.startswith("{"), lines)
    return _is_document(Sample("\n".join(inside), whole=sample.whole).told)


def read(sources: Iterable[Source]) -> EntityLists:
    """All documents of the files.

    Raises InputError (file, line, column, remedy) for what is not JSON or not a document of entities.
    """
    sources = list(sources)
    table = SpanTable("string")
    paths: list[str | None] = []
    for source in sources:
        table.source(source)
        before = len(table.ids)
        for value in values(source.name, _lines(source, table), FORM):
            for path in _documents(value):
                _document(value, path, table)
        paths += places(source, len(table.ids) - before)
    if None in table.ids or len(set(table.ids)) < len(table.ids):
        table.ids = paths if paths and None not in paths else table.ids
    spans: Spans = table.spans(sources)
    return EntityLists([""] * len(spans.documents), spans)


def _lines(source: Source, table: SpanTable) -> Iterator[tuple[int, str]]:
    """The lines of a file, those of a code fence left blank."""
    for number, line in source.lines(longest_line(source)):
        fence = FENCE.fullmatch(line)
        if fence:
            table.tally.add("line", "of a code fence, skipped")
        yield number, "" if fence else line


def _documents(value: Value) -> list[Path]:
    """Where the documents of a value stand: itself, or the elements of a list that is not one of entities."""
    body = value.value
    if isinstance(body, list) and not _are_entities(body):
        return [(place,) for place in range(len(body))]
    return [()]


def _document(value: Value, path: Path, table: SpanTable) -> None:
    """Add the document at *path*."""
    body = value.part(*path)
    if isinstance(body, list):
        table.document(None)
        _entities(value, path, None, table)
        return
    if not isinstance(body, dict):
        value.fail(f"{shown(body)} is not a document of entities", *path, remedy=FORM)
    table.document(id_in(body))
    inner = body.get("entities")
    if isinstance(inner, list) and not all(isinstance(item, str) for item in inner):
        _entities(value, (*path, "entities"), None, table)
        return
    labelled, path = (inner, (*path, "entities")) if isinstance(inner, dict) else (body, path)
    for label, listed in labelled.items():
        own = labelled is body and label in OWN and not isinstance(listed, list)
        if isinstance(listed, list):
            _entities(value, (*path, label), label, table)
        elif not own:
            _entity(value, (*path, label), label, table)


def _entities(value: Value, path: Path, label: str | None, table: SpanTable) -> None:
    """Add the entities of a list, under the label it has, if any."""
    for place in range(len(value.part(*path))):
        _entity(value, (*path, place), label, table)


def _entity(value: Value, path: Path, label: str | None, table: SpanTable) -> None:
    """Add an entity: a string, a number, or an object or pair of string and label."""
    entity = value.part(*path)
    if isinstance(entity, list) and len(entity) == len(("string", "label")) and label is None:
        entity = {"text": entity[0], "label": entity[1]}
    rest: dict[str, Any] = {}
    if isinstance(entity, dict):
        label = next((entity[key] for key in LABELS if isinstance(entity.get(key), str)), label)
        own = next((key for key in STRINGS if isinstance(entity.get(key), str)), None)
        rest = {key: part for key, part in entity.items() if key != own}
        entity = None if own is None else entity[own]
    if isinstance(entity, list):
        value.fail(f"{shown(entity)} is not an entity", *path, remedy=FORM)
    if entity is None or isinstance(entity, bool | dict):
        table.tally.add("value", "that is not an entity, skipped")
        return
    string = entity if isinstance(entity, str) else shown(entity)
    table.keys.see(rest, label, string)
    table.span(0, 0, value.line, type=label, string=string)


def _is_document(value: Any) -> bool:
    """Whether a value is a document with a list of entities in it, or an entity."""
    if not isinstance(value, dict) or any(key in value for key in OFFSETS):
        return _are_entities(value)
    listed = value.get("entities")
    if listed == []:
        return "text" not in value
    if listed is not None:
        return _is_labelled(listed) or _are_entities(listed)
    return _is_entity(value) or _is_labelled({key: value[key] for key in value if key not in OWN})


def _is_labelled(value: Any) -> bool:
    """Whether a value is an object of labels and entities, with a list among them."""
    members = list(value.values()) if isinstance(value, dict) else []
    lists = [member for member in members if isinstance(member, list)]
    items = (item for listed in lists for item in listed)
    return (
        bool(lists)
        and all(member is None or isinstance(member, str | list) for member in members)
        and all(isinstance(item, str | int | float) or _is_string(item) for item in items)
    )


def _is_string(value: Any) -> bool:
    """Whether a value is an object that holds the string of an entity, and no offsets."""
    return (
        isinstance(value, dict)
        and "start" not in value
        and any(isinstance(value.get(key), str) for key in STRINGS)
    )


def _is_entity(value: Any) -> bool:
    """Whether a value is an object with the string of an entity and what may be its label."""
    if not _is_string(value) or any(isinstance(part, dict) for part in value.values()):
        return False
    texts = [key for key, part in value.items() if isinstance(part, str)]
    return any(key in LABELS or key not in BESIDE for key in texts) and len(texts) > 1


def has_labels_beside_texts(sample: Sample) -> bool:
    """Whether a record lists objects of a text and its label, and little else: hardly any other JSON does."""
    told = sample.told
    listed = told.get("entities") if isinstance(told, dict) and "entities" in told else told
    items = listed if isinstance(listed, list) else [listed]
    return bool(items) and all(isinstance(one, dict) and _is_text_with_label(one) for one in items)


def are_lists_of_strings(sample: Sample) -> bool:
    """Whether a record holds lists of strings under its keys, ids apart, as entities or any other values."""
    told = sample.told
    values = [value for key, value in told.items() if key not in IDS] if isinstance(told, dict) else []
    items = [item for value in values if isinstance(value, list) for item in value]
    lists = all(isinstance(value, list) for value in values)
    return bool(items) and lists and all(isinstance(item, str) for item in items)


def _is_text_with_label(item: dict[str, Any]) -> bool:
    text = next((key for key in SURELY if isinstance(item.get(key), str)), None)
    label = next((key for key in LABELS if isinstance(item.get(key), str)), None)
    return text is not None and label is not None and item.keys() <= {text, label, *BESIDE}


def _are_entities(value: Any) -> bool:
    """Whether a value is a list of entities, each with its label."""
    return isinstance(value, list) and bool(value) and all(_is_entity(one) or is_pair(one) for one in value)


# entities without a text are no gold: what looks like them is any other record there
READER = Reader(
    read,
    EntityLists,
    guess=lambda head, formats: "spacy" not in formats and is_broken(head),
    others={Spans: answers.read},
    meant_for=lambda _: "spans",
    cut="json lines",
)
