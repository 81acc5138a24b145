"""nervaluate's evaluator: its strategies against a walk, what it refuses, and the named differences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.compat.nervaluate import Evaluator
from nerkit.compat.nervaluate.entities import Entity
from nerkit.compat.nervaluate.strategies import EntityTypeEvaluation, PartialEvaluation

GOLD = [["B-PER", "I-PER", "O", "B-LOC"], ["O", "B-ORG"]]
SYSTEM = [["B-PER", "O", "O", "B-ORG"], ["B-ORG", "B-ORG"]]
LABELS = ["LOC", "ORG", "PER"]
OUTCOMES = ("correct", "incorrect", "partial", "missed", "spurious")
ENTITY = st.tuples(st.integers(0, 8), st.integers(0, 4), st.sampled_from("XY")).map(
    lambda drawn: {"start": drawn[0], "end": drawn[0] + drawn[1], "label": drawn[2]}
)
DOCUMENT = st.lists(ENTITY, max_size=5)


def evaluator(gold=GOLD, system=SYSTEM, tags=LABELS, **more):
    return Evaluator(gold, system, tags, loader="list", **more)


def walk(strategy, gold, system):
    """Outcomes of a document, and the entities that have them."""
    free, indices = list(range(len(gold))), {name: [] for name in OUTCOMES}
    for place, entity in enumerate(system):
        meeting = [
            i for i in free if min(entity["end"], gold[i]["end"]) >= max(entity["start"], gold[i]["start"])
        ]
        distance = {
            i: abs(entity["start"] - gold[i]["start"]) + abs(entity["end"] - gold[i]["end"]) for i in meeting
        }
        good = [
            i
            for i in meeting
            if (strategy == "ent_type" or not distance[i])
            and (strategy in ("exact", "partial") or gold[i]["label"] == entity["label"])
        ]
        if not meeting:
            indices["spurious"].append(place)
            continue
        free.remove(min(good, key=lambda i: (distance[i], i)) if good else meeting[0])
        indices["correct" if good else "partial" if strategy == "partial" else "incorrect"].append(place)
    return indices | {"missed": free}


@pytest.mark.parametrize("strategy", ["strict", "exact", "partial", "ent_type"])
@given(st.lists(st.tuples(DOCUMENT, DOCUMENT), min_size=1, max_size=3))
def test_outcomes_and_indices(strategy, documents):
    """Overall, and of the entities of each label alone, whatever nests, crosses and repeats."""
    sides = [[pair[side] for pair in documents] for side in (0, 1)]
    results = Evaluator(*sides, ["X", "Y"], loader="dict").evaluate()
    views = [(None, results["overall"], results["overall_indices"])]
    views += [(k, v, results["entity_indices"][k]) for k, v in results["entities"].items()]
    for label, outcomes, indices in views:
        walked = [
            walk(strategy, *([e for e in side if label in (None, e["label"])] for side in pair))
            for pair in documents
        ]
        for name in OUTCOMES:
            expected = [(d, place) for d, one in enumerate(walked) for place in one[name]]
            assert getattr(indices[strategy], f"{name}_indices") == expected
            assert getattr(outcomes[strategy], name) == len(expected)


def test_reports_refuse_what_does_not_exist():
    """Modes and scenarios."""
    with pytest.raises(ValueError, match="Invalid mode"):
        evaluator().summary_report(mode="all")
    with pytest.raises(ValueError, match="Invalid scenario"):
        evaluator().results_to_csv(mode="entities", scenario="loose")
    with pytest.raises(ValueError, match="Invalid scenario"):
        evaluator().summary_report_indices(scenario="loose")


def test_a_strategy_of_its_own():
    """A document's entities, their ends inclusive; labels count in ent_type alone."""
    gold, system = [Entity("X", 0, 4)], [Entity("Y", 4, 9)]
    result, indices = PartialEvaluation().evaluate(gold, system, ["X", "Y"], 3)
    assert (result.partial, indices.partial_indices) == (1, [(3, 0)])
    assert EntityTypeEvaluation(21).evaluate(gold, system, ["X", "Y"])[0].spurious == 1
    with pytest.raises(ValueError, match=r"between 1\.0 and 100\.0"):
        PartialEvaluation(0.5)


def test_the_result_behind_the_numbers():
    """nerkit's, with its errors; `type` is what is called ent_type here."""
    made = evaluator()
    result, overall = made.result(), made.evaluate()["overall"]
    assert result["type"].extra["cor"] == overall["ent_type"].correct
    assert result["partial"].precision == overall["partial"].precision
    assert len(list(result.errors())) > 0


# each of the following is a difference that nerkit.compat.nervaluate names


def test_the_loader_is_found_behind_empty_documents():
    """From the first that holds anything."""
    assert Evaluator([[], ["B-X"]], [[], ["O"]], ["X"]).evaluate()["overall"]["strict"].missed == 1
    entity = {"label": "X", "start": 0, "end": 0}
    assert Evaluator([[], [entity]], [[], []], ["X"]).evaluate()["overall"]["strict"].missed == 1


def test_percentages_are_exact():
    """29 of 100 positions are 29 percent."""
    gold, system = ([{"label": "X", "start": 0, "end": end}] for end in (99, 28))
    made = Evaluator([gold], [system], ["X"], loader="dict", min_overlap_percentage=29)
    assert made.evaluate()["overall"]["partial"].partial == 1


def test_missed_entities_are_golds():
    """In the list of indices, and counted among those that `tags` leaves."""
    gold = [["B-A", "B-X", "O"]]
    made = evaluator(gold, [["B-A", "O", "B-X"]], ["X"])
    assert (
        "Missed               0          0        Label=X, Start=1, End=1\n" in made.summary_report_indices()
    )
    assert "\033[95mMissed\033[0m" in made.summary_report_indices(mode="entities", colors=True)


def test_an_end_before_its_start():
    """Is an error."""
    wrong = [[{"label": "X", "start": 3, "end": 1}]]
    with pytest.raises(ValueError, match="ends before it starts"):
        Evaluator(wrong, wrong, ["X"], loader="dict").evaluate()


@pytest.mark.parametrize(
    ("gold", "system", "loader", "told"),
    [
        ([["O"]], [["O"], ["O"]], "list", "1 gold documents, but 2 system documents"),
        ([["O"]], [["O", "O"]], "list", "Document 0 has different lengths: true=1, pred=2"),
        ([["S-X"]], [["O"]], "list", "not 'S-X'"),
        ("a B-X", "a B-X", "conll", "line 1 has no tab"),
        ([[{"label": "X"}]], [[]], "dict", "label, start, end"),
        (
            [[{"label": 1, "start": 0, "end": 0}]],
            [[]],
            "dict",
            "a label must be a string, and start and end must be integers, not",
        ),
        (3, 3, "default", "nerkit cannot tell the form of the gold data;"),
        ([["O"]], [["O"]], "json", "loader must be one of"),
    ],
)
def test_bad_input(gold, system, loader, told):
    """ValueErrors that say what is wrong."""
    with pytest.raises(ValueError, match=told):
        Evaluator(gold, system, ["X"], loader=loader)
