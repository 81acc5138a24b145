"""Groups of runs on the command line and in the library."""

import csv
import json
import statistics

import pytest

import nerkit
from nerkit import UsageError
from nerkit.results.averages import averaged_runs

GOLD = "Ada B-PER\nsaw O\n\nPort B-LOC\nEllery I-LOC\nBo B-PER\n"
RUNS = (
    GOLD,
    GOLD.replace("Bo B-PER", "Bo B-LOC"),
    GOLD.replace("Bo B-PER", "Bo O").replace("Ada B-PER", "Ada O"),
)


@pytest.fixture
def files(write, tmp_path, monkeypatch):
    """Gold, and three runs of a system."""
    monkeypatch.chdir(tmp_path)
    for i, text in enumerate(RUNS):
        write(f"run{i}.bio", text)
    return str(write("gold.bio", GOLD))


def test_means_and_deviation(run, files):
    """Means of every score, the sample deviation of the values, and no counts, in JSON and in a table."""
    done = run("bio", "-g", files, "-s", "big=run*.bio", "-f", "json")
    assert "note: big: 3 runs, each paired with the whole gold file; their means are shown\n" in done.err
    (row,) = json.loads(done.out)["rows"]
    single = [nerkit.evaluate(files, f"run{i}.bio") for i in range(3)]
    f1 = [result.f1 for result in single]
    assert row["system"] == "big"
    assert (row["value"], row["f1"]) == (statistics.mean(f1), statistics.mean(f1))
    assert row["precision"] == statistics.mean(result.precision for result in single)
    assert row["recall"] == pytest.approx(statistics.mean(result.recall for result in single))
    assert (row["value_sd"], row["runs"]) == (statistics.stdev(f1), 3)
    assert {row[name] for name in ("p_num", "p_den", "r_num", "r_den", "cor")} == {None}
    table = run("bio", "-g", files, "-s", "big=run*.bio", "-s", "one=run1.bio", "-q").out
    assert table == (
        "measure    system        P      R     F1     sd    runs    correct    sys    gold\n"
        "chunk      big       0.889  0.667  0.722  0.255       3          -      -       -\n"
        "chunk      one       0.667  0.667  0.667      -       1          2      3       3\n"
    )


def test_other_outputs(run, files):
    """One number for -b; a line with empty counts in CSV; gates look at the mean."""
    group = ["-g", files, "-s", "big=run*.bio"]
    mean = json.loads(run("bio", *group, "-f", "jsonl").out)["value"]
    assert float(run("bio", *group, "-b").out) == mean
    (line,) = csv.DictReader(run("bio", *group, "-f", "csv").out.splitlines())
    assert (float(line["value"]), line["p_num"], line["runs"]) == (mean, "", "3")
    assert run("bio", *group, "--fail-under", "0.7").code == 0
    failed = run("bio", *group, "--fail-under", "chunk/LOC=0.9")
    assert (failed.code, "failed: chunk/LOC of big is 0.889, below 0.9" in failed.err) == (1, True)
    for form in ("latex", "html", "markdown", "junit", "github"):
        assert run("bio", *group, "-f", form).code == 0
    run("bio", *group, "-f", "json", "-o", "stored.json")
    assert run("bio", *group, "--compare-to", "stored.json").code == 0


def test_each_run(run, files):
    """With --runs each they are systems NAME/FILE, which can be tested; means cannot."""
    group = ["-g", files, "-s", "big=run*.bio"]
    rows = run("bio", *group, "--runs", "each", "-f", "jsonl").out.splitlines()
    names = ["big/run0.bio", "big/run1.bio", "big/run2.bio"]
    assert [json.loads(row)["system"] for row in rows] == names
    assert run("compare", *group, "--runs", "each", "--resamples", "50").code == 0
    for options in (["--paired", "exact", "one=run1.bio"], ["--counts-only"]):
        done = run("bio", *group, *options)
        assert (done.code, done.out) == (2, "")
        assert "cannot be computed for means of runs; score each" in done.err
    listed = run("errors", *group, "-f", "jsonl", "-q").out.splitlines()
    assert {json.loads(row)["system"] for row in listed} == {"big/run1.bio", "big/run2.bio"}


def test_parts_of_one_system(run, write, files):
    """Files that do not pair with all of gold are one system, as without a name; a note says so."""
    for name in ("a", "b"):
        write(f"part-{name}.tsv", f"{name}\t0\t4\t\t\tPER\n")
    gold = write("gold.tsv", "a\t0\t4\t\t\tPER\nb\t0\t4\t\t\tPER\n")
    done = run("spans", "-g", gold, "-s", "all=part-*.tsv", "-m", "sets::span", "-f", "jsonl")
    row = json.loads(done.out)
    assert (row["system"], row["value"], row["p_num"], "runs" in row) == ("all", 1.0, 2, False)
    assert (
        "note: all: nerkit reads 2 files as one system, because part-a.tsv does not pair "
        "with the whole gold file\n"
    ) in done.err
    done = run("bio", "-g", files, "-s", "one=run0*.bio", "-f", "jsonl")
    assert ("runs" in json.loads(done.out), "note: one" in done.err) == (False, False)


def test_library(files):
    """`runs`, rows by name, and what means of runs do not have."""
    result = nerkit.compare(files, {"big": "run*.bio", "one": "run0.bio"}, runs="each", resamples=50).result
    assert result.systems == ["big/run0.bio", "big/run1.bio", "big/run2.bio", "one"]
    means = nerkit.compare(files, {"big": "run*.bio", "one": "run0.bio"}, resamples=50).result
    with pytest.raises(UsageError, match="cannot be computed for means of runs; score each"):
        means.paired()
    with pytest.raises(UsageError, match="unknown value of runs 'all'"):
        nerkit.evaluate(files, "run0.bio", runs="all")


def test_rows_that_only_some_runs_have(files):
    """They are means of those runs, and say how many."""
    result = nerkit.compare(
        files, {f"r{i}": f"run{i}.bio" for i in range(3)}, by="label", resamples=50
    ).result
    rows = averaged_runs(result.rows, {"all": ("r0", "r1")}, result.measures)
    of_label = {(row.system, row.label): row for row in rows}
    assert of_label["all", "LOC"].extra["runs"] == 2
    assert of_label["r2", "LOC"].extra["runs"] == 1
    assert of_label["all", "*"].value == pytest.approx((1 + 2 / 3) / 2)
