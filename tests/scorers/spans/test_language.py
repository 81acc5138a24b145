"""The span language: names, groups, expressions, and what does not parse."""

import re

import pytest

from nerkit.exceptions import UsageError
from nerkit.scorers.columns import FIELDS
from nerkit.scorers.spans.scorer import TASK


def names(*asked):
    return [measure.name for measure in TASK.resolve(asked)]


@pytest.mark.parametrize(
    ("name", "expression"),
    [
        ("strong_link_match", "sets:is_linked:span+kbid"),
        ("sets::span", "sets::span"),
        ("sets:None:span+kbid", "sets::span+kbid"),
        ("sets-micro::span", "sets::span"),
        ("overlap-maxsum:is_nil:docid+type", "overlap-maxsum:is_nil:docid+type"),
    ],
)
def test_names_and_expressions(name, expression):
    """A name stands for an expression; `None` is no filter; `sets-micro` is the former name of `sets`."""
    (measure,) = TASK.resolve([name])
    assert (measure.name, str(measure.compute)) == (name, expression)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("strong_mention_mach", "did you mean 'strong_mention_match'"),
        ("set::span", "unknown aggregator 'set'.*did you mean 'sets'"),
        ("overlap-minmax::span", "did you mean 'overlap-summax'"),
        ("sets:span", "must have the form aggregator:filter:key"),
        ("sets::span+", "empty field"),
        ("sets::", "empty field"),
        ("blanc::span/link", "did you mean 'blanc::span/links'"),
        ("blanc/link", "did you mean 'blanc/links'"),
    ],
)
def test_what_does_not_parse(name, message):
    """Every error says what to do instead."""
    with pytest.raises(UsageError, match=message):
        TASK.resolve([name])


def test_groups():
    """The groups of neleval, in their order, and LoReHLT's."""
    assert names("cornolti") == ["strong_linked_mention_match", "strong_link_match", "entity_match"]
    overlaps = [f"overlap-{modes}::span" for modes in ("maxmax", "maxsum", "summax", "sumsum")]
    assert names("lorehlt", "overlap-maxmax::span") == overlaps
    assert set(names("tac09")) < set(names("tac11")) < set(names("tac14"))
    assert len(names("all")) == 19  # neleval's names; lea, blanc and conll are ours


def test_a_measure_brings_the_parts_that_are_shown_with_it():
    """Those of a name and of an expression alike; a part can be asked for alone."""
    assert names("blanc") == ["blanc", "blanc/links", "blanc/non-links"]
    typed = "blanc::span+type"
    assert names(typed) == [typed, f"{typed}/links", f"{typed}/non-links"]
    assert names("conll") == ["conll"]
    (links,) = TASK.resolve(["blanc::span+type/links"])
    assert str(links.compute) == "pairwise::span+type"


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("sets::tpye", "type"),
        ("sets::span+typ", "type"),
        ("sets::span+Type", "type"),
        ("sets:is_link:span", "is_linked"),
        ("overlap-maxmax::docis", "docid"),
        ("blanc::spn/links", "span"),
    ],
)
def test_a_field_that_looks_misspelt_is_not_explained(name, near):
    """Within two letters of a known field a field is most likely that; with data it is scored."""
    message = f"unknown field .* of measure {re.escape(repr(name))}; did you mean {near!r}"
    with pytest.raises(UsageError, match=message):
        TASK.describe(name)
    assert names(name)[0] == name


@pytest.mark.parametrize("field", ["form", "language", "Wikidata", "fragments"])
def test_any_other_field_is_one_that_the_data_must_have(field):
    """Formats bring fields of their own."""
    for expression in (f"sets::span+{field}", f"sets:{field}:span"):
        assert f"{field} (a field that the data must have)" in TASK.describe(expression).definition


def test_every_known_field_is_explained():
    """Though some of them are within two letters of each other."""
    for field, meaning in FIELDS.items():
        assert f"{field} ({meaning})" in TASK.describe(f"sets:{field}:{field}").definition


def test_no_name_has_the_separator_of_expressions():
    """What has a colon is read as an expression; overlaps are called as they are written."""
    for measure in TASK.measures:
        assert ":" not in measure.name or measure.name == str(measure.compute)
