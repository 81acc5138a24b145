"""Files of partial credit."""

import pytest

from nerkit.algebra import credit_files
from nerkit.exceptions import InputError, UsageError


def test_a_table(write):
    """Repeated pairs keep the largest credit; blank lines and comments are skipped."""
    path = write("w.tsv", "# types\nA\tB\t0.25\n\nA\tB\t0.5\nB\tA\t0\n#\tB\t1\n")
    assert credit_files.read(path, 0.5) == {("A", "B"): 0.5, ("B", "A"): 0.0, ("#", "B"): 1.0}


def test_a_tree_gives_credit_to_a_system_type_above_the_gold_one(write):
    """System A is one step above gold A1, root two; not the other way round (neleval's tree is reversed)."""
    path = write("w.json", '{"root": ["A", "B"], "A": ["A1"]}')
    assert credit_files.read(path, 0.5) == {
        ("A", "root"): 0.5,
        ("B", "root"): 0.5,
        ("A1", "A"): 0.5,
        ("A1", "root"): 0.25,
    }


def test_the_shortest_path_of_a_tree_with_several_parents_counts(write):
    """C is below A directly and by B."""
    path = write("w.json", '{"A": ["B", "C"], "B": ["C"]}')
    assert credit_files.read(path, 0.1)["C", "A"] == 0.1


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("A\tB\n", "1:1", "the line has 2 columns, but 3 are needed"),
        ("A\tB\t1\nA\tB\tx\n", "2:5", "credit 'x' is not a number from 0 to 1"),
        ("A\tB\t1.5\n", "1:5", "not a number from 0 to 1"),
        ("A\tB\tnan\n", "1:5", "not a number from 0 to 1"),
        ('{"A": ["B"],\n "B" 1}\n', "2:6", "not valid JSON"),
        ('{"a": ["b"]}\n{}', "2:1", "more than one value"),
        ('{"a": ' + "[" * 100_000, "1:206", "nested too deeply"),
        ('{"A": "B"}\n', "1:1", "the value is not a tree of names"),
        ('\n {"A": [1]}\n', "2:2", "the value is not a tree of names"),
        ('{"A": ["B"], "B": ["A"]}\n', "1", "cycle"),
    ],
)
def test_what_is_wrong(write, text, place, problem):
    """The place and the remedy of each error."""
    with pytest.raises(InputError) as error:
        credit_files.read(write("w", text), 0.5)
    assert f":{place}: " in str(error.value)
    assert problem in str(error.value)


def test_the_decay_is_a_fraction():
    """A decay outside 0 to 1 would make credits outside it."""
    from nerkit.scorers.spans.options import Options

    with pytest.raises(UsageError, match="decay"):
        Options(tree_decay=1.5)
