"""Approximate search: where strings stand in a text that may spell them differently.

Each occurrence is used once.

Distances are Levenshtein's, between a string and a window (a non-empty substring) of the text; blanks of
every kind are the same. A window is within `threshold` if distance / length of the string <= threshold.
Strings are placed in these steps; in each step longer strings come first, and of equally long ones those
listed first: 1. an exact occurrence that stands as words of its own and overlaps no window in use: the
leftmost; 2. an exact occurrence as words of its own within or across windows in use, but not the same window:
the leftmost; 3. an exact occurrence inside words that overlaps no window in use: the leftmost; 4. the window
of smallest distance within the threshold that overlaps none in use; among equals one that is words of
   its own, then the leftmost, then the shortest.

Step 4 computes the distance of the best window at every end at once (Myers 1999, in the form of Hyyrö 2003)
with the *text* as the bit vector, so that a string of m characters costs m operations on integers of as many
bits as the text has characters: 1,000 strings in 100,000 characters take about a second. That is the product
of both, so step 4 ends where a given amount of work is done.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import IntArray
from nerkit.ground.patterns import regex

BLANKS = regex(r"\s")
HASHED = 64  # characters of a string that its number depends on
FACTOR = np.uint64(0x9E3779B97F4A7C15)
MANY = 16  # distinct strings of one length above which all stretches of that length are hashed
Window = tuple[int, int]


class Located(NamedTuple):
    """The half-open window of each string in a text, None for one that has none, and those not sought.

    unsought   the places of the strings for which step 4 would have gone beyond the work that was allowed
    work       that was done
    """

    windows: list[Window | None]
    unsought: list[int]
    work: int


def locate(text: str, strings: Sequence[str], threshold: float, work: int) -> Located:
    """The window of each string in *text*; an empty string has none.

    work   the characters of strings times those of the text in step 4, which ends there
    """
    haystack = _Haystack(BLANKS.sub(" ", text))
    needles = [BLANKS.sub(" ", string) for string in strings]
    haystack.list_places(needles)
    windows: list[Window | None] = [None] * len(needles)
    unplaced = sorted(
        filter(needles.__getitem__, range(len(needles))), key=lambda place: -len(needles[place])
    )
    for step in (haystack.words, haystack.nested, haystack.inside):
        for place in unplaced:
            windows[place] = step(needles[place])
        unplaced = [place for place in unplaced if windows[place] is None]
    unsought, done = [], 0
    hopeless: set[str] = set()  # a string without a window never gets one, as windows in use only become more
    for place in unplaced:
        if needles[place] not in hopeless:
            cost = len(needles[place]) * len(text)
            if done + cost > work:
                unsought.append(place)
                continue
            done += cost
            windows[place] = haystack.nearest(needles[place], threshold)
            hopeless |= {needles[place]} if windows[place] is None else set()
    return Located(windows, sorted(unsought), done)


class _Haystack:
    """A text and the windows of it that are in use."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.used = bytearray(len(text))  # 1 at the characters of windows in use
        self.windows: set[Window] = set()
        # (step, string) -> where its next occurrence is looked for
        self.cursors: dict[tuple[str, str], int] = {}
        self.full = (1 << len(text)) - 1
        self.free = self.full  # the bits of characters that are not in use
        self.places: dict[str, int] = {}  # character -> the bits where it stands
        self.points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
        self.listed: dict[str, IntArray] = {}  # string -> where it may stand, ascending

    def list_places(self, strings: Sequence[str]) -> None:
        """Look up all places of strings at once, where there are so many that finding each takes longer."""
        by_length: dict[int, set[str]] = {}
        for string in strings:
            by_length.setdefault(len(string), set()).add(string)
        for length, of_length in by_length.items():
            if len(of_length) > MANY and 0 < length <= len(self.text):
                hashes = _stretch_hashes(self.points, length)
                order = np.argsort(hashes, kind="stable")
                wanted = sorted(of_length)
                points = np.frombuffer("".join(wanted).encode("utf-32-le", "surrogatepass"), np.uint32)
                keys = _stretch_hashes(points, length)[::length]
                ranked = hashes[order]
                first, last = (np.searchsorted(ranked, keys, side) for side in ("left", "right"))
                for string, begin, end in zip(wanted, first.tolist(), last.tolist(), strict=True):
                    self.listed[string] = order[begin:end]

    def occurrences(self, string: str, at: int) -> Iterator[int]:
        """The places of a string, from *at* on, overlapping itself too."""
        places = self.listed.get(string)
        if places is not None:
            for place in places[np.searchsorted(places, at) :].tolist():
                if self.text.startswith(string, place):
                    yield place
            return
        while (at := self.text.find(string, at)) >= 0:
            yield at
            at += 1

    def words(self, string: str) -> Window | None:
        """Step 1."""
        return self._exact("words", string, whole=True, nested=False)

    def nested(self, string: str) -> Window | None:
        """Step 2."""
        return self._exact("nested", string, whole=True, nested=True)

    def inside(self, string: str) -> Window | None:
        """Step 3."""
        return self._exact("inside", string, whole=False, nested=False)

    def nearest(self, string: str, threshold: float) -> Window | None:
        """Step 4."""
        limit = len(string)
        while limit and limit / len(string) > threshold:
            limit -= 1
        distances = self.distances(string)
        lowest = int(distances.min(initial=limit + 1))
        for distance in range(lowest, limit + 1):
            ends = np.flatnonzero(distances <= distance) + 1
            best = min(
                ((not self._is_words(window), *window) for window in self._windows(string, ends, distance)),
                default=None,
            )
            if best is not None:
                return self._use(best[1:])
        return None

    def distances(self, string: str) -> IntArray:
        """For each end 1…n, the smallest distance of the string to a substring that ends there.

        Characters of windows in use match none.
        """
        full, plus, minus = self.full, 0, 0  # bits where the distance grows, or shrinks, to the next end
        for character in string:
            equal = self._bits(character) & self.free
            rising = equal | minus
            level = (((equal & plus) + plus) ^ plus) | equal
            up = (minus | (full ^ ((level | plus) & full))) << 1 | 1
            down = (plus & level) << 1
            plus = (down | (full ^ ((rising | up) & full))) & full
            minus = up & rising & full
        steps = _unpacked(plus, len(self.text)) - _unpacked(minus, len(self.text))
        distances: IntArray = len(string) + np.cumsum(steps, dtype=np.int64)
        return distances

    def _exact(self, step: str, string: str, *, whole: bool, nested: bool) -> Window | None:
        for at in self.occurrences(string, self.cursors.get((step, string), 0)):
            window = at, at + len(string)
            fits = window not in self.windows if nested else self.used.find(1, *window) < 0
            if fits and (not whole or self._is_words(window)):
                self.cursors[step, string] = at + 1
                return self._use(window)
        self.cursors[step, string] = len(self.text) + 1
        return None

    def _windows(self, string: str, ends: IntArray, distance: int) -> Iterator[Window]:
        """The free windows that end at *ends* and are within the distance."""
        from nerkit.algorithms.edits import distance as levenshtein

        for end in ends.tolist():
            first = max(0, end - len(string) - distance)
            first = max(first, self.used.rfind(1, first, end) + 1)
            for start in range(first, end - max(1, len(string) - distance) + 1):
                if levenshtein(string, self.text[start:end], score_cutoff=distance) <= distance:
                    yield start, end

    def _is_words(self, window: Window) -> bool:
        """Whether no letter or digit stands on both sides of either end of the window."""
        return not any(
            0 < at < len(self.text) and self.text[at - 1].isalnum() and self.text[at].isalnum()
            for at in window
        )

    def _use(self, window: Window) -> Window:
        start, end = window
        self.windows.add(window)
        self.used[start:end] = b"\1" * (end - start)
        self.free &= ~(((1 << (end - start)) - 1) << start)
        return window

    def _bits(self, character: str) -> int:
        if character not in self.places:
            bits = np.packbits(self.points == ord(character), bitorder="little")
            self.places[character] = int.from_bytes(bits.tobytes(), "little")
        return self.places[character]


def _stretch_hashes(points: NDArray[np.uint32], length: int) -> NDArray[np.uint64]:
    """A number for each stretch of so many characters, equal where their first characters are."""
    count = len(points) - length + 1
    hashes = np.zeros(count, np.uint64)
    for at in range(min(length, HASHED)):
        hashes = hashes * FACTOR + points[at : at + count]
    return hashes


def _unpacked(bits: int, count: int) -> IntArray:
    """The lowest *count* bits, the lowest first, as 0 and 1."""
    packed = np.frombuffer(bits.to_bytes(count // 8 + 1, "little"), np.uint8)
    unpacked: IntArray = np.unpackbits(packed, bitorder="little")[:count].astype(np.int8)
    return unpacked
