"""Formulas as metrics: averages, explanations, names that load lazily."""

import subprocess
import sys

import pytest

from nerkit import algebra
from nerkit.algebra import f_measure, field, match_graphs, match_sequences, match_sets, overlap, record, same

ARGUMENT = record(role=same, span=overlap(normalize="j") > 0.5)
EVENTS = field("events", match_sets(record(type=same, args=match_sets(ARGUMENT)), normalize="f1"))
GOLD = [
    {
        "events": [
            {
                "type": "Attack",
                "args": [{"role": "Place", "span": [0, 2]}, {"role": "Target", "span": [4, 7]}],
            },
            {"type": "Sale", "args": [{"role": "Goods", "span": [9, 10]}]},
        ]
    },
    {"events": []},
]
SYSTEM = [
    {
        "events": [
            {
                "type": "Attack",
                "args": [{"role": "Target", "span": [5, 7]}, {"role": "Place", "span": [3, 4]}],
            }
        ]
    },
    {"events": [{"type": "Gift", "args": []}]},
]


def test_explanations_reach_the_innermost_argument():
    """Matched events first, then those without a partner; then arguments, those of unmatched events too."""
    rows = EVENTS.explain(GOLD, SYSTEM)
    assert [(r.document, r.level, r.gold_path, r.system_path, r.similarity) for r in rows] == [
        ("1", "events", "events[0]", "events[0]", 1.0),
        ("1", "events", "events[1]", None, 0.0),
        ("1", "events.args", "events[0].args[1]", "events[0].args[0]", 1.0),
        ("1", "events.args", "events[0].args[0]", None, 0.0),
        ("1", "events.args", "events[1].args[0]", None, 0.0),
        ("1", "events.args", None, "events[0].args[1]", 0.0),
        ("2", "events", None, "events[0]", 0.0),
    ]
    assert rows[2].gold == {"role": "Target", "span": [4, 7]}


def test_explanations_of_sequences_graphs_and_two_formulas():
    """Every kind of matching says which elements it took."""
    rows = match_sequences(same).explain([[1, 2, 3]], [[3, 1, 2]])
    assert [(r.gold_path, r.system_path) for r in rows if r.similarity] == [("[0]", "[1]"), ("[1]", "[2]")]
    chain, pair = {"nodes": ["a", "b"], "edges": [[0, 1]]}, {"nodes": ["b", "a"], "edges": [[1, 0]]}
    rows = match_graphs(same).explain([chain], [pair])
    assert [(r.gold_path, r.system_path) for r in rows] == [
        ("nodes[0]", "nodes[1]"),
        ("nodes[1]", "nodes[0]"),
    ]
    both = f_measure(precision=match_sets(same), recall=match_sets(same, "1:N"))
    assert len(both.explain([[1]], [[1]])) == 2


def test_repeated_events_are_not_explained_twice():
    """Neither they nor their arguments count, so they are not listed."""
    twice = [{"events": GOLD[0]["events"][:1] * 2}]
    assert len(EVENTS.explain(twice, [{"events": []}])) == 3


def test_micro_and_macro():
    """2 of 4 and 1 of 1: 0.6 pooled, 0.75 as a mean over documents, where empty documents are 0."""
    gold, system = [[1, 2, 3, 4], [1]], [[1, 2], [1]]
    metric = match_sets(same, normalize="r")
    assert metric.score(gold, system) == 0.6
    assert metric.score(gold, system, average="macro") == 0.75
    assert metric.score([*gold, []], [*system, []], average="macro") == 0.5
    score = match_sets(same, normalize="f1")(gold, system, average="macro")
    assert (score.precision, score.recall, float(score)) == pytest.approx((1, 0.75, (2 / 3 + 1) / 2))


def test_without_a_normalizer_the_value_is_the_sum():
    """Precision and recall are there all the same."""
    score = match_sets(same)([[1, 2], [3]], [[1, 2, 4], [3]])
    assert (score.value, score.recall, score.precision) == (3, 1, 0.75)


def test_counts_are_named_after_the_formula_or_as_asked():
    """So that several metrics stand in one table."""
    assert match_sets(same).counts([[1]], [[1]]).measures == ["Σ[1:1](same)"]
    assert match_sets(same).counts([[1]], [[1]], "items").measures == ["items"]


def test_names_load_when_they_are_used():
    """`import nerkit.algebra` loads no numpy; unknown names are attribute errors."""
    code = "import sys, nerkit.algebra; assert 'numpy' not in sys.modules; print(len(dir(nerkit.algebra)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) == len(dir(algebra))
    assert all(callable(getattr(algebra, name)) or str(getattr(algebra, name)) for name in dir(algebra))
    with pytest.raises(AttributeError, match="nothing"):
        algebra.nothing
