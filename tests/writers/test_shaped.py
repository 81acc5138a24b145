"""A shape says how a format is read, and how it is written."""

import io

import pytest

from nerkit.corpora.records import Documents
from nerkit.io import Source
from nerkit.readers.records.document_table import Unit
from nerkit.readers.records.shape import (
    Ends,
    EntityList,
    RelationList,
    SentenceList,
    Shape,
    TokenList,
    WholeText,
    by_number,
    by_offsets,
    by_own_id,
)
from nerkit.writers.shaped import shaped

OBJECTS, LISTS = (
    EntityList("e", "an entity", "label", ("from", "to"), id="id"),
    EntityList("e", "…", 2, (0, 1)),
)
NUMBERS = RelationList("r", "a relation", "label", Ends("h", "t", by_number))
IDS = RelationList("r", "a relation", "label", Ends("h", "t", by_own_id))
OFFSETS = RelationList("r", "…", 4, Ends(0, 2, by_offsets))
CHARACTERS, TOKENS = {"text": "ab cd"}, {"tokens": ["ab", "cd"]}
ENTITIES = [{"type": "A", "span": [0, 1]}, {"type": "B", "span": [1, 2]}]
RELATIONS = [{"type": "x", "head": [1, 2], "tail": [0, 1], "head_type": "B", "tail_type": "A"}]


@pytest.mark.parametrize("lines", [True, False])
@pytest.mark.parametrize(
    ("text", "unit", "words"),
    [
        (TokenList("w"), Unit(), TOKENS),
        (SentenceList("w"), Unit(after=1), {**TOKENS, "first_tokens": [0, 2]}),
        (WholeText(("w",)), Unit("character"), CHARACTERS),
    ],
)
@pytest.mark.parametrize(
    ("entities", "relations"),
    [(OBJECTS, NUMBERS), (OBJECTS, IDS), (LISTS, OFFSETS), (LISTS, NUMBERS), (OBJECTS, None)],
)
def test_written_and_read(*, lines, text, unit, words, entities, relations):
    """What a shape reads of what is written from it is what was written, documents with nothing too."""
    shape = Shape("mine", text, ("id",), [entities], relations, unit=unit, lines=lines)
    related = {} if relations is None else {"relations": RELATIONS}
    empty = {} if relations is None else {"relations": []}
    values = [{**words, "entities": ENTITIES, **related}, {**words, "entities": [], **empty}]
    written = "".join(shaped(shape).write(Documents(["a", "b"], values)))
    read = shape.read([Source(io.BytesIO(written.encode()), "input")])
    assert (read.documents, read.values) == (["a", "b"], values)
    assert written.count("\n") == 2
