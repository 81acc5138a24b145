"""Checks of semantic roles: sentences that cannot be read (S1…), and roles that are doubtful (S2…).

A sentence that cannot be read has one finding, its first error.
"""

import io
import re
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from nerkit import readers
from nerkit.algorithms.columns import IntArray
from nerkit.algorithms.keys import combine, contained, distinct, turns
from nerkit.checks.checks import Checks, Finding
from nerkit.corpora.roles import CONTINUED, VERB, Roles
from nerkit.exceptions import InputError, UnreadableError
from nerkit.io import Source
from nerkit.readers.roles import role_brackets, role_heads, up

REFERRING = "R-"
UNREADABLE = {  # the remedy of the reader -> code and message
    role_brackets.COLUMNS: ("S101", "a line with fewer or more columns than its sentence"),
    role_heads.COLUMNS: ("S101", "a line with fewer or more columns than its sentence"),
    role_brackets.EVERY: ("S102", "more or fewer columns of arguments than predicates"),
    role_brackets.BRACKETS: ("S103", "a cell of arguments that nerkit cannot read"),
    role_brackets.CLOSED: ("S104", "brackets that do not match"),
    role_heads.IDS: ("S105", "ids out of order"),
    role_heads.HEADS: ("S106", "a head that is not a word of the sentence"),
    role_heads.ARGUMENTS: ("S107", "an argument of no words of the sentence"),
}
FEW = ("S101", "a line with fewer or more columns than its sentence")
Doubts = Callable[[Roles], IntArray]  # function (roles) -> doubtful words


def findings(sources: Sequence[Source], form: str) -> Iterator[Finding]:
    """Yield the findings of each file, in the order of its lines."""
    for source in sources:
        if not source.head.strip():
            continue
        text, name = source.text(), source.name
        try:
            found = _doubts(_read(text, name, form), name, 0)
        except UnreadableError:
            raise
        except InputError:
            found = [
                one for line, sentence in _sentences(text, form) for one in _of(sentence, name, form, line)
            ]
        yield from sorted(found, key=_line)


def _line(finding: Finding) -> int:
    return int(re.findall(r":([0-9]+)", finding.place)[-1 if finding.code > "S2" else -2 :][0])


def _read(text: str, name: str, form: str) -> Roles:
    roles: Roles = readers.reader(form).read([Source(io.StringIO(text), name)])
    return roles


def _sentences(text: str, form: str) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a text, each with the number of lines before it and with the line of column
    names.
    """
    named = up.NAMES.search(text) if form == "up" else None
    head = f"{named[0]}\n" if named else ""
    line = 0
    for part in re.split(r"(?m)((?:^[ \t]*\n)+)", text):
        if part.strip():
            yield line - head.count("\n"), head + part
        line += part.count("\n")


def _of(sentence: str, name: str, form: str, before: int) -> list[Finding]:
    try:
        return _doubts(_read(sentence, name, form), name, before)
    except InputError as error:
        code = UNREADABLE.get(error.remedy or "", FEW)[0]
        place = f"{name}:{(error.line or 1) + before}:{error.column or 1}"
        return [Finding(place, code, error.problem)]


def _doubts(roles: Roles, name: str, before: int) -> list[Finding]:
    return [
        Finding(f"{name}:{int(roles.line[word]) + before}", code, message)
        for code, (message, doubts) in DOUBTFUL.items()
        for word in doubts(roles).tolist()
    ]


def lacking(roles: Roles) -> IntArray:
    """Predicates without a phrase, in files of spans."""
    if roles.heads:
        return roles.word[:0]
    words: IntArray = roles.word[np.bincount(roles.predicate, minlength=len(roles.word)) == 0]
    return words


def misplaced(roles: Roles) -> IntArray:
    """Predicates without a V phrase at their word, in files of spans."""
    if roles.heads:
        return roles.word[:0]
    verb = np.array([*(value == VERB for value in roles.label.values), False], bool)[roles.label.codes]
    word = roles.word[roles.predicate]
    holds = roles.predicate[verb & (roles.start <= word) & (word < roles.end)]
    some = np.bincount(roles.predicate, minlength=len(roles.word)) > 0
    words: IntArray = roles.word[some & (np.bincount(holds, minlength=len(roles.word)) == 0)]
    return words


def alone(roles: Roles) -> IntArray:
    """Phrases C-X without an earlier X of the same predicate."""
    return _without(roles, CONTINUED, before=True)


def referring(roles: Roles) -> IntArray:
    """Phrases R-X without an X of the same predicate."""
    return _without(roles, REFERRING, before=False)


def _without(roles: Roles, prefix: str, *, before: bool) -> IntArray:
    """Phrases whose label has a prefix, if their predicate has no phrase with the label after the prefix."""
    values = roles.label.values
    place = {value: code for code, value in enumerate(values)}
    targets = [
        place.get(value.removeprefix(prefix), -1) if value.startswith(prefix) else -2 for value in values
    ]
    target = np.array([*targets, -2], np.int64)[roles.label.codes]
    rows = np.flatnonzero(target != -2)
    twice = np.concatenate([roles.predicate, roles.predicate[rows]])
    key = combine(twice, np.concatenate([roles.label.codes, target[rows]]))
    own, sought = key[: len(roles)], key[len(roles) :]
    if not before:
        return roles.start[rows[~contained(sought, distinct(own))]]
    order = np.argsort(own, kind="stable")  # phrases of a predicate stand in the order of their words
    first = np.searchsorted(own[order], sought)
    found = np.append(order, len(roles))[first]
    same = np.append(own, -1)[found] == sought
    start: IntArray = roles.start[rows[~(same & (found < rows))]]
    return start


def repeated(roles: Roles) -> IntArray:
    """Phrases with a label that their predicate has twice."""
    key = combine(roles.predicate, roles.label.codes, roles.start, roles.end)
    words: IntArray = roles.start[turns(key) > 0]
    return words


def inside(roles: Roles) -> IntArray:
    """Phrases inside the brackets of another phrase."""
    return roles.start[roles.around >= 0]


DOUBTFUL: dict[str, tuple[str, Doubts]] = {
    "S201": ("a predicate without phrases: its column of arguments is missing or empty", lacking),
    "S202": ("a predicate without a V on its word", misplaced),
    "S203": ("C-X without an X before it", alone),
    "S204": ("R-X without an X", referring),
    "S205": ("an argument given twice", repeated),
    "S206": ("an argument inside another argument of the same predicate", inside),
}
MESSAGES = {*UNREADABLE.values(), *((code, message) for code, (message, _) in DOUBTFUL.items())}
CHECKS = Checks(dict(sorted(MESSAGES)), findings)
