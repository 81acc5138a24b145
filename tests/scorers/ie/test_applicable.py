"""`all` is what the documents allow, and a measure of what no document holds says so."""

import pytest

import nerkit

EVENT = {"type": "Leave", "trigger": [1, 2], "arguments": [{"role": "Who", "span": [0, 1]}]}
RELATION = {"type": "in", "head": [0, 1], "tail": [2, 3]}
TYPED = RELATION | {"head_type": "PER", "tail_type": "LOC"}
HEADED = EVENT | {"trigger_head": [1, 2]}


def measures(document):
    """The measures of `all` for a document."""
    return nerkit.evaluate([document], [document], task="ie", measures="all").measures


@pytest.mark.parametrize(
    ("document", "present", "absent"),
    [
        ({"events": [EVENT]}, "argument-c", "argument-c-head"),
        ({"events": [HEADED]}, "argument-c-head", "relation"),
        ({"relations": [RELATION]}, "relation-untyped", "relation-strict"),
        ({"relations": [TYPED]}, "relation-strict", "docred"),
        ({"fillers": [{"role": "Who", "mentions": ["Ann"]}]}, "template", "template-muc4"),
        ({"events": [], "relations": []}, "trigger-i", "ree"),
    ],
)
def test_all_is_what_the_documents_allow(document, present, absent):
    """No measure of `all` fails for want of what it compares."""
    asked = measures(document)
    assert present in asked
    assert absent not in asked


def test_a_measure_of_a_list_that_no_document_has():
    """It is 0/0, and a warning says what the documents hold instead; a list without items is there."""
    result = nerkit.evaluate([{"events": [EVENT]}], [{"events": []}], task="ie", measures=["ree"])
    assert result.warnings == ("ree: no document has fillers; they have events",)
    empty = nerkit.evaluate([{"fillers": []}], [{"fillers": []}], task="ie", measures=["ree"])
    assert not empty.warnings
