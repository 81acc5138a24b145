"""Write SciREX's JSONL, one document per line: mentions, entities by name, and relations of four entities.

Clusters without names are named by their numbers. For a system that was read from three files, only the
relations that are scored are written.
"""

from itertools import pairwise

from nerkit.corpora.records import SENTENCES
from nerkit.writers.format import TOKENS
from nerkit.writers.record_parts import CLUSTERS, ENTITIES, NARY, Body, items_of, json_writer


def _document(name: str, body: Body) -> Body:
    tokens, relations = body["tokens"], body.get(NARY) or []
    named = body.get("named")
    if named is None:
        named = {str(place): spans for place, spans in enumerate(items_of(body, CLUSTERS))}
    unnamed: dict[str, list[list[int]]] = {
        end: [] for each in relations for end in each.values() if end not in named
    }
    first = body.get(SENTENCES) or [0, len(tokens)]
    return {
        "doc_id": name,
        "words": tokens,
        "sentences": [[start, end] for start, end in pairwise(first) if end > start],
        "ner": [[*each["span"], each.get("type") or ""] for each in items_of(body, ENTITIES)],
        "coref": named | unnamed,
        "n_ary_relations": relations,
        "method_subrelations": {
            method: [[[0, len(method)], part] for part in parts]
            for method, parts in (body.get("subnames") or {}).items()
        },
    }


WRITER = json_writer(_document, TOKENS, ENTITIES, CLUSTERS, NARY)
