"""Read the description of a JSON or column format from a TOML file: `--format-file my.toml`.

    document = "words"                   # the key of a list of tokens; or
    # sentences = "sents"                # … of a list of sentences, or
    # text = "text"                      # … of a text; offsets then count characters
    id = "doc"                           # the key of the document's id, or a list of keys
    inclusive = true                     # whether an end offset is inclusive (default false)

    [[entities]]                         # one table per list of entities
    list = "mentions"
    label = "type"
    start = "from"
    end = "to"
    id = "name"                          # if ends of relations are ids

    [relations]
    list = "links"
    label = "type"
    head = "source"
    tail = "target"
    ends = "id"                          # or "number": the 0-based number of an entity

Files with entities only are for `spans`, files with relations for `ie`. For a column format, with one token
per line and a blank line after each sentence, write

    [columns]
    tag = 4                              # 1-based, from the end if negative, or a name in the first line

The reader comes from `records.shape` or `tags.bio`. Errors in the data and errors in the TOML file give file,
line, column and remedy.
"""

import os
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

from nerkit.corpora.tags import Tagged
from nerkit.ground.containment import admit
from nerkit.ground.toml_text import Toml, parse
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.records.document_table import Unit
from nerkit.readers.records.shape import (
    Ends,
    EntityList,
    RelationList,
    SentenceList,
    Shape,
    TokenList,
    WholeText,
    by_number,
    by_own_id,
)

TEXTS: dict[str, Callable[[str], TokenList | SentenceList | WholeText]] = {
    "document": TokenList,
    "sentences": SentenceList,
    "text": lambda key: WholeText((key,)),
}
ENDS = {"id": by_own_id, "number": by_number}
TOP = (*TEXTS, "id", "inclusive", "entities", "relations", "columns")
OF_ENTITIES = ("list", "label", "start", "end", "id")
OF_RELATIONS = ("list", "label", "head", "tail", "ends")
FORM = 'a format needs text, document or sentences = "key", [[entities]] and [relations]; or [columns] alone'


def reader(path: str) -> Reader:
    """The reader of the format that the TOML file at *path* describes.

    Raises InputError (line, column, remedy) for a file that is not TOML, unknown keys, and wrong values.
    """
    admit(path)
    stamp = os.stat(path).st_mtime_ns if os.path.isfile(path) else 0
    return _described(path, stamp)


@lru_cache(maxsize=8)
def _described(path: str, _: int) -> Reader:
    with Source(path, path) as source:
        toml = parse(source)
    _check_keys(toml, toml.table, TOP)
    if "columns" in toml.table:
        return _of_columns(toml)
    shape = _shape(toml)
    task = None if shape.relations else "spans"
    return shape.reader(meant_for=lambda _: task)


def _of_columns(toml: Toml) -> Reader:
    """The reader of a column format, from the table `columns`."""
    from nerkit.readers.tags import bio

    for key in toml.table:
        if key != "columns":
            toml.fail(f"{key} beside columns", key, remedy=FORM)
    columns = _table(toml, toml.table["columns"], "columns")
    _check_keys(toml, columns, ("tag",), "columns")
    tag = columns.get("tag")
    if not isinstance(tag, int | str) or isinstance(tag, bool) or tag in (0, ""):
        toml.fail(
            "tag must be a column", "columns", "tag", remedy="give a number from 1 (-1 is the last) or a name"
        )
    read = partial(bio.read_columns, columns=[tag])
    return Reader(lambda sources, **_: read(sources)[0], Tagged, cut=bio.CUT)


def _shape(toml: Toml) -> Shape:
    """The shape of JSON records that the TOML file describes."""
    table = toml.table
    texts = [key for key in TEXTS if key in table]
    if len(texts) != 1:
        problem = "no text" if not texts else f"{' and '.join(texts)} cannot be used together"
        toml.fail(problem, *texts[1:2], remedy=FORM)
    listed = table.get("entities")
    listed = [listed] if isinstance(listed, dict) else listed
    if not isinstance(listed, list) or not listed:
        toml.fail("the format has no list of entities", "entities", remedy=FORM)
    ids = table.get("id", ())
    ids = [ids] if isinstance(ids, str) else ids
    if not all(isinstance(key, str) for key in ids) or not isinstance(ids, list | tuple):
        toml.fail("id must be a key, or a list of keys", "id")
    inclusive = table.get("inclusive", False)
    if not isinstance(inclusive, bool):
        toml.fail("inclusive must be true or false", "inclusive")
    relations = table.get("relations")
    return Shape(
        os.path.basename(toml.source),
        TEXTS[texts[0]](_key(toml, table, texts[0])),
        ids,
        [_entities(toml, one, relations) for one in listed],
        None if relations is None else _relations(toml, relations),
        unit=Unit("character" if texts[0] == "text" else "token", int(inclusive)),
    )


def _entities(toml: Toml, table: Any, relations: Any) -> EntityList:
    """The description of one list of entities, from a table `entities`."""
    _check_keys(toml, _table(toml, table, "entities"), OF_ENTITIES, "entities")
    name, label, first, last = (_key(toml, table, key, "entities") for key in OF_ENTITIES[:4])
    own = _key(toml, table, "id", "entities") if "id" in table else None
    by_id = isinstance(relations, dict) and relations.get("ends", "id") == "id"
    if by_id and own is None:
        remedy = 'id = "key" of entities, or ends = "number" of relations'
        toml.fail("relations name entities by id, but the entities have no ids", "entities", remedy=remedy)
    return EntityList(name, f"one of {name}", label, (first, last), id=own if by_id else None)


def _relations(toml: Toml, table: Any) -> RelationList:
    """The description of the list of relations, from the table `relations`."""
    _check_keys(toml, _table(toml, table, "relations"), OF_RELATIONS, "relations")
    name, label, head, tail = (_key(toml, table, key, "relations") for key in OF_RELATIONS[:4])
    ends = table.get("ends", "id")
    if ends not in ENDS:
        toml.fail("ends must be id or number", "relations", "ends")
    return RelationList(name, f"one of {name}", label, Ends(head, tail, ENDS[ends]))


def _table(toml: Toml, value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        toml.fail(f"{name} must be a table", name, remedy=FORM)
    return value


def _check_keys(toml: Toml, table: Mapping[str, Any], known: tuple[str, ...], *path: str) -> None:
    """Raise InputError for the first key of *table* that is not *known*; *path* is the place of the table."""
    for key in table:
        if key not in known:
            toml.fail(f"unknown key {key!r}", *path, key, remedy=f"the keys are {', '.join(known)}")


def _key(toml: Toml, table: Mapping[str, Any], name: str, *path: str) -> str:
    """The nonempty text at *name* in *table*, which is a JSON key. Raises InputError if it is missing."""
    value = table.get(name)
    if not isinstance(value, str) or not value:
        problem = f"no {name}" if value is None else f"{name} must be a key"
        toml.fail(problem, *path, name, remedy=f'{name} = "…", a key of the JSON')
    return value
