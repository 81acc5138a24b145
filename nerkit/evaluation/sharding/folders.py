"""Folders and patterns cut into parts: files of both sides that belong together, a few at a time.

Files belong together by their paths below the folder, without suffix; where these are not all different, by
the paths themselves.
"""

import os
from collections.abc import Iterator, Sequence
from itertools import accumulate

from nerkit.evaluation.sharding.files import InputFile
from nerkit.readers.cuts import uncut

FILE = 1 << 12  # bytes that a file takes in memory besides its text
LEAST = 2  # files of a part: of a single one readers do not know that it is one of several


def groups(sides: Sequence[Sequence[InputFile]], size: int) -> Iterator[tuple[Sequence[InputFile], ...]]:
    """The files of each part, gold first; those of gold have *size* bytes or more, with FILE for each.

    Raises UncutError where files of the sides do not correspond in order.
    """
    begin = [0] * len(sides)
    before = [0, *accumulate(file.size + FILE for file in sides[0])]
    for end in _places(sides):
        is_large = before[end[0]] - before[begin[0]] >= size
        if not is_large:
            continue
        is_several = all(there - here >= LEAST for here, there in zip(begin, end, strict=True))
        goes_on = all(len(side) - there >= LEAST for side, there in zip(sides, end, strict=True))
        if is_several and goes_on:
            yield tuple(side[here:there] for side, here, there in zip(sides, begin, end, strict=True))
            begin = end
    yield tuple(side[here:] for side, here in zip(sides, begin, strict=True))


def _places(sides: Sequence[Sequence[InputFile]]) -> Iterator[list[int]]:
    """Behind each file of gold: how many files of each side stand before."""
    names = _names(sides)
    known = {name: place for place, name in enumerate(names[0])}
    stops = []
    for own in names[1:]:
        places = [known.get(name, -1) for name in own]
        shared = [place for place in places if place >= 0]
        if shared != sorted(shared):
            uncut("the sides list files in another order")
        stops.append([*accumulate(places, max)])  # the last file of gold up to each file
    at = [0] * len(stops)
    for place in range(len(names[0])):
        for i, last in enumerate(stops):
            while at[i] < len(last) and last[at[i]] <= place:
                at[i] += 1
        yield [place + 1, *at]


def _names(sides: Sequence[Sequence[InputFile]]) -> list[list[str]]:
    """The names that pair the files of all sides: their stems, their paths, or their places."""
    members = [[str(file.member) for file in side] for side in sides]
    for names in ([[os.path.splitext(member)[0] for member in own] for own in members], members):
        if all(len(set(own)) == len(own) for own in names):
            return names
    if len(set(map(len, sides))) > 1:
        uncut("files of the same name are not told apart")
    return [[str(place) for place in range(len(side))] for side in sides]
