"""Documents of relations and events converted to other corpora: entities to spans, clusters to mentions."""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE, Column
from nerkit.corpora.mentions import Fragments, Mentions, Words
from nerkit.corpora.offsets import grounds
from nerkit.corpora.records import Documents
from nerkit.corpora.spans import Spans
from nerkit.exceptions import InputError, UsageError
from nerkit.ground.meant import in_own_unit
from nerkit.readers.conditions import holds
from nerkit.readers.register import ITEM_KEYS
from nerkit.readers.sample import Sample

ENTITY_KEYS = {"entities", "entity_mentions", "ner", "predicted_ner"}  # of records

READ = Callable[..., Documents]


def others(read: READ, *, clusters: bool = True) -> dict[type, Callable[..., Any]]:
    """Corpus class -> reader, for the entities (and *clusters*) of a format whose documents *read*
    returns.
    """

    def of(kind: Callable[[Documents], Any]) -> Callable[..., Any]:
        return lambda sources, **_: kind(read(sources))

    return {Spans: of(spans_of), **({Mentions: of(mentions_of)} if clusters else {})}


def spans_of(documents: Documents) -> Spans:
    """The entities of documents as spans. A field holds the fragments of discontinuous entities."""
    rows = [
        (place, entity)
        for place, body in enumerate(documents.values)
        for entity in body.get("entities") or ()
    ]
    document = np.array([place for place, _ in rows], np.int64)
    places = [entity["span"] for _, entity in rows]
    if documents.strings and any(isinstance(place, str) for place in places):
        raise UsageError(f"{_name(documents)}: entities are strings, not offsets")
    apart = [_fragments(place) for place in places]
    fields: dict[str, Column] = {
        "eid": Column.of([entity.get("eid") for _, entity in rows]),
        "score": Column.of([None] * len(rows)),
        "type": Column.of([entity.get("type") for _, entity in rows]),
    }
    if any(apart):
        fields["fragments"] = Column.of(apart)
    lines = [value[0].line if value else 0 for value in documents.in_file] or [0] * len(documents.values)
    texts = [body.get("text") if documents.characters else None for body in documents.values]
    return Spans(
        documents=documents.documents,
        document=document,
        start=np.array([place[0] for place in places], np.int64),
        end=np.array([place[-1] for place in places], np.int64),
        line=np.array([lines[place] for place, _ in rows], np.int64),
        fields=fields,
        origins=documents.origins,
        warnings=documents.warnings,
        named=documents.named,
        other_ids=documents.other_ids,
        texts=texts if any(text is not None for text in texts) else (),
        words=_tokens(documents),
        unread=_others(documents),
        hints=documents.hints,
        label_key=documents.label_key,
        unsure=documents.unsure,
    )


def _tokens(documents: Documents) -> list[Sequence[str] | None]:
    """The tokens of each document; empty if offsets count characters."""
    if documents.characters and in_own_unit():
        return []
    return [ground.tokens for ground in grounds(documents)]


def _others(documents: Documents) -> dict[str, int]:
    """The numbers of relations, events, clusters and items that the reader skipped, by their names."""
    lists = {"relation": "relations", "event": "events", "cluster": "clusters", "n-ary relation": "nary"}
    counts = {noun: sum(len(body.get(key) or ()) for body in documents.values) for noun, key in lists.items()}
    return {noun: count for noun, count in counts.items() if count} | dict(documents.unread)


def _name(documents: Documents) -> str:
    return documents.origins[0].name if documents.origins else "the documents"


def _fragments(span: list[int]) -> str | None:
    """The fragments of a discontinuous span as text, for example `0-5;9-12`; None for a continuous span."""
    if len(span) == 2:
        return None
    return ";".join(f"{start}-{end}" for start, end in zip(span[::2], span[1::2], strict=True))


def meant_for(sample: Sample) -> str | None:
    """The task of records without relations and events: `coref` if they hold clusters, otherwise `spans`."""
    held = {
        key
        for one in sample.records
        if isinstance(one, dict)
        for key in ITEM_KEYS.intersection(one)
        if holds(one[key])
    }
    if not held or held - ENTITY_KEYS - {"clusters"}:
        return None
    return "coref" if "clusters" in held else "spans"


def mentions_of(documents: Documents) -> Mentions:
    """The clusters of documents as mentions.

    Raises InputError if no document has a list of clusters, and UsageError if mentions are strings.
    """
    known = any("clusters" in body for body in documents.values)
    if documents.values and not known:
        name = _name(documents)
        remedy = "nerkit spans scores entities; nerkit ie scores relations and events"
        raise InputError("no document has clusters", source=name, remedy=remedy)
    chains = [
        (place, cluster)
        for place, body in enumerate(documents.values)
        for cluster in body.get("clusters") or ()
    ]
    sizes = np.array([len(cluster) for _, cluster in chains], np.int64)
    mentions = [mention for _, cluster in chains for mention in cluster]
    if documents.strings and any(isinstance(mention, str) for mention in mentions):
        raise UsageError(f"{_name(documents)}: mentions are strings, not offsets")
    first = np.concatenate([[0], np.cumsum([len(mention) // 2 for mention in mentions])]).astype(np.int64)
    offsets = np.fromiter(chain.from_iterable(mentions), np.int64).reshape(-1, 2)
    entity = np.repeat(np.arange(len(chains)), sizes)
    document = np.array([place for place, _ in chains], np.int64)[entity]
    lines = [value[0].line if value else 0 for value in documents.in_file] or [0] * len(documents.values)
    return Mentions(
        documents=documents.documents,
        document=document,
        entity=entity,
        entities=[str(number) for number in range(1, len(chains) + 1)],
        span=Fragments(first, offsets[:, 0], offsets[:, 1]),
        line=np.array(lines, np.int64)[document],
        head=np.full(len(mentions), NONE),
        words=_words(documents, lines),
        texts=[body.get("text") for body in documents.values] if documents.characters else (),
        origins=documents.origins,
        warnings=documents.warnings,
        named=documents.named,
        other_ids=documents.other_ids,
    )


def _words(documents: Documents, lines: list[int]) -> Words | None:
    """The tokens of the documents; None if a document has no tokens."""
    if documents.characters or not all("tokens" in body for body in documents.values):
        return None
    tokens = [body["tokens"] for body in documents.values]
    sizes = np.array([len(each) for each in tokens], np.int64)
    first = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return Words(first, list(chain.from_iterable(tokens)), np.repeat(np.array(lines, np.int64), sizes))
