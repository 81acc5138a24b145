"""GTT's JSONL: the templates of a document, a line; fillers without a template are one of no type."""

from nerkit.writers.record_parts import MENTION_OFFSETS, TEMPLATES, Body, head, jsonl, roles, templates


def _document(name: str, body: Body) -> Body:
    listed = [{**head(each), **roles(each["fillers"])} for each in templates(body)]
    return {"docid": name, "templates": listed}


WRITER = jsonl(_document, "", TEMPLATES, MENTION_OFFSETS, templates=True)
