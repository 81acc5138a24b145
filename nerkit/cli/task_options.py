"""Options of a task in commands for any task. You type them as for the task's command, `--task noisy
--threshold 0.1`, or as `--option threshold=0.1`.

The task's command defines their spelling and checks.
"""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import click

from nerkit.cli.help import GroupedCommand
from nerkit.exceptions import UsageError, unknown


class OwnOption(NamedTuple):
    """An option of a task as typed: its name without hyphens, and its value (None if no value was typed)."""

    name: str
    value: str | None

    @classmethod
    def of(cls, text: str) -> "OwnOption":
        """Parse `NAME` or `NAME=VALUE`."""
        name, equals, value = text.partition("=")
        return cls(name.removeprefix("--"), value if equals else None)


OPTIONS = [
    click.option(
        "--task",
        metavar="NAME",
        help=("Score as this task, if nerkit cannot tell it from the content: bio or noisy for tagged text."),
    ),
    click.option(
        "--option",
        "own",
        multiple=True,
        type=OwnOption.of,
        metavar="NAME[=VALUE]",
        help="Set an option of the task's command, as match=head; repeatable.",
    ),
]


TYPED = "nerkit.typed"  # key of the command's arguments in click's context


class AnyTaskCommand(GroupedCommand):
    """A command for any task. Its parameter *own* receives the options of the task."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Options of tasks, typed directly or after `--option`, are removed first and
        collected.
        """
        ctx.meta[TYPED] = list(args)
        known = {name for parameter in self.get_params(ctx) for name in parameter.opts} - {"--option"}
        own, others, rest = list[OwnOption](), list[str](), iter(args)
        for argument in rest:
            option = _own_option(argument, rest) if _name(argument) not in known else None
            if option is None:
                others.append(argument)
            else:
                own.append(option)
        left = super().parse_args(ctx, others)
        if own:
            ctx.params["own"] = tuple(own)
        return left


def _name(argument: str) -> str:
    """The name in an option word: `--threshold` in `--threshold=0.1`."""
    return argument.partition("=")[0]


def _own_option(argument: str, rest: Iterator[str]) -> OwnOption | None:
    """The task option that *argument* names, with its value; a value in the next word is taken from *rest*.
    None if the argument is not a task option.
    """
    name, equals, value = argument.partition("=")
    if name == "--option":
        text = value if equals else next(rest, None)
        return None if text is None else OwnOption.of(text)
    option = _of_any_task(name) if name.startswith("--") else None
    if option is None:
        return None
    if not equals and not option.is_flag and not isinstance(option.flag_value, str):
        return OwnOption(name.removeprefix("--"), next(rest, ""))
    return OwnOption(name.removeprefix("--"), value if equals else None)


def typed() -> str:
    """The command and its arguments as typed, quoted for a shell."""
    context = click.get_current_context()
    return shlex.join([*context.command_path.split(), *context.meta.get(TYPED, ())])


def _of_any_task(name: str) -> click.Option | None:
    """The click option *name* of the first task that has it; None if no task has it."""
    from nerkit import scorers

    for task in scorers.SCORERS:
        if option := _known(task).get(name.removeprefix("--")):
            return option
    return None


def of_tasks() -> dict[str, click.Option]:
    """Typed name -> click option, for the options of all tasks. If several tasks share a name, the first
    task's option.
    """
    from nerkit import scorers

    tasks = [_known(task) for task in reversed(scorers.SCORERS)]
    return {f"--{name}": option for known in tasks for name, option in known.items()}


def task_options(function: Any) -> Any:
    """Add `--task` and `--option` to a command, as its parameters *task* and *own*."""
    for option in reversed(OPTIONS):
        function = option(function)
    return function


def parsed(task: str | None, own: Sequence[OwnOption]) -> dict[str, Any]:
    """Python name -> value of the task's options. Raises UsageError for options that the task's command would
    reject.
    """
    if not own:
        return {}
    if task is None:
        return _whatever_the_task(own)
    known = _known(task)
    values: dict[str, Any] = {}
    for name, value in own:
        if name not in known:
            raise unknown(f"option of {task}", name, known)
        option = known[name]
        read = _value(option, value)
        listed = option.multiple and option.name in values
        values[str(option.name)] = [*values[str(option.name)], *read] if listed else read
    return values


def _whatever_the_task(own: Sequence[OwnOption]) -> dict[str, Any]:
    """The option values if the task is not known yet: all tasks with these options must parse them alike.

    Raises UsageError if tasks parse them differently, or if no task has all of them.
    """
    from nerkit import scorers

    names = {option.name for option in own}
    tasks = [task for task in scorers.SCORERS if names <= _known(task).keys()]
    values: list[dict[str, Any]] = []
    for task in tasks:
        try:
            values.append(parsed(task, own))
        except UsageError:
            if len(tasks) == 1:
                raise
    if not values or any(other != values[0] for other in values):
        raise UsageError("name the task of these options with --task NAME: " + " ".join(sorted(names)))
    return values[0]


def _known(task: str) -> Mapping[str, click.Option]:
    """Long name -> option, for the options of the task's command that affect scoring."""
    from nerkit import scorers
    from nerkit.cli.commands import loaded

    scored = scorers.option_names(task)
    options = [
        param for param in loaded(task).params if isinstance(param, click.Option) and param.name in scored
    ]
    return {option.opts[0].removeprefix("--"): option for option in options}


def _value(option: click.Option, text: str | None) -> Any:
    """The value of an option, parsed from text. A flag or an option with an optional value needs no text."""
    name = option.opts[0]
    if option.is_flag:
        if text is not None:
            raise UsageError(f"{name} takes no value")
        return True
    if text is None:
        if not isinstance(option.flag_value, str):
            raise UsageError(f"{name} takes a value: --option {name.removeprefix('--')}=VALUE")
        text = option.flag_value
    try:
        read = option.type.convert(text, option, None)
    except click.BadParameter as error:
        raise UsageError(f"{name}: {error.message}") from None
    return [read] if option.multiple else read
