"""The alignments of entities that CEAF is the best of, for certificates."""

from collections.abc import Iterator

from nerkit.corpora.corpus import Batch
from nerkit.corpora.mentions import Mentions
from nerkit.results.instances import Instance, of_clusters
from nerkit.scorers.clusters import held
from nerkit.scorers.coref.comparison import ComparedMentions
from nerkit.scorers.coref.options import Options
from nerkit.scorers.coref.sides import counted_mentions

SIMILARITIES = {"ceaf_e": "phi4", "ceaf_m": "phi3"}
CORPUS = "*"  # in place of a document where entities go through several


def instances(batch: Batch[Mentions], measure: str, options: Options) -> Iterator[Instance]:
    """The instance of every document, a mention being its words, first and last, from 0."""
    mentions, _ = counted_mentions(batch, options)
    compared = ComparedMentions(mentions, options)
    by_document = not compared.corpus_wide
    names = [*_names(mentions.gold), *_names(mentions.system)]
    documents = batch.documents if by_document else [CORPUS]
    tables = held(compared.table(by_document=by_document), names)
    for document, (gold, system) in zip(documents, tables, strict=True):
        yield of_clusters(document, gold, system, SIMILARITIES[measure])


def _names(side: Mentions) -> list[str]:
    """The words of each mention as `first last` of each fragment, with its document; another one with the
    same is numbered.
    """
    span = side.span
    fragments: list[list[str]] = [[] for _ in range(len(span))]
    for row, start, end in zip(span.rows().tolist(), span.start.tolist(), span.end.tolist(), strict=True):
        fragments[row].append(f"{start} {end - 1}")
    turn: dict[str, int] = {}
    names = []
    for document, parts in zip(side.document.tolist(), fragments, strict=True):
        text = f"{side.documents[document]}: {' '.join(parts)}"
        turn[text] = turn.get(text, 0) + 1
        names.append(text if turn[text] == 1 else f"{text} #{turn[text]}")
    return names
