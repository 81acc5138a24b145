"""A leaderboard of twelve teams of which three sent broken files: `compare --skip-broken`, `validate`."""

import json
import random

import pytest

import nerkit
from nerkit import UsageError

TAGS = ("O", "O", "B-PER", "I-PER", "B-LOC")
DOCUMENTS = 20


def tagged(chance, errors, documents=DOCUMENTS):
    """Tagged text with ids, whose tags are the same each time but for a share of errors."""
    lines, gold = [], random.Random(0)
    for document in range(documents):
        lines += [f"# newdoc id = d{document:02}", ""]
        for _ in range(gold.randint(1, 3)):
            for place in range(gold.randint(2, 7)):
                right = gold.choice(TAGS)
                lines.append(f"word{place} {chance.choice(TAGS) if chance.random() < errors else right}")
            lines.append("")
    return "\n".join(lines) + "\n"


def one_column_too_many(text):
    lines = text.split("\n")
    place = next(i for i, line in enumerate(lines) if i > 10 and line.startswith("word"))
    return "\n".join([*lines[:place], f"{lines[place]} extra", *lines[place + 1 :]]), f":{place + 1}:"


def half(text):
    return text[: text.index("# newdoc id = d10")], "10 gold documents without a partner"


def cut(text):
    return text[: text.rindex("word") + 3], ":"


def empty(_):
    return "", "the file is empty"


DAMAGE = (one_column_too_many, half, cut, empty)


@pytest.fixture
def teams(write, tmp_path, monkeypatch):
    """Twelve submissions in a folder, and for each broken one what is said of it."""
    monkeypatch.chdir(tmp_path)
    write("gold.bio", tagged(random.Random(1), 0))
    damaged = dict(zip(random.Random(5).sample(range(12), len(DAMAGE)), DAMAGE, strict=True))
    said = {}
    for team in range(12):
        text = tagged(random.Random(team), 0.02 * team)
        if team in damaged:
            text, said[f"team{team:02}.bio"] = damaged[team](text)
        write(f"submissions/team{team:02}.bio", text)
    return said


def files():
    return [f"submissions/team{team:02}.bio" for team in range(12)]


def test_the_others_are_ranked_and_each_broken_file_is_listed(run, teams):
    """In the table, JSON and a page, with exit 0; without the option the first broken file ends the run."""
    asked = ["compare", "-g", "gold.bio", *files()]
    assert run(*asked).code == 2
    sound = [name for name in files() if name.partition("/")[2] not in teams]
    alone = json.loads(run("compare", "-g", "gold.bio", *sound, "-f", "json").out)
    for form in ("table", "html", "markdown", "json", "tsv"):
        done = run(*asked, "--skip-broken", "-f", form)
        assert done.code == 0
        shown = done.err if form == "tsv" else done.out
        if form == "json":
            page = json.loads(done.out)
            assert page["rows"] == alone["rows"]
            remedies = [one["remedy"] for one in page["broken"] if one["remedy"]]
            assert any("--missing empty" in one for one in remedies)
            assert not any("missing=" in one for one in remedies)
            assert {one["system"]: one["file"] for one in page["broken"]} == {
                name: f"submissions/{name}" for name in teams
            }
            continue
        for name, said in teams.items():
            assert said in next(line for line in shown.splitlines() if f"submissions/{name}" in line)
        if form != "tsv":
            assert sum("not ranked: " in line for line in shown.splitlines()) == len(teams)
    found = nerkit.compare("gold.bio", {name: name for name in files()}, skip_broken=True)
    assert [one.system for one in found.broken] == [f"submissions/{name}" for name in sorted(teams)]


def test_when_no_comparison_is_left(run, teams):
    """One sound file is too few; broken gold is an error; pipes are refused."""
    broken = [f"submissions/{name}" for name in teams]
    one = next(name for name in files() if name not in broken)
    done = run("compare", "-g", "gold.bio", one, *broken, "--skip-broken")
    assert (done.code, done.out, done.err.count("\n  ")) == (2, "", len(broken))
    done = run("compare", "-g", broken[0], *files(), "--skip-broken")
    assert (done.code, done.out) == (2, "")
    done = run("compare", *files(), "--skip-broken")
    assert (done.code, "--skip-broken needs -g" in done.err) == (2, True)
    with pytest.raises(UsageError, match="reads inputs twice"):
        nerkit.compare("gold.bio", {"a": "-", "b": one}, skip_broken=True)


def test_missing_documents_can_be_asked_for(run, teams):
    """--missing empty says what they are, so a half file is ranked."""
    (name,) = [name for name, said in teams.items() if "without a partner" in said]
    asked = ["compare", "-g", "gold.bio", *files(), "--skip-broken", "-f", "json"]
    page = json.loads(run(*asked, "--missing", "empty").out)
    assert name in {row["system"] for row in page["rows"]}


@pytest.mark.parametrize("given", [files(), ["submissions"], ["submissions/*.bio"]])
def test_validate_prints_a_line_for_each_file(run, teams, given):
    """It never stops, and with gold each of the broken files has a finding, and no other one."""
    done = run("validate", *given, "--check", "R1", "--check", "R3", "-g", "gold.bio")
    assert done.code == 1
    first = [line.partition(": ")[0] for line in done.read]
    assert first == files()
    found = [line.partition("/")[2].partition(":")[0] for line in done.out.splitlines()]
    assert found == sorted(teams)
    page = json.loads(run("validate", *given, "-g", "gold.bio", "-f", "json").out)
    assert len(page["inputs"]) == 12


SPANS = "".join(
    f"d{i}\t{9 * i}\t{9 * i + 4}\t\t\t{label}\n" for i, label in enumerate(["PER", "LOC", "ORG"] * 5)
)
TOKENS = "Ada NNP B-PER\nsaw VBD O\n\nOslo NNP B-LOC\nand CC O\nPort NNP B-LOC\nEllery NNP I-LOC\n\n" * 4


@pytest.mark.parametrize("text", [SPANS, TOKENS.strip() + "\n"])
def test_a_file_that_is_cut_inside_a_line_is_a_finding(run, write, text):
    """Wherever it is cut, unless the rest of the last value is a whole value of another line."""
    whole = {line.split()[-1] for line in text.splitlines() if line.strip()}
    assert run("validate", write("no-newline", text[:-1])).code == 0
    for end in range(len(text) - 40, len(text)):
        last = text[:end].rpartition("\n")[2]
        if text[end - 1] == "\n" or text[end] == "\n" or last.split()[-1] in whole:
            continue
        done = run("validate", write("cut", text[:end]), "--check", "R")
        assert done.code == 1
        assert " R302 the file ends inside a line" in done.out or " R101 " in done.out


@pytest.mark.parametrize(
    "files",
    [
        {"a.jsonl": '{"id": "a", "total": 20, "lines": 3}\n{"id": "b", "total": 1}'},
        {"a.json": '[\n {"a": 1, "b": 2},\n {"a": 1, "b": 2}\n]'},
        {"a.txt": "Ann lives in Rome\nBen does", "a.ann": "T1\tPER 0 3\tAnn\nT2\tPER 18 21\tBen\nA1\tNeg T2"},
        {"a.amr": "(b / boy\n   :mod (g / good))"},
    ],
)
def test_files_of_other_formats_may_end_without_a_newline(run, write, files):
    """They have no columns, so nothing tells that a line is cut."""
    for name, text in files.items():
        write(f"folder/{name}", text)
    assert run("validate", "folder", "--check", "R3").out == ""


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["runs/a/out.tsv", "runs/b/out.tsv"], ["a", "b"]),
        (["runs/a.tsv", "runs/b.tsv"], ["a.tsv", "b.tsv"]),
        (["runs/x/1.tsv", "runs/y/2.tsv"], ["x/1.tsv", "y/2.tsv"]),
        (["out.tsv", "runs/out.tsv"], ["out.tsv", "runs/out.tsv"]),
        (["base=runs/a.tsv", "runs/b.tsv"], ["base", "runs/b.tsv"]),
        (["base=runs/a.tsv", "runs/b/o.tsv", "runs/c/o.tsv"], ["base", "b", "c"]),
    ],
)
def test_names_lose_the_common_part_of_their_paths(run, write, paths, names):
    """Names that are given stay; --baseline takes a name or a path; the lines about reading have the path."""
    gold = write("gold.tsv", "".join(f"d{i}\t0\t1\n" for i in range(8)))
    for i, path in enumerate(paths):
        write(path.rpartition("=")[2], "".join(f"d{k}\t0\t{1 + (k < i + 1)}\n" for k in range(8)))
    asked = ["compare", "-g", gold, *paths, "-m", "sets::span", "-f", "jsonl"]
    for baseline in (names[1], paths[1].rpartition("=")[2]):
        done = run(*asked, "--baseline", baseline)
        rows = [json.loads(line) for line in done.out.splitlines()]
        assert [row["system"] for row in rows] == names
        assert [row["delta"] is None for row in rows][:2] == [False, True]
    assert [line.split()[1] for line in done.read[1:]] == [f"{path.partition('=')[0]}:" for path in paths]
