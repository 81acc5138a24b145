"""The error for a name that is not a measure's, with the measure that is meant."""

from collections.abc import Callable, Sequence

from nerkit.exceptions import FEW, UsageError, some, unknown
from nerkit.ground import synonyms

LEFT = {"relation-boundary": "relation"}  # measures that left in 0.2 -> the one with the same numbers


def refusal(
    name: str, task: str, listed: Sequence[str], known: Sequence[str], is_known: Callable[[str], bool]
) -> UsageError:
    """Return the error for a name that is not a measure of *task*; for `A,B`, the error for the first such
    name.

    listed     the measures that lists show
    known      all names that a user may type
    is_known   function (name) -> whether the task has such measures, also in its language
    """
    parts = [part.strip() for part in name.split(",")]
    name = next((part for part in parts if not is_known(part)), name)
    word, everything = synonyms.spelling(name), f"nerkit measures {task} lists all measures"
    meant = next(filter(is_known, synonyms.MEASURES.get(word, ())), None)
    if name in LEFT:
        return UsageError(f"`{name}` left nerkit in 0.2 (see CHANGELOG); {LEFT[name]} has the same numbers")
    if word in synonyms.AVERAGES:
        return UsageError(f"{name!r} is not a measure; macro=True adds averages of all kinds")
    if word in synonyms.NUMBERS:
        own = some(listed, FEW)
        remark = f" ({name} is {meant})" if meant else ""
        return UsageError(
            f"{name!r} is not a measure, because every row has P, R and F1. The measures of "
            f"nerkit {task} are {own}{remark}; {everything}"
        )
    if meant:
        return UsageError(f"unknown measure {name!r}; did you mean {meant!r}?")
    error = unknown("measure", name, list(dict.fromkeys(known)))
    return UsageError(f"{error}; {everything}")
