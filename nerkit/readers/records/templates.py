"""Templates of GRIT, GTT and IterX: fillers of roles, each an entity with its mentions.

A filler is a list of mentions; a mention is a string, or a string and where it stands. An entity without
mentions is left out, and counted.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from nerkit.corpora.records import Documents
from nerkit.errors import InputError
from nerkit.io import Source
from nerkit.readers.json_text import Value, documents, shown
from nerkit.readers.records.document_table import Body, DocumentReading, DocumentTable, Unit, name_in

TYPE = "incident_type"
ID = "id"  # of a template, where it has one
ATTACK = "attack"  # the type of a predicted template whose type is no string, as GTT reads it
NUMBER = re.compile(r"([1-4])(\d{4})")  # of a MUC document in the files of predictions
MENTIONS = 'fillers are lists of mentions: {"Victim": [["juan", "juan perez"], ["maria"]]}'

Add = Callable[[str, DocumentReading, Any, tuple[str | int, ...]], None]


def document_name(key: str) -> str:
    """The name of a document: of `30001`, as predictions call MUC's documents, `TST3-MUC4-0001`.

    >>> document_name("10007"), document_name("d1")
    ('TST1-MUC3-0007', 'd1')
    """
    found = NUMBER.fullmatch(key)
    if found is None:
        return key
    corpus, number = found.groups()
    return f"TST{corpus}-MUC{3 if corpus == '1' else 4}-{number}"


class TemplateTable:
    """Documents of fillers or templates under construction; what a document is given twice adds up."""

    def __init__(self, form: str, remedy: str, *, adds: bool, refused: list[InputError] | None) -> None:
        self.table, self.remedy, self.adds = DocumentTable(form, refused=refused), remedy, adds
        self.known: dict[str, Body] = {}

    def read(
        self, sources: Iterable[Source], parts: Callable[[DocumentReading, Body], Mapping[str, Any]]
    ) -> Documents:
        """All documents of the files; *parts* gives the documents of a JSON object, by their paths."""
        sources = list(sources)
        for source in sources:
            first = len(self.table.ids)
            self.known = {}
            for value in documents(source, self.remedy):
                self.table.attempt(partial(self._value, value, parts))
            self.table.finish(source, first)
        return self.table.documents(sources)

    def _value(self, value: Value, parts: Callable[[DocumentReading, Body], Mapping[str, Any]]) -> None:
        reading = DocumentReading(value, self.remedy, Unit())
        for key, body in parts(reading, reading.record(value.value, "a document")).items():
            name = document_name(key)
            if self.adds and name in self.known:
                self.known[name]["templates"].extend(body["templates"])
                continue
            self.known[name] = body
            self.table.add(name, body, value)

    def read_lines(
        self, sources: Iterable[Source], names: tuple[str, str], content: Callable[..., Body]
    ) -> Documents:
        """All documents of files of gold, a document a line, or of predictions, an object of documents.

        *names* are the members that hold the values of gold and of predictions; *content* gives a document
        of the reading, such a value, and its path.
        """
        gold, predicted = names

        def parts(reading: DocumentReading, body: Body) -> dict[str, Body]:
            """The documents of a line by their ids: one of gold, or predictions for several."""
            if gold in body or "docid" in body:
                name = name_in(reading, body, ("docid",))
                if name is None:
                    reading.fail("no docid", "docid")
                return {name: content(reading, body.get(gold), gold)}
            values = {
                name: reading.record(document, "a document", name).get(predicted)
                for name, document in body.items()
            }
            return {name: content(reading, value, name, predicted) for name, value in values.items()}

        return self.read(sources, parts)

    def fillers(self, reading: DocumentReading, roles: Any, *path: str | int) -> list[Body]:
        """The fillers of an object from roles to entities."""
        made: list[Body] = []
        for role, entities in reading.record(roles, "an object of roles", *path).items():
            if role in (TYPE, ID):
                continue
            if not isinstance(entities, list):
                reading.fail(f"{shown(entities)} is not a list of fillers", *path, role, remedy=MENTIONS)
            for place, entity in enumerate(entities):
                mentions = self._mentions(reading, entity, *path, role, place)
                if mentions:
                    made.append({"role": role, "mentions": mentions, **_offsets(entity)})
                self.table.tally.add("filler", "without mentions", not mentions)
        return made

    @staticmethod
    def _id(reading: DocumentReading, name: Any, known: set[Any], *path: str | int) -> str | int:
        """The id of a template, which no other one of its document has."""
        if isinstance(name, bool) or not isinstance(name, str | int):
            reading.fail(f"the id {shown(name)} is neither text nor an integer", *path, ID)
        if name in known:
            remedy = "ids of templates are unique in a document"
            reading.fail(f"the id {shown(name)} is given twice", *path, ID, remedy=remedy)
        known.add(name)
        return name

    def _mentions(self, reading: DocumentReading, entity: Any, *path: str | int) -> list[str]:
        if not isinstance(entity, list):
            reading.fail(f"{shown(entity)} is not a list of mentions", *path, remedy=MENTIONS)
        made: list[str] = []
        for place, mention in enumerate(entity):
            text = mention[0] if isinstance(mention, list) and mention else mention
            if not isinstance(text, str):
                reading.fail(f"{shown(mention)} is not a mention", *path, place, remedy=MENTIONS)
            made.append(text)
        return made

    def templates(
        self, reading: DocumentReading, listed: Any, *path: str | int, gold: bool = False
    ) -> list[Body]:
        """The templates of a list; of gold's, equal ones count once."""
        if not isinstance(listed, list):
            reading.fail(f"{shown(listed)} is not a list of templates", *path)
        made: list[Body] = []
        ids: set[Any] = set()
        for place, template in enumerate(listed):
            kind = reading.record(template, "a template", *path, place).get(TYPE)
            if not isinstance(kind, str):
                if gold:
                    problem = f"{TYPE} is {shown(kind)}, not a string" if TYPE in template else f"no {TYPE}"
                    reading.fail(problem, *path, place, TYPE)
                self.table.tally.add("template", f"whose type is no string (read as {ATTACK!r})", 1)
                kind = ATTACK
            one: Body = {"type": kind, "fillers": self.fillers(reading, template, *path, place)}
            if ID in template:
                one[ID] = self._id(reading, template[ID], ids, *path, place)
            repeated = gold and any(_alike(one, other) for other in made)
            self.table.tally.add("template", "repeating another one of its document", repeated)
            if not repeated:
                made.append(one)
        return made


def _offsets(entity: list[Any]) -> Body:
    """Where the mentions of a filler begin, if that is said of all of them."""
    begins = [each[1] for each in entity if isinstance(each, list) and len(each) > 1 and type(each[1]) is int]
    return {"offsets": begins} if len(begins) == len(entity) else {}


def _alike(one: Body, other: Body) -> bool:
    """Whether two templates are equal, wherever their mentions stand."""
    return one["type"] == other["type"] and _strings(one) == _strings(other)


def _strings(template: Body) -> list[tuple[str, list[str]]]:
    return [(each["role"], each["mentions"]) for each in template["fillers"]]
