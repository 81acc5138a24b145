"""SciREX's relations: against a slow twin, and what the files may not have."""

import json
from itertools import combinations
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.cli import main
from nerkit.exceptions import UsageError
from nerkit.readers.records.scirex import TYPES

EPSILON = 1e-7
WORDS = [f"w{i}" for i in range(60)]


def paper(coref, relations, ner=None, **more):
    """An annotated document."""
    spans = [span for listed in coref.values() for span in listed]
    return {
        "doc_id": "d",
        "words": WORDS,
        "ner": ner if ner is not None else [[*span, "Task"] for span in spans],
        "coref": coref,
        "n_ary_relations": [dict(zip(TYPES, each, strict=True)) for each in relations],
        **more,
    }


def answer(clusters, relations, ner=None):
    """The three files of a system."""
    spans = [span for listed in clusters.values() for span in listed]
    mentions = ner if ner is not None else [[*span, "Task"] for span in spans]
    return (
        {"doc_id": "d", "predicted_relations": [[list(each), 0.9, 1] for each in relations]},
        {"doc_id": "d", "clusters": clusters},
        {"doc_id": "d", "ner": mentions},
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("scirex")


def written(folder, *files):
    """A file for each document, whatever it is called."""
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for number, document in enumerate(files):
        (folder / str(number)).write_text(json.dumps(document) + "\n")
    return str(folder)


def evaluated(folder, gold, system, **asked):
    sides = written(folder / "gold", gold), written(folder / "system", *system)
    return nerkit.evaluate(*sides, task="ie", measures=["scirex", "scirex-paper"], **asked)


GOLD = paper(
    {"m": [[0, 3], [5, 7]], "r": [[10, 11]], "t": [[20, 22], [25, 27], [30, 32]], "f": [[40, 42]], "e": []},
    [["m", "r", "t", "f"], ["m", "r", "t", "e"]],
)


def test_names_do_not_score(folder):
    """An entity that is none of gold's is wrong if it has the name of one; SciREX's script finds it right."""
    clusters = {"m": [[50, 51]], "r": [[10, 11]], "t": [[20, 22]], "f": [[40, 42]]}
    found = evaluated(folder, GOLD, answer(clusters, [["m", "r", "t", "f"]]))
    assert found["scirex"].f1 == pytest.approx(0, abs=1e-6)
    assert found["scirex-paper"].f1 == 0


def test_parts_of_methods(folder):
    """The mentions of a part are the method's, too."""
    gold = paper(
        {"m": [[0, 1]], "r": [[10, 11]], "t": [[20, 22]], "a+b": [], "a": [[40, 42]], "x": [[50, 52]]},
        [["m", "r", "t", "a+b"]],
        method_subrelations={"a+b": [[[0, 1], "a"], [[2, 3], "a+b"]]},
    )
    clusters = {"M": [[0, 1]], "R": [[10, 11]], "T": [[20, 22]], "F": [[40, 42]]}
    found = evaluated(folder, gold, answer(clusters, [["M", "R", "T", "F"]]))
    assert found["scirex"].f1 == pytest.approx(1)
    assert found["scirex/entities"].recall == pytest.approx(1)  # x is in no relation


def test_labels_are_types(folder):
    system = answer({"M": [[0, 3]], "R": [[10, 11]]}, [["M", "R", "T", "F"]])
    found = evaluated(folder, GOLD, system, by=["label"])
    assert found["scirex/binary", "Material+Metric"].f1 == pytest.approx(1)
    assert found["scirex/binary", "Task+Method"].f1 == 0


spans = st.lists(
    st.tuples(st.integers(0, 20), st.integers(1, 4)).map(lambda p: [p[0], p[0] + p[1]]),
    max_size=3,
    unique_by=tuple,
)
named = st.fixed_dictionaries(dict.fromkeys("abcd", spans))
relations = st.lists(st.tuples(*(st.sampled_from("abcd") for _ in TYPES)).map(list), min_size=1, max_size=3)


def slow(gold, system):
    """P, R and F of relations of two and of four entities, document by document, by the definition."""
    predicted, clusters, mentions = system

    def overlap(one, other):
        return (min(one[1], other[1]) - max(one[0], other[0])) / (
            max(one[1], other[1]) - min(one[0], other[0])
        )

    first = {}
    for span in mentions["ner"]:
        own = tuple(span[:2])
        first[own] = next((tuple(g[:2]) for g in gold["ner"] if overlap(span, g) > 0.5), own)
    salient = {name: gold["coref"][name] for each in gold["n_ary_relations"] for name in each.values()}
    renamed = {}
    for name, listed in clusters["clusters"].items():
        own = {first[tuple(span)] for span in listed}
        shares = [(len(own & set(map(tuple, salient[g]))) / len(own), g) for g in salient] if own else []
        best = max(shares, key=lambda share: share[0], default=(0, None))
        if best[0] > 0.5:
            renamed[name] = best[1]
    scores = {}
    for size in (2, 4):
        rows = []
        for kinds in combinations(range(4), size):
            found = {tuple(renamed.get(n, n) for n in r[0]) for r in predicted["predicted_relations"]}
            found = {tuple(names[k] for k in kinds) for names in found}
            wanted = {tuple(each[TYPES[k]] for k in kinds) for each in gold["n_ary_relations"]}
            wanted = {names for names in wanted if all(gold["coref"][name] for name in names)}
            if wanted:
                p, r = (len(found & wanted) / (len(side) + EPSILON) for side in (found, wanted))
                rows.append((p, r, 2 * p * r / (p + r + EPSILON)))
        scores[size] = tuple(map(mean, zip(*rows, strict=True))) if rows else (0, 0, 0)
    return scores


def disjoint(entities):
    """Whether no mention is in two entities, so that an entity is one of gold's at most."""
    listed = [tuple(span) for one in entities.values() for span in one]
    return len(listed) == len(set(listed))


@given(named.filter(disjoint), relations, named, relations)
def test_against_the_definition(folder, coref, right, clusters, guessed):
    clusters = {name: listed for name, listed in clusters.items() if listed}
    gold, system = paper(coref, right), answer({f"x{n}": s for n, s in clusters.items()}, [])
    system[0]["predicted_relations"] = [[[f"x{n}" for n in each], 0.9, 1] for each in guessed]
    found = evaluated(folder, gold, system)
    for size, measure in ((2, "scirex/binary"), (4, "scirex/nary")):
        row = found[measure]
        assert (row.precision, row.recall, row.f1) == pytest.approx(slow(gold, system)[size], abs=1e-12)


def failed(capsys, *arguments):
    with pytest.raises(SystemExit) as raised:
        main(["ie", *arguments])
    assert raised.value.code == 2
    return capsys.readouterr().err


def test_three_files(tmp_path, capsys):
    """The same numbers whether the files are in a folder or are named; a part that is lacking is said."""
    gold = written(tmp_path / "gold", GOLD)
    system = answer(
        {"M": [[0, 3]], "R": [[10, 11]], "T": [[20, 22]], "F": [[40, 42]]}, [["M", "R", "T", "F"]]
    )
    folder = written(tmp_path / "system", *system)
    paths = [f"{folder}/{number}" for number in range(3)]
    whole = nerkit.evaluate(gold, folder, task="ie")
    apart = nerkit.evaluate(gold, paths[0], task="ie", clusters=paths[1], mentions=paths[2])
    assert (whole.headline, whole.f1) == ("scirex", pytest.approx(1))
    assert [one.to_dict() | {"system": ""} for one in whole.rows] == [
        one.to_dict() | {"system": ""} for one in apart.rows
    ]
    assert "give the mentions with --clusters FILE" in failed(capsys, "-g", gold, "-s", paths[0])
    twice = failed(capsys, "-g", gold, "-s", folder, "--clusters", paths[1])
    assert "the system already has clusters of document d" in twice


def test_what_is_left_out_is_counted(folder):
    found = evaluated(folder, GOLD, answer({"M": [[0, 3]]}, []))
    assert any("1 cluster without mentions" in warning for warning in found.warnings)
    assert any("1 relation with a cluster without mentions" in warning for warning in found.warnings)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"Method": "f"', '"Method": "unknown"', "Method 'unknown' is not an entity of the document"),
        ('"Method": "f"', '"Other": "f"', "no Method"),
        ("[40, 42]]", "[40, 99]]", "end 99 is beyond the text, which has 60 tokens"),
        ('[0, 3, "Task"]', "[0, 3]", "[0, 3] is not [start, end, type]"),
        ('"doc_id": "d"', '"doc_id": null, "x": 0', "no doc_id"),
        ('"e": []', '"e": 3', "3 is not a list of spans"),
    ],
)
def test_bad_gold(tmp_path, capsys, old, new, message):
    text = json.dumps(GOLD)
    assert old in text
    (tmp_path / "gold.jsonl").write_text(text.replace(old, new, 1))
    error = failed(
        capsys, "-g", str(tmp_path / "gold.jsonl"), "-s", str(tmp_path / "gold.jsonl"), "--from", "scirex"
    )
    assert message in error.replace('"', "'")
    assert "gold.jsonl:1:" in error


@pytest.mark.parametrize(
    ("relation", "message"),
    [
        ([["M", "R", "T"], 0.9, 1], "is not a relation"),
        ([["M", "R", "T", 3], 0.9, 1], "is not a relation"),
        ([["M", "R", "T", "F"], 0.9, 2], "2 is neither 0 nor 1"),
        ("M", "'M' is not a relation"),
    ],
)
def test_bad_relations(tmp_path, capsys, relation, message):
    gold = written(tmp_path / "gold", GOLD)
    line = json.dumps({"doc_id": "d", "predicted_relations": [relation]})
    (tmp_path / "relations.jsonl").write_text(line)
    error = failed(capsys, "-g", gold, "-s", str(tmp_path / "relations.jsonl"))
    assert message in error.replace('"', "'")


def test_a_part_that_is_given_twice(tmp_path, capsys):
    gold = written(tmp_path / "gold", GOLD)
    system = answer({"M": [[0, 3]]}, [["M", "R", "T", "F"]])
    folder = written(tmp_path / "system", *system, system[1])
    assert "1 document id given more than once: d" in failed(capsys, "-g", gold, "-s", folder)
    folder = written(tmp_path / "system", system[1], GOLD)
    assert "of document d are given twice" in failed(capsys, "-g", gold, "-s", folder)


def test_conversion(tmp_path, capsys):
    """What is read is written, and read again with the same numbers."""
    gold = written(tmp_path / "gold", GOLD)
    path = str(tmp_path / "again.jsonl")
    with pytest.raises(SystemExit):
        main(["convert", gold, "--to", "scirex", "-o", path])
    again = json.loads((tmp_path / "again.jsonl").read_text())
    assert {key: again[key] for key in ("coref", "n_ary_relations", "ner")} == {
        key: GOLD[key] for key in ("coref", "n_ary_relations", "ner")
    }
    with pytest.raises(SystemExit):
        main(["convert", gold, "--to", "ie-jsonl"])
    assert "cannot hold 2 n-ary relations" in capsys.readouterr().err


def test_one_wrong_entity(folder):
    """What is wrong with a relation is the type of its one wrong entity; the file is that of relations."""
    clusters = {"M": [[0, 3]], "R": [[10, 11]], "X": [[50, 51]], "F": [[40, 42]]}
    found = evaluated(folder, GOLD, answer(clusters, [["M", "R", "X", "F"]]))
    (error,) = found.errors()
    assert (error.kind, error.gold_item["label"]) == ("task value", "+".join(TYPES))
    assert error.system_item["text"] == "relations[0] m + r + X + f"
    assert error.system_place[0].endswith("/system/0")


def test_beta(folder):
    """Means of F1 have no other F: an error says so, and what has one."""
    result = evaluated(folder, GOLD, answer({"M": [[0, 3]]}, [["M", "R", "T", "F"]]), beta=2)
    with pytest.raises(UsageError, match="cannot be used here, because SciREX averages the F1"):
        result.rows
