"""The files that a run in shards reads: not compressed, on this machine, and the same all the time."""

import hashlib
import io
import os
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from threading import Thread
from typing import Any, cast

from nerkit.errors import InputError, NerkitError
from nerkit.evaluation.cutting import UncutError
from nerkit.evaluation.streams import KeptInput, temporary
from nerkit.ground.paths import FileState, opened, state_of
from nerkit.io import Source, expand


@dataclass(frozen=True, slots=True)  # a folder may have hundreds of thousands
class LocalFile:
    """An input as a file that is not compressed, or one of the files of a folder or pattern, which may be.

    name, member   what messages call it, and its path below the folder
    path           where it is
    sha256         the digest of the input, where it is known already
    """

    name: str
    path: str
    size: int
    changed: int | str
    sha256: str | None = None
    member: str | None = None

    @classmethod
    def of(cls, target: Any, stack: ExitStack) -> "LocalFile":
        """The input; a copy of it, which the stack takes away, where it is compressed or came through a pipe.

        Raises UncutError for one that cannot be read.
        """
        is_kept = isinstance(target, KeptInput)
        place = (target.path or io.BytesIO(target.data)) if is_kept else target
        source = Source(place, target.name) if is_kept else expand(target)[0]
        try:
            if isinstance(place, str | os.PathLike) and not source.packed:
                path, state = os.fspath(place), state_of(os.fspath(place))
                source.close()
                return cls(source.name, path, *state)
            copy = temporary(stack)
            for piece in source.pieces():
                copy.write(piece)
            copy.flush()
        except (NerkitError, OSError):
            raise UncutError("an input cannot be read") from None
        state = state_of(copy.name)
        digest_of_all = source.sha256  # of what came, not of the copy
        return cls(source.name, copy.name, *state, digest_of_all)

    @classmethod
    def listed(cls, source: Source) -> "LocalFile":
        """A file of a folder or a pattern. Raises UncutError for one that cannot be read."""
        try:
            state = state_of(source.name)
        except OSError:
            raise UncutError("an input cannot be read") from None
        return cls(source.name, source.name, *state, member=source.member)

    def source(self) -> Source:
        """The input from its beginning."""
        return listed_source(self.path, self.name, self.member)

    def check(self) -> None:
        """Raise InputError where the file is not what it was."""
        try:
            state: FileState | None = state_of(self.path)
        except (OSError, InputError):
            state = None
        if state != (self.size, self.changed):
            remedy = "score it when it is complete, or a copy of it"
            raise InputError("the file was changed while it was read", source=self.name, remedy=remedy)


class ListedSources(Sequence[Source]):
    """Files as inputs, each of which is made when it is asked for."""

    def __init__(self, files: Sequence[LocalFile]) -> None:
        self.files = files

    def __len__(self) -> int:
        return len(self.files)

    def __getitem__(self, place: Any) -> Any:
        wanted = self.files[place]
        return [file.source() for file in wanted] if isinstance(place, slice) else wanted.source()


def listed_source(target: Any, name: str, member: str | None) -> Source:
    """An input that is one of several, if it has a path below the folder."""
    source = Source(target, name, listed=member is not None)
    source.member = source.member if member is None else member
    return source


class Digests:
    """The digests of files, computed beside the scoring."""

    def __init__(self, files: Sequence[LocalFile]) -> None:
        self.files = files
        self.known = {file.path: file.sha256 for file in files if file.sha256 is not None}
        self.thread = Thread(target=self._compute, daemon=True)
        self.thread.start()

    def of(self) -> list[str]:
        """The digest of each file."""
        self.thread.join()
        for file in self.files:
            if file.path not in self.known:  # it could not be opened any more
                file.check()
                self.known[file.path] = digest(file.path)
        return [self.known[file.path] for file in self.files]

    def _compute(self) -> None:
        for file in self.files:
            if file.path not in self.known:
                with suppress(OSError):  # `of` tells that the file is gone, if the digest is asked for
                    self.known[file.path] = digest(file.path)


def digest(path: str) -> str:
    """The SHA-256 digest of a file."""
    with opened(path) as file:
        return hashlib.file_digest(cast(Any, file), "sha256").hexdigest()
