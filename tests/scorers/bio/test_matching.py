"""Matching of chunks: against a pair-by-pair twin, and the tables of the papers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.algorithms.columns import Column
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Spans
from nerkit.exceptions import UsageError
from nerkit.results.rows import Grouping
from nerkit.scorers.bio.measures import CHUNK, EXACT, PARTIAL, TYPE
from nerkit.scorers.bio.options import Options
from nerkit.scorers.bio.scorer import TASK, view_of_spans
from nerkit.scorers.measure import counts_of
from nerkit.scorers.spans.options import MucRules
from nerkit.scorers.spans.overlapping_pairs import EXTRAS

NAMES = [measure.name for measure in (CHUNK, EXACT, PARTIAL, TYPE)]
EVERYTHING = [Grouping((), shown=True)]


def twin(measure, gold, system, least=1):
    """nervaluate's strategies, system span by system span: COR, INC, PAR, MIS, SPU."""
    free, tally = list(gold), {"cor": 0, "inc": 0, "par": 0, "mis": 0, "spu": 0}
    for start, end, name in system:
        meeting = [g for g in free if (min(end, g[1]) - max(start, g[0])) * 100 >= least * (g[1] - g[0])]
        meeting = [g for g in meeting if min(end, g[1]) > max(start, g[0])]
        good = [
            g
            for g in meeting
            if (measure == "type" or g[:2] == (start, end))
            and (measure not in ("chunk", "type") or g[2] == name)
        ]
        good.sort(key=lambda g: abs(g[0] - start) + abs(g[1] - end))
        chosen = (good or meeting or [None])[0]
        if chosen is None:
            tally["spu"] += 1
            continue
        free.remove(chosen)
        tally["cor" if good else "par" if measure == "partial" else "inc"] += 1
    return tally | {"mis": len(free)}


def flat(draw):
    """Disjoint spans in order."""
    found, at = [], 0
    for gap, length, name in draw:
        found.append((at + gap, at + gap + length, name))
        at += gap + length
    return found


SIDE = st.lists(st.tuples(st.integers(0, 3), st.integers(1, 5), st.sampled_from("XY")), max_size=8).map(flat)


def spans(listed):
    columns = np.array([(s, e) for s, e, _ in listed], np.int64).reshape(-1, 2)
    zeros = np.zeros(len(listed), np.int64)
    fields = {"type": Column.of([name for _, _, name in listed])}
    return Spans(["d"], zeros, columns[:, 0], columns[:, 1], zeros, fields)


def counted(gold, system, measure, **rules):
    batch = Batch(["d"], spans(gold), spans(system))
    measures = TASK.resolve([measure])
    counts = counts_of(view_of_spans(batch, lambda: None, measures, EVERYTHING, MucRules(**rules)))
    numbers = counts.pooled()[0, 0].tolist() if counts.measures else [0.0] * 9
    return dict(zip(("p_num", "p_den", "r_num", "r_den", *EXTRAS), numbers, strict=True))


@pytest.mark.parametrize("measure", NAMES)
@given(SIDE, SIDE, st.sampled_from([1, 50, 51, 100]))
def test_greedy_is_nervaluates(measure, gold, system, least):
    """System chunks choose in order: a good gold chunk, in `type` the closest, else the first free one."""
    found = counted(gold, system, measure, min_overlap=least)
    tally = twin(measure, gold, system, least)
    assert {name: found[name] for name in tally} == tally
    assert found["p_den"] == len(system) == sum(tally[name] for name in ("cor", "inc", "par", "spu"))
    assert found["r_den"] == len(gold) == sum(tally[name] for name in ("cor", "inc", "par", "mis"))
    assert found["p_num"] == found["r_num"] == tally["cor"] + tally["par"] / 2


@pytest.mark.parametrize("measure", NAMES)
# scipy is imported on first use
@given(SIDE, SIDE)
def test_optimal_is_never_worse_and_ignores_order(measure, gold, system):
    """The best matching finds at least the credit of the greedy one, the same from either end of the text."""
    best = counted(gold, system, measure, matching="optimal")
    assert best["p_num"] >= counted(gold, system, measure)["p_num"]

    def mirrored(side):
        return [(100 - end, 100 - start, name) for start, end, name in reversed(side)]

    assert counted(mirrored(gold), mirrored(system), measure, matching="optimal") == best


FEW_GOOD = [(0, 6, "X"), (6, 9, "Y")], [(1, 3, "Z"), (4, 8, "X")]
FROM_THE_END = [(0, 3, "Y"), (3, 9, "X")], [(1, 5, "X"), (6, 8, "Z")]


@pytest.mark.parametrize(("one", "other"), [FEW_GOOD, FROM_THE_END])
def test_one_good_pair_is_better_than_two_that_are_not(one, other):
    """In `type` the pair of X, though without it each of both could be paired with another."""
    for gold, system in ((one, other), (other, one)):
        found = counted(gold, system, "type", matching="optimal")
        assert (found["cor"], found["inc"], found["spu"], found["mis"]) == (1, 0, 1, 1)


def test_order_can_cost_a_greedy_matching():
    """In `type` a system chunk may take the gold chunk that the next one needs, in the best matching not."""
    gold = [(0, 4, "X"), (4, 8, "Y")]
    system = [(1, 2, "Y"), (3, 5, "X"), (6, 7, "Z")]
    assert counted(gold, system, "type")["cor"] == 0
    assert counted(gold, system, "type", matching="optimal")["cor"] == 1


def test_the_outcomes_of_the_task_description():
    """SemEval-2013's answers: correct, wrong type, wrong borders, both wrong, spurious, missed."""
    gold = [
        ["B-X", "I-X", "O"],
        ["B-X", "I-X", "O"],
        ["B-X", "I-X", "O"],
        ["B-X", "I-X", "O"],
        ["O"],
        ["B-X"],
    ]
    system = [["B-X", "I-X", "O"], ["B-Y", "I-Y", "O"], ["B-X", "O", "O"], ["B-Y", "O", "O"], ["B-X"], ["O"]]
    result = nerkit.evaluate(gold, system, measures=list(NAMES))
    rows = {row.measure: tuple(row.extra.values()) for row in result.rows}
    assert rows == {
        "chunk": (1, 3, 0, 1, 1),
        "exact": (2, 2, 0, 1, 1),
        "partial": (2, 0, 2, 1, 1),
        "type": (2, 2, 0, 1, 1),
    }
    assert result["partial"].precision == 3 / 5


def test_by_label_matches_within_the_label():
    """A wrong type is incorrect overall, but missed and spurious by label."""
    result = nerkit.evaluate([["B-X"]], [["B-Y"]], measures=["exact"], by=["label"])
    assert result["exact"].extra == {"cor": 1, "inc": 0, "par": 0, "mis": 0, "spu": 0}
    assert result["exact", "X"].extra == {"cor": 0, "inc": 0, "par": 0, "mis": 1, "spu": 0}
    assert result["exact", "Y"].extra == {"cor": 0, "inc": 0, "par": 0, "mis": 0, "spu": 1}


def test_options_are_checked():
    """Unknown matchings and percentages beyond 100 are refused."""
    with pytest.raises(UsageError, match="matching 'best'"):
        Options(matching="best")
    with pytest.raises(UsageError, match="from 1 to 100"):
        Options(min_overlap=101)


@pytest.mark.parametrize(
    ("shared", "least", "partial"), [(50, 50, 0), (51, 50, 1), (101, 100, 1), (100, 100, 0)]
)
def test_the_least_overlap_is_exact(shared, least, partial):
    """Of 101 tokens 50 are less than 50 %, and 51 are not."""
    found = counted([(0, 101, "X")], [(101 - shared, 102, "Y")], "partial", min_overlap=least)
    assert found["par"] == partial
