"""Views: documents as a measure compares them, with arguments beside each other, or spans as heads.

A view makes the documents of both sides anew, with the lists that its formulas name. Documents that a side
lacks are empty in it. An element of a list knows where it comes from: its member PATH, which no formula
names.

    documents   {"events": [{"type": "Leave", "trigger": [1, 2], "arguments": [{"role": "Who", "span": [0,
    1]}]}]} arguments   {"arguments": [{"event": "Leave", "trigger": [1, 2], "role": "Who", "span": [0, 1]}]}
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any, NamedTuple, Protocol

from nerkit.algebra.rewriting import with_credit
from nerkit.algebra.similarity import Metric
from nerkit.algebra.toml import Formula
from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import Documents
from nerkit.exceptions import UsageError
from nerkit.results.counts import Part
from nerkit.scorers.ie.judged.values import by_judgements
from nerkit.scorers.ie.options import Options
from nerkit.scorers.ie.same_elements import DOCRED, golds_events, with_golds_numbers
from nerkit.scorers.measure import Fields

PATH = "\0path"  # where an element stands in its document; no format has such a member
TYPES = ("type", "event", "head_type", "tail_type")  # fields that are types, of items and their events
ARTICLES = ("the", "a", "an")
Body = dict[str, Any]
ITEMS = ("events", "arguments")  # lists whose items have heads


class BothSides(NamedTuple):
    """The documents of both sides, one object per document; a document that a side lacks is empty."""

    gold: Sequence[Body]
    system: Sequence[Body]


View = Callable[[Batch[Documents], Options], BothSides]


@dataclass(frozen=True)
class NearMiss:
    """A class of errors: two items that are equal in some fields, and near each other in others.

    kind      the name of the class, which says what is wrong
    equal     the fields that are equal
    near      the fields whose spans overlap
    turned    two fields with exchanged values
    """

    kind: str
    equal: tuple[str, ...]
    near: tuple[str, ...] = ()
    turned: tuple[str, ...] = ()


class SlotMetrics(NamedTuple):
    """The metric of a measure over whole documents, and its metric over single slots."""

    whole: Metric
    slotted: Metric


class Counting(Protocol):
    """The documents of a batch, which formulas are counted from (`ie.counting`)."""

    def counted(self, formula: "RecordFormula", name: str, fields: Fields, /) -> list[Part]:
        """Return the count rows of a formula."""


@dataclass(frozen=True)
class RecordFormula(Formula):
    """A formula over a view of documents.

    view      the function that makes the documents that the formula sees
    lists     the lists of documents that hold its items; the first holds the listed items
    label     the field with the label of an item
    fields    the fields that are equal in agreeing items; spans in the fields *near* only overlap
    relaxed   the classes of errors, in the order of the search
    whole     whether items with equal fields are the same item, so that a repeated item is worth a warning
    variants  the metrics under each similarity of mentions, if they depend on the similarity
    of_fillers whether errors have the classes of fillers (`template_errors`)
    slots     the function that gives the value of a document for each slot; None without slots
    slotted   the metric of these values
    everywhere  whether a document has every slot of all documents, and counts as whole in slots that it lacks
    judged    whether judgements decide pairs of its items
    by_field  whether judgements decide fields of items (`judged_items`), not whole fillers
    """

    view: View = lambda batch, _: documents(batch)
    lists: tuple[str, ...] = ("relations",)
    label: str = "type"
    fields: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    relaxed: tuple[NearMiss, ...] = ()
    whole: bool = False
    variants: Mapping[str, SlotMetrics] = dataclass_field(default_factory=dict)
    of_fillers: bool = False
    slots: Callable[[Body, Body], Mapping[str, tuple[Body, Body]]] | None = None
    slotted: Metric | None = None
    everywhere: bool = False
    judged: bool = False
    by_field: bool = False

    def __call__(self, view: Counting, name: str, fields: Fields) -> list[Part]:
        """Return the count rows of the measure; if *fields* is only `slot`, the rows by slot."""
        return view.counted(self, name, fields)

    def is_judged(self, _: Options) -> bool:
        """Return whether a file of judgements decides which of these items match; options do not matter."""
        return self.judged

    def under(self, options: Options) -> Metric:
        """Return the metric of whole documents under the options."""
        return _with_types(self._without_types(options), options)

    def _without_types(self, options: Options) -> Metric:
        """Return the metric of whole documents, without the credits of the user for related types."""
        variant = self.variants.get(options.mention_similarity)
        metric = self.metric if variant is None else variant.whole
        return by_judgements(metric) if self.by_field and options.judgements is not None else metric

    def of_slots(self, options: Options) -> Metric:
        """Return the metric of slots under the options."""
        variant = self.variants.get(options.mention_similarity)
        metric = self.slotted if variant is None else variant.slotted
        assert metric is not None
        return _with_types(metric, options)

    def compares_types(self, options: Options) -> bool:
        """Return whether credits for related types change the formula."""
        metric = self._without_types(options)
        return _with_types(metric, options) is not metric


def _with_types(metric: Metric, options: Options) -> Metric:
    """Return a metric in which related types have the credit that the user gives them."""
    return metric if options.credit is None else with_credit(metric, TYPES, options.credit)


def documents(batch: Batch[Documents]) -> BothSides:
    """Return the documents, with an empty document for each that a side lacks. Entities of both sides get the
    gold numbers.
    """
    gold, system = ([body or {} for body in side.values] for side in (batch.gold, batch.system))
    if batch.gold.form == batch.system.form == DOCRED:
        system = list(map(with_golds_numbers, gold, system))
    return BothSides(gold, system)


def _each(sides: BothSides, made: Callable[[Body], Body]) -> BothSides:
    """Return the documents of both sides as the function *made* makes them."""
    return BothSides(*(list(map(made, side)) for side in sides))


def relations(batch: Batch[Documents], options: Options) -> BothSides:
    """Return the documents; the ends of relations without direction are put in order."""
    sides = _filled(documents(batch), "relations", ("head_type", "tail_type"))
    if not options.undirected:
        return sides
    return _each(sides, lambda body: {"relations": list(map(_in_order, listed(body, "relations")))})


def _filled(sides: BothSides, key: str, names: Sequence[str]) -> BothSides:
    """Return the documents. If only some items have a member, the other items get None for it.

    A member that no item of either side has is not added, so that comparing it is an error.
    """
    items = [item for side in sides for body in side for item in listed(body, key)]
    lacking = [name for name in names if 0 < sum(name in item for item in items) < len(items)]
    if not lacking:
        return _each(sides, lambda body: body or {key: []})
    nothing = dict.fromkeys(lacking)
    return _each(sides, lambda body: {**body, key: [nothing | item for item in listed(body, key)]})


def _in_order(relation: Body) -> Body:
    """Return a relation with its ends in order, and with the types of the ends."""
    head, tail = relation["head"], relation["tail"]
    try:
        turned = tail < head
    except TypeError:
        turned = repr(tail) < repr(head)
    if not turned:
        return relation
    types = {
        f"{one}_type": relation[f"{other}_type"]
        for one, other in (("head", "tail"), ("tail", "head"))
        if f"{other}_type" in relation
    }
    return {**relation, "head": tail, "tail": head, **types}


def events(batch: Batch[Documents], _: Options) -> BothSides:
    """Return the documents with their events. A trigger that only some events have is None in the other
    events.
    """
    return _filled(documents(batch), "events", ("trigger",))


def arguments(batch: Batch[Documents], _: Options) -> BothSides:
    """Return the arguments of all events, with the type and the trigger of their event."""
    return _each(documents(batch), lambda body: {"arguments": list(_arguments(body))})


def _arguments(body: Body) -> Iterator[Body]:
    """Return the arguments of a document, each with the type and the trigger of its event."""
    for place, event in enumerate(listed(body, "events")):
        kind, trigger = event["type"], event.get("trigger")
        for number, argument in enumerate(event["arguments"]):
            yield {
                **argument,
                "event": kind,
                "trigger": trigger,
                "trigger_head": event.get("trigger_head"),
                "event_id": event.get("id"),
                PATH: f"events[{place}].arguments[{number}]",
            }


def of_heads(view: View) -> View:
    """Return a view in which triggers and arguments have the positions of their heads."""

    def heads(batch: Batch[Documents], options: Options) -> BothSides:
        """Return the documents of the view. Raises UsageError if no item of either side has a head."""
        sides = view(batch, options)
        known = False

        def moved(item: Body) -> Body:
            """Return an item whose trigger, span and arguments have the positions of their heads."""
            nonlocal known
            places = {}
            for field, own in (("span", "head"), ("trigger", "trigger_head")):
                if item.get(own) is not None and item.get(field) is not None:
                    places[field], known = item[own], True
            inner = {"arguments": list(map(moved, item["arguments"]))} if "arguments" in item else {}
            return {**item, **places, **inner}

        sides = _each(sides, lambda body: {key: list(map(moved, listed(body, key))) for key in ITEMS})
        if not known and any(any(body.values()) for side in sides for body in side):
            raise UsageError("no item of either side has a head; measures without -head compare whole spans")
        return sides

    return heads


def paired_events(batch: Batch[Documents], options: Options) -> BothSides:
    """Return the different arguments of events with ids, with the gold cluster of their span.

    A system event at the trigger of a gold event gets the id of the gold event.

    A leading article does not belong to a span if the document has tokens. A span without a cluster is a
    cluster.
    """
    gold, system = documents(batch)
    names = options.clusters_of
    sides: tuple[list[Body], list[Body]] = ([], [])
    for document, own, other in zip(batch.documents, gold, system, strict=True):
        cluster = _clusters(own, names.get(document, ()))
        ids = golds_events(own, other)
        for body, side in ((own, sides[0]), (other, sides[1])):
            tokens = body.get("tokens")
            distinct: dict[Any, Body] = {}
            for argument in _arguments(body):
                if argument["event_id"] is None:
                    raise UsageError(
                        f"document {document}: events have no ids, but these measures pair events by id"
                    )
                span = _without_article(argument["span"], tokens)
                name = argument["event_id"] if body is own else ids[argument["event_id"]]
                key = name, argument["event"], tuple(span), argument["role"]
                made = {"event_id": name, "span": span, "cluster": cluster.get(tuple(span), span)}
                distinct.setdefault(key, argument | made)
            side.append({"arguments": list(distinct.values())})
    return BothSides(*sides)


def _without_article(span: Any, tokens: Sequence[str] | None) -> Any:
    """Return a span of tokens without its leading article, unless it has no other token."""
    if tokens and type(span[0]) is int and span[1] - span[0] > 1 and tokens[span[0]].lower() in ARTICLES:
        return [span[0] + 1, *span[1:]]
    return span


def _clusters(body: Body, names: Sequence[Sequence[str]]) -> dict[tuple[int, ...], str]:
    """Return the cluster of each span of a document that is in a cluster."""
    tokens = body.get("tokens")
    places = {entity.get("id"): entity["span"] for entity in body.get("entities", ())} if names else {}
    chains = [
        *body.get("clusters", ()),
        *([places[name] for name in chain if name in places] for chain in names),
    ]
    return {
        tuple(_without_article(span, tokens)): str(number)
        for number, chain in enumerate(chains)
        for span in chain
    }


def evidence(batch: Batch[Documents], _: Options) -> BothSides:
    """Return the evidence of relations: a record for each relation and each of its sentences.

    The first of two equal relations counts. Documents that gold lacks have no evidence.
    """
    sides: tuple[list[Body], list[Body]] = ([], [])
    for side, made in zip(documents(batch), sides, strict=True):
        for body, gold in zip(side, batch.gold.values, strict=True):
            distinct: dict[tuple[Any, ...], Body] = {}
            for place, relation in enumerate(listed(body, "relations") if gold is not None else ()):
                key = fact(relation)
                distinct.setdefault(key, {**relation, PATH: f"relations[{place}]"})
            made.append(
                {
                    "evidence": [
                        {**relation, "sentence": sentence}
                        for relation in distinct.values()
                        for sentence in dict.fromkeys(relation.get("evidence", ()))
                    ]
                }
            )
    return BothSides(*sides)


def unseen(batch: Batch[Documents], options: Options) -> BothSides:
    """Return all relations, and the relations that count for a precision without facts seen in training.

    A right relation does not count if the training data has it, by the names of its mentions.
    """
    seen = options.seen_facts
    sides: tuple[list[Body], list[Body]] = ([], [])
    for gold, system in zip(*documents(batch), strict=True):
        names = gold.get("names", ())
        known = {
            fact(relation)
            for relation in listed(gold, "relations")
            if any(
                (one, other, relation["type"]) in seen
                for one in _names(names, relation["head"])
                for other in _names(names, relation["tail"])
            )
        }
        for body, made in ((gold, sides[0]), (system, sides[1])):
            every = listed(body, "relations")
            made.append({"relations": every, "unseen": [each for each in every if fact(each) not in known]})
    return BothSides(*sides)


def fact(relation: Body) -> tuple[Any, Any, Any]:
    """Return a relation as a key to look up: (type, head, tail)."""
    head, tail = (
        tuple(end) if isinstance(end, list) else end for end in (relation["head"], relation["tail"])
    )
    return relation["type"], head, tail


def _names(names: Sequence[Sequence[str]], entity: Any) -> Sequence[str]:
    """Return the names of the mentions of an entity; empty for a value that is not the number of an
    entity.
    """
    return names[entity] if isinstance(entity, int) and entity < len(names) else ()


def listed(body: Mapping[str, Any], key: str) -> Sequence[Body]:
    """Return the list of a document, empty if the document has none."""
    return body.get(key) or ()


def records_in(body: Mapping[str, Any], key: str) -> list[Body]:
    """Return the records in a list of a document. Other values are refused when items are made."""
    items = body.get(key)
    return [each for each in items if isinstance(each, dict)] if isinstance(items, list | tuple) else []


def selected(sides: BothSides, formula: RecordFormula, batch: Batch[Documents]) -> BothSides:
    """Return the documents with the selected items, relabelled; the documents themselves without a
    selection.
    """
    selections = batch.gold.selection, batch.system.selection
    if selections == (None, None):
        return sides

    def items(body: Body, key: str, selection: Any) -> list[Body]:
        """Return the selected items of a list."""
        every = ({PATH: f"{key}[{place}]", **each} for place, each in enumerate(listed(body, key)))
        return [item for each in every if (item := _chosen(each, formula.label, selection))]

    return BothSides(
        *(
            [body | {key: items(body, key, selection) for key in formula.lists} for body in side]
            for side, selection in zip(sides, selections, strict=True)
        )
    )


def _chosen(item: Body, label: str, selection: Any) -> Body | None:
    """Return an item under its new label; None if it is not scored.

    Raises UsageError for a field that the item does not have.
    """
    item = {**item, label: selection.names.get(item[label], item[label])}
    if selection.labels is not None and item[label] not in selection.labels:
        return None
    for name, values in selection.only.items():
        field = label if name in ("label", "type") and name not in item else name
        if name == "document":
            continue
        if field not in item:
            known = [key for key in item if key != PATH]
            raise UsageError(f"only=…: unknown field {name!r} (known: document, label, {', '.join(known)})")
        if str(item[field]) not in values:
            return None
    return item
