"""Slices of relations, triggers and arguments: rows by sentence, length and occurrence in training data.

    item        where it begins      its length                      its text
    relation    its first end        from its first to its last end  those of head and tail
    trigger     its trigger          that of its trigger             that of its trigger
    argument    its span             that of its span                that of its span

Lengths are in tokens, in characters where offsets count these, in words where spans are strings. Facts
between entities have no place and no length, because their entities have several mentions. A fact is seen if
the training data has any name of the first entity with any name of the second. Fillers of roles are several
mentions too; they are seen where any of them is. Templates have none of these: their measures have no such
rows.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import SENTENCES, Documents
from nerkit.exceptions import UsageError
from nerkit.scorers.ie.document_text import DocumentText
from nerkit.scorers.ie.templates.views import comparable
from nerkit.scorers.ie.views import Body, listed
from nerkit.scorers.slices import BINS, LENGTH, SEEN, SENTENCE, STATES, Seen, Slices, bins, without_sentences

PLACES = {"relations": ("head", "tail"), "events": ("trigger",), "arguments": ("span",)}  # of items, by list
LABELS = {"relations": "type", "events": "type", "fillers": "role", "arguments": "role"}
NAMES = "names"  # of a document: those of each of its entities
NO_PLACE = "have no place in the text"
BY_PLACE = ": no rows by sentence or length, because its items"
ValueOf = Callable[[str, int, Body], str]  # (list, document, item) -> the value of a field


def sliced(batch: Batch[Documents], slices: Slices) -> Batch[Documents]:
    """Return the batch with the fields of the slices that rows need.

    Raises UsageError for rows by sentence if gold documents do not give the beginnings of sentences.
    """
    bodies = [body for body in batch.gold.values if isinstance(body, dict)]
    if not all(SENTENCES in body for body in bodies):
        without_sentences(slices, "the documents do not mark where sentences begin")
    return Batch(batch.documents, replace(batch.gold, slices=slices), replace(batch.system, slices=slices))


def seen_items(side: Documents) -> Iterator[Seen]:
    """Yield text and label of every relation, trigger and argument of training data."""
    for body in side.values:
        if not isinstance(body, dict):
            continue
        text = DocumentText.of(body)
        arguments = [each for event in listed(body, "events") for each in event.get("arguments", ())]
        lists = {name: listed(body, name) for name in ("relations", "events", "fillers")} | {
            "arguments": arguments
        }
        for name, items in lists.items():
            for item in items:
                label = str(item.get(LABELS[name]))
                renamed = side.selection.names if side.selection else {}
                for each in _texts(name, item, text, body.get(NAMES)):
                    yield each, renamed.get(label, label)


def values_of(batch: Batch[Documents], field: str, label: str, measure: str) -> ValueOf:
    """Return the function that gives the value of a field of an item; *label* is the field that labels items.

    Raises UsageError for an item without a position, and for a missing text if the text is needed.
    """
    if field == LENGTH:
        return lambda name, _, item: _length(name, item, measure)
    if field == SENTENCE:
        return _sentences(batch, measure)
    if field == SEEN:
        return _seen(batch, label)
    return lambda *where: str(where[-1][label])


def _spans(name: str, item: Mapping[str, Any], refused: str) -> list[Any]:
    """Return the spans of an item. Raises UsageError for an item without spans; *refused* begins its
    message.
    """
    spans = [item.get(key) for key in PLACES.get(name, ())]
    for span in spans or [None]:
        is_list = isinstance(span, list) and len(span) > 1 and all(type(offset) is int for offset in span)
        if not (is_list or isinstance(span, str)):
            raise UsageError(f"{refused} {NO_PLACE}")
    return spans


def _length(name: str, item: Body, measure: str) -> str:
    spans = _spans(name, item, f"{measure}{BY_PLACE}")
    if any(isinstance(span, str) for span in spans):
        size = sum(len(str(span).split()) for span in spans)
    elif len(spans) > 1:
        size = max(span[-1] for span in spans) - min(span[0] for span in spans)
    else:
        size = sum(spans[0][1::2]) - sum(spans[0][::2])
    return BINS[int(bins(np.array([size]))[0])]


def _sentences(batch: Batch[Documents], measure: str) -> ValueOf:
    several = len(batch.documents) > 1
    begins: Sequence[Any] = [
        body[SENTENCES] if isinstance(body, dict) else (other or {}).get(SENTENCES, [0])
        for body, other in zip(batch.gold.values, batch.system.values, strict=True)
    ]

    def of_item(name: str, document: int, item: Body) -> str:
        """Return the 1-based number of the sentence of an item, after the id of its document if there are
        several documents.
        """
        spans = _spans(name, item, f"{measure}{BY_PLACE}")
        if any(isinstance(span, str) for span in spans):
            raise UsageError(f"{measure}: no rows by sentence, because spans are strings")
        first = min(span[0] for span in spans)
        number = max(int(np.searchsorted(begins[document][:-1], first, "right")), 1)
        return f"{batch.documents[document]}#{number}" if several else str(number)

    return of_item


def _seen(batch: Batch[Documents], label: str) -> ValueOf:
    slices = batch.gold.slices
    assert slices is not None
    known = slices.known
    assert known is not None
    sides = [[DocumentText.of(body) for body in side.values] for side in (batch.gold, batch.system)]
    texts = [sides[0][i] or sides[1][i] for i in range(len(batch.documents))]

    names = [
        (body or {}).get(NAMES) or (other or {}).get(NAMES)
        for body, other in zip(batch.gold.values, batch.system.values, strict=True)
    ]

    def of_item(name: str, document: int, item: Body) -> str:
        every = _texts(name, item, texts[document], names[document])
        states = known.states([(text, str(item[label])) for text in every])
        return STATES[int(states.min(initial=len(STATES) - 1))]  # what is known best comes first

    return of_item


def _texts(
    name: str, item: Mapping[str, Any], text: DocumentText | None, names: Sequence[Sequence[str]] | None
) -> list[str]:
    """Return the texts of an item, usually one. A fact has a text for each pair of names, and a filler has a
    text for each mention, in compared form.
    """
    if name == "fillers":
        return [f"filler: {comparable(mention)}" for mention in item.get("mentions", ())]
    head, tail = item.get("head"), item.get("tail")
    if type(head) is int and type(tail) is int:
        known = names or ()  # a document that gold lacks has none
        inside = 0 <= head < len(known) and 0 <= tail < len(known)
        return (
            [f"fact: {one} → {other}" for one, other in product(known[head], known[tail])] if inside else []
        )
    return [_text(name, item, text)]


def _text(name: str, item: Mapping[str, Any], text: DocumentText | None) -> str:
    """Return the texts of an item's spans after its kind, so that a trigger is not taken for an argument."""
    spans = _spans(name, item, "no rows by seen, because items")
    texts = [span if isinstance(span, str) else text and text.covered(span) for span in spans]
    if None in texts:
        raise UsageError("no rows by seen, because items have no texts; give documents tokens or a text")
    return f"{name}: {' → '.join(map(str, texts))}"
