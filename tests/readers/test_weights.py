"""Tables of partial credit."""

import pytest

from nerkit.errors import InputError
from nerkit.readers.weights import read


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ('{"a": ["b",]}', (1, 12), "not valid JSON"),
        ('{"a": ["b"]}\n{}', (2, 1), "more than one value"),
        ('\n {"a": [3]}', (2, 2), "not a tree of names"),
        ('{"a": ' + "[" * 100_000, (1, 1), "nested too deeply"),
    ],
)
def test_a_tree_that_is_none_is_an_error_with_its_place(write, text, place, problem):
    """Broken, deep, several, or not of names."""
    with pytest.raises(InputError, match=problem) as raised:
        read(write("tree.json", text), 0.5)
    assert (raised.value.line, raised.value.column) == place


def test_a_tree_of_names_gives_credit_to_ancestors(write):
    """Each step up halves it."""
    table = read(write("tree.json", '{"a": ["b"], "b": ["c"]}'), 0.5)
    assert (table["b", "a"], table["c", "a"]) == (0.5, 0.25)
