"""The measures of bracketed trees: the one list of them."""

from collections.abc import Callable, Sequence
from typing import Any

from nerkit.scorers.task import ALL, Measure, Range, means, shares
from nerkit.scorers.tree.comparison import BRACKET, SENTENCE, WORD
from nerkit.scorers.tree.counting import (
    Counting,
    FewCrossing,
    TreeCounting,
    average_crossing,
    brackets,
    crossing,
    exact,
    tagging,
    unlabeled,
)

EVALB = "evalb"  # the group of what EVALB reports
PARSEVAL = "Black et al. (1991), PARSEVAL; EVALB 20080701 (Sekine & Collins 1997)"
DISCO = "van Cranenburgh, Scha & Bod (2016); disco-dop 0.6, discodop eval"

EXCLUDED = (
    'Sentences whose words differ count nowhere, as in EVALB; a warning says which; mismatch="error".',
    "A sentence without words of the system is skipped; one that it lacks altogether counts as empty.",
)
LEFT_OUT = (
    "Words with a tag that params=… deletes are left out; brackets with such a label are not counted.",
    "The tag is each side's own; punctuation=\"gold\" takes gold's, so that no wrong tag loses a sentence.",
)
LABELS = (
    "Labels are cut before - and = (NP-SBJ-1 is NP); functions=True keeps NP-SBJ.",
    "EQ_LABEL makes labels the same: ADVP and PRT by default.",
)
TWICE = (
    "Equal brackets, as in (NP (NP dog)), match one to one: the smaller number of both sides.",
    "A discontinuous bracket is its set of words: it has the same words, or is not matched.",
)
NO_LIMITS = (
    "EVALB stops after MAX_ERROR errors, and at 200 words, 200 brackets or 5,000 bytes of a line.",
    "disco-dop refuses sentences whose words differ, and counts equal brackets once in its totals.",
)


def _measure(
    name: str,
    items: str,
    count: Counting,
    definition: str,
    formula: Sequence[str],
    *,
    edge_cases: Sequence[str] = EXCLUDED,
    fields: Sequence[str] = (),
    groups: Sequence[str] = (),
    lower_is_better: bool = False,
    limits: Callable[[Any], Range] = shares,
) -> Measure:
    """A measure of PARSEVAL, as EVALB has it."""
    return Measure(
        name,
        TreeCounting(items, count),
        definition,
        formula=formula,
        source=PARSEVAL,
        edge_cases=edge_cases,
        differences=NO_LIMITS,
        fields=fields,
        groups=(*groups, ALL),
        default=count is brackets,
        lower_is_better=lower_is_better,
        range=limits,
    )


def _ratios(condition: str) -> tuple[str, ...]:
    return (
        f"correct    brackets of gold and system {condition}",
        "precision  correct / brackets of the system",
        "recall     correct / brackets of gold",
        "F1         2 correct / (brackets of the system + brackets of gold)",
    )


def _of_sentences(what: str) -> tuple[str, ...]:
    return (f"value      {what} / sentences",)


MEASURES = (
    _measure(
        "brackets",
        BRACKET,
        brackets,
        "Constituents with the right words and label.",
        _ratios("with the same words and label, one to one"),
        edge_cases=(*TWICE, *LABELS, *LEFT_OUT, *EXCLUDED),
        fields=["label"],
        groups=(EVALB,),
    ),
    _measure(
        "unlabeled",
        BRACKET,
        unlabeled,
        "Constituents with the right words, whatever their label.",
        _ratios("with the same words, one to one"),
        edge_cases=(*TWICE, *LEFT_OUT, *EXCLUDED),
    ),
    _measure(
        "tagging",
        WORD,
        tagging,
        "Words with the right tag.",
        (
            "correct    words of gold and system with the same tag",
            "precision  correct / words of the system",
            "recall     correct / words of gold: the same, unless align=True compares other words",
        ),
        edge_cases=(
            "Tags are compared in full; EQ_LABEL makes tags the same, too.",
            "By label: gold's tag for the recall, the system's for the precision, both for what is correct.",
            *LEFT_OUT,
            *EXCLUDED,
        ),
        fields=["tag"],
        groups=(EVALB,),
    ),
    _measure(
        "exact",
        SENTENCE,
        exact,
        "Complete match of trees: sentences in which every bracket is right, on both sides.",
        _of_sentences("sentences with as many matched brackets as either side has"),
        edge_cases=("A sentence without brackets on both sides is one. Tags do not matter.", *EXCLUDED),
        fields=["label"],
        groups=(EVALB,),
    ),
    _measure(
        "crossing",
        BRACKET,
        crossing,
        "Brackets of the system that cross one of gold; lower is better.",
        ("value      brackets of the system that cross a bracket of gold / brackets of the system",),
        edge_cases=(
            "Two brackets cross when they share words and neither has all words of the other.",
            "By label: brackets of the system with this label that cross any bracket of gold.",
            *EXCLUDED,
        ),
        lower_is_better=True,
    ),
    _measure(
        "no-crossing",
        SENTENCE,
        FewCrossing(0),
        "Sentences without a crossing bracket.",
        _of_sentences("sentences in which no bracket of the system crosses one of gold"),
        groups=(EVALB,),
    ),
    _measure(
        "2-or-less-crossing",
        SENTENCE,
        FewCrossing(2),
        "Sentences with at most two crossing brackets.",
        _of_sentences("sentences in which at most two brackets of the system cross one of gold"),
        groups=(EVALB,),
    ),
    _measure(
        "avg-crossing",
        SENTENCE,
        average_crossing,
        "Crossing brackets in a sentence, on average; lower is better.",
        _of_sentences("brackets of the system that cross a bracket of gold"),
        groups=(EVALB,),
        lower_is_better=True,
        limits=means,
    ),
)

# the beginning of a measure's name -> what it counts
ITEMS = {one.name: f"{one.compute.items}s" for one in MEASURES if isinstance(one.compute, TreeCounting)}
