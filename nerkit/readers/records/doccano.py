"""doccano's JSONL, old and new: one text per line, with entities and relations, or only with labels.

    {"id": 1, "text": "Tolkien left Oxford", "entities": [
        {"id": 10, "label": "PER", "start_offset": 0, "end_offset": 7},
        {"id": 11, "label": "LOC", "start_offset": 13, "end_offset": 19}],
     "relations": [{"id": 5, "from_id": 10, "to_id": 11, "type": "visit"}]}
    {"id": 1, "text": "Tolkien left Oxford", "label": [[0, 7, "PER"], [13, 19, "LOC"]]}
    {"id": 1, "text": "Tolkien left Oxford", "annotations": [
        {"label": 3, "start_offset": 0, "end_offset": 7, "user": 1}]}

Offsets are characters, ends exclusive; `labels` is read as `label`, and `data` as `text`. If you give no
names for the label numbers of the last form, the numbers are the labels. Comments and users of annotations
are ignored. A document's id is doccano's own number, and pairs two exports of doccano. With other formats,
documents pair by text or order.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from nerkit.corpora.records import Documents
from nerkit.corpora.spans import Spans
from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers import label_names as names_of_labels
from nerkit.readers.json_text import Path
from nerkit.readers.records.as_spans import spans_of
from nerkit.readers.records.document_table import Body, Unit
from nerkit.readers.records.shape import (
    Ends,
    EntityList,
    RelationList,
    Shape,
    ShapedReading,
    WholeText,
    by_own_id,
)
from nerkit.readers.sample import Sample

TEXTS = ("text", "data")
LABELS = ("label", "labels")
OFFSETS = ("start_offset", "end_offset")
KEYS = (*OFFSETS, "user", "created_at", "updated_at", "prob", "example")  # of an entity, with its label
FORM = (
    'a line is {"id": …, "text": …, "entities": [{"id": 1, "label": …, "start_offset": 0, "end_offset": 5}], '
    '"relations": [{"from_id": 1, "to_id": 2, "type": …}]}'
)


def meant_for(sample: Sample) -> str | None:
    """The task of the records: `spans` if they hold entities but no relations."""
    related = any(isinstance(one, dict) and one.get("relations") for one in sample.records)
    return None if related else "spans"


def read(
    sources: Iterable[Source],
    *,
    refused: list[InputError] | None = None,
    label_names: Any = None,
    **_: Any,
) -> Documents:
    """All lines of the files as one corpus.

    *label_names* are the names of numeric labels, or a file with the names. Raises InputError as `Shape.read`
    does.
    """
    names = None if label_names is None else names_of_labels.read(label_names)
    return SHAPE.read(sources, refused=refused, names=names)


def read_spans(sources: Iterable[Source], **options: Any) -> Spans:
    """The entities of doccano files as spans."""
    return replace(spans_of(read(sources, **options)), own_ids=True)


def _label(reading: ShapedReading, annotation: Body, path: Path) -> str:
    """The label of an item whose label is not a string: the name of a numeric label, if names are given."""
    number, names = annotation.get("label"), reading.table.options["names"]
    if type(number) is not int:
        return reading.text(annotation, "label", *path)
    name = str(number) if names is None else names_of_labels.named(names, number)
    if name is None:
        problem = f"the label {number} is not one of the given names"
        reading.fail(problem, *path, "label", remedy=names_of_labels.FORM)
    return name


SHAPE = Shape(
    "doccano",
    WholeText(TEXTS),
    ("id",),
    [
        EntityList("entities", "an entity", "label", OFFSETS, id="id", needed=False),
        *(EntityList(key, "[start, end, label]", 2, (0, 1), exact=True) for key in LABELS),
        EntityList("annotations", "an annotation", "label", OFFSETS, odd=_label),
    ],
    RelationList("relations", "a relation", "type", Ends("from_id", "to_id", by_own_id), id="id"),
    unit=Unit("character"),
    keys=KEYS,
    form=FORM,
)
READER = SHAPE.reader(read=read, others={Spans: read_spans}, options=("label_names",), meant_for=meant_for)
