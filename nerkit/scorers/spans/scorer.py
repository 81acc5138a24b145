"""Spans: mentions with offsets, types and ids, scored by equality of keys or by overlap.

Conventions
    A span is half-open `[start, end)` in the units of its format (characters in annotation files); spans may nest,
    cross and repeat. Gold and system are compared within documents of the same name. A discontinuous span (brat) equals
    only one of the same fragments; overlap takes it from its first to its last position.

Measures: `aggregator:filter:key` (`language` has the fields and names; neleval 3.1.1, Hachey et al. 2014)
    sets            K_G, K_S the sets of keys. tp = |K_G ∩ K_S|, P = tp / |K_S|, R = tp / |K_G|. A key without document
                    is compared over the corpus as a whole.
    overlap-RP      Recall mode R, precision mode P, each max or sum. r_num sums over gold spans g the part of g that
                    system spans of the same document and key share: max_s |g ∩ s| / |g|, or |g ∩ ∪s| / |g|; r_den is the
                    number of gold spans. Precision is the same with the sides exchanged. Spans are not matched one to
                    one, and repeated lines count each time (LoReHLT 2016 evaluation plan, Gabbard).
    muc b_cubed mention_ceaf entity_ceaf pairwise pairwise_negative lea
                    An id is a cluster of the keys of its annotations, over the corpus; annotations without id are one cluster
                    (`clusters` has the formulas).
    blanc conll     The means of the scores of pairwise and pairwise_negative, and of muc, b_cubed and entity_ceaf; where gold
                    has no links of one kind, blanc is the other (`clusters`).
    With `--match overlap` the items of cluster measures need not have equal spans: within a document, and equal in the rest of the key,
    they are matched one to one so that most positions are shared; of equally good matchings the one with the largest sum of
    |g ∩ s| / |g ∪ s|, then earlier spans first.
    Type and id weights (`--type-weights`, `--id-weights`) give credit w(gold, system) from 0 to 1 where the key's type or
    id differ. sets: the best one-to-one matching of the items that agree in the rest of the key, tp = Σ w; overlap: a
    position counts the best w that covers it. Denominators are Σ w(x, x), the number of items unless the table says otherwise.

Differences from neleval 3.1.1
    - overlap: the filter applies to the denominators too (there filtered-out annotations count as errors).
    - overlap: nested, crossing and repeated spans are compared with all others (there a sweep loses matches).
    - overlap: never across documents, whatever the key (there `overlap-maxmax::type` compares different documents).
    - mention_ceaf, entity_ceaf: exact where an item is in several clusters (there the matrix is damaged); no time limit.
    - grouping: groups that only the system has are scored (there left out), and a missing value is the group `null` (there
      a TypeError).
    - weights: work in overlap and with repeated items (there NotImplementedError).
    - `end` is exclusive as a field (there inclusive), which changes what `--by end` prints.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from nerkit.algorithms.credit import Table
from nerkit.corpora.corpus import Batch
from nerkit.corpora.selection import Selection
from nerkit.corpora.spans import Spans
from nerkit.errors import UsageError, unknown
from nerkit.readers.spans.in_memory import read as read_objects  # noqa: F401  (part of the skeleton)
from nerkit.results.counts import Counts
from nerkit.results.mistakes import Mistakes
from nerkit.results.rows import Grouping
from nerkit.results.scores import Composite, Formula
from nerkit.scorers.cells import all_labels, cuts
from nerkit.scorers.clusters import BLANC, CONLL
from nerkit.scorers.columns import Columns
from nerkit.scorers.spans import incomplete_gold, language, weights
from nerkit.scorers.spans import mistakes as span_errors
from nerkit.scorers.spans import texts as span_texts
from nerkit.scorers.spans.incomplete_gold import ALL as EVERY_DOCUMENT
from nerkit.scorers.spans.incomplete_gold import CANDIDATES, Partial
from nerkit.scorers.spans.language import Expression
from nerkit.scorers.spans.matching import Matcher
from nerkit.scorers.spans.measures import LANGUAGE as LANGUAGE
from nerkit.scorers.spans.measures import describe as describe
from nerkit.scorers.spans.measures import measures as measures

FORMATS = ("span-tsv", "brat", "label-studio", "prodigy", "spacy")
MEASURES = (*language.NAMES, *language.LOREHLT)
MATCHES = ("exact", "overlap")
COMBINED: dict[str, Formula] = {"blanc": BLANC["conll"], "conll": CONLL}
WITHOUT_IDS = ("sets::span", "sets::span+type", "overlap-maxmax::span", "overlap-sumsum::span")
WITH_IDS = (
    "strong_mention_match",
    "strong_typed_mention_match",
    "strong_all_match",
    "muc",
    "b_cubed",
    "mention_ceaf",
)


@dataclass(frozen=True)
class Options:
    """What only this task knows: credits of (gold, system) types and ids, as tables or files of them; how the items of cluster
    measures are matched, by equality (`exact`) or by `overlap`; what becomes of incomplete gold (`incomplete_gold`).
    """

    type_weights: Table | str | None = None
    id_weights: Table | str | None = None
    tree_decay: float = 0.5
    match: str = MATCHES[0]
    ignore_spans: str | Spans | None = None
    partial_gold: str | bool | None = None
    gold_candidates: str = CANDIDATES[0]

    def __post_init__(self) -> None:
        if self.gold_candidates not in CANDIDATES:
            raise unknown("choice of gold candidates", self.gold_candidates, CANDIDATES)
        if not 0 <= self.tree_decay <= 1:
            raise UsageError(f"the decay of a tree is a number from 0 to 1, not {self.tree_decay}")
        if self.match not in MATCHES:
            raise unknown("value of match", self.match, MATCHES)

    @cached_property
    def ignored(self) -> Spans | None:
        """The spans that are ignored; this and the other files are read once, since a pipe is empty for the next system."""
        given = self.ignore_spans
        return incomplete_gold.read(given, FORMATS) if isinstance(given, str) else given

    @cached_property
    def partial(self) -> Partial | None:
        """The documents whose gold is partial, None for no document."""
        given = EVERY_DOCUMENT if self.partial_gold is True else self.partial_gold
        return Partial.read(given) if given else None

    def judged(self, batch: Batch[Spans]) -> tuple[Batch[Spans], list[str]]:
        """The annotations that can be judged, and what to say of the others."""
        warnings: list[str] = []
        if self.gold_candidates == "any":
            batch = incomplete_gold.with_any_candidate(batch)
        if self.ignored is not None:
            batch, warnings = incomplete_gold.without_ignored(batch, self.ignored)
        if self.partial is not None:
            batch, more = incomplete_gold.without_unjudged(batch, self.partial)
            warnings += more
        return batch, warnings

    @cached_property
    def tables(self) -> dict[str, Table]:
        """The credits by the field of the key to which they apply."""
        found: dict[str, Table] = {}
        for names, given in ((("type",), self.type_weights), (("eid", "kbid"), self.id_weights)):
            if given:
                table = given if isinstance(given, Mapping) else weights.read(given, self.tree_decay)
                found |= dict.fromkeys(names, table)
        return found


def resolve(names: Sequence[str]) -> list[Expression]:
    """The expressions of measure and group names, and of the parts shown with them; raises UsageError for what does not parse."""
    found = [language.parse(name) for name in language.expand(names)]
    return list({m.name: m for measure in found for m in (measure, *measure.shown)}.values())


def composites(measures: Iterable[object], _: object) -> dict[str, Composite]:
    """The formulas of those measures that combine others."""
    return {
        measure.name: Composite(tuple(part.name for part in measure.parts), COMBINED[measure.aggregator])
        for measure in measures
        if isinstance(measure, Expression) and measure.aggregator in COMBINED
    }


def prepare(corpora: Sequence[Spans], selection: Selection, _: Options) -> tuple[list[Spans], list[str]]:
    """The spans of each side that are scored, relabelled and filtered; labels that occur nowhere are warned of."""
    return [selection.apply(corpus) for corpus in corpora], selection.unused(*corpora)


def defaults(sides: Iterable[Spans]) -> Sequence[str]:
    """The measures used when none is asked for: those for linked mentions where any side has ids."""
    has_ids = any("eid" in side.fields and any(side.fields["eid"].values) for side in sides)
    return WITH_IDS if has_ids else WITHOUT_IDS


def count(
    batch: Batch[Spans], measures: Sequence[Expression], plan: Sequence[Grouping], options: Options
) -> Counts:
    """Counts of the batch for every measure and every grouping of the plan.

    Raises UsageError for a field that the data does not have.
    """
    batch, notes = options.judged(batch)
    columns = Columns(batch)
    for measure in measures:
        language.check_fields(measure, columns.known)
    found = cuts(columns, plan)
    tables = options.tables
    matcher = Matcher(columns, tables, by_overlap=options.match == "overlap")
    counted = {part.name: part for measure in measures for part in measure.parts or [measure]}
    parts = [
        group.part(measure.name, matcher.numbers(measure, group.cells))
        for measure in counted.values()
        for cut in found
        for group in cut.groups(by_document=measure.by_document)
    ]
    return Counts.collect(
        batch.documents,
        all_labels(found),
        parts,
        [*notes, *span_texts.differing(batch), *matcher.warnings(), *_idle(options, tables, measures)],
    )


def errors(batch: Batch[Spans], options: Options) -> Mistakes:
    """What is wrong, span by span (`mistakes`)."""
    judged = options.judged(batch)[0]
    gold, system = span_texts.of(judged)
    return span_errors.find(judged, (gold.text, system.text), (gold.around, system.around))


def _idle(options: Options, tables: Mapping[str, Table], measures: Sequence[Expression]) -> list[str]:
    """A warning for credits whose field is in the key of no measure, and for matching where no measure has clusters."""
    used = {name for measure in measures for name in measure.key}
    fields = {"--type-weights": {"type"}, "--id-weights": {"eid", "kbid"}}
    clustered = any(m.aggregator in (*language.CLUSTERS, *COMBINED) and "span" in m.key for m in measures)
    unmatched = ["--match has no effect: no measure compares clusters of spans"]
    return [
        f"{option} has no effect: no measure has {' or '.join(sorted(names))} in its key"
        for option, names in fields.items()
        if names & set(tables) and not names & used
    ] + (unmatched if options.match != MATCHES[0] and not clustered else [])
