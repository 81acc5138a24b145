"""Random formulas on random nested data: the engine against the paper's definitions."""

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from slow_algebra import numbers

from nerkit.algebra import (
    f_measure,
    field,
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
from nerkit.algebra.matching import CONSTRAINTS

NORMALIZERS = st.sampled_from([None, "p", "r", "f1", "f0.5", "j"])
ATOMS = st.integers(0, 2)
CREDITS = st.dictionaries(st.tuples(ATOMS, ATOMS), st.sampled_from([0, 0.25, 0.5, 1]), max_size=4)
TYPES = st.lists(st.sampled_from("ab"), min_size=1, max_size=2)


@st.composite
def atoms(draw):
    """A similarity of small values, and the values."""
    kind = draw(st.sampled_from(["same", "same", "credit", "tree", "overlap"]))
    if kind == "credit":
        return table(draw(CREDITS)), ATOMS
    if kind == "tree":
        return tree(draw(st.sampled_from(["up", "down", "depth", "ancestors"]))), TYPES
    if kind == "overlap":
        ranges = st.builds(lambda start, size: [start, start + size], st.integers(0, 3), st.integers(1, 3))
        return overlap(normalize=draw(NORMALIZERS)), ranges
    return same, ATOMS


@st.composite
def records(draw, depth):
    """A similarity of records with the fields a and b, and the records."""
    (one, ones), (other, others) = draw(similarities(depth)), draw(similarities(depth))
    data = st.fixed_dictionaries({"a": ones, "b": others})
    kind = draw(st.sampled_from(["product", "product", "one", "sum", "times"]))
    if kind == "product":
        return record(a=one, b=other), data
    if kind == "one":
        return field("a", one), data
    if kind == "sum":
        return field("a", one) + field("b", other), data
    return times(record(a=one), record(a=same, b=other)), data


@st.composite
def collections(draw, depth):
    """A matching of collections, and the collections."""
    inner, items = draw(similarities(depth))
    constraint = draw(st.sampled_from(CONSTRAINTS))
    kind = draw(st.sampled_from(["set", "set", "set", "multiset", "sequence", "graph"]))
    if kind == "graph":
        return match_graphs(inner, constraint, draw(NORMALIZERS)), st.lists(items, max_size=3).flatmap(graphs)
    if kind == "sequence":
        return match_sequences(inner, constraint, draw(NORMALIZERS)), st.lists(items, max_size=3)
    formula = match_sets(inner, constraint, draw(NORMALIZERS), duplicates=kind)
    return formula, st.lists(items, max_size=4)


def graphs(nodes):
    """Graphs with these nodes."""
    pairs = [[i, j] for i in range(len(nodes)) for j in range(len(nodes))]
    edges = st.lists(st.sampled_from(pairs), max_size=3) if pairs else st.just([])
    return st.fixed_dictionaries({"nodes": st.just(nodes), "edges": edges})


@st.composite
def similarities(draw, depth):
    """Any similarity, with the data that it compares."""
    if depth == 0:
        return draw(atoms())
    formula, data = draw(
        st.one_of(atoms(), records(depth - 1), collections(depth - 1), collections(depth - 1))
    )
    wrapper = draw(st.sampled_from(["", "", "", "above", "at_least", "excess", "normalize"]))
    limit = draw(st.sampled_from([0.25, 0.5, 1]))
    if wrapper == "above":
        formula = where(formula, above=limit)
    elif wrapper == "at_least":
        formula = where(formula, at_least=limit)
    elif wrapper == "excess":
        formula = formula - limit
    elif wrapper == "normalize" and "Normalized" not in type(formula).__name__:
        formula = normalize(formula, draw(st.sampled_from(["p", "r", "f1", "j"])))
    return formula, data


@st.composite
def problems(draw):
    """A formula, and the documents of both sides."""
    formula, data = draw(similarities(3))
    size = draw(st.integers(1, 3))
    return formula, *(draw(st.lists(data, min_size=size, max_size=size)) for _ in range(2))


SUM_AT_ITS_LIMIT = (  # f0.5 of 1 + 2/3 is exactly 1: a rounded sum must reach the threshold
    match_sets(match_sets(where(match_sets(tree("ancestors"), "N:N", "f0.5"), at_least=1))),
    [[[[["a"], ["a", "a"], ["b"]]]]],
    [[[[["a"]]]]],
)


@example(SUM_AT_ITS_LIMIT)
@given(problems())
def test_counts_of_any_formula_are_those_of_the_definitions(problem):
    """Numerators and denominators of every document, for any nesting of operators, are the twin's."""
    metric, gold, system = problem
    counts = metric.counts(gold, system)
    for row, x, y in zip(counts.numbers.tolist(), gold, system, strict=True):
        assert row == pytest.approx([float(n) for n in numbers(metric, x, y)], abs=1e-9)


@given(problems())
def test_matched_items_add_up_to_the_score(problem):
    """The list of `explain` adds up to the numerator of a matching, and has each element that counts once."""
    metric, gold, system = problem
    metric = match_sets(metric)
    documents = metric.counts([gold], [system])
    rows = [row for row in metric.explain([gold], [system]) if not row.level.count(".") and is_outermost(row)]
    assert math.fsum(row.similarity for row in rows) == pytest.approx(documents.numbers[0, 0])
    for paths in ([row.gold_path for row in rows], [row.system_path for row in rows]):
        named = [path for path in paths if path is not None]
        assert len(named) == len(set(named))


def is_outermost(row):
    path = row.gold_path if row.gold_path is not None else row.system_path
    return path.startswith("[") and path.endswith("]") and path.count("[") == 1


@given(st.lists(ATOMS, max_size=4), st.lists(ATOMS, max_size=4), NORMALIZERS)
def test_precision_and_recall_may_be_of_two_formulas(gold, system, normalizer):
    """`f_measure` takes precision's numerator and denominator from one formula, recall's from the other."""
    metric = f_measure(precision=match_sets(same, normalize=normalizer), recall=match_sets(same) - 1)
    counts = metric.counts([gold], [system])
    assert counts.numbers[0].tolist() == pytest.approx([float(n) for n in numbers(metric, gold, system)])
