"""SpERT's JSON."""

import json

import pytest

from nerkit import readers
from nerkit.io import expand
from nerkit.readers.sample import Sample, recognises


def read(write, *lines, form="spert"):
    path = write("in.json", "".join(json.dumps(line) + "\n" for line in lines))
    return readers.reading(form, "records")(expand(str(path)))


SENTENCE = {
    "tokens": ["Tolkien", "left", "Oxford"],
    "entities": [{"type": "Peop", "start": 0, "end": 1}, {"type": "Loc", "start": 2, "end": 3}],
    "relations": [{"type": "Live_In", "head": 0, "tail": 1}],
}


def test_layout(write):
    """Ends of relations are numbers of entities; output without ids is known by its order."""
    corpus = read(write, [{**SENTENCE, "orig_id": 7}])
    assert (corpus.documents, corpus.named) == (["7"], True)
    assert corpus.values[0]["relations"] == [
        {"type": "Live_In", "head": [0, 1], "tail": [2, 3], "head_type": "Peop", "tail_type": "Loc"}
    ]
    assert not read(write, [SENTENCE, SENTENCE]).named


TOKENS = '"tokens": ["a"], '


@pytest.mark.parametrize(
    ("sentence", "is_spert"),
    [
        ('"relations": [], "entities": [{"type": "x", "start": 0, "end": 1}]', True),
        ('"relations": [], "entities": []', True),
        ('"relations": [{"type": "x", "head": 0, "tail": 0}], "entities": []', True),
        ('"relations": [], "entities": [{"type": "x", "span": [0, 1]}]', False),
        ('"relations": [], "entities": [], "events": [{"type": "x", "trigger": [0, 1]}]', False),
        ('"relations": [], "entities": [], "events": []', True),
        ('"relations": [{"type": "x", "head": [0, 1], "tail": [0, 1]}], "entities": []', False),
        ('"relations": 3, "entities": []', False),
        ('"relations": [3], "entities": []', False),
        ('"relations": [], "entities": ["start"]', False),
        ('"relations": []', False),
    ],
)
def test_recognised(sentence, is_spert):
    """Plain JSONL may have tokens, entities and no relations, too; so the first items are looked at."""
    assert recognises("spert", Sample(f"{{{TOKENS}{sentence}}}")) is is_spert
    assert not recognises("spert", Sample(f"[[{sentence}]]"))
