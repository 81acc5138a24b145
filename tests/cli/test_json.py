"""`nerkit json`: what is typed and what is printed."""

import gzip
import json
import shutil
from pathlib import Path

import pytest

DEMO = Path(__file__).parents[2] / "demo" / "json"
SIDES = ("-g", DEMO / "gold.jsonl", "-s", DEMO / "system.jsonl")
GOLD = {"m": "Bar", "items": [{"n": "Beer", "p": 5}, {"n": "Water", "p": 0}]}
SYSTEM = {"m": "BAR", "items": [{"n": "Water", "p": 0}, {"n": "Beer", "p": 4}]}
SIGNATURE = (
    "json|json|json/exact|json/item|json/format|arrays:bag|absent:null,blank,empty|text:none|numbers:json"
    "|booleans:json|dates:off|empty:zero|v:0.1.0\n"
)


def test_the_table(run):
    """The default measures; on stderr the signature."""
    done = run("json", *SIDES)
    assert [line.split()[0] for line in done.out.splitlines()[1:]] == [
        "json",
        "json/exact",
        "json/item",
        "json/format",
    ]
    assert (done.code, done.err) == (0, SIGNATURE)


def test_a_named_measure_is_one_row_of_a_table(run):
    """`-m json` prints its row alone, a part prints if it is named too; other formats have all parts."""

    def names(*arguments: str) -> list[str]:
        return [line.split()[0] for line in run("json", *SIDES, *arguments).out.splitlines()[1:]]

    assert names("-m", "json") == ["json"]
    assert names("-m", "json,json/item") == ["json", "json/item"]
    assert names("-m", "json/item") == ["json/item"]
    machine = run("json", *SIDES, "-m", "json", "-f", "tsv").out.splitlines()[1:]
    assert [line.split("\t")[1] for line in machine] == ["json", "json/exact", "json/item", "json/format"]


def test_rows_by_path_add_up(run):
    """They come from one matching; measures that paths do not cut have their total alone."""
    rows = [json.loads(line) for line in run("json", *SIDES, "--by", "path", "-f", "jsonl").out.splitlines()]
    of_leaves = [row for row in rows if row["measure"] == "json"]
    assert {row["label"] for row in rows if row["measure"] != "json"} == {"*"}
    for number in ("p_num", "p_den", "r_num", "r_den", "misread", "missing_item"):
        *parts, total = (row[number] for row in of_leaves)
        assert sum(parts) == total
    assert "path=items[].price" in {row["label"] for row in of_leaves}


def test_rows_by_label_match_one_path_at_a_time(run, write):
    """Prices as a bag, whatever row they are in."""
    gold, system = write("g.json", json.dumps(GOLD)), write("s.json", json.dumps(SYSTEM | {"m": "Bar"}))
    swapped = {"m": "Bar", "items": [{"n": "Beer", "p": 0}, {"n": "Water", "p": 5}]}
    system = write("s.json", json.dumps(swapped))
    sides = ("-g", gold, "-s", system, "-m", "json", "-f", "jsonl")
    found = {
        row["label"]: row["p_num"]
        for row in map(json.loads, run("json", *sides, "--by", "label").out.splitlines())
    }
    assert (found["items[].n"], found["items[].p"]) == (2, 2)
    total = json.loads(run("json", *sides).out.splitlines()[0])
    assert total["p_num"] == 3


def write_folders(tmp_path):
    for name, value in (("gold", GOLD), ("system", SYSTEM)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.json").write_text(json.dumps(value))
    (tmp_path / "gold" / "b.json").write_text(json.dumps(GOLD, indent=1))
    (tmp_path / "system" / "b.txt").write_text(f"Here:\n```json\n{json.dumps(SYSTEM)}\n```\n")
    return tmp_path / "gold", tmp_path / "system"


def numbers(done):
    assert done.code == 0, done.err
    row = json.loads(done.out)["rows"][0]
    return row["p_num"], row["p_den"], row["r_den"]


BATCH = {"custom_id": "a", "response": {"body": {"choices": [{"message": {"content": json.dumps(SYSTEM)}}]}}}
TOOLS = {
    "custom_id": "a",
    "response": {
        "body": {
            "choices": [
                {
                    "message": {
                        "content": None,
                        "tool_calls": [{"function": {"arguments": json.dumps(SYSTEM)}}],
                    }
                }
            ]
        }
    },
}
CHAT = {
    "id": "a",
    "messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": json.dumps(SYSTEM)}],
}


@pytest.mark.parametrize(
    "record",
    [
        {"id": "a", "value": SYSTEM},
        {"id": "a", "output": json.dumps(SYSTEM), "model": "m"},
        {"id": "a", "prediction": SYSTEM, "expected": GOLD},
        {"id": "a", **SYSTEM},
        BATCH,
        TOOLS,
        CHAT,
    ],
)
def test_records_and_their_envelopes(run, write, record):
    """The value is found, and the id is not scored."""
    gold = write("g.jsonl", json.dumps({"id": "a", "value": GOLD}))
    assert numbers(run("json", "-g", gold, "-s", write("s.jsonl", json.dumps(record)), "-f", "json")) == (
        3,
        5,
        5,
    )


@pytest.mark.parametrize(
    "record",
    [
        {"custom_id": "a", "response": None, "error": {"message": "timeout"}},
        {
            "custom_id": "a",
            "response": {"body": {"choices": [{"message": {"refusal": "no", "content": None}}]}},
        },
        {"id": "a", "output": "I cannot."},
        {"id": "a", "error": "timeout"},
    ],
)
def test_refusals_are_unreadable(run, write, record):
    """Gold's leaves are of the class format, and the document is none that is right."""
    gold = write("g.jsonl", json.dumps({"id": "a", "value": GOLD}))
    done = run("json", "-g", gold, "-s", write("s.jsonl", json.dumps(record)), "-f", "jsonl")
    rows = {row["measure"]: row for row in map(json.loads, done.out.splitlines())}
    assert (rows["json"]["format"], rows["json"]["p_den"], rows["json/format"]["unreadable"]) == (5, 0, 1)
    assert "1 output, of which 1 unreadable" in done.err


def test_files(run, write, tmp_path):
    """Folders, arrays, mappings, one document, a pipe of gzip: the same numbers."""
    gold, system = write_folders(tmp_path)
    assert numbers(run("json", "-g", gold, "-s", system, "-f", "json")) == (6, 10, 10)
    array = [write("ga.json", json.dumps([GOLD])), write("sa.json", json.dumps([SYSTEM]))]
    assert numbers(run("json", "-g", array[0], "-s", array[1], "-f", "json")) == (3, 5, 5)
    one = ["--documents", "one", "-f", "json"]
    assert numbers(run("json", "-g", array[0], "-s", array[1], *one)) == (3, 5, 5)
    named = [write("gm.json", json.dumps({"x": GOLD})), write("sm.json", json.dumps({"x": SYSTEM}))]
    done = run(
        "json", "-g", named[0], "-s", named[1], "--documents", "mapping", "-f", "json", "--by", "document"
    )
    assert json.loads(done.out)["rows"][0]["document"] == "x"
    packed = tmp_path / "g.gz"
    packed.write_bytes(gzip.compress(json.dumps(GOLD).encode()))
    assert numbers(run("json", "-g", packed, "-s", write("s.json", json.dumps(SYSTEM)), "-f", "json")) == (
        3,
        5,
        5,
    )
    answer = write("answer.txt", f"Here it is: {json.dumps(SYSTEM)}")
    assert numbers(run("json", "-g", packed, "-s", answer, "-f", "json")) == (3, 5, 5)


def test_fields_that_are_named(run, write):
    """With dots; a field that is not there is an error with the place."""
    both = write("both.jsonl", json.dumps({"key": "a", "x": {"gold": GOLD}, "raw": json.dumps(SYSTEM)}))
    named = ("--gold-field", "x.gold", "--system-field", "raw", "--id", "key", "-f", "json")
    assert numbers(run("json", "-g", both, "-s", both, *named)) == (3, 5, 5)
    done = run("json", "-g", both, "-s", both, "--gold-field", "x.y")
    assert (done.code, "both.jsonl:1:1: the record has no field 'x.y'" in done.err) == (2, True)


@pytest.mark.parametrize(
    ("gold", "system", "problem"),
    [
        ('{"a": 1 2}', "{}", "g.jsonl:1:9: gold is not valid JSON"),
        (
            '{"id": "a", "value": 1}\n{"id": "b", "value": tru}\n',
            "{}",
            "g.jsonl:2:22: gold is not valid JSON",
        ),
        ("[" * 100_000, "{}", "nested too deeply"),
        (
            '{"id": "a", "v": 1}\n{"id": "a", "v": 2}\n',
            '{"id": "a", "v": 1}',
            "1 document id given more than once: a",
        ),
        (
            '{"id": "a", "v": 1}',
            '{"id": "a", "v": 1}\n{"id": "a", "v": 2}\n',
            "1 document id given more than once: a",
        ),
    ],
)
def test_bad_input(run, write, gold, system, problem):
    """The place, and no score."""
    done = run("json", "-g", write("g.jsonl", gold), "-s", write("s.jsonl", system))
    assert (done.code, done.out) == (2, "")
    assert problem in done.err


def test_what_no_system_breaks(run, write):
    """100,000 arrays, 10,000 digits, a line that is cut off: scored, and told."""
    digits = "9" * 10_000
    gold = write(
        "g.jsonl",
        f'{{"id": "a", "value": {digits}}}\n{{"id": "b", "value": [1]}}\n{{"id": "c", "value": "x"}}\n',
    )
    lines = [
        f'{{"id": "a", "value": {digits}}}',
        f'{{"id": "b", "value": {"[" * 100_000}',
        '{"id": "c", "value": "x"',
    ]
    done = run("json", "-g", gold, "-s", write("s.jsonl", "\n".join(lines)), "-f", "jsonl")
    rows = {row["measure"]: row for row in map(json.loads, done.out.splitlines())}
    assert (rows["json"]["p_num"], rows["json"]["r_den"]) == (2, 3)
    assert (rows["json/format"]["unreadable"], rows["json/format"]["repaired"]) == (1, 1)


def test_a_pattern_that_fits_nothing(run):
    """With the nearest path."""
    done = run("json", *SIDES, "--ignore", "items[].prise")
    assert done.code == 2
    assert (
        done.err
        == "error: --ignore items[].prise: neither side has such a path; did you mean 'items[].price'?\n"
    )


def test_strict_refuses(run):
    """The document, its place, what to do."""
    done = run("json", "-g", DEMO / "gold.jsonl", "-s", DEMO / "chat.jsonl", "--strict")
    assert (done.code, done.out) == (2, "")
    assert "chat.jsonl:1:1: document cafe: the output is not clean JSON" in done.err
    assert "--strict accepts only JSON; without --strict nerkit accepts text" in done.err


def test_errors(run, write, tmp_path):
    """A line a leaf, one for a whole element; the summary's gains add up; open pairs are written once."""
    shutil.copy(DEMO / "gold.jsonl", "gold.jsonl")
    shutil.copy(DEMO / "chat.jsonl", "chat.jsonl")
    sides = ("--task", "json", "-g", "gold.jsonl", "-s", "chat.jsonl")
    rows = [json.loads(line) for line in run("errors", *sides, "-f", "jsonl").out.splitlines()]
    assert [row["class"] for row in rows if row["document"] == "bar"] == ["format"]
    item = next(row for row in rows if row["class"] == "item missed")
    assert (item["gold_path"], item["gold_line"], item["context"]) == ("items[1]", 2, "3 leaves")
    summary = [
        json.loads(line) for line in run("errors", *sides, "--summary", "-f", "jsonl").out.splitlines()
    ]
    f1 = float(run("json", *sides[2:], "-b", "-q").out)
    assert summary[-1]["gain_cumulative"] == pytest.approx(1 - f1)
    assert sum(row["share"] for row in summary) == pytest.approx(1)
    done = run("errors", *sides, "--undecided", "open.jsonl", "-q")
    first = Path("open.jsonl").read_text()
    assert (done.code, len(first.splitlines())) == (0, 4)
    run("errors", *sides, "--undecided", "open.jsonl", "-q")
    assert Path("open.jsonl").read_text() == first
    decided = "".join(f'{line[:-1]}, "agree": true}}\n' for line in first.splitlines())
    done = run(
        "json", *sides[2:], "--judgements", write("judged.jsonl", decided), "-m", "json", "-f", "jsonl"
    )
    values = {row["measure"]: row["p_num"] for row in map(json.loads, done.out.splitlines())}
    assert values["json"] == values["json/unjudged"] + 4


def test_an_answer_in_prose_beside_json(run, write):
    """What no format recognises is a model's answer where gold is JSON, for commands of any task too."""
    gold = write("gold.json", '{"total": 3}\n')
    answer = write("answer.txt", 'Here it is:\n```json\n{"total": 3}\n```\nAnything else?\n')
    assert run("evaluate", "-g", gold, "-s", answer, "-b", "-q").out == "1.0\n"
    assert run("errors", "-g", gold, "-s", answer, "-q").out == ""
    turned = run("evaluate", "-g", answer, "-s", gold)
    assert "is not valid JSON" in turned.err
