"""Entities without offsets, as language models list them: one JSON object of labels and strings per document.

    {"PER": ["Tolkien", "Edith"], "LOC": "Oxford", "ORG": []}
    {"id": "page-1", "entities": {"PER": ["Tolkien"]}}
    {"entities": [{"text": "Tolkien", "label": "PER"}, …]}      or that list by itself, or [["Tolkien",
                                                                "PER"], …]

A file holds one object, one object per line, or a list of objects. In a list an entity is a string or an
object. An object has the string in `text`, `name`, `entity` or `word`, or where `item_keys` finds it. The
label is in `label`, `type`, `entity_type`, `category`, `entity_group` or `tag`. Keys beside `entities`, and
`id`, `doc_id` and `text`, are ignored. A number is read as a string. A code fence around the JSON is skipped.

Documents pair by `id` or `doc_id` if every document has a unique id. Otherwise several files pair by path
without suffix, and a single file by order. The gold texts give the entities their offsets. A warning counts
values that are not entities (null, an object without a string).
"""

from collections.abc import Iterable, Iterator
from itertools import dropwhile
from typing import Any

from nerkit.corpora.spans import EntityLists, Spans
from nerkit.ground.patterns import regex
from nerkit.io import Source
from nerkit.readers.conditions import condition
from nerkit.readers.format import Reader
from nerkit.readers.item_keys import BESIDE, LABELS
from nerkit.readers.json_text import Path, Value, is_broken, longest_line, shown, text_at, text_key, values
from nerkit.readers.sample import Sample
from nerkit.readers.spans.span_records import IDS, id_in
from nerkit.readers.spans.span_table import SpanTable, places
from nerkit.readers.texts import answers

STRINGS = ("text", "name", "entity", "word", "mention")
OWN = (*IDS, "text")  # of a document
FENCE = regex(r"\s*(```|~~~)\w*\s*")
# conditions on JSON values (`conditions`): the members of an object that holds the string of an entity and no
# offsets; and of one with what may be its label, too
STRING = f"!start ({':text | '.join(STRINGS)}:text)"
ENTITY = f"{STRING} !+:{{}} (!<{' '.join(BESIDE)}>:!text (text:text | name:text | word:text | mention:text)"
ENTITY += " | entity:text !<entity>:!text)"
ENTITIES = f"[any ...] [* ({{{ENTITY}}} | [text, text])]"
LABELLED = f"(null | text | [* (text | number | {{{STRING}}})])"  # a string under a label, or a list
BESIDE_OWN = f"<{' '.join(OWN)}>"
DOCUMENT = (
    f"{ENTITIES} | {{!spans !ents (entities:[] !text | entities:({{*:{LABELLED} +:[...]}} | {ENTITIES})"
    f" | (!entities | entities:null) ({ENTITY} | {BESIDE_OWN}:{LABELLED} !{BESIDE_OWN}:![...]))}}"
)
# objects of a text and its label, and little else: hardly any other JSON has them
TEXT_WITH_LABEL = (
    f"{{(text:text | entity:text | mention:text | word:text) ({':text | '.join(LABELS)}:text)"
    f" <entity {' '.join((*LABELS, *BESIDE))}>}}"
)
LABELS_BESIDE_TEXTS = (
    f"{{entities:([any ...] [* {TEXT_WITH_LABEL}] | {TEXT_WITH_LABEL})}} | [any ...] [* {TEXT_WITH_LABEL}]"
    f" | {TEXT_WITH_LABEL}"
)
LISTS_OF_STRINGS = f"{{<{' '.join(IDS)}>:[* text] !<{' '.join(IDS)}>:[]}}"  # as entities or any other values
FORM = 'a document is {"PER": ["Tolkien", …], "LOC": […]}'


def recognise(sample: Sample) -> bool:
    """Whether a document holds lists of strings under labels, or a list of entities, also between fences."""
    if not sample.is_json and "`" in sample.text:
        lines = [line for line in sample.text.split("\n") if not FENCE.fullmatch(line)]
        inside = dropwhile(lambda line: not line.startswith("{"), lines)
        sample = Sample("\n".join(inside), whole=sample.whole)
    return condition(DOCUMENT)(sample.told)


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
            for document in _documents(value):
                _document(document, table)
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


def _documents(value: Value) -> list[Value]:
    """The documents of a value: itself, or the elements of a list that is not one of entities."""
    body = value.value
    if isinstance(body, list) and not condition(ENTITIES)(body):
        return [value.within(place) for place in range(len(body))]
    return [value]


def _document(value: Value, table: SpanTable) -> None:
    """Add a document."""
    body: Any = value.value
    path = Path()
    if not isinstance(body, dict | list):
        value.fail(f"{shown(body)} is not a document of entities", remedy=FORM)
    listed, own = body, {*OWN}
    if isinstance(body, dict):
        inner: Any = body.get("entities")
        if isinstance(inner, dict) or condition("[+ !text]")(inner):
            listed, own, path = inner, set(), ("entities",)
    table.document(id_in(body) if isinstance(body, dict) else None)
    for label, each in listed.items() if isinstance(listed, dict) else [(None, listed)]:
        at = path if label is None else (*path, label)
        if isinstance(each, list):
            for place, item in enumerate(each):
                _entity(value, (*at, place), item, label, table)
        elif label not in own:
            _entity(value, at, each, label, table)


def _entity(value: Value, path: Path, entity: Any, label: str | None, table: SpanTable) -> None:
    """Add an entity: a string, a number, or an object or pair of string and label."""
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
        value.fail(f"{shown(entity)} is not an entity", *path, remedy=FORM)
    if entity is None or isinstance(entity, bool | dict):
        table.tally.add("value", "without an entity, skipped")
        return
    string = entity if isinstance(entity, str) else shown(entity)
    table.keys.see(rest, label, string)
    table.span(0, 0, value.line, type=label, string=string)


# entities without a text are no gold: what looks like them is any other record there
READER = Reader(
    read,
    EntityLists,
    guess=lambda head, formats: "spacy" not in formats and is_broken(head),
    others={Spans: answers.read},
    meant_for=lambda _: "spans",
    cut="json lines",
)
