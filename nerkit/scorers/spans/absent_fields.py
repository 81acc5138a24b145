"""Fields that no annotation has. A measure of such a field would call every annotation right.

    gold d1 0-4, system d1 0-4, neither with a type      sets::span+type is 1.000, whatever the labels were

If a user names a measure with such a field in its key, nerkit refuses the measure; otherwise it leaves the
measure out. When nerkit counts the measure, a warning names a field that only one side has. The warning also
names a field of a filter, or an id of clusters, that neither side has.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from nerkit.algorithms.columns import NONE
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.exceptions import UsageError, plural, some
from nerkit.ground.records import record
from nerkit.ground.warnings import Warned
from nerkit.readers.leniency import together
from nerkit.results.rows import Grouping
from nerkit.scorers.columns import COMPUTED, DERIVED, FIELDS, SYNONYMS
from nerkit.scorers.measure import computes
from nerkit.scorers.missing_fields import Need, Unfit
from nerkit.scorers.spans.language import Expression
from nerkit.scorers.spans.measures import TYPES, WITHOUT_TYPES
from nerkit.scorers.spans.options import Options
from nerkit.scorers.spans.overlapping_pairs import SpanCompute
from nerkit.scorers.spans.surfaces import SURFACE
from nerkit.scorers.task import Measure

EVERYWHERE = {"docid", "start", "end", "span", "fragments", "is_first", SURFACE}  # fields of all spans
READ_AS = {**dict.fromkeys((*DERIVED, *COMPUTED), "eid"), **SYNONYMS}  # field -> the field it is made of
NOUNS = {"type": "a type", "eid": "an id", "score": "a score"}
IN_COLUMN = "column "  # begins the name of a column of HIPE that is used as a field


def looked_at(measure: Measure) -> list[str]:
    """Return the fields that a measure looks at: the fields of its key, its filter, and ids of clusters."""
    computing = [part.compute for part in (measure, *measure.of)]
    names = [name for one in computing if isinstance(one, SpanCompute) for _, name in one.fields]
    names += ["eid" for one in computing if isinstance(one, Expression) and one.of_corpus]
    return list(dict.fromkeys(READ_AS.get(name, name) for name in names if name not in EVERYWHERE))


@record(frozen=True)
class SpanField(Need):
    """A field of annotations. With *optional*, measures are refused only if the data has a trace of the
    field.
    """

    name: str
    optional: bool = False

    def lacking(self, corpora: Sequence[Spans], options: Options) -> Unfit | None:
        """Return the reason if no annotation has the field, or if several texts may be the labels."""
        gold, *systems = corpora
        problem = _problem(gold, systems, self.name)
        return problem if problem is not None and (problem.is_trace or not self.optional) else None


class SpanFields(dict[str, Need]):
    """All fields that some spans lack, whether the language or the data brings them."""

    def __contains__(self, name: object) -> bool:
        return name not in EVERYWHERE

    def __missing__(self, name: str) -> SpanField:
        return SpanField(READ_AS.get(name, name))


HELD = SpanFields({TYPES: SpanField("type", optional=True)})


def _problem(gold: Spans, systems: Sequence[Spans], field: str) -> Unfit | None:
    """Return the reason why a measure of the field does not fit gold and a system; None if it fits."""
    unsure = next((side for side in (gold, *systems) if field == "type" and side.unsure and len(side)), None)
    if unsure is not None:
        return _unfit((unsure,), field, several=True)
    pairs = ((gold, system) for system in systems)
    lacking = next((pair for pair in pairs if _lacks(pair, field)), None)
    return None if lacking is None else _unfit(lacking, field, several=len(systems) > 1)


def check_rows(batch: Batch[Spans], plan: Sequence[Grouping]) -> list[Warned]:
    """Return a warning about rows by label if annotations have no labels.

    Raises UsageError if the data has a trace of labels that nerkit did not read.
    """
    asked = {name for grouping in plan if grouping.shown for name in grouping.fields}
    found = [name for name in asked if SYNONYMS.get(name, name) == "type"]
    if not found or not any(map(len, (batch.gold, batch.system))):
        return []
    problem = _problem(batch.gold, [batch.system], "type")
    text = f"by={found[0]}: {problem}"
    if problem is not None and problem.is_trace:
        raise UsageError(text)
    return [Warned("rows-without-labels", facts={"text": text, "unless": problem is None})]


def check_labels(sides: Sequence[Spans]) -> list[str]:
    """Return a warning for each side without labels.

    Raises UsageError if the data has a trace of labels that nerkit did not read.
    """
    known = [side for side in sides if len(side)]
    for side in known:
        hint = side.hints.get("type")
        if side.unsure or (not _counts(side, "type")[1] and hint is not None and hint.is_trace):
            raise UsageError(str(_unfit((side,), "type", several=True)))
    lacking = [side for side in known if not _counts(side, "type")[1]]
    return [Warned("labels-absent", said=str(_unfit((side,), "type", several=True))) for side in lacking]


def one_sided(batch: Batch[Spans], measures: Iterable[Measure]) -> list[Warned]:
    """Return a warning for each field of the measures that annotations of only one side have.

    The text is empty if both sides have the field. The warning is kept, because another part of the corpus
    may lack the field.
    """
    fields: dict[str, list[str]] = {}
    for measure in measures:
        columns = [IN_COLUMN + one.column for one in computes([measure], SpanCompute) if one.column]
        for field in columns or looked_at(measure):
            fields.setdefault(field, []).append(measure.name)
    warnings = []
    for field, names in fields.items():
        facts = {}
        for side, role in _roles((batch.gold, batch.system)):
            total, present = _counts(side, field)
            facts[role] = {"name": _name(side, role), "total": total, "present": present}
        looks = tuple(names)
        warnings.append(
            Warned("field-on-one-side", facts=facts, detail=_one_sided, field=field, measures=looks)
        )
    return warnings


def _roles(sides: Sequence[Spans]) -> Iterable[tuple[Spans, str]]:
    return zip(sides, ("gold", "system"), strict=False)


def _one_sided(warned: Warned) -> dict[str, Any] | None:
    """Return the side whose annotations lack a field, or the fact that no side has it; None if there is no
    problem.
    """
    field, measures = warned.values["field"], warned.values["measures"]
    sides, what = list(warned.facts.values()), _noun(field)
    for side, other in (sides, sides[::-1]):
        if (of_other := other["present"]) and side["total"] and not side["present"]:
            has = f"{what}, which {of_other:,} of {other['name']} {'has' if of_other == 1 else 'have'}"
            who = f"{side['name']}: none of {plural(side['total'], 'annotation')}"
            return {"who": who, "what": has, "names": some(measures), "number": len(measures)}
    needed = [name for name in measures if name not in WITHOUT_TYPES]
    is_lacking = needed and not field.startswith(IN_COLUMN) and not any(side["present"] for side in sides)
    if not (is_lacking and any(side["total"] for side in sides)):
        return None
    return {"who": "no annotation", "what": what, "names": some(needed), "number": len(needed)}


def _counts(side: Spans, field: str) -> tuple[int, int]:
    """Return how many annotations a side has, and how many of them have the field or are in the column."""
    if field.startswith(IN_COLUMN):
        from nerkit.scorers.hipe.columns import of_one_column

        return len(side), len(of_one_column(side, field.removeprefix(IN_COLUMN)))
    column: Any = side.fields.get(field)
    return len(side), 0 if column is None else int((column.codes != NONE).sum())


def _lacks(sides: Sequence[Spans], field: str) -> bool:
    """Return whether there are annotations and none has the field. An unknown field is misspelt and does
    not count.
    """
    is_known = field in FIELDS or any(field in side.fields for side in sides)
    return is_known and any(map(len, sides)) and not any(_counts(side, field)[1] for side in sides)


def _unfit(sides: Sequence[Spans], field: str, *, several: bool) -> Unfit:
    """Return the reason why a measure of the field does not fit these sides, with names if there are
    *several*.
    """
    names = " and ".join(_name(side, role) for side, role in _roles(sides))
    hints = dict.fromkeys(side.hints[field] for side in sides if field in side.hints)
    traces = [hint for hint in hints if hint.is_trace]
    where = "; ".join(hint.text for hint in traces or hints)
    total, present = (sum(numbers) for numbers in zip(*(_counts(side, field) for side in sides), strict=True))
    of_names = f" of {names}" if several else ""
    if present:
        lacking = f"{total - present:,} of {plural(total, 'annotation')}{of_names} lack {_noun(field)}"
        return Unfit(lacking, where, bool(traces))
    return Unfit(f"no annotation{of_names} has {_noun(field)}", where, bool(traces))


def _name(side: Spans, role: str) -> str:
    return together([one.name for one in side.origins]) if side.origins else role


def _noun(field: str) -> str:
    if field.startswith(IN_COLUMN):
        return f"a label in {field.removeprefix(IN_COLUMN)}"
    return NOUNS.get(field, f"the field {field!r}")
