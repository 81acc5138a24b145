"""Gold with several readings: the choice against an enumeration of all of them, and its laws."""

import itertools
import json
import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles.values import best, leaves
from slow_json import MATCHED

import nerkit
from nerkit.exceptions import InputError

SCALARS = st.sampled_from(["a", "b", "c", 1, 2, None])
KEYS = st.sampled_from(["k", "v"])
MOST = 300  # readings of a document that the enumeration takes


def nested(depth, with_any):
    value = SCALARS
    for _ in range(depth):
        parts = [SCALARS, st.lists(value, max_size=3), st.dictionaries(KEYS, value, max_size=2)]
        if with_any:
            parts.append(st.builds(lambda some: {"any": some}, st.lists(value, min_size=1, max_size=3)))
        value = st.one_of(parts)
    return value


def documents(values):
    return st.builds(lambda value: {"x": value}, values)


GOLD, SYSTEM = documents(nested(3, with_any=True)), documents(nested(3, with_any=False))


def variants(value):
    """Every value that a value with readings may be."""
    if isinstance(value, dict) and value.keys() == {"any"}:
        return [each for one in value["any"] for each in variants(one)]
    if isinstance(value, dict):
        parts = itertools.product(*map(variants, value.values()))
        return [dict(zip(value, part, strict=True)) for part in parts]
    if isinstance(value, list):
        return [list(part) for part in itertools.product(*map(variants, value))]
    return [value]


def count(value):
    if isinstance(value, dict) and value.keys() == {"any"}:
        return sum(map(count, value["any"]))
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    number = 1
    for one in inner:
        number *= count(one)
    return number


def f1(agreeing, size, units):
    return 2 * agreeing / (size + units) if size + units else 1


def evaluated(gold, system, **options):
    return nerkit.evaluate(gold, system, task="json", by="document", **options)


def rows_of(gold, system, measure="json", **options):
    """The rows of all documents, in their order."""
    result = evaluated(gold, system, measures=[measure], **options)
    return [row for row in result.rows if row.measure == measure and row.document != "*"]


def document(gold, system, measure="json", **options):
    """The counts and the F1 of one document; a document without any is right."""
    rows = rows_of([gold], [system], measure, **options)
    if not rows or not rows[0].p_den + rows[0].r_den:
        return (0, 0, 0), 1
    return (rows[0].p_num, rows[0].p_den, rows[0].r_den), rows[0].f1


@given(GOLD, SYSTEM, st.sampled_from(["bag", "sequence", "position"]))
def test_a_document_has_the_best_of_all_its_readings_and_the_fewest_leaves_among_these(gold, system, mode):
    assume(count(gold) <= MOST)
    size = leaves(system)
    expected = max(
        (f1(best(one, system, MATCHED[mode]), size, leaves(one)), -leaves(one)) for one in variants(gold)
    )
    (_, p_den, r_den), value = document(gold, system, any_key="any", array=f"**={mode}")
    assert (value, p_den, r_den) == (pytest.approx(expected[0], abs=1e-12), size, -expected[1])


@given(GOLD, SYSTEM, st.sampled_from(["json/item", "json-soft", "json"]), st.sampled_from(["bag", "set"]))
def test_each_measure_has_the_readings_that_are_best_for_it(gold, system, measure, mode):
    assume(1 < count(gold) <= MOST)
    every = variants(gold)
    scored = evaluated(every, [system] * len(every), measures=[measure], array=f"**={mode}").rows
    known = {
        row.document: row.f1 if row.p_den + row.r_den else 1
        for row in scored
        if row.measure == measure and row.document != "*"
    }
    expected = max(known.get(str(at + 1), 1) for at in range(len(every)))
    assert document(gold, system, measure, any_key="any", array=f"**={mode}")[1] == pytest.approx(expected)


@given(st.lists(nested(2, with_any=True), max_size=3), st.lists(nested(2, with_any=False), max_size=3))
def test_elements_with_a_key_are_paired_by_the_key_of_one_reading(gold, system):
    gold, system = {"r": [*gold, {"k": "z", "v": 1}]}, {"r": [*system, {"k": "z", "v": 2}]}
    assume(count(gold) <= MOST)
    every = variants(gold)
    rows = rows_of(every, [system] * len(every), key="r=k")
    expected = max(f1(row.p_num, row.p_den, row.r_den) for row in rows)
    assert document(gold, system, any_key="any", key="r=k")[1] == pytest.approx(expected)


@given(GOLD, SYSTEM)
def test_exactness_is_that_some_reading_is_right(gold, system):
    assume(count(gold) <= MOST)
    every = variants(gold)
    expected = any(best(one, system) == leaves(one) == leaves(system) for one in every)
    # elements without leaves are rows of their own, which the count of leaves does not see
    assume("{" not in json.dumps(system).replace('{"', "") and "{}" not in json.dumps(gold))
    rows = rows_of([gold], [system], "json/exact", any_key="any")
    assume(not expected or rows[0].p_num == 1 or leaves(system) > 0)
    assert rows[0].p_num == expected


@given(GOLD, SYSTEM, st.sampled_from(["json/item", "json-soft", "json"]))
def test_readings_are_best_where_texts_agree_by_similarity(gold, system, measure):
    assume(1 < count(gold) <= MOST)
    every = variants(gold)
    rows = rows_of(every, [system] * len(every), measure, similar="edit:0.5")
    expected = max((row.f1 if row.p_den + row.r_den else 1 for row in rows), default=1)
    expected = expected if len(rows) == len(every) else 1
    assert document(gold, system, measure, any_key="any", similar="edit:0.5")[1] == pytest.approx(expected)


def test_elements_that_admit_null_are_not_those_that_do_not():
    """Beside the same other values: an element that may lack the field equals one without it."""
    either = {"any": [1, 2]}
    gold = [{"a": None, "v": either, "k": either}, {"v": either, "k": {"any": [1, 2, None]}}]
    assert document({"r": gold}, {"r": [{"v": 2}] * 2}, "json/item", any_key="any")[0] == (1, 2, 2)


def test_elements_that_say_nothing_are_no_pair():
    """Nor where texts agree by similarity: an empty text is no reason to choose a list of more elements."""
    long = [{"v": True}, None, {"any": [2, "ab", None]}]
    gold = {"x": {"any": [{"any": [long, True]}, [[{"k": "b", "v": "abc"}, {"k": 2}]]]}, "z": [{"k": 1}]}
    system = {"x": [""], "y": [{"k": 1}, {"k": 2}], "z": [{"k": 1}]}
    assert document(gold, system, "json/item", any_key="any", similar="edit:0.5")[0] == (1, 3, 1)


def test_a_reading_of_many_leaves_is_chosen_for_a_text_that_agrees_in_half():
    """If no other reading agrees in anything: its F1 is above 0."""
    gold = {"x": {"any": [None, [[["ab"]], "a", "ab"]]}, "r": "b"}
    assert document(gold, {"x": ["b", 2]}, "json-soft", any_key="any")[1] == pytest.approx(1 / 6)


@pytest.mark.parametrize("mode", ["bag", "set", "sequence"])
def test_a_single_reading_of_an_element_of_a_set_is_no_empty_element(mode):
    gold = {"x": {"any": [None, [[], {"any": ["a"]}]]}}
    assert document(gold, {"x": "a"}, "json/item", any_key="any", array=f"**={mode}") == ((0, 0, 0), 1)
    one = {"x": [[], {"any": ["a"]}, {"any": [{"any": ["b"]}]}]}
    counts = document(one, {"x": ["b", "a"]}, any_key="any", array=f"**={mode}")[0]
    assert counts == document({"x": [[], "a", "b"]}, {"x": ["b", "a"]}, array=f"**={mode}")[0]


def turned(value, order):
    """The same with readings in another order, and one of them twice."""
    if isinstance(value, dict) and value.keys() == {"any"}:
        readings = [turned(one, order) for one in value["any"]]
        order.shuffle(readings)
        return {"any": [*readings, order.choice(readings)]}
    if isinstance(value, dict):
        return {key: turned(one, order) for key, one in value.items()}
    return [turned(one, order) for one in value] if isinstance(value, list) else value


@given(GOLD, SYSTEM, st.integers(0, 9))
def test_neither_order_nor_repetition_of_readings_changes_anything(gold, system, seed):
    again = turned(gold, random.Random(seed))
    first, second = (
        nerkit.evaluate([one], [system], task="json", any_key="any", by="path") for one in (gold, again)
    )
    assert first.rows == second.rows


@given(GOLD, GOLD, SYSTEM)
def test_a_further_reading_never_lowers_the_f1_of_a_document(gold, further, system):
    one = document({"x": gold}, {"x": system}, any_key="any")[1]
    assert document({"x": {"any": [gold, further]}}, {"x": system}, any_key="any")[1] >= one - 1e-12


@given(GOLD)
def test_every_admitted_value_is_right(gold):
    assume(count(gold) <= 40)
    every = variants(gold)
    for row in rows_of([gold] * len(every), every, any_key="any"):
        assert row.p_num == row.p_den == row.r_den


@given(SYSTEM, SYSTEM)
def test_one_reading_is_the_value(gold, system):
    plain = nerkit.evaluate([gold], [system], task="json")
    assert nerkit.evaluate([{"any": [gold]}], [system], task="json", any_key="any").f1 == plain.f1


@given(
    st.lists(st.tuples(st.lists(SCALARS.filter(bool), min_size=1, max_size=3), SCALARS, SCALARS), min_size=1)
)
def test_a_further_reading_of_the_same_size_never_lowers_pooled_numbers(documents):
    gold = [{"x": {"any": readings}} for readings, _, _ in documents]
    more = [{"x": {"any": [*readings, further or "q"]}} for readings, further, _ in documents]
    system = [{"x": value} for _, _, value in documents]
    before, after = (nerkit.evaluate(one, system, task="json", any_key="any") for one in (gold, more))
    assert after.f1 >= before.f1


def test_a_longer_reading_can_lower_pooled_numbers_while_no_document_falls():
    """The second document gains by itself (from 1/2 to 2/3), and brings nine leaves of gold to the sum."""
    of_many = {key: key for key in "abcdefghij"}
    gold = [{"x": 1}, {"any": [{"q": 1}]}]
    more = [{"x": 1}, {"any": [{"q": 1}, of_many]}]
    system = [{"x": 1}, {"a": "a", "r": 2, "s": 3}]
    before, after = (evaluated(one, system, any_key="any") for one in (gold, more))
    assert [row.f1 for row in before.rows if row.measure == "json" and row.document == "2"] == [0]
    assert next(row.f1 for row in after.rows if row.measure == "json" and row.document == "2") > 0
    assert after.f1 < before.f1


def test_objects_with_the_key_alone_are_values_unless_the_option_says_so():
    gold, system = [{"x": {"any": ["a", "b"]}}], [{"x": "b"}]
    plain = nerkit.evaluate(gold, system, task="json")
    assert plain.f1 == 0
    assert any('any_key="any"' in warning for warning in plain.warnings)
    assert nerkit.evaluate(gold, system, task="json", any_key="any").f1 == 1
    assert not any(
        "any_key" in w for w in nerkit.evaluate(gold, system, task="json", any_key="none").warnings
    )


def test_a_named_array_lists_readings_and_an_empty_one_admits_silence():
    gold = [{"t": "x", "a": ["p", "q"]}, {"t": "y", "a": []}]
    result = nerkit.evaluate(gold, [{"t": "x", "a": "q"}, {"t": "y"}], task="json", any="a", absent="none")
    assert result.f1 == 1
    assert "any:paths(a)|" in result.signature
    assert "reading:document-f1" in result.signature


def test_a_choice_that_is_proved_says_so_and_one_among_too_many_sets_does_not():
    gold = [{"any": ["a", "b", "c", "d"]}]
    row = nerkit.evaluate([{"x": gold * 3}], [{"x": ["a"]}], task="json", any_key="any", array="x=set")
    assert (row.rows[0].f1, row.rows[0].extra["optimal"]) == (1, True)
    row = nerkit.evaluate([{"x": gold * 6}], [{"x": ["a"]}], task="json", any_key="any", array="x=set").rows[
        0
    ]
    assert row.extra["optimal"] is False
    assert row.extra["upper_bound"] >= row.f1


def test_errors_name_the_reading_that_was_taken():
    gold, system = [{"x": {"any": [{"a": 1}, {"a": 2, "b": 3}]}}], [{"x": {"a": 2}}]
    listed = evaluated(gold, system, any_key="any").errors()
    assert 'reading 2 of 2: {"a": 1} | {"a": 2, "b": 3}' in str(listed)


@pytest.mark.parametrize("depth", [300, 900, 3_000])
@pytest.mark.parametrize("options", [{"any_key": "any"}, {"any": "v"}])
def test_readings_of_deep_values_end_with_a_place(tmp_path, depth, options):
    """Values of hundreds of lists inside one another are refused at their line on either side; a text of a
    system that is no JSON any more is not readable.
    """
    value = "[" * depth + "1" + "]" * depth
    deep, flat = tmp_path / "deep.jsonl", tmp_path / "flat.jsonl"
    several = "any_key" in options
    for path, listed in ((deep, f"[{value}, 1]"), (flat, "[[1], 2]")):
        path.write_text('{"id": "x", "value": {"v": %s}}' % (f'{{"any": {listed}}}' if several else listed))
    with pytest.raises(InputError, match=r"deep\.jsonl:1:\d+: nested too deeply"):
        nerkit.evaluate(deep, flat, task="json", **options)
    try:
        result = nerkit.evaluate(flat, deep, task="json", **options)
    except InputError as refused:
        told = str(refused)
    else:
        told = f"{result['json'].r_num:g} {depth}"
    assert told.startswith(f"{deep}:1:") or told == "0 3000"
