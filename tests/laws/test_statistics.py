"""The laws of statistics: the order of documents, the exchange of systems, shards that are merged."""

import json
import random

import pytest

DOCUMENTS = [f"d{n:02}" for n in range(16)]
LABELS = "XY"


def lines_of(side, documents):
    """The spans of a side in these documents, which depend on nothing but side and document."""
    text = []
    for document in documents:
        chance = random.Random(f"{side}{document}")
        for k in range(4):
            label = LABELS[(k + int(document[1:])) % 2]
            if side == "gold" or chance.random() < {"a": 0.5, "b": 0.7, "c": 0.8, "judge": 0.9}[side]:
                text.append(f"{document}\t{10 * k}\t{10 * k + 5}\t\t1.0\t{label}\n")
            elif chance.random() < 0.5:
                text.append(f"{document}\t{10 * k}\t{10 * k + 4}\t\t1.0\t{label}\n")
    return "".join(text)


@pytest.fixture
def files(write):
    """`files(documents, prefix)` writes a file a side, and gives the paths by side."""

    def made(documents=DOCUMENTS, prefix="all"):
        sides = ("gold", "a", "b", "c", "judge")
        return {side: write(f"{prefix}-{side}.tsv", lines_of(side, documents)) for side in sides}

    return made


def shuffled():
    """The documents in another order."""
    return random.Random(1).sample(DOCUMENTS, len(DOCUMENTS))


def rows_of(run, *asked):
    """The rows that a command gives."""
    done = run(*asked, "-f", "json", "-q")
    assert done.code == 0, done.err
    return json.loads(done.out)["rows"]


def paired(run, paths, *options, systems="ab"):
    """The rows of a paired test of systems, by label and averages too."""
    named = [f"{name}={paths[name]}" for name in systems]
    asked = ["-m", "sets::span+type", "--by", "label", "--macro"]
    return rows_of(run, "spans", "-g", paths["gold"], *named, *asked, *options)


def told(run, paths, systems="abc"):
    """The row of the discrimination of a measure."""
    named = [f"{name}={paths[name]}" for name in systems]
    (row,) = rows_of(run, "compare", "-g", paths["gold"], *named, "-m", "sets::span", "--discrimination")
    return row


def test_the_order_of_documents_changes_no_exact_number(run, files):
    """Of tests and of discrimination, whose halves are all taken or drawn by number, alike."""
    first, other = files(), files(shuffled(), "turned")
    assert [row["p_exact"] for row in paired(run, first, "--paired", "exact")] == [
        row["p_exact"] for row in paired(run, other, "--paired", "exact")
    ]
    few = DOCUMENTS[:9]
    ordered, turned = told(run, files(few, "few")), told(run, files(few[::-1], "back"))
    assert ordered["swap_exact"] == turned["swap_exact"] is not None
    assert ordered == turned


def test_exchanged_systems_have_the_same_p(run, files):
    """Of the test, and the discrimination of a measure; the difference changes its sign."""
    paths = files()
    asked = ("--paired", "exact")
    forth, back = (paired(run, paths, *asked, systems=systems) for systems in ("ab", "ba"))
    key = ("measure", "document", "label")
    second = {tuple(row[name] for name in key): row for row in back if row["system"] == "a"}
    for row in forth:
        if row["system"] == "b":
            other = second[tuple(row[name] for name in key)]
            assert row["p_exact"] == other["p_exact"]
            assert row["delta"] == pytest.approx(-other["delta"], abs=1e-15)
    assert told(run, paths, "abc") == told(run, paths, "cba")


def stored(run, write, paths, name, *, gold="gold", systems="ab"):
    """The counts of all documents of a shard, in a file."""
    named = [f"{system}={paths[system]}" for system in systems]
    done = run("spans", "-g", paths[gold], *named, "-m", "sets::span", "--counts-only")
    assert done.code == 0, done.err
    return write(f"{name}.json", done.out)


def test_merged_shards_are_the_whole(run, write, files):
    """The exact test and the discrimination, from counts that are merged."""
    whole = files()
    parts = [files(DOCUMENTS[:6], "one"), files(DOCUMENTS[6:], "two")]
    shards = [stored(run, write, paths, f"s{n}", systems="abc") for n, paths in enumerate(parts)]
    asked = ["--paired", "exact", "-f", "jsonl", "-q"]
    named = [f"{name}={whole[name]}" for name in "abc"]
    at_once = run("spans", "-g", whole["gold"], *named, "-m", "sets::span", *asked).out
    assert run("merge", *shards, *asked).out == at_once
    merged = write("merged.json", run("merge", *shards, "--counts-only").out)
    assert rows_of(run, "compare", merged, "--discrimination") == [told(run, whole)]


def test_an_estimate_from_merged_shards_is_that_of_the_whole(run, write, files):
    """Gold of thirty documents and a judge of all, each in two shards."""
    documents = [f"d{n:02}" for n in range(36)]
    whole = files(documents)
    people = files(documents[:30], "people")
    people_parts = [files(documents[:15], "p1"), files(documents[15:30], "p2")]
    parts = [files(documents[:7], "one"), files(documents[7:], "two")]
    gold = stored(run, write, {**whole, "gold": people["gold"], "s": people["a"]}, "gold", systems="s")
    judged = stored(run, write, {**whole, "s": whole["a"]}, "judged", gold="judge", systems="s")
    merged = []
    for name, side, shards in (("g", "gold", people_parts), ("j", "judge", parts)):
        counts = [
            stored(run, write, {**paths, "s": paths["a"]}, f"{name}{n}", gold=side, systems="s")
            for n, paths in enumerate(shards)
        ]
        merged.append(write(f"{name}.json", run("merge", *counts, "--counts-only").out))
    (row,) = rows_of(run, "estimate", "-g", merged[0], "--judged", merged[1])
    assert [row] == rows_of(run, "estimate", "-g", gold, "--judged", judged)
    assert (row["gold_documents"], row["judged_documents"]) == (30, 6)
