"""Classes of errors: one vocabulary in all tasks, and words that choose the class of every level."""

import pkgutil
from importlib import import_module

import nerkit.scorers
from nerkit.results.errors import CLASSES, CORRECT, FURTHER, codes_of, word_of
from nerkit.scorers.ie.measures import MEASURES
from nerkit.scorers.ie.views import RecordFormula
from nerkit.scorers.measure import computes


def classes():
    """The classes of all tasks."""
    found = {miss.kind for one in computes(MEASURES, RecordFormula) for miss in one.relaxed}
    for module in pkgutil.walk_packages(nerkit.scorers.__path__, "nerkit.scorers."):
        if module.name.endswith("errors"):
            kinds = getattr(import_module(module.name), "KINDS", ())
            found |= set(kinds if CORRECT in kinds else ())
    return found - {CORRECT}


def test_one_vocabulary():
    """A class is a word of the vocabulary, perhaps with one level before it; every word is used."""
    found = classes()
    assert len(found) > 40
    assert {word_of(kind) for kind in found} == {*CLASSES, *FURTHER}
    for kind in found:
        level = kind.removesuffix(word_of(kind))
        assert level == "" or (level.endswith(" ") and level.strip().isalpha() and level.islower()), kind


def test_a_word_is_of_every_level():
    """A word alone chooses the class at every level, a word with its level one class."""
    kinds = ("correct", "predicate missed", "argument missed", "argument label", "label+boundary")
    assert codes_of(kinds, ["missed"]) == [1, 2]
    assert codes_of(kinds, ["argument missed", "label"]) == [2, 3]
    assert codes_of(kinds, ["text", "miss"]) == []
