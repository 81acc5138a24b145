"""Adapters inside evaluation harnesses, where these are installed; models answer from a list."""

import json
from pathlib import Path

import pytest

import nerkit
from nerkit.compat import lm_eval

pytestmark = pytest.mark.filterwarnings("ignore")  # theirs
DEMO = Path(nerkit.__file__).parents[1] / "demo" / "harness"
ROWS = [json.loads(line) for line in (DEMO / "names.jsonl").read_text().splitlines()]
GOLD = [json.loads(row["gold"]) for row in ROWS]
ANSWERS = [
    'Sure: [{"text": "Anna Lind", "label": "PER"}, {"text": "Oslo", "label": "PER"}]',
    "[]",
    '[{"text": "Mira", "label": "PER"}, {"text": "Riga", "label": "LOC"}, {"text": "Cork", "label": "LOC"}]',
    "nobody",
]
RESULT = nerkit.evaluate(GOLD, ANSWERS, task="spans")


def test_counts_are_added_up():
    """The number over all answers is that of one evaluation, and not the mean of the documents' numbers."""
    items = [lm_eval.spans(row, [answer])["f1"] for row, answer in zip(ROWS, ANSWERS, strict=True)]
    found = lm_eval.f1(items), lm_eval.precision(items), lm_eval.recall(items)
    assert found == (RESULT.f1, RESULT.precision, RESULT.recall)
    assert found == (pytest.approx(8 / 12), 4 / 5, 4 / 7)
    assert lm_eval.f1(items) != pytest.approx(sum(lm_eval.f1([item]) for item in items) / len(items))


@pytest.mark.parametrize(
    ("task", "gold", "answer"),
    [
        ("json", {"a": 1, "b": 2}, 'It is {"a": 1, "b": 3}.'),
        ("calls", [{"name": "f", "arguments": {"a": 1}}], '[{"name": "f", "arguments": {"a": 1}}]'),
    ],
)
@pytest.mark.parametrize("text", [False, True])
def test_other_tasks(task, gold, answer, text):
    """Gold as values or as JSON text."""
    item = getattr(lm_eval, task)({"gold": json.dumps(gold) if text else gold}, [answer])
    assert lm_eval.f1([item["f1"]]) == nerkit.evaluate([gold], [answer], task=task).f1


def test_a_task_of_lm_evaluation_harness(tmp_path, monkeypatch):
    """The task of the demo, from its YAML, offline."""
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    monkeypatch.setenv("HF_DATASETS_OFFLINE", "1")
    monkeypatch.chdir(DEMO)
    library = pytest.importorskip("lm_eval")
    tasks = pytest.importorskip("lm_eval.tasks")
    from lm_eval.api.model import LM

    class Listed(LM):
        """A model whose answer to a text is that of the list."""

        def generate_until(self, requests, disable_tqdm=False):
            texts = [row["text"] for row in ROWS]
            return [
                next(a for t, a in zip(texts, ANSWERS, strict=True) if t in one.args[0]) for one in requests
            ]

        loglikelihood = loglikelihood_rolling = None

    manager = tasks.TaskManager(include_path=str(DEMO), include_defaults=False)
    scores = library.simple_evaluate(Listed(), tasks=["nerkit_names"], task_manager=manager)
    found = scores["results"]["nerkit_names"]
    assert [found[f"{name},none"] for name in ("f1", "precision", "recall")] == [
        RESULT.f1,
        RESULT.precision,
        RESULT.recall,
    ]


def test_a_scorer_of_inspect(tmp_path):
    """Its value for a sample, its explanation, and the two metrics over the counts of all samples."""
    library = pytest.importorskip("inspect_ai")
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from nerkit.compat.inspect_ai import nerkit_scorer

    outputs = [ModelOutput.from_content("mockllm/model", answer) for answer in ANSWERS]
    for output in outputs:
        output.usage = ModelUsage()  # else it counts tokens, for which it downloads
    samples = [Sample(input=row["text"], target=row["gold"]) for row in ROWS]
    task = library.Task(dataset=samples, scorer=nerkit_scorer("spans"))
    model = get_model("mockllm/model", custom_outputs=outputs)
    (log,) = library.eval(task, model=model, log_dir=str(tmp_path), display="none", max_samples=1)
    assert log.status == "success", log.error
    metrics = {name: one.value for name, one in log.results.scores[0].metrics.items()}
    assert metrics["micro"] == RESULT.value
    first = log.samples[0].scores["nerkit_scorer"]
    alone = nerkit.evaluate(GOLD[:1], ANSWERS[:1], task="spans")
    assert (first.value, first.explanation) == (alone.value, str(alone.errors()))


def test_the_standard_error_is_that_of_the_bootstrap():
    """As the interval of 68.27% has it."""
    pytest.importorskip("inspect_ai")
    from inspect_ai.scorer import SampleScore, Score

    from nerkit.compat.inspect_ai import micro, micro_stderr

    gold, answers, asked = GOLD * 5, ANSWERS * 5, {"task": "spans"}
    scores = [
        SampleScore(score=Score(value=0, metadata={"gold": one, "answer": answer, "asked": asked}))
        for one, answer in zip(gold, answers, strict=True)
    ]
    result = nerkit.evaluate(gold, answers, task="spans")
    row = result.confidence(0.6826894921370859).head
    assert micro()(scores) == result.value
    assert micro_stderr()(scores) == (row.extra["value_high"] - row.extra["value_low"]) / 2 > 0
