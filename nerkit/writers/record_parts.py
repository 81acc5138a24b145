"""Adapt documents with relations and events to an output format, and count data that it cannot hold.

Offsets of a format count tokens or characters. Documents with tokens can become texts of their tokens, joined
by blanks, but texts cannot become tokens. Data that a format cannot hold are counted and reported before
anything is written.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from nerkit.corpora.records import Documents, as_characters
from nerkit.corpora.schemes import Decoder
from nerkit.corpora.schemes import as_spans as as_spans_of
from nerkit.corpora.spans import STRING, Spans
from nerkit.corpora.tags import Tagged
from nerkit.exceptions import UsageError, plural
from nerkit.writers.format import CHARACTERS, OFFSETS, TOKENS, Writer

Body = dict[str, Any]
Files = Callable[[Documents], Iterator[tuple[str, str]]]
ENTITIES, RELATIONS, EVENTS, CLUSTERS = "entities", "relations", "events", "clusters"
EVIDENCE, ATTRIBUTES, HEADS, FRAGMENTS = "evidence", "attributes", "heads", "fragments"
IDS, SCORES, FIELDS = "eid", "score", "fields"
OWN = ("type", "eid", "score", "fragments", "text", STRING)  # fields of spans with a fixed meaning
NO_PLACE = "string without a place"
NARY, TEMPLATES, MENTION_OFFSETS = "nary", "templates", "offsets"
TAGS, OPTIONAL = "tags", "optional"  # keys of fillers of MUC-4
SPANS = "spans"  # the form of documents that were converted from spans
PARTS = {  # part of a document that a format can lack -> its noun
    ENTITIES: "entity", RELATIONS: "relation", EVENTS: "event", CLUSTERS: "cluster",
    EVIDENCE: "evidence list",
    ATTRIBUTES: "attribute", HEADS: "head", FRAGMENTS: "discontinuous span", "loose": "loose relation end",
    "triggers": "triggerless event", "strings": "string span", IDS: "entity id", SCORES: "score",
    FIELDS: "further field",
    NARY: "n-ary relation", TEMPLATES: "template", MENTION_OFFSETS: "mention offset",
    TAGS: "filler tag", OPTIONAL: "optional mark",
}  # fmt: skip
EVERYTHING = frozenset(PARTS) - {NARY, TEMPLATES, MENTION_OFFSETS, TAGS, OPTIONAL}
PLACES = frozenset(("strings", FRAGMENTS, "triggers"))  # special kinds of places of items


def items_of(body: Body, key: str) -> Sequence[Any]:
    """The items in the list *key* of a document; empty if the document has no such list."""
    return body.get(key) or ()


def lost(documents: Documents, writer: Writer) -> list[str]:
    """Phrases that count the data of documents that a format cannot hold, such as `14 relations`."""
    counts = {name: count for name, count in held(documents).items() if name not in writer.holds}
    with_items = [
        *(("loose", EVIDENCE) if RELATIONS in counts else ()),
        *(("triggers",) if EVENTS in counts else ()),
    ]
    for name in with_items:  # these are lost together with their relation or event
        counts.pop(name, None)
    parts = [plural(count, PARTS[name]) for name, count in counts.items() if count]
    if not writer.holds >= PLACES:
        parts += _at_places(documents, writer.holds)
    return [*parts, *(plural(count, noun) for noun, count in documents.unread.items())]


def with_places(body: Body, holds: frozenset[str]) -> Body:
    """A document without items at places that a format cannot hold: strings, fragments, missing triggers."""

    def fits(place: Any) -> bool:
        if place is None or isinstance(place, str):
            return ("triggers" if place is None else "strings") in holds
        return not isinstance(place, list) or len(place) == 2 or FRAGMENTS in holds

    def fitting(items: Sequence[Body], *keys: str) -> Iterator[Body]:
        """The items whose places under *keys* the format can hold, without heads that it cannot hold."""
        for each in items:
            if all(fits(each.get(key)) for key in keys):
                known = [key for key in ("head", "trigger_head") if each.get(key) is not None]
                heads = [key for key in known if not fits(each[key])]
                inner = {"arguments": list(fitting(each["arguments"], "span"))} if "arguments" in each else {}
                yield (without(each, *heads) if heads else each) | inner

    kept = dict(body)
    for name, keys in ((ENTITIES, ["span"]), (RELATIONS, ["head", "tail"]), (EVENTS, ["trigger"])):
        if body.get(name):
            kept[name] = list(fitting(body[name], *keys))
    if not all(fits(place) for chain in items_of(body, CLUSTERS) for place in chain):
        chains = [[place for place in chain if fits(place)] for chain in body[CLUSTERS]]
        kept[CLUSTERS] = [chain for chain in chains if chain]
    return kept


TEMPLATE = 'write a template as {"type": "attack", "fillers": [{"role": "Victim", "mentions": ["a name"]}]}'


def _records(documents: Documents, holder: Any, path: tuple[str | int, ...], key: str) -> list[Body]:
    """The records in the list under *key* of a document or template; empty if there is no list.

    *path* is the place of the document or template. Raises InputError if the value is not a list of records.
    """
    items = holder.get(key) or []
    is_list = isinstance(items, list)
    wrong = next((i for i, each in enumerate(items) if not isinstance(each, dict)), None) if is_list else key
    if wrong is None:
        return list(items)
    problem = f"{key} must be a list of records"
    documents.fail(problem, (*path, key) if wrong == key else (*path, key, wrong), TEMPLATE)
    raise UsageError(problem)


def _fillers(documents: Documents, body: Body, place: int, templates: Sequence[Body]) -> Iterator[Body]:
    """The fillers of a document and of its templates. Raises InputError for lists that are not records."""
    yield from _records(documents, body, (place,), "fillers")
    for i, template in enumerate(templates):
        yield from _records(documents, template, (place, TEMPLATES, i), "fillers")


def held(documents: Documents) -> dict[str, int]:
    """Part of a document (a key of PARTS) -> the number of its occurrences in documents."""
    counts = dict.fromkeys(PARTS, 0)
    for place, body in enumerate(documents.values):
        templates = _records(documents, body, (place,), TEMPLATES)
        counts[TEMPLATES] += len(templates)
        counts[NARY] += len(_records(documents, body, (place,), NARY))
        for name in (ENTITIES, RELATIONS, EVENTS, CLUSTERS):
            counts[name] += len(items_of(body, name))
        places = {tuple(entity["span"]) for entity in items_of(body, ENTITIES)}
        for relation in items_of(body, RELATIONS):
            ends = [relation["head"], relation["tail"]]
            counts["loose"] += sum(isinstance(end, list) and tuple(end) not in places for end in ends)
            counts[EVIDENCE] += bool(relation.get("evidence"))
        fillers = list(_fillers(documents, body, place, templates))
        offsets = [each.get(MENTION_OFFSETS) for each in fillers]
        counts[MENTION_OFFSETS] += sum(len(each) for each in offsets if isinstance(each, list))
        counts[TAGS] += sum(TAGS in each for each in fillers)
        counts[OPTIONAL] += sum(OPTIONAL in each for each in (*fillers, *templates))
        counts["triggers"] += sum(event.get("trigger") is None for event in items_of(body, EVENTS))
        for entity in items_of(body, ENTITIES):
            counts[IDS] += bool(entity.get("eid"))
            counts[SCORES] += entity.get("score") is not None
            counts[FIELDS] += len(entity.get("fields") or ())
        for item in _items(body):
            counts[ATTRIBUTES] += len(item.get("attributes") or ())
            counts[HEADS] += (item.get("head") is not None and "tail" not in item) or "trigger_head" in item
            for span in (item.get(key) for key in ("span", "head", "tail", "trigger")):
                counts["strings"] += isinstance(span, str)
                counts[FRAGMENTS] += isinstance(span, list) and len(span) > 2
    return counts


def _items(body: Body) -> Iterator[Body]:
    yield from items_of(body, ENTITIES)
    yield from items_of(body, RELATIONS)
    for event in items_of(body, EVENTS):
        yield event
        yield from event["arguments"]


def _at_places(documents: Documents, holds: frozenset[str]) -> list[str]:
    """Phrases that count the relations, arguments and events at places that a format cannot hold."""
    counts: Counter[str] = Counter()
    for body in documents.values:
        kept = with_places(body, holds)
        if RELATIONS in holds:
            counts["relation"] += len(items_of(body, RELATIONS)) - len(items_of(kept, RELATIONS))
        if EVENTS in holds:
            sizes = [[len(event["arguments"]) for event in items_of(each, EVENTS)] for each in (body, kept)]
            counts["event"] += len(sizes[0]) - len(sizes[1])
            counts["argument"] += sum(sizes[0]) - sum(sizes[1])
    return [f"{plural(count, noun)} of such a place" for noun, count in counts.items() if count]


def fitted(documents: Documents, writer: Writer, to: str) -> Documents:
    """The documents without items at places that a format cannot hold, with offsets in its unit.

    Raises UsageError for documents without tokens if offsets must count tokens, and for documents without a
    text if offsets must count characters.
    """
    known = "tokens" if writer.unit == TOKENS else "text"
    if not writer.holds >= PLACES:
        kept = [with_places(body, writer.holds) for body in documents.values]
        documents = replace(documents, values=kept)
    if writer.unit in (CHARACTERS, OFFSETS) and not documents.characters:
        documents = as_characters(documents)
    if writer.unit in (TOKENS, CHARACTERS):
        for name, body in zip(documents.documents, documents.values, strict=True):
            if known not in body:
                in_tokens = documents.form == SPANS and not documents.characters
                remedy = "; give the tokens with tokens=FILE" if in_tokens else ""
                raise UsageError(f"{to} needs {known}, but document {name} has none{remedy}")
    return documents


def of_tagged(tagged: Tagged) -> Documents:
    """Convert tagged tokens to documents with tokens and entities."""
    decoder = Decoder(tagged)
    documents = of_spans(as_spans_of(tagged, decoder.lenient(), decoder.types))
    return with_tokens(replace(documents, warnings=tagged.warnings), tagged)


def with_tokens(documents: Documents, tagged: Tagged) -> Documents:
    """Add tokens to documents, which are matched with the documents of *tagged* by id, or in order."""
    words, ends = tagged.tokens(), np.cumsum(tagged.sizes()).tolist()
    listed = [words[first:last] for first, last in zip([0, *ends], ends, strict=False)]
    by_name = dict(zip(tagged.documents, listed, strict=True))
    if not tagged.named and len(listed) == len(documents):
        by_name = dict(zip(documents.documents, listed, strict=True))
    values = [
        {"tokens": by_name[name], **body} if name in by_name else body
        for name, body in zip(documents.documents, documents.values, strict=True)
    ]
    return replace(documents, values=values)


def of_spans(spans: Spans) -> Documents:
    """Convert spans to documents with entities."""
    nowhere = spans.strings_without_place()
    spans = spans.take(~nowhere) if nowhere.any() else spans
    further = {name: column for name, column in spans.fields.items() if name not in OWN}
    texts = spans.texts or [None] * len(spans.documents)
    values: list[Body] = [
        {"entities": []} if text is None else {"text": text, "entities": []} for text in texts
    ]
    for row, document in enumerate(spans.document.tolist()):
        kind, apart, eid, score = (
            None if (column := spans.fields.get(key)) is None else column.value(row)
            for key in ("type", "fragments", "eid", "score")
        )
        place = [int(offset) for part in apart.split(";") for offset in part.split("-")] if apart else [
            int(spans.start[row]), int(spans.end[row])
        ]  # fmt: skip
        own = {key: each for key, column in further.items() if (each := column.value(row)) is not None}
        known = without({"eid": eid or None, "score": score, "fields": own or None})
        values[document]["entities"].append({"type": kind, "span": place, **known})
    unread = {
        "further candidate": sum(len(each) - 1 for each in spans.candidates.values()),
        NO_PLACE: int(nowhere.sum()),
    }
    return Documents(
        spans.documents,
        values,
        origins=spans.origins,
        warnings=spans.warnings,
        named=spans.named,
        form=SPANS,
        characters=any(text is not None for text in texts),
        unread={noun: count for noun, count in unread.items() if count} | dict(spans.unread),
    )


def numbered_entities(body: Body) -> tuple[list[Body], dict[tuple[int, ...], int]]:
    """The entities of a document, and span -> number of its entity.

    Ends of relations that are not entities are added as entities.
    """
    entities = list(items_of(body, ENTITIES))
    places: dict[tuple[int, ...], int] = {}
    for number, entity in enumerate(entities):
        places.setdefault(tuple(entity["span"]), number)
    for relation in items_of(body, RELATIONS):
        for key in ("head", "tail"):
            if tuple(relation[key]) not in places:
                places[tuple(relation[key])] = len(entities)
                entities.append({"type": relation.get(f"{key}_type"), "span": relation[key]})
    return entities, places


def as_spans(body: Body) -> Body:
    """A document with relations between spans; an end that numbers a cluster becomes its first mention."""
    chains = items_of(body, CLUSTERS)

    def end(value: Any) -> Any:
        return chains[value][0] if isinstance(value, int) and value < len(chains) else value

    relations = [
        {**relation, "head": end(relation["head"]), "tail": end(relation["tail"])}
        for relation in items_of(body, RELATIONS)
    ]
    return {**body, RELATIONS: relations} if relations else body


def json_writer(
    document: Callable[[str, Body], Body],
    unit: str,
    *holds: str,
    lines: bool = True,
    numbers: bool = False,
    templates: bool = False,
) -> Writer:
    """The writer of a JSON format with one document per line, or without *lines* with one list of documents.

    document   function (id, body of a document) -> its JSON object
    unit       the unit of offsets
    holds      the parts of documents that the format can hold
    numbers    whether relations can be between numbers of clusters; if not, they are between spans
    templates  whether documents hold fillers or templates
    """

    def write(documents: Documents) -> Iterator[str]:
        texts = (
            json.dumps(document(name, body if numbers else as_spans(body)), ensure_ascii=False)
            for name, body in zip(documents.documents, documents.values, strict=True)
        )
        yield from (f"{text}\n" for text in texts) if lines else ["[" + ",\n ".join(texts) + "]\n"]

    return Writer(write, Documents, frozenset(holds), unit, templates=templates)


def folder(to: str, files: Files, lost: Callable[[Any], list[str]], unit: str, *holds: str) -> Writer:
    """The writer of a format with one file per document.

    to     the name of the format, for messages
    files  function (documents) -> the name and text of each file
    lost   function (documents) -> phrases about data that the format cannot hold
    unit   the unit of offsets
    holds  the parts of documents that the format can hold
    """

    def write(documents: Documents) -> Iterator[str]:
        """The annotations of a single document."""
        if len(documents) > 1:
            problem = (
                f"{to} has one file per document, and there are {len(documents):,} documents; name a folder"
            )
            raise UsageError(problem)
        yield from (text for _, text in islice(files(documents), 1))

    return Writer(write, Documents, frozenset(holds), unit, files=files, lost=lost)


def inclusive(span: Sequence[int]) -> list[int]:
    """Convert half-open offsets to [first, last]."""
    return [span[0], span[1] - 1]


def words(body: Body, span: list[int]) -> str:
    """The text of a span, with blanks between fragments; empty if the document has no text and no tokens."""
    pairs = list(zip(span[::2], span[1::2], strict=True))
    if "tokens" in body:
        return " ".join(token for start, end in pairs for token in body["tokens"][start:end])
    return " ".join(body.get("text", "")[start:end] for start, end in pairs)


def without(item: Mapping[str, Any], *keys: str) -> Body:
    """A copy of an item without the given keys, and without keys whose value is None."""
    return {key: value for key, value in item.items() if key not in keys and value is not None}
