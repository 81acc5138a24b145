"""Tags in memory."""

import pytest

import nerkit
from nerkit.evaluation.object_records import kind_of
from nerkit.exceptions import InputError
from nerkit.readers.tags.tag_lists import of_objects as read


@pytest.mark.parametrize(
    ("given", "sizes"),
    [
        ([["B-X", "O"], [], ["O"]], [2, 0, 1]),
        (["B-X", "O"], [2]),
        ([[["B-X"], ["O", "O"]], [["O"]]], [3, 1]),
        ({"a": ["B-X"], "b": [["O"], ["O"]]}, [1, 2]),
        ([("B-X", "O")], [2]),
        ([], []),
    ],
)
def test_shapes(given, sizes):
    """Sentences, documents of sentences, a mapping of either, one sentence."""
    tagged = read(given)
    assert tagged.sizes().tolist() == sizes
    assert tagged.named == isinstance(given, dict)


def test_tags_are_told_from_spans():
    """What begins with strings is tags, what begins with numbers is spans."""
    assert kind_of([[], ["B-X"]]) == "bio"
    assert kind_of({"a": [["O"]]}) == "bio"
    assert kind_of([[(0, 1, "X")]]) == "spans"
    assert kind_of({"a": [{"start": 0, "end": 1, "label": "X"}]}) == "spans"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([["O"], ["B-X", "Q-X"]], "s: sentence 2, token 2: tag 'Q-X' has no known prefix"),
        ([["B-"]], "s: sentence 1, token 1: tag 'B-' has nothing after its '-'"),
        ([["O", 3]], "s: sentence 1, token 2: 3 is not a tag"),
        ([3], "s: not tags"),
    ],
)
def test_bad_tags(given, message):
    """The sentence and the token are named."""
    with pytest.raises(InputError) as error:
        read(given, "s")
    assert str(error.value).startswith(message)


def test_a_training_loop():
    """`evaluate` knows tag lists; a Scorer adds them one by one or batch by batch, to the same result."""
    gold, system = [["B-X", "I-X", "O"], ["B-Y"]], [["B-X", "O", "O"], ["B-Y"]]
    assert nerkit.evaluate(gold, system).f1 == 0.5
    one, two = nerkit.Scorer("bio"), nerkit.Scorer("bio")
    one.add(gold[0], system[0])
    one.add(gold[1], system[1])
    two.add(gold, system)
    assert one.result().f1 == two.result().f1 == 0.5
