"""The signature: one line that says how a number was made. Two numbers with equal signatures can be compared.

An example: `spans|sets::span|only:document=dev|empty:zero|v:0.1.0`. It names the task, the measures, every
option that changes a number and is not at its default, the value of 0/0, and the version.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from nerkit.ground.streams import new_digest
from nerkit.version import __version__


def signature(task: str, measures: Sequence[str], options: Mapping[str, Any], empty: str) -> str:
    """Return the signature of a result. *options* are the options that differ from their defaults."""
    chosen = [f"{name}:{_text(value)}" for name, value in options.items()]
    return "|".join([task, *measures, *chosen, f"empty:{empty}", f"v:{__version__}"])


def extended(text: str, options: Mapping[str, Any]) -> str:
    """Return a signature with further options, inserted before the value of 0/0."""
    head, *tail = text.rsplit("|", 2)
    return "|".join([head, *(f"{name}:{_text(value)}" for name, value in options.items()), *tail])


SCHEME, BY_CONTENT = "scheme", "auto"
RECOGNISED = f"{SCHEME}:"  # the scheme is recognised by content and may differ between parts of the data
JOINED = "+"


def alike(one: str, other: str, *, asked: bool = False) -> bool:
    """Return whether two signatures are equal. A scheme that nerkit recognised by content may differ.

    If a user *asked* for the scheme of a result, the schemes must be equal, too.
    """
    return one == other if asked else _without_recognised(one) == _without_recognised(other)


def names_scheme(options: Mapping[str, Any]) -> bool:
    """Return whether options name the scheme instead of leaving it to the content."""
    return str(options.get(SCHEME) or BY_CONTENT).lower() != BY_CONTENT


def together(one: str, other: str) -> str:
    """Return the signature of the sum of two results, with the schemes recognised in both."""
    found = [part for text in (one, other) for part in text.split("|") if part.startswith(RECOGNISED)]
    names = sorted({name for part in found for name in part.removeprefix(RECOGNISED).split(JOINED)})
    if len(names) < 2:
        return one
    whole = RECOGNISED + JOINED.join(names)
    return "|".join(whole if part.startswith(RECOGNISED) else part for part in one.split("|"))


def _without_recognised(text: str) -> list[str]:
    """Return the parts of a signature without the scheme."""
    return [part for part in text.split("|") if not part.startswith(RECOGNISED)]


def _text(value: Any) -> str:
    """Return a value as text for a signature: lists joined by commas, tables as a digest of their
    contents.
    """
    if isinstance(value, Mapping):
        lines = sorted(f"{key}={_text(part)}" for key, part in value.items())
        return str(new_digest("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:8])
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    if isinstance(value, (set, frozenset)):
        return ",".join(sorted(map(str, value)))
    return "yes" if value is True else str(value)
