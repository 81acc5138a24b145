"""What all scoring commands do: build the request, evaluate, write the result and what there is to say about it."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import IO, Any, TypeVar

import click

from nerkit.cli import gates, statistics
from nerkit.cli.options import Output, Shared
from nerkit.errors import InputError, UsageError

Item = TypeVar("Item")
SPELLED = {"label_map": "map", "form": "from"}  # options whose values have other names here
FEW = 3  # inputs up to which no progress is shown


def run(
    task: str | None,
    shared: Shared,
    *,
    data: tuple[Any, dict[str, Any]] | None = None,
    inspect: Callable[..., None] | None = None,
    notes: Callable[[Any], Iterable[str]] = lambda _: (),
    **options: Any,
) -> Any:
    """Score, print, and give the result back. *options* are the task's own; None leaves one at its default.

    *data* is gold and the systems by name, where they are not the paths of the shared options; *inspect* is as in
    `evaluate_systems`; *notes* of a result are said after its warnings.
    """
    from nerkit.evaluation.evaluate import evaluate_systems

    gold, systems = data or (shared.gold, shared.named_systems())
    hooks: dict[str, Any] = {"inspect": inspect} if inspect else {}
    request = request_of(task, shared, options)
    result = evaluate_systems(gold, systems, request, progress=_progress(shared), **hooks)
    return finish(result, shared, notes)


def request_of(task: str | None, shared: Shared, options: Mapping[str, Any] = MappingProxyType({})) -> Any:
    """What the shared options ask for."""
    from nerkit.evaluation import request
    from nerkit.formatters import needs_of
    from nerkit.parallel import jobs

    needs = needs_of(shared.output_format)
    if needs.tasks and not shared.measure and task not in (None, *needs.tasks):
        measures = " and ".join(needs.measures)
        raise UsageError(
            f"-f {shared.output_format} is a report of {measures}, which nerkit bio scores, not nerkit {task}"
        )
    labels = None if shared.labels is None else [label.strip() for label in shared.labels.split(",")]
    asked = request.request_of(
        task=task,
        measures=shared.measure or needs.measures,
        by=(*shared.by, *needs.by),
        macro=shared.macro,
        labels=labels,
        label_map=shared.label_map,
        only=shared.only,
        form=shared.form,
        missing=shared.missing,
        extra=shared.extra,
        duplicates=shared.duplicates,
        preset=shared.preset,
        beta=shared.beta,
        empty=shared.empty,
        workers=jobs(shared.jobs),
        **options,
    )
    return replace(asked, gated=gates.named(shared))


def finish(result: Any, shared: Output, notes: Callable[[Any], Iterable[str]] = lambda _: ()) -> Any:
    """Add statistics, judge, print; gives the result back. Exits with 1 where a gate has failed, the reason on the last line."""
    if shared.counts_only:
        without(shared, "--counts-only", ("score_only", "confidence", "paired"))
    else:
        result = statistics.add(result, shared)
    result = gates.judge(result, shared)
    write(_text(result, shared), shared.output)
    if shared.output_format != "github":  # which has them among its annotations
        say(result.warnings, shared)
    if not shared.quiet and shared.output_format == "table" and not shared.score_only:
        click.echo(result.signature, err=True)
    for note in () if shared.quiet else notes(result):
        click.echo(note, err=True)
    failed(result, shared)
    return result


def say(warnings: Iterable[str], shared: Output) -> None:
    """Print warnings on stderr, unless they are not wanted."""
    for warning in () if shared.quiet else warnings:
        click.echo(f"{_bold('warning:', shared)} {warning}", err=True)


def without(shared: Output, command: str, names: Sequence[str]) -> None:
    """Raises UsageError for options that a command does not have a use for, unless they are defaults from a configuration."""
    for name in names:
        if getattr(shared, name) and statistics.given(name):
            option = SPELLED.get(name, name.replace("_", "-"))
            raise UsageError(f"--{option} does not go with {command}")


def failed(result: Any, shared: Output) -> None:
    """Exit with 1 where a gate has failed, after saying why."""
    problems = [verdict for verdict in result.verdicts if verdict.problem]
    for verdict in problems:
        click.echo(f"{_bold('failed:', shared)} {verdict.problem} (--{verdict.gate.split()[0]})", err=True)
    if problems:
        raise click.exceptions.Exit(gates.FAILED)


def _text(result: Any, shared: Output) -> str:
    """What goes to stdout: the rows in the format asked for, the counts, or one number for each system."""
    if shared.counts_only:
        import json

        from nerkit.evaluation.stored import counts_of

        return json.dumps(counts_of(result), indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    if not shared.score_only:
        return rendered(result, shared)
    lines = []
    for row in result.pooled(result.measures[0]):
        value = row.value if row.value is None or not shared.percent else row.value * 100
        full = value is None or shared.digits is None
        lines.append(f"{'' if value is None else value}\n" if full else f"{value:.{shared.digits}f}\n")
    return "".join(lines)


def rendered(shown: Any, shared: Output) -> str:
    """A result, or whatever else has rows and a grid, in the format asked for."""
    from nerkit.formatters import render

    style: dict[str, Any] = {"percent": shared.percent, "color": _colored(shared, sys.stdout)}
    style |= {} if shared.digits is None else {"digits": shared.digits}
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if shared.output_format == "github" and summary:
        from nerkit.formatters import github
        from nerkit.views.grid import Style

        with open(summary, "a", encoding="utf-8") as file:
            file.write(github.summary(shown, Style(**style | {"color": False})))
    return render(shown, shared.output_format, **style)


def write(text: str, path: str | None) -> None:
    """Write to the file *path*, or to stdout. Raises InputError for a file that cannot be written."""
    if path is None:
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    try:
        with open(path, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            file.write(text)
    except OSError as error:
        raise InputError(f"cannot write: {(error.strerror or str(error)).lower()}", source=path) from None


def _colored(shared: Output, stream: IO[str]) -> bool:
    if shared.color != "auto":
        return shared.color == "always"
    return (
        stream.isatty() and not os.environ.get("NO_COLOR") and (stream is sys.stderr or shared.output is None)
    )


def _bold(text: str, shared: Output) -> str:
    return click.style(text, bold=True) if _colored(shared, sys.stderr) else text


def _progress(shared: Shared) -> Callable[[list[Item]], Iterable[Item]]:
    """Wraps the list of inputs in a progress bar on a terminal; elsewhere leaves it as it is."""

    def bar(items: list[Item]) -> Iterator[Item]:
        with click.progressbar(items, label="reading", file=sys.stderr) as shown:
            yield from shown

    visible = sys.stderr.isatty() and not shared.quiet and not shared.no_progress
    return lambda items: bar(items) if visible and len(items) > FEW else items
