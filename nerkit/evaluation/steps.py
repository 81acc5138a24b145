"""The steps that a run in one piece and a run in shards have in common: the plan, the pairing, the result."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.corpora.corpus import Batch, Corpus
from nerkit.corpora.pairing import Pairing, Policy, pair, pair_by_order
from nerkit.errors import some
from nerkit.evaluation.request import Request
from nerkit.ground.warnings import Added
from nerkit.results.counts import Counts
from nerkit.results.result import Result
from nerkit.results.rows import Grouping, Scoring
from nerkit.results.signature import signature
from nerkit.scorers.task import Measure, Task

EMPTY = "empty"  # what missing ones count as


def plan_of(task: Task, request: Request, names: Sequence[str]) -> tuple[Scoring, list[Grouping]]:
    """The scoring, and the plan of counting: the groupings of the rows, and those that reports and gates
    need.
    """
    scoring = replace(
        request.scoring,
        always=(*task.rows.shown, *task.rows.shown_by(task.own_options(request.options, request.workers))),
        averaged=task.rows.averaged,
        ranked=tuple(task.rows.ranked),
    )
    of_label = () if set(request.gated) <= set(names) else ("label",)
    hidden = (*task.rows.counted, *of_label)
    return scoring, [*scoring.plan, *(Grouping((name,), shown=False) for name in hidden)]


def with_rest(task: Task, corpora: Sequence[Any], request: Request) -> Sequence[Any]:
    """Gold and the systems, these with what they lack within documents, where it is asked to be empty."""
    if request.missing not in (None, EMPTY) or task.sharded.with_rest is None:
        return corpora
    gold, fill = corpora[0], request.missing == EMPTY
    return [gold, *(task.sharded.with_rest(gold, system, fill=fill) for system in corpora[1:])]


def paired(
    gold: Corpus, system: Corpus, request: Request, implicit: bool, name: str, *, by_gold: bool = False
) -> tuple[Batch[Any], tuple[str, ...]]:
    """The documents of both sides beside each other, and warnings.

    *implicit* says whether documents exist through their items only, *by_gold* whether those that are paired
    by their order are called as gold calls them. Raises PairingError for documents that
    do not pair.
    """
    policy = _policy(request, gold, system, implicit)
    if gold.named and system.named:
        places = partial(_places, gold), partial(_places, system)
        pairing = pair(gold.documents, system.documents, policy, system_name=name, places=places)
        common = int(np.count_nonzero(_filled(pairing, pairing.gold) & _filled(pairing, pairing.system)))
        sides = ([], []) if common else (list(gold.documents), list(system.documents))
        pairing = replace(pairing, warnings=(_nothing_common(sides, common, name), *pairing.warnings))
    else:
        sizes = len(gold.documents), len(system.documents)
        names = gold.documents if by_gold else ()
        pairing = pair_by_order(*sizes, policy, system_name=name, names=names)
        pairing = replace(pairing, warnings=(*unused_ids(gold, system, ("gold", name)), *pairing.warnings))
    return _batch(gold, system, pairing), pairing.warnings


def _places(corpus: Corpus) -> Sequence[str]:
    """The places of documents, which messages about ids that occur twice name, if they are known."""
    places: Sequence[str] = getattr(corpus, "places", ())
    return places


def _filled(pairing: Pairing, side: IntArray) -> BoolArray:
    """The documents that a side has, a mask."""
    filled = np.zeros(len(pairing.documents), bool)
    filled[side[side != NONE]] = True
    return filled


def _nothing_common(ids: tuple[list[str], list[str]], common: int, name: str) -> Added:
    """A warning about the *ids* of gold and the system *name*; empty where documents are on both sides."""
    gold, system = ids
    text = f"gold and {name} have no document id in common: gold has {some(gold)}; {name} has {some(system)}"
    lacking = gold and system and not common
    return Added(text if lacking else "", _all_nothing_common, (ids, common, name), -1)


def _all_nothing_common(parts: Sequence[Added]) -> list[Added]:
    """The warning about the documents of all parts."""
    gold, system = ([name for part in parts for name in part.data[0][side]] for side in (0, 1))
    return [_nothing_common((gold, system), sum(part.data[1] for part in parts), parts[0].data[2])]


def unused_ids(first: Corpus, second: Corpus, names: tuple[str, str]) -> list[Added]:
    """A warning where only one of two sides, *names*, has ids, which therefore do not pair documents."""
    if first.named == second.named or not (first.documents and second.documents):
        return []
    with_ids, without = names if first.named else names[::-1]
    return [_by_order(list((first if first.named else second).documents), with_ids, without)]


def _by_order(ids: list[str], with_ids: str, without: str) -> Added:
    """The warning about *ids* of a side; empty about a single one, whose partner is plain."""
    text = (
        f"documents are paired by their order: {without} has no ids, so those of {with_ids} ({some(ids)}) "
        "are not used"
    )
    return Added(text if len(ids) > 1 else "", _all_by_order, (ids, with_ids, without), -1)


def _all_by_order(parts: Sequence[Added]) -> list[Added]:
    """The warning about the ids of all parts."""
    return [_by_order([name for part in parts for name in part.data[0]], *parts[0].data[1:])]


def under_one_name(corpora: Sequence[Any], called: Sequence[str]) -> tuple[list[Any], list[str]]:
    """Gold and systems, *called* so, by those ids that they share under another name, and warnings."""
    if not any(getattr(corpus, "other_ids", ()) for corpus in corpora):
        return list(corpora), []
    from nerkit.corpora.pairing import other_ids

    return other_ids.under_one_name(corpora, called)


def result_of(
    task: Task,
    request: Request,
    options: Any,
    measures: Sequence[Measure],
    *,
    counts: dict[str, Counts],
    recognised: Mapping[str, str],
    **further: Any,
) -> Result:
    """The result of these counts; *further* are fields of it."""
    names = tuple(measure.name for measure in measures)
    stated = request.changed() | dict(task.stated(options)) | dict(recognised)
    scoring, _ = plan_of(task, request, names)
    return Result(
        task=task.name,
        signature=signature(task.name, names, stated, scoring.empty),
        measures=names,
        counts=counts,
        scoring=scoring,
        options=request.changed(),
        composites=task.composites(measures, options),
        preset=preset.told() if (preset := request.preset_record) else {},
        lower_is_better=tuple(one.name for one in measures if one.lower_is_better),
        **further,
    )


def _policy(request: Request, gold: Corpus, system: Corpus, implicit: bool) -> Policy:
    """The treatment of documents without a partner, where the request leaves it open.

    Missing ones are empty if documents have ids, further ones spurious if documents exist through their items
    only; a side without any document is a blank one, which is scored. All else is an error.
    """
    by_id = gold.named and system.named
    return Policy(
        request.missing or (EMPTY if by_id or not system.documents else "error"),
        request.extra or ("spurious" if implicit or not gold.documents else "error"),
        request.duplicates or "error",
    )


def _batch(gold: Corpus, system: Corpus, pairing: Pairing) -> Batch[Any]:
    return Batch(
        pairing.documents,
        gold.in_documents(pairing.documents, pairing.gold),
        system.in_documents(pairing.documents, pairing.system),
    )
