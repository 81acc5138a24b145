"""Validation: what there is to say against a file, each finding with a code and its place.

A format that is validated has a module of checks, named in CHECKED.
"""

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from nerkit import readers
from nerkit.errors import UsageError, some, unknown
from nerkit.io import Source, expand

CHECKED = {"mrp": "nerkit.mrp_checks"}  # format -> module of checks
SHOWN = 10  # findings of a kind in a graph that are listed


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
    form = form or readers.sniff(sources, list(CHECKED)) or next(iter(CHECKED))
    checks = import_module(CHECKED[form])
    known = [checks.UNREADABLE, checks.REPEATED, *checks.CHECKS]
    for code in codes:
        if not any(name.startswith(code) for name in known):
            raise unknown("code", code, known)
    found = _findings(sources, form, checks)
    return [finding for finding in found if not codes or finding.code.startswith(tuple(codes))]


def describe(form: str = "mrp") -> dict[str, str]:
    """Code -> message, of the checks of a format."""
    if form not in CHECKED:
        raise UsageError(f"{form} is not validated")
    checks = import_module(CHECKED[form])
    fixed = {checks.UNREADABLE: "a line that is no graph", checks.REPEATED: "a second graph with this id"}
    return fixed | {code: _message(check) for code, check in checks.CHECKS.items()}


def _findings(sources: Sequence[Source], form: str, checks: Any) -> Iterator[Finding]:
    """All findings, those of unreadable graphs first."""
    corpus = readers.reader(form).read(sources, skip_invalid=True)
    yield from (Finding(skipped.place, checks.UNREADABLE, skipped.problem) for skipped in corpus.skipped)
    seen: set[Any] = set()
    for graph in corpus.graphs:
        key = (graph.language, graph.framework, graph.id)
        if key in seen:
            yield Finding(graph.place, checks.REPEATED, f"a second graph {graph.id!r}")
        seen.add(key)
        for code, check in checks.CHECKS.items():
            places = list(check(graph))
            named = [place for place in places if place]
            listed = f": {some(named, SHOWN)}" if named else ""
            if places:
                yield Finding(graph.place, code, f"{_message(check)}{listed}")


def _message(check: Any) -> str:
    """What a check says: its docstring."""
    text: str = check.__doc__
    return text[0].lower() + text[1:].rstrip(".")
