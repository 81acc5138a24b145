"""Objects of other libraries: they are scored like the plain data they hold, or refused in words."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

import nerkit

TAGS = [["B-PER", "O"], ["O", "B-LOC"]]


def parsed(text, *entities):
    """A document as spaCy has it: entities of (start, end, label, id)."""
    names = ("start_char", "end_char", "label_", "kb_id_")
    return SimpleNamespace(
        text=text, ents=[SimpleNamespace(**dict(zip(names, entity, strict=True))) for entity in entities]
    )


@pytest.mark.parametrize(
    "tags",
    [np.array(TAGS), pd.Series(TAGS), [np.array(sentence) for sentence in TAGS], {"a": np.array(TAGS[0])}],
    ids=["array", "series", "arrays", "mapping"],
)
def test_arrays(tags):
    """As the lists that they hold."""
    assert nerkit.evaluate(tags, tags).f1 == 1.0


def test_documents_of_spacy():
    """Their entities, in characters, with the ids that they have."""
    gold = [parsed("Anna met Bo", (0, 4, "PER", "Q1"), (9, 11, "PER", ""))]
    system = [parsed("Anna met Bo", (0, 4, "LOC", ""))]
    assert nerkit.evaluate(gold, system, measures=["sets::span"]).recall == 0.5
    assert nerkit.evaluate(gold[0], system[0], measures=["sets::span+type"]).f1 == 0.0


@pytest.mark.parametrize("ids", [[[1, 0]], np.array([[1, 0]]), {"a": [3]}])
def test_ids_of_labels(ids):
    """Numbers say nothing without their names, which the message asks for."""
    for task in ("bio", None):
        with pytest.raises(nerkit.InputError, match=r"ids of labels.*\n.*names\[id\]"):
            nerkit.evaluate(ids, ids, task=task)


@pytest.mark.parametrize("thing", [None, 3, object()])
def test_what_is_no_input(thing):
    """A TypeError that says what is taken."""
    with pytest.raises(TypeError, match="a path, an open file or data, not"):
        nerkit.evaluate(thing, TAGS)


ODD = [
    ("dep", [{"words": ["a"], "heads": [0]}]),
    ("srl", [{"verbs": [{"verb": "b", "tags": ["O", "O"]}], "words": ["a", "b"]}]),
    ("srl", [[np.array(5)]]),
    ("coref", [[[(0, 10**30)]]]),
    ("spans", [[(0, 2**63, "PER")]]),
    ("spans", [[(-(2**63), 1, "PER")]]),
    ("spans", [[(0, 2**53, "PER"), (1, 2)]]),
]


@pytest.mark.parametrize(("task", "documents"), ODD)
def test_documents_of_another_form(task, documents):
    """An error that says what a document is; nothing from inside."""
    with pytest.raises(nerkit.InputError):
        nerkit.evaluate(documents, documents, task=task)


@pytest.mark.parametrize(
    "asked",
    [
        {"measures": [None]},
        {"by": [5]},
        {"labels": [None]},
        {"only": [b"x"]},
        {"label_map": {1: 2}},
        {"label_map": {"PER": None}},
        {"task": ("a",)},
        {"task": 5},
    ],
    ids=str,
)
def test_names_that_are_no_texts(asked):
    """A UsageError, whatever they are."""
    with pytest.raises(nerkit.UsageError):
        nerkit.evaluate(TAGS, TAGS, **{"task": "bio", **asked})


def test_things_that_do_not_go_together():
    """A TypeError, as of other objects."""
    result = nerkit.evaluate(TAGS, TAGS)
    with pytest.raises(TypeError):
        result + 5
    with pytest.raises(TypeError, match="a scorer can merge only with a scorer, not with int"):
        nerkit.Scorer("bio").merge(5)


def test_numbers_of_numpy():
    """Ids and types are texts, numbers that are floats numbers."""
    span = [(0, 5, np.int64(7), np.int64(3))]
    assert nerkit.evaluate([span], [[(0, 5, "7", "3")]], measures=["sets::span+type+eid"]).f1 == 1.0
    assert nerkit.evaluate([{"x": 1}], [{"x": np.float64("nan")}], task="json").f1 == 0.0
    assert nerkit.evaluate([{"x": np.float64(1.5)}], [{"x": 1.6}], task="json", within=["0.2"]).f1 == 1.0
