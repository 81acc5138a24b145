"""Label Studio's JSON: a task for each document, with one annotation that holds its spans.

    [{"data": {"text": "Tolkien was born.", "id": "a"}, "annotations": [{"result": [
      {"id": "1", "type": "labels", "from_name": "label", "to_name": "text",
       "value": {"start": 0, "end": 7, "text": "Tolkien", "labels": ["PER"]}}]}]}]

It is imported into a project whose configuration has <Labels name="label" toName="text">
and <Text name="text" value="$text"/>. The id of a document is `data.id`; documents without ids have none, as
the tool numbers tasks itself. A score stands beside the type of its span.
"""

import json
from collections.abc import Iterator
from typing import Any

from nerkit.corpora.spans import Texts
from nerkit.writers.format import Writer


def write(annotated: Texts) -> Iterator[str]:
    """The tasks, one a line."""
    spans = annotated.spans
    results: list[list[dict[str, Any]]] = [[] for _ in annotated.documents]
    place, start, end = spans.document.tolist(), spans.start.tolist(), spans.end.tolist()
    types, scores = spans.fields.get("type"), spans.fields.get("score")
    for row in range(len(spans)):
        listed, text = results[place[row]], annotated.texts[place[row]]
        kind = types.value(row) if types else None
        region: dict[str, Any] = {
            "id": str(len(listed) + 1),
            "type": "labels",
            "from_name": "label",
            "to_name": "text",
            "value": {
                "start": start[row],
                "end": end[row],
                "text": text[start[row] : end[row]],
                "labels": [] if kind is None else [kind],
            },
        }
        score = scores.value(row) if scores else None
        listed.append(region if score is None else region | {"score": score})
    yield "[\n"
    last = len(annotated.documents) - 1
    for number, (name, text, listed) in enumerate(
        zip(annotated.documents, annotated.texts, results, strict=True)
    ):
        data = {"text": text} | ({"id": name} if annotated.named else {})
        task = {"data": data, "annotations": [{"result": listed}]}
        yield json.dumps(task, ensure_ascii=False) + ("\n" if number == last else ",\n")
    yield "]\n"


WRITER = Writer(write, takes=Texts, holds=("type", "score", "text"))
