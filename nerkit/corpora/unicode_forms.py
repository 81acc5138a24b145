"""Converts annotated texts to one form of Unicode, and moves their offsets.

    NFD   R e ´ n e ´     [0, 6)        NFC   R é n é     [0, 4)

A text is cut into clusters, which no normalisation joins: a letter with its marks, a syllable of Hangul. A
start inside a cluster moves to the beginning of the cluster, an end to its end.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal
from unicodedata import is_normalized, normalize

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.corpora.offsets import Offsets, placed
from nerkit.corpora.spans import STRING, Spans, Texts
from nerkit.exceptions import UsageError

Form = Literal["NFC", "NFKC"]
_NAMES: Mapping[str, Form] = {"nfc": "NFC", "nfkc": "NFKC"}
STRINGS = (STRING, "text")  # fields of spans with text


def normalized(corpus: Any, form: str, name: str) -> Any:
    """The corpus with its texts in this Unicode form. Raises UsageError for a corpus without texts."""
    if isinstance(corpus, Texts):
        spans = _moved(corpus.spans, corpus.texts, form)
        tokens = corpus.tokens and _moved(corpus.tokens, corpus.texts, form)
        texts = [normalize(_NAMES[form], text) for text in corpus.texts]
        return replace(corpus, texts=texts, spans=spans, tokens=tokens)
    if not isinstance(corpus, Spans):
        raise UsageError(
            f'unicode="{form}" needs annotated texts, as nerkit spans and nerkit noisy read them'
        )
    placed_rows = corpus.document[~corpus.strings_without_place()]
    lacking = [place for place, text in enumerate(_texts(corpus)) if text is None]
    if len(placed_rows) and np.isin(placed_rows, lacking).any():
        raise UsageError(f'unicode="{form}" moves offsets in texts, but documents of {name} have no text')
    normal = [None if text is None else normalize(_NAMES[form], text) for text in corpus.texts]
    return replace(_moved(corpus, _texts(corpus), form), texts=normal)


def _texts(spans: Spans) -> Sequence[str | None]:
    return spans.texts or [None] * len(spans.documents)


def _moved(spans: Spans, texts: Sequence[str | None], form: str) -> Spans:
    """The spans with offsets in the normalised texts."""
    places = {
        document: _places(text, _NAMES[form])
        for document, text in enumerate(texts)
        if text is not None and not is_normalized(_NAMES[form], text)
    }

    def moved(document: int, offsets: Offsets) -> Offsets:
        """The offsets of a document in its normalised text."""
        if document not in places:
            return offsets
        starts, ends = places[document]
        last = len(starts) - 1
        return starts[np.minimum(offsets[0], last)], ends[np.minimum(offsets[1], last)]

    fields = {
        key: column.map(lambda text: normalize(_NAMES[form], text) if isinstance(text, str) else text)
        if key in STRINGS
        else column
        for key, column in spans.fields.items()
    }
    return placed(replace(spans, fields=fields), moved)  # type: ignore[no-any-return]


def _places(text: str, form: Form) -> tuple[IntArray, IntArray]:
    """The new place of each offset of a text: one array for starts, one array for ends."""
    starts, ends, behind = [0] * (len(text) + 1), [0] * (len(text) + 1), 0
    for first, last in _clusters(text, form):
        before, behind = behind, behind + len(normalize(form, text[first:last]))
        starts[first:last] = [before] * (last - first)
        ends[first + 1 : last + 1] = [behind] * (last - first)
    starts[-1] = behind
    return np.array(starts, np.int64), np.array(ends, np.int64)


def _clusters(text: str, form: Form) -> Iterator[tuple[int, int]]:
    """Yield the clusters of a text, in order."""
    first = 0
    for place in range(1, len(text) + 1):
        if place == len(text) or _is_border(text[first:place], text[place], form):
            yield first, place
            first = place


def _is_border(cluster: str, character: str, form: Form) -> bool:
    """Whether a character begins a new cluster: joined and separate normalisation give the same text."""
    if character < "\u0300":  # smaller characters are never combining marks
        return True
    whole = normalize(form, cluster + character)
    return whole == normalize(form, cluster) + normalize(form, character)
