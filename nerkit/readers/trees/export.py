"""NEGRA export, the format of NEGRA and TIGER: one word or node per line, with the number of its parent.

    #FORMAT 3
    #BOS 1 0 0 0
    Das     PDS     --      SB      500
    stimmt  VVFIN   --      HD      500
    .       $.      --      --      0
    #500    S       --      --      0
    #EOS 1

- Tabs or blanks separate the columns: word (in format 4 its lemma), tag, morphology, edge, parent. Then
  follow secondary edges and comments behind %%, which nerkit does not read. Lines outside of sentences (#BOT
  … #EOT tables, %% comments) are skipped.
- The names of nodes are #500, #501 …; the parent 0 is the root, a constituent with the label VROOT. The edge
  label follows the label of a constituent: NP-SB.
- The id of a sentence is its number, or FILE#N with several inputs. Sides pair by these ids if all numbers
  are different.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NoReturn

import numpy as np

from nerkit.algorithms.columns import IntArray, Vocabulary
from nerkit.corpora.brackets import Constituents
from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.trees.bracketing import TreeNodes
from nerkit.readers.trees.constituent_table import ConstituentTable

NODE = re.compile(r"#\d{3,}\Z")
ROOT, VROOT, NO_EDGE = "0", "VROOT", "--"
FORMAT = re.compile(r"#FORMAT ([34])\b")
BEGIN = re.compile(r"#BOS\s+(\S+)")
COLUMNS = {"3": 5, "4": 6}  # format -> the columns that every line has
LINES = "write lines of word, tag, morphology, edge, parent (in format 4 with a lemma after the word)"
ENDS = "put a sentence between #BOS N and #EOS N"
BETWEEN = 1, ""  # the line of text before the first sentence, once there was a sentence
PARENTS = "the parent is the number of a node of the sentence, #500 … without #, or 0 for the root"


def read(sources: Iterable[Source]) -> Constituents:
    """All trees of the inputs. Raises InputError (file, line, remedy) for lines that do not belong to a
    tree.
    """
    table = ConstituentTable()

    def nodes(source: Source) -> Iterator[tuple[str, TreeNodes]]:
        for sentence in _sentences(source):
            yield sentence.number, _nodes(sentence, table.vocabulary)

    return table.read(sources, nodes)


@dataclass
class Sentence:
    """The lines of a sentence: their numbers, texts and columns; *line* is the number of the #BOS line."""

    source: str
    number: str
    line: int
    columns: int
    rows: list[tuple[int, str, list[str]]] = field(default_factory=list)

    def fail(self, row: int, problem: str, remedy: str) -> NoReturn:
        """Raise the InputError for a line of the sentence."""
        line, text, _ = self.rows[row]
        raise InputError(problem, source=self.source, line=line, text=text, remedy=remedy)


def _sentences(source: Source) -> Iterator[Sentence]:
    """Yield the sentences of an input. Raises InputError for a sentence without an end, and for an input
    without sentences.
    """
    columns, sentence, outside = 0, None, (0, "")
    for line in (source.beginning or "").split("\n"):
        columns = COLUMNS[match[1]] if (match := FORMAT.match(line)) else columns
    for number, text in source.lines():
        if match := FORMAT.match(text):
            columns = COLUMNS[match[1]]
        elif (match := BEGIN.match(text)) and sentence is None:
            sentence = Sentence(source.name, match[1], number, columns)
        elif text.startswith("#EOS ") and sentence is not None:
            yield sentence
            sentence, outside = None, BETWEEN
        elif sentence is not None and text.strip():
            sentence.rows.append((number, text, _cells(text)))
        elif outside == (0, "") and not text.startswith(("#", "%")) and text.strip():
            outside = number, text
    if sentence is not None:
        problem = f"sentence {sentence.number} has no end"
        raise InputError(problem, source=source.name, line=sentence.line, remedy=ENDS)
    if all(outside):
        raise InputError("no sentence", source=source.name, line=outside[0], text=outside[1], remedy=ENDS)


def _nodes(sentence: Sentence, vocabulary: Vocabulary) -> TreeNodes:
    """The terminals and constituents of a sentence, the root first."""
    rows = _columns(sentence)
    count = len(rows)
    terminals = [i for i, row in enumerate(rows) if not NODE.match(row[0])]
    rank = dict(zip(terminals, range(count), strict=False))
    place = {ROOT: count} | {row[0][1:]: i for i, row in enumerate(rows) if i not in rank}
    for i, row in enumerate(rows):
        if row[-1] not in place:
            sentence.fail(i, f"the sentence has no node {row[-1]}", PARENTS)
    above = [place[row[-1]] for row in rows]
    level = _levels(above)
    if len(level) <= count:
        lost = next(i for i in range(count) if i not in level)
        sentence.fail(lost, "a cycle: the parent of this node is also below it", PARENTS)
    first, last = dict.fromkeys(level, count), dict.fromkeys(level, 0)  # terminals of each node
    for i in [*level][:0:-1]:  # children before parents, without the root
        if i in rank:
            first[i], last[i] = rank[i], rank[i] + 1
        first[above[i]], last[above[i]] = min(first[above[i]], first[i]), max(last[above[i]], last[i])
    inner = [i for i in level if i not in rank]
    number = {i: k for k, i in enumerate(inner)}

    def codes(texts: list[str]) -> IntArray:
        return vocabulary.codes([text.encode() for text in texts])

    return TreeNodes(
        line=np.array([sentence.line]),
        terminals=np.array([len(terminals)]),
        sentence=np.zeros(len(inner), np.int64),
        label=codes([VROOT, *(_label(rows[i]) for i in inner[1:])]),
        first=np.array([first[i] if last[i] else 0 for i in inner], np.int64),
        last=np.array([last[i] for i in inner], np.int64),
        level=np.array([level[i] for i in inner], np.int64),
        at=np.array([sentence.line, *(sentence.rows[i][0] for i in inner[1:])], np.int64),
        word=codes([rows[i][0] for i in terminals]),
        tag=codes([rows[i][-4] for i in terminals]),
        above=np.array([number[above[i]] for i in terminals], np.int64),
        offset=np.zeros(len(terminals), np.int64),
    )


def _cells(text: str) -> list[str]:
    """The cells of a line before its comment."""
    cells = text.split()
    comment = next((i for i, cell in enumerate(cells) if i and cell.startswith("%%")), len(cells))
    return cells[:comment]


def _columns(sentence: Sentence) -> list[list[str]]:
    """The columns of each line up to the parent. Raises InputError for a line with too few columns."""
    rows = []
    for i, (_, _, cells) in enumerate(sentence.rows):
        least = sentence.columns or (5 if len(cells) % 2 else 6)  # secondary edges are pairs
        if len(cells) < least:
            sentence.fail(i, f"{len(cells)} columns, but the format needs at least {least}", LINES)
        rows.append(cells[:least])
    return rows


def _levels(above: list[int]) -> dict[int, int]:
    """The level of each node below the root (level 0). A node comes directly before its descendants."""
    below: dict[int, list[int]] = {}
    for i, parent in enumerate(above):
        below.setdefault(parent, []).append(i)
    root = len(above)
    level, todo = {root: 0}, below.get(root, [])[::-1]
    while todo:
        node = todo.pop()
        level[node] = level[above[node]] + 1
        todo += below.get(node, [])[::-1]
    return level


def _label(row: list[str]) -> str:
    """The label of a node with the label of its edge."""
    return row[-4] if row[-2] == NO_EDGE else f"{row[-4]}-{row[-2]}"


READER = Reader(read, Constituents, cut=r"documents: #BOS\s+(\S+); header: #FORMAT [34]")
