"""TOML with line numbers: Python parses the file, and the place of a key is searched only for an error
message.
"""

import os
import re
from dataclasses import dataclass
from typing import Any, NoReturn

from nerkit.exceptions import InputError
from nerkit.ground.bad_bytes import parser_problem, toml_table
from nerkit.ground.containment import follow, is_typed
from nerkit.ground.limits import LARGEST_CONFIG, size
from nerkit.io import Source

Path = tuple[str | int, ...]

AT = re.compile(r" \(at line (\d+), column (\d+)\)$")
END = re.compile(r" \(at end of document\)$")
HEADER = re.compile(r"^\s*\[\[?(.*?)\]\]?\s*(?:#.*)?$")
PART = re.compile(r'"([^"]*)"|\'([^\']*)\'|([^.\s"\']+)')


@dataclass(frozen=True, slots=True)
class Toml:
    """A TOML file: its parsed table, its source and its text."""

    table: dict[str, Any]
    source: str
    text: str

    def fail(self, problem: str, *path: str | int, remedy: str | None = None) -> NoReturn:
        """Raise InputError at the key at *path*. If the key does not exist, the error is at the table around
        it.
        """
        line, column = self.place(path)
        text = self.text.split("\n")[line - 1]
        raise InputError(problem, source=self.source, line=line, column=column, text=text, remedy=remedy)

    def file(self, name: str) -> str:
        """The path of a file that this TOML file names, relative to its folder.

        A name that is the value of an option does not come from this file, so it is not relative to its
        folder.
        """
        path = os.path.join(os.path.dirname(self.source), name)
        if f'"{name}"' in self.text or f"'{name}'" in self.text or is_typed(name):
            follow(self.source, path)
        return path

    def place(self, path: Path) -> tuple[int, int]:
        """The line and column (1-based) of the key at *path*.

        The keys are searched in order, below the last header that matches the beginning of the path.
        """
        lines, names = self.text.split("\n"), [step for step in path if isinstance(step, str)]
        line, column, used = 0, 0, 0
        for number, text in enumerate(lines):
            parts = _header(text)
            if parts is not None and len(parts) >= used and parts == names[: len(parts)]:
                line, column, used = number, text.index("[") + 1, len(parts)
        for name in names[used:]:
            place = _key(lines, line, column, name)
            if place is None:
                break
            line, column = place
        return line + 1, max(column, 1)


def parse(source: Source) -> Toml:
    """Parse a TOML file. Raises InputError (line, column) for malformed or too large files."""
    beginning, whole = source.first_text(LARGEST_CONFIG + 1)
    if not whole:
        raise InputError(
            f"the TOML file is larger than {size(LARGEST_CONFIG)}",
            source=source.name,
            line=beginning.count("\n") + 1,
            remedy="move the settings of nerkit to their own file, and name that file",
        )
    text = source.text()
    try:
        return Toml(toml_table(text), source.name, text)
    except RecursionError:
        raise InputError("the tables are nested too deeply", source=source.name) from None
    except ValueError as error:  # not of TOML, or an integer of thousands of digits
        problem, lines = parser_problem(error), text.split("\n")
        where = AT.search(problem)
        line, column = (int(where[1]), int(where[2])) if where else (len(lines), len(lines[-1]) + 1)
        problem = END.sub("", AT.sub("", problem))
        raise InputError(
            f"not valid TOML: {problem[:1].lower()}{problem[1:]}",
            source=source.name,
            line=line,
            column=column,
            text=lines[line - 1],
        ) from None


def _header(text: str) -> list[str] | None:
    """The keys in a table header; None if the line is not a header."""
    header = HEADER.match(text)
    if header is None:
        return None
    return [double or single or bare for double, single, bare in PART.findall(header[1])]


def _key(lines: list[str], line: int, column: int, name: str) -> tuple[int, int] | None:
    """The next place of a key before the next table header, searched from *line* (0-based) and *column*
    (1-based).
    """
    pattern = re.compile(rf"(?<![\w.-])[\"']?{re.escape(name)}[\"']?\s*[=.]")
    for number in range(line, len(lines)):
        if number > line and _header(lines[number]) is not None:
            return None
        if match := pattern.search(lines[number], column if number == line else 0):
            return number, match.start() + 1
    return None
