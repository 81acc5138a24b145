"""Mark formats: coreference marks in running text, one document per line.

    Los|[e1 jugadores de el Espanyol|[e2],e1] dijeron que ##|[e1] ganan

A mark `word|[e1` begins a mention of the entity e1 at this word. A mark `word|e1]` ends the mention of e1
that began last. A mark `word|[e1]` is a mention of one word. Commas separate the marks of a word. An empty
node, `##`, counts as a word. Entity names are local to a line. The table of such a format has no further
keys. The format gives mentions, to a preset of the task coref.
"""

import re
from collections.abc import Iterable, Iterator

import numpy as np

from nerkit.corpora.mentions import Mentions
from nerkit.io import Source
from nerkit.readers.columns.text import ColumnLine, lines
from nerkit.readers.coref.mention_table import MentionTable
from nerkit.readers.custom_formats import TableFormat
from nerkit.readers.format import Reader

KEYS: dict[str, str] = {}
ONE = r"(?:\[[^][,|\s]+\]?|[^][,|\s]+\])"
MARKED = re.compile(rf"(?P<word>.*)\|(?P<marks>{ONE}(?:,{ONE})*)")
FORM = "begin a mention with [NAME after its first word, and end it with NAME] after its last"
WORD = re.compile(r"\S+")


def described(form: TableFormat) -> TableFormat:
    """Always raise InputError: a preset with a mark format cannot have other formats."""
    form.fail('kind = "marks" can be only the format of a preset with task = "coref"', "kind")


def read(sources: Iterable[Source]) -> Mentions:
    """The mentions of all lines. Raises InputError (line, column) for marks that do not match."""
    table = MentionTable()
    table.has_sentences = False
    return table.read(sources, _add)


def _add(source: Source, table: MentionTable) -> None:
    for line in lines(source):
        if line.text.strip():
            _read_line(table, line)


READER = Reader(read, Mentions)


def _read_line(table: MentionTable, line: ColumnLine) -> None:
    table.document(None)
    words = list(WORD.finditer(line.text))
    marked = [MARKED.fullmatch(word[0]) for word in words]
    forms = [word[0] if marks is None else marks["word"] for word, marks in zip(words, marked, strict=True)]
    table.words(forms, np.full(len(words), line.number))
    open_: dict[str, list[tuple[int, int]]] = {}  # entity -> first words, and columns
    for place, (word, marks) in enumerate(zip(words, marked, strict=True)):
        for mark, column in _marks(word.start(), marks):
            entity = mark.strip("[]")
            begun = open_.setdefault(entity, [])
            if mark.startswith("["):
                begun.append((place, column))
            if mark.endswith("]"):
                if not begun:
                    line.fail_at(column, f"a mention of {entity} ends here, but has not begun", FORM)
                first, _ = begun.pop()
                table.mention(table.entity(entity), line.number, ((first, place + 1),))
    for entity, begun in open_.items():
        if begun:
            line.fail_at(begun[-1][1], f"a mention of {entity} is never closed", FORM)


def _marks(start: int, marks: re.Match[str] | None) -> Iterator[tuple[str, int]]:
    """The marks of a word, each with its 0-based place in the line."""
    at = start + marks.start("marks") if marks is not None else 0
    for mark in marks["marks"].split(",") if marks is not None else ():
        yield mark, at
        at += len(mark) + 1
