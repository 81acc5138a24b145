"""Help in groups: options by what they are about, commands by what they are for; and what to type instead of
what does not work.
"""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

import click

from nerkit.cli.commands import COMMANDS, TOOLS
from nerkit.errors import UsageError

OWN = "Options"  # of the command itself, and those of no other group
GROUPS = {  # title -> names of parameters, in the order of the help
    "Input": ("gold", "system", "runs", "form", "preset", "label_map", "labels", "only", "strict", "workers"),
    "Measures": ("measures", "by", "macro", "beta", "empty"),
    "Pairing": ("missing", "extra", "duplicates"),
    OWN: (),
    "Output": (
        "output_format",
        "output",
        "digits",
        "percent",
        "score_only",
        "counts_only",
        "quiet",
        "no_progress",
        "color",
    ),
    "Statistics": ("confidence", "interval", "paired", "one_sided", "resamples", "seed"),
    "Gates": ("fail_under", "compare_to", "tolerance", "exit_zero"),
    "Defaults": ("config", "show_config", "help"),
}
TITLE_OF = {name: title for title, names in GROUPS.items() for name in names}


class GroupedCommand(click.Command):
    """A command whose options are listed in groups, and which says of an option of others that it is not its
    own.

    instead   option of another command -> what this one has in its place
    """

    instead: Mapping[str, str] = MappingProxyType({})

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options under the titles of their groups."""
        records: dict[str, list[tuple[str, str]]] = {title: [] for title in GROUPS}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if record is not None:
                name = "help" if "--help" in parameter.opts else str(parameter.name)
                records[TITLE_OF.get(name, OWN)].append(record)
        for title, listed in records.items():
            if listed:
                with formatter.section(title):
                    formatter.write_dl(listed)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments, parsed. Raises UsageError for an option that other commands have."""
        try:
            return super().parse_args(ctx, _by_long_names(args, self.get_params(ctx)))
        except click.NoSuchOption as error:
            if error.option_name in self.instead:
                raise UsageError(
                    f"nerkit {ctx.info_name} has no {error.option_name}: {self.instead[error.option_name]}"
                ) from None
            front_door: click.Command = import_module(
                COMMANDS["evaluate"]
            ).command  # it has all that are shared
            if not any(error.option_name in parameter.opts for parameter in front_door.params):
                raise
            raise UsageError(f"{error.option_name} does not go with nerkit {ctx.info_name}") from None


def _by_long_names(args: list[str], parameters: list[click.Parameter]) -> list[str]:
    """The arguments with `-g gold` as `--gold gold`, up to the first that is not as simple.

    click looks for the names nearest to a short one, at 1 ms each, before it takes it for what it is.
    """
    options = {
        name: one
        for one in parameters
        if isinstance(one, click.Option) and one.nargs == 1
        for name in one.opts
    }
    named, rest = list[str](), list(args)
    while rest:
        option = options.get(rest[0])
        if option is None and rest[0].startswith("-") and not ("=" in rest[0] or rest[0] == "-"):
            break
        taken = 1 if option is None or option.is_flag else 2
        if len(rest) < taken or (option is not None and (option.count or isinstance(option.flag_value, str))):
            break
        named += [rest[0] if option is None else max(option.opts, key=len), *rest[1:taken]]
        del rest[:taken]
    return named + rest


def list_commands(names: list[tuple[str, str]], formatter: click.HelpFormatter) -> None:
    """Write the commands with their texts, tasks before tools."""
    for title, listed in (
        ("Tasks", [one for one in names if one[0] not in TOOLS]),
        ("Tools", [one for one in names if one[0] in TOOLS]),
    ):
        with formatter.section(title):
            formatter.write_dl(listed)


def without_gold(command: str, systems: tuple[str, ...], arguments: tuple[str, ...]) -> UsageError:
    """The error for a command without -g, which types it out where files are given as arguments."""
    if command not in COMMANDS or not arguments:
        return UsageError("Missing option '-g' / '--gold': the file that systems are scored against")
    gold, *scored = arguments
    line = [f"-g {gold}", *(f"-s {path}" for path in (*systems, *scored))]
    if len(line) == 1:
        line = ["-g GOLD", f"-s {gold}"]
    return UsageError(
        f"Missing option '-g' / '--gold': arguments are systems; type\n  nerkit {command} {' '.join(line)}"
    )
