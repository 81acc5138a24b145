"""Build a corpus of semantic roles from blocks of whole sentences, for all formats of roles."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, Column, IntArray, Vocabulary
from nerkit.corpora.roles import ROOT, UNKNOWN, Roles, Syntax
from nerkit.io import Source
from nerkit.readers.columns.documents import Mark, SentenceDocuments
from nerkit.readers.columns.text import ColumnText, whole_sentences
from nerkit.readers.spans.span_table import counted

EMPTY = np.empty(0, np.int64)
PART = 1 << 19  # characters read at a time, so that they fit into the cache of a processor


@dataclass(frozen=True)
class PhraseRows:
    """Phrases in any order, as arrays of shape (phrases,) with the fields of `Roles`.

    Indices in `around` refer to the order of this object.
    """

    predicate: IntArray
    label: Column
    start: IntArray
    end: IntArray
    around: IntArray

    def order(self) -> IntArray:
        """The indices of the rows, sorted by predicate, then start, then longer (or outer) phrases first."""
        columns = (-self.end, self.start, self.predicate)
        in_order: BoolArray | bool = True  # whether each row may follow the row before it
        for column in columns:
            in_order = (column[1:] > column[:-1]) | ((column[1:] == column[:-1]) & in_order)
        # sorting is stable, so the outer of two phrases with equal words stays first
        return np.arange(len(self.start)) if np.all(in_order) else np.lexsort(columns)

    @classmethod
    def listed(cls, phrases: Sequence[tuple[int, str, int, int]]) -> "PhraseRows":
        """Make phrases that are not nested from tuples (predicate, label, start, end)."""
        predicate, start, end = (np.array([row[k] for row in phrases], np.int64) for k in (0, 2, 3))
        return cls(predicate, Column.of(row[1] for row in phrases), start, end, np.full(len(phrases), NONE))


@dataclass(frozen=True)
class RoleRows:
    """The sentences of a block of text; all indices are 0-based in the block.

    first    the first word of each sentence, shape (sentences,)
    line     the line of each word, shape (words,)
    word     the word of each predicate, ascending, shape (predicates,)
    name     the name of each predicate, shape (predicates,)
    phrases  the phrases of the predicates
    form     the text of each word, or None, shape (words,)
    head     the 1-based number of each word's head in its sentence, 0 for a root, NONE if not given; or None
    deprel   the dependency label of each word, or None
    """

    first: IntArray
    line: IntArray
    word: IntArray
    name: Column
    phrases: PhraseRows
    form: Column | None = None
    head: IntArray | None = None
    deprel: Column | None = None


@dataclass
class RoleTable:
    """A corpus of roles under construction; *heads* and *plus* are fields of `Roles`."""

    heads: bool = False
    plus: bool = False
    documents: SentenceDocuments = field(default_factory=SentenceDocuments)
    parts: list[dict[str, IntArray]] = field(default_factory=list)
    forms: Vocabulary = field(default_factory=Vocabulary)
    deprels: Vocabulary = field(default_factory=Vocabulary)
    names: Vocabulary = field(default_factory=Vocabulary)
    labels: Vocabulary = field(default_factory=Vocabulary)
    warnings: list[str] = field(default_factory=list)
    sizes: dict[str, int] = field(
        default_factory=lambda: dict.fromkeys(("words", "predicates", "phrases"), 0)
    )

    def read(
        self, sources: Iterable[Source], add: Callable[[Source, ColumnText], int], left: tuple[str, str]
    ) -> Roles:
        """Read inputs into a corpus.

        add   function (input, block of text) that adds the sentences of the block to this table, and returns
              a number of items for a warning
        left  the noun and the verdict for the warning about these items

        If there are several inputs, documents without an id are named after their files.
        """
        sources = list(sources)
        for source in sources:
            with self.documents.source(source, self.sizes["words"], alone=len(sources) == 1):
                count = sum(add(source, text) for text in whole_sentences(source, PART))
            if count:
                self.warnings.append(counted(source.name, *left, count))
        return self.finished()

    def add_text(self, text: ColumnText, rows: RoleRows, marks: Sequence[Mark]) -> None:
        """Add the sentences of a block; *marks* are the lines that begin documents."""
        self.add(text.number, rows, self.documents.open(rows.line[rows.first], marks))

    def add(self, number: int, rows: RoleRows, document: IntArray) -> None:
        """Add the sentences of a block that begins at line *number*; *document* is the document of each."""
        words, predicates, before = self.sizes.values()
        phrases = rows.phrases
        order = phrases.order()
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        around = phrases.around[order]
        part = {
            "first": rows.first + words,
            "document": document,
            "line": rows.line + number,
            "word": rows.word + words,
            "name": self.names.recoded(rows.name),
            "predicate": phrases.predicate[order] + predicates,
            "label": self.labels.recoded(phrases.label)[order],
            "start": phrases.start[order] + words,
            "end": phrases.end[order] + words,
            "around": np.where(around == NONE, NONE, place[around] + before),
        }
        if rows.form is not None:
            part["form"] = self.forms.recoded(rows.form)
        if rows.head is not None and rows.deprel is not None:
            begin = np.repeat(rows.first, np.diff(np.append(rows.first, len(rows.line))))
            parent = np.where(rows.head == 0, ROOT, begin + rows.head - 1 + words)
            part["parent"] = np.where(rows.head < 0, UNKNOWN, parent)
            part["deprel"] = self.deprels.recoded(rows.deprel)
        self.parts.append(part)
        for name, count in zip(self.sizes, (len(rows.line), len(rows.word), len(order)), strict=True):
            self.sizes[name] += count

    def finished(self) -> Roles:
        """The corpus of all added sentences."""

        def joined(name: str) -> IntArray:
            return np.concatenate([EMPTY, *(part[name] for part in self.parts)])

        def has(name: str) -> bool:
            return bool(self.parts) and all(name in part for part in self.parts)

        syntax = None
        if has("parent"):
            syntax = Syntax(joined("parent"), Column(list(self.deprels), joined("deprel")))
        return Roles(
            documents=self.documents.names,
            document=joined("document"),
            begin=np.append(joined("first"), self.sizes["words"]),
            line=joined("line"),
            form=Column(list(self.forms), joined("form")) if has("form") else None,
            syntax=syntax,
            word=joined("word"),
            name=Column(list(self.names), joined("name")),
            predicate=joined("predicate"),
            label=Column(list(self.labels), joined("label")),
            start=joined("start"),
            end=joined("end"),
            around=joined("around"),
            heads=self.heads,
            plus=self.plus,
            origins=tuple(self.documents.origins),
            warnings=tuple(self.warnings),
            named=bool(self.documents.ids) and self.documents.named,
        )
