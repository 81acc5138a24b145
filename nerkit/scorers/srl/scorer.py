"""`nerkit srl` as a task: reading, preparation and counting."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from nerkit.algorithms.columns import Column
from nerkit.corpora.corpus import Batch
from nerkit.corpora.roles import CONTINUED, UNKNOWN, Roles
from nerkit.corpora.selection import LABEL, Selection
from nerkit.exceptions import UsageError, check_fields, nearest
from nerkit.results.rows import Grouping
from nerkit.scorers.measure import BatchView, cuts_of
from nerkit.scorers.missing_fields import Held, ItemField, Need, Whole, in_column
from nerkit.scorers.srl.comparison import ComparedRoles
from nerkit.scorers.srl.counting import RoleComparison
from nerkit.scorers.srl.items import FIELDS
from nerkit.scorers.srl.measures import (
    HEAD,
    HEADS,
    LANGUAGE,
    MEASURES,
    PRIME,
    PRIMES,
    SPAN,
    SPANS,
    SYNTAX,
    TREES,
)
from nerkit.scorers.srl.options import Options
from nerkit.scorers.task import Measure, Task


def _named(column: Column) -> Held:
    """Return the presence of names: real names, not placeholders or numbers of senses."""
    return in_column(column, varies=True, like=lambda value: value != "-" and not value.isdigit())


def _labels(side: Roles) -> Held:
    """Return the presence of labelled arguments, counted per predicate."""
    return _named(side.label)._replace(items=len(side.word))


def _heads(side: Roles) -> Held:
    has = side.syntax is not None and bool((side.syntax.parent != UNKNOWN).any())
    return Held(0 if side.syntax is None else side.words, has)


def _all(has: Callable[[Roles], object], corpora: Sequence[Roles], _: Options) -> bool:
    """Return whether all sides with words have such values."""
    return all(has(side) for side in corpora if side.words)


OF_HEADS = Whole(
    partial(_all, lambda side: side.heads), "compares heads, but the files have spans of words (use -m spans)"
)
HELD: Mapping[str, Need] = {
    SPAN: Whole(
        partial(_all, lambda side: not side.heads),
        "compares spans of words, but the files have heads (use -m heads or -m primesrl)",
    ),
    HEAD: OF_HEADS,
    PRIME: OF_HEADS,
    SYNTAX: Whole(partial(_all, lambda side: side.syntax is not None), "the files have no trees"),
    "lemma": ItemField("predicate", "a lemma", lambda side: _named(side.name), meeting_is_told=True),
    "sense": ItemField("predicate", "a sense", lambda side: _named(side.name)),
    "label": ItemField("predicate", "an argument with a label", _labels, meeting_is_told=True),
    "head": ItemField("word", "a head", _heads),
    "deprel": ItemField(
        "word",
        "a label in the tree",
        lambda side: Held(0, has=False) if side.syntax is None else _named(side.syntax.deprel),
        meeting_is_told=True,
    ),
}


PREDICATE = "predicate"


def prepare(corpora: Sequence[Roles], selection: Selection, _: Options) -> tuple[list[Roles], list[str]]:
    """Return the sides as they are scored, and warnings.

    A label is renamed with and without `C-` before it. Raises UsageError for an unknown field of --only, and
    for spans of words beside heads.
    """
    sides = [side for side in corpora if side.words]
    if any(side.heads for side in sides) and not all(side.heads for side in sides):
        raise UsageError(
            "one side has spans of words and the other side heads; nerkit would need trees to compare them"
        )
    renamed = [_renamed(corpus, selection) for corpus in corpora]
    labels = {value.removeprefix(CONTINUED) for side in renamed for value in side.label.values}
    labels |= {value for side in renamed for value in side.label.values}
    unused = selection.unused_among(labels, lambda _: {str(v) for side in renamed for v in side.name.values})
    return [_selected(side, selection) for side in renamed], unused


def _renamed(corpus: Roles, selection: Selection) -> Roles:
    """Return the corpus with renamed labels."""
    if not selection.names:
        return corpus
    names = selection.names

    def new(label: str) -> str:
        plain = label.removeprefix(CONTINUED)
        return names.get(label) or label[: len(label) - len(plain)] + names.get(plain, plain)

    return replace(corpus, label=corpus.label.map(new))


def _selected(corpus: Roles, selection: Selection) -> Roles:
    """Return the selected documents and predicates, with a mask of the labels that count."""
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


def view(batch: Batch[Roles], measures: Sequence[Measure], plan: Sequence[Grouping], _: Options) -> BatchView:
    """Return the compared sides of the batch.

    Raises UsageError for an unknown field, InputError if sentences or words of the sides differ in number.
    """
    fields = {name for grouping in plan for name in grouping.labels}
    check_fields(sorted(fields), FIELDS, ["document", *FIELDS])
    compared = RoleComparison(batch)
    return BatchView(
        batch.documents, measures, cuts_of(plan), [(0, compared)], warnings=lambda _: compared.warnings
    )


def defaults(corpora: Sequence[Roles], _: Options) -> Sequence[str]:
    """Return the default measures: for spans, for heads, or for heads beside CoNLL-U."""
    held = [corpus for corpus in corpora if corpus.words] or list(corpora)
    if not held[0].heads:
        return [measure.name for measure in SPANS if measure.default]
    trees = TREES if all(corpus.syntax for corpus in held) else ()
    chosen = PRIMES if held[0].plus else (*HEADS, *trees)
    return [measure.name for measure in chosen]


def _units(batches: Mapping[str, Batch[Roles]]) -> tuple[str, dict[str, Batch[Roles]]] | None:
    """Return the gold sentences as units if there is only one document."""
    sides = [side for batch in batches.values() for side in (batch.gold, batch.system)]
    if any(len(side.documents) > 1 for side in sides):
        return None
    return "sentence", {name: _by_sentence(batch) for name, batch in batches.items()}


def _by_sentence(batch: Batch[Roles]) -> Batch[Roles]:
    """Return the batch with sentences as documents."""
    compared = ComparedRoles(batch)
    documents = [str(i + 1) for i in range(max(len(compared.document), 1))]
    gold, system = (
        replace(side, documents=documents, document=np.asarray(sentence))
        for side, sentence in zip(compared.sides, compared.sentence, strict=True)
    )
    return Batch(documents, gold, system)


TASK = Task(
    name="srl",
    options=Options,
    measures=MEASURES,
    prepare=prepare,
    view=view,
    headlines=("srl-dep", "primesrl/arguments", "srl"),
    read_objects="nerkit.readers.roles.in_memory.read",
    defaults=defaults,
    fields=HELD,
    language=LANGUAGE,
    items={
        "": "arguments",
        "srl-dep": "dependencies",
        "srl-dep/arguments": "arguments",
        **dict.fromkeys(("srl-dep/predicates", "srl-dep/senses", "primesrl/predicates"), "predicates"),
        **dict.fromkeys(("srl/prop", "srl-conll05/prop", "srl-dep/prop"), "propositions"),
        "srl-dep/exact": "sentences",
        **dict.fromkeys(("LA", "UA"), "words"),
    },
    units=_units,
    names=lambda side: {"role": side.label},
)
