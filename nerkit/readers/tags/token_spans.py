"""Convert tagged tokens to spans in a text, which is the tokens of a document joined by blanks.

Tolkien B-PER  left O  Oxford B-LOC        "Tolkien left Oxford": [0, 7) PER, [13, 19) LOC
"""

from dataclasses import replace

import numpy as np

from nerkit.corpora.schemes import Decoder, as_spans
from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import Tagged


def spans_of(tagged: Tagged) -> Spans:
    """The chunks of a tagged corpus as spans; offsets count characters of the text of their document."""
    decoder = Decoder(tagged)
    chunks = decoder.lenient()
    spans = as_spans(tagged, chunks, decoder.types)
    words = tagged.tokens()
    length = np.fromiter(map(len, words), np.int64, len(words))
    begin = np.cumsum(length + 1) - length - 1  # the begin of each token in the joined text of the corpus
    ends = np.cumsum(tagged.sizes())  # the token after the last token of each document
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
