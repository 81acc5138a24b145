"""GRIT's files: fillers of the roles of each document.

    {"docid": "TST3-MUC4-0001", "extracts": {"Victim": [[["juan", 12], ["juan perez", 80]]]}}     gold, a line
    {"30001": {"pred_extracts": {"Victim": [["juan"]]}}}                      predictions, of all documents

- A filler is an entity, a list of mentions; where a mention stands in the text is not looked at.
- `30001` is the document TST3-MUC4-0001.
- A filler without mentions is left out, with a warning.
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

GOLD, PREDICTED = "extracts", "pred_extracts"
FORM = (
    'a line is {"docid": …, "extracts": {"Victim": [[["juan", 12]]]}}, predictions are {"30001": '
    '{"pred_extracts": {"Victim": [["juan"]]}}}'
)


def recognise(head: str) -> bool:
    """True when the first document has extracts and no templates, or extracts are predicted."""
    document = beginning(head)
    if not isinstance(document, dict):
        return False
    if "docid" in document:
        return GOLD in document and "templates" not in document
    return f'"{PREDICTED}"' in head and all(one is None or isinstance(one, dict) for one in document.values())


def read(sources: Iterable[Source], *, refused: list[InputError] | None = None, **_: Any) -> Documents:
    """All documents of GRIT files as one corpus.

    Raises InputError (file, line, column, remedy) for what is not JSON or has not this form.
    """
    table = TemplateTable("grit", FORM, adds=False, refused=refused)

    def content(reading: DocumentReading, value: Any, *path: str | int) -> Body:
        """The fillers of a document."""
        return {"fillers": table.fillers(reading, value, *path)}

    return table.read_lines(sources, (GOLD, PREDICTED), content)


READER = Reader(recognise, read, Documents, templates=True, borders=json_lines)
