"""Many systems scored a few at a time, with the bytes of a run that reads them all.

Of a group its counts are kept, and what there is to say; its corpora are not. Gold is read again for each.
What depends on all systems (the measures, the scheme of tags, ids under another name) has to come out
alike in every group: where it does not, and where a file cannot be scored, all are read in one piece, which
says it as it says it of few.
"""

import gc
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

from nerkit.evaluation.request import Request
from nerkit.evaluation.sharding.one_shard import lean
from nerkit.exceptions import NerkitError
from nerkit.ground.warnings import Note, parted
from nerkit.results.counts import Counts
from nerkit.results.result import ByUnit, Result

TOGETHER = 8 << 20  # bytes of systems that are read at a time
MOST = 500  # systems


class _Scored(NamedTuple):
    """The part of a group that is kept: its result without counts, and its counts.

    common   what has to be alike in all groups
    said     what there is to say, part by part;  said_of_counts  the same of its counts
    """

    common: Any
    result: Result
    counts: dict[str, Counts]
    by_unit: ByUnit | None
    said: Sequence[Sequence[str]]
    said_of_counts: Sequence[Sequence[str]]


def in_groups(
    gold: Any, systems: Mapping[str, Any], request: Request, prepare: Callable[..., Any]
) -> Result | None:
    """The result of many systems; None of few, and where they are to be scored in one piece.

    *prepare* reads and pairs gold and systems, as `evaluate.prepare` does.
    """
    if not all(isinstance(path, str) and os.path.isfile(path) for path in (gold, *systems.values())):
        return None
    groups = list(_groups(systems))
    if len(groups) < 2:
        return None
    scored: list[_Scored] = []
    for group in groups:
        try:
            one = _score(prepare(gold, group, request), request)
        except NerkitError:
            return None
        gc.collect(1)  # what was alive before is not looked at again
        if one is None or (scored and one.common != scored[0].common):
            return None
        scored.append(one)
    return _together(scored)


def _groups(systems: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """The systems in groups of some size."""
    group, size = dict[str, str](), 0
    for name, path in systems.items():
        own = os.path.getsize(path)
        if group and (size + own > TOGETHER or len(group) == MOST):
            yield group
            group, size = {}, 0
        group[name] = path
        size += own
    if group:
        yield group


def _score(prepared: Any, request: Request) -> _Scored | None:
    """The counts of a group; None where its warnings may not hold for all groups."""
    of_all, *_, chosen = prepared.said
    if prepared.groups or not all(isinstance(text, Note) for text in of_all if text):
        return None
    counts = prepared.scored.counts()
    result = prepared.counted(counts, [])
    by_unit = result.units if request.by_document else None
    if request.by_document and not all(map(_has_units, (by_unit[1] if by_unit else counts).values())):
        return None
    plan = prepared.scored.plan
    of_documents = request.by_document or any("document" in one.fields for one in plan)
    return _Scored(
        (
            *(of_all, chosen, prepared.by_gold, plan, result.scoring, result.unit, result.signature),
            *(result.measures, result.headline, result.lost_headline, result.named, prepared.inputs[0]),
            by_unit and by_unit[0],
        ),
        replace(result, counts={}, scored=None, unit_name=result.unit),
        {
            name: lean(counted, by_document=of_documents or bool(counted.corpus_wide))
            for name, counted in counts.items()
        },
        by_unit,
        prepared.said,
        prepared.said_of(counts),
    )


def _has_units(counts: Counts) -> bool:
    """Whether counts can be resampled; where they cannot, warnings depend on the scored data."""
    return len(counts.documents) > 1 and not counts.corpus_wide


def _together(scored: Sequence[_Scored]) -> Result:
    """The result of all groups."""
    first = scored[0]
    before = _joined(one.said for one in scored)
    notes, warnings = parted(filter(None, before))
    behind = _joined(one.said_of_counts for one in scored)
    golds = (one.result.inputs[0] for one in scored)
    gold = max(golds, key=lambda told: told["items"])  # of which some systems may leave out documents
    units = {name: counts for one in scored if one.by_unit for name, counts in one.by_unit[1].items()}
    return replace(
        first.result,
        counts={name: counts for one in scored for name, counts in one.counts.items()},
        inputs=(gold, *(told for one in scored for told in one.result.inputs[1:])),
        notes=notes,
        warnings=tuple(dict.fromkeys((*warnings, *behind))),
        by_unit=(first.by_unit[0], units) if first.by_unit else None,
    )


def _joined(said: Iterable[Sequence[Sequence[str]]]) -> Iterator[str]:
    """The warnings of groups: each part of it of all of them, one after the other."""
    return chain.from_iterable(chain.from_iterable(part) for part in zip(*said, strict=True))
