"""Write relations and events as plain JSONL, one document per line, with all data of other formats."""

from nerkit.corpora.records import SENTENCES
from nerkit.writers.record_parts import ENTITIES, EVERYTHING, FIELDS, SCORES, Body, json_writer, without

# keys of documents that only single readers use
OWN = ("id", "names", "own_gold", "named", "subnames", "nary", SENTENCES)


def _document(name: str, body: Body) -> Body:
    parts = {key: value for key, value in body.items() if key not in OWN}
    if ENTITIES in parts:
        parts[ENTITIES] = [without(entity, SCORES, FIELDS) for entity in parts[ENTITIES]]
    return {"id": name, "relations": [], "events": [], **parts}


WRITER = json_writer(_document, "", *EVERYTHING - {SCORES, FIELDS})
