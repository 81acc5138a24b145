"""Files of a preset as JSON lines: a document a line, with the fields that its formulas look at.

They are read again with the format `records`: its rows of them are those of the files.
"""

import json
from collections.abc import Iterator

from nerkit import readers
from nerkit.corpora.records import Documents
from nerkit.errors import UsageError
from nerkit.ground.preset_files import refers_to
from nerkit.io import expand


def convert_records_of(target: str, form: str) -> tuple[Iterator[str], list[str]]:
    """The lines of the files of *target*, which are in the format of a preset, and warnings.

    Raises InputError for input that does not parse, UsageError for a preset whose format holds no records.
    """
    reader, sources = readers.reader(form), expand(target)
    if reader.makes is not Documents:
        raise UsageError(
            f"the format of the preset {refers_to(form)[0]} holds no records, and is not written"
        )
    documents = reader.read(sources)
    return lines(documents), [*sources.warnings, *documents.warnings]


def lines(documents: Documents) -> Iterator[str]:
    """A line for each document: its id, if documents have ids, and its fields."""
    for name, value in zip(documents.documents, documents.values, strict=True):
        body = {"id": name, **value} if documents.named and isinstance(value, dict) else value
        yield json.dumps(body, ensure_ascii=False) + "\n"
