"""New ids of documents, from a file with lines of old id, tab, new id (`--ids FILE`)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from nerkit.corpora.corpus import Side
from nerkit.exceptions import InputError, UsageError
from nerkit.ground.warnings import listed
from nerkit.io import single


class NewName(NamedTuple):
    """The new id of a document, and the file and line that give it (no place if it is from a mapping)."""

    name: str
    source: str = ""
    line: int = 0
    text: str = ""


def new_names(given: "str | Mapping[str, str]") -> dict[str, NewName]:
    """Old id -> new id, from a file (lines of old id, tab, new id; `#` begins a comment) or from a mapping.

    Raises InputError for an invalid line, and for an id with two new ids.
    """
    if isinstance(given, Mapping):
        return {str(old): NewName(str(new)) for old, new in given.items()}
    names: dict[str, NewName] = {}
    with single(given) as source:
        for number, line in source.lines():
            if not line.strip() or line.startswith("#"):
                continue
            cells = [cell.strip() for cell in line.split("\t")]
            problem = ""
            if len(cells) != 2 or not all(cells):
                problem = "the line does not have two columns"
            elif cells[0] in names and names[cells[0]].name != cells[1]:
                problem = f"line {names[cells[0]].line} already renames {cells[0]!r}"
            if problem:
                remedy = "write lines of old id and new id, separated by one tab"
                raise InputError(problem, source=source.name, line=number, column=1, text=line, remedy=remedy)
            names.setdefault(cells[0], NewName(cells[1], source.name, number, line))
    return names


def renamed(corpora: Sequence[Side], names: Mapping[str, NewName]) -> tuple[list[Side], list[str]]:
    """The sides with renamed system documents, the gold documents whose ids no system has, and a warning.

    The warning counts ids without a document. Raises InputError, at its line, for a new id that two documents
    of a side would have. Raises UsageError if the new id comes from a mapping.
    """
    known = {document for corpus in corpora if corpus.named for document in corpus.documents}
    unused = [old for old in names if old not in known]
    gold, *systems = corpora
    of_systems = {document for corpus in systems if corpus.named for document in corpus.documents}
    of_gold = {old: new for old, new in names.items() if old not in of_systems}
    sides = [_renamed(gold, of_gold), *(_renamed(system, names) for system in systems)]
    return sides, [*listed("ids-unused", unused)]


def _renamed(corpus: Side, names: Mapping[str, NewName]) -> Side:
    """One side, with its documents renamed."""
    if not corpus.named or names.keys().isdisjoint(corpus.documents):
        return corpus
    olds: dict[str, str] = {}  # new id -> old id
    for old in corpus.documents:
        new = names[old].name if old in names else old
        if olds.setdefault(new, old) != old:
            _fail_same(new, [one for one in (olds[new], old) if one in names], (olds[new], old), names)
    documents = [names[old].name if old in names else old for old in corpus.documents]
    return corpus.in_documents(documents, np.arange(len(documents)))


def _fail_same(new: str, moved: Sequence[str], both: tuple[str, str], names: Mapping[str, NewName]) -> None:
    """Raise the error for two documents that would get one id, at the later line that gives the id."""
    at = max((names[old] for old in moved), key=lambda one: one.line)
    problem = f"two documents would get the id {new!r}: {both[0]!r} and {both[1]!r}"
    if not at.line:
        raise UsageError(problem)
    remedy = "give each document of a side a different id"
    raise InputError(problem, source=at.source, line=at.line, column=1, text=at.text, remedy=remedy)
