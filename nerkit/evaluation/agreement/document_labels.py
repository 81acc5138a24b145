"""Labels of whole documents, as annotation tools export them, with one label per document and annotator.

    {"id": 1, "text": "Good.", "label": ["pos"], "user": "anna"}                  doccano; `user` if one file
    {"id": 1, "text": "Good.", "annotations": [{"label": "pos", "user": "anna"}]}  has several annotators
    {"data": {"text": "Good."}, "annotations": [{"completed_by": 1, "result": [
        {"type": "choices", "value": {"choices": ["pos"]}}]}]}                     Label Studio

A document with several labels has the set of its labels as its value. A document without a label has no
value, and a warning counts such documents. This module does not read files with spans or tokens.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from nerkit import readers
from nerkit.evaluation.agreement.item_tables import ITEM as ITEM_COLUMN
from nerkit.evaluation.agreement.item_tables import (
    NAMES,
    is_column,
    is_table,
    read_column,
    read_table,
)
from nerkit.evaluation.agreement.item_values import Said, Values, values_of
from nerkit.evaluation.agreement.one_file import (
    FORM,
    LABELLING,
    LABELS,
    TEXTS,
    annotations,
    annotator_name,
    list_key,
)
from nerkit.evaluation.agreement.options import ITEM, AgreeRequest
from nerkit.exceptions import InputError, UsageError, some
from nerkit.ground.patterns import regex
from nerkit.ground.streams import is_pipe
from nerkit.ground.warnings import counted
from nerkit.io import Source, expand
from nerkit.readers.csv_rows import spelling
from nerkit.readers.format import is_json
from nerkit.readers.json_text import Value, beginning, documents
from nerkit.readers.spans.span_records import id_in, name_of

TOOLS = ("doccano", "label-studio", "prodigy")  # formats that can hold labels of documents, too
DEEPEST = 6  # levels of a document in which spans and tokens are looked for
ITEMS = frozenset(NAMES[ITEM_COLUMN].split()) - {"text", "sentence"}  # fields that identify the document
# fields of a flat export of Label Studio that are not labels
FLAT, BESIDE_LABELS = "annotation_id", ("created_at", "updated_at", "lead_time", *TEXTS)
CHOICES, QUESTION = "choices", "from_name"
# keys of spans and of tokens
NOT_LABELS = (
    "start",
    "start_offset",
    "startOffset",
    "tokens",
    "words",
    "entities",
    "spans",
    "relations",
    "ner",
)
TRIPLE = [int, int, str]  # the types in a span of doccano
TAG = regex(r"(?:[BIESLUMW][-_].+|O)\Z")
SAME = "give each document an id, or the same text, because nerkit compares annotators on the same documents"


class _OtherError(Exception):
    """A file has something else than labels of documents."""


class Labelled(NamedTuple):
    """A document and its label from one annotator (None: no label); *line* is its 1-based line in the
    file.
    """

    id: str | None
    text: str | None
    label: str | None
    line: int


def read_labels(
    files: Mapping[str, Sequence[Source]], field: str | None, asked: frozenset[str] | None = None
) -> Values | None:
    """Read the labels of documents, from one file per annotator, or from one file whose *field* names
    annotators.

    Returns None for other files: files with spans, with tokens, or without any label. *asked* are the
    questions of Label Studio whose choices are read.

    Raises InputError and UsageError for documents that cannot be paired, and for choices of several
    questions.
    """
    said: dict[str, list[Labelled]] = {}
    questions = dict[str, None]()
    try:
        for name, annotator, labelled in _read(files, field, questions, asked):
            said.setdefault(annotator or name, []).append(labelled)
    except _OtherError:
        return None
    except InputError:
        if not _any_label(said):
            return None
        raise
    if not _any_label(said):
        return None
    if len(questions) > 1:
        lines = "".join(f"\n  --only {QUESTION}={name}" for name in questions)
        raise UsageError(
            f"the file has choices of {len(questions)} questions, but nerkit agree compares one "
            f"question:{lines}"
        )
    if len(said) < 2:
        raise UsageError(
            f"{next(iter(files))}: all labels are by one annotator; nerkit agree needs at least two"
        )
    several = len(files) > 1
    return _values(said if several else dict(sorted(said.items())), by_order=several)


def _read(
    files: Mapping[str, Sequence[Source]],
    field: str | None,
    questions: dict[str, None],
    asked: frozenset[str] | None,
) -> Iterator[tuple[str, str, Labelled]]:
    """Yield the name of a file, the annotator ("" for a file of one annotator) and the document, for each
    label.

    Raises _OtherError for a document with other content, and for several annotators without a field.
    """
    for name, sources in files.items():
        for place, value in enumerate(value for source in sources for value in _documents(source)):
            if not isinstance(value.value, dict) or _is_other(value.value):
                raise _OtherError
            if (key := list_key(value.value)) and not value.value[key]:
                continue
            if field is None and len(files) == 1 and (field := _field_in(value.value)) is None:
                raise _OtherError
            for annotator, labels in _said(value, field, questions, asked):
                yield name, annotator, _labelled(value, labels, place)


def _any_label(said: Mapping[str, Sequence[Labelled]]) -> bool:
    return any(one.label for listed in said.values() for one in listed)


def _documents(source: Source) -> Iterator[Value]:
    with source:
        yield from documents(source, FORM)


def _is_other(value: Any, depth: int = DEEPEST) -> bool:
    """Return whether a document contains a span or a token."""
    if isinstance(value, dict):
        if any(key in value and value[key] != [] for key in NOT_LABELS):
            return True
        return depth > 0 and any(_is_other(one, depth - 1) for one in value.values())
    if not isinstance(value, list) or depth == 0:
        return False
    if [type(one) for one in value[:3]] == TRIPLE:
        return True
    tags = bool(value) and all(isinstance(one, str) and TAG.match(one) for one in value)
    return (tags and set(value) != {"O"}) or any(_is_other(one, depth - 1) for one in value)


def _field_in(body: Mapping[str, Any]) -> str | None:
    """Return the known field that names the annotator of a document; None without such a field.

    Raises UsageError for several such fields.
    """
    listed = body[key] if (key := list_key(body)) else ()
    holder = next((one for one in listed if isinstance(one, dict)), body)
    found = [field for field in holder if spelling(field) in LABELLING]
    if len(found) > 1:
        lines = "".join(f"\n  --annotator {field}" for field in found)
        raise UsageError(f"nerkit cannot tell which field names the annotator:{lines}")
    return next(iter(found), None)


def _said(
    value: Value, field: str | None, questions: dict[str, None], asked: frozenset[str] | None
) -> Iterator[tuple[str, list[str]]]:
    """Yield each annotator of a document ("" without a field), and the labels from this annotator."""
    found: dict[str, list[str]] = {}
    for path, one in annotations(value.value):
        if not isinstance(one, dict):
            continue
        name = annotator_name(value, one, field, *path) if field else ""
        if not path and FLAT in one:
            yield name, _flat_labels(one, field, questions, asked)
            return
        results = one.get("result") if path else None
        labels = _labels_of(one) if results is None else _choices(results, questions, asked)
        if labels and found.get(name) and (results is not None or not field):
            yield from found.items()  # so that the caller knows that the file has labels
            problem = (
                f"two annotations of a document by {name}" if field else "several annotations of a document"
            )
            value.fail(problem, *path, remedy='annotator="completed_by" tells annotators apart')
        found[name] = [*found.get(name, []), *labels]
    yield from found.items()


def _choices(results: Any, questions: dict[str, None], asked: frozenset[str] | None) -> list[str]:
    """Return the choices in an annotation of Label Studio, and add their questions to *questions*."""
    found = list[str]()
    for one in results if isinstance(results, list) else ():
        inside = one.get("value") if isinstance(one, dict) and one.get("type") == CHOICES else None
        question = str(one.get(QUESTION)) if inside else ""
        if isinstance(inside, dict) and (asked is None or question in asked):
            questions[question] = None
            found += _texts(inside.get(CHOICES))
    return found


def _flat_labels(
    body: Mapping[str, Any], field: str | None, questions: dict[str, None], asked: frozenset[str] | None
) -> list[str]:
    """Return the labels in a flat export of Label Studio, where each question is a separate field."""
    found = list[str]()
    for key, inside in body.items():
        known = key in (FLAT, field, *BESIDE_LABELS) or spelling(key) in ITEMS | LABELLING
        labels = _texts(inside.get(CHOICES) if isinstance(inside, dict) else inside)
        if labels and not known and (asked is None or key in asked):
            questions[key] = None
            found += labels
    return found


def _labels_of(holder: Mapping[str, Any]) -> list[str]:
    """Return the labels of a document or annotation: under a known key, or as choices under any key."""
    if "answer" in holder and holder["answer"] != "accept":
        return []
    key = next((key for key in LABELS if key in holder), None)
    if key is not None:
        return _texts(holder[key])
    return [text for one in holder.values() if isinstance(one, dict) for text in _texts(one.get(CHOICES))]


def _texts(label: Any) -> list[str]:
    """Return a label, or a list of labels, as a list of texts."""
    listed = label if isinstance(label, list) else [label]
    return [str(one) for one in listed if isinstance(one, str | int | float) and one != ""]


def _labelled(value: Value, labels: Sequence[str], place: int) -> Labelled:
    """Return the document with the set of its labels as one label."""
    body = value.value
    data = body["data"] if isinstance(body.get("data"), dict) else {}
    texts = [holder[key] for holder in (body, data) for key in TEXTS if isinstance(holder.get(key), str)]
    name = id_in(data, body) or next((name_of(body[key]) for key in body if spelling(key) in ITEMS), None)
    if name is None and not texts and list_key(body):
        name = str(place + 1)  # all annotators of a document are in one object
    return Labelled(name, next(iter(texts), None), "+".join(sorted(set(labels))) or None, value.line)


def _values(said: Mapping[str, Sequence[Labelled]], *, by_order: bool) -> Values:
    """Return the values of all documents; paired documents become one item."""
    name_of, notes = _paired(said, by_order)
    rows = [
        Said(annotator, name_of(one, place), one.label, one.line)
        for annotator, listed in said.items()
        for place, one in enumerate(listed)
    ]
    for annotator, listed in said.items():
        notes += counted("not-annotated", sum(one.label is None for one in listed), side=annotator)
    return replace(values_of(rows, ""), warnings=tuple(notes))


def _paired(
    said: Mapping[str, Sequence[Labelled]], by_order: bool
) -> tuple[Callable[[Labelled, int], str], list[str]]:
    """Return a function (document, index) -> name of its item, and warnings.

    The name is the id of the document, its text, or its number. Raises UsageError if neither ids, texts
    nor order pair the documents.
    """
    ids, texts = (
        [[getattr(one, key) for one in listed] for listed in said.values()] for key in ("id", "text")
    )
    named = [(one.id, one.text) for listed in said.values() for one in listed if one.text is not None]
    if _name_items(ids) and len(set(named)) == len({name for name, _ in named}):
        return (lambda one, _: str(one.id)), []
    if _name_items(texts):
        return (lambda one, _: str(one.text)), [
            "nerkit pairs documents by their texts, because their ids differ"
        ][: _any(ids)]
    if by_order and not _any(ids) and not _any(texts) and len(set(map(len, ids))) == 1:
        return (lambda _, place: str(place + 1)), [
            "nerkit pairs documents by their order, because they have no ids"
        ]
    raise UsageError(f"{some(said)}: neither ids nor texts tell which documents belong together; {SAME}")


def _any(names: Sequence[Sequence[str | None]]) -> bool:
    return any(name is not None for own in names for name in own)


def _name_items(names: Sequence[Sequence[str | None]]) -> bool:
    """Return whether the names of each annotator's documents differ, and annotators share some names."""
    unique = all(None not in own and len(set(own)) == len(own) for own in names)
    return unique and len({name for own in names for name in own}) < sum(map(len, names))


def read_items(
    paths: Mapping[str, str],
    files: Mapping[str, Sequence[Source]],
    asked: AgreeRequest,
    only: frozenset[str] | None,
) -> Values | None:
    """Read the values of items, from a table or from labels of documents; None for other annotations.

    *files* are the opened files of *paths*. A pipe is read only if its first document has a label.

    Raises InputError and UsageError as `read_table` and `read_labels` do.
    """
    if asked.units not in (None, ITEM) or asked.task is not None or asked.form not in (None, *TOOLS):
        return None
    heads = [source.head for sources in files.values() for source in sources]
    if heads and all(map(is_json, heads)):
        fresh = {name: files[name] if is_pipe(path) else expand(path) for name, path in paths.items()}
        sure = all(is_labelled(files[name][0].head) for name, path in paths.items() if is_pipe(path))
        return read_labels(fresh, asked.annotator, only) if sure else None
    if any(map(is_json, heads)) or any(len(sources) != 1 for sources in files.values()):
        return None
    from nerkit.readers import unsupported

    sources = [one for (one,) in files.values()]
    unknown = not any(
        readers.recognised([one], readers.STRICT) or unsupported.is_strange(one.head) for one in sources
    )
    if len(sources) == 1 and (asked.units == ITEM or (unknown and is_table(heads[0]))):
        return read_table(sources[0], asked.annotator)
    if not (asked.units == ITEM or unknown) or not all(map(is_column, heads)):
        return None
    columns = zip(files, map(read_column, sources), strict=True)
    found = values_of((one._replace(annotator=name) for name, column in columns for one in column), "")
    if len(found.names) < 2:
        raise UsageError(
            "fewer than two annotators have a line with an item; nerkit agree needs at least two"
        )
    return found


def is_labelled(head: str) -> bool:
    """Return whether the first JSON document has a label, but no span and no token."""
    body = beginning(head) if is_json(head) else None
    if not isinstance(body, dict) or _is_other(body):
        return False
    holders = [body, *(body[key] if (key := list_key(body)) else ())]
    holders = [one for one in holders if isinstance(one, dict)]
    return any(_labels_of(one) or _choices(one.get("result"), {}, None) for one in holders)
