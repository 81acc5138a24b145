"""Whether files can be cut into shards, and if not why: one answer, that of `shards.in_shards`.

Each moment of a run has one function of reasons, and asks it once. Most reasons show only while the files are
read, so there is one such function for each of these: what was typed, the formats and options, a block of a
file, the corpora of a part, its counts, a part beside those before it, all parts. The first reason ends the
run in shards, through all of its layers: it is raised here, and caught where the answer is given, or where a
process hands a part back.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NoReturn


class UncutError(Exception):
    """The reason why files are scored in one piece."""


def uncut(reason: str, cause: BaseException | None = None) -> NoReturn:
    """End the run in shards for this reason; *cause* is what an input that cannot be read again raised."""
    raise UncutError(reason) from cause


def refuse(reasons: Iterable[str]) -> None:
    """End the run in shards for the first of these reasons, if there is any; no other is looked for."""
    for reason in reasons:
        uncut(reason)


@contextmanager
def readable(*errors: type[Exception]) -> Iterator[None]:
    """End the run in shards where these errors say that an input cannot be read: in one piece it says why."""
    try:
        yield
    except errors as error:
        uncut("an input cannot be read", error)
