"""GLiNER's training data."""

import json

from nerkit import readers
from nerkit.io import expand

TEXT = {"tokenized_text": ["Ann", "left", "New", "York"], "ner": [[0, 0, "PER"], [2, 3, "LOC"]]}


def read(write, value, kind="spans"):
    return readers.reading("gliner-train", kind)(expand(str(write("in.json", json.dumps(value)))))


def test_spans_count_characters_of_the_tokens_joined_by_blanks(run, write):
    """The last token is inclusive; so the predictions for that text can be scored."""
    spans = read(write, [TEXT, {"tokenized_text": ["no"]}])
    assert (spans.start.tolist(), spans.end.tolist(), spans.texts) == (
        [0, 9],
        [3, 17],
        ["Ann left New York", "no"],
    )
    predictions = [[{"start": 9, "end": 17, "text": "New York", "label": "LOC", "score": 0.9}], []]
    system = write("system.json", json.dumps(predictions))
    done = run("evaluate", "-g", "in.json", "-s", system, "-m", "sets::span+type", "-f", "tsv", "-q")
    assert done.out.splitlines()[1].split("\t")[-4:] == ["1", "1", "1", "2"]


def test_documents_keep_their_tokens(write):
    """They become any format of tokens."""
    documents = read(write, [TEXT], "records")
    assert documents.values[0]["entities"][1] == {"type": "LOC", "span": [2, 4]}


def test_relations_are_not_read(run, write):
    """They are counted."""
    write("in.json", json.dumps([{**TEXT, "relations": [[0, 1, "x"]] * 2}]))
    assert "2 relations not read" in run("spans", "-g", "in.json", "in.json").err


def test_it_is_for_spans():
    """Whatever the text is."""
    assert readers.reader("gliner-train").meant_for("") == "spans"
