"""What spans say stands at their offsets, and what stands there in gold's text."""

import json

import pytest

GOLD = {"text": "I like 😊 Oslo and Ann.", "ents": [{"start": 9, "end": 13, "label": "LOC"}]}


def scored(run, write, *spans):
    """The outcome for a system whose spans come with their texts, but without the document's."""
    listed = [
        {"start": start, "end": end, "text": text, "label": "LOC", "score": 1.0} for start, end, text in spans
    ]
    gold, system = write("g.json", json.dumps(GOLD)), write("s.json", json.dumps([listed]))
    return run("spans", "-g", gold, "-s", system, "-m", "sets::span", "-b")


@pytest.mark.parametrize("text", ["Oslo", "oslo", "Os lo"])
def test_the_same_but_for_case_and_white_space(run, write, text):
    """As tokenizers write it."""
    done = scored(run, write, (9, 13, text))
    assert (done.code, done.out, done.err) == (0, "1.0\n", "")


def test_another_text(run, write):
    """It is counted, and the first is quoted."""
    done = scored(run, write, (9, 13, "Oslo"), (14, 17, "Ann"), (2, 6, "lik"))
    assert done.code == 0
    assert "2 spans have another text than the gold text at the offsets (the first: " in done.err
    assert "s.json:1 'Ann')" in done.err


def test_units_of_utf_16(run, write):
    """An emoji counts once: what stands further left is an error, with the line."""
    done = scored(run, write, (10, 14, "Oslo"))
    assert (done.code, done.out) == (2, "")
    assert "s.json:1: start 10 counts units of UTF-16, not characters" in done.err
