"""The records of tasks and measures, from which all that names them is derived.

    scorers/<task>/measures.py   MEASURES, the one list of the task's measures: `Measure` records in display
                                 order
    scorers/<task>/scorer.py     TASK, a `Task`: what it reads, how it prepares, counts and lists errors

A name that a user types is looked up in this order. First comes a measure or its alias, then the beginning of
names (`ucca` of `ucca/labeled/primary`), then a group. Then come measures of another task that this task
counts too, and names in the task's language (`sets:is_linked:span`). A name also brings the measures below
it: `smatch` has the rows `smatch/instance` and so on.
"""

import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import cache, partial
from importlib import import_module
from inspect import signature
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from nerkit.algorithms.columns import Column
from nerkit.corpora.corpus import Batch
from nerkit.corpora.selection import Selection
from nerkit.exceptions import UsageError, unknown
from nerkit.ground.options import OF_RUN, field_of
from nerkit.ground.records import record, shape
from nerkit.readers import corpora
from nerkit.readers.register import FORMATS, of_corpus, only_named
from nerkit.results.counts import Counts
from nerkit.results.rows import Grouping, Scoring
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
from nerkit.scorers.measure import over_parts as over_parts
from nerkit.scorers.measure import shares as shares
from nerkit.scorers.missing_fields import Need, Unfit, unfit, warnings
from nerkit.scorers.slices import Seen, Slices

if TYPE_CHECKING:
    from nerkit.results.errors import Errors

ALL = "all"  # the group of all measures that are listed
OF_CORPUS = "*"  # what corpora hold, among what measures count


def _named(name: str) -> "Task":
    """Return the task of this name."""
    task: Task = import_module(f"nerkit.scorers.{name}.scorer").TASK
    return task


@cache
def _loaded(name: str) -> Callable[..., Any]:
    """Import the function of a dotted name."""
    module, _, function = name.rpartition(".")
    return cast(Callable[..., Any], getattr(import_module(module), function))


@cache
def _parameters(function: Callable[..., Any]) -> Collection[str]:
    """Return the names of the parameters of a function."""
    return signature(function).parameters.keys()


class Settled(NamedTuple):
    """The decisions from the content of a whole corpus, which are made before its parts are prepared.

    options      the task's options, with all decisions about the data
    notes        notes on the decisions
    recognised   the entries of the signature for the decisions
    """

    options: Any
    notes: Sequence[str] = ()
    recognised: Mapping[str, str] = {}


class InParts:
    """The way in which nerkit scores a corpus in parts. In this class, each part counts alone.

    most    the largest part on one machine, in bytes
    joins   whether `kept` returns all columns that measures over the corpus need
    """

    most: float = inf
    joins = False

    def surveyed(self, corpora: Sequence[Any], options: Any) -> Any:
        """Return a survey of the corpora of a part, for the decisions about the whole corpus."""
        return ()

    def settled(self, surveys: Sequence[Any], options: Any) -> Settled | None:
        """Return the decisions from the surveys of all parts, or None if the corpus must be scored in one
        piece.
        """
        return Settled(options)

    def whole(self, options: Any) -> str:
        """Return the reason why options need the corpus in one piece; empty if they do not."""
        return ""

    def kept(
        self, batch: Batch[Any], measures: Sequence[Measure], plan: Sequence[Grouping], options: Any
    ) -> Any:
        """Return the columns of a part that measures over the corpus look at."""

    def start(self, options: Any) -> Any:
        """Return an object that joins the kept columns of all parts: `add(kept, mask of documents in gold,
        cut=…)`, and `counts(measures, plan)`.
        """


@record(frozen=True)
class Task:
    """A task, from corpora of its own kind to counts.

    name         the name of the command
    options      the dataclass of the options; its field `workers` is the number of processes. Its module
                 has READS, the kind of corpus that the task takes of formats
    measures     the list of all measures
    headlines    measures; the first that is scored by default is the headline
    read_objects function (object, name, arguments of `reading`) -> a corpus from data in memory. A dotted
                 name is imported at first use
    prepare      (corpora, selection, options) -> gold and the systems as they are scored, and warnings
    view         (batch, measures, plan, options) -> the batch in the form that measures count. Raises
                 UsageError for a field of the plan that items do not have
    items        the beginning of a measure's name -> the plural word for its items; "" for all other names
    language     lines that `nerkit measures` prints below the list
    reading      (options, `gold` or `system`) -> keyword arguments for the readers
    stated       (prepared corpora, options) -> entries in the signature
    fields       the name of a field (`Measure.fields`) -> the object that looks for the field in corpora
    defaults     (prepared corpora, options) -> names of the default measures; without this function the
                 measures that are marked `default`
    brought      (options) -> measures that the options bring, by name: the default if there are any
    beside       (measures, options) -> the measures, each followed by the measures that the options add
    written      (name, whether it is only explained) -> the measures of a name in the language of the task;
                 empty for another name. An explained name raises UsageError if it looks misspelt
    also         other tasks whose measures this task can count
    ordered      group -> its measures by name, for groups in another order than the list
    unit         the word for a document
    units        (batches by system) -> the names of the units that statistics draw, and the batches by these
                 units; None: documents
    scoring      (options) -> the fields whose rows are always shown, averaged and ranked
    counted      fields that are counted for the reports of other programs, though no row shows them
    names        (paired side) -> the names of its items, by kind; names_in_items: the same after a pass
                 over the items
    sliced       (batch, slices) -> the batch with the fields of slices; None if the task has no slices
    seen_items   (prepared corpus) -> text and label of every item of training data
    parts        the way in which a corpus in parts is scored
    """

    name: str
    options: type[Any]
    measures: Sequence[Measure]
    headlines: Sequence[str]
    read_objects: Callable[..., Any] | str
    prepare: Callable[[Sequence[Any], Selection, Any], tuple[list[Any], list[str]]]
    view: Callable[[Batch[Any], Sequence[Measure], Sequence[Grouping], Any], BatchView]
    items: Mapping[str, str] = field(default_factory=lambda: {"": "items"})
    language: Sequence[str] = ()
    reading: Callable[[Any, str], Mapping[str, Any]] = lambda *_: {}
    stated: Callable[[Sequence[Any], Any], Mapping[str, str]] = lambda *_: {}
    fields: Mapping[str, Need] = field(default_factory=dict)
    defaults: Callable[[Sequence[Any], Any], Sequence[str]] | None = None
    brought: Callable[[Any], Mapping[str, Measure]] = lambda _: {}
    beside: Callable[[Sequence[Measure], Any], Sequence[Measure]] = lambda measures, _: measures
    written: Callable[[str, bool], Sequence[Measure]] = lambda *_: ()
    also: Sequence[str] = ()
    ordered: Mapping[str, Sequence[str]] = field(default_factory=dict)
    unit: str = "document"
    units: Callable[[Mapping[str, Batch[Any]]], tuple[str, Mapping[str, Batch[Any]]] | None] = lambda _: None
    scoring: Callable[[Any], Scoring] = lambda _: Scoring()
    counted: Sequence[str] = ()
    names: Callable[[Any], Mapping[str, Column]] = lambda _: {}
    names_in_items: Callable[[Any], Mapping[str, Mapping[str, int]]] = lambda _: {}
    sliced: Callable[[Batch[Any], Slices], Batch[Any]] | None = None
    seen_items: Callable[[Any], Iterable[Seen]] = lambda _: ()
    parts: InParts = InParts()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the task as its name."""
        return _named, (self.name,)

    def count(
        self, batch: Batch[Any], measures: Sequence[Measure], plan: Sequence[Grouping], options: Any
    ) -> Counts:
        """Return the counts of a batch for every measure and every grouping of the plan."""
        view = self.view(batch, measures, plan, options)
        if not self.fields:
            return counts_of(view)
        of_fields = partial(warnings, batch, measures, self.fields)
        return counts_of(replace(view, warnings=lambda parts: [*of_fields(), *view.warnings(parts)]))

    def unfit(self, measures: Sequence[Measure], corpora: Sequence[Any], options: Any) -> Mapping[str, Unfit]:
        """Return name -> reason for the measures that do not fit these prepared corpora."""
        return unfit(measures, self.fields, corpora, options) if corpora else {}

    def errors(self, batch: Batch[Any], measures: Sequence[Measure], options: Any) -> "Errors":
        """Return the errors of a batch from `errors.find` of the task's folder, which only this method
        imports.
        """
        found: Errors = import_module(f"nerkit.scorers.{self.name}.errors").find(batch, measures, options)
        return found

    @property
    def reads(self) -> str:
        """The kind of corpus that the task takes of formats, as the register names it."""
        return str(sys.modules[self.options.__module__].READS)

    @property
    def headline(self) -> str:
        """The measure for gates and `-b` if the user names no measure and no data are known."""
        return self.headlines[-1]

    def items_of(self, measure: str) -> str:
        """Return the plural word for the items that the measure with this name counts."""
        longest = max(filter(measure.startswith, self.items), key=len, default="")
        return self.items.get(longest, self.held)

    @property
    def held(self) -> str:
        """The plural word for the content of the corpora of the task."""
        return self.items.get(OF_CORPUS) or self.items[""]

    def reading_objects(self, reading: Mapping[str, Any]) -> Callable[..., Any]:
        """`read_objects` with the keyword arguments of readers that it accepts."""
        read = self.read_objects
        if isinstance(read, str):
            read = _loaded(read)
        known = _parameters(read)
        return partial(read, **{name: reading[name] for name in reading.keys() & known})

    @property
    def formats(self) -> Sequence[str]:
        """The formats that the task reads; the first is the default."""
        return of_corpus(self.reads)

    @property
    def named_formats(self) -> Sequence[str]:
        """Further formats that the task reads if the user names them."""
        return only_named(self.reads)

    @property
    def groups(self) -> dict[str, list[str]]:
        """Group -> its measures, in the order of `ordered` or of the list; `all` has all listed measures."""
        members: dict[str, list[str]] = {}
        for measure in self.measures:
            for group in measure.groups:
                members.setdefault(group, []).append(measure.name)
        listed = [measure.name for measure in self.measures if measure.listed]
        own_order = {group: list(names) for group, names in self.ordered.items()}
        return ({ALL: listed} if listed else {}) | members | own_order

    @property
    def option_names(self) -> list[str]:
        """The names of the options that a user can give."""
        return [name for name in shape(self.options).names if name not in OF_RUN]

    def resolve(self, names: Sequence[str]) -> list[Measure]:
        """Return the measures of names, each once, under the name that the user typed. Raises UsageError for
        an unknown name.
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
        """Return the names in `A,B` if each is known, also as a measure that options have *brought*. The name
        of a measure stays whole, even with a comma.
        """
        parts = [part.strip() for part in name.split(",")]
        if len(parts) == 1 or name in brought or self._listed(name):
            return [name]
        return parts if all(part in brought or self.is_known(part) for part in parts) else [name]

    def looked_up(self, name: str) -> list[Measure]:
        """Return the measures of one name; empty for an unknown name. Raises UsageError for a name that is
        misspelt in the language.
        """
        if listed := self._listed(name):
            return listed
        if name in (groups := self.groups):
            return [measure for member in groups[name] for measure in self.looked_up(member)]
        for task in map(_named, self.also):
            if borrowed := task.looked_up(name):
                return borrowed
        return list(self.written(name, False))

    def default_measures(self, corpora: Sequence[Any], options: Any) -> list[Measure]:
        """Return the default measures: the measures that the options bring, or else the defaults of the task
        for these corpora.
        """
        brought = self.brought(options)
        if brought:
            return list(self.beside(list(brought.values()), options))
        marked = [measure.name for measure in self.measures if measure.default]
        measures = self.resolve(self.defaults(corpora, options) if self.defaults else marked)
        return list(self.beside(measures, options))

    def headline_of(self, scored: Sequence[str]) -> str:
        """Return the headline among the scored measures, or the first measure if the headline is not
        scored.
        """
        return next((name for name in self.headlines if name in scored), scored[0])

    def describe(self, name: str) -> Measure | None:
        """Return the measure with this name, for `nerkit explain`, or a summary of the measures below it;
        None for an unknown name. Raises UsageError for a name that is misspelt in the language of the task.
        """
        listed = self._listed(name)
        exact = [measure for measure in listed if measure.name == name]
        return next(iter(exact or self.written(name, True) or listed), None)

    def composites(self, measures: Sequence[Measure], options: Any) -> dict[str, Composite]:
        """The formulas of the measures that combine the counts of other measures."""
        return {
            measure.name: Composite(tuple(part.name for part in measure.of), measure.combine(options))
            for measure in measures
            if measure.combine is not None
        }

    def own_options(self, given: Mapping[str, Any], workers: int = 1, asked: Sequence[str] = ()) -> Any:
        """Return the options of the task with these values, the number of processes, and the *asked*
        measures. Raises UsageError for an unknown option.
        """
        kind: Any = self.options  # mypy takes a type of unknown objects for unhashable
        fields = field_of(kind)
        given = {fields.get(name, name): value for name, value in given.items()}
        for name in given:
            if name not in self.option_names:
                raise unknown("option", name, self.option_names)
        own = shape(self.options).names
        of_run = {"workers": workers, "asked": tuple(asked or ())}
        return self.options(**given, **{name: value for name, value in of_run.items() if name in own})

    def check_format(self, form: str) -> None:
        """Raise UsageError for a format that the task cannot read, even if the user names it."""
        known = (*self.formats, *self.named_formats)
        if form not in known and (form in FORMATS or self.reads not in corpora(form)):
            raise UsageError(f"nerkit {self.name} does not read {form}; it reads {', '.join(known)}")

    def known_names(self) -> list[str]:
        """Return all names that a user can type, also of tasks whose measures this task counts."""
        own = [name for measure in self.measures for name in (measure.name, *measure.aliases)]
        return [*own, *self.groups, *(name for task in map(_named, self.also) for name in task.known_names())]

    def _listed(self, name: str) -> list[Measure]:
        """Return the listed measure with this name or alias, and the measures below it; empty for an unknown
        name.
        """
        inside = [measure for measure in self.measures if measure.name.startswith(f"{name}/")]
        apart = [one.name for one in inside if one.apart]
        below = [one for one in inside if not any(f"{one.name}/".startswith(f"{each}/") for each in apart)]
        for measure in self.measures:
            if name == measure.name or name in measure.aliases:
                return [measure if name == measure.name else replace(measure, name=name), *below]
        return below

    def is_known(self, name: str) -> bool:
        """Return whether the task has measures with this name."""
        try:
            return bool(self.looked_up(name))
        except UsageError:
            return False
