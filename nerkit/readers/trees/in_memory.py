"""Dependency trees in memory, as a notebook or a training loop has them.

    documents   a list of documents, or a mapping from document id to document
    document    a list of sentences; a list of sentences alone is one document
    sentence    a list of words
    word        (form, head, label), or a mapping with `form`, `head`, `deprel` and more columns of CoNLL-U

The keys `text`, `dep`, `label`, `pos` and `tag` mean `form`, `deprel`, `deprel`, `upos` and `xpos`. Values
are as in CoNLL-U, where None is `_`, and `feats` may be a mapping.

Heads are numbers of words in their sentence, from 1; 0 is the root. This form has no multiword tokens; give
CoNLL-U text instead.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from nerkit.algorithms.columns import Column
from nerkit.corpora.trees import FIELDS, Dependencies
from nerkit.exceptions import InputError
from nerkit.ground.warnings import counted
from nerkit.readers.members import is_whole, text, whole
from nerkit.readers.spans.in_memory import documents_of
from nerkit.readers.trees.dependency_table import circular

# other names of fields
KEYS = {"text": "form", "dep": "deprel", "label": "deprel", "pos": "upos", "tag": "xpos"}
FORM = (
    'a sentence is a list of words, a word is (form, head, label): [[("book", 0, "root"), ("it", 1, "obj")]]'
)


def read(
    value: Any, name: str = "<memory>", *, skip_invalid: bool = False, multiple_roots_okay: bool = False
) -> Dependencies:
    """The trees of a collection of documents. Raises InputError for other values."""
    if isinstance(value, Dependencies):
        return value
    ids, documents, named = documents_of(value, _documents)
    words: list[dict[str, Any]] = []
    first, filed, skipped = [], [], []
    for code, document in enumerate(documents):
        for number, sentence in enumerate(document, 1):
            place = f"{name}: document {ids[code]!r}, sentence {number}"
            first.append(len(words))
            filed.append(code)
            words += _sentence(sentence, place)
            problem = _problem([word["head"] for word in words[first[-1] :]], several=multiple_roots_okay)
            if problem and not skip_invalid:
                raise InputError(problem, source=place, remedy=FORM)
            skipped.append(bool(problem))
    count = len(words)
    forms = Column.of("".join(str(word["form"]).split()) for word in words)
    return Dependencies(
        documents=ids,
        first=np.array(first, np.int64),
        document=np.array(filed, np.int64),
        line=np.zeros(count, np.int64),
        head=np.array([word["head"] for word in words], np.int64),
        columns={field: Column.of(word.get(field, "_") for word in words) for field in FIELDS}
        | {"form": forms},
        token=np.arange(count),
        surface=forms,
        multiword=np.zeros(count, bool),
        invalid=np.array(skipped, bool),
        warnings=tuple(counted("trees-invalid-in-data", sum(skipped), side=name)),
        named=named,
    )


def _documents(value: Sequence[Any]) -> list[Any]:
    """The documents of a list. A list of sentences is one document."""
    first = next((one for one in value if len(one)), ())
    return [value] if not first or _is_word(next(iter(first))) else list(value)


def _is_word(value: Any) -> bool:
    if isinstance(value, Mapping):
        return "head" in value and bool({"form", "text"} & set(value))
    return (
        isinstance(value, Sequence) and len(value) == 3 and isinstance(value[0], str) and is_whole(value[1])
    )


def _sentence(value: Any, place: str) -> list[dict[str, Any]]:
    """The words of a sentence."""
    try:
        words = [_word(word) for word in value]
    except (AttributeError, TypeError, ValueError, KeyError):
        raise InputError("not a sentence of words with heads", source=place, remedy=FORM) from None
    if not words or "" in ("".join(word["form"].split()) for word in words):
        raise InputError("the sentence has no words, or a word has no form", source=place, remedy=FORM)
    return words


def _problem(heads: Sequence[int], *, several: bool) -> str | None:
    """The reason why heads are not a tree; None if they are a tree."""
    if not all(0 <= head <= len(heads) for head in heads):
        return f"a head is outside the sentence in {heads}"
    none = np.zeros(len(heads), np.int64)
    if circular(np.array(heads, np.int64), none, none, len(heads)).any():
        return f"a cycle in {heads}"
    return f"several roots in {heads}" if heads.count(0) > 1 and not several else None


def _word(value: Any) -> dict[str, Any]:
    """The fields of a word, from a sequence or a mapping."""
    if isinstance(value, Mapping):
        fields = {KEYS.get(str(key), str(key)): field for key, field in value.items()}
    else:
        form, head, label = value
        fields = {"form": form, "head": head, "deprel": label}
    if not isinstance(fields["form"], str) or not isinstance(fields["deprel"], str | None):
        raise TypeError(value)
    texts = {name: _cell(fields[name]) for name in FIELDS if name in fields}
    return texts | {"head": whole(fields["head"]), "form": texts["form"], "deprel": texts["deprel"]}


def _cell(value: Any) -> str:
    """A value as a CoNLL-U cell.

    Raises TypeError for a value that is not text, a number, None or features.
    """
    if isinstance(value, Mapping):
        return "|".join(f"{name}={one}" for name, one in value.items()) or "_"
    return "_" if value is None else text(value)
