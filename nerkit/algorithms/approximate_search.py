"""Approximate search: the places of strings in a text that may spell them differently. No place is used
twice.

Distances are Levenshtein distances between a string and a window (a non-empty substring) of the text. Blanks
of every kind are equal. A window is within `threshold` if distance / length of the string <= threshold.
nerkit places the strings in four steps. In each step longer strings come first, and equally long strings in
the order of the list.

1. An exact occurrence that is not inside a word and overlaps no window in use: the leftmost.
2. An exact occurrence that is not inside a word, within or across windows in use, but not equal to a window:
   the leftmost.
3. An exact occurrence inside a word that overlaps no window in use: the leftmost.
4. The window of smallest distance within the threshold that overlaps no window in use. Among equal windows,
   first one that is not inside a word, then the leftmost, then the shortest.

Step 4 computes the distance of the best window at every end in one pass (Myers 1999, Hyyrö 2003). The *text*
is the bit vector. A string of m characters costs m operations on integers with one bit per character of the
text. 1,000 strings in 100,000 characters take about a second. Because the work is the product of both
lengths, step 4 ends after a given amount of work.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerkit.algorithms.columns import IntArray
from nerkit.ground.patterns import regex

BLANKS = regex(r"\s")
HASHED = 64  # the hash of a string depends on so many characters
FACTOR = np.uint64(0x9E3779B97F4A7C15)  # odd, with well-mixed bits
MANY = 16  # distinct strings of one length above which all stretches of that length are hashed
Window = tuple[int, int]


class Located(NamedTuple):
    """The half-open window of each string in a text, None without a window.

    unsought   the places of the strings that step 4 did not look for, because the work was used up
    work       the work that was done
    """

    windows: list[Window | None]
    unsought: list[int]
    work: int


def locate(text: str, strings: Sequence[str], threshold: float, work: int) -> Located:
    """Return the window of each string in *text*; an empty string has none.

    work   the limit of step 4: characters of strings times characters of the text
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
    hopeless: set[str] = set()  # strings without a window: later strings find fewer free places
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
    """A text, and its windows in use."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.used = bytearray(len(text))  # 1 at the characters of windows in use
        self.windows: set[Window] = set()
        # (step, string) -> the place from which the next occurrence is searched
        self.cursors: dict[tuple[str, str], int] = {}
        self.full = (1 << len(text)) - 1
        self.free = self.full  # the bits of characters that are not in use
        self.places: dict[str, int] = {}  # character -> the bits of its places
        self.points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
        self.listed: dict[str, IntArray] = {}  # string -> its possible places, ascending

    def list_places(self, strings: Sequence[str]) -> None:
        """Look up the places of many strings of one length in one pass, which is faster than to find each
        string.
        """
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
        """Yield the places of a string from *at* on, including places that overlap each other."""
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
        """Take the window of step 1, if there is one."""
        return self._exact("words", string, whole=True, nested=False)

    def nested(self, string: str) -> Window | None:
        """Take the window of step 2, if there is one."""
        return self._exact("nested", string, whole=True, nested=True)

    def inside(self, string: str) -> Window | None:
        """Take the window of step 3, if there is one."""
        return self._exact("inside", string, whole=False, nested=False)

    def nearest(self, string: str, threshold: float) -> Window | None:
        """Take the window of step 4, if there is one."""
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
        """Return for each end 1…n the smallest distance of the string to a substring that ends there.

        Characters of windows in use match nothing.
        """
        full, plus, minus = self.full, 0, 0  # bits of ends at which the distance grows, or shrinks
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
        """Yield the free windows that end at *ends* and are within the distance."""
        from nerkit.algorithms.edits import distance as levenshtein

        for end in ends.tolist():
            first = max(0, end - len(string) - distance)
            first = max(first, self.used.rfind(1, first, end) + 1)
            for start in range(first, end - max(1, len(string) - distance) + 1):
                if levenshtein(string, self.text[start:end], score_cutoff=distance) <= distance:
                    yield start, end

    def _is_words(self, window: Window) -> bool:
        """Return whether no end of the window is between two letters or digits."""
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
    """Return a hash of each stretch of *length* characters, which depends on its first HASHED characters."""
    count = len(points) - length + 1
    hashes = np.zeros(count, np.uint64)
    for at in range(min(length, HASHED)):
        hashes = hashes * FACTOR + points[at : at + count]
    return hashes


def _unpacked(bits: int, count: int) -> IntArray:
    """Return the lowest *count* bits as 0 and 1, the lowest first."""
    packed = np.frombuffer(bits.to_bytes(count // 8 + 1, "little"), np.uint8)
    unpacked: IntArray = np.unpackbits(packed, bitorder="little")[:count].astype(np.int8)
    return unpacked
