"""Answers of models to a question about entities: strings and labels in many notations.

    {"entities": [{"text": "Tolkien", "label": "PER"}]}       also `type` for `label`; pairs of both
    {"PER": ["Tolkien", "Edith"], "LOC": "Oxford"}            lists or single strings by label
    Sure! ```json [{"text": …                                 with fences, prose, trailing commas, or cut off
    result = [Person(span="Tolkien"), …]                      GoLLIE: parsed, but never run

An answer is a whole file or part of a record (`readers.values.records`). Records are JSON lines with an id
and a field such as `output` or `response`, lines of a batch, or chats. Warnings count repaired and unreadable
answers. An unreadable answer has no entities, so all gold entities of the document are missed. An answer such
as "No entities found." is readable, and a warning counts such answers (`absence`).

The strings have no offsets. `nerkit spans` finds the strings in the text of the gold file. `nerkit noisy`
also finds approximate matches. The readers of UIE, InstructUIE and UniversalNER use this module for further
notations.
"""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, NamedTuple

from nerkit.corpora.corpus import CLEAN, REPAIRED, STATUSES, UNREADABLE
from nerkit.corpora.spans import STRING, Answers
from nerkit.ground.limits import LARGEST_VALUE
from nerkit.ground.patterns import regex
from nerkit.ground.records import record
from nerkit.ground.warnings import Warned
from nerkit.io import Source
from nerkit.readers import python_text
from nerkit.readers.format import Reader, is_json
from nerkit.readers.json_text import beginning, is_broken, shown
from nerkit.readers.leniency import of_part, where
from nerkit.readers.sample import Sample
from nerkit.readers.spans.span_table import SpanTable, places
from nerkit.readers.texts.absence import says_nothing
from nerkit.readers.texts.answer_entities import (
    ENTITIES,
    LABELS,
    STRINGS,
    AnswerEntity,
    entities_in,
    is_pair,
    label_key,
)
from nerkit.readers.values import json_values, model_text, records
from nerkit.readers.values.records import Content, TextReading

OFFSETS = {"start", "end"}
RESULT = regex(
    r"(?:^|\n)[ \t]*+(?:```\w*+\s*+)?(?:result\s*+=\s*+)?(\[\s*+(?:[A-Z]\w*\(|\]\s*+(?:```\s*+)?$))"
)
OF_PAIRS = regex(r'\s*\[\s*\[\s*"[^"\\]*"\s*,\s*"[^"\\]*"\s*\]')  # a list of pairs of strings
CALL = regex(r"\)\s*,?")
SHORT = 60_000  # a shorter sample is the whole file
TRIES = 100  # ends of calls after which nerkit tries to close a list that is cut off


class ReadAnswer(NamedTuple):
    """A parsed answer.

    entities   its entities
    status     an index into STATUSES: clean, repaired or unreadable
    skipped    the number of values that are not entities
    in_words   whether the answer says in words that there are no entities
    label_key  the key of its labels, if it is not in LABELS; otherwise empty
    """

    entities: list[AnswerEntity]
    status: int
    skipped: int = 0
    in_words: bool = False
    label_key: str = ""


UNREAD = ReadAnswer([], UNREADABLE)
NONE_IN_WORDS = ReadAnswer([], CLEAN, in_words=True)
Parse = Callable[[str], ReadAnswer]


def parse(text: str) -> ReadAnswer:
    """Parse an answer of a model: GoLLIE's list of calls, or JSON inside any text.

    >>> parse('Sure: {"PER": ["Ann"]}')
    ReadAnswer(entities=[AnswerEntity(string='Ann', label='PER')], status=1, skipped=0)
    """
    if calls := RESULT.search(text):
        return _calls(text[calls.start(1) :])
    read = model_text.read(text)
    if read.status != UNREADABLE:
        return of_value(read.value, read.status)
    return NONE_IN_WORDS if says_nothing(text) else UNREAD


def of_value(value: Any, status: int = CLEAN) -> ReadAnswer:
    """The answer that a JSON value contains; unreadable if the value does not list entities."""
    key = label_key(value)
    listed = entities_in(value, (*LABELS, *([key] if key else [])))
    entities = [entity for entity in listed or () if entity is not None]
    if listed is None or (listed and not entities):
        return UNREAD
    return ReadAnswer(entities, status, len(listed) - len(entities), label_key=key)


def _calls(text: str) -> ReadAnswer:
    """Parse a Python list of calls, `[Person(span="Tolkien"), …]`, without running it."""
    code = text.replace("```", "").strip()
    tree, status = _expression(code), CLEAN
    ends = [match.end() for match in CALL.finditer(code)]
    for end in ends[: -TRIES - 1 : -1] if tree is None else ():
        tree, status = _expression(f"{code[:end]}]"), REPAIRED
        if tree is not None:
            break
    if not isinstance(tree, ast.List):
        return UNREAD
    entities = [_entity_of_call(element) for element in tree.elts]
    known = [entity for entity in entities if entity is not None]
    return ReadAnswer(known, status, len(entities) - len(known))


def _expression(code: str) -> ast.expr | None:
    try:
        return python_text.parsed(code)
    except ValueError:
        return None


def _entity_of_call(call: ast.expr) -> AnswerEntity | None:
    """The entity in a call `Label(span="string")`; None for other expressions."""
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        return None
    named = sorted(call.keywords, key=lambda keyword: keyword.arg not in STRINGS)
    for value in (*(keyword.value for keyword in named), *call.args):
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            return AnswerEntity(value.value, call.func.id)
    return None


class AnswerTable:
    """A corpus of answers under construction, one document at a time."""

    def __init__(self) -> None:
        self.table = SpanTable(STRING, "text")
        self.statuses: list[int] = []

    def add(self, name: str | None, answer: ReadAnswer, line: int, text: str | None = None) -> None:
        """Add a document with this id, the line of its answer, and its text."""
        self.table.document(name, text)
        self.statuses.append(answer.status)
        for entity in answer.entities:
            if entity.string.strip():
                self.table.unplaced(entity.string.strip(), line, type=entity.label or None)
        if answer.skipped:
            self.table.tally.add("value", "without an entity, skipped", answer.skipped)
        if answer.label_key:
            self.table.tally.add("answer", f"with labels read from the key {shown(answer.label_key)}")
        if answer.in_words:
            self.table.tally.add("answer", "saying in words that nothing was found, read as empty")

    def spans(self, sources: Sequence[Source], name: str | None = None) -> Answers:
        """The corpus, with a warning that counts answers that are not clean; *name* is its name there."""
        spans = self.table.spans(sources)
        odd = {status: self.statuses.count(code) for code, status in enumerate(STATUSES) if code != CLEAN}
        facts = {"odd": odd}
        place = name or where(sources)
        warning = Warned("outputs-not-clean", len(self.statuses), facts=facts, noun="answer", side=place)
        columns = {column.name: getattr(spans, column.name) for column in fields(spans)}
        columns["warnings"] = (*spans.warnings, *([warning] if warning or of_part(sources) else []))
        return Answers(**columns | {"statuses": tuple(self.statuses)})


@record(frozen=True)
class AnswerShape:
    """A notation of entities in answers of models.

    parse_of  function (texts of all files) -> function that parses an answer in these files
    lines     whether each line of a text that is not JSON is an answer; otherwise the text is one answer
    """

    parse_of: Callable[[Sequence[str]], Parse]
    lines: bool = True

    def read(self, sources: Iterable[Source], **_: Any) -> Answers:
        """Read all answers of the files as one corpus. Raises InputError for a file that is not UTF-8."""
        sources, answers = list(sources), AnswerTable()
        texts = [source.text(LARGEST_VALUE, LARGEST_VALUE) for source in sources]
        parse_text = self.parse_of(texts)
        for source, text in zip(sources, texts, strict=True):
            answers.table.source(source)
            count = len(answers.statuses)
            for name, content, line, status in _contents(source, text, lines=self.lines):
                answers.add(name, answer_of(content, parse_text, status), line)
            names = places(source, len(answers.statuses) - count)
            if all(name is None for name in answers.table.ids[count:]):
                answers.table.ids[count:] = names
        return answers.spans(sources)

    def reader(self, **more: Any) -> Reader:
        """The `Reader` of the notation; *more* are further fields of `Reader`."""
        return Reader(self.read, Answers, together=True, **more)


def statuses(source: Source) -> Iterator[tuple[str | None, int, int]]:
    """The id, line and status of each answer in a file. Raises InputError for a file that is not UTF-8."""
    text = source.text(LARGEST_VALUE, LARGEST_VALUE)
    for name, content, line, status in _contents(source, text, lines=False):
        yield name, line, answer_of(content, status=status).status


def answer_of(content: Content, parse_text: Parse = parse, status: int = CLEAN) -> ReadAnswer:
    """The answer in a record; its status is at least *status*, the status of the record."""
    if content.refused:
        return UNREAD
    if content.is_text or isinstance(content.value, str):
        answer = parse_text(str(content.value))
    else:
        answer = of_value(content.value)
    return answer._replace(status=max(answer.status, status))


def is_answers(data: Any) -> bool:
    """Whether Python objects are answers: texts, or lists of entities without offsets, one per document."""
    documents = list(data.values()) if isinstance(data, Mapping) else data
    if not isinstance(documents, Sequence) or isinstance(documents, str):
        return False
    if all(document == [] for document in documents):
        return False  # documents without items can be of any kind
    return _is_listed(documents) or all(map(_is_answer, documents))


def _is_answer(document: Any) -> bool:
    """Whether a Python object is an answer: a text, or entities without offsets."""
    if isinstance(document, str):
        return True
    if isinstance(document, Mapping):
        return not OFFSETS & document.keys() and of_value(document).status != UNREADABLE
    return isinstance(document, list) and (not document or _is_listed(document))


def _is_listed(document: Sequence[Any]) -> bool:
    """Whether each element of a list is an entity with a label and without offsets."""
    return all(
        is_pair(list(one) if isinstance(one, tuple) else one)
        or (isinstance(one, Mapping) and not OFFSETS & one.keys() and not of_value(one).status)
        for one in document
    )


def of_objects(data: Any, name: str = "<memory>") -> Answers:
    """Convert Python answers to a corpus.

    data  a list of answers, a mapping from document ids to answers, or one answer: a list of entities
    name  the name of the data in warnings
    """
    answers, named = AnswerTable(), isinstance(data, Mapping)
    flat = not named and not all(isinstance(one, str) for one in data) and _is_listed(data)
    listed = data.items() if named else ((None, document) for document in ([data] if flat else data))
    for key, document in listed:
        answers.add(None if key is None else str(key), _of_object(document), 0)
    return answers.spans((), name)


def _of_object(document: Any) -> ReadAnswer:
    """Parse a Python object as an answer."""
    if isinstance(document, str):
        return parse(document)
    if isinstance(document, Mapping):
        return of_value(document)
    return of_value([list(one) if isinstance(one, tuple) else one for one in document])


def _contents(source: Source, text: str, *, lines: bool) -> Iterator[tuple[str | None, Content, int, int]]:
    """The id, content, line and status of each answer in the text of a file."""
    whole = text.strip("\ufeff \t\r\n")
    if _has_documents(whole):
        documents = json_values.of_text(source, text)
        names, contents, statuses = records.answers(documents, TextReading())
        for at, content in enumerate(contents):
            place = documents.at[at]
            yield None if names is None else names[at], content, place.line if place else 0, statuses[at]
    elif lines and not is_json(whole):
        for number, line in enumerate(whole.split("\n") if whole else (), 1):
            yield None, Content(line.strip("\r"), is_text=True), number, CLEAN
    elif whole:
        yield None, Content(whole, is_text=True), 1, CLEAN


def _has_documents(whole: str) -> bool:
    """Whether a text is JSON with several documents, or with one document in an envelope or with an id."""
    if not whole.startswith(("{", "[")):
        return False
    try:
        value, end = model_text.strict(whole)
    except ValueError:
        first = beginning(whole)
        return isinstance(first, dict) and "\n{" in whole and first.keys() & {ENTITIES} != first.keys()
    if end < len(whole):
        return whole[end:].lstrip().startswith(("{", "["))
    if isinstance(value, list):
        if value and all(isinstance(one, list) and not is_pair(one) for one in value):
            return True
        documents = [one for one in value if isinstance(one, dict) and (is_record(one) or ENTITIES in one)]
        return bool(documents) and len(documents) == len(value)
    return isinstance(value, dict) and (is_record(value) or any(key in value for key in records.IDS))


def is_record(value: Mapping[str, Any]) -> bool:
    """Whether an object is an envelope around an answer, such as a line of a batch."""
    return any(key in value for key in ANSWERS) and ("custom_id" in value or value.keys() <= records.KNOWN)


def recognise(sample: Sample) -> bool:
    """True for records with answers that list entities, for a list of calls, and for JSON inside a text."""
    if isinstance(sample.told, dict) and is_record(sample.told):
        envelopes = [one for one in sample.seen if isinstance(one, dict)]
        answers = [one[key] for one in envelopes for key in ANSWERS if isinstance(one.get(key), str)]
        return not answers or any(_names_entities(one) or says_nothing(one) for one in answers)
    if OF_PAIRS.match(sample.text) or says_nothing(sample.text):
        return True
    cut_off = is_broken(sample.text) and len(sample.text) < SHORT and "\n{" not in sample.text
    return (cut_off or not is_json(sample.text)) and _names_entities(sample.text)


def _names_entities(text: str) -> bool:
    """Whether a text seems to contain a list of calls or a list of entities in JSON."""
    of_json = '"entities"' in text or ('"text"' in text and ('"label"' in text or '"type"' in text))
    return of_json or RESULT.search(text) is not None


ANSWERS = (*records.OF_SYSTEM, *records.OF_GOLD, *records.OF_BOTH, "custom_id", "messages")  # keys of records
OF_JSON = AnswerShape(lambda _: parse, lines=False)
read = OF_JSON.read
READER = OF_JSON.reader(
    guess=lambda head, _: isinstance(first := beginning(head), dict) and is_record(first),
    cut="json lines",
)
