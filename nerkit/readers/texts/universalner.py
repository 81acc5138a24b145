"""UniversalNER's conversations: a question for each label, whose answer is a list of strings.

    [{"id": "u_0", "conversations": [
        {"from": "human", "value": "Text: Tolkien wrote in Oxford."},
        {"from": "gpt", "value": "I've read this text."},
        {"from": "human", "value": "What describes LOC in the text?"},
        {"from": "gpt", "value": "[\\"Oxford\\"]"}]}]

Records of one text are one document, in the order in which texts appear; a record may ask several questions.
A document of whose answers none can be read is unreadable.
"""

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from nerkit.corpora.corpus import CLEAN, REPAIRED, UNREADABLE
from nerkit.corpora.spans import Answers
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Value, beginning, documents
from nerkit.readers.texts.answer_entities import AnswerEntity
from nerkit.readers.texts.answers import AnswerTable, ReadAnswer
from nerkit.readers.values import model_text

TEXT = re.compile(r"\s*Text:\s?(.*)", re.DOTALL)
QUESTION = ("What describes ", " in the text?")  # what stands before a label and after it
FORM = 'a record is {"conversations": [{"from": "human", "value": "Text: …"}, …]}'


def recognise(head: str) -> bool:
    """True when the first record has turns of human and gpt."""
    record = beginning(head)
    return isinstance(record, dict) and "conversations" in record


def read(sources: Iterable[Source], **_: Any) -> Answers:
    """A document for each text of the files. Raises InputError for what is no record of turns."""
    sources, answers = list(sources), AnswerTable()
    for source in sources:
        answers.table.source(source)
        asked: dict[str, list[ReadAnswer]] = {}
        lines: dict[str, int] = {}
        for record in documents(source, FORM):
            text, read_ones = _record(record)
            asked.setdefault(text, []).extend(read_ones)
            lines.setdefault(text, record.line)
        for text, read_ones in asked.items():
            answers.add(None, _together(read_ones), lines[text], text)
    return answers.spans(sources)


def _record(record: Value) -> tuple[str, list[ReadAnswer]]:
    """The text of a record, and the answer to each question about it."""
    turns = record.value.get("conversations") if isinstance(record.value, dict) else None
    if not isinstance(turns, list) or not all(isinstance(turn, Mapping) for turn in turns):
        record.fail("no list of turns", "conversations", remedy=FORM)
    said = list(_said(turns))
    texts = [match[1] for human, value in said if human and (match := TEXT.match(value))]
    if not texts:
        record.fail("no turn that gives the text", "conversations", remedy=FORM)
    answers = []
    for (human, question), (_, answer) in itertools.pairwise(said):
        label = _label(question)
        if human and label and not TEXT.match(question):
            answers.append(_answer(answer, label))
    return texts[0], answers


def _label(question: str) -> str:
    """The label that a question is about; empty for what is no such question."""
    _, _, after = question.partition(QUESTION[0])
    return after.rpartition(QUESTION[1])[0].strip()


def _said(turns: list[Mapping[str, Any]]) -> Iterator[tuple[bool, str]]:
    """Whether a human speaks, and what is said."""
    for turn in turns:
        yield turn.get("from") == "human", str(turn.get("value", ""))


def _answer(text: str, label: str) -> ReadAnswer:
    """The strings of a list, as entities of a label."""
    read = model_text.read(text)
    if not isinstance(read.value, list):
        return ReadAnswer([], UNREADABLE)
    strings = [one for one in read.value if isinstance(one, str)]
    entities = [AnswerEntity(string, label) for string in strings]
    return ReadAnswer(entities, read.status, len(read.value) - len(strings))


def _together(answers: list[ReadAnswer]) -> ReadAnswer:
    """The answers about one text as one: unreadable if all are, repaired if any is not clean."""
    statuses = [answer.status for answer in answers]
    if statuses and min(statuses) == UNREADABLE:
        return ReadAnswer([], UNREADABLE)
    status = CLEAN if all(one == CLEAN for one in statuses) else REPAIRED
    entities = [entity for answer in answers for entity in answer.entities]
    return ReadAnswer(entities, status, sum(answer.skipped for answer in answers))


READER = Reader(recognise, read, Answers, parallel=False, together=True)
