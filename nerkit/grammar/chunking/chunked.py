"""Sentences of tagged words with flat or nested chunks. They can be written as tags, as trees, or as
features.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from nerkit.algorithms.columns import Column
from nerkit.corpora.corpus import Origin
from nerkit.corpora.schemes import Chunks, Scheme, tagged_in
from nerkit.corpora.tags import OUTSIDE, Tagged

PADDING = "_"  # the feature of a place outside the sentence
WINDOW, HISTORY = 2, 2  # number of context words on each side, and of previous chunk tags


@dataclass(frozen=True, order=True)
class Chunk:
    """A chunk: its type, its first word and its end (exclusive), 0-based."""

    type: str
    start: int
    end: int


@dataclass(frozen=True)
class ChunkedSentence:
    """A sentence: its words, their tags, and its chunks from left to right. An outer chunk comes before its
    inner chunks.
    """

    words: list[str]
    tags: list[str]
    chunks: list[Chunk]

    def outermost(self, types: Iterable[str] | None = None) -> "ChunkedSentence":
        """A copy of the sentence with chunks of these types only (None: all types), and of these only the
        outermost.
        """
        wanted = None if types is None else set(types)
        outer: list[Chunk] = []
        for chunk in self.chunks:
            if (wanted is None or chunk.type in wanted) and (not outer or chunk.start >= outer[-1].end):
                outer.append(chunk)
        return replace(self, chunks=outer)

    def only(self, types: Iterable[str]) -> "ChunkedSentence":
        """A copy of the sentence with chunks of these types only."""
        wanted = set(types)
        return replace(self, chunks=[chunk for chunk in self.chunks if chunk.type in wanted])


def as_tagged(sentences: Sequence[ChunkedSentence], scheme: Scheme, origins: Sequence[Origin] = ()) -> Tagged:
    """The sentences as tokens with chunk tags in *scheme*. The chunks must not be nested."""
    sizes = np.array([len(sentence.words) for sentence in sentences if sentence.words], np.int64)
    first = np.cumsum(sizes) - sizes
    types = list(dict.fromkeys(chunk.type for sentence in sentences for chunk in sentence.chunks))
    code = {name: place for place, name in enumerate(types)}
    rows = [
        (begin + chunk.start, begin + chunk.end, code[chunk.type])
        for begin, sentence in zip(
            first.tolist(), (sentence for sentence in sentences if sentence.words), strict=True
        )
        for chunk in sentence.chunks
    ]
    columns = np.array(rows, np.int64).reshape(-1, 3).T
    tagged = Tagged(
        documents=["1"],
        first=first,
        document=np.zeros(len(first), np.int64),
        line=np.zeros(len(first), np.int64),
        tags=Column([OUTSIDE], np.zeros(int(sizes.sum()), np.int64)),
        text="".join(f"{word}\n" for sentence in sentences for word in sentence.words).encode(),
        origins=tuple(origins),
        named=False,
    )
    return tagged_in(tagged, Chunks(*columns), types, scheme)


def columns(sentences: Sequence[ChunkedSentence], tagged: Tagged, spelt: Sequence[str]) -> Iterator[str]:
    """Lines `word tag chunk-tag`, with a blank line after each sentence. *spelt* has the texts of the chunk
    tags.
    """
    codes, token = tagged.tags.codes.tolist(), 0
    for sentence in sentences:
        lines = []
        for word, tag in zip(sentence.words, sentence.tags, strict=True):
            lines.append(f"{word} {tag} {spelt[codes[token]]}\n")
            token += 1
        yield "".join(lines) + "\n"


def features(sentences: Sequence[ChunkedSentence], tagged: Tagged, spelt: Sequence[str]) -> Iterator[str]:
    """Lines of twelve features and the chunk tag. The features are five words and five tags around the word,
    and the two previous chunk tags. A blank line follows each sentence.
    """
    codes, token = tagged.tags.codes.tolist(), 0
    edge = [PADDING] * WINDOW
    for sentence in sentences:
        words, tags = [*edge, *sentence.words, *edge], [*edge, *sentence.tags, *edge]
        chunk_tags = [PADDING] * HISTORY + [
            spelt[code] for code in codes[token : token + len(sentence.words)]
        ]
        token += len(sentence.words)
        lines = []
        for place in range(len(sentence.words)):
            around = slice(place, place + 2 * WINDOW + 1)
            before = chunk_tags[place : place + HISTORY + 1]  # and the word's own tag, the class to learn
            lines.append(" ".join([*words[around], *tags[around], *before]) + "\n")
        yield "".join(lines) + "\n"


def tree(sentence: ChunkedSentence, root: str = "S") -> str:
    """The sentence as a tree in brackets: `(S (NP (DT The) (NN flight)) (VBD left))`."""
    opening: dict[int, list[Chunk]] = {}
    closing: dict[int, int] = {}
    for chunk in sentence.chunks:
        opening.setdefault(chunk.start, []).append(chunk)
        closing[chunk.end - 1] = closing.get(chunk.end - 1, 0) + 1
    parts = [f"({_escaped(root)}"]
    for place, (word, tag) in enumerate(zip(sentence.words, sentence.tags, strict=True)):
        parts += [f" ({_escaped(chunk.type)}" for chunk in opening.get(place, ())]
        parts.append(f" ({_escaped(tag)} {_escaped(word)})" + ")" * closing.get(place, 0))
    return "".join(parts) + ")"


def _escaped(text: str) -> str:
    return text.replace("(", "-LRB-").replace(")", "-RRB-")
