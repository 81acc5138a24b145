"""The records that processes and machines exchange: names, ranges, options and counts, but no documents."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nerkit import readers
from nerkit.algorithms.columns import BoolArray, IntArray
from nerkit.corpora.selection import Selection
from nerkit.evaluation.error_lists import Listing
from nerkit.evaluation.facts import Sides, Size
from nerkit.evaluation.id_mismatch import Met
from nerkit.evaluation.request import Request
from nerkit.exceptions import NerkitError
from nerkit.results.counts import Counts
from nerkit.results.error_parts import SystemPart
from nerkit.scorers.slices import SENTENCE
from nerkit.scorers.task import Settled, Task


@dataclass(frozen=True)
class Work:
    """The work on each shard, sent to other processes.

    forms         the format of gold and of each system
    systems       the names of the systems in results
    request, selection, options   the request, the selected items, and the options of the task
    by_document   whether counts are kept by document
    cut           whether shards are parts of one document
    settled       the decisions from content; None: the shard decides
    listing       the request of a list of errors; None: count measures
    """

    task: Task
    forms: tuple[str, ...]
    systems: tuple[str, ...]
    request: Request
    selection: Selection
    options: Any
    by_document: bool
    cut: bool
    settled: Settled | None = None
    listing: Listing | None = None

    @property
    def by_sentence(self) -> bool:
        """Whether there are rows by sentence."""
        return SENTENCE in self.request.fields

    @property
    def implicit(self) -> bool:
        """Whether documents exist only through their items."""
        return any(readers.reader(form).implicit_documents for form in self.forms)


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


@dataclass
class SystemScores:
    """The counts of a system in a shard, and everything else that the sum of shards needs of the system.

    in_gold    whether gold has each document of the counts
    met        the names in its items and in the gold side
    unpaired, counted   the warnings of pairing and of counting
    kept       the data for measures that are counted after all shards
    items      the items of both sides that the headline counts, if errors are listed
    errors     the listed errors
    units      the counts by the units of statistics, if these are not documents
    """

    counts: Counts
    in_gold: BoolArray
    met: Met
    unpaired: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()
    kept: Any = None
    items: Sides | None = None
    errors: SystemPart | None = None
    units: Counts | None = None


@dataclass(frozen=True)
class Scores:
    """The counts of a shard, and everything else that the sum of shards needs.

    failed     the reason if the shard cannot be scored alone; *error* is the exception behind it. Then all
               other fields but survey are empty
    survey     evidence for decisions over all data;  settled   the decisions for this shard
    measures   the counted measures;  stated   the task's entries in the signature
    systems    the counts of each system
    warnings   the warnings of preparing, and of each corpus
    notes      notes about its files and measures
    lost_headline   the reason if the default headline is not scored
    sides      the facts of gold and each system
    unit       the units of statistics if not documents
    chosen     the selected documents of all sides
    """

    failed: str = ""
    survey: Any = None
    settled: Settled | None = None
    measures: tuple[str, ...] = ()
    stated: Mapping[str, str] = field(default_factory=dict)
    systems: tuple[SystemScores, ...] = ()
    warnings: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()
    lost_headline: str = ""
    sides: tuple[SideFacts, ...] = ()
    unit: str = ""
    chosen: frozenset[str] = frozenset()
    error: NerkitError | None = None

    @property
    def named(self) -> bool:
        """Whether the documents of all sides have ids."""
        return all(side.named for side in self.sides)
