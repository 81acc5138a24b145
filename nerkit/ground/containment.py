"""The files that nerkit may read although nobody typed them, and the files that messages may quote.

A configuration that was found, and a stored result, may name files of one folder only. A value names a file
by itself, or behind `=`, `@` or a comma:

    seen=train.bio     seen=train.bio, train.bio
    @../../ids.txt     @../../ids.txt, ../../ids.txt      the second leads outside

While a found configuration is in force, whatever opens a file asks `admit` first, however the name got there:

    typed on the command line, below such a folder, nerkit's own      read, and shown in messages
    named in a typed file (`follow`)                                  read, and shown in messages
    any other in the repository, links resolved                       read, and `is_hidden`
    any other, and any address                                        an error
"""

import glob
import os
from collections.abc import Iterable, Iterator
from itertools import islice
from re import escape
from typing import TYPE_CHECKING, NamedTuple

from nerkit.exceptions import InputError
from nerkit.ground.patterns import regex

if TYPE_CHECKING:
    import re

INNER = regex(r"[=@,]")  # what may stand before the name of a file in a value
GLOB = regex(r"[*?\[]")
ADDRESS = regex(r"[A-Za-z][A-Za-z0-9+.-]+://")
MOST_NAMED = 20  # names of files that a word of the command line, or of a configuration, is taken for
NERKIT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LARGEST_SEARCHED = 16 << 20  # bytes of hidden files in which words of messages are looked for
SEPARATORS = r"""\s'"(),;\[\]{}"""
WORD = regex(rf"[^{SEPARATORS}]+")
QUOTED = regex(r"""['"(]|: """)  # what a message may quote stands behind the first of these in a line
PLAIN = regex(r"[a-z]+|[\d,.]+%?")  # words of a sentence, and numbers
LONG = 4  # characters from which on a word counts inside another one
TYPE_IT = "name the file on the command line, or the configuration with config=…"


class FoundScope(NamedTuple):
    """The bounds of a configuration that was found, and the files that it has led to.

    root      the folder of the repository, links resolved
    typed     whole paths of files and folders, and addresses, that the user typed or that are nerkit's own
    patterns  whole paths with `*`, `?` or `[` that the user typed, cut into their names
    reached   whole paths that only the configuration named
    texts     the text of each of these files, once a message is looked at; None for one that is not searched
    """

    root: str
    typed: set[str]
    patterns: list[list[str]]
    reached: set[str]
    texts: dict[str, str | None]


_scope: FoundScope | None = None


def begin(root: str, words: Iterable[str]) -> None:
    """Put a found configuration in force for a command line of these words."""
    named = {NERKIT}
    for word in words:
        glued = [word[2:]] if word[:1] == "-" != word[1:2] else []  # -gFILE
        named.update(filter(None, [*glued, *islice(named_paths(word), MOST_NAMED)]))
    typed = {_whole(name) for name in named if "\0" not in name}
    patterns = [one.split(os.sep) for one in typed if GLOB.search(one)]
    known = _scope.reached if _scope else set()  # a line is parsed again to explain an error
    resume(FoundScope(root, typed, patterns, known, {}))


def resume(scope: FoundScope | None) -> None:
    """Put the configuration of another process in force, or none."""
    global _scope  # noqa: PLW0603  (one command runs at a time)
    _scope = scope


def in_force() -> FoundScope | None:
    """The bounds that are in force, None without a found configuration."""
    return _scope


def is_typed(path: str) -> bool:
    """Whether a file is the user's choice or nerkit's own; True without a found configuration."""
    if _scope is None:
        return True
    outer, inner = _whole(path), ""
    if _scope.patterns:
        from nerkit.ground.folders import fits

        if any(fits(outer.split(os.sep), pattern) for pattern in _scope.patterns):
            return True
    while outer != inner:
        if outer in _scope.typed:
            return True
        outer, inner = os.path.dirname(outer), outer
    return False


def follow(by: str, path: str) -> None:
    """Treat a file that another file names, or to which it belongs, as typed if that file is."""
    if _scope is not None and is_typed(by):
        _scope.typed.add(_whole(path))


def trust(path: str) -> None:
    """Take a file for typed: a preset of an installed package, which the user installed."""
    if _scope is not None:
        _scope.typed.add(_whole(path))


def admit(path: str) -> None:
    """Let a file, a folder, a pattern or an address be read. Raises InputError if a found configuration alone
    leads to it, and it is an address or outside the repository.
    """
    if _scope is None or is_typed(path):
        return
    if is_address(path) or not is_inside(path, _scope.root):
        what = "is fetched" if is_address(path) else "is outside its repository"
        problem = f"the configuration that nerkit found names this path, which {what}"
        raise InputError(problem, source=path, remedy=TYPE_IT)
    _scope.reached.add(_whole(path))


def is_hidden(path: str) -> bool:
    """Whether a found configuration alone led to a file, so that no message shows anything of it."""
    return _scope is not None and _whole(path) in _scope.reached


def without_excerpts(text: str) -> str:
    """A message with `…` for each word that may be from a file that is hidden.

    Words in quotes, in brackets or after a colon may be, and other words that are not plain English.
    """
    if _scope is None or not _scope.reached:
        return text
    return "\n".join(map(_without_excerpts, text.split("\n")))


def _without_excerpts(line: str) -> str:
    quoted = QUOTED.search(line)
    begin = quoted.start() if quoted else len(line)

    def shown(match: "re.Match[str]") -> str:
        word = match[0].strip(":.?!")
        may_be = match.start() >= begin or not PLAIN.fullmatch(word)
        return match[0].replace(word, "…") if word and may_be and _is_in_hidden(word) else match[0]

    return WORD.sub(shown, line)


def _is_in_hidden(word: str) -> bool:
    """Whether a word is in a hidden file, and is not the name of one, or typed."""
    assert _scope is not None
    if _whole(word) in _scope.typed | _scope.reached:
        return False
    left = LARGEST_SEARCHED - sum(len(text or "") for text in _scope.texts.values())
    for path in _scope.reached - _scope.texts.keys():
        _scope.texts[path] = text = _text(path, left)
        left -= len(text or "")
    texts = _scope.texts.values()
    if len(word) >= LONG:
        return any(text is None or word in text for text in texts)
    alone = regex(rf"(?<![^{SEPARATORS}]){escape(word)}(?![^{SEPARATORS}])")
    return any(text is None or alone.search(text) for text in texts)


def _text(path: str, most: int) -> str | None:
    """The text of a file; empty if the path is not a file, None if the file is larger than *most* bytes or
    compressed.
    """
    if not os.path.isfile(path):
        return ""
    with open(path, "rb") as file:
        data = file.read(most + 1)
    return None if len(data) > most or b"\0" in data else data.decode(errors="replace")


def _whole(path: str) -> str:
    return path.rstrip("/") if is_address(path) else os.path.abspath(path)


def named_paths(value: str) -> Iterator[str]:
    """All paths that a value may name: the value itself, and the part after each sign."""
    yield value
    yield from (value[match.end() :] for match in INNER.finditer(value))


def is_address(path: str) -> bool:
    """Whether a path is an address to fetch (`s3://…`)."""
    return "://" in path and ADDRESS.match(path) is not None


def reached(path: str) -> Iterator[str]:
    """The paths that nerkit may read for a path: itself, the matches of a pattern, the links in a folder.

    The path, or the beginning of the pattern, comes first, so that a caller who refuses it looks no further.
    """
    if not path or "\0" in path:
        return
    if not os.path.exists(path) and GLOB.search(path):
        yield GLOB.split(path, maxsplit=1)[0] or "."
        yield from glob.iglob(path, recursive=True)
        return
    yield path
    for folder, folders, names in os.walk(path):
        for name in (*folders, *names):
            if os.path.islink(os.path.join(folder, name)):
                yield os.path.join(folder, name)


def is_inside(path: str, root: str) -> bool:
    """Whether a path, links resolved, is in the folder *root*, whose own links are resolved before."""
    try:
        return os.path.commonpath([root, os.path.realpath(path)]) == root
    except ValueError:  # two drives of Windows
        return False
