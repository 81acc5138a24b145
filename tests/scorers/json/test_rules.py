"""The score of nested values, by hand, options one by one."""

import json

import pytest

import nerkit
from nerkit.exceptions import InputError, UsageError


def numbers(gold, system, measure="json", **options):
    result = nerkit.evaluate([gold], [system], task="json", measures=[measure], **options)
    row = next(row for row in result.rows if row.measure == measure)
    return row.p_num, row.p_den, row.r_num, row.r_den


def test_a_value_beside_an_array():
    """With `wrap` it is an array of one."""
    gold, system = {"t": ["a"], "u": {"x": "b"}}, {"t": "a", "u": [{"x": "b"}]}
    assert numbers(gold, system) == (0, 2, 0, 2)
    assert numbers(gold, system, wrap=True) == (2, 2, 2, 2)


ROWS = {"r": [{"k": 1, "v": "x"}, {"k": 2, "v": "y"}]}
SWAPPED = {"r": [{"k": 2, "v": "x"}, {"k": 1, "v": "y"}]}


@pytest.mark.parametrize(
    ("options", "matched"),
    [
        ({}, 2),
        ({"key": {"r": "k"}}, 2),
        ({"key": {"r": "v"}}, 2),
        ({"key": {"r": ["k", "v"]}}, 0),
        ({"array": {"r": "position"}}, 2),
        ({"weight": {"r[].k": 3}}, 6),
        ({"weight": {"r[].v": "0.1"}}, 2),
        ({"ignore": "r[].v"}, 2),
        ({"ignore": "r[].k", "key": {"r": "k"}}, 0),
    ],
)
def test_keys_modes_and_weights(options, matched):
    """Rows whose fields were swapped: what is a pair is said by the options."""
    assert numbers(ROWS, SWAPPED, **options)[0] == matched


def test_keyed_elements_are_pairs_whatever_else_they_say():
    """So their leaves are misread, not missing and invented."""
    gold, system = {"r": [{"k": 1, "v": "x"}]}, {"r": [{"k": 1, "v": "y"}]}
    options = {"key": {"r": "k"}, "ignore": "r[].k"}
    row = nerkit.evaluate([gold], [system], task="json", measures=["json"], **options).rows[0]
    assert (row.extra["misread"], row.extra["missing_item"]) == (1, 0)
    result = nerkit.evaluate(
        [gold, {"r": [{"k": 1}, {"k": 1}]}], [system, system], task="json", key={"r": "k"}
    )
    assert "1 element repeats the key of another element of the array" in result.warnings


def test_keyed_elements_are_pairs_though_they_have_nothing_in_common():
    """Then fields are missing and invented, not the elements."""
    gold, system = {"r": [{"k": 1, "v": "x"}]}, {"r": [{"k": 1, "w": "y"}]}
    options = {"key": {"r": "k"}, "ignore": "r[].k"}
    row = nerkit.evaluate([gold], [system], task="json", measures=["json"], **options).rows[0]
    kinds = ("missing_field", "missing_item", "invented_field", "invented_item")
    assert [row.extra[kind] for kind in kinds] == [1, 0, 1, 0]


def test_keys_elsewhere_do_not_change_which_pairs_share_most():
    """Both fields of one row agree, or one of each of two: the former has three shared addresses, not two."""
    gold = {"r": [{"k": 1, "v": 1}], "b": [{"a": 1, "b": 2, "c": 9}, {"a": 1}]}
    system = {"r": [{"k": 1, "v": 2}], "b": [{"a": 1, "b": 2, "c": 8}, {"b": 2}]}
    assert numbers(gold, system, "json-accuracy", key={"r": "k"})[:2] == (3, 6 + 6 - 5)


def test_rows_inside_equal_rows_make_no_pair_outside():
    """The second row of either side agrees in nothing, so that its field is missing and invented."""
    equal, near = {"k": 1, "v": "a", "w": [{"k": 1}]}, {"k": 1, "w": 2}
    gold, system = {"r": [equal, {"k": 1}, near]}, {"r": [equal, {"k": "a"}, near]}
    assert numbers(gold, system, "json-accuracy")[:2] == (5, 6 + 6 - 5)


def test_arrays_of_every_mode_side_by_side():
    """One of two strings is in order; rows agree in two fields in any order, and in one in their places."""
    rows = [{"k": 1, "v": 2}, {"k": 3, "v": 4}]
    gold = {"a": ["x", "y"], "b": rows, "c": rows}
    system = {"a": ["y", "x"], "b": [{"k": 3, "v": 5}, {"k": 1, "v": 6}], "c": [rows[1], {"k": 7, "v": 4}]}
    for order, expected in (({"a": "sequence"}, 1 + 2 + 2), ({"a": "sequence", "c": "position"}, 1 + 2 + 1)):
        assert numbers(gold, system, array=order) == (expected, 10, expected, 10)


def test_equal_elements_of_a_set_count_once():
    """On each side, before anything is matched; with what is in them."""
    gold, system = {"t": ["a", "a", "b"]}, {"t": ["a", "b", "b", "b"]}
    assert numbers(gold, system, array="t=set") == (2, 2, 2, 2)
    rows = {"r": [{"k": 1, "t": ["x", "y"]}, {"t": ["y", "x"], "k": 1.0}]}
    assert numbers(rows, rows, array="r=set") == (3, 3, 3, 3)


def test_weights_are_exact():
    """Ten leaves of weight 0.1 weigh 1, to the last digit."""
    gold = {"t": list(range(10))}
    assert numbers(gold, gold, weight="t=0.1") == (1.0, 1.0, 1.0, 1.0)


def test_similar_values_need_an_assignment_even_in_a_bag_of_scalars():
    """1 agrees with 2 and 3, 4 with 3 alone: best-first may take 3 for 1."""
    assert numbers({"t": [2, 4]}, {"t": [3, 1]}, within="1")[0] == 2
    assert numbers({"t": ["abcd"]}, {"t": ["abcx"]}, similar="edit:0.75")[0] == 1
    assert numbers({"t": ["abcd"]}, {"t": ["abcx"]}, "json-soft")[0] == 0.75


def test_the_last_setting_that_covers_a_path_counts():
    """Of limits any."""
    gold, system = {"a": {"x": "A", "y": "A"}}, {"a": {"x": "a", "y": "a"}}
    assert numbers(gold, system, text=["casefold", "a.y=none"])[0] == 1
    assert numbers({"a": 10}, {"a": 11}, within=["0.5", "a=1"])[0] == 1


def test_no_documents():
    """Nothing was to be found, and nothing was: no numbers, for any measure, and no errors."""
    result = nerkit.evaluate([], [], task="json")
    assert {(row.p_num, row.p_den, row.r_num, row.r_den) for row in result.rows} == {(0, 0, 0, 0)}
    assert not result.errors()


def test_large_arrays():
    """Equal rows by the thousand, and rows that share one value with every other row, are no assignment."""
    same = {"r": [{"a": 1, "b": "x"}] * 3000}
    assert numbers(same, same)[0] == 6000
    gold = {"r": [{"id": f"g{i}", "c": "EUR", "n": i % 7} for i in range(3000)]}
    system = {"r": [{"id": f"s{i}", "c": "EUR", "n": (i + 3) % 7} for i in range(3000)]}
    assert numbers(gold, system)[0] == 3000 + 2997  # 428 of three remainders on one side, 429 on the other


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"array": "items=heap"}, "unknown mode of arrays 'heap'"),
        ({"array": "bag"}, "array=… needs PATH=VALUE, not 'bag'"),
        ({"weight": "a=-1"}, "a weight must be a number of at least 0, not '-1'"),
        ({"within": "1e99999999999"}, "a limit must be a number of at least 0, or a percentage, not '1e99"),
        ({"within": "x"}, "a limit must be a number of at least 0, or a percentage, not 'x'"),
        ({"similar": "edit:2"}, "the threshold must be a number from 0 to 1, as in"),
        ({"similar": "jaro:1"}, "unknown similarity 'jaro'"),
        ({"text": "lower"}, "unknown normaliser 'lower'"),
        ({"ignore": "a..b["}, "is not a path"),
        ({"ignore": "itms"}, 'ignore="itms": neither side has such a path; did you mean .items.'),
        ({"key": {"items": "skuu"}}, 'key="items=skuu": neither side has such a path; did you mean .sku.'),
        ({"labels": ["totl"]}, 'labels="totl": neither side has such a path'),
        ({"read": "loose"}, "unknown value of read 'loose'"),
        ({"by": ["path", "label"]}, "path and label both cut by paths"),
        ({"measures": ["json-schema"]}, "json-schema needs a schema"),
    ],
)
def test_what_makes_no_sense_is_refused(options, problem):
    """With what there is instead."""
    gold = {"items": [{"sku": 1}], "total": 2}
    with pytest.raises(UsageError, match=problem.replace("[", r"\[").replace("(", r"\(")):
        nerkit.evaluate([gold], [gold], task="json", **options)


def test_all_without_a_schema():
    """The group of all measures leaves out the one that needs a schema, and has it where there is one."""
    names = nerkit.evaluate([{"a": 1}], [{"a": 1}], task="json", measures="all").measures
    assert "json-accuracy" in names
    assert "json-schema" not in names
    with_one = nerkit.evaluate([{"a": 1}], [{"a": 1}], task="json", measures="all", schema={})
    assert "json-schema" in with_one.measures


def test_renamed_keys(write):
    """On both sides; another last key, nothing else."""
    names = write("names.tsv", "items[].cost\tprice\n")
    gold, system = {"items": [{"cost": 1}]}, {"items": [{"price": 1}]}
    assert numbers(gold, system, label_map=names) == (1, 1, 1, 1)
    with pytest.raises(UsageError, match="only the last key of a path may change"):
        numbers(gold, system, label_map={"items[].cost": "other.price"})


def test_a_schema_says_how_values_are_compared(write):
    """Options win over it; what it lacks is still invented."""
    schema = {
        "properties": {
            "date": {"type": "string", "format": "date"},
            "total": {"type": "number", "x-nerkit": {"weight": 2}},
            "items": {"type": "array", "x-nerkit": {"key": "sku"}, "items": {"$ref": "#/$defs/item"}},
            "note": {"x-nerkit": {"ignore": True}},
        },
        "$defs": {"item": {"properties": {"sku": {"type": "integer"}}}},
    }
    gold = {"date": "2024-03-31", "total": 5, "items": [{"sku": 1, "n": "a"}], "note": "x"}
    system = {"date": "2024-03-31T00:00:00Z", "total": "5.0", "items": [{"sku": "1", "n": "b"}], "more": 1}
    path = write("schema.json", json.dumps(schema))
    assert numbers(gold, system, schema=path) == (4, 6, 4, 5)
    assert numbers(gold, system, schema=schema, weight="total=1") == (3, 5, 3, 4)
    with pytest.raises(UsageError, match="unknown keyword of x-nerkit 'wieght'"):
        numbers(gold, system, schema={"x-nerkit": {"wieght": 2}})
    with pytest.raises(InputError, match="not valid JSON"):
        numbers(gold, system, schema=write("bad.json", '{"a": }'))
    with pytest.raises(UsageError, match="the threshold must be a number from 0 to 1, as in"):
        numbers(gold, system, schema={"properties": {"date": {"x-nerkit": {"similar": "edit:x"}}}})


@pytest.mark.parametrize(
    ("properties", "gold", "contradiction"),
    [
        ({"a": {"type": "string"}}, {"a": 1.5}, "a: number where the schema has string"),
        (
            {"a": {"type": ["array", "boolean"]}},
            {"a": "x"},
            "a: string where the schema has array or boolean",
        ),
        ({"a": {"type": "integer"}}, {"a": 1.5}, "a: number where the schema has integer"),
        ({"a": {"items": {"type": "object"}}}, {"a": [{}, "12"]}, "a[]: number in quotes where"),
        ({"a": {"$ref": "#/$defs/b"}}, {"a": {"c": True}}, "a.c: boolean where the schema has null"),
        ({"a": {"type": "object"}}, {"a": [1]}, "a: array where the schema has object"),
        ({"a": {"type": "integer"}}, {"a": 2.0}, None),
        ({"a": {"type": "number"}}, {"a": "1,000"}, None),  # compared as a number
        ({"a": {"type": "string"}}, {"a": "12"}, None),
        ({"a": {"type": "string"}, "b": {"type": "array"}}, {"a": None}, None),  # absent
        ({"a": {"anyOf": [{"type": "string"}]}}, {"a": 1}, None),
    ],
)
def test_gold_that_contradicts_a_schema(properties, gold, contradiction):
    """Values of another type than the schema says are counted in a warning."""
    schema = {"properties": properties, "$defs": {"b": {"properties": {"c": {"type": "null"}}}}}
    warnings = nerkit.evaluate([gold, gold], [gold, gold], task="json", schema=schema).warnings
    if contradiction is None:
        assert not warnings
    else:
        assert warnings[0].startswith("gold: 2 values contradict the type in the schema; the first: ")
        assert contradiction in warnings[0]


def test_a_schema_of_other_data_and_of_no_types():
    """Neither is taken for one that says nothing."""
    for schema, problem in (
        ({"properties": {"b": {}, "c": {}}}, r"no gold document has a property of the schema \('b', 'c'\)"),
        (
            {"properties": {"a": {"type": "objekt"}}},
            "unknown type of a schema 'objekt'; did you mean 'object'",
        ),
    ):
        with pytest.raises(UsageError, match=problem):
            nerkit.evaluate([{"a": 1}], [{"a": 1}], task="json", schema=schema)


def test_the_signature_has_options_as_they_are_typed():
    """Limits and similarities too."""
    asked = {"within": ["1.5%", "a=0.01"], "similar": ["edit:0.8", "a=tokens:1"]}
    signature = nerkit.evaluate([{"a": 1}], [{"a": 1}], task="json", **asked).signature
    assert "within:1.5%,a=0.01|similar:edit:0.8,a=tokens:1" in signature


def test_judgements_decide_before_rules(write):
    """Once for all pairs that the rules write alike; row X/unjudged is without them."""
    path = write("judged.jsonl", '{"path": "a", "gold": "Acme", "system": "acme corp", "agree": true}\n')
    gold, system = {"a": "ACME"}, {"a": "Acme Corp"}
    result = nerkit.evaluate(
        [gold], [system], task="json", measures=["json"], judgements=path, text="casefold"
    )
    values = {row.measure: row.value for row in result.rows}
    assert (values["json"], values["json/unjudged"]) == (1, 0)
    half = write("half.jsonl", '{"path": "a", "gold": "ACME", "system": "Acme Corp", "credit": 0.25}\n')
    assert numbers(gold, system, judgements=half)[0] == 0
    assert numbers(gold, system, "json-soft", judgements=half)[0] == 0.25
    for line, problem in (
        ('{"path": "a", "gold": 1, "system": 2, "credit": 1.5}', "a number from 0 to 1, not 1.5"),
        ('{"path": "a", "gold": 1, "system": 2}', "the credit must be a number from 0 to 1, not None"),
        ('{"gold": 1}', "the line is not a judgement, which needs path,"),
        ('{"path": "a", "gold": 1, "system": 2, "credit": 1e9999999999999999999}', "not valid JSON"),
        ("{", "not valid JSON"),
    ):
        with pytest.raises(InputError, match=problem):
            numbers(gold, system, judgements=write("wrong.jsonl", line))


@pytest.mark.parametrize(("kind", "agreeing"), [("bag", 4), ("sequence", 3), ("position", 2)])
def test_arrays_of_several_kinds_beside_each_other(kind, agreeing):
    """What is turned round: an array of the kind, beside one whose order does not matter."""
    gold = {"a": [{"x": 1}, {"x": 2}], "b": [{"y": 1}, {"y": 2}]}
    system = {"a": [{"x": 2}, {"x": 1}], "b": [{"y": 2}, {"y": 1}]}
    result = nerkit.evaluate([gold], [system], task="json", array=(f"a={kind}",), measures=["json"])
    assert result["json"].p_num == agreeing


@pytest.mark.parametrize(
    ("gold", "system", "exact"),
    [
        ([], [{}], 0),
        ([{}], [{}], 1),
        ([], [None, "", {}, []], 1),
        ([{}], [{"a": None}], 1),
        ([{}], [{}, {}], 0),
        ([{"a": 1}, {}], [{"a": 1}], 0),
        ([{"a": 1}, {}], [{}, {"a": 1}], 1),
        ([{"a": 1}, None], [{"a": 1}], 1),
        ({"r": [{}]}, {}, 0),
        ({"r": [{"t": [{}]}, {"x": 1}]}, {"r": [{}, {"x": 1}]}, 0),
        ([{"a": 1, "t": [{}]}, {"a": 2}], [{"a": 1}, {"a": 2, "t": [{}]}], 0),
    ],
)
def test_a_row_that_says_nothing_is_a_row(gold, system, exact):
    """In an array of objects alone: it has no leaf and is no item, yet documents differ by it; an order of
    rows is one of their leaves.
    """
    for one, other in ((gold, system), (system, gold)):
        for asked in ({}, {"array": "**=sequence"}):
            rows = nerkit.evaluate([one], [other], task="json", **asked).rows
            found = {row.measure: row for row in rows}
            assert found["json/exact"].p_num == exact
            assert found["json/item"].p_den <= found["json"].p_den


def test_rows_that_are_not_scored_are_none_that_differ():
    """Under labels that do not cover the rows, ignored ones, and those that need a key to be matched."""
    gold, system = {"a": 1, "r": [{"k": 1}, {}]}, {"a": 1, "r": [{"k": 1}]}
    for asked, exact in (({"labels": ["a"]}, 1), ({"ignore": "r"}, 1), ({"key": "r=k"}, 1), ({}, 0)):
        rows = nerkit.evaluate([gold], [system], task="json", measures=["json/exact"], **asked).rows
        assert rows[0].p_num == exact, asked


@pytest.mark.parametrize(
    ("gold", "system", "options", "agree"),
    [
        ('{"from": "Ulm", "to": {"a": 1, "b": 2}}', '{"to":{"b":2,"a":1},"from":"Ulm"}', {}, True),
        ("\n[1, 2.50, -0.0, 1e2]\n", "[1.0, 25e-1, 0, 100]", {}, True),
        ('{"n": 12345678901234567890123}', '{"n": 12345678901234567890124}', {}, False),
        ('{"n": 1e999999}', '{"n": 10e999998}', {}, True),
        ('{"n": "1,000"}', '{"n": 1000.0}', {}, False),
        ('{"n": "1,000"}', '{"n": 1000.0}', {"numbers": "strings"}, True),
        ('{"n": true}', '{"n": "True"}', {"booleans": "strings"}, True),
        ('{"n": true}', '{"n": 1}', {}, False),
        ('{"n": null}', "{}", {}, False),
        ('{"City": "ULM"}', '{"city": "Ulm"}', {}, False),
        ('{"City": "ULM", "b": 1}', '{"b": 1, "city": "Ulm"}', {"text": "casefold"}, True),
        ("[1, 2]", "[2, 1]", {}, False),
        ('{"a": "{\\"x\\": 1, \\"y\\": 2}"}', '{"a": "{\\"y\\": 2, \\"x\\": 1}"}', {}, True),
        ('{"a": 1, "a": 2}', '{"a": 2}', {}, True),
        ('{"a": 1, "b": 2', '{"b": 2, "a": 1', {}, False),
        ('{"a": NaN, "b": 2}', '{"b": 2, "a": NaN}', {}, False),
        ('["\\ud800"]', '[ "\\ud800" ]', {}, True),
        ("[" * 200 + "]" * 200, "[" * 200 + " " + "]" * 200, {}, True),
        ("[" * 201 + "]" * 201, "[" * 201 + " " + "]" * 201, {}, False),
        ("[" * 100_000 + "]" * 100_000, "[" * 100_000 + " " + "]" * 100_000, {}, False),
        ("{}", "{ }", {}, True),
        ("{}", "[]", {}, False),
        (' "a"', '"a"', {}, False),
        (" 1.0", "1", {}, False),
    ],
)
def test_strings_that_hold_json_are_one_leaf_of_its_value(gold, system, options, agree):
    """Keys in any order, numbers as numbers, scalars by the options; what is no whole value is text."""
    assert numbers({"x": gold}, {"x": system}, **options) == (int(agree), 1, int(agree), 1)
    in_rows = {"x": [{"y": gold}, {"y": "z"}]}, {"x": [{"y": "z"}, {"y": system}]}
    assert numbers(*in_rows, **options)[0] == 1 + int(agree)


def test_a_string_that_holds_json_is_not_its_value():
    """The one is a leaf, the other an object, and an array of such strings is matched by their values."""
    assert numbers({"x": '{"a": 1}'}, {"x": {"a": 1}}) == (0, 1, 0, 1)
    gold, system = ['{"a": 1, "b": 2}', '{"c": 1}'], ['{"c": 1.0}', '{"b": 2, "a": 1}']
    assert numbers({"x": gold}, {"x": system}, "json/exact") == (1, 1, 1, 1)
    assert numbers({"x": gold}, {"x": system}, "json/exact", array={"x": "sequence"}) == (0, 1, 0, 1)
    again = {"x": ['{"a": 1, "b": 2}', '{"b": 2, "a": 1}']}
    assert numbers(again, {"x": gold[:1]}, array={"x": "set"}) == (1, 1, 1, 1)


def test_strings_that_hold_json_with_readings():
    """A reading is right where the values are equal."""
    gold, system = {"x": {"any": ['{"a": 1, "b": 2}', "c"]}}, {"x": '{"b": 2, "a": 1}'}
    assert numbers(gold, system, any_key="any") == (1, 1, 1, 1)


def test_the_option_of_a_path_holds_inside_its_string():
    """`numbers` of one path leaves the string at another one as it is."""
    gold, system = {"x": '{"n": "1,000"}', "y": '["2"]'}, {"x": '{"n": 1000}', "y": "[2]"}
    assert numbers(gold, system, numbers={"x": "strings"}) == (1, 2, 1, 2)


@pytest.mark.parametrize(("ignore", "equal"), [([], 1), (["a[].x"], 1), (["a[].*"], 2)])
def test_rows_without_leaves_count_unless_all_their_keys_are_ignored(ignore, equal):
    gold, system = ([{"a": [{}] * rows}, {"a": [{"x": 1}]}] for rows in (1, 2))
    result = nerkit.evaluate(gold, system, task="json", measures=["json/exact"], ignore=ignore)
    assert result["json/exact"].p_num == equal
