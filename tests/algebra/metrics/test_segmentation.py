"""Windows of a segmentation: as counted one by one, and their laws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algebra import field, files, windows
from nerkit.exceptions import InputError, UsageError

SIDES = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=1, max_size=12)
DOCUMENTS = st.lists(SIDES, min_size=1, max_size=3)


def wrong(gold, system, window, compare):
    """How many windows are wrong, and how many there are."""
    size = min(window, len(gold))
    pairs = [(sum(gold[i : i + size]), sum(system[i : i + size])) for i in range(len(gold) - size + 1)]
    return sum(g != s if compare == "count" else (g > 0) != (s > 0) for g, s in pairs), len(pairs)


@given(DOCUMENTS, st.integers(1, 6), st.sampled_from(["ends", "count"]))
def test_as_counted_one_by_one(documents, window, compare):
    """Micro: all windows of all documents."""
    gold, system = ([[pair[i] for pair in pairs] for pairs in documents] for i in range(2))
    counted = [wrong(*sides, window, compare) for sides in zip(gold, system, strict=True)]
    metric = windows(window, compare)
    assert metric.counts(gold, system).numbers[:, :2].tolist() == [list(map(float, row)) for row in counted]
    assert metric.score(gold, system) == pytest.approx(
        sum(n for n, _ in counted) / sum(n for _, n in counted)
    )


@given(DOCUMENTS, st.integers(1, 6))
def test_identical_ones_have_no_error_and_sides_may_be_exchanged(documents, window):
    """And a window with another number of boundaries is no rarer than one with none on one side."""
    gold, system = ([[pair[i] for pair in pairs] for pairs in documents] for i in range(2))
    for compare in ("ends", "count"):
        metric = windows(window, compare)
        assert metric.score(gold, gold) == 0
        assert metric.score(gold, system) == metric.score(system, gold)
    assert windows(window, "count").score(gold, system) >= windows(window, "ends").score(gold, system)


# sequences, window and values as nltk 3.10.4 prints them (pk, windowdiff)
NLTK = [
    ("000100000010", "000010000100", 3, 0.3, 0.3),
    ("0100100010", "0000100010", 2, 2 / 9, 2 / 9),
    ("000000", "001000", 3, 0.75, 0.75),
]


@pytest.mark.parametrize(("gold", "system", "window", "pk", "windowdiff"), NLTK)
def test_values_are_those_of_nltk(gold, system, window, pk, windowdiff):
    """The same windows."""
    sides = [list(gold)], [list(system)]
    assert windows(window).score(*sides) == pytest.approx(pk)
    assert windows(window, "count").score(*sides) == pytest.approx(windowdiff)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: windows(0), "a whole number above 0"),
        (lambda: windows(2, "end"), "unknown comparison of windows 'end'; did you mean 'ends'"),
        (lambda: windows(2).score([["0", "x"]], [["0", "1"]]), "'x' is not a mark"),
        (lambda: windows(2).score([[0, 1, 1]], [[0, 1]]), "2 marks, but the gold document has 3"),
    ],
)
def test_what_makes_no_sense_is_refused(make, said):
    with pytest.raises(UsageError, match=said):
        make()


def test_windows_in_toml(write):
    """A sequence named either way; an error has its line."""
    for key in ("field", "sequence"):
        path = write("m.toml", f'[metric]\n{key} = "marks"\nwindow = 2\ncompare = "count"\n')
        assert str(files.read(str(path)).metric) == "P(|wrong count in windows of marks, window:2|)"
    path = write("m.toml", '[metric]\nfield = "marks"\nwindow = 2.5\n')
    with pytest.raises(InputError, match="a whole number") as error:
        files.read(str(path))
    assert error.value.line == 3
    assert field("m", windows(2)).score([{"m": [1, 0]}], [{"m": [0, 0]}]) == 1
