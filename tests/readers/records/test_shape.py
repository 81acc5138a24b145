"""Formats as records: what each part of a shape reads, refuses and says of itself."""

import json
from dataclasses import replace

import pytest

from nerkit.corpora.mentions import Mentions
from nerkit.corpora.records import Documents
from nerkit.corpora.spans import Spans
from nerkit.exceptions import InputError
from nerkit.io import expand
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
NAMED = DOCUMENT | {"relations": [{"type": "x", "from": "b", "to": "a"}]}


@pytest.fixture
def read(write):
    """What a shape makes of lines."""

    def reading(shape, *lines, **options):
        path = write("in.json", "".join(json.dumps(line) + "\n" for line in lines))
        return shape.read(expand(str(path)), **options)

    return reading


@pytest.mark.parametrize(
    ("text", "body", "made"),
    [
        (TokenList("words", needed=False), {}, {}),
        (TokenList("words", needed=False), {"words": ["a"]}, {"tokens": ["a"]}),
        (SentenceList("sents"), {"sents": [["a"], ["b", "c"]]},
         {"tokens": ["a", "b", "c"], "first_tokens": [0, 1, 3]}),
        (SentenceList("sents"), {}, {"tokens": [], "first_tokens": [0]}),
        (SentenceList("sents", needed=False), {}, {}),
        (SentenceList("sents", needed=False), {"sents": [["a"]]}, {"tokens": ["a"], "first_tokens": [0, 1]}),
        (WholeText(("text", "data")), {"data": "abc"}, {"text": "abc"}),
        (WholeText(("text", "data")), {"data": "abc", "text": "d"}, {"text": "d"}),
        (WholeText(("text", "data"), needed=False), {"data": "abc"}, {"text": "abc"}),
        (WholeText(needed=False), {}, {}),
        (WholeText(needed=False), {"text": 3}, {}),
    ],
)  # fmt: skip
def test_texts(read, text, body, made):
    """Tokens, sentences of tokens, or a text; a document may have no entities."""
    assert read(replace(PLAIN, text=text, relations=None), body).values == [{**made, "entities": []}]


@pytest.mark.parametrize(
    ("body", "problem"), [({}, "no data"), ({"text": 3, "data": "a"}, "text is 3, not a st")]
)
def test_texts_that_are_needed(read, body, problem):
    """Of several keys the first is told."""
    with pytest.raises(InputError, match=problem):
        read(replace(PLAIN, text=WholeText(("data", "text") if not body else ("text", "data"))), body)


@pytest.mark.parametrize(
    ("after", "item", "span"),
    [
        (0, {"type": "x", "start": 0, "end": 2}, [0, 2]),
        (1, {"type": "x", "start": 0, "end": 1}, [0, 2]),
        (1, {"type": "x", "start": 1, "end": 1}, [1, 2]),
        (0, [0, 2, "x"], [0, 2]),
        (1, [0, 1, "x", 0.5], [0, 2]),
    ],
)
def test_units(read, after, item, span):
    """Ends are exclusive or inclusive, and items objects or lists."""
    entities = OBJECTS if isinstance(item, dict) else LISTS
    shape = replace(
        PLAIN,
        unit=Unit(after=after),
        entities=[replace(entities, exact=True) if len(item) == 3 else entities],
    )
    assert read(shape, DOCUMENT | {"entities": [item], "relations": []}).values[0]["entities"] == [
        {"type": "x", "span": span}
    ]


def first(reading, item, path):
    """The label that is the first of a list."""
    if not item[2]:
        reading.fail("no labels", *path, 2)
    return item[2][0]


EXACT = replace(LISTS, exact=True)
ODD = replace(EXACT, odd=first)
OPTIONAL = replace(OBJECTS, needed=False)


@pytest.mark.parametrize(
    ("entities", "item", "problem"),
    [
        (OBJECTS, 3, "in.json:1:50: 3 is not an entity"),
        (OBJECTS, {"start": 0, "end": 1}, "no type"),
        (OBJECTS, {"type": 3, "start": 0, "end": 1}, "type is 3, not a string"),
        (OPTIONAL, {"type": 3, "start": 0, "end": 1}, "type is 3, not a string"),
        (OBJECTS, {"type": "x", "start": 0}, "a span without end"),
        (OBJECTS, {"start": 0}, "a span without end"),
        (OBJECTS, {"type": "x", "start": 1, "end": 1}, "end 1 is not after start 1"),
        (OBJECTS, {"type": "x", "start": 0, "end": 3}, "end 3 is beyond the text, which has 2 tokens"),
        (OBJECTS, {"type": "x", "start": -1, "end": 1}, "start -1 is negative"),
        (OBJECTS, {"type": "x", "start": 0, "end": True}, "end true is not an integer"),
        (LISTS, {"type": "x"}, '{"type": "x"} is not [start, end, type]'),
        (LISTS, "abc", '"abc" is not [start, end, type]'),
        (LISTS, [0, 1], "[0, 1] is not [start, end, type]"),
        (LISTS, [9, 1, 3], "in.json:1:50: [9, 1, 3] is not [start, end, type]"),
        (LISTS, [0, 3, "x"], "in.json:1:54: end 3 is beyond the text"),
        (EXACT, [0, 1, "x", 1], '[0, 1, "x", 1] is not [start, end, type]'),
        (ODD, [0, 1], "[0, 1] is not [start, end, type]"),
        (ODD, [0, 1, ["x"], 1], '[0, 1, ["x"], 1] is not [start, end, type]'),
        (ODD, [0, 9, []], "in.json:1:57: no labels"),
    ],
)
def test_wrong_entities(read, entities, item, problem):
    """Of what is wrong the place is told, of a list its label first."""
    shape = replace(PLAIN, entities=[entities], relations=None)
    with pytest.raises(InputError) as error:
        read(shape, {"id": 7, "words": ["Ann", "left"], "entities": [item]})
    assert problem in str(error.value)
    assert str(error.value).endswith((shape.form, "ends are exclusive"))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"words": None}, "not a list of tokens"),
        ({"entities": {}}, "entities is {}, not a list"),
        ({"entities": [DOCUMENT["entities"][0]] * 2}, 'in.json:1:148: the id "a" is given twice'),
        ({"entities": [{"name": [], "type": "x", "start": 0, "end": 1}]}, "the id [] is neither text nor"),
        ({"id": 1.5}, "the id 1.5 is neither text nor an integer"),
    ],
)
def test_wrong_documents(read, change, problem):
    """Ids of entities are unique; the id of a document is told last."""
    with pytest.raises(InputError) as error:
        read(IDS, NAMED | change)
    assert problem in str(error.value)


def test_entities_without_id_are_no_ends(read):
    """An id may be absent."""
    nameless = {"type": "x", "start": 0, "end": 1}
    assert len(read(IDS, NAMED | {"entities": [nameless, *NAMED["entities"]]}).values[0]["entities"]) == 3
    with pytest.raises(InputError, match="from null is not an entity"):
        read(IDS, NAMED | {"entities": [nameless], "relations": [{"type": "x", "from": None, "to": None}]})


PAIRS = RelationList("relations", "[start, end, start, end, type]", 4, Ends(0, 2, by_offsets))


def test_ends_by_their_offsets(read):
    """The first of the entities at a place gives its type."""
    shape = replace(PLAIN, relations=PAIRS)
    entities = [{"type": kind, "start": 0, "end": 1} for kind in "AB"]
    corpus = read(shape, DOCUMENT | {"entities": entities, "relations": [[0, 1, 0, 2, "x"]]})
    assert corpus.values[0]["relations"] == [
        {"type": "x", "head": [0, 1], "tail": [0, 2], "head_type": "A", "tail_type": None}
    ]


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


def test_lists_in_lists(read):
    """A function says what the items of a list are, and where they stand."""

    def items(reading, body, key):
        return [((key, 0, place), item) for place, item in enumerate(body[key][0])]

    shape = replace(PLAIN, relations=None, items=items)
    assert (
        read(shape, DOCUMENT | {"entities": [DOCUMENT["entities"]]}).values[0]["entities"][1]["type"] == "V"
    )
    with pytest.raises(InputError, match=":1:51: 3 is not an entity"):
        read(shape, DOCUMENT | {"entities": [[3]]})


def test_what_else_is_known(read):
    """Of an entity; of a document its id, told before all else where it is made by a function."""

    def ids(reading, body):
        return f"{reading.text(body, 'doc')}-1"

    entities = replace(OBJECTS, kept=("name",))
    shape = replace(PLAIN, entities=[entities], ids=ids, relations=None)
    corpus = read(shape, DOCUMENT | {"doc": "a"})
    assert (corpus.documents, corpus.values[0]["entities"][1]) == (
        ["a-1"],
        {"type": "V", "span": [1, 2], "name": "b"},
    )
    with pytest.raises(InputError, match="no doc"):
        read(shape, DOCUMENT | {"entities": 3})


def test_labels_that_are_odd(read):
    """A function gives a label that is no string."""
    odd = replace(OBJECTS, odd=lambda reading, item, path: f"{reading.table.options['before']}{item['type']}")
    shape = replace(PLAIN, entities=[odd])
    corpus = read(
        shape, DOCUMENT | {"entities": [{"type": 3, "start": 0, "end": 1}], "relations": []}, before="L"
    )
    assert corpus.values[0]["entities"][0]["type"] == "L3"


def test_keys_that_are_counted(read):
    """Where a shape knows further keys of entities, others are counted, or may be the label."""
    shape = replace(PLAIN, entities=[OPTIONAL, replace(LISTS, key="spans")], relations=None, keys=("name",))
    body = DOCUMENT | {"entities": [{"start": 0, "end": 1, "name": "a", "ner": "PER"}]}
    assert read(shape, body).values[0]["entities"] == [{"type": "PER", "span": [0, 1]}]
    counted = read(shape, body | {"entities": [body["entities"][0] | {"type": "x"}]})
    assert "nerkit does not read these keys of items: 'ner' (1)" in counted.warnings[0]
    with pytest.raises(InputError, match="1:50: no type"):
        read(shape, body | {"spans": [[0, 1, "x"]]})
    with pytest.raises(InputError, match="no type"):
        read(shape, DOCUMENT | {"entities": [{"start": 0, "end": 1}, {"start": 1, "end": 2}]})
    alone = replace(shape, entities=[OPTIONAL])
    assert read(alone, body).label_key == "ner"
    plain = read(replace(shape, keys=None), body)
    assert (plain.values[0]["entities"][0]["type"], plain.warnings) == (None, ())


def test_what_a_format_has_further(read):
    """Its parts add to what is made."""

    class Whole:
        def read(self, reading, body, made):
            made["clusters"] = [[each["span"] for each in reading.entities]]

    assert read(replace(PLAIN, parts=[Whole()]), DOCUMENT).values[0]["clusters"] == [[[0, 1], [1, 2]]]


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


def test_what_is_known_of_the_format(write):
    """Its reader makes documents, and spans of their entities; what is given besides counts."""
    shape = replace(PLAIN, text=WholeText(), unit=Unit("character"), relations=None)
    reader = shape.reader(meant_for=lambda _: "spans")
    assert (reader.makes, reader.characters, reader.meant_for("")) == (Documents, True, "spans")
    path = write("in.json", '{"text": "Ann", "entities": [{"type": "x", "start": 0, "end": 3}]}')
    assert reader.others[Spans](expand(str(path))).end.tolist() == [3]
    assert reader.cut == "json lines"
    assert not PLAIN.reader().characters
    assert ({*PLAIN.reader().others}, {*PLAIN.reader(clusters=True).others}) == (
        *({Spans}, {Spans, Mentions}),
    )


@pytest.mark.parametrize(("label", "made"), [("x", "x"), (["y", "z"], "y")])
def test_odd_labels_of_lists(read, label, made):
    """What stands where a string should is made one; a string is the label."""
    shape = replace(PLAIN, entities=[ODD], relations=None)
    (document,) = read(shape, DOCUMENT | {"entities": [[0, 1, label]]}).values
    assert document["entities"] == [{"type": made, "span": [0, 1]}]


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
