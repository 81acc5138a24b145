"""`seqeval.metrics.v1`: strict mode, which scores chunks by a scheme."""

from collections.abc import Sequence
from typing import Any

from nerkit.compat.seqeval import counting
from nerkit.compat.seqeval.averages import ALL_SCORES, WARN, Averaged, averaged, check
from nerkit.compat.seqeval.counting import EntityCounts, Tags
from nerkit.compat.seqeval.counting import check_consistent_length as check_consistent_length
from nerkit.compat.seqeval.reporters import DictReporter, StringReporter
from nerkit.compat.seqeval.scheme import Entities, SchemeToken, auto_detect

AVERAGE_ROWS = ("micro", "macro", "weighted")


def unique_labels(y_true: Tags, y_pred: Tags, scheme: type[SchemeToken], suffix: bool = False) -> list[str]:
    """The types of the chunks on both sides, sorted."""
    sides = (Entities(side, scheme, suffix) for side in (y_true, y_pred))
    return sorted(set().union(*(side.unique_tags for side in sides)))


def precision_recall_fscore_support(
    y_true: Tags,
    y_pred: Tags,
    *,
    average: str | None = None,
    warn_for: Sequence[str] = ALL_SCORES,
    beta: float = 1.0,
    sample_weight: Any = None,
    zero_division: str | float = WARN,
    scheme: type[SchemeToken] | None = None,
    suffix: bool = False,
    **_: Any,
) -> Averaged:
    """Precision, recall, F-beta and the number of gold chunks, in strict mode. The default scheme is detected
    from the gold tags.
    """
    check(average, beta)
    check_consistent_length(y_true, y_pred)
    scheme = scheme or auto_detect(y_true, suffix)
    counts = counting.counts(y_true, y_pred, scheme=scheme.name, suffix=suffix)
    return averaged(counts, average, beta=beta, warn_for=warn_for, zero_division=zero_division)


def classification_report(
    y_true: Tags,
    y_pred: Tags,
    *,
    sample_weight: Any = None,
    digits: int = 2,
    output_dict: bool = False,
    zero_division: str | float = WARN,
    suffix: bool = False,
    scheme: type[SchemeToken] | None = None,
) -> Any:
    """The strict report with a row per type and per average, as text or as a dictionary. The default scheme
    is detected from the gold tags.
    """
    check_consistent_length(y_true, y_pred)
    if not (isinstance(scheme, type) and issubclass(scheme, SchemeToken)):
        scheme = auto_detect(y_true, suffix)
    counts = counting.counts(y_true, y_pred, scheme=scheme.name, suffix=suffix)
    return report_of(counts, digits=digits, output_dict=output_dict, zero_division=zero_division)


def report_of(counts: EntityCounts, *, digits: int, output_dict: bool, zero_division: str | float) -> Any:
    """The report of these counts, as text or as a dictionary."""
    widest = max(map(len, [*counts.names, "weighted avg"]))
    reporter: DictReporter | StringReporter
    reporter = DictReporter() if output_dict else StringReporter(width=max(widest, digits), digits=digits)
    for row in zip(counts.names, *averaged(counts, None, zero_division=zero_division), strict=True):
        reporter.write(*row)
    reporter.write_blank()
    for average in AVERAGE_ROWS:
        reporter.write(f"{average} avg", *averaged(counts, average, zero_division=zero_division))
    reporter.write_blank()
    return reporter.report()
