"""SciREX's files: results of papers as relations of four entities, and the three files of a system.

    {"doc_id": "d", "words": ["FastText", "on", …], "sentences": [[0, 9], …], "ner": [[0, 1, "Method"], …],
     "coref": {"FastText": [[0, 1]], …}, "method_subrelations": {"FastText": [[[0, 8], "FastText"]]},
     "n_ary_relations": [{"Material": "DBpedia", "Metric": "Error", "Task": "…", "Method": "FastText"}]}

    {"doc_id": "d", "predicted_relations": [[["DBpedia", "Error", "…", "FastText"], 0.9, 1]]}    relations
    {"doc_id": "d", "clusters": {"FastText": [[0, 1]]}}                                          clusters
    {"doc_id": "d", "ner": [[0, 1, "Method"]]}                                                   mentions

- Offsets are tokens of the document, ends exclusive. An entity is a name with its mentions.
- nerkit tells the three files of a system apart by their content, and reads the lines of one `doc_id` as one
  document.
- A system predicts the relations whose last number is 1. Other relations are candidates, which nerkit
  ignores.
- A warning counts entities without mentions, and the relations that have such an entity.
"""

from collections.abc import Mapping
from typing import Any

from nerkit.corpora.records import SENTENCES
from nerkit.readers.conditions import condition
from nerkit.readers.json_text import shown
from nerkit.readers.records.document_table import Body, DocumentReading, DocumentTable, name_in
from nerkit.readers.records.shape import EntityList, Shape, ShapedReading, TokenList

TYPES = ("Material", "Metric", "Task", "Method")  # of the entities of a relation, in the order of its names
GOLD, PREDICTED, CLUSTERS, MENTIONS = "n_ary_relations", "predicted_relations", "clusters", "ner"
IS_RELATION = condition("[[text, text, text, text], any, any]")  # names, score, 1 if predicted
IS_PART = condition("[any, text]")  # characters of a method's name, and the entity with this name
WORDS = {"named": "clusters", "entities": "mentions", "nary": "relations"}  # of members of documents
PART = "write a part as [[start, end], name], with offsets in characters of the method's name"
RELATION = f"a relation is [[{', '.join(TYPES)}], score, 0 or 1]"
NAMES = "the value must be the name of an entity in coref"
FORM = (
    'a document is {"doc_id": …, "words": […], "ner": [[0, 1, "Task"]], "coref": {…}, "n_ary_relations": '
    "[…]}, "
    'of a system {"doc_id": …, "predicted_relations": [[[Material, Metric, Task, Method], score, 1]]}, '
    '{"doc_id": …, "clusters": {…}} or {"doc_id": …, "ner": […]}'
)


class PaperShape(Shape):
    """A reader of SciREX papers and of the three files of a system."""

    def made_of(self, reading: ShapedReading, body: Body) -> None:
        """Add a paper, or the part of a paper that a system's file has."""
        table, value = reading.table, reading.value
        known: dict[str, int] = table.of_all  # name -> position in the table
        name = name_in(reading, body, ("doc_id",))
        if name is None:
            reading.fail("no doc_id", "doc_id")
        part = _gold(reading, body) if GOLD in body else _of_system(reading, body)
        if not part:
            reading.fail("the file has no relations, clusters or mentions")
        own = table.values[known[name]] if name in known else {}
        if name not in known or set(part) <= set(own):  # a new document, or a repeated one
            known[name] = len(table.ids)
            table.add(name, part, value)
            return
        if twice := part.keys() & own.keys() - {"tokens"}:
            reading.fail(f"{WORDS.get(min(twice), min(twice))} of document {name} are given twice")
        own.update(part)
        if "nary" in part:  # a document has the place of its relations
            table.in_file[known[name]] = (value,)

    def ended(self, table: DocumentTable) -> None:
        """Count the entities without mentions, and the relations with such an entity."""
        for body in table.values:
            if "named" not in body:
                continue
            empty = {name for name, spans in body["named"].items() if not spans}
            table.tally.add("cluster", "without mentions", len(empty))
            lacking = sum(not empty.isdisjoint(each.values()) for each in body.get("nary", ()))
            table.tally.add("relation", "with a cluster without mentions", lacking)


def _gold(reading: ShapedReading, body: Body) -> Body:
    made = _words(reading, body) | {
        "entities": SHAPE.entities[0].read(reading, body),
        "named": _named(reading, body, "coref"),
        "subnames": _subnames(reading, body),
        "nary": [_relation(reading, each, place) for place, each in enumerate(reading.items(body, GOLD))],
    }
    made["clusters"] = [spans for spans in made["named"].values() if spans]
    sentences = reading.items(body, "sentences")
    if sentences:
        borders = [reading.pair(each, "sentences", place) for place, each in enumerate(sentences)]
        made[SENTENCES] = [*(start for start, _ in borders), borders[-1][1]]
    for place, relation in enumerate(made["nary"]):
        for kind, name in relation.items():
            if name not in made["named"]:
                reading.no_entity(kind, name, GOLD, place, kind, remedy=NAMES)
    return made


def _of_system(reading: ShapedReading, body: Body) -> Body:
    """The part of a paper that a line of a system's file has."""
    made = _words(reading, body)
    if PREDICTED in body:
        listed = [
            _predicted(reading, each, place) for place, each in enumerate(reading.items(body, PREDICTED))
        ]
        made["nary"] = [relation for relation, counts in listed if counts]
    if CLUSTERS in body:
        made["named"] = _named(reading, body, CLUSTERS)
        made["clusters"] = [spans for spans in made["named"].values() if spans]
    if MENTIONS in body:
        made["entities"] = SHAPE.entities[0].read(reading, body)
    return made


def _words(reading: ShapedReading, body: Body) -> Body:
    return SHAPE.text.read(reading, body) if "words" in body else {}


def _named(reading: DocumentReading, body: Body, key: str) -> dict[str, list[list[int]]]:
    """Name of each entity -> spans of its mentions."""
    named = reading.record(body.get(key), "an object of entities", key)
    for name, spans in named.items():
        reading.need(isinstance(spans, list), spans, "a list of spans", key, name)
    return {
        name: [reading.pair(span, key, name, place) for place, span in enumerate(spans)]
        for name, spans in named.items()
    }


def _subnames(reading: DocumentReading, body: Body) -> dict[str, list[str]]:
    """Method -> names of the entities whose mentions are also mentions of the method."""
    key = "method_subrelations"
    listed: Mapping[str, Any] = reading.record(body.get(key) or {}, "an object of methods", key)
    made: dict[str, list[str]] = {}
    for method, parts in listed.items():
        reading.need(isinstance(parts, list), parts, "a list of parts", key, method)
        for place, part in enumerate(parts):
            reading.need(IS_PART(part), part, "a part of a method", key, method, place, remedy=PART)
            unknown = {method, part[1]} - body["coref"].keys() if part[1] != method else ()
            for name in sorted(unknown):
                reading.no_entity("part", name, key, method, place, remedy=NAMES)
        made[method] = [part[1] for part in parts if part[1] != method]
    return made


def _relation(reading: DocumentReading, relation: Any, place: int) -> dict[str, str]:
    reading.record(relation, "a relation", GOLD, place)
    return {kind: reading.text(relation, kind, GOLD, place) for kind in TYPES}


def _predicted(reading: DocumentReading, each: Any, place: int) -> tuple[dict[str, str], bool]:
    """A candidate relation of a system, and whether the system predicts it."""
    path = (PREDICTED, place)
    reading.need(IS_RELATION(each), each, "a relation", *path, remedy=RELATION)
    if isinstance(each[2], bool) or each[2] not in (0, 1):
        remedy = "write 1 for relations that count"
        reading.fail(f"{shown(each[2])} is neither 0 nor 1", *path, 2, remedy=remedy)
    return dict(zip(TYPES, each[0], strict=True)), bool(each[2])


SHAPE = PaperShape(
    "scirex",
    TokenList("words"),
    entities=[EntityList(MENTIONS, "[start, end, type]", 2, (0, 1))],
    form=FORM,
)
READER = SHAPE.reader(clusters=True, meant_for=lambda _: None)
