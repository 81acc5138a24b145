"""Options of a task. Each option is a field of the task's class `Options`, together with its help.

The option of the command, its help, docs/cli.md, the types of `nerkit.evaluate`, the docstring and the check
of its choices are made from the field:

    @described
    @record(frozen=True)
    class Options:
        elas: str = option("multiset", "How edges of ELAS agree.", choices=("multiset", "udtools"))

        def __post_init__(self) -> None:
            check_choices(self)

A field with an ordinary default is not an option of the command.
"""

import re
from collections.abc import Sequence
from dataclasses import Field, field, fields
from functools import cache
from typing import Any, NamedTuple, TypeVar

from nerkit.exceptions import unknown

OF_RUN = ("workers", "asked", "found")  # fields that nerkit sets itself, not the user

WORDS = "words"  # the key of a field's metadata
Class = TypeVar("Class", bound=type)


class OptionWords(NamedTuple):
    """The help of an option, and its form on the command line.

    help      the sentence of the help
    metavar   the placeholder for the value in the help
    choices   all allowed values; empty if any value is allowed
    daily     the option is in the short help, `--help`
    name      the name after the hyphens, if it is not the field's name
    file      the value is the path of a file, `-` being stdin
    several   the option may be given several times
    bare      the value if the option is typed without a value; None if it needs a value
    least     the minimum of an integer
    noun      the noun for a wrong value in the error message; by default `value of NAME`
    """

    help: str
    metavar: str | None = None
    choices: Sequence[str] = ()
    daily: bool = False
    name: str | None = None
    file: bool = False
    several: bool = False
    bare: str | None = None
    least: int | None = None
    noun: str | None = None


def option(default: Any, help: str, **words: Any) -> Any:
    """Declare an option as a dataclass field: its default, its *help*, and other fields of `OptionWords`."""
    return field(default=default, metadata={WORDS: OptionWords(help, **words)})


def options_of(kind: Any) -> "list[tuple[Field[Any], OptionWords]]":
    """(field, words) for each option of a class of options, or of an object of such a class."""
    return _options_of(kind if isinstance(kind, type) else type(kind))


@cache
def _options_of(kind: Any) -> "list[tuple[Field[Any], OptionWords]]":
    return [(each, each.metadata[WORDS]) for each in fields(kind) if WORDS in each.metadata]


def public_name(field: "Field[Any]", words: OptionWords) -> str:
    """The name of the Python parameter for an option, such as `gold_documents`."""
    return re.sub("[-.]", "_", words.name or field.name)


@cache
def field_of(kind: Any) -> "dict[str, str]":
    """Parameter name -> field name, for options whose two names differ."""
    names = {public_name(each, words): each.name for each, words in options_of(kind)}
    return {name: field for name, field in names.items() if name != field}


def described(kind: Class) -> Class:
    """Class decorator: add a line to the docstring for each option, with the field and the help."""
    lines = [f"    {each.name}: {words.help}" for each, words in options_of(kind)]
    if kind.__doc__ and lines:  # which python -OO leaves out
        kind.__doc__ = "\n".join([kind.__doc__.rstrip(), "", *lines, ""])
    return kind


def check_choices(options: Any) -> None:
    """Raise UsageError for the first option whose value is not among its choices. None is always allowed."""
    for each, words in options_of(options):
        value = getattr(options, each.name)
        if words.choices and not words.several and value is not None and value not in words.choices:
            raise unknown(words.noun or f"value of {each.name}", value, words.choices)
