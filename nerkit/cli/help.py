"""The help of a command: its daily options or all options, in groups by subject. For a wrong option, the
error message names the right option.
"""

from collections.abc import Collection, Mapping
from inspect import cleandoc
from types import MappingProxyType
from typing import Any

import click

from nerkit.cli.commands import departed, loaded
from nerkit.exceptions import UsageError, plural

OWN = "Options"  # options of the command itself, and options without a group
_NAMES = {  # group title -> parameter names, in the order of the help
    "Input": "gold system runs form format_file preset label_map labels only strict workers",
    "Measures": "measures by macro beta empty",
    "Pairing": "missing extra duplicates",
    OWN: "",
    "Output": "output_format output digits percent score_only counts_only quiet no_progress color",
    "Statistics": "confidence interval paired one_sided resamples seed",
    "Gates": "fail_under fail_over compare_to tolerance fail_if gate_alpha margin exit_zero",
    "Defaults": "config show_config help help_all",
}
GROUPS = {title: tuple(names.split()) for title, names in _NAMES.items()}
STATISTICS, GATED = GROUPS["Statistics"], GROUPS["Gates"]
DAILY = (  # shared options that `--help` shows
    *("gold", "system", "labels", "form", "preset"),
    *("measures", "by", "macro"),
    *("output_format", "output", "digits", "score_only", "quiet"),
    *("confidence", "fail_under"),
)
TOPICS = ("gates", "statistics", "output")  # groups that `nerkit help` explains
TITLE_OF = {name: title for title, names in GROUPS.items() for name in names}
EVERYTHING = "nerkit.everything"  # key in click's context: the user asked for all options
EXAMPLES = "Examples:\n"  # the heading at the end of each help text
FEW = 4  # number of examples shown with the daily options
INDENT = 6  # indent of continued lines of choices


def _show_everything(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    """Callback of `--help-all`: print the whole help, and exit."""
    if value and not ctx.resilient_parsing:
        ctx.meta[EVERYTHING] = True
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


HELP_ALL = click.Option(
    ["--help-all"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_everything,
    help="Show all options and exit.",
)


class GroupedCommand(click.Command):
    """A command whose help lists options in groups, and whose errors explain options of other commands.

    instead   mapping: option of another command -> the option to use here, or advice
    daily     parameters that `--help` shows in addition to the options in DAILY and options marked daily;
              None: `--help` shows all options
    """

    instead: Mapping[str, str] = MappingProxyType({})

    def __init__(self, *name: Any, daily: Collection[str] | None = None, **attributes: Any) -> None:
        super().__init__(*name, **attributes)
        self.daily = daily

    def get_help_option_names(self, ctx: click.Context) -> list[str]:
        """The help options, `-h` and `--help`, even if the command is parsed without its group."""
        ctx.help_option_names = ["-h", "--help"]
        return super().get_help_option_names(ctx)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The parameters of the command, with `--help-all` last, after click's `--help`."""
        return [*super().get_params(ctx), HELP_ALL]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the description of the command, and its examples: only the first few unless the user asked
        for all options.
        """
        text, examples, lines = cleandoc(self.help or "").partition(EXAMPLES)
        if not ctx.meta.get(EVERYTHING):
            lines = "\n".join(lines.split("\n")[:FEW])
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(f"{text}{examples}{lines}")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options in groups with titles: only the daily options unless the user asked for all."""
        few = self.daily is not None and not ctx.meta.get(EVERYTHING)
        records: dict[str, list[tuple[str, str]]] = {title: [] for title in GROUPS}
        for option in self._shown(ctx):
            if (record := option.get_help_record(ctx)) is not None:
                names, text = record
                name = "help" if "--help" in option.opts else str(option.name)
                records[TITLE_OF.get(name, OWN)].append((_folded(names, formatter.width - INDENT), text))
        for title, listed in records.items():
            if listed:
                more = few and title.lower() in TOPICS
                with formatter.section(f"{title} (nerkit help {title.lower()})" if more else title):
                    formatter.write_dl(listed)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Below the daily options, write how to see all options."""
        if ctx.meta.get(EVERYTHING):
            return
        options = [each for each in self.params if isinstance(each, click.Option) and not each.hidden]
        more = len(options) - len(self._shown(ctx))
        formatter.write_paragraph()
        formatter.write(f"{ctx.command_path} --help-all: {_counted(more)}\n")

    def _shown(self, ctx: click.Context) -> list[click.Option]:
        """The options that the help shows: all options, or the daily options among the command's own
        options.
        """
        if ctx.meta.get(EVERYTHING):
            return [each for each in self.get_params(ctx) if isinstance(each, click.Option)]
        options = [each for each in self.params if isinstance(each, click.Option) and not each.hidden]
        return [each for each in options if self.is_daily(each)]

    def is_daily(self, option: click.Option) -> bool:
        """Whether `--help` shows the option."""
        is_daily = self.daily is None or option.name in DAILY or option.name in self.daily
        return is_daily or getattr(option, "daily", False)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Raises UsageError for a removed option and for an option of other commands."""
        try:
            return super().parse_args(ctx, _by_long_names(args, self.get_params(ctx)))
        except click.NoSuchOption as error:
            if (sentence := departed(error.option_name)) is not None:
                raise UsageError(sentence) from None
            if error.option_name in self.instead:
                raise UsageError(
                    f"nerkit {ctx.info_name} has no {error.option_name}: {self.instead[error.option_name]}"
                ) from None
            front_door = loaded("evaluate")  # this command has all shared options
            if not any(error.option_name in parameter.opts for parameter in front_door.params):
                raise
            raise UsageError(f"{error.option_name} cannot be used with nerkit {ctx.info_name}") from None


def _by_long_names(args: list[str], parameters: list[click.Parameter]) -> list[str]:
    """The arguments with short options replaced by long ones: `-g gold` becomes `--gold gold`. Stops at the
    first unknown or joined option, such as `-qf`.

    This is faster, because click searches similar names for 1 ms before it accepts a short option.
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


def _folded(names: str, width: int) -> str:
    """The names and the value of an option. A long list of values is wrapped to *width* columns; each line
    ends after a bar.
    """
    first, *others = names.split("|")
    lines = [first]
    for value in others:
        lines[-1] += "|"
        if len(lines[-1]) + len(value) >= width:
            lines.append("")
        lines[-1] += value
    return f"\n{'':{INDENT}}".join(lines)


def _counted(more: int) -> str:
    return "there are no more options" if more == 0 else f"{plural(more, 'more option')}"


class GoldError(UsageError):
    """The command needs gold, but the user gave no -g."""


def without_gold(arguments: tuple[str, ...]) -> UsageError:
    """The error for a command line without -g. The files may be among the *arguments*."""
    what = (
        "arguments are systems; type the gold file as"
        if arguments
        else "the file against which nerkit scores systems"
    )
    return GoldError(f"Missing option '-g' / '--gold': {what}")
