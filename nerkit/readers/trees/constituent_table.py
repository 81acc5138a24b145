"""Collects constituents, one piece of whole sentences at a time."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from nerkit.algorithms.columns import NONE, Column, IntArray, Vocabulary
from nerkit.corpora.brackets import Constituents
from nerkit.corpora.corpus import NameInFile, Origin
from nerkit.io import Source
from nerkit.readers.trees.bracketing import TreeNodes

COLUMNS = ("sentence", "label", "first", "last", "level", "at", "word", "tag", "above", "line", "terminals")


@dataclass
class ConstituentTable:
    """The columns of all sentences with constituents read so far.

    vocabulary   words, tags and labels as bytes, in the order of their codes (the code 0 is the empty text)
    names        the id of each sentence, if sentences have ids
    """

    vocabulary: Vocabulary = field(default_factory=lambda: Vocabulary({b"": 0}))
    names: list[str] = field(default_factory=list)
    parts: dict[str, list[IntArray]] = field(default_factory=lambda: {name: [] for name in COLUMNS})
    origins: list[Origin] = field(default_factory=list)
    sentences: int = 0
    constituents: int = 0
    terminals: int = 0

    def read(
        self,
        sources: Iterable[Source],
        nodes: "Callable[[Source, ConstituentTable], Iterable[tuple[str | None, TreeNodes]]]",
    ) -> Constituents:
        """The corpus of inputs. *nodes* returns the pieces of an input, which this table adds, with
        the ids of the sentences if there are ids.

        Ids that are not all different are ignored. With several inputs, sentences are called `FILE#ID` or
        `FILE#N`.
        """
        sources = list(sources)
        for source in sources:
            before, ids = self.sentences, list[str]()
            with source:
                for name, piece in nodes(source, self):
                    self.add(piece)
                    ids += [] if name is None else [name]
            self.origins.append(Origin(source.name, source.sha256, before))
            count = self.sentences - before
            named = len(set(ids)) == count
            if len(sources) > 1:
                self.names += [
                    f"{source.member}#{ids[i]}"
                    if named
                    else NameInFile(f"{source.member}#{i + 1}", source.member)
                    for i in range(count)
                ]
            elif named:
                self.names += ids
        return self.finished()

    def add(self, nodes: TreeNodes) -> None:
        """Add the sentences of a piece."""
        shifts = {"sentence": self.sentences, "first": self.terminals, "last": self.terminals}
        for name in COLUMNS:
            self.parts[name].append(getattr(nodes, name) + shifts.get(name, 0))
        above = self.parts["above"]
        above[-1] = np.where(above[-1] == NONE, NONE, above[-1] + self.constituents)
        self.sentences += len(nodes.line)
        self.constituents += len(nodes.label)
        self.terminals += len(nodes.word)

    def finished(self) -> Constituents:
        """The corpus. The table is emptied, so that columns are not in memory twice."""
        none = np.empty(0, np.int64)
        texts = [word.decode() for word in self.vocabulary]
        named = bool(self.names)

        def numbers(name: str) -> IntArray:
            return np.concatenate([none, *self.parts.pop(name)])

        return Constituents(
            documents=self.names if named else [str(i + 1) for i in range(self.sentences)],
            document=np.arange(self.sentences),
            line=numbers("line"),
            begin=np.append(0, np.cumsum(numbers("terminals"))),
            sentence=numbers("sentence"),
            label=_column(numbers("label"), texts),
            first=numbers("first"),
            last=numbers("last"),
            level=numbers("level"),
            at=numbers("at"),
            word=_column(numbers("word"), texts),
            tag=_column(numbers("tag"), texts),
            above=numbers("above"),
            origins=tuple(self.origins),
            named=named,
        )


def _column(codes: IntArray, texts: list[str]) -> Column:
    """The column with these codes, with only the values that occur in it."""
    used = np.bincount(codes, minlength=1) > 0
    place = np.cumsum(used) - 1
    return Column([texts[code] for code in np.flatnonzero(used).tolist()], place[codes])
