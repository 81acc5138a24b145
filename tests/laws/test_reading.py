"""Laws of reading: the way to a file and its length change no number, and no damaged system is perfect.

The documents of `written_as`, in every format there; further formats as files of `formats`.
"""

import dataclasses
import gzip
import io
import json
import os
import random
import subprocess
import sys
import threading
from contextlib import contextmanager
from keyword import iskeyword

import pytest
from laws.formats import SCORED, file_of
from laws.written_as import (
    JSON,
    WRITTEN,
    long,
    made,
    relabelled,
    renamed,
    reordered,
    shifted,
    swapped,
    thinned,
    without_items,
)
from tries import TIMES, each, matrix
from wire_formats import RECORDS

from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.request import Request
from nerkit.io import expand
from nerkit.readers import FORMATS, OF_GOLD, explained
from nerkit.readers.register import of_corpus
from nerkit.scorers import SCORERS, task_named

DOCUMENTS = made(random.Random(53), 6)
SYSTEM = [*DOCUMENTS[:3], *map(shifted, DOCUMENTS[3:])]
NUMBERS = (
    *("measure", "document", "label", "value", "precision", "recall", "p_num", "p_den", "r_num", "r_den"),
)
SIZE = 1 << (20 if TIMES > 1 else 18)
OTHER_TASK = {"entity-json": "spans", "doccano:label": "spans", "noisy-bio": "noisy"}
ONLY_IN_TASK = ("noisy-bio", "entity-json")  # which `evaluate` reads otherwise
ANY_JSON = ("calls:bfcl", "calls:python", "calls:bare")  # whose calls are read from JSON too
UNSCORED = {("relabelled", "scirex")}  # damages of what no headline looks at
PROSE = ("calls:hermes", "calls:qwen-xml", "calls:mistral", "calls:llama")  # where a model calls nothing
ANSWERS = ("answers", "uie-sel", "model-output")  # of models, which gold never is


RARE = [
    f"calls:{wire}" for wire in RECORDS if wire not in ("own", "openai-chat", "messages", "hermes", "bfcl")
]
OFTEN = matrix(WRITTEN, [name for name in WRITTEN if name not in RARE])


def format_of(name):
    """The format of a name in WRITTEN."""
    return name.partition(":")[0]


def task_of(name):
    """The task of a format in which all its forms are known."""
    kind = FORMATS[format_of(name)].corpora[0]
    return OTHER_TASK.get(name) or next(task for task in SCORERS if task_named(task).reads == kind)


def scored(gold, system, **asked):
    """The rows of a result, each as a text, and the value of its headline."""
    result = evaluate_systems(gold, {"s": system}, Request.of(**asked))
    (value,) = (
        row.value
        for row in result.rows
        if (row.measure, row.document, row.label) == (result.headline, "*", "*")
    )
    return [tuple(getattr(row, name) for name in NUMBERS) for row in result.rows], value


@pytest.fixture
def sides(tmp_path):
    """(name, gold, system) -> the paths of the two sides in a format."""

    def paths(name, gold, system):
        for side, documents in (("gold", gold), ("system", system)):
            (tmp_path / side).write_text(WRITTEN[name](documents), encoding="utf-8")
        return [str(tmp_path / side) for side in ("gold", "system")]

    return paths


@contextmanager
def piped(path):
    """A path at which the bytes of a file come from a pipe, as `<(cat FILE)` gives them."""
    reading, writing = os.pipe()

    def pour():
        with open(path, "rb") as file, open(writing, "wb") as pipe:
            pipe.write(file.read())

    thread = threading.Thread(target=pour)
    thread.start()
    try:
        yield f"/dev/fd/{reading}"
    finally:
        os.close(reading)
        thread.join()


def records_of(text):
    """The records of a JSON file, whether it is a list of them or has a line for each."""
    if text.startswith("["):
        return json.loads(text)
    return [json.loads(line) for line in text.splitlines()]


def as_objects(value):
    """The same value with an object of a dataclass for each dict."""
    if isinstance(value, list):
        return [as_objects(one) for one in value]
    if not isinstance(value, dict) or any(not key.isidentifier() or iskeyword(key) for key in value):
        return value
    made_of = dataclasses.make_dataclass("Record", list(value))
    return made_of(*map(as_objects, value.values()))


@pytest.mark.parametrize(
    "form",
    [
        *(name for name in WRITTEN if name not in RARE),
        *(f for f in SCORED if f not in (*WRITTEN, *ANSWERS) and file_of(f)),
    ],
)
def test_routes(form, tmp_path, monkeypatch):
    """A file, a pipe, standard input and a compressed file have the same rows."""
    gold, system = (
        (WRITTEN[form](DOCUMENTS), WRITTEN[form](SYSTEM)) if form in WRITTEN else [file_of(form)] * 2
    )
    asked = {"task": task_of(form)} if form in WRITTEN else {"form": form}
    first, second, packed = (str(tmp_path / name) for name in ("gold", "system", "packed"))
    for path, text in ((first, gold), (second, system)):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    with gzip.open(packed, "wt", encoding="utf-8") as file:
        file.write(system)
    wanted = scored(first, second, **asked)
    assert scored(first, packed, **asked) == wanted
    with piped(first) as one, piped(second) as other:
        assert scored(one, other, **asked) == wanted
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(system.encode())))
    assert scored(first, "-", **asked) == wanted


@pytest.mark.parametrize("name", matrix(JSON, [name for name in JSON if name not in RARE]))
def test_routes_of_records(name, tmp_path):
    """A list, lines, indented text, dicts and dataclasses have the same rows."""
    texts = WRITTEN[name](DOCUMENTS), WRITTEN[name](SYSTEM)
    asked = {"task": task_of(name)}
    values = [records_of(text) for text in texts]
    found = {}
    for way, write in {
        "array": json.dumps,
        "indented": lambda side: json.dumps(side, indent=2),
        "lines": lambda side: "".join(json.dumps(one) + "\n" for one in side),
    }.items():
        for side, records in zip(("gold", "system"), values, strict=True):
            (tmp_path / side).write_text(write(records), encoding="utf-8")
        found[way] = scored(str(tmp_path / "gold"), str(tmp_path / "system"), **asked)
    found["dicts"] = scored(*values, **asked)
    found["dataclasses"] = scored(*map(as_objects, values), **asked)
    assert {way for way, rows in found.items() if rows != found["array"]} == set()


@pytest.mark.parametrize("task", matrix(["spans", "bio", "coref", "ie", "json", "calls"], ["spans", "ie"]))
def test_process_substitution(task, sides):
    """Bash's `<(…)` gives the rows of the files."""
    name = {"spans": "doccano:label", "coref": "coref-json", "ie": "spert", "calls": "calls:own"}.get(
        task, task
    )
    gold, system = sides(name, DOCUMENTS, SYSTEM)
    nerkit = f"{sys.executable} -m nerkit {task} -q -f csv"
    line = f"{nerkit} -g {gold} -s s={system}; {nerkit} -g <(cat {gold}) -s s=<(cat {system})"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert lines[: len(lines) // 2] == lines[len(lines) // 2 :]


@pytest.mark.parametrize("name", OFTEN)
def test_long_records(name, sides):
    """A long first document is recognised, and it changes no number."""
    wanted = scored(*sides(name, DOCUMENTS, SYSTEM), task=task_of(name))
    first, system = (long(documents[0], SIZE) for documents in (DOCUMENTS, SYSTEM))
    paths = sides(name, [first, *DOCUMENTS[1:]], [system, *SYSTEM[1:]])
    check_recognised(paths[0], name)
    assert scored(*paths, task=task_of(name)) == wanted


def check_recognised(path, name):
    """A file is recognised among the formats of gold, and of its task."""
    of_task = of_corpus(task_named(task_of(name)).reads)
    if name in ANY_JSON:
        return
    for formats in (of_task,) if name in ONLY_IN_TASK else (OF_GOLD, of_task):
        assert explained(expand(path), formats)[:1] == [format_of(name)]


@pytest.mark.parametrize("name", OFTEN)
@each("length", ["empty", "one"])
def test_few_items(name, length, sides):
    """50 documents without items before the others, or a single document, are read as named."""
    empty = [*map(without_items, made(random.Random(1), 50, prefix="d7"))] if length == "empty" else []
    paths = sides(name, *([*empty, *side[-1 if length == "one" else 0 :]] for side in (DOCUMENTS, SYSTEM)))
    if name in PROSE and length == "empty":
        return  # a model says nothing in prose
    check_recognised(paths[0], name)
    rows, value = scored(*paths, task=task_of(name))
    assert (rows, value) == scored(*paths, task=task_of(name), form=format_of(name))
    if length == "empty" and name not in ("json", "scirex"):  # which count documents
        assert value == scored(*sides(name, DOCUMENTS, SYSTEM), task=task_of(name))[1]


DAMAGES = (shifted, relabelled, swapped, thinned)


@pytest.mark.parametrize("name", OFTEN)
@each("damage", DAMAGES)
def test_damage(name, damage, sides):
    """A copy of gold of which all items are damaged, or one document, is never perfect."""
    assert scored(*sides(name, DOCUMENTS, DOCUMENTS), task=task_of(name))[1] > 1 - 1e-6
    for system in ([*map(damage, DOCUMENTS)], [*DOCUMENTS[:5], damage(DOCUMENTS[5])]):
        paths = sides(name, DOCUMENTS, system)
        if WRITTEN[name](system) != WRITTEN[name](DOCUMENTS) and (damage.__name__, name) not in UNSCORED:
            assert scored(*paths, task=task_of(name))[1] < 1 - 1e-6


@pytest.mark.parametrize("name", OFTEN)
def test_names_of_elements(name, sides):
    """Other ids of elements, or another order of them, change no number."""
    wanted = scored(*sides(name, DOCUMENTS, SYSTEM), task=task_of(name))
    for change in (renamed, reordered):
        assert scored(*sides(name, DOCUMENTS, [*map(change, SYSTEM)]), task=task_of(name)) == wanted
