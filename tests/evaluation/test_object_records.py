"""Objects in Python: records are read as the JSON of them, tables as CSV; tuples are checked by member."""

import json
from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd
import pytest

import nerkit
from nerkit.evaluation.object_records import kind_of
from nerkit.exceptions import InputError

TOKENS = ["Ann", "left"]


def rows(*tags):
    """Rows as `datasets` has them."""
    return [{"tokens": TOKENS, "ner_tags": list(tags)}]


def texts(shift=0, count=1):
    """Documents with entities, which are so far from where they should be."""
    entity = {"start": shift, "end": 3 + shift, "label": "PER"}
    return [{"id": f"d{i}", "text": "Ann met Bo", "entities": [entity]} for i in range(count)]


def scored(gold, system, **asked):
    """The task, the headline and its counts."""
    result = nerkit.evaluate(gold, system, **asked)
    return result.task, result.head.value, result.head.p_den, result.head.r_den


def test_rows_of_tokens_with_tags():
    """They are tags, and no spans with two lists."""
    assert scored(rows("B-PER", "O"), rows("O", "B-PER")) == ("bio", 0.0, 1, 1)
    assert scored(rows("B-PER", "O"), rows("B-PER", "O")) == ("bio", 1.0, 1, 1)


@pytest.mark.parametrize("measures", [(), ["sets::span+type"]])
def test_texts_with_entities(measures):
    """Their offsets count."""
    assert scored(texts(), texts(1), measures=measures) == ("spans", 0.0, 1, 1)
    assert scored(texts(), texts(), measures=measures) == ("spans", 1.0, 1, 1)


def test_lines_of_a_file_in_python(write, run):
    """The number of the command line."""
    gold, system = texts(count=4), [*texts(count=3), *texts(1, count=4)[3:]]
    paths = [
        write(name, "".join(json.dumps(one) + "\n" for one in side))
        for name, side in (("gold.jsonl", gold), ("system.jsonl", system))
    ]
    done = run("evaluate", "-g", paths[0], "-s", paths[1], "-b", "-q")
    assert float(done.out) == nerkit.evaluate(gold, system).f1 == 0.75


@pytest.mark.parametrize("task", [None, "spans", "dep", "bio", "coref", "noisy"])
def test_a_label_before_offsets(task):
    """It is an error, and no word with its head, whatever the task."""
    for data in ([("PER", 0, 5)], [[("PER", 0, 5)]], {"d": [("PER", 0, 5)]}, [("text", [("PER", 0, 5)])]):
        with pytest.raises((InputError, nerkit.UsageError)) as error:
            nerkit.evaluate(data, data, task=task)
        if task in (None, "spans"):
            assert "(start, end" in str(error.value)


def test_records_of_no_task():
    """They are JSON, as on the command line."""
    assert scored([{"vendor": "a"}], [{"vendor": "b"}]) == ("json", 0.0, 1, 1)
    assert scored({"vendor": "a"}, {"vendor": "b"}) == ("json", 0.0, 1, 1)
    assert scored(["Paris", "Rome"], ["Paris", "Oslo"])[:2] == ("json", 0.5)


@pytest.mark.parametrize(
    "span",
    [
        *((None, 5, "PER"), (0, None, "PER"), (0.0, 5, "PER"), (0, 5.0, "PER"), ("0", "5", "PER"), (0, "5")),
        *(
            (True, 5, "PER"),
            (0, True, "PER"),
            (0, 5, "PER", "Q1", "x"),
            (0,),
            (),
            (0, 5, 1.5),
            (0, 5, ["PER"]),
        ),
        *((0, 5, True), (0, 5, {"a": 1}), (5, 5, "PER"), (5, 2, "PER"), (object(), 5, "PER")),
    ],
)
def test_members_of_spans(span):
    """Each has its type; else the error names the place and the order."""
    good = (0, 3, "PER")
    with pytest.raises(InputError, match=r"system: document '2', span 2.*\n.*\(start, end"):
        nerkit.evaluate([[good], [good]], [[good], [good, span]])
    with pytest.raises(InputError):
        nerkit.evaluate([[span]], [[good]])


@pytest.mark.parametrize(
    ("task", "data"),
    [
        ("dep", [[("a", True, "root")]]),
        ("dep", [[("a", 0, 5)]]),
        ("dep", [[("a", 0.0, "root")]]),
        ("dep", [[(1, 0, "root")]]),
        ("coref", [[[(0, True)]]]),
        ("coref", [[[(0, 1.0)]]]),
        ("coref", [[[("0", "1")]]]),
        ("srl", [{"words": ["a"], "predicates": [{"word": True, "name": "a", "arguments": []}]}]),
        ("srl", [{"words": ["a"], "predicates": [{"word": 0, "name": "a", "arguments": [("A0", 0, True)]}]}]),
        ("bio", [["O", None]]),
        ("bio", [["O", 1.5]]),
        ("bio", [[["O"], {"a": 1}]]),
    ],
)
def test_members_of_other_items(task, data):
    """A bool is no number, a float no offset, a number no form."""
    with pytest.raises(InputError):
        nerkit.evaluate(data, data, task=task)


def test_what_is_nothing_known():
    """The error lists what is accepted."""
    for thing in ([(None, 1)], [[(1.5, 2, "x")]], [[(None,)]]):
        with pytest.raises(
            InputError, match=r"(?s)gold: .*is not an item.*\(start, end, label\).*data frames"
        ):
            nerkit.evaluate(thing, thing)
    for thing in (None, 3, {1}, (one for one in ())):
        with pytest.raises(TypeError, match=r"(?s)a path, an open file or data, not.*data frames"):
            nerkit.evaluate(thing, thing)
    with pytest.raises(InputError, match=r"gold: document 2: .* is not a value of JSON"):
        nerkit.evaluate([{"a": 1}, {"a": object()}], [{"a": 1}, {"a": 1}])


@dataclass
class Document:
    """A document of a user's own class."""

    text: str
    entities: list


@dataclass
class Entity:
    """An entity of a user's own class."""

    start: int
    end: int
    label: str


class Named(NamedTuple):
    """A document as a tuple with names."""

    text: str
    entities: list


class Model:
    """A class that dumps itself as models of pydantic do."""

    def __init__(self, **fields):
        self.fields = fields

    def model_dump(self, mode):
        """The fields as values of JSON."""
        assert mode == "json"
        return self.fields


@pytest.mark.parametrize("kind", [Document, Named, Model, dict])
@pytest.mark.parametrize("entity", [Entity, Model, dict])
def test_classes(kind, entity):
    """Documents and entities are those of the JSON of their fields."""

    def side(shift):
        return [kind(text="Ann met Bo", entities=[entity(start=shift, end=3 + shift, label="PER")])]

    assert scored(side(0), side(0)) == ("spans", 1.0, 1, 1)
    assert scored(side(0), side(1)) == ("spans", 0.0, 1, 1)
    assert scored({"a": side(0)[0]}, {"a": side(1)[0]}) == ("spans", 0.0, 1, 1) or kind is Named


def test_ids_of_a_mapping():
    """A mapping of documents names them; an id of another kind inside is an error."""
    gold, system = ({f"d{i}": texts()[0] | {"id": f"d{i}"} for i in order} for order in ((0, 1), (1, 0)))
    result = nerkit.evaluate(gold, system, by=["document"])
    assert (result.task, result.f1, result["sets::span+type", "*", "d1"].r_den) == ("spans", 1.0, 1)
    with pytest.raises(InputError, match=r"document 'x' has the id 'd0'"):
        nerkit.evaluate({"x": texts()[0]}, {"x": texts()[0]})


def test_tables():
    """A data frame is read as its CSV, and rows with tags are."""

    def table(*tags):
        return pd.DataFrame({"sentence": [1, 1], "word": TOKENS, "tag": tags})

    def spans(shift):
        return pd.DataFrame(
            {"doc_id": ["a", "b"], "start": [0, 4], "end": [3 + shift, 7], "label": ["X", "Y"]}
        )

    for made in (lambda frame: frame, lambda frame: frame.to_dict("records")):
        gold, system = made(table("B-PER", "O")), made(table("O", "B-PER"))
        assert scored(gold, gold) == ("bio", 1.0, 1, 1)
        assert scored(gold, system) == ("bio", 0.0, 1, 1)
    assert scored(spans(0), spans(1)) == ("spans", 0.5, 2, 2)
    assert scored(pd.DataFrame(rows("B-PER", "O")), pd.DataFrame(rows("O", "B-PER"))) == ("bio", 0.0, 1, 1)
    assert scored(pd.DataFrame(texts()), pd.DataFrame(texts(1))) == ("spans", 0.0, 1, 1)
    assert scored(pd.DataFrame([{"vendor": "a"}]), pd.DataFrame([{"vendor": None}]))[:2] == ("json", 0.0)


def test_lists_beside_tuples():
    """Where one side has tuples, lists of numbers are such items too: half-open on both."""
    assert scored([[(0, 3, "PER")]], [[[0, 3, "PER"]]]) == ("spans", 1.0, 1, 1)
    assert nerkit.evaluate([[[(0, 2), (5, 6)]]], [[[[0, 2], [5, 6]]]], task="coref").f1 == 1.0
    assert nerkit.evaluate([[[(0, 2), (5, 6)]]], [[[[0, 1], [5, 6]]]], task="coref").f1 < 1.0


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ([[(0, 5, "PER")]], "spans"),
        ({"d": ("Ann", [(0, 3)])}, "spans"),
        ([("Ann met", {"entities": [(0, 3, "PER")]})], "records"),
        ([[("book", 0, "root")]], "dep"),
        ([[("Ann", "PER")]], "spans"),
        ([["B-PER", "O"]], "bio"),
        ({"WEAPON": ["B-52"]}, "records"),
        ({"d1": ["B-PER", "O"]}, "bio"),
        (["a text"], "texts"),
        ([[], []], "nothing"),
        ([{"words": ["a"], "verbs": []}], "srl"),
        ([{"text": "Ann", "entities": [(0, 3, "PER")]}], "records"),
        ([[("PER", 0, 5)]], "unknown"),
    ],
)
def test_kinds(data, kind):
    """They are known by the first item."""
    assert kind_of(data) == kind


def test_places_in_records():
    """An error names the side, the document as a line, and the column."""
    gold = [*texts(), {"text": "Ann", "entities": [{"start": "x", "end": 3, "label": "PER"}]}]
    with pytest.raises(InputError, match=r"^gold:2:\d+: "):
        nerkit.evaluate(gold, gold)


def test_objects_have_no_digest():
    """The text that is made of them is no file of anybody."""
    result = nerkit.evaluate(texts(count=2000), texts(count=2000))
    assert [one["sha256"] for one in result.to_dict()["inputs"]] == [None, None]
