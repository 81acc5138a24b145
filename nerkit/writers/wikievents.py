"""WikiEvents' JSONL, a document a line; its clusters stand in the document."""

from nerkit.writers import oneie
from nerkit.writers.format import TOKENS
from nerkit.writers.record_parts import CLUSTERS, Body, jsonl


def _document(name: str, body: Body) -> Body:
    made = {key: value for key, value in oneie.document(name, body).items() if key != "wnd_id"}
    clusters = [
        [start, end - 1, str(number)]
        for number, chain in enumerate(body.get(CLUSTERS) or (), 1)
        for start, end in chain
    ]
    return {**made, "sentences": [], CLUSTERS: clusters} if CLUSTERS in body else {**made, "sentences": []}


WRITER = jsonl(_document, TOKENS, CLUSTERS, *oneie.WRITER.holds)
