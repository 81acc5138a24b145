"""DocRED's JSON: one list of documents. An entity is a cluster; an entity in none is a cluster of its own.

Sentences are those of a document that was read from DocRED, else a document is one sentence. Evidence is
written as it is, numbers of sentences.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from nerkit.corpora.records import SENTENCES
from nerkit.writers.format import TOKENS
from nerkit.writers.record_parts import CLUSTERS, ENTITIES, EVIDENCE, RELATIONS, Body, array, words


def _document(name: str, body: Body) -> Body:
    types = {tuple(entity["span"]): entity.get("type") for entity in body.get(ENTITIES) or ()}
    chains = [list(chain) for chain in body.get(CLUSTERS) or ()]
    number = {tuple(span): place for place, chain in enumerate(chains) for span in chain}
    ends = [relation[key] for relation in body.get(RELATIONS) or () for key in ("head", "tail")]
    for span in [*types, *(tuple(end) for end in ends if isinstance(end, list))]:
        if span not in number:
            number[span] = len(chains)
            chains.append([list(span)])

    first = body.get(SENTENCES) or [0, len(body["tokens"])]

    def entity(end: int | list[int]) -> int:
        return end if isinstance(end, int) else number[tuple(end)]

    return {
        "title": name,
        "sents": [body["tokens"][start:end] for start, end in pairwise(first)],
        "vertexSet": [
            [
                {"name": words(body, span), **_place(first, span), "type": types.get(tuple(span))}
                for span in chain
            ]
            for chain in chains
        ],
        "labels": [
            {
                "h": entity(each["head"]),
                "t": entity(each["tail"]),
                "r": each["type"],
                "evidence": list(each.get("evidence") or ()),
            }
            for each in body.get(RELATIONS) or ()
        ],
    }


def _place(first: Sequence[int], span: Sequence[int]) -> Body:
    """The sentence of a span of the document, by the first tokens of all of them, and the offsets in it."""
    sentence = max(bisect_right(first, span[0], hi=len(first) - 1) - 1, 0)
    return {"sent_id": sentence, "pos": [offset - first[sentence] for offset in span]}


WRITER = array(_document, TOKENS, ENTITIES, RELATIONS, CLUSTERS, EVIDENCE, "loose", numbers=True)
