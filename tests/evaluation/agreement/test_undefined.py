"""Coefficients that are 0/0: annotators who agree no more than chance makes them agree have none."""

import json

import pytest

COEFFICIENTS = ["kappa", "kappa-multi", "alpha", "fleiss", "pi"]


def found(run, *arguments):
    done = run("agree", *arguments, "-f", "json")
    assert done.code == 0, done.err
    return {(r["system"], r["measure"], r["document"], r["label"]): r for r in json.loads(done.out)["rows"]}


def table(*columns):
    lines = ["\t".join(["item", *"abcd"[: len(columns)]])]
    return (
        "\n".join([*lines, *("\t".join(row) for row in zip(map(str, range(99)), *columns, strict=False))])
        + "\n"
    )


@pytest.mark.parametrize("empty", ["zero", "null"])
@pytest.mark.parametrize("measure", COEFFICIENTS)
def test_one_label_everywhere(run, write, measure, empty):
    """A dash in tables and null in JSON, of pairs and labels too; the observed agreement stays 1."""
    path = write("t.tsv", table("xxx", "xxx", "xxx"))
    options = [path, "--units", "item", "-m", measure, "--by", "label", "--by", "pair", "--empty", empty]
    rows = found(run, *options)
    assert {row["value"] for row in rows.values()} == {None}
    assert {row["observed"] for row in rows.values()} == {1}
    done = run("agree", *options)
    assert "0.000" not in done.out
    assert f"{measure} has no value, because all values are equal, also by chance (0/0)" in done.err
    assert found(run, path, "--units", "item", "-m", "observed")["*", "observed", "*", "*"]["value"] == 1


def test_a_pair_without_a_kappa_is_left_out_of_the_mean(run, write):
    """Not counted as 0, and a warning says so."""
    path = write("t.tsv", table("xxxx", "xxxx", "xxyy"))
    rows = found(run, path, "--units", "item", "-m", "kappa", "--by", "pair")
    assert rows["a|b", "kappa", "*", "*"]["value"] is None
    assert rows["a|c", "kappa", "*", "*"]["value"] == 0
    path = write("t.tsv", table("xxxx", "xxxx", "xxyx", "xxyx"))
    rows = found(run, path, "--units", "item", "-m", "kappa", "--by", "pair")
    assert rows["c|d", "kappa", "*", "*"]["value"] == 1
    assert rows["*", "kappa", "*", "*"]["value"] == pytest.approx(1 / 5)  # of six pairs one has none
    done = run("agree", path, "--units", "item", "-m", "kappa")
    assert "kappa leaves out pairs of annotators who gave only one value (0/0)" in done.err


def test_a_document_of_one_value_and_a_label_that_it_lacks(run, write):
    """Rows by document and label have no value there, those of the whole have theirs."""
    spans = [{"start": 0, "end": 1, "label": "X"}]
    lines = [{"id": "d1", "text": "ab cd", "spans": spans}, {"id": "d2", "text": "ab cd", "spans": []}]
    files = [
        write(name, "".join(json.dumps(line) + "\n" for line in lines)) for name in ("a.jsonl", "b.jsonl")
    ]
    rows = found(run, *files, "--by", "document", "--by", "label", "-m", "kappa", "-m", "alpha")
    for measure in ("kappa", "alpha"):
        assert rows["*", measure, "d1", "X"]["value"] == 1
        assert rows["*", measure, "d2", "X"]["value"] is rows["*", measure, "d2", "*"]["value"] is None
        assert rows["*", measure, "*", "X"]["value"] == 1


def test_resamples_without_a_value_are_left_out(run, write):
    """Not counted as 0: annotators who always agree have an interval from 1 to 1, with a warning."""
    spans = [{"start": 0, "end": 1, "label": "X"}]
    lines = [{"id": str(at), "text": "ab", "spans": spans if at == 2 else []} for at in range(4)]
    files = [
        write(name, "".join(json.dumps(line) + "\n" for line in lines)) for name in ("a.jsonl", "b.jsonl")
    ]
    for measure in ("kappa", "kappa-multi", "alpha", "fleiss"):
        row = found(run, *files, "-m", measure, "--confidence")["*", measure, "*", "*"]
        assert (row["value"], row["value_low"], row["value_high"]) == (1, 1, 1)
        done = run("agree", *files, "-m", measure, "--confidence")
        assert f"0/0 in resamples of 2 rows, left out; most often in {measure}: " in done.err


@pytest.mark.parametrize("measure", ["alpha-u", "gamma", "kappa", "alpha"])
def test_nothing_is_marked(run, write, measure):
    """Nor do units that nobody marked have an agreement."""
    text = json.dumps({"id": "d", "text": "ab cd", "label": []}) + "\n"
    files = [write(name, text) for name in ("a.jsonl", "b.jsonl")]
    done = run("agree", *files, "--from", "doccano", "-m", measure, "-f", "json")
    (row,) = json.loads(done.out)["rows"]
    assert row["value"] is None
    assert "(0/0)" in done.err


@pytest.mark.parametrize("ends", [(1, 1), (1, 2)])
def test_gamma_whose_chance_has_no_disorder(run, write, ends):
    """Of labels alone, of which there is one: as many units of the same label are never in disorder."""
    names = ("a.tsv", "b.tsv")
    files = [
        write(name, "".join(f"d\t{4 * k}\t{4 * k + 2}\tQ\t1.0\tX\n" for k in range(count)))
        for name, count in zip(names, ends, strict=True)
    ]
    for seed in range(6):
        options = ["-m", "gamma", "--gamma-weights", "0,1", "--resamples", "1", "--seed", str(seed)]
        row = found(run, *files, *options)["*", "gamma", "*", "*"]
        assert (row["value"] is None) == (row["expected_disorder"] == 0)
        assert row["expected_disorder"] == 0 or ends == (1, 2)


def test_a_gate_on_what_has_no_value_fails(run, write):
    """With the reason."""
    path = write("t.tsv", table("xx", "xx"))
    done = run("agree", path, "--units", "item", "--fail-under", "alpha=0.5")
    assert done.code == 1
    assert "failed: alpha of * does not exist" in done.err


@pytest.mark.filterwarnings("error")
def test_units_without_a_token(run, write):
    """Spans of blanks have no length in tokens, and gamma says nothing about a division."""
    line = '{{"text": "a   b", "label": [[1, 3, "A"], [0, 1, "{}"]]}}\n'
    files = [write(f"{name}.jsonl", line.format(name)) for name in "AB"]
    assert run("agree", *files, "-m", "gamma", "--units", "token").code == 0
