"""Options of a task, each a field of its `Options` that carries its own words.

The option of the command, its help, docs/cli.md, the types of `nerkit.evaluate`, the docstring and the check
of its choices are made from the field:

    @described
    @record(frozen=True)
    class Options:
        elas: str = option("multiset", "How edges of ELAS agree.", choices=("multiset", "udtools"))

        def __post_init__(self) -> None:
            check_choices(self)

A field with a plain default is not an option of the command.
"""

import re
from collections.abc import Sequence
from dataclasses import Field, field, fields
from functools import cache
from typing import Any, NamedTuple, TypeVar

from nerkit.exceptions import unknown

OF_RUN = ("workers", "asked", "found")  # fields of options that a run fills in, and no user

WORDS = "words"  # the key of a field's metadata
Class = TypeVar("Class", bound=type)


class OptionWords(NamedTuple):
    """The words of an option, and its form on the command line.

    help      the sentence of the help
    metavar   what stands for the value there
    choices   all values that there are; of any value, or of several ones, if there are none
    daily     the option is in the short help, `--help`
    name      the name after the hyphens, if it is not the field's name
    file      the value is the path of a file, `-` being stdin
    several   the option may be given several times
    bare      the value of an option without one; None if it must have one
    least     the least value of an integer
    noun      the name for a value that is not one of the choices; by default `value of NAME`
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
    """A field with this default and the words of its option: the *help* and other fields of `OptionWords`."""
    return field(default=default, metadata={WORDS: OptionWords(help, **words)})


def options_of(kind: Any) -> "list[tuple[Field[Any], OptionWords]]":
    """(field, words) of each field with words, of a class of options or of one of its objects."""
    return _options_of(kind if isinstance(kind, type) else type(kind))


@cache
def _options_of(kind: Any) -> "list[tuple[Field[Any], OptionWords]]":
    return [(each, each.metadata[WORDS]) for each in fields(kind) if WORDS in each.metadata]


def public_name(field: "Field[Any]", words: OptionWords) -> str:
    """The name of a parameter in Python: the option without hyphens, such as `gold_documents`."""
    return re.sub("[-.]", "_", words.name or field.name)


@cache
def field_of(kind: Any) -> "dict[str, str]":
    """The fields of a class of options by the names of their parameters, if the two differ."""
    names = {public_name(each, words): each.name for each, words in options_of(kind)}
    return {name: field for name, field in names.items() if name != field}


def described(kind: Class) -> Class:
    """The class with a line for each option in its docstring: the field, and the sentence of the help."""
    lines = [f"    {each.name}: {words.help}" for each, words in options_of(kind)]
    if kind.__doc__ and lines:  # which python -OO leaves out
        kind.__doc__ = "\n".join([kind.__doc__.rstrip(), "", *lines, ""])
    return kind


def check_choices(options: Any) -> None:
    """Raise UsageError for the first value that is not among the choices of its option; None stands for all
    choices.
    """
    for each, words in options_of(options):
        value = getattr(options, each.name)
        if words.choices and not words.several and value is not None and value not in words.choices:
            raise unknown(words.noun or f"value of {each.name}", value, words.choices)
