"""Sentences about things of which the first few are shown."""

from nerkit.exceptions import LONGEST_NAME, some
from nerkit.ground.warnings import ShownWarning


def test_a_name_of_any_length_leaves_a_sentence_readable():
    """It is cut; parts still add up."""
    what = ShownWarning("", "string", " not found: ")
    (warning,) = what.of(["x" * 100_000, "y"])
    assert warning == f"2 strings not found: {'x' * LONGEST_NAME}…, y"
    assert what([warning, *what.of(["z"])]) == [f"3 strings not found: {'x' * LONGEST_NAME}…, y, z"]
    assert some(["x" * 100_000, "y"]) == f"{'x' * LONGEST_NAME}…, y"
