"""Dependency trees: CoNLL-U as the CoNLL 2018 shared task and udtools score it, CoNLL-X as eval.pl does.

Conventions
    Both sides have the same text, blanks apart, but may cut it into other tokens, words and sentences; words are aligned by their
    characters, in multiword tokens by their forms (`alignment`). In CoNLL-X words correspond by their position. P = correct / words
    of the system, R = correct / words of gold; `aligned` counts the aligned words that are looked at. Documents that begin with
    `# newdoc` are paired like all others; where a side does not mark them, both are compared as one document.
    A word counts under its own label: `--by label` and `--labels` take the system's label for P, gold's for R, and what is correct must
    have it on both sides. Labels under which no word counts for any measure asked for have no row, and are not averaged over. Labels are compared without subtype (`nsubj:pass` is `nsubj`) in CoNLL-U, in full in CoNLL-X; `--subtypes
    keep|drop` says otherwise. `--punctuation ignore` leaves words of nothing but punctuation (Unicode categories P*) out of the counts of
    their side. Statistics draw documents, or the sentences of gold where there are none.

Measures (`comparison` has the conditions)
    UAS LAS LA      head; head and label; label (Buchholz & Marsi 2006, Nivre et al. 2007)
    CLAS MLAS BLEX  LAS of content words; with tags, features and function words; with lemmas (Zeman et al. 2018)
    UPOS XPOS UFeats AllTags Lemmas     columns of aligned words; features are the 21 universal ones
    Words Tokens Sentences              the segmentation
    ELAS EULAS      edges of enhanced dependencies, with and without subtypes (Bouma, Seddah & Zeman 2020)

Differences from conll18_ud_eval 1.2 and udtools 0.2
    - ELAS and EULAS pair each edge with one edge at most. There every edge is counted with every equal one, so that EULAS can exceed 1
      (`--elas udtools` counts so).
    - Ids in multiword tokens are checked, chains of any length are read (`readers.conllu`); --skip-invalid leaves sentences out.
    - Documents are paired by `# newdoc id` where both sides have ids, and words are aligned within their document.
Differences from eval.pl (2006 and 2007)
    - Punctuation counts unless --punctuation ignore (in eval.pl of 2006 -p counts it, in that of 2007 -p leaves it out).
    - Heads outside the sentence are an error. Forms that differ are warned of, and each side's own says whether a word is punctuation
      (there gold's form decides).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from nerkit.corpora.corpus import Batch
from nerkit.corpora.selection import Selection
from nerkit.corpora.trees import Dependencies
from nerkit.errors import UsageError, unknown
from nerkit.readers.trees.in_memory import read as read_objects  # noqa: F401  (part of the skeleton)
from nerkit.results.counts import Counts
from nerkit.results.mistakes import Mistakes
from nerkit.results.rows import Grouping
from nerkit.scorers.dep import mistakes as dep_errors
from nerkit.scorers.dep.comparison import FIELDS, SEGMENTS, Compared
from nerkit.scorers.dep.measures import GROUPS, MEASURES
from nerkit.scorers.dep.measures import LANGUAGE as LANGUAGE
from nerkit.scorers.dep.measures import describe as describe
from nerkit.scorers.dep.measures import measures as measures
from nerkit.scorers.dep.words import by_sentence, marked, same_documents, selected, without_invalid

FORMATS = ("conllu", "conllx")
OBJECTS_ARE_TEXT = True
ELAS = ("multiset", "udtools")
PUNCTUATION = ("score", "ignore")
SUBTYPES = ("keep", "drop")


@dataclass(frozen=True)
class Options:
    """What only this task knows.

    punctuation          `score`, or `ignore`: words of nothing but punctuation do not count
    subtypes             `keep` or `drop` what follows the colon of a label; None: kept in CoNLL-X only
    elas                 `multiset`: an edge agrees with one other at most; `udtools`: with every equal one
    skip_invalid         leave out sentences that are no trees, on all sides
    multiple_roots_okay  sentences may have several roots
    """

    punctuation: str = "score"
    subtypes: str | None = None
    elas: str = "multiset"
    skip_invalid: bool = False
    multiple_roots_okay: bool = False

    def __post_init__(self) -> None:
        for name, value, known in (
            ("punctuation", self.punctuation, PUNCTUATION),
            ("subtypes", self.subtypes or SUBTYPES[0], SUBTYPES),
            ("elas", self.elas, ELAS),
        ):
            if value not in known:
                raise unknown(f"value of {name}", value, known)


class Measure(NamedTuple):
    """A measure as it was asked for, and as it is known (`las` is LAS)."""

    name: str
    known: str


def reading(options: Options) -> dict[str, Any]:
    """What the readers are told."""
    return {"skip_invalid": options.skip_invalid, "multiple_roots_okay": options.multiple_roots_okay}


def resolve(names: Sequence[str]) -> list[Measure]:
    """The measures of these names or groups, in capitals or not; raises UsageError for what is none."""
    spelt = {name.lower(): name for name in MEASURES}
    found: dict[str, Measure] = {}
    for name in names:
        if name in GROUPS:
            found |= {member: Measure(member, member) for member in GROUPS[name]}
        elif name.lower() in spelt:
            found[name] = Measure(name, spelt[name.lower()])
        else:
            raise unknown("measure", name, [*MEASURES, *GROUPS])
    return list(found.values())


def defaults(_: Sequence[Dependencies]) -> Sequence[str]:
    """The measures used when none is asked for."""
    return ("UAS", "LAS")


def stated(options: Options) -> dict[str, str]:
    """What the signature always says: whether punctuation counts."""
    return {"punctuation": options.punctuation}


def prepare(
    corpora: Sequence[Dependencies], selection: Selection, options: Options
) -> tuple[list[Dependencies], list[str]]:
    """The sides as they are scored: the same documents and sentences left out of all, labels and features as they are compared."""
    corpora, notes = same_documents(corpora)
    corpora, more = without_invalid(corpora)
    keep = options.subtypes == "keep" or (options.subtypes is None and all(c.by_position for c in corpora))
    sides = [marked(corpus, subtypes=keep) for corpus in corpora]
    more += selection.unused_among({name for side in sides for name in side.columns["deprel"].values})
    score = options.punctuation == "score"
    return [selected(side, selection, punctuation=score) for side in sides], notes + more


def count(
    batch: Batch[Dependencies], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> Counts:
    """Counts of the batch, by document, for every measure and every grouping of the plan.

    Raises InputError where the text of a document is not the same on both sides, or a DEPS column that is asked for cannot be read;
    UsageError for an unknown field, and for labels of what has none.
    """
    fields = list(dict.fromkeys(grouping.labels for grouping in plan))
    for name in {name for names in fields for name in names}:
        if name not in FIELDS:
            raise unknown("field", name, ["document", *FIELDS])
    segments = [measure.name for measure in measures if measure.known in SEGMENTS]
    if segments and any(fields):
        raise UsageError(
            f"{', '.join(segments)}: no words, so without labels; leave them out, or ask for rows and averages by document alone"
        )
    compared = Compared(batch, product=options.elas == "udtools")
    parts = [
        part
        for measure in measures
        for names in fields
        for part in compared.parts(measure.name, measure.known, names)
    ]
    return Counts.collect(batch.documents, (), parts, compared.warnings)


def units(
    batches: Mapping[str, Batch[Dependencies]],
) -> tuple[str, dict[str, Batch[Dependencies]]] | None:
    """The sentences of gold, where there is but one document; a word of the system belongs to the one in which its characters begin."""
    sides = [side for batch in batches.values() for side in (batch.gold, batch.system)]
    if any(len(side.documents) != 1 for side in sides):
        return None
    return "sentence", {name: by_sentence(batch) for name, batch in batches.items()}


def errors(batch: Batch[Dependencies], _: Options) -> Mistakes:
    """What is wrong, word by word (`mistakes`)."""
    return dep_errors.find(batch)
