"""Documents of sentences in columns, which begin at lines like `# newdoc id = a`; an id may be missing.

Without such lines an input is one document, called by its path where several are read.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.corpora.corpus import NameInFile, Origin
from nerkit.io import Source

Mark = tuple[int, str | None]  # a line that begins a document, and the id there
Files = Sequence[tuple[Source, int]]  # inputs, and the line of a text on which each begins, from 0


class SentenceDocuments:
    """The documents of all sentences so far, None for one without id, and the inputs."""

    def __init__(self) -> None:
        self.ids: list[str | None] = []
        self.origins: list[Origin] = []
        self.begun = False  # whether a document of the input has begun

    @contextmanager
    def source(self, source: Source, first_row: int, *, alone: bool) -> Iterator[None]:
        """The sentences of an input are read inside; their first row is *first_row*.

        If it is not *alone*, documents without id are called by their file.
        """
        before, self.begun = len(self.ids), False
        yield
        self.origins.append(Origin(source.name, source.sha256, first_row))
        if alone:
            return
        if len(self.ids) == before:
            self.ids.append(None)
        for i in range(before, len(self.ids)):
            place = f"#{i - before + 1}" if len(self.ids) > before + 1 else ""
            self.ids[i] = self.ids[i] or NameInFile(source.member + place, source.member)

    def open(self, first: IntArray, marks: Sequence[Mark] = ()) -> IntArray:
        """Open the documents that begin in a text; the document of each of its sentences.

        *first* are the lines of the first words of its sentences, *marks* begin documents in the text.
        """
        begins = np.array([line for line, _ in marks], np.int64)
        if len(first) and not self.begun and not (len(begins) and begins[0] < first[0]):
            self.ids.append(None)
            self.begun = True
        base = len(self.ids) - 1
        self.ids += [name for _, name in marks]
        self.begun = self.begun or bool(marks)
        return base + np.searchsorted(begins, first)

    def of_files(
        self, files: Files, row: int, rows: IntArray, first: IntArray, marks: Sequence[Mark]
    ) -> IntArray:
        """The documents of the sentences of several files in one text, whose first row is *row*.

        Given are the lines of all words, of the *first* ones of sentences, and of the *marks* of documents.
        """
        ends = [begin for _, begin in files[1:]]
        words, sentences, marked = (
            [0, *np.searchsorted(lines, ends).tolist(), len(lines)]
            for lines in (rows, first, np.array([line for line, _ in marks], np.int64))
        )
        documents = []
        for i, (source, begin) in enumerate(files):
            with self.source(source, row + words[i], alone=False):
                own = [(line - begin, name) for line, name in marks[marked[i] : marked[i + 1]]]
                documents.append(self.open(first[sentences[i] : sentences[i + 1]] - begin, own))
        return np.concatenate(documents)

    @property
    def named(self) -> bool:
        """Whether every document has an id."""
        return all(self.ids)

    @property
    def names(self) -> list[str]:
        """The ids, or the numbers of all documents if one has no id."""
        named = self.named
        return [name if named and name else str(i + 1) for i, name in enumerate(self.ids)]
