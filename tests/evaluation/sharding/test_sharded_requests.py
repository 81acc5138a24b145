"""What is asked for besides plain rows has the bytes of a run in one piece too: clusters, slices, selections,
warnings of messy files.
"""

import json
import random
from itertools import product

import pytest
from evaluation.sharding.test_shards import (
    CUT,
    MEASURES,
    PLAIN,
    damaged,
    documents,
    outcome,
    reason,
    shapes,
    written,
)
from hypothesis import example, given
from hypothesis import strategies as st
from tries import matrix, spread, tries

from nerkit.algorithms.columns import Column
from nerkit.scorers.spans.over_all import _narrow, _used

TRIES = tries(3)


def linked(chance, count):
    """Both sides of so many documents of annotations with ids, some of which go through several documents."""
    ids = [f"{'NIL' if i % 3 == 0 else 'Q'}{i}" for i in range(chance.randint(1, 30))]
    sides = []
    for _ in range(2):
        lines = []
        for i in range(count):
            at = 0
            for _ in range(chance.randint(0, 6) if chance.random() < 0.9 else 0):
                start = at + chance.randint(0, 3)
                at = start + chance.randint(0, 3)
                label = chance.choice(["PER", "ORG", "LOC"])
                end = start + chance.randint(0, 4)
                lines.append(f"d{i}\t{start}\t{end}\t{chance.choice(ids)}\t1.0\t{label}\n")
        sides.append("".join(lines) or "d0\t0\t1\tQ1\t1.0\tPER\n")
    return sides


CORPUS_WIDE = [
    [],  # the default, as annotations have ids
    ["b_cubed"],
    ["muc", "sets::span"],
    ["conll", "blanc", "lea"],
    ["sets::eid", "sets::type", "bags::kbid"],
    ["mention_ceaf", "entity_ceaf"],
    ["b_cubed:is_nil:span+type"],
    ["all"],
]


@pytest.mark.parametrize("measures", CORPUS_WIDE, ids=",".join)
@TRIES
@given(
    st.integers(0, 10**6),
    st.integers(2, 25),
    st.fixed_dictionaries(
        {"by": st.sampled_from([(), ("label",), ("document",), ("label", "document")])},
        optional={
            "match": st.just("overlap"),
            "labels": st.just(("PER", "XYZ")),
            "by_document": st.just(value=True),
        },
    ),
)
@example(1, 20, {"by": ("label",)})
def test_clusters_through_documents(tmp_path, measures, seed, count, further):
    """What the columns that are kept of all parts give is what all of the corpus gives."""
    paths = written(tmp_path, linked(random.Random(seed), count))
    asked = {"task": "spans", "measures": measures, **further}
    assert outcome(*paths, **asked, shard_size=60 + seed % 300) == outcome(*paths, **asked)


@pytest.mark.parametrize(("measures", "workers"), spread(CORPUS_WIDE, [1, 2]))
def test_clusters_through_documents_are_counted_in_shards(tmp_path, measures, workers):
    """What the test above compares is not a run in one piece with itself; nor are several processes."""
    paths = written(tmp_path, linked(random.Random(5), 30))
    asked = {"task": "spans", "measures": measures}
    assert reason(*paths, **asked, shard_size=400, workers=workers) is None
    assert outcome(*paths, **asked, shard_size=400, workers=workers) == outcome(*paths, **asked)


@pytest.mark.parametrize("measure", ["overlap-maxmax::span", "overlap-sumsum::span+type", "sets::docid+type"])
@pytest.mark.parametrize("damage", ["none", "unlike"])
def test_measures_over_a_document_that_is_cut(tmp_path, measure, damage):
    """Sums of fractions over a file that marks no documents."""
    paths = written(tmp_path, damaged(damage, documents("bio", 5, 30), 9))
    asked = {"task": "bio", "measures": [measure, "chunk"], "by": "label"}
    assert reason(*paths, **asked, shard_size=300) is None
    assert outcome(*paths, **asked, shard_size=300) == outcome(*paths, **asked)


REQUESTS = {
    "length": {"by": ("length",)},
    "sentence": {"by": ("sentence",)},
    "sentences of documents": {"by": ("sentence", "document", "label")},
    "seen": {"by": ("seen={training}",)},
    "documents": {"only": ("document=d1", "document=d4", "document=nowhere")},
    "a place": {"only": ("document=2",), "by": ("document",)},
    "items": {"only": ("label=PER", "label=nsubj")},
    "labels": {"labels": ("PER", "ORG", "NPP")},
    "map": {"label_map": {"PER": "HUM", "ORK": "ORG"}},
}


def asked_for(request, tmp_path, task):
    """What is asked for, with a file of training data."""
    training = tmp_path / "training.txt"
    training.write_text("".join(document.gold for document in documents(task, 77, 4)))
    by = tuple(name.format(training=training) for name in request.get("by", ()))
    return {"task": task, "measures": MEASURES.get(task, ()), **request, "by": by}


@pytest.mark.parametrize(
    ("task", "request_"),
    matrix([*product(CUT, REQUESTS)], [*zip(CUT, [*REQUESTS] * 2, strict=False), ("spans", "a place")]),
)
@tries(1)
@given(shapes)
@example(PLAIN | {"damage": "none"})
@example(PLAIN | {"damage": "missing", "documents": True})
def test_slices_and_selections(tmp_path, task, request_, shape):
    """Whatever is asked for of whatever corpus; what a task refuses it refuses with the same words."""
    listed = documents(task, shape["seed"], shape["count"])
    paths = written(tmp_path, damaged(shape["damage"], listed, shape["place"], shape["end"]))
    asked = asked_for(REQUESTS[request_], tmp_path, task) | {"by_document": shape["documents"]}
    assert outcome(*paths, **asked, shard_size=shape["size"]) == outcome(*paths, **asked)


IN_SHARDS = [
    *(("bio", name) for name in ("length", "sentence", "seen", "items", "labels", "map")),
    *(("dep", name) for name in ("length", "sentence", "seen", "documents", "labels")),
    *(("tree", name) for name in ("length", "sentence", "seen", "labels", "items")),
    *(("spans", name) for name in ("length", "documents", "items", "labels", "map")),
    *(("srl:heads", name) for name in ("sentence", "documents", "labels", "map")),
    *(("ie", name) for name in ("labels", "map")),
    *(("mrp", name) for name in ("documents", "labels")),
    *((task, "documents") for task in ("json", "coref", "amr")),
]


@pytest.mark.parametrize(("case", "workers"), spread(IN_SHARDS, [2, 1, 1]))
def test_slices_and_selections_in_shards(tmp_path, case, workers):
    """What the test above compares is not a run in one piece with itself; nor are several processes."""
    task, request_ = case
    paths = written(tmp_path, damaged("none", documents(task, 5, 14), 0))
    asked = asked_for(REQUESTS[request_], tmp_path, task)
    assert reason(*paths, **asked, shard_size=900, workers=workers) is None
    assert outcome(*paths, **asked, shard_size=900, workers=workers) == outcome(*paths, **asked)


def test_sentences_without_ids(tmp_path):
    """Trees without ids are numbered over all parts."""
    trees = [f"(S (NP (N w{i})) (VP (V {'go' * (i % 3 + 1)})))\n" for i in range(20)]
    paths = written(tmp_path, ["".join(trees), "".join(trees).replace("NP", "VP", 5)])
    asked = {"task": "tree", "by": ("sentence", "label")}
    assert reason(*paths, **asked, shard_size=100) is None
    assert outcome(*paths, **asked, shard_size=100) == outcome(*paths, **asked)


def test_blank_lines_at_the_end_of_trees(tmp_path):
    """They are sentences without a tree, where a part has nothing else too."""
    text = "(S (NP (N a)) (VP (V b)))\n" * 4 + "\n\n"
    paths = written(tmp_path, [text, text])
    assert reason(*paths, task="tree", shard_size=30) is None
    assert outcome(*paths, task="tree", shard_size=30) == outcome(*paths, task="tree")


@pytest.mark.parametrize("blank", [0, 1])
def test_a_part_that_is_blank_on_one_side(tmp_path, blank):
    """The other side's sentences are not scored beside nothing."""
    texts = ["[PER Ann] met [PER Bob]\n" * 6] * 2
    texts[blank] += "\n\n"
    texts[1 - blank] += "Eve left\n"
    paths = written(tmp_path, texts)
    asked = {"task": "bio", "extra": "ignore", "missing": "ignore"}
    whole = outcome(*paths, **asked)
    assert "tokens where gold has" in whole
    for size in (24, 48, 72):
        assert outcome(*paths, **asked, shard_size=size) == whole


@pytest.mark.parametrize("extra", ["ignore", "spurious", "error"])
def test_graphs_of_one_id_in_two_shards(tmp_path, extra):
    """What a graph is called depends on all frameworks that have its id, wherever they stand."""
    lines = [json.loads(document.gold) for document in documents("mrp", 5, 8)]
    graphs = [json.dumps(line | {"id": "same"} if i > 5 else line) + "\n" for i, line in enumerate(lines)]
    paths = written(tmp_path, ["".join(graphs), "".join([graphs[7], *graphs[:7]])])
    asked = {"task": "mrp", "by_document": True, "extra": extra}
    whole = outcome(*paths, **asked)
    for size in (500, 1000, 2000, 3000):
        assert outcome(*paths, **asked, shard_size=size) == whole
    assert "eds/same" in str(whole)


def test_training_data_that_does_not_parse(tmp_path):
    """It is the error of the run in one piece."""
    paths = written(tmp_path, damaged("none", documents("bio", 5, 14), 0))
    training = tmp_path / "training.bio"
    training.write_text("Ann B-PER\nmet\n\nBob B-PER\n")
    asked = {"task": "bio", "by": (f"seen={training}",)}
    found = outcome(*paths, **asked, shard_size=300)
    assert found == outcome(*paths, **asked)
    assert "training.bio:2" in found


def _every(size, change):
    """A change of every n-th line, n being *size*, of those that it changes."""

    def of_text(text):
        lines = text.split("\n")
        places = [i for i, line in enumerate(lines) if change(line) != line]
        for i in places[::size]:
            lines[i] = change(lines[i])
        return "\n".join(lines)

    return of_text


def _cell(place, value, marks="\t"):
    """A change of a cell of a line of columns."""

    def of_line(line):
        cells = line.split(marks)
        if len(cells) <= abs(place) or line.startswith("#"):
            return line
        cells[place] = value
        return marks.join(cells)

    return of_line


MESSY = {  # what is damaged: task, a line -> a damaged one, what is asked for besides
    "other words": ("bio", lambda line: line.replace("w", "v", 1), {}),
    "other borders": ("bio", lambda line: line.replace("w3 ", "\nw3 "), {}),
    "other words of coreference": ("coref", _cell(1, "other"), {}),
    "mentions given twice": ("coref", lambda line: line.replace("(e1--1)", "(e1--1)(e3--1)"), {}),
    "other words of trees": ("tree", lambda line: line.replace("w1\t", "v1\t"), {}),
    "unused labels": (
        "bio",
        lambda line: line,
        {"labels": ("PER", "PERS", "LOK"), "label_map": {"X": "PER"}},
    ),
    "no lists": ("ie", lambda line: line.replace('"events"', '"event_list"'), {}),
    "trees that are none": ("dep", _cell(6, "0"), {"skip_invalid": True}),
    "graphs that are none": ("amr", lambda line: line.replace("(", "((", 1), {"skip_invalid": True}),
    "graphs of MRP that are none": (
        "mrp",
        lambda line: line.replace('"source": 0', '"source": 99'),
        {"skip_invalid": True},
    ),
}


@pytest.mark.parametrize("kind", MESSY)
@tries(2)
@given(st.integers(0, 10**6), st.integers(1, 9), st.booleans())
@example(5, 3, False)
def test_warnings_of_messy_files(tmp_path, kind, seed, every, both):
    """They count what they count in one piece, and show the same first places."""
    task, change, further = MESSY[kind]
    gold, system = damaged("none", documents(task, seed, 14), 0)
    messy = _every(every, change)
    paths = written(tmp_path, [messy(gold) if both else gold, messy(system)])
    asked = {"task": task, "measures": MEASURES.get(task, ()), **further}
    assert outcome(*paths, **asked, shard_size=100 + seed % 1000) == outcome(*paths, **asked)


@pytest.mark.parametrize("kind", [kind for kind in MESSY if kind not in ("no lists", "other borders")])
def test_messy_files_are_scored_in_shards(tmp_path, kind):
    """What the test above compares is not a run in one piece with itself."""
    task, change, further = MESSY[kind]
    gold, system = damaged("none", documents(task, 5, 14), 0)
    paths = written(tmp_path, [gold, _every(3, change)(system)])
    asked = {"task": task, "measures": MEASURES.get(task, ()), **further}
    assert reason(*paths, **asked, shard_size=400) is None
    assert outcome(*paths, **asked, shard_size=400)[-1]


@given(st.lists(st.integers(-(2**40), 2**40), max_size=5))
def test_numbers_in_few_bytes(values):
    """They are the same numbers."""
    import numpy as np

    narrow = _narrow(np.array(values, np.int64))
    assert narrow.tolist() == values
    assert narrow.itemsize == 1 or not all(-128 <= value <= 127 for value in values)


def test_values_that_are_used():
    """Those that no row has are not kept; absent ones stay absent."""
    import numpy as np

    column = _used(Column(["a", "b", "c"], np.array([2, -1, 0, 2])))
    assert column.values == ["a", "c"]
    assert [column.value(row) for row in range(4)] == ["c", None, "a", "c"]


ANN = "T1\tPER 0 3\tAnn\nT2\tLOC 8 11\tRio\nR1\tlives Arg1:T1 Arg2:T2\nA1\tsure T1\n#1\tNote T1\thm\n"
PROJECT = '{"text": "Ann saw Rio", "label": [[0, 3, "PER"]], "relations": [{"from": 1}], "cats": {"x": 1}}'


@pytest.mark.parametrize(
    ("ending", "text", "further"),
    [
        ("ann", ANN, {"form": "brat"}),
        ("json", PROJECT + "\n" + PROJECT.replace("PER", "LOC") + "\n", {}),
        ("bio", "# a comment\nAnn B-PER\nsaw O\n\nx Y-PER Z\n", {"task": "bio"}),
    ],
)
@pytest.mark.parametrize("every", [1, 3])
def test_what_readers_leave_out_of_the_files_of_a_folder(tmp_path, ending, text, further, every):
    """It is counted over all files, and they are called as they are in one piece."""
    folders = [tmp_path / side for side in ("gold", "system")]
    for side, folder in enumerate(folders):
        folder.mkdir()
        for i in range(20):
            lines = text.splitlines(keepends=True)
            messy = (
                lines if i % every == 0 else [line for line in lines if not line.startswith(("R", "A", "#"))]
            )
            (folder / f"d{i:02}.{ending}").write_text("".join(messy).replace("PER", "ORG" if side else "PER"))
            if ending == "ann":
                (folder / f"d{i:02}.txt").write_text("Ann saw Rio")
    asked = {"task": "spans", **further}
    whole = outcome(*folders, **asked)
    assert outcome(*folders, **asked, shard_size=250) == whole
    if not isinstance(whole, str):
        assert reason(*folders, **asked, shard_size=250) is None
        assert whole[-1]


def answered(chance):
    """What a model may answer: JSON, prose around it, pieces of it, or nothing."""
    entities = [
        {"text": chance.choice(["Ann", "Rio", "Bob"]), "label": chance.choice(["PER", "LOC"])}
        for _ in range(chance.randint(0, 3))
    ]
    text = json.dumps({"entities": entities})
    answers = (
        text,
        text,
        f"Sure! ```json {text}```",
        text[:-3],
        "No entities found.",
        {"entities": entities},
    )
    return chance.choice(answers)


@TRIES
@given(
    st.integers(0, 10**6),
    st.sampled_from([[], ["sets::span+type"], ["string"]]),
    st.sampled_from([(), "label"]),
)
@example(5, [], ())
def test_answers_of_models_beside_annotated_texts(tmp_path, seed, measures, by):
    """Sides of two formats of JSON lines are cut alike; how answers were read is counted over all."""
    chance, lines = random.Random(seed), ([], [])
    has_ids = chance.random() < 0.6
    for i in range(chance.randint(2, 25)):
        id_ = {"id": f"d{i}"} if has_ids else {}
        text = {"text": "Ann saw Rio and Bob", "label": [[0, 3, "PER"], [8, 11, "LOC"]]}
        lines[0].append(json.dumps(id_ | text) + "\n")
        lines[1].append(
            json.dumps(id_ | {"output": answered(chance)})[: None if chance.random() < 0.98 else -2]
        )
    paths = written(tmp_path, ["".join(lines[0]), "\n".join(lines[1])])
    asked = {"task": "spans", "measures": measures, "by": by}
    assert outcome(*paths, **asked, shard_size=100 + seed % 700) == outcome(*paths, **asked)


def test_answers_of_models_are_scored_in_shards(tmp_path):
    """What the test above compares is not a run in one piece with itself."""
    text = {"text": "Ann saw Rio and Bob", "label": [[0, 3, "PER"], [8, 11, "LOC"]]}
    answer = {"output": 'Sure: {"entities": [{"text": "Ann", "label": "PER"}]}'}
    paths = written(
        tmp_path,
        ["".join(json.dumps({"id": f"d{i}"} | one) + "\n" for i in range(40)) for one in (text, answer)],
    )
    asked = {"task": "spans", "shard_size": 700}
    assert reason(*paths, **asked) is None
    assert "of which 40 wrapped" in outcome(*paths, **asked)[-1][0]


HEADER = "TOKEN\tNE-COARSE-LIT\tNEL-LIT\tMISC\n"


def historical(chance, count):
    """Both sides of so many documents in HIPE's columns."""
    sides = [HEADER, HEADER]
    for i in range(count):
        words = [f"w{j}" for j in range(chance.randint(1, 5))]
        for side in range(2):
            rows = (
                f"{'other' if side and chance.random() < 0.1 else word}\t"
                f"{chance.choice(['O', 'B-loc', 'I-loc', 'B-pers'])}\t{chance.choice(['_', 'Q1', 'Q2|Q3'])}\t"
                f"{chance.choice(['_', 'LED0.25'])}\n"
                for word in words
            )
            date = f"# hipe2022:date = 18{i % 90 + 10}-01-20\n" if i % 5 else ""
            sides[side] += f"# hipe2022:document_id = n{i}\n{date}{''.join(rows)}\n"
    return sides


@TRIES
@given(
    st.integers(0, 10**6),
    st.sampled_from([(), ("label",), ("document",), ("label", "document")]),
    st.fixed_dictionaries(
        {},
        optional={
            "period": st.just("1810-1850,1850-1900"),
            "noise": st.just("0,0-.3"),
            "n_best": st.just("1,2"),
        },
    ),
)
@example(5, (), {})
def test_columns_of_historical_documents(tmp_path, seed, by, further):
    """The header is of the whole file, and undated documents and other tokens are counted over all."""
    chance = random.Random(seed)
    paths = written(tmp_path, historical(chance, chance.randint(2, 25)))
    asked = {"task": "spans", "by": by, **further}
    assert outcome(*paths, **asked, shard_size=100 + seed % 700) == outcome(*paths, **asked)


@pytest.mark.parametrize("by", [(), ("label",), ("document",)])
def test_columns_of_historical_documents_in_shards(tmp_path, by):
    """What the test above compares is not a run in one piece with itself."""
    paths = written(tmp_path, historical(random.Random(5), 60))
    assert reason(*paths, task="spans", by=by, period="1810-1850", shard_size=700) is None
