"""Options of commands that read files and score nothing: how their files are read."""

import click

from nerkit.cli.options import ENDS_HELP, FORMAT_FILE, STRICT
from nerkit.ground.meant import ENDS, Meant, meaning


def _strictly(context: click.Context, _: click.Parameter, value: bool) -> None:
    """Read strictly as long as the command runs."""
    if value:
        from nerkit.readers.leniency import strictness

        context.with_resource(strictness(strict=True))


# for commands that only read
strict_option = click.option("--strict", is_flag=True, expose_value=False, callback=_strictly, help=STRICT)


def _with_ends(context: click.Context, _: click.Parameter, value: str | None) -> None:
    """Read ends as they are meant as long as the command runs."""
    if value is not None:
        context.with_resource(meaning(Meant(value)))


ends_option = click.option(
    "--ends", type=click.Choice(ENDS), expose_value=False, callback=_with_ends, help=ENDS_HELP
)
format_file_option = click.option(
    "--format-file", type=click.Path(), metavar="FILE.toml", help=str(FORMAT_FILE.help)
)
