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
