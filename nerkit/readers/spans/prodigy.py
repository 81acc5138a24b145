"""Prodigy's annotations: JSONL, one task per line, as `prodigy db-out` writes them.

    {"text": "Tolkien left Oxford", "spans": [{"start": 0, "end": 7, "label": "PER"}, …],
     "relations": [{"head": 0, "child": 2, "label": "visit",
                    "head_span": {"start": 0, "end": 7, "label": "PER"},
                    "child_span": {"start": 13, "end": 19, "label": "LOC"}}],
     "answer": "accept", "_input_hash": 1}

- Like Prodigy's export, nerkit leaves out tasks that were rejected or ignored, because their spans are not
  confirmed. A warning counts them. The documents of such tasks on the other side are then spare documents
  (`--extra`, `--missing`). A span with an `answer` other than `accept` is left out, too.
- Documents are paired by `id` or `doc_id` (of the task or its `meta`) if every task has a unique id.
  Otherwise they are paired by the input hash, which is equal for equal texts. Several tasks with one input
  (binary decisions, several annotators) are then an error, because they share an id. Use `--duplicates all`
  to merge their spans, as Prodigy does in training.
- Offsets count characters, and ends are exclusive. A relation (`rel.manual`) goes from `head_span` to
  `child_span`. Without these keys, its ends are the spans whose last tokens are `head` and `child`. If you
  name no command, nerkit reads spans if the first task has no relations.
- nerkit ignores tokens and options.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from nerkit.corpora.records import Documents
from nerkit.corpora.spans import Spans
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Path
from nerkit.readers.records.document_table import Body, at_id
from nerkit.readers.records.shape import Ends, EntityList, RelationList, Shape, ShapedReading, WholeText
from nerkit.readers.sample import Sample
from nerkit.readers.spans.span_records import CHARACTERS, FORM, document_id, hash_of, is_left_out
from nerkit.readers.spans.span_records import SHAPE as RECORDS


def meant_for(sample: Sample) -> str | None:
    """The task for a file: `ie` if a Prodigy task in the sample has relations, otherwise None."""
    return "ie" if any(isinstance(task, dict) and task.get("relations") for task in sample.records) else None


def read_documents(sources: Iterable[Source], **options: Any) -> Documents:
    """Read all tasks of Prodigy files as one corpus of records.

    Raises InputError (file, line, column, remedy) for text that is not JSON, and values that are not tasks.
    Further errors are offsets outside the text, and relations whose ends are not the last tokens of spans.
    """
    read = SHAPE.read(sources, **options)
    if read.named and len({*read.documents}) == len(read.documents):
        return read
    hashes = [name for (task,) in read.in_file if (name := hash_of(task.value)) is not None]
    if not hashes or len(hashes) < len(read.in_file):
        return read
    return replace(read, documents=hashes, named=True, hashed=True, other_ids=())


def _end(reading: ShapedReading, relation: Body, key: str, path: Path) -> Body:
    """The entity at the end *key* of a relation: a span in the relation, or the span with this last token."""
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
        remedy = f"write the last token of a span as {key}, or write {key}_span"
        reading.no_entity(key, token, *path, key, remedy=remedy)
    return entity


SHAPE = Shape(
    "prodigy",
    WholeText(needed=False),
    lambda _, body: document_id(body),
    [EntityList("spans", "a span", "label", needed=False)],
    RelationList("relations", "a relation", "label", Ends("head", "child", _end)),
    unit=CHARACTERS,
    form=FORM,
    left_out=is_left_out,
)
read = RECORDS.spans
READER = Reader(
    read,
    Spans,
    characters=True,
    cut="json lines",
    others={Documents: read_documents},
    meant_for=meant_for,
)
