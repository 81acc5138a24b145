"""Work and memory of agreement grow with the input; what would not is refused with a line to type."""

import json
import random
import tracemalloc

import numpy as np
import pytest
from growth import exponent
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.columns import Column
from nerkit.evaluation.agreement import covered as covered_module
from nerkit.evaluation.agreement import gamma as gamma_module
from nerkit.evaluation.agreement import item_values
from nerkit.evaluation.agreement.agree import agree
from nerkit.evaluation.agreement.covered import covered
from nerkit.evaluation.agreement.gamma import UnitSet, aligned
from nerkit.evaluation.agreement.options import AgreeRequest


def documents(size, shift):
    """Documents of one span with a label of its own."""
    return "".join(f"d{at}\t0\t5\tQ\t1.0\tT{at + shift * (at % 3 == 0)}\n" for at in range(size))


def nested(size, shift):
    """Spans inside one another, of five labels."""
    return "".join(f"d\t{at}\t{4 * size - at}\tQ\t1.0\tT{(at + shift) % 5}\n" for at in range(size))


def overlapping(size, shift):
    """Spans of one length, each a position behind the one before."""
    return "".join(f"d\t{at + shift}\t{at + size + shift}\tQ\t1.0\tX\n" for at in range(size))


def peak(work):
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("make", "asked", "confidence"),
    [
        (documents, AgreeRequest(), None),
        (documents, AgreeRequest(by=("label",)), None),
        (documents, AgreeRequest(by=("document",)), None),
        (documents, AgreeRequest(measures=("alpha-u",), by=("document",)), None),
        (documents, AgreeRequest(), 0.9),
        (nested, AgreeRequest(), None),
        (nested, AgreeRequest(by=("label",), tags=True), None),
    ],
)
def test_memory_grows_with_the_input(write, make, asked, confidence):
    """Not with the square of documents, of labels or of spans inside one another."""
    sizes, peaks = (200, 400, 800), []
    for size in sizes:
        paths = {name: str(write(f"{name}{size}.tsv", make(size, k))) for k, name in enumerate("ab")}
        agree(paths, asked, confidence, (20, 1))  # modules are loaded, and caches are full
        peaks.append(peak(lambda paths=paths: agree(paths, asked, confidence, (20, 1))))
    assert exponent(sizes, peaks) < 1.3, peaks


@given(
    st.integers(1, 150),
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40), st.integers(0, 149)), max_size=60),
)
def test_the_value_of_a_unit_is_the_set_of_labels_over_it(labels, spans):
    """Of more labels than one integer has bits, in any order, empty and equal spans too."""
    names = [f"L{k}" for k in range(labels)]
    rows = [(min(a, b), max(a, b), label % labels) for a, b, label in spans]
    first, last, code = np.array(rows, np.int64).reshape(-1, 3).T
    value, meaning = covered(first, last, Column(names, code), 41)
    for unit in range(41):
        own = sorted({names[label] for start, end, label in rows if start <= unit < end})
        assert ["O", *meaning][value[unit]] == ("+".join(own) or "O")


def test_sets_of_too_many_labels(write, run, monkeypatch):
    """Each of many spans inside one another has a label of its own; the line that is shown gives a number."""
    text = "".join(f"d\t{at}\t{99 - at}\tQ\t1.0\tT{at}\n" for at in range(30))
    files = [write(name, text) for name in ("a.tsv", "b.tsv")]
    assert run("agree", *files).code == 0
    monkeypatch.setattr(covered_module, "MOST_SET_LABELS", 400)
    done = run("agree", *files)
    assert (done.code, done.out) == (2, "")
    assert "have 464 labels, more than 400; --measure f1 compares spans, --positions leaves out" in done.err
    assert run("agree", *files, "--measure", "f1").code == 0
    assert run("agree", *files, "--positions").code == 0


@pytest.mark.parametrize(("annotators", "what"), [(2, "pairs of units"), (3, "tuples of units")])
def test_gamma_of_too_many_overlapping_units(write, run, monkeypatch, annotators, what):
    """Named with the document; few are aligned, and f1 compares any number."""
    files = [write(f"{k}.tsv", overlapping(70, k)) for k in range(annotators)]
    monkeypatch.setattr(gamma_module, "MOST_UNIT_PAIRS", 4_000 if annotators == 2 else 1_000_000)
    monkeypatch.setattr(gamma_module, "UNIT_PAIRS", 4)
    done = run("agree", *files, "-m", "gamma")
    assert (done.code, done.out) == (2, "")
    assert "gamma: document 'd' has" in done.err
    assert f"{what} that may be aligned" in done.err
    assert run("agree", *files, "--measure", "f1").code == 0


def test_gamma_of_a_long_document_has_no_limit(monkeypatch):
    """Units that do not overlap have few that are near: pairs and tuples grow with them."""
    monkeypatch.setattr(gamma_module, "MOST_UNIT_PAIRS", 100)
    monkeypatch.setattr(gamma_module, "MOST_TUPLES", 100)
    start = np.tile(np.arange(0.0, 9_000, 9), 3)
    one = UnitSet(np.repeat(np.arange(3), 1_000), start, start + 4, np.zeros(3_000, np.int64), 3)
    assert aligned(one, (1.0, 1.0)).cost == 0


def test_too_many_rows(write, run):
    """Labels times documents: refused before any of them is made."""
    files = [write(f"{k}.tsv", documents(600, k)) for k in (0, 1)]
    done = run("agree", *files, "--by", "label", "--by", "document")
    assert (done.code, done.out) == (2, "")
    assert "kappa: label times document is 361,201 rows, more than 250,000" in done.err
    assert run("agree", *files, "--by", "label", "--by", "document", "--labels", "T0,T3").code == 0


def test_intervals_of_too_many_rows(write, run):
    """The limit of statistics of other commands."""
    files = [write(f"{k}.tsv", documents(2_100, k)) for k in (0, 1)]
    done = run("agree", *files, "--by", "label", "--confidence")
    assert (done.code, done.out) == (2, "")
    assert "kappa: too many statistics, 2,101 rows over 2,100 documents" in done.err


def test_many_annotators(write, run, monkeypatch):
    """Pairs of annotators have a limit, alpha has none: it counts the values of each item."""
    chance = random.Random(1)
    lines = [f"i{k % 9},c{k},{chance.choice('xyz')}\n" for k in range(700)]
    table = write("t.csv", "item,coder,label\n" + "".join(lines))
    done = run("agree", table, "--units", "item")
    assert (done.code, done.out) == (2, "")
    assert "kappa compares pairs of annotators, and 700 are more than 200,000 pairs; --measure al" in done.err
    assert run("agree", table, "--units", "item", "--measure", "alpha").code == 0
    monkeypatch.setattr(item_values, "MOST_VALUES", 6_000)
    done = run("agree", table, "--units", "item", "--measure", "alpha")
    assert (done.code, done.out) == (2, "")
    assert "t.csv: 700 annotators times 9 items are more than 6,000 values" in done.err


def test_offsets_without_a_text(write, run):
    """Units are compared one by one, so many of them have a limit; spans are not."""
    files = [write(name, "d\t0\t90000000000\tQ\t1.0\tX\n") for name in ("a.tsv", "b.tsv")]
    done = run("agree", *files)
    assert (done.code, done.out) == (2, "")
    assert "90,000,000,001 units up to the last offset have no text, more than 10,000,000" in done.err
    for options in (["--units", "span"], ["--measure", "f1"]):
        done = run("agree", *files, *options, "-f", "json")
        assert json.loads(done.out)["rows"][-1]["value"] == 1
