"""Semantic roles in memory: mappings of words and predicates, tags as AllenNLP has them, texts."""

import pytest
from format_cases import FILES

import nerkit
from nerkit.exceptions import InputError
from nerkit.readers.roles.in_memory import read

SENTENCE = {"words": ["he", "ran"], "predicates": [{"word": 1, "name": "run", "arguments": [("A0", 0, 1)]}]}
TAGGED = {"words": ["he", "ran", "home"], "verbs": [{"verb": "run", "tags": ["B-A0", "B-V", "I-V"]}]}


def phrases(roles):
    return [(roles.label.value(i), int(roles.start[i]), int(roles.end[i])) for i in range(len(roles))]


def test_documents():
    """A list of sentences is one document; a mapping names its documents."""
    assert read([SENTENCE]).documents == ["1"]
    named = read({"a": [SENTENCE], "b": [TAGGED]})
    assert (named.documents, named.document.tolist(), named.named) == (["a", "b"], [0, 1], True)
    assert phrases(named) == [("A0", 0, 1), ("A0", 2, 3), ("V", 3, 5)]


def test_tags():
    """An I that continues nothing begins a phrase."""
    tags = {"words": ["a", "b", "c", "d"], "verbs": [{"verb": "b", "tags": ["I-A0", "B-V", "I-A1", "B-A1"]}]}
    assert phrases(read([tags])) == [("A0", 0, 1), ("V", 1, 2), ("A1", 2, 3), ("A1", 3, 4)]


def test_recognised_by_evaluate():
    """Objects and texts are scored without naming the task."""
    assert nerkit.evaluate([SENTENCE], [SENTENCE]).task == "srl"
    for form in ("props", "conll09", "primesrl", "up", "conll08"):
        assert nerkit.evaluate(FILES[form], FILES[form]).task == "srl"


@pytest.mark.parametrize(
    "wrong",
    [
        {"words": ["a"], "predicates": [{"word": 1, "name": "a", "arguments": []}]},
        {"words": ["a"], "predicates": [{"word": 0, "name": "a", "arguments": [("A0", 0, 2)]}]},
        {"words": ["a"], "predicates": [{"word": 0, "arguments": []}]},
        {"words": ["a"], "verbs": [{"verb": "a", "tags": ["B-V", "O"]}]},
        {"words": [], "predicates": []},
    ],
)
def test_what_is_no_sentence(wrong):
    """The message says where it stands and how a sentence looks."""
    with pytest.raises(InputError, match="sentence 2"):
        read([SENTENCE, wrong])
