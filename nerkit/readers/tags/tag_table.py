"""Build a corpus of tagged tokens, for readers that read one row or line at a time.

table.document("d1")                        documents  ["d1"]
table.sentence(2)                           first [0]    document [0]    line [2]
table.tokens(["Tolkien", "left"], ["B-PER", "O"], fault)
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NoReturn

import numpy as np

from nerkit.algorithms.columns import IntArray, Vocabulary
from nerkit.corpora.corpus import Origin
from nerkit.corpora.tags import Tagged
from nerkit.io import Source
from nerkit.readers.spans.span_table import Tally
from nerkit.readers.tags.spelling import column_of

Fault = Callable[[str, str], NoReturn]  # function (problem, remedy) that raises the InputError about a tag


class TagTable:
    """A corpus of tagged tokens under construction.

    names    number of a label -> tag
    column   the requested column of tags
    flat     `Tagged.flat`
    several  whether there are several inputs
    """

    def __init__(
        self,
        names: Mapping[str, str] | None = None,
        column: int | str | None = None,
        *,
        flat: bool = False,
    ) -> None:
        self.names, self.column, self.flat, self.several = names, column, flat, False
        self.ids: list[str | None] = []
        self.known = set[str]()  # the ids in a column of ids
        self.sentences: list[tuple[int, int, int]] = []  # first token, document, line
        self.words: list[str] = []
        self.spelt = Vocabulary()
        self.faults: list[Fault] = []  # for each spelling, the Fault of its first occurrence
        self.codes: list[IntArray] = [np.empty(0, np.int64)]
        self.origins: list[Origin] = []
        self.sources: list[Source] = []

    def document(self, name: str | None) -> None:
        """Begin a document; *name* is its id, or None."""
        self.ids.append(name)

    def sentence(self, line: int, after: int = 0) -> None:
        """Begin a sentence with the next token, or *after* tokens later; *line* is its line number."""
        self.sentences.append((len(self.words) + after, len(self.ids) - 1, line))

    def tokens(self, words: Sequence[str], tags: Sequence[str], fault: Callable[[int], Fault]) -> None:
        """Add tokens and their tags; *fault* maps the index of a token to the `Fault` for its tag."""
        if not self.spelt.keys() >= set(tags):
            for place, tag in enumerate(tags):
                if tag not in self.spelt:
                    self.spelt[tag] = len(self.spelt)
                    self.faults.append(fault(place))
        self.words += words
        self.codes.append(self.spelt.codes(tags))

    def fill(self, sources: Iterable[Source], add: Callable[[Source, "TagTable"], None]) -> "TagTable":
        """Add files to the table with the function *add*; return the table."""
        sources = list(sources)
        self.several = len(sources) > 1
        for source in sources:
            first = len(self.words)
            add(source, self)
            self.origins.append(Origin(source.name, source.sha256, first))
            self.sources.append(source)
        return self

    def read(self, sources: Iterable[Source], add: Callable[[Source, "TagTable"], None]) -> Tagged:
        """The corpus of all files; *add* adds the tokens of one file to this table."""
        return self.fill(sources, add).tagged()

    def tagged(self, *, named: bool = True) -> Tagged:
        """The corpus. Its documents keep their ids if *named* is true and each document has an id.

        Raises InputError for a text that is not a tag. A line break in a token becomes a blank, and a warning
        counts such tokens.
        """
        codes, tally = np.concatenate(self.codes), Tally()
        tags = column_of(self.spelt, codes, self.names, lambda place, *said: self.faults[place](*said))
        broken = [place for place, word in enumerate(self.words) if "\n" in word or "\r" in word]
        for place in broken:
            self.words[place] = " ".join(self.words[place].splitlines())
        tally.add("token", "with the end of a line in it, read as a blank", len(broken))
        named = named and None not in self.ids
        first, document, line = np.array(self.sentences, np.int64).reshape(-1, 3).T
        return Tagged(
            documents=[str(name if named else place) for place, name in enumerate(self.ids, 1)],
            first=first,
            document=document,
            line=line,
            tags=tags,
            text="".join(f"{word}\n" for word in self.words).encode("utf-8", "replace"),
            origins=tuple(self.origins),
            warnings=tuple(tally.warnings(self.sources)),
            named=named,
            flat=self.flat,
        )
