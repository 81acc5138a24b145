"""The measures of nested values; `counting` has their functions."""

from nerkit.scorers.json.abstaining import ABSTAINING
from nerkit.scorers.task import Measure

Lines = tuple[str, ...]
OWN = "nerkit"
PAPER = (
    "nerkit, after Chen, Gantt, Chen, White & Van Durme (2023), "
    "A unified view of evaluation metrics for structured prediction, EMNLP"
)
SCORES = (
    "precision  A(gold, system) / system leaves",
    "recall     A(gold, system) / gold leaves",
    "A(x, y)    of two leaves 1 if they agree; of two objects the sum over their common keys;",
    "           of two arrays the sum over the best 1:1 matching of their elements",
)
EDGE_CASES = (
    "Null, blank strings, [] and {} count as absent (option absent), so null equals a missing key.",
    "nerkit does not match two array elements without an agreeing leaf, unless the option key matches them.",
    "Among equally good matchings, nerkit takes the matching with the most shared addresses.",
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
FABRICATION, ELEMENTS, SILENCE, COVERAGE = (
    "json/fabrication",
    "json/fabrication/elements",
    "json/silence",
    "json/coverage",
)

SQUAD = "Rajpurkar, Jia & Liang (2018), evaluate-v2.0.py"
TRIVIAQA = "Joshi, Choi, Weld & Zettlemoyer (2017), triviaqa_evaluation.py"
DROP = "Dua et al. (2019), drop_eval.py"
ANLS = "Biten et al. (2019), Scene text visual question answering"
EMPTY_READINGS = "Readings that normalise to nothing are dropped; if none is left, no answer is right."
BAGS = ("2 common words / (words of the reading + words of the answer)",)
SPANS = "Blank readings never count. F1 and exact match each take their best reading."
CHARACTERS = ("1 - edits / characters of the longer text, in lower case and with blanks joined",)
# name, definition, formula, source, edge cases, differences
ANSWERS: tuple[tuple[str, str, Lines, str, Lines, Lines], ...] = (
    ("squad", "F1 of words, without case, punctuation and articles", BAGS, SQUAD, (EMPTY_READINGS,), ()),
    ("squad/em", "Answers equal to a reading in the normal form of squad", (), SQUAD, (EMPTY_READINGS,), ()),
    ("triviaqa", "F1 of words; punctuation separates words", BAGS, TRIVIAQA, (EMPTY_READINGS,), ()),
    ("triviaqa/em", "Answers equal to an alias in the normal form of triviaqa", (), TRIVIAQA, (), ()),
    (
        "drop",
        "F1 of sets of words of the best pairing of spans",
        ("the sum over paired spans / spans of the longer side, to two decimals, half to even",),
        DROP,
        (SPANS, "A pair earns 0 if the gold text has numbers and the answer has none of them."),
        (),
    ),
    ("drop/em", "Answers whose spans equal the spans of a reading", (), DROP, (SPANS,), ()),
    (
        "anls",
        "Levenshtein's similarity of texts, 0 below one half",
        CHARACTERS,
        ANLS,
        ("Exactly one half counts.",),
        ("The official code divides by the lengths before blanks are joined: blanks raise its scores.",),
    ),
    (
        "anls-strict",
        "Levenshtein's similarity of texts, 0 up to one half",
        CHARACTERS,
        f"{ANLS}; anls 0.0.2",
        ("Exactly one half does not count.",),
        (),
    ),
    (
        "anls-star",
        "ANLS of nested values: the largest sum of the leaves' similarities, divided by the number of places",
        ("(sum of the leaves' similarities) / places, for the best pairing of arrays and the best readings",),
        "Peer, Schöpf, Nebendahl, Rietzler & Stabinger (2024), ANLS*",
        (
            (
                "Null agrees with null and with empty values. An empty key that is absent from the "
                "gold value is not a place."
            ),
        ),
        ("anls_star 1.0.1 pairs elements by means, so the order of an array changes its score.",),
    ),
)
ANSWER_NAMES = tuple(answer[0] for answer in ANSWERS)
ANSWERS_GROUP = "answers"
VALUES = "values"  # the need of measures that are not about answers
SLOTS = "slots"  # the need of measures of slots
SLOT_CASES = (
    "Read silence beside coverage and json/format, because a system that says nothing has silence 1.",
    'The fields come from schema=FILE, or from the gold documents with fields="union".',
    "Each document has a slot per field outside arrays, and each gold element one per field of elements.",
    "If the gold document has a leaf in a slot, the slot is right, wrong_value or missed.",
    "Other slots are absent: fabricated with a leaf of the system, right_silence without one.",
    "nerkit matches elements like json. Among equally good matchings it prefers fewer fabricated values.",
    "A system element without a partner is 1 fabricated_element. Its leaves are in no slot.",
    "outside counts the leaves of matched places at other paths.",
    "Missing and unreadable answers, and gold elements without a partner, count as silence.",
)
SLOT_SOURCE = "nerkit; omni-extract-bench 1.0 counts fabricated leaves"
ABSTENTIONS = f'absent="phrases" treats these texts as absent, in any case: {", ".join(ABSTAINING)}.'

MEASURES = (
    Measure(
        LEAVES,
        fields=[VALUES],
        definition="Leaves that agree under the best matching of arrays.",
        formula=SCORES,
        source=PAPER,
        edge_cases=EDGE_CASES,
        default=True,
    ),
    Measure(
        EXACT,
        fields=[VALUES],
        definition="Documents in which all leaves are right and no leaf is extra.",
        formula=("accuracy  right documents / documents",),
        source=OWN,
        edge_cases=(
            "Two documents without leaves are right; an unreadable document is wrong.",
            "Absent elements beside objects change nothing; an object without leaves beside objects counts.",
        ),
        default=True,
    ),
    Measure(
        ITEM,
        fields=[VALUES],
        definition="Elements of the outermost arrays in which every leaf is right.",
        formula=("the largest 1:1 matching of equal elements, over the elements of each side",),
        source=OWN,
        edge_cases=("Elements without leaves do not count; order does not matter.",),
        default=True,
    ),
    Measure(
        FORMAT,
        fields=[VALUES],
        definition="Documents of the system that are clean JSON.",
        formula=("clean documents / documents that the system has",),
        source=OWN,
        default=True,
    ),
    *(
        Measure(
            name,
            fields=[SLOTS, VALUES],
            definition=definition,
            formula=formula,
            source=SLOT_SOURCE,
            edge_cases=(*SLOT_CASES, ABSTENTIONS),
            lower_is_better=lower,
            apart=name != ELEMENTS,
        )
        for name, definition, formula, lower in (
            (
                FABRICATION,
                "Absent slots that the system filled; lower is better.",
                ("fabricated / (fabricated + right_silence)",),
                True,
            ),
            (
                ELEMENTS,
                "System elements without a partner; lower is better.",
                ("fabricated_element / system elements with a leaf",),
                True,
            ),
            (
                SILENCE,
                "Absent slots that the system left empty.",
                ("right_silence / (fabricated + right_silence)",),
                False,
            ),
            (
                COVERAGE,
                "Filled slots that the system filled, too, rightly or wrongly.",
                ("(right + wrong_value) / (right + wrong_value + missed)",),
                False,
            ),
        )
    ),
    Measure(
        SOFT,
        fields=[VALUES],
        definition="Like json, where two strings that disagree earn their similarity.",
        formula=(*SCORES, "1 - Levenshtein / longer length, or what the option similar names"),
        source=OWN,
    ),
    Measure(
        ACCURACY,
        fields=[VALUES],
        definition="Agreeing leaves over all leaves of both sides, shared leaves counted once.",
        formula=("agree / (leaves of gold + leaves of the system - shared addresses)",),
        source="omni-extract-bench",
    ),
    *(
        Measure(
            name,
            definition=f"{definition}, mean over questions.",
            formula=formula,
            source=source,
            edge_cases=(
                *edge_cases,
                "The best gold reading counts. A missing answer counts as an empty answer.",
            ),
            differences=differences,
            fields=[ANSWERS_GROUP],
            groups=(ANSWERS_GROUP,),
        )
        for name, definition, formula, source, edge_cases, differences in ANSWERS
    ),
    Measure(
        SCHEMA,
        fields=[VALUES, SCHEMA],
        definition="Documents of the system that are valid under a JSON Schema (option schema).",
        formula=("valid documents / documents that the system has",),
        source="JSON Schema",
        edge_cases=("The measure needs the package jsonschema (pip install jsonschema).",),
    ),
)

# the beginning of a measure's name -> the things that it counts
ITEMS = {
    "json": "leaves",
    ITEM: "elements",
    **dict.fromkeys((FABRICATION, SILENCE, COVERAGE), "slots"),
    ELEMENTS: "elements",
    **dict.fromkeys((EXACT, FORMAT, SCHEMA), "documents"),
    **dict.fromkeys(ANSWER_NAMES, "answers"),
}
