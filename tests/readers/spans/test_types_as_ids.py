"""Types in the column of ids, told from ids by what they are."""

import pytest

TYPES = [
    ["PER", "LOC"],
    ["B-PER", "I-LOC"],
    ["person", "location"],
    ["WORK_OF_ART"],
    ["Krankheit", "Mittel"] * 10,
]
IDS = [
    ["E1", "E2"],
    ["Q42"],
    ["NIL"],
    ["http://x/y"],
    ["Oslo", "Paris"],
    [f"Name{c}" for c in "abcdefghijklmnopqrstu"],
]


def lines(ids):
    return "".join(f"d\t{i * 10}\t{i * 10 + 3}\t{name}\n" for i, name in enumerate(ids))


@pytest.mark.parametrize("ids", TYPES)
def test_types_are_a_finding(run, write, ids):
    """Few words that come again and again, in capitals, or known as types: exit 1, the column named."""
    done = run("validate", "--from", "span-tsv", write("g.tsv", lines(ids)))
    assert done.code == 1
    assert "R201 column 4 is the id, but its values " in done.out
    assert done.out.endswith("look like types; the type is column 6\n")


@pytest.mark.parametrize("ids", IDS)
def test_ids_are_none(run, write, ids):
    """Nor are types a finding where the column of types has some."""
    assert run("validate", "--from", "span-tsv", write("g.tsv", lines(ids))).out == ""
    typed = write("t.tsv", "d\t0\t3\tPER\t\tA\n")
    assert run("validate", "--from", "span-tsv", typed).out == ""


def test_parts_of_a_file_add_up(run, write):
    """A type in one part says that the ids of all parts are ids."""
    body = "".join(f"d{i:05}\t0\t3\tPER\n" for i in range(8000))
    for text, is_told in ((body, True), (f"{body}e\t0\t3\tPER\t\tA\n", False)):
        path = write("g.tsv", text)
        scored = ("spans", "-g", path, f"s={path}", "-m", "sets::span")
        whole, parts = run(*scored, "--shard-size", "none"), run(*scored, "--shard-size", "64kB")
        assert (whole.out, whole.err) == (parts.out, parts.err)
        assert ("8,000 annotations look like types" in whole.err) is is_told
