"""IterX's JSONL: the templates of a document, a line; fillers without a template are one of no type."""

from nerkit.corpora.records import Documents
from nerkit.writers.format import Writer
from nerkit.writers.record_parts import TEMPLATES, Body, head, jsonl, roles, templates


def _document(name: str, body: Body) -> Body:
    return {name: [{**head(each), **roles(each["fillers"], offsets=False)} for each in templates(body)]}


WRITER = Writer(jsonl(_document), takes=Documents, holds=frozenset((TEMPLATES,)), templates=True)
