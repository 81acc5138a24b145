"""Checks of models' answers: JSON that nerkit cannot read (A1…), or that it unwraps or repairs (A2…).

Each document has the status that `nerkit json`, `nerkit calls`, or a span task on answers counts in its
warnings. The value of a gold field is not an answer.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from nerkit import readers
from nerkit.checks.any_format import REFUSED, WARNED, refused, warned
from nerkit.checks.checks import Checks, Finding
from nerkit.corpora.corpus import REPAIRED, UNREADABLE, WRAPPED
from nerkit.corpora.readings import USUAL
from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.calls.alternatives import CallError
from nerkit.readers.calls.conversation import SideReading, TurnReader
from nerkit.readers.calls.sides import read_side
from nerkit.readers.texts import answers
from nerkit.readers.values import records

CODES = {UNREADABLE: "A101", WRAPPED: "A201", REPAIRED: "A202"}
BROKEN = "A102"
MESSAGES = {
    "A101": "an answer that nerkit cannot read",
    BROKEN: "a broken call: no name, or arguments that are not a JSON object",
    "A201": "an answer with prose, fences or other values around its value",
    "A202": "an answer that nerkit repairs: commas, quotes, comments, literals, a missing end",
    REFUSED: "an error of the format's reader",
    WARNED: "a warning of the format's reader",
}
OF_SYSTEM = {*records.OF_SYSTEM, *records.OF_BOTH, "custom_id", "messages"}


def findings(sources: Sequence[Source], form: str) -> Iterator[Finding]:
    """Yield the findings of each file: answers in order, then warnings of the reader."""
    find = _entities if form == "answers" else _documents
    for source in sources:
        try:
            if not source.head.strip():
                continue
            found = list(find(source, form))
        except InputError as error:
            found = [refused(error)]
        yield from found


def _documents(source: Source, form: str) -> Iterator[Finding]:
    """The worst finding of each document of JSON or tool calls, and the reader's warnings."""
    corpus, how = readers.reading(form, "values")([source]), records.TextReading()
    side, of_calls = SideReading(None, UNREADABLE, exact=False), form == "calls"
    if of_calls:
        read = read_side(corpus, how, None, lambda _: side)
    else:
        read = records.read_system(corpus, how, None)
    columns = read.documents, read.at, read.status, read.values, corpus.values
    for name, place, status, turns, value in zip(*columns, strict=True):
        if status not in CODES or (_is_gold_of_calls if of_calls else _is_gold)(value):
            continue
        calls = (call for turn in turns for call in turn) if of_calls else ()
        broken = next((call for call in calls if call.is_broken), None)
        which = [f"document {name}"] if read.named else []
        which += [f"tool {broken.name}"] if broken is not None and broken.name is not None else []
        where = f"{source.name}:{place.line}" if place else source.name
        yield _finding(where, CODES[status] if broken is None else BROKEN, which)
    yield from warned(source, read.warnings)


def _entities(source: Source, _: str) -> Iterator[Finding]:
    for name, line, status in answers.statuses(source):
        if status in CODES:
            which = [] if name is None else [f"document {name}"]
            yield _finding(f"{source.name}:{line}", CODES[status], which)


def _is_gold_of_calls(value: Any) -> bool:
    """Whether a record is valid gold, in which a call may have several readings."""
    try:
        return TurnReader(SideReading(USUAL, UNREADABLE, exact=True)).turns(value) is not None
    except CallError:
        return False


def _finding(place: str, code: str, which: Sequence[str]) -> Finding:
    return Finding(place, code, MESSAGES[code] + (f" ({', '.join(which)})" if which else ""))


def _is_gold(value: Any) -> bool:
    """Whether a record has a gold field and no system field, so that its text need not be JSON."""
    keys = value.keys() if isinstance(value, Mapping) else set[str]()
    return not keys.isdisjoint(records.OF_GOLD) and keys.isdisjoint(OF_SYSTEM)


CHECKS = Checks(MESSAGES, findings)
