"""Progress of long work, as a list of stages that other threads can read.

>>> for part in staged(parts, "scoring"): ...

Stages can be nested. The library does not display them; the command line reads `stages` in a separate thread.
"""

from collections.abc import Iterable, Iterator, Sized
from typing import TypeVar

Item = TypeVar("Item")


class Stage:
    """A stage of work: its name, the number of finished parts, and the total number if it is known."""

    def __init__(self, name: str, total: int | None, done: int = 0) -> None:
        self.name, self.total, self.done = name, total, done

    def __str__(self) -> str:
        """The text of the stage: `scoring 2/7`, or `scoring` if there is only one part."""
        if self.total == 1:
            return self.name
        return f"{self.name} {self.done:,}{'' if self.total is None else f'/{self.total:,}'}"


stages: list[Stage] = []  # the outermost first


def staged(items: Iterable[Item], name: str, total: int | None = None) -> Iterator[Item]:
    """Iterate over *items* as a stage of work. An item counts as finished when the next item is requested."""
    size = len(items) if total is None and isinstance(items, list | Sized) else total
    stage = Stage(name, size)
    stages.append(stage)
    try:
        for item in items:
            yield item
            stage.done += 1
    finally:
        stages[:] = [one for one in stages if one is not stage]
