"""Convert tagged tokens to annotated texts and back; in texts, blanks join tokens, and lines are sentences.

    Tolkien  B-PER          Tolkien left Oxford .     [0, 7) PER
    left     O              He wrote .                [13, 19) LOC
    …

In the other direction, a text is cut into tokens at blanks, tabs and line ends. If a span begins or ends
inside a token, the token is cut there, too, and counted.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from nerkit.algorithms.columns import Column, IntArray
from nerkit.corpora.schemes import Decoder, as_spans
from nerkit.corpora.spans import Spans, Texts
from nerkit.corpora.tags import OUTSIDE, Tagged
from nerkit.exceptions import InputError, UsageError, plural, source_and_line
from nerkit.readers.tags.token_spans import placed

TOKEN = re.compile(r"[^ \t\r\n]+")
BLANKS = " \t\r\n"
BLANK = re.compile(r"[ \t\r\n]")


def from_tags(tagged: Tagged) -> Texts:
    """Convert tagged tokens to texts with the chunks as spans, whose offsets count characters.

    Raises InputError for a token with a blank, because it would look like two tokens.
    """
    decoder = Decoder(tagged)
    chunks = decoder.lenient()
    spans = as_spans(tagged, chunks, decoder.types)
    return from_token_spans(spans, chunks.start, chunks.end, tagged)


def from_token_spans(spans: Spans, start: IntArray, end: IntArray, tokens: Tagged) -> Texts:
    """The texts of documents, with spans whose offsets count characters.

    spans       the spans, with any offsets; their documents are numbered like the documents of *tokens*
    start, end  the tokens of each span, half-open in the whole corpus, shape (spans,)
    tokens      the tokens

    Raises InputError for a token with a blank.
    """
    words = tokens.tokens()
    for row, word in enumerate(words):
        if BLANK.search(word):
            source, line = source_and_line(tokens.place(row))
            problem = f"the token {word!r} has a blank, so a text would show two tokens"
            raise InputError(
                problem, source=source, line=line, remedy="write the token without the blank, as in New_York"
            )
    parts: list[list[str]] = [[] for _ in tokens.documents]
    bounds = zip(tokens.first.tolist(), tokens.last.tolist(), tokens.document.tolist(), strict=True)
    for first, last, place in bounds:
        parts[place].append(f"{' '.join(words[first:last])}\n")
    texts = ["".join(lines) for lines in parts]
    spans = replace(spans, documents=list(tokens.documents), named=tokens.named, texts=texts)
    return Texts(texts, placed(spans, start, end, tokens))


def a_sentence_each(tagged: Tagged) -> Tagged:
    """Make each sentence a document without an id, if the tokens have no document marks; otherwise warn."""
    if tagged.named or len(tagged.documents) > 1:
        warning = (
            "by_sentence=True changes nothing, because the file marks its documents, and each "
            "document is a text"
        )
        return replace(tagged, warnings=(*tagged.warnings, warning))
    count = len(tagged.first)
    return replace(tagged, documents=[str(n + 1) for n in range(count)], document=np.arange(count))


def sentences_of_one(tagged: Tagged) -> Tagged:
    """Join documents of one sentence into one document. Raises UsageError for other documents."""
    sizes = np.bincount(tagged.document, minlength=len(tagged.documents))
    if (sizes != 1).any():
        place = int(np.argmax(sizes != 1))
        raise UsageError(
            f"by_sentence=True needs documents of one sentence; document {tagged.documents[place]!r} has "
            f"{plural(int(sizes[place]), 'sentence')}"
        )
    return replace(tagged, documents=["1"], document=np.zeros_like(tagged.document), named=False)


def beside_blanks(spans: Spans) -> list[str]:
    """A phrase that counts the spans that begin or end at a blank; empty if there are none.

    Such spans cannot be expressed by tokens.
    """
    count = 0
    offsets = zip(spans.document.tolist(), spans.start.tolist(), spans.end.tolist(), strict=True)
    for place, start, end in offsets:
        text = spans.texts[place] if spans.texts else None
        covered = "" if text is None else text[start:end]
        count += bool(covered.strip(BLANKS)) and (covered[0] in BLANKS or covered[-1] in BLANKS)
    return [f"{plural(count, 'span')} that begin or end at a blank"] if count else []


def texts_of(spans: Spans) -> Texts:
    """The spans with the texts of their documents. Raises InputError for a document without a text."""
    texts = spans.texts or [None] * len(spans.documents)
    if None in texts:
        document = list(texts).index(None)
        rows = np.flatnonzero(spans.document == document)
        source, line = source_and_line(spans.place(int(rows[0]))) if len(rows) else ("document", None)
        problem = f"the document {spans.documents[document]} has no text, but nerkit needs the text here"
        remedy = "put the text in a .txt file beside the .ann file"
        raise InputError(problem, source=source, line=line, remedy=remedy)
    return Texts([text for text in texts if text is not None], spans)


def to_tokens(annotated: Texts) -> tuple[Tagged, Spans, list[str]]:
    """Convert texts to untagged tokens.

    Returns the tokens, and the spans with offsets that count tokens of their document. The third value is a
    list with a warning about tokens that were cut, if any.
    """
    spans = annotated.spans
    borders: list[set[int]] = [set() for _ in annotated.texts]
    for place, start, end in zip(
        spans.document.tolist(), spans.start.tolist(), spans.end.tolist(), strict=True
    ):
        borders[place] |= {start, end}
    words: list[str] = []
    sentences: list[tuple[int, int]] = []
    start, end, cut = spans.start.copy(), spans.end.copy(), 0
    for place, text in enumerate(annotated.texts):
        begins, ends = list[int](), list[int]()
        for _, tokens in token_lines(text, sorted(borders[place])):
            sentences.append((len(words) + len(begins), place))
            for cuts in tokens:
                begins += cuts[:-1]
                ends += cuts[1:]
                cut += len(cuts) > 2
        words += [text[a:b] for a, b in zip(begins, ends, strict=True)]
        rows = np.flatnonzero(spans.document == place)
        start[rows] = np.searchsorted(np.array(ends, np.int64), spans.start[rows], "right")
        end[rows] = np.searchsorted(np.array(begins, np.int64), spans.end[rows], "left")
    columns: IntArray = np.array(sentences, np.int64).reshape(-1, 2).T
    tagged = Tagged(
        documents=list(annotated.documents),
        first=columns[0],
        document=columns[1],
        line=np.zeros(len(sentences), np.int64),
        tags=Column([OUTSIDE], np.zeros(len(words), np.int64)),
        text="".join(f"{word}\n" for word in words).encode("utf-8", "backslashreplace"),
        origins=spans.origins,
        named=annotated.named,
    )
    warning = f"{plural(cut, 'token')} cut where a span begins or ends"
    return tagged, replace(spans, start=start, end=np.maximum(end, start)), [warning] if cut else []


def token_lines(text: str, borders: Sequence[int]) -> Iterator[tuple[str, list[list[int]]]]:
    """The lines of a text with tokens; each token is a list of offsets: its start, its cuts, and its end.

    *borders* are the offsets where tokens are cut, ascending.
    """
    begin = 0
    for line in text.split("\n"):
        tokens = []
        for match in TOKEN.finditer(text, begin, begin + len(line)):
            start, end = match.span()
            low = bisect_left(borders, start + 1)
            tokens.append([start, *borders[low : bisect_left(borders, end, low)], end])
        if tokens:
            yield line, tokens
        begin += len(line) + 1
