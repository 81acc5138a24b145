"""The record of a task, and the table of what its measures need."""

from dataclasses import fields

import pytest

import nerkit
from nerkit.exceptions import UsageError
from nerkit.scorers import SCORERS, task_named
from nerkit.scorers.measure import computes
from nerkit.scorers.missing_fields import ItemField
from nerkit.scorers.task import InParts, Task


def test_a_task_is_one_record_of_at_most_28_fields():
    """How parts are scored is a record of its own; everything else is a field."""
    assert len(fields(Task)) <= 28
    assert all(isinstance(task_named(name).parts, InParts) for name in SCORERS)


@pytest.mark.parametrize("name", SCORERS)
def test_whatever_computes_a_measure_is_called_alike(name):
    """Also measures that combine others, which have no rows of their own."""
    assert all(callable(measure.compute) for measure in task_named(name).measures)


def test_a_family_is_only_explained():
    """Its name stands for the measures below it, and it is no measure itself."""
    task = task_named("mrp")
    family = task.describe("ucca/labeled")
    assert family is not None
    assert family.name == "ucca/labeled"
    below = [one.name for one in task.looked_up(family.name)]
    assert below == [one.name for one in task.measures if one.name.startswith("ucca/labeled/")]
    assert list(family.compute(None, family.name, ())) == []


@pytest.mark.parametrize("name", SCORERS)
def test_every_field_of_the_table_is_needed_by_a_measure(name):
    """Also those of measures that are written, which have the fields of their key."""
    task = task_named(name)
    needed = {field for measure in task.measures for field in measure.fields}
    assert set(task.fields) <= needed
    assert all(field.noun and field.name for field in task.fields.values() if isinstance(field, ItemField))


def test_what_needs_a_field_that_nothing_has_is_refused_by_name_alone():
    """In the group `all` it stays or is left out; the sentence is the same for all tasks."""
    tree = "(TOP (S (X a) (X b)))"
    for task, data, name, text in (
        ("spans", [[(0, 4)]], "strict", "strict: no annotation has a type"),
        ("tree", [tree.replace("X", "_")], "tagging", "tagging: no word of either side has a tag"),
    ):
        with pytest.raises(UsageError, match=text):
            nerkit.evaluate(data, data, task=task, measures=[name])
        assert nerkit.evaluate(data, data, task=task, measures=["all"]).rows


def test_objects_that_compute_are_found_by_their_kind():
    """None of another kind."""
    from nerkit.scorers.spans.language import Expression

    measures = task_named("spans").resolve(["strict", "sets::span"])
    assert [str(one) for one in computes(measures, Expression)] == ["sets::span"]
