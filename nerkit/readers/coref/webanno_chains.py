"""Layers of chains of WebAnno TSV 3 as entities; `readers.spans.webanno` says what is read.

Chains are numbered in each file, so they are entities of one document. Where a layer of spans is read instead
(it is named, or there are no chains), the ids of its annotations are entities, across all documents.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from nerkit.corpora.mentions import Mentions
from nerkit.io import Source
from nerkit.readers.coref.span_mentions import of_spans
from nerkit.readers.spans import webanno

MAKES = Mentions


def read(sources: Iterable[Source], *, layer: str | None = None, **_: Any) -> Mentions:
    """The annotations of a layer as mentions; raises InputError as the reader of spans does."""
    spans = webanno.read(sources, layer=layer, chains=True)
    mentions = of_spans(spans)
    in_chains = all(name.startswith(webanno.CHAIN) for name in mentions.entities)
    return replace(mentions, corpus_wide=not in_chains, texts=spans.texts)


def meant_for(_: str) -> str | None:
    """None: where no task is named, spans are read."""
    return None
