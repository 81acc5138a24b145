"""The span language: names, groups, expressions, and what does not parse."""

import pytest

from nerkit.errors import UsageError
from nerkit.scorers.spans import language


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
    parsed = language.parse(name)
    assert (parsed.name, str(parsed)) == (name, expression)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("strong_mention_mach", "did you mean 'strong_mention_match'"),
        ("set::span", "unknown aggregator 'set'.*did you mean 'sets'"),
        ("overlap-minmax::span", "did you mean 'overlap-summax'"),
        ("sets:span", "not of the form aggregator:filter:key"),
        ("sets::span+", "empty field"),
        ("sets::", "empty field"),
    ],
)
def test_what_does_not_parse(name, message):
    """Every error says what to do instead."""
    with pytest.raises(UsageError, match=message):
        language.parse(name)


def test_groups():
    """The groups of neleval, in their order, and LoReHLT's."""
    assert language.expand(["cornolti"]) == [
        "strong_linked_mention_match",
        "strong_link_match",
        "entity_match",
    ]
    assert language.expand(["lorehlt", "overlap-maxmax::span"]) == list(language.LOREHLT)
    assert set(language.GROUPS["tac09"]) < set(language.GROUPS["tac11"]) < set(language.GROUPS["tac14"])
    assert len(language.expand(["all"])) == 19  # neleval's names; lea, blanc and conll are ours
