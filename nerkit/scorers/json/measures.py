"""The measures of nested values; `counting` has their functions."""

from nerkit.scorers.task import Measure

OWN = "nerkit"
PAPER = (
    "nerkit, after Chen, Gantt, Chen, White & Van Durme (2023), "
    "A unified view of evaluation metrics for structured prediction, EMNLP"
)
SCORES = (
    "precision  A(gold, system) / leaves of the system",
    "recall     A(gold, system) / leaves of gold",
    "A(x, y)    of two leaves 1 if they agree; of two objects the sum over their common keys;",
    "           of two arrays the sum over the best 1:1 matching of their elements",
)
EDGE_CASES = (
    "Null, blank strings, [] and {} say nothing (option absent): a missing key and null are the same.",
    "Two elements of arrays without a leaf that agrees are not matched, unless the option key says so.",
    "Of equally good matchings the one with the most shared addresses counts.",
)
LEAVES, EXACT, ITEM, FORMAT, SOFT, ACCURACY, SCHEMA = (
    "json",
    "json/exact",
    "json/item",
    "json/format",
    "json-soft",
    "json-accuracy",
    "json-schema",
)

MEASURES = (
    Measure(
        LEAVES,
        definition="Leaves that agree under the best matching of arrays.",
        formula=SCORES,
        source=PAPER,
        edge_cases=EDGE_CASES,
        default=True,
    ),
    Measure(
        EXACT,
        definition="Documents with all leaves right and none too many.",
        formula=("accuracy  right documents / documents",),
        source=OWN,
        edge_cases=("Two documents without leaves are right; an unreadable one is not.",),
        default=True,
    ),
    Measure(
        ITEM,
        definition="Elements of the outermost arrays that are right as wholes.",
        formula=("the largest 1:1 matching of equal elements, over those of each side",),
        source=OWN,
        edge_cases=("Elements without leaves do not count; order does not matter.",),
        default=True,
    ),
    Measure(
        FORMAT,
        definition="Documents of the system that are clean JSON.",
        formula=("clean documents / documents that the system has",),
        source=OWN,
        default=True,
    ),
    Measure(
        SOFT,
        definition="Like json, where two strings that disagree earn their similarity.",
        formula=(*SCORES, "1 - Levenshtein / longer length, or what the option similar names"),
        source=OWN,
    ),
    Measure(
        ACCURACY,
        definition="Leaves that agree, of all leaves of either side.",
        formula=("agree / (leaves of gold + leaves of the system - shared addresses)",),
        source="omni-extract-bench",
    ),
    Measure(
        SCHEMA,
        definition="Documents of the system that are valid under a JSON Schema (option schema).",
        formula=("valid documents / documents that the system has",),
        source="JSON Schema",
        edge_cases=("It needs the package jsonschema (pip install jsonschema).",),
    ),
)
