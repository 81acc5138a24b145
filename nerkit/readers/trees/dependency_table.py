"""Collects dependency trees, one piece at a time, for CoNLL-U and CoNLL-X."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field

import numpy as np

from nerkit.algorithms.byte_columns import ByteColumn, words_of
from nerkit.algorithms.byte_spans import Spans
from nerkit.algorithms.columns import BoolArray, Column, IntArray, Vocabulary
from nerkit.corpora.trees import FIELDS, Dependencies
from nerkit.exceptions import InputError
from nerkit.ground.records import record
from nerkit.ground.warnings import listed
from nerkit.io import Source
from nerkit.readers.columns.documents import Files, SentenceDocuments
from nerkit.readers.columns.small_files import groups, places
from nerkit.readers.columns.text import ColumnText, whole_sentences
from nerkit.readers.columns.words import NUMBER, beginning

HEAD = 6  # the column of heads
BAD = -1  # a value that is not a number
BLANK, COMMENT, TOKEN = 0, 1, 2  # kinds of lines
KINDS = np.full(256, TOKEN)  # by their first byte
KINDS[[ord("\n"), ord("#")]] = BLANK, COMMENT

TREES = "skip_invalid=True leaves such sentences out on both sides"
CYCLE, OUTSIDE, NO_NUMBER, ROOTS = range(1, 5)  # faults of trees
PROBLEMS = {
    CYCLE: "a cycle: the head of this word depends on it",
    OUTSIDE: "the head is not in the sentence",
    NO_NUMBER: "the head is not a number",
    ROOTS: "a second root in the sentence",
}


Texts = Sequence[str] | Column  # one text per row, as a list or as a Column


class TextRows:
    """A column of texts under construction. Bytes are decoded only if a piece with decoded texts is added."""

    def __init__(self) -> None:
        self.blocks: list[Spans] = []
        self.vocabulary, self.codes = Vocabulary(), list[IntArray]()

    def add(self, texts: Texts) -> None:
        """Append the rows of a piece."""
        words = words_of(texts) if isinstance(texts, Column) else None
        if words is not None and not self.codes:
            self.blocks += words.blocks
            return
        if self.blocks:
            earlier, self.blocks = self.blocks, []
            self.codes.append(self.vocabulary.recoded(ByteColumn(earlier)))
        known = self.vocabulary
        self.codes.append(known.recoded(texts) if isinstance(texts, Column) else known.codes(texts))

    def column(self) -> Column:
        """Join the rows of all pieces into one Column."""
        if self.blocks:
            return ByteColumn(self.blocks)
        return Column(list(self.vocabulary), np.concatenate([np.empty(0, np.int64), *self.codes]))


@record(frozen=True)
class WordRows:
    """The words and tokens of a piece, as columns.

    row      the line of each word in the piece
    begins   whether each word is the first of its sentence
    head     the head of each word, BAD for a value that is not a number
    cells    the other columns of words, by the names of FIELDS
    fresh    whether each word is the first of its token;  surface, multiword  the text and kind of each token
    """

    row: IntArray
    begins: BoolArray
    head: IntArray
    cells: Mapping[str, Texts]
    fresh: BoolArray
    surface: Texts
    multiword: BoolArray


@record
class DependencyTable:
    """The columns of all sentences with dependencies read so far.

    remedy        the advice of errors about a sentence that is not a tree
    skip_invalid  whether sentences that are not trees are marked instead of refused
    several       whether sentences can have several roots
    by_position   whether words are compared by position; then cycles and several roots are allowed
    """

    remedy: str
    skip_invalid: bool = False
    several: bool = False
    by_position: bool = False
    documents: SentenceDocuments = field(default_factory=SentenceDocuments)
    parts: list[dict[str, IntArray]] = field(default_factory=list)
    invalid: list[BoolArray] = field(default_factory=list)  # of the sentences of each piece
    columns: dict[str, TextRows] = field(default_factory=lambda: {name: TextRows() for name in FIELDS})
    surface: TextRows = field(default_factory=TextRows)
    warnings: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)  # places of invalid sentences in the input
    words: int = 0
    tokens: int = 0

    def source(self, source: Source, *, alone: bool) -> Iterator[ColumnText]:
        """Yield the texts of an input.

        If the input is not *alone*, documents without an id are named after their file.
        """
        self.skipped = []
        with self.documents.source(source, self.words, alone=alone):
            yield from whole_sentences(source)
        self.warnings += listed("trees-invalid", self.skipped, side=source.name)

    def add(self, text: ColumnText, comments: Iterable[int], words: WordRows, files: Files = ()) -> None:
        """Add the words of a text. *comments* are its comment lines; *files* are set if the text joins
        several files.

        Raises InputError for a sentence that is not a tree. With *skip_invalid*, only if the text joins
        several files.
        """
        self._check_trees(text, words, skip=self.skip_invalid and not files)
        first, marks = np.flatnonzero(words.begins), text.marks(comments)
        line = words.row + text.number
        if files:
            line = places(files, words.row)[1]
        for name, cells in words.cells.items():
            self.columns[name].add(cells)
        self.surface.add(words.surface)
        part = {
            "first": first + self.words,
            "document": self.documents.of_files(files, self.words, words.row, words.row[first], marks)
            if files
            else self.documents.open(words.row[first], marks),
            "line": line,
            "head": words.head,
            "token": np.cumsum(words.fresh) - 1 + self.tokens,
            "multiword": words.multiword.astype(np.int64),
        }
        self.parts.append(part)
        self.words += len(words.row)
        self.tokens += len(words.multiword)

    def _check_trees(self, text: ColumnText, words: WordRows, *, skip: bool) -> None:
        """Refuse sentences that are not trees, or mark them with *skip_invalid*."""
        wrong, kinds = problems_of_trees(words, graphs=self.by_position, several=self.several)
        invalid = np.zeros(int(words.begins.sum()), bool)
        sentence = np.cumsum(words.begins) - 1
        for word, kind in zip(wrong.tolist(), kinds.tolist(), strict=True):
            row = int(words.row[word])
            if not skip:
                more = "multiple_roots_okay=True allows several; " if kind == ROOTS else ""
                text.fail(row, PROBLEMS[kind], more + self.remedy, HEAD)
            invalid[sentence[word]] = True
            self.skipped.append(f"line {text.number + row}: {PROBLEMS[kind]}")
        self.invalid.append(invalid)

    def finished(self) -> Dependencies:
        """The corpus of all sentences."""
        none = np.empty(0, np.int64)

        def joined(name: str) -> IntArray:
            return np.concatenate([none, *(part[name] for part in self.parts)])

        return Dependencies(
            documents=self.documents.names,
            first=joined("first"),
            document=joined("document"),
            line=joined("line"),
            head=joined("head"),
            columns={name: rows.column() for name, rows in self.columns.items()},
            token=joined("token"),
            surface=self.surface.column(),
            multiword=joined("multiword").astype(bool),
            invalid=np.concatenate([np.empty(0, bool), *self.invalid]),
            by_position=self.by_position,
            origins=tuple(self.documents.origins),
            warnings=tuple(self.warnings),
            named=self.documents.named,
        )


class TreeReading:
    """Reads inputs of a dependency format into a DependencyTable.

    unended   whether a file can end without a blank line
    """

    unended = False

    def __init__(self, table: DependencyTable) -> None:
        self.table = table
        self.forms, self.numbers = Forms(), Numbers()

    def read(self, sources: Iterable[Source]) -> Dependencies:
        """All trees of the inputs as one corpus."""
        sources = list(sources)
        for joined, files in groups(sources, unended=self.unended):
            try:
                if joined is not None:
                    self.piece(joined, files)
                    continue
            except InputError:  # the error is raised when its file is read separately
                pass
            for source, _ in files:
                for piece in self.table.source(source, alone=len(sources) == 1):
                    self.piece(piece)
        return self.table.finished()

    def piece(self, piece: ColumnText, files: Files = ()) -> None:
        """Add the sentences of a piece to the table; *files* has the files of a piece that joins several
        files.
        """
        raise NotImplementedError


class Forms(dict[str, str]):
    """Mapping from a token to the token without blanks (characters of the Unicode category Zs)."""

    def __missing__(self, form: str) -> str:
        text = form.replace(" ", "")
        if not text.isprintable():  # all other Zs characters are not printable
            text = "".join(letter for letter in text if unicodedata.category(letter) != "Zs")
        self[form] = text
        return text


class Numbers(dict[str, int]):
    """Mapping from a text to its nonnegative number; BAD for other texts."""

    def __missing__(self, text: str) -> int:
        number = self[text] = int(text) if NUMBER.match(text) else BAD
        return number


def problems_of_trees(words: WordRows, *, graphs: bool, several: bool) -> tuple[IntArray, IntArray]:
    """The faults of the sentences of a piece, at most one per sentence.

    Returns two arrays: the word that shows the fault, and the fault's key in PROBLEMS.

    graphs   whether sentences may be graphs: cycles and any number of roots are allowed
    several  whether several roots are allowed
    """
    first = np.flatnonzero(words.begins)
    sentence = np.cumsum(words.begins) - 1
    size = np.diff(np.append(first, len(words.row)))
    kind = np.zeros(len(words.row), np.int64)
    kind[words.head > size[sentence]] = OUTSIDE
    kind[words.head == BAD] = NO_NUMBER
    if not graphs:
        kind[(kind == 0) & circular(words.head, kind, first[sentence], int(size.max(initial=1)))] = CYCLE
        roots = np.flatnonzero(words.head == 0)
        second = roots[1:][sentence[roots[1:]] == sentence[roots[:-1]]]
        kind[second] = 0 if several else ROOTS
    wrong = np.flatnonzero(kind)
    wrong = wrong[beginning(sentence[wrong])]
    return wrong, kind[wrong]


def circular(head: IntArray, kind: IntArray, first: IntArray, longest: int) -> BoolArray:
    """Whether the path of heads from each word never reaches a root, shape (words,).

    Heads are 1-based in sentences that begin at *first*. The number of steps doubles in each round, so long
    chains are fast.
    """
    end = len(head)
    at = np.append(np.where((head > 0) & (kind == 0), first + head - 1, end), end)
    for _ in range(longest.bit_length()):
        at = at[at]
    never_ends: BoolArray = at[:-1] != end
    return never_ends
