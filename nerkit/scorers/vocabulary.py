"""WORDS: the meaning of a table's columns, of averages and of the counts below them, for `nerkit explain`."""

from collections.abc import Mapping

from nerkit.scorers.task import Measure

ZERO = "0/0 is 0 unless empty=… sets another value."
PER_ROW = "Every row with counts has this column. It is not a measure: the measure decides when items agree."
FROM = "C. J. van Rijsbergen, Information Retrieval (1979), chapter 7"
GROUPS = "macro=True adds the row; the groups are labels, documents or whatever by=… names."
LABELS = (
    "For tp, fp and fn by label, nerkit first keeps only items with the label on both sides, and "
    "then matches."
)


def _word(name: str, definition: str, *formula: str, cases: tuple[str, ...], source: str = "") -> Measure:
    return Measure(name, definition=definition, formula=formula, edge_cases=cases, source=source)


PRECISION = _word(
    "precision",
    "The share of system items that are right; the column P.",
    "precision  tp / (tp + fp), p_num / p_den in JSON: the columns correct / sys",
    cases=(f"A system without items: {ZERO}", PER_ROW),
    source=FROM,
)
RECALL = _word(
    "recall",
    "The share of gold items that the system has; the column R.",
    "recall  tp / (tp + fn), r_num / r_den in JSON: the columns correct / gold",
    cases=(f"Gold without items: {ZERO}", PER_ROW),
    source=FROM,
)
F1 = _word(
    "f1",
    "The harmonic mean of precision and recall; the column F1.",
    "F1      2 precision recall / (precision + recall), which is 2 tp / (2 tp + fp + fn)",
    "F-beta  (1 + B²) precision recall / (B² precision + recall), with beta=B",
    cases=(
        "Neither side has items: 0/0 is 0 unless empty=… sets another value. Nothing right is 0.",
        "A macro F1 is the mean of the groups' F1, not the F1 of mean precision and mean recall.",
        PER_ROW,
    ),
    source=FROM,
)
COUNTS = (
    "tp  items of both sides that agree under the measure: the column correct",
    "fp  sys - correct: items of the system that are wrong",
    "fn  gold - correct: gold items that the system lacks",
)
CASES = (
    "An item at the wrong place or of the wrong label is an fp and an fn.",
    "There are no true negatives, because nerkit does not count text that neither side marks.",
    "Measures with partial credit add parts of items, so that p_num and r_num may differ.",
    LABELS,
)
TP = _word("tp", "True positives: items that are right.", *COUNTS, cases=CASES)
FP = _word("fp", "False positives: items that only the system has.", *COUNTS, cases=CASES)
FN = _word("fn", "False negatives: items that only the gold side has.", *COUNTS, cases=CASES)
SUPPORT = _word(
    "support",
    "The number of gold items; the column gold.",
    "support  tp + fn, r_den in JSON",
    cases=(
        "Support is the weight of a group in weighted averages.",
        "Support is 0 for a label that only the system has.",
    ),
)
MICRO = _word(
    "micro",
    "The score of the added counts of all groups, so each item has the same weight.",
    "micro precision  Σ tp / Σ (tp + fp)",
    "micro recall     Σ tp / Σ (tp + fn)",
    "micro F1         2 Σ tp / (2 Σ tp + Σ fp + Σ fn)",
    cases=(
        GROUPS,
        "The row * matches all items at once, so its number differs if items with different labels match.",
        f"No group has items: {ZERO}",
    ),
)
MACRO = _word(
    "macro",
    "The plain mean over groups, so each group has the same weight.",
    "macro X  Σ X of a group / number of groups, for X precision, recall and F1",
    cases=(
        GROUPS,
        "Groups that only the system has count too.",
        "empty=… or the rule of macro=… sets the value of 0/0 in a group: zero, skip, both-empty-one.",
    ),
)
WEIGHTED = _word(
    "weighted",
    "The mean over groups, weighted by their gold items, so large groups count more.",
    "weighted X  Σ X · support of a group / Σ support, for X precision, recall and F1",
    cases=(GROUPS, "Groups without gold items have no weight, so spurious items there cost nothing."),
)
ACCURACY = _word(
    "accuracy",
    (
        "The share of items that are right if both sides have the same items, for example the "
        "tokens of a text."
    ),
    "accuracy  right / all: precision, recall and F1 are the same number",
    cases=(
        "Accuracy is a measure if the items are given: token of bio, UPOS of dep, tagging of tree.",
        "By label precision and recall differ, and the value is their F1.",
        "If the system chooses its items, use F1 instead.",
    ),
)
WORDS: Mapping[str, Measure] = {
    **{
        word.name: word
        for word in (PRECISION, RECALL, F1, TP, FP, FN, SUPPORT, MICRO, MACRO, WEIGHTED, ACCURACY)
    },
    **dict.fromkeys(("p", "prec"), PRECISION),
    **dict.fromkeys(("r", "rec"), RECALL),
    **dict.fromkeys(("f", "f-score", "f1-score", "f-measure", "fb1"), F1),
}
