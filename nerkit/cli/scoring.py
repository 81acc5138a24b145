"""What all scoring commands do: build the request, evaluate, write the result and what there is to say about it."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, TypeVar

import click

from nerkit.cli.options import Shared
from nerkit.errors import InputError

Item = TypeVar("Item")
FEW = 3  # inputs up to which no progress is shown


def run(
    task: str | None, shared: Shared, *, inspect: Callable[..., None] | None = None, **options: Any
) -> Any:
    """Score, print, and give the result back.

    *options* are the task's own; None leaves one at its default. *inspect* is as in `evaluate_systems`.
    """
    from nerkit.evaluation import Request, evaluate_systems
    from nerkit.parallel import jobs
    from nerkit.result import Scoring
    from nerkit.selection import Selection, parse_only, read_names

    labels = tuple(label.strip() for label in shared.labels.split(",")) if shared.labels is not None else None
    names = read_names(shared.label_map) if shared.label_map else {}
    request = Request(
        task=task,
        measures=shared.measure,
        scoring=Scoring(shared.by, shared.macro, shared.beta, shared.empty),
        selection=Selection(names, labels, parse_only(shared.only)),
        missing=shared.missing,
        extra=shared.extra,
        duplicates=shared.duplicates,
        form=shared.form,
        options={name: value for name, value in options.items() if value is not None},
        workers=jobs(shared.jobs),
    )
    hooks: dict[str, Any] = {"inspect": inspect} if inspect else {}
    result = evaluate_systems(
        shared.gold, shared.named_systems(), request, progress=_progress(shared), **hooks
    )
    _write(_text(result, shared), shared)
    if not shared.quiet:
        for warning in result.warnings:
            click.echo(f"{_bold('warning:', shared)} {warning}", err=True)
        if shared.output_format == "table" and not shared.score_only:
            click.echo(result.signature, err=True)
    return result


def _text(result: Any, shared: Shared) -> str:
    """What goes to stdout: the rows in the format asked for, or one number for each system."""
    if not shared.score_only:
        digits = 3 if shared.digits is None else shared.digits
        style = {"digits": digits, "percent": shared.percent, "color": _colored(shared, sys.stdout)}
        rendered: str = result.render(shared.output_format, **style)
        return rendered
    lines = []
    for row in result.pooled(result.measures[0]):
        value = row.value if row.value is None or not shared.percent else row.value * 100
        full = value is None or shared.digits is None
        lines.append(f"{'' if value is None else value}\n" if full else f"{value:.{shared.digits}f}\n")
    return "".join(lines)


def _write(text: str, shared: Shared) -> None:
    if shared.output is None:
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    try:
        with open(shared.output, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    except OSError as error:
        raise InputError(
            f"cannot write: {(error.strerror or str(error)).lower()}", source=shared.output
        ) from None


def _colored(shared: Shared, stream: IO[str]) -> bool:
    if shared.color != "auto":
        return shared.color == "always"
    return (
        stream.isatty() and not os.environ.get("NO_COLOR") and (stream is sys.stderr or shared.output is None)
    )


def _bold(text: str, shared: Shared) -> str:
    return click.style(text, bold=True) if _colored(shared, sys.stderr) else text


def _progress(shared: Shared) -> Callable[[list[Item]], Iterable[Item]]:
    """Wraps the list of inputs in a progress bar on a terminal; elsewhere leaves it as it is."""

    def bar(items: list[Item]) -> Iterator[Item]:
        with click.progressbar(items, label="reading", file=sys.stderr) as shown:
            yield from shown

    visible = sys.stderr.isatty() and not shared.quiet and not shared.no_progress
    return lambda items: bar(items) if visible and len(items) > FEW else items
