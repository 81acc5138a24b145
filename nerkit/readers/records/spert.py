"""SpERT's JSON, in which CoNLL04, SciERC and ADE are distributed: entities and relations of sentences.

    [{"tokens": ["Tolkien", "left", "Oxford"], "orig_id": 1,
      "entities": [{"type": "Peop", "start": 0, "end": 1}, {"type": "Loc", "start": 2, "end": 3}],
      "relations": [{"type": "Live_In", "head": 0, "tail": 1}]}]

- Offsets are tokens of the sentence, ends exclusive; the ends of a relation are numbers of entities, from 0.
- A sentence's id is `orig_id`, where each has one; SpERT's own output has none, and pairs by order.
"""

from nerkit.readers.json_text import first_object
from nerkit.readers.records import named_elements
from nerkit.readers.records.shape import Ends, EntityList, RelationList, Shape, TokenList, by_number
from nerkit.readers.sample import Sample

LISTS = ("tokens", "entities", "relations")
ENTITY, RELATION = {"type", "start"}, {"type", "head", "tail"}  # the keys of an item
IDS = frozenset(named_elements.IDS)  # which make `head` and `tail` ids, and the sentence ie-jsonl


def recognise(sample: Sample) -> bool:
    """True when the first sentence has tokens, entities with start and end, and relations, but no events.

    Entities have no ids, and relations are between numbers.
    """
    sentence = sample.first("relations")
    if not isinstance(sentence, dict) or not all(key in sentence for key in LISTS):
        return False
    entity, relation = first_object(sentence["entities"]), first_object(sentence["relations"])
    return (
        (not sentence["relations"] or (isinstance(relation.get("head"), int) and relation.keys() >= RELATION))
        and (not sentence["entities"] or (entity.keys() >= ENTITY and IDS.isdisjoint(entity)))
        and not sentence.get("events")
    )


SHAPE = Shape(
    "spert",
    TokenList("tokens"),
    ("orig_id", "id"),
    [EntityList("entities", "an entity", "type", ("start", "end"))],
    RelationList("relations", "a relation", "type", Ends("head", "tail", by_number)),
    document="a sentence",
    lines=False,
)
READER = SHAPE.reader(recognise)
