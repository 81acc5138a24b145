"""The records that processes and machines exchange: names, ranges, options, counts, no more."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from nerkit.algorithms.columns import BoolArray, IntArray
from nerkit.corpora.selection import Selection
from nerkit.evaluation.error_lists import Listing
from nerkit.evaluation.facts import Sides, Size
from nerkit.evaluation.id_mismatch import Met
from nerkit.evaluation.request import Request
from nerkit.evaluation.sharding.files import listed_source
from nerkit.exceptions import NerkitError
from nerkit.ground.paths import absolute
from nerkit.ground.streams import ByteRange
from nerkit.io import Source
from nerkit.results.counts import Counts
from nerkit.results.error_parts import SystemPart
from nerkit.scorers.slices import SENTENCE
from nerkit.scorers.task import Settled


@dataclass(frozen=True)
class Work:
    """The work on each shard; it goes to other processes.

    forms         the format of the gold side and of each system
    systems       the names of the systems in results
    request, selection, options   what is asked for, and the task's own options
    implicit      whether documents exist through their items only
    by_document   whether counts are kept by document
    cut           whether shards are parts of one document
    settled       what was settled by content; None: settle it by the shard
    listing       what is asked for of errors; None: counts are
    """

    task: str
    forms: tuple[str, ...]
    systems: tuple[str, ...]
    request: Request
    selection: Selection
    options: Any
    implicit: bool
    by_document: bool
    cut: bool
    settled: Settled | None = None
    listing: Listing | None = None

    @property
    def by_sentence(self) -> bool:
        """Whether rows are cut by sentences."""
        return SENTENCE in self.request.fields


class FilePart(NamedTuple):
    """A part of an input: a range of a file, or a whole file of a folder or a pattern.

    name, member   what messages call it, and its path below the folder
    among          what messages call all files of the folder together
    """

    target: ByteRange | str
    name: str
    member: str | None = None
    size: int = 0
    among: str | None = None

    def source(self) -> Source:
        """The part from its beginning."""
        source = listed_source(self.target, self.name, self.member)
        source.among = self.among
        return source

    @property
    def path(self) -> str:
        """The path of the file."""
        return self.target if isinstance(self.target, str) else self.target.path

    def absolute(self) -> "FilePart":
        """The part, of the file at its absolute path."""
        path = absolute(self.path)
        target = path if isinstance(self.target, str) else replace(self.target, path=path)
        return self._replace(target=target)


Shard = Sequence[Sequence[FilePart]]  # of each side, gold first


def joined(parts: Sequence[FilePart]) -> Sequence[FilePart]:
    """Adjacent parts of an input; parts of one file are joined, so that they are read as one."""
    ranges = [part.target for part in parts if isinstance(part.target, ByteRange)]
    if not ranges:
        return parts
    first, last = ranges[0], ranges[-1]
    data = None if first.data is None else b"".join(one.data or b"" for one in ranges)
    target = replace(first, end=last.end, last=last.last, data=data)
    return [parts[0]._replace(target=target, size=target.end - target.begin)]


@dataclass(frozen=True)
class SideFacts:
    """The facts of one side of a shard: its size, whether documents have ids, digests of ids, and traits of
    the whole side. If sentences are counted, also their numbers.
    """

    size: Size
    named: bool
    keys: IntArray
    traits: Mapping[str, Any] = field(default_factory=dict)
    sentences: int = 0

    @property
    def documents(self) -> int:
        """The number of documents."""
        return self.size.documents

    @property
    def items(self) -> int:
        """The number of items, as the corpus counts them."""
        return self.size.items


@dataclass(frozen=True)
class Scores:
    """The counts of a shard, and everything beside them.

    failed     why it cannot be scored by itself, and the error, if it is one; all else is empty then
    survey     the shard's evidence for decisions over the whole data, and the decisions made so far
    measures   the measures that were counted;  stated   the entries of the task in the signature
    counts     of each system
    warnings   the warnings of preparing, of each corpus, of pairing each system, of counting each system
    notes      notes on its files and measures that are not warnings
    lost_headline   why the headline of the defaults is not scored
    unit, unit_counts   what statistics draw instead of documents, and the counts of each system by it
    errors   what is listed of each system
    sha256     the digests of the files of each side, if they are whole
    in_gold    for each system, which of the documents of its counts gold has
    over_all   what is kept of each system for measures that wait for all shards
    met            what gold and each system have in common
    listed         the items of the gold side and each system that the headline counts, if errors are listed
    chosen     the selected documents that are in gold or in a system
    """

    failed: str = ""
    survey: Any = None
    settled: Settled | None = None
    measures: tuple[str, ...] = ()
    stated: Mapping[str, str] = field(default_factory=dict)
    counts: tuple[Counts, ...] = ()
    warnings: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()
    lost_headline: str = ""
    sides: tuple[SideFacts, ...] = ()
    in_gold: tuple[BoolArray, ...] = ()
    unit: str = ""
    unit_counts: tuple[Counts, ...] = ()
    errors: tuple[SystemPart, ...] = ()
    sha256: tuple[tuple[str, ...], ...] = ()
    over_all: tuple[Any, ...] = ()
    met: tuple[Met, ...] = ()
    listed: tuple[Sides | None, ...] = ()
    chosen: frozenset[str] = frozenset()
    error: NerkitError | None = None

    @property
    def named(self) -> bool:
        """Whether the documents of all sides have ids."""
        return all(side.named for side in self.sides)

    @property
    def mixed(self) -> bool:
        """Whether some systems are paired by id, others by their order."""
        gold, *systems = (side.named for side in self.sides)
        return gold and any(systems) and not all(systems)

    @property
    def kind(self) -> tuple[Any, ...]:
        """The properties that all shards must share: traits of the sides, measures, the signature."""
        return [side.traits for side in self.sides], self.measures, self.stated

    @property
    def documents(self) -> set[tuple[int, bool]]:
        """(number of documents, whether they have ids) of each side."""
        return {(side.documents, side.named) for side in self.sides}
