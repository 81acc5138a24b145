"""GTT's files: the templates of each document.

    {"docid": "TST3-MUC4-0001", "templates": [{"incident_type": "attack", "Victim": [[["juan", 12]]]}]}   gold
    {"30001": {"pred_templates": [{"incident_type": "attack", "Victim": [["juan"]]}]}}             predictions

- A filler is an entity, a list of mentions; where a mention stands in the text is not looked at.
- `30001` is the document TST3-MUC4-0001.
- A template may have an `id`, which no other one of its document has.
- Left out, with a warning: fillers without mentions, and templates of gold that repeat another one of their
  document.
- A predicted type that is no string is `attack`, with a warning.
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
from nerkit.readers.records.templates import TemplateTable

GOLD, PREDICTED = "templates", "pred_templates"
FORM = (
    'a line is {"docid": …, "templates": [{"incident_type": …, "Victim": [[["juan", 12]]]}]}, predictions '
    'are {"30001": {"pred_templates": [{"incident_type": …, "Victim": [["juan"]]}]}}'
)


def recognise(head: str) -> bool:
    """True when the first document has templates, or templates are predicted."""
    document = beginning(head)
    if not isinstance(document, dict):
        return False
    if "docid" in document:
        return GOLD in document
    return f'"{PREDICTED}"' in head and all(one is None or isinstance(one, dict) for one in document.values())


def read(sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any) -> Documents:
    """All documents of GTT files as one corpus.

    Raises InputError (file, line, column, remedy) for what is not JSON or has not this form.
    """
    table = TemplateTable("gtt", FORM, adds=False, refused=refused)

    def content(reading: DocumentReading, value: Any, *path: str | int) -> Body:
        """The templates of a document; equal ones of gold count once."""
        return {"templates": table.templates(reading, value, *path, gold=len(path) == 1)}

    return table.read_lines(sources, (GOLD, PREDICTED), content)


READER = Reader(recognise, read, Documents, templates=True, borders=json_lines)
