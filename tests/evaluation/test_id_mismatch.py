"""What gold and a system do not have in common is said, in every task, in one piece and in shards."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nerkit
from nerkit.corpora.pairing.likely_names import likely

TRIES = settings(max_examples=8)


def lines(bodies):
    """JSON lines."""
    return "".join(json.dumps(body) + "\n" for body in bodies)


def spans(count, label="PER", prefix="d"):
    return "".join(
        f"{prefix}{i}\t0\t4\t\t1\t{label}\n{prefix}{i}\t6\t9\t\t1\t{label}2\n" for i in range(count)
    )


def tagged(count, label="PER", prefix=""):
    return "".join(f"w{i}\tB-{label}\nv\tO\n\n" for i in range(count))


def trees(count, label="dep", prefix=""):
    word = "1\tw\t_\tX\t_\t_\t0\t{0}\t_\t_\n2\tv\t_\tX\t_\t_\t1\t{0}2\t_\t_\n\n"
    return "".join(word.format(label) for _ in range(count))


def graphs(count, label="ARG0", prefix="d"):
    return "".join(f"# ::id {prefix}{i}\n(a / {label}-c :{label} (b / {label}-d))\n\n" for i in range(count))


def brackets(count, label="NP", prefix=""):
    return "".join(f"({label}S ({label} (N w)) ({label}V (V v)))\n" for _ in range(count))


def relations(count, label="visit", prefix="d"):
    item = {"type": label, "head": [0, 1], "tail": [2, 3]}
    return lines({"id": f"{prefix}{i}", "tokens": ["a", "b", "c"], "relations": [item]} for i in range(count))


def values(count, label="name", prefix="d"):
    return lines({"id": f"{prefix}{i}", label: f"v{i}", f"{label}2": i} for i in range(count))


def meanings(count, label="ARG1", prefix="d"):
    nodes = [{"id": i, "label": f"{label}{i}", "anchors": [{"from": i, "to": i + 1}]} for i in range(2)]
    edges = [{"source": 0, "target": 1, "label": label}]
    graph = {
        "framework": "dm",
        "flavor": 0,
        "version": 1.1,
        "time": "2020-01-01",
        "input": "ab",
        "nodes": nodes,
        "edges": edges,
        "tops": [0],
    }
    return lines({"id": f"{prefix}{i}", **graph} for i in range(count))


MADE = {  # task -> files of it, of a number of documents, with labels and ids
    "spans": spans,
    "bio": tagged,
    "dep": trees,
    "amr": graphs,
    "tree": brackets,
    "ie": relations,
    "json": values,
    "mrp": meanings,
}
KINDS = {
    "dep": "relation",
    "amr": "concept",
    "tree": "constituent label",
    "json": "path",
    "mrp": "node label",
}
KINDS |= {"ie": "type of relations"}


@pytest.mark.parametrize("task", MADE)
@TRIES
@given(st.integers(1, 4), st.sampled_from(["Z", "x-y", "QWE"]))
def test_nothing_is_called_alike(run, write, task, count, other):
    """Without a label, path, relation or concept in common stderr says which each side has; exit 0."""
    write("g", MADE[task](count))
    write("s", MADE[task](count, other.replace("-", "") if task in ("bio", "dep", "tree") else other))
    done = run(task, "-g", "g", "s", "--no-progress")
    assert done.code == 0
    assert f"gold and s have no {KINDS.get(task, 'label')} in common: gold has " in done.err
    shown = json.loads(run(task, "-g", "g", "s", "-f", "json").out)["warnings"]
    assert any("in common" in one["text"] for one in shown)


@pytest.mark.parametrize("task", MADE)
def test_what_is_the_same_says_nothing(run, write, task):
    """Beside itself a file is warned of nothing."""
    write("g", MADE[task](3))
    assert "warning" not in run(task, "-g", "g", "g").err


@pytest.mark.parametrize("task", ["spans"])
@TRIES
@given(st.integers(1, 5))
def test_no_id_in_common(run, write, task, count):
    """Where documents exist through their items, ids of which none is the same are told from both sides."""
    write("g", MADE[task](count))
    write("s", MADE[task](count, prefix="x"))
    assert "gold and s have no document id in common: gold has d0" in run(task, "-g", "g", "s").err


@pytest.mark.parametrize("command", [["spans"], ["dep"], ["tree"], ["ie"], ["bio"]])
def test_no_renaming_is_proposed(run, write, command):
    """Labels that differ are told, and nothing says that they should be renamed."""
    file = MADE[command[0]]
    write("g", file(4, "Dep"))
    write("s", file(4, "dEP"))
    told = run(*command, "-g", "g", "s").err
    assert "in common" in told
    assert not any(word in told for word in ("--map", "label_map", "rename", " TAB "))


@pytest.mark.parametrize("command", ["evaluate", "errors", "compare", "report", "plot", "power"])
def test_in_every_command(run, write, command):
    """Labels that do not meet, and documents that a system lacks, are said by all that look at systems."""
    write("g", spans(6))
    write("s", spans(4, "person"))
    write("t", spans(5, "person"))
    further = {"plot": ["systems"], "compare": ["t"], "power": ["t"]}.get(command, [])
    output = {"plot": ["-o", "f.svg"], "report": ["-o", "f.html"]}.get(command, [])
    kind, others = ([], further) if command != "plot" else (further, [])
    done = run(command, *kind, "-g", "g", "s", *others, *output)
    assert done.code == 0
    assert "gold and s have no label in common: gold has PER, PER2; s has person, person2" in done.err
    assert ("2 gold documents have no partner in s: d4, d5" in done.err) == (command != "")


@TRIES
@given(st.integers(2, 12), st.integers(0, 12), st.sampled_from(["PER", "person", "zzz"]), st.integers(0, 1))
def test_shards_say_the_same(tmp_path, count, same, label, shift):
    """A part alone may share no label where the whole does; what is said does not depend on the cut."""
    gold = [f"d{i:02}\t0\t4\t\t1\tPER\nd{i:02}\t6\t9\t\t1\tLOC\n" for i in range(count)]
    system = [
        f"d{i:02}\t{shift}\t4\t\t1\t{'PER' if i < same else label}\nd{i:02}\t6\t9\t\t1\t{label}\n"
        for i in range(count)
    ]
    paths = [tmp_path / "g", tmp_path / "s"]
    for path, rows in zip(paths, (gold, system), strict=True):
        path.write_text("".join(rows))
    whole, parts = (nerkit.evaluate(*map(str, paths), task="spans", shard_size=size) for size in (None, 60))
    assert whole.to_dict() == parts.to_dict()


def test_a_zero_never_stands_alone():
    """Where labels meet and nothing is the same, the headline is told, whichever it is."""
    gold, system = {"d": [(0, 4, "PER")]}, {"d": [(1, 4, "PER")]}
    for measures in ((), ("strict",), ("sets::span",), ("overlap-maxmax::span", "sets::span")):
        told = any("is zero though both sides have items" in text for text in warned(gold, system, measures))
        assert told == (measures != ("overlap-maxmax::span", "sets::span"))
    assert warned(gold, {"d": []}) == ("system: the file has no items",)


def warned(gold, system, measures=()):
    """The warnings of an evaluation."""
    return nerkit.evaluate(gold, system, measures=measures).warnings


@TRIES
@given(st.integers(5, 9), st.sampled_from(["ORGANIZATION", "Org", "B-ORG"]))
def test_a_part_with_other_labels(count, other):
    """A label that each side has alone is told with the number of its items."""
    gold = {"d": [(i * 5, i * 5 + 3, "ORG" if i % 2 else "PER") for i in range(2 * count)]}
    system = {"d": [(a, b, other if name == "ORG" else name) for a, b, name in gold["d"]]}
    (told,) = warned(gold, system)
    assert told.startswith(f"system: {count} items with a label that gold does not have ({other})")
    assert told.endswith(f", where gold has {count} items with a label that system does not have (ORG)")


def test_a_rare_label_of_each_side_is_no_news():
    """Small samples have labels that only one side has."""
    gold = {"d": [(i * 5, i * 5 + 3, "PER") for i in range(60)] + [(400, 410, "LAW")]}
    system = {"d": [*gold["d"][:60], (500, 510, "FAC")]}
    assert warned(gold, system) == ()


def test_likely_names():
    """Case, prefixes of schemes and abbreviations; a name like several of gold's is none of them."""
    system = ["location", "B-PER", "org", "x", "http://s.org/LOC"]
    found = {"location": "LOC", "B-PER": "PER", "org": "ORG", "http://s.org/LOC": "LOC"}
    assert likely(["LOC", "PER", "ORG"], system) == found
    assert likely(["LOC-1", "loc1"], ["LOC1"]) == {}


def test_many_names_are_compared_in_a_moment():
    """The time grows with the letters of the names, not with their pairs."""
    begin = time.process_time()
    assert likely([f"gold-{i:05}" for i in range(9_900)], [f"other-{i:05}" for i in range(9_900)]) == {}
    assert time.process_time() - begin < 2


TEXTS = [("d1", "Ada met Bob."), ("d2", "Cyd left Oslo."), ("d3", "Eve ate.")]


def listed(key, rows, **more):
    """Documents with spans, their ids under a key."""
    return lines(
        {**({key: name} if key else {}), "text": text, "ents": [[0, 3, "PER"]], **more} for name, text in rows
    )


@pytest.mark.parametrize("key", ["guid", "_id", "docid", "uid", "sampleId", "doc-key"])
def test_ids_under_another_name(run, write, key):
    """They pair where they are the other side's, and a warning says where they stand; on either side."""
    write("g", listed("id", TEXTS))
    write("s", listed(key, TEXTS[::-1]))
    for sides in (["-g", "g", "s"], ["-g", "s", "g"]):
        done = run("spans", *sides, "-f", "json")
        assert [one["text"] for one in json.loads(done.out)["warnings"]] == [
            f"s: nerkit reads ids from {key!r}, because the other side has the same ids"
        ]


def test_other_ids_that_are_not_those_of_the_other_side(run, write):
    """Then documents pair by order, beside ids that are not used; numbers from 0 are not those from 1."""
    write("g", listed("id", [(str(i + 1), text) for i, (_, text) in enumerate(TEXTS)]))
    write("s", listed("guid", [(str(i), text) for i, (_, text) in enumerate(TEXTS)]))
    done = run("spans", "-g", "g", "s")
    assert (
        "nerkit pairs documents by their order: s has no ids, so the ids of gold (1, 2, 3) are not used"
        in done.err
    )
    write("t", listed(None, TEXTS))
    assert "t has no ids" in run("spans", "-g", "g", "t").err
    assert "warning" not in run("spans", "-g", "t", "t").err


def test_other_ids_of_other_formats(run, write):
    """Graphs with `snt_id`, clusters and records with `guid`."""
    made = [f"# ::id {i}\n(a / c{i})\n\n" for i in (1, 2)]
    clusters = [lines([{"id": f"d{i}", "clusters": [[[i, i + 1], [3, 4]]]}]) for i in (0, 1)]
    records = [relations(1), relations(1, "other", "e")]
    for task, parts in (("amr", made), ("coref", clusters), ("ie", records)):
        write("g", "".join(parts))
        write("s", "".join(parts[::-1]).replace("::id", "::snt_id").replace('"id"', '"guid"'))
        done = run(task, "-g", "g", "s", "-b")
        assert (done.out, "nerkit reads ids from" in done.err) == ("1.0\n", True)


def test_an_empty_id_has_no_affix(run, write):
    """It is an id as any other, and tells nothing of the ids of the other side."""
    gold = write(
        "g.jsonl", '{"id": "a.txt", "text": "Ann", "entities": [{"start": 0, "end": 3, "label": "P"}]}\n'
    )
    system = write("s.jsonl", gold.read_text().replace("a.txt", ""))
    assert run("spans", "-g", gold, "-s", system).code in (0, 2)
    assert run("spans", "-g", system, "-s", gold).code in (0, 2)
