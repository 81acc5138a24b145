"""The lines that say what was read: one for each side and system, in every command that reads them."""

import gzip
import json
import random
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tries import TIMES, spread

import nerkit

DEMO = Path(__file__).parents[2] / "demo"
OTHERS = ("cky", "chunk", "agree", "errors")  # commands without a headline row of gold and a system
COMMANDS = [
    (path.parent.name, shlex.split(line)[1:])
    for path in sorted(DEMO.glob("*/command"))
    for line in path.read_text(encoding="utf-8").splitlines()
]
DEV, SYSTEM = (
    "bio, 126 documents, 8,288 tokens, 831 entities",
    "bio, 126 documents, 8,288 tokens, 788 entities",
)


@pytest.mark.parametrize(
    ("folder", "line"), [(folder, line) for folder, line in COMMANDS if line[0] not in OTHERS]
)
def test_items_are_those_of_the_headline(run, monkeypatch, folder, line):
    """Of every demo: `items` are what the columns `gold` and `sys` of its headline count, if they count; the
    lines say the same.
    """
    monkeypatch.chdir(DEMO / folder)
    done = run(*line, "-f", "json")
    found = json.loads(done.out)
    inputs = {(one["role"], one["name"]): one for one in found["inputs"]}
    assert len(done.read) == len(found["inputs"])
    for text, one in zip(done.read, found["inputs"], strict=True):
        assert text.startswith(f"read {one['name']}: {one['format']}, {one['documents']:,} document")
        assert one["unit"] == "documents" or f", {one['items']:,} {one['unit'][:-3]}" in text
        assert one.get("tokens") is None or f", {one['tokens']:,} tokens, " in text
    pooled = [
        row
        for row in found["rows"]
        if (row["measure"], row["document"], row["label"]) == (found["headline"], "*", "*")
    ]
    assert pooled
    for row in pooled:
        if row["r_den"] is not None:
            (gold,) = (one for one in found["inputs"] if one["role"] == "gold")
            assert gold["items"] == row["r_den"]
            assert inputs["system", row["system"]]["items"] == row["p_den"]


@pytest.mark.parametrize(
    ("folder", "options", "gold", "system"),
    [
        ("spans", [], "span-tsv, 3 documents, 17 entities", "span-tsv, 3 documents, 17 entities"),
        ("bio", [], "bio, 2 documents, 33 tokens, 8 entities", "bio, 2 documents, 33 tokens, 8 entities"),
        ("bio", ["-m", "token"], "bio, 2 documents, 33 tokens", "bio, 2 documents, 33 tokens"),
        ("noisy", [], "noisy-bio, 1 document, 95 tokens, 20 entities", None),
        ("coref", [], "conll-coref, 2 documents, 15 mentions", "conll-coref, 2 documents, 13 mentions"),
        ("coref", ["-m", "muc"], "conll-coref, 2 documents, 7 links", None),
        ("mrp", [], "mrp, 3 documents, 64 tuples", "mrp, 3 documents, 62 tuples"),
        ("amr", [], "penman, 2 documents, 32 triples", "penman, 2 documents, 33 triples"),
        ("ie", [], "ie-jsonl, 3 documents, 7 arguments", "ie-jsonl, 3 documents, 6 arguments"),
        ("srl", [], "props, 1 document, 12 arguments", "props, 1 document, 12 arguments"),
        ("dep", [], "conllu, 2 documents, 24 words", "conllu, 2 documents, 23 words"),
        ("tree", [], "ptb, 5 documents, 26 brackets", "ptb, 5 documents, 25 brackets"),
        ("json", [], "json, 4 documents, 34 leaves", "json, 4 documents, 32 leaves"),
        ("calls", [], "calls, 4 documents, 5 calls", None),
    ],
)
def test_the_words_of_every_task(run, folder, options, gold, system):
    """Documents, and the items that the headline counts by the word for them."""
    ours, theirs = (
        (next((DEMO / folder).glob(f"{name}.*")) for name in ("gold", "system"))
        if folder != "calls"
        else (DEMO / "calls/gold.jsonl", DEMO / "calls/log.jsonl")
    )
    done = run(folder, "-g", ours, "-s", theirs, *options)
    assert done.code == 0
    assert done.read[0] == f"read {ours}: {gold}"
    assert done.read[1].startswith(f"read {theirs}: {system or ''}")
    assert len(done.read) == 2
    assert run(folder, "-g", ours, "-s", theirs, *options, "-q").read == ()


def test_one_item_is_singular(run, write):
    """`1 document, 1 entity`."""
    one = write("one.bio", "a B-X\n")
    assert run("bio", "-g", one, one).read[0] == f"read {one}: bio, 1 document, 1 token, 1 entity"
    leaf = write("leaf.json", '{"a": 1}')
    assert run("json", "-g", leaf, leaf).read[0] == f"read {leaf}: json, 1 document, 1 leaf"


@pytest.fixture
def start(monkeypatch, run):
    """The first data of the demo as the folder where commands are typed."""
    monkeypatch.chdir(DEMO / "start")
    return run


OPTIONS = [
    (),
    ("--shard-size", "64kB"),
    ("--shard-size", "64kB", "-j", "2"),
    ("--shard-size", "none"),
    ("-j", "2"),
    ("--by", "label", "--by", "document"),
    ("--confidence",),
    ("-b",),
    ("-f", "github"),
    ("-f", "conlleval"),
]
LISTING = ["bio", "evaluate", "errors", "compare", "report", "power"]


@pytest.mark.parametrize(
    ("command", "options"), [*spread(LISTING, OPTIONS[:1]), *spread(LISTING, OPTIONS[1:])]
)
def test_every_command_and_route(start, command, options, tmp_path):
    """The same lines, however the work is divided, and whatever is made of it."""
    made = {"report": ("-o", str(tmp_path / "page.html"))}.get(command, ())
    done = start(command, "-g", "dev.bio", "a=words_1.bio", "shapes_1.bio", *options, *made)
    if done.code == 2:  # the command does not have the option
        assert done.read == ()
        return
    assert done.read == (f"read dev.bio: {DEV}", f"read a: {SYSTEM}", f"read shapes_1.bio: {SYSTEM}")


def test_lists_of_errors(start):
    """Also if they are counted, confused, compared, and listed in shards."""
    for options in (("--summary",), ("--confusion",), ("--label", "PER", "-n", "3"), ("-f", "jsonl")):
        for size in ("none", "64kB"):
            done = start("errors", "-g", "dev.bio", "words_1.bio", "--shard-size", size, *options)
            assert done.read == (f"read dev.bio: {DEV}", f"read words_1.bio: {SYSTEM}")
    page = json.loads(start("errors", "-g", "dev.bio", "words_1.bio", "-f", "json").out)
    scores = json.loads(start("bio", "-g", "dev.bio", "words_1.bio", "-f", "json").out)
    assert page["inputs"] == [
        one | {"sha256": page["inputs"][i]["sha256"]} for i, one in enumerate(scores["inputs"])
    ]


def test_plots(start, tmp_path):
    pytest.importorskip("matplotlib")
    done = start("plot", "labels", "-g", "dev.bio", "words_1.bio", "-o", tmp_path / "x.svg")
    assert done.read == (f"read dev.bio: {DEV}", f"read words_1.bio: {SYSTEM}")


def test_the_page_has_the_same_numbers(start):
    """At its top and in the list of its inputs."""
    page = start("report", "-g", "dev.bio", "words_1.bio").out
    shown = re.findall(r"126 documents, 8,288 tokens, (\d+ \w+)", page)
    assert shown == ["831 entities", "788 entities"] * 2
    assert "8288" not in page.partition("</header>")[0]


def test_pipes_are_called_by_their_role(tmp_path):
    """Standard input and process substitution; a name of a system is kept."""
    line = f"{sys.executable} -m nerkit bio -g <(cat dev.bio) - b=<(cat shapes_1.bio) < words_1.bio"
    done = subprocess.run(
        ["bash", "-c", line], cwd=DEMO / "start", capture_output=True, text=True, check=True
    )
    assert done.stderr.splitlines()[:3] == [
        f"read gold: {DEV}",
        f"read system: {SYSTEM}",
        f"read b: {SYSTEM}",
    ]
    line = f"{sys.executable} -m nerkit bio --shard-size 64kB -g - words_1.bio < dev.bio"
    done = subprocess.run(
        ["bash", "-c", line], cwd=DEMO / "start", capture_output=True, text=True, check=True
    )
    assert done.stderr.splitlines()[:2] == [f"read gold: {DEV}", f"read words_1.bio: {SYSTEM}"]


def test_one_file_with_both_columns(run, write):
    """Gold and the system are columns of the same file."""
    path = write("both.txt", "Ann B-PER B-PER\nis O O\nhere O B-LOC\n")
    assert run("bio", path).read == (
        f"read {path}: bio, 1 document, 3 tokens, 1 entity",
        f"read {path}: bio, 1 document, 3 tokens, 2 entities",
    )


def test_folders_and_compressed_files(run, write):
    """A folder is one line, under its own name."""
    for name in ("a", "b"):
        write(f"gold/{name}.ann", "T1\tPER 0 3\tAnn\n")
        write(f"gold/{name}.txt", "Ann is here\n")
    shutil.copytree("gold", "system")
    assert run("spans", "-g", "gold/", "system").read == (
        "read gold/: brat, 2 documents, 2 entities",
        "read system: brat, 2 documents, 2 entities",
    )
    packed = write("gold.bio.gz", gzip.compress((DEMO / "start/dev.bio").read_bytes()))
    assert run("bio", "-g", packed, packed).read[0] == f"read {packed}: {DEV}"


def test_runs_of_a_system_have_a_line_each(start):
    """Gold has as many items as beside any of them."""
    done = start("bio", "-g", "dev.bio", "-s", "a=words_*.bio")
    assert [line.partition(":")[0] for line in done.read] == [
        "read dev.bio",
        *(f"read a/words_{n}.bio" for n in "123"),
    ]
    assert done.read[0] == f"read dev.bio: {DEV}"


def test_many_systems_have_a_line_each(run, write):
    """Also if they are scored a few at a time."""
    gold = write("gold.tsv", "d\t0\t3\nd\t4\t7\n")
    paths = [write(f"s{i:03}.tsv", "d\t0\t3\n" * (i + 1)) for i in range(25)]
    done = run("spans", "-g", gold, *paths)
    assert done.read[0] == f"read {gold}: span-tsv, 1 document, 2 entities"
    assert done.read[1:] == tuple(f"read {path}: span-tsv, 1 document, 1 entity" for path in paths)


def test_blank_files(run, write):
    """They are read in the format of the other side, and hold nothing."""
    gold, blank = write("gold.bio", "a B-X\n\nb O\n"), write("blank", "\n")
    done = run("bio", "-g", gold, blank)
    assert done.read[1] == f"read {blank}: bio, 0 documents, 0 tokens, 0 entities"
    listed = run("errors", "-g", gold, blank)
    assert listed.read == done.read


def test_the_lines_stand_before_notes_and_warnings(capsys, write, run):
    """One of them is a warning in any case."""
    gold, system = write("gold.bio", "a B-X\nb I-X\n"), write("system.bio", "a I-X\nb I-X\n")
    line = [sys.executable, "-m", "nerkit", "bio", "-g", str(gold), str(system)]
    said = subprocess.run(line, capture_output=True, text=True, check=True).stderr.splitlines()
    kinds = [text.split()[0] for text in said]
    assert kinds[:2] == ["read", "read"]
    assert "read" not in kinds[2:]
    assert any(kind in ("note:", "warning:") for kind in kinds)


def test_annotators(run, monkeypatch):
    """Of agreement, of their disagreements, of tables of pairs: one line each."""
    monkeypatch.chdir(DEMO / "agree")
    lines = tuple(
        f"read {name}.bio: bio, 2 documents, 33 tokens, {number} entities"
        for name, number in (("anna", 8), ("ben", 8), ("carla", 9))
    )
    files = ("anna.bio", "ben.bio", "carla.bio")
    for line in (("agree",), ("errors",), ("errors", "--summary"), ("compare",), ("report",)):
        assert run(*line, *files).read == lines
        assert run(*line, *files, "-q").read == ()
    inputs = json.loads(run("agree", *files, "-f", "json").out)["inputs"]
    assert [(one["role"], one["items"], one["unit"]) for one in inputs] == [
        ("annotator", number, "entities") for number in (8, 8, 9)
    ]
    monkeypatch.chdir(DEMO / "amr")
    assert run("agree", "gold.amr", "system.amr").read == (
        "read gold.amr: penman, 2 documents, 32 triples",
        "read system.amr: penman, 2 documents, 33 triples",
    )


def test_a_table_of_items_and_one_file_of_several_annotators(run, write):
    table = write("table.tsv", "item\tanna\tben\n1\tX\tX\n2\tY\t\n")
    assert run("agree", table, "--units", "item").read == (
        "read anna: table, 1 document, 2 values",
        "read ben: table, 1 document, 1 value",
    )
    record = '{"id": 1, "text": "Ann left", "user": "%s", "label": %s}\n'
    both = write("both.jsonl", record % ("anna", '[[0, 3, "PER"]]') + record % ("ben", "[]"))
    assert run("agree", both, "--annotator", "user").read == (
        "read anna: doccano, 1 document, 1 entity",
        "read ben: doccano, 1 document, 0 entities",
    )


def test_stored_results_and_other_programs_say_nothing(start, tmp_path, write):
    """They are read by no command as gold or a system; a peer's command prints what the peer prints."""
    for name, system in (("a", "words_1.bio"), ("b", "shapes_1.bio")):
        start("bio", "-g", "dev.bio", system, "--counts-only", "-o", tmp_path / f"{name}.json")
    stored = tmp_path / "a.json", tmp_path / "b.json"
    for line in (("compare", *stored), ("power", *stored), ("merge", stored[0])):
        done = start(*line)
        assert (done.code, done.read) == (0, ())
    assert start("nerval", "-a", "dev.bio", "-p", "words_1.bio").read == ()
    before = json.loads(stored[0].read_text())["inputs"]
    assert [(one["format"], one["items"], one["unit"]) for one in before] == [
        ("bio", 831, "entities"),
        ("bio", 788, "entities"),
    ]
    merged = json.loads(start("merge", stored[0], "-f", "json").out)["inputs"]
    assert merged == before


def test_facts_in_python(write):
    """`result.inputs` has them; a corpus that was read before knows its format, and nothing is printed."""
    gold = str(write("gold.bio", "a B-X\nb O\n"))
    told = {"format": "bio", "documents": 1, "tokens": 2, "items": 1, "unit": "entities"}
    before = nerkit.read(gold)
    for result in (nerkit.evaluate(gold, gold), nerkit.evaluate(before, before, task="bio")):
        assert [{name: one[name] for name in told} for one in result.inputs] == [told, told]
    (one, _) = nerkit.evaluate([[(0, 5, "PER")]], [[(0, 5, "PER")]]).inputs
    assert (one["format"], one["documents"], one["items"], one["unit"]) == ("objects", 1, 1, "entities")


@pytest.mark.parametrize("seed", range(2 * TIMES))
def test_random_files_whole_and_in_shards(run, write, seed):
    """Items are those of the headline row, documents and tokens those of the file, however it is cut."""
    chance = random.Random(seed)
    sides = {}
    for side in ("gold", "system"):
        lines = []
        for document in range(chance.randint(50, 300)):
            lines.append(f'{{"id": "d{document}", "text": "{"x" * 400}", "label": [')
            spans = {
                (start := chance.randrange(390), start + chance.randint(1, 9))
                for _ in range(chance.randrange(6))
            }
            lines.append(
                ", ".join(f'[{start}, {end}, "{chance.choice("AB")}"]' for start, end in sorted(spans))
                + "]}\n"
            )
        sides[side] = write(f"{side}.jsonl", "".join(lines))
    told = []
    for options in (
        (),
        ("--shard-size", "64kB"),
        ("--shard-size", "none"),
        ("--shard-size", "64kB", "-j", "2"),
    ):
        done = run(
            "spans", "-g", sides["gold"], sides["system"], *options, "--extra", "spurious", "-f", "json"
        )
        found = json.loads(done.out)
        row = next(row for row in found["rows"] if row["measure"] == found["headline"])
        assert [one["items"] for one in found["inputs"]] == [row["r_den"], row["p_den"]]
        told.append((done.read, found["inputs"]))
        listed = run("errors", "-g", sides["gold"], sides["system"], *options, "--extra", "spurious")
        assert listed.read == done.read
    assert all(one == told[0] for one in told)
