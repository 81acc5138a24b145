"""docs/cli.md: the options that commands share, each once, and behind them every command with its own."""

import re
from collections.abc import Sequence
from inspect import cleandoc
from typing import NamedTuple

import click

from nerkit.cli.help import GROUPS, OWN, TITLE_OF
from nerkit.scorers import SCORERS

ABOUT = """\
`make docs` writes this page. `nerkit COMMAND --help` shows the daily options of a command with examples, and
`--help-all` shows all options. The commands of a shared option are in parentheses after it. There, *score*
means `nerkit evaluate` and the tasks ({tasks}), and *look* means {looking}. An option without parentheses
belongs to every command.

The exit code is 0 after scoring, 1 if a gate fails, 2 if usage, input or I/O is wrong, and 130 if you
interrupt. Data goes to stdout and everything else to stderr. For shell completion, type
`eval "$(nerkit completion bash)"` (or `zsh`, `fish`)."""
FORMATS = re.compile(r"\((?:[a-z0-9-]+, )*[a-z0-9-]+\)(?=; by content)")  # each command lists its own
LOOKING = ("errors", "report", "compare", "agree", "power", "estimate", "plot")
KINDS = {"score": ("evaluate", *SCORERS), "look": LOOKING}
LONG = re.compile(r"--[a-z][\w.-]*")


class Option(NamedTuple):
    """An option as the help shows it: its title in the help, declaration, and words."""

    title: str
    declared: str
    words: str

    @property
    def name(self) -> str:
        """The first long name."""
        found = LONG.search(self.declared)
        return found[0] if found else self.declared


def options(name: str, command: click.Command) -> list[Option]:
    """The options of a command, in the order of its help; of formats only where they are listed."""
    context = click.Context(command, info_name=f"nerkit {name}")
    found = []
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if isinstance(parameter, click.Option) and record is not None:
            words = FORMATS.sub("(`nerkit list formats`)", record[1].replace("(nerkit list formats)", "(x)"))
            words = words.replace("(x)", "(`nerkit list formats`)")
            found.append(Option(TITLE_OF.get(parameter.name or "", OWN), record[0], words))
    return found


def page(commands: Sequence[tuple[str, click.Command]]) -> str:
    """The whole page: an option of several commands that says the same in each is under *Shared options*."""
    of = {name: options(name, command) for name, command in commands}
    users: dict[Option, list[str]] = {}
    for name, own in of.items():
        for option in own:
            users.setdefault(option, []).append(name)
    shared = {option: names for option, names in users.items() if len(names) > 1}
    about = ABOUT.replace("{tasks}", " ".join(SCORERS)).replace("{looking}", " ".join(LOOKING))
    parts = ["# Commands", about, "## Shared options"]
    for title in GROUPS:
        own = [(one, "" if len(names) == len(of) else _where(names)) for one, names in shared.items()]
        lines = [_line(option, where) for option, where in own if option.title == title]
        parts += [f"### {title}", "\n".join(lines)] if lines else []
    for name, command in commands:
        usage = " ".join(command.collect_usage_pieces(click.Context(command)))
        parts += [f"## nerkit {name}", f"`nerkit {name} {usage}`", _prose(command)]
        own = [_line(option) for option in of[name] if option not in shared]
        parts += ["\n".join(own)] if own else []
    return "\n\n".join(part for part in parts if part) + "\n"


def _where(names: Sequence[str]) -> str:
    """The commands that have an option: of a kind of commands all, all but the fewer ones, or by name."""
    parts = []
    for kind, members in KINDS.items():
        having = [name for name in members if name in names]
        lacking = [name for name in members if name not in names]
        if not lacking:
            parts.append(kind)
        elif len(lacking) < len(having):
            parts.append(f"{kind} except {' '.join(lacking)}")
        elif having:
            parts.append(" ".join(having))
    parts += [name for name in names if not any(name in members for members in KINDS.values())]
    return ", ".join(parts)


def _line(option: Option, where: str = "") -> str:
    """The line of an option in a list."""
    behind = f" *({where})*" if where else ""
    return f"- `{option.declared}` {escaped(' '.join(option.words.split()))}{behind}"


def escaped(text: str) -> str:
    """Words as Markdown, in which no sign is a mark of it."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part[:1] == "`" else re.sub(r"([*_<>|\[\]])", r"\\\1", part) for part in parts)


def _prose(command: click.Command) -> str:
    """The paragraphs of the help of a command; its examples are in `--help`, and on its page."""
    text = cleandoc(command.help or "").partition("\b\nExamples:\n")[0]
    paragraphs = [escaped(" ".join(part.split())) for part in text.replace("\b", "").split("\n\n")]
    return "\n\n".join(filter(None, paragraphs))
