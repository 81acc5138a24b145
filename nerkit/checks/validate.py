"""Validation: what there is to say against a file, each finding with a code and its place.

A module of checks has `messages()`, which says what there is by code, and `findings(sources, form)`, which gives what is wrong with
inputs. CHECKED names those of formats; what its reader says is all that there is to say of another format.
"""

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from nerkit import readers
from nerkit.errors import InputError, unknown
from nerkit.io import Source, expand
from nerkit.readers.graphs import mrp

CHECKED = {
    "mrp": "nerkit.checks.mrp",
    "conllu": "nerkit.checks.trees",
    "conllx": "nerkit.checks.trees",
}  # format -> module of checks
OTHERS = "nerkit.checks.any_format"
# the files of noisy-bio and records may be those of any task, so these are validated when they are named
BY_CONTENT = [name for name in readers.READERS if name in readers.CONVERTED or name in readers.BY_CONTENT]
FIRST_WORD = re.compile(r"^1\t", re.MULTILINE)


class Finding(NamedTuple):
    """One complaint: where, what code, what it says."""

    place: str
    code: str
    message: str


def validate(target: Any, form: str | None = None, codes: Sequence[str] = ()) -> list[Finding]:
    """What is wrong with a file, in its order; *codes* (or their beginnings, `E3`) choose what is looked for.

    Raises UsageError for a format or a code that does not exist, and InputError for a file that cannot be opened or decoded, or whose
    format is not recognised.
    """
    sources = expand(target)
    form = form or _format(sources) or next(iter(CHECKED))
    chosen = readers.select(sources, form)
    if not chosen:
        raise InputError(f"no file of the format {form}", source=str(target))
    checks = _checks(form)
    known = list(checks.messages())
    for code in codes:
        if not any(name.startswith(code) for name in known):
            raise unknown("code", code, known)
    found: Iterator[Finding] = checks.findings(chosen, form)
    return [finding for finding in found if not codes or finding.code.startswith(tuple(codes))]


def describe(form: str | None = None) -> dict[str, str]:
    """Code -> message, of the checks of a format, or of all."""
    modules = [_checks(form)] if form else [import_module(name) for name in (*CHECKED.values(), OTHERS)]
    return {code: message for checks in modules for code, message in checks.messages().items()}


def _checks(form: str) -> ModuleType:
    """The module of checks of a format; UsageError for one that does not exist."""
    readers.reader(form)
    return import_module(CHECKED.get(form, OTHERS))


def _format(sources: Sequence[Source]) -> str | None:
    """The format of inputs; what is damaged in its beginning is a file of graphs if any line is one, and of trees if any line is a first word."""
    trees = False
    for source in sources:  # no more of them are opened than it takes
        head = source.head
        if any(mrp.recognise(line) for line in head.split("\n")):
            return "mrp"
        if any(readers.reader(name).recognise(head) for name in BY_CONTENT):
            return readers.sniff(sources, BY_CONTENT)
        trees |= FIRST_WORD.search(head) is not None
    return "conllu" if trees else readers.sniff(sources, BY_CONTENT)
