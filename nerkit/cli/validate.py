"""`nerkit validate`: what is wrong with a file."""

import click

from nerkit.cli.options import PATH

FOUND = 1  # the exit code where something was found


@click.command()
@click.argument("paths", nargs=-1, type=PATH, metavar="FILE...")
@click.option("--from", "form", type=click.Choice(["mrp"]), help="Format; by content if not given.")
@click.option(
    "--check", multiple=True, metavar="CODE", help="Only these checks, or E3 for all of E3..; repeatable."
)
@click.option("--list", "listed", is_flag=True, help="List the checks and their codes.")
@click.pass_context
def command(
    ctx: click.Context, *, paths: tuple[str, ...], form: str | None, check: tuple[str, ...], listed: bool
) -> None:
    """Say what is wrong with files of meaning representation graphs (MRP), a line each: place, code, finding.

    Exit code 1 if anything was found. E1: unreadable; E2: counts otherwise than it looks; E3: against the framework.

    \b
    Examples:
      nerkit validate system.mrp
      nerkit validate system.mrp --check E1 --check E301
      nerkit validate --list
    """
    from nerkit.errors import UsageError
    from nerkit.validate import describe, validate

    if listed:
        for code, message in describe().items():
            click.echo(f"{code}  {message}")
        return
    if not paths:
        raise UsageError("no file to validate: give one as an argument")
    findings = [finding for path in paths for finding in validate(path, form, check)]
    for finding in findings:
        click.echo(f"{finding.place}: {finding.code} {finding.message}")
    if findings:
        ctx.exit(FOUND)
