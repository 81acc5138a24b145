"""Objects in Python as the text of a JSON file, except objects that JSON lacks: tuples, texts, and corpora.

    [{"text": "Ann", "entities": [{"start": 0, …}]}]    records: read like a file of JSON
    [["B-PER", "O"], ["O"]]                             tags: read by `bio` without conversion
    [[(0, 5, "PER")]]                                   tuples: spans, which have a separate reader
    ["(w / want-01)"]                                   texts: their content tells the format

The first item of an object decides its kind (`kind_of`). A reader of objects checks every item.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from nerkit import readers
from nerkit.evaluation.object_text import json_text, table_text
from nerkit.evaluation.objects import FrameRows, is_corpus, record_of
from nerkit.exceptions import InputError, short
from nerkit.io import Source, Sources
from nerkit.readers.conditions import SEEN
from nerkit.readers.item_keys import LABELS
from nerkit.readers.json_text import IDS
from nerkit.readers.members import is_whole
from nerkit.readers.tags.spelling import is_tag
from nerkit.readers.tags.tag_lists import are_tags
from nerkit.scorers import SCORERS, task_named, task_of

# kinds of objects that belong to no task
RECORDS, SPAN_RECORDS, TEXTS, NOTHING, UNKNOWN = "records", "span records", "texts", "nothing", "unknown"
CORPORA = {  # class of a corpus -> its task, if nothing else tells the task
    "Mentions": "coref", "Roles": "srl", "Dependencies": "dep", "Constituents": "tree", "Tagged": "bio",
    "Graphs": "amr", "MrpGraphs": "mrp", "Texts": "noisy", "Documents": "ie", "JsonDocuments": "json",
}  # fmt: skip
TASK_OF_CLASS = {"MrpGraph": "mrp"}  # class of an item -> its task
OF_VALUES = ("json", "calls")  # tasks in which a text of a system is the answer of a model
OF_TEXTS = ("amr", "tree", "spans", "noisy")  # tasks in which a document may be a text
OF_RECORDS = (*OF_VALUES, "ie")  # tasks that take any record
OF_BRACKETS = ("penman", "ptb", "discbracket", "export")  # formats whose text can be an object in Python
OF_TEXT = (*OF_BRACKETS, "conllu", "conllx", "props", "primesrl", "up", "conll09", "conll08")
# keys of a document: a mapping with such a key does not map ids to documents
KEYS = frozenset({
    "text", "tokens", "words", "sentences", "entities", "spans", "ents", "ner", "ner_tags", "tags", "labels",
    "messages", "relations", "events", "clusters", "predicted_clusters", "span_clusters", "coref", "nodes",
    "framework",
})  # fmt: skip
ANY_VALUE = ("json", "records", "model-output")  # formats that take any JSON value
ANY_RECORD = (*ANY_VALUE, "entity-json", "answers")  # formats that take nearly any object
JSON_KINDS = (RECORDS, SPAN_RECORDS)
ACCEPTED = (
    'nerkit takes spans [[(0, 5, "PER")]] as (start, end, label); texts with spans [("Ann '
    'left", [(0, 3, "PER")])]; tags [["B-PER", "O"]]; words [[("book", 0, "root")]] as (form, '
    'head, label); entities [[("Ann", "PER")]] as (text, label); dictionaries, dataclasses, '
    "pydantic models and data frames with the records of a JSON file"
)


def text_format(text: str) -> str | None:
    """Return the format of a text that holds graphs, trees or roles; None for other texts, for example
    paths.
    """
    formats = OF_TEXT if "\n" in text else OF_BRACKETS if "(" in text else ()
    try:
        return readers.recognised([Source(text.encode(), "text")], formats) if formats else None
    except UnicodeEncodeError:
        return None


def kind_of(data: Any, task: str | None = None) -> str:
    """Return the kind of objects: the task whose reader takes them, or a kind that belongs to no task."""
    if is_corpus(data):
        return CORPORA.get(type(data).__name__, NOTHING)
    if isinstance(data, list) and len(kinds := set(map(type, data))) > 1 and str in kinds:
        return TEXTS  # answers of a model, some of them already decoded
    first, holder = _first(data, mappings=2 if task == "coref" else 1)
    kind = "tree" if callable(getattr(first, "label", None)) else TASK_OF_CLASS.get(type(first).__name__, "")
    if first is NOTHING or kind:
        return kind or NOTHING
    if isinstance(first, str):
        if isinstance(holder, Mapping):
            return TEXTS if task in OF_TEXTS or text_format(first) is not None else RECORDS
    elif isinstance(first, Mapping):
        return _of_mapping(first, holder, data)
    return _of_listed(first, holder, data)


def _of_listed(first: Any, holder: Any, data: Any) -> str:
    """Return the kind of objects whose first item is in a list or a tuple."""
    if isinstance(first, str) and holder is data:
        return "bio" if are_tags(data) else TEXTS
    if isinstance(holder, tuple):
        return _of_tuple(holder)
    if not isinstance(holder, list):
        return RECORDS
    tags = are_tags(holder, under_id=isinstance(data, Mapping))
    return "dep" if _is_word(holder) else "bio" if tags else _of_numbers(holder)


def _first(data: Any, mappings: int) -> tuple[Any, Any]:
    """Return the first value inside nested lists, tuples and at most *mappings* mappings, and its
    container.

    Returns NOTHING for empty containers.
    """
    holder: Any = None
    while True:
        if isinstance(data, list | tuple) and not callable(getattr(data, "label", None)):
            listed, mappings = data, mappings - (holder is None)
        elif isinstance(data, str) or not (isinstance(data, Mapping) and mappings and KEYS.isdisjoint(data)):
            return data, holder
        else:
            listed, mappings = list(data.values()), mappings - 1
        holder, data = data, NOTHING
        for one in listed:
            if not isinstance(one, list | tuple | dict) or len(one):
                data = one
                break
        else:
            return NOTHING, holder


def _of_mapping(first: Mapping[str, Any], holder: Any, data: Any) -> str:
    """Return the kind of objects whose first item is a mapping.

    Words with heads, and words with predicates, are in no file format.
    """
    if "framework" in first or ("nodes" in first and not {"tops", "edges"}.isdisjoint(first)):
        return "mrp"
    if "words" in first and not {"predicates", "verbs"}.isdisjoint(first):
        return "srl"
    listed = isinstance(holder, list) and holder is not data
    if listed and "head" in first and not {"form", "text"}.isdisjoint(first):
        return "dep"
    is_span = (
        is_whole(first.get("start")) and is_whole(first.get("end")) and not first.keys().isdisjoint(LABELS)
    )
    if not is_span or not isinstance(holder, list):
        return RECORDS
    return "spans" if isinstance(data, Mapping) else SPAN_RECORDS


def _of_tuple(item: tuple[Any, ...]) -> str:
    """Return the kind of objects whose first item is a tuple."""
    if len(item) == 2 and isinstance(item[0], str) and not isinstance(item[1], str):
        return RECORDS if isinstance(item[1], Mapping) else "spans"
    if _is_word(item):
        return "dep"
    if all(isinstance(one, str) for one in item):
        return "bio" if are_tags(item) else "spans" if len(item) == 2 else UNKNOWN
    return "spans" if is_whole(item[0]) else UNKNOWN


def _of_numbers(item: list[Any]) -> str:
    """Return the kind of objects whose first item is a list: `spans` for [start, end, label, …],
    otherwise records.
    """
    labelled = len(item) >= 3 and isinstance(item[2], str)
    return "spans" if labelled and all(map(is_whole, item[:2])) else RECORDS


def _is_word(item: Sequence[Any]) -> bool:
    """Return whether an item is a form, a head and a label."""
    is_triple = len(item) == 3 and isinstance(item[0], str) and is_whole(item[1])
    return is_triple and isinstance(item[2], str | None)


class Taken(NamedTuple):
    """The objects among inputs, by the indices of these inputs.

    sources   objects that are read like files
    own       objects for the task's reader of objects
    task      the task, if it was named or all inputs are objects that tell it
    likely    the task that the objects tell, if no file does
    """

    sources: dict[int, Sources]
    own: dict[int, Any]
    task: str | None
    likely: str


def taken(objects: Mapping[int, Any], names: Sequence[str], task: str | None, form: str | None) -> Taken:
    """Return the objects among the inputs, converted to sources where possible.

    *names* are the names of all inputs; *task* and *form* are the requested task and format.

    Raises InputError for unknown objects, and for values that JSON does not have.
    """
    texts = {i: data for i, data in objects.items() if isinstance(data, str)}
    objects = {i: _without_classes(data, names[i]) for i, data in objects.items()}
    kinds = {i: kind_of(data, task) for i, data in objects.items() if i not in texts}
    made = {i: _source(text.encode(), names[i]) for i, text in texts.items()}
    likely = _task_of(objects, kinds)
    if len(kinds) == len(names) and form is None:
        task = task or likely or _task_of_records(objects, kinds)
        if task in (None, *OF_VALUES) and are_strings(objects[0]):
            kinds = {i: RECORDS if kind == TEXTS else kind for i, kind in kinds.items()}
    own: dict[int, Any] = {}
    for i, data in objects.items():
        if i in texts:
            continue
        if task is None and kinds[i] == UNKNOWN:
            problem = f"{short(repr(_first(data, 1)[1]))} is not an item that nerkit knows"
            raise InputError(problem, source=names[i], remedy=ACCEPTED)
        if is_corpus(data) or (task not in OF_RECORDS and _are_items(data, i, kinds)):
            own[i] = data
            continue
        file = _table(data, names[i], task) or _documents(data, names[i], task)
        answers = task in OF_VALUES and TEXTS in kinds.values()
        if answers or (form is None and task and not readers.recognised(file, task_named(task).formats)):
            own[i] = json.loads(json_text(data, names[i]))
        else:
            made[i] = file
    return Taken(made, own, task, likely or "spans")


def _without_classes(data: Any, name: str) -> Any:
    """Return objects as values of JSON if the first item has the fields of a document; otherwise
    unchanged.

    Such an item is a dataclass, a model or a named tuple.
    """
    if isinstance(data, str) or is_corpus(data):
        return data
    documents = list(data.values()) if isinstance(data, Mapping) else data
    if documents and not KEYS.isdisjoint(getattr(type(next(iter(documents))), "_fields", ())):
        documents = [document._asdict() for document in documents]
        data = dict(zip(data, documents, strict=True)) if isinstance(data, Mapping) else documents
    has_fields = record_of(_first(data, 1)[0]) is not None
    return json.loads(json_text(data, name)) if has_fields else data


def _task_of(objects: Mapping[int, Any], kinds: Mapping[int, str]) -> str | None:
    """Return the task that the objects tell (gold before systems); None if they tell no task."""
    for i, kind in kinds.items():
        if kind == TEXTS and i == 0:
            texts = objects[i].values() if isinstance(objects[i], Mapping) else objects[i]
            form = text_format(next((one for one in texts if isinstance(one, str) and one.strip()), ""))
            if form is not None:
                return task_of(form).name
        if kind in SCORERS:
            return kind
    only_corpora = all(map(is_corpus, objects.values()))
    return "spans" if only_corpora or set(kinds.values()) == {NOTHING} else None


def _task_of_records(objects: Mapping[int, Any], kinds: Mapping[int, str]) -> str | None:
    """Return the task of records in no file format: `spans` for mappings with offsets; None if unknown.

    Other mappings have the task `json` if systems are answers of a model.
    """
    first = next(i for i, kind in kinds.items() if kind != NOTHING)
    if kinds[first] not in JSON_KINDS or _recognised(_documents(objects[first], "gold", None), None):
        return None
    return "spans" if kinds[first] == SPAN_RECORDS else "json" if TEXTS in kinds.values() else None


def are_strings(data: Any) -> bool:
    """Return whether all gold documents are texts, and no text is a JSON object or list."""
    listed = isinstance(data, list | tuple) and bool(data) and all(type(one) is str for one in data)
    return listed and not any(one.lstrip()[:1] in ("{", "[") for one in data)


def _are_items(data: Any, i: int, kinds: Mapping[int, str]) -> bool:
    """Return whether objects go to a reader of objects: all but records, and also lists if another input
    has tuples.
    """
    beside = set(kinds.values()) - {*JSON_KINDS}
    return kinds[i] not in JSON_KINDS or (bool(beside) and _is_bare(data))


def _is_bare(data: Any) -> bool:
    """Return whether objects are lists without a mapping, which can be read like tuples."""
    first, holder = _first(data, mappings=2)
    return isinstance(holder, list) and not isinstance(first, str | Mapping) and record_of(first) is None


def _table(data: Any, name: str, task: str | None) -> Sources | None:
    """Return a data frame, or rows with tags, as a source of CSV; None for other objects.

    A data frame is read like a JSON file if no CSV format has its columns.
    """
    if not isinstance(data, list) or (task in OF_RECORDS) or (head := table_text(data, SEEN)) is None:
        return None
    known = readers.BY_CONTENT if task is None else task_named(task).formats
    is_frame = isinstance(data, FrameRows)
    formats = [one for one in (("csv-tags", "csv") if is_frame else ("csv-tags",)) if one in known]
    tags = any(isinstance(cell, str) and is_tag(cell) for row in data[:SEEN] for cell in row.values())
    if not readers.recognised(_source(head, name), formats) or not (tags or is_frame):
        return None
    text = table_text(data)
    return None if text is None else _source(text, name)


def _documents(data: Any, name: str, task: str | None) -> Sources:
    """Return objects as a source of JSON. A mapping from ids to documents becomes a list of documents
    with ids.
    """
    made = _source(json_text(data, name), name)
    if task in OF_VALUES or not isinstance(data, Mapping) or not data or not KEYS.isdisjoint(data):
        return made
    rows = [(str(key), record_of(one) or one) for key, one in data.items()]
    if not all(isinstance(row, Mapping) for _, row in rows) or _recognised(made, task):
        return made
    with_ids = _source(json_text([{"id": key, **row} for key, row in rows], name), name)
    if task != "ie" and not _recognised(with_ids, task, ANY_VALUE):
        return made
    for key, row in rows:
        other = next((row[own] for own in IDS if own in row), key)
        if str(other) != key:
            raise InputError(f"document {key!r} has the id {other!r}", source=name)
    return with_ids


def _recognised(made: Sources, task: str | None, but: Sequence[str] = ANY_RECORD) -> bool:
    """Return whether a format of the task, except the formats *but*, recognises a source."""
    formats = readers.BY_CONTENT if task is None else task_named(task).formats
    return readers.recognised(made, [one for one in formats if one not in but]) is not None


def _source(text: bytes, name: str) -> Sources:
    return Sources([Source(text, name)])
