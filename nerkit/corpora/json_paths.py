"""Paths in JSON values, and patterns of paths.

A path is the list of keys that lead to a value, joined by dots. A step into an array is `[]`:
`items[].price`, `matrix[][]`. The root is `$`. A key that is empty or holds `. [ ] * " $` or white space is
written `["a.b"]`. A pattern names a path, or all below it; `*` is one key, `**` any steps: `**.id`,
`items[].*`.
"""

import json
import re
from collections.abc import Iterable
from functools import cached_property

from nerkit.exceptions import UsageError, nearest
from nerkit.ground.patterns import regex
from nerkit.ground.records import record

ITEM = None  # the step into an array
Step = str | None
Steps = tuple[Step, ...]
ODD = regex(r'[.\[\]*"$\s]')
TOKEN = regex(
    r'\["(?P<quoted>(?:[^"\\]|\\.)*)"\]|(?P<item>\[\])|(?P<any>\*\*)|(?P<one>\*)|(?P<key>[^.\[\]*"]+)|(?P<dot>\.)'
)
LONGEST = 80  # characters of a path that a message shows
END = "\0"  # ends every step in the text that the pattern matches
WRITTEN = (
    'write a path as keys joined by dots, with [] for a step into an array: items[].price, **.id, ["odd.key"]'
)


def path_text(steps: Iterable[Step | int]) -> str:
    """A path as text; numbers are positions in arrays: `items[2].price`.

    >>> path_text(["items", None, "a.b"]), path_text([])
    ('items[]["a.b"]', '$')
    """
    text = ""
    for step in steps:
        if step is None or isinstance(step, int):
            text += f"[{'' if step is None else step}]"
        elif not step or ODD.search(step):
            text += f"[{json.dumps(step, ensure_ascii=False)}]"
        else:
            text += f".{step}" if text else step
    return text or "$"


def brief(path: str) -> str:
    """A path as text, shortened in the middle if it is too long for a message."""
    return path if len(path) <= LONGEST else f"{path[: LONGEST // 2]}…{path[-LONGEST // 2 :]}"


@record(frozen=True)
class PathPattern:
    """A pattern of JSON paths."""

    text: str

    def __post_init__(self) -> None:
        _ = self._regex  # raises UsageError for an invalid pattern

    def fits(self, steps: Steps) -> bool:
        """Whether the pattern matches this path."""
        return self._regex.fullmatch(_encoded(steps)) is not None

    def covers(self, steps: Steps) -> bool:
        """Whether the pattern matches this path or a prefix of it."""
        return self._regex.match(_encoded(steps)) is not None

    @cached_property
    def steps(self) -> list[tuple[str, str]]:
        """The parts of a pattern text: kind (`key`, `item`, `one`, `any`) and key."""
        if self.text.strip() == "$":
            return []
        parts: list[tuple[str, str]] = []
        at = 0
        while at < len(self.text):
            token = TOKEN.match(self.text, at)
            kind = token.lastgroup if token else None
            if (
                token is None
                or kind is None
                or (kind == "dot" and (at == 0 or token.end() == len(self.text)))
            ):
                raise UsageError(f"{self.text!r} is not a path; {WRITTEN}")
            if kind == "quoted":
                parts.append(("key", json.loads(f'"{token["quoted"]}"')))
            elif kind != "dot":
                parts.append((kind, token[kind]))
            at = token.end()
        if not parts:
            raise UsageError(f"the path is empty; {WRITTEN}")
        return parts

    @cached_property
    def _regex(self) -> "re.Pattern[str]":
        written = {"item": f"i{END}", "one": f"k[^{END}]*{END}", "any": f"(?:[^{END}]*{END})*"}
        return re.compile(
            "".join(
                re.escape(_encoded((key,))) if kind == "key" else written[kind] for kind, key in self.steps
            )
        )


@record(frozen=True)
class Kept:
    """The choice of scored paths, and further options about paths.

    labels    the patterns of `--labels`; None for all paths
    only      a single path to score
    names     old key -> new key
    filled    the paths of leaves in any gold document, for the option `fields`
    """

    labels: tuple[str, ...] | None = None
    only: str | None = None
    names: tuple[tuple[str, str], ...] = ()
    filled: frozenset[Steps] | None = None

    def renamed(self, steps: Steps) -> str | None:
        """The new name of the last key of a path; None if the key keeps its name."""
        for pattern, new in self.names:
            if PathPattern(pattern).fits(steps):
                parts = PathPattern(new).steps
                last = parts[-1] if parts else ("", "")
                above = PathPattern(pattern).steps[:-1]
                if last[0] != "key" or (len(parts) > 1 and parts[:-1] != above):
                    raise UsageError(
                        f"nerkit cannot rename {pattern} to {new}; only the last key of a path may change"
                    )
                return last[1]
        return None


def _encoded(steps: Iterable[Step]) -> str:
    return "".join("i\0" if step is None else f"k{step.replace(END, chr(1))}\0" for step in steps)


def unfitting(
    typed: str, pattern: str, paths: Iterable[Steps], problem: str = "neither side has such a path"
) -> UsageError:
    """The error for a pattern that matches no path of either side; *typed* is the option with the pattern."""
    texts = [path_text(steps) for steps in paths if steps]
    leaf = pattern.rpartition(".")[2]
    near = nearest(pattern, texts) or nearest(leaf, texts)
    some = f" (the paths are {', '.join(texts[:12])}{' …' if len(texts) > 12 else ''})" if texts else ""
    listed = "" if near else some
    return UsageError(f"{typed}: {problem}{near}{listed}")
