"""Plain logs as columns: what one reading of record by record gives, for any records."""

import json

from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.corpora.corpus import CLEAN
from nerkit.readers.calls.conversation import SideReading, TurnReader
from nerkit.readers.calls.plain import TOGETHER, read_plain
from nerkit.readers.values.records import READ

VALUES = st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["a", ""])
ODD = st.sampled_from([{"any": [1, 2]}, [1], {"b": None}])
NAMES = st.sampled_from(["f", "g", "any"])
CALLS = st.fixed_dictionaries({"name": NAMES, "arguments": st.dictionaries(NAMES, VALUES, max_size=3)})
RECORDS = st.lists(st.fixed_dictionaries({"id": st.text(max_size=2), "calls": st.lists(CALLS, max_size=3)}))
ODD_CALLS = (
    st.fixed_dictionaries({"name": st.sampled_from(["f", "", 3]), "arguments": VALUES | ODD})
    | st.fixed_dictionaries({"arguments": st.just({}), "name": NAMES})
    | st.fixed_dictionaries({"name": NAMES, "arguments": st.dictionaries(NAMES, ODD, max_size=2)})
)
ODD_RECORDS = st.sampled_from([None, [], {}, {"calls": None}, {"turns": [[]]}, {"calls": [], "tools": []}])


def one_by_one(records, key):
    """The turns of each record, read by itself."""
    reader = TurnReader(SideReading(key, READ["repaired"], exact=False))
    return [reader.turns(record) for record in records]


@given(RECORDS, st.integers(0, 3), st.integers(0, 3))
def test_plain_records_are_what_they_are_one_by_one(records, first, size):
    """All records, one of them and a slice of them are the turns that the reader of records gives."""
    read = read_plain(records, None)
    expected = one_by_one(records, None)
    assert read is not None
    assert list(read) == expected
    assert list(read[first : first + size]) == expected[first : first + size]
    assert list(read[::2]) == expected[::2]
    assert all(call.status == CLEAN for turns in read for turn in turns for call in turn)


@given(RECORDS, st.lists(ODD_RECORDS | st.builds(lambda call: {"calls": [call]}, ODD_CALLS), max_size=2))
def test_what_is_read_as_columns_is_equal(records, odd):
    """Records of another shape are left to the other reader, or are read alike."""
    every = [*records, *odd]
    read = read_plain(every, None)
    if read is not None:
        assert list(read) == one_by_one(every, None)


@given(RECORDS, st.lists(CALLS | ODD_CALLS, min_size=1, max_size=2))
def test_gold_that_may_have_readings_is_not_read_as_columns(records, calls):
    """Where an argument of gold is an object, a list, or has the key of readings, there are no columns."""
    read = read_plain([*records, {"calls": calls}], "any")
    told = [call["arguments"] for record in [*records, {"calls": calls}] for call in record["calls"]]
    odd = any(
        not isinstance(one, dict)
        or "any" in one
        or any(isinstance(each, dict | list) for each in one.values())
        for one in told
    )
    assert read is None or not odd


def test_records_are_looked_at_in_blocks():
    """More records than a block are read, and one odd record at the end sends all to the other reader."""
    record = {"id": "d", "calls": [{"name": "f", "arguments": {"x": 1}}]}
    many = [record] * (2 * TOGETHER + 1)
    assert len(read_plain(many, "any")) == len(many)
    assert read_plain([*many, {"calls": "f(x=1)"}], "any") is None


@given(RECORDS, RECORDS, st.sampled_from(["bag", "sequence", "set"]))
def test_numbers_do_not_depend_on_columns(gold, system, order):
    """Rows are those of the same calls with an id each, which are no plain records."""
    size = min(len(gold), len(system))

    def scored(shaped):
        sides = [[shaped(one["calls"], at) for at, one in enumerate(side[:size])] for side in (gold, system)]
        asked = ["document"], ["label"]
        options = {"task": "calls", "order": order, "any_key": "none"}
        return [nerkit.evaluate(*sides, by=by, **options).rows for by in asked]

    def plain(calls, at):
        return {"id": str(at), "calls": calls}

    def named(calls, at):
        return {"id": str(at), "calls": [{**json.loads(json.dumps(call)), "id": "c"} for call in calls]}

    if size:
        assert scored(plain) == scored(named)
