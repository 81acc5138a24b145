"""GRIT's JSONL: the fillers of the roles of a document, a line; the fillers of templates are its fillers."""

from nerkit.writers.record_parts import MENTION_OFFSETS, Body, jsonl, roles


def _document(name: str, body: Body) -> Body:
    templates = body.get("templates") or ()
    fillers = [*(body.get("fillers") or ()), *(each for one in templates for each in one["fillers"])]
    return {"docid": name, "extracts": roles(fillers)}


WRITER = jsonl(_document, "", MENTION_OFFSETS, templates=True)
