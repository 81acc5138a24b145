"""The measures of MUC-4's scoring, in the order of its report."""

from typing import Any

from nerkit.corpora.muc_slots import SET, STRING
from nerkit.scorers.ie.formulas import SCORES, measure
from nerkit.scorers.ie.templates.muc4 import MATCHED, MISSING, SPURIOUS, MucMetric
from nerkit.scorers.ie.templates.muc4_views import muc_templates
from nerkit.scorers.ie.views import RecordFormula
from nerkit.scorers.task import Measure

NAME = "template-muc4"
MUC_4 = (
    "Chinchor (1992), MUC-4 evaluation metrics, Proceedings of the Fourth Message Understanding Conference; "
    "the guidelines and the report of its scorer 3.3"
)
TAKEN = (
    "nerkit aligns templates greedily in the order of their recall in percent, and does not search "
    "for the best alignment."
)
HALVES = (
    "A partly right fill earns one half: a more general set fill, a right fill with a wrong "
    "tag, a location in the right country."
)
WITHOUT_PREMODIFIERS = "nerkit compares strings without premodifiers (the, some, 3), if other words remain."
OPTIONAL = "Optional fills and templates of gold (? and OPTIONAL) are never missing."
PEOPLE = (
    "In 1992 people judged most fills that differ. judgements=FILE gives such judgements; without "
    "the file, fills that differ are wrong."
)
FILLS = (
    (
        "precision  (COR + PAR/2) / ACT, ACT = COR + PAR + INC + SPU: right, partly right, "
        "incorrect, spurious fills"
    ),
    "recall     (COR + PAR/2) / POS, POS = COR + PAR + INC + MIS, where MIS counts missing fills",
)
ROUNDED = (
    "nerkit does not round percentages before it computes F; the output format muc4 prints the rounded "
    "percentages of the report."
)


def row(name: str, metric: MucMetric, summary: str, definition: str, **about: Any) -> Measure:
    """Return the measure of a row of the report, whose slots are counted over whole documents, under one
    alignment.
    """
    formula = RecordFormula(
        f"{NAME}/{name}" if name else NAME,
        metric,
        view=muc_templates,
        lists=("templates",),
        slots=lambda *_: {},
        judged=True,
    )
    return measure(
        formula,
        summary,
        definition=definition,
        source=MUC_4,
        edge_cases=(TAKEN, HALVES, WITHOUT_PREMODIFIERS, OPTIONAL),
        differences=(PEOPLE, ROUNDED),
        groups=("templates",),
        **{"arithmetic": FILLS, **about},
    )


MUC4 = (
    row(
        "", MucMetric(),
        "fills of templates as MUC-4 scored them: all templates",
        ("Fills that agree (in part: one half) over all fills of aligned, missing and spurious "
"templates."),
    ),
    row(
        "matched-missing", MucMetric(statuses=(MATCHED, MISSING)),
        "fills of templates as MUC-4 scored them: without spurious templates",
        "As template-muc4, without the fills of spurious templates.",
    ),
    row(
        "matched-spurious", MucMetric(statuses=(MATCHED, SPURIOUS)),
        "fills of templates as MUC-4 scored them: without missing templates",
        "As template-muc4, without the fills of missing templates.",
    ),
    row(
        "matched-only", MucMetric(statuses=(MATCHED,)),
        "fills of templates as MUC-4 scored them: only aligned templates",
        "As template-muc4, but only with aligned templates.",
    ),
    row(
        "set-fills", MucMetric(statuses=(MATCHED, MISSING), kinds=(SET,)),
        "set fills of aligned and missing templates",
        "As template-muc4/matched-missing, but only slots that are filled from a list.",
    ),
    row(
        "string-fills", MucMetric(statuses=(MATCHED, MISSING), kinds=(STRING,)),
        "string fills of aligned and missing templates",
        "As template-muc4/matched-missing, but only slots that are filled with strings.",
    ),
    row(
        "templates", MucMetric(counted="templates"),
        "templates that are aligned, missing and spurious",
        ("Templates: an aligned template is right, whatever its fills. This is the row "
"template-id of the report."),
        arithmetic=SCORES[:2],
    ),
    row(
        "overgeneration", MucMetric(counted="spu"),
        "share of system fills that are spurious: SPU / ACT",
        ("Spurious fills over all fills of the system. Precision, recall and F all show this "
"share."),
        arithmetic=("SPU / ACT",),
        lower_is_better=True,
    ),
    row(
        "undergeneration", MucMetric(counted="mis"),
        "share of gold fills that are missing: MIS / POS",
        "Missing fills over all gold fills. Precision, recall and F all show this share.",
        arithmetic=("MIS / POS",),
        lower_is_better=True,
    ),
    row(
        "fallout", MucMetric(kinds=(SET,), counted="fallout"),
        "fallout: share of possible wrong set fills that the system gives",
        ("Incorrect and spurious fills over all possible incorrect fills, in slots that are "
"filled from a list. Precision, recall and F all show this share."),
        arithmetic=(
            "(INC + SPU) / possible incorrect",
            ("possible incorrect   n max(POS, 1) - POS summed over the slots of templates, "
"where n is the length of the slot's list"),
        ),
        lower_is_better=True,
    ),
)  # fmt: skip
