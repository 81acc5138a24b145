"""`nerkit validate`: the errors in a file."""

import shutil
import sys
from collections.abc import Sequence
from itertools import chain
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
from nerkit.ground.plain_text import folded, inert, visible

if TYPE_CHECKING:
    from nerkit.checks.validate import Validated
    from nerkit.evaluation.facts import Facts

FOUND = 1  # exit code if there are findings
LABELS = 8  # maximum number of findings shown per file


@click.command(cls=GroupedCommand)
@click.argument("paths", nargs=-1, type=PATH, metavar="FILE...")
@click.option(
    "--from",
    "form",
    type=FormatName(),
    metavar="FORMAT",
    help="Read this format, also formats that nerkit only converts (default: by content).",
)
@format_file_option
@click.option(
    "-g",
    "--gold",
    type=PATH,
    metavar="PATH",
    help="Check each file for the documents of this gold file.",
)
@click.option(
    "--check", multiple=True, metavar="CODE", help="Run only these checks, or E3 for all of E3..; repeatable."
)
@click.option(
    "--scheme",
    metavar="NAME",
    help="Check tags against this scheme (BIOES, IOB1, …; default: the scheme that scoring would choose).",
)
@text_or_json("Write one line per finding (text, the default), or JSON.")
@ends_option
@strict_option
@click.option("--list", "listed", is_flag=True, help="List the checks and their codes.")
@click.pass_context
def command(
    ctx: click.Context,
    *,
    paths: tuple[str, ...],
    gold: str | None,
    form: str | None,
    format_file: str | None,
    check: tuple[str, ...],
    scheme: str | None,
    output_format: str,
    listed: bool,
) -> None:
    """Show as which format nerkit reads a file, and list its faults: place, code, finding.

    nerkit first prints the format, size and labels. The line of a good file reports no findings, and names
    the option that pins the format. Each file of a folder is validated by itself. The exit code is 1 if
    nerkit finds anything.

    The codes of graphs (MRP): E1 unreadable, E2 counts differently from how it looks, E3 breaks a rule of the
    framework. Trees (CoNLL-U, CoNLL-X), first finding per sentence: U1 unreadable, U2 not a tree, U3 not an
    enhanced graph. Semantic roles: S1 unreadable (first finding per sentence), S2 doubtful. Tagged text
    (bio): T1 letters, T2 sequences that break the scheme. Answers of models (JSON): A1 unreadable, A2 wrapped
    in prose or fences, or repaired. Other formats and tagged text: R1 errors of the reader (first per file),
    R2 warnings of the reader. Files of all formats: R3 empty, cut inside a line, or (with -g) without
    documents of the gold file.

    \b
    Examples:
      nerkit validate system.mrp
      nerkit validate system.mrp --check E1 --check E301
      nerkit validate system.mrp -f json
      nerkit validate treebank.conllu --check U2
      nerkit validate gold.tsv
      nerkit validate gold.bio --scheme BIOES
      nerkit validate answers.jsonl --check A
      nerkit validate submissions/ -g gold.bio
      nerkit validate annotations/ --from brat
      nerkit validate --list
    """
    from nerkit.checks.validate import describe, files_of, validated
    from nerkit.exceptions import UsageError

    form = format_asked(form, format_file)
    if listed:
        click.echo("\n".join(f"{code}  {message}" for code, message in describe(form).items()))
        return
    if not paths:
        raise UsageError("you gave no file to validate; give one as an argument")
    found = [files_of(path, form) for path in paths]
    every = [validated(file, form, check, scheme, gold) for files, _ in found for file in files]
    for note in chain(*(notes for _, notes in found), *(one.warnings for one in every)):
        tell(note, "warning: ")
    lines = (
        _json(every) if output_format == "json" else "".join(_lines(one, form is not None) for one in every)
    )
    click.echo(lines, nl=False)
    if any(one.findings for one in every):
        ctx.exit(FOUND)


def _lines(one: "Validated", pinned: bool) -> str:
    """The lines about a file: its format and size, then the place, code and message of each finding.

    If there are no findings, the line ends with the option that fixes the format, unless the format is
    *pinned*.
    """
    from nerkit.checks.any_format import REFUSED
    from nerkit.cli.option_names import worded

    is_strange = any(finding.code == REFUSED for finding in one.findings)
    unknown = "nerkit recognises no format" if is_strange else "blank"
    option = f" (--from {one.facts['format']})" if "format" in one.facts and not pinned else ""
    good = "" if one.findings else f"; no findings{option}"
    lines = [f"{one.facts['name']}: {_read_as(one.facts, unknown)}{good}"]
    lines += [f"{finding.place}: {finding.code} {worded(finding.message)}" for finding in one.findings]
    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    return "".join(f"{inert(folded(visible(line), room))}\n" for line in lines)


def _read_as(facts: "Facts", unknown: str) -> str:
    """The format of a file, its size, and its most frequent labels. For an unreadable file, the text
    *unknown*.
    """
    from nerkit.evaluation.facts import read_as

    if "documents" not in facts:
        return str(facts.get("format", unknown))
    numbers = [f"{label} {number:,}" for label, number in facts.get("labels", {}).items()]
    shown = ", ".join([*numbers[:LABELS], *(["…"] if len(numbers) > LABELS else [])])
    return read_as(facts) + (f" ({shown})" if shown else "")


def _json(every: "Sequence[Validated]") -> str:
    """The JSON output: the usual envelope, the facts about each file, and one row per finding."""
    import json

    from nerkit.cli.option_names import worded
    from nerkit.results.result import SCHEMA
    from nerkit.version import __version__

    found = [finding for one in every for finding in one.findings]
    rows = [finding._replace(message=worded(finding.message))._asdict() for finding in found]
    inputs = [one.facts for one in every]
    envelope = {"schema": SCHEMA, "nerkit": __version__, "task": "validate", "inputs": inputs, "rows": rows}
    return json.dumps(envelope, indent=2, ensure_ascii=False) + "\n"
