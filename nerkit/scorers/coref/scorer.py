"""Coreference: mentions grouped into entities, scored as scorer.pl, CoVal, corefud-scorer and neleval do.

Conventions
    A mention is a set of words of a document (`nerkit.corpora.mentions`). Mentions of both sides are matched one to one (`matching`:
    `--match exact|partial|head|min`, `--zeros dependent|linear`); entities share as many mentions as are matched. Entities lie in
    documents; in span TSV they may go on in other documents, and measures look at the corpus as a whole, as neleval does.
    The same words twice in a document on one side: the first mention counts (`--mentions first|error|all`), gold and system alike.
    `--singletons drop` then removes entities of one mention from each side, before mentions are matched. A document that the
    system lacks is one without mentions. Both sides have the same words (`sides`).

Measures (`clusters` and `clusters` have the formulas)
    mentions                            mention detection: matched mentions over the mentions of each side
    muc b_cubed ceaf_m ceaf_e lea       Vilain et al. 1995; Bagga & Baldwin 1998; Luo 2005, phi 3 and 4; Moosavi & Strube 2016
    pairwise, pairwise_negative         pairs of mentions of one document in the same entity, in different ones
    blanc                               the mean of the two, called blanc/links and blanc/non-links; `--blanc conll|luo2014` says what
                                        counts where there are no links of one kind (Recasens & Hovy 2011; Luo et al. 2014)
    conll                               the mean of muc, b_cubed and ceaf_e
    mor, zero                           overlap of mentions; anaphoric empty nodes (`mentions`; corefud-scorer)
    `bcub`, `ceafm` and `ceafe`, as other scorers spell them, are the same measures. All are summed over documents before they
    are divided. The formulas are those of Pradhan et al. 2014: mentions without a partner are not manipulated.

Differences from scorer.pl 8.01
    - Repeated mentions are removed on both sides, and never refused (there gold ones stay, F1 above 1; over ten in all is an error).
    - Documents that gold lacks are an error (there ignored); two documents of one name are an error (there the last counts).
    - Comment lines are no tokens, blanks separate columns too, any text is an id, `3)|(3` on a token closes before it opens.
    - Different numbers of tokens are an error (there not compared). Percentages are rounded (there cut off).
Differences from CoVal
    - Repeated mentions count once (there each time); documents that the system lacks are empty (there a KeyError).
    - Mentions may cross sentences; CEAF-m is divided by mentions (there by entities).
    - `--match min` is one to one (there several system mentions may match one of gold).
Differences from corefud-scorer 1.2
    - Singletons are kept unless asked (there dropped), matching is exact unless asked; `--preset corefud` is its default.
    - Both directions of the alignment are kept apart (there a zero may take the place of another), zeros are looked up through the
      alignment, and one without a parent is scored (there ZeroDivisionError).
    - Documents and sentences that only one side has are not overlooked. The same words in two entities count once.
Differences from neleval 3.1.1
    - A mention without id is an entity of its own (there all of them are one). CEAF has no time limit; `lea`, `blanc` and `conll` exist, over the corpus as a whole too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from nerkit.algorithms.columns import NONE, FloatArray, IntArray
from nerkit.corpora.corpus import Batch
from nerkit.corpora.mentions import Mentions
from nerkit.corpora.selection import Selection
from nerkit.corpora.spans import Spans
from nerkit.errors import UsageError, unknown
from nerkit.readers.coref.in_memory import read as read_objects
from nerkit.results.counts import ALL, Counts, Part
from nerkit.results.mistakes import Mistakes
from nerkit.results.rows import Grouping
from nerkit.results.scores import Composite
from nerkit.scorers import clusters
from nerkit.scorers.clusters import BLANC, CONLL, Contingency
from nerkit.scorers.coref import mentions as mention_measures
from nerkit.scorers.coref import mistakes as coref_errors
from nerkit.scorers.coref.matching import How, align
from nerkit.scorers.coref.measures import ALIASES, PARTS
from nerkit.scorers.coref.measures import LANGUAGE as LANGUAGE
from nerkit.scorers.coref.measures import MEASURES as MEASURES
from nerkit.scorers.coref.measures import describe as describe
from nerkit.scorers.coref.measures import measures as measures
from nerkit.scorers.coref.sides import Kept, check_words, kept

FORMATS = ("conll-coref", "semeval", "corefud", "arrau", "coref-json", "span-tsv")
NAMED_FORMATS = ("brat", "label-studio", "prodigy", "spacy")
AVERAGED = ("document",)
CLUSTERS: dict[str, clusters.ClusterMeasure] = {
    "mentions": clusters.mentions,
    "muc": clusters.muc,
    "b_cubed": clusters.b_cubed,
    "ceaf_m": clusters.ceaf_m,
    "ceaf_e": clusters.ceaf_e,
    "lea": clusters.lea,
    "pairwise": clusters.pairwise,
    "pairwise_negative": clusters.pairwise_negative,
    "blanc/links": clusters.pairwise,
    "blanc/non-links": clusters.pairwise_negative,
}
BY_DOCUMENT = ("mentions", "mor", "zero")  # counts of documents add up, whatever entities are


@dataclass(frozen=True)
class Options:
    """What only this task knows; UsageError for values it does not."""

    match: str = "exact"
    singletons: str = "keep"
    zeros: str = "dependent"
    blanc: str = "conll"
    mentions: str = "first"

    def __post_init__(self) -> None:
        self.how()
        self.kept()
        if self.blanc not in BLANC:
            raise unknown("value of blanc", self.blanc, BLANC)

    def how(self) -> How:
        """How mentions are matched."""
        return How(self.match, self.zeros)

    def kept(self) -> Kept:
        """Which mentions count."""
        return Kept(self.singletons, self.mentions)


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure: its name as typed, and the name it has here."""

    name: str
    known: str

    @property
    def counted(self) -> tuple[str, ...]:
        """The names under which counts are needed for it: its own, or those of the measures it combines."""
        return PARTS.get(self.known, (self.name,))


def reading(options: Options) -> dict[str, object]:
    """What the readers need to know: whether minimal spans are asked for."""
    return {"minimum": True} if options.match == "min" else {}


def resolve(names: Sequence[str]) -> list[Measure]:
    """The measures of these names, `all` being all, and the parts shown with them; raises UsageError for what is none."""
    found: dict[str, Measure] = {}
    for name in [member for asked in names for member in (MEASURES if asked == "all" else (asked,))]:
        known = ALIASES.get(name, name)
        if known not in MEASURES:
            raise unknown("measure", name, [*MEASURES, *ALIASES, "all"])
        found[name] = Measure(name, known)
        parts = [part for part in PARTS.get(name, ()) if part.startswith(f"{name}/")]
        found |= {part: Measure(part, part) for part in parts}
    return list(found.values())


def composites(measures: Sequence[Measure], options: Options) -> dict[str, Composite]:
    """The formulas of `blanc` and `conll`."""
    formulas = {"blanc": BLANC[options.blanc], "conll": CONLL}
    return {m.name: Composite(m.counted, formulas[m.known]) for m in measures if m.known in formulas}


def stated(options: Options) -> dict[str, str]:
    """What the signature always says: how mentions are matched and whether singletons count."""
    return {"match": options.match, "singletons": options.singletons}


def defaults(_: Sequence[Mentions]) -> Sequence[str]:
    """The measures used when none is asked for."""
    return ("mentions", "muc", "b_cubed", "ceaf_e", "conll")


def prepare(
    corpora: Sequence[Mentions | Spans], selection: Selection, _: Options
) -> tuple[list[Mentions], list[str]]:
    """The mentions of the documents that are kept, spans as mentions. Raises UsageError for a selection by another field."""
    if selection.concerns_items:
        raise UsageError("entities have no labels and no further fields; --only document=… selects documents")
    return [selection.documents(read_objects(corpus)) for corpus in corpora], []


def count(
    batch: Batch[Mentions], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> Counts:
    """Counts of the batch, by document; of entities that go through the corpus over it as a whole, and by document if asked.

    Raises UsageError for rows by anything but documents, InputError for documents with different numbers of words.
    """
    fields = {name for grouping in plan for name in grouping.fields}
    if fields - {"document"}:
        raise UsageError(f"entities have no {' and no '.join(sorted(fields - {'document'}))}; --by document")
    counted, warnings = _counted(batch, options)
    compared = _Compared(counted.gold, counted.system, options.how())
    wanted = {name: ALIASES.get(name, name) for measure in measures for name in measure.counted}
    parts = [
        part
        for name, known in wanted.items()
        for part in compared.parts(name, known, by_document="document" in fields)
    ]
    return Counts.collect(batch.documents, (), parts, warnings)


def errors(batch: Batch[Mentions], options: Options) -> Mistakes:
    """What is wrong, mention by mention (`mistakes`)."""
    counted, _ = _counted(batch, options)
    return coref_errors.find(counted, align(counted.gold, counted.system, options.how()))


def _counted(batch: Batch[Mentions], options: Options) -> tuple[Batch[Mentions], list[str]]:
    """The mentions of both sides that count, and warnings. Raises InputError for documents with different numbers of words."""
    warnings = check_words(batch)
    sides = []
    for side, name in ((batch.gold, "gold"), (batch.system, "system")):
        counted, notes = kept(side, name, options.kept())
        sides.append(counted)
        warnings += notes
    return Batch(batch.documents, sides[0], sides[1]), warnings


class _Compared:
    """Both sides of a batch, their mentions matched."""

    def __init__(self, gold: Mentions, system: Mentions, how: How) -> None:
        self.gold, self.system, self.how = gold, system, how
        self.corpus_wide = gold.corpus_wide or system.corpus_wide
        self.table = cache(self._table)

    @cached_property
    def pairs(self) -> tuple[IntArray, IntArray]:
        """Rows of the matched mentions."""
        return align(self.gold, self.system, self.how)

    def parts(self, name: str, known: str, *, by_document: bool) -> list[Part]:
        """The count rows of the measure *known*, under *name*."""
        documents = np.arange(len(self.gold.documents))
        if known == "mor":
            return [_part(name, documents, mention_measures.mor(self.gold, self.system))]
        if known == "zero":
            return [_part(name, documents, mention_measures.zero(self.gold, self.system, self.pairs))]
        whole = self.corpus_wide and known not in BY_DOCUMENT
        made = [_part(name, np.array([NONE]), CLUSTERS[known](self.table(False)))] if whole else []
        if by_document or not whole:
            made.append(_part(name, documents, CLUSTERS[known](self.table(True))))
        return made

    def _table(self, split: bool) -> Contingency:
        """The contingency of the entities of documents, or of the corpus as a whole."""
        rows, others = self.pairs
        item = len(self.gold) + np.arange(len(self.system))
        item[others] = rows
        sides = []
        for side, items in ((self.gold, np.arange(len(self.gold))), (self.system, item)):
            cell = side.document if split else np.zeros(len(side), np.int64)
            sides.append(clusters.clusters(cell, items, side.entity, np.arange(len(side))))
        return Contingency(sides[0], sides[1], len(self.gold.documents) if split else 1)


def _part(name: str, documents: IntArray, numbers: FloatArray) -> Part:
    """The count rows of a measure; documents where all numbers are zero have none."""
    some = np.flatnonzero(numbers.any(axis=1))
    return Part(name, documents[some], [ALL], np.zeros(len(some), np.int64), numbers[some])
