"""A format of lists of spans as one record."""

import io

import pytest

from nerkit.exceptions import InputError
from nerkit.io import expand
from nerkit.readers.records.document_table import Unit
from nerkit.readers.records.shape import NoText, Shape
from nerkit.readers.spans.listed_spans import SpanList, in_list, span_lists


def shaped(*keys, lists=True, **parts):
    """The shape of lists of spans, or of objects of one span per label."""
    how = {"documents": span_lists, "items": in_list} if lists else {"items": by_label}
    return Shape(
        "mine",
        NoText(),
        (),
        [SpanList("", "a span", "kind", score="sure", unread={"links": "link"}, **parts)],
        unit=Unit("character"),
        keys=("sure", "links", *keys),
        form="a span has start, end, kind and sure",
        lists=lists,
        **how,
    )


def by_label(_, body, __):
    return [((label, 0), spans[0]) for label, spans in body.items()]


SHAPE = shaped(labels=("kind", "what"))


def read(text, shape=SHAPE):
    return shape.spans(expand(io.StringIO(text)))


def test_without_keys_of_labels_the_list_has_the_label():
    """Its key is the label; an empty one is none. What is not read of spans is counted."""
    text = '{"A": [{"start": 0, "end": 2, "links": {"x": 1, "y": 2}}], "": [{"start": 0, "end": 1}]}'
    spans = read(text, shaped(labels=(), lists=False))
    assert [spans.fields["type"].value(row) for row in range(2)] == ["A", None]
    assert list(spans.warnings) == ["<stream>: 2 links not read (no spans)"]


@pytest.mark.parametrize(
    ("span", "problem"),
    [
        ('{"start": 0, "end": 2, "kind": 1}', "1:33: kind is 1, not a string"),
        ('{"start": 0, "end": 2, "sure": 1e999}', "1:33: the score Infinity is not a number"),
        ('{"start": 0, "end": 2, "sure": true}', "1:33: the score true is not a number"),
        ('{"start": 0, "end": 0}', "1:22: end 0 is not after start 0"),
        ('{"start": 0, "end": 2, "text": []}', "1:33: the text is [], not a string"),
    ],
)
def test_errors_point_at_the_part(span, problem):
    """With the form as the remedy, or what offsets count."""
    with pytest.raises(InputError) as error:
        read(f"[{span}]")
    assert str(error.value).startswith(f"<stream>:{problem}")
