"""The records that processes and machines exchange: names, ranges, options and counts, but no documents."""

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
    """The work on each shard, sent to other processes.

    forms         the format of gold and of each system
    systems       the names of the systems in results
    request, selection, options   the request, the selected items, and the options of the task
    implicit      whether documents exist only through their items
    by_document   whether counts are kept by document
    cut           whether shards are parts of one document
    settled       the decisions from content; None: the shard decides
    listing       the request of a list of errors; None: count measures
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
        """Whether there are rows by sentence."""
        return SENTENCE in self.request.fields


class FilePart(NamedTuple):
    """A part of an input: a range of a file, or a whole file of a folder or a pattern.

    name, member   the name in messages, and the path below the folder
    among          the name in messages for all files of the folder together
    """

    target: ByteRange | str
    name: str
    member: str | None = None
    size: int = 0
    among: str | None = None

    def source(self) -> Source:
        """Return the part as an input."""
        source = listed_source(self.target, self.name, self.member)
        source.among = self.among
        return source

    @property
    def path(self) -> str:
        """The path of the file."""
        return self.target if isinstance(self.target, str) else self.target.path

    def absolute(self) -> "FilePart":
        """Return the part with the absolute path of its file."""
        path = absolute(self.path)
        target = path if isinstance(self.target, str) else replace(self.target, path=path)
        return self._replace(target=target)


Shard = Sequence[Sequence[FilePart]]  # the parts of each side, gold first


def joined(parts: Sequence[FilePart]) -> Sequence[FilePart]:
    """Join adjacent ranges of one file into one part; whole files stay separate."""
    ranges = [part.target for part in parts if isinstance(part.target, ByteRange)]
    if not ranges:
        return parts
    first, last = ranges[0], ranges[-1]
    data = None if first.data is None else b"".join(one.data or b"" for one in ranges)
    target = replace(first, end=last.end, last=last.last, data=data)
    return [parts[0]._replace(target=target, size=target.end - target.begin)]


@dataclass(frozen=True)
class SideFacts:
    """The facts of one side of a shard.

    size       the numbers of documents, items and tokens
    named      whether documents have ids
    keys       digests of the ids
    traits     the properties that all shards of the side must share
    sentences  the number of sentences, if rows or errors need it
    """

    size: Size
    named: bool
    keys: IntArray
    traits: Mapping[str, Any] = field(default_factory=dict)
    sentences: int = 0


@dataclass(frozen=True)
class Scores:
    """The counts of a shard, and everything else that the sum of shards needs.

    failed     the reason if the shard cannot be scored alone; *error* is the exception behind it. Then all
               other fields but survey are empty
    survey     evidence for decisions over all data;  settled   the decisions for this shard
    measures   the counted measures;  stated   the task's entries in the signature
    counts     the counts of each system
    warnings   the warnings of preparing, of each corpus, of pairing each system, of counting each system
    notes      notes about its files and measures
    lost_headline   the reason if the default headline is not scored
    sides      the facts of gold and each system
    unit, unit_counts   the units of statistics if not documents, and the counts of each system by them
    errors     the listed errors of each system
    sha256     the digests of the files of each side, if they are whole
    in_gold    for each system, whether gold has each document of its counts
    over_all   for each system, the data for measures that are counted after all shards
    met        for each system, the names in its items and in gold
    listed     for each system, the items of gold and system that the headline counts, if errors are listed
    chosen     the selected documents of all sides
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
        """Whether some systems are paired by id and other systems by order."""
        gold, *systems = (side.named for side in self.sides)
        return gold and any(systems) and not all(systems)

    @property
    def kind(self) -> tuple[Any, ...]:
        """The properties that all shards must share: traits of the sides, measures, entries in the
        signature.
        """
        return [side.traits for side in self.sides], self.measures, self.stated

    @property
    def documents(self) -> set[tuple[int, bool]]:
        """The different pairs (number of documents, whether they have ids) of the sides."""
        return {(side.size.documents, side.named) for side in self.sides}
