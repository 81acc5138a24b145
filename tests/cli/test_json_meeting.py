"""`nerkit json` on files that do not meet as they are: what is read otherwise, and what is said."""

import json
from pathlib import Path

import pytest

import nerkit

IDS = ("a", "b", "c")
VALUES = (
    {"name": "Ann", "total": 5, "items": [{"n": "x", "p": 1}]},
    {"name": "Bob", "total": 7, "items": [{"n": "y", "p": 2}, {"n": "z", "p": 3}]},
    {"name": "Cyd", "total": 9, "items": []},
)
PAIRS = list(zip(IDS, VALUES, strict=True))


def lines(records):
    return "".join(f"{json.dumps(record)}\n" for record in records)


@pytest.fixture
def gold(write):
    return write("g.jsonl", lines({"id": name, **value} for name, value in PAIRS))


def scored(run, gold, system, *options):
    """The counts of the leaves, and what stderr says."""
    done = run("json", "-g", gold, "-s", system, "-f", "json", *options)
    assert done.code == 0, done.err
    row = json.loads(done.out)["rows"][0]
    return (row["p_num"], row["p_den"], row["r_den"]), done.err


def chat(content):
    return {
        "choices": [{"index": 0, "message": {"role": "assistant", "content": content}}],
        "usage": {"n": 1},
    }


def parts(text):
    return [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": text}]


ENVELOPES = {
    "content": lambda text: {"content": text},
    "choices[0].message.content": chat,
    "choices[0].text": lambda text: {"object": "text_completion", "choices": [{"text": text}]},
    "candidates[0].content.parts[].text": lambda text: {
        "candidates": [{"content": {"parts": [{"text": text}], "role": "model"}}]
    },
    "content[].text": lambda text: {"type": "message", "role": "assistant", "content": parts(text)},
    "message.content[].text": lambda text: {"message": {"role": "assistant", "content": parts(text)}},
    "output[].content[].text": lambda text: {
        "object": "response",
        "output": [
            {"type": "reasoning", "summary": []},
            {"type": "message", "content": [{"type": "output_text", "text": text}]},
        ],
    },
    "output_text": lambda text: {"output_text": text, "latency": 1.5},
    "response": lambda text: {"response": text, "done": True, "eval_count": 4},
    "completion": lambda text: {"completion": text, "stop_reason": "stop"},
    "generated_text": lambda text: {"generated_text": text, "score": 0.5},
    "text": lambda text: {"text": text, "logprobs": None, "n": 1},
    "my_answer": lambda text: {"my_answer": text},
}


@pytest.mark.parametrize("path", ENVELOPES)
@pytest.mark.parametrize("fence", ["{}", "Sure:\n```json\n{}\n```\n"])
def test_envelopes_are_read_where_nothing_else_meets_gold(run, write, gold, path, fence):
    """The numbers are those of the values, a note says from where, and the path works when it is typed."""
    records = [
        {"id": name, **ENVELOPES[path](fence.replace("{}", json.dumps(value)))} for name, value in PAIRS
    ]
    system = write("s.jsonl", lines(records))
    counts, err = scored(run, gold, system)
    assert counts == (12, 12, 12)
    assert (
        f"note: {system}: nerkit reads 3 documents from {path}, because only that part has "
        "paths of the other side"
    ) in err
    counts, err = scored(run, gold, system, "--system-field", path)
    assert (counts, "note" in err) == ((12, 12, 12), False)


def test_strict_refuses_text_around_what_lies_deeper(run, write, gold):
    """With the place of the record."""
    system = write("s.jsonl", lines({"id": name, "content": f"Here: {json.dumps(v)}"} for name, v in PAIRS))
    done = run("json", "-g", gold, "-s", system, "--strict")
    assert (done.code, done.out) == (2, "")
    assert f"{system}:1:1: document a: the output is not clean JSON" in done.err


def test_batch_bodies_of_other_programs(run, write, gold):
    """A body with another envelope than OpenAI's; a refusal among them is unreadable."""
    texts = [json.dumps(value) for value in VALUES[:2]] + ["I cannot help."]
    bodies = [{"content": [{"type": "text", "text": text}]} for text in texts]
    records = [
        {"custom_id": name, "response": {"status_code": 200, "body": body}}
        for name, body in zip(IDS, bodies, strict=True)
    ]
    counts, err = scored(run, gold, write("s.jsonl", lines(records)))
    assert counts == (10, 10, 12)
    assert "3 outputs, of which 1 unreadable" in err


@pytest.mark.parametrize("key", ["text", "output", "content", "response"])
def test_data_with_such_a_field_is_no_envelope(run, write, key):
    """A record that has a path of gold stays as it is, even if its field holds JSON."""
    values = [{key: "{}", "label": "x"}, {key: json.dumps({"label": "x"}), "label": "y"}]
    gold = write("g.jsonl", lines({"id": n, **value} for n, value in enumerate(values)))
    system = write("s.jsonl", lines({"id": n, **value, "label": "z"} for n, value in enumerate(values)))
    assert scored(run, gold, system)[0] == (2, 4, 4)
    assert scored(run, gold, gold)[0] == (4, 4, 4)


def test_one_stray_record_is_told(run, write, gold):
    """It is not looked into for a key of any name while others meet gold."""
    records = [{"id": "a", **VALUES[0]}, {"id": "b", "wrong": VALUES[1]}, {"id": "c", **VALUES[2]}]
    counts, err = scored(run, gold, write("s.jsonl", lines(records)))
    assert counts == (6, 12, 12)
    assert (
        "1 output has no path of the gold file (wrong.items[].n, wrong.items[].p, wrong.name and 1 more): b"
        in err
    )


@pytest.mark.parametrize("outer", ["data", "result", "invoice"])
def test_a_key_around_the_value(run, write, gold, outer):
    """It is read below it, on either side."""
    system = write("s.jsonl", lines({"id": name, outer: value} for name, value in PAIRS))
    assert scored(run, gold, system)[0] == scored(run, system, gold)[0] == (12, 12, 12)


@pytest.mark.parametrize(
    "system",
    [
        dict(PAIRS),
        {name: f"Here: {json.dumps(value)}" for name, value in PAIRS},
        {"model": "m", "predictions": dict(PAIRS)},
        {"result": [{"id": name, **value} for name, value in reversed(PAIRS)]},
        {"predictions": list(VALUES)},
        [{"receipt": name, **value} for name, value in reversed(PAIRS)],
        [
            {"id": f"chatcmpl-{name}", "doc": name, **chat(json.dumps(value))}
            for name, value in reversed(PAIRS)
        ],
    ],
)
def test_documents_in_another_form_pair_by_id(run, write, gold, system):
    """A mapping, a key around all documents, ids in a field of another name; a note says which."""
    counts, err = scored(run, gold, write("s.json", json.dumps(system, indent=1)))
    assert counts == (12, 12, 12)
    assert "note: " in err


def test_options_of_one_side(run, write, gold):
    """--documents and --id for gold or the system alone."""
    mapping = write("m.json", json.dumps(dict(PAIRS)))
    other = write("o.jsonl", lines({"key": name, "x": n, **value} for n, (name, value) in enumerate(PAIRS)))
    assert scored(run, gold, mapping, "--system-documents", "mapping")[0] == (12, 12, 12)
    assert scored(run, mapping, gold, "--gold-documents", "mapping")[0] == (12, 12, 12)
    assert scored(run, gold, other, "--system-id", "key")[0] == (12, 15, 12)
    assert scored(run, other, gold, "--gold-id", "key")[0] == (12, 12, 15)
    assert "note" not in scored(run, gold, mapping, "--system-documents", "mapping")[1]


def test_ids_in_one_of_several_fields_are_not_guessed(run, write, gold):
    """A warning names them, and the option."""
    records = [{"key": name, "doc": name, **value} for name, value in PAIRS]
    counts, err = scored(run, gold, write("s.jsonl", lines(records)))
    assert (counts, "ids may be in 'key', 'doc'" in err) == ((12, 18, 12), True)
    assert "--system-id key" in err


@pytest.mark.parametrize("option", ["choices[0].message.content", "choices.0.message.content"])
def test_a_field_in_an_array(run, write, gold, option):
    """Its place is in brackets, as paths are printed, or a step; a record with an error is unreadable."""
    records = [{"id": name, **chat(json.dumps(value))} for name, value in PAIRS[:2]]
    system = write("s.jsonl", lines([*records, {"id": "c", "error": "timeout"}]))
    assert scored(run, gold, system, "--system-field", option)[0] == (10, 10, 12)


def test_no_common_path_is_said(run, write, gold):
    """With the first paths of each side, and how many; for errors and compare too."""
    system = write("s.jsonl", lines({"id": name, "foo": 1, "bar": [2, 3]} for name in IDS))
    said = (
        f"gold and {system} have no path in common: "
        f"gold has 4 paths (items[].n, items[].p, name and 1 more), {system} 2 (bar[], foo)"
    )
    assert said in scored(run, gold, system)[1]
    for command in (["errors", "--task", "json"], ["evaluate"], ["compare", "-s", f"two={gold}"]):
        assert said in run(*command, "-g", gold, "-s", system).err


def test_keys_that_are_spelt_otherwise(run, write, gold):
    """The warning names the lines of a file for --map, and they work."""
    records = [{"id": name, **{key.title(): each for key, each in value.items()}} for name, value in PAIRS]
    system = write("s.jsonl", lines(records))
    counts, err = scored(run, gold, system)
    assert counts == (0, 12, 12)
    wanted = err.partition("--map FILE renames paths, one line per path: ")[2].splitlines()[0].split(", ")
    assert wanted == ["Items TAB items", "Name TAB name", "Total TAB total"]
    names = write("names.tsv", "".join(f"{line}\n".replace(" TAB ", "\t") for line in wanted))
    counts, err = scored(run, gold, system, "--map", names)
    assert (counts, "warning" in err) == ((12, 12, 12), False)


def test_a_key_below_one_that_is_renamed(run, write):
    """A map may rename both."""
    gold = write("g.json", json.dumps({"items": [{"n": 1}]}))
    system = write("s.json", json.dumps({"Items": [{"N": 1}]}))
    names = write("names.tsv", "Items\titems\nitems[].N\titems[].n\n")
    assert scored(run, gold, system, "--map", names)[0] == (1, 1, 1)


def test_paths_of_one_side_alone_are_said(run, write, gold):
    """How many, and which; JSON in a text is called that."""
    records = [{"id": name, **value, "items": json.dumps(value["items"]), "sure": 1} for name, value in PAIRS]
    system = write("s.jsonl", lines(records))
    err = scored(run, gold, system)[1]
    assert "2 of 4 paths of gold are in no document there: items[].n, items[].p" in err
    assert "2 of 4 paths there are in no gold document: items, sure" in err
    assert "items holds JSON as text there" in err
    assert "warning" not in scored(run, gold, gold)[1]


def test_zeros_do_not_come_alone(run, write, gold):
    """Documents without a value, on either side; text on both sides that is JSON."""
    empty = write("e.jsonl", lines({"id": name} for name in IDS))
    assert f"{empty}: every value in every document is absent or empty" in scored(run, gold, empty)[1]
    assert "gold: every value in every document is absent or empty" in scored(run, empty, gold)[1]
    texts = write("t.jsonl", lines({"id": name, "content": json.dumps(value)} for name, value in PAIRS))
    assert "--gold-field content and --system-field content read it" in scored(run, texts, texts)[1]


def test_an_odd_key_in_a_message(run, write, gold):
    """It is shortened, and harmless."""
    system = write("s.jsonl", lines({"id": name, "K" * 100_000: 1, "\x1b[31m": 2} for name in IDS))
    err = scored(run, gold, system)[1]
    assert len(err) < 2_000
    assert "\x1b" not in err


@pytest.mark.parametrize("kind", ["extra", "content", "receipt", "error", "shuffled"])
def test_parts_say_what_the_whole_says(run, write, kind):
    """The same numbers and warnings in shards and by several processes."""
    records = {"gold": [], "system": []}
    for n in range(1500):
        value = {"name": f"n{n % 7}", "total": n % 5, "items": [{"n": "x", "p": n % 3, "t": "long " * 8}]}
        records["gold"].append({"id": f"d{n}", **value})
        as_text = {"id": f"d{n}", "content": json.dumps(value) if n % 10 else "Sorry."}
        made = {
            "extra": {"id": f"d{n}", "name": "n", **({"rare": 1} if n == 1400 else {})},
            "content": as_text,
            "receipt": {"receipt": f"d{1499 - n}", **value},
            "error": {"id": f"d{n}", **value} if n != 700 else as_text,
            "shuffled": {"id": f"d{n ^ 1}", "foo": 1},
        }
        records["system"].append(made[kind])
    sides = [write(f"{side}.jsonl", lines(each)) for side, each in records.items()]
    whole = scored(run, *sides)
    for option in (["--shard-size", "64kB"], ["--jobs", "2"]):
        counts, err = scored(run, *sides, *option)
        told = [line for line in err.splitlines() if "scored in one piece" not in line]
        assert (counts, told) == (whole[0], whole[1].splitlines())


def test_annotators(run, write, gold):
    """Each is gold in turn, and read alike."""
    other = write("o.jsonl", lines({"id": name, "content": json.dumps(value)} for name, value in PAIRS))
    done = run("agree", gold, other, "-f", "json")
    assert json.loads(done.out)["rows"][0]["value"] == 1
    assert "nerkit reads 3 documents from content" in done.err


def test_a_folder_beside_lines(run, write, gold, tmp_path):
    """Files are documents by their names."""
    folder = tmp_path / "answers"
    folder.mkdir()
    for name, value in PAIRS:
        (folder / f"{name}.txt").write_text(f"```json\n{json.dumps(value)}\n```\n")
    assert scored(run, gold, Path("answers"))[0] == (12, 12, 12)


def test_a_mapping_in_memory_is_one_document():
    """On both sides; with a shape it is one from ids to documents."""
    gold, system = {"a": 1, "b": {"c": 2}}, {"a": 1, "b": {"c": 3}}
    result = nerkit.evaluate(gold, system, task="json")
    assert (result.rows[0].p_num, result.rows[1].p_den) == (1, 1)
    named = nerkit.evaluate(gold, system, task="json", shape="mapping", measures=["json/exact"])
    assert (named.rows[0].p_num, named.rows[0].p_den) == (1, 2)


def test_a_file_of_an_empty_list_has_no_documents(run, write):
    """It is a side without documents, and no damaged value."""
    none, one = write("none.json", "[]\n"), write("one.json", '[{"a": 1}]\n')
    done = run("json", "-g", one, none)
    assert (done.code, "1 gold document has no partner" in done.err) == (0, True)
    assert run("json", "-g", none, none).code == 0
