"""The steps that all scoring commands share: build the request, evaluate, print the result and its
warnings.
"""

import gc
import os
import shlex
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from types import MappingProxyType
from typing import IO, TYPE_CHECKING, Any, TypeVar

import click

from nerkit.cli.config import (
    SOURCE,
    given,
    replayed,
    typed_in,
    typed_line,
    without_options,
    would_weaken,
)
from nerkit.cli.option_names import worded
from nerkit.cli.options import PARAMETERS, Function, Output, Shared, option
from nerkit.cli.output import add, check_apart, is_input, tell, write
from nerkit.evaluation.options import MISSING
from nerkit.exceptions import UsageError
from nerkit.ground.plain_text import visible

if TYPE_CHECKING:
    from nerkit.evaluation.stored.paired import Worse
    from nerkit.evaluation.stored.thresholds import Threshold
    from nerkit.results.result import Result
    from nerkit.stats.significance import PairedTest

Item = TypeVar("Item")
FAILED = 1  # exit code if a gate failed
MACHINE = ("tsv", "csv", "json", "jsonl")  # formats with all numbers at full precision
# options that are fixed when a result is made
SCORED = ("by", "macro", "labels", "label_map", "only", "form", "preset")
OF_TABLES = ("drop", "zero")  # values of --missing for tables of scores, in addition to error
THRESHOLDS = ("fail_under", "fail_over")  # parameters of gates that have a value
# options that cannot be combined with --counts-only or have no effect with it -> whether a value follows
NOT_COUNTS = {
    **dict.fromkeys(
        ("-f", "--format", "-o", "--output", "--interval", "--paired", "--resamples", "--seed"), 1
    ),
    **dict.fromkeys(("-b", "--score-only", "--confidence", "--one-sided", "--counts-only"), 0),
}
COSTLIEST = 3  # number of error classes shown after a failed gate
DIGITS = 3  # default number of decimals
PIPES, DESCRIPTORS = ("-", "<stdin>"), ("/dev/fd/", "/proc/self/fd/", "/dev/stdin")  # names of pipes


def run(
    task: str | None,
    shared: Shared,
    *,
    data: tuple[Any, dict[str, Any]] | None = None,
    draw: Callable[..., Iterable[str]] | None = None,
    notes: Callable[[Any], Iterable[str]] = lambda _: (),
    **options: Any,
) -> Any:
    """Score the systems, print the result, and return it. *options* are the options of the task; None and an
    empty tuple mean the default.

    *data* is (gold, systems by name) if the shared options have no paths. *draw* makes text that is printed
    before the rows. The texts of *notes(result)* are printed after the warnings.
    """
    from nerkit.evaluation.evaluate import evaluate_systems
    from nerkit.ground.streams import hashing

    gc.freeze()  # exclude the loaded modules from garbage collection, which shards trigger
    options = {name: None if value == () else value for name, value in options.items()}
    gold, systems = data or (shared.gold, shared.named_systems())
    drawings: list[str] = []
    hooks: dict[str, Any] = {"inspect": lambda *about: drawings.extend(draw(*about))} if draw else {}
    request = request_of(task, shared, options)
    enveloped = shared.output_format == "json" or shared.counts_only
    with hashing(wanted=enveloped or bool(shared.fail_if)):
        result = evaluate_systems(gold, systems, request, **hooks)
    result = replace(result, command=typed_line()) if enveloped else result
    return finish(result, shared, notes, drawings)


def paired_test(shared: "Output") -> "PairedTest":
    """The significance test that the options choose."""
    from nerkit.stats.significance import PairedTest

    return PairedTest(shared.paired, shared.resamples, shared.seed, shared.one_sided or False)


def request_of(
    task: str | None,
    shared: Shared,
    options: Mapping[str, Any] = MappingProxyType({}),
    *,
    by_document: bool = False,
) -> Any:
    """Build the request from the shared options and the options of a task. *by_document* keeps counts per
    document for statistics.
    """
    from nerkit.evaluation.request import Request
    from nerkit.formatters import needs_of

    needs = needs_of(shared.output_format)
    if needs.tasks and not shared.measures and task not in (None, *needs.tasks):
        measures = " and ".join(needs.measures)
        raise UsageError(
            f"-f {shared.output_format} reports {measures}; nerkit {needs.tasks[0]} scores "
            f"these measures, nerkit {task} does not"
        )
    asked = {
        **shared.asked,
        "measures": shared.measures or needs.measures,
        "by": (*shared.asked["by"], *needs.by),
    }
    statistics = bool(shared.confidence or shared.paired or shared.fail_if)
    by_document = by_document or shared.counts_only or statistics
    thresholds = chain(*(_thresholds(shared, option) for option in THRESHOLDS))
    gated = tuple(threshold.name for threshold in thresholds if threshold.name is not None)
    return Request.of(task=task, gated=gated, by_document=by_document, **asked, **options)


def score_options(function: Function) -> Function:
    """Add the options for tables of scores to a command: `--score`, and more values of `--missing`."""
    chosen = option("--score", metavar="NAME", help="Compare this score, if tables have several.")
    missing = option(
        "--missing",
        type=click.Choice((*MISSING, *OF_TABLES)),
        help=(
            "Count gold documents without a system document as empty (default), ignore or refuse "
            "them; missing scores of a table: error, drop or zero."
        ),
    )
    setattr(function, PARAMETERS, [*getattr(function, PARAMETERS, []), missing, chosen])
    return function


def scored_before(shared: Shared, systems: Mapping[str, str], score: str | None) -> "Result | None":
    """The result of tables of scores or of several stored results. None if the files are neither.

    *score* is the name of the score to compare.
    """
    from nerkit.evaluation import score_tables as tables
    from nerkit.evaluation.score_tables.collected import ERROR, ScoreRequest
    from nerkit.evaluation.stored import results as stored

    missing = shared.asked["missing"]
    found = tables.score_tables(systems, score)
    if found is not None:
        without("tables of scores", SCORED)
        about = {name: shared.asked[name] for name in ("runs", "beta", "empty")}
        choice = ScoreRequest(score, missing or ERROR, **about)
        result = tables.scores_result(systems, found, choice)
        return stored.only(result, shared.measures) if shared.measures else result
    results = [name for name, path in systems.items() if stored.is_stored(path)]
    check_of_tables(shared, score)
    if results and len(results) < len(systems):
        raise UsageError(f"{results[0]} is a stored result, but other arguments are not")
    if not results:
        return None
    without("stored results", SCORED)
    result = stored.side_by_side((name, stored.read(path)) for name, path in systems.items())
    return stored.only(result, shared.measures) if shared.measures else result


def check_of_tables(shared: Shared, score: str | None) -> None:
    """Raise UsageError if options are given that only work with tables of scores."""
    if score is not None:
        raise UsageError("--score needs tables of scores without -g; -m names measures")
    if shared.asked["missing"] in OF_TABLES:
        raise UsageError(
            f"--missing {shared.asked['missing']} needs tables of scores without -g; for "
            f"documents use {', '.join(MISSING)}"
        )


def show(shown: Any, shared: Shared) -> None:
    """Print the rows of a result on stdout, and its warnings and signature on stderr.

    The inputs of stored results are not printed, because this command did not read them.
    """
    result = shown.result
    write(rendered(shown, shared), shared.output)
    are_stored = shared.gold is None and any(one["role"] == "gold" for one in result.inputs)
    tell_about(shared, () if are_stored else result.inputs, result.notes, result.warnings)
    if not shared.quiet and shared.output_format == "table":
        tell(result.signature)


def finish(
    result: Any,
    shared: Output,
    notes: Callable[[Any], Iterable[str]] = lambda _: (),
    drawings: Iterable[str] = (),
    *,
    statistics: bool = True,
    read: bool = True,
) -> Any:
    """Add missing statistics, check gates, print *drawings* and the result, and return the result. If a gate
    fails, print the reason last and exit with 1.

    *read* is False if the command read stored results and not the inputs themselves.
    """
    if statistics:
        _check_used(shared)
        result = with_statistics(result, shared) if not shared.counts_only else result
    if (again := replayed()) is not None:
        again.result = result
        return result
    result = judged(result, shared)
    result = replace(result, warnings=tuple(map(worded, result.warnings)))
    write(chain((f"{drawing}\n" for drawing in drawings), _text(result, shared)), shared.output)
    # -f github shows warnings as annotations
    warnings = () if shared.output_format == "github" else result.warnings
    tell_about(shared, result.inputs if read else (), result.notes, warnings)
    if not shared.quiet and shared.output_format == "table" and not shared.score_only:
        tell(result.signature)
    for note in () if shared.quiet else notes(result):
        tell(note)
    failed(result, shared)
    return result


def tell_about(
    shared: Output,
    inputs: Iterable[Mapping[str, Any]] = (),
    notes: Iterable[str] = (),
    warnings: Iterable[str] = (),
) -> None:
    """Print on stderr one line per input, then the notes and warnings. Print nothing if the user suppresses
    messages.
    """
    from nerkit.evaluation.facts import read_as

    for one in () if shared.quiet else inputs:
        name = str(one["name"])
        is_pipe = name in PIPES or name.startswith(DESCRIPTORS)
        tell(visible(f"read {one['role'] if is_pipe else name}: {read_as(one)}"))
    for text in () if shared.quiet else notes:
        tell(visible(worded(text)), "note: ")
    say(warnings, shared)


def say(warnings: Iterable[str], shared: Output) -> None:
    """Print warnings on stderr, one per line, unless the user suppresses messages."""
    for warning in () if shared.quiet else warnings:
        tell(visible(worded(warning)), f"{_bold('warning:', shared)} ")


def without(command: str, names: Sequence[str]) -> None:
    """Raise UsageError if the user typed one of these options, because the command does not use them."""
    context = click.get_current_context()
    for parameter in context.command.params:
        if parameter.name in names and context.params.get(parameter.name) and typed_in(parameter.name):
            raise UsageError(f"{parameter.opts[-1]} cannot be used with {command}")


def failed(result: Any, shared: Output) -> None:
    """Print why a gate has failed, if one has, and exit with 1. With --exit-zero, do not exit.

    --exit-zero in an automatically found configuration does not apply to a gate that the user typed.
    """
    for verdict in () if shared.quiet else result.verdicts:
        if verdict.is_told and not verdict.is_failed:
            tell(verdict.reason, "compared: " if verdict.gate.startswith("compare-to") else "passed: ")
    problems = [verdict for verdict in result.verdicts if verdict.is_failed]
    if problems and not shared.quiet:
        _tell_costs(result, {verdict.system for verdict in problems}, shared)
    for verdict in problems:
        tell(f"{verdict.reason} (--{verdict.gate.split()[0]})", f"{_bold('failed:', shared)} ")
    gates = {verdict.gate.split()[0].replace("-", "_") for verdict in problems}
    if problems and not (shared.exit_zero and not any(would_weaken("exit_zero", gate) for gate in gates)):
        raise click.exceptions.Exit(FAILED)


def _tell_costs(result: Any, systems: Collection[str], shared: Output) -> None:
    """Print the error classes that cost these systems most, if the result has its items and the task lists
    errors.
    """
    from nerkit.results.error_costs import costs

    if result.scored is None:
        return
    try:
        found = list(costs(result.errors()))
    except UsageError:
        return  # the task cannot list errors of these measures
    for system, kinds in found:
        whose = f"{system}: " if len(result.systems) > 1 else ""
        for cost in kinds[:COSTLIEST] if system in systems else ():
            text = whose + cost.told(DIGITS if shared.digits is None else shared.digits)
            tell(visible(text), f"{_bold('costs:', shared)} ")


def _text(result: Any, shared: Output) -> Iterable[str]:
    """The text for stdout in pieces: the rows in the output format, the counts, or one number per system."""
    if shared.counts_only:
        import json

        from nerkit.evaluation.stored.results import counts_of

        return [json.dumps(counts_of(result), indent=1, ensure_ascii=False, allow_nan=False) + "\n"]
    if not shared.score_only:
        silent = shared.quiet and shared.output_format == "github"  # warnings are annotations
        return rendered(replace(result, warnings=()) if silent else result, shared)
    lines = []
    for row in result.pooled(result.headline):
        value = row.value if row.value is None or not shared.percent else row.value * 100
        full = value is None or shared.digits is None
        lines.append(f"{'' if value is None else value}\n" if full else f"{value:.{shared.digits}f}\n")
    return lines


def rendered(shown: Any, shared: Output) -> Iterable[str]:
    """The text of a result, or of another value with rows and a grid, in the output format, in pieces."""
    from nerkit.formatters import pieces

    style: dict[str, Any] = {"percent": shared.percent, "color": _colored(shared, sys.stdout)}
    if shared.output is None and sys.stdout.isatty():
        import shutil

        style["width"] = shutil.get_terminal_size().columns
    style |= {} if shared.digits is None else {"digits": shared.digits}
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if shared.output_format == "github" and summary:
        from nerkit.formatters import github
        from nerkit.views.grid import Style

        if is_input(summary):
            raise UsageError(f"GITHUB_STEP_SUMMARY is the input {summary}; nerkit does not write to inputs")
        check_apart(shared.output, summary, "GITHUB_STEP_SUMMARY")
        add(github.summary(shown, Style(**style | {"color": False})), summary)
    return pieces(shown, shared.output_format, **style)


def _colored(shared: Output, stream: IO[str]) -> bool:
    if shared.color != "auto":
        return shared.color == "always"
    return (
        stream.isatty() and not os.environ.get("NO_COLOR") and (stream is sys.stderr or shared.output is None)
    )


def _bold(text: str, shared: Output) -> str:
    return click.style(text, bold=True) if _colored(shared, sys.stderr) else text


def with_statistics(result: "Result", shared: "Output") -> "Result":
    """The result with the confidence intervals and tests that the options ask for."""
    result = with_intervals(result, shared)
    if shared.paired is None:
        return result
    from nerkit.stats.rows import with_tests

    return with_tests(result, paired_test(shared))


def with_intervals(result: "Result", shared: "Output") -> "Result":
    """The result with confidence intervals if the options ask for them. The options of tests are checked,
    too.
    """
    if shared.confidence is not None:
        kind, count = shared.interval or "percentile", shared.resamples or 1000
        level = fraction(shared.confidence, "--confidence")
        result = result.confidence(level, resamples=count, seed=shared.seed, interval=kind)
    elif shared.interval is not None and given("interval"):
        raise UsageError("--interval needs --confidence")
    elif shared.paired is None and shared.resamples is not None and given("resamples"):
        raise UsageError("--resamples needs --confidence or --paired")
    if shared.paired is None and shared.one_sided and given("one_sided"):
        raise UsageError("--one-sided needs --paired")
    return result


def fraction(text: str, option: str) -> float:
    """Parse a number such as 0.9 or 90%. Raises UsageError for other text."""
    from nerkit.evaluation import request

    try:
        return request.fraction(text)
    except ValueError:
        raise UsageError(f"{option} needs a number as 0.9 or 90%, not {text!r}") from None


def _check_used(shared: Output) -> None:
    """Raise UsageError if the user typed an option that has no effect on the output."""
    if shared.score_only:
        without("-b, which prints one number", ("output_format", "confidence", "paired", "by", "macro"))
    if shared.counts_only and shared.output_format != "json":
        without("--counts-only, which is JSON", ("output_format",))
    typed = [name for name in ("digits", "percent", "seed") if typed_in(name)]
    for name in typed:
        if name == "seed" and shared.confidence is None and shared.paired is None:
            raise UsageError("--seed needs --confidence or --paired")
        if name != "seed" and shared.output_format in MACHINE and not shared.score_only:
            raise UsageError(
                f"--{name} cannot be used with -f {shared.output_format}, only with formats for people"
            )
    if shared.counts_only:
        without("--counts-only", ("score_only", "confidence", "paired"))


def judged(result: "Result", shared: "Output") -> "Result":
    """The result with the verdicts of the gates that the options set."""
    _check_gates(shared)
    if not shared.fail_under and not shared.fail_over and not shared.compare_to:
        return result
    from nerkit.evaluation.stored import gates
    from nerkit.evaluation.stored import results as stored

    shown = DIGITS if shared.digits is None else shared.digits
    digits = shown + 2 if shared.percent else shown
    for kind in THRESHOLDS:
        try:
            result = gates.judged(result, _thresholds(shared, kind), digits)
        except UsageError as error:
            raise UsageError(f"--{kind.replace('_', '-')}: {error}") from None
    if shared.compare_to and shared.fail_if and not would_weaken("fail_if", "compare_to"):
        from nerkit.evaluation.stored.paired import OtherCountsError, not_significantly_worse

        before = stored.read(shared.compare_to)
        try:
            return not_significantly_worse(result, before, shared.compare_to, _worse(shared, digits))
        except OtherCountsError as error:
            raise UsageError(f"{error}\n  {_written_again(shared.compare_to, result.task)}") from None
    if shared.compare_to:
        before = stored.read(shared.compare_to)
        tolerance = 0.0 if would_weaken("tolerance", "compare_to") else shared.tolerance
        result = gates.not_worse(result, before, shared.compare_to, tolerance, digits)
    return result


def _written_again(path: str, task: str) -> str:
    """A command that writes the stored result again, including the counts per document."""
    from nerkit.evaluation.stored.results import is_stored, read_json

    is_file = is_stored(path) and os.path.isfile(path)
    typed = read_json(path)[0].get("command") if is_file else None
    known = isinstance(typed, list) and all(isinstance(word, str) for word in typed)
    words = typed if known and typed else [task, "-g", "GOLD", "-s", "SYSTEM"]
    again = (
        "nerkit",
        *without_options(words, NOT_COUNTS),
        "--counts-only",
        "-o",
        path if is_file else "main.json",
    )
    return visible(shlex.join(again))


def _thresholds(shared: "Output", option: str) -> "list[Threshold]":
    """Parse the thresholds of an option. Each keeps the configuration file that it comes from."""
    texts = shared.fail_under if option == "fail_under" else shared.fail_over
    if not texts:
        return []
    from nerkit.evaluation.stored.thresholds import parse

    source = None if given(option) else str(click.get_current_context().meta.get(SOURCE))
    try:
        return [parse(text, source, is_most=option == "fail_over") for text in texts]
    except UsageError as error:
        raise UsageError(f"--{option.replace('_', '-')}: {error}") from None


def _check_gates(shared: "Output") -> None:
    """Raise UsageError for gate options without a gate, or with a gate that does not use them."""
    tolerance = shared.tolerance and given("tolerance")
    if tolerance and not shared.compare_to:
        raise UsageError("--tolerance needs --compare-to")
    if tolerance and shared.fail_if:
        raise UsageError("--tolerance cannot be used with --fail-if; set the accepted loss with --margin M")
    if shared.fail_if and given("fail_if") and not shared.compare_to:
        raise UsageError(f"--fail-if {shared.fail_if} needs a stored result: --compare-to main.json")
    for name, flag in (("gate_alpha", "--alpha"), ("margin", "--margin")):
        if getattr(shared, name) is not None and given(name) and not shared.fail_if:
            raise UsageError(f"{flag} needs --fail-if worse")


def _worse(shared: "Output", digits: int) -> "Worse":
    """The gate that --fail-if sets. Options in an automatically found configuration cannot weaken it."""
    from nerkit.evaluation.stored.paired import Worse
    from nerkit.stats.options import ALPHA

    found = {name: would_weaken(name, "fail_if") for name in ("gate_alpha", "margin")}
    alpha, margin = (None if found[name] else getattr(shared, name) for name in found)
    return Worse(
        ALPHA if alpha is None else fraction(alpha, "--alpha"),
        None if margin is None else fraction(margin, "--margin"),
        every=isinstance(shared, Shared) and bool(shared.measures),
        seed=shared.seed,
        digits=digits,
    )
