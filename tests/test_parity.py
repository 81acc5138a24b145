"""`make parity`: two states are told apart by what they read, say and write."""

import json
import re

import numpy as np
import pytest

from nerkit.ground.warnings import Warned
from nerkit.io import expand
from nerkit.readers import reader
from scripts.parity import probe
from scripts.parity.__main__ import compared

SPERT = [
    {
        "tokens": ["Tolkien", "left", "Oxford"],
        "orig_id": 1,
        "relations": [{"type": "Left", "head": 0, "tail": 1}],
    }
    | {"entities": [{"type": "Peop", "start": 0, "end": 1}, {"type": "Loc", "start": 2, "end": 3}]}
]


@pytest.fixture
def corpus(write):
    """Text -> all that the reader of SpERT's format makes of it."""

    def read(text):
        path = write("spert.json", text)
        return probe.canonical(reader("spert").read(expand(str(path))))

    return read


def test_corpora_that_differ_in_one_fact_are_told_apart(corpus):
    """An offset, a label, an id and a line are facts; the same file is the same corpus."""
    text = json.dumps(SPERT)
    changed = (
        ['"Loc"', '"Org"'],
        ['"start": 2', '"start": 1'],
        ['"orig_id": 1', '"orig_id": 2'],
        ["[{", "[\n{"],
    )
    dumps = [corpus(text), *(corpus(text.replace(old, new, 1)) for old, new in changed)]
    assert len(set(dumps)) == 5
    assert corpus(text) == dumps[0]


def test_arrays_are_told_apart_by_kind_and_values():
    """Booleans are no integers, and objects that contain themselves end."""
    circle = [1]
    circle.append(circle)
    values = [np.array([0, 1]), np.array([False, True]), np.array([0, 2]), (0, 1), circle]
    assert len({probe.canonical(value) for value in values}) == 5


def test_warnings_are_compared_by_key_and_count(monkeypatch, capsys):
    """Other names in the sentence are no difference; another count is one, and so is other text."""
    monkeypatch.setattr(Warned, "reworded", Warned.reworded)
    probe.note_warnings()
    answers = []
    for count, side, rest in ((2, "a", ""), (2, "b", ""), (3, "a", ""), (2, "a", "more")):
        probe.SAID.clear()
        warning = Warned("counted", count, side=side, noun="note", verdict="not read")
        answer = {"stderr": f"warning: {warning}\n{rest}"}
        answers.append({"convert": answer | probe.by_key(answer)})
    for other in answers:
        compared(answers[0], other)
    assert re.findall(r": (\d) differ", capsys.readouterr().out) == ["0", "0", "1", "1"]


def test_long_answers_differ_where_their_ends_do():
    texts = {probe.shortened("x" * 9000 + end) for end in "ab"}
    assert len(texts) == 2
    assert max(map(len, texts)) < 4200


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("", "1 differ, 0 more as allowed"),
        ("file a*", "0 differ, 1 more as allowed"),
        ("file b*", "nothing needs what is allowed for 'file b*'"),
    ],
)
def test_a_difference_wants_a_reason(question, told, monkeypatch, write, capsys):
    """A difference that is not allowed fails, and so does an entry that nothing needs."""
    entry = f'[[allowed]]\nquestion = "{question}"\npart = "stderr"\nreason = "r"\n'
    monkeypatch.setattr("scripts.parity.__main__.ALLOWED", write("allowed.toml", entry if question else ""))
    before, after = {"file a": {"stderr": "x", "stdout": "1"}}, {"file a": {"stderr": "y", "stdout": "1"}}
    assert compared(before, after) == (question != "file a*")
    assert told in capsys.readouterr().out


def test_a_command_is_asked_in_a_folder_of_its_own():
    """Exit code, both streams and what was written."""
    question = {"arguments": ["convert", "in", "--to", "bio", "-o", "out"], "files": {"in": "QQlCLVBFUgo="}}
    answer = probe.of_command(question)
    assert answer == {"exit code": "0", "stdout": "", "stderr": "", "file out": "A\tB-PER\n"}
