"""Tagged tokens that stand by themselves: their text, and spans of the tokens of a document joined by blanks.

Tolkien B-PER  left O  Oxford B-LOC        "Tolkien left Oxford": [0, 7) PER, [13, 19) LOC
"""

from dataclasses import replace

import numpy as np

from nerkit.corpora.schemes import Decoder, as_spans
from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import Tagged
from nerkit.readers.spans.span_table import Tally


def text_of(words: list[str], tally: Tally) -> bytes:
    """The words, each ended by a newline; ends of lines in them are read as blanks, and counted."""
    broken = [place for place, word in enumerate(words) if "\n" in word or "\r" in word]
    for place in broken:
        words[place] = " ".join(words[place].splitlines())
    tally.add("token", "with a line end inside, read as a blank", len(broken))
    return "".join(f"{word}\n" for word in words).encode("utf-8", "replace")


def spans_of(tagged: Tagged) -> Spans:
    """The chunks as spans; offsets count characters of the tokens of their document, joined by blanks."""
    decoder = Decoder(tagged)
    chunks = decoder.lenient()
    spans = as_spans(tagged, chunks, decoder.types)
    words = tagged.tokens()
    length = np.fromiter(map(len, words), np.int64, len(words))
    begin = np.cumsum(length + 1) - length - 1  # of each token, counted over the corpus
    ends = np.cumsum(tagged.sizes())  # of the tokens of each document, which stand together
    firsts = ends - tagged.sizes()
    opening = np.append(begin, 0)[firsts][spans.document]
    texts = [" ".join(words[a:b]) for a, b in zip(firsts.tolist(), ends.tolist(), strict=True)]
    return replace(
        spans,
        start=begin[chunks.start] - opening,
        end=begin[chunks.end - 1] + length[chunks.end - 1] - opening,
        warnings=tagged.warnings,
        texts=texts,
    )
