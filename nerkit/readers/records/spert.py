"""SpERT's JSON, the format of CoNLL04, SciERC and ADE: entities and relations of sentences.

    [{"tokens": ["Tolkien", "left", "Oxford"], "orig_id": 1,
      "entities": [{"type": "Peop", "start": 0, "end": 1}, {"type": "Loc", "start": 2, "end": 3}],
      "relations": [{"type": "Live_In", "head": 0, "tail": 1}]}]

- Offsets are tokens of the sentence, ends exclusive; the ends of a relation are numbers of entities, from 0.
- A sentence's id is `orig_id`, if every sentence has an `orig_id`. SpERT's own output has no ids, and pairs
  by order.
"""

from nerkit.readers.records.shape import Ends, EntityList, RelationList, Shape, TokenList, by_number

SHAPE = Shape(
    "spert",
    TokenList("tokens"),
    ("orig_id", "id"),
    [EntityList("entities", "an entity", "type", ("start", "end"))],
    RelationList("relations", "a relation", "type", Ends("head", "tail", by_number)),
    document="a sentence",
    lines=False,
)
READER = SHAPE.reader()
