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
    task: str | None,
    shared: Shared,
    *,
    data: tuple[Any, dict[str, Any]] | None = None,
    inspect: Callable[..., None] | None = None,
    **options: Any,
) -> Any:
    """Score, print, and give the result back. *options* are the task's own; None leaves one at its default.

    *data* is gold and the systems by name, where they are not the paths of the shared options; *inspect* is as in
    `evaluate_systems`.
    """
    from nerkit.evaluation import Request, evaluate_systems
    from nerkit.formatters import needs_of
    from nerkit.parallel import jobs
    from nerkit.result import Scoring
    from nerkit.selection import Selection, parse_only, read_names

    needs = needs_of(shared.output_format)
    labels = tuple(label.strip() for label in shared.labels.split(",")) if shared.labels is not None else None
    names = read_names(shared.label_map) if shared.label_map else {}
    request = Request(
        task=task,
        measures=shared.measure or needs.measures,
        scoring=Scoring((*shared.by, *needs.by), shared.macro, shared.beta, shared.empty),
        selection=Selection(names, labels, parse_only(shared.only)),
        missing=shared.missing,
        extra=shared.extra,
        duplicates=shared.duplicates,
        preset=shared.preset,
        form=shared.form,
        options={name: value for name, value in options.items() if value is not None},
        workers=jobs(shared.jobs),
    )
    gold, systems = data or (shared.gold, shared.named_systems())
    hooks: dict[str, Any] = {"inspect": inspect} if inspect else {}
    result = evaluate_systems(gold, systems, request, progress=_progress(shared), **hooks)
    write(_text(result, shared), shared.output)
    if not shared.quiet:
        for warning in result.warnings:
            click.echo(f"{_bold('warning:', shared)} {warning}", err=True)
        if shared.output_format == "table" and not shared.score_only:
            click.echo(result.signature, err=True)
    return result


def _text(result: Any, shared: Shared) -> str:
    """What goes to stdout: the rows in the format asked for, or one number for each system."""
    if not shared.score_only:
        style: dict[str, Any] = {"percent": shared.percent, "color": _colored(shared, sys.stdout)}
        style |= {} if shared.digits is None else {"digits": shared.digits}
        rendered: str = result.render(shared.output_format, **style)
        return rendered
    lines = []
    for row in result.pooled(result.measures[0]):
        value = row.value if row.value is None or not shared.percent else row.value * 100
        full = value is None or shared.digits is None
        lines.append(f"{'' if value is None else value}\n" if full else f"{value:.{shared.digits}f}\n")
    return "".join(lines)


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
