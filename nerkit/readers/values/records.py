"""Records with values: the id of each record, and the value that is scored.

    {"id": "r1", "value": {…}}              the value is in a known field, or in the field that the user names
    {"id": "r1", "total": 20, …}            the record is the value, without its id
    {"custom_id": "r1", "response": {…}}    a line of a batch: the message of the model, or a call of a tool
    {"id": "r1", "messages": […]}           a chat: the last message of the assistant

A record is an envelope only if all its other keys are ids or known companions. nerkit does not look for
envelopes inside documents. It parses a gold string if the string is an object or an array. A system string is
the answer of a model (`model_text`), except in the field `value`, which holds a value.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from nerkit.corpora.corpus import CLEAN, UNREADABLE
from nerkit.corpora.json_documents import JsonDocuments, Place
from nerkit.exceptions import InputError
from nerkit.ground.records import record
from nerkit.ground.warnings import Warned
from nerkit.readers.json_text import beginning
from nerkit.readers.values import model_text, tolerant_json
from nerkit.readers.values.enclosed import ANSWERS, at_path

IDS = ("id", "doc_id", "doc_key", "docid", "document_id", "custom_id")
VALUE = "value"
OF_GOLD = ("gold", "expected", "expected_output", "reference", "target", "answer")
OF_SYSTEM = ("prediction", "predicted", "output", "response", "completion", "generated_text", "system")
OF_BOTH = ("extraction", "result")
COMPANIONS = ("input", "prompt", "messages", "model", "metadata", "usage", "schema", "error")
KNOWN = frozenset({*IDS, VALUE, *OF_GOLD, *OF_SYSTEM, *OF_BOTH, *COMPANIONS})
READ = {"strict": 0, "wrapped": 1, "repaired": 2}  # option -> the worst accepted status
FORM = 'a document is a JSON value, for example {"id": "r1", "value": {"total": 20}}'


@record(frozen=True)
class TextReading:
    """The options for reading a model's text, and the name of the id field."""

    read: str = "repaired"
    strict: bool = False
    choose: str = "largest"
    id: str | None = None


class Content(NamedTuple):
    """The value of a record, with two facts: whether it is unread text of a model, and whether the record
    has no value.
    """

    value: Any
    is_text: bool = False
    refused: bool = False


def read_gold(corpus: JsonDocuments, how: TextReading, field: str | None) -> JsonDocuments:
    """The gold documents with their values. Raises InputError for text that is not JSON."""
    if any(corpus.raw):
        fail_not_json(corpus, corpus.raw.index(True))
    names, candidates = names_of(corpus, corpus.values, how), (*OF_GOLD, *OF_BOTH)
    parsed = [
        _parsed(content_of(value, candidates, (field, how.id), corpus, at))
        for at, value in enumerate(corpus.values)
    ]
    return corpus.read_as(names, parsed, [CLEAN] * len(parsed))


def read_system(corpus: JsonDocuments, how: TextReading, field: str | None) -> JsonDocuments:
    """The documents of a system with their values. Raises InputError for text that --strict refuses."""
    values, lines, texts = repaired(corpus, records=corpus.records and not corpus.named)
    names, named, warnings = names_of(corpus, values, how)
    parsed: list[Any] = []
    status: list[int] = []
    repeated = 0
    for at, value in enumerate(values):
        content = _of_system(value, (field, how.id), corpus, at)
        content = texts.get(at, content)
        read = accepted(_read(content, how), how, lines[at])
        code = read.status
        if how.strict and code != CLEAN:
            fail_strict(corpus, at, names[at], content)
        repeated += read.repeated
        parsed.append(read.value)
        status.append(code)
    if repeated:
        warnings = [*warnings, Warned("keys-given-twice", repeated, noun="output")]
    return corpus.read_as((names, named, warnings), parsed, status)


def answers(corpus: JsonDocuments, how: TextReading) -> tuple[list[str] | None, list[Content], list[int]]:
    """The ids of documents (None without ids), the model's answer in each document, and the status of
    each.
    """
    values, statuses, texts = repaired(corpus, records=True)
    names, named, _ = names_of(corpus, values, how)
    read = [texts.get(at) or _of_system(value, (None, how.id), corpus, at) for at, value in enumerate(values)]
    return names if named else None, read, statuses


def repaired(corpus: JsonDocuments, *, records: bool) -> tuple[list[Any], list[int], dict[int, Content]]:
    """The values and statuses of documents, and the unread contents of some documents by position.

    If *records* is true, damaged lines that hold a record are repaired. Unread contents are other lines that
    are not JSON, and unreadable records.
    """
    values, statuses, texts = list(corpus.values), [CLEAN] * len(corpus.values), dict[int, Content]()
    for at, value in enumerate(values):
        if not (corpus.raw and corpus.raw[at]):
            continue
        record = damaged_record(value) if records else None
        if record is None:
            texts[at] = Content(value, is_text=True)
        else:
            values[at], statuses[at] = record.value, record.status
            if record.status == UNREADABLE:
                texts[at] = Content(None, refused=True)
    return values, statuses, texts


def damaged_record(line: str) -> model_text.ReadText | None:
    """The readable part of a line that is not JSON but holds a record with an id; None for other lines."""
    record = model_text.read(line)
    if not isinstance(record.value, dict):
        record = model_text.ReadText(beginning(line), UNREADABLE)
    known = isinstance(record.value, dict) and any(key in record.value for key in IDS)
    return record if known else None


def _read(content: Content, how: TextReading) -> model_text.ReadText:
    if content.refused:
        return model_text.ReadText(None, UNREADABLE)
    if content.is_text:
        return model_text.read(str(content.value), how.choose)
    return model_text.ReadText(content.value, CLEAN)


def accepted(read: model_text.ReadText, how: TextReading, least: int = CLEAN) -> model_text.ReadText:
    """The value in a text, with a status of at least *least*.

    The value is unreadable if it needs more repair than the options accept.
    """
    status = max(read.status, least)
    return read._replace(status=status) if status <= READ[how.read] else model_text.ReadText(None, UNREADABLE)


def _parsed(content: Content) -> Any:
    """A gold value; a string with a JSON object or array is parsed."""
    value = content.value
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        read = model_text.read(value)
        return read.value if read.status == CLEAN else value
    return value


def _of_system(value: Any, named: tuple[str | None, str | None], corpus: JsonDocuments, at: int) -> Content:
    if isinstance(value, str) and not corpus.records:
        return Content(value, is_text=True)
    if named[0] is not None and isinstance(value, Mapping) and value.get("error"):
        return _at_field(value, named[0]) or Content(None, refused=True)
    return content_of(value, (*OF_SYSTEM, *OF_BOTH), named, corpus, at)


def content_of(
    value: Any,
    candidates: Sequence[str],
    named: tuple[str | None, str | None],
    corpus: JsonDocuments,
    at: int,
) -> Content:
    """The content of a record. *named* are the names of its value field and its id field.

    Raises InputError if the named value field is missing.
    """
    field, own_id = named
    if field is not None:
        if (found := _at_field(value, field)) is not None:
            return found
        remedy = "name the path to the value, as in choices[0].message.content"
        raise failure(corpus, at, f"the record has no field {field!r}", remedy)
    if not corpus.records or not isinstance(value, Mapping):
        return Content(value)
    if own_id in value:
        value = {key: part for key, part in value.items() if key != own_id}
    enveloped = _batch_line(value) or (_companion(value, candidates) if value.keys() <= KNOWN else None)
    if enveloped is not None:
        return enveloped
    name = _id_key(value)
    return Content({key: part for key, part in value.items() if key != name})


def _at_field(value: Any, field: str) -> Content | None:
    found = at_path(value, field)
    return None if found is None else _text(found[0])


def _companion(value: Mapping[str, Any], candidates: Sequence[str]) -> Content | None:
    """The value in an envelope: the content of the first known field; None without a known field."""
    if VALUE in value:
        return Content(value[VALUE])
    for name in (*candidates, *_alone(value)):
        if name in value:
            return _text(value[name])
    if isinstance(value.get("messages"), list) and value["messages"]:
        spoken = [
            one for one in value["messages"] if isinstance(one, Mapping) and one.get("role") == "assistant"
        ]
        return _message(spoken[-1]) if spoken else Content(None, refused=True)
    return Content(None, refused=True) if value.get("error") else None


def _alone(record: Mapping[str, Any]) -> list[str]:
    """The only key beside the id keys, in a list, if it is a known value field of either side; otherwise
    empty.
    """
    others = [key for key in record if key not in IDS]
    return others if len(others) == 1 and others[0] in (*OF_GOLD, *OF_SYSTEM) else []


def _text(value: Any) -> Content:
    return Content(value, is_text=isinstance(value, str))


def _batch_line(record: Mapping[str, Any]) -> Content | None:
    """The answer in a line of a batch file; None for other records."""
    if "custom_id" not in record or not {"response", "error"} & record.keys():
        return None
    response = record.get("response")
    body = response.get("body") if isinstance(response, Mapping) else None
    if not isinstance(body, Mapping):
        return Content(None, refused=True) if response is None or record.get("error") else None
    choices, output = body.get("choices"), body.get("output")
    if isinstance(choices, list) and choices and isinstance(choices[0], Mapping):
        return _message(choices[0].get("message"))
    if isinstance(output, list):
        texts = [
            str(part.get("text", ""))
            for item in output
            if isinstance(item, Mapping) and isinstance(item.get("content"), list)
            for part in item["content"]
            if isinstance(part, Mapping) and part.get("type") == "output_text"
        ]
        return Content("".join(texts), is_text=True) if texts else Content(None, refused=True)
    return Content(None, refused=True) if body.keys().isdisjoint(ANSWERS) else Content(body)


def _message(message: Any) -> Content:
    """The content of a message, or the arguments of its first tool call."""
    if not isinstance(message, Mapping) or message.get("refusal"):
        return Content(None, refused=True)
    calls, content = message.get("tool_calls"), message.get("content")
    if isinstance(content, list):
        content = "".join(str(part.get("text", "")) for part in content if isinstance(part, Mapping))
    if not content and isinstance(calls, list) and calls and isinstance(calls[0], Mapping):
        function = calls[0].get("function")
        content = function.get("arguments") if isinstance(function, Mapping) else None
    if content is None:
        return Content(None, refused=True)
    return _text(content)


def _id_key(record: Mapping[str, Any], own: str | None = None) -> str | None:
    """The key of a record's id. An id is a text or an integer."""
    if own is None and _batch_line(record):
        return "custom_id"
    for key in (own,) if own is not None else IDS:
        if key in record and isinstance(record[key], str | int) and not isinstance(record[key], bool):
            return key
    return None


def names_of(
    corpus: JsonDocuments, values: Sequence[Any], how: TextReading
) -> tuple[list[str], bool, list[str]]:
    """The names of documents, whether the names are ids, and warnings."""
    if not corpus.records or corpus.named:
        return list(corpus.documents), corpus.named, []
    keys = [_id_key(value, how.id) if isinstance(value, Mapping) else None for value in values]
    if not values or None in keys:
        if how.id is not None and values:
            raise failure(
                corpus,
                keys.index(None),
                f"the record has no field {how.id!r}, which id=… names",
                "give every document this field",
            )
        return list(corpus.documents), False, []
    names = [str(value[key]) for value, key in zip(values, keys, strict=True)]
    if not corpus.strict_ids and len(set(names)) < len(names):
        return list(corpus.documents), False, ["ids are not unique, so nerkit pairs documents by order"]
    return names, True, []


def place_of(corpus: JsonDocuments, at: int) -> Place:
    """The place of a document. In memory the place has only the document's number."""
    place = corpus.at[at] if corpus.at else None
    return place or Place("<memory>", at + 1)


def failure(corpus: JsonDocuments, at: int, problem: str, remedy: str) -> InputError:
    """The error at the place of a document."""
    place = place_of(corpus, at)
    if place.text:
        return InputError.at(
            problem, place.text, place.offset, source=place.source, first=place.first, remedy=remedy
        )
    return InputError(problem, source=place.source, line=place.line, remedy=remedy)


def fail_not_json(corpus: JsonDocuments, at: int) -> None:
    """Raise the InputError for gold text that is not JSON."""
    place, text = place_of(corpus, at), str(corpus.values[at])
    if not place.text:
        place = Place(place.source, place.line, text, 0, place.line)
    problem, offset = not_json(text)
    raise InputError.at(
        problem, place.text, place.offset + offset, source=place.source, first=place.first, remedy=FORM
    )


def not_json(text: str) -> tuple[str, int]:
    """The problem and its offset, for a text that is not JSON."""
    start = len(text) - len(text.lstrip("\ufeff \t\r\n"))
    try:
        _, end = model_text.strict(text, start)
    except tolerant_json.TooDeepError:
        return (
            f"nested too deeply: more than {tolerant_json.DEEPEST} nested lists and objects",
            start,
        )
    except ValueError as error:
        message = getattr(error, "msg", str(error))
        return f"gold is not valid JSON: {message[:1].lower()}{message[1:]}", getattr(error, "pos", start)
    return "gold is not valid JSON: more than one value", min(end, max(len(text) - 1, 0))


def fail_strict(corpus: JsonDocuments, at: int, name: str, content: Content) -> None:
    """Raise the InputError for text that is not clean JSON, because --strict is given."""
    place = place_of(corpus, at)
    remedy = (
        "strict=True accepts only JSON; without strict=True nerkit accepts text around a value, and counts it"
    )
    if content.is_text:
        text = str(content.value)
        _, offset = not_json(text)
        raise InputError.at(
            f"document {name}: the output is not clean JSON",
            text,
            offset,
            source=place.source,
            first=place.line,
            remedy=remedy,
        )
    raise failure(corpus, at, f"document {name}: the output is not clean JSON", remedy)
