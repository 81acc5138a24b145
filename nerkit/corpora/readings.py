"""Gold values with several alternatives (readings): `{"any": [v, ...]}`, or an array that lists them.

    {"city": {"any": ["NYC", "New York"]}}      a value `Readings(["NYC", "New York"])` below `city`

A reading is any value, and may hold further readings. With `null` among the readings, or with an empty list
of readings, the value may be absent.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NoReturn

from nerkit.corpora.json_paths import ITEM, PathPattern, Steps
from nerkit.ground.limits import DEEPEST_JSON
from nerkit.ground.records import record

USUAL = "any"  # the key under which readings stand
NEEDS = "needs a list with at least one admitted value"


@record(frozen=True)
class Readings:
    """The readings of one value; *listed* means that they were an array at a path named by the user."""

    values: list[Any]
    listed: bool = False


def below(value: Any) -> Iterator[tuple[Steps, Any]]:
    """The values one step below a value, each with its step. Readings stay at the place of their value."""
    if isinstance(value, Readings):
        yield from (((), each) for each in value.values)
    elif isinstance(value, Mapping):
        yield from (((str(key),), each) for key, each in value.items())
    elif is_array(value):
        yield from (((ITEM,), each) for each in value)


def is_array(value: Any) -> bool:
    """Whether a value is a JSON array."""
    return isinstance(value, Sequence | AbstractSet) and not isinstance(value, str | bytes | bytearray)


def all_readings(value: Any) -> Iterator[tuple[Steps, Readings]]:
    """Yield (path, readings) for all readings inside a value, including nested readings."""
    waiting: list[tuple[Steps, Any]] = [((), value)]
    while waiting:
        steps, one = waiting.pop()
        if isinstance(one, Readings):
            yield steps, one
        waiting += [((*steps, *step), each) for step, each in below(one)]


def unfolded(value: Any) -> list[Any]:
    """Values without readings that together have all paths of a value with readings.

    The first is the value without its readings. Each further value has one reading at its path.
    """
    several = list(all_readings(value))
    if not several:
        return [value]
    made = [without(value)]
    for steps, readings in several:
        for each in readings.values:
            held = without(each)
            for step in reversed(steps):
                held = [held] if step is ITEM else {step: held}
            made.append(held)
    return made


def without(value: Any) -> Any:
    """A value with null in place of its readings."""
    if isinstance(value, Readings):
        return None
    if isinstance(value, Mapping):
        return {key: without(each) for key, each in value.items()}
    return [without(each) for each in value] if is_array(value) else value


def with_readings(
    value: Any, key: str | None, patterns: Sequence[PathPattern], fail: Callable[[str], NoReturn]
) -> Any:
    """A value with its marked readings converted: lists under a lone *key*, and arrays at the paths of
    patterns.

    fail   function (problem) that raises the error; the problem is a sentence about the value
    """
    root: list[Any] = [value]
    # (container and key of a value, its path, whether it is a reading of a named array, its depth)
    waiting: list[tuple[Any, Any, Steps, bool, int]] = [(root, 0, (), False, 0)]
    named: dict[Steps, bool] = {}
    while waiting:
        holder, place, steps, is_reading, depth = waiting.pop()
        one = holder[place]
        if depth > DEEPEST_JSON:
            fail(f"nested too deeply: more than {DEEPEST_JSON} nested lists and objects")
        if key is not None and isinstance(one, Mapping) and len(one) == 1 and key in one:
            if not is_array(one[key]) or not len(one[key]):
                fail(f'"{key}" {NEEDS}')
            one = Readings(one[key])
        if isinstance(one, Readings):
            held = list(one.values)
            holder[place] = Readings(held, one.listed)
            waiting += [(held, at, steps, False, depth + 1) for at in range(len(held))]
        elif isinstance(one, Mapping):
            members = dict(one)
            holder[place] = members
            waiting += [(members, name, (*steps, str(name)), False, depth + 1) for name in members]
        elif is_array(one):
            if steps not in named:
                named[steps] = any(pattern.fits(steps) for pattern in patterns)
            is_list = named[steps] and not is_reading
            held = list(one)
            holder[place] = Readings(held, listed=True) if is_list else held
            step: Steps = () if is_list else (ITEM,)
            waiting += [(held, at, (*steps, *step), is_list, depth + 1) for at in range(len(held))]
    return root[0]


def chosen(value: Any, picks: Mapping[int, int]) -> Any:
    """A value with one reading in place of each Readings object: the reading picked by object id,
    otherwise the first.

    If a Readings object has no readings, an object loses the member, and an array gets null.
    """
    if isinstance(value, Readings):
        return chosen(value.values[picks.get(id(value), 0)], picks) if value.values else None
    if isinstance(value, Mapping):
        return {
            key: chosen(each, picks)
            for key, each in value.items()
            if not (isinstance(each, Readings) and not each.values)
        }
    if is_array(value):
        return [chosen(each, picks) for each in value]
    return value
