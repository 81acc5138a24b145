"""DocRED's and Re-DocRED's JSON: relations between the entities of documents, and submissions of them.

    [{"title": "d", "sents": [["Tolkien", "left", "Oxford"]],
      "vertexSet": [[{"name": "Tolkien", "sent_id": 0, "pos": [0, 1], "type": "PER"}],
                    [{"name": "Oxford", "sent_id": 0, "pos": [2, 3], "type": "LOC"}]],
      "labels": [{"h": 0, "t": 1, "r": "P551", "evidence": [0]}]}]
    [{"title": "d", "h_idx": 0, "t_idx": 1, "r": "P551", "evidence": [0]}]

- A file is a list of documents or of facts (a submission). The facts with one title are one document, which
  has nothing but its facts. The id of a document is its title.
- `head` and `tail` of a relation are numbers of entities, from 0; `evidence` are numbers of sentences.
- Offsets (`pos`) are tokens of the sentence, ends exclusive; in `nerkit spans` and `nerkit coref` they are
  tokens of the document. A cluster is an entity with its mentions.
"""

from nerkit.readers.json_text import shown
from nerkit.readers.records.document_table import Body, DocumentRead
from nerkit.readers.records.mention_lists import MentionClusters, MentionLists
from nerkit.readers.records.shape import Ends, RelationList, SentenceList, Shape, ShapedReading, by_number

FACT = {  # member of a fact -> its types, and what it is
    "title": ((str,), "a string"),
    "h_idx": ((int,), "an integer"),
    "t_idx": ((int,), "an integer"),
    "r": ((str,), "a string"),
    "evidence": ((list, tuple), "a list"),  # optional
}
FORM = (
    'a document is {"title": …, "sents": [[…]], "vertexSet": [[{"pos": [start, end], …}]], "labels": '
    '[{"h": 0, "t": 1, "r": …}]}, a fact {"title": …, "h_idx": 0, "t_idx": 1, "r": …}'
)


class RelationShape(Shape):
    """A reader of DocRED documents and submitted facts. The facts with one title in a file are one
    document.
    """

    def made_of(self, reading: ShapedReading, body: Body) -> DocumentRead | None:
        """Make a document, or add a submitted fact to the document with its title."""
        if "h_idx" in body:
            _fact(reading, body)
            return None
        reading.text(body, "title")
        return super().made_of(reading, body)


def _fact(reading: ShapedReading, body: Body) -> None:
    """Add a submitted fact to the document with its title."""
    for key, (kind, what) in FACT.items():
        if type(body.get(key, () if key == "evidence" else None)) not in kind:
            problem = f"{key} is {shown(body[key])}, not {what}" if key in body else f"no {key}"
            reading.fail(problem, key)
    title, evidence, submitted = body["title"], body.get("evidence", ()), reading.table.of_file
    if title not in submitted:
        submitted[title] = {"relations": []}
        reading.table.add(title, submitted[title])
    fact = {"type": body["r"], "head": body["h_idx"], "tail": body["t_idx"], "evidence": evidence}
    submitted[title]["relations"].append(fact)


MENTIONS = MentionLists("vertexSet", "a mention", "type", text="name")
SHAPE = RelationShape(
    "docred",
    SentenceList("sents"),
    ("title",),
    [MENTIONS],
    RelationList("labels", "a relation", "r", Ends("h", "t", by_number), kept=("evidence",)),
    form=FORM,
    parts=[MentionClusters(MENTIONS)],
    lines=False,
)
READER = SHAPE.reader(clusters=True, implicit_documents=True, cut="")
