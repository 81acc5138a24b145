"""Formats: one module each, named in READERS; recognised by content, never by file name.

A reader module has `recognise(head)`, which looks at the first text of an input, and `read(sources)`, which makes
one corpus of one or more inputs. Some also have `SUFFIX`: in a directory they read the files that end so.
"""

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

from nerkit.errors import InputError, unknown
from nerkit.io import Source

READERS = {  # name for --from -> module; the order in which recognition tries them
    "span-tsv": "nerkit.readers.span_tsv",
    "noisy-bio": "nerkit.readers.noisy_bio",
}


BY_CONTENT = [name for name in READERS if name != "noisy-bio"]  # its files are those of another task too


def reader(name: str) -> ModuleType:
    """The module that reads the format *name*; UsageError for a name that is none."""
    if name not in READERS:
        raise unknown("format", name, READERS)
    return import_module(READERS[name])


def select(sources: Sequence[Source], name: str) -> list[Source]:
    """The inputs that the format *name* reads: in a directory only the files with its suffix, if it has one."""
    suffix = getattr(reader(name), "SUFFIX", None)
    if suffix is None or len(sources) == 1:
        return list(sources)
    return [source for source in sources if source.member.endswith(suffix)]


def sniff(sources: Sequence[Source], formats: Sequence[str]) -> str | None:
    """The first of *formats* that recognises the first input with text; None if all inputs are blank.

    Where no format recognises it, a lone candidate is taken, so that its reader can say what is wrong and where.
    Raises InputError when there is no such candidate.
    """
    for name in formats:
        suffix = getattr(reader(name), "SUFFIX", None)
        if suffix and len(sources) > 1 and any(source.member.endswith(suffix) for source in sources):
            return name
    for source in sources:
        head = source.head
        if not head.strip():
            continue
        for name in formats:
            if reader(name).recognise(head):
                return name
        if guess := _likely(head, formats):
            return guess
        remedy = f"name it with --from ({', '.join(formats)})"
        raise InputError(
            "the format is not recognised", source=source.name, line=1, text=_first_line(head), remedy=remedy
        )
    return None


def _likely(head: str, formats: Sequence[str]) -> str | None:
    """The format whose reader gives the best message for an input that nothing recognises."""
    if head.lstrip()[:1] in "{[":
        return None
    return "span-tsv" if "span-tsv" in formats and ("\t" in head or len(formats) == 1) else None


def _first_line(head: str) -> str:
    return next(line for line in head.split("\n") if line.strip())
