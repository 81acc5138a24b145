"""One float per pair of a gold item and an answer, for reward functions and evaluation loops.

    golds     [gold 1, gold 2]        documents "1" and "2" of the gold side
    systems   [answer 1, None]        documents "1" and "2" of a system; None is an empty document
    scores    [0.8, 0.0]              the values of the rows --by document

nerkit scores all pairs in one batch, because each call has fixed costs.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from json import loads
from typing import Any, NoReturn

from nerkit.corpora.json_documents import JsonDocuments, of_objects
from nerkit.evaluation.evaluate import prepare
from nerkit.evaluation.object_records import OF_VALUES, are_strings
from nerkit.evaluation.object_text import json_text
from nerkit.evaluation.objects import Given, check_depth
from nerkit.evaluation.request import Request
from nerkit.exceptions import InputError, PairingError, UsageError, plural, some
from nerkit.readers.json_text import IDS
from nerkit.results.row_table import rows
from nerkit.results.rows import Grouping
from nerkit.scorers import task_named
from nerkit.scorers.task import Measure

SIDES = ("golds", "systems")
BY_DOCUMENT = [Grouping(("document",), shown=True)]
SETTLED = {  # options that cannot be given, because there is one score per pair
    "by", "macro", "measures", "form", "extra", "duplicates", "ids", "runs", "shard_size", "dask",
    "by_document", "gated",
}  # fmt: skip
SETTLED_AS = {"by": "document", "extra": "spurious"}


def scores(
    golds: Iterable[Any], systems: Iterable[Any], *, task: str, measure: str | None = None, **options: Any
) -> list[float]:
    """Score pairs of a gold item and an answer: one float per pair, in their order.

    golds     one gold document per pair, as in `evaluate`: tags, spans, a JSON value, tool calls, a graph,
              a sentence of words
    systems   one answer per pair; None and an empty answer have no items
    task      the task, for example `bio` or `json`
    measure   the measure, by default the headline of the task
    options   the options of `evaluate`, for example `scheme="IOB2"` or `empty="one"`

    Each float is the `value` of the row that `--by document` shows, or nan if this value is null. Raises
    InputError or PairingError with the number of the wrong pair. Raises UsageError for a measure without
    rows by document.

    >>> golds = [[(0, 5, "PER"), (9, 14, "LOC")], [(3, 8, "ORG")]]
    >>> nerkit.scores(golds, [[(0, 5, "PER"), (9, 14, "ORG")], None], task="spans")
    [0.5, 0.0]

    For example, a reward function of TRL gets the texts of a model and a column of the data set:

    >>> def reward(completions, answer, **_):
    ...     return nerkit.scores(answer, completions, task="json")
    >>> reward(completions=['{"name": "Ann"}', "no idea"], answer=[{"name": "Ann"}, {"name": "Bob"}])
    [1.0, 0.0]
    """
    if settled := sorted(SETTLED.intersection(options)):
        raise UsageError(f"{settled[0]}=… cannot be used with scores; use nerkit.evaluate")
    sides = [list(golds), list(systems)]
    if len(sides[0]) != len(sides[1]):
        what = f"{plural(len(sides[0]), 'gold')} and {plural(len(sides[1]), 'answer')}"
        raise UsageError(f"{what}; give one answer per gold item, None if there is no answer")
    request = Request.of(task=task, measures=() if measure is None else measure, **SETTLED_AS, **options)
    pairs = range(1, len(sides[0]) + 1)
    try:
        return _scored(sides, pairs, request)
    except (InputError, PairingError) as error:
        _fail(sides, pairs, request, error)


def _scored(sides: Sequence[Sequence[Any]], pairs: range, request: Request) -> list[float]:
    """Score the pairs with these numbers, from 1 on."""
    some_of = [side[pairs.start - 1 : pairs.stop - 1] for side in sides]
    names = list(map(str, pairs))
    with Given(dict(zip(SIDES, some_of, strict=True))):
        for name, data in zip(SIDES, some_of, strict=True):
            check_depth(data, name)
        gold, system, held = _documents(some_of, names, str(request.task))
        prepared = prepare(gold, {"system": system}, request)
        scored = prepared.scored
        measure = _single(request.measures, scored.measures, prepared.bare.headline)
        [counts] = replace(scored, measures=[measure], plan=BY_DOCUMENT).counts().values()
        documents = counts.documents if gold and system else held  # a blank side makes both unnamed
        lacking = [name for name in names if name not in held]  # without items on both sides: counts of 0
        made = rows(
            replace(counts, documents=[*documents, *lacking]),
            "system",
            [measure.name],
            BY_DOCUMENT,
            composites=scored.task.composites([measure], scored.options),
            beta=request.beta,
            empty=request.empty,
        )
    values = {row.cut[0]: math.nan if row.value is None else row.value for row in made}
    if names and not values:
        raise UsageError(f"{measure.name} is a number of the whole corpus, so a pair has no value")
    if values.keys() != set(names):
        raise UsageError("nerkit cannot keep these pairs apart; score them in several calls")
    return [values[name] for name in names]


def _single(asked: Sequence[str], measures: Sequence[Measure], headline: str) -> Measure:
    """Return the named measure, by default the headline. Raises UsageError for a name of several measures."""
    name = asked[0] if asked else headline
    if asked and len(measures) == 1:
        return measures[0]
    for measure in measures:
        if measure.name == name:
            return measure
    names = some([measure.name for measure in measures])
    raise UsageError(f"{name} stands for several measures ({names}); name one measure")


def _documents(sides: Sequence[Sequence[Any]], names: list[str], task: str) -> tuple[Any, Any, list[str]]:
    """Return gold and the system by pair number, and the numbers of all pairs with items."""
    task_named(task)
    if task in OF_VALUES:
        if are_strings(sides[0]):  # plain values, not JSON as text
            return sides[0], sides[1], names
        first, second = (_values(side, names, name) for side, name in zip(sides, SIDES, strict=True))
        return first, second, names
    gold, system = (
        {name: one for name, one in zip(names, side, strict=True) if not _is_nothing(one)} for side in sides
    )
    return _with_ids(gold, task), _with_ids(system, task), list(gold | system)


def _values(side: Sequence[Any], names: list[str], name: str) -> JsonDocuments:
    """Return the values or tool calls of a side as a corpus, with the pair numbers as ids."""
    values = loads(json_text(side, name))
    return replace(of_objects(values, records=True), documents=names, named=True)


def _with_ids(held: Mapping[str, Any], task: str) -> Any:
    """Return the documents of a side with the pair numbers as ids."""
    if task in ("dep", "srl"):  # a document is a list of sentences, and a pair may be one
        return {name: [one] if _is_sentence(one, task) else one for name, one in held.items()}
    if not all(isinstance(one, Mapping) for one in held.values()):
        return held
    return [  # several pairs can have the same gold, with the same id
        {"id": name} | {key: value for key, value in one.items() if key not in IDS}
        for name, one in held.items()
    ]


def _is_nothing(one: Any) -> bool:
    if isinstance(one, str):
        return not one.strip()
    return one is None or (isinstance(one, list | tuple | dict) and not one)


def _is_sentence(one: Any, task: str) -> bool:
    if task == "srl":
        return isinstance(one, Mapping)
    return isinstance(one, list | tuple) and isinstance(one[0], tuple | Mapping)


def _fail(sides: Sequence[Sequence[Any]], pairs: range, request: Request, error: Exception) -> NoReturn:
    """Raise the error of the first pair that fails alone, with its number; *error* if no pair fails alone."""
    while len(pairs) > 1:
        first, second = pairs[: len(pairs) // 2], pairs[len(pairs) // 2 :]
        for part in (first, second):
            if found := _error_of(sides, part, request):
                pairs, error = part, found
                break
        else:
            raise error
    name = f"pair {pairs.start}"
    if not isinstance(error, InputError):
        raise PairingError(f"{name}: {error}") from None
    place = "" if error.source == "<memory>" else f": {error.source}"  # a single pair is its document 1
    problem = error.problem.removeprefix("document 1: ")
    raise InputError(problem, source=f"{name}{place}", remedy=error.remedy) from None


def _error_of(sides: Sequence[Sequence[Any]], pairs: range, request: Request) -> Exception | None:
    try:
        _scored(sides, pairs, request)
    except (InputError, PairingError) as error:
        return error
    except UsageError:  # not about a single pair
        return None
    return None
