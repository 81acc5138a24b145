"""One shape of call: sides are paths, open files, data or data frames; several systems by list or name."""

import io
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit

ROOT = Path(__file__).parents[2] / "demo" / "bio"
GOLD, SYSTEM = ROOT / "gold.bio", ROOT / "system.bio"
SPANS = [[(0, 5, "PER"), (9, 14, "LOC")], [(3, 8, "ORG")]]
HALF = [[(0, 5, "PER"), (9, 14, "ORG")], []]
TAGS = [["B-PER", "O"], ["B-LOC", "I-LOC"]]
SIDES = {
    "path": str,
    "Path": Path,
    "file": lambda path: io.StringIO(path.read_text(encoding="utf-8")),
    "corpus": lambda path: nerkit.read(str(path)),
}
CALLS = {
    "evaluate": nerkit.evaluate,
    "compare": nerkit.compare,
    "report": nerkit.report,
    "errors": nerkit.errors,
    "plot": lambda *sides: nerkit.plot(*sides, "labels"),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("side", SIDES)
def test_every_call_takes_every_side(call, side):
    """Alone, in a list and in a mapping of names."""
    make = SIDES[side]
    if call != "compare":
        assert CALLS[call](make(GOLD), make(SYSTEM)) is not None
    assert CALLS[call](make(GOLD), {"a": make(SYSTEM), "b": make(GOLD)}) is not None
    if side != "file":
        assert CALLS[call](make(GOLD), [make(SYSTEM), make(GOLD)]) is not None


def test_data_frames():
    """As one system, and by name."""
    frame = pd.DataFrame({"doc": ["a", "a"], "start": [0, 9], "end": [5, 14], "label": ["PER", "LOC"]})
    assert nerkit.evaluate(frame, frame).f1 == 1.0
    assert nerkit.evaluate(frame, {"x": frame, "y": frame}).systems == ["x", "y"]
    assert nerkit.evaluate(frame, [frame, frame]).systems == ["system 1", "system 2"]


@pytest.mark.parametrize(
    ("gold", "system", "names"),
    [
        (SPANS, HALF, ["system"]),
        (SPANS, {"a": HALF, "b": SPANS}, ["a", "b"]),
        (SPANS, [HALF, SPANS, HALF], ["system 1", "system 2", "system 3"]),
        (TAGS, {"a": TAGS}, ["a"]),
        ({"d": SPANS[0]}, {"d": HALF[0]}, ["system"]),
        ({"d": SPANS[0]}, {"a": {"d": HALF[0]}, "b": {"d": []}}, ["a", "b"]),
        (str(GOLD), {"a": str(SYSTEM), "b": GOLD}, ["a", "b"]),
        ([{"a": 1}, {"a": 2}], ['{"a": 1}', '{"a": 3}'], ["system"]),
        ([[]], [[(0, 5, "PER")]], ["system"]),
        ([[1], [2]], [[[1], [2]], [[3], [4]]], None),
    ],
)
def test_names_of_systems_are_told_from_ids_of_documents(gold, system, names):
    """By the values; what can be both is an error with both spellings."""
    if names is not None:
        assert nerkit.evaluate(gold, system).systems == names
        return
    with pytest.raises(nerkit.UsageError, match=r"""\{"name": system\}.*\{"id": document\}"""):
        nerkit.evaluate(gold, system)
    assert nerkit.evaluate(gold, system, task="json").systems == ["system"]


def test_ids_that_are_names_too():
    """Both readings fit."""
    gold = {"a": {"a": 1}}
    with pytest.raises(nerkit.UsageError, match="cannot tell systems from documents"):
        nerkit.evaluate(gold, {"a": {"a": 1}})


@given(st.lists(st.lists(st.tuples(st.integers(0, 5), st.integers(6, 9), st.sampled_from("AB"))), min_size=1))
def test_lists_of_documents_are_one_system(documents):
    """Whatever is empty, and by ids too; as systems by name they have the same scores."""
    alone = nerkit.evaluate(documents, documents[::-1])
    by_id = [
        dict(zip("abcdefghijklmnopqrstuvwxyz" * 9, one, strict=False)) for one in (documents, documents[::-1])
    ]
    assert nerkit.evaluate(*by_id).systems == alone.systems == ["system"]
    named = nerkit.compare(documents, {"x": documents[::-1], "y": documents})
    assert named.result["sets::span"].f1 == alone["sets::span"].f1


@pytest.mark.parametrize(
    "text", ["B-PER\nO\n" * 50, '{"a": 1}' * 400, '[{"a": 1}]', "<a>b</a>", "word " * 999]
)
@pytest.mark.parametrize("call", CALLS)
def test_the_content_of_a_file_is_no_path(call, text):
    """The error says so in at most 200 characters, on either side."""
    for sides in ((text, {"a": str(SYSTEM), "b": str(SYSTEM)}), (str(GOLD), {"a": text, "b": str(SYSTEM)})):
        with pytest.raises(nerkit.InputError, match="is the content of a file") as caught:
            CALLS[call](*sides)
        assert len(str(caught.value)) <= 200
    with pytest.raises(nerkit.InputError, match="is the content of a file"):
        nerkit.evaluate(str(GOLD), text)


def test_a_missing_file_among_systems():
    """It is named."""
    with pytest.raises(nerkit.InputError, match=r"nowhere\.bio: no such file"):
        nerkit.evaluate(GOLD, [str(SYSTEM), "nowhere.bio"])


@pytest.mark.parametrize("text", ["-", "x", "README.md", "demo"])
@pytest.mark.parametrize("make", [lambda text: [text], lambda text: {"d": text}], ids=["list", "mapping"])
def test_a_text_beside_one_value_is_an_answer(text, make, monkeypatch):
    """Also where it is the name of a file; where each text is a path, both spellings are shown."""
    monkeypatch.chdir(ROOT.parents[1])
    if text == "README.md":
        with pytest.raises(nerkit.UsageError, match="cannot tell systems from documents"):
            nerkit.evaluate(make("x"), make(text), task="json")
    else:
        assert nerkit.evaluate(make("x"), make(text), task="json").rows[0].value == (text == "x")


def test_texts_with_names_of_files_beside_as_many_documents(monkeypatch):
    """Some of them: all are answers."""
    monkeypatch.chdir(ROOT.parents[1])
    assert nerkit.evaluate(["README.md", "-"], ["README.md", "-"], task="json").rows[0].value == 1.0
