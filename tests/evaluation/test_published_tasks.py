"""Tasks that are presets: their numbers by hand, and what works with every one of them."""

import pytest

import nerkit


def told(rows):
    """The rows of the whole by measure: the counts, or the value where documents are averaged."""
    return {row.measure: row for row in rows if row.label == "*"}


SGD = (  # city is one of two names, time is fuzzy: "30 6 pm" and "6 pm" share 4 of 7 and 4 characters
    '{"id": "1", "state": {"city": ["San Francisco", "SF"], "time": ["6:30 pm"]}}\n'
    '{"id": "2", "state": {}}\n{"id": "3", "state": {"price": ["cheap"]}, "categorical": ["price"]}\n',
    '{"id": "1", "state": {"city": ["sf"], "time": ["6 pm"]}}\n'
    '{"id": "2", "state": {}}\n{"id": "3", "state": {"price": ["cheapest"]}}\n',
)
PHRASES = (  # stems: network, graph theori; of five asked for there are three
    '{"id": "1", "keyphrases": ["neural networks", "graph theory"]}\n{"id": "2", "keywords": "a;b"}\n',
    '{"id": "1", "keyphrases": ["Graph Theories", "x", "graph theory"]}\n{"id": "2", "keyphrases": []}\n',
)
CASES = [  # preset, (gold, system), measure, what is known of its row
    ("sgd", SGD, "sgd/joint", {"value": (0.73 + 1 + 0) / 3}),
    ("sgd", SGD, "sgd/goal", {"value": ((1 + 0.73) / 2 + 0) / 2}),
    ("keyphrase", PHRASES, "kp@5", {"precision": 0.25, "recall": 0.25, "value": 0.25}),
    ("keyphrase", PHRASES, "kp@5/hard", {"precision": 0.1, "recall": 0.25}),
    ("keyphrase", PHRASES, "kp@5/hard-means", {"value": 2 * 0.1 * 0.25 / 0.35}),
    ("keyphrase", PHRASES, "kp@o", {"precision": 0.25, "recall": 0.25}),
]


@pytest.mark.parametrize(("preset", "sides", "measure", "wanted"), CASES)
def test_numbers_by_hand(write, preset, sides, measure, wanted):
    """What a row is made of."""
    gold, system = (write(name, text) for name, text in zip(("g", "s"), sides, strict=True))
    row = told(nerkit.evaluate(gold, system, preset=preset).rows)[measure]
    assert {key: getattr(row, key) for key in wanted} == pytest.approx(wanted)
