"""The rows of MUC-4's scoring, in the order of its report."""

from nerkit.corpora.muc_slots import SET, STRING
from nerkit.scorers.ie.templates.muc4 import MATCHED, MISSING, SPURIOUS, MucMetric
from nerkit.scorers.ie.templates.muc4_views import muc_templates
from nerkit.scorers.ie.views import RecordFormula

NAME = "template-muc4"


def row(name: str, metric: MucMetric) -> RecordFormula:
    """Return the formula of a row of the report, whose slots are counted over whole documents, under one
    alignment.
    """
    full = f"{NAME}/{name}" if name else NAME
    return RecordFormula(
        full, metric, view=muc_templates, lists=("templates",), slots=lambda *_: {}, judged=True
    )


ALL_TEMPLATES = row("", MucMetric())
MATCHED_MISSING = row("matched-missing", MucMetric(statuses=(MATCHED, MISSING)))
MATCHED_SPURIOUS = row("matched-spurious", MucMetric(statuses=(MATCHED, SPURIOUS)))
MATCHED_ONLY = row("matched-only", MucMetric(statuses=(MATCHED,)))
SET_FILLS = row("set-fills", MucMetric(statuses=(MATCHED, MISSING), kinds=(SET,)))
STRING_FILLS = row("string-fills", MucMetric(statuses=(MATCHED, MISSING), kinds=(STRING,)))
WHOLE_TEMPLATES = row("templates", MucMetric(counted="templates"))
OVERGENERATION = row("overgeneration", MucMetric(counted="spu"))
UNDERGENERATION = row("undergeneration", MucMetric(counted="mis"))
FALLOUT = row("fallout", MucMetric(kinds=(SET,), counted="fallout"))
