"""Errors for a wrong command line, with a corrected line to copy: for words of other programs, files given as
arguments, and misspelt names.

nerkit prints a corrected line only if it understands all words of the line.
"""

import os
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import chain

import click

from nerkit.cli import peer_words
from nerkit.cli.commands import COMMANDS, NO_PLUGINS, loaded
from nerkit.cli.help import GoldError
from nerkit.exceptions import AmbiguousError, NerkitError, UsageError, nearest_name, which
from nerkit.ground.synonyms import AVERAGES, MEASURES, NUMBERS, TASKS, meanings, spelling
from nerkit.scorers import SCORERS, formats_of

NEAR = 0.8  # minimum similarity to treat an option name as misspelt
MANY = 20  # number of choices above which they are not listed
FRONT_DOOR = "evaluate"
GOLD, SYSTEM, TASK = "-g", "-s", "--task"
KINDS = {"to": "format", "form": "format"}  # option name -> kind of its values
WITHOUT_GOLD = ("agree", "compare", "errors", "merge")  # commands that also run without gold


class _UnclearError(Exception):
    """A word of the command line has no known meaning."""


class _SeveralError(Exception):
    """The *value* of an option can mean several names; *meant* maps these names to descriptions."""

    def __init__(self, value: str, meant: Mapping[str, str]) -> None:
        self.value, self.meant = value, meant


def usage_error(error: click.ClickException | NerkitError, args: Sequence[str]) -> NerkitError:
    """Convert an error in a command line to nerkit's form, and append corrected lines."""
    name, *rest = args or [""]
    if name == "help" and rest:  # treat `help WORD` as if the user had typed WORD
        name, *rest = rest
    if isinstance(error, GoldError) and name in COMMANDS and GOLD in _options(name):
        left, options, words = list(rest), _options(name), list[list[str]]()
        while left:
            words.append(_taken(left, options)[1])
        line = _with_gold(name, words)
        line += [] if GOLD in line else [GOLD, "GOLD", SYSTEM, "SYSTEM"]
        return UsageError(str(error) + _shown(line))
    if isinstance(error, AmbiguousError) and name in COMMANDS:
        return AmbiguousError(str(error) + _each(name, rest, error.name, error.meant))
    if not isinstance(error, click.ClickException):
        return error
    said = _of_option(error, name, rest) if name in COMMANDS else _of_command(name, rest)
    return said or UsageError(problem_of(error, name) + _help(error, name))


def _help(error: Exception, name: str) -> str:
    """The line that suggests the help of the command: `--help-all` after an unknown option, `--help`
    otherwise.
    """
    known = isinstance(error, click.NoSuchOption) and name in COMMANDS
    return _shown([*([name] if name in COMMANDS else []), "--help-all" if known else "--help"])


def problem_of(error: click.ClickException, name: str) -> str:
    """The message of a click error, in nerkit's words."""
    if isinstance(error, click.NoSuchOption):
        return f"nerkit {name} has no option {error.option_name}"
    if isinstance(error, click.BadOptionUsage):
        option = _options(name).get(error.option_name)
        needs = option is not None and _takes_value(option)
        return f"{error.option_name} {'needs a value' if needs else 'takes no value'}"
    problem = (error.message or error.format_message()).rstrip(".")
    parameter = error.param if isinstance(error, click.BadParameter) else None
    if parameter is None:
        return problem[:1].lower() + problem[1:]
    named = parameter.opts[-1] if isinstance(parameter, click.Option) else parameter.human_readable_name
    choices = getattr(parameter.type, "choices", ())
    if isinstance(error, click.MissingParameter):
        return f"{named} is missing" + (f": {', '.join(map(str, choices))}" if choices else "")
    if len(choices) > MANY:
        problem = f"{problem.partition(' is not one of ')[0]} is not one of its {len(choices)} values"
    return f"{named}: {problem}"


def _of_command(name: str, rest: Sequence[str]) -> UsageError | None:
    """The error for a first word that is not a command, with a suggestion. None without a suggestion."""
    if name.startswith("-") or os.path.exists(name):
        if name.startswith("-") and name.partition("=")[0] not in _options(FRONT_DOOR):
            return UsageError(f"nerkit has no option {name}{_shown(['--help'])}")
        line = _again(FRONT_DOOR, [name, *rest], name)
        return UsageError(f"no command before {name!r}; did you mean {FRONT_DOOR!r}?{_shown(line)}")
    if rest and rest[0] in COMMANDS:  # a program and its command, as `neleval evaluate`
        meant, rest = rest[0], rest[1:]
    else:
        meant = peer_words.COMMANDS.get(spelling(name)) or nearest_name(name, COMMANDS) or ""
    if meant.split(" ")[0] not in COMMANDS and not meant.startswith("-"):
        return None
    line = _again(meant, rest, name) if meant in COMMANDS else meant.split(" ")
    shown = [*line, "--help"] if line == [meant] and not rest else line
    return UsageError(f"no such command {name!r}; did you mean {meant!r}?{_shown(shown)}")


def _of_option(error: click.ClickException, name: str, rest: Sequence[str]) -> UsageError | None:
    """The error for a wrong option or value, with a corrected line. None if the line cannot be corrected."""
    try:
        line = _corrected(name, rest, name)
    except _SeveralError as several:
        option = problem_of(error, name).partition(":")[0]
        lines = _each(name, rest, several.value, tuple(several.meant))
        return AmbiguousError(f"{option}: {several.value!r} is not a format; {which(several.meant)}{lines}")
    if isinstance(error, click.NoSuchOption):
        return _of_unknown(error, name, rest, line)
    if line is None or line == [name, *rest] or not _converts(line):
        return None
    return UsageError(problem_of(error, name) + _shown(line))


def _of_unknown(
    error: click.NoSuchOption, name: str, rest: Sequence[str], line: Sequence[str] | None
) -> UsageError | None:
    """The error for an option that the command does not have. None if nerkit has no suggestion."""
    wrong = next((word for word in rest if word.startswith(error.option_name)), error.option_name)
    wrong = wrong.partition("=")[0]
    problem = f"nerkit {name} has no option {wrong}"
    if wrong == TASK and (meant := _of_task(rest)) is not None:
        return UsageError(f"{problem}: the task is the command{_shown(meant)}")
    try:
        meant = _replaced(wrong, "", name)
    except _UnclearError:
        others = having(wrong) if wrong.startswith("--") else []
        shown = _shown([*others[:1], "--help-all"])
        return UsageError(problem + _have_it(others) + shown) if others else None
    said = f"; did you mean {' '.join(meant)}?" if meant else ", and needs none"
    return UsageError(problem + said + (_shown(line) or _help(error, name)))


def having(option: str) -> list[str]:
    """The commands that have the option. Commands for any task come first."""
    own = (name for name in COMMANDS if any(option in one.opts for one in loaded(name).params))
    return sorted(own, key=SCORERS.__contains__)


def misspelt(option: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown option: the most similar name in *known*, or the commands that
    have the option. Names have no hyphens.
    """
    close = get_close_matches(option, list(known), n=1, cutoff=NEAR)
    return f"; did you mean {close[0]!r}?" if close else _have_it(having(f"--{option}"))


def _have_it(others: Sequence[str]) -> str:
    """The end of a message: which commands have the option."""
    names = " and ".join(f"nerkit {other}" for other in others[:2])
    return f"; {names} {'has' if len(others) == 1 else 'have'} this option" if others else ""


def _of_task(rest: Sequence[str]) -> list[str] | None:
    """The corrected line in which the task of `--task` becomes the command. None if the task is unknown."""
    place = next(place for place, word in enumerate(rest) if word.partition("=")[0] == TASK)
    equals, value = rest[place].partition("=")[1:]
    after = rest[place + 1 :]
    if not equals:
        value, after = "".join(after[:1]), after[1:]
    task = TASKS.get(spelling(value)) or nearest_name(value, SCORERS)
    return None if task is None else _again(task, [*rest[:place], *after], task)


def _each(name: str, rest: Sequence[str], wrong: str, meant: Sequence[str]) -> str:
    """Corrected lines, one for each name in *meant*, with the wrong value replaced by that name."""
    if name in SCORERS:
        own = [one for one in meant if one in formats_of(name)]
        meant = own or meant
    known = (rest.index(word) for word in rest if word == wrong or word.endswith(f"={wrong}"))
    place = next(known, None)
    if place is None:
        return ""
    start = rest[place].removesuffix(wrong)
    lines = ([name, *rest[:place], start + one, *rest[place + 1 :]] for one in meant)
    return "".join(map(_shown, lines))


def _shown(line: Sequence[str] | None) -> str:
    """The corrected line as it is printed below a message. Empty without a line, or if the line
    would fail.
    """
    return "" if line is None or not _converts(line) else f"\n  nerkit {shlex.join(line)}"


def _converts(line: Sequence[str]) -> bool:
    """Whether a corrected line can work. False for a `convert` line whose first file cannot become the format
    of `--to`.
    """
    words = [part for word in line for part in word.split("=", 1)]
    file = next((word for word in line[1:] if os.path.exists(word)), None)
    if words[:1] != ["convert"] or "--to" not in words[:-1] or file is None:
        return True
    from nerkit.io import expand
    from nerkit.writers.targets import format_of

    form = words[words.index("--from") + 1] if "--from" in words[:-1] else None
    try:
        return bool(format_of(expand(file), words[words.index("--to") + 1], form))
    except NerkitError:
        return False


def _again(command: str, rest: Sequence[str], typed: str) -> list[str] | None:
    """The corrected command line, as `_corrected` returns it. None, too, if a word has several meanings."""
    try:
        return _corrected(command, rest, typed)
    except _SeveralError:
        return None


def _corrected(command: str, rest: Sequence[str], typed: str) -> list[str] | None:
    """The corrected command line for *command*. *typed* is the command as the user typed it. None if some
    word is not understood.

    Raises _SeveralError for a word with several meanings.
    """
    try:
        line = [words for words in _understood(command, rest, typed) if words]
    except _UnclearError:
        return None
    needs_gold = {GOLD, SYSTEM} <= _options(command).keys() and command not in WITHOUT_GOLD
    return _with_gold(command, line) if needs_gold else [command, *chain.from_iterable(line)]


def _taken(left: list[str], options: Mapping[str, click.Option]) -> tuple[click.Option | None, list[str]]:
    """Take the first word from the words that are left, and the next word if it is the value of an option.
    Returns the option (None for a file, an unknown option, and joined options), and the words.
    """
    word = left[0]
    name, equals, _ = word.partition("=")
    option = options.get(name)
    needs = _joined(word, options) == (True,) if option is None else _takes_value(option) and not equals
    words = left[: 1 + needs]
    del left[: 1 + needs]
    return option, words


def _understood(command: str, rest: Sequence[str], typed: str) -> Iterator[list[str]]:
    """The corrected words of the arguments, an option together with its value. Raises _UnclearError."""
    options, left, others = _options(command), list(rest), peer_words.OF_COMMAND.get(spelling(typed), {})
    while left:
        word = left[0]
        name, equals, value = word.partition("=")
        is_joined = _key(name) not in peer_words.OPTIONS and _joined(word, options) is not None
        if word == "--":
            yield from ([each] for each in left)
            return
        if _is_file(word):
            is_measure = typed != command and "-m" in options and _is_measure(command, word)
            yield ["-m", word] if is_measure else [word]
            del left[0]
        elif name not in others and (name in options or is_joined):
            option, words = _taken(left, options)
            yield words if option is None else _known(option, words, command)
        else:
            del left[0]
            yield _meant(name, value if equals else None, left, command, typed)


def _is_file(word: str) -> bool:
    """Whether a word is not an option; `-` is stdin."""
    return word == "-" or not word.startswith("-")


def _known(option: click.Option, words: Sequence[str], command: str) -> list[str]:
    """The words for an option that the command has, with a corrected value."""
    name, equals, value = words[0].partition("=")
    if not equals:
        if not _takes_value(option):
            return [name]
        if len(words) < 2:
            raise _UnclearError
        value = words[1]
    if option.name == "measures":
        return _measures(command, value)
    choice = option.type
    if isinstance(choice, click.Choice) and value not in choice.choices:
        if len(several := meanings(KINDS.get(str(option.name), ""), value, choice.choices)) > 1:
            raise _SeveralError(value, several)
        meant = peer_words.VALUES.get(max(option.opts, key=len), {}).get(spelling(value), *several)
        meant = meant if meant in choice.choices else nearest_name(value, choice.choices)
        if meant is None:
            raise _UnclearError
        value = meant
    elif not isinstance(choice, click.Choice):
        try:
            choice.convert(value, option, None)
        except (click.BadParameter, ValueError):
            raise _UnclearError from None
    return [f"{name}={value}"] if equals else [name, value]


def _meant(name: str, value: str | None, left: list[str], command: str, typed: str) -> list[str]:
    """The words that replace an option that the command does not have. Raises _UnclearError."""
    meant = _template(name, command, typed)
    if isinstance(meant, Mapping):
        if value is None and left and spelling(left[0]) in meant:
            value = left.pop(0)
    elif "{}" in meant and value is None:
        if not left:
            raise _UnclearError
        value = left.pop(0)
    return _replaced(name, value or "", command, typed)


def _template(name: str, command: str, typed: str) -> str | Mapping[str, str]:
    """The replacement for an option, from the tables or by similar spelling. `{}` in it means the value.
    Raises _UnclearError.
    """
    meant = peer_words.OF_COMMAND.get(spelling(typed), {}).get(name, peer_words.OPTIONS.get(_key(name)))
    if meant is not None:
        return meant
    options = _options(command)
    known = [one.removeprefix("--") for one in options if one.startswith("--")]
    close = get_close_matches(name.lstrip("-"), known, n=1, cutoff=NEAR)
    if not close:
        raise _UnclearError
    meant = f"--{close[0]}"
    return f"{meant} {{}}" if _takes_value(options[meant]) else meant


def _replaced(name: str, value: str, command: str, typed: str = "") -> list[str]:
    """The words that replace an option and its value. Raises _UnclearError if the command has no
    such option.
    """
    meant = _template(name, command, typed)
    if isinstance(meant, Mapping):
        meant = meant.get(spelling(value), meant[""])
    if not meant:
        return []
    option, _, template = meant.partition(" ")
    if option not in _options(command):
        raise _UnclearError
    if not template or (not value and "{}" in template):
        return [option]
    filled = template.format(value) if "{}" in template else template
    return _known(_options(command)[option], [option, filled], command)


def _measures(command: str, value: str) -> list[str]:
    """The options for the measures that *value* lists. Numbers that all rows show, such as precision, need no
    option. Raises _UnclearError.
    """
    line: list[str] = []
    for name in value.split(","):
        word = spelling(name)
        if _is_measure(command, name):
            line += ["-m", name]
        elif word in AVERAGES and "--macro" in _options(command):
            line += ["--macro"]
        elif meant := next((one for one in MEASURES.get(word, ()) if _is_measure(command, one)), None):
            line += ["-m", meant]
        elif word not in NUMBERS:
            raise _UnclearError
    return line


def _is_measure(command: str, name: str) -> bool:
    """Whether *name* is a measure of the command's task (for other commands, of any task), and not a file."""
    from nerkit import scorers

    tasks = [command] if command in scorers.SCORERS else scorers.SCORERS
    return not os.path.exists(name) and any(scorers.task_named(task).is_known(name) for task in tasks)


def _with_gold(command: str, line: list[list[str]]) -> list[str]:
    """Add -g before the first file and -s before the other files, unless the line already has -g.

    *line* are the arguments, an option together with its value.
    """
    names = {words[0].partition("=")[0] for words in line}
    single = sum(isinstance(one, click.Argument) and one.nargs == 1 for one in loaded(command).params)
    files = [words for words in line if _is_file(words[0])][single:]
    has_system = not names.isdisjoint((SYSTEM, "--system"))
    # the two columns of a single file of nerkit bio are gold and system
    if names.isdisjoint((GOLD, "--gold")) and not (command == "bio" and len(files) == 1 and not has_system):
        for words in files[1:]:
            words.insert(0, SYSTEM)
        for words in files[:1]:
            words[:0] = [GOLD] if len(files) > 1 or has_system else [GOLD, "GOLD", SYSTEM]
    return [command, *chain.from_iterable(line)]


def _joined(word: str, options: Mapping[str, click.Option]) -> tuple[bool] | None:
    """For short options joined in one word, such as `-qf`: (whether the next word is their value,). None for
    any other word.
    """
    if _is_file(word) or word.startswith("--"):
        return None
    for place, letter in enumerate(word[1:], 2):
        option = options.get(f"-{letter}")
        if option is None:
            return None
        if _takes_value(option):
            return (place == len(word),)
    return (False,)


def _takes_value(option: click.Option) -> bool:
    """Whether the option takes the next word as its value. An optional value follows `=` instead."""
    return not (option.is_flag or option.count or isinstance(option.flag_value, str))


def _key(name: str) -> str:
    """The option as spelt in the tables: long options have two hyphens, however many the user typed."""
    bare = name.lstrip("-")
    return f"-{bare}" if len(bare) == 1 else f"--{spelling(bare)}"


def _options(name: str) -> dict[str, click.Option]:
    """Name -> option, for all names of a command's options. For commands of any task, the options of tasks
    are included.
    """
    from nerkit.cli.task_options import AnyTaskCommand, of_tasks

    command = loaded(name)
    own = {opt: one for one in command.params if isinstance(one, click.Option) for opt in one.opts}
    more = of_tasks() if isinstance(command, AnyTaskCommand) else {}
    everywhere = ("-h", "--help", "--help-all", NO_PLUGINS)
    flags = dict.fromkeys(everywhere, click.Option(["--help"], is_flag=True))
    return more | flags | own
