"""Slots of absent fields: against all matchings, and the laws of their verdicts."""

import json
import random
from copy import deepcopy

import pytest
from slow_slots import some_schema, some_value, tree_of, tree_of_gold, ways

import nerkit
from nerkit.corpora.corpus import Batch
from nerkit.corpora.json_documents import of_objects
from nerkit.scorers.json.abstaining import ABSTAINING
from nerkit.scorers.json.counting import ComparedValues
from nerkit.scorers.json.options import Options
from nerkit.scorers.json.slots import VERDICTS

SLOTS = ["json/fabrication", "json/silence", "json/coverage"]
INVOICE = {  # as Pydantic writes it
    "$defs": {
        "Row": {
            "properties": {
                "sku": {"type": "string"},
                "note": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
            }
        }
    },
    "properties": {
        "no": {"type": "string"},
        "po": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "rows": {"type": "array", "items": {"$ref": "#/$defs/Row"}},
    },
}
GOLD = {"no": "A1", "po": None, "rows": [{"sku": "x", "note": None}]}
SYSTEM = {"no": "A2", "po": "77", "rows": [{"sku": "x"}, {"sku": "y", "note": "n"}], "page": 5}


def scored(gold, system, measures=SLOTS, **asked):
    if not {"schema", "fields"} & asked.keys():
        asked["schema"] = INVOICE
    return nerkit.evaluate(of_objects(gold), of_objects(system), task="json", measures=measures, **asked)


def verdicts(result, measure="json/fabrication"):
    return {name: result[measure].extra[name] for name in VERDICTS}


def pair(seed, noise=0.05):
    """A random schema, its tree, and two values of it."""
    schema, draw = some_schema(seed), random.Random(f"values {seed}")
    tree = tree_of(schema, schema)
    top = (False, tree[1], None)
    values = (some_value(draw, top, share) for share in (noise, 3 * noise))
    return schema, tree, *(value if isinstance(value, dict) else {} for value in values)


def test_counts_are_those_of_the_best_of_all_matchings():
    """Of 500 random schemas with nested arrays, and of the fields that gold fills."""
    for seed in range(500):
        schema, tree, gold, system = pair(seed)
        if seed % 2:
            tree, given = tree_of_gold([gold]), {"fields": "union"}
            found = scored([gold], [system], SLOTS[:1], **given)["json/fabrication"].extra
        else:
            sides = (of_objects([value]) for value in (gold, system))
            compared = ComparedValues(Batch(["1"], *sides), Options(schema=schema))
            codes, number = compared.slots.verdicts.verdict, compared.slots.verdicts.numbers
            found = dict(zip(VERDICTS, number(codes * 0, 1)[0].tolist(), strict=False))
        best = ways(gold, system, tree)
        assert any(all(one[name] == found[name] for name in VERDICTS) for one in best), (seed, found, best)


def test_verdicts_partition_slots_whose_number_no_system_changes():
    """Fabricated and silent slots are those that gold leaves empty. Removing a fabricated value lowers no
    score.
    """
    for seed in range(40):
        schema, _, gold, system = pair(f"laws {seed}", noise=0)
        asked = {"schema": schema, "measures": [*SLOTS, "json"]}
        found, silent = (verdicts(scored([gold], [other], **asked)) for other in (system, {}))
        assert silent["fabricated"] == silent["right"] == silent["wrong_value"] == 0
        assert sum(found[name] for name in ("right", "wrong_value", "missed")) == silent["missed"]
        assert found["fabricated"] + found["right_silence"] == silent["right_silence"]
        result = scored([gold], [system], **asked)
        for error in result.errors():
            shorter = without(system, error.system_item["path"])
            better = scored([gold], [shorter], **asked)
            for name in (*SLOTS[1:], "json"):
                assert better[name].value >= result[name].value
            assert better["json/fabrication"].value < result["json/fabrication"].value


def without(value, path):
    """A copy of a value in which null stands at a place."""
    made = deepcopy(value)
    inner, steps = made, path.replace("[", ".[").lstrip(".").split(".")
    steps = [int(step[1:-1]) if step[0] == "[" else step for step in steps]
    for step in steps[:-1]:
        inner = inner[step]
    inner[steps[-1]] = None
    return made


def test_rows_by_path_and_by_document_add_up():
    """All seven counts stand in each row; elements without a partner stand at their own path."""
    result = scored([GOLD, {}], [SYSTEM, {"po": "1"}], by=["path", "document"])
    for measure in (*SLOTS, "json/fabrication/elements"):
        for one_way in ("label", "document"):
            rows = [row for row in result.rows if row.measure == measure]
            parts = [row for row in rows if getattr(row, one_way) != "*"]
            other = "document" if one_way == "label" else "label"
            parts = [row for row in parts if getattr(row, other) == "*"]
            whole = next(row for row in rows if (row.document, row.label) == ("*", "*"))
            for name in VERDICTS:
                assert sum(row.extra[name] for row in parts) == whole.extra[name], (measure, name)
            assert sum(row.p_den for row in parts) == whole.p_den
    assert result["json/fabrication/elements", "path=rows[]"].p_num == 1
    assert result["json/fabrication", "path=po"].value == 1
    assert verdicts(result) == dict(zip(VERDICTS, (1, 1, 0, 2, 2, 1, 1), strict=True))


KEYED = {"key": "r=k", "ignore": "r[].k"}


@pytest.mark.parametrize(
    ("gold", "system", "asked", "counts"),
    [
        # an absent element of an array matched by position is a slot that can be filled
        ({"t": ["a", None]}, {"t": ["a", "b"]}, {"array": "t=position"}, (1, 0, 0, 1, 0, 0, 0)),
        ({"t": ["a", None]}, {"t": ["a", "b"]}, {}, (1, 0, 0, 0, 1, 1, 0)),
        # an element that a set repeats has no slots of its own
        ({"t": ["a", "a"]}, {"t": ["a"]}, {"array": "t=set"}, (1, 0, 0, 0, 0, 0, 0)),
        ({"t": ["a", "a"]}, {"t": ["a"]}, {}, (1, 0, 1, 0, 0, 0, 0)),
        # elements with equal keys are a pair though no leaf agrees
        ({"r": [{"k": 1, "w": 1}]}, {"r": [{"k": 1, "w": 2, "v": 2}]}, KEYED, (0, 1, 0, 1, 0, 0, 0)),
        # equal elements are no pair if others share more addresses then
        (
            {"r": [{"k": 4, "v": 1}, {"k": 4, "v": 3}]},
            {"r": [{"k": 4, "v": 3}, {"v": 3}]},
            {},
            (2, 1, 1, 0, 2, 0, 0),
        ),
        ({"s": "N/A"}, {"s": " not Stated"}, {"absent": "phrases"}, (0, 0, 0, 0, 1, 0, 0)),
        ({"s": None}, {"s": " "}, {"absent": "none"}, (0, 1, 0, 0, 0, 0, 0)),
    ],
)  # fmt: skip
def test_modes_of_arrays_and_what_is_absent(gold, system, asked, counts):
    """Other fields are left out."""
    fields = {"t": {"type": "array", "items": {"type": "string"}}, "s": {"type": "string"}}
    row = {key: {"type": "integer"} for key in "kvw"}
    fields["r"] = {"type": "array", "items": {"properties": row}}
    schema = {"properties": {name: fields[name] for name in gold}}
    assert verdicts(scored([gold], [system], schema=schema, **asked)) == dict(
        zip(VERDICTS, counts, strict=True)
    )


def test_missing_and_unreadable_answers_are_silent(run, write):
    """They are best at fabrication, and worst at coverage; a note says so, and the page has it."""
    gold = write("gold.jsonl", "".join(json.dumps({"id": i, **GOLD}) + "\n" for i in "abc"))
    answers = [json.dumps({"id": "a", **GOLD}), json.dumps({"id": "b", "output": "no idea"})]
    system, schema = write("s.jsonl", "\n".join(answers)), write("schema.json", json.dumps(INVOICE))
    asked = ["-g", gold, system, "--schema", schema, "-m", "json/fabrication,json/coverage"]
    done = run("json", *asked, "-f", "json")
    found = {row["measure"]: row for row in json.loads(done.out)["rows"]}
    assert found["json/fabrication"]["r_den"] == 6
    assert found["json/fabrication"]["value"] == 0
    assert found["json/coverage"]["value"] == pytest.approx(2 / 6)
    assert "beside json/coverage and json/format, because silent" in done.err
    assert (
        "beside json/coverage and json/format, because silent"
        in run("report", "--task", "json", *asked, "-o", "-").out
    )
    assert "Read silence beside coverage and json/format" in run("explain", "json/silence").out


def test_errors_are_fabricated_values(run, write):
    """With path and document; -m json/coverage lists what is missed, the part lists elements."""
    paths = [write(f"{i}.jsonl", json.dumps({"id": "d", **one})) for i, one in enumerate((GOLD, SYSTEM))]
    schema = write("schema.json", json.dumps(INVOICE))
    listed = {}
    for name in ("json/fabrication", "json/coverage", "json/fabrication/elements"):
        asked = ("-g", paths[0], paths[1], "--schema", schema, "-m", name, "-f", "json")
        rows = json.loads(run("errors", "--task", "json", *asked).out)["rows"]
        listed[name] = [(row["document"], row["class"], row["system_path"]) for row in rows]
    assert listed == {
        "json/fabrication": [("d", "field spurious", "po")],
        "json/coverage": [],
        "json/fabrication/elements": [("d", "item spurious", "rows[1]")],
    }


TREE = {"properties": {"v": {"type": "string"}, "left": {"$ref": "#"}}}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ([], ["--schema FILE", "--fields union"]),
        (["--schema", "S", "--wrap"], ["--wrap"]),
        (["--schema", "TREE"], ["refers to itself", "--fields union"]),
        (["--fields", "onion"], ["union"]),
        (["--fields", "union", "--absent", "phrase"], ["'phrases'"]),
    ],
)
def test_refused(run, write, asked, said):
    """Exit 2, with the lines to type; -m json alone is scored as ever."""
    files = {"S": write("S.json", json.dumps(INVOICE)), "TREE": write("TREE.json", json.dumps(TREE))}
    gold = write("g.jsonl", json.dumps({"id": 1, "v": "x", "no": "1"}))
    asked = [files.get(word, word) for word in asked]
    done = run("json", "-g", gold, gold, "-m", "json/silence", *asked)
    assert done.code == 2
    assert all(text in done.err for text in said), done.err
    if not {"onion", "phrase"} & set(asked):
        done = run("json", "-g", gold, gold, "-m", "json", *asked)
        assert done.code == 0
        assert "json/silence" not in done.out


def test_a_schema_that_refers_to_itself_ends_where_arrays_of_gold_do():
    """Fields inside arrays are those of the elements that gold has."""
    schema = {"properties": {"v": {"type": "string"}, "parts": {"type": "array", "items": {"$ref": "#"}}}}
    gold = {"v": "a", "parts": [{"v": None, "parts": [{"v": "c"}]}]}
    assert verdicts(scored([gold], [{}], schema=schema)) == dict(
        zip(VERDICTS, (0, 0, 2, 0, 1, 0, 0), strict=True)
    )


def test_fields_of_gold_are_those_of_the_whole_corpus(run, write):
    """However it is cut; a part of it does not know them."""
    gold = "".join(
        json.dumps({"id": i, "a": "x", **({"b": "y"} if i == 99 else {})}) + "\n" for i in range(100)
    )
    system = "".join(json.dumps({"id": i, "a": "x", "b": "z"}) + "\n" for i in range(100))
    paths = write("g.jsonl", gold), write("s.jsonl", system)
    for size in ("none", "1kB"):
        asked = ("-g", paths[0], paths[1], "-m", "json/fabrication", "--fields", "union")
        row = json.loads(run("json", *asked, "--shard-size", size, "-f", "json").out)["rows"][0]
        assert (row["p_num"], row["p_den"]) == (99, 99)
        listed = run("errors", "--task", "json", *asked, "--shard-size", size, "-f", "json", "-n", "1")
        assert json.loads(listed.out)["errors"] == 99


def test_phrases_are_listed_and_absent(run):
    """Every phrase that `explain` lists; alone, the word keeps the defaults."""
    said = " ".join(run("explain", "json/fabrication").out.split())
    assert all(phrase in said for phrase in ABSTAINING)
    for phrase in ABSTAINING:
        for absent, fabricated in (("phrases", 0), ("blank,phrases", 0), ("blank", 1)):
            result = scored([{"no": "1"}], [{"no": "1", "po": f" {phrase.upper()}\n"}], absent=absent)
            assert verdicts(result)["fabricated"] == fabricated
    assert verdicts(scored([{"no": "1"}], [{"po": ""}], absent="phrases"))["fabricated"] == 0
