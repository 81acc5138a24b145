"""Convert Python objects with semantic roles, as in a notebook or a training loop, to a corpus.

documents   a list of documents, a mapping from document id to document, or a single document
document    a list of sentences
sentence    a mapping with `words` and `predicates` (or `verbs`)
predicate   a mapping with `word` (its 0-based number in the sentence), `name`, and `arguments`: a list of
            (label, start, end), half-open. As in AllenNLP, it can also have `verb`, and `tags`: the IOB2 tags
            of all words, where V marks the verb
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from nerkit.algorithms.columns import Column
from nerkit.corpora.roles import VERB, Roles
from nerkit.exceptions import InputError
from nerkit.readers.members import text, whole
from nerkit.readers.roles.role_table import PhraseRows, RoleRows, RoleTable
from nerkit.readers.spans.in_memory import documents_of

FORM = (
    'a sentence is {"words": ["he", "ran"], "predicates": [{"word": 1, "name": "run", '
    '"arguments": [("A0", 0, 1)]}]}'
)
Phrase = tuple[str, int, int]  # label, start, end


def read(value: Any, name: str = "<memory>") -> Roles:
    """Convert a collection of documents to a corpus of roles; raises InputError for other values."""
    if isinstance(value, Roles):
        return value
    ids, documents, named = documents_of(value, _documents)
    table = RoleTable()
    for document, sentences in zip(ids, documents, strict=True):
        table.documents.ids.append(document if named else None)
        code = len(table.documents.ids) - 1
        for number, sentence in enumerate(sentences, 1):
            place = f"{name}: document {document!r}, sentence {number}"
            table.add(0, _sentence(sentence, place), np.array([code], np.int64))
    return table.finished()


def _documents(value: Sequence[Any]) -> list[Any]:
    """The documents of a list; a list of sentences is one document."""
    return [value] if not value or isinstance(value[0], Mapping) else list(value)


def _sentence(value: Any, place: str) -> RoleRows:
    try:
        words = [text(word) for word in value["words"]]
        listed = value["predicates"] if "predicates" in value else value["verbs"]
        predicates = sorted((_predicate(one, len(words)) for one in listed), key=lambda one: one[0])
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise InputError("not a sentence with predicates", source=place, remedy=FORM) from None
    phrases = [(i, *phrase) for i, (_, _, arguments) in enumerate(predicates) for phrase in arguments]
    for _, label, start, end in phrases:
        if not 0 <= start < end <= len(words):
            problem = f"the argument {label} [{start}, {end}) covers no words of the sentence"
            raise InputError(problem, source=place, remedy=FORM)
    if not words or not all(0 <= word < len(words) for word, _, _ in predicates):
        raise InputError(
            "the sentence has no words, or a predicate is outside the sentence", source=place, remedy=FORM
        )
    return RoleRows(
        first=np.zeros(1, np.int64),
        line=np.zeros(len(words), np.int64),
        word=np.array([word for word, _, _ in predicates], np.int64),
        name=Column.of(name for _, name, _ in predicates),
        phrases=PhraseRows.listed(phrases),
        form=Column.of(words),
    )


def _predicate(value: Any, size: int) -> tuple[int, str, list[Phrase]]:
    """The word, name and arguments of a predicate. Raises ValueError or IndexError for other values."""
    if "tags" in value:
        if len(value["tags"]) != size:
            raise ValueError(value)
        phrases = _phrases([text(tag) for tag in value["tags"]])
        verbs = [start for label, start, _ in phrases if label == VERB]
        return verbs[0], text(value["verb"]), phrases
    arguments = [(text(label), whole(start), whole(end)) for label, start, end in value["arguments"]]
    return whole(value["word"]), text(value["name"]), arguments


def _phrases(tags: Sequence[str]) -> list[Phrase]:
    """The phrases in IOB2 tags; an I tag that does not continue a phrase begins a phrase."""
    phrases: list[Phrase] = []
    before = "O"
    for at, tag in enumerate(tags):
        mark, _, label = tag.partition("-")
        if mark == "I" and before == label:
            phrases[-1] = (label, phrases[-1][1], at + 1)
        elif mark in ("B", "I"):
            phrases.append((label, at, at + 1))
        before = label if mark in ("B", "I") else "O"
    return phrases
