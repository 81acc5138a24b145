"""Objects in memory that contain themselves, raise or lie: an error of ours that names what was given."""

from collections.abc import Mapping, Sequence
from itertools import product

import pytest
from growth import counting, exponent
from tries import matrix

import nerkit
from nerkit.evaluation import objects
from nerkit.exceptions import InputError, NerkitError
from nerkit.scorers import SCORERS

METHODS = ("__len__", "__getattr__", "__iter__", "__getitem__", "__eq__", "__hash__", "__str__", "__repr__")
METHODS += (
    *("__fspath__", "__index__", "__contains__", "__bool__", "items", "keys", "values", "tolist", "read"),
)
PLACES = {
    "all": lambda odd: odd,
    "document": lambda odd: [odd],
    "named": lambda odd: {"d": odd},
    "item": lambda odd: [[odd]],
    "label": lambda odd: [[(0, 5, odd)]],
    "offset": lambda odd: [[(odd, 5, "PER")]],
    "value": lambda odd: [{"id": "d", "start": 0, "end": 1, "label": odd}],
    "text": lambda odd: [("a text", [(0, 1, odd)])],
}


class Odd:
    """Something that is no data."""


class Listed(Sequence):
    """A sequence of one text."""

    def __len__(self):
        """One."""
        return 1

    def __getitem__(self, place):
        """The text."""
        return "O"[place]


class Mapped(Mapping):
    """A mapping of one key."""

    def __len__(self):
        """One."""
        return 1

    def __getitem__(self, key):
        """The value."""
        return 1

    def __iter__(self):
        """The key."""
        return iter("a")


def fails(*_):
    """As a method of a class."""
    raise ZeroDivisionError("not today")


def odd(method, result=fails):
    """Objects of several classes of which one method raises, or gives what it should not."""

    def lies(*_):
        return result() if result is fails else result

    bases = {Odd: (), Listed: (), Mapped: (), list: ([1, 2],), dict: ({"a": 1},), str: ("a",), int: (3,)}
    return [type(base.__name__, (base,), {method: lies})(*given) for base, given in bases.items()]


def circles():
    """Lists and dictionaries that contain themselves, one way or another."""
    listed, twice, named, entities, spans, record = [], [], {}, {}, [], {"id": "d"}
    listed.append(listed)
    twice += ["a", twice, [twice]]
    named["a"] = named
    entities["entities"] = entities
    spans.append((0, 5, spans))
    record |= {key: [record] for key in ("spans", "entities", "relations", "clusters")}
    return [listed, twice, named, entities, spans, record]


def check(task, given):
    """Score it as gold and as the system: a result, or an error that can be shown."""
    for gold, system in ((given, given), (given, [[]]), ([[]], given)):
        said = ""
        try:
            nerkit.evaluate(gold, system, task=task)
        except NerkitError as error:
            said = str(error)
        assert len(said) < 2000


@pytest.mark.parametrize("task", [None, *SCORERS])
@pytest.mark.parametrize("place", PLACES)
def test_what_contains_itself(task, place):
    """It is no hang, and no stack of Python's that is too deep."""
    for circle in circles():
        check(task, PLACES[place](circle))


@pytest.mark.parametrize(
    ("task", "place"),
    matrix(
        [*product([None, *SCORERS], PLACES)],
        [*product(["spans"], PLACES), *product(SCORERS, ["item"]), *product([None], ["value", "text"])],
    ),
)
def test_methods_that_raise_or_lie(task, place):
    """Wherever an object of a class of somebody else's stands."""
    lengths = [one for length in (10**12, -1, 10**30, None) for one in odd("__len__", length)]
    for one in [*(one for method in METHODS for one in odd(method)), *lengths]:
        try:
            given = PLACES[place](one)
        except ZeroDivisionError:  # its hash, which was asked for by a set of ours
            continue
        check(task, given)


@pytest.mark.parametrize("task", ["spans", "json", "bio"])
def test_an_error_names_what_was_given(task):
    """Its side and its class; the exception itself is its cause."""
    message = r"^gold and system: nerkit cannot score Listed and list: ZeroDivisionError: not today$"
    with pytest.raises(InputError, match=message) as told:
        nerkit.evaluate(type("Listed", (Listed,), {"__iter__": fails})(), [[]], task=task)
    assert isinstance(told.value.__cause__, ZeroDivisionError)
    circle = [[]]
    circle[0].append(circle)
    with pytest.raises(
        InputError, match=r"^system: the list contains itself, or has more than 1,000 nested lists"
    ):
        nerkit.evaluate([[]], circle, task=task)
    with pytest.raises(InputError, match=r"^input: the list contains itself"):
        nerkit.read(circle)


def test_what_is_no_data_is_an_error_of_both_kinds():
    """A UsageError-like one for those who catch ours, a TypeError for those who catch Python's."""
    for kind in (NerkitError, TypeError):
        with pytest.raises(kind, match="gold: give a path, an open file or data, not float"):
            nerkit.evaluate(1.5, [[]])


def test_exceptions_of_files_are_not_told_as_those_of_objects(tmp_path):
    """They are bugs of ours, or say what they are about."""
    with pytest.raises(RuntimeError), objects.Given({"gold": "a.tsv", "system": tmp_path}):
        raise RuntimeError("a bug")


def test_each_list_is_looked_at_once(monkeypatch):
    """However often it stands in others: pairs of one another, and a thousand times itself."""
    sizes, work = [10, 20, 40], []
    for size in sizes:
        pile = []
        for _ in range(size):
            pile = [pile, pile]
        looked = counting(monkeypatch, objects, "_inside", len)
        objects.check_depth(pile, "gold")
        monkeypatch.undo()
        work.append(sum(looked))
    assert exponent(sizes, work) < 1.1
    many = []
    many += [many] * 1000
    with pytest.raises(InputError, match="contains itself"):
        objects.check_depth(many, "gold")


def test_drop_ins_end_too():
    """What contains itself is no hang there, and a value that is too deep for Python is shown in part."""
    from nerkit.compat import huggingface, nervaluate

    for circle in circles()[:2]:
        with pytest.raises(NerkitError, match="contains itself"):
            huggingface.evaluate((circle, circle), ["O", "B-PER"])
    deep = []
    for _ in range(100_000):
        deep = [deep]
    entry = {"label": deep, "start": 0, "end": 0}
    with pytest.raises(
        ValueError, match="a label must be a string, and start and end must be integers, not"
    ) as told:
        nervaluate.Evaluator([[entry]], [[entry]], tags=["PER"], loader="dict").evaluate()
    assert len(str(told.value)) < 300
