"""Semantic roles before they are compared: labels renamed, documents and predicates kept."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nerkit.corpora.roles import CONTINUED, Roles
from nerkit.corpora.selection import LABEL, Selection
from nerkit.errors import UsageError, nearest
from nerkit.scorers.srl.options import Options

PREDICATE = "predicate"


def prepare(corpora: Sequence[Roles], selection: Selection, _: Options) -> tuple[list[Roles], list[str]]:
    """The sides as they are scored, and warnings.

    A label is renamed with and without `C-` before it. Raises UsageError for an unknown field of --only.
    """
    renamed = [_renamed(corpus, selection) for corpus in corpora]
    labels = {value.removeprefix(CONTINUED) for side in renamed for value in side.label.values}
    labels |= {value for side in renamed for value in side.label.values}
    unused = selection.unused_among(labels, lambda _: {str(v) for side in renamed for v in side.name.values})
    return [_selected(side, selection) for side in renamed], unused


def _renamed(corpus: Roles, selection: Selection) -> Roles:
    """The corpus with labels renamed."""
    if not selection.names:
        return corpus
    names = selection.names

    def new(label: str) -> str:
        plain = label.removeprefix(CONTINUED)
        return names.get(label) or label[: len(label) - len(plain)] + names.get(plain, plain)

    return replace(corpus, label=corpus.label.map(new))


def _selected(corpus: Roles, selection: Selection) -> Roles:
    """The documents and predicates that are kept, and the labels that count."""
    corpus = selection.documents(corpus)
    labels = None if selection.labels is None else frozenset(selection.labels)
    for name, values in selection.items.only.items():
        if name in LABEL:
            labels = values if labels is None else labels & values
        elif name == PREDICATE:
            kept = np.array([*(value in values for value in corpus.name.values), False], bool)
            corpus = corpus.of_predicates(np.flatnonzero(kept[corpus.name.codes]))
        else:
            known = ["document", *LABEL, PREDICATE]
            raise UsageError(
                f"only=…: unknown field {name!r}{nearest(name, known)} (known: {', '.join(known)})"
            )
    return replace(corpus, labels=labels)
