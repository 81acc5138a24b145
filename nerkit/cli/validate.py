"""`nerkit validate`: what is wrong with a file."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import (
    PATH,
    FormatName,
    format_asked,
    text_or_json,
)
from nerkit.cli.output import tell
from nerkit.cli.reading import ends_option, format_file_option, strict_option
from nerkit.ground.plain_text import inert, visible

if TYPE_CHECKING:
    from nerkit.checks.checks import Finding

FOUND = 1  # the exit code where something was found


@click.command(cls=GroupedCommand)
@click.argument("paths", nargs=-1, type=PATH, metavar="FILE...")
@click.option(
    "--from",
    "form",
    type=FormatName(),
    metavar="FORMAT",
    help="Format, as for scoring, or one that is only converted; by content if not given.",
)
@format_file_option
@click.option(
    "--check", multiple=True, metavar="CODE", help="Only these checks, or E3 for all of E3..; repeatable."
)
@click.option(
    "--scheme",
    metavar="NAME",
    help="Scheme that tags should follow (BIOES, IOB1, …); that which scoring would choose if not given.",
)
@text_or_json("A line for each finding (text, the default), or JSON.")
@ends_option
@strict_option
@click.option("--list", "listed", is_flag=True, help="List the checks and their codes.")
@click.pass_context
def command(
    ctx: click.Context,
    *,
    paths: tuple[str, ...],
    form: str | None,
    format_file: str | None,
    check: tuple[str, ...],
    scheme: str | None,
    output_format: str,
    listed: bool,
) -> None:
    """Say what is wrong with files of any format that nerkit reads, a line each: place, code, finding.

    Exit code 1 if anything was found, 2 where a file cannot be opened or decoded, or its format is not
    recognised. Meaning representation graphs (MRP): E1 unreadable, E2 counts otherwise than it looks, E3
    against the framework. Trees (CoNLL-U, CoNLL-X), the first finding of each sentence: U1 unreadable, U2 no
    tree, U3 no enhanced graph. Semantic roles: S1 unreadable, the first of each sentence, S2 doubtful. Tagged
    text (bio): T1 letters, T2 sequences that are not of the scheme. Answers of models (JSON): A1 unreadable,
    A2 wrapped in prose or fences, or repaired. Every other format, and tagged text: R1 what its reader
    refuses, the first of each file, R2 what it warns of.

    \b
    Examples:
      nerkit validate system.mrp
      nerkit validate system.mrp --check E1 --check E301
      nerkit validate system.mrp -f json
      nerkit validate treebank.conllu --check U2
      nerkit validate gold.tsv
      nerkit validate gold.bio --scheme BIOES
      nerkit validate answers.jsonl --check A
      nerkit validate annotations/ --from brat
      nerkit validate --list
    """
    from nerkit.checks.validate import describe, validate
    from nerkit.cli.wording import worded
    from nerkit.errors import UsageError
    from nerkit.io import expand

    form = format_asked(form, format_file)
    if listed:
        click.echo("\n".join(f"{code}  {message}" for code, message in describe(form).items()))
        return
    if not paths:
        raise UsageError("no file to validate: give one as an argument")
    findings = [
        finding._replace(message=worded(finding.message))
        for path in paths
        for finding in validate(path, form, check, scheme)
    ]
    for note in (note for path in paths for note in expand(path).warnings):
        tell(note, "warning: ")
    click.echo(_json(findings) if output_format == "json" else _lines(findings), nl=False)
    if findings:
        ctx.exit(FOUND)


def _lines(findings: "Sequence[Finding]") -> str:
    """A line each: place, code, message."""
    lines = (visible(f"{finding.place}: {finding.code} {finding.message}") for finding in findings)
    return "".join(f"{inert(line)}\n" for line in lines)


def _json(findings: "Sequence[Finding]") -> str:
    """One object: the envelope that all commands have, a row for each finding."""
    import json

    from nerkit.results.result import SCHEMA
    from nerkit.version import __version__

    rows = [finding._asdict() for finding in findings]
    envelope = {"schema": SCHEMA, "nerkit": __version__, "task": "validate", "rows": rows}
    return json.dumps(envelope, indent=2, ensure_ascii=False) + "\n"
