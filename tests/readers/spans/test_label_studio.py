"""Label Studio's exports."""

import io
import json

import pytest
from listed import spans_listed

from nerkit.evaluation.public import read
from nerkit.exceptions import InputError

TEXT = "Tolkien was born in Bloemfontein."


def region(start, end, *labels, **more):
    return {
        "type": "labels",
        "from_name": "ner",
        "value": {"start": start, "end": end, "labels": list(labels), **more},
    }


def task(number, *annotations, **more):
    return {"id": number, "data": {"text": TEXT}, "annotations": list(annotations), **more}


def annotation(*regions, **more):
    return {"id": 1, "was_cancelled": False, "result": list(regions), **more}


def spans_of(*tasks):
    return read(io.StringIO(json.dumps(tasks)), "label-studio")


def said(spans):
    return [warning.partition(": ")[2] for warning in spans.warnings]


def test_a_region_is_a_span_for_each_of_its_labels():
    """A region without label is a span without type."""
    spans = spans_of(task(4, annotation(region(0, 7, "PER", "AUTHOR"), region(20, 32))))
    assert spans_listed(spans, "type") == [("4", 0, 7, "PER"), ("4", 0, 7, "AUTHOR"), ("4", 20, 32, None)]


def test_the_first_annotation_that_was_not_cancelled_counts():
    """Others are counted; a task without one is left out; one with an empty result is a document."""
    one, two = annotation(region(0, 7, "PER")), annotation(region(20, 32, "LOC"))
    spans = spans_of(
        task(1, annotation(region(0, 1, "X"), was_cancelled=True), one, two),
        task(2, annotation(was_cancelled=True)),
        task(3),
        task(4, annotation()),
    )
    assert spans_listed(spans, "type") == [("1", 0, 7, "PER")]
    assert spans.documents == ["1", "4"]
    assert said(spans) == [
        "2 annotations cancelled and not read",
        "1 annotation after the first of the task not read",
        "2 tasks without an annotation left out",
    ]


def test_predictions_count_where_there_are_no_annotations():
    """Of several models the first; a task without prediction is a document without spans."""
    first, second = ({"result": [region(0, end, "PER")], "score": 0.5} for end in (7, 3))
    spans = spans_of(task(1, predictions=[first, second]), task(2, predictions=[]))
    assert spans_listed(spans, "type") == [("1", 0, 7, "PER")]
    assert spans.documents == ["1", "2"]
    assert said(spans) == ["1 prediction after the first of the task not read"]
    assert spans_listed(spans_of(task(1, annotation(), predictions=[first])), "type") == []


def test_results_that_are_no_spans_are_counted():
    """Choices, relations and boxes are other tasks'."""
    others = [
        {"type": "choices", "value": {"choices": ["a"]}},
        {"type": "relation", "from_id": "a", "to_id": "b"},
    ]
    spans = spans_of(task(1, annotation(region(0, 7, "PER"), *others)))
    assert said(spans) == [
        f'1 result of the type "{kind}" not read (no spans)' for kind in ("choices", "relation")
    ]


def test_json_min_has_an_object_for_each_annotation():
    """Regions stand under the name of the control; of several annotations of a task the first counts."""
    regions = [{"start": 0, "end": 7, "text": "Tolkien", "labels": ["PER"]}]
    spans = spans_of(
        {"id": 1, "Full_Text": TEXT, "ner": regions, "sentiment": "good", "annotator": 1, "annotation_id": 1},
        {"id": 1, "Full_Text": TEXT, "ner": regions * 2, "annotator": 2, "annotation_id": 2},
        {"id": 2, "Full_Text": TEXT, "annotator": 1, "annotation_id": 3},
    )
    assert spans_listed(spans, "type") == [("1", 0, 7, "PER")]
    assert spans.documents == ["1", "2"]
    assert said(spans) == ["1 annotation after the first of the task not read"]


def test_ids_of_the_data_come_before_task_numbers():
    """Two projects number the same data differently."""
    assert spans_of(
        {"id": 8, "data": {"id": "a", "text": TEXT}, "annotations": [annotation()]}
    ).documents == ["a"]


def test_utf16_offsets_are_converted_where_the_texts_show_them():
    """Versions before 2021 counted UTF-16 units; later ones count characters."""
    data = {"text": "💩 Tolkien"}
    old, new = region(3, 10, "PER", text="Tolkien"), region(2, 9, "PER", text="Tolkien")
    for exported, warnings in (
        (old, ["1 document whose offsets were UTF-16 units converted to characters"]),
        (new, []),
    ):
        spans = spans_of({"id": 1, "data": data, "annotations": [annotation(exported)]})
        assert (spans_listed(spans, "type"), said(spans)) == ([("1", 2, 9, "PER")], warnings)
    with pytest.raises(InputError, match="end 10 is beyond the text, which has 9 characters"):
        spans_of({"id": 1, "data": data, "annotations": [annotation(region(3, 10, "PER"))]})
    spans = spans_of({"id": 1, "data": data, "annotations": [annotation(region(0, 2, "PER", text="x"))]})
    assert said(spans) == ["1 region whose text differs from the text at the offsets"]


def test_texts_elsewhere_are_not_checked():
    """A link is not the text; HTML regions stand at their global offsets."""
    link = {
        "id": 1,
        "data": {"text": "/data/upload/a.txt"},
        "annotations": [annotation(region(90, 99, "PER"))],
    }
    assert spans_listed(spans_of(link), "type") == [("1", 90, 99, "PER")]
    html = region(
        "/p[1]/text()[1]", "/p[1]/text()[1]", globalOffsets={"start": 3, "end": 9}, hypertextlabels=["PER"]
    )
    spans = spans_of(task(1, annotation({**html, "type": "hypertextlabels"})))
    assert spans_listed(spans, "type") == [("1", 3, 9, "PER")]


def test_texts_are_kept(write):
    """Of both exports, also of tasks without regions; not of HTML, whose offsets count another text."""
    html = region(0, 3, "PER", text="Ada", globalOffsets={"start": 0, "end": 3})
    html["type"] = "hypertextlabels"
    spans = spans_of(
        task(1, annotation(region(0, 7, "PER"))),
        task(2, annotation()),
        task(3, annotation(html)),
        {
            "id": 4,
            "data": {"text": "s3://texts/4.txt"},
            "annotations": [annotation(region(0, 7, "PER", text="Tolkien"))],
        },
        {"id": 5, "text": "Ada", "label": [{"start": 0, "end": 3, "labels": ["PER"]}], "annotation_id": 9},
    )
    assert spans.texts == [TEXT, TEXT, None, None, "Ada"]
    assert [spans.fields["text"].value(i) for i in range(4)] == ["Tolkien", "Ada", "Tolkien", "Ada"]
