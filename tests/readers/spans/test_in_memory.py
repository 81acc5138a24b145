"""Spans in memory."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.exceptions import InputError, PairingError
from nerkit.readers.spans import in_memory


@pytest.mark.parametrize(
    "document",
    [
        [(0, 5, "PER", "E1")],
        [{"start": 0, "end": 5, "label": "PER", "id": "E1"}],
        [{"start": 0, "end": 5, "type": "PER", "eid": "E1"}],
        [[np.int64(0), np.int32(5), "PER", "E1"]],
    ],
)
def test_forms_of_a_span(document):
    """Tuples, lists and mappings, with Python or numpy integers, mean the same."""
    spans = in_memory.read([document])
    assert (spans.start[0], spans.end[0], spans.fields["type"].value(0), spans.fields["eid"].value(0)) == (
        0,
        5,
        "PER",
        "E1",
    )


def test_fields_that_some_spans_lack():
    """Further keys are fields, absent where a span does not have them."""
    spans = in_memory.read([[(0, 1)], [{"start": 0, "end": 1, "form": "NAM"}, (2, 3, "X")]])
    assert [spans.fields["form"].value(i) for i in range(3)] == [None, "NAM", None]


def test_a_flat_list_is_one_document():
    """[(0, 5, "PER")] is a document, [[(0, 5, "PER")]] a list of one."""
    assert in_memory.read([(0, 5, "PER")]).documents == in_memory.read([[(0, 5, "PER")]]).documents == ["1"]


@pytest.mark.parametrize("span", [(1,), (0, "x"), "abc", {"start": 1}, (0, 1, 2, 3, 4), None, (5, 5), (5, 2)])
def test_what_is_no_span(span):
    """The error says which span of which document."""
    with pytest.raises(InputError, match="document '1', span 1"):
        in_memory.read([[span]])


def test_lists_of_different_lengths_do_not_pair():
    """A list of documents is paired by position, so a further one is an error, whatever the options."""
    for gold, system in (([[]], [[], [(0, 1)]]), ([[], [(0, 1)]], [[]])):
        for options in (
            {},
            {"missing": "empty", "extra": "spurious"},
            {"missing": "ignore", "extra": "ignore"},
        ):
            with pytest.raises(PairingError, match="without a partner"):
                nerkit.evaluate(gold, system, task="spans", **options)


def test_documents_with_texts():
    """A document may be a pair of its text and its spans; a span beyond the text is an error."""
    spans = in_memory.read([("Ada met Bob.", [(0, 3, "PER")]), [(5, 9)]])
    assert spans.texts == ["Ada met Bob.", None]
    assert spans.end.tolist() == [3, 9]
    assert in_memory.read({"d": ("Ada", [])}).texts == ["Ada"]
    assert nerkit.evaluate([("Ada met Bob.", [(0, 3)])], [[(0, 3)]]).task == "spans"
    assert nerkit.evaluate({"d": ("Ada met Bob.", [(0, 3)])}, {"d": ("Ada met Bob.", [])}).task == "spans"
    with pytest.raises(InputError, match="span 2: end 4 is beyond the text, which has 3 characters"):
        in_memory.read([("Ada", [(0, 3), (1, 4)])])


LABEL = st.one_of(st.none(), st.sampled_from(["X", "Y"]))
SPAN = st.tuples(st.integers(0, 9), st.integers(1, 5), LABEL, st.one_of(st.none(), st.just("Q1")))


@given(
    st.lists(st.lists(SPAN, max_size=4), max_size=4), st.sampled_from(["pairs", "triples", "all", "dicts"])
)
def test_spans_that_are_written_alike_are_read_as_if_they_were_not(drawn, form):
    """Columns at once, and one by one, give the same corpus."""

    def written(start, length, label, id_):
        if form == "dicts":
            return {"id": id_, "start": start, "end": start + length, "label": label}
        return (start, start + length, label, id_)[: {"pairs": 2, "triples": 3, "all": 4}[form]]

    documents = [[written(*span) for span in document] for document in drawn]
    alike = in_memory.read(documents)
    # a tuple of spans is read one by one
    apart = in_memory.read([tuple(document) for document in documents])
    assert alike.documents == apart.documents
    for column in ("document", "start", "end", "line"):
        assert getattr(alike, column).tolist() == getattr(apart, column).tolist()
        assert getattr(alike, column).dtype == getattr(apart, column).dtype
    assert list(alike.fields) == list(apart.fields)
    for name, field in alike.fields.items():
        assert [field.value(i) for i in range(len(alike))] == [
            apart.fields[name].value(i) for i in range(len(apart))
        ]
