"""What is asked of a result works whatever its files' format: errors with their lines, intervals, a page."""

import json
from importlib.util import find_spec

import pytest
from cli.test_conversions import FILES
from tries import TIMES

from nerkit.readers import FORMATS
from nerkit.readers.register import of_corpus

SCORED = [form for form in FORMATS if FORMATS[form].scored]
STRINGS = ("uie-sel", "universalner", "instructuie", "answers", "entity-json")  # gold beside them has a text
WITH_TEXT = json.dumps(
    {
        "text": "Tolkien left Oxford",
        "ents": [{"start": 0, "end": 7, "label": "PER"}, {"start": 8, "end": 12, "label": "LOC"}],
    }
)
GOLD = {
    **dict.fromkeys(STRINGS, WITH_TEXT),
    "model-output": '{"total": 4.47, "items": []}\n',
    "arrau": "Tolkien\tB-markable_1=set_1\tword_1\nhe\tB-markable_2=set_1\tword_2\n",  # `O` is converted only
}
LABEL = ("PER", "ORG")
CHANGED = {  # format -> what the system has otherwise; where nothing is said, another label
    "conll-coref": ("Tolkien\t(1)\nleft\t-", "Tolkien\t-\nleft\t(1)"),
    "semeval": ("Tolkien\t(1)\n2\tleft\t_", "Tolkien\t_\n2\tleft\t(1)"),
    "corefud": ("\tEntity=(e1--1)", "\t_"),
    "arrau": ("markable_2=set_1", "markable_2=set_2"),
    "coref-json": ("[2, 3]", "[3, 4]"),
    **dict.fromkeys(("penman", "triples-tsv", "conll12"), ("ARG0", "ARG1")),
    "conllu": ("nsubj", "obj"),
    "conllx": ("SBJ", "OBJ"),
    "hipe": ("B-per", "B-org"),
    "mrp": ('"label": "', '"label": "x'),
    "nif": ('"Tolkien"', '"Tolkien" ; <http://www.w3.org/2005/11/its/rdf#taIdentRef> <http://x/T>'),
    "aida": ("J_R_R_Tolkien", "Edith_Tolkien"),
    "span-tsv": ("Q892", "Q893"),  # its headline compares links, not labels
    **dict.fromkeys(("props", "conll09", "conll08", "primesrl", "up"), ("A0", "A1")),
    **dict.fromkeys(("ptb", "discbracket"), ("NP", "PP")),
    "export": ("PRP\t--\t--\t500", "PRP\t--\t--\t0"),
    "scirex": ("Method", "Task"),
    **dict.fromkeys(("grit", "gtt", "iterx"), ("juan", "ana")),
    "muc4": ("JUAN", "ANA"),
    "sentiment": ("neg", "pos"),
    "absa": ("positive", "negative"),
    "json": ("4.47", "4.48"),
    "model-output": ("4.47", "4.48"),
    "records": ("[]", '[{"type": "r", "head": "a", "tail": "b"}]'),
}


PAGES = SCORED if TIMES > 1 else {FORMATS[form].corpora[0]: form for form in SCORED}.values()


@pytest.mark.parametrize("form", SCORED)
def test_results_of_every_format(run, write, tmp_path, form):
    """An error has a line, scores have intervals, and the page is written."""
    if form == "spacy-bin" and find_spec("spacy") is None:
        pytest.skip("spaCy is not installed")
    gold = GOLD.get(form, FILES[form])
    answer = FILES[form] if form in (*STRINGS, "model-output") else gold
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
    spans = write("spans.jsonl", WITH_TEXT)
    for gold, system in ((rows, spans), (spans, rows)):
        done = run("evaluate", "-g", gold, "-s", system, "-m", "sets::span", "-f", "jsonl")
        assert (done.code, json.loads(done.out)["p_num"]) == (0, 1), done.err
    assert json.loads(run("evaluate", "-g", rows, "-s", tags, "-f", "jsonl").out)["measure"] == "chunk"
    done = run("evaluate", "-g", tags, "-s", spans)
    assert (done.code, f"{spans}: spacy, and {tags} is bio: no task reads both" in done.err) == (2, True)
