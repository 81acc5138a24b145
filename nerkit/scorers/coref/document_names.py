"""Ids of documents: new ones (`--ids FILE`), and ids that differ by `; part 000` alone.

    gold   (bc/cctv/00/cctv_0000); part 000        system   bc/cctv/00/cctv_0000

Columns tell the parts of a document; other formats know none. Where one side has a single part 000 of a
document, and the other side the document without a part, both are the same.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from nerkit.corpora.mentions import Mentions
from nerkit.errors import InputError, UsageError, plural, some
from nerkit.ground.patterns import regex
from nerkit.ground.warnings import Note
from nerkit.io import single

SHOWN = 5  # ids that a warning lists
IN_PART = "documents are renamed in a part"  # does not add up, so that all is scored in one piece
PART = regex(r"\s*(?:part\s+([0-9]+)\s*)?")  # what stands behind the last semicolon of an id
FIRST = 0  # the number of the only part of a document


class NewName(NamedTuple):
    """The new id of a document, and the place where it is given: a line of a file, or no place."""

    name: str
    source: str = ""
    line: int = 0
    text: str = ""


def new_names(given: "str | Mapping[str, str]") -> dict[str, NewName]:
    """The new ids of a file, lines of old id, tab, new id (`#` begins a comment), or of a mapping.

    Raises InputError for a line of another kind, and for an id that has two new ones.
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
                problem = "not two columns"
            elif cells[0] in names and names[cells[0]].name != cells[1]:
                problem = f"{cells[0]!r} is renamed in line {names[cells[0]].line} already"
            if problem:
                remedy = "a line is: old id, new id, separated by one tab"
                raise InputError(problem, source=source.name, line=number, column=1, text=line, remedy=remedy)
            names.setdefault(cells[0], NewName(cells[1], source.name, number, line))
    return names


def renamed(corpora: Sequence[Mentions], names: Mapping[str, NewName]) -> tuple[list[Mentions], list[str]]:
    """The sides with their documents renamed, and a warning that counts ids which no document has.

    Raises InputError, at its line, for a name that two documents of a side would have; UsageError where it is
    of no file.
    """
    known = {document for corpus in corpora if corpus.named for document in corpus.documents}
    unused = [old for old in names if old not in known]
    warnings = [f"ids=…: {plural(len(unused), 'id')} that no document has: {some(unused, SHOWN)}"]
    return [_renamed(corpus, names) for corpus in corpora], warnings if unused else []


def _renamed(corpus: Mentions, names: Mapping[str, NewName]) -> Mentions:
    """One side with its documents renamed."""
    if not corpus.named or names.keys().isdisjoint(corpus.documents):
        return corpus
    olds: dict[str, str] = {}  # new id -> the one that it was
    for old in corpus.documents:
        new = names[old].name if old in names else old
        if olds.setdefault(new, old) != old:
            _fail_same(new, [one for one in (olds[new], old) if one in names], (olds[new], old), names)
    return replace(corpus, documents=[names[old].name if old in names else old for old in corpus.documents])


def _fail_same(new: str, moved: Sequence[str], both: tuple[str, str], names: Mapping[str, NewName]) -> None:
    """Raise the error for two documents that would have one name, at the later line that gives it."""
    at = max((names[old] for old in moved), key=lambda one: one.line)
    problem = f"two documents would be {new!r}: {both[0]!r} and {both[1]!r}"
    if not at.line:
        raise UsageError(problem)
    remedy = "documents of one side have names of their own"
    raise InputError(problem, source=at.source, line=at.line, column=1, text=at.text, remedy=remedy)


def without_parts(corpora: Sequence[Mentions]) -> tuple[list[Mentions], list[str]]:
    """The systems with gold's ids where these differ by `; part 000` alone, and notes that count them."""
    gold, *systems = corpora
    sides, notes = [gold], list[str]()
    for system in systems:
        names = _same(gold.documents, system.documents) if gold.named and system.named else {}
        sides.append(
            replace(system, documents=[names.get(name, name) for name in system.documents])
            if names
            else system
        )
        if names:
            own, of_gold = next(iter(names.items()))
            what = plural(len(names), "document")
            notes.append(Note(f"{what} paired though one side has no part: {own!r} is {of_gold!r}"))
    return sides, notes


def are_parted(corpora: Sequence[Mentions]) -> bool:
    """Whether one side alone has a part 000 of a document, which the other may have without a part."""
    gold, *systems = corpora
    alone = {name for system in systems for name in {*gold.documents}.symmetric_difference(system.documents)}
    return any(part == FIRST for _, part in map(_parted, alone))


def _same(gold: Sequence[str], system: Sequence[str]) -> dict[str, str]:
    """System id -> gold id of documents of which one has the part 000, the other none, and neither side
    another part.
    """
    alone = set(gold).symmetric_difference(system)
    if not any(part == FIRST for _, part in map(_parted, alone)):
        return {}
    of_gold, of_system = _by_document(gold), _by_document(system)
    names = {}
    for document, own in of_system.items():
        partner = of_gold.get(document, [])
        if len(own) == len(partner) == 1 and own[0] != partner[0]:
            parts = {_parted(own[0])[1], _parted(partner[0])[1]}
            if parts == {None, FIRST}:
                names[own[0]] = partner[0]
    return names


def _by_document(names: Iterable[str]) -> dict[str, list[str]]:
    """The ids of the parts of each document."""
    documents = defaultdict[str, list[str]](list)
    for name in names:
        documents[_parted(name)[0]].append(name)
    return documents


def _parted(name: str) -> tuple[str, int | None]:
    """The document of an id and the number of its part, None without a part.

    >>> _parted("(a/b); part 000"), _parted("a/b")
    (('a/b', 0), ('a/b', None))
    """
    before, semicolon, behind = name.rpartition(";")
    match = PART.fullmatch(behind) if semicolon else None
    document = before.rstrip() if match else name
    if document.startswith("(") and document.endswith(")"):
        document = document[1:-1]
    return document, int(match[1]) if match and match[1] else None
