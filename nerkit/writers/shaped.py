"""JSON written from the shape that reads it: its keys, its unit, and what the ends of relations are.

    SHAPE = Shape("spert", TokenList("tokens"), ("orig_id",), [EntityList("entities", …)], …, lines=False)
    [{"tokens": […], "entities": [{"type": "Peop", "start": 0, "end": 1}], "relations": […], "orig_id": "1"}]

Entities stand in the first list of a shape, and their ids are their numbers. What only one format has is made
by one function. Fillers without a template are one of no type.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nerkit.readers.records import shape as shapes
from nerkit.readers.records.shape import Key, Shape
from nerkit.readers.records.templates import ID, TYPE, TemplateShape
from nerkit.writers import record_parts as parts
from nerkit.writers.format import Writer
from nerkit.writers.record_parts import Body

Further = Callable[[str, Body, Body], Body]  # (id, a document, its object) -> the object with what is odd


def writer_of(shape: Shape | TemplateShape) -> Writer:
    """The writer of a format of which its shape says all."""
    if isinstance(shape, Shape):
        return shaped(shape)
    holds = [*([parts.MENTION_OFFSETS] if shape.gold else []), *([] if shape.filled else [parts.TEMPLATES])]
    return parts.jsonl(lambda name, body: _filled(shape, name, body), "", *holds, templates=True)


def shaped(shape: Shape, further: Further = lambda _, __, made: made, *holds: str) -> Writer:
    """The writer of a shape; *further* gives its object what is odd in it, parts that it *holds*."""
    ends = shape.relations.ends if shape.relations is not None else None
    own = [parts.ENTITIES] if ends is None else [parts.ENTITIES, parts.RELATIONS]
    if isinstance(ends, shapes.Ends) and ends.end is shapes.by_offsets:  # they need no entity there
        own.append("loose")

    def document(name: str, body: Body) -> Body:
        return further(name, body, _object(shape, name, body))

    return (parts.jsonl if shape.lines else parts.array)(document, shape.unit.name, *own, *holds)


def _object(shape: Shape, name: str, body: Body) -> Body:
    """The object of a document. Its id stands first; in a list of documents, as SpERT has it, last."""
    listed, relations, after = shape.entities[0], shape.relations, shape.unit.after
    entities, numbers = list(body.get(parts.ENTITIES) or ()), dict[tuple[int, ...], int]()
    if relations is not None and type(relations.label) is str:  # whose ends are entities
        entities, numbers = parts.numbered_entities(body)
    made = _text(shape.text, body)
    made[listed.key] = [_entity(listed, after, number, each) for number, each in enumerate(entities)]
    if relations is not None:
        made[relations.key] = [
            _relation(relations, after, numbers, each) for each in body.get(parts.RELATIONS) or ()
        ]
    own = {} if callable(shape.ids) else {shape.ids[0]: name}
    return own | made if shape.lines else made | own


def _text(text: shapes.TokenList | shapes.SentenceList | shapes.WholeText, body: Body) -> Body:
    """The text, the tokens, or the one sentence of a document."""
    if isinstance(text, shapes.WholeText):
        return {text.keys[0]: body["text"]}
    return {text.key: [body["tokens"]] if isinstance(text, shapes.SentenceList) else body["tokens"]}


def _entity(listed: shapes.EntityList, after: int, number: int, entity: Body) -> Any:
    """An entity; its label is empty where it has none and must have one."""
    (first, last), (start, end) = listed.place, entity["span"]
    own: dict[Key, Any] = {} if listed.id is None else {listed.id: number}
    label = entity.get("type") or ("" if listed.needed else None)
    return _item(own | {listed.label: label, first: start, last: end - after})


def _relation(
    listed: shapes.RelationList, after: int, numbers: Mapping[tuple[int, ...], int], relation: Body
) -> Any:
    """A relation, whose ends are offsets, or numbers of entities."""
    assert isinstance(listed.ends, shapes.Ends)
    members: dict[Key, Any] = {listed.label: relation["type"]}
    for at, (start, end) in ((listed.ends.head, relation["head"]), (listed.ends.tail, relation["tail"])):
        members |= {at: start, at + 1: end - after} if isinstance(at, int) else {at: numbers[start, end]}
    return _item(members)


def _item(members: dict[Key, Any]) -> Any:
    """An item with these members: an object, or a list where they have places in one."""
    places = sorted(key for key in members if isinstance(key, int))
    return [members[place] for place in places] or members


def _filled(shape: TemplateShape, name: str, body: Body) -> Body:
    """The object of a document with fillers or templates."""
    templates = list(body.get(parts.TEMPLATES) or ())
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
    """Fillers by their roles, each a list of mentions; with their offsets, where they are known and asked."""
    roles: Body = {}
    for each in fillers:
        mentions: list[Any] = each["mentions"]
        if offsets and parts.MENTION_OFFSETS in each:
            mentions = [list(pair) for pair in zip(mentions, each[parts.MENTION_OFFSETS], strict=True)]
        roles.setdefault(each["role"], []).append(mentions)
    return roles
