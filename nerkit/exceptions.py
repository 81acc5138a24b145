"""Errors, in a compiler's form: `file:line:column: problem`, the line, a caret, the remedy.

The command line prints every `NerkitError` on stderr and exits with code 2. Other exceptions are bugs of
nerkit and keep their traceback.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, ClassVar

from nerkit.ground.plain_text import character_width, visible

WIDTH = 100  # characters of an offending line that are shown
TAB = "\t"
OURS = "\n\t"  # control characters that messages of nerkit can contain
ERRORS = {  # the key of an error in `-f json` and `-f jsonl` -> what is wrong
    "usage": "an option or a name is wrong, or options contradict each other",
    "name-ambiguous": "other programs use the name for several things that nerkit tells apart",
    "not-found": "no file has this path, no file matches this pattern, or the folder is empty",
    "unreadable": "nerkit cannot open, decompress or decode the file",
    "unwritable": "nerkit cannot write the file",
    "library-missing": "nerkit needs a library for this file, and the library is not installed",
    "format-unknown": "the content of the file fits no format that nerkit reads",
    "format-ambiguous": "the content fits several formats, so name one",
    "formats-differ": "no task of nerkit reads both formats together",
    "content": "a place in the file breaks the rules of its format",
    "pairing": "nerkit cannot pair the documents of both sides",
    "system": "the operating system reports an error",
    "memory": "nerkit needs more memory than the machine has",
    "not-verified": "`nerkit verify` cannot score the stored result again",
    "other": "another error, for example results that nerkit cannot add",
}
PLACE = ("source", "line", "column", "text", "remedy")  # fields of an InputError besides the problem


class NerkitError(Exception):
    """Base of every error a user can cause.

    >>> all(issubclass(error, nerkit.NerkitError) for error in (nerkit.UsageError, nerkit.InputError))
    True
    """

    key: ClassVar[str] = "other"  # a key of ERRORS

    def told(self) -> dict[str, Any]:
        """Return the error in JSON. Lines below the first line are the remedy."""
        message, _, remedy = str(self).partition("\n")
        lines = "\n".join(map(str.strip, remedy.split("\n")))
        return error_object(self.key, message.removesuffix("; type"), remedy=lines)


def error_object(
    key: str,
    message: str,
    *,
    file: str | None = None,
    line: int | None = None,
    column: int | None = None,
    remedy: str | None = None,
) -> dict[str, Any]:
    """Return an error as `-f json` and `-f jsonl` print it, with None for each unknown field."""
    told = {"key": key, "message": message, "file": file, "line": line, "column": column}
    return {"error": {**told, "remedy": remedy or None}}


class UsageError(NerkitError):
    """An option, a name or a combination of arguments that makes no sense.

    >>> try:
    ...     nerkit.evaluate([], [], task="spam")
    ... except nerkit.UsageError as error:
    ...     print(str(error).partition(" (")[0])
    unknown task 'spam'; did you mean 'spans'?
    """

    key = "usage"


class AmbiguousError(UsageError):
    """A word of other programs, *name*, that can mean one or several names of nerkit, *meant*."""

    key = "name-ambiguous"

    def __init__(self, problem: str, name: str = "", meant: Sequence[str] = ()) -> None:
        super().__init__(problem)
        self.name, self.meant = name, meant


class TooLargeError(UsageError):
    """A document is too large to be compared; *document* is its 0-based number among the compared
    documents.
    """

    def __init__(self, document: int, problem: str) -> None:
        super().__init__(f"document {document + 1} {problem}")
        self.document, self.problem = document, problem

    def at(self, document: int) -> "TooLargeError":
        """Return the error with another number of the document."""
        return TooLargeError(document, self.problem)


class TooManyPairsError(UsageError):
    """There are too many systems to test every pair of them."""


@contextmanager
def named_documents(names: Sequence[str], first: int = 0) -> Iterator[None]:
    """Return a context in which errors about too large documents get the document's name.

    *first* is the index in *names* of the first compared document.
    """
    try:
        yield
    except TooLargeError as error:
        name = names[first + error.document]
        raise UsageError(f"document {name if name.isdigit() else repr(name)} {error.problem}") from None


class InputError(NerkitError):
    """A file that cannot be read in its expected format.

    `line` and `column` are 1-based; `text` is the offending line. `remedy` says what to do about the error.

    >>> nerkit.InputError("no tag", source="gold.bio", line=3, column=7).place
    'gold.bio:3:7'
    """

    key = "content"

    def __init__(
        self,
        problem: str,
        *,
        source: str,
        line: int | None = None,
        column: int | None = None,
        text: str | None = None,
        remedy: str | None = None,
    ) -> None:
        super().__init__(problem)
        self.problem, self.source, self.line, self.column = problem, source, line, column
        self.text, self.remedy = text, remedy

    @classmethod
    def at(
        cls, problem: str, text: str, offset: int, *, source: str, first: int = 1, remedy: str | None = None
    ) -> "InputError":
        """Return the error at an offset (in characters) of a text, whose first line is line *first*
        of *source*.
        """
        begin = text.rfind("\n", 0, offset) + 1
        end = text.find("\n", offset)
        return cls(
            problem,
            source=source,
            line=first + text.count("\n", 0, offset),
            column=offset - begin + 1,
            text=text[begin : end if end >= 0 else len(text)],
            remedy=remedy,
        )

    def told(self) -> dict[str, Any]:
        """Return the error in JSON, with its place."""
        return error_object(
            self.key, self.problem, file=self.source, line=self.line, column=self.column, remedy=self.remedy
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the constructor and its arguments, so that worker processes can send errors to the
        main process.
        """
        kind = partial(type(self), **{name: getattr(self, name) for name in PLACE})
        return kind, (self.problem,)

    @property
    def place(self) -> str:
        """The place `source:line:column`, without unknown parts."""
        return ":".join(str(part) for part in (self.source, self.line, self.column) if part is not None)

    def __str__(self) -> str:
        """Return `source:line:column: problem`, then the line with a caret, then the remedy, without
        unknown parts.

        Control and bidirectional characters are shown by their codes.
        """
        lines = [f"{visible(self.place)}: {visible(self.problem, OURS)}"]
        if self.text is not None:
            lines += _excerpt(self.text, self.column)
        if self.remedy:
            lines.append(f"  {visible(self.remedy, OURS)}")
        return "\n".join(lines)


class NotFoundError(InputError):
    """A path names no file."""

    key = "not-found"


class UnknownFormatError(InputError):
    """A file whose content has no format that nerkit reads."""

    key = "format-unknown"


class UnwritableError(InputError):
    """A file that nerkit cannot write."""

    key = "unwritable"


class UnreadableError(InputError):
    """A file that cannot be opened, decompressed or decoded."""

    key = "unreadable"


class LibraryError(UnreadableError):
    """A file needs a library that is not installed; the file itself has no fault."""

    key = "library-missing"


class FormatsError(InputError):
    """Files have formats that no task reads together, or that the given task does not read.

    `formats` maps each input's name to its format, gold first; `task` is the requested task.
    """

    key = "formats-differ"

    def __init__(
        self, problem: str, *, formats: Mapping[str, str] | None = None, task: str | None = None, **place: Any
    ) -> None:
        super().__init__(problem, **place)
        self.formats, self.task = formats or {}, task


class TiedFormatsError(InputError):
    """An input fits several formats, which would read different items from it.

    `tied` has the names of the formats.
    """

    key = "format-ambiguous"

    def __init__(self, problem: str, *, tied: Sequence[str] = (), **place: Any) -> None:
        super().__init__(problem, **place)
        self.tied = tuple(tied)


class PairingError(NerkitError):
    """Gold and system documents that do not belong together.

    >>> try:
    ...     nerkit.evaluate({"one": [(0, 5, "PER")]}, {"two": [(0, 5, "PER")]})
    ... except nerkit.PairingError as error:
    ...     print(str(error).splitlines()[0])
    1 document in system without a partner in gold: two
    """

    key = "pairing"


BEGINNING = 3  # the least letters of a name's beginning that suggest the name


def nearest(name: str, known: Iterable[str]) -> str:
    """Return a question for the known name closest to *name*, `; did you mean 'b'?`; empty if no name is
    close.
    """
    close = nearest_name(name, known)
    return "" if close is None else f"; did you mean {close!r}?"


def nearest_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name closest to *name*; None if no name is close.

    Case does not count. Names that begin with the typed text come first.
    """
    from difflib import get_close_matches

    names = {one.casefold(): one for one in known}
    begun = [one for one in names if len(name) >= BEGINNING and one.startswith(name.casefold())]
    close = begun[:1] or get_close_matches(name.casefold(), names, n=1, cutoff=0.5)
    return names[close[0]] if close else None


def nearest_fraction(value: float) -> str:
    """Return a question for the fraction of a percentage, `; did you mean 0.5?`; empty for other numbers."""
    return f"; did you mean {value / 100:g}?" if 1 < value <= 100 else ""


FEW = 12  # the most names that a hint lists


def hint(name: str, known: Iterable[str]) -> str:
    """Return the end of a message about a *name* that is not *known*: the nearest name, or a list of
    known names.
    """
    known = list(known)
    near = nearest(name, known)
    return near if near and len(known) > FEW else f"{near} (known: {some(known, FEW)})"


def unknown(what: str, name: object, known: Iterable[str]) -> UsageError:
    """Return the error for a *name* that is not *known*, with a hint at similar known names."""
    from nerkit.ground.synonyms import meanings

    known = list(known)
    if meant := meanings(what, str(name), known):
        return AmbiguousError(f"unknown {what} {name!r}; {which(meant)}", str(name), tuple(meant))
    return UsageError(f"unknown {what} {name!r}{hint(str(name), known)}")


def which(meant: Mapping[str, str]) -> str:
    """Return the question which name is meant; *meant* maps names to descriptions."""
    if len(meant) == 1:
        return f"did you mean {next(iter(meant))!r}?"
    return "which one? " + ", ".join(f"{name} is {what}" for name, what in meant.items())


def unknown_field(name: str, known: Iterable[str]) -> UsageError:
    """Return the error for a field of rows that is not *known*, with the most similar known field."""
    from nerkit.ground.synonyms import FIELDS, spelling

    known = list(known)
    meant = next((word for word in FIELDS.get(spelling(name), ()) if word in known), None)
    if meant is None:
        return unknown("field", name, known)
    return UsageError(f"unknown field {name!r}; did you mean {meant!r}?")


def check_fields(names: Iterable[str], known: Container[str], shown: Iterable[str]) -> None:
    """Raise the UsageError for the first of these fields of rows that is not *known*.

    The message names the *shown* fields.
    """
    for name in names:
        if name not in known:
            raise unknown_field(name, shown)


LONGEST_NAME = 300  # characters of a name in a list of names


def some(names: Iterable[str], limit: int = 5) -> str:
    """Return the first *limit* names joined by commas, and the number of further names."""
    names = list(names)
    more = f" and {len(names) - limit:,} more" if len(names) > limit else ""
    return ", ".join(map(short, names[:limit])) + more


def short(name: str) -> str:
    """Return a name for a message, cut after LONGEST_NAME characters."""
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"


def source_and_line(place: str) -> tuple[str, int | None]:
    """Return the source and the line of a place `file:line`; a place in memory (`span 3`) has no line."""
    source, colon, line = place.rpartition(":")
    return (source, int(line)) if colon and line.isdecimal() else (place, None)


def plural(count: int, noun: str) -> str:
    """Return a number with its noun: `1 document`, `2 documents`, `2 entities`."""
    if count == 1:
        return f"1 {noun}"
    several = f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"
    return f"{count:,} {several}"


def _excerpt(text: str, column: int | None) -> list[str]:
    """Return the line, cut to a window around *column*, and a line with a caret below the column.

    The caret is in the right place even after tabs, wide letters and marks.
    """
    first = max(0, (column or 1) - WIDTH // 2)
    shown = text[first : first + WIDTH]
    lines = [f"  {'…' if first else ''}{visible(shown, TAB)}{'…' if first + WIDTH < len(text) else ''}"]
    if column is not None:
        before = visible(shown[: column - 1 - first], TAB)
        below = "".join(c if c == TAB else " " * character_width(c) for c in before)
        lines.append(f"  {' ' if first else ''}{below}^")
    return lines
