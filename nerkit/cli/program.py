"""The group of all commands; it runs a command and prints the error that ends the run."""

import gc
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from nerkit.cli.commands import COMMANDS, INTERRUPTED, NO_PLUGINS, TYPED, WRONG, loaded
from nerkit.cli.option_names import reworded
from nerkit.cli.output import tell, tell_object
from nerkit.exceptions import FormatsError, InputError, NerkitError, TiedFormatsError, UsageError
from nerkit.ground import containment
from nerkit.ground.paths import forget
from nerkit.ground.plain_text import visible
from nerkit.version import __version__

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # the folder of nerkit's code
OBJECTS = ("json", "jsonl")  # formats in which errors are JSON objects
FORMAT_OPTION = "--format"
STREAMS = (("stdin", "r", os.O_WRONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY))
VERSION = f"nerkit {__version__} ({visible(FOLDER)})".replace("%", "%%")  # the text that click inserts


class Commands(click.Group):
    """The click group `nerkit`, which imports the module of a command only when needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        return loaded(name) if name in COMMANDS else None

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """The commands that begin with *incomplete*, without importing them."""
        from click.shell_completion import CompletionItem

        names = [name for name in COMMANDS if name.startswith(incomplete)]
        return [CompletionItem(name) for name in names] or click.Command.shell_complete(self, ctx, incomplete)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Without arguments, show the first screen."""
        ctx.meta[TYPED] = tuple(args)
        return super().parse_args(ctx, args or ([] if ctx.resilient_parsing else ["--help"]))

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The parameters of the group, with `--help-all` last."""
        from nerkit.cli.help import HELP_ALL

        return [*super().get_params(ctx), HELP_ALL]

    def get_help(self, ctx: click.Context) -> str:
        """The first screen, or with `--help-all` the list of all commands."""
        from nerkit.cli.help import EVERYTHING
        from nerkit.cli.screens import FIRST

        return super().get_help(ctx) if ctx.meta.get(EVERYTHING) else FIRST

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands, in groups."""
        from nerkit.cli.screens import write_commands

        write_commands(formatter)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first argument names. Raises UsageError if no command has this name."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"no such command {args[0]!r}")
        from nerkit.cli.options import explicit

        if NO_PLUGINS in args:  # an option of any command, typed anywhere
            args = [one for one in args if one != NO_PLUGINS]
            look_nothing_up(ctx, None, value=True)
        return super().resolve_command(ctx, explicit(args))


def look_nothing_up(ctx: click.Context, _: click.Parameter | None, value: bool) -> None:
    """Callback: ignore the formats and presets of installed packages until this run ends."""
    before = os.environ.get("NERKIT_PLUGINS")
    if value and before != "0":
        os.environ["NERKIT_PLUGINS"] = "0"
        if before is None:
            ctx.call_on_close(lambda: os.environ.pop("NERKIT_PLUGINS"))
        else:
            ctx.call_on_close(lambda: os.environ.update(NERKIT_PLUGINS=before))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message=VERSION)
@click.option(
    NO_PLUGINS,
    is_flag=True,
    expose_value=False,
    callback=look_nothing_up,
    help="Do not look up installed packages.",
)
def cli() -> None:
    """Score structured predictions: the published scorers' numbers from one command.

    \b
    Examples:
      nerkit evaluate -g gold.tsv -s system.tsv
      nerkit spans -g gold.tsv -s system.tsv -m sets::span+type --by label
      nerkit explain overlap-maxmax::span
      nerkit demo
    """


def run(args: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code; without *args*, the command line of the process."""
    gc.disable()  # a command ends before reference cycles matter, and garbage collection costs a few percent
    if args is None:  # BLAS threads take 0.1 s to start, and no command multiplies matrices
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _prepare()
    forget()
    containment.resume(None)
    try:
        code = _exit_code(sys.argv[1:] if args is None else list(args))
    except Exception:  # a bug in nerkit, or a damaged installation
        if args is not None:
            raise
        sys.excepthook(*sys.exc_info())
        code = WRONG  # Python's exit code 1 would mean that a gate has failed
    finally:
        containment.resume(None)
    _abandon_unwritable()
    gc.freeze()  # the last garbage collection of Python would take a tenth of a small run
    return code


def _prepare() -> None:
    """Set stdout and stderr to UTF-8, and replace streams that are closed.

    If stdin or stdout is closed, using it is an error like any other unusable file. If stderr is closed,
    messages are lost. The number of the closed descriptor is reserved, so that no other file gets it.
    """
    for name, mode, unusable in STREAMS:
        if getattr(sys, name) is None:
            handle = os.open(os.devnull, unusable)
            setattr(sys, name, os.fdopen(handle, mode, encoding="utf-8", closefd=False))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _abandon_unwritable() -> None:
    """Discard buffered output that cannot be written. Otherwise Python tries to write it again at exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _exit_code(args: list[str]) -> int:
    """Run a command line and return its exit code. An error that ends the run is printed first."""
    try:
        code = cli.main(args=args, prog_name="nerkit", standalone_mode=False)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # click converts a broken pipe to SystemExit
        return 0
    except (KeyboardInterrupt, click.Abort):
        tell("interrupted")
        return INTERRUPTED
    except (click.ClickException, NerkitError, OSError, MemoryError) as raised:
        if isinstance(raised, FormatsError):
            from nerkit.cli.format_mismatch import with_remedy

            raised = with_remedy(raised)
        elif isinstance(raised, TiedFormatsError):
            from shlex import join

            typed = [join(["nerkit", *args, "--from", name]) for name in raised.tied]
            raised.remedy = "type " + "\n  or ".join(typed)
        elif isinstance(raised, (click.ClickException, UsageError)):
            from nerkit.cli.suggestions import usage_error

            raised = usage_error(raised, args)
        error = reworded(_without_content(raised)) if isinstance(raised, NerkitError) else raised
        form = _output_format(args)
        if form in OBJECTS:
            tell_object(error)
        if isinstance(error, NerkitError) and form == "github":
            from nerkit.formatters.github import of_error

            tell("", before=of_error(error))  # which is a command of a build server, and wanted
        tell(_told(error))
        return WRONG
    return code if isinstance(code, int) else 0


def _without_content(error: NerkitError) -> NerkitError:
    """Remove all quoted text from the error if only an automatically found configuration names its file."""
    if not isinstance(error, InputError) or not containment.is_hidden(error.source):
        return error
    problem = (
        "the content is wrong; nerkit does not show it, because only a configuration that nerkit "
        "found names the file"
    )
    line, column = error.line, error.column
    return InputError(problem, source=error.source, line=line, column=column, remedy=containment.TYPE_IT)


def _told(error: Exception) -> str:
    """The text of an error as printed on stderr."""
    if isinstance(error, OSError):
        place = visible(str(error.filename or "input or output"))
        return f"error: {place}: {(error.strerror or str(error)).lower()}"
    if isinstance(error, MemoryError):
        return "error: out of memory; score the documents in shards"
    return f"error: {error}"


def _output_format(arguments: Sequence[str]) -> str | None:
    """The output format that the command line or its configuration asks for; None if neither does.

    An error can occur before click has parsed the options. So this function parses them again as far as
    possible.
    """
    from nerkit.cli.options import explicit
    from nerkit.cli.suggestions import FRONT_DOOR

    name, *words = [word for word in arguments if word != NO_PLUGINS] or [""]
    command = cli.get_command(click.Context(cli), name if name in COMMANDS else FRONT_DOOR)
    option = next((one for one in command.params if FORMAT_OPTION in one.opts), None) if command else None
    if command is None or option is None:
        return None
    lenient: dict[str, Any] = {"ignore_unknown_options": True, "allow_extra_args": True}
    with command.make_context(name, explicit(words), resilient_parsing=True, **lenient) as context:
        form: str | None = context.params.get(str(option.name))
    return form if name in COMMANDS or form in OBJECTS else None
