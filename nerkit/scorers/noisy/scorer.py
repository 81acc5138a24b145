"""Noisy text: entities scored where the text itself differs, as in handwriting or speech recognition (Nerval).

Conventions
    Both texts are aligned character by character (`algebra.alignment`); entities are spans of their own text, in characters.
    Documents are pairs of texts.

Measures
    noisy   Each gold entity, in the order of the text, is compared with the first free system entity of its type that shares
            a column of the alignment with it, whole text against whole text; it is recognised if edit distance / gold
            length <= threshold, 0.3 by default (`--below`: < threshold). P = recognised / system entities,
            R = recognised / gold entities. A system entity is compared once, so nothing matches twice.
    Any measure of `bio` and `spans`: the system's spans are carried onto the gold text (`noisy_matching.project`) and scored there.
    Beside them: character and word errors of the texts (of the gold entities' texts in rows of labels and bins), whose
    quotients with characters and words are CER and WER; and the field `noise`, the bin of an entity's own error rate.

Nerval 0.3.3 (`--nerval`, `nerval`), where the default differs from it
    - a byte order mark is a character of the text there; the default skips it.
    - alignment: edlib's choice among equally good ones; the default takes python-Levenshtein's.
    - orphan inside tags begin an entity on both sides (there matched but not counted, or a crash).
    - nested entities end where their last word does, and leak into no later text (there P can be above 1).
    - nested entities on both sides are compared whole (there up to where the system's inner one begins, if that comes first).
    - the entity that another one's text runs through is scored (there sometimes left out).
    - empty predictions, more than 256 characters, § and - in the text are ordinary; `B-O` and `B-ALL` are types.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from nerkit.algorithms.columns import NONE
from nerkit.corpora.corpus import Batch
from nerkit.corpora.selection import Selection
from nerkit.corpora.spans import Spans, Texts
from nerkit.errors import UsageError, unknown
from nerkit.readers.spans import in_memory as objects
from nerkit.readers.texts import inline
from nerkit.results.counts import ALL, Counts, Part, numbers_of
from nerkit.results.mistakes import CORRECT, Mistakes
from nerkit.results.rows import Grouping
from nerkit.results.scores import Composite
from nerkit.scorers import scorer
from nerkit.scorers.cells import Cut, all_labels, cuts
from nerkit.scorers.columns import Columns
from nerkit.scorers.noisy import nerval as nerval_counts
from nerkit.scorers.noisy.alignment import Aligned, cut, ranges
from nerkit.scorers.noisy.location import locate
from nerkit.scorers.noisy.matching import Acceptance, Found, bins, match, project, text_errors, with_noise
from nerkit.scorers.noisy.measures import LANGUAGE as LANGUAGE
from nerkit.scorers.noisy.measures import NOISY, description
from nerkit.scorers.noisy.measures import measures as measures
from nerkit.scorers.spans import language
from nerkit.scorers.spans import mistakes as span_errors
from nerkit.scorers.spans.texts import SpanTexts

FORMATS = ("noisy-bio", "entity-json", "inline")
MEASURES = (NOISY,)
SHOWN = ("label",)  # as Nerval -v: a row for every label
EXTRAS = ("character_errors", "characters", "word_errors", "words")


@dataclass(frozen=True)
class Options:
    """What only this task knows.

    threshold, below   the error rate up to which (below which) an entity is recognised
    nerval             Nerval 0.3.3's conventions
    exact_alignment    no chunks, however long the texts
    noise_bins         the edges of the bins of the field `noise`, as `0.1,0.2,0.3`
    """

    threshold: float = 0.3
    below: bool = False
    nerval: bool = False
    exact_alignment: bool = False
    noise_bins: str | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise UsageError(f"the threshold is a number from 0 to 1, not {self.threshold}")
        bins(self.noise_bins)

    def align(self, batch: Batch[Texts]) -> Aligned:
        """The batch with its texts aligned as asked."""
        return Aligned(batch, gap_first=self.nerval, exact=self.exact_alignment)


@dataclass(frozen=True)
class Measure:
    """A measure by name: our own (*task* noisy), or one that another task computes from projected spans."""

    name: str
    task: str
    parsed: Any = None


def stated(options: Options) -> dict[str, str]:
    """What the signature always says: the threshold, and whether it is reached or stayed below."""
    return {"threshold": f"{'<' if options.below else '<='}{options.threshold:g}"}


def read_objects(given: Any, name: str = "<memory>") -> Texts:
    """Annotated texts in memory: (text, spans) pairs, one a document, or a mapping from id to such a pair."""
    if isinstance(given, Texts):
        return given
    named = isinstance(given, Mapping)
    pairs = list(given.values() if named else given)
    if not all(isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str) for pair in pairs):
        raise UsageError(f"{name}: noisy takes (text, spans) pairs, one for each document")
    spans = [spans for _, spans in pairs]
    keyed = dict(zip(given, spans, strict=True)) if named else spans
    return Texts([text for text, _ in pairs], replace(objects.read(keyed, name), named=named))


def prepare(
    corpora: Sequence[Texts], selection: Selection, options: Options
) -> tuple[list[Texts], list[str]]:
    """The annotated texts that are scored, relabelled and filtered; labels that occur nowhere are warned of.

    Lists of entity strings are located in the texts of gold. Raises InputError for bad markup in gold.
    """
    gold, *systems = [_with_marks(texts) for texts in corpora] if options.nerval else corpora
    inline.check(gold)
    placed = [gold, *(locate(gold, system, options.threshold) for system in systems)]
    warnings = [warning for system in placed[1:] for warning in system.warnings]
    selected = [_selected(texts, selection) for texts in placed]
    return selected, [*warnings, *selection.unused(*(texts.spans for texts in placed))]


def defaults(_: Iterable[Texts]) -> Sequence[str]:
    """The measure used when none is asked for."""
    return (NOISY,)


def resolve(names: Sequence[str]) -> list[Measure]:
    """Our own measures, and those of other tasks, by name or group; raises UsageError for what is none."""
    return [measure for name in dict.fromkeys(names) for measure in _resolved(name)]


def describe(name: str) -> Any:
    """Everything there is to say of a measure. Raises UsageError for a name that is none."""
    if name != NOISY:
        raise unknown("measure", name, MEASURES)
    return description()


def count(
    batch: Batch[Texts], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> Counts:
    """Counts of the batch for every measure and every grouping of the plan, those of spans last."""
    aligned = options.align(batch)
    scored = _Scored(batch, aligned, plan, options)
    total = Counts.collect(batch.documents, (), (), aligned.notice() if options.nerval else ())
    for measure in measures:
        if measure.task == NOISY:
            total += scored.own(measure.name, plan)
        elif measure.task == "bio":
            total += scored.tagged(measure.name, plan)
    if others := [measure.parsed for measure in measures if measure.task == "spans"]:
        spans = scorer("spans")
        total += spans.count(scored.projected(), others, plan, spans.Options())
    return total


def composites(measures: Sequence[Measure], options: Options) -> dict[str, Composite]:
    """The formulas of those measures of spans that combine others."""
    found: dict[str, Composite] = scorer("spans").composites(
        [measure.parsed for measure in measures], options
    )
    return found


def errors(batch: Batch[Texts], options: Options) -> Mistakes:
    """What is wrong, entity by entity: those compared and not recognised, and the others by where they lie on the gold text.

    Offsets of system items are those of the gold text; their own text is shown. What stands nowhere on it is shown in the system's.
    """
    scored = _Scored(batch, options.align(batch), (), options)
    found = scored.found
    pairing = span_errors.Pairing(scored.projected())
    rows = np.flatnonzero(found.partner != NONE)
    kind = np.where(found.recognised[rows], span_errors.KINDS.index(CORRECT), span_errors.KINDS.index("text"))
    pairing.take(rows, found.partner[rows] + len(scored.gold), kind)
    pairing.relabelled()
    pairing.overlapping()
    pairing.alone()
    texts = cut(batch.gold.texts, ranges(scored.gold)), cut(batch.system.texts, ranges(scored.system))

    on_gold = [SpanTexts(spans, batch.gold.texts).around for spans in (scored.gold, scored.carried)]
    own = SpanTexts(scored.system, batch.system.texts).around
    around = on_gold[0], lambda row: on_gold[1](row) or own(row)
    return pairing.mistakes((texts[0].__getitem__, texts[1].__getitem__), around)


class _Scored:
    """One batch, matched and projected when that is needed."""

    def __init__(
        self, batch: Batch[Texts], aligned: Aligned, plan: Sequence[Grouping], options: Options
    ) -> None:
        self.batch, self.documents = batch, batch.documents
        self.aligned, self.nerval = aligned, options.nerval
        self.accept = Acceptance(options.threshold, options.below)
        self.gold, self.system = batch.gold.spans, batch.system.spans
        # strings in gold's text: nothing was recognised or generated
        self.located = "located" in self.system.fields
        if any("noise" in grouping.fields for grouping in plan):
            self._bin(bins(options.noise_bins))

    @cached_property
    def found(self) -> Found:
        """The system entity that each gold entity is compared with."""
        return match(self.aligned, self.gold, self.system, self.accept)

    @cached_property
    def carried(self) -> Spans:
        """The system's spans on the gold text."""
        return project(self.aligned, self.system)

    def projected(self) -> Batch[Spans]:
        """The batch as other tasks score it."""
        return Batch(self.documents, self.gold, self.carried)

    def tagged(self, name: str, plan: Sequence[Grouping]) -> Counts:
        """The counts of a measure of tagged text; projected entities are well-formed, so `strict` is equality."""
        from nerkit.scorers.bio import scorer as bio
        from nerkit.scorers.noisy import tokens as noisy_tokens
        from nerkit.scorers.spans import scorer as spans

        if name == "token":
            return noisy_tokens.count(self.aligned, self.projected(), plan)
        if name == bio.STRICT.name:
            return spans.count(self.projected(), [bio.STRICT], plan, spans.Options())
        return bio.chunk_counts(self.projected(), [name], plan, bio.Options().how())

    def own(self, name: str, plan: Sequence[Grouping]) -> Counts:
        """The counts of the measure `noisy`."""
        found = cuts(Columns(Batch(self.documents, self.gold, self.system)), plan)
        if self.nerval:
            table = nerval_counts.of(self.batch, self.aligned, self.accept)
            parts = [table.part(name, cut.fields) for cut in found]
        else:
            parts = [self._part(name, cut) for cut in found]
        if not self.located:
            parts += [self._errors(name, cut) for cut in found]
        return Counts.collect(self.documents, all_labels(found), parts)

    def _part(self, name: str, cut: Cut) -> Part:
        """Recognised, system and gold entities of each cell."""
        (group,) = cut.groups(by_document=True)
        cells, border = group.cells, len(self.gold)
        gold = np.arange(border)
        correct = cells.sums(gold[self.found.recognised])
        given = cells.sums(np.arange(border, border + len(self.system)))
        return group.part(name, numbers_of(correct, given, cells.sums(gold)))

    def _errors(self, name: str, cut: Cut) -> Part:
        """The errors of the texts; in rows that are restricted to some entities, of the text of the gold ones."""
        if cut.fields:
            (group,) = cut.groups(by_document=True)
            rows = np.arange(len(self.gold))
            found = text_errors(self.aligned, ranges(self.gold)).astype(float)
            numbers = np.stack([group.cells.sums(rows, column) for column in found.T], axis=1)
            return group.part(name, np.pad(numbers, ((0, 0), (4, 0))), EXTRAS)
        numbers = np.pad(self.aligned.errors().astype(float), ((0, 0), (4, 0)))
        label = np.zeros(len(numbers), np.int64)
        return Part(name, np.arange(len(numbers)), [ALL], label, numbers, EXTRAS)

    def _bin(self, edges: tuple[float, ...]) -> None:
        sides = with_noise(self.aligned, (self.gold, self.system, self.carried), self.found, edges)
        self.gold, self.system, self.carried = sides


def _resolved(name: str) -> list[Measure]:
    if name == NOISY:
        return [Measure(name, NOISY)]
    from nerkit.scorers.bio.scorer import MEASURES as TAGGED

    if name in TAGGED:
        return [Measure(name, "bio")]
    known = [NOISY, *TAGGED, *language.NAMES, *language.GROUPS]
    if ":" not in name and name not in known:
        raise unknown("measure", name, known)
    return [Measure(found.name, "spans", found) for found in scorer("spans").resolve([name])]


def _with_marks(texts: Texts) -> Texts:
    """The texts as Nerval sees them: a byte order mark is a character, and belongs to what it stands before."""
    if not any(texts.marked):
        return texts
    moved = np.array(texts.marked, np.int64)

    def shifted(spans: Spans) -> Spans:
        by = moved[spans.document]
        return replace(spans, start=np.where(spans.start > 0, spans.start + by, 0), end=spans.end + by)

    return replace(
        texts,
        texts=["\ufeff" * mark + text for mark, text in zip(moved.tolist(), texts.texts, strict=True)],
        spans=shifted(texts.spans),
        tokens=None if texts.tokens is None else shifted(texts.tokens),
    )


def _selected(texts: Texts, selection: Selection) -> Texts:
    """The documents and entities that are kept, relabelled, and the tags of the words with them."""
    rest, tokens = selection.items, texts.tokens
    if tokens is not None and selection.concerns_items:
        tags = tokens.fields["tag"].map(lambda tag: _tag(tag, rest))
        tokens = replace(tokens, fields={**tokens.fields, "tag": tags})
    return selection.documents(replace(texts, spans=rest.apply(texts.spans), tokens=tokens))


def _tag(tag: str, selection: Selection) -> str:
    """A tag relabelled, `O` if its label is not kept."""
    if tag == "O":
        return tag
    name = selection.names.get(tag[2:], tag[2:])
    wanted = [selection.labels, *(selection.only.get(field) for field in ("label", "type"))]
    return tag[:2] + name if all(values is None or name in values for values in wanted) else "O"
