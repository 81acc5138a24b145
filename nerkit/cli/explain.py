"""`nerkit explain`: a measure's definition, formula, source, edge cases and differences from its reference scorer."""

import textwrap
from contextlib import suppress

import click

from nerkit.errors import UsageError, unknown

WIDTH = 96


@click.command()
@click.argument("measure")
def command(measure: str) -> None:
    """Explain a measure: what it counts, its formula, where it comes from, its edge cases.

    \b
    Examples:
      nerkit explain sets::span+type
      nerkit explain overlap-maxsum::span
      nerkit explain strong_link_match
    """
    from nerkit import scorers

    texts = []
    for task in scorers.SCORERS:
        with suppress(UsageError):  # of another task
            texts.append(_text(task, scorers.scorer(task).describe(measure)))
    if not texts:
        known = [name for task in scorers.SCORERS for name in scorers.scorer(task).MEASURES]
        raise unknown("measure", measure, known)
    click.echo("\n\n".join(texts))


def _text(task: str, found: object) -> str:
    from nerkit.scorers import Description

    assert isinstance(found, Description)
    parts = [f"{found.name}  ({task})", "", *textwrap.wrap(found.definition, WIDTH), ""]
    parts += [f"  {line}" for line in found.formula]
    for title, lines in (
        ("Edge cases", found.edge_cases),
        ("Differences from the reference scorer", found.differences),
        ("Groups", [", ".join(found.groups)] if found.groups else []),
        ("Source", [found.source]),
    ):
        if lines:
            parts += ["", title]
            for line in lines:
                parts += textwrap.wrap(line, WIDTH, initial_indent="  - ", subsequent_indent="    ")
    return "\n".join(parts)
