"""DocRED's and Re-DocRED's JSON: relations between the entities of documents, and submissions of them.

    [{"title": "d", "sents": [["Tolkien", "left", "Oxford"]],
      "vertexSet": [[{"name": "Tolkien", "sent_id": 0, "pos": [0, 1], "type": "PER"}],
                    [{"name": "Oxford", "sent_id": 0, "pos": [2, 3], "type": "LOC"}]],
      "labels": [{"h": 0, "t": 1, "r": "P551", "evidence": [0]}]}]
    [{"title": "d", "h_idx": 0, "t_idx": 1, "r": "P551", "evidence": [0]}]

- A file is a list of documents or of facts (a submission); facts of one title are one document, which exists
  through its facts only. The id of a document is its title.
- `head` and `tail` of a relation are numbers of entities, from 0; `evidence` are numbers of sentences.
- Offsets (`pos`) are tokens of the sentence, ends exclusive; those that `nerkit spans` and `nerkit coref` see
  are of the document. A cluster is an entity with its mentions.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

from nerkit.algorithms.columns import LARGEST
from nerkit.corpora.mentions import Mentions
from nerkit.corpora.records import SENTENCES, Documents
from nerkit.corpora.spans import Spans
from nerkit.errors import InputError
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Value, beginning, shown
from nerkit.readers.records.as_spans import clusters, entities
from nerkit.readers.records.document_table import Body, DocumentReading, DocumentTable, Unit, joined_tokens

FACT = ("h_idx", "t_idx", "r")
UNIT = Unit()
FORM = (
    'a document is {"title": …, "sents": [[…]], "vertexSet": [[{"pos": [start, end], …}]], "labels": '
    '[{"h": 0, "t": 1, "r": …}]}, a fact {"title": …, "h_idx": 0, "t_idx": 1, "r": …}'
)


def recognise(head: str) -> bool:
    """True when the first value is a document with a vertexSet, or a fact."""
    value = beginning(head)
    if not isinstance(value, dict) or "title" not in value:
        return False
    return "vertexSet" in value or all(key in value for key in FACT[:2])


def read(sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any) -> Documents:
    """All documents of DocRED files as one corpus.

    Raises InputError (file, line, column, remedy) for what is not JSON or has not this form, an entity
    without mentions, a relation of an entity that is not there, offsets outside a sentence.
    """
    table = DocumentTable("docred", refused=refused)
    sources = list(sources)
    for source in sources:
        table.each(source, FORM, partial(_value, submitted={}, table=table))
    return table.documents(sources)


def _value(value: Value, submitted: dict[str, Body], table: DocumentTable) -> None:
    """Add a document or a fact."""
    body = value.value
    if not isinstance(body, dict):
        value.fail(f"{shown(body)} is not a document", remedy=FORM)
    if "h_idx" in body:
        _fact(value, body, submitted, table)
    else:
        _document(value, body, table)


def _fact(value: Value, body: Body, submitted: dict[str, Body], table: DocumentTable) -> None:
    """Add a fact of a submission to the document of its title."""
    title, head, tail, kind = body.get("title"), body["h_idx"], body.get("t_idx"), body.get("r")
    evidence = body.get("evidence", ())
    if not (
        type(title) is type(kind) is str
        and type(head) is type(tail) is int
        and (evidence == () or isinstance(evidence, list))
    ):
        _wrong_fact(value, body)
    document = submitted.get(title)  # type: ignore[arg-type]
    if document is None:
        document = submitted[title] = {"relations": []}  # type: ignore[index]
        table.add(title, document)
    document["relations"].append({"type": kind, "head": head, "tail": tail, "evidence": evidence})


def _wrong_fact(value: Value, body: Body) -> None:
    """Raise the InputError for a fact that is none."""
    for key, kind, what in (
        ("title", str, "a string"), ("h_idx", int, "an integer"), ("t_idx", int, "an integer"),
        ("r", str, "a string"), ("evidence", list, "a list"),
    ):  # fmt: skip
        if key not in body or type(body[key]) is not kind:
            problem = f"{key} is {shown(body[key])}, not {what}" if key in body else f"no {key}"
            value.fail(problem, key, remedy=FORM)


def _document(value: Value, body: Body, table: DocumentTable) -> None:
    """Add an annotated document."""
    reading = DocumentReading(value, FORM, UNIT)
    title = reading.text(body, "title")
    tokens, first = joined_tokens(reading, reading.items(body, "sents"), "sents")
    if not isinstance(body.get("vertexSet"), list):
        reading.fail("no vertexSet", "vertexSet")
    made: Body = {"entities": [], "clusters": []}
    for number, mentions in enumerate(body["vertexSet"]):
        if not isinstance(mentions, list) or not mentions:
            reading.fail("an entity without mentions", "vertexSet", number)
        cluster = [
            _mention(reading, each, first, ("vertexSet", number, i)) for i, each in enumerate(mentions)
        ]
        made["entities"] += cluster
        made["clusters"].append([mention["span"] for mention in cluster])
    types = [mentions[0].get("type") for mentions in body["vertexSet"]]
    made["relations"] = [
        _relation(reading, label, types, place) for place, label in enumerate(reading.items(body, "labels"))
    ]
    made["names"] = [
        [reading.label(each, "name", "vertexSet", number, i) for i, each in enumerate(mentions)]
        for number, mentions in enumerate(body["vertexSet"])
    ]
    if len(first) > 1:
        made |= {SENTENCES: first, "tokens": tokens}
    table.add(title, made, value)


def _mention(reading: DocumentReading, mention: Any, first: list[int], path: tuple[str | int, ...]) -> Body:
    """A mention, with offsets in the document."""
    reading.record(mention, "a mention", *path)
    sentence = mention.get("sent_id")
    if type(sentence) is not int or not 0 <= sentence < max(len(first) - 1, 1):
        reading.fail(f"sent_id {shown(sentence)} is no sentence of the document", *path, "sent_id")
    known = len(first) > 1
    reading.size = first[sentence + 1] - first[sentence] if known else LARGEST
    start, end = reading.pair(mention.get("pos"), *path, "pos")
    before = first[sentence]
    return {"type": reading.label(mention, "type", *path), "span": [start + before, end + before]}


def _relation(reading: DocumentReading, label: Any, types: list[Any], place: int) -> Body:
    path = ("labels", place)
    reading.record(label, "a relation", *path)
    ends = [label.get("h"), label.get("t")]
    for key, end in zip(("h", "t"), ends, strict=True):
        if type(end) is not int or not 0 <= end < len(types):
            remedy = f"entities are numbered from 0, and there are {len(types)}"
            reading.no_entity(key, end, *path, key, remedy=remedy)
    return {
        "type": reading.text(label, "r", *path),
        "head": ends[0],
        "tail": ends[1],
        "head_type": types[ends[0]],
        "tail_type": types[ends[1]],
        "evidence": reading.items(label, "evidence", *path),
    }


READER = Reader(
    recognise,
    read,
    Documents,
    implicit_documents=True,
    others={Spans: entities(read), Mentions: clusters(read)},
)
