"""Large files of lines: what stands in them, and where, is that of small ones."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.io import Source
from nerkit.readers.values import json_values

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 9) | st.sampled_from(["a:b", '"c":', "é\ud800"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=4,
)
LINES = st.builds(json.dumps, VALUES) | st.sampled_from(
    [
        *('{"a": [{}', "{}]}", "{}, {}", '{"a": 1, "a": 2}', "[1,", "2]", "", " 1", "1 2", '"a'),
        *('{"b" : 1.5}', "1e5\r"),
    ]
)


def read(folder, text):
    """The documents of a text and the warnings, or the message about it."""
    path = folder / "a.jsonl"
    path.write_text(text, encoding="utf-8", newline="")
    corpus = json_values.read([Source(path, "a.jsonl")])
    return [repr(value) for value in corpus.values], corpus.raw, corpus.places, corpus.warnings


def test_lines_of_a_large_file_have_their_places(tmp_path):
    """The values and places of a file that is read at once are those of its lines."""
    lines = [
        json.dumps({"id": f"d{at}", "calls": [{"name": "f", "arguments": {"x": at / 4}}]})
        for at in range(4000)
    ]
    text = "".join(f"{line}\n" for line in lines)
    values, raw, places, _ = read(tmp_path, text)
    assert values == [repr(json.loads(line)) for line in lines]
    assert places == tuple(f"a.jsonl:{number}" for number in range(1, len(lines) + 1))
    assert not any(raw)


@given(st.lists(LINES, min_size=1, max_size=6))
def test_lines_at_once_are_lines_one_by_one(tmp_path, lines):
    """Odd lines too are what small files hold: two values, halves of one, a key twice."""
    text = "\n".join(lines)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_values, "TOGETHER", 2)
        at_once = read(tmp_path, text)
        patch.setattr(json_values, "_of_lines", lambda *_: None)
        assert read(tmp_path, text) == at_once
