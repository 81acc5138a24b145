"""Records are dataclasses to everything that asks, and behave as those with written methods."""

import copy
import pickle
from dataclasses import FrozenInstanceError, asdict, dataclass, field, fields, is_dataclass, replace

import pytest

from nerkit.ground.records import record


def twins(**how):
    """The same class as a record and as a dataclass."""

    def of(decorator):
        @decorator(**how)
        class Span:
            """A span."""

            start: int
            end: int = 5
            tags: list = field(default_factory=list)
            note: str = field(default="", compare=False, repr=False)

            def __post_init__(self):
                if self.end < self.start:
                    raise ValueError("ends before it starts")

        return Span

    return of(record), of(dataclass)


@record(frozen=True)
class Place:
    """At the top of a module, as pickle wants it."""

    line: int
    column: int = 1


@record(frozen=True)
class Named(Place):
    """A subclass."""

    name: str = ""


CALLS = [((1,), {}), ((1, 7), {}), ((1,), {"tags": ["a"], "end": 9}), ((1,), {"note": "x"})]


@pytest.mark.parametrize("how", [{}, {"frozen": True}, {"eq": False}, {"kw_only": True}, {"repr": False}])
def test_a_record_is_as_a_dataclass(how):
    """Values, equality, hash, text and what changes."""
    ours, theirs = twins(**how)
    assert [(f.name, f.default, f.kw_only) for f in fields(ours)] == [
        (f.name, f.default, f.kw_only) for f in fields(theirs)
    ]
    for arguments, named in CALLS:
        try:
            twin = theirs(*arguments, **named)
        except TypeError:
            with pytest.raises(TypeError):
                ours(*arguments, **named)
            continue
        one = ours(*arguments, **named)
        assert is_dataclass(one)
        assert asdict(one) == asdict(twin)
        assert asdict(replace(one, end=8)) == asdict(replace(twin, end=8))
        assert (one == ours(*arguments, **named)) == (twin == theirs(*arguments, **named))
        assert (one == replace(one, end=3)) == (twin == replace(twin, end=3))
        assert (one == replace(one, note="z")) == (twin == replace(twin, note="z"))
        assert one != twin
        if how.get("repr", True):
            assert repr(one) == repr(twin)
        assert (ours.__hash__ is None) == (theirs.__hash__ is None)


@pytest.mark.parametrize(
    ("arguments", "named"), [((), {}), ((1, 2, [], "", 5), {}), ((1,), {"start": 2}), ((1,), {"odd": 2})]
)
def test_wrong_arguments(arguments, named):
    """Too few, too many, one twice, one that there is not."""
    for kind in twins():
        with pytest.raises(TypeError):
            kind(*arguments, **named)


def test_what_is_frozen_stays():
    """Neither set nor deleted; `__post_init__` runs for every record."""
    ours, _ = twins(frozen=True)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'start'"):
        ours(1).start = 2
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'start'"):
        del ours(1).start
    with pytest.raises(ValueError, match="ends before"):
        replace(ours(1), end=0)


def test_defaults_are_made_anew():
    """Two records do not share a list."""
    ours, _ = twins()
    one = ours(1)
    one.tags.append("x")
    one.end = 7
    assert (ours(1).tags, one.end) == ([], 7)


def test_copies_hashes_and_subclasses():
    """Through pickle and copy; fields of a base come first; a base is not equal to its subclass."""
    named = Named(3, name="a")
    assert named == pickle.loads(pickle.dumps(named)) == copy.deepcopy(named) == Named(3, 1, "a")
    assert hash(named) == hash(Named(3, 1, "a"))
    assert repr(named) == "Named(line=3, column=1, name='a')"
    assert Place(3) != Named(3)
    match named:
        case Named(line, column):
            assert (line, column) == (3, 1)


def test_own_methods_win():
    """As in dataclasses."""

    @record(frozen=True)
    class Own:  # noqa: PLW1641
        """With its own text and equality."""

        value: int

        def __repr__(self):
            return "own"

        def __eq__(self, other):
            return True

    assert repr(Own(1)) == "own"
    assert Own(1) == Own(2)
    assert hash(Own(1)) == hash(Own(1))
