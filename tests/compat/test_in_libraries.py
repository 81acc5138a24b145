"""The drop-ins inside the libraries that they are for, where these are installed: real trainers and searches.

Models are a few random numbers: none is downloaded, and no score means anything but that it is the right one.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from nerkit.compat import huggingface, spacy
from nerkit.compat.seqeval.metrics import f1_score
from nerkit.compat.sklearn import MeasureScorer

pytestmark = pytest.mark.filterwarnings("ignore")  # theirs
NAMES = ["O", "B-PER", "I-PER", "B-LOC", "I-LOC"]
SENTENCES = [
    (["Ann", "Lee", "met", "Bob", "in", "Oslo", "."], [1, 2, 0, 1, 0, 3, 0]),
    (["New", "York", "is", "far", "."], [3, 4, 0, 0, 0]),
    (["Nothing", "here", "."], [0, 0, 0]),
    (["Bob", "left", "York", "."], [1, 0, 3, 0]),
]


@pytest.mark.parametrize("batch_by_batch", [False, True])
def test_a_trainer(batch_by_batch, tmp_path):
    """It trains, evaluates, stops and picks the best model by what nerkit says, all at once or by batches."""
    torch, transformers = pytest.importorskip("torch"), pytest.importorskip("transformers")
    pytest.importorskip("accelerate")
    torch.manual_seed(1)
    config = transformers.BertConfig(
        vocab_size=100,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        num_labels=len(NAMES),
    )
    rows = [
        {"input_ids": [1, *map(len, words), 2], "labels": [-100, *tags, -100]} for words, tags in SENTENCES
    ]

    def padded(features):
        width = max(len(row["labels"]) for row in features)
        filled = {"input_ids": 0, "labels": -100}
        return {
            key: torch.tensor([row[key] + [value] * (width - len(row[key])) for row in features])
            for key, value in filled.items()
        }

    metrics = huggingface.compute_metrics(NAMES, by_label=True)
    arguments = transformers.TrainingArguments(
        str(tmp_path), num_train_epochs=3, learning_rate=0.05, per_device_eval_batch_size=3, use_cpu=True,
        eval_strategy="epoch", save_strategy="epoch", load_best_model_at_end=True, disable_tqdm=True,
        metric_for_best_model="f1", report_to="none", batch_eval_metrics=batch_by_batch,
    )  # fmt: skip
    trainer = transformers.Trainer(
        model=transformers.BertForTokenClassification(config),
        args=arguments,
        train_dataset=rows,
        eval_dataset=rows,
        data_collator=padded,
        compute_metrics=metrics,
        callbacks=[transformers.EarlyStoppingCallback(early_stopping_patience=1)],
    )
    trainer.train()
    scores = trainer.evaluate()
    trainer.compute_metrics = None
    arguments.batch_eval_metrics = False
    gold, system = huggingface.tags_of(trainer.predict(rows), NAMES)
    assert gold == [[NAMES[tag] for tag in tags] for _, tags in SENTENCES]
    assert scores["eval_f1"] == f1_score(gold, system, zero_division=0)
    assert scores["eval_PER_number"] == 3
    assert trainer.state.best_metric == max(
        row["eval_f1"] for row in trainer.state.log_history if "eval_f1" in row
    )


def test_a_metric_of_evaluate(tmp_path, monkeypatch):
    """`evaluate.load` takes the folder, and batches add up."""
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    evaluate = pytest.importorskip("evaluate")
    gold = [[NAMES[tag] for tag in tags] for _, tags in SENTENCES]
    system = [["O", *tags[1:]] for tags in gold]
    metric = evaluate.load(huggingface.metric_folder(), cache_dir=str(tmp_path))
    for left, right in zip(gold, system, strict=True):
        metric.add(reference=left, prediction=right)
    scores = metric.compute()
    assert scores["PER"] == {
        "precision": pytest.approx(1 / 2),
        "recall": pytest.approx(1 / 3),
        "f1": 0.4,
        "number": 3,
    }
    assert scores["overall_f1"] == f1_score(gold, system)
    assert metric.compute(references=gold, predictions=gold, mode="strict", scheme="IOB2")["overall_f1"] == 1


def test_searches_of_scikit_learn():
    """Cross-validation and a grid, of a model of sentences, in processes of its own too."""
    pytest.importorskip("sklearn")
    crf = pytest.importorskip("sklearn_crfsuite")
    from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score, cross_validate

    sentences = [[{"word": word, "size": len(word)} for word in words] for words, _ in SENTENCES * 3]
    tags = [[NAMES[tag] for tag in tags] for _, tags in SENTENCES * 3]
    model = crf.CRF(max_iterations=5)
    folds = cross_val_score(model, sentences, tags, scoring=MeasureScorer(), cv=3)
    predicted = cross_val_predict(model, sentences, tags, cv=3)
    size = len(tags) // 3
    each = [slice(first, first + size) for first in range(0, len(tags), size)]
    assert folds.tolist() == [f1_score(tags[part], list(predicted[part])) for part in each]
    several = {"per": MeasureScorer(label="PER", field="recall"), "exact": MeasureScorer("exact")}
    assert cross_validate(model, sentences, tags, scoring=several, cv=2, n_jobs=2)["test_per"].shape == (2,)
    grid = GridSearchCV(model, {"c2": [0.01, 10]}, scoring=MeasureScorer("partial"), cv=2).fit(
        sentences, tags
    )
    assert grid.best_score_ == max(grid.cv_results_["mean_test_score"])


CONFIG = """
[paths]
train = {train}
dev = {train}

[nlp]
lang = "en"
pipeline = ["ner"]

[components]

[components.ner]
factory = "ner"

[components.ner.model]
@architectures = "spacy.TransitionBasedParser.v2"
state_type = "ner"
extra_state_tokens = false
hidden_width = 16
maxout_pieces = 2
use_upper = true
nO = null

[components.ner.model.tok2vec]
@architectures = "spacy.HashEmbedCNN.v2"
pretrained_vectors = null
width = 16
depth = 1
embed_size = 100
window_size = 1
maxout_pieces = 2
subword_features = false

[components.ner.scorer]
@scorers = "nerkit.ner_scorer.v1"
measures = ["partial", "overlap-sumsum::span"]

[corpora]

[corpora.train]
@readers = "spacy.Corpus.v1"
path = ${{paths.train}}

[corpora.dev]
@readers = "spacy.Corpus.v1"
path = ${{paths.dev}}

[training]
max_steps = 40
eval_frequency = 20

[training.score_weights]
ents_f = 0.5
nerkit_partial = 0.3
nerkit_overlap-sumsum_span = 0.2
"""


def test_spacy_train(tmp_path):
    """The training of a pipeline scores with nerkit, and keeps the scores with the model."""
    library = pytest.importorskip("spacy")
    from spacy.tokens import Doc, DocBin, Span

    nlp = library.blank("en")
    docs = []
    for words, numbers in SENTENCES * 5:
        doc = Doc(nlp.vocab, words=words)
        tags = [NAMES[number] for number in numbers]
        starts = [place for place, tag in enumerate(tags) if tag[0] == "B"]
        ends = [next((i for i in range(at + 1, len(tags)) if tags[i][0] != "I"), len(tags)) for at in starts]
        doc.ents = [
            Span(doc, start, end, label=tags[start][2:]) for start, end in zip(starts, ends, strict=True)
        ]
        docs.append(doc)
    DocBin(docs=docs).to_disk(tmp_path / "train.spacy")
    (tmp_path / "config.cfg").write_text(CONFIG.format(train=json.dumps(str(tmp_path / "train.spacy"))))
    code = ["--code", spacy.__file__]
    for command in (["init", "fill-config", "config.cfg", "full.cfg"], ["train", "full.cfg", "-o", "out"]):
        done = subprocess.run(
            [sys.executable, "-m", "spacy", *command, *code],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            env={"PYTHONPATH": str(Path(__file__).parents[2]), "PATH": "/usr/bin:/bin"},
        )
        assert done.returncode == 0, done.stdout + done.stderr
    scores = json.loads((tmp_path / "out" / "model-best" / "meta.json").read_text())["performance"]
    assert {"ents_f", "ents_per_type", "nerkit_partial", "nerkit_overlap-sumsum_span"} <= set(scores)
    assert set(scores["ents_per_type"]) <= {"PER", "LOC"}
    spacy.register()
    trained = library.load(tmp_path / "out" / "model-best")
    examples = [library.training.Example(trained(doc.text), doc) for doc in docs]
    again = spacy.score_entities(examples, ["partial"])
    assert again["ents_f"] == pytest.approx(library.scorer.get_ner_prf(examples)["ents_f"])
