"""Formats as records: what each part of a shape reads, refuses and says of itself."""

import json
import re
from dataclasses import replace

import pytest

from nerkit.exceptions import InputError
from nerkit.io import expand
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

OBJECTS = EntityList("entities", "an entity", "type")
LISTS = EntityList("entities", "[start, end, type]", 2, place=(0, 1))
NUMBERS = RelationList("relations", "a relation", "type", Ends("from", "to", by_number))
PLAIN = Shape("plain", TokenList("words"), ("id",), [OBJECTS], NUMBERS)
IDS = replace(
    PLAIN,
    entities=[replace(OBJECTS, id="name")],
    relations=replace(NUMBERS, ends=Ends("from", "to", by_own_id)),
    document="a long line",
)
DOCUMENT = {
    "id": 7,
    "words": ["Ann", "left"],
    "entities": [
        {"type": "PER", "start": 0, "end": 1, "name": "a"},
        {"type": "V", "start": 1, "end": 2, "name": "b"},
    ],
    "relations": [{"type": "x", "from": 1, "to": 0}],
}


@pytest.fixture
def read(write):
    """What a shape makes of lines."""

    def reading(shape, *lines, **options):
        path = write("in.json", "".join(json.dumps(line) + "\n" for line in lines))
        return shape.read(expand(str(path)), **options)

    return reading


@pytest.mark.parametrize(
    ("entities", "item"),
    [(OBJECTS, 3), (LISTS, {"type": "x"}), (LISTS, "abc"), (LISTS, [0, 1]), (LISTS, [9, 1, 3])],
)
def test_an_item_of_another_kind(read, entities, item):
    """It is said what an item is, of a list before its offsets are looked at."""
    shape = replace(PLAIN, entities=[entities], relations=None)
    with pytest.raises(InputError, match=re.escape(f"{json.dumps(item)} is not {entities.what}")):
        read(shape, {"id": 7, "words": ["Ann", "left"], "entities": [item]})


def test_an_odd_label_of_a_list_is_looked_at_before_its_offsets(read):
    """By the function that the shape has for it."""

    def refused(reading, item, path):
        reading.fail("no labels", *path, 2)

    shape = replace(PLAIN, entities=[replace(LISTS, odd=refused)], relations=None)
    with pytest.raises(InputError, match="1:57: no labels"):
        read(shape, {"id": 7, "words": ["Ann", "left"], "entities": [[0, 9, []]]})


PAIRS = RelationList("relations", "[start, end, start, end, type]", 4, Ends(0, 2, by_offsets))


@pytest.mark.parametrize(
    ("relation", "problem"),
    [
        ({"type": "x"}, '{"type": "x"} is not [start, end, start, end, type]'),
        ([0, 1, 0, 2], "[0, 1, 0, 2] is not [start, end, start, end, type]"),
        ([0, 9, 0, 2, 3], "[0, 9, 0, 2, 3] is not [start, end, start, end, type]"),
        ([0, 1, 0, 3, "x"], "in.json:1:177: end 3 is beyond the text, which has 2 tokens"),
    ],
)
def test_wrong_offsets_of_ends(read, relation, problem):
    """The form is told first, then the offset."""
    with pytest.raises(InputError) as error:
        read(replace(PLAIN, relations=PAIRS), DOCUMENT | {"relations": [relation]})
    assert problem in str(error.value)


def test_errors_are_kept_where_they_are_wanted(read):
    """As for `validate`: a document that is refused is left out."""
    errors = []
    corpus = read(PLAIN, DOCUMENT | {"words": 3}, DOCUMENT, refused=errors)
    assert (len(corpus), [error.line for error in errors]) == (1, [1])


def test_what_is_said_of_the_form():
    """It is made of the parts, where no other is given."""
    assert PLAIN.form == (
        'a document is {"words": […], "entities": [{"type": …, "start": 0, "end": 1}], '
        '"relations": [{"type": …, "from": 0, "to": 1}]}'
    )
    texts = replace(PLAIN, text=WholeText(), entities=[LISTS], relations=None, form="")
    assert texts.form == 'a document is {"text": …, "entities": [[start, end, type]]}'
    assert replace(PLAIN, text=SentenceList("s"), form="").form.startswith('a document is {"s": [[…]], ')
    assert replace(PLAIN, form="so").form == "so"


def test_an_end_that_is_no_entity(read):
    """One wording, with the place of the end or of what should hold it, and what an end is."""
    for shape, relation, said, remedy in (
        (PLAIN, {"type": "x", "from": 0, "to": 2}, "to 2", "nerkit numbers entities from 0, and there are 2"),
        (IDS, {"type": "x", "from": "a"}, "to null", "the value must be the id of an entity"),
    ):
        with pytest.raises(InputError) as error:
            read(shape, DOCUMENT | {"relations": [relation]})
        whole = shape.document.split()[-1]
        assert error.value.problem == f"{said} is not an entity of the {whole}"
        assert (error.value.line, error.value.remedy) == (1, remedy)
