"""Relations of Prodigy's tasks (`rel.manual`), with the spans that they are between.

    {"text": "Tolkien left Oxford", "spans": [{"start": 0, "end": 7, "label": "PER"}, …],
     "relations": [{"head": 0, "child": 2, "label": "visit",
                    "head_span": {"start": 0, "end": 7, "label": "PER"},
                    "child_span": {"start": 13, "end": 19, "label": "LOC"}}], "answer": "accept"}

- Offsets are characters, ends exclusive. A relation goes from `head_span` to `child_span`; without these its
  ends are the spans whose last tokens are `head` and `child`.
- Which tasks count, and what their ids are, is as `readers.spans.prodigy` says.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

from nerkit.corpora.records import Documents
from nerkit.errors import InputError
from nerkit.io import Source
from nerkit.readers.json_text import Path, beginning, documents, shown
from nerkit.readers.records.document_table import Body, DocumentTable, Unit, at_id
from nerkit.readers.records.shape import Ends, EntityList, RelationList, Shape, ShapedReading, WholeText
from nerkit.readers.spans.span_records import FORM, HASH, document_id

MAKES = Documents


def meant_for(head: str) -> str | None:
    """Relations of the first task say that a file is for `ie`."""
    task = beginning(head)
    return "ie" if isinstance(task, dict) and task.get("relations") else None


def read(sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any) -> Documents:
    """All tasks of the files as one corpus.

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
            made = table.attempt(partial(SHAPE.document_of, value, table))
            if made is None:
                continue
            table.add(made.name, made.body, value)
            number = value.value.get(HASH)
            hashes.append(None if number is None else str(number))
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
        problem = f"no {key}" if token is None else f"{key} {shown(token)} is not the last token of a span"
        reading.fail(problem, *path, key, remedy=f"{key} is a token, or there is {key}_span")
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
