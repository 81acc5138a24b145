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

EXCLUDED = (
    (
        "As in EVALB, sentences with different words do not count; a warning lists them. "
        'mismatch="error" makes them an error.'
    ),
    "nerkit skips a sentence if the system tree has no words; a missing system tree counts as empty.",
)
LEFT_OUT = (
    (
        "nerkit leaves out words with a tag that params=… deletes, and does not count brackets "
        "with such a label."
    ),
    (
        'Each side uses its own tags; punctuation="gold" uses the gold tags, so that no wrong tag '
        "loses a sentence."
    ),
)
LABELS = (
    "nerkit cuts labels before - and = (NP-SBJ-1 becomes NP); functions=True keeps NP-SBJ.",
    "EQ_LABEL makes labels equal: ADVP and PRT by default.",
)
TWICE = (
    "Equal brackets, as in (NP (NP dog)), match one to one, so the smaller of both numbers is right.",
    "A discontinuous bracket is a set of words, and matches only a bracket with the same words.",
)
NO_LIMITS = (
    (
        "EVALB stops after MAX_ERROR errors, and at more than 200 words, 200 brackets or 5,000 "
        "bytes in a line."
    ),
    "disco-dop refuses sentences with different words, and counts equal brackets once in its totals.",
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
    """Return a measure of PARSEVAL, as EVALB computes it."""
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
        f"correct    gold and system brackets {condition}",
        "precision  correct / system brackets",
        "recall     correct / gold brackets",
        "F1         2 correct / (system brackets + gold brackets)",
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
            "correct    gold and system words with the same tag",
            "precision  correct / system words",
            ("recall     correct / gold words: equal to precision, unless align=True compares other words"),
        ),
        edge_cases=(
            "nerkit compares full tags; EQ_LABEL makes tags equal, too.",
            "By label: recall counts words by gold tag, precision by system tag; a correct word has both.",
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
        _of_sentences("sentences in which all brackets of both sides match"),
        edge_cases=("A sentence without brackets on both sides matches. Tags do not matter.", *EXCLUDED),
        fields=["label"],
        groups=(EVALB,),
    ),
    _measure(
        "crossing",
        BRACKET,
        crossing,
        "System brackets that cross a gold bracket; lower is better.",
        ("value      system brackets that cross a gold bracket / system brackets",),
        edge_cases=(
            "Two brackets cross if they share words and neither has all words of the other.",
            "By label: system brackets with this label that cross any gold bracket.",
            *EXCLUDED,
        ),
        lower_is_better=True,
    ),
    _measure(
        "no-crossing",
        SENTENCE,
        FewCrossing(0),
        "Sentences without a crossing bracket.",
        _of_sentences("sentences in which no system bracket crosses a gold bracket"),
        groups=(EVALB,),
    ),
    _measure(
        "2-or-less-crossing",
        SENTENCE,
        FewCrossing(2),
        "Sentences with at most two crossing brackets.",
        _of_sentences("sentences in which at most two system brackets cross a gold bracket"),
        groups=(EVALB,),
    ),
    _measure(
        "avg-crossing",
        SENTENCE,
        average_crossing,
        "Mean number of crossing brackets per sentence; lower is better.",
        _of_sentences("system brackets that cross a gold bracket"),
        groups=(EVALB,),
        lower_is_better=True,
        limits=means,
    ),
)

# the beginning of a measure's name -> what it counts
ITEMS = {one.name: f"{one.compute.items}s" for one in MEASURES if isinstance(one.compute, TreeCounting)}
