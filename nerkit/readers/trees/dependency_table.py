"""Dependency trees under construction, a piece at a time; what CoNLL-U and CoNLL-X have in common.

Documents begin at `# newdoc`, whose id may be missing. Without such lines a file is one document, called by
its path where several files are read.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import NoReturn

import numpy as np

from nerkit.algorithms.columns import BoolArray, Column, IntArray, Vocabulary
from nerkit.corpora.corpus import Origin
from nerkit.corpora.trees import FIELDS, Dependencies
from nerkit.errors import InputError
from nerkit.ground.patterns import regex
from nerkit.ground.records import record
from nerkit.ground.warnings import ShownWarning
from nerkit.io import Source

NEWDOC = regex(r"#\s*newdoc\b(?:\s+id\s*=\s*(.*))?")
NUMBER = regex(r"(?:0|[1-9][0-9]{0,8})\Z")
CELLS = {True: regex(r"[^\t]*(?:\t|\Z)"), False: regex(r"[^ ]+")}  # by whether a line has a tab
HEAD = 6  # the column of heads
BAD = -1  # what is no number
SHOWN = 5  # invalid sentences that are named
BLANK, COMMENT, TOKEN = 0, 1, 2  # kinds of lines

TREES = "skip_invalid=True leaves such sentences out on both sides"
CYCLE, OUTSIDE, NO_NUMBER, ROOTS = range(1, 5)  # what can be wrong with a tree
PROBLEMS = {
    CYCLE: "a cycle: the head of this word depends on it",
    OUTSIDE: "the head is not in the sentence",
    NO_NUMBER: "the head is not a number",
    ROOTS: "a second root in the sentence",
}


class _Kinds(dict[str, int]):
    """The kind of a line by its first character."""

    def __missing__(self, first: str) -> int:
        kind = self[first] = TOKEN
        return kind


KINDS = _Kinds({"": BLANK, "#": COMMENT})


@record(frozen=True)
class Piece:
    """Whole sentences of an input: their lines, the number of the first, whether the input ends there."""

    source: str
    number: int
    lines: list[str]
    ends: bool

    def kinds(self) -> IntArray:
        """What each line is: blank, a comment, a token."""
        first = [line[:1] for line in self.lines]
        return np.fromiter(map(KINDS.__getitem__, first), np.int64, len(first))

    def fail(self, row: int, problem: str, remedy: str, column: int = 0) -> NoReturn:
        """Raise the InputError for a line (0-based in the piece).

        The caret is at a column (0-based), or behind the last one.
        """
        text = self.lines[row]
        cells = list(CELLS["\t" in text].finditer(text))
        raise InputError(
            problem,
            source=self.source,
            line=self.number + row,
            column=cells[column].start() + 1 if column < len(cells) else len(text) + 1,
            text=text,
            remedy=remedy,
        )


def pieces(source: Source) -> Iterator[Piece]:
    """The whole sentences of each block of an input; what follows its last blank line goes to the next."""
    unfinished, number = None, source.first_line  # the beginning of a sentence
    for _, block in source.blocks():
        text = block if unfinished is None else f"{unfinished}\n{block}"
        cut = text.rfind("\n\n")
        if cut < 0:
            unfinished = text
            continue
        lines = text[: cut + 1].split("\n")
        yield Piece(source.name, number, lines, ends=False)
        unfinished, number = text[cut + 2 :], number + len(lines)
    if unfinished is not None:
        yield Piece(source.name, number, unfinished.split("\n"), ends=True)


Texts = Sequence[str] | Column  # of rows, one by one or as codes of distinct ones


def codes_of(texts: Texts, vocabulary: Vocabulary) -> IntArray:
    """The codes of texts in a vocabulary."""
    return vocabulary.recoded(texts) if isinstance(texts, Column) else vocabulary.codes(texts)


@record(frozen=True)
class WordRows:
    """The words and tokens of a piece, as columns.

    row      the line of each word in the piece
    begins   whether each word is the first of its sentence
    head     its head, BAD for what is no number
    cells    its other columns, by the names of FIELDS
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
    """The columns of all sentences so far.

    remedy        what to do about a sentence that is no tree
    skip_invalid  such sentences are noted, not refused
    several       sentences may have several roots
    by_position   words are compared by their position; cycles and several roots are allowed
    """

    remedy: str
    skip_invalid: bool = False
    several: bool = False
    by_position: bool = False
    documents: list[str | None] = field(default_factory=list)
    parts: list[dict[str, IntArray]] = field(default_factory=list)
    invalid: list[BoolArray] = field(default_factory=list)  # of the sentences of each piece
    columns: dict[str, Vocabulary] = field(default_factory=lambda: {name: Vocabulary() for name in FIELDS})
    surface: Vocabulary = field(default_factory=Vocabulary)
    origins: list[Origin] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)  # places of invalid sentences in the input
    words: int = 0
    tokens: int = 0
    begun: bool = False  # whether a document of the input has begun

    def source(self, source: Source, *, alone: bool) -> Iterator[Piece]:
        """The pieces of an input, which is closed with them.

        If it is not *alone*, documents without id are called by their file.
        """
        before, first_row = len(self.documents), self.words
        self.begun, self.skipped = False, []
        if source.head.strip():
            yield from pieces(source)
        else:
            source.text()  # a blank input is read for its digest
        self.origins.append(Origin(source.name, source.sha256, first_row))
        if self.skipped:
            self.warnings += ShownWarning(
                f"{source.name}: ",
                "invalid sentence",
                ", left out on both sides (",
                ")",
                shown=SHOWN,
                joint="; ",
                more="; and {} more",
            ).of(self.skipped)
        if alone:
            return
        if len(self.documents) == before:
            self.documents.append(None)
        for i in range(before, len(self.documents)):
            place = f"#{i - before + 1}" if len(self.documents) > before + 1 else ""
            self.documents[i] = self.documents[i] or source.member + place

    def add(self, piece: Piece, kinds: IntArray, words: WordRows) -> None:
        """Add the words of a piece.

        Raises InputError for a sentence that is no tree, unless these are skipped.
        """
        self._check_trees(piece, words)
        first = np.flatnonzero(words.begins)
        part = {name: codes_of(cells, self.columns[name]) for name, cells in words.cells.items()}
        part |= {
            "first": first + self.words,
            "document": self._documents(piece, kinds, words.row[first]),
            "line": words.row + piece.number,
            "head": words.head,
            "token": np.cumsum(words.fresh) - 1 + self.tokens,
            "surface": codes_of(words.surface, self.surface),
            "multiword": words.multiword.astype(np.int64),
        }
        self.parts.append(part)
        self.words += len(words.row)
        self.tokens += len(words.multiword)

    def _check_trees(self, piece: Piece, words: WordRows) -> None:
        """Look for sentences that are no trees: note or refuse them."""
        wrong, kinds = problems_of_trees(words, graphs=self.by_position, several=self.several)
        invalid = np.zeros(int(words.begins.sum()), bool)
        sentence = np.cumsum(words.begins) - 1
        for word, kind in zip(wrong.tolist(), kinds.tolist(), strict=True):
            row = int(words.row[word])
            if not self.skip_invalid:
                more = "multiple_roots_okay=True allows several; " if kind == ROOTS else ""
                piece.fail(row, PROBLEMS[kind], more + self.remedy, HEAD)
            invalid[sentence[word]] = True
            self.skipped.append(f"line {piece.number + row}: {PROBLEMS[kind]}")
        self.invalid.append(invalid)

    def _documents(self, piece: Piece, kinds: IntArray, first: IntArray) -> IntArray:
        """Open the documents that begin in a piece; the document of each of its sentences.

        *first* are the lines of the first words of its sentences.
        """
        comments = np.flatnonzero(kinds == COMMENT).tolist()
        newdocs = [(i, match) for i in comments if (match := NEWDOC.match(piece.lines[i]))]
        begins = np.array([i for i, _ in newdocs], np.int64)
        if len(first) and not self.begun and not (len(begins) and begins[0] < first[0]):
            self.documents.append(None)
            self.begun = True
        base = len(self.documents) - 1
        self.documents += [(match[1] or "").strip() or None for _, match in newdocs]
        self.begun = self.begun or bool(newdocs)
        return base + np.searchsorted(begins, first)

    def finished(self) -> Dependencies:
        """The corpus."""
        none = np.empty(0, np.int64)

        def joined(name: str) -> IntArray:
            return np.concatenate([none, *(part[name] for part in self.parts)])

        named = all(self.documents)
        return Dependencies(
            documents=[name if named and name else str(i + 1) for i, name in enumerate(self.documents)],
            first=joined("first"),
            document=joined("document"),
            line=joined("line"),
            head=joined("head"),
            columns={name: Column(list(values), joined(name)) for name, values in self.columns.items()},
            token=joined("token"),
            surface=Column(list(self.surface), joined("surface")),
            multiword=joined("multiword").astype(bool),
            invalid=np.concatenate([np.empty(0, bool), *self.invalid]),
            by_position=self.by_position,
            origins=tuple(self.origins),
            warnings=tuple(self.warnings),
            named=named,
        )


class Forms(dict[str, str]):
    """Texts of tokens without blanks (every character of Unicode category Zs)."""

    def __missing__(self, form: str) -> str:
        if form.isascii():
            text = form.replace(" ", "")
        else:
            text = "".join(letter for letter in form if unicodedata.category(letter) != "Zs")
        self[form] = text
        return text


class Numbers(dict[str, int]):
    """Texts as numbers that are not negative, BAD for what is none."""

    def __missing__(self, text: str) -> int:
        number = self[text] = int(text) if NUMBER.match(text) else BAD
        return number


def beginning(sentence: IntArray) -> BoolArray:
    """Which rows are the first of their sentence, given a number for the sentence of each."""
    return np.append(True, sentence[1:] != sentence[:-1])[: len(sentence)]


def due(begins: BoolArray) -> IntArray:
    """The numbers that words must have, from 1 in each sentence."""
    first = np.flatnonzero(begins)
    return np.arange(len(begins)) - np.repeat(first, np.diff(np.append(first, len(begins)))) + 1


def problems_of_trees(words: WordRows, *, graphs: bool, several: bool) -> tuple[IntArray, IntArray]:
    """What is wrong with the sentences of a piece, once each.

    Two arrays: the first word that shows it, and a key of PROBLEMS.

    graphs   heads alone are looked at: cycles and any number of roots are allowed
    several  several roots are allowed
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
    wrong = wrong[np.append(True, sentence[wrong][1:] != sentence[wrong][:-1])[: len(wrong)]]
    return wrong, kind[wrong]


def circular(head: IntArray, kind: IntArray, first: IntArray, longest: int) -> BoolArray:
    """Whether the way from a word up never ends; heads are numbers from 1 in sentences that begin at
    *first*.

    By doubling the steps, so that the length of a chain does not matter.
    """
    end = len(head)
    at = np.append(np.where((head > 0) & (kind == 0), first + head - 1, end), end)
    for _ in range(longest.bit_length()):
        at = at[at]
    never_ends: BoolArray = at[:-1] != end
    return never_ends
