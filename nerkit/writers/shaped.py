"""Write JSON by the shape that describes how a format is read: its keys, its unit, and ends of relations.

    SHAPE = Shape("spert", TokenList("tokens"), ("orig_id",), [EntityList("entities", …)], …, lines=False)
    [{"tokens": […], "entities": [{"type": "Peop", "start": 0, "end": 1}], "relations": […], "orig_id": "1"}]

The first list of a shape is the list of entities. The id of an entity is its number, unless the list defines
another form of ids. PARTS has the functions that write further parts of a shape. Fillers without a template
become a template without a type.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from nerkit.corpora.records import SENTENCES
from nerkit.exceptions import UsageError
from nerkit.readers.records import event_parts as events
from nerkit.readers.records import shape as shapes
from nerkit.readers.records.mention_lists import MentionClusters, MentionLists
from nerkit.readers.records.shape import Shape
from nerkit.readers.records.templates import ID, TYPE, TemplateShape
from nerkit.writers import record_parts as parts
from nerkit.writers.format import Writer
from nerkit.writers.record_parts import Body, items_of


def writer_of(shape: Shape) -> Writer:
    """The writer of a format that its shape describes completely."""
    if not isinstance(shape, TemplateShape):
        return shaped(shape)
    holds = [*([parts.MENTION_OFFSETS] if shape.gold else []), *([] if shape.filled else [parts.TEMPLATES])]
    return parts.json_writer(lambda name, body: _filled(shape, name, body), "", *holds, templates=True)


def shaped(shape: Shape) -> Writer:
    """The writer of a format with entities, relations and events, by its shape."""
    holds = [parts.ENTITIES]
    if shape.relations is not None:
        holds += [parts.RELATIONS, *shape.relations.kept, *([] if _of_entities(shape) else ["loose"])]
    for part in shape.parts:
        holds += PARTS[type(part)][1]

    def document(name: str, body: Body) -> Body:
        return _object(shape, name, body)

    numbers = not shape.lines and parts.EVIDENCE in holds
    return parts.json_writer(document, shape.unit.name, *holds, lines=shape.lines, numbers=numbers)


def _of_entities(shape: Shape) -> bool:
    """Whether the ends of relations must be entities of the document."""
    ends = shape.relations and shape.relations.ends
    return isinstance(ends, shapes.Ends) and type(ends.head) is str


class _Written(NamedTuple):
    """A document to write.

    shape  the shape of the format
    name   the id of the document
    body   the document
    ids    span -> id of its entity
    """

    shape: Shape
    name: str
    body: Body
    ids: dict[tuple[int, ...], Any]

    def span(self, span: Sequence[int]) -> list[int]:
        """The offsets of a span in the form of the format, whose ends can be inclusive."""
        return [span[0], span[1] - self.shape.unit.after]

    def place(self, span: list[int], head: Sequence[int] | None = None) -> dict[Any, Any]:
        """The keys and values for a span in an object, with text and head if entities have them."""
        listed = self.shape.entities[0]
        made: dict[Any, Any] = dict(zip(listed.place, self.span(span), strict=True))
        if listed.text:
            made[listed.text] = parts.words(self.body, span)
        if head is not None and listed.kept:
            made["head"] = {"start": head[0], "end": head[1]}
        return made

    def id(self, name: str, number: int) -> Any:
        """The id of item *number* by the template *name*; the number itself if *name* is empty."""
        return name.format(document=self.name, number=number + 1) if name else number

    def begun(self, listed: shapes.ItemList, number: int, label: Any) -> dict[Any, Any]:
        """The first keys of an item: its id, if items of the list have ids, and its label."""
        own = {} if listed.id is None else {listed.id: self.id(listed.name, number)}
        return own | {listed.label: [[label, 1.0]] if listed.scored else label}


def _object(shape: Shape, name: str, body: Body) -> Body:
    """The JSON object of a document; its id is first in JSON lines, and last in a list, as in SpERT."""
    listed, relations = shape.entities[0], shape.relations
    document = _Written(shape, name, body, {})
    if isinstance(listed, MentionLists):
        made = _mention_lists(document, listed)
    else:
        entities = list(items_of(body, parts.ENTITIES))
        if _of_entities(shape):
            entities, _ = parts.numbered_entities(body)
        for number, each in enumerate(entities):
            document.ids.setdefault(tuple(each["span"]), document.id(listed.name, number))
        made = _text(shape.text, body)
        made[listed.key] = [_entity(document, listed, number, each) for number, each in enumerate(entities)]
    if relations is not None:
        made[relations.key] = [
            _relation(document, relations, number, each)
            for number, each in enumerate(items_of(body, parts.RELATIONS))
        ]
    for part in shape.parts:
        made |= PARTS[type(part)][0](document, part)
    if shape.items is events.by_sentence:  # the document is one sentence
        made |= {key: [made[key]] for key in events.lists_of(shape)}
    own = {} if callable(shape.ids) else {shape.ids[0]: name}
    own |= {key: name if value == shapes.ID else value for key, value in shape.written.items()}
    return own | made if shape.lines else made | own


def _text(text: shapes.FirstPart, body: Body) -> Body:
    """The text, the tokens, or the list of one sentence of a document, under their key."""
    if isinstance(text, shapes.WholeText):
        return {text.keys[0]: body["text"]}
    assert isinstance(text, shapes.TokenList)
    return {text.key: [body["tokens"]] if isinstance(text, shapes.SentenceList) else body["tokens"]}


def _entity(document: _Written, listed: shapes.EntityList, number: int, entity: Body) -> Any:
    """The JSON value of an entity. Raises UsageError if it has no label and the format needs labels."""
    label = listed.unlabelled if entity.get("type") is None else entity["type"]
    if label is None and listed.kind is list:
        problem = f"document {document.name} has an entity without a type"
        raise UsageError(f"{problem}, which {document.shape.name} cannot hold")
    made = document.begun(listed, number, label)
    return _item(made | document.place(entity["span"], entity.get("head")))


def _relation(document: _Written, listed: shapes.RelationList, number: int, relation: Body) -> Any:
    """The JSON value of a relation, whose ends are offsets, entities, or arguments."""
    ends, made = listed.ends, document.begun(listed, number, relation["type"])
    if isinstance(ends, events.TwoRoles):
        pairs = ((ends.head, relation["head"]), (ends.tail, relation["tail"]))
        arguments = [{"role": role, "span": end} for role, end in pairs]
        return made | _arguments(document, ends.arguments, arguments)
    assert isinstance(ends, shapes.Ends)
    for at, end in ((ends.head, relation["head"]), (ends.tail, relation["tail"])):
        if isinstance(at, int):
            made |= zip((at, at + 1), document.span(end), strict=True)
        else:
            made[at] = end if isinstance(end, int) else document.ids[tuple(end)]
    return _item(made | {key: list(relation.get(key) or ()) for key in listed.kept})


def _arguments(document: _Written, listed: events.ArgumentList, arguments: Sequence[Body]) -> Body:
    """The list of arguments under its key; each argument has the id of its entity, if any."""
    ids, made = document.ids, []
    for each in arguments:
        span = tuple(each["span"])
        entity = {listed.entity: ids[span]} if span in ids else {}
        made.append(entity | {listed.role: each["role"]} | document.place(each["span"], each.get("head")))
    return {listed.key: made}


def _mention_lists(document: _Written, listed: MentionLists) -> Body:
    """The sentences and the clusters of a document; a mention outside all clusters becomes a cluster."""
    body, number = document.body, document.ids
    types = {tuple(entity["span"]): entity.get("type") for entity in items_of(body, parts.ENTITIES)}
    chains = [list(chain) for chain in items_of(body, parts.CLUSTERS)]
    number |= {tuple(span): place for place, chain in enumerate(chains) for span in chain}
    ends = [relation[key] for relation in items_of(body, parts.RELATIONS) for key in ("head", "tail")]
    for span in [*types, *(tuple(end) for end in ends if isinstance(end, list))]:
        if span not in number:
            number[span] = len(chains)
            chains.append([list(span)])
    first = body.get(SENTENCES) or [0, len(body["tokens"])]

    def mention(span: list[int]) -> Body:
        sentence = max(bisect_right(first, span[0], hi=len(first) - 1) - 1, 0)
        return {
            listed.text: parts.words(body, span),
            listed.sentence: sentence,
            listed.offsets: [offset - first[sentence] for offset in span],
            str(listed.label): types.get(tuple(span)),
        }

    assert isinstance(document.shape.text, shapes.SentenceList)
    return {
        document.shape.text.key: [body["tokens"][start:end] for start, end in pairwise(first)],
        listed.key: [list(map(mention, chain)) for chain in chains],
    }


def _event_objects(document: _Written, part: events.EventObjects) -> Body:
    listed = enumerate(items_of(document.body, parts.EVENTS))
    return {
        part.key: [
            {
                "id": event.get("id", document.id(part.name, number)),
                part.label: event["type"],
                "trigger": document.place(event["trigger"], event.get("trigger_head")),
            }
            | _arguments(document, part.arguments, event["arguments"])
            for number, event in listed
        ]
    }


def _event_lists(document: _Written, part: events.EventLists) -> Body:
    made = []
    for event in items_of(document.body, parts.EVENTS):
        start, last = document.span(event["trigger"])
        trigger = [start, event["type"]] if start == last else [start, last, event["type"]]
        made.append([trigger, *([*document.span(each["span"]), each["role"]] for each in event["arguments"])])
    return {part.key: made}


def _linked_events(document: _Written, part: events.LinkedEvents) -> Body:
    triggers = [(document.span(event["trigger"]), event) for event in items_of(document.body, parts.EVENTS)]
    return {
        part.triggers.key: [[*trigger, [[event["type"], 1.0]]] for trigger, event in triggers],
        part.links: [
            [trigger, document.span(each["span"]), each["role"]]
            for trigger, event in triggers
            for each in event["arguments"]
        ],
    }


def _chains(document: _Written, part: events.ClusterLists) -> Body:
    chains = document.body.get(parts.CLUSTERS)
    return {} if chains is None else {part.key: [list(map(document.span, chain)) for chain in chains]}


def _named_mentions(document: _Written, part: events.NamedMentions) -> Body:
    chains = document.body.get(parts.CLUSTERS)
    named = [
        [*parts.inclusive(span), str(number)]
        for number, chain in enumerate(chains or (), 1)
        for span in chain
    ]
    return {} if chains is None else {part.key: named}


PARTS: Mapping[type, tuple[Callable[[_Written, Any], Body], Sequence[str]]] = {
    # class of a part -> function that writes it, parts of documents that it holds
    events.EventObjects: (_event_objects, (parts.EVENTS, parts.HEADS)),
    events.EventLists: (_event_lists, (parts.EVENTS,)),
    events.LinkedEvents: (_linked_events, (parts.EVENTS,)),
    events.ClusterLists: (_chains, (parts.CLUSTERS,)),
    events.NamedMentions: (_named_mentions, (parts.CLUSTERS,)),
    MentionClusters: (lambda *_: {}, (parts.CLUSTERS, "loose")),  # written together with the entities
}


def _item(members: dict[Any, Any]) -> Any:
    """The JSON value with these members: a list if keys are numbers, otherwise an object."""
    places = sorted(key for key in members if isinstance(key, int))
    return [members[place] for place in places] or members


def _filled(shape: TemplateShape, name: str, body: Body) -> Body:
    """The JSON object of a document with fillers or templates."""
    templates = list(items_of(body, parts.TEMPLATES))
    if shape.filled:
        fillers = [*(body.get("fillers") or ()), *(each for one in templates for each in one["fillers"])]
        return {"docid": name, shape.gold: _by_role(fillers, offsets=True)}
    if parts.TEMPLATES not in body and body.get("fillers"):
        templates = [{"type": "", "fillers": body["fillers"]}]
    made = [
        {**({ID: each[ID]} if ID in each else {}), TYPE: each["type"]}
        | _by_role(each["fillers"], offsets=bool(shape.gold))
        for each in templates
    ]
    return {"docid": name, shape.gold: made} if shape.gold else {name: made}


def _by_role(fillers: Sequence[Body], *, offsets: bool) -> Body:
    """Role -> fillers, each a list of mentions; with *offsets*, mentions have their offsets, if known."""
    roles: Body = {}
    for each in fillers:
        mentions: list[Any] = each["mentions"]
        if offsets and parts.MENTION_OFFSETS in each:
            mentions = [list(pair) for pair in zip(mentions, each[parts.MENTION_OFFSETS], strict=True)]
        roles.setdefault(each["role"], []).append(mentions)
    return roles
