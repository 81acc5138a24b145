"""DocRED's JSON: one list of documents. An entity is a cluster; an entity in none is a cluster of its own."""

import json
from collections.abc import Iterator

from nerkit.corpora.records import Documents
from nerkit.writers.format import TOKENS, Writer
from nerkit.writers.record_parts import CLUSTERS, ENTITIES, RELATIONS, Body, words


def write(documents: Documents) -> Iterator[str]:
    """One list of all documents."""
    listed = (
        json.dumps(_document(name, body), ensure_ascii=False)
        for name, body in zip(documents.documents, documents.values, strict=True)
    )
    yield "[" + ",\n ".join(listed) + "]\n"


def _document(name: str, body: Body) -> Body:
    types = {tuple(entity["span"]): entity.get("type") for entity in body.get(ENTITIES) or ()}
    chains = [list(chain) for chain in body.get(CLUSTERS) or ()]
    number = {tuple(span): place for place, chain in enumerate(chains) for span in chain}
    ends = [relation[key] for relation in body.get(RELATIONS) or () for key in ("head", "tail")]
    for span in [*types, *(tuple(end) for end in ends if isinstance(end, list))]:
        if span not in number:
            number[span] = len(chains)
            chains.append([list(span)])

    def entity(end: int | list[int]) -> int:
        return end if isinstance(end, int) else number[tuple(end)]

    return {
        "title": name,
        "sents": [body["tokens"]],
        "vertexSet": [
            [
                {"name": words(body, span), "sent_id": 0, "pos": span, "type": types.get(tuple(span))}
                for span in chain
            ]
            for chain in chains
        ],
        "labels": [
            {"h": entity(each["head"]), "t": entity(each["tail"]), "r": each["type"], "evidence": []}
            for each in body.get(RELATIONS) or ()
        ],
    }


HOLDS = frozenset((ENTITIES, RELATIONS, CLUSTERS, "loose"))
WRITER = Writer(write, takes=Documents, holds=HOLDS, unit=TOKENS)
