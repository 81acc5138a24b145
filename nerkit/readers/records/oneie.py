"""OneIE's and TextEE's JSONL: one sentence or window per line, with entities, relations and events.

    {"doc_id": "d", "wnd_id": "d-0", "tokens": ["Tolkien", "left", "Oxford"],
     "entity_mentions": [{"id": "e1", "entity_type": "PER", "start": 0, "end": 1},
                         {"id": "e2", "entity_type": "LOC", "start": 2, "end": 3}],
     "relation_mentions": [{"relation_type": "visit", "arguments": [
        {"entity_id": "e1", "role": "Arg-1"}, {"entity_id": "e2", "role": "Arg-2"}]}],
     "event_mentions": [{"event_type": "Leave", "trigger": {"start": 1, "end": 2},
                         "arguments": [{"entity_id": "e1", "role": "Who"}]}]}

- One line is one document. Its id is `wnd_id`, or `doc_id/sent_id` (only `sent_id` if it begins with
  `doc_id`), or `doc_id`.
- Offsets are tokens of the line, ends exclusive.
- An argument has the offsets of its entity. If it has no `entity_id`, or its entity is not listed, nerkit
  reads `start` and `end` of the argument.
- A relation has two arguments: `Arg-1` is the head and `Arg-2` the tail. With other roles, the first argument
  is the head.
- An argument has the `mention_type` (NAM, NOM or PRO) of the entity at its offsets.
- The head of an entity or a trigger is `head`, an object with `start` and `end`.
"""

from nerkit.readers.records.document_table import Body, name_in
from nerkit.readers.records.event_parts import EventObjects, TwoRoles
from nerkit.readers.records.shape import ID, EntityList, RelationList, Shape, ShapedReading, TokenList

LISTS = ("entity_mentions", "relation_mentions", "event_mentions")
WINDOW = ("wnd_id", "sent_id")
FORM = (
    'a line is {"doc_id": …, "wnd_id": …, "tokens": […], "entity_mentions": […], "relation_mentions": […], '
    '"event_mentions": […]}'
)


def _name(reading: ShapedReading, body: Body) -> str | None:
    document = name_in(reading, body, ("doc_id", "doc_key"))
    window, sentence = (name_in(reading, body, (key,)) for key in WINDOW)
    if window is not None or sentence is None:
        return document if window is None else window
    return sentence if document is None or sentence.startswith(document) else f"{document}/{sentence}"


MENTIONS = EntityList(
    LISTS[0],
    "an entity",
    "entity_type",
    id="id",
    name="{document}-T{number}",
    needed=False,
    kept=("id", "mention_type"),
    text="text",
    unlabelled=None,
)
RELATIONS = RelationList(
    LISTS[1], "a relation", "relation_type", TwoRoles(), id="id", name="{document}-R{number}"
)
SHAPE = Shape(
    "oneie",
    TokenList("tokens", needed=False),
    _name,
    [MENTIONS],
    RELATIONS,
    form=FORM,
    parts=[EventObjects(LISTS[2], "event_type")],
    written={"doc_id": ID, "wnd_id": ID},
)
READER = SHAPE.reader(clusters=True)
