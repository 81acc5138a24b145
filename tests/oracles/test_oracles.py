"""The oracles agree with nerkit on the demos, on random files, and on golden files if there are any."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import nerkit
from oracles import FAMILIES
from oracles.__main__ import compared, equal
from oracles.every import report, tried

ROOT = Path(nerkit.__file__).parents[1]
DEMO = ROOT / "demo"
GOLDEN = Path(os.environ.get("GOLDEN", ROOT.parent / "shared" / "golden"))
MODULES = sorted(set(FAMILIES.values()))
DEMOS = [
    ("bio", "bio/gold.bio", "bio/system.bio"),
    ("bio", "lecture/gold.iob", "lecture/system.iob"),
    *(("bio", "start/dev.bio", f"start/{name}.bio") for name in ("words_1", "words_2", "shapes_3")),
    ("spans", "spans/gold.tsv", "spans/system.tsv"),
    ("noisy", "noisy/gold.bio", "noisy/system.bio"),
    ("noisy", "noisy/toy-gold.bio", "noisy/toy-system.bio"),
    ("noisy", "noisy/tolkien-gold.bio", "noisy/tolkien-system.bio"),
    ("coref", "coref/gold.conll", "coref/system.conll"),
    ("amr", "amr/gold.amr", "amr/system.amr"),
    ("tree", "tree/gold.mrg", "tree/system.mrg"),
    ("srl", "srl/gold.props", "srl/system.props"),
    ("ie", "ie/gold.jsonl", "ie/system.jsonl"),
    ("ie", "ie/oneie-gold.jsonl", "ie/oneie-system.jsonl"),
    ("templates", "ie/templates-gold.jsonl", "ie/templates-system.json"),
    ("json", "json/gold.jsonl", "json/system.jsonl"),
    ("agree", "agree/anna.bio", "agree/ben.bio"),
    ("agree", "agree/carla.bio", "agree/ben.bio"),
]


@pytest.mark.parametrize("name", MODULES)
def test_an_oracle_is_short_and_stands_alone(name):
    """At most 60 lines, and of nerkit only the reader."""
    text = (Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 60
    assert "from nerkit" not in text
    assert text.count("nerkit.") == text.count("nerkit.read(")


@pytest.mark.parametrize(("command", "gold", "system"), DEMOS)
def test_the_demos(command, gold, system):
    """Every family, in both directions."""
    for sides in ((gold, system), (system, gold)):
        rows = compared(command, *(str(DEMO / path) for path in sides))
        assert rows
        assert [name for name, found, wanted in rows if not equal(found, wanted)] == []


@pytest.mark.parametrize("tags", ["O", "B-X"])
def test_one_label_everywhere(tmp_path, tags):
    """Neither the definition nor nerkit has a coefficient."""
    path = tmp_path / "one.bio"
    path.write_text(f"a {tags}\nb {tags}\n\n")
    rows = {name: (found, wanted) for name, found, wanted in compared("agree", str(path), str(path))}
    assert [rows[name][1][0] for name in ("kappa", "alpha")] == pytest.approx([float("nan")] * 2, nan_ok=True)
    assert all(equal(*rows[name]) for name in ("kappa", "alpha"))


def test_every_family_has_a_demo():
    """None is without a comparison."""
    assert {command for command, _, _ in DEMOS} | {"calls"} == set(FAMILIES)


@pytest.mark.parametrize("seed", range(20))
def test_random_calls(tmp_path, seed):
    """Turns of calls with values that are nested or null; gold has alternatives."""
    chance = random.Random(seed)

    def call(alternatives):
        plain = [1, 1.0, True, "x", "", None, [1, 2], [2, 1], {"b": 1}]
        value = (
            {"any": chance.sample(plain, 2)}
            if alternatives and chance.random() < 0.5
            else chance.choice(plain)
        )
        return {"name": chance.choice("fg"), "arguments": {"a": value, "b": chance.choice(plain)}}

    for name in ("gold", "system"):
        turns = [[[call(name == "gold") for _ in range(chance.randrange(4))] for _ in "ab"] for _ in range(4)]
        lines = [json.dumps({"id": f"d{i}", "turns": some}) + "\n" for i, some in enumerate(turns)]
        (tmp_path / f"{name}.jsonl").write_text("".join(lines))
    rows = compared("calls", *(str(tmp_path / f"{name}.jsonl") for name in ("gold", "system")))
    assert [one for one in rows if not equal(*one[1:])] == []


@pytest.mark.parametrize("seed", range(30))
def test_random_files(tmp_path, seed):
    """Tags, tokens of two annotators, and spans that overlap."""
    chance = random.Random(seed)
    for name in ("g", "s"):
        tags = (chance.choice(["O", "B-A", "I-A", "B-B", "I-B"]) for _ in range(40))
        (tmp_path / f"{name}.bio").write_text("".join(f"w{i % 7} {tag}\n" for i, tag in enumerate(tags)))
        places = [(chance.randrange(9), chance.randrange(1, 5), chance.choice("AB")) for _ in range(8)]
        rows = [
            f"d{i % 2}\t{at}\t{at + size}\tQ{i}\t1.0\t{kind}\n" for i, (at, size, kind) in enumerate(places)
        ]
        (tmp_path / f"{name}.tsv").write_text("".join(sorted(rows)))
    for command, suffix in (("bio", "bio"), ("noisy", "bio"), ("agree", "bio"), ("spans", "tsv")):
        rows = compared(command, *(str(tmp_path / f"{name}.{suffix}") for name in ("g", "s")))
        assert [one for one in rows if not equal(*one[1:])] == []


@pytest.mark.parametrize(
    ("folder", "least"),
    [
        (DEMO, 20),
        pytest.param(
            GOLDEN,
            500,
            marks=[
                pytest.mark.slow,
                pytest.mark.skipif(not GOLDEN.is_dir(), reason="golden files are beside the project, if any"),
            ],
        ),
    ],
    ids=["demo", "golden"],
)
def test_every_small_input(folder, least, capsys):
    """What an oracle does not refuse is equal; the test prints how many inputs it compared by family."""
    counts, wrong = tried([folder])
    with capsys.disabled():
        print("", *report(counts, wrong), sep="\n")
    assert wrong == []
    assert sum(number for (_, kind), number in counts.items() if kind == "inputs") > least


@pytest.mark.parametrize(("system", "code"), [("bio/system.bio", 0), ("bio/../start/dev.bio", 2)])
def test_the_command(system, code):
    """It prints both numbers and `equal`, with exit code 0; 2 for files that it cannot compare."""
    line = ["-m", "tests.oracles", "bio", "-g", DEMO / "bio" / "gold.bio", "-s", DEMO / system]
    done = subprocess.run([sys.executable, *line], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == code
    if not code:
        assert done.stdout.splitlines()[0] == "chunk: nerkit 3 8 3 8 oracle 3 8 3 8 equal"


def test_a_wrong_number_is_told(monkeypatch, capsys):
    """With `different` and exit code 1."""
    from oracles import __main__ as command
    from oracles import tags

    monkeypatch.setattr(tags, "scores", lambda *_: {"chunk": (1, 8, 1, 8)})
    paths = [str(DEMO / "bio" / f"{name}.bio") for name in ("gold", "system")]
    monkeypatch.setattr(sys, "argv", ["oracles", "bio", "-g", paths[0], "-s", paths[1]])
    assert command.main() == 1
    assert capsys.readouterr().out == "chunk: nerkit 3 8 3 8 oracle 1 8 1 8 different\n"
