"""The comparison of evidence with a sample: conditions on JSON values, texts, lines."""

import pytest

from nerkit.ground.patterns import regex
from nerkit.readers import FORMATS
from nerkit.readers.evidence import condition, is_likely
from nerkit.readers.register import Evidence
from nerkit.readers.sample import Sample


@pytest.mark.parametrize(
    ("text", "holding", "others"),
    [
        ("{a}", [{"a": None}, {"a": 1, "b": 2}], [{}, {"b": 1}, [], None, "a"]),
        ("{a b}", [{"a": 1, "b": 2}], [{"a": 1}, {"b": 2}]),
        ("{a | b c}", [{"a": 1}, {"b": 1, "c": 1}], [{"b": 1}, {"c": 1}]),
        ("{(a | b) c}", [{"a": 1, "c": 1}, {"b": 1, "c": 1}], [{"a": 1}, {"c": 1}]),
        ("{a !b}", [{"a": 1}], [{"a": 1, "b": 1}, {}]),
        ("{!(a b)}", [{"a": 1}, {}], [{"a": 1, "b": 1}, []]),
        ("{}", [{}, {"a": 1}], [[], None]),
        ("{a:int}", [{"a": 0}], [{"a": True}, {"a": "0"}, {}]),
        ("{a:(text | null)}", [{"a": ""}, {"a": None}], [{"a": 1}, {}]),
        ("{a:!falsy}", [{"a": [0]}], [{"a": []}, {"a": ""}, {}]),
        ("{a:some}", [{"a": [[], {"b": 1}]}], [{"a": [[], {"b": ""}]}, {"a": None}]),
        ("{a:{b:{c}}}", [{"a": {"b": {"c": 1}}}], [{"a": {"b": {}}}, {"a": {"c": 1}}]),
        ("{*:int}", [{}, {"a": 1}], [{"a": 1, "b": ""}]),
        ("{+:int}", [{"a": 1, "b": ""}], [{}, {"a": ""}]),
        ("{1:int}", [{"a": 1}], [{}, {"a": 1, "b": 1}, {"a": ""}]),
        ("[]", [[]], [[1], {}, None]),
        ("[...]", [[], [1]], [{}]),
        ("[int]", [[1]], [[], [1, 2], [""]]),
        ("[int, text | null]", [[1, ""], [1, None]], [[1], [1, 2], [1, "", 3]]),
        ("[int ...]", [[1], [1, ""]], [[], ["", 1]]),
        ("[* int]", [[], [1, 2]], [[1, ""], {}]),
        ("[+ int]", [["", 1]], [[], [""]]),
        ("[any ...] [* {a}]", [[{"a": 1}]], [[], [{"a": 1}, {}]]),
        ("[text, {}] | {a}", [["", {}], {"a": 1}], [[""], {}]),
    ],
)
def test_conditions_on_values(text, holding, others):
    """Each form of a condition holds of some values and not of others."""
    holds = condition(text)
    assert [value for value in holding if not holds(value)] == []
    assert [value for value in others if holds(value)] == []


@pytest.mark.parametrize(
    ("evidence", "text", "fits"),
    [
        (Evidence(begins="(#"), "\ufeff \n(a", True),
        (Evidence(begins="(#"), "a(", False),
        (Evidence(has=("b", "c")), "abc", True),
        (Evidence(has=("b", "c")), "a", False),
        (Evidence(has=("\nT",)), "T1", True),
        (Evidence(header=True), "a,b\n1,2\n", True),
        (Evidence(header=True), "a\n1\n", False),
        (Evidence(header=True), "1\ta\n", False),
        (Evidence(finds=regex(r"(?m)^b")), "a\nb", True),
        (Evidence(finds=regex(r"\Ab")), "a\nb", False),
        (Evidence(lacks=regex("b")), "a", True),
        (Evidence(lacks=regex("b")), "ab", False),
        (Evidence(rows=regex(r"\d+")), "# x\n\n1\n22\ncut", True),
        (Evidence(rows=regex(r"\d+")), "1\nx\n", False),
        (Evidence(rows=regex(r"\d+")), "# x\n", False),
        (Evidence(rows=regex(r"\d+")), "1\n" * 200 + "x\n", True),
        (Evidence(record="{a}"), '{"a": 1}', True),
        (Evidence(record="{a}"), '{"b": 1}', False),
        (Evidence(record="{a}"), "text", True),  # of JSON alone
        (Evidence(record="{a}", of="{b}"), '{"a": 1}\n{"b": 1}\n', False),
    ],
)
def test_evidence(evidence, text, fits):
    """All that is stated must hold of the sample."""
    assert is_likely(evidence, Sample(text)) is fits


def test_evidence_is_in_words():
    """Either the register says how a format is recognised, or a function of its module does."""
    assert [name for name, one in FORMATS.items() if bool(one.evidence.words) == one.evidence.code] == []
