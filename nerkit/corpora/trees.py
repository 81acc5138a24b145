"""Dependency trees as columns: the words of all sentences with heads and labels, and their tokens.

A token is a unit of the text. Most are one word; a multiword token (French `du`) stands for several words,
which have no characters of their own. Heads are numbers of words in their sentence, from 1; 0 is the root.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

import numpy as np

from nerkit.algorithms.byte_columns import words_of
from nerkit.algorithms.columns import NONE, BoolArray, Column, IntArray
from nerkit.algorithms.keys import expand
from nerkit.corpora.corpus import Origin, SentenceRows, joined_words, origins_of, rows_of
from nerkit.exceptions import InputError
from nerkit.ground.records import record

FIELDS = ("form", "lemma", "upos", "xpos", "feats", "deprel", "deps")  # the columns of words
ROOT = NONE  # the parent of a root


@record(frozen=True)
class Dependencies(SentenceRows):
    """The dependency trees of a corpus.

    documents    ids of the documents, or 1-based positions if *named* is False
    first        the first word of each sentence, ascending from 0; every sentence has a word
    document     code of each sentence's document in `documents`; sentences of one document are together
    line         1-based line of each word (0 in memory)
    head         the head of each word, as written
    columns      the other columns of words, by the names of FIELDS; a missing value has the code -1
    token        the token of each word, ascending
    surface      the text of each token, without blanks
    multiword    whether each token is a multiword token
    invalid      whether each sentence is not a valid tree (`skip_invalid`), so that it is not scored
    by_position  words of both sides correspond by their position, not by their characters (CoNLL-X)
    """

    documents: list[str]
    first: IntArray
    document: IntArray
    line: IntArray
    head: IntArray
    columns: dict[str, Column]
    token: IntArray
    surface: Column
    multiword: BoolArray
    invalid: BoolArray
    by_position: bool = False
    origins: tuple[Origin, ...] = ()
    warnings: tuple[str, ...] = ()
    named: bool = True
    marks_documents: ClassVar[bool] = True  # a file without marks is one document without id

    def __len__(self) -> int:
        return len(self.head)

    @property
    def begins(self) -> IntArray:
        """The first word of each sentence."""
        return self.first

    @property
    def sentence_count(self) -> int:
        """The number of sentences with dependencies."""
        return len(self.first)

    @property
    def last(self) -> IntArray:
        """The end (exclusive) of each sentence in words."""
        return np.append(self.first[1:], len(self))[: len(self.first)]

    @cached_property
    def sentence(self) -> IntArray:
        """The sentence of each word."""
        return np.repeat(np.arange(len(self.first)), self.last - self.first)

    @cached_property
    def position(self) -> IntArray:
        """The 1-based position of each word's sentence in its document."""
        first = np.searchsorted(self.document, np.arange(len(self.documents)))  # sentence of each document
        position: IntArray = self.sentence - first[self.document[self.sentence]] + 1
        return position

    @cached_property
    def parent(self) -> IntArray:
        """The row of the head of each word, ROOT for a root."""
        return np.where(self.head > 0, self.first[self.sentence] + self.head - 1, ROOT)

    @cached_property
    def word_of_token(self) -> IntArray:
        """The first word of each token."""
        return np.searchsorted(self.token, np.arange(len(self.multiword)))

    def lengths(self) -> IntArray:
        """The number of characters of each token."""
        words = words_of(self.surface)
        if words is not None:
            return words.characters
        return np.array([*map(len, self.surface.values), 0], np.int64)[self.surface.codes]

    @property
    def document_texts(self) -> list[str]:
        """The tokens of each document, joined by blanks."""
        return joined_words(
            self.surface, self.document[self.sentence[self.word_of_token]], len(self.documents)
        )

    def take(self, sentences: IntArray) -> "Dependencies":
        """The dependency trees of these sentences, in this order. Documents are unchanged."""
        if np.array_equal(sentences, np.arange(len(self.first))):
            return self
        first, last = self.first[sentences], self.last[sentences]
        _, rows = expand(first, last)
        begin, end = self.token[first], self.token[last - 1] + 1  # tokens end where sentences do
        _, tokens = expand(begin, end)
        moved = np.cumsum(end - begin) - end
        length = last - first
        starts = np.cumsum(length) - length
        return replace(
            self,
            first=starts,
            **rows_of(self, sentences, "document invalid"),
            **rows_of(self, rows, "line head"),
            **rows_of(self, tokens, "surface multiword"),
            columns={name: column.take(rows) for name, column in self.columns.items()},
            token=self.token[rows] + np.repeat(moved, length),
            origins=origins_of(self.origins, first, starts),
        )

    def words(self, rows: Sequence[int] | IntArray) -> list[str]:
        """The forms of these words."""
        form = self.columns["form"]
        return [form.values[code] for code in form.codes[rows].tolist()]

    def error(self, row: int, problem: str, remedy: str, text: str | None = None) -> InputError:
        """The InputError at a word."""
        source, _, line = self.place(row).rpartition(":")
        known = line.isdecimal()
        return InputError(
            problem,
            source=source if known else line,
            line=int(line) if known else None,
            text=text,
            remedy=remedy,
        )
