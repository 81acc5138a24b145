"""Tasks that are presets: their numbers by hand, and what works with every one of them."""

import pytest

import nerkit
from nerkit.errors import InputError


def told(rows):
    """The rows of the whole by measure: the counts, or the value where documents are averaged."""
    return {row.measure: row for row in rows if row.label == "*"}


SGD = (  # city is one of two names, time is fuzzy: "30 6 pm" and "6 pm" share 4 of 7 and 4 characters
    (
        '{"id": "1", "state": {"city": ["San Francisco", "SF"], "time": ["6:30 pm"]}}\n'
        '{"id": "2", "state": {}}\n{"id": "3", "state": {"price": ["cheap"]}, "categorical": ["price"]}\n'
    ),
    (
        '{"id": "1", "state": {"city": ["sf"], "time": ["6 pm"]}}\n'
        '{"id": "2", "state": {}}\n{"id": "3", "state": {"price": ["cheapest"]}}\n'
    ),
)
PHRASES = (  # stems: network, graph theori; of five asked for there are three
    '{"id": "1", "keyphrases": ["neural networks", "graph theory"]}\n{"id": "2", "keywords": "a;b"}\n',
    '{"id": "1", "keyphrases": ["Graph Theories", "x", "graph theory"]}\n{"id": "2", "keyphrases": []}\n',
)
M2 = (  # of two annotators the second is nearer; an insertion and a replacement concern one token
    (
        "S a b c\nA 0 1|||X|||d|||REQUIRED|||-NONE-|||0\nA 1 1|||Y|||e|||REQUIRED|||-NONE-|||1\n"
        "A 1 2|||Z|||f|||REQUIRED|||-NONE-|||1\n\nS c\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n"
    ),
    "S a b c\nA 1 2|||W|||f|||REQUIRED|||-NONE-|||0\n\nS c\nA 0 1|||X|||d|||REQUIRED|||-NONE-|||0\n",
)
CASES = [  # preset, (gold, system), measure, what is known of its row
    ("sgd", SGD, "sgd/joint", {"value": (0.73 + 1 + 0) / 3}),
    ("sgd", SGD, "sgd/goal", {"value": ((1 + 0.73) / 2 + 0) / 2}),
    ("gec", M2, "gec", {"p_num": 1, "p_den": 2, "r_num": 1, "r_den": 2, "value": 0.5}),
    ("gec", M2, "gec/best", {"p_num": 1, "p_den": 2, "r_num": 1, "r_den": 2}),
    ("gec", M2, "gec/typed", {"p_num": 0, "p_den": 2, "r_den": 1}),
    ("gec", M2, "gec/span-detection", {"p_num": 1, "r_den": 2}),
    ("gec", M2, "gec/token-detection", {"p_num": 2, "p_den": 3, "r_num": 2, "r_den": 2}),
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


def test_corrections_have_rows_by_type(write):
    """A right one is under the type of gold, a spurious one under its own."""
    gold, system = (write(name, text) for name, text in zip(("g", "s"), M2, strict=True))
    rows = nerkit.evaluate(gold, system, preset="gec", measures=["gec"], by=["label"]).rows
    counts = {row.label: (row.p_num, row.p_den, row.r_num, row.r_den) for row in rows}
    assert counts == {"*": (1, 2, 1, 2), "X": (0, 1, 0, 0), "Y": (0, 0, 0, 1), "Z": (1, 1, 1, 1)}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("A 1|||X|||d|||REQUIRED|||-NONE-|||0", "place has 2 parts, and not 3"),
        ("A 1 x|||X|||d|||REQUIRED|||-NONE-|||0", "end is 'x', no whole number"),
        ("A 1 2|||X|||d", "3 cells, and not 6"),
    ],
)
def test_corrections_that_are_none_have_their_line(write, line, said):
    """File, line and what is wrong."""
    broken = write("s", f"S a b c\n{line}\n")
    with pytest.raises(InputError, match=said) as error:
        nerkit.evaluate(write("g", M2[0]), broken, preset="gec")
    assert error.value.line == 2
