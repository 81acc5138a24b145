"""The comparison of evidence with a sample: conditions on JSON values, texts, lines."""

import pytest

from nerkit.ground.patterns import regex
from nerkit.readers import FORMATS
from nerkit.readers.conditions import condition
from nerkit.readers.register import FormatEvidence
from nerkit.readers.sample import Sample, is_likely


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
        ("{<a b> a}", [{"a": 1}, {"a": 1, "b": 2}], [{"a": 1, "c": 2}, {"b": 2}]),
        ("{<a b>:int}", [{"a": 1, "c": 2}, {"b": ""}, {}], [{"c": ""}, {"a": 1, "c": 2, "d": None}]),
        ("{a:number}", [{"a": 1}, {"a": 1.5}], [{"a": "1"}, {}]),
        ("{a:=b c}", [{"a": "b", "c": 1}], [{"a": "c", "c": 1}, {"a": ["b"], "c": 1}, {"a": "b"}]),
        ("{1:int}", [{"a": 1}], [{}, {"a": 1, "b": 1}, {"a": ""}]),
        ("[]", [[]], [[1], {}, None]),
        ("[...]", [[], [1]], [{}]),
        ("[int]", [[1]], [[], [1, 2], [""]]),
        ("[int, text | null]", [[1, ""], [1, None]], [[1], [1, 2], [1, "", 3]]),
        ("[int ...]", [[1], [1, ""]], [[], ["", 1]]),
        ("[* int]", [[], [1, 2]], [[1, ""], {}]),
        ("[+ int]", [["", 1]], [[], [""]]),
        ("[any ...] [* {a}]", [[{"a": 1}]], [[], [{"a": 1}, {}]]),
        ("[int ... text]", [[1, ""], [1, None, ""]], [[1], [""], ["", 1]]),
        ("[... int]", [[1], ["", 1]], [[], [1, ""]]),
        ("[half int]", [[], [1], ["", 1]], [["", 1, ""], {}]),
        (
            "@[+ =a]",
            [["b", "a"], [[], [["a"]]], {"x": [], "y": ["a"]}],
            [["b"], [["a"], 1], [[], ["b"]], "a"],
        ),
        ("~<b>{a:=1}", [{"a": 1}, [[{"c": [{"a": 1}]}]]], [{"b": {"a": 1}}, {"c": {"a": 2}}, "a"]),
        ("tag", ["O", "B-X", "X_B", "S"], ["", "X", "B-", 1]),
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
        (FormatEvidence(begins="(#"), "\ufeff \n(a", True),
        (FormatEvidence(begins="(#"), "a(", False),
        (FormatEvidence(has=("b", "c")), "abc", True),
        (FormatEvidence(has=("b", "c")), "a", False),
        (FormatEvidence(has=("\nT",)), "T1", True),
        (FormatEvidence(header="{start end width:=2}", roles="spans.csv_spans"), "from,to\n1,2\n", True),
        (FormatEvidence(header="{start end}", roles="spans.csv_spans"), "from\n1\n", False),
        (FORMATS["csv-tags"].evidence, "word\ttag\t\n", True),
        (FORMATS["csv-tags"].evidence, "word\ttag\t1\n", False),
        (FormatEvidence(header="{regular below:[+ [* tag]]}", roles="tags.csv_tags"), "a,b\nO,B-X\n", True),
        (FormatEvidence(cells="[+ [any, any, integer ...]]"), "x\ta\nb\t2\t\n", True),
        (FormatEvidence(cells="[half [any ... tag]]", split=" "), "x  O\t \ny z", True),
        (FormatEvidence(cells="[any, any]", counts="[!comment ...]"), "#\na\nb", True),
        (FormatEvidence(cells="[any ...]", bare="[[any, =a] ...]", unlike="uie-sel"), "a\n", True),
        (FormatEvidence(cells="[any ...]", bare="[[any, =a] ...]", unlike="muc4"), "b\n", True),
        (FormatEvidence(cells="[any ...]", bare="[[any, =a]]", unlike="model-output"), "b\n", False),
        (FormatEvidence(record="[{a}]", fenced=True), 'So:\n```\n{"a": 1}\n```', False),
        (FormatEvidence(record="{a}", fenced=True), 'So:\n```\n{"a": 1}\n```', True),
        (FormatEvidence(finds=regex(r"(?m)^b")), "a\nb", True),
        (FormatEvidence(finds=regex(r"\Ab")), "a\nb", False),
        (FormatEvidence(lacks=regex("b")), "a", True),
        (FormatEvidence(lacks=regex("b")), "ab", False),
        (FormatEvidence(rows=regex(r"\d+")), "# x\n\n1\n22\ncut", True),
        (FormatEvidence(rows=regex(r"\d+")), "1\nx\n", False),
        (FormatEvidence(rows=regex(r"\d+")), "# x\n", False),
        (FormatEvidence(rows=regex(r"\d+")), "1\n" * 200 + "x\n", True),
        (FormatEvidence(half=regex(r"\d+")), "# x\n\n1\nx", True),
        (FormatEvidence(half=regex(r"\d+")), "1\nx\nx\n", False),
        (FormatEvidence(half=regex(r"\d+")), "# x\n", True),
        (FormatEvidence(record="{a}"), '{"a": 1}', True),
        (FormatEvidence(record="{a}"), '{"b": 1}', False),
        (FormatEvidence(record="{a}"), "text", True),  # of JSON alone
        (FormatEvidence(record="{a}", of="{b}"), '{"a": 1}\n{"b": 1}\n', False),
    ],
)
def test_evidence(evidence, text, fits):
    """All that is stated must hold of the sample."""
    assert is_likely(evidence, Sample(text)) is fits


def test_evidence_is_in_words():
    """Either the register says how a format is recognised, or a function of its module does."""
    assert [name for name, one in FORMATS.items() if bool(one.evidence.words) == one.evidence.code] == []
