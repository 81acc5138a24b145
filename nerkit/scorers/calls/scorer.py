"""The way from records to counts of calls: the turns of both sides, and the count rows."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from nerkit.corpora.corpus import Batch
from nerkit.corpora.json_documents import JsonDocuments, of_objects
from nerkit.corpora.readings import unfolded
from nerkit.corpora.selection import Selection
from nerkit.exceptions import UsageError, check_fields
from nerkit.ground.warnings import Warned
from nerkit.readers.calls.call import Call, calls_in, mapped
from nerkit.readers.calls.conversation import Conversation, SideReading
from nerkit.readers.calls.sides import brought_tools, read_side
from nerkit.readers.leniency import is_strict
from nerkit.readers.values.records import READ, TextReading
from nerkit.results.rows import Grouping
from nerkit.scorers.batch_slices import pieces, size
from nerkit.scorers.calls import measures as names
from nerkit.scorers.calls.bfcl import check_language
from nerkit.scorers.calls.counting import ComparedCalls, computed, tools_of
from nerkit.scorers.calls.measures import ITEMS, MEASURES
from nerkit.scorers.calls.options import Options
from nerkit.scorers.json import scorer as nested
from nerkit.scorers.json.nodes import nodes_of
from nerkit.scorers.measure import BatchView
from nerkit.scorers.missing_fields import Whole
from nerkit.scorers.output_statuses import statuses_warning
from nerkit.scorers.task import OF_CORPUS, InParts, Measure, Task

FIELDS = ("document", "label", "path")
LANGUAGE = (
    "fields: document, label (a tool: both sides keep its calls), path (rows of arguments: search.limit)",
)
NODES = 100_000  # values of gold that are compared at a time


def prepare(
    corpora: Sequence[JsonDocuments], selection: Selection, options: Options
) -> tuple[list[JsonDocuments], list[str]]:
    """The turns of gold and of the systems, with the tools to score, and the warnings about them.

    Raises InputError for gold that does not hold calls, UsageError for a pattern that fits no path.
    """
    if selection.items.only:
        raise UsageError("only=… selects documents here: document=ID; select tools with labels=…")
    sides = [_with_tools(_read(corpora[0], options, None), options.tools_by_document)]
    if options.checker:
        check_language(sides[0].documents)
    if options.any_paths:
        nested.check_any(list(_arguments(sides[:1])), options)
    sides += [_read(corpus, options, sides[0]) for corpus in corpora[1:]]
    is_cut = bool(selection.names) or selection.labels is not None
    warnings = selection.unused_among({name for side in sides if is_cut for name in _tools(side)})
    renamed = _new_names(selection, options)
    is_whole = not is_cut and not options.underscores
    kept = (
        sides
        if is_whole
        else [
            replace(side, values=[_chosen(one, renamed, selection.labels) for one in side.values])
            for side in sides
        ]
    )
    chosen = [selection.documents(side) for side in kept]
    _check_paths(chosen, options)
    calls = any(call.name is not None for turns in chosen[0].values for call in calls_in(turns))
    read = [
        note
        for side, corpus in zip(sides, corpora, strict=True)
        for note in side.warnings
        if note not in corpus.warnings
    ]
    silent = Warned("gold-calls-nothing", len(chosen[0]), facts={"unless": calls})
    warnings = [*read, silent, *warnings]
    warnings += [statuses_warning(place, corpus) for place, corpus in enumerate(chosen[1:])]
    return chosen, warnings


def _read(corpus: JsonDocuments, options: Options, gold: JsonDocuments | None) -> JsonDocuments:
    """The documents of a side as turns. System documents use the tool schemas of *gold*."""
    role = "gold" if gold is None else "system"
    how = TextReading(options.read, is_strict(), id=options.id_of(role))
    key = options.any_key_named if gold is None else None
    paths = tuple(options.any_paths) if gold is None else ()
    empty = options.checker is not None
    plain = SideReading(key, READ[options.read], exact=gold is None, any_paths=paths, empty=empty)
    own = options.known_tools
    if own is not None:
        plain = plain._replace(types=own.types)
    by_name: dict[str, Any] = {}
    if gold is not None and brought_tools(gold.values):
        by_name = dict(zip(gold.documents, gold.values, strict=True))

    def reading(name: str) -> SideReading:
        known = by_name.get(name) if gold is not None else None
        schemas = tools_of(known, options) if known is not None and known.tools is not None else None
        return plain if schemas is None else plain._replace(types=schemas.types)

    return read_side(corpus, how, options.gold_field if gold is None else options.system_field, reading)


def _with_tools(gold: JsonDocuments, tools: Mapping[str, Any]) -> JsonDocuments:
    """Gold with the tool schemas of each document's id. Raises UsageError for a document without schemas."""
    if not tools:
        return gold
    values = list(map(Conversation, gold.values))
    for name, old, turns in zip(gold.documents, gold.values, values, strict=True):
        if name not in tools:
            raise UsageError(
                f"tools=… has no schemas for document {name!r}; its first document is {next(iter(tools))!r}"
            )
        turns.tools = getattr(old, "tools", None) or tools[name]
    return replace(gold, values=values)


def _new_names(selection: Selection, options: Options) -> Callable[[str], str]:
    """The function that returns the name under which a tool is scored."""

    def renamed(name: str) -> str:
        new = selection.names.get(name, name)
        return new.replace(".", "_") if options.underscores else new

    return renamed


def _chosen(turns: Any, renamed: Callable[[str], str], labels: Sequence[str] | None) -> Any:
    """Turns with renamed tools, and only calls of tools in *labels*."""

    def change(call: Call) -> Call | None:
        name = None if call.name is None else renamed(call.name)
        return call._replace(name=name) if labels is None or name in labels else None

    if turns is None:
        return None
    chosen = Conversation(mapped(turns, change))
    chosen.tools = getattr(turns, "tools", None)
    return chosen


def _tools(side: JsonDocuments) -> Mapping[str, int]:
    """The tools that a side calls in any reading, with the number of calls."""
    return Counter(call.name for call in calls_in(side.values) if call.name is not None)


def _check_paths(sides: Sequence[JsonDocuments], options: Options) -> None:
    """Raise UsageError for a pattern that fits no argument of any side."""
    patterns = nested.typed_patterns(options)
    if not patterns:
        return
    values = [each for value in _arguments(sides) for each in unfolded(value)]
    if values:
        nested.check_patterns(patterns, nodes_of(values, []).paths.steps, options)


def _arguments(sides: Sequence[JsonDocuments]) -> Iterator[dict[str, Any]]:
    """The arguments of every call, in any reading, below the name of its tool."""
    for side in sides:
        for call in calls_in(side.values):
            yield {str(call.name): call.arguments}


def view(
    batch: Batch[JsonDocuments], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> BatchView:
    """The turns of the batch, in pieces. Raises UsageError for an unknown field of rows."""
    cuts = {grouping.labels for grouping in plan}
    check_fields(sorted({field for grouping in plan for field in grouping.fields}), FIELDS, FIELDS)
    if ("path", "label") in cuts or ("label", "path") in cuts:
        raise UsageError(
            "by=path and by=label make the same rows, because a path begins with its tool; ask for only one"
        )
    if any(measure.name == names.SCHEMA for measure in measures):
        from nerkit.scorers.calls.tool_schemas import check_schemas

        check_schemas(tools_of(value, options) for value in batch.gold.values)
    fields = [(), *(one for one in (("label",), ("path",)) if one in cuts)]
    compared = ((first, ComparedCalls(piece, options)) for first, piece in pieces(batch, _size, NODES))
    return BatchView(batch.documents, measures, fields, compared)


def _size(turns: Any) -> int:
    """The number of values in the comparison of a document."""
    return sum(3 + size(call.arguments) for call in calls_in(turns))


def stated(corpora: Sequence[JsonDocuments], options: Options) -> dict[str, str]:
    """The entries of the signature."""
    said = nested.stated(corpora, options)
    said["arrays"] = ",".join(["sequence", *said["arrays"].split(",")[1:]])
    return {"order": options.order, "turns": options.turns, "defaults": options.defaults, **said}


class CallParts(InParts):
    """The division of conversations into shards. Shards are small, because JSON takes many times its
    bytes in memory.
    """

    most = 500_000


TASK = Task(
    name="calls",
    options=Options,
    measures=computed(MEASURES),
    prepare=prepare,
    view=view,
    headlines=(names.CALLS,),
    read_objects=partial(of_objects, records=True),
    stated=stated,
    fields={
        names.SCHEMA: Whole(
            lambda corpora, options: options.tools is not None or brought_tools(corpora[0].values)
        )
    },
    language=LANGUAGE,
    items={OF_CORPUS: "conversations", **ITEMS},
    names_in_items=lambda side: {"label": _tools(side)},
    parts=CallParts(),
)
