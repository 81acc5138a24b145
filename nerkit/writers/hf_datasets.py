"""Write rows for Hugging Face's `datasets`: JSON lines of tokens and tags, one sentence per row.

A row's `id` is the id of its document, followed by the number of the sentence if the document has several
sentences. Each row is a separate document when the file is read again. Therefore nerkit reports lost borders
of documents if there are several documents, and one of them has several sentences.
"""

import json
from collections.abc import Iterator

import numpy as np

from nerkit.corpora.tags import Tagged
from nerkit.exceptions import plural
from nerkit.readers.tags.spelling import spelt
from nerkit.writers.format import Writer


def write(tagged: Tagged) -> Iterator[str]:
    """One row per sentence; a document without sentences is a row without tokens."""
    words, tags = tagged.tokens(), [spelt(tag) for tag in tagged.tags.values]
    codes, first, last = tagged.tags.codes.tolist(), tagged.first.tolist(), tagged.last.tolist()
    sentences: list[list[int]] = [[] for _ in tagged.documents]
    for number, document in enumerate(tagged.document.tolist()):
        sentences[document].append(number)
    for name, numbers in zip(tagged.documents, sentences, strict=True):
        ranges = [range(first[number], last[number]) for number in numbers] or [range(0)]
        for place, rows in enumerate(ranges, 1):
            own = name if len(ranges) < 2 else f"{name}:{place}"
            row = {"tokens": [words[i] for i in rows], "ner_tags": [tags[codes[i]] for i in rows]}
            known = {"id": own} if tagged.named else {}
            yield json.dumps(known | row, ensure_ascii=False) + "\n"


def lost(tagged: Tagged) -> list[str]:
    """A phrase about lost borders of documents, if one of several documents has several sentences."""
    sizes = np.bincount(tagged.document, minlength=len(tagged.documents))
    several = len(tagged.documents) > 1 and bool((sizes > 1).any())
    return [f"the borders of {plural(len(tagged.documents), 'document')}"] if several else []


WRITER = Writer(write, takes=Tagged, lost=lost)
