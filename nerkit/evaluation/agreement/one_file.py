"""One file with several annotators, who are named by a field: doccano, Prodigy, Label Studio.

    {"id": 1, "text": "Tolkien left", "user": "anna", "label": [[0, 7, "PER"]]}
    {"id": 1, "text": "Tolkien left", "user": "ben", "label": []}

The field stands in a document, in its `meta`, or in each of its `annotations` (`completed_by`). The file is
parted into one for each annotator, in which every document stands on the line where it stood.
"""

import io
import json
from collections.abc import Iterable, Iterator
from typing import Any

from nerkit.io import Source
from nerkit.readers.json_text import Value, documents, shown
from nerkit.readers.spans.label_studio import ANNOTATIONS

FORM = "annotators are told apart in JSON: documents of doccano or Prodigy, or tasks of Label Studio"
PERSON = ("email", "username", "name", "id")  # what an annotator who is an object is called by


def by_annotator(sources: Iterable[Source], field: str) -> dict[str, list[Source]]:
    """The inputs of every annotator, by name, sorted.

    Raises InputError for what is not JSON and for a document (or annotation) without the field.
    """
    parts: dict[str, dict[str, list[tuple[int, str]]]] = {}
    for source in sources:
        with source:
            for value in documents(source, FORM):
                for name, text in _parted(value, field):
                    parts.setdefault(name, {}).setdefault(source.name, []).append((value.line, text))
    return {
        name: [_source(of, lines) for of, lines in files.items()] for name, files in sorted(parts.items())
    }


def _source(name: str, lines: Iterable[tuple[int, str]]) -> Source:
    """A file with these texts on these lines, or on the next one that is free."""
    made = list[str]()
    for number, text in lines:
        made += [""] * (number - 1 - len(made))
        made.append(text)
    return Source(io.BytesIO("\n".join(made).encode()), name)


def _parted(value: Value, field: str) -> Iterator[tuple[str, str]]:
    """The annotators of a document, and the annotations of each as JSON."""
    body = value.value
    if not isinstance(body, dict):
        value.fail(f"{shown(body)} is not a document", remedy=FORM)
    key = next((key for key in ANNOTATIONS if isinstance(body.get(key), list)), None)
    if key is None:
        meta = body.get("meta")
        holder = meta if field not in body and isinstance(meta, dict) else body
        alone = "\n" not in value.text and value.at == 0
        yield annotator_name(value, holder, field), value.text if alone else json.dumps(body)
        return
    said: dict[str, list[Any]] = {}
    for place, annotation in enumerate(body[key]):
        if not isinstance(annotation, dict):
            value.fail(f"{shown(annotation)} is not an annotation", key, place, remedy=FORM)
        if annotation.get("was_cancelled") is not True:
            said.setdefault(annotator_name(value, annotation, field, key, place), []).append(annotation)
    for name, annotations in said.items():
        yield name, json.dumps({**body, key: annotations})


def annotator_name(value: Value, holder: dict[str, Any], field: str, *path: str | int) -> str:
    """The annotator; an object is called by what identifies it."""
    name = holder.get(field)
    if isinstance(name, dict):
        name = next((name[key] for key in PERSON if name.get(key) is not None), None)
    if isinstance(name, bool) or not isinstance(name, str | int) or name == "":
        problem = f"{shown(name)} is no annotator" if field in holder else f"no field {field!r}"
        value.fail(problem, *path, *((field,) if field in holder else ()), remedy="it says who annotated")
    return str(name)
