"""Divide sentences in columns into documents, which begin at lines like `# newdoc id = a`.

The id is optional. An input without such lines is one document. If there are several inputs, its id is the
path of its file.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.corpora.corpus import NameInFile, Origin
from nerkit.io import Source

Mark = tuple[int, str | None]  # a line that begins a document, and the id in this line
Files = Sequence[tuple[Source, int]]  # files that are read as one text, with the 0-based first line of each


class SentenceDocuments:
    """The documents of the sentences read so far.

    ids      the id of each document, None for a document without an id
    origins  the inputs
    """

    def __init__(self) -> None:
        self.ids: list[str | None] = []
        self.origins: list[Origin] = []
        self.begun = False  # whether a document of the current input has begun

    @contextmanager
    def source(self, source: Source, first_row: int, *, alone: bool) -> Iterator[None]:
        """A context in which the sentences of one input are read; *first_row* is the row of its first word.

        If the input is not *alone*, documents without an id are named after their file.
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
        """Add the documents that begin in a text; return the document of each sentence, shape (sentences,).

        first  the line of the first word of each sentence in the text, shape (sentences,)
        marks  the lines that begin documents, ascending
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
        """The document of each sentence in a text of several files, shape (sentences,).

        files  the files, and the line of the text where each begins
        row    the row of the first word of the text
        rows   the line of each word, shape (words,)
        first  the line of the first word of each sentence, shape (sentences,)
        marks  the lines that begin documents, ascending
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
        """The ids of the documents; the numbers 1, 2, … if a document has no id."""
        named = self.named
        return [name if named and name else str(i + 1) for i, name in enumerate(self.ids)]
