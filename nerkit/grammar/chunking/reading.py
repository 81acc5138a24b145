"""The input of chunking: bracketed trees, or tagged words in columns or joined to their tags by slashes.

ptb, discbracket, export   trees
columns    word, tag, and ignored further columns; a blank line after each sentence
slashes    one sentence per line: The/DT morning/NN flight/NN; the tag comes after the last slash
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from nerkit import readers
from nerkit.corpora.corpus import Origin
from nerkit.exceptions import InputError, UsageError, plural
from nerkit.grammar.chunking.chunked import Chunk, ChunkedSentence
from nerkit.grammar.chunking.phrases import PhraseTree, phrase_trees
from nerkit.io import Source

TREES = ("ptb", "discbracket", "export")
COLUMNS, SLASHES = "columns", "slashes"
FORMATS = (*TREES, COLUMNS, SLASHES)
BREAKS = ("-DOCSTART-", "-X-")  # lines in column files that are not words
TAGGED = "write tagged words in columns, with word and tag on each line, or with slashes, The/DT flight/NN"


@dataclass(frozen=True)
class ChunkedText:
    """The sentences of the inputs with their chunks, facts about the inputs, and warnings."""

    sentences: list[ChunkedSentence]
    origins: tuple[Origin, ...]
    warnings: tuple[str, ...]


def from_trees(
    sources: Sequence[Source], form: str, chunks: Callable[[PhraseTree], list[Chunk]]
) -> ChunkedText:
    """Chunk the sentences of tree files. Raises InputError for malformed or discontinuous trees."""
    for source in sources:
        source.is_table = True
    trees = readers.reader(form).read(sources)
    sentences = [
        ChunkedSentence(sentence.words, sentence.tags, chunks(sentence)) for sentence in phrase_trees(trees)
    ]
    blank = sum(not sentence.words for sentence in sentences)
    without = f"nerkit does not write {plural(blank, 'sentence')} without words"
    warnings = (*trees.warnings, without) if blank else trees.warnings
    return ChunkedText([sentence for sentence in sentences if sentence.words], trees.origins, tuple(warnings))


def from_tags(
    sources: Sequence[Source], form: str, chunks: Callable[[list[str]], list[Chunk]]
) -> ChunkedText:
    """Chunk the sentences of files with tagged words. Of trees, only the words and tags are used."""
    if form in TREES:
        return from_trees(sources, form, lambda tree: chunks(tree.tags))
    sentences: list[ChunkedSentence] = []
    origins = []
    warnings = []
    for source in sources:
        source.is_table = True
        origins.append((source, sum(len(one.words) for one in sentences)))
        tally: dict[str, int] = {}
        for words, tags in _columns(source, tally) if form == COLUMNS else _slashes(source):
            sentences.append(ChunkedSentence(words, tags, chunks(tags)))
        warnings += [f"{source.name}: {plural(count, what)} skipped" for what, count in tally.items()]
    listed = tuple(Origin(source.name, source.sha256, first) for source, first in origins)
    return ChunkedText(sentences, listed, tuple(warnings))


def recognised(sources: Sequence[Source]) -> str:
    """Recognise the format of the inputs by their content. Raises InputError if no format fits."""
    if (tree := readers.recognised(sources, TREES)) is not None:
        return tree
    for source in sources:
        for line in source.head.split("\n"):
            if cells := line.split():
                if cells[0].startswith(("(", "[")) and len(cells) != 2:
                    return "ptb"
                if all("/" in cell[1:] for cell in cells):
                    return SLASHES
                if len(cells) > 1 or cells[0] in BREAKS:
                    return COLUMNS
                raise InputError(
                    "the file holds neither trees nor tagged words",
                    source=source.name,
                    text=line,
                    line=1,
                    remedy=TAGGED,
                )
    return "ptb"  # blank


def check(form: str, *, trees: bool, rules: str) -> None:
    """Raise UsageError if the chunk rules need trees and the format has none."""
    if trees and form not in TREES:
        raise UsageError(
            f"the rules of {rules} need trees, but {form} has none; name a file of rules instead"
        )


def _columns(source: Source, tally: dict[str, int]) -> Iterator[tuple[list[str], list[str]]]:
    """(words, tags) of each sentence in a column file. *tally* counts the lines that are not words."""
    words: list[str] = []
    tags: list[str] = []
    for number, line in source.lines():
        cells = line.split()
        document = bool(cells) and cells[0] in BREAKS
        if not cells or document or (cells[0] == "#" and len(cells) != 2 and not words):
            if cells:
                what = "mark of a document" if document else "comment"
                tally[what] = tally.get(what, 0) + 1
            if words:
                yield words, tags
                words, tags = [], []
            continue
        if len(cells) < 2:
            problem = "the word has no tag"
            raise InputError(
                problem, source=source.name, line=number, column=len(line) + 1, text=line, remedy=TAGGED
            )
        words.append(cells[0])
        tags.append(cells[1])
    if words:
        yield words, tags


def _slashes(source: Source) -> Iterator[tuple[list[str], list[str]]]:
    for number, line in source.lines():
        if not line.strip():
            continue
        words, tags, position = [], [], 0
        for cell in line.split():
            position = line.index(cell, position)
            word, slash, tag = cell.rpartition("/")
            if not word or not tag:
                problem = "the word has no tag" if not slash else "the slash has no word and tag on its sides"
                raise InputError(
                    problem, source=source.name, line=number, column=position + 1, text=line, remedy=TAGGED
                )
            words.append(word)
            tags.append(tag)
            position += len(cell)
        yield words, tags
