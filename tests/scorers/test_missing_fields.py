"""Fields that measures compare and that items lack: what is said, whatever the number of parts."""

import numpy as np
import pytest

import nerkit
from nerkit.algorithms.byte_columns import ByteColumn
from nerkit.algorithms.columns import Column
from nerkit.exceptions import UsageError
from nerkit.ground.warnings import Warned, added
from nerkit.scorers.missing_fields import FIRST, FieldSides, Held, fields_of, in_column, of_field
from nerkit.scorers.task import Measure

LOOKING = {"noun": "word", "name": "a label", "measures": ("LAS",), "is_told": False}
SYSTEM = "s.conllu"


def conllu(*labels):
    """A sentence of words with these labels; each word depends on the one before."""
    rows = (f"{i}\tw{i}\t_\tNOUN\t_\t_\t{i - 1}\t{label}\t_\t_\n" for i, label in enumerate(labels, 1))
    return "".join(rows) + "\n"


def said(gold, system):
    """What is said of two sides."""
    facts = {"sides": FieldSides.of(gold, system), "side": SYSTEM}
    return Warned("field-absent", facts=facts, detail=of_field, **LOOKING)


def side(*values, **known):
    """A side with these values of a field that varies."""
    return in_column(Column.of(values), varies=True, **known)


@pytest.mark.parametrize(
    ("gold", "system", "text"),
    [
        (side("a", "b"), side("a"), ""),
        (side(None, "_"), side("", None), "no word of either side has a label, which LAS compares"),
        (side("a"), side("_"), "s.conllu: no word has a label, and gold's have, which LAS compares"),
        (
            side("_"),
            side("a"),
            "gold: no word has a label, and the items of s.conllu have, which LAS compares",
        ),
        (side("a"), side("b"), "s.conllu: no word has a label in common with the gold file: 'b'; gold: 'a'"),
        (
            side("1:a", like=str.isalpha),
            side("1:a", like=str.isalpha),
            (
                "no value of either side looks like a label: the columns are '1:a'; check which "
                "column is meant"
            ),
        ),
        (side(*"aaaaaaaaaa"), side("a"), "all 11 words have a label 'a', which LAS compares"),
        (side(*"aaaaaaaaa"), side("a"), ""),
        (side(*"aaaaaaaaaa"), side("a", "b"), ""),
        (side(), side("a"), ""),
    ],
)
def test_what_is_said(gold, system, text):
    """Each kind of absence has its sentence; fields that both sides have, and blank sides, have none."""
    assert said(gold, system) == text


def test_parts_say_what_the_whole_says():
    """Nobody has a label in one part, one side in another, both in a third: the whole has nothing to say."""
    parts = [(side("_"), side("_")), (side("a"), side("_")), (side("b"), side("a"))]
    warnings = [[said(*part)] for part in parts]
    assert [bool(one) for (one,) in warnings] == [True, True, True]
    assert added(warnings) == []
    assert added(warnings[:2]) == [said(side("_", "a"), side("_", "_"))] != [""]
    (whole,) = added([[said(Held(6, True, frozenset("a")), side("a"))]] * 2)
    assert "all 14 words" in whole


@pytest.mark.parametrize(
    ("labels", "others", "warned"),
    [("__", "__", ["no word of either side"]), (["root", "obj"], "__", ["system.conllu: no word has"])],
)
def test_labels_that_nobody_or_one_side_has(tmp_path, labels, others, warned):
    """LAS is UAS then, or 0, and a warning says why; of UAS alone nothing is said."""
    paths = tmp_path / "gold.conllu", tmp_path / "system.conllu"
    for path, own in zip(paths, (labels, others), strict=True):
        path.write_text(conllu(*own))
    result = nerkit.evaluate(*paths, task="dep")
    assert [any(start in text for text in result.warnings) for start in warned] == [True]
    unlabelled = nerkit.evaluate(*paths, task="dep", measures=["UAS"])
    assert not any(start in text for start in warned for text in unlabelled.warnings)


@pytest.mark.parametrize(
    ("name", "is_refused"), [("LAS", True), ("XPOS", True), ("UAS", False), ("ud18", False)]
)
def test_a_measure_that_was_named_is_refused(tmp_path, name, is_refused):
    """Where no item has what it is about; a group keeps its rows, with a warning."""
    path = tmp_path / "gold.conllu"
    path.write_text(conllu("_", "_"))
    if is_refused:
        with pytest.raises(UsageError, match=f"{name}: no word of either side has a"):
            nerkit.evaluate(path, path, task="dep", measures=[name])
    else:
        result = nerkit.evaluate(path, path, task="dep", measures=[name])
        assert name == "UAS" or "XPOS" in [row.measure for row in result.rows]


def test_fields_are_those_of_what_a_measure_combines():
    """A measure looks at its own fields, then at those of its parts, each once."""
    parts = (Measure("a", fields=("x", "y")), Measure("b", fields=("y", "z")))
    assert fields_of(Measure("c", fields=("y",), of=parts)) == ["y", "x", "z"]


def test_bytes_are_looked_at_in_full_where_the_first_rows_share_nothing():
    """Values that both sides have only behind the first rows are values that both have."""

    def column(*texts):
        size = np.array([len(text) for text in texts])
        start = np.cumsum(size + 1) - size - 1
        return ByteColumn([(np.frombuffer("\t".join(texts).encode() + b"\n", np.uint8), start, start + size)])

    many = FIRST + 1
    gold = in_column(column(*["a", "b"] * many, "shared"), varies=True)
    system = in_column(column(*["c", "d"] * many, "shared"), varies=True)
    other = in_column(column(*["c", "d"] * many, "e"), varies=True)
    assert (gold.items, gold.values, gold.every is not None) == (2 * many + 1, {"a", "b"}, True)
    assert FieldSides.of(gold, system).do_meet
    apart = FieldSides.of(gold, other)
    assert not apart.do_meet
    assert (apart.gold.values, apart.system.values) == ({"a", "b", "shared"}, {"c", "d", "e"})
