"""UIE's structured extraction language: records in brackets of special tokens, one line per text.

    <extra_id_0> <extra_id_0> PER <extra_id_5> Tolkien <extra_id_1> <extra_id_1>

    <extra_id_0>   opens a bracket: the line, a record in it, or a role in a record
    <extra_id_5>   is between a label and its string
    <extra_id_6>   marks a record without a string
    <extra_id_1>   closes a bracket

Roles inside records are relations and arguments, not entities. If the brackets of a line do not close, nerkit
keeps the complete records.
"""

import re

from nerkit.corpora.corpus import CLEAN, REPAIRED
from nerkit.readers.texts.answer_entities import AnswerEntity
from nerkit.readers.texts.answers import UNREAD, AnswerShape, ReadAnswer

PIECE = re.compile(r"<extra_id_(\d+)>|([^<]+|<)")
PADDING = re.compile(r"</?s>|<pad>")
OPEN, CLOSE, BETWEEN, NULL = "0", "1", "5", "6"
RECORD = 2  # nested brackets around the content of a record


def parse(text: str) -> ReadAnswer:
    """Parse a line.

    >>> parse("<extra_id_0> <extra_id_0> PER <extra_id_5> Ann <extra_id_1> <extra_id_1>").entities
    [AnswerEntity(string='Ann', label='PER')]
    """
    depth, whole = 0, True
    parts: list[list[str]] = []
    entities: list[AnswerEntity] = []
    null = False
    for token, written in PIECE.findall(PADDING.sub("", text)):
        if token == OPEN:
            depth += 1
            if depth == RECORD:
                parts, null = [[]], False
        elif token == CLOSE:
            if depth == RECORD and len(parts) == RECORD and not null:
                label, string = (" ".join("".join(part).split()) for part in parts)
                entities.append(AnswerEntity(string, label))
            whole &= depth > 0
            depth = max(depth - 1, 0)
        elif depth == RECORD:
            null |= token == NULL
            if token == BETWEEN:
                parts.append([])
            elif written:
                parts[-1].append(written)
    if f"<extra_id_{OPEN}>" not in text:
        return UNREAD
    return ReadAnswer(entities, CLEAN if whole and depth == 0 else REPAIRED)


SHAPE = AnswerShape(lambda _: parse)
READER = SHAPE.reader()
