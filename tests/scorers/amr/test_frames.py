"""Files of frames' descriptions."""

import pytest

from nerkit.exceptions import InputError
from nerkit.scorers.amr import frames


def test_a_line_is_a_frame_and_its_arguments(write):
    """Two blanks begin an argument; text after a further colon, and commas and stops, are dropped."""
    path = write(
        "f.txt",
        "carve-01  ARG0: carver  ARG2: tool, usually sharp.\n\n"
        "Cost-09  ARG2: amount/sum  ARG3: charge: amount\nrain-01\n",
    )
    assert frames.read(path) == {
        "carve-01": {"arg0": "carver", "arg2": "tool usually sharp."},
        "cost-09": {"arg2": "amount/sum", "arg3": "charge"},
        "rain-01": {},
    }


def test_the_last_of_equal_frames_and_arguments_counts(write):
    """A later line replaces all arguments of an earlier one."""
    path = write("f.txt", "a-01  ARG0: one  ARG1: two\na-01  ARG0: three  ARG0: four\n")
    assert frames.read(path) == {"a-01": {"arg0": "four"}}


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("a-01  ARG0: one\nb-01  ARG0: one  ARG1:\n", "2:18", "the argument has no description"),
        ("a-01 ARG0: one\n", "f.txt", "the file describes no arguments of frames"),
        ("", "f.txt", "the file describes no arguments of frames"),
    ],
)
def test_damaged_files(write, text, place, problem):
    """An argument without description has a place; a file without arguments is not such a list."""
    with pytest.raises(InputError, match=problem) as error:
        frames.read(write("f.txt", text))
    assert place in str(error.value)
