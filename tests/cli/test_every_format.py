"""What is asked of a result works whatever its files' format: errors with their lines, intervals, a page."""

import json
from importlib.util import find_spec

import pytest
from format_cases import FILES, told
from tries import TIMES

from nerkit.readers import FORMATS
from nerkit.readers.register import of_corpus

SCORED = [form for form in FORMATS if FORMATS[form].scored]
GOLD = told("gold")  # of a format whose small file is no gold
CHANGED = told("changed")  # format -> what the system has otherwise; where nothing is said, another label
LABEL = ("PER", "ORG")
PAGES = SCORED if TIMES > 1 else {FORMATS[form].corpora[0]: form for form in SCORED}.values()


@pytest.mark.parametrize("form", SCORED)
def test_results_of_every_format(run, write, tmp_path, form):
    """An error has a line, scores have intervals, and the page is written."""
    if form == "spacy-bin" and find_spec("spacy") is None:
        pytest.skip("spaCy is not installed")
    gold = GOLD.get(form, FILES[form])
    answer = gold if form == "arrau" else FILES[form]
    system = write("system", "[]\n" if form == "spacy-bin" else answer.replace(*CHANGED.get(form, LABEL)))
    gold = write("gold", gold)
    task = ["--task", "spans"] if form in of_corpus("spans") else []
    named = ["-g", gold, "-s", system, *(["--from", form] if form != "spacy-bin" else [])]
    command = ["spans"] if task else ["evaluate"]
    done = run(*command, *named, "--confidence", "--resamples", "20", "-f", "jsonl", "-q")
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 0, done.err
    assert all("value_low" in row and "value_high" in row for row in rows)
    done = run("errors", *task, *named, "-f", "jsonl", "-q")
    errors = [json.loads(line) for line in done.out.splitlines()]
    assert errors, done.err
    for error in errors:
        lines = [line for line in (error["gold_line"], error["system_line"]) if line is not None]
        assert lines or form == "spacy-bin"  # which has none
        assert min(lines, default=1) >= 1
    if form not in PAGES:
        return
    assert run("report", *task, *named, "-o", tmp_path / "page.html", "-q").code == 0
    assert "<html" in (tmp_path / "page.html").read_text()


def test_a_task_that_all_formats_have(run, write):
    """Tags with tokens beside spans with a text are spans; beside tags they are tags."""
    rows, tags = write("gold.jsonl", FILES["hf-datasets"]), write("tags.bio", FILES["bio"])
    spans = write("spans.jsonl", GOLD["answers"])
    for gold, system in ((rows, spans), (spans, rows)):
        done = run("evaluate", "-g", gold, "-s", system, "-m", "sets::span", "-f", "jsonl")
        assert (done.code, json.loads(done.out)["p_num"]) == (0, 1), done.err
    assert json.loads(run("evaluate", "-g", rows, "-s", tags, "-f", "jsonl").out)["measure"] == "chunk"
    done = run("evaluate", "-g", tags, "-s", spans)
    assert (done.code, f"{spans}: spacy, and {tags} is bio: no task reads both" in done.err) == (2, True)
