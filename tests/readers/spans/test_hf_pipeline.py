"""Hugging Face's pipeline for token classification."""

import json

import pytest

from nerkit import readers
from nerkit.corpora.spans import STRING
from nerkit.io import expand


def read(write, items):
    return readers.reading("hf-pipeline", "spans")(expand(str(write("in.json", json.dumps(items)))))


def pieces(*items):
    """Items without aggregation: (tag, index, start, end[, score])."""
    return [
        {"entity": tag, "index": index, "start": start, "end": end, "word": "x", "score": (*score, 0.5)[0]}
        for tag, index, start, end, *score in items
    ]


def entities(spans):
    labels = [spans.fields["type"].value(row) for row in range(len(spans))]
    return list(zip(spans.start.tolist(), spans.end.tolist(), labels, strict=True))


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([("B-PER", 1, 0, 3), ("I-PER", 2, 3, 5), ("I-PER", 3, 6, 9)], [(0, 9, "PER")]),
        ([("B-PER", 1, 0, 3), ("B-PER", 2, 4, 5)], [(0, 3, "PER"), (4, 5, "PER")]),
        ([("B-PER", 1, 0, 3), ("I-PER", 3, 4, 5)], [(0, 3, "PER"), (4, 5, "PER")]),  # an O between them
        ([("I-PER", 1, 0, 3), ("I-LOC", 2, 4, 5)], [(0, 3, "PER"), (4, 5, "LOC")]),
        ([("PER", 1, 0, 3), ("PER", 2, 4, 5)], [(0, 5, "PER")]),  # without prefixes they melt
        ([("B-PER", 1, 0, 3), ("O", 2, 3, 4), ("I-PER", 3, 4, 5)], [(0, 3, "PER"), (4, 5, "PER")]),
        ([("S-PER", 1, 0, 3), ("S-PER", 2, 4, 5)], [(0, 3, "PER"), (4, 5, "PER")]),
        ([("B-PER", 1, 0, 3), ("E-PER", 2, 4, 5), ("S-LOC", 3, 6, 7)], [(0, 5, "PER"), (6, 7, "LOC")]),
        ([("E-mail", 1, 0, 3), ("PER", 2, 4, 5)], [(0, 3, "E-mail"), (4, 5, "PER")]),  # no prefix here
    ],
)
def test_pieces_join_as_the_pipeline_groups_them(write, given, expected):
    """Consecutive numbers of one type, unless a tag begins an entity."""
    assert entities(read(write, [pieces(*given)])) == expected


def test_the_score_of_an_entity_is_the_mean_of_its_pieces(write):
    """As the pipeline has it."""
    spans = read(write, [pieces(("B-X", 1, 0, 1, 0.25), ("I-X", 2, 1, 2, 0.75))])
    assert spans.fields["score"].value(0) == 0.5


def test_groups_keep_their_offsets_and_not_their_words(write):
    """A word is the tokenizer's."""
    group = {"entity_group": "PER", "score": 0.9, "word": "ann", "start": 0, "end": 3}
    spans = read(write, [[group, group | {"start": 4, "end": 7}], []])
    assert entities(spans) == [(0, 3, "PER"), (4, 7, "PER")]
    assert (len(spans.documents), "text" in spans.fields) == (2, False)


def test_without_offsets_there_are_strings(run, write):
    """They are counted, match no offsets, and match each other; pieces of words are joined."""
    none = {"start": None, "end": None, "score": 0.5}
    items = [
        [
            {"entity": "B-PER", "index": 1, "word": "tol", **none},
            {"entity": "I-PER", "index": 2, "word": "##kien", **none},
            {"entity": "I-PER", "index": 3, "word": "jr", **none},
        ]
    ]
    spans = read(write, items)
    assert spans.fields[STRING].value(0) == "tolkien jr"
    assert spans.start[0] < 0
    gold = write("gold.tsv", "1\t0\t9\t\t\tPER\n")
    done = run("spans", "-g", gold, "-s", "in.json", "-m", "sets::span", "-m", "overlap-maxmax::span")
    assert done.code == 0
    assert "1 string without offsets, which only measures of strings can score" in done.err
    assert [line.split()[4:] for line in done.out.splitlines()[1:]] == [["0", "1", "1"]] * 2
    itself = run("spans", "-g", "in.json", "-s", "in.json", "-m", "sets::span+type", "-b")
    assert itself.out == "1.0\n"
