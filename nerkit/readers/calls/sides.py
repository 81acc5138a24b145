"""The documents of a side, with their ids, their turns, and the status of the reading."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from nerkit.corpora.corpus import CLEAN
from nerkit.corpora.json_documents import JsonDocuments
from nerkit.exceptions import InputError
from nerkit.ground.warnings import Warned
from nerkit.readers.calls.alternatives import CallError, with_listed
from nerkit.readers.calls.call import Turns, calls_in
from nerkit.readers.calls.conversation import TOOLS, Conversation, SideReading, TurnReader
from nerkit.readers.json_text import Value
from nerkit.readers.values import records
from nerkit.readers.values.enclosed import at_path
from nerkit.readers.values.records import TextReading

SHAPES = (
    'a line is {"id": "d1", "calls": [{"name": "f", "arguments": {"x": 1}}]}, {"id", "turns": [[CALL…]…]}, '
    "messages, a response of OpenAI, Anthropic, Gemini, Bedrock, ollama, MCP or LangChain, or a line of BFCL"
)
Read = Callable[[str], SideReading]  # function (id of a document) -> settings for its turns


def read_side(corpus: JsonDocuments, how: TextReading, field: str | None, reading: Read) -> JsonDocuments:
    """The documents, with their turns as values.

    Raises InputError for gold records without calls, and for a named field that a record lacks.
    """
    usual = reading("")
    named = corpus if usual.exact else _with_damaged(corpus)
    ids, is_named, warnings = records.names_of(named, named.values, how)
    values: list[Any] = []
    statuses: list[int] = []
    strange = 0
    reader = TurnReader(usual)
    for at, value in enumerate(named.values):
        side = reading(ids[at])
        if side is not reader.how:
            reader = TurnReader(side)
        is_text = bool(named.raw and named.raw[at])
        if is_text and side.exact:
            records.fail_not_json(corpus, at)
        schemas = value.get(TOOLS) if isinstance(value, Mapping) else None
        try:
            turns = _turns(value, field, reader, (named, at))
            if side.any_paths:
                turns = with_listed(turns, side.any_paths)
        except CallError as error:
            _fail(named, at, error)
        if turns is None:
            if side.exact:
                _fail(
                    named,
                    at,
                    CallError("gold must hold calls, but the value has no known shape of calls", ()),
                )
            strange += 1
        made = Conversation(turns or [[]])
        if schemas is not None:
            made.tools = schemas
        values.append(made)
        statuses.append(max((call.status for call in calls_in(made)), default=CLEAN))
    if strange:
        warnings = [*warnings, Warned("calls-unknown", strange)]
    return corpus.read_as((ids, is_named, warnings), values, statuses)


def brought_tools(conversations: Sequence[Any]) -> bool:
    """Whether a record contains tool schemas."""
    return any(getattr(one, "tools", None) for one in conversations)


def _with_damaged(corpus: JsonDocuments) -> JsonDocuments:
    """The documents, with repaired records in place of lines that are not JSON."""
    if not any(corpus.raw) or not corpus.records:
        return corpus
    values, _, texts = records.repaired(corpus, records=True)
    for at, content in texts.items():
        if content.refused:
            read = records.damaged_record(corpus.values[at])
            known = {} if read is None else {key: read.value[key] for key in records.IDS if key in read.value}
            values[at] = known | {"error": True}
    raw = tuple(at in texts and texts[at].is_text for at in range(len(values)))
    return replace(corpus, values=values, raw=raw)


def _turns(
    value: Any, field: str | None, reader: TurnReader, where: tuple[JsonDocuments, int]
) -> Turns | None:
    if field is None:
        return reader.turns(value)
    found = at_path(value, field)
    if found is None:
        if not reader.how.exact and isinstance(value, Mapping) and value.get("error"):
            return [[]]
        remedy = "name the path to the calls, as in choices[0].message"
        raise records.failure(*where, f"the record has no field {field!r}", remedy)
    return reader.turns(found[0])


def _fail(corpus: JsonDocuments, at: int, error: CallError) -> None:
    """Raise the InputError for a part of a gold document."""
    place = records.place_of(corpus, at)
    if not place.text:
        raise InputError(error.problem, source=place.source, line=place.line, remedy=SHAPES)
    text = Value(corpus.values[at], place.source, place.line, place.text, place.offset, place.first)
    text.fail(error.problem, *error.path, remedy=SHAPES)
