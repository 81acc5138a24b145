"""spaCy's JSON."""

import io
import json

import pytest

from nerkit.evaluation.public import read
from nerkit.exceptions import InputError

TEXT = "Tolkien was born in Bloemfontein."


def spans_of(*documents, form="spacy"):
    return read(io.StringIO("".join(json.dumps(document) + "\n" for document in documents)), form)


def values(spans, name):
    return [spans.fields[name].value(i) for i in range(len(spans))]


def test_a_document_as_to_json_writes_it():
    """Entities are read, tokens and categories not; a kb_id is the id, an empty one none."""
    spans = spans_of(
        {
            "text": TEXT,
            "ents": [
                {"start": 0, "end": 7, "label": "PERSON", "kb_id": "Q892", "id": "x"},
                {"start": 20, "end": 32, "label": "GPE", "kb_id": "", "id": "", "score": 0.5},
            ],
            "cats": {"a": 1.0},
            "sents": [{"start": 0, "end": 33}],
            "tokens": [{"id": 0, "start": 0, "end": 7, "tag": "NNP"}],
        }
    )
    assert values(spans, "type") == ["PERSON", "GPE"]
    assert values(spans, "eid") == ["Q892", None]
    assert values(spans, "score") == [None, 0.5]
    assert spans.end.tolist() == [7, 32]
    assert not spans.named


def test_span_groups_are_read_where_there_are_no_entities():
    """Their name is the field `group`; beside entities they are counted and not read."""
    groups = {
        "sc": [{"start": 0, "end": 7, "label": "A", "kb_id": ""}],
        "other": [{"start": 0, "end": 3, "label": "B"}],
    }
    spans = spans_of({"text": TEXT, "spans": groups})
    assert values(spans, "group") == ["sc", "other"]
    assert values(spans, "type") == ["A", "B"]
    spans = spans_of({"text": TEXT, "ents": [], "spans": groups})
    assert len(spans) == 0
    assert spans.warnings == ("<stream>: 1 document whose 'spans' are not read, because it has 'ents'",)


def test_training_pairs_and_lists():
    """A span may be a list of two to four; a pair may stand alone on its line."""
    spans = spans_of([TEXT, {"entities": [[0, 7], [20, 32, "LOC"], [0, 3, "X", "Q1"]]}])
    assert values(spans, "type") == [None, "LOC", "X"]
    assert values(spans, "eid") == [None, None, "Q1"]


@pytest.mark.parametrize(
    ("documents", "ids"),
    [
        ([{"id": 7}, {"id": "b"}], ["7", "b"]),
        ([{"doc_id": "a"}, {"meta": {"id": "b"}}], ["a", "b"]),
        ([{"id": "a"}, {}], None),
        ([{"id": "a"}, {"id": None}], None),
        ([{"id": "a"}, {"id": "a"}], None),
    ],
)
def test_ids_are_ids_when_all_have_one_and_no_two_the_same(documents, ids):
    """Else documents are known by their positions, and repeated ids are reported."""
    spans = spans_of(*({"text": TEXT, "ents": [], **document} for document in documents))
    assert spans.documents == (ids or ["1", "2"])
    assert spans.named == (ids is not None)
    assert bool(spans.warnings) == (documents == [{"id": "a"}, {"id": "a"}])


def test_files_of_a_folder_are_known_by_their_paths(write, tmp_path):
    """A document without id has its file's path below the folder, numbered where the file holds several."""
    document = json.dumps({"text": TEXT, "ents": [[0, 7, "PER"]]})
    write("gold/a.json", document)
    write("gold/sub/b.jsonl", document + "\n" + document)
    spans = read(tmp_path / "gold")
    assert spans.documents == ["a", "sub/b:1", "sub/b:2"]
    assert spans.named


def test_what_is_odd_is_counted():
    """Spans whose own text stands elsewhere are reported."""
    spans = spans_of({"text": TEXT, "ents": [{"start": 0, "end": 8, "label": "PER", "text": "Tolkien"}]})
    assert spans.warnings == ("<stream>: 1 span whose text differs from the text at the offsets",)


def test_texts_are_kept_once_for_a_document():
    """In all shapes; of a document without text, spans have the text that they say."""
    spans = spans_of({"text": TEXT, "ents": [[0, 7], [8, 11]]}, [TEXT[:7], {"entities": [[0, 7]]}])
    assert spans.texts == [TEXT, TEXT[:7]]
    assert values(spans, "text") == ["Tolkien", "was", "Tolkien"]
    without = spans_of({"ents": [{"start": 0, "end": 7, "text": "Tolkien"}, {"start": 8, "end": 9}]})
    assert without.texts == ()
    assert values(without, "text") == ["Tolkien", None]


@pytest.mark.parametrize("key", ["label", "type", "entity_type", "entity_group", "category", "tag"])
def test_what_a_label_is_called(key):
    """Models and scripts have other names for it; `label` counts where there are several."""
    spans = spans_of({"text": TEXT, "ents": [{"start": 0, "end": 7, key: "PER"}]})
    assert values(spans, "type") == ["PER"]
    both = {"start": 0, "end": 7, "type": "span", "label": "PER"}
    assert values(spans_of({"text": TEXT, "ents": [both]}), "type") == ["PER"]
    with pytest.raises(InputError, match="the label 5 is not a string") as raised:
        spans_of({"text": "a", "ents": [{"start": 0, "end": 1, key: 5}]})
    assert raised.value.column is not None


def test_offsets_in_units_of_utf_16():
    """They are an error where the texts of spans show them; else such texts are counted."""
    span = {"start": 5, "end": 9, "text": "Oslo", "label": "LOC"}
    with pytest.raises(InputError, match="start 5 counts units of UTF-16, not characters"):
        spans_of({"text": "I 😊 Oslo!", "ents": [span]})
    (warning,) = spans_of({"text": "In 😊 Bergen", "ents": [span]}).warnings
    assert warning.endswith("1 span whose text differs from the text at the offsets")
