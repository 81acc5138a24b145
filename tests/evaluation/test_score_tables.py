"""Tables of scores: in every shape the same comparison, that of files, and the one of all exchanges."""

import csv
import io
import itertools
import json
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nerkit
from nerkit.exceptions import InputError, UsageError
from nerkit.formatters import render

DEMO = Path(__file__).parents[2] / "demo"
FIELDS = ("value", "delta", "delta_low", "delta_high", "p", "p_holm", "rank", "better_than", "units")


def compared(comparison):
    """The numbers of the rows about all documents, by system and measure."""
    rows = [row for row in comparison.rows if row.label == "*"]
    return {(row.system, row.measure): [row.to_dict().get(name) for name in FIELDS] for row in rows}


def written(rows, delimiter=","):
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def long_of(scores):
    return [
        {"id": f"q{place}", "system": system, "score": value}
        for place in range(len(scores["a"]))
        for system, values in scores.items()
        for value in values[place : place + 1]
    ]


GRADES = st.integers(0, 8).map(lambda eighths: eighths / 8)


@settings(max_examples=4)
@given(st.lists(st.tuples(GRADES, GRADES), min_size=2, max_size=9))
def test_shapes(tmp_path_factory, pairs):
    """Wide, long, JSON lines, tabs, a file per system, lists and data frames give one comparison."""
    folder = tmp_path_factory.mktemp("shapes")
    scores = {name: [pair[place] for pair in pairs] for place, name in enumerate("ab")}
    scores["a"][0] = 0.125  # which is no label
    wide = [{"id": f"q{i}", "a": a, "b": b} for i, (a, b) in enumerate(zip(*scores.values(), strict=True))]
    long = long_of(scores)
    quotients = [row | {"numerator": row["score"] * 8, "denominator": 8, "score": ""} for row in long]
    files = {
        "wide.csv": written(wide),
        "long.tsv": written(long, "\t"),
        "wide.jsonl": "".join(json.dumps(row) + "\n" for row in wide),
        "long.json": json.dumps(long),
        "a.csv": written([{"id": row["id"], "score": row["score"]} for row in long if row["system"] == "a"]),
        "b.csv": written([{"id": row["id"], "score": row["score"]} for row in long if row["system"] == "b"]),
    }
    for name, text in files.items():
        (folder / name).write_text(text)
    paths = {name: str(folder / name) for name in files}
    whole = [paths[name] for name in files if name not in ("a.csv", "b.csv")]
    pandas = pytest.importorskip("pandas")
    tables = [*whole, wide, long, {"a": paths["a.csv"], "b": paths["b.csv"]}]
    tables += [pandas.DataFrame(wide), pandas.DataFrame(long)]
    first, *others = [list(compared(nerkit.compare_scores(table)).values()) for table in tables]
    assert all(other == first for other in others)
    of_quotients = nerkit.compare_scores(quotients)
    assert [row.value for row in of_quotients.rows] == pytest.approx([numbers[0] for numbers in first])
    assert [pair.difference.p[0] for pair in of_quotients.pairs] == [first[1][4]]


TASKS = {
    "bio": ("bio/gold.bio", "bio/system.bio", {}),
    "spans": ("spans/gold.tsv", "spans/system.tsv", {}),
    "noisy": ("noisy/gold.bio", "noisy/system.bio", {}),
    "coref": ("coref/gold.conll", "coref/system.conll", {}),
    "mrp": ("mrp/gold.mrp", "mrp/system.mrp", {}),
    "amr": ("amr/gold.amr", "amr/system.amr", {}),
    "srl": ("srl/gold.props", "srl/system.props", {}),
    "dep": ("dep/gold.conllu", "dep/system.conllu", {}),
    "tree": ("tree/gold.mrg", "tree/system.mrg", {}),
    "json": ("json/gold.jsonl", "json/system.jsonl", {}),
    "calls": ("calls/gold.jsonl", "calls/log.jsonl", {}),
    "ie": ("ie/gold.jsonl", "ie/system.jsonl", {}),
    "means": ("tasks/dst.gold.jsonl", "tasks/dst.system.jsonl", {"preset": "dst"}),
    "averages": ("tasks/keyphrase.gold.jsonl", "tasks/keyphrase.system.jsonl", {"preset": "keyphrase"}),
    "fields": ("bio/gold.bio", "bio/system.bio", {"beta": 2.0, "task": "bio"}),
}


@pytest.mark.parametrize("name", TASKS)
def test_own_rows(tmp_path, name):
    """The table of `--by document -f csv` gives what the files give; one document is cut into sentences."""
    gold, system, options = TASKS[name]
    asked = options or {"task": name}
    sides = (DEMO / gold, {"system": DEMO / system, "gold": DEMO / gold})
    of_files = nerkit.compare(*sides, **asked)
    alone = len(of_files.result.counts["gold"].documents) == 1
    by = "sentence" if alone and "unit:sentence" in of_files.result.signature else "document"
    result = nerkit.evaluate(*sides, by=by, **asked)
    table = tmp_path / "rows.csv"
    table.write_text(render(result, "csv"))
    of_table = nerkit.compare_scores(table, beta=options.get("beta", 1.0))
    assert compared(of_table) == compared(of_files)
    if not any("by label" in warning for warning in of_table.result.warnings):
        assert str(of_table) == str(of_files)


def enumerated(units):
    """The share of all exchanges of units, `(first sums, second sums)`, with a difference as large."""
    first, second = (np.array(side, float) for side in zip(*units, strict=True))
    moved = np.array(list(itertools.product((0, 1), repeat=len(units)))) @ (second - first)

    def values(sums):
        return np.divide(sums[..., 0], sums[..., 1], out=np.zeros(sums.shape[:-1]), where=sums[..., 1] != 0)

    differences = values(second.sum(0) - moved) - values(first.sum(0) + moved)
    observed = values(second.sum(0)) - values(first.sum(0))
    return (np.abs(differences) >= abs(observed) - 1e-9).mean()


@settings(max_examples=15)
@given(st.integers(2, 10), st.booleans(), st.randoms(use_true_random=False))
def test_exact(size, has_clusters, chance):
    """p is that of all exchanges of items, or of clusters of two, of quotients of any denominator."""
    rows, units = [], {}
    for item, system in itertools.product(range(size), "ab"):
        bottom = chance.randrange(1, 7)
        top = chance.randrange(bottom + 1)
        unit = item // 2 if has_clusters else item
        rows.append({"id": item, "system": system, "numerator": top, "denominator": bottom, "cluster": unit})
        sums = units.setdefault(unit, ([0, 0], [0, 0]))["ab".index(system)]
        sums[0], sums[1] = sums[0] + top, sums[1] + bottom
    if len(units) > 1:
        (pair,) = nerkit.compare_scores(rows, paired="exact").pairs
        assert pair.difference.p[0] == pytest.approx(enumerated(list(units.values())), abs=1e-12)


def test_intervals_of_clusters():
    """Intervals with clusters hold the true difference in about 95 % of test sets; without, in too few."""
    chance, clusters, truth = np.random.default_rng(1), 100, NormalDist(0, 3**0.5).cdf(0.3) - 0.5
    hits, runs = np.zeros(2), 40
    for run in range(runs):
        cluster = np.repeat(np.arange(clusters), chance.integers(1, 6, clusters))
        shared, own = chance.normal(size=(2, clusters))[:, cluster]
        noise = chance.normal(size=(2, len(cluster)))
        sides = (shared + noise[0] > 0, shared + 0.3 + own + noise[1] > 0)
        table = [
            {"id": place, "cluster": str(name), "a": int(a), "b": int(b)}
            for place, (name, a, b) in enumerate(zip(cluster, *sides, strict=True))
        ]
        plain = [{name: row[name] for name in ("id", "a", "b")} for row in table]
        for way, rows in enumerate((table, plain)):
            (pair,) = nerkit.compare_scores(rows, paired="bootstrap", resamples=150, seed=run).pairs
            hits[way] += pair.difference.low[0] <= truth <= pair.difference.high[0]
    with_clusters, without = hits / runs
    assert abs(with_clusters - 0.95) <= 2 * (0.95 * 0.05 / runs) ** 0.5
    assert without < with_clusters


def test_runs():
    """A column of runs makes groups of runs; each of them may be a system."""
    rows = [
        {"id": item, "system": system, "run": run, "score": (item + run * (system == "b")) % 2}
        for item, system, run in itertools.product(range(8), "ab", range(2))
    ]
    comparison = nerkit.compare_scores(rows)
    assert [row.extra["runs"] for row in comparison.rows] == [2, 2]
    assert "runs:dealt" in comparison.result.signature
    assert nerkit.compare_scores(rows, runs="each").result.systems == ["a:0", "a:1", "b:0", "b:1"]


def test_missing():
    """A missing score is counted, and refused, dropped with its item, or 0."""
    rows = [{"id": i, "system": s, "score": (i + (s == "b")) % 3 / 2} for i in range(9) for s in "ab"]
    rows[3]["score"], lost = None, rows.pop(8)
    with pytest.raises(InputError, match=r"2 scores missing \(1 of a, 1 of b\), the first: "):
        nerkit.compare_scores(rows)
    whole = nerkit.compare_scores([row for row in rows if row["id"] not in (1, lost["id"])])
    dropped, zeros = (nerkit.compare_scores(rows, missing=name) for name in ("drop", "zero"))
    assert compared(dropped) == compared(whole)
    assert "2 scores missing: 4 of a, 1 of b; nerkit leaves out 2 items of 9" in dropped.result.warnings
    assert "missing:drop" in dropped.result.signature
    sums = {system: sum(row["score"] or 0 for row in rows if row["system"] == system) for system in "ab"}
    assert [row.value for row in zeros.rows] == [sums["a"] / 9, sums["b"] / 9]
    quotients = [row | {"numerator": row["score"], "denominator": 1} for row in rows]
    with pytest.raises(UsageError, match="needs plain scores"):
        nerkit.compare_scores(quotients, missing="zero")


def sample(document, chosen, value):
    known = {"doc_id": document, "doc": {"q": "?"}, "target": "4", "resps": [["4"]], "filtered_resps": ["4"]}
    return known | {
        "filter": chosen,
        "metrics": ["exact_match", "ter"],
        "exact_match": value,
        "ter": 1 - value,
    }


def log_of(flags):
    scored = [{"match": {"value": "C" if flag else "I"}, "grade": {"value": {"a": 0.5}}} for flag in flags]
    samples = [{"id": place // 2, "epoch": place % 2, "scores": one} for place, one in enumerate(scored)]
    return json.dumps({"version": 2, "eval": {"task": "t", "model": "m"}, "samples": samples}, indent=1)


def test_harnesses(run, write):
    """Samples and logs are known by their content; of several scores one is chosen, and epochs are runs."""
    for name, flag in (("a", 0), ("b", 1)):
        lines = [sample(i, chosen, float(flag or i % 2)) for i in range(12) for chosen in ("none", "strict")]
        write(f"{name}.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
        write(f"{name}.json", log_of([flag or i % 3 == 0 for i in range(24)]))
    done = run("compare", "a.jsonl", "b.jsonl")
    names = "exact_match, ter, exact_match,strict, ter,strict"
    assert (done.code, done.out) == (2, "")
    assert f"a.jsonl has several scores: {names}; choose one with --score" in done.err
    assert "a.jsonl     0.500" in run("compare", "a.jsonl", "b.jsonl", "--score", "exact_match").out
    done = run("compare", "a.jsonl", "b.jsonl", "--score", "ter,strict", "-f", "json")
    assert [row["rank"] for row in json.loads(done.out)["rows"]] == [2, 1]  # lower values are better
    assert "a.json has several scores: match, grade/a" in run("compare", "a.json", "b.json").err
    done = run("compare", "a.json", "b.json", "--score", "match")
    assert "runs:dealt" in done.err
    assert [name in done.read for name in ("inspect log, 12 documents, 24 scores",) * 2]
    first = run("power", "a.jsonl", "b.jsonl", "--score", "exact_match").out.splitlines()[0]
    assert first.endswith("documents show a difference of .500 in 80 % of cases")


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("id,a,b\nq1,1,0\nq2,x,0\nq3,1,1\n", "3:4", '"x" is not a number'),
        ('id,a,b\n"q, 1",1,0\n"q, 2",1\n"q, 3",1,1\n', "3:9", "2 cells where the first line names 3"),
        ("id,a,b\nq1,1,0\nq1,1,0\n", "3:1", "q1 of a has two scores"),
        ("id,a,b\nq1,1,0\nq2,,0\n", "3:4", "1 score missing (1 of a), the first: q2 of a"),
        ("id,a,b\nq1,1,0\n,1,0\n", "3:1", "the line has no id"),
        ("id,a,a\nq1,1,.5\n", "1:6", "two columns have the name 'a'"),
        ("q1\t.5\nq2\t.6\n", "1:1", "the table of scores has no names of columns"),
        ("id\ta\tb\nq1\t3\t4\n", "1:1", "whole numbers may be scores of systems or labels of annotators"),
        (
            "id,system,cluster,score\nq1,a,x,1\nq1,b,y,1\n",
            "3:6",
            "q1 is in cluster y here, but in cluster x above",
        ),
        ("id,system,numerator,denominator\nq1,a,1,0\n", "2:8", "1 / 0 is not a score"),
        (
            "id,system,score,numerator,denominator\nq1,a,.5,1,3\n",
            "2:6",
            "0.5 is not 1 / 3, numerator / denomin",
        ),
        (
            '{"id": 1, "a": 1, "b": 0}\n{"id": 2, "a": 1, "b": [1]}\n',
            None,
            "nerkit agree needs at least two annotators",
        ),
        ('{"id": 1, "a": 1, "b": 0}\n{"id": 2, "a": 1, "b": "y"}\n', "2:24", '"y" is not a number'),
        (
            "id,f1,accuracy\nq1,1,.5\n",
            None,
            "t has scores of one system (f1, accuracy); give a table per system",
        ),
    ],
)
def test_bad_tables(run, write, text, place, problem):
    """An error names the file, the line and the column, shows the line and says what to do."""
    write("t", text)
    done = run("compare", "t")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: t:{place}: {problem}" if place else f"error: {problem}")
    if place is not None:
        _, line, caret, remedy = done.err.splitlines()[:4]
        assert line.strip("\n")[2:] == text.splitlines()[int(place.partition(":")[0]) - 1]
        assert (caret.index("^") - 1, bool(remedy.strip())) == (int(place.partition(":")[2]), True)


def test_changed_rows(run, write):
    """Rows whose values do not follow from their counts, or whose documents are not all, are refused."""
    gold, system = DEMO / "coref" / "gold.conll", DEMO / "coref" / "system.conll"
    sides = ("-g", gold, "-s", f"a={system}", "-s", f"b={gold}")
    table = run("coref", *sides, "--by", "document", "-f", "csv").out
    lines = table.splitlines(keepends=True)
    for text, problem in (
        (table.replace(",0.6,", ",0.61,"), "the counts p_num … r_den do not give this value of muc"),
        ("".join(line for line in lines if "fine" not in line), "are not the sums over the documents"),
        ("".join(line for line in lines if "ceaf_e" not in line), "and ceaf_e has no rows"),
    ):
        write("t.csv", text)
        done = run("compare", "t.csv")
        assert (done.code, done.out, problem in done.err) == (2, "", True)


def test_options(run, write):
    """Options of tables need tables, and those of files no tables."""
    write("t.csv", "id,a,b\nq1,1,.5\nq2,0,.5\n")
    gold = DEMO / "bio" / "gold.bio"
    for command in (
        ("compare", "-g", gold, gold, f"b={gold}", "--score", "x"),
        ("power", "-g", gold, gold, "--missing", "zero"),
    ):
        done = run(*command)
        assert (done.code, "needs tables of scores without -g" in done.err) == (2, True)
    assert "--by cannot be used with tables of scores" in run("compare", "t.csv", "--by", "label").err
    assert "known: error, drop, zero" in run("compare", "t.csv", "--missing", "ignore").err
    assert "not a table of scores" in run("compare", "t.csv", gold, "--score", "a").err
    with pytest.raises(UsageError, match="this is not a table of scores, which has"):
        nerkit.compare_scores([{"text": "a"}])
