"""DyGIE++'s JSONL: entities, relations, events and clusters of one document a line, sentence by sentence.

    {"doc_key": "d", "sentences": [["Tolkien", "left", "Oxford"]],
     "ner": [[[0, 0, "PER"], [2, 2, "LOC"]]], "relations": [[[0, 0, 2, 2, "visit"]]],
     "events": [[[[1, "Leave"], [0, 0, "Who"]]]], "clusters": [[[0, 0], [2, 2]]]}

- Offsets are tokens of the document, **ends inclusive**. An event begins with its trigger, `[token, type]` or
  `[start, end, type]`, followed by its arguments `[start, end, role]`.
- Predictions stand in `predicted_ner`, `predicted_relations`, `predicted_events` and `predicted_clusters`,
  with numbers at the end of each item, which are not read; where a document has them they count, and not what
  stands without `predicted_` beside them. Such a file is a system's output; its own gold is counted, and a
  warning says so where it is not as large as that of the gold file.
- Clusters that are all empty, as files without coreference have one for each sentence, are none.
- The types of a relation's ends are those of the entities at the same place, of several the first.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from nerkit.corpora.mentions import Mentions
from nerkit.corpora.records import SENTENCES, Documents
from nerkit.corpora.spans import Spans
from nerkit.errors import InputError
from nerkit.io import Source
from nerkit.readers.borders import json_lines
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Value, beginning, shown
from nerkit.readers.records.as_spans import clusters, entities
from nerkit.readers.records.document_table import (
    Body,
    DocumentRead,
    DocumentReading,
    DocumentTable,
    Unit,
    joined_tokens,
    name_in,
)

PREDICTED = "predicted_"
OWN = ("ner", "relations", "events")  # lists by sentence
UNIT = Unit(after=1)
FORM = (
    'a line is {"doc_key": …, "sentences": [[…]], "ner": [[[start, end, type]]], "relations": [[…]], '
    '"events": [[…]], "clusters": [[[start, end]]]}'
)
TRIGGER = "a trigger is [token, type], the first item of its event"


def recognise(head: str) -> bool:
    """True when the first document has sentences, and entities, relations or events by sentence."""
    document = beginning(head)
    if not isinstance(document, dict) or not any(
        f"{key}{own}" in document for own in OWN for key in ("", PREDICTED)
    ):
        return False
    if "sentences" in document or "doc_key" in document:
        return "evt_triggers" not in document
    lists = [document.get(own) for own in OWN if document.get(own)]  # cut off before its sentences
    return bool(lists) and all(isinstance(items, list) and isinstance(items[0], list) for items in lists)


def read(sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any) -> Documents:
    """All documents of the files as one corpus.

    Raises InputError (file, line, column, remedy) for what is not JSON or has not this form, and for offsets
    outside the document.
    """
    return DocumentTable("dygie", refused=refused).read(sources, FORM, _document)


def _document(value: Value, table: DocumentTable) -> DocumentRead:
    body = value.value
    reading = DocumentReading(value, FORM, UNIT)
    tokens, first = joined_tokens(reading, reading.items(body, "sentences"), "sentences")
    reading.size = len(tokens)
    parts: Body = {"tokens": tokens, SENTENCES: first, "entities": [], "relations": [], "events": []}
    types: dict[tuple[int, ...], Any] = {}
    for path, item in _listed(reading, body, "ner"):
        span, label = _spans(reading, item, 1, path)
        parts["entities"].append({"type": label, "span": span[0]})
        types.setdefault(tuple(span[0]), label)
    for path, item in _listed(reading, body, "relations"):
        (head, tail), label = _spans(reading, item, 2, path)
        ends = types.get(tuple(head)), types.get(tuple(tail))
        parts["relations"].append(
            {"type": label, "head": head, "tail": tail, "head_type": ends[0], "tail_type": ends[1]}
        )
    parts["events"] = [_event(reading, item, path) for path, item in _listed(reading, body, "events")]
    key = _key(body, "clusters")
    if key in body:
        chains = reading.items(body, key)
        if not any(chains):  # as files without coreference have them, one for each sentence
            table.tally.add("empty cluster", "left out", len(chains))
            chains = []
        parts["clusters"] = _clusters(reading, chains, key)
    own = {
        name: sum(map(len, body[name]))
        for name in OWN
        if PREDICTED + name in body and _is_listed(body.get(name))
    }
    if own:
        parts["own_gold"] = own
    return DocumentRead(name_in(reading, body, ("doc_key", "doc_id")), parts)


def _is_listed(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, list) for each in value)


def _key(body: Body, name: str) -> str:
    """Where predictions stand, else gold."""
    return PREDICTED + name if PREDICTED + name in body else name


def _listed(reading: DocumentReading, body: Body, name: str) -> list[tuple[tuple[str | int, ...], list[Any]]]:
    """The items of all sentences, and where each stands."""
    key = _key(body, name)
    items: list[tuple[tuple[str | int, ...], list[Any]]] = []
    for sentence, listed in enumerate(reading.items(body, key)):
        if not isinstance(listed, list):
            reading.fail(f"{shown(listed)} is not a list of the {name} of a sentence", key, sentence)
        for place, item in enumerate(listed):
            if not isinstance(item, list):
                reading.fail(f"{shown(item)} is not an item of {name}", key, sentence, place)
            items.append(((key, sentence, place), item))
    return items


def _spans(
    reading: DocumentReading, item: list[Any], count: int, path: Sequence[str | int]
) -> tuple[list[list[int]], str]:
    """The spans of an item and its label, which stands behind them."""
    if len(item) <= 2 * count or not isinstance(item[2 * count], str):
        form = "[start, end, label]" if count == 1 else "[start, end, start, end, label]"
        reading.fail(f"{shown(item)} is not {form}", *path)
    spans = [
        reading.span(item[at], item[at + 1], *path, first=at, last=at + 1) for at in range(0, 2 * count, 2)
    ]
    return spans, item[2 * count]


def _event(reading: DocumentReading, event: list[Any], path: tuple[str | int, ...]) -> Body:
    trigger = event[0] if event else None
    if not isinstance(trigger, list) or len(trigger) < 2:
        reading.fail("an event without a trigger", *path, remedy=TRIGGER)
    if isinstance(trigger[1], str):
        span, kind = reading.span(trigger[0], trigger[0], *path, 0, first=0, last=0), trigger[1]
    else:
        (span,), kind = _spans(reading, trigger, 1, (*path, 0))
    arguments = []
    for place, argument in enumerate(event[1:], 1):
        if not isinstance(argument, list):
            reading.fail(f"{shown(argument)} is not an argument", *path, place)
        (filler,), role = _spans(reading, argument, 1, (*path, place))
        arguments.append({"role": role, "span": filler})
    return {"type": kind, "trigger": span, "arguments": arguments}


def _clusters(reading: DocumentReading, chains: list[Any], key: str) -> list[list[list[int]]]:
    spans = []
    for place, mentions in enumerate(chains):
        if not isinstance(mentions, list) or not mentions:
            reading.fail("an entity without mentions", key, place)
        spans.append([reading.pair(mention, key, place, i) for i, mention in enumerate(mentions)])
    return spans


READER = Reader(
    recognise, read, Documents, others={Spans: entities(read), Mentions: clusters(read)}, borders=json_lines
)
