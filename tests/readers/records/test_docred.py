"""DocRED's JSON, documents and submissions."""

import json

from nerkit import readers
from nerkit.io import expand
from nerkit.writers.convert import convert


def read(write, *lines, form="docred"):
    path = write("in.json", "".join(json.dumps(line) + "\n" for line in lines))
    return readers.reading(form, "records")(expand(str(path)))


MENTION = {"name": "Tolkien", "sent_id": 0, "pos": [0, 1], "type": "PER"}
OTHER = {"name": "Oxford", "sent_id": 1, "pos": [1, 2], "type": "LOC"}
DOCUMENT = {
    "title": "d",
    "sents": [["Tolkien", "left"], ["leaving", "Oxford"]],
    "vertexSet": [[MENTION], [OTHER, {**OTHER, "pos": [0, 1]}]],
    "labels": [{"h": 0, "t": 1, "r": "P551", "evidence": [0]}],
}
FACT = {"title": "d", "h_idx": 0, "t_idx": 1, "r": "P551"}


def test_layout(write):
    """Relations are between numbers of entities; mentions have offsets of the document."""
    (document,) = read(write, [DOCUMENT]).values
    assert document["relations"] == [
        {"type": "P551", "head": 0, "tail": 1, "head_type": "PER", "tail_type": "LOC", "evidence": [0]}
    ]
    assert document["clusters"] == [[[0, 1]], [[3, 4], [2, 3]]]
    assert document["names"] == [["Tolkien"], ["Oxford", "Oxford"]]


def test_facts_of_a_title_are_a_document(write):
    """In order of first appearance; evidence may be missing."""
    corpus = read(write, [FACT, {**FACT, "title": "e"}, {**FACT, "r": "P1", "evidence": [2]}])
    assert corpus.documents == ["d", "e"]
    assert [relation["type"] for relation in corpus.values[0]["relations"]] == ["P551", "P1"]


def test_there_and_back(write):
    """What is written in DocRED's form has the sentences, the places and the evidence that were read."""
    value = {
        "title": "a",
        "sents": [["Tolkien", "left"], ["He", "saw", "Oxford"]],
        "vertexSet": [
            [
                {"name": "Tolkien", "sent_id": 0, "pos": [0, 1], "type": "PER"},
                {"name": "He", "sent_id": 1, "pos": [0, 1], "type": "PER"},
            ],
            [{"name": "Oxford", "sent_id": 1, "pos": [2, 3], "type": "LOC"}],
        ],
        "labels": [{"h": 0, "t": 1, "r": "visit", "evidence": [0, 1]}],
    }
    source = write("a.json", json.dumps([value]))
    text = "".join(convert(str(source), "docred", "docred")[0])
    assert json.loads(text) == [value]
