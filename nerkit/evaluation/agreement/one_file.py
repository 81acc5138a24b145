"""One file with several annotators, who are named by a field: doccano, Prodigy, Label Studio.

    {"id": 1, "text": "Tolkien left", "user": "anna", "label": [[0, 7, "PER"]]}
    {"id": 1, "text": "Tolkien left", "user": "ben", "label": []}

The field is in a document, in its `meta`, or in each of its `annotations` (`completed_by`). Here nerkit
splits the file into one file per annotator, and keeps the line of every document.
"""

import io
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from nerkit.evaluation.agreement.item_tables import ANNOTATOR, ITEM, NAMES
from nerkit.exceptions import UsageError
from nerkit.io import Source
from nerkit.readers.csv_rows import spelling
from nerkit.readers.json_text import Value, documents, shown
from nerkit.readers.spans.label_studio import ANNOTATIONS
from nerkit.readers.spans.span_records import id_in

FORM = "use JSON with annotators: documents of doccano or Prodigy, or tasks of Label Studio"
TEXTS = ("text", "data", "sentence", "content")
LABELS = ("label", "labels", "accept", "category")
LABELLING = frozenset(NAMES[ANNOTATOR].split()) | {"sessionid"}  # known fields that name the annotator
OTHERS = {*TEXTS, *LABELS, *NAMES[ITEM].split(), "answer"}  # fields that never name the annotator
PERSON = ("email", "username", "name", "id")  # keys that identify an annotator who is an object


def by_annotator(sources: Iterable[Source], field: str) -> dict[str, list[Source]]:
    """Return the inputs of every annotator, by name, sorted.

    Raises InputError for text that is not JSON and for a document (or annotation) without the field.
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


def list_key(body: Mapping[str, Any]) -> str | None:
    """Return the key of the list of annotations; None for a document that has its label at the top."""
    return next((key for key in ANNOTATIONS if isinstance(body.get(key), list)), None)


def annotations(body: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yield the path and the content of each annotation of a document that was not cancelled.

    A document that has its label at the top is its own annotation.
    """
    key = list_key(body)
    listed = [((), body)] if key is None else (((key, place), one) for place, one in enumerate(body[key]))
    for path, one in listed:
        if not (path and isinstance(one, dict) and one.get("was_cancelled") is True):
            yield path, one


def _source(name: str, lines: Iterable[tuple[int, str]]) -> Source:
    """Return a file with each text on its line, or on the next free line."""
    made = list[str]()
    for number, text in lines:
        made += [""] * (number - 1 - len(made))
        made.append(text)
    return Source(io.BytesIO("\n".join(made).encode()), name)


def _parted(value: Value, field: str) -> Iterator[tuple[str, str]]:
    """Yield each annotator of a document, and the document with only the annotations of this annotator,
    as JSON.
    """
    body = value.value
    if not isinstance(body, dict):
        value.fail(f"{shown(body)} is not a document", remedy=FORM)
    key = list_key(body)
    said: dict[str, list[Any]] = {}
    for path, annotation in annotations(body):
        if not isinstance(annotation, dict):
            value.fail(f"{shown(annotation)} is not an annotation", *path, remedy=FORM)
        said.setdefault(annotator_name(value, annotation, field, *path), []).append(annotation)
    alone = key is None and "\n" not in value.text and value.at == 0
    for name, own in said.items():
        yield name, value.text if alone else json.dumps(body if key is None else {**body, key: own})


def field_of(sources: Iterable[Source]) -> str | None:
    """Find the field that names the annotators in a JSON file; None if no field fits.

    Fields with known names come first. Another field must have few values, which repeat, but not within a
    document.

    Raises UsageError if several fields fit, InputError if the file is not JSON.
    """
    rows = list[tuple[str | None, str | None, Mapping[str, Any]]]()
    for value in (value for source in sources for value in documents(source, FORM)):
        if not isinstance(value.value, dict):
            return None
        rows += _holders(value.value, len(rows))
    names_of = [row[0] for row in rows], [row[1] for row in rows]
    keys = [_codes(names) for names in names_of if None not in names]
    found = dict[str, list[int]]()
    for field in dict.fromkeys(name for _, _, holder in rows[:1] for name in holder):
        names = [_identity(holder.get(field)) for _, _, holder in rows]
        if spelling(field) in OTHERS or None in names:
            continue
        of = _codes(names)
        whole = (len(set(own)) < len(own) == len(set(zip(own, of, strict=True))) for own in keys)
        if max(of) and any(whole):
            found[field] = of
    known = {field: of for field, of in found.items() if spelling(field) in LABELLING}
    chosen = known or {field: of for field, of in found.items() if 2 * (max(of) + 1) <= len(of)}
    if any(of != next(iter(chosen.values())) for of in chosen.values()):
        lines = "".join(f'\n  annotator="{field}"' for field in chosen)
        raise UsageError(f"nerkit cannot tell which field names the annotator:{lines}")
    return next(iter(chosen), None)


def _codes(names: Iterable[str | None]) -> list[int]:
    """Return the number of each name, from 0, in the order of first occurrence."""
    codes = dict[str | None, int]()
    return [codes.setdefault(name, len(codes)) for name in names]


def _holders(
    body: Mapping[str, Any], place: int
) -> Iterator[tuple[str | None, str | None, Mapping[str, Any]]]:
    """Yield id, text and the object that can name the annotator, for each annotation of a document."""
    if list_key(body) is not None:
        fit = (one for _, one in annotations(body) if isinstance(one, dict))
        yield from ((str(place), str(place), one) for one in fit)
        return
    meta = body.get("meta")
    text = next((body[name] for name in TEXTS if isinstance(body.get(name), str)), None)
    yield id_in(body), text, {**(meta if isinstance(meta, dict) else {}), **body}


def _identity(name: Any) -> str | None:
    """Return a name as text, or the identifying text of an annotator that is an object; None for other
    values.
    """
    if isinstance(name, dict):
        name = next((name[key] for key in PERSON if name.get(key) is not None), None)
    return None if isinstance(name, bool) or not isinstance(name, str | int) or name == "" else str(name)


def annotator_name(value: Value, holder: dict[str, Any], field: str, *path: str | int) -> str:
    """Return the name in the annotator field of *holder*, or of its `meta` for a document. Raises InputError
    without a name.
    """
    if not path and field not in holder and isinstance(holder.get("meta"), dict):
        holder = holder["meta"]
    name = _identity(holder.get(field))
    if name is None:
        problem = (
            f"{shown(holder.get(field))} is not an annotator"
            if field in holder
            else f"the annotation has no field {field!r}"
        )
        value.fail(
            problem, *path, *((field,) if field in holder else ()), remedy="the field names the annotator"
        )
    return name
