"""Templates of GRIT, GTT and IterX: fillers of roles, each an entity with its mentions.

A filler is a list of mentions; a mention is a string, or a string and its offset. Entities without mentions
are dropped and counted.
"""

import re
from typing import Any

from nerkit.ground.records import record
from nerkit.readers.json_text import Value, shown
from nerkit.readers.records.document_table import Body, name_in
from nerkit.readers.records.shape import Shape, ShapedReading
from nerkit.readers.spans.span_table import ReadingTable

TYPE = "incident_type"
ID = "id"  # the optional id of a template
ATTACK = "attack"  # replaces a predicted type that is not a string, as in GTT
NUMBER = re.compile(r"([1-4])(\d{4})")  # of a MUC document in the files of predictions
MENTIONS = 'write fillers as lists of mentions: {"Victim": [["juan", "juan perez"], ["maria"]]}'


def document_name(key: str) -> str:
    """The document id for an id in predictions: MUC's numbers become names (`30001`: `TST3-MUC4-0001`).

    >>> document_name("10007"), document_name("d1")
    ('TST1-MUC3-0007', 'd1')
    """
    found = NUMBER.fullmatch(key)
    if found is None:
        return key
    corpus, number = found.groups()
    return f"TST{corpus}-MUC{3 if corpus == '1' else 4}-{number}"


@record(frozen=True)
class TemplateShape(Shape):
    """A format of documents with fillers or templates.

    gold       the key of the list in gold files, where each line is one document with a `docid`
    predicted  the key of the list in predictions, where one object has all documents. If both are empty, an
               object maps ids to lists of templates, and lists with one id are joined
    filled     whether documents have fillers and no templates
    """

    gold: str = ""
    predicted: str = ""
    filled: bool = False

    def reading(self, value: Value, table: ReadingTable) -> "_TemplateReading":
        """Begin to read a JSON object with one or more documents."""
        return _TemplateReading(value, self, table)

    def made_of(self, reading: "_TemplateReading", body: Body) -> None:
        """Add the documents of an object to the file's documents; join documents with equal ids."""
        table = reading.table
        known = table.of_file
        for key, made in reading.documents(body).items():
            name = document_name(key)
            if not self.gold and name in known:
                known[name]["templates"].extend(made["templates"])
                continue
            known[name] = made
            table.add(name, made, reading.value)


class _TemplateReading(ShapedReading):
    __slots__ = ()
    shape: TemplateShape

    def documents(self, body: Body) -> dict[str, Body]:
        """Id -> document: one document of a gold line, or all documents of a prediction object."""
        gold, predicted = self.shape.gold, self.shape.predicted
        if not gold:
            return {name: self._document(listed, name) for name, listed in body.items()}
        if gold in body or "docid" in body:
            name = name_in(self, body, ("docid",))
            if name is None:
                self.fail("no docid", "docid")
            return {name: self._document(body.get(gold), gold, gold=True)}
        values = {name: self.record(each, "a document", name).get(predicted) for name, each in body.items()}
        return {name: self._document(value, name, predicted) for name, value in values.items()}

    def _document(self, value: Any, *path: str | int, gold: bool = False) -> Body:
        if self.shape.filled:
            return {"fillers": self._fillers(value, *path)}
        return {"templates": self._templates(value, *path, gold=gold)}

    def _fillers(self, roles: Any, *path: str | int) -> list[Body]:
        """Role -> entities, for the fillers of an object."""
        made: list[Body] = []
        for role, entities in self.record(roles, "an object of roles", *path).items():
            if role in (TYPE, ID):
                continue
            is_list = isinstance(entities, list)
            self.need(is_list, entities, "a list of fillers", *path, role, remedy=MENTIONS)
            for place, entity in enumerate(entities):
                mentions = self._mentions(entity, *path, role, place)
                if mentions:
                    made.append({"role": role, "mentions": mentions, **_offsets(entity)})
                self.table.tally.add("filler", "without mentions", not mentions)
        return made

    def _id(self, name: Any, known: set[Any], *path: str | int) -> str | int:
        """The id of a template; InputError if another template of the document has this id."""
        self.value.id(name, *path, ID, remedy=self.form)
        if name in known:
            remedy = "ids of templates are unique in a document"
            self.fail(f"the id {shown(name)} is given twice", *path, ID, remedy=remedy)
        known.add(name)
        return name  # type: ignore[no-any-return]

    def _mentions(self, entity: Any, *path: str | int) -> list[str]:
        self.need(isinstance(entity, list), entity, "a list of mentions", *path, remedy=MENTIONS)
        made = [mention[0] if isinstance(mention, list) and mention else mention for mention in entity]
        for place, text in enumerate(made):
            is_text = isinstance(text, str)
            self.need(is_text, entity[place], "a mention", *path, place, remedy=MENTIONS)
        return made

    def _templates(self, listed: Any, *path: str | int, gold: bool = False) -> list[Body]:
        """The templates of a list. Repeated gold templates are dropped with a warning."""
        self.need(isinstance(listed, list), listed, "a list of templates", *path)
        made: list[Body] = []
        ids, seen = set[Any](), list[list[Any]]()
        for place, template in enumerate(listed):
            kind = self.record(template, "a template", *path, place).get(TYPE)
            if not isinstance(kind, str):
                if gold:
                    problem = f"{TYPE} is {shown(kind)}, not a string" if TYPE in template else f"no {TYPE}"
                    self.fail(problem, *path, place, TYPE)
                self.table.tally.add("template", f"whose type is not a string (read as {ATTACK!r})", 1)
                kind = ATTACK
            one: Body = {"type": kind, "fillers": self._fillers(template, *path, place)}
            if ID in template:
                one[ID] = self._id(template[ID], ids, *path, place)
            said = [kind, *((each["role"], each["mentions"]) for each in one["fillers"])]  # without places
            repeated = gold and said in seen
            seen.append(said)
            self.table.tally.add("template", "repeating another template of its document", repeated)
            if not repeated:
                made.append(one)
        return made


def _offsets(entity: list[Any]) -> Body:
    """The start offsets of the mentions of a filler; None unless every mention has an offset."""
    begins = [each[1] for each in entity if isinstance(each, list) and len(each) > 1 and type(each[1]) is int]
    return {"offsets": begins} if len(begins) == len(entity) else {}
