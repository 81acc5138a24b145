"""Operators, normalisers, values: what they compute, how they print, what they refuse."""

import math

import pytest

from nerkit.algebra import (
    field,
    func,
    match_graphs,
    match_sequences,
    match_sets,
    normalize,
    overlap,
    record,
    same,
    table,
    times,
    tree,
    where,
)
from nerkit.algorithms import intervals
from nerkit.exceptions import UsageError


def score(inner, gold, system):
    """The similarity of two objects, as the total over documents of one element."""
    return match_sets(inner).score([[gold]], [[system]])


@pytest.mark.parametrize(
    ("normalizer", "value"),
    [("p", 2 / 4), ("r", 2 / 5), ("f1", 4 / 9), ("f0.5", 2.5 / 5.25), ("f2", 10 / 24), ("j", 2 / 7)],
)
def test_normalizers(normalizer, value):
    """Eq. 4-7 with |P ∩ R| = 2, |P| = 4, |R| = 5, inside a formula and as its value over documents."""
    gold, system = [1, 2, 3, 4, 5], [1, 2, 6, 7]
    metric = match_sets(same, normalize=normalizer)
    assert score(metric, gold, system) == pytest.approx(value)
    assert metric.score([gold], [system]) == pytest.approx(value)
    assert normalize(match_sets(same), normalizer).score([gold], [system]) == pytest.approx(value)


def test_empty_collections_score_zero():
    """Nothing has nothing in common with nothing (metametric: 1), and adds nothing to a micro average."""
    metric = match_sets(same, normalize="f1")
    assert metric.score([[]], [[]]) == 0
    assert score(metric, [], []) == 0
    assert metric.counts([[], [1]], [[], [1]]).numbers.tolist() == [[0, 0, 0, 0], [1, 1, 1, 1]]
    assert metric.score([], []) == 0


def test_sums_products_and_what_is_above():
    """(2 + 1) of lists and a label, 2 * 1, max(0, 2 - 1)."""
    gold, system = {"x": [1, 2, 3], "y": "a"}, {"x": [2, 3], "y": "a"}
    x, y = field("x", match_sets(same)), field("y", same)
    assert score(x + y, gold, system) == 3
    assert score(x * y, gold, system) == 2
    assert score(x - 1, gold, system) == 1
    assert score(x - 5, gold, system) == 0
    assert (score(x > 2, gold, system), score(x >= 2, gold, system), score(x > 1.5, gold, system)) == (
        0,
        1,
        1,
    )


def test_thresholds_bear_rounding():
    """A sum of ten tenths reaches 1 and is not above it."""
    tenth = table({("a", "b"): 0.1})
    gold, system = ["a"] * 10, ["b"] * 10
    inner = match_sets(tenth, duplicates="multiset")
    assert score(inner >= 1, gold, system) == 1
    assert score(inner > 1, gold, system) == 0


@pytest.mark.parametrize(("constraint", "value"), [("1:1", 1.75), ("N:1", 1.75), ("1:N", 2.25), ("N:N", 2.5)])
def test_constraints(constraint, value):
    """Gold a, b, c, system x, y: N:1 takes the best gold element of each system element, 1:N the reverse."""
    credits_ = {("a", "x"): 1, ("b", "x"): 0.5, ("b", "y"): 0.25, ("c", "y"): 0.75}
    metric = match_sets(table(credits_), constraint)
    assert metric.score([["a", "b", "c"]], [["x", "y"]]) == value


def test_repeated_elements():
    """As a set with a warning, or each counted."""
    gold, system = [1, 1, 2], [1, 1, 1]
    counts = match_sets(same).counts([gold], [system])
    assert counts.numbers.tolist() == [[1, 1, 1, 2]]
    assert counts.warnings == ("3 repeated elements counted once (1 in the gold file, 2 in the system)",)
    counts = match_sets(same, duplicates="multiset").counts([gold], [system])
    assert counts.numbers.tolist() == [[2, 3, 2, 3]]
    assert not counts.warnings
    nested = match_sets(field("a", match_sets(same))).counts([[{"a": [1, 1]}]], [[{"a": [1]}, {"a": [1, 1]}]])
    assert nested.warnings == (
        "2 repeated elements of a counted once (1 in the gold file, 1 in the system)",
        "1 repeated element counted once (0 in the gold file, 1 in the system)",
    )


def test_only_what_the_formula_sees_makes_elements_different():
    """Two relations that differ in a field that is not compared are one."""
    gold = [{"type": "a", "at": 1}, {"type": "b", "at": 1}]
    assert match_sets(record(at=same)).counts([gold], [gold[:1]]).numbers.tolist() == [[1, 1, 1, 1]]


def test_a_function_sees_distinct_admissible_pairs_only():
    """Of 100 relations only those of one type meet, and equal pairs of strings are compared once."""
    calls = []

    def close(gold, system):
        calls.append((gold, system))
        return float(gold.lower() == system.lower())

    gold = [{"type": i % 5, "name": "Ann" if i % 2 else "Bo"} for i in range(100)]
    system = [{"type": 1, "name": "ANN"} for _ in range(100)]
    match_sets(record(name=func(close), type=same)).score([gold], [system])
    admissible = {call for call in calls if call[0] != call[1]}
    assert admissible == {("Ann", "ANN"), ("Bo", "ANN")}
    assert len(calls) == len(set(calls))


def test_functions_are_looked_at_in_chunks(monkeypatch):
    """However many pairs there are, and with the same result."""
    metric = match_sets(func(lambda gold, system: 1 / (1 + abs(gold - system)), name="near"))
    gold, system = [list(range(0, 20, 2)), [5]], [list(range(15)), [7, 8]]
    whole = metric.counts(gold, system).numbers
    monkeypatch.setattr(intervals, "CHUNK", 20)
    assert (metric.counts(gold, system).numbers == whole).all()


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (math.nan, "close('a', 'b') is nan, but a similarity must be a finite number of at least 0"),
        (float("inf"), "close('a', 'b') is inf, but a similarity must be a finite number of at least 0"),
        (-1, "close('a', 'b') is -1, but a similarity must be a finite number of at least 0"),
        ("x", "close('a', 'b') is 'x', but a similarity must be a finite number of at least 0"),
        (None, "close('a', 'b') is None, but a similarity must be a finite number of at least 0"),
    ],
)
def test_what_a_function_must_not_return(value, message):
    """The error names the function and the two values."""
    metric = match_sets(func(lambda gold, system: value, name="close"), normalize="f1")
    with pytest.raises(UsageError) as error:
        metric.score([["a"]], [["b"]])
    assert str(error.value) == message


def test_a_function_that_fails():
    """Its values and its complaint are told."""
    with pytest.raises(UsageError, match=r"f\(1, 1\) raises TypeError: object of type 'int' has no len\(\)"):
        match_sets(func(lambda gold, system: len(gold), name="f")).score([[1]], [[1]])


def test_no_value_is_more_similar_to_another_one_than_to_itself():
    """Else 1:1 matchings with itself would not be the best; `bounded=False` allows it and solves them."""
    lopsided = {("a", "a"): 1, ("b", "b"): 1, ("a", "b"): 3}
    with pytest.raises(
        UsageError,
        match=r"f\('a', 'b'\) is 3, more than f\('a', 'a'\), which is 1\. No gold value can be more",
    ):
        match_sets(func(lambda *pair: lopsided.get(pair, 0), name="f")).score([["a"]], [["b"]])
    free = match_sets(func(lambda *pair: lopsided.get(pair, 0), bounded=False))
    assert free.counts([["a", "b"]], [["a", "b"]]).numbers.tolist() == [[3, 3, 3, 3]]


@pytest.mark.parametrize(
    ("how", "gold", "system", "value"),
    [
        ("up", "bombing", "attack", 0.5),
        ("up", "attack", "bombing", 0),
        ("up", "car bombing", "attack", 0.5),
        ("down", "attack", "car bombing", 0.5),
        ("down", "bombing", "attack", 0),
        ("up", "bombing", "bombing", 1),
        ("ancestors", "car bombing", "arson", 2 / 5),
        ("depth", "car bombing", "bombing", 0.5),
        ("up", "unknown", "attack", 0),
    ],
)
def test_hierarchies_of_names(how, gold, system, value):
    """Half for an answer that is too general (or too specific), whatever the distance."""
    children = {"attack": ["bombing", "arson"], "bombing": ["car bombing"]}
    assert score(tree(how, children), gold, system) == pytest.approx(value)


def test_overlap_of_ranges():
    """Positions shared: 2 of [0, 3) and [1, 9); own scores are lengths."""
    assert score(overlap(), (0, 3), (1, 9)) == 2
    assert score(overlap(normalize="j"), (0, 3), (1, 9)) == pytest.approx(2 / 9)
    spans = [{"start": 0, "end": 3}], [{"start": 3, "end": 5}]
    assert match_sets(overlap("start", "end"), normalize="f1").counts(
        *([s] for s in spans)
    ).numbers.tolist() == [[0, 2, 0, 3]]


@pytest.mark.parametrize(
    ("metric", "text"),
    [
        (match_sets(record(a=same, b=record(c=same, d=same)), "N:1", "f0.5"), "F0.5[N:1](a × b(c × d))"),
        (field("x", match_sets(same, normalize="j")), "J_x[1:1](same)"),
        (field("x", field("y", match_sets(same))), "Σ_x.y[1:1](same)"),
        (times(field("a", same), field("b", same) + field("c", same)), "a × (b + c)"),
        (where(field("a", overlap(normalize="j")), above=0.5), "⟦J(|a ∩ a|) > 0.5⟧"),
        (normalize(record(a=same) - 1, "p"), "P(max(0, a − 1))"),
        (record(a=tree("up"), b=table({}), c=func(len, name="close")), "tree_up(a) × table(b) × close(c)"),
        (match_sequences(same), "Σ≤[1:1](same)"),
        (match_graphs(field("label", same), normalize="f1"), "F1→[1:1](label)"),
        (record({"a": {"b": same}}), "a.b"),
    ],
)
def test_a_metric_prints_its_formula(metric, text):
    """In the notation of the paper: fields as subscripts, constraints in brackets."""
    assert str(metric) == text
    assert text in repr(metric)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: match_sets(same, "1:2"), "unknown constraint '1:2'; did you mean '1:N'?"),
        (lambda: match_sets(same, normalize="g1"), "unknown normalizer 'g1'; did you mean 'f1'?"),
        (lambda: match_sets(same, normalize="f0"), "unknown normalizer 'f0'"),
        (lambda: match_sets(same, normalize="f-1"), "unknown normalizer 'f-1'"),
        (lambda: match_sets(same, duplicates="bag"), "unknown value of duplicates 'bag'"),
        (lambda: normalize(match_sets(same, normalize="p"), "r"), "is already normalised, by 'p'"),
        (lambda: match_sets(len), "is not a similarity; wrap a function as func(f)"),
        (lambda: match_sets("same"), "'same' is not a similarity"),
        (record, "record needs the fields to compare; `same` compares whole objects"),
        (times, "a product needs factors"),
        (lambda: field(1.5, same), "a field must be a name or a position, not 1.5"),
        (lambda: where(same), "where needs either above= or at_least="),
        (lambda: where(same, above=1, at_least=1), "where needs either above= or at_least="),
        (lambda: same > -1, "above is -1; similarities start at 0"),
        (lambda: where(same, above=math.nan), "above must be a finite number, not nan"),
        (lambda: same >= 0, "at_least must be above 0, because every pair reaches 0"),
        (lambda: same - float("inf"), "what is subtracted must be a finite number, not inf"),
        (lambda: table({("a", "b"): 2}), "the credit of 'a' and 'b' must be a number from 0 to 1, not 2"),
        (
            lambda: table({("a", "b"): float("nan")}),
            "the credit of 'a' and 'b' must be a number from 0 to 1, not nan",
        ),
        (lambda: tree("sideways"), "unknown tree 'sideways'"),
        (lambda: tree("up", {"a": ["b"], "b": ["a"]}), "the type tree has a cycle"),
        (lambda: func(3), "func needs a function, not 3"),
        (lambda: same([[]], [[]], average="median"), "unknown average 'median'"),
    ],
)
def test_what_makes_no_sense_is_refused(make, message):
    """When the formula is written, with what is wrong and what there is."""
    with pytest.raises(UsageError) as error:
        make()
    assert message in str(error.value)
