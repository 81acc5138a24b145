"""Lists of the errors in AMR graphs: what is computed for them."""

import pytest

from nerkit.corpora.corpus import Batch
from nerkit.readers.graphs.in_memory import amr_graphs
from nerkit.scorers.amr import matching
from nerkit.scorers.amr.options import Options
from nerkit.scorers.amr.scorer import TASK

GOLD = ["(w / want-01 :ARG0 (b / boy) :polarity -)", "(g / go-02 :ARG0 (d / dog))", "(s / see-01)"]
SYSTEM = ["(w / want-01 :ARG0 (c / cat))", "(g / go-01 :ARG0 (d / dog))", "(s / see-01 :ARG0 (b / boy))"]


@pytest.fixture
def solved(monkeypatch):
    """The pairs of graphs that are brought into correspondence, one after the other."""
    answers = []
    answer = matching.solve_ranked

    def counting(*problems, **how):
        for one in answer(*problems, **how):
            answers.append(one)
            yield one

    monkeypatch.setattr(matching, "solve_ranked", counting)
    return answers


def batch():
    gold, system = amr_graphs(GOLD), amr_graphs(SYSTEM)
    return Batch(gold.documents, gold, system)


@pytest.mark.parametrize("names", [["smatch"], ["srl", "unlabeled", "aspects", "sembleu"]])
def test_every_correspondence_is_solved_once(solved, names):
    """Three pairs of graphs are three problems, whatever measures were asked for besides."""
    listed = TASK.errors(batch(), TASK.resolve(names), Options())
    assert len(solved) == len(GOLD)
    assert {listed.kinds[kind] for kind in listed.kind} == {"correct", "missed", "spurious"}


@pytest.mark.parametrize(
    ("names", "times"), [(["smatch", "aspects"], 1), (["srl", "unlabeled"], 2), (["concepts", "wlk"], 0)]
)
def test_only_what_is_asked_for_is_solved(solved, names, times):
    """Parts and aspects share the correspondence of smatch; variants have their own; sets and paths none."""
    TASK.count(batch(), TASK.resolve(names), [], Options())
    assert len(solved) == times * len(GOLD)
