"""Write chunks in brackets, one sentence per line: `[NP The morning flight] [PP from] [NP Denver]`.

Brackets inside tokens become `-LSB-` and `-RSB-`, and blanks inside types `_`, because they would be read as
part of the notation.
"""

from collections.abc import Iterator

from nerkit.corpora.schemes import Decoder
from nerkit.corpora.tags import Tagged
from nerkit.writers.format import Writer


def write(tagged: Tagged) -> Iterator[str]:
    """The line of each sentence in brackets."""
    decoder = Decoder(tagged)
    chunks = decoder.lenient()
    words = [word.replace("[", "-LSB-").replace("]", "-RSB-") for word in tagged.tokens()]
    types = ["_".join(name.split()) for name in decoder.types]
    bounds = zip(chunks.start.tolist(), chunks.end.tolist(), chunks.type.tolist(), strict=True)
    for start, end, code in bounds:
        words[start] = f"[{types[code]} {words[start]}"
        words[end - 1] += "]"
    for first, last in zip(tagged.first.tolist(), tagged.last.tolist(), strict=True):
        yield " ".join(words[first:last]) + "\n"


WRITER = Writer(write, takes=Tagged)
