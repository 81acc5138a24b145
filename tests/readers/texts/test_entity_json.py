"""Lists of entity strings."""

import io
import json

import pytest

from nerkit import readers
from nerkit.io import expand
from nerkit.readers.sample import Sample, recognises


def read(target, form):
    """The corpus in a path or an open file."""
    return readers.reader(form).read(readers.select(expand(target), form))


def rows(text):
    """(document, label, string) of all entities."""
    corpus = read(io.StringIO(text), "entity-json")
    spans = corpus.spans
    return [
        (corpus.documents[spans.document[i]], spans.fields["type"].value(i), spans.fields["string"].value(i))
        for i in range(len(spans))
    ]


TWO = [("1", "PER", "Tolkien"), ("1", "LOC", "Oxford")]


@pytest.mark.parametrize(
    "text",
    [
        '{"PER": ["Tolkien"], "LOC": ["Oxford"], "ORG": [], "X": null}',
        '{"PER": "Tolkien", "LOC": ["Oxford"]}',
        '{"entities": {"PER": ["Tolkien"], "LOC": ["Oxford"]}, "model": "m"}',
        '{"entities": [{"text": "Tolkien", "label": "PER"}, {"name": "Oxford", "type": "LOC"}]}',
        '[{"entity": "Tolkien", "category": "PER"}, {"word": "Oxford", "entity_group": "LOC"}]',
        '{"PER": [{"text": "Tolkien"}], "LOC": [{"text": "Oxford", "why": "city"}], "text": "A text"}',
        '```json\n{"PER": ["Tolkien"],\n "LOC": ["Oxford"]}\n```\n',
        '[{"PER": ["Tolkien"], "LOC": ["Oxford"]}]',
    ],
)
def test_the_shapes_in_which_models_answer(text):
    """All of them are recognised, and are the same two entities of one document."""
    assert rows(text) == TWO
    known = [form for form in readers.BY_CONTENT if recognises(form, Sample(text))]
    assert [form for form in known if form != "json"] == ["entity-json"]  # any JSON may be a value


def test_pairs_are_read_but_not_recognised():
    """They could be words and tags as well."""
    text = '[["Tolkien", "PER"], ["Oxford", "LOC"]]'
    assert rows(text) == TWO
    assert not recognises("entity-json", Sample(text))


def test_documents_are_lines_or_elements():
    """One object a line, or a list of them; a document may be empty, and the first one too."""
    text = '{}\n{"PER": ["a"]}\n{"PER": []}\n[{"text": "b", "type": "PER"}]\n'
    assert rows(text) == [("2", "PER", "a"), ("4", "PER", "b")]
    assert recognises("entity-json", Sample(text))
    assert rows('[{"PER": ["a"]}, {}, {"PER": ["b"]}]') == [("1", "PER", "a"), ("3", "PER", "b")]


def test_ids(write, tmp_path):
    """The document's own, else the path of a file among others, without suffix."""
    corpus = read(io.StringIO('{"id": 7, "PER": ["a"]}\n{"doc_id": "b", "entities": {}}'), "entity-json")
    assert (corpus.documents, corpus.named, corpus.texts) == (["7", "b"], True, ["", ""])
    write("out/p.json", '{"PER": ["a"]}')
    write("out/q.jsonl", '{"PER": ["a"]}\n{"PER": ["a"]}')
    assert read(tmp_path / "out", "entity-json").documents == ["p", "q:1", "q:2"]


def test_what_is_no_entity_is_counted():
    """Null, truth values and objects without a string are counted; numbers are strings as written."""
    text = '```\n{"DATE": [1954, 19.5, null, true, {}], "text": ["x"]}\n```'
    assert rows(text) == [("1", "DATE", "1954"), ("1", "DATE", "19.5"), ("1", "text", "x")]
    corpus = read(io.StringIO(text), "entity-json")
    assert [w.partition(": ")[2] for w in corpus.warnings] == [
        "2 lines of a code fence, skipped",
        "3 values without an entity, skipped",
    ]


def test_a_list_that_is_longer_than_the_beginning(run, write):
    """Recognition reads the record as a whole."""
    text = json.dumps({"PER": ["Anna"] * 20_000})
    assert run("noisy", "-g", write("g.bio", "Anna B-PER\n"), write("s.json", text), "-m", "noisy").code == 0
