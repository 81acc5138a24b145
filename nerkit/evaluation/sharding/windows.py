"""Inputs that are read once, from their beginning to their end, and are cut all the same.

Of the decompressed bytes of a pipe or a compressed file a window is in memory: what has been read and not yet
been cut off.
"""

import io
from collections import deque
from collections.abc import Callable
from typing import NoReturn

from nerkit.ground.limits import size as shown_size
from nerkit.ground.streams import FIRST_BYTES, lines_at_beginning
from nerkit.io import Source


class Window:
    """The decompressed bytes of an input, from a place on that moves with what is cut off.

    most      bytes that may be in memory
    refuse    (what the input is) raises what is wrong where there would be more of them
    """

    def __init__(self, source: Source, most: int, refuse: Callable[[str], NoReturn]) -> None:
        self.source, self.most, self.refuse = source, most, refuse
        self.begin = self.end = 0  # the range of bytes that are here
        self.ended = False  # whether all of the input has been read
        self._pieces = source.pieces()
        self._blocks = deque[bytes]()

    def opened(self) -> "WindowFile":
        """The bytes as a file, which begins where the input does."""
        return WindowFile(self)

    def holds_more_than(self, size: int) -> bool:
        """Whether the input has more than so many bytes; as many are read."""
        while self.end <= size and not self.ended:
            self._read_on()
        return self.end > size

    def first_lines(self) -> bytes:
        """The first lines of the input, as `first_lines` gives those of a file."""
        return lines_at_beginning(self.opened(), FIRST_BYTES)

    def read(self, at: int, size: int) -> bytes:
        """Up to so many bytes from a place on that has not been cut off; none at the end of the input.

        Refuses where too many would have to be in memory.
        """
        while self.end <= at and not self.ended:
            self._read_on()
        place = self.begin
        for block in self._blocks:
            if at < place + len(block):
                return block[at - place : at - place + size]
            place += len(block)
        return b""

    def cut_off(self, end: int) -> bytes:
        """The bytes up to a place, which are not here any more then."""
        pieces, left = list[bytes](), end - self.begin
        while left:
            block = self._blocks.popleft()
            pieces.append(block[:left])
            if len(block) > left:
                self._blocks.appendleft(block[left:])
            left -= len(pieces[-1])
        self.begin = end
        return b"".join(pieces)

    def _read_on(self) -> None:
        piece = next(self._pieces, b"")
        self.ended = not piece
        if self.end + len(piece) - self.begin > self.most:
            self.refuse(f"of more than {shown_size(self.most)} without a place where it can be cut")
        if piece:
            self._blocks.append(piece)
            self.end += len(piece)


class WindowFile(io.RawIOBase):
    """The bytes of a window as a file."""

    def __init__(self, window: Window) -> None:
        self._window, self._at = window, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place, counted from the beginning of the input."""
        assert whence == io.SEEK_SET
        self._at = offset
        return offset

    def readinto(self, buffer: object) -> int:
        """Fill the buffer as far as one block goes; the number of bytes, 0 at the end."""
        view = memoryview(buffer)  # type: ignore[arg-type]
        data = self._window.read(self._at, len(view))
        view[: len(data)] = data
        self._at += len(data)
        return len(data)
