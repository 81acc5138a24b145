"""IterX's predictions: the templates of documents, a line for each type of template of a document.

    {"TST3-MUC4-0001": [{"incident_type": "attack", "Victim": [["juan"]]}]}
    {"TST3-MUC4-0001": []}

The templates of all lines of a document are its templates. Everything else as in GTT's files.
"""

from collections.abc import Iterable
from typing import Any

from nerkit.corpora.records import Documents
from nerkit.errors import InputError
from nerkit.io import Source
from nerkit.readers.borders import json_lines
from nerkit.readers.format import Reader
from nerkit.readers.json_text import beginning
from nerkit.readers.records.document_table import Body, DocumentReading
from nerkit.readers.records.templates import TYPE, TemplateTable

FORM = 'a line is {"TST3-MUC4-0001": [{"incident_type": "attack", "Victim": [["juan"]]}]}'


def recognise(head: str) -> bool:
    """True when the first object has one member, a list of templates, and one of the first has a type."""
    document = beginning(head)
    if not isinstance(document, dict) or len(document) != 1 or f'"{TYPE}"' not in head:
        return False
    (templates,) = document.values()
    return isinstance(templates, list) and all(isinstance(one, dict) for one in templates)


def read(sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any) -> Documents:
    """All documents of IterX files as one corpus.

    Raises InputError (file, line, column, remedy) for what is not JSON or has not this form.
    """
    table = TemplateTable("iterx", FORM, adds=True, refused=refused)

    def parts(reading: DocumentReading, body: Body) -> dict[str, Body]:
        return {name: {"templates": table.templates(reading, listed, name)} for name, listed in body.items()}

    return table.read(sources, parts)


READER = Reader(recognise, read, Documents, templates=True, borders=json_lines)
