"""Prodigy's annotations: JSONL, one task a line, as `prodigy db-out` writes them.

    {"text": "Tolkien left Oxford", "spans": [{"start": 0, "end": 7, "label": "PER"}, …],
     "relations": [{"head": 0, "child": 2, "label": "visit",
                    "head_span": {"start": 0, "end": 7, "label": "PER"},
                    "child_span": {"start": 13, "end": 19, "label": "LOC"}}],
     "answer": "accept", "_input_hash": 1}

- Tasks that were rejected or ignored are left out and counted in a warning, since they do not say what the
  right spans are; that is what Prodigy itself exports as finished annotation. Their partners on the other
  side are then spare documents (`--extra`, `--missing`). So are single spans whose own `answer` is not
  `accept`.
- Documents pair by `id` or `doc_id` (of the task or its `meta`) where each task has one and no two the same;
  else by `_input_hash`, which is the same for the same text. Several tasks of one input (binary decisions,
  several annotators) then are documents of the same id: an error, or `--duplicates all` to take their spans
  together, as Prodigy does in training.
- Offsets are characters, ends exclusive. A relation (`rel.manual`) goes from `head_span` to `child_span`;
  without these its ends are the spans whose last tokens are `head` and `child`. Spans are read where no task
  is named and the first has no relations.
- Tokens and options are not read.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

from nerkit.corpora.records import Documents
from nerkit.corpora.spans import Spans
from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Path, documents, shown
from nerkit.readers.records.document_table import Body, DocumentTable, Unit, at_id
from nerkit.readers.records.shape import Ends, EntityList, RelationList, Shape, ShapedReading, WholeText
from nerkit.readers.sample import Sample
from nerkit.readers.spans.span_records import FORM, document_id, hash_of, read

OWN = ("_input_hash", "_task_hash", "_view_id", "_session_id", "_annotator_id", "answer")


def recognise(sample: Sample) -> bool:
    """True when the first document has a text and one of the keys that Prodigy adds."""
    task = sample.told
    return isinstance(task, dict) and "text" in task and any(key in task for key in OWN)


def meant_for(sample: Sample) -> str | None:
    """Relations of a task say that a file is for `ie`."""
    return "ie" if any(isinstance(task, dict) and task.get("relations") for task in sample.records) else None


def read_documents(
    sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any
) -> Documents:
    """All tasks of Prodigy files as one corpus.

    Raises InputError (file, line, column, remedy) for what is not JSON, not a task, offsets outside the text,
    and a relation of a token that no span has.
    """
    table = DocumentTable("prodigy", characters=True, refused=refused)
    sources = list(sources)
    hashes: list[str | None] = []
    for source in sources:
        first = len(table.ids)
        for value in documents(source, FORM):
            if not isinstance(value.value, dict):
                value.fail(f"{shown(value.value)} is not a task", remedy=FORM)
            if value.value.get("answer", "accept") != "accept":
                table.tally.add("document", f"left out (answer: {shown(value.value['answer'])})")
                continue
            if (made := table.attempt(partial(SHAPE.document_of, value, table))) is None:
                continue
            table.add(made.name, made.body, value)
            hashes.append(hash_of(value.value))
        table.finish(source, first)
    if (None in table.ids or len(set(table.ids)) < len(table.ids)) and hashes and None not in hashes:
        table.ids, table.hashed = hashes, True
    return table.documents(sources)


def _end(reading: ShapedReading, relation: Body, key: str, path: Path) -> Body:
    """The span that stands in a relation, else that whose last token is the end."""
    span = relation.get(f"{key}_span")
    if isinstance(span, dict):
        place = reading.span(span.get("start"), span.get("end"), *path, f"{key}_span")
        return {"type": reading.label(span, "label", *path, f"{key}_span"), "span": place}
    if not reading.known:
        for each, made in zip(reading.items(reading.value.value, "spans"), reading.entities, strict=True):
            if isinstance(each.get("token_end"), int):
                reading.known.setdefault(each["token_end"], made)
    token = relation.get(key)
    entity = at_id(reading.known, token)
    if entity is None:
        remedy = f"{key} is the last token of a span, or there is {key}_span"
        reading.no_entity(key, token, *path, key, remedy=remedy)
    return entity


SHAPE = Shape(
    "prodigy",
    WholeText(needed=False),
    lambda _, body: document_id(body),
    [EntityList("spans", "a span", "label", needed=False)],
    RelationList("relations", "a relation", "label", Ends("head", "child", _end)),
    unit=Unit("character"),
    form=FORM,
)
READER = Reader(
    recognise,
    read,
    Spans,
    characters=True,
    cut="json lines",
    others={Documents: read_documents},
    meant_for=meant_for,
)
