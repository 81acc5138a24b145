"""`nerkit verify`: whether a certificate holds."""

from typing import Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import PATH, text_or_json

REFUSED = 1  # the exit code of a certificate that does not hold


@click.command(cls=GroupedCommand)
@click.argument("path", required=False, type=click.Path(), metavar="CERTIFICATE")
@click.option("-g", "--gold", type=PATH, metavar="FILE", help="Gold file that the certificate should be of.")
@click.option("-s", "--system", type=PATH, metavar="FILE", help="System file that it should be of.")
@click.option("--require-proof", is_flag=True, help="Refuse a certificate that leaves a gap, too.")
@click.option("--script", is_flag=True, help="Print the verifier: one file that needs Python 3.8 alone.")
@text_or_json("A line (text, the default), or JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    *,
    path: str | None,
    gold: str | None,
    system: str | None,
    require_proof: bool,
    script: bool,
    output_format: str,
) -> None:
    """Check a certificate: that no alignment or matching earns more than the score says.

    Exit code 0 if it holds, 1 if it is refused, the document and the reason on stderr, 2 if a file cannot be
    read. With gold and system the clusters are compared with the files (`derived`), of other files and kinds
    their SHA-256 (`hashed`); without, it is the optimum of what the certificate states (`stated`).
    --certificate writes them.

    \b
    Examples:
      nerkit verify ceaf.jsonl -g gold.jsonl -s system.jsonl
      nerkit verify ceaf.jsonl
      nerkit verify ceaf.jsonl --require-proof -f json
      nerkit verify --script
    """
    import json
    import os

    from nerkit.cli.output import tell
    from nerkit.errors import InputError, UsageError
    from nerkit.evaluation import certificates
    from nerkit.ground.plain_text import visible

    if script:
        click.echo(certificates.script().read_text(encoding="utf-8"), nl=False)
        return
    if path is None:
        raise UsageError("no certificate to verify: give its file as an argument")
    if (gold is None) != (system is None):
        raise UsageError("-g and -s go together: a certificate is of both files, or is verified alone")
    files = {role: _bytes(file) for role, file in (("gold", gold), ("system", system)) if file is not None}
    try:
        with open(path, encoding="utf-8") as lines:
            paths = [path for path in (gold, system) if path is not None and os.path.isfile(path)]
            row = certificates.verify(
                lines, files, paths if len(paths) == len(files) else (), proof=require_proof
            )
    except OSError as error:
        raise InputError(error.strerror or str(error), source=path) from None
    except (UnicodeError, json.JSONDecodeError) as error:
        raise InputError(f"no JSON lines in UTF-8: {error}", source=path) from None
    except ValueError as error:
        tell(visible(f"{path}: {error}"), "refused: ")
        ctx.exit(REFUSED)
    click.echo(_json(row) if output_format == "json" else _text(row), nl=False)


def _bytes(path: str) -> bytes:
    """The bytes of a file, or of standard input. Raises InputError where they cannot be read."""
    from nerkit.errors import InputError

    try:
        with click.open_file(path, "rb") as file:
            data: bytes = file.read()
            return data
    except OSError as error:
        raise InputError(error.strerror or str(error), source=path) from None


def _text(row: dict[str, Any]) -> str:
    proved = "proved" if row["proved"] else "not all proved"
    known = f"{row['instance']}, documents: {row['documents']}"
    return f"{row['measure']} {row['value_exact']} holds: {proved}, {known}\n"


def _json(row: dict[str, Any]) -> str:
    """One object: the envelope that all commands have, with one row."""
    import json

    from nerkit.results.result import SCHEMA
    from nerkit.version import __version__

    envelope = {"schema": SCHEMA, "nerkit": __version__, "task": "verify", "rows": [row]}
    return json.dumps(envelope, indent=2, ensure_ascii=False) + "\n"
