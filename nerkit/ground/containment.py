"""Security: which files nerkit may read although the user did not type them, and which files messages may
quote.

An automatically found configuration and a stored result may only name files in one folder. A file name can be
a whole value, or a part after `=`, `@` or a comma:

    seen=train.bio     seen=train.bio, train.bio
    @../../ids.txt     @../../ids.txt, ../../ids.txt      the second leads outside

While such a configuration is in force, every function that opens a file calls `admit` first:

    file that was typed, or is in a typed folder, or is part of nerkit   read, shown in messages
    file that a typed file names (`follow`)                              read, shown in messages
    other file in the repository, links resolved                         read, not shown (`is_hidden`)
    other file, and any remote address                                   an error
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

INNER = regex(r"[=@,]")  # signs that can be before a file name in a value
GLOB = regex(r"[*?\[]")
ADDRESS = regex(r"[A-Za-z][A-Za-z0-9+.-]+://")
MOST_NAMED = 20  # maximum number of file names in a typed word or a configuration value
NERKIT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LARGEST_SEARCHED = 16 << 20  # total bytes of hidden files that are searched for words of messages
SEPARATORS = r"""\s'"(),;\[\]{}"""
WORD = regex(rf"[^{SEPARATORS}]+")
QUOTED = regex(r"""['"(]|: """)  # in a line of a message, quotes from files come after one of these signs
PLAIN = regex(r"[a-z]+|[\d,.]+%?")  # plain English words, and numbers
LONG = 4  # length from which a word is also searched inside other words
TYPE_IT = "name the file on the command line, or the configuration with config=…"


class FoundScope(NamedTuple):
    """The files that an automatically found configuration may lead to, and the files that it has led to.

    root      the root folder of the repository, with links resolved
    typed     absolute paths and addresses that the user typed or that belong to nerkit
    patterns  absolute paths with `*`, `?` or `[` that the user typed, split at the slashes
    reached   absolute paths of files that only the configuration named
    texts     reached path -> text of the file, read when a message is checked; None for a file that is not
              searched
    """

    root: str
    typed: set[str]
    patterns: list[list[str]]
    reached: set[str]
    texts: dict[str, str | None]


_scope: FoundScope | None = None


def begin(root: str, words: Iterable[str]) -> None:
    """Put an automatically found configuration in force. *root* is its repository, *words* are the typed
    arguments.
    """
    named = {NERKIT}
    for word in words:
        glued = [word[2:]] if word[:1] == "-" != word[1:2] else []  # -gFILE
        named.update(filter(None, [*glued, *islice(named_paths(word), MOST_NAMED)]))
    typed = {_whole(name) for name in named if "\0" not in name}
    patterns = [one.split(os.sep) for one in typed if GLOB.search(one)]
    known = _scope.reached if _scope else set()  # the line is parsed again when an error is explained
    resume(FoundScope(root, typed, patterns, known, {}))


def resume(scope: FoundScope | None) -> None:
    """Put the configuration of another process in force; None puts no configuration in force."""
    global _scope  # noqa: PLW0603  (one command runs at a time)
    _scope = scope


def in_force() -> FoundScope | None:
    """The scope of the configuration in force. None without an automatically found configuration."""
    return _scope


def is_typed(path: str) -> bool:
    """Whether the user chose a file, or nerkit owns it. Always True without an automatically found
    configuration.
    """
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
    """Treat the file *path* as typed if the file *by*, which names it, is typed."""
    if _scope is not None and is_typed(by):
        _scope.typed.add(_whole(path))


def trust(path: str) -> None:
    """Treat a file as typed, because it is a preset of a package that the user installed."""
    if _scope is not None:
        _scope.typed.add(_whole(path))


def admit(path: str) -> None:
    """Check that a file, folder, pattern or address may be read. Raises InputError for an address or a path
    outside the repository that only an automatically found configuration names.
    """
    if _scope is None or is_typed(path):
        return
    if is_address(path) or not is_inside(path, _scope.root):
        what = "is fetched" if is_address(path) else "is outside its repository"
        problem = f"the configuration that nerkit found names this path, which {what}"
        raise InputError(problem, source=path, remedy=TYPE_IT)
    _scope.reached.add(_whole(path))


def is_hidden(path: str) -> bool:
    """Whether only an automatically found configuration led to a file. Messages must not show its content."""
    return _scope is not None and _whole(path) in _scope.reached


def without_excerpts(text: str) -> str:
    """Replace each word of a message that may come from a hidden file by `…`.

    Checked are words in quotes, in brackets or after a colon, and other words that are not plain English.
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
    """Whether a word occurs in a hidden file. False for the name of a hidden file, and for a typed name."""
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
    """The text of a file. Empty if *path* is not a file. None if the file is compressed or larger than *most*
    bytes.
    """
    if not os.path.isfile(path):
        return ""
    with open(path, "rb") as file:
        data = file.read(most + 1)
    return None if len(data) > most or b"\0" in data else data.decode(errors="replace")


def _whole(path: str) -> str:
    return path.rstrip("/") if is_address(path) else os.path.abspath(path)


def named_paths(value: str) -> Iterator[str]:
    """All paths that a value can name: the whole value, and each part after `=`, `@` or a comma."""
    yield value
    yield from (value[match.end() :] for match in INNER.finditer(value))


def is_address(path: str) -> bool:
    """Whether a path is a remote address, such as `s3://…`."""
    return "://" in path and ADDRESS.match(path) is not None


def reached(path: str) -> Iterator[str]:
    """The paths that nerkit would read for *path*: the path itself, the matches of a pattern, and links in a
    folder.

    The path, or the folder of a pattern, comes first, so that a caller that refuses it can stop.
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
    """Whether a path is in the folder *root* after its links are resolved. *root* must have no links."""
    try:
        return os.path.commonpath([root, os.path.realpath(path)]) == root
    except ValueError:  # two drives of Windows
        return False
