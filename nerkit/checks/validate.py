"""Validation: the findings about a file, each with a code and its place.

A module of checks ends in `CHECKS`, a `checks.Checks`. CHECKED names those of formats; of every other format
there is to say what its reader says.
"""

import re
from collections.abc import Sequence
from contextlib import ExitStack
from importlib import import_module
from typing import Any

from nerkit import readers
from nerkit.checks.checks import Checks, Finding
from nerkit.errors import InputError, UsageError, unknown
from nerkit.io import Source, expand
from nerkit.readers.format import is_json
from nerkit.readers.register import of_corpus
from nerkit.readers.sample import Sample

RECORDS = "nerkit.checks.records"  # also of formats of spans, where a file holds relations or events
CHECKED = {  # format -> module of checks
    **dict.fromkeys(of_corpus("meaning-graphs"), "nerkit.checks.mrp"),
    "bio": "nerkit.checks.tags",
    **dict.fromkeys(of_corpus("trees"), "nerkit.checks.trees"),
    **dict.fromkeys(of_corpus("roles"), "nerkit.checks.roles"),
    **dict.fromkeys(
        ("oneie", "wikievents", "dygie", "rams", "docred", "muc4", "spert", "doccano", "ie-jsonl"), RECORDS
    ),
    **dict.fromkeys((*of_corpus("calls"), "answers"), "nerkit.checks.outputs"),
}
OTHERS = "nerkit.checks.any_format"
# the files of the other formats may be those of any task, so these are validated when they are named
BY_CONTENT = readers.Formats(lambda one: one.by_content)
FIRST_WORD = re.compile(r"^1\t", re.MULTILINE)


def validate(
    target: Any, form: str | None = None, codes: Sequence[str] = (), scheme: str | None = None
) -> list[Finding]:
    """The findings about a file, in its order; *codes* (or their beginnings, `E3`) choose among them,
    *scheme* is the one that tags should follow (that which scoring would choose, if it is not given).

    Raises UsageError for a format, a scheme or a code that does not exist, and InputError for a file that
    cannot be opened or decoded, or whose format is not recognised.
    """
    with ExitStack() as stack:
        sources = expand(target)
        for source in sources:
            stack.callback(source.close)
        return _validated(target, sources, form, codes, scheme)


def _validated(
    target: Any, sources: Sequence[Source], form: str | None, codes: Sequence[str], scheme: str | None
) -> list[Finding]:
    """The findings about inputs that the caller closes."""
    form = form or _format(sources) or next(iter(CHECKED))
    chosen = readers.select(sources, form)
    if not chosen:
        raise InputError(f"no file of the format {form}", source=str(target))
    related = readers.meant_for(form, chosen) == "ie"
    checks = _checks_in(RECORDS) if related else _checks(form)
    if scheme is not None:
        if checks.with_scheme is None:
            raise UsageError(f"{form} has no tags of a scheme, as bio has")
        checks = checks.with_scheme(scheme)
    known = list(checks.messages)
    for code in codes:
        if not any(name.startswith(code) for name in known):
            raise unknown("code", code, known)
    findings = checks.findings(chosen, form)
    return [finding for finding in findings if not codes or finding.code.startswith(tuple(codes))]


def describe(form: str | None = None) -> dict[str, str]:
    """Code -> message, of the checks of a format, or of all."""
    modules = dict.fromkeys((*CHECKED.values(), OTHERS))
    every = [_checks(form)] if form else [_checks_in(name) for name in modules]
    return {code: message for checks in every for code, message in checks.messages.items()}


def _checks(form: str) -> Checks:
    """The checks of a format; UsageError for one that does not exist."""
    readers.reader(form)
    return _checks_in(CHECKED.get(form, OTHERS))


def _checks_in(module: str) -> Checks:
    checks: Checks = import_module(module).CHECKS
    return checks


def _format(sources: Sequence[Source]) -> str | None:
    """The format of inputs.

    What is damaged in its beginning is a file of graphs if any line of it is one, and a file of trees if any
    line is the first word of a sentence.
    """
    is_graph = readers.reader("mrp").recognise
    trees = False
    for source in sources:  # no more of them are opened than it takes
        sample = Sample.of(source)
        if any(is_graph(Sample(line)) for line in source.head.split("\n") if line.startswith("{")):
            return "mrp"
        if answers := _answers(sample):
            return answers
        if any(readers.reader(name).recognise(sample) for name in BY_CONTENT):
            return readers.sniff(sources, BY_CONTENT)
        trees |= FIRST_WORD.search(sample.text) is not None
    return "conllu" if trees else readers.sniff(sources, BY_CONTENT)


def _answers(sample: Sample) -> str | None:
    """The format of text around JSON, as models write it; None for what is JSON alone or of another format.

    Lists of entities are read as such; other values stand in text that has no other format.
    """
    from nerkit.readers.texts import answers
    from nerkit.readers.values import model_text

    head = sample.text
    if is_json(head.lstrip("\ufeff \t\r\n")) or "{" not in head or "\0" in head:
        return None
    if answers.recognise(sample) and answers.parse(head).entities:
        return "answers"
    if any(readers.reader(name).recognise(sample) for name in BY_CONTENT) or FIRST_WORD.search(head):
        return None
    value = model_text.read(head).value
    return "model-output" if isinstance(value, dict) and value else None
