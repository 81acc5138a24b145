"""CoNLL-U: trees of Universal Dependencies, with multiword tokens and enhanced dependencies.

    # newdoc id = d1
    # sent_id = d1-s1
    1-2  du       _   _    …  _  _     _       _
    1    de       de  ADP  …  3  case  3:case  _
    2    le       le  DET  …  3  det   3:det   _
    3    marché   …   NOUN …  0  root  0:root  _

- Ten columns, separated by tabs: ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC. A blank line ends a sentence, the last one too.
- Comments (`#`) stand before a sentence, not in one. `# newdoc` begins a document.
- Words are numbered 1, 2, 3 … A multiword token `a-b` stands before its words. Empty nodes (`1.1`) are passed over.
- Blanks (category Zs) in the text of a token are no characters of it.
- Every sentence is a tree with one root: heads in the sentence, no cycle. `--multiple-roots-okay` allows several; `--skip-invalid` leaves
  sentences that are none out on both sides, and counts them. All else that is wrong is an error.

Differences from conll18_ud_eval 1.2 and udtools 0.2: ids of words in multiword tokens are checked, and where a multiword token begins;
heads there that are no number have a message; a chain of any length is read (there RecursionError beyond a thousand words); empty nodes
in multiword tokens are passed over (1.2: an error).
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from nerkit.dependencies import FIELDS, Dependencies
from nerkit.io import Source
from nerkit.model import BoolArray, IntArray
from nerkit.readers.dependency_table import (
    BLANK,
    COMMENT,
    PROBLEMS,
    TOKEN,
    TREES,
    DependencyTable,
    Forms,
    Numbers,
    Piece,
    Words,
    problems_of_trees,
)

COLUMNS = 10
ID, FORM, HEAD, DEPREL, DEPS = 0, 1, 6, 7, 8
PLACES = dict(zip(FIELDS, (1, 2, 3, 4, 5, 7, 8), strict=True))
TEN_COLUMNS = re.compile(r"(?m)^1(?:-[0-9]+)?(?:\t[^\t\n]*){5}\t(?:[0-9]+|_)(?:\t[^\t\n]*){3}$")
SAMPLE = 200  # lines that recognition looks at
UPOS = frozenset(
    {
        *("ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN"),
        *("PUNCT", "SCONJ", "SYM", "VERB", "X", "_"),
    }
)
SIGNS = re.compile(r"[0-9]+[-.][0-9]+\Z")  # ids that only CoNLL-U has
WORD, SPAN, EMPTY = range(3)  # what an id stands for
FORMAT = "columns are separated by tabs: ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC"
SENTENCES = "comments stand before a sentence, and one blank line ends it"
IDS = "words of a sentence are numbered 1, 2, 3 …; a multiword token a-b stands before word a; an empty node is a.1"
HEADS = f"a head is the number of a word of the sentence, or 0 for the root; {TREES}; CoNLL-X is read with --from conllx"


def recognise(head: str) -> bool:
    """True when it has lines of ten columns, and anything that CoNLL-X has not: comments, ids like 1-2, universal parts of speech."""
    return TEN_COLUMNS.search(head) is not None and not _is_conllx(head)


def _is_conllx(head: str) -> bool:
    """Whether nothing shows that lines of ten columns are CoNLL-U."""
    lines = head.split("\n")[:SAMPLE]
    cells = [line.split("\t") for line in lines if line]
    if any(line.startswith("#") for line in lines) or any(SIGNS.match(row[ID]) for row in cells):
        return False
    rows = [row for row in cells if len(row) == COLUMNS]
    if any(":" in row[DEPS] or "=" in row[-1] for row in rows):
        return False
    return not all(row[PLACES["upos"]] in UPOS for row in rows)


def read(
    sources: Iterable[Source], *, skip_invalid: bool = False, multiple_roots_okay: bool = False
) -> Dependencies:
    """All trees of the inputs as one corpus.

    Raises InputError (file, line, column, remedy) for what is not CoNLL-U and, unless they are skipped, for sentences that are no tree.
    """
    sources = list(sources)
    table = DependencyTable(skip_invalid=skip_invalid)
    reading = _Reading(table, several=multiple_roots_okay)
    for source in sources:
        for piece in table.source(source, alone=len(sources) == 1):
            reading.piece(piece)
    return table.finished(reading.invalid)


class _Id(NamedTuple):
    """What an id says: a word, a multiword token from one word to another, or an empty node."""

    kind: int
    first: int
    last: int


class _Ids(dict[str, _Id | None]):
    """Ids that were met; None for what is none."""

    def __missing__(self, text: str) -> _Id | None:
        found = re.fullmatch(r"([0-9]{1,9})(?:([-.])([0-9]{1,9}))?", text)
        parsed = None
        if found:
            kind = {None: WORD, "-": SPAN, ".": EMPTY}[found[2]]
            parsed = _Id(kind, int(found[1]), int(found[3] or found[1]))
        self[text] = parsed
        return parsed


class _Reading:
    """Pieces on their way into the table."""

    def __init__(self, table: DependencyTable, *, several: bool) -> None:
        self.table, self.several = table, several
        self.ids, self.forms, self.numbers = _Ids(), Forms(), Numbers()
        self.invalid: list[BoolArray] = []  # of the sentences of each piece

    def piece(self, piece: Piece) -> None:
        """Read the sentences of a piece."""
        kinds = piece.kinds()
        _check_lines(piece, kinds)
        lines = np.flatnonzero(kinds == TOKEN)
        cells = [piece.lines[i].split("\t") for i in lines.tolist()]
        for i, row in enumerate(cells):
            if len(row) != COLUMNS:
                problem = f"{len(row)} columns where CoNLL-U has {COLUMNS}"
                piece.fail(int(lines[i]), problem, FORMAT, column=min(len(row), COLUMNS))
        sentence = np.cumsum(kinds == BLANK)[lines]
        words = self._words(piece, cells, lines, sentence)
        self._check_trees(piece, words)
        self.table.add(piece, kinds, words)

    def _words(
        self, piece: Piece, cells: Sequence[Sequence[str]], lines: IntArray, sentence: IntArray
    ) -> Words:
        """The words and tokens of the lines; raises InputError for ids out of order."""
        ids = self._parsed(piece, cells, lines)
        word = ids[:, 0] == WORD
        rows = np.flatnonzero(word)
        begins = np.append(True, sentence[rows][1:] != sentence[rows][:-1])[: len(rows)]
        first = np.flatnonzero(begins)
        number = np.arange(len(rows)) - first[np.cumsum(begins) - 1] + 1 if len(rows) else rows
        wrong = np.flatnonzero(ids[rows, 1] != number)
        if len(wrong):
            row, due = int(rows[wrong[0]]), int(number[wrong[0]])
            piece.fail(int(lines[row]), f"id {cells[row][ID]!r} where word {due} is due", IDS)
        if len(np.unique(sentence)) != len(first):
            empty = np.setdiff1d(sentence, sentence[rows])
            row = int(lines[np.argmax(sentence == empty[0])])
            piece.fail(row, "a sentence without words", IDS)
        spans = np.flatnonzero(ids[:, 0] == SPAN)
        begin, end = self._spans(piece, cells, lines, (ids, sentence, rows))
        inside = np.zeros(len(rows) + 1, np.int64)
        inside[begin] += 1
        inside[end] -= 1
        inside = np.cumsum(inside[:-1])
        fresh = inside == 0
        fresh[begin] = True
        multiword = inside[fresh] > 0
        listed = rows.tolist()
        columns = list(zip(*(cells[row] for row in listed), strict=True)) or [()] * COLUMNS
        written = np.array(rows[fresh])
        written[multiword] = spans
        surface = [self.forms[cells[row][FORM]] for row in written.tolist()]
        if "" in surface:
            row = int(lines[written[surface.index("")]])
            piece.fail(row, "a word without a form", "every word has a FORM, blanks not counted", column=FORM)
        found: dict[str, Sequence[str]] = {name: columns[place] for name, place in PLACES.items()}
        found["form"] = _spoken(columns[FORM], surface, fresh, multiword)
        head = np.fromiter(map(self.numbers.__getitem__, columns[HEAD]), np.int64, len(listed))
        return Words(lines[rows], begins, head, found, fresh, surface, multiword)

    def _parsed(self, piece: Piece, cells: Sequence[Sequence[str]], lines: IntArray) -> IntArray:
        """Kind, first and last word of each id, shape (lines, 3)."""
        ids = [self.ids[row[ID]] for row in cells]
        if None in ids:
            row = ids.index(None)
            piece.fail(int(lines[row]), f"{cells[row][ID]!r} is not an id", IDS)
        return np.array(ids, np.int64).reshape(-1, 3)

    def _spans(
        self,
        piece: Piece,
        cells: Sequence[Sequence[str]],
        lines: IntArray,
        found: tuple[IntArray, IntArray, IntArray],
    ) -> tuple[IntArray, IntArray]:
        """The first word of each multiword token, and the one after its last, among the words."""
        ids, sentence, rows = found
        spans = np.flatnonzero(ids[:, 0] == SPAN)
        begin = np.searchsorted(rows, spans)  # the word that follows
        length = ids[spans, 2] - ids[spans, 1] + 1
        end = begin + length
        here = sentence[spans]
        inside = np.minimum(np.array([begin, end - 1]), max(len(rows) - 1, 0))
        wrong = (length < 1) | (end > len(rows)) | (ids[rows[inside[0]], 1] != ids[spans, 1])
        wrong |= (sentence[rows[inside[0]]] != here) | (sentence[rows[inside[1]]] != here)
        wrong[1:] |= begin[1:] < end[:-1]
        if wrong.any():
            row = int(spans[np.argmax(wrong)])
            piece.fail(int(lines[row]), f"{cells[row][ID]!r} is not the range of the words that follow", IDS)
        return begin, end

    def _check_trees(self, piece: Piece, words: Words) -> None:
        """Look for sentences that are no trees: note or refuse them."""
        wrong, kinds = problems_of_trees(words, graphs=False, several=self.several)
        invalid = np.zeros(int(words.begins.sum()), bool)
        sentence = np.cumsum(words.begins) - 1
        for word, kind in zip(wrong.tolist(), kinds.tolist(), strict=True):
            if not self.table.skip_invalid:
                remedy = f"--multiple-roots-okay allows several; {HEADS}" if kind == max(PROBLEMS) else HEADS
                piece.fail(int(words.row[word]), PROBLEMS[kind], remedy, column=HEAD)
            invalid[sentence[word]] = True
            self.table.skipped.append(f"line {piece.number + int(words.row[word])}: {PROBLEMS[kind]}")
        self.invalid.append(invalid)


def _check_lines(piece: Piece, kinds: IntArray) -> None:
    """Raises InputError for blank lines and comments where there must be none, and for a last sentence that is not ended."""
    before = np.append(BLANK, kinds[:-1])
    blank = np.flatnonzero((kinds == BLANK) & (before != TOKEN))
    comment = np.flatnonzero((kinds == COMMENT) & (before == TOKEN))
    for rows, problem in (
        (blank, "a blank line that ends no sentence"),
        (comment, "a comment inside a sentence"),
    ):
        if len(rows):
            piece.fail(int(rows[0]), problem, SENTENCES)
    if piece.ends and len(kinds) and kinds[-1] == TOKEN:
        problem = "the file ends without a blank line after its last sentence"
        piece.fail(
            len(kinds) - 1,
            problem,
            "end the file with a blank line, if it is complete; CoNLL-X is read with --from conllx",
        )


def _spoken(
    forms: Sequence[str], surface: Sequence[str], fresh: BoolArray, multiword: BoolArray
) -> Sequence[str]:
    """The forms of the words: of those that are tokens the text without blanks, of the others as they stand."""
    if not multiword.any():
        return surface
    token = np.cumsum(fresh) - 1
    own = ~multiword[token]
    plain: Any = zip(forms, own.tolist(), token.tolist(), strict=True)
    return [surface[at] if alone else form for form, alone, at in plain]
