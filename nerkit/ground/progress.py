"""The progress of long work: stages with a number of parts, for whoever looks.

>>> for part in staged(parts, "scoring"): ...

A stage may have further ones inside. The library shows nothing; the command line looks at `stages` from a
thread of its own.
"""

from collections.abc import Iterable, Iterator, Sized
from typing import TypeVar

Item = TypeVar("Item")


class Stage:
    """Work in progress: its name, the number of parts that are done, and the number of all parts if known."""

    def __init__(self, name: str, total: int | None, done: int = 0) -> None:
        self.name, self.total, self.done = name, total, done

    def __str__(self) -> str:
        """`scoring 2/7`, `scoring` if there is one part."""
        if self.total == 1:
            return self.name
        return f"{self.name} {self.done:,}{'' if self.total is None else f'/{self.total:,}'}"


stages: list[Stage] = []  # the outermost first


def staged(items: Iterable[Item], name: str, total: int | None = None) -> Iterator[Item]:
    """The items; each counts as done when the next is taken."""
    size = len(items) if total is None and isinstance(items, list | Sized) else total
    stage = Stage(name, size)
    stages.append(stage)
    try:
        for item in items:
            yield item
            stage.done += 1
    finally:
        stages[:] = [one for one in stages if one is not stage]
