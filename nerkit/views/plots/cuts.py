"""The rows of the headline by a field, for a figure: taken from a result, or counted again."""

from dataclasses import replace

from nerkit.exceptions import UsageError
from nerkit.results.result import Result
from nerkit.results.rows import Pooled, Row, Scoring
from nerkit.scorers.slices import LENGTH, SENTENCE, Slices

DOCUMENT, LABEL = "document", "label"
LEVEL = 0.95  # the level of intervals


def alone(result: Result) -> Result:
    """The result with only its headline, everything pooled, and without further numbers."""
    how = Scoring(beta=result.scoring.beta, empty=result.scoring.empty)
    return replace(result, measures=(result.headline,), scoring=how, added=())


def rows_by(result: Result, field: str) -> list[Row]:
    """The rows of the headline by a field, with intervals if possible. The label of a row is the field's
    value.

    Raises UsageError if the data do not have the field, and if a stored result has no rows by the field.
    """
    if not _by(result, field) and field not in result.scoring.by:
        result = _counted(result, field)
    rows = _by(_with_intervals(result, field), field)
    if not rows:
        raise UsageError(f"{result.headline} has no rows by {field}")
    return rows


def _with_intervals(result: Result, field: str) -> Result:
    """The result with intervals of its headline, or unchanged if intervals are not possible.

    Runs, documents and measures of the whole corpus have no intervals.
    """
    if field == DOCUMENT or result.groups or any("value_low" in row.extra for row in result.rows):
        return result
    try:
        return replace(result, measures=(result.headline,), added=()).confidence(LEVEL)
    except UsageError:
        return result


def _by(result: Result, field: str) -> list[Row]:
    """The rows of the headline that are cut by this field only."""
    rows = []
    for row in result.rows:
        document, label = row.cut
        values = [value for _, value in label if not isinstance(value, Pooled)]
        if row.measure != result.headline:
            continue
        if field == DOCUMENT and not isinstance(document, Pooled) and not label:
            rows.append(replace(row, label=row.document))
        elif isinstance(document, Pooled) and len(label) == len(values) == 1 and label[0][0] == field:
            rows.append(replace(row, label=values[0]))
    return rows


def _counted(result: Result, field: str) -> Result:
    """The result with only the headline, counted again by the field."""
    scored = result.scored
    if scored is None:
        raise UsageError(f'the stored result has no rows by {field}; store the result with by="{field}"')
    measure = next(one for one in scored.measures if one.name == result.headline)
    batches = scored.batches
    if field in (LENGTH, SENTENCE) and scored.task.sliced is not None:
        slices = Slices(frozenset({field}))
        batches = {system: scored.task.sliced(batch, slices) for system, batch in batches.items()}
    counts = replace(scored, batches=batches, measures=[measure]).counts(field)
    how = replace(alone(result).scoring, by=(field,))
    return replace(alone(result), counts=counts, scoring=how)
