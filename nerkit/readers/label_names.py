"""Read the names of labels for files that give labels as numbers.

    `O,B-PER,I-PER`                             names for 0, 1, …, as you type them.
    A file with one name per line               names for 0, 1, ….
    `["O", "B-PER"]`                            names for 0, 1, … as JSON.
    `{"0": "O"} {"O": 0} {"id2label": {…}}`     JSON objects, such as a model's config.json.
    `[{"id": 1, "text": "PER"}]`                the labels of doccano.
    `{"features": {"ner_tags": {…}}}`           dataset_info.json of Hugging Face's `datasets`.

In Python you pass the list or dict itself. The ids of a dict can be integers.
"""

import os
import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from nerkit.exceptions import UsageError, short
from nerkit.ground.containment import follow
from nerkit.io import Source
from nerkit.readers.json_text import parse

Names = Mapping[str, str]  # number -> name
Given = str | Iterable[Any]  # names, or a file of them
ENTRY = re.compile(r"""\s*+['"]?+(\d++)['"]?+\s*+:(.*)""")  # an entry of a list of names in a README
KEYS = ("text", "name", "label")  # keys of the name of a label, in order of preference
FORM = 'write one name per line, a list, {"0": "O"}, or [{"id": 1, "text": "PER"}]'


def read(given: Given) -> Names:
    """The names of labels by number, from a file, a text with commas between names, a list, or a dict.

    Raises UsageError for a value that cannot hold names, and InputError for a file without names.
    """
    if not isinstance(given, str):
        listed = not isinstance(given, Mapping) and isinstance(given, Iterable)
        names = _of_value(list(given) if listed else given)
        if names is None:
            raise UsageError(f"{short(repr(given))} has no names of labels; {FORM}")
        return names
    if not os.path.exists(given):
        if "," not in given and re.search(r"[./\\]", given):
            raise UsageError(f"{given} is neither a file nor names separated by commas")
        return _numbered(given.split(","))
    source = Source(given, given)
    if source.head.lstrip()[:1] not in ("[", "{"):
        return _numbered(source.text().rstrip("\n").split("\n"))
    value = parse(source, FORM)
    names = _of_value(value.value)
    if names is None:
        value.fail("the file has no names of labels", remedy=FORM)
    return names


def beside(path: str, column: str) -> Names | None:
    """The names of the labels in a column, from the data set's description in the folder of *path*.

    The description is `dataset_info.json`, or the `dataset_info` of `README.md`. None if there is none.
    """
    folder = os.path.dirname(path)
    info, readme = (os.path.join(folder, name) for name in ("dataset_info.json", "README.md"))
    for described in (info, readme):
        follow(path, described)
    if os.path.isfile(info):
        return of_features(parse(Source(info, info)).value, column)
    return _of_readme(Source(readme, readme).text(), column) if os.path.isfile(readme) else None


def of_features(description: Any, column: str) -> Names | None:
    """The names of the labels in a column, from a description of features; None if it gives none.

    The column can hold single labels, or lists of labels (nested under `feature`).
    """
    feature = description.get("features") if isinstance(description, dict) else None
    feature = feature.get(column) if isinstance(feature, dict) else None
    while isinstance(feature, list | dict) and feature:
        if isinstance(feature, list):
            feature = feature[0]
        elif isinstance(feature.get("names"), list):
            return _numbered(feature["names"])
        else:
            feature = feature.get("feature")
    return None


def named(names: Names | None, number: int) -> str | None:
    """The name of the label *number*; None if there is none."""
    return None if names is None else names.get(str(number))


def _numbered(names: list[str]) -> Names:
    return {str(number): name.strip() for number, name in enumerate(names)}


def _of_value(value: Any) -> Names | None:
    """The names of labels in a JSON value; None if the value has none of the known shapes."""
    if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        return _numbered(value)
    if isinstance(value, list) and value and all(isinstance(each, dict) and "id" in each for each in value):
        names = {str(each["id"]): next((each[key] for key in KEYS if key in each), None) for each in value}
        return {number: str(name) for number, name in names.items()} if None not in names.values() else None
    return _of_object(_with_texts(value)) if isinstance(value, Mapping) else None


def _with_texts(value: Mapping[Any, Any]) -> Mapping[str, Any]:
    """The dict with integer keys turned into texts. Raises UsageError if two keys become equal."""
    texts = {str(key) if isinstance(key, int | np.integer) else key: each for key, each in value.items()}
    if len(texts) < len(value):
        raise UsageError(f"an id of a label has two names, as a number and as a text: {short(repr(value))}")
    return texts


def _of_object(value: Mapping[str, Any]) -> Names | None:
    """The names of labels in a JSON object; None if the object has none of the known shapes."""
    for key in ("id2label", "names"):
        if key in value:
            return _of_value(value[key])
    if isinstance(value.get("features"), dict):
        of_columns = (of_features(value, column) for column in value["features"])
        return next((names for names in of_columns if names), None)
    numbers = [isinstance(each, int | np.integer) and not isinstance(each, bool) for each in value.values()]
    if numbers and all(numbers):
        return {str(number): name for name, number in value.items()}
    texts = all(isinstance(each, str) for pair in value.items() for each in pair)
    if value and texts and all(number.isdecimal() for number in value):
        return value
    return None


def _of_readme(text: str, column: str) -> Names | None:
    """The names under `- name: COLUMN` in the front matter of a README; None if there are none."""
    lines = iter(text.split("\n---", 1)[0].split("\n"))
    begins = re.compile(rf"\s*-\s*name:\s*{re.escape(column)}\s*")
    at = next((line for line in lines if begins.fullmatch(line)), None)
    if at is None:
        return None
    indent, names = len(at) - len(at.lstrip()), dict[str, str]()
    for line in lines:
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            break
        if match := ENTRY.fullmatch(line):
            names[match[1]] = match[2].strip().strip("'\"")
    return names or None


REMEDY = (
    "put the names in dataset_info.json beside the file, or give them with "
    "label_names=O,B-PER,… or the name of a file"
)
