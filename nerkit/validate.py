"""Validation: what there is to say against a file, each finding with a code and its place.

A format that is validated has a module of checks, named in CHECKED: `messages()` says what there is by code, `findings(sources,
form)` gives what is wrong with inputs.
"""

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from nerkit import readers
from nerkit.errors import UsageError, unknown
from nerkit.io import Source, expand
from nerkit.readers import JSON

CHECKED = {
    "mrp": "nerkit.mrp_checks",
    "conllu": "nerkit.tree_checks",
    "conllx": "nerkit.tree_checks",
}  # format -> module of checks


class Finding(NamedTuple):
    """One complaint: where, what code, what it says."""

    place: str
    code: str
    message: str


def validate(target: Any, form: str | None = None, codes: Sequence[str] = ()) -> list[Finding]:
    """What is wrong with a file, in its order; *codes* (or their beginnings, `E3`) choose what is looked for.

    Raises UsageError for a format without checks, and InputError for a file that cannot be read at all.
    """
    if form is not None and form not in CHECKED:
        raise unknown("format that is validated", form, CHECKED)
    sources = expand(target)
    form = form or readers.sniff(sources, _likely(sources)) or next(iter(CHECKED))
    checks = import_module(CHECKED[form])
    known = list(checks.messages())
    for code in codes:
        if not any(name.startswith(code) for name in known):
            raise unknown("code", code, known)
    found: Iterator[Finding] = checks.findings(sources, form)
    return [finding for finding in found if not codes or finding.code.startswith(tuple(codes))]


def describe(form: str = "mrp") -> dict[str, str]:
    """Code -> message, of the checks of a format."""
    if form not in CHECKED:
        raise UsageError(f"{form} is not validated")
    found: dict[str, str] = import_module(CHECKED[form]).messages()
    return found


def _likely(sources: Sequence[Source]) -> list[str]:
    """The formats, first what inputs are taken for that are neither: CoNLL-U if they are columns."""
    columns = any("\t" in source.head and not JSON.match(source.head) for source in sources)
    return sorted(CHECKED, key=lambda name: (name == "conllu") != columns)
