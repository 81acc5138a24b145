"""IterX's JSONL: the templates of a document, a line; fillers without a template are one of no type."""

from nerkit.writers.record_parts import TEMPLATES, Body, head, jsonl, roles, templates


def _document(name: str, body: Body) -> Body:
    return {name: [{**head(each), **roles(each["fillers"], offsets=False)} for each in templates(body)]}


WRITER = jsonl(_document, "", TEMPLATES, templates=True)
