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
from nerkit.readers.records.document_table import Body, DocumentReading, name_in
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
    """All documents of the files as one corpus.

    Raises InputError (file, line, column, remedy) for what is not JSON or has not this form.
    """
    table = TemplateTable("grit", FORM, adds=False, refused=refused)

    def parts(reading: DocumentReading, body: Body) -> dict[str, Body]:
        if GOLD in body or "docid" in body:
            name = name_in(reading, body, ("docid",))
            if name is None:
                reading.fail("no docid", "docid")
            return {name: {"fillers": table.fillers(reading, body.get(GOLD), GOLD)}}
        return {
            name: {
                "fillers": table.fillers(
                    reading,
                    reading.record(document, "a document", name).get(PREDICTED),
                    name,
                    PREDICTED,
                )
            }
            for name, document in body.items()
        }

    return table.read(sources, parts)


READER = Reader(recognise, read, Documents, templates=True, borders=json_lines)
