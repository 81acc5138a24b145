"""Semantic roles as columns: predicates, and the phrases that are their arguments, word by word.

    word   predicate   say     run          phrase  predicate  label  start  end
    0      -           (A0*)   *            0       say        A0     0      1
    1      say         (V*)    *            1       say        V      1      2
    2      -           (A1*    (A0*)        2       say        A1     2      4
    3      run         *)      (V*)         3       run        A0     2      3

Phrases are kept as written: `A1` and its continuation `C-A1` are two phrases. A measure may join them to one
argument. If arguments are heads (`heads`), a phrase is one word.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

import numpy as np

from nerkit.algorithms.columns import NONE, Column, IntArray
from nerkit.algorithms.keys import expand
from nerkit.corpora.corpus import Origin, SentenceRows, joined_words, origins_of, rows_of

CONTINUED = "C-"  # before the label of a phrase that continues an argument
VERB = "V"  # the label of the predicate itself
ROOT = NONE  # the parent of a root
UNKNOWN = NONE - 1  # the parent of a word whose head is not given


@dataclass(frozen=True)
class Syntax:
    """The dependency tree beside the roles of a file: a head and a label for each word.

    parent   row of the head of each word, ROOT for a root, UNKNOWN if the head is missing
    deprel   label of each word
    """

    parent: IntArray
    deprel: Column


@dataclass(frozen=True)
class Roles(SentenceRows):
    """The semantic roles of a corpus.

    Rows of sentences

    documents   names of the documents: ids, or 1-based positions if *named* is False
    document    code of each sentence's document in `documents`; sentences of one document are together
    begin       first word of each sentence, followed by the number of words; shape (sentences + 1,)

    Rows of words

    line        1-based line of each word (0 in memory)
    form        the words; None if the format has none (props)
    syntax      heads and labels of the words; None if the format has none

    Rows of predicates, in the order of their words

    word        row of each predicate's word
    name        the name of each predicate: its lemma in files of spans, or its sense (`buy.01`) in files
                of heads

    Rows of phrases, ordered by predicate, then by start, then by descending length

    predicate   row of the predicate of each phrase
    label       label as written (`C-A1`)
    start, end  the words of each phrase are the rows `[start, end)` of words
    around      row of the phrase directly around each phrase; NONE without one

    *heads* says whether arguments are given by their heads, *plus* whether by columns beside a CoNLL-U tree.
    The field *labels* has the labels of arguments that count; None for all. *origins* count words.
    """

    documents: list[str]
    document: IntArray
    begin: IntArray
    line: IntArray
    form: Column | None
    syntax: Syntax | None
    word: IntArray
    name: Column
    predicate: IntArray
    label: Column
    start: IntArray
    end: IntArray
    around: IntArray
    heads: bool = False
    plus: bool = False
    labels: frozenset[str] | None = None
    origins: tuple[Origin, ...] = ()
    warnings: tuple[str, ...] = ()
    named: bool = False
    marks_documents: ClassVar[bool] = True  # a file without marks is one document without id

    def __len__(self) -> int:
        return len(self.predicate)

    @property
    def begins(self) -> IntArray:
        """The first word of each sentence, followed by the number of words."""
        return self.begin

    @property
    def sentences(self) -> int:
        """The number of sentences with roles."""
        return len(self.document)

    @property
    def words(self) -> int:
        """The number of words."""
        return len(self.line)

    @cached_property
    def sentence(self) -> IntArray:
        """The sentence of each word, shape (words,)."""
        return np.repeat(np.arange(self.sentences), np.diff(self.begin))

    @cached_property
    def within(self) -> IntArray:
        """The 0-based position of each word in its sentence."""
        return np.arange(self.words) - self.begin[self.sentence]

    @cached_property
    def of_predicate(self) -> IntArray:
        """The sentence of each predicate."""
        borders = np.searchsorted(self.word, self.begin)
        return np.repeat(np.arange(self.sentences), np.diff(borders))

    @property
    def starts(self) -> IntArray:
        """The 0-based position in its sentence of the first word of each phrase."""
        return self.start - self.begin[self.of_predicate][self.predicate]

    @property
    def document_texts(self) -> list[str]:
        """The words of each document, joined by blanks; empty in a format without words."""
        if self.form is None:
            return []
        return joined_words(self.form, self.document[self.sentence], len(self.documents))

    def take(self, sentences: IntArray) -> "Roles":
        """The roles of these sentences, in this order. Documents are unchanged."""
        if np.array_equal(sentences, np.arange(self.sentences)):
            return self
        borders = np.searchsorted(self.word, self.begin)
        _, words = expand(self.begin[sentences], self.begin[sentences + 1])
        _, predicates = expand(borders[sentences], borders[sentences + 1])
        begin = np.append(0, np.cumsum(np.diff(self.begin)[sentences]))
        place = np.full(self.words, NONE)  # new row of each word
        place[words] = np.arange(len(words))
        syntax = self.syntax and Syntax(
            _moved(self.syntax.parent[words], place), self.syntax.deprel.take(words)
        )
        taken = replace(
            self,
            **rows_of(self, sentences, "document"),
            **rows_of(self, words, "line form"),
            begin=begin,
            syntax=syntax,
            word=place[self.word],
            start=place[self.start],
            end=place[self.end - 1] + 1,
            origins=origins_of(self.origins, self.begin[sentences], begin[:-1]),
        )
        return taken.of_predicates(predicates)

    def of_predicates(self, predicates: IntArray) -> "Roles":
        """The roles of these predicates, in this order. Sentences and words are unchanged."""
        borders = np.searchsorted(self.predicate, np.arange(len(self.word) + 1))
        _, phrases = expand(borders[predicates], borders[predicates + 1])
        of = np.full(len(self.word), NONE)
        of[predicates] = np.arange(len(predicates))
        place = np.full(len(self), NONE)
        place[phrases] = np.arange(len(phrases))
        return replace(
            self,
            **rows_of(self, predicates, "word name"),
            **rows_of(self, phrases, "label start end"),
            predicate=of[self.predicate[phrases]],
            around=_moved(self.around[phrases], place),
        )


def _moved(rows: IntArray, place: IntArray) -> IntArray:
    """The new positions of rows; NONE and UNKNOWN are unchanged."""
    return np.where(rows < 0, rows, place[rows])
