"""Agreement of annotators: laws and slow twins."""

import itertools
import json
import math
import random
import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import agreement as oracle
from tries import each

from nerkit.evaluation.agreement import gamma as gamma_module
from nerkit.evaluation.agreement.gamma import Aligned, UnitSet, aligned
from nerkit.evaluation.agreement.item_values import Values
from nerkit.evaluation.agreement.items import ItemCounts

ONE = np.ones((1, 1))


def values(*annotators):
    """Values of annotators in one document; None is missing."""
    labels = sorted({value for own in annotators for value in own if value is not None})
    codes = [[-1 if value is None else labels.index(value) for value in own] for own in annotators]
    names = tuple("abcdefgh"[: len(annotators)])
    return Values(names, ["1"], np.array(codes, np.int64), labels, np.zeros(len(annotators[0]), np.int64))


def coefficients(*annotators):
    counts = ItemCounts(values(*annotators))
    found = {name: counts.coefficient(name, ONE) for name in ("kappa", "kappa-multi", "alpha", "fleiss")}
    return {name: float(one.value[0]) for name, one in found.items()}


def defined(coefficient, *said):
    """A coefficient of the oracle; nan where it is undefined."""
    try:
        return float(coefficient(*said))
    except ZeroDivisionError:
        return math.nan


def slow(annotators):
    """kappa and alpha of the oracle, over the values that are there."""
    kappas = []
    for pair in itertools.combinations(annotators, 2):
        both = [said for said in zip(*pair, strict=True) if None not in said]
        kappas.append(defined(oracle.kappa, *zip(*both, strict=True)) if both else math.nan)
    known = [kappa for kappa in kappas if not math.isnan(kappa)]
    units = [[value for value in item if value is not None] for item in zip(*annotators, strict=True)]
    alpha = defined(oracle.alpha, [unit for unit in units if len(unit) > 1])
    return sum(known) / len(known) if known else math.nan, alpha


tables = st.integers(2, 4).flatmap(
    lambda m: st.integers(1, 8).flatmap(
        lambda n: st.lists(
            st.lists(st.sampled_from(["a", "b", "c", None]), min_size=n, max_size=n), min_size=m, max_size=m
        )
    )
)


@given(tables)
def test_against_slow_twin(annotators):
    """With missing values, and undefined ones."""
    found = coefficients(*annotators)
    kappa, alpha = slow(annotators)
    assert found["kappa"] == pytest.approx(kappa, nan_ok=True)
    assert found["alpha"] == pytest.approx(alpha, nan_ok=True)


@given(tables, st.randoms())
def test_laws(annotators, chance):
    """Annotators in another order, and other names of labels, change nothing; alpha follows from fleiss."""
    found = coefficients(*annotators)
    other = [[value and value.upper() + "x" for value in own] for own in annotators]
    chance.shuffle(other)
    assert coefficients(*other) == pytest.approx(found, nan_ok=True)
    if all(value is not None for own in annotators for value in own):
        size = len(annotators) * len(annotators[0])
        assert 1 - found["alpha"] == pytest.approx((1 - found["fleiss"]) * (size - 1) / size, nan_ok=True)


def every_alignment(annotators):
    """All ways to put units into tuples of at most one of each annotator."""
    if not any(annotators):
        yield []
        return
    first = next(i for i, units in enumerate(annotators) if units)
    unit, *left = annotators[first]
    options = [[None, *units] if i != first else [unit] for i, units in enumerate(annotators)]
    for chosen in itertools.product(*options):
        rest = [
            [u for u in (left if i == first else units) if u is not chosen[i]]
            for i, units in enumerate(annotators)
        ]
        for alignment in every_alignment(rest):
            yield [chosen, *alignment]


def slow_cost(annotators):
    """The cost of the best of all alignments."""

    def difference(u, v):
        if u is None or v is None:
            return 1.0
        return ((abs(u[0] - v[0]) + abs(u[1] - v[1])) / (u[1] - u[0] + v[1] - v[0])) ** 2 + (u[2] != v[2])

    pairs = len(annotators) * (len(annotators) - 1) / 2
    return min(
        sum(
            sum(difference(*pair) for pair in itertools.combinations(chosen, 2)) / pairs
            for chosen in alignment
        )
        for alignment in every_alignment(annotators)
    )


@each("count", [2, 3, 4])
@each("seed", range(12))
def test_the_best_alignment_is_that_of_all(count, seed):
    """Assignment and set partitioning find what trying every alignment finds."""
    chance = random.Random(seed)
    annotators = []
    for _ in range(count):
        starts = sorted(chance.sample(range(12), chance.randrange(0, 4 if count < 4 else 3)))
        annotators.append([(s, s + chance.randrange(1, 4), chance.choice("XY")) for s in starts])
    flat = [(i, *unit) for i, units in enumerate(annotators) for unit in units]
    columns = list(zip(*flat, strict=True)) or [(), (), (), ()]
    units = UnitSet(
        np.array(columns[0], np.int64),
        np.array(columns[1], float),
        np.array(columns[2], float),
        np.array([ord(label) for label in columns[3]], np.int64),
        count,
    )
    assert aligned(units, (1.0, 1.0)).cost == pytest.approx(slow_cost(annotators))


def units_of(seed, count):
    """Units of some annotators that overlap a lot."""
    chance = random.Random(seed)
    annotator = np.repeat(np.arange(count), 5)
    start = np.array([chance.randrange(12) for _ in annotator], float)
    end = start + [chance.randrange(1, 6) for _ in annotator]
    label = np.array([chance.randrange(2) for _ in annotator], np.int64)
    return UnitSet(annotator, start, end, label, count)


@pytest.mark.parametrize("seed", range(8))
def test_integer_program_and_search_find_the_same(seed, monkeypatch):
    """Components of any size by either way; with a limit the cost is no less, and the bound no more."""
    units = units_of(seed, 3)
    monkeypatch.setattr(gamma_module, "SMALL", 100)
    searched = aligned(units, (1.0, 1.0)).cost
    monkeypatch.setattr(gamma_module, "SMALL", 0)
    assert aligned(units, (1.0, 1.0)).cost == pytest.approx(searched)
    limited = aligned(units, (1.0, 1.0), limit=1)
    assert limited.least - 1e-9 <= searched <= limited.cost + 1e-9


def test_unsolved_alignments_have_a_bound(run, write, monkeypatch):
    """A row says whether it is proven; where it is not, what gamma is at most."""
    a = write("a.jsonl", jsonl([(0, 3, "PER"), (8, 9, "LOC")]))
    b = write("b.jsonl", jsonl([(0, 4, "PER"), (8, 9, "ORG")]))
    row = rows(run, a, b, "-m", "gamma")["*", "gamma", "*"]
    assert row["optimal"] is True
    assert "upper_bound" not in row
    best = gamma_module.aligned

    def unsolved(units, weights, limit):
        """All units alone, and half of the best cost as the bound."""
        return Aligned(float(len(units.start)), best(units, weights, limit).least / 2)

    monkeypatch.setattr(gamma_module, "aligned", unsolved)
    row = rows(run, a, b, "-m", "gamma", "--limit", "1")["*", "gamma", "*"]
    assert row["optimal"] is False
    assert row["value"] < row["upper_bound"] <= 1


def jsonl(spans, text="w " * 20):
    return (
        json.dumps(
            {
                "id": "d",
                "text": text,
                "spans": [dict(zip(("start", "end", "label"), s, strict=True)) for s in spans],
            }
        )
        + "\n"
    )


def rows(run, *arguments):
    done = run("agree", *arguments, "-f", "json")
    assert done.code == 0, done.err
    return {(r["system"], r["measure"], r["label"]): r for r in json.loads(done.out)["rows"]}


def test_spans_and_units(run, write):
    """F1 of pairs with counts, alpha-u by label, gamma with its standard error; the seed decides."""
    a = write("a.jsonl", jsonl([(0, 3, "PER"), (8, 9, "LOC")]))
    b = write("b.jsonl", jsonl([(0, 3, "PER"), (8, 9, "ORG")]))
    found = rows(
        *(run, f"a={a}", f"b={b}", "-m", "f1", "-m", "f1-positions", "-m", "alpha-u", "--by", "pair"),
        *("--by", "label"),
    )
    pair = found["a|b", "f1", "*"]
    assert (pair["value"], pair["p_num"], pair["p_den"], pair["r_den"]) == (0.5, 1, 2, 2)
    assert found["*", "f1-positions", "*"]["value"] == 1
    assert (found["*", "alpha-u", "PER"]["value"], found["*", "alpha-u", "LOC"]["value"]) == (1, 0)
    one, again, other = (
        rows(run, a, b, "-m", "gamma", "--seed", seed)["*", "gamma", "*"] for seed in ("1", "1", "2")
    )
    assert one == again
    assert one["value"] != other["value"]
    assert one["value_se"] > 0
    assert one["disorder"] == 0.5
    same = rows(run, a, write("c.jsonl", a.read_text()), "-m", "gamma")
    assert same["*", "gamma", "*"]["value"] == 1


def test_overlapping_labels_are_a_set(run, write):
    """A character under two labels of one annotator has both as its value."""
    both = write("a.jsonl", jsonl([(0, 2, "X"), (0, 2, "Y")]))
    turned = write("b.jsonl", jsonl([(0, 2, "Y"), (0, 2, "X")]))
    single = write("c.jsonl", jsonl([(0, 2, "X")]))
    assert rows(run, both, turned, "-m", "kappa")["*", "kappa", "*"]["value"] == 1
    assert rows(run, both, single, "-m", "observed")["*", "observed", "*"]["value"] == 0.95


@pytest.mark.parametrize("seed", range(6))
def test_items_are_tokens_where_texts_are_known(run, write, seed):
    """Unless characters are asked for; F1 counts characters as before. Labels have rows behind the whole."""
    chance = random.Random(seed)
    words = [chance.choice(["a", "Ada,", "Paris-Rom", "zwölf"]) for _ in range(12)]
    text = " ".join(words)
    marks = [
        (m.start(), m.end() - chance.choice([0, 0, 1]) * (len(m[0]) > 1)) for m in re.finditer(r"\S+", text)
    ]
    names = ("a.jsonl", "b.jsonl")
    files = [
        write(name, jsonl([(*one, chance.choice("XY")) for one in marks if chance.random() < 0.6], text))
        for name in names
    ]
    found, asked, exact = (
        rows(
            run, *files, *options, "-m", "kappa", "-m", "alpha", "-m", "f1", "-m", "alpha-u", "-m", "observed"
        )
        for options in ([], ["--units", "token"], ["--units", "character"])
    )
    for measure in ("kappa", "alpha", "alpha-u", "observed"):
        assert found["*", measure, "*"] == asked["*", measure, "*"]
    assert found["*", "kappa", "*"]["items"] == len(words)
    assert exact["*", "kappa", "*"]["items"] == len(text)
    assert found["*", "f1", "*"] == exact["*", "f1", "*"]
    assert {label for _, measure, label in found if measure == "kappa"} == {"*", "X", "Y"}
    assert run("agree", *files).out.startswith("items: tokens\n")
    assert run("agree", *files, "--units", "character").out.startswith("items: characters\n")


def test_spans_that_share_a_token_are_counted(run, write):
    """A text without blanks is one token, which a warning says."""
    files = [write(name, jsonl([(0, 2, "X"), (3, 5, "Y")], "東京と京都")) for name in ("a.jsonl", "b.jsonl")]
    done = run("agree", *files)
    assert "2 spans share tokens with another span of the annotator; --units character" in done.err
    assert (
        'tokens with another span of the annotator; units="character" tells'
        not in run("agree", *files, "--units", "character").err
    )


def test_spans_without_a_type_have_a_label_of_their_own(run, write):
    """A dash, also beside others that have types: they are neither outside nor of the last label."""
    files = [write(f"{name}.tsv", f"d\t0\t1\tQ\t1\nd\t3\t4\tQ\t1\t{name}\n") for name in ("LOC", "PER")]
    done = run("agree", *files, "--by", "label", "-m", "f1", "-f", "tsv")
    rows = [line.split("\t") for line in done.out.splitlines()]
    label, value = rows[0].index("label"), rows[0].index("value")
    assert {row[label]: row[value] for row in rows[1:]} == {
        "-": "1.0",
        "LOC": "0.0",
        "PER": "0.0",
        "*": "0.5",
    }


def test_strings_without_a_place_are_left_out(run, write):
    """Nobody can say which units they cover; a note counts them."""
    text = "<extra_id_0><extra_id_0><extra_id_5>Tolkien<extra_id_1>"
    files = [write(name, text) for name in ("a", "b")]
    done = run("agree", *files, "--from", "uie-sel", "-m", "f1", "-b")
    assert done.code == 0
    assert "a: nerkit leaves out 1 string without a place in the text" in done.err
    assert run("errors", *files, "--from", "uie-sel").code == 0


def test_table(run, write):
    """Columns are annotators, an empty cell is missing; fleiss does not exist then."""
    path = write("t.tsv", "item\ta\tb\tc\n1\tx\tx\t\n2\ty\tx\ty\n3\ty\ty\ty\n")
    found = rows(
        run, path, "--units", "item", "-m", "alpha", "-m", "fleiss", "-m", "kappa", "--empty", "null"
    )
    assert found["*", "fleiss", "*"]["value"] is None
    assert found["*", "alpha", "*"]["items"] == 8
    done = run("agree", path, "--units", "item", "--fail-under", "alpha=0.99")
    assert done.code == 1
    assert "failed: alpha of * is 0.533, below 0.99" in done.err
    assert run("agree", path, "--units", "item", "-m", "f1").code == 2


def test_intervals_draw_documents(run, write):
    """Of several documents; of one there is nothing to resample."""
    lines = [
        json.dumps({"id": str(i), "text": "w w w w", "spans": [{"start": 0, "end": 1, "label": "X"}]})
        for i in range(8)
    ]
    other = [line if i % 3 else line.replace('"end": 1', '"end": 3') for i, line in enumerate(lines)]
    a, b = write("a.jsonl", "\n".join(lines)), write("b.jsonl", "\n".join(other))
    for measure in ("kappa", "alpha", "f1", "alpha-u", "gamma"):
        row = rows(run, a, b, "-m", measure, "--confidence", "--units", "token")["*", measure, "*"]
        assert row["value_low"] <= row["value"] <= row["value_high"], measure
        assert row["value_low"] < row["value_high"], measure


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a.bio"], "at least two annotators"),
        (["a.bio", "b.bio"], "token 2 is 'x' where a.bio has 'w1'"),
        (["a.jsonl", "b.jsonl"], "the text of document 'd' differs from the text of a.jsonl"),
        (
            ["c.jsonl", "c2.jsonl", "-m", "alpha-u", "--units", "character"],
            "units [0, 3) and [2, 4) of X overlap in document 'd'",
        ),
        (["a.bio", "a.jsonl"], "the files of the annotators differ in kind"),
        (["-g", "a.bio", "a.bio", "b.bio"], "nerkit agree takes no gold file (-g). Give every"),
        (["a.bio", "a2.bio", "-m", "kapa"], "did you mean 'kappa'?"),
        (["a.bio", "a2.bio", "--by", "length"], "unknown field 'length'"),
        (["a.bio", "a2.bio", "--gamma-weights", "x"], "--gamma-weights needs two numbers, as 1,1, not"),
        (["t.tsv", "--units", "item"], "the line has 3 values, but the table has 2 annotators"),
    ],
)
def test_refused(run, write, arguments, message):
    """What cannot be compared is said, and nothing printed."""
    write("a.bio", "w0 B-X\nw1 O\n")
    write("a2.bio", "w0 B-X\nw1 O\n")
    write("b.bio", "w0 B-X\nx O\n")
    write("a.jsonl", jsonl([]))
    write("b.jsonl", jsonl([]).replace("w w", "v w"))
    write("c.jsonl", jsonl([(0, 3, "X"), (2, 4, "X")]))
    write("c2.jsonl", jsonl([]))
    write("t.tsv", "item\ta\tb\n1\tx\ty\tz\n")
    done = run("agree", *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


TABLE = "item\ta\tb\tc\n1\tx\t\ty\n2\ty\t\ty\n3\tx\t\tx\n4\t\tx\t\n"


def agreed(run, *arguments):
    done = run("agree", *arguments, "-f", "json", "--by", "pair")
    rows = json.loads(done.out)["rows"]
    return {(row["measure"], row["system"]): row["value"] for row in rows}, done


@pytest.mark.parametrize("measure", ["kappa", "alpha", "observed", "kappa-multi"])
def test_annotators_without_a_common_item_have_no_value(run, write, measure):
    """Null in JSON, - in tables; the others are what they are without that annotator."""
    table = write("t.tsv", TABLE)
    found, done = agreed(run, table, "--units", "item", "-m", measure)
    assert found[measure, "a|b"] is found[measure, "b|c"] is None
    assert found[measure, "a|c"] is not None
    assert found[measure, "*"] == found[measure, "a|c"]
    alone = write("alone.tsv", "item\ta\tb\n1\tx\t\n2\t\tx\n")
    found, done = agreed(run, alone, "--units", "item", "-m", measure)
    assert set(found.values()) == {None}
    assert f"{measure} has no value, because no two annotators have an item in common" in done.err
    assert "0.000" not in run("agree", alone, "--units", "item", "-m", measure).out


@pytest.mark.parametrize("measure", ["f1", "f1-positions", "sets::span", "muc"])
def test_annotators_without_a_common_document_have_no_value(run, write, measure):
    """Nor has a document that one of them has alone; means are over the other pairs, in intervals too."""
    span = "{}\t0\t1\tE\t\tX\n{}\t2\t3\tE\t\tX\n"
    one, two = span.format("d1", "d1"), span.format("d2", "d2")
    files = [write("a.tsv", one), write("b.tsv", one + two), write("c.tsv", two)]
    named = [f"{name}={path}" for name, path in zip("abc", files, strict=True)]
    found, done = agreed(run, *named, "-m", measure)
    assert found == {(measure, "a|b"): 1, (measure, "a|c"): None, (measure, "b|c"): 1, (measure, "*"): 1}
    found, done = agreed(run, named[0], named[2], "-m", measure)
    assert set(found.values()) == {None}
    assert "in common" in done.err
    if measure != "muc":
        drawn = run("agree", *named, "-m", measure, "--by", "pair", "--confidence", "-f", "json")
        rows = {row["system"]: row for row in json.loads(drawn.out)["rows"]}
        assert [rows[name]["value_low"] for name in ("a|b", "a|c", "*")] == [1, None, 1]


@pytest.mark.parametrize("measure", ["gamma", "alpha-u"])
def test_units_without_a_common_document_have_no_value(run, write, measure):
    """There is no continuum that two annotators have marked."""
    one, two = write("a.tsv", "d1\t0\t1\t\t\tX\n"), write("b.tsv", "d2\t0\t1\t\t\tX\n")
    done = run("agree", one, two, "-m", measure, "-f", "json")
    assert json.loads(done.out)["rows"][0]["value"] is None


def test_gaps_of_invented_units_are_those_before_and_between_them():
    """What follows the last unit of an annotator is none: it changes no invented unit."""
    near = UnitSet(
        *(np.array(column) for column in ([0, 0, 1], [2.0, 8.0, 3.0], [4.0, 9.0, 5.0], [0, 1, 0])), 2
    )
    drawn = {}

    class Chance:
        """Draws the mean of every distribution, and remembers it."""

        def normal(self, mean, spread, size=None):
            drawn.setdefault("means", []).append(mean)
            return mean if size is None else np.full(size, mean)

        def choice(self, labels, size):
            return np.repeat(labels[:1], size)

    gamma_module.drawn(near, "statistical", Chance())
    counts, lengths, gaps = drawn["means"][:3]
    assert (counts, round(lengths, 9)) == (1.5, round(5 / 3, 9))
    assert gaps == np.mean([0, 8 - 4, 2, 3])


def exported(rows, first):
    """Documents as doccano exports them, numbered from *first*."""
    texts = ((number, text, label) for number, (text, label) in enumerate(rows, first))
    return "".join(json.dumps({"id": n, "text": text, "label": [[0, 3, x]]}) + "\n" for n, text, x in texts)


ROWS = [(f"Ada{i} left.", "PER" if i % 3 else "LOC") for i in range(8)]


def test_documents_that_programs_number_pair_by_their_texts(run, write):
    """As systems pair with gold; those that an annotator lacks are counted."""
    write("a.jsonl", exported(ROWS, 100))
    write("b.jsonl", exported(ROWS[::-1], 1))
    write("c.jsonl", exported(ROWS[:1:-1], 1))
    done = run("agree", "a.jsonl", "b.jsonl", "-m", "f1", "-b")
    assert (done.out, done.err) == ("1.0\n", "")
    for order in (["a.jsonl", "c.jsonl"], ["c.jsonl", "a.jsonl"]):
        done = run("agree", *order, "-b", "-m", "f1")
        assert done.out == "1.0\n"
        assert "warning: c.jsonl lacks 2 documents of 8 that other annotators have: " in done.err


def test_annotators_without_anything_in_common_are_told(run, write):
    """Labels, documents and spans; the measures of tasks and `compare` without gold say it too."""
    write("a.bio", "w\tB-PER\nv\tO\n")
    write("b.bio", "w\tB-person\nv\tO\n")
    write("c.bio", "w\tO\nv\tB-PER\n")
    label = "a.bio and b.bio have no label in common: a.bio has PER; b.bio has person"
    assert label in run("agree", "a.bio", "b.bio", "-m", "f1").err
    span = "a.bio and c.bio have no span with its label in common (1 and 1)"
    assert span in run("agree", "a.bio", "c.bio", "-m", "f1").err
    assert "a as gold: gold and b have no label" in run("compare", "a=a.bio", "b=b.bio").err
    write("d.tsv", "d\t0\t4\t\t1\tPER\n")
    write("e.tsv", "e\t0\t4\t\t1\tPER\n")
    assert (
        "d.tsv and e.tsv have no document in common: d.tsv has d; e.tsv has e"
        in run("agree", "d.tsv", "e.tsv").err
    )


def test_what_replaces_options_of_others_works(run, write):
    """`--pairs` and `-g` name what is typed for them here."""
    for name in ("a.bio", "b.bio"):
        write(name, "w\tB-PER\nv\tO\n")
    for wrong in (["--pairs"], ["-g", "a.bio"]):
        done = run("agree", "a.bio", "b.bio", *wrong)
        assert done.code == 2
        assert "--by pair" in done.err
    assert "a.bio|b.bio" in run("agree", "a.bio", "b.bio", "--by", "pair").out


def test_tags_are_those_of_spans_however_they_were_written(run, write):
    """An I- behind O begins a span: alpha with tags is that of files in which it is written as B-."""
    loose = ["B-P I-P O I-P O I-L I-P O", "B-P B-P O B-P O I-L O O"]
    exact = ["B-P I-P O B-P O B-L B-P O", "B-P B-P O B-P O B-L O O"]
    found = []
    for kind, sides in (("loose", loose), ("exact", exact)):
        paths = [
            write(f"{kind}{i}.bio", "".join(f"w {tag}\n" for tag in side.split()))
            for i, side in enumerate(sides)
        ]
        done = run("agree", "--tags", "-m", "alpha", "-f", "tsv", *paths)
        found.append(done.out.split("\n")[1].split("\t")[4])
    tags = [side.split() for side in exact]
    pairs = Counter(zip(*tags, strict=True)) + Counter(zip(*tags[::-1], strict=True))
    sizes, total = Counter(tags[0] + tags[1]), 16
    apart = sum(number for (one, other), number in pairs.items() if one != other) / total
    by_chance = 1 - sum(n * (n - 1) for n in sizes.values()) / (total * (total - 1))
    assert found[0] == found[1]
    assert float(found[0]) == pytest.approx(1 - apart / by_chance)
