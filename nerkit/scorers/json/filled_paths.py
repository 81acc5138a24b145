"""The paths at which a gold document has a leaf. Most values are at a known path, so no columns are built."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nerkit.algorithms.scalars import texts
from nerkit.corpora.json_paths import ITEM, Kept, Step, Steps
from nerkit.corpora.readings import Readings, below, is_array
from nerkit.scorers.json.options import Options
from nerkit.scorers.json.rules import rules_of, says_nothing


@dataclass(slots=True)
class _Path:
    """A path in the tree of the paths found so far.

    steps       the steps of the path, under new names
    is_filled   whether a document has a leaf at the path
    below       step -> the path one step below
    """

    steps: Steps
    is_filled: bool = False
    below: "dict[Step, _Path]" = field(default_factory=dict)

    def lower(self, step: Step, kept: Kept) -> "_Path":
        """Add the path one step below, under its new name, and return it."""
        steps = (*self.steps, step)
        renamed = kept.renamed(steps) if kept.names and step is not ITEM else None
        self.below[step] = _Path(steps if renamed is None else (*self.steps, renamed))
        return self.below[step]


def filled_paths(values: Sequence[Any], options: Options, kept: Kept) -> frozenset[Steps]:
    """Return the paths of all leaves in the values, under their new names."""
    top = _Path(())
    filled: set[Steps] = set()
    waiting: list[tuple[Any, _Path]] = [(value, top) for value in values]
    while waiting:
        value, path = waiting.pop()
        if isinstance(value, Readings):
            waiting += [(each, path) for each in value.values]
            continue
        is_empty = True
        for step, each in _members(value):
            is_empty = False
            lower = path.below.get(step) or path.lower(step, kept)
            if not lower.is_filled or type(each) in (dict, list):
                waiting.append((each, lower))
        if is_empty and not path.is_filled and not _is_silent(value, path.steps, options):
            path.is_filled = True
            filled.add(path.steps)
    return frozenset(filled)


def _members(value: Any) -> Iterable[tuple[Step, Any]]:
    """Return the (step, value) pairs directly inside a value."""
    if type(value) is dict:
        return value.items()
    return ((steps[0], each) for steps, each in below(value))


def _is_silent(value: Any, steps: Steps, options: Options) -> bool:
    """Return whether a scalar or an empty container at a path counts as absent."""
    normal = texts.normaliser(rules_of([steps], options)[0][0].text if options.strings_of_nothing else ())
    if isinstance(value, Mapping) or is_array(value):
        value = []
    return says_nothing(value, options, normal)
