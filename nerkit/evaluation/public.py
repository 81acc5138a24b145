"""The functions that users call, with the gold side and systems in any form and options by name.

The signatures and the documentation of the options come from the records that also make the options of the
commands.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from nerkit.corpora.corpus import Corpus, with_form
from nerkit.evaluation.evaluate import evaluate_systems, list_errors
from nerkit.evaluation.inputs import Input, input_name, read_all
from nerkit.evaluation.objects import Given, check_depth
from nerkit.evaluation.request import Request
from nerkit.evaluation.sides import sides
from nerkit.exceptions import UsageError, nearest
from nerkit.ground.options import options_of, public_name
from nerkit.readers.leniency import strictness
from nerkit.results.result import Result
from nerkit.scorers import options_module, task_named

if TYPE_CHECKING:
    from nerkit.results.error_list import ErrorList
    from nerkit.stats.comparison import Comparison

Function = TypeVar("Function", bound=Callable[..., Any])
# methods of other libraries -> what to write with a Scorer instead
INSTEAD = {
    "add_batch": "for gold, system in zip(references, predictions): scorer.add(gold, system)",
    **dict.fromkeys(("compute", "aggregate"), "scorer.result(), and dict(scorer.result()) for numbers"),
    "update": "scorer.add(gold, system) for each document",
    "reset": "a new nerkit.Scorer(task)",
}


def asking(function: Function, task: str | None = None) -> Function:
    """Add the shared options, and the options of *task*, to the signature and docstring of a function."""
    own = [one for one in inspect.signature(function).parameters.values() if one.name != "asked"]
    kinds: list[Any] = [Request] if task is None else [Request, options_module(task).Options]
    known = {one.name for one in own} | ({"task"} if task else set())
    options = [
        (name, each, words)
        for kind in kinds
        for each, words in options_of(kind)
        if (name := public_name(each, words)) not in known
    ]
    keyword = inspect.Parameter.KEYWORD_ONLY
    taken = [
        inspect.Parameter(name, keyword, default=each.default, annotation=each.type)
        for name, each, _ in options
    ]
    rest = [] if task else [inspect.Parameter("options", inspect.Parameter.VAR_KEYWORD, annotation=Any)]
    signature = inspect.signature(function)
    function.__signature__ = signature.replace(parameters=[*own, *taken, *rest])  # type: ignore[attr-defined]
    if function.__doc__:  # python -OO removes docstrings
        width = max(len(name) for name, _, _ in options) + 2
        lines = [f"    {name:{width}}{words.help}" for name, _, words in options]
        title = "Options, by name:" if task else "Options of all tasks, beside the options of the task:"
        function.__doc__ = "\n".join([function.__doc__.rstrip(), "", f"    {title}", "", *lines, "    "])
    return function


def scored(gold: Any, systems: Any, asked: dict[str, Any]) -> Result:
    """Score one or several systems, in any form that `nerkit.evaluation.sides` accepts."""
    request = Request.of(**asked)
    with Given({"gold": gold, "system": systems}):
        return evaluate_systems(*sides(gold, systems, task=request.task), request)


def result_of(call: str, gold: Any, systems: Any, asked: dict[str, Any]) -> Result:
    """Return *gold* if it is a result; otherwise score the systems against it.

    *call* is the name of the public function, for messages.
    """
    if isinstance(gold, Result):
        if systems is not None or asked:
            raise UsageError(f"{call} needs a result alone, or gold and a system")
        return gold
    if systems is None:
        raise UsageError(f"{call} needs a result, or gold and a system: nerkit.{call}(gold, system)")
    return scored(gold, systems, {"runs": "each"} | asked)


@asking
def evaluate(gold: Any, system: Any, *, confidence: bool | float = False, **asked: Any) -> Result:
    """Score a system.

    gold, system   paths (as on the command line), open files, data frames, or data. Dictionaries,
                   dataclasses, pydantic models and rows of `datasets` count as the file that holds them.
                   Tags are lists of lists, spans are `(start, end, label)`, words `(form, head, label)`.
                   Several systems are a list of these, or `{name: system}`
    confidence     add 95 % bootstrap intervals to every row; a number sets another level, for example 0.9

    Raises InputError for input that does not parse, PairingError for documents that do not pair, UsageError
    for names that do not exist.

    >>> gold = [[(0, 5, "PER"), (9, 14, "LOC")], [(3, 8, "ORG")]]
    >>> system = [[(0, 5, "PER"), (9, 14, "ORG")], [(3, 8, "ORG")]]
    >>> result = nerkit.evaluate(gold, system, measures=["sets::span+type"])
    >>> result["ORG"].precision
    0.5
    """
    result = scored(gold, system, asked)
    if confidence is False:
        return result
    return result.confidence() if confidence is True else result.confidence(confidence)


@asking
def compare(
    gold: Any,
    systems: Any,
    *,
    paired: str | None = None,
    resamples: int | None = None,
    seed: int = 12345,
    one_sided: bool | str = False,
    alpha: float = 0.05,
    baseline: str | None = None,
    sort: str | None = None,
    skip_broken: bool = False,
    **asked: Any,
) -> "Comparison":
    """Compare systems on the same gold: every pair tested, systems ranked.

    gold, systems                        as in `evaluate`; systems are `{name: system}` or a list
    paired, resamples, seed, one_sided   the test (`nerkit.stats.significance`). Large data have
                                         randomization, other data the exact test
    alpha                                the largest p, corrected by Holm, that is significant
    baseline, sort                       the system to compare with (default: the first), and the measure or
                                         `name` to sort systems by (default: the given order)
    skip_broken                          leave out systems whose files are broken; `broken` of the comparison
                                         lists them

    Raises the errors of `evaluate`. Raises UsageError for fewer than two systems, and if every measure needs
    the whole corpus.

    >>> gold = [[(0, 5, "PER")], [(0, 3, "LOC")], [(2, 4, "ORG")]]
    >>> half = [[(0, 5, "PER")], [(0, 3, "ORG")], []]
    >>> comparison = nerkit.compare(gold, {"half": half, "whole": gold}, measures=["sets::span+type"])
    >>> [(row.system, row.f1, row.extra["p_holm"]) for row in comparison.rows]
    [('half', 0.4, None), ('whole', 1.0, 0.5)]
    """
    from nerkit.evaluation.soundness import sound
    from nerkit.stats.comparison import compare as compared
    from nerkit.stats.significance import PairedTest

    request = Request.of(**asked)
    with Given({"gold": gold, "system": systems}):
        gold, named = sides(gold, systems, several=True, task=request.task)
        named, broken = sound(gold, named, request) if skip_broken else (named, ())
        result = evaluate_systems(gold, named, request)
    how, together = PairedTest(paired, resamples, seed, one_sided), bool(asked.get("measures"))
    found = compared(result, how, alpha, baseline=baseline, sort=sort, together=together)
    return replace(found, broken=broken if skip_broken else None)


def compare_scores(
    table: Any,
    *,
    score: str | None = None,
    missing: str = "error",
    runs: str = "mean",
    paired: str | None = None,
    resamples: int | None = None,
    seed: int = 12345,
    one_sided: bool | str = False,
    alpha: float = 0.05,
    baseline: str | None = None,
    sort: str | None = None,
    beta: float = 1.0,
    empty: str = "zero",
) -> "Comparison":
    """Compare systems by known scores of each item. Test every pair and rank the systems.

    table     a path, a data frame or a list of dictionaries, with a column `id` and a column per system, or
              with `id`, `system` and `score`. `{name: table}` has one system per table. Columns `numerator`
              and `denominator` give a score as a quotient. A column `cluster` groups items into units, a
              column `run` names one run of a system. Samples of lm-evaluation-harness, logs of inspect, and
              rows that nerkit has written by document are such tables, too
    score     the score to compare, if there are several
    missing   what happens to a missing score: `error`, `drop` the item, or `zero`
    runs      `each` treats every run as a system
    paired, resamples, seed, one_sided, alpha, baseline, sort   as in `compare`
    beta, empty   the options with which nerkit has written the rows

    Raises InputError for missing scores and for a cell without a number, UsageError for several scores
    without a choice, and the errors of `compare`.

    >>> scores = [{"id": f"q{i}", "small": i % 2, "large": 1} for i in range(12)]
    >>> for row in nerkit.compare_scores(scores).rows:
    ...     print(row.system, row.value, row.extra["p_holm"])
    small 0.5 None
    large 1.0 0.03125
    """
    from nerkit.evaluation.score_tables import score_tables, scores_result
    from nerkit.evaluation.score_tables.collected import ScoreRequest
    from nerkit.stats.comparison import compare as compared
    from nerkit.stats.significance import PairedTest

    several = isinstance(table, Mapping) and not any(isinstance(one, int | float) for one in table.values())
    systems = (
        {str(name): one for name, one in table.items()} if several else {input_name(table, "table"): table}
    )
    with Given(systems):
        tables = score_tables(systems, score)
        if tables is None:
            raise UsageError(
                "this is not a table of scores, which has a column id and one column of numbers per system"
            )
        result = scores_result(systems, tables, ScoreRequest(score, missing, runs, beta, empty))
    how = PairedTest(paired, resamples, seed, one_sided)
    return compared(result, how, alpha, baseline=baseline, sort=sort)


@asking
def errors(
    gold: Any,
    system: Any,
    *,
    kinds: Sequence[str] | str | None = None,
    label: Sequence[str] | str | None = None,
    document: Sequence[str] | str | None = None,
    changed: bool = False,
    items: int | None = None,
    **asked: Any,
) -> "ErrorList":
    """List the errors of systems, one for each wrong item, with its class.

    gold, system      as in `evaluate`
    kinds             only errors of these classes, for example `boundary`; `--class` on the command line
    label, document   only errors with these labels, and in these documents
    changed           for two systems, only errors that the second repaired (`fixed`) or added (`broken`)
    items             list the first N errors; the `total` of the list counts all errors

    Raises the errors of `evaluate`, and UsageError for a class or document that does not exist.

    >>> for error in nerkit.errors([[(0, 5, "PER")]], [[(0, 4, "PER")]]):
    ...     print(error.kind)
    boundary
    """
    from nerkit.evaluation.error_lists import Listing
    from nerkit.results.error_parts import Selected

    chosen = ((one,) if isinstance(one, str) else one for one in (kinds, label, document))
    request = Request.of(**{"runs": "each"} | asked)
    with Given({"gold": gold, "system": system}):
        listed = list_errors(
            *sides(gold, system, task=request.task), request, Listing(Selected(*chosen), changed=changed)
        )
    return listed if items is None else listed.first(items)


@cache
def task_function(task: str) -> Callable[..., Result]:
    """Return the function of a task, for example `nerkit.bio`: `evaluate` with the task's options in its
    signature.
    """

    def call(gold: Any, system: Any, *, confidence: bool | float = False, **asked: Any) -> Result:
        return evaluate(gold, system, task=task, confidence=confidence, **asked)

    call.__name__ = call.__qualname__ = task
    call.__module__ = "nerkit"
    call.__doc__ = f"""Score a system as `nerkit {task}` does.

    gold, system   as in `nerkit.evaluate`
    confidence     add 95 % bootstrap intervals to every row; a number is another level, as 0.9
    """
    return asking(call, task)


def read(target: Any, form: str | None = None, *, strict: bool = False) -> Corpus:
    """Read the corpus in a path, an open file or an object. You can give it to `evaluate` many times.

    Without *form*, the content tells the format. With *strict*, faults that readers forgive are errors.
    Raises InputError for text that does not parse, UsageError for an unknown format.

    >>> gold = nerkit.read([[(0, 5, "PER"), (9, 14, "LOC")]])
    >>> [nerkit.evaluate(gold, [spans]).f1 for spans in ([], [(0, 5, "PER"), (9, 14, "LOC")])]
    [0.0, 1.0]
    """
    with Given({"input": target}), strictness(strict=strict):
        check_depth(target, "input")
        one = Input("gold", input_name(target, "input"), target)
        read = read_all([one], Request(form=form), plain=True)
        corpus: Corpus = with_form(read.corpora[0], read.forms[0])
        return corpus


class Scorer:
    """Collect documents one by one, for example in a training loop, and score all of them with `result`.

    >>> scorer = nerkit.Scorer("spans", measures=["sets::span+type"])
    >>> scorer.add([(0, 5, "PER")], [(0, 5, "PER"), (7, 9, "LOC")])
    >>> scorer.result().precision
    0.5
    """

    def __init__(self, task: str, **options: Any) -> None:
        self.options = {"task": task, **options}
        self.gold: list[Any] = []
        self.system: list[Any] = []
        task_named(task)

    def add(self, gold: Any, system: Any) -> None:
        """Add one document: its gold and its system items, as in a list of documents given to `evaluate`."""
        self.gold.append(gold)
        self.system.append(system)

    def merge(self, other: "Scorer") -> None:
        """Add the documents of another scorer. Raises UsageError unless both have the same task and
        options.
        """
        if not isinstance(other, Scorer):
            raise TypeError(f"a scorer can merge only with a scorer, not with {type(other).__name__}")
        if other.options != self.options:
            raise UsageError("scorers with different options cannot be merged")
        self.gold += other.gold
        self.system += other.system

    if not TYPE_CHECKING:  # otherwise type checkers would accept any attribute

        def __getattr__(self, name: str) -> NoReturn:
            meant = INSTEAD.get(name)
            hint = f": write {meant}" if meant else nearest(name, ("add", "merge", "result"))
            raise AttributeError(f"Scorer has no attribute {name}{hint}")

    def result(self) -> Result:
        """Return the result over all documents so far."""
        return evaluate(self.gold, self.system, **self.options)
