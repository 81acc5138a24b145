"""Rows of counts that are written down: bounds, composite measures, labels that are in no average."""

import numpy as np
import pytest

from nerkit.results.counts import ALL, BOUND, Counts, Headline, Part
from nerkit.results.row_table import rows
from nerkit.results.rows import Grouping
from nerkit.results.scores import Composite, mean_of_parts

WHOLE = Grouping((), shown=True)
DOCUMENTS, LABELS = Grouping(("document",), shown=True), Grouping(("label",), shown=True)


def part(measure, numbers, extras=(), headline=None):
    """The part of a measure; *numbers* are a row of each (document, label), which are `d` to `f` and any."""
    labels = list(dict.fromkeys(label for _, label in numbers))
    return Part(
        measure,
        np.array(["def".index(document) for document, _ in numbers]),
        [(("label", label),) if label else ALL for label in labels],
        np.array([labels.index(label) for _, label in numbers]),
        np.array(list(numbers.values()), float),
        extras,
        headline,
    )


def made(*parts):
    return Counts.collect(["d", "e", "f"], [], parts)


def test_the_bound_of_a_value_has_as_many_more_that_agree():
    """Two of four and of six agree, and one more might: .4, and at most .6; what is proved has no bound."""
    counts = made(part("m", {("d", ""): (2, 4, 2, 6, 1, 1), ("e", ""): (3, 3, 3, 3, 0, 0)}, BOUND))
    d, e, _, whole = rows(counts, "s", ["m"], [WHOLE, DOCUMENTS])
    assert (d.value, d.extra) == (0.4, {"optimal": False, "upper_bound": 0.6})
    assert (e.value, e.extra) == (1, {"optimal": True})
    assert (whole.value, whole.extra) == (10 / 16, {"optimal": False, "upper_bound": 12 / 16})


def test_the_bound_of_a_composite_measure_is_that_of_its_parts():
    """Means of .5 and 1, and of .75 and 1; it is proved where all of its parts are."""
    for slack, extra in ((1, {"optimal": False, "upper_bound": 0.875}), (0, {"optimal": True})):
        a = part("a", {("d", ""): (2, 4, 2, 4, slack, slack)}, BOUND)
        b = part("b", {("d", ""): (4, 4, 4, 4, 0, 0)}, BOUND)
        for names in (("a", "b"), ("b", "a")):
            composites = {"mean": Composite(names, mean_of_parts)}
            (row,) = rows(made(a, b), "s", ["mean"], [WHOLE], composites=composites)
            assert (row.value, row.p_num, row.extra) == (0.75, None, extra)


def test_a_composite_of_which_a_part_has_no_bound_has_none():
    """Nor has it the further numbers of its parts."""
    a, b = part("a", {("d", ""): (2, 4, 2, 4, 1, 1)}, BOUND), part("b", {("d", ""): (4, 4, 4, 4, 7)}, ("x",))
    (row,) = rows(made(a, b), "s", ["m"], [WHOLE], composites={"m": Composite(("a", "b"), mean_of_parts)})
    assert (row.value, row.extra) == (0.75, {})


def test_labels_apart_have_rows_and_are_in_no_average():
    """The mean of X and Z alone: a row of theirs stands at its place, whatever stands between."""
    numbers = {("d", "X"): (1, 2, 1, 2), ("d", "Y"): (0, 9, 0, 9), ("e", "Z"): (2, 2, 2, 2)}
    for apart, mean in ((("Y",), 0.75), (("X", "Y"), 1), (("Q",), 0.5), ((), 0.5)):
        counts = made(part("m", numbers, headline=Headline(apart=apart)))
        found = {row.label: row for row in rows(counts, "s", ["m"], [WHOLE, LABELS], macro=True)}
        assert [found[label].value for label in ("X", "Y", "Z", "macro")] == [0.5, 0, 1, mean]


@pytest.mark.parametrize("number", [1, 2])
def test_counts_of_a_macro_average_are_means(number):
    """Of one group they are its own."""
    numbers = {("d", "X"): (1, 2, 1, 4), ("d", "Y"): (3, 6, 3, 4)}
    counts = made(part("m", dict(list(numbers.items())[:number])))
    found = {row.label: row for row in rows(counts, "s", ["m"], [LABELS], macro=True)}
    row = found["macro"]
    assert (row.p_num, row.p_den, row.r_num, row.r_den) == ((1, 2, 1, 4) if number == 1 else (2, 4, 2, 4))


@pytest.mark.parametrize("sparse", [(), ("label",), ("other",)])
def test_labels_of_other_measures(sparse):
    """A measure that is sparse by a field has no rows of what others count alone."""
    own = part("m", {("d", "X"): (1, 2, 1, 2), ("e", "Z"): (0, 0, 0, 0)}, headline=Headline(sparse=sparse))
    other = part("n", {("d", "Y"): (1, 1, 1, 1)})
    plan = [LABELS, Grouping(("document", "label"), shown=True)]
    found = [(row.document, row.label) for row in rows(made(own, other), "s", ["m"], plan)]
    everything = [("d", "X"), ("d", "Y"), ("e", "Z"), ("*", "X"), ("*", "Y"), ("*", "Z")]
    assert found == ([("d", "X"), ("*", "X")] if "label" in sparse else everything)
