"""CoNLL-U: trees of Universal Dependencies, with multiword tokens and enhanced dependencies.

    # newdoc id = d1
    # sent_id = d1-s1
    1-2  du       _   _    …  _  _     _       _
    1    de       de  ADP  …  3  case  3:case  _
    2    le       le  DET  …  3  det   3:det   _
    3    marché   …   NOUN …  0  root  0:root  _

- Ten columns, separated by tabs: ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC. A blank line ends a
  sentence, also the last sentence.
- Comments (`#`) precede a sentence. `# newdoc` begins a document.
- Words are numbered 1, 2, 3 … A multiword token `a-b` precedes its words. nerkit skips empty nodes
  (`1.1`).
- Blanks (category Zs) in the text of a token do not count as characters.
- Every sentence is a tree with one root: heads in the sentence, no cycle. `--multiple-roots-okay` allows
  several; `--skip-invalid` drops other sentences on both sides, and counts them. All other defects are
  errors.

Differences from conll18_ud_eval 1.2 and udtools 0.2: nerkit checks the ids of words in multiword tokens, and
the first word of a multiword token. A head that is not a number gives a message. Chains of heads may have any
length (other scorers: RecursionError beyond a thousand words). Empty nodes in multiword tokens are skipped
(1.2: an error).
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NoReturn

import numpy as np

from nerkit.algorithms.byte_columns import ByteColumn, column_of, some_rows, words_of
from nerkit.algorithms.byte_spans import Bytes
from nerkit.algorithms.columns import NONE, BoolArray, Column, IntArray
from nerkit.algorithms.digits import whole_numbers
from nerkit.corpora.trees import FIELDS, Dependencies
from nerkit.exceptions import plural
from nerkit.ground.records import record
from nerkit.io import Source
from nerkit.readers.columns.documents import Files
from nerkit.readers.columns.lines import TAB, Lines
from nerkit.readers.columns.text import ColumnText
from nerkit.readers.columns.words import beginning, due
from nerkit.readers.format import Reader
from nerkit.readers.trees.dependency_table import (
    BAD,
    BLANK,
    COMMENT,
    HEAD,
    KINDS,
    TOKEN,
    TREES,
    DependencyTable,
    Texts,
    TreeReading,
    WordRows,
)

COLUMNS = 10
ID, FORM, DEPS = 0, 1, 8
PLACES = dict(zip(FIELDS, (1, 2, 3, 4, 5, 7, 8), strict=True))
ZERO = ord("0")
BLANKS = b" \xc2\xe1\xe2\xe3"  # the first bytes of all characters of category Zs
WORD, SPAN, EMPTY = range(3)  # kinds of ids
FORMAT = "separate columns by tabs: ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC"
SENTENCES = "put comments before a sentence, and one blank line after it"
IDS = (
    "number the words of a sentence 1, 2, 3 …; put a multiword token a-b before word a, and "
    "number an empty node a.1"
)
FORMS = "give every word a FORM that is not blank"
ENDS = 'if the file is complete, end it with a blank line; read CoNLL-X with form="conllx"'
HEADS = (
    f"a head is the number of a word of the sentence, or 0 for the root. {TREES}; read CoNLL-X "
    'with form="conllx"'
)


def read(
    sources: Iterable[Source], *, skip_invalid: bool = False, multiple_roots_okay: bool = False
) -> Dependencies:
    """All trees of CoNLL-U inputs as one corpus.

    Raises InputError (file, line, column, remedy) for text that is not CoNLL-U and, unless they are skipped,
    for sentences that are not trees.
    """
    return ConlluReading(skip_invalid=skip_invalid, multiple_roots_okay=multiple_roots_okay).read(sources)


@record(frozen=True)
class _Rows:
    """The lines of a piece with columns: words, multiword tokens and empty nodes.

    row          the number of each such line among all *lines*
    tabs         the tabs of each line, shape (COLUMNS - 1, lines)
    ids          kind (WORD, SPAN, EMPTY), first word and last word of each id, shape (3, lines)
    sentence     the sentence number of each line
    words        the numbers of the lines that are words
    """

    piece: ColumnText
    lines: Lines
    row: IntArray
    tabs: IntArray
    ids: IntArray
    sentence: IntArray
    words: IntArray

    def fail(self, line: int, problem: str, remedy: str, column: int = 0) -> NoReturn:
        """Raise the InputError for a line."""
        self.piece.fail(int(self.row[line]), problem, remedy, column)

    def id(self, line: int) -> str:
        """The id of a line as text."""
        text: str = self.piece.lines[self.row[line]]
        return text.split("\t")[ID]

    def column(self, chosen: IntArray, column: int) -> ByteColumn:
        """A column of some lines. The column must not be the first or the last."""
        return ByteColumn([(self.lines.data, self.tabs[column - 1][chosen] + 1, self.tabs[column][chosen])])


@cache
def _parsed(text: str) -> tuple[int, int, int]:
    """The kind, first word and last word of an id as text; the kind is BAD for an invalid id."""
    match = re.fullmatch(r"([0-9]{1,9})(?:([-.])([0-9]{1,9}))?", text)
    if not match:
        return BAD, BAD, BAD
    return {None: WORD, "-": SPAN, ".": EMPTY}[match[2]], int(match[1]), int(match[3] or match[1])


class ConlluReading(TreeReading):
    """Reads pieces of CoNLL-U into a DependencyTable."""

    def __init__(self, *, skip_invalid: bool = False, multiple_roots_okay: bool = False) -> None:
        super().__init__(DependencyTable(HEADS, skip_invalid=skip_invalid, several=multiple_roots_okay))

    def piece(self, piece: ColumnText, files: Files = ()) -> None:
        """Read the sentences of a piece; *files* has the files of a piece that joins several files."""
        lines = Lines.of(piece.raw, TAB, whole=True)
        kinds = KINDS[lines.data[lines.start]]
        _check_lines(piece, kinds)
        comments = np.flatnonzero(kinds == COMMENT).tolist()
        self.table.add(piece, comments, self._words(_rows(piece, lines, kinds)), files)

    def _words(self, rows: _Rows) -> WordRows:
        """The words and tokens of the lines. Raises InputError for a token without text."""
        spans, begin, end = _spans(rows)
        inside = np.zeros(len(rows.words) + 1, np.int64)
        inside[begin] += 1
        inside[end] -= 1
        inside = np.cumsum(inside[:-1])  # 1 for the words of multiword tokens
        fresh = inside == 0
        fresh[begin] = True
        written = np.array(rows.words[fresh])  # the line that has the text of each token
        multiword = inside[fresh] > 0
        written[multiword] = spans
        surface = self._surface(rows, written)
        cells: dict[str, Texts] = {name: rows.column(rows.words, place) for name, place in PLACES.items()}
        if words_of(surface) is None:
            cells["form"] = _spoken(rows.column(rows.words, FORM), surface, fresh, multiword)
        begins = beginning(rows.sentence[rows.words])
        return WordRows(rows.row[rows.words], begins, self._heads(rows), cells, fresh, surface, multiword)

    def _surface(self, rows: _Rows, written: IntArray) -> Column:
        """The texts of tokens without blanks. They stay bytes if no token has a blank, is empty or is long.

        Raises InputError for a token without characters.
        """
        column = rows.column(written, FORM)
        words = column.words
        if words.lengths.min(initial=1) > 0 and words.are_short:
            doubtful = some_rows(column, np.flatnonzero(words.holding(BLANKS)))
            if all(self.forms[form] == form for form in doubtful.values):
                return column
        surface = column.map(self.forms.__getitem__)
        if "" in surface.values:
            line = int(written[np.argmax(surface.codes == surface.values.index(""))])
            rows.fail(line, "the word has no form", FORMS, FORM)
        return surface

    def _heads(self, rows: _Rows) -> IntArray:
        """The head of each word; BAD for a value that is not a number."""
        data, start, end = rows.lines.data, rows.tabs[HEAD - 1][rows.words] + 1, rows.tabs[HEAD][rows.words]
        head = whole_numbers(data, start, end)
        odd = np.flatnonzero((head == NONE) | ((data[start] == ZERO) & (end - start > 1)))
        texts = column_of(data, start[odd], end[odd])
        head[odd] = np.array([self.numbers[text] for text in texts.values], np.int64)[texts.codes]
        return head


def _rows(piece: ColumnText, lines: Lines, kinds: IntArray) -> _Rows:
    """The lines with columns. Raises InputError for a wrong number of columns, and for ids out of order."""
    row = np.flatnonzero(kinds == TOKEN)
    for strange in row[lines.width[row] != COLUMNS][:1].tolist():
        problem = f"{plural(int(lines.width[strange]), 'column')} where CoNLL-U has {COLUMNS}"
        piece.fail(strange, problem, FORMAT, COLUMNS)
    tabs = lines.separators[lines.before[row] + np.arange(COLUMNS - 1)[:, None]]
    ids = _ids(lines.data, lines.start[row], tabs[ID])
    sentence, words = np.cumsum(kinds == BLANK)[row], np.flatnonzero(ids[0] == WORD)
    rows = _Rows(piece, lines, row, tabs, ids, sentence, words)
    _check_ids(rows)
    return rows


def _ids(data: Bytes, start: IntArray, end: IntArray) -> IntArray:
    """The kind, first word and last word of each id, shape (3, lines)."""
    number = whole_numbers(data, start, end)
    ids = np.stack([np.full(len(number), WORD), number, number])
    odd = np.flatnonzero(number == NONE)
    texts = column_of(data, start[odd], end[odd])
    ids[:, odd] = np.array([_parsed(text) for text in texts.values], np.int64).reshape(-1, 3)[texts.codes].T
    return ids


def _check_ids(rows: _Rows) -> None:
    """Raise the InputError for an invalid id, for words not numbered from 1, and for a sentence without
    words.
    """
    for line in np.flatnonzero(rows.ids[0] == BAD)[:1].tolist():
        rows.fail(line, f"{rows.id(line)!r} is not an id", IDS)
    sentence = rows.sentence[rows.words]
    begins = beginning(sentence)
    if begins.sum() < beginning(rows.sentence).sum():
        wordless = np.flatnonzero(~np.isin(rows.sentence, sentence))
        rows.fail(int(wordless[0]), "the sentence has no words", IDS)
    numbers = due(begins)
    for word in np.flatnonzero(rows.ids[1][rows.words] != numbers)[:1].tolist():
        line = int(rows.words[word])
        rows.fail(line, f"id {rows.id(line)!r}, but word {numbers[word]} comes next", IDS)


def _spans(rows: _Rows) -> tuple[IntArray, IntArray, IntArray]:
    """The lines of the multiword tokens, the first word of each token, and the word after its last."""
    words, ids = rows.words, rows.ids
    spans = np.flatnonzero(ids[0] == SPAN)
    begin = np.searchsorted(words, spans)  # the word that follows
    end = begin + ids[2, spans] - ids[1, spans] + 1
    first, last = (words[np.minimum(place, max(len(words) - 1, 0))] for place in (begin, end - 1))
    wrong = (end <= begin) | (end > len(words)) | (ids[1, first] != ids[1, spans])
    wrong |= (rows.sentence[first] != rows.sentence[spans]) | (rows.sentence[last] != rows.sentence[spans])
    wrong[1:] |= begin[1:] < end[:-1]
    if wrong.any():
        line = int(spans[np.argmax(wrong)])
        rows.fail(line, f"{rows.id(line)!r} is not the range of the words that follow", IDS)
    return spans, begin, end


def _check_lines(piece: ColumnText, kinds: IntArray) -> None:
    """Raise the InputError for misplaced blank lines and comments, and for a last sentence without a blank
    line.
    """
    is_token = np.append(False, kinds == TOKEN)[:-1]  # the line before
    for wrong, problem in (
        ((kinds == BLANK) & ~is_token, "a blank line ends no sentence"),
        ((kinds == COMMENT) & is_token, "a comment is inside a sentence"),
    ):
        for row in np.flatnonzero(wrong)[:1].tolist():
            piece.fail(row, problem, SENTENCES)
    if piece.ends and len(kinds) and kinds[-1] == TOKEN:
        problem = "the file ends without a blank line after its last sentence"
        piece.fail(len(kinds) - 1, problem, ENDS)


def _spoken(forms: Column, surface: Column, fresh: BoolArray, multiword: BoolArray) -> Column:
    """The forms of the words: without blanks for words that are tokens, as written for words in multiword
    tokens.
    """
    if not multiword.any():
        return surface
    token = np.cumsum(fresh) - 1
    own = ~multiword[token]
    codes = np.where(own, surface.codes[token], len(surface.values) + forms.codes)
    values = [*surface.values, *forms.values]
    used, first, place = np.unique(codes, return_index=True, return_inverse=True)
    order = np.argsort(first)  # texts in the order of their appearance, and only those that appear
    return Column([values[code] for code in used[order].tolist()], np.argsort(order)[place])


def _meant(head: str, formats: Sequence[str]) -> bool:
    """Whether to try this format on text that no format recognises: the text has tabs, and the task
    expects trees.
    """
    return formats[0] == "conllu" and "\t" in head


READER = Reader(read, Dependencies, guess=_meant, cut="documents or sentences: newdoc")
