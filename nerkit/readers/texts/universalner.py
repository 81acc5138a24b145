"""UniversalNER's conversations: one question per label, and a list of strings as its answer.

    [{"id": "u_0", "conversations": [
        {"from": "human", "value": "Text: Tolkien wrote in Oxford."},
        {"from": "gpt", "value": "I've read this text."},
        {"from": "human", "value": "What describes LOC in the text?"},
        {"from": "gpt", "value": "[\\"Oxford\\"]"}]}]

Records with equal texts are one document, in the order of the texts. A record can have several questions. A
document is unreadable if all its answers are unreadable.
"""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from nerkit.corpora.corpus import CLEAN, REPAIRED, UNREADABLE
from nerkit.corpora.spans import Answers
from nerkit.io import Source
from nerkit.readers.conditions import condition
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Value, documents
from nerkit.readers.texts.answer_entities import AnswerEntity
from nerkit.readers.texts.answers import UNREAD, AnswerTable, ReadAnswer
from nerkit.readers.values import model_text

TEXT = re.compile(r"\s*Text:\s?(.*)", re.DOTALL)
QUESTION = ("What describes ", " in the text?")  # the text before a label and the text after it
FORM = 'a record is {"conversations": [{"from": "human", "value": "Text: …"}, …]}'


def read(sources: Iterable[Source], **_: Any) -> Answers:
    """Read one document per distinct text. Raises InputError for a value that is not a record of turns."""
    sources, answers = list(sources), AnswerTable()
    for source in sources:
        answers.table.source(source)
        by_text: dict[str, tuple[int, list[ReadAnswer]]] = {}
        for record in documents(source, FORM):
            text, read_ones = _record(record)
            by_text.setdefault(text, (record.line, []))[1].extend(read_ones)
        for text, (line, read_ones) in by_text.items():
            answers.add(None, _together(read_ones), line, text)
    return answers.spans(sources)


def _record(record: Value) -> tuple[str, list[ReadAnswer]]:
    """The text of a record, and its parsed answers."""
    if not condition("{conversations:[* {}]}")(record.value):
        record.fail("the record has no list of turns", "conversations", remedy=FORM)
    turns = record.value["conversations"]
    spoken = [(turn.get("from") == "human", str(turn.get("value", ""))) for turn in turns]
    texts = [match[1] for human, value in spoken if human and (match := TEXT.match(value))]
    if not texts:
        record.fail("no turn gives the text", "conversations", remedy=FORM)
    return texts[0], [
        _answer(answer, label)
        for (human, question), (_, answer) in pairwise(spoken)
        if human and (label := _label(question)) and not TEXT.match(question)
    ]


def _label(question: str) -> str:
    """The label in a question; empty for other texts."""
    return question.partition(QUESTION[0])[2].rpartition(QUESTION[1])[0].strip()


def _answer(text: str, label: str) -> ReadAnswer:
    """Parse a list of strings as entities with this label."""
    read = model_text.read(text)
    if not isinstance(read.value, list):
        return UNREAD
    entities = [AnswerEntity(string, label) for string in read.value if isinstance(string, str)]
    return ReadAnswer(entities, read.status, len(read.value) - len(entities))


def _together(answers: list[ReadAnswer]) -> ReadAnswer:
    """Join the answers about one text: unreadable if all are unreadable, repaired if any is not clean."""
    statuses = [answer.status for answer in answers]
    if statuses and min(statuses) == UNREADABLE:
        return UNREAD
    status = REPAIRED if any(statuses) else CLEAN
    entities = [entity for answer in answers for entity in answer.entities]
    return ReadAnswer(entities, status, sum(answer.skipped for answer in answers))


READER = Reader(read, Answers, together=True)
