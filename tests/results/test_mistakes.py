"""Excerpts of texts."""

import pytest

from nerkit.results.mistakes import AROUND, excerpt

LONG = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"


@pytest.mark.parametrize(
    ("text", "ranges", "wanted"),
    [
        ("Ada met Bob.", [(0, 3)], "[Ada] met Bob."),
        ("Ada\r\n met\tBob.", [(6, 9)], "Ada [met] Bob."),
        ("😀😀Ada", [(2, 5)], "😀😀[Ada]"),
        ("Ada met Bob.", [(8, 11), (0, 3)], "[Ada] met [Bob]."),
        ("Ada met Bob.", [(0, 3), (2, 5), (5, 7)], "[Ada met] Bob."),
        ("Ada met Bob.", [(4, 4)], "Ada []met Bob."),
        ("Ada met Bob.", [(8, 13)], None),
        ("Ada met Bob.", [], None),
        ("", [(0, 0)], None),
        (LONG, [(41, 45)], "four five six seven eight n[ine ]ten eleven twelve thirteen"),
        (LONG, [(0, 3)], "[one] two three four five six seven"),
        ("x" * 99, [(50, 52)], f"{'x' * AROUND}[xx]{'x' * AROUND}"),
    ],
)
def test_excerpt(text, ranges, wanted):
    """Each range in brackets, whole words around, blanks made one; nothing for what is not in the text."""
    assert excerpt(text, ranges) == wanted


def test_far_ranges():
    """The middle of what stands between two is left out."""
    text = f"Ada {'y' * 100} Bob"
    assert excerpt(text, [(0, 3), (105, 108)]) == f"[Ada] {'y' * (AROUND - 1)} … {'y' * (AROUND - 1)} [Bob]"
