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
from collections.abc import Iterator
from typing import Any

import numpy as np

from nerkit.algorithms.columns import IntArray, Vocabulary
from nerkit.corpora.brackets import Constituents
from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.columns.line_shape import LineShape
from nerkit.readers.columns.text import TextRow
from nerkit.readers.format import Reader
from nerkit.readers.trees.bracketing import TreeNodes
from nerkit.readers.trees.constituent_table import ConstituentTable

NODE = re.compile(r"#\d{3,}\Z")
ROOT, VROOT, NO_EDGE = "0", "VROOT", "--"
FORMAT = re.compile(r"(?m)^#FORMAT ([34])\b")
BEGIN, END = re.compile(r"#BOS\s+(\S+)"), re.compile("#EOS ")
COLUMNS = {"3": 5, "4": 6}  # format -> the columns that every line has
LINES = "write lines of word, tag, morphology, edge, parent (in format 4 with a lemma after the word)"
ENDS = "put a sentence between #BOS N and #EOS N"
PARENTS = "the parent is the number of a node of the sentence, #500 … without #, or 0 for the root"


class ExportShape(LineShape):
    """A format of numbered nodes, in sentences with a first and a last line."""

    def table(self, **_: Any) -> ConstituentTable:
        """An empty table of trees."""
        return ConstituentTable()

    def add_file(self, source: Source, table: ConstituentTable) -> Iterator[tuple[str, TreeNodes]]:
        """The number and the nodes of each sentence of an input.

        Raises InputError (file, line, remedy) for lines that do not belong to a tree, a sentence without an
        end, and an input without sentences.
        """
        least = [0, *(COLUMNS[number] for number in FORMAT.findall(source.beginning or ""))]
        any_sentence, stray = False, list[TextRow]()  # lines of text before the first sentence
        for unit in self.units(self.rows(source)):
            lines = [row for row in unit.rows if row.cells and not FORMAT.match(row.text)]
            if unit.mark is None:
                stray += [row for row in lines if not row.text.startswith(("#", "%"))]
            elif not unit.closed:
                problem = f"sentence {unit.mark[1]} has no end"
                raise InputError(problem, source=source.name, line=unit.line, remedy=ENDS)
            else:
                any_sentence = True
                yield unit.mark[1], _nodes(lines, unit.line, least[-1], table.vocabulary)
            formats = (FORMAT.match(row.text) for row in unit.rows)
            least += [COLUMNS[found[1]] for found in formats if found]
        if stray and not any_sentence:
            stray[0].fail_whole("no sentence", ENDS)


def _nodes(rows: list[TextRow], line: int, least: int, vocabulary: Vocabulary) -> TreeNodes:
    """The terminals and constituents of a sentence, the root first.

    rows   the lines of the sentence
    line   the number of its first line
    least  the least number of columns, 0 if it is not known
    """
    cells = [_columns(row, least) for row in rows]
    count = len(cells)
    place = {ROOT: count} | {row[0][1:]: i for i, row in enumerate(cells) if NODE.match(row[0])}
    terminals = [i for i, row in enumerate(cells) if not NODE.match(row[0])]
    for row, (*_, parent) in zip(rows, cells, strict=True):
        if parent not in place:
            row.fail_whole(f"the sentence has no node {parent}", PARENTS)
    above = [place[row[-1]] for row in cells]
    below: list[list[int]] = [[] for _ in range(count + 1)]
    for i in reversed(range(count)):
        below[above[i]].append(i)
    level, todo = {count: 0}, below[count]  # a node comes directly before its descendants
    while todo:
        node = todo.pop()
        level[node] = level[above[node]] + 1
        todo += below[node]
    if len(level) <= count:
        lost = next(i for i in range(count) if i not in level)
        rows[lost].fail_whole("a cycle: the parent of this node is also below it", PARENTS)
    covered = {i: (k, k + 1) for k, i in enumerate(terminals)}  # the terminals of each node
    constituents = [i for i in level if i not in covered]
    covered |= dict.fromkeys(constituents, (count, 0))
    for i in [*level][:0:-1]:  # children before parents, without the root
        (first, last), (start, end) = covered[i], covered[above[i]]
        covered[above[i]] = min(first, start), max(last, end)
    number = {i: k for k, i in enumerate(constituents)}
    lines = [*(row.line for row in rows), line]
    columns = [(*covered[i], level[i], lines[i]) for i in constituents]
    first, last, levels, at = np.array(columns, np.int64).T

    def codes(texts: list[str]) -> IntArray:
        return vocabulary.codes([text.encode() for text in texts])

    return TreeNodes(
        line=np.array([line]),
        terminals=np.array([len(terminals)]),
        sentence=np.zeros_like(first),
        label=codes([VROOT, *(_label(cells[i]) for i in constituents[1:])]),
        first=np.where(last > 0, first, 0),
        last=last,
        level=levels,
        at=at,
        word=codes([cells[i][0] for i in terminals]),
        tag=codes([cells[i][-4] for i in terminals]),
        above=np.array([number[above[i]] for i in terminals], np.int64),
        offset=np.zeros(len(terminals), np.int64),
    )


def _columns(row: TextRow, least: int) -> list[str]:
    """The columns of a line up to the parent, without its comment; *least* is 0 if the format is unknown.

    Raises InputError for too few columns.
    """
    cells = row.cells
    cells = cells[: next((i for i, cell in enumerate(cells) if i and cell.startswith("%%")), None)]
    least = least or (5 if len(cells) % 2 else 6)  # secondary edges are pairs
    if len(cells) < least:
        row.fail_whole(f"{len(cells)} columns, but the format needs at least {least}", LINES)
    return cells[:least]


def _label(row: list[str]) -> str:
    """The label of a node with the label of its edge."""
    return row[-4] if row[-2] == NO_EDGE else f"{row[-4]}-{row[-2]}"


SHAPE = ExportShape(separator=None, begins=BEGIN, ends=END)
READER = Reader(SHAPE.read, Constituents, cut=r"documents: #BOS\s+(\S+); header: #FORMAT [34]")
