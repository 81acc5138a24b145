"""Trainers, spaCy's examples and scikit-learn's searches, as objects that have what those have."""

import json
import pickle
import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

import nerkit
from nerkit.compat import huggingface, spacy
from nerkit.compat.seqeval.averages import warning_class
from nerkit.compat.seqeval.metrics import f1_score
from nerkit.compat.sklearn import MeasureScorer
from nerkit.exceptions import UsageError

LABELS = ["O", "B-PER", "I-PER", "B-LOC"]
IDS = np.array([[-100, 1, 2, 0, -100], [-100, 3, 0, 1, -100]])
PREDICTED = np.array([[0, 1, 2, 0, 3], [0, 3, 0, 0, 1]])


def logits(ids):
    return np.eye(len(LABELS))[ids]


@pytest.mark.parametrize(
    "predicted",
    [(PREDICTED, IDS), (logits(PREDICTED), IDS), ((logits(PREDICTED), "hidden states"), IDS)],
    ids=["ids", "logits", "tuple"],
)
def test_a_trainers_predictions(predicted):
    """Ids or a number for each; what is ignored is not scored."""
    scores = huggingface.compute_metrics(LABELS)(predicted)
    assert scores == {"precision": 1.0, "recall": 2 / 3, "f1": 0.8, "accuracy": 5 / 6}


@pytest.mark.parametrize(
    "labels",
    [
        tuple(LABELS),
        np.array(LABELS),
        dict(enumerate(LABELS)),
        {str(number): name for number, name in enumerate(LABELS)},
        {np.int64(number): name for number, name in enumerate(LABELS)},
        dict(reversed(list(enumerate(LABELS)))),
        {name: number for number, name in enumerate(LABELS)},
        {"id2label": dict(enumerate(LABELS))},
        dict(enumerate(LABELS)).values(),
    ],
)
def test_labels_are_named_in_any_form(labels):
    """A list, or a dict of ids as numbers or texts, as a model's configuration has them, in any order."""
    expected = huggingface.compute_metrics(LABELS)((PREDICTED, IDS))
    assert huggingface.compute_metrics(labels)((logits(PREDICTED), IDS)) == expected
    ids = [[1, 2, 0], [3, 0, 1]], [[1, 2, 0], [3, 0, 0]]
    result = nerkit.evaluate(*ids, task="bio", label_names=labels)
    assert result.f1 == expected["f1"]
    assert json.loads(json.dumps(result.to_dict()))["options"]["label_names"]


@pytest.mark.parametrize(
    "labels", [[], {}, 5, None, [1, 2], {0: None}, {1.5: "O"}, {"a": "O"}, {0: "O", "0": "B-X"}, [["O"]]]
)
def test_labels_without_names_are_refused(labels):
    """Before anything is scored, with the forms that there are."""
    with pytest.raises(UsageError, match=r"names of labels|an id of a label has two names"):
        huggingface.compute_metrics(labels)


@pytest.mark.parametrize(
    ("labels", "predicted", "problem"),
    [
        (LABELS[:3], PREDICTED, "id 3 of gold has no name"),
        (dict(enumerate(LABELS[1:], 1)), PREDICTED, "id 0 of gold has no name"),
        (
            LABELS,
            np.where(PREDICTED == 1, 9, PREDICTED),
            "id 9 of predictions has no name; the labels are 0, 1",
        ),
        (LABELS, np.where(PREDICTED == 1, -1, PREDICTED), "id -1 of predictions has no name"),
    ],
)
def test_an_id_without_a_name_is_an_error(labels, predicted, problem):
    """A negative one too, which Python would count from the end; what is ignored needs no name."""
    with pytest.raises(ValueError, match=problem):
        huggingface.compute_metrics(labels)((predicted, IDS))
    predicted = np.where(IDS == -100, 99, PREDICTED)
    assert huggingface.compute_metrics(LABELS)((predicted, IDS))["recall"] == 2 / 3


def test_a_scheme_of_two_is_refused_before_training():
    """Not at the end of the first epoch."""
    with pytest.raises(UsageError, match="IOB1 or IOB2"):
        huggingface.compute_metrics(LABELS, scheme="IOB")


def test_a_trainers_batches():
    """Add up, and the next evaluation begins anew."""
    metrics = huggingface.compute_metrics(LABELS)
    for _ in range(2):
        assert metrics((PREDICTED[:1], IDS[:1]), compute_result=False) == {}
        assert metrics((PREDICTED[1:, :4], IDS[1:, :4]), compute_result=True) == metrics((PREDICTED, IDS))


def test_a_trainers_scores_by_label_and_in_a_scheme():
    """Further keys; strict mode counts what the scheme writes."""
    scores = huggingface.compute_metrics(LABELS, by_label=True)((PREDICTED, IDS))
    assert (scores["PER_recall"], scores["LOC_number"]) == (0.5, 1.0)
    inside = np.where(PREDICTED == 1, 2, PREDICTED)
    assert huggingface.compute_metrics(LABELS, scheme="IOB2")((inside, IDS))["f1"] == 0.5
    assert huggingface.evaluate((PREDICTED, IDS), LABELS)["chunk", "PER"].recall == 0.5


def test_nothing_that_is_scored():
    """Is 0, without a division by it."""
    scores = huggingface.compute_metrics(LABELS)((PREDICTED, np.full_like(IDS, -100)))
    assert set(scores.values()) == {0.0}


def test_shapes_that_do_not_fit():
    """Are named."""
    with pytest.raises(ValueError, match=r"\(2, 5\), but the ids have the shape \(2, 4\)"):
        huggingface.compute_metrics(LABELS)((PREDICTED, IDS[:, :4]))


def test_the_metric(monkeypatch):
    """Its script computes what Hugging Face's seqeval metric does, from the library's base class."""
    library, data = ModuleType("evaluate"), ModuleType("datasets")
    library.Metric, library.MetricInfo = object, SimpleNamespace
    data.Sequence, data.Value, data.Features = list, str, dict
    monkeypatch.setitem(sys.modules, "evaluate", library)
    monkeypatch.setitem(sys.modules, "datasets", data)
    from nerkit.compat.nerkit_ner.nerkit_ner import NerkitNer

    gold, system = [["B-PER", "I-PER", "B-LOC"]], [["B-PER", "O", "B-LOC"]]
    scores = NerkitNer()._compute(predictions=system, references=gold)
    assert scores["LOC"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0, "number": 1}
    assert scores["overall_f1"] == f1_score(gold, system)
    assert scores["overall_accuracy"] == 2 / 3
    with pytest.warns(warning_class(), match="0/0"):
        strict = NerkitNer()._compute([["I-PER"]], [["I-PER"]], mode="strict", scheme="IOB2")
    assert set(strict) == {f"overall_{name}" for name in ("precision", "recall", "f1", "accuracy")}
    assert sorted(NerkitNer()._info().features) == ["predictions", "references"]
    assert huggingface.metric_folder().endswith("nerkit_ner")


def example(text, gold, system):
    """What spaCy trains on: two documents; None for one whose entities are not annotated."""

    def document(entities):
        names = ("start_char", "end_char", "label_", "kb_id_")
        listed = [SimpleNamespace(**dict(zip(names, (*one, ""), strict=True))) for one in entities or ()]
        return SimpleNamespace(text=text, ents=listed, has_annotation=lambda _: entities is not None)

    return SimpleNamespace(reference=document(gold), predicted=document(system))


def test_spacys_scores():
    """Its keys, and the further measures under their own; examples without annotation do not count."""
    examples = [
        example("Ann met Bo", [(0, 3, "PER"), (8, 10, "PER")], [(0, 3, "PER"), (4, 7, "LOC")]),
        example("Ann met Bo", None, [(0, 3, "PER")]),
    ]
    scores = spacy.ner_scorer(["partial", "overlap-sumsum::span"])(examples)
    assert (scores["ents_p"], scores["ents_r"], scores["ents_f"]) == (0.5, 0.5, 0.5)
    assert scores["ents_per_type"]["PER"] == {"p": 1.0, "r": 0.5, "f": 2 / 3}
    assert scores["nerkit_partial"] == 0.5
    assert scores["nerkit_overlap-sumsum_span"] == 0.5  # no key of a config has a colon


@pytest.mark.parametrize("examples", [[], [example("x", None, [])], [example("x", [], [])]])
def test_spacy_without_entities(examples):
    """None, as spaCy's own."""
    assert spacy.score_entities(examples)["ents_f"] is None


def test_the_scorer_is_registered(monkeypatch):
    """Under its name; where spaCy is not installed that is said."""
    registered = {}
    util = ModuleType("spacy.util")
    util.registry = SimpleNamespace(scorers=lambda name, func: registered.update({name: func}))
    monkeypatch.setitem(sys.modules, "spacy", ModuleType("spacy"))
    monkeypatch.setitem(sys.modules, "spacy.util", util)
    spacy.register()
    assert registered == {"nerkit.ner_scorer.v1": spacy.ner_scorer}
    monkeypatch.setitem(sys.modules, "spacy.util", None)
    with pytest.raises(UsageError, match="spaCy is not installed"):
        spacy.register()


class Constant:
    """A model that predicts what it was made with."""

    def __init__(self, tags):
        self.tags = tags

    def predict(self, _):
        return self.tags


def test_a_scorer_of_a_search():
    """Any row and number of any measure; it travels to other processes."""
    gold, model = [["B-PER", "O"], ["B-LOC", "O"]], Constant([["B-PER", "O"], ["O", "O"]])
    assert MeasureScorer("chunk")(model, None, gold) == 2 / 3
    assert MeasureScorer("chunk", label="PER", field="recall")(model, None, gold) == 1
    scorer = pickle.loads(pickle.dumps(MeasureScorer("token", options={"scheme": "IOB2"})))
    assert scorer(model, None, gold) == 3 / 4
    with pytest.raises(UsageError, match="field 'support'"):
        MeasureScorer("chunk", field="support")
