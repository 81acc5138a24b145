"""Options of commands that read files but do not score them: how to read the files."""

import click

from nerkit.cli.options import DATA, FORMAT_FILE
from nerkit.ground.meant import ENDS, Meant, meaning

HELP = {str(one.name): str(one.help) for one in DATA if isinstance(one, click.Option)}


def _strictly(context: click.Context, _: click.Parameter, value: bool) -> None:
    """Callback: read strictly until the command ends."""
    if value:
        from nerkit.readers.leniency import strictness

        context.with_resource(strictness(strict=True))


# for commands that only read
strict_option = click.option(
    "--strict", is_flag=True, expose_value=False, callback=_strictly, help=HELP["strict"]
)


def _with_ends(context: click.Context, _: click.Parameter, value: str | None) -> None:
    """Callback: interpret the ends of spans as the user says until the command ends."""
    if value is not None:
        context.with_resource(meaning(Meant(value)))


ends_option = click.option(
    "--ends", type=click.Choice(ENDS), expose_value=False, callback=_with_ends, help=HELP["ends"]
)
format_file_option = click.option(
    "--format-file", type=click.Path(), metavar="FILE.toml", help=str(FORMAT_FILE.help)
)
