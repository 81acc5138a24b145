"""Validation: the findings about a file, each with a code and a place.

Each module of checks defines `CHECKS`, a `checks.Checks`. CHECKED maps formats to these modules. For all
other formats, the findings are the messages of the reader.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from importlib import import_module
from typing import Any, NamedTuple

from nerkit import readers
from nerkit.checks.any_format import CUT, EMPTY, INCOMPLETE, OF_FILES, REFUSED, refused
from nerkit.checks.checks import Checks, Finding
from nerkit.evaluation.evaluate import prepare
from nerkit.evaluation.facts import Facts, Size
from nerkit.evaluation.inputs import Input, read_all
from nerkit.evaluation.request import Request
from nerkit.evaluation.sharding.streams import KeptInput, kept
from nerkit.evaluation.soundness import TABLES, cut, is_blank, opened
from nerkit.exceptions import FormatsError, InputError, NerkitError, PairingError, UsageError, unknown
from nerkit.ground.limits import LARGEST_STREAM
from nerkit.ground.streams import STDIN
from nerkit.io import Source, expand
from nerkit.readers.format import is_json
from nerkit.readers.leniency import where
from nerkit.readers.register import of_corpus
from nerkit.readers.sample import Sample, recognises
from nerkit.results.rows import Pooled

RECORDS = "nerkit.checks.records"  # also for span formats whose file holds relations or events
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
# these formats fit files of any task, so they are validated only by name
BY_CONTENT = readers.Formats(lambda one: one.by_content)
FIRST_WORD = re.compile(r"^1\t", re.MULTILINE)


class Validated(NamedTuple):
    """The findings about a file in order, with the file's name, format, number of items and labels.

    The facts are complete only if the file can be read.

    warnings   paths that were left out of a folder
    """

    facts: Facts
    findings: list[Finding]
    warnings: Sequence[str] = ()


def validate(
    target: Any, form: str | None = None, codes: Sequence[str] = (), scheme: str | None = None
) -> list[Finding]:
    """The findings about a file, without its facts."""
    return validated(target, form, codes, scheme).findings


def files_of(target: str, form: str | None = None) -> tuple[list[str], Sequence[str]]:
    """The files of a folder or pattern, which nerkit validates one by one, and warnings about skipped files.

    A folder stays whole if its format spreads a document over several files, as brat does. Raises the errors
    of `validated`.
    """
    with opened(target) as sources:
        if target == STDIN or not any(source.listed for source in sources):
            return [target], ()
        try:
            known = form or _format(sources)
        except InputError:
            known = None
        together = known is not None and (readers.suffix_of(known) or readers.reader(known).together)
        return ([target], ()) if together else ([source.name for source in sources], sources.warnings)


def validated(
    target: Any,
    form: str | None = None,
    codes: Sequence[str] = (),
    scheme: str | None = None,
    gold: Any = None,
) -> Validated:
    """The findings about a file, and its facts.

    codes    report only findings with these codes, or with codes that begin with them (`E3`)
    scheme   the scheme that tags should follow; by default the scheme that scoring would choose
    gold     the gold file, whose documents the file must have

    For a file that cannot be decoded or recognised, the problem is a finding. Raises InputError for a path
    that does not exist and for a missing library. Raises UsageError for an unknown format, scheme or code.
    """
    facts: Facts = {"name": str(target)}
    with kept([target], LARGEST_STREAM) as (again,), ExitStack() as stack:
        sources = expand(again)
        for source in sources:
            stack.callback(source.close)
        try:
            known = form or _format(sources)
            findings = list(_findings(sources, known, codes, scheme)) if known else []
        except InputError as error:
            return Validated(facts, [refused(error)], sources.warnings)
        facts |= {} if known is None else _facts(again, known)
        if not any(finding.code == REFUSED for finding in findings):
            found = _about_the_file(again, facts, form, gold)
            findings += [one for one in found if not codes or one.code.startswith(tuple(codes))]
        return Validated(facts, findings, sources.warnings)


def _about_the_file(target: Any, facts: Facts, form: str | None, gold: Any) -> Iterator[Finding]:
    """Yield the findings about a readable file as a whole: empty, ends inside a line, or lacks gold
    documents.
    """
    name = facts["name"]
    with opened(_again(target)) as sources:
        if all(map(is_blank, sources)):
            yield Finding(name, EMPTY, "the file is empty")
            return
        for source in sources if facts.get("format") in TABLES else ():
            if (error := cut(source)) is not None:
                yield Finding(error.place, CUT, error.problem)
    if gold is None:
        return
    try:
        prepare(gold, {name: _again(target)}, Request(form=form, missing="error"))
    except PairingError as error:
        yield Finding(name, INCOMPLETE, str(error).partition("\n")[0])
    except InputError as error:
        if error.source == str(gold) and not isinstance(error, FormatsError):
            raise
        yield Finding(error.place, INCOMPLETE, error.problem)


def _facts(target: Any, form: str) -> Facts:
    """The format of a file, its size and its labels, the most frequent label first.

    The items are the items that the headline counts when the file is scored against itself. If the file
    cannot be read, only the format is known.
    """
    if isinstance(target, KeptInput) and not target.spool.is_kept:
        return {"format": form}
    try:
        result = prepare(_again(target), {"": _again(target)}, Request(form=form)).uncounted()
        told = result.inputs[0]
        rows = result.cut_by("label", result.headline)
    except NerkitError:
        return _size(target, form)
    numbers = {
        row.label: int(row.r_den)
        for row in rows
        if row.cut[1] and row.document == "*" and row.r_den and not isinstance(row.cut[1][0][1], Pooled)
    }
    labels = dict(sorted(numbers.items(), key=lambda pair: (-pair[1], pair[0])))
    facts = {name: told[name] for name in told if name not in ("role", "name", "sha256")}
    return facts | ({"labels": labels} if labels else {})


def _size(target: Any, form: str) -> Facts:
    """The format and the size of a file that cannot be scored, for example because an id occurs twice."""
    try:
        read = read_all([Input("gold", "gold", _again(target))], Request(form=form))
    except NerkitError:
        return {"format": form}
    return Size.of(read.corpora[0]).facts(form, read.task.held)


def _again(target: Any) -> Any:
    """The input *target*, reopened at its beginning."""
    return target.again() if isinstance(target, KeptInput) else target


def _findings(
    sources: Sequence[Source], form: str, codes: Sequence[str], scheme: str | None
) -> Iterator[Finding]:
    """Yield the findings about inputs, which the caller closes. An error that stops reading is the last
    finding.
    """
    chosen = readers.select(sources, form)
    if not chosen:
        raise InputError(f"the file is not of the format {form}", source=where(sources))
    related = readers.meant_for(form, chosen) == "ie"
    checks = _checks_in(RECORDS) if related else _checks(form)
    if scheme is not None:
        if checks.with_scheme is None:
            raise UsageError(f"{form} has no tags with a scheme")
        checks = checks.with_scheme(scheme)
    known = [*checks.messages, *OF_FILES]
    for code in codes:
        if not any(name.startswith(code) for name in known):
            raise unknown("code", code, known)
    try:
        for finding in checks.findings(chosen, form):
            if not codes or finding.code.startswith(tuple(codes)):
                yield finding
    except InputError as error:
        yield refused(error)


def describe(form: str | None = None) -> dict[str, str]:
    """Code -> message, for the checks of a format or of all formats."""
    modules = dict.fromkeys((*CHECKED.values(), OTHERS))
    every = [_checks(form)] if form else [_checks_in(name) for name in modules]
    return {code: message for checks in every for code, message in checks.messages.items()} | OF_FILES


def _checks(form: str) -> Checks:
    """The checks of a format. Raises UsageError for an unknown format."""
    readers.reader(form)
    return _checks_in(CHECKED.get(form, OTHERS))


def _checks_in(module: str) -> Checks:
    checks: Checks = import_module(module).CHECKS
    return checks


def _format(sources: Sequence[Source]) -> str | None:
    """The format of inputs.

    A file with a damaged beginning is a file of graphs if one of its lines is a graph. If a line is the first
    word of a sentence, the file is a file of trees.
    """
    trees = False
    for source in sources:  # opens only as many sources as needed
        sample = Sample.of(source)
        objects = (line for line in source.head.split("\n") if line.startswith("{"))
        if any(recognises("mrp", Sample(line)) for line in objects):
            return "mrp"
        if answers := _answers(sample):
            return answers
        if any(recognises(name, sample) for name in BY_CONTENT):
            return readers.sniff(sources, BY_CONTENT)
        trees |= FIRST_WORD.search(sample.text) is not None
    return "conllu" if trees else readers.sniff(sources, BY_CONTENT)


def _answers(sample: Sample) -> str | None:
    """The format of text with JSON inside, as models write it; None for pure JSON and for other formats.

    Lists of entities are read as entities. Other values count only in text that has no other format.
    """
    from nerkit.readers.texts import answers
    from nerkit.readers.values import model_text

    head = sample.text
    if is_json(head.lstrip("\ufeff \t\r\n")) or "{" not in head or "\0" in head:
        return None
    if recognises("answers", sample) and answers.parse(head).entities:
        return "answers"
    if any(recognises(name, sample) for name in BY_CONTENT) or FIRST_WORD.search(head):
        return None
    value = model_text.read(head).value
    return "model-output" if isinstance(value, dict) and value else None
