"""One way in: records give the same rows as a file, an array, a list of dictionaries, and dataclasses."""

import json
import tomllib
from dataclasses import make_dataclass
from keyword import iskeyword
from pathlib import Path

import pytest
from laws.changes import fields_of
from laws.formats import SCORED, file_of
from tries import some

import nerkit
from nerkit.exceptions import NerkitError
from nerkit.scorers import task_of

LINES_ALONE = ("mrp",)  # formats of which a file is lines, and no array
CASES = Path(__file__).parents[1] / "readers" / "cases"


def decoded(text):
    """The value of a text of JSON, the list of those of its lines, or None."""
    try:
        return json.loads(text)
    except ValueError:
        pass
    try:
        return [json.loads(line) for line in text.split("\n") if line.strip()]
    except ValueError:
        return None


def texts(form):
    """The texts that tests have of a format, as far as they are JSON."""
    path = CASES / f"{form}.toml"
    cases = tomllib.loads(path.read_text("utf-8")).get("good", []) if path.exists() else []
    found = [file_of(form), *(case["text"] for case in cases)]
    return [text for text in found if text and isinstance(decoded(text), list | dict)]


TEXTS = [
    pytest.param(form, text, id=f"{form}-{number}")
    for form in SCORED
    for number, text in enumerate(some(texts(form), 1))
]


def as_dataclasses(value):
    """The same documents as dataclasses; None where a key cannot be the name of a field."""
    documents = value if isinstance(value, list) else []
    if not documents or not all(isinstance(one, dict) and one for one in documents):
        return None
    if not all(str(key).isidentifier() and not iskeyword(key) for one in documents for key in one):
        return None
    return [make_dataclass("Record", list(one))(**one) for one in documents]


def told(gold, system, **asked):
    """The task, rows and counts of an evaluation, without names of inputs; or that it is refused."""
    try:
        result = nerkit.evaluate(gold, system, by=["label", "document"], **asked)
    except NerkitError:
        return "refused"
    rows = [{key: value for key, value in row.items() if key != "system"} for row in result.to_dict()["rows"]]
    kept = [(one["documents"], one["items"]) for one in result.to_dict()["inputs"]]
    return json.dumps([result.task, rows, kept])


def systems(text):
    """The text, and the texts in which some field has other values."""
    fields = fields_of(text)
    return [text, *(field.permuted for field in some(fields, 1))]


@pytest.mark.parametrize(("form", "text"), TEXTS)
def test_routes(form, text, tmp_path):
    """Whatever the format, the task named or not, whether all is right or not."""
    for number, system in enumerate(systems(text)):
        files, arrays, objects = [], [], []
        for role, side in (("gold", text), ("system", system)):
            objects.append(decoded(side))
            for paths, kind, content in ((files, "file", side), (arrays, "array", json.dumps(objects[-1]))):
                paths.append(tmp_path / f"{role}-{number}-{kind}.json")
                paths[-1].write_text(content, "utf-8")
        records = list(map(as_dataclasses, objects))
        for asked in ({}, {"task": task_of(form).name}):
            expected = told(*files, **asked)
            assert told(*objects, **asked) == expected
            assert form in LINES_ALONE or told(*arrays, **asked) == expected
            assert None in records or told(*records, **asked) == expected
