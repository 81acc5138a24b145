"""No input makes a traceback: a result, or one of our errors."""

import io
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nerkit
from nerkit.errors import NerkitError

cell = st.sampled_from(
    ["d", "", "0", "5", "-1", "1.5", "E1", "NIL", '{"a": [1]}', "{", "#", "nan", "1e400", "9" * 30, "é", "٣"]
)
text = st.lists(st.lists(cell, max_size=10).map("\t".join), max_size=6).map("\n".join)
MEASURES = [
    "sets::span+type",
    "sets:score:link",
    "overlap-maxsum:is_first:span+kbid",
    "sets::candidates",
    "sets::type",
]


@given(st.binary(max_size=60) | text.map(str.encode), text.map(str.encode))
@settings(max_examples=300)
@pytest.mark.parametrize("task", ["spans", None])
def test_any_bytes(task, gold, system):
    """Scores, or an error that a user can act on."""
    with suppress(NerkitError):
        result = nerkit.evaluate(
            io.BytesIO(gold),
            io.BytesIO(system),
            task=task,
            measures=MEASURES,
            by=["label", "eid"],
            macro=True,
        )
        assert result.rows
        assert result.render("json")
