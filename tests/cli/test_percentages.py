"""A fraction where a percentage is meant, or the other way, is an error that names the right value."""

import json

import pytest

import nerkit
from nerkit.exceptions import UsageError

TAGS = "Ann B-PER\nsaw O\nRome B-LOC\nand O\nOslo B-LOC\n"


@pytest.fixture
def files(write):
    write("gold.bio", TAGS)
    write("other.bio", TAGS.replace("Oslo B-LOC", "Oslo O"))
    spans = [{"text": "Ann", "entities": [{"start": 0, "end": 3, "label": "PER", "score": 0.9}]}]
    for name in ("gold.jsonl", "other.jsonl"):
        write(name, "".join(json.dumps(row) + "\n" for row in spans))
    write("gold.json", '[{"a": "x"}]')


BIO = ("bio", "-g", "gold.bio", "other.bio")
SPANS = ("spans", "-g", "gold.jsonl", "other.jsonl")
COMPARE = ("compare", "-g", "gold.bio", "gold.bio", "other.bio")
POWER = ("power", "-g", "gold.bio", "gold.bio", "other.bio")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            (*BIO, "-m", "partial", "--min-overlap", "0.5"),
            "--min-overlap: 0.5 is half a percent; did you mean 50?",
        ),
        (
            (*SPANS, "-m", "partial", "--min-overlap", ".5"),
            "--min-overlap: 0.5 is half a percent; did you mean 50?",
        ),
        ((*BIO, "-m", "type", "--min-overlap", "0.07"), "0.07 is less than one percent; did you mean 7?"),
        ((*SPANS, "-m", "partial", "--min-iou", "50"), "from 0 to 1, not 50; did you mean 0.5?"),
        (
            (*SPANS, "--min-score", "50"),
            "--min-score: all scores are from 0 to 0.9, below 50; did you mean 0.5?",
        ),
        ((*SPANS, "--tree-decay", "50"), "from 0 to 1, not 50.0; did you mean 0.5?"),
        (("noisy", "-g", "gold.bio", "other.bio", "--threshold", "30"), "not 30; did you mean 0.3?"),
        (("nerval", "-a", "gold.bio", "-p", "gold.bio", "-t", "30"), "not 30; did you mean 0.3?"),
        (("json", "-g", "gold.json", "gold.json", "--similar", "edit:80"), "did you mean 0.8?"),
        ((*BIO, "--confidence=95"), "between 0 and 1, not 95; did you mean 0.95?"),
        ((*COMPARE, "--alpha", "5"), "between 0 and 1, not 5; did you mean 0.05?"),
        ((*POWER, "--target", "80"), "--target must be between 0 and 1, not 80; did you mean 0.8?"),
        ((*POWER, "--level", "5"), "--level must be between 0 and 1, not 5; did you mean 0.05?"),
        ((*BIO, "--fail-under", "90"), "'90'; 90% is a percentage"),
        ((*BIO, "--compare-to", "then.json", "--tolerance", "1"), "did you mean 0.01?"),
    ],
)
def test_the_right_value_is_named(run, write, files, line, message):
    """On the command line, with exit code 2 and no score."""
    write("then.json", run(*BIO, "-f", "json").out)
    done = run(*line)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


@pytest.mark.parametrize("value", [1, 1.5, 50, 100])
def test_percentages_from_one_on_are_legal(value):
    """1 is the default, and one percent."""
    result = nerkit.evaluate(
        [["B-X", "I-X"]], [["B-X", "O"]], task="bio", measures=["partial"], min_overlap=value
    )
    assert result.f1 == (0.5 if value <= 50 else 0)


@pytest.mark.parametrize("task", ["bio", "spans"])
@pytest.mark.parametrize("value", [0.5, 0.999, 1e-9])
def test_a_fraction_of_a_percent_is_refused_in_python(task, value):
    with pytest.raises(UsageError, match="percent; did you mean"):
        nerkit.evaluate([], [], task=task, measures=["partial"], min_overlap=value)


def test_a_fraction_of_a_percent_is_refused_in_pyproject(run, write, files):
    """And nothing is scored."""
    write("pyproject.toml", "[tool.nerkit]\nmin-overlap = 0.5\n")
    done = run(*BIO, "-m", "partial")
    assert (done.code, done.out) == (2, "")
    assert "0.5 is half a percent; did you mean 50?" in done.err


def test_scores_of_another_scale_are_legal(run, write, files):
    """Scores in percent, and a limit that some scores reach."""
    rows = [{"text": "Ann", "entities": [{"start": 0, "end": 3, "label": "PER", "score": 90}]}]
    write("other.jsonl", json.dumps(rows[0]) + "\n")
    assert run(*SPANS, "--min-score", "50", "-b").out == "1.0\n"
    assert run(*SPANS, "--min-score", "0.5", "-b").out == "1.0\n"
