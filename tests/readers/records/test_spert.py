"""SpERT's JSON."""

import json

from nerkit import readers
from nerkit.io import expand


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
