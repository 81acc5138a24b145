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

from typing import Any

from nerkit.readers.json_text import Path, shown
from nerkit.readers.records import relation_spelling
from nerkit.readers.records.document_table import Body, Unit
from nerkit.readers.records.shape import (
    Ends,
    EntityList,
    RelationList,
    SentenceList,
    Shape,
    ShapedReading,
    by_offsets,
)
from nerkit.readers.sample import Sample

PREDICTED = "predicted_"
OWN = ("ner", "relations", "events")  # lists by sentence
FORM = (
    'a line is {"doc_key": …, "sentences": [[…]], "ner": [[[start, end, type]]], "relations": [[…]], '
    '"events": [[…]], "clusters": [[[start, end]]]}'
)
TRIGGER = "a trigger is [token, type], the first item of its event"


def recognise(sample: Sample) -> bool:
    """True when the first document has sentences, and entities, relations or events by sentence."""
    document = sample.told
    if not isinstance(document, dict) or not any(
        f"{key}{own}" in document for own in OWN for key in ("", PREDICTED)
    ):
        return False
    relations = document.get("relations")
    if isinstance(relations, list) and relations and relation_spelling.may_be(relations[0]):
        return False  # plain JSONL, not by sentence
    if "sentences" in document or "doc_key" in document:
        return "evt_triggers" not in document
    lists = [document[own] for own in OWN if document.get(own)]
    return bool(lists) and all(
        isinstance(items, list) and all(isinstance(item, list) for item in (items[0], *items[0]))
        for items in lists
    )


def _key(body: Body, name: str) -> str:
    return PREDICTED + name if PREDICTED + name in body else name


def _listed(reading: ShapedReading, body: Body, name: str) -> list[tuple[Path, list[Any]]]:
    """The items of all sentences, and where each stands."""
    key = _key(body, name)
    items: list[tuple[Path, list[Any]]] = []
    for sentence, listed in enumerate(reading.items(body, key)):
        if not isinstance(listed, list):
            reading.fail(f"{shown(listed)} is not a list of the {name} of a sentence", key, sentence)
        for place, item in enumerate(listed):
            if not isinstance(item, list):
                reading.fail(f"{shown(item)} is not an item of {name}", key, sentence, place)
            items.append(((key, sentence, place), item))
    return items


def _further(reading: ShapedReading, body: Body, made: Body) -> None:
    made["events"] = [_event(reading, item, path) for path, item in _listed(reading, body, "events")]
    key = _key(body, "clusters")
    if key in body:
        chains = reading.items(body, key)
        if not any(chains):  # as files without coreference have them, one for each sentence
            reading.table.tally.add("empty cluster", "left out", len(chains))
            chains = []
        made["clusters"] = reading.clusters(chains, key, reading.pair)
    own = {
        name: sum(map(len, body[name]))
        for name in OWN
        if PREDICTED + name in body and _is_listed(body.get(name))
    }
    if own:
        made["own_gold"] = own


def _is_listed(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, list) for each in value)


def _event(reading: ShapedReading, event: list[Any], path: Path) -> Body:
    trigger = event[0] if event else None
    if not isinstance(trigger, list) or len(trigger) < 2:
        reading.fail("an event without a trigger", *path, remedy=TRIGGER)
    if isinstance(trigger[1], str):
        span, kind = reading.span(trigger[0], trigger[0], *path, 0, first=0, last=0), trigger[1]
    else:
        span, kind = _labelled(reading, trigger, (*path, 0))
    arguments = []
    for place, argument in enumerate(event[1:], 1):
        if not isinstance(argument, list):
            reading.fail(f"{shown(argument)} is not an argument", *path, place)
        filler, role = _labelled(reading, argument, (*path, place))
        arguments.append({"role": role, "span": filler})
    return {"type": kind, "trigger": span, "arguments": arguments}


def _labelled(reading: ShapedReading, item: list[Any], path: Path) -> tuple[list[int], str]:
    """The span of an item, and its label behind it."""
    ENTITIES.check(reading, item, path)
    return reading.span(item[0], item[1], *path, first=0, last=1), item[2]


ENTITIES = EntityList("ner", "[start, end, label]", 2, place=(0, 1))
SHAPE = Shape(
    "dygie",
    SentenceList("sentences"),
    ("doc_key", "doc_id"),
    [ENTITIES],
    RelationList("relations", "[start, end, start, end, label]", 4, Ends(0, 2, by_offsets)),
    unit=Unit(after=1),
    form=FORM,
    further=_further,
    items=_listed,
)
READER = SHAPE.reader(clusters=True)
