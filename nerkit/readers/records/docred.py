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

from typing import Any

from nerkit.algorithms.columns import LARGEST
from nerkit.corpora.records import SENTENCES, Documents
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Value, shown
from nerkit.readers.records.as_spans import others
from nerkit.readers.records.document_table import (
    Body,
    DocumentReading,
    DocumentTable,
    Unit,
    joined_tokens,
    of_values,
)

FACT = {  # member of a fact -> its types, and what it is
    "title": ((str,), "a string"),
    "h_idx": ((int,), "an integer"),
    "t_idx": ((int,), "an integer"),
    "r": ((str,), "a string"),
    "evidence": ((list, tuple), "a list"),  # which may be missing
}
FORM = (
    'a document is {"title": …, "sents": [[…]], "vertexSet": [[{"pos": [start, end], …}]], "labels": '
    '[{"h": 0, "t": 1, "r": …}]}, a fact {"title": …, "h_idx": 0, "t_idx": 1, "r": …}'
)


def _value(value: Value, table: DocumentTable) -> None:
    """Add a document or a fact; facts of one title in a file are one document."""
    reading = _DocredReading(value, FORM, Unit())
    body = reading.record(value.value, "a document")
    if "h_idx" in body:
        _fact(reading, body, table)
    else:
        table.add(reading.text(body, "title"), reading.document(body), value)


def _fact(reading: DocumentReading, body: Body, table: DocumentTable) -> None:
    """Add a fact of a submission to the document of its title."""
    for key, (kind, what) in FACT.items():
        if type(body.get(key, () if key == "evidence" else None)) not in kind:
            problem = f"{key} is {shown(body[key])}, not {what}" if key in body else f"no {key}"
            reading.fail(problem, key)
    title, evidence, submitted = body["title"], body.get("evidence", ()), table.of_file
    if title not in submitted:
        submitted[title] = {"relations": []}
        table.add(title, submitted[title])
    fact = {"type": body["r"], "head": body["h_idx"], "tail": body["t_idx"], "evidence": evidence}
    submitted[title]["relations"].append(fact)


class _DocredReading(DocumentReading):
    """An annotated document; *first* are the first tokens of its sentences, and the end of the last."""

    __slots__ = ("first", "types")

    def document(self, body: Body) -> Body:
        """Read entities with their mentions, and relations between them."""
        tokens, self.first = joined_tokens(self, self.items(body, "sents"), "sents")
        if not isinstance(body.get("vertexSet"), list):
            self.fail("no vertexSet", "vertexSet")
        clusters = self.clusters(body["vertexSet"], "vertexSet", self.mention)
        self.types = [mentions[0].get("type") for mentions in body["vertexSet"]]
        labels = enumerate(self.items(body, "labels"))
        made = {
            "entities": [mention for cluster in clusters for mention in cluster],
            "clusters": [[mention["span"] for mention in cluster] for cluster in clusters],
            "relations": [self.relation(label, "labels", place) for place, label in labels],
            "names": self.clusters(body["vertexSet"], "vertexSet", self.name),
        }
        return made | ({SENTENCES: self.first, "tokens": tokens} if len(self.first) > 1 else {})

    def mention(self, mention: Any, *path: str | int) -> Body:
        """A mention, with offsets in the document."""
        sentence = self.record(mention, "a mention", *path).get("sent_id")
        if type(sentence) is not int or not 0 <= sentence < max(len(self.first) - 1, 1):
            self.fail(f"sent_id {shown(sentence)} is no sentence of the document", *path, "sent_id")
        before = self.first[sentence]
        self.size = self.first[sentence + 1] - before if len(self.first) > 1 else LARGEST
        start, end = self.pair(mention.get("pos"), *path, "pos")
        return {"type": self.label(mention, "type", *path), "span": [start + before, end + before]}

    def name(self, mention: Body, *path: str | int) -> str | None:
        """The name of a mention, if it has one."""
        return self.label(mention, "name", *path)

    def relation(self, label: Any, *path: str | int) -> Body:
        """A relation between entities, which are numbers."""
        ends: list[Any] = [self.record(label, "a relation", *path).get(key) for key in ("h", "t")]
        for key, end in zip(("h", "t"), ends, strict=True):
            if type(end) is not int or not 0 <= end < len(self.types):
                remedy = f"entities are numbered from 0, and there are {len(self.types)}"
                self.no_entity(key, end, *path, key, remedy=remedy)
        return {
            "type": self.text(label, "r", *path),
            "head": ends[0],
            "tail": ends[1],
            "head_type": self.types[ends[0]],
            "tail_type": self.types[ends[1]],
            "evidence": self.items(label, "evidence", *path),
        }


REFUSES = (
    ", an entity without mentions, a relation of an entity that is not there, offsets outside a sentence"
)
read = of_values("docred", FORM, _value, refuses=REFUSES)
READER = Reader(read, Documents, implicit_documents=True, others=others(read))
