"""MEASURES: the span measures that have names, in display order.

The `compute` of a measure is its `language.Expression`, whose aggregator has the function.
"""

from collections.abc import Sequence
from dataclasses import replace

from nerkit.scorers.columns import FIELDS
from nerkit.scorers.spans.aggregators import (
    AGGREGATORS,
    B_CUBED,
    BAGS,
    BLANC,
    CONLL,
    ENTITY_CEAF,
    LEA,
    LOSS,
    MENTION_CEAF,
    MUC,
    OVERLAPS,
    PAIRWISE,
    PAIRWISE_NEGATIVE,
    SETS,
    Aggregator,
)
from nerkit.scorers.spans.language import Expression, named, of_overlaps, of_spans, parse
from nerkit.scorers.spans.overlapping_pairs import (
    EXACT_PAIRS,
    PARTIAL_PAIRS,
    STRICT_PAIRS,
    TYPE_PAIRS,
    LeakedPositions,
    MucPairs,
    Positions,
    TouchedWords,
)
from nerkit.scorers.spans.surfaces import SURFACE
from nerkit.scorers.task import Measure

HEADLINE = "sets::span+type"
HEADLINES_WITH_IDS = ("strong_all_match",)
# the defaults if no annotation has an id; otherwise the defaults are the measures marked `default` below
WITHOUT_IDS = ("sets::span", HEADLINE, "overlap-maxmax::span", "overlap-sumsum::span")


WITHOUT_TYPES = ("characters", "string", "string-set")  # measures that make sense without types, too
TYPES = "types"  # their field: types, needed only if the data has a trace of labels
STRINGS = "F1 of the multisets of strings of each document and label, without offsets"
HIDES = (
    "The measure ignores the place of a string: a string is right wherever it occurs.",
    (
        "sets::span+type over the strings, placed in a text, is never higher, except for repeats "
        "that count once."
    ),
)
HIDES_MORE = (
    HIDES[0],
    "The measure ignores repeats: a string counts once, on both sides.",
)


def _strings(name: str, aggregator: Aggregator, definition: str, hides: Sequence[str]) -> Measure:
    """Return a measure of strings without offsets."""
    measure = parse(f"{aggregator.name}::docid+type+{SURFACE}").measure(name, groups=["strings"], listed=True)
    cases = (
        *hides,
        "text=… normalises strings before it compares them (casefold, punct …); the default is none.",
    )
    return replace(measure, definition=definition, summary=definition, edge_cases=cases, fields=[TYPES])


SEMEVAL = (
    "SemEval-2013 task 9.1 (Segura-Bedmar et al. 2013), after MUC-5 (Chinchor & Sundheim 1993); "
    "nervaluate 1.2.1"
)
SAME_BORDERS = "have the same start and end"
PAIRING = (
    (
        "System spans choose a partner in their order; in `type` they choose the gold span with "
        "the closest borders."
    ),
    "min_overlap=N: a system span meets a gold span if they share N percent of the gold span (default 1).",
    "min_iou=X: the spans meet only if |g ∩ s| / |g ∪ s| is at least X, too (default 0).",
    "A repeated span counts twice (in other measures once).",
    'by="label" matches within each label, so that a wrong type is INC overall but MIS and SPU by label.',
)


def _paired(name: str, pairs: MucPairs, definition: str, good: str) -> Measure:
    """Return a measure of pairs; *good* is the condition for a correct pair of spans, in words."""
    bad, credit = ("PAR", "(COR + PAR / 2)") if pairs.half else ("INC", "COR")
    return Measure(
        name,
        pairs,
        definition,
        formula=(
            f"COR        one-to-one pairs of a system span and a gold span that {good}",
            f"{bad}        other pairs that overlap",
            "MIS, SPU   gold spans and system spans without a partner",
            f"precision  {credit} / (COR + INC + PAR + SPU), the system spans",
            f"recall     {credit} / (COR + INC + PAR + MIS), the gold spans",
        ),
        source=SEMEVAL,
        edge_cases=PAIRING,
        fields=[field for _, field in pairs.fields],
        groups=("nervaluate",),
    )


WHOLE_SPAN = "A discontinuous span covers all positions from its first to its last."
CHARACTERS = Measure(
    "characters",
    Positions(),
    "Positions (characters, in most formats) that spans of a type cover, each counted once.",
    formula=(
        "tp         pairs of a position and a type that spans of both sides cover",
        "precision  tp / pairs that system spans cover",
        "recall     tp / pairs that gold spans cover",
    ),
    source=(
        "the character-level micro average, as in SemEval-2021 task 5 (which takes the mean over documents)"
    ),
    edge_cases=(
        (
            "Long spans weigh more than short ones. overlap-sumsum::span+type averages these "
            "shares over spans. Both measures agree if all spans of a side have one length and "
            "none overlap."
        ),
        "Spans of a type that overlap or touch cover each position once.",
        WHOLE_SPAN,
    ),
    fields=[TYPES],
)

WORDS = Measure(
    "words",
    TouchedWords(),
    "Words of the text that spans touch, whatever their labels.",
    formula=(
        "tp         words that spans of both sides touch",
        "precision  tp / words that system spans touch",
        "recall     tp / words that gold spans touch",
    ),
    source="nerkit; for citations of retrieved text",
    edge_cases=(
        "A word is a run without white space. A span touches it if they share a character.",
        "A word counts once, however many spans touch it. nerkit adds the counts of all documents.",
        "The documents need a text.",
        WHOLE_SPAN,
    ),
)
LEAKAGE = Measure(
    "leakage",
    LeakedPositions(),
    "Characters in gold spans that no system span covers; lower is better.",
    formula=("value      characters in gold spans without a system span / characters in gold spans",),
    source="nerkit; for de-identification",
    edge_cases=(
        "The labels of system spans do not matter.",
        "Characters in several gold spans count once.",
        "By label: characters in gold spans with this label, whatever the labels of system spans.",
        WHOLE_SPAN,
    ),
    lower_is_better=True,
)

TAGGING, COREF = "all all-tagging", "all all-coref"
LINK = "cornolti hachey tac09 tac11 tac14 gerbil"  # further groups of the measure of links
MEASURES = (
    *named("strong_mention_match", "sets::span", f"{TAGGING} hachey tac14 gerbil", default=True),
    *named("strong_typed_mention_match", "sets::span+type", f"{TAGGING} tac14", default=True),
    *named("strong_linked_mention_match", "sets:is_linked:span", f"{TAGGING} cornolti hachey"),
    *named("strong_link_match", "sets:is_linked:span+kbid", f"{TAGGING} {LINK}"),
    *named("strong_nil_match", "sets:is_nil:span", f"{TAGGING} tac09 tac11 tac14 gerbil"),
    *named("strong_all_match", "sets::span+kbid", f"{TAGGING} tac09 tac11 tac14 gerbil", default=True),
    *named("strong_typed_link_match", "sets:is_linked:span+type+kbid", TAGGING),
    *named("strong_typed_nil_match", "sets:is_nil:span+type", TAGGING),
    *named("strong_typed_all_match", "sets::span+type+kbid", f"{TAGGING} tac14"),
    *named("entity_match", "sets:is_linked:docid+kbid", f"{TAGGING} cornolti hachey"),
    *named("weak_mention_match", "weak::span", "gerbil"),
    *named("weak_link_match", "weak:is_linked:span+kbid", "gerbil"),
    *named("weak_nil_match", "weak:is_nil:span", "gerbil"),
    *named("weak_all_match", "weak::span+kbid", "gerbil"),
    *of_spans(MUC, f"{COREF} luo", default=True),
    *of_spans(B_CUBED, f"{COREF} luo tac11 tac14", default=True),
    *named("b_cubed_plus", "b_cubed::span+kbid", f"{COREF} tac11 tac14"),
    *of_spans(ENTITY_CEAF, f"{COREF} luo tmp"),
    *of_spans(MENTION_CEAF, f"{COREF} luo tmp tac14", default=True),
    *named("mention_ceaf_plus", "mention_ceaf::span+kbid", COREF),
    *named("typed_mention_ceaf", "mention_ceaf::span+type", f"{COREF} tac14"),
    *named("typed_mention_ceaf_plus", "mention_ceaf::span+type+kbid", COREF),
    *of_spans(PAIRWISE, f"{COREF} tmp"),
    *of_spans(PAIRWISE_NEGATIVE),
    *of_spans(LEA),
    *of_spans(BLANC),
    *of_spans(CONLL),
    *(measure for aggregator in OVERLAPS for measure in of_overlaps(aggregator)),
    _paired(
        "strict",
        STRICT_PAIRS,
        "Spans with the same start, end and type.",
        "have the same start, end and type",
    ),
    _paired(
        "exact",
        EXACT_PAIRS,
        "Spans, boundaries only: the same start and end, whatever their type.",
        SAME_BORDERS,
    ),
    _paired(
        "partial",
        PARTIAL_PAIRS,
        "Spans that overlap, whatever their type: 1 for the same start and end, 1/2 for others.",
        SAME_BORDERS,
    ),
    _paired("type", TYPE_PAIRS, "Spans that overlap and have the same type.", "overlap and have one type"),
    CHARACTERS,
    WORDS,
    LEAKAGE,
    _strings("string", BAGS, f"string F1: {STRINGS}", HIDES),
    _strings(
        "string-set", SETS, "string F1 in which repeats of a string in a document count once", HIDES_MORE
    ),
    Expression(LOSS, None, ("span", "type")).measure(LOSS.name, listed=True),
)
OF_STRINGS = ("string", "string-set")  # the defaults where both sides are strings
OF_ANSWERS = ("sets::span", HEADLINE, "string", "loss")  # the defaults if a system's strings are placed
WITH_IDS = tuple(measure.name for measure in MEASURES if measure.default)

LANGUAGE = (
    "Write any other combination as aggregator:filter:key, for example sets:is_linked:span+type.",
    f"aggregators: {', '.join(AGGREGATORS)}",
    f"fields:      {', '.join(FIELDS)}, and the keys of JSON types",
    f"groups:      {', '.join(dict.fromkeys(group for measure in MEASURES for group in measure.groups))}",
)

# the beginning of a measure's name -> the things that it counts
ITEMS = {
    "": "entities",
    **dict.fromkeys(("muc", "pairwise", "blanc/"), "links"),
    "entity_ceaf": "clusters",
    **dict.fromkeys(("characters", "leakage"), "characters"),
    "words": "words",
}
