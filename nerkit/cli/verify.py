"""`nerkit verify`: run the command of a stored result again, and check that the numbers are equal."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from nerkit.cli.commands import WRONG
from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import PATH, text_or_json

if TYPE_CHECKING:
    from nerkit.cli.replay import StoredLine
    from nerkit.evaluation.stored.envelope import Envelope, OtherField

EQUAL, FILES, NUMBERS = "equal", "files differ", "numbers differ"
DIFFERENT = 1  # exit code if the result differs
SHOWN = 20  # number of differing rows in the text output


class Verified(NamedTuple):
    """A verdict: one word for the outcome, the names of changed files, and the fields that differ."""

    word: str
    files: Sequence[str] = ()
    rows: Sequence["OtherField"] = ()


@click.command(cls=GroupedCommand)
@click.argument("path", type=PATH, metavar="RESULT.json")
@click.option(
    "-g",
    "--gold",
    type=PATH,
    metavar="FILE",
    help="Read gold from this file, not from the path in the result.",
)
@click.option(
    "-s",
    "--system",
    "systems",
    multiple=True,
    metavar="[NAME=]FILE",
    help="Read this system from this file, not from the path in the result; repeatable.",
)
@text_or_json("Write lines of text (the default), or JSON.")
@click.pass_context
def command(
    ctx: click.Context, *, path: str, gold: str | None, systems: tuple[str, ...], output_format: str
) -> None:
    """Score a stored result again, and compare the digests of its files and all its numbers.

    Prints `equal` (exit code 0), `files differ` or `numbers differ` with the rows (1), or on stderr `cannot`
    with the reason (2). A scoring command with -f json wrote the result, and stored its arguments in
    `command`.

    The command reads files of the current folder, or the files that you give with -g and -s. It leaves out
    gates and options that write. It runs no formula, no preset from a file and no configuration.

    \b
    Examples:
      nerkit verify result.json
      nerkit verify result.json -g data/gold.bio
      nerkit verify result.json -g gold.bio -s a=a.bio -s b=b.bio -f json
    """
    from nerkit.cli.output import tell, tell_object
    from nerkit.cli.program import look_nothing_up
    from nerkit.cli.replay import CannotError
    from nerkit.evaluation.stored.envelope import read_envelope
    from nerkit.ground.plain_text import visible

    envelope = read_envelope(path)
    look_nothing_up(ctx, None, value=True)
    try:
        verdict = _verdict(ctx, envelope, gold, systems)
    except CannotError as error:
        if output_format == "json":
            tell_object(error, "not-verified")
        tell("\n".join(map(visible, str(error).split("\n"))), "cannot: ")
        ctx.exit(WRONG)
    click.echo(_json(verdict) if output_format == "json" else _text(verdict, envelope), nl=False)
    ctx.exit(0 if verdict.word == EQUAL else DIFFERENT)


def _verdict(ctx: click.Context, envelope: "Envelope", gold: str | None, systems: Sequence[str]) -> Verified:
    """Run the stored command again and compare. Raises CannotError if it cannot run, and UsageError if -s
    names an unknown system.
    """
    from nerkit.cli.replay import CannotError, confirmed, run_again
    from nerkit.evaluation.stored.envelope import differing_inputs, differing_rows

    line = confirmed(envelope, gold, systems)
    try:
        result = run_again(line, ctx)
    except CannotError:
        if changed := _changed(envelope, line):  # a changed file may be the reason why scoring failed
            return Verified(FILES, changed)
        raise
    now = _stored_form(result, has_counts=envelope.has_counts)
    if changed := differing_inputs(envelope.inputs, now["inputs"]):
        return Verified(FILES, changed)
    if _settings(envelope.signature) != _settings(now["signature"]):
        raise CannotError(
            "the settings differ from its `command`: they came from a configuration or from "
            f"another version of nerkit\n  stored: {envelope.signature}\n  now:    "
            f"{now['signature']}"
        )
    rows = differing_rows(envelope.rows, now["rows"])
    return Verified(NUMBERS, rows=rows) if rows else Verified(EQUAL)


def _stored_form(result: Any, *, has_counts: bool) -> dict[str, Any]:
    """The result as a dictionary with rows, in the same form as a stored result."""
    import json

    from nerkit.evaluation.stored.results import counts_of

    stored = counts_of(result) if has_counts else result.to_dict()
    return {**stored, "rows": json.loads(json.dumps(stored["rows"]))}


def _changed(envelope: "Envelope", line: "StoredLine") -> list[str]:
    """The names of inputs whose file content has changed."""
    from nerkit.ground.streams import new_digest

    found = []
    for one in envelope.inputs:
        path = line.path(one.role, one.name)
        if path is not None and os.path.isfile(path):
            with open(path, "rb") as file:
                digest = new_digest()
                while data := file.read(1 << 20):
                    digest.update(data)
            found += [one.name] if digest.hexdigest() != one.sha256 else []
    return found


def _settings(signature: str) -> list[str]:
    """The parts of a signature, without the version of nerkit."""
    return [part for part in signature.split("|") if not part.startswith("v:")]


def _text(verdict: Verified, envelope: "Envelope") -> str:
    """The verdict in one line, then the first rows that differ and the versions that differ."""
    from nerkit.ground.plain_text import message, visible

    lines = [": ".join(filter(None, (verdict.word, ", ".join(verdict.files))))]
    for row, field, stored, now in verdict.rows[:SHOWN]:
        lines.append(f"  {' '.join(row)}: {field} {_short(stored)} is now {_short(now)}")
    if (more := len(verdict.rows) - SHOWN) > 0:
        lines.append(f"  and {more:,} more")
    if verdict.rows:
        from nerkit.version import __version__, versions

        present = {"nerkit": __version__, **versions()}
        lines += [
            f"  {name} {was} is now {present[name]}"
            for name, was in envelope.versions.items()
            if name in present and was != present[name]
        ]
    return "".join(f"{message(visible(line))}\n" for line in lines)


def _short(value: Any) -> str:
    import json

    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 100 else f"{text[:100]}…"


def _json(verdict: Verified) -> str:
    """The JSON output: the verdict, the changed files and all fields that differ."""
    import json

    from nerkit.results.result import SCHEMA
    from nerkit.version import __version__

    rows = [
        {**dict(zip(("system", "measure", "document", "label"), one.row, strict=True)), "field": one.field}
        | {"stored": one.stored, "now": one.now}
        for one in verdict.rows
    ]
    about = {"schema": SCHEMA, "nerkit": __version__, "task": "verify", "verdict": verdict.word}
    return json.dumps({**about, "files": [*verdict.files], "rows": rows}, indent=2, ensure_ascii=False) + "\n"
