"""Convert tagged tokens to spans in a text, which is the tokens of a document joined by blanks.

Tolkien B-PER  left O  Oxford B-LOC        "Tolkien left Oxford": [0, 7) PER, [13, 19) LOC
"""

from dataclasses import replace

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.corpora.schemes import Decoder, as_spans
from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import Tagged


def spans_of(tagged: Tagged) -> Spans:
    """The chunks of a tagged corpus as spans; offsets count characters of the text of their document."""
    decoder = Decoder(tagged)
    chunks = decoder.lenient()
    words, ends = tagged.tokens(), np.cumsum(tagged.sizes()).tolist()
    texts = [" ".join(words[start:end]) for start, end in zip([0, *ends], ends, strict=False)]
    spans = placed(as_spans(tagged, chunks, decoder.types), chunks.start, chunks.end, tagged)
    return replace(spans, warnings=tagged.warnings, texts=texts)


def placed(spans: Spans, start: IntArray, end: IntArray, tokens: Tagged) -> Spans:
    """Convert spans of tokens to spans of characters, if one character separates tokens.

    spans       the spans, with any offsets; their documents are numbered like the documents of *tokens*
    start, end  the tokens of each span, half-open in the whole corpus, shape (spans,)
    tokens      the tokens
    """
    words, count = tokens.tokens(), tokens.sizes()
    sizes = np.fromiter(map(len, words), np.int64, len(words)) + 1  # with the character after it
    begin = np.cumsum(sizes) - sizes  # the begin of each token in the joined text of the corpus
    opening = np.append(begin, 0)[np.cumsum(count) - count][spans.document]
    return replace(spans, start=begin[start] - opening, end=begin[end - 1] + sizes[end - 1] - 1 - opening)
