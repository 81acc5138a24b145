"""Files beside gold and system: facts of training data, clusters of WikiEvents, entities of SciREX."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from nerkit.corpora.records import Documents
from nerkit.exceptions import InputError, UsageError
from nerkit.io import expand
from nerkit.readers.json_text import documents, shown
from nerkit.readers.records import docred, scirex

FORM = 'a line must be {"doc_key": …, "clusters": [["id of an entity", …], …]}'


def facts(path: str) -> frozenset[tuple[str, str, str]]:
    """Return the facts of a DocRED file: every name of the head with every name of the tail, and the
    relation.

    Raises InputError for another file.
    """
    corpus = docred.SHAPE.read(expand(path))
    if not any("names" in body for body in corpus.values):
        remedy = "give the training data of DocRED, with a vertexSet and labels in each document"
        raise InputError("the file has no documents with entities", source=path, remedy=remedy)
    return frozenset(
        (one, other, relation["type"])
        for body in corpus.values
        for relation in body["relations"]
        for one in body["names"][relation["head"]]
        for other in body["names"][relation["tail"]]
    )


def clusters(path: str) -> Mapping[str, Sequence[Sequence[str]]]:
    """Return the clusters of each document in a WikiEvents file. Raises InputError for other values."""
    of: dict[str, Sequence[Sequence[str]]] = {}
    for source in expand(path):
        for value in documents(source, FORM):
            body = value.value
            if not isinstance(body, dict) or not isinstance(body.get("doc_key"), str):
                value.fail(f"{shown(body)} is not a document with clusters", remedy=FORM)
            chains = body.get("clusters")
            if not isinstance(chains, list) or not all(
                isinstance(chain, list) and set(map(type, chain)) <= {str} for chain in chains
            ):
                value.fail("clusters must be lists of ids", "clusters", remedy=FORM)
            of[body["doc_key"]] = chains
    return of


def entities(path: str) -> Documents:
    """Return the documents of a SciREX file of clusters or mentions. Raises InputError for another file."""
    return scirex.SHAPE.read(expand(path))


def with_entities(system: Documents, files: Sequence[Documents]) -> Documents:
    """Return a system's SciREX relations with the entities and mentions that other files have for the
    documents.

    Raises UsageError for a part that a document already has.
    """
    values = dict(zip(system.documents, system.values, strict=True))
    in_file = dict(zip(system.documents, system.in_file, strict=False))
    for file in files:
        for name, body, place in zip(file.documents, file.values, file.in_file, strict=True):
            own = values.get(name) or {}
            if twice := own.keys() & body.keys() - {"tokens"}:
                path, part = file.origins[0].name, min(twice)
                part = scirex.WORDS.get(part, part)
                raise UsageError(f"{path}: the system already has {part} of document {name}")
            values[name] = own | body
            in_file.setdefault(name, place)
    warnings = (*system.warnings, *(note for file in files for note in file.warnings))
    return replace(
        system,
        documents=list(values),
        values=list(values.values()),
        in_file=tuple(in_file[name] for name in values),
        warnings=warnings,
    )
