"""The records of tasks and measures, from which all that names them is derived.

    scorers/<task>/measures.py   MEASURES, the one list of the task's measures: `Measure` records in display
                                 order
    scorers/<task>/scorer.py     TASK, a `Task`: what it reads, how it prepares, counts and lists errors

A name that a user types is looked up in this order: a measure or an alias of one, the beginning of names
(`ucca` of `ucca/labeled/primary`), a group, a measure of another task that this one counts too, a name that
is written in the task's language (`sets:is_linked:span`). Whatever has a name brings the measures below it:
`smatch` has the rows `smatch/instance` and so on.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import field, fields, replace
from importlib import import_module
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from nerkit.algorithms.columns import Column
from nerkit.corpora.corpus import Batch, Corpus
from nerkit.corpora.selection import Selection
from nerkit.exceptions import UsageError, unknown
from nerkit.ground.options import OF_RUN
from nerkit.ground.records import record
from nerkit.readers import corpora
from nerkit.readers.register import FORMATS, of_corpus, only_named
from nerkit.results.counts import Counts
from nerkit.results.rows import AVERAGED, Grouping
from nerkit.results.scores import Composite
from nerkit.scorers.measure import ANY as ANY
from nerkit.scorers.measure import MEANS as MEANS
from nerkit.scorers.measure import SHARES as SHARES
from nerkit.scorers.measure import BatchView, counts_of
from nerkit.scorers.measure import Measure as Measure
from nerkit.scorers.measure import Range as Range
from nerkit.scorers.measure import anything as anything
from nerkit.scorers.measure import counted as counted
from nerkit.scorers.measure import means as means
from nerkit.scorers.measure import shares as shares
from nerkit.scorers.slices import Seen, Slices

if TYPE_CHECKING:
    from nerkit.results.errors import Errors

ALL = "all"  # the group of all measures that are listed


# functions with a name, so that results, which know their task, travel between processes
def _nothing(*_: Any) -> dict[str, Any]:
    return {}


def _none(*_: Any) -> tuple[Any, ...]:
    return ()


def _named(name: str) -> "Task":
    """The task of this name, which was pickled."""
    task: Task = import_module(f"nerkit.scorers.{name}.scorer").TASK
    return task


class Unfit(NamedTuple):
    """A reason why a measure does not fit the corpora.

    problem    the reason in words
    where      a hint where the lacking field may be
    is_trace   whether there is a trace of what the corpora lack
    stays      whether the measure stays, with a warning of its task, unless the user names it
    """

    problem: str
    where: str = ""
    is_trace: bool = False
    stays: bool = False

    def __str__(self) -> str:
        return "; ".join(filter(None, (self.problem, self.where)))


class Settled(NamedTuple):
    """The decisions taken from the content of a whole corpus, before its parts are prepared.

    options      the task's options, with what was decided
    notes        notes on the decisions
    recognised   their entries in the signature
    """

    options: Any
    notes: Sequence[str] = ()
    recognised: Mapping[str, str] = {}


def _as_asked(_: Any, options: Any) -> Settled:
    return Settled(options)


def _without_reason(*_: Any) -> str:
    return ""


def _alone(measures: Sequence[Measure], _: Any) -> Sequence[Measure]:
    return measures


def _listed_all(measures: Sequence[Measure], *_: Any) -> Sequence[Measure]:
    return measures


def _documents(corpus: Corpus) -> int:
    return len(corpus.documents)


@record(frozen=True)
class OverAll:
    """The counting of measures whose items may lie in several parts of a corpus that is read in parts.

    waiting   (measures, options, whether documents are cut) -> those of the measures that wait for all parts
    kept      (batch of a part, measures, plan, options) -> what is kept of a part for them
    start     () -> what holds this of all parts: `add(kept, which documents gold has, cut=…)`
    count     (what holds all, measures, plan, options) -> their counts
    """

    waiting: Callable[[Sequence[Measure], Any, bool], Sequence[Measure]]
    kept: Callable[[Batch[Any], Sequence[Measure], Sequence[Grouping], Any], Any]
    start: Callable[[], Any]
    count: Callable[[Any, Sequence[Measure], Sequence[Grouping], Any], Counts]


@record(frozen=True)
class Reads:
    """A task's record of its inputs.

    kind               the kind of corpus that it takes of formats, as the register says it
    read_objects       (object, name, **reading if objects_are_text) -> a corpus from objects in memory
    objects_are_text   whether read_objects takes what `reading` gives
    reading            (options) -> keyword arguments for the task's readers; `reading_system` of systems
    takes              the kind of corpus that it takes, of formats that can be read as several
    """

    kind: str
    read_objects: Callable[..., Any]
    objects_are_text: bool = False
    reading: Callable[[Any], Mapping[str, Any]] = _nothing
    reading_system: Callable[[Any], Mapping[str, Any]] | None = None
    takes: type[Any] | None = None


@record(frozen=True)
class Named:
    """A task's record of the names of its measures, and of those that are chosen by default.

    preferred          measures of which the first among the defaults is the headline instead
    families           records, no measures, that `nerkit explain` shows for beginnings of names (`ucca`)
    defaults           (prepared corpora) -> names of the measures scored where none is asked for; those
                       marked `default` without it
    suited             (measures, prepared corpora, options) -> those that the corpora and the options allow:
                       what the group `all` stands for where there are corpora
    unfit              (measures, prepared corpora, options) -> name -> why it says nothing of these corpora:
                       refused where it was asked for by its name, else left out
    written            (name) -> the measures of a name in the task's language; none of another name
    check_spelling     (measure) raises UsageError where its name looks misspelt
    ordered            group -> its measures by name, for a group whose order is not that of the list
    also               () -> tasks whose measures this one counts too
    brought            (options) -> measures that the options bring, by name: the default where there are any
    beside             (measures, options) -> the measures, with those that the options set beside each
    language           lines that `nerkit measures` prints below the list
    """

    preferred: Sequence[str] = ()
    families: Sequence[Measure] = ()
    defaults: Callable[[Sequence[Any]], Sequence[str]] | None = None
    suited: Callable[[Sequence[Measure], Sequence[Any], Any], Sequence[Measure]] = _listed_all
    unfit: Callable[[Sequence[Measure], Sequence[Any], Any], Mapping[str, Unfit]] = _nothing
    written: Callable[[str], Sequence[Measure]] = _none
    check_spelling: Callable[[Measure], object] = _nothing
    ordered: Mapping[str, Sequence[str]] = field(default_factory=dict)
    also: Callable[[], Sequence["Task"]] = _none
    brought: Callable[[Any], Mapping[str, Measure]] = _nothing
    beside: Callable[[Sequence[Measure], Any], Sequence[Measure]] = _alone
    language: Sequence[str] = ()


@record(frozen=True)
class TaskRows:
    """A task's record of its rows and of their averages, and of what items are called in them.

    unit               what the documents are called
    held               what the task's corpora count, in the plural
    items              the beginning of a measure's name -> what it counts, in the plural; "" is of all others
    units              (batches by system) -> what statistics draw, by name, and the batches filed under such
                       units; None: documents
    shown              fields whose rows are always printed
    shown_by           (options) -> further fields of which there are always rows
    counted            fields that are counted for the reports of other programs, though no row shows them
    averaged           fields that --macro averages over where no --by says
    ranked             fields whose rows and macro average are always shown where there are several values
    sliced             (batch, slices) -> the batch with the fields that slices are; None: the task has none
    sentences          (corpus, prepared or not) -> the number of its sentences, or else of its documents
    names              (paired side) -> what its items are called, by kind; names_in_items: what takes a pass
    seen_items         (prepared corpus) -> text and label of every item of training data
    """

    unit: str = "document"
    held: str = "items"
    items: Mapping[str, str] = field(default_factory=dict)
    units: Callable[[Mapping[str, Batch[Any]]], tuple[str, Mapping[str, Batch[Any]]] | None] | None = None
    shown: Sequence[str] = ()
    shown_by: Callable[[Any], Sequence[str]] = _none
    counted: Sequence[str] = ()
    averaged: tuple[str, ...] = AVERAGED
    ranked: Sequence[str] = ()
    sliced: Callable[[Batch[Any], Slices], Batch[Any]] | None = None
    sentences: Callable[[Any], int] = _documents
    names: Callable[[Any], Mapping[str, Column]] = _nothing
    names_in_items: Callable[[Any], Mapping[str, Mapping[str, int]]] = _nothing
    seen_items: Callable[[Any], Iterable[Seen]] = _none

    def items_of(self, measure: str) -> str:
        """The word, in the plural, for what the measure of this name counts."""
        longest = max(filter(measure.startswith, self.items), key=len, default="")
        return self.items.get(longest, self.held)


@record(frozen=True)
class Sharded:
    """A task's record of corpora that are read in parts.

    surveyed           (corpora, options) -> what a part of the corpora says of what is to be settled
    settled            (what each part says, options) -> what is settled for all; None: not one by one
    in_parts           (measures, options, if documents are cut) -> why they are not counted in parts, if not
    over_all           () -> how measures are counted whose items may be in several parts, if there are any
    with_rest          (gold, system, fill=…) -> the system, with nothing marked in what it lacks of documents
                       if that is to be filled; None: nothing can be lacking within one
    most               bytes of a part on one machine: objects of JSON are counted faster while the processor
                       has them in its memory
    """

    surveyed: Callable[[Sequence[Any], Any], Any] = _nothing
    settled: Callable[[Sequence[Any], Any], Settled | None] = _as_asked
    in_parts: Callable[[Sequence[Measure], Any, bool], str] = _without_reason
    over_all: Callable[[], OverAll] | None = None
    with_rest: Callable[..., Any] | None = None
    most: float = inf


@record(frozen=True)
class Task:
    """A task: its way from corpora to counts and to errors, and four records of what goes with it. Corpora
    are of the task's own kind.

    name         as typed after `nerkit`
    reads        its inputs
    options      the dataclass of what only this task knows; `workers` in it: processes it may use
    measures     the one list
    prepare      (corpora, selection, options) -> gold and the systems as they are scored, and warnings
    view         (batch, measures, plan, options) -> the batch as the measures look at it. Raises UsageError
                 for a field of the plan that items do not have
    headline     the measure that gates and `-b` look at where none is asked for
    stated       (options) -> what the signature always says
    recognised   (prepared corpora, options) -> what content decided, which the signature says too
    named        the names of its measures;  rows  its rows;  sharded  its corpora in parts
    """

    name: str
    reads: Reads
    options: type[Any]
    measures: Sequence[Measure]
    prepare: Callable[[Sequence[Any], Selection, Any], tuple[list[Any], list[str]]]
    view: Callable[[Batch[Any], Sequence[Measure], Sequence[Grouping], Any], BatchView]
    headline: str
    stated: Callable[[Any], Mapping[str, str]] = _nothing
    recognised: Callable[[Sequence[Any], Any], Mapping[str, str]] = _nothing
    named: Named = Named()
    rows: TaskRows = TaskRows()
    sharded: Sharded = Sharded()

    def __reduce__(self) -> tuple[Any, ...]:
        """A task is pickled as its name."""
        return _named, (self.name,)

    def count(
        self, batch: Batch[Any], measures: Sequence[Measure], plan: Sequence[Grouping], options: Any
    ) -> Counts:
        """The counts of a batch for every measure and every grouping of the plan."""
        return counts_of(self.view(batch, measures, plan, options))

    def errors(self, batch: Batch[Any], measures: Sequence[Measure], options: Any) -> "Errors":
        """The errors of a batch, by `errors.find` of the task's folder, which only this loads."""
        found: Errors = import_module(f"nerkit.scorers.{self.name}.errors").find(batch, measures, options)
        return found

    @property
    def formats(self) -> Sequence[str]:
        """The formats that it reads, the first being the default."""
        return of_corpus(self.reads.kind)

    @property
    def named_formats(self) -> Sequence[str]:
        """The formats that it reads too, where they are named."""
        return only_named(self.reads.kind)

    @property
    def groups(self) -> dict[str, list[str]]:
        """Group -> its measures, in display order if not `ordered` otherwise; `all` has those that are
        listed.
        """
        members: dict[str, list[str]] = {}
        for measure in self.measures:
            for group in measure.groups:
                members.setdefault(group, []).append(measure.name)
        listed = [measure.name for measure in self.measures if measure.listed]
        own_order = {group: list(names) for group, names in self.named.ordered.items()}
        return ({ALL: listed} if listed else {}) | members | own_order

    @property
    def option_names(self) -> list[str]:
        """The names of the options that a user may give."""
        return [option.name for option in fields(self.options) if option.name not in OF_RUN]

    def resolve(self, names: Sequence[str]) -> list[Measure]:
        """The measures of names as they are typed, each once, under the name that was typed. UsageError for a
        name that is none.
        """
        single = [name for each in names for name in self.separated(each)]
        asked: dict[str, Measure] = {}
        for name in single:
            found = self.looked_up(name)
            if not found:
                listed = [measure.name for measure in self.measures if measure.listed]
                from nerkit.scorers.spelling import refusal

                raise refusal(name, self.name, listed, self.known_names(), self.is_known)
            asked |= {measure.name: measure for measure in found}
        return list(asked.values())

    def separated(self, name: str, brought: Collection[str] = ()) -> list[str]:
        """The names in `A,B`, where each is one, also of those that options have *brought*; a name that is a
        measure's stays whole, whatever is in it.
        """
        parts = [part.strip() for part in name.split(",")]
        if len(parts) == 1 or name in brought or self._listed(name):
            return [name]
        return parts if all(part in brought or self.is_known(part) for part in parts) else [name]

    def looked_up(self, name: str) -> list[Measure]:
        """The measures that one name stands for; none where it is not known. Raises UsageError for one that
        is misspelt in the language.
        """
        if listed := self._listed(name):
            return listed
        if name in (groups := self.groups):
            return [measure for member in groups[name] for measure in self.looked_up(member)]
        for task in self.named.also():
            if borrowed := task.looked_up(name):
                return borrowed
        return list(self.named.written(name))

    def default_measures(self, corpora: Sequence[Any], options: Any) -> list[Measure]:
        """The measures where the user names none: those the options bring, else the task's defaults for what
        the corpora hold.
        """
        brought = self.named.brought(options)
        if brought:
            return list(self.named.beside(list(brought.values()), options))
        marked = [measure.name for measure in self.measures if measure.default]
        measures = self.resolve(self.named.defaults(corpora) if self.named.defaults else marked)
        return list(self.named.beside(measures, options))

    def headline_of(self, scored: Sequence[str]) -> str:
        """The headline among the measures that are scored by default; the first, where it is none of them."""
        return next((name for name in (*self.named.preferred, self.headline) if name in scored), scored[0])

    def describe(self, name: str) -> Measure | None:
        """The task's own measure or family of a name, for `nerkit explain`; None if it has none of this name.

        Raises UsageError for a name that is misspelt in the task's language.
        """
        families = [family for family in self.named.families if family.name == name]
        measure = next(iter([*families, *self._listed(name), *self.named.written(name)]), None)
        if measure is not None:
            self.named.check_spelling(measure)
        return measure

    def composites(self, measures: Sequence[Measure], options: Any) -> dict[str, Composite]:
        """The formulas of those measures that combine the counts of others."""
        return {
            measure.name: Composite(tuple(part.name for part in measure.of), measure.combine(options))
            for measure in measures
            if measure.combine is not None
        }

    def own_options(self, given: Mapping[str, Any], workers: int = 1, asked: Sequence[str] = ()) -> Any:
        """The task's options with these values; where it has fields for them with the number of processes and
        the measures that are *asked* for. Raises UsageError for a name that is none.
        """
        for name in given:
            if name not in self.option_names:
                raise unknown("option", name, self.option_names)
        own = {option.name for option in fields(self.options)}
        of_run = {"workers": workers, "asked": tuple(asked or ())}
        return self.options(**given, **{name: value for name, value in of_run.items() if name in own})

    def check_format(self, form: str) -> None:
        """Raise UsageError for a format that the task does not read, not even when it is named."""
        known = (*self.formats, *self.named_formats)
        if form not in known and (form in FORMATS or self.reads.kind not in corpora(form)):
            raise UsageError(f"nerkit {self.name} does not read {form}; it reads {', '.join(known)}")

    def known_names(self) -> list[str]:
        """All names that a user may type, those of the tasks whose measures this one counts too among
        them.
        """
        own = [name for measure in self.measures for name in (measure.name, *measure.aliases)]
        return [*own, *self.groups, *(name for task in self.named.also() for name in task.known_names())]

    def _listed(self, name: str) -> list[Measure]:
        """The measure of the task's list that has this name or alias, and those below it; none where it is
        not known.
        """
        below = [measure for measure in self.measures if measure.name.startswith(f"{name}/")]
        for measure in self.measures:
            if name == measure.name or name in measure.aliases:
                return [replace(measure, name=name), *below]
        return below

    def is_known(self, name: str) -> bool:
        """Whether there are measures of this name."""
        try:
            return bool(self.looked_up(name))
        except UsageError:
            return False
