"""Tagged tokens, from corpora to counts: TASK."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import Column, IntArray
from nerkit.corpora import schemes
from nerkit.corpora.corpus import Batch
from nerkit.corpora.schemes import Decoder, Scheme, as_spans
from nerkit.corpora.selection import Selection
from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import Tagged
from nerkit.errors import InputError, source_and_line
from nerkit.ground.warnings import Added, Note, ShownWarning
from nerkit.readers.tags import tag_lists
from nerkit.readers.tags.spelling import LETTERS, spelt
from nerkit.results.counts import Counts, Part
from nerkit.results.rows import Grouping
from nerkit.scorers import names as naming
from nerkit.scorers.bio import tokens
from nerkit.scorers.bio.matching import TaggedBatch, spans_task
from nerkit.scorers.bio.measures import CHUNK, LANGUAGE, MEASURES
from nerkit.scorers.bio.options import AUTO, READS, Options
from nerkit.scorers.bio.sides import Slicing, TaggedSide, items_of
from nerkit.scorers.measure import BatchView, cuts_of
from nerkit.scorers.slices import Seen, Slices, sentence_names
from nerkit.scorers.spans.options import MucRules
from nerkit.scorers.task import (
    Measure,
    Named,
    OverAll,
    Reads,
    Settled,
    Sharded,
    StatedBy,
    Task,
    TaskRows,
)


class _Survey(NamedTuple):
    """The evidence of the scheme in a part of the corpora: letters, transitions, whether types could be
    letters, and the first letter but O of gold and of each system, empty where there is none.
    """

    letters: frozenset[str]
    histogram: IntArray
    ambiguous: bool
    first: tuple[str, ...]


def reading(options: Options) -> dict[str, object]:
    """The options that the readers take, by name, where they have a value."""
    asked = {"column": options.column, "label_names": options.label_names}
    return {name: value for name, value in asked.items() if value is not None}


def prepare(
    corpora: Sequence[Tagged], selection: Selection, options: Options
) -> tuple[list[TaggedSide], list[str]]:
    """The sides as they are scored, in one scheme; warnings name it and count what does not follow it.

    Raises InputError for a tag outside a scheme that was asked for.
    """
    corpora, notes = _same_documents(corpora)
    names = [
        corpus.origins[0].name if len(corpus.origins) == 1 else ("gold", "system")[i > 0]
        for i, corpus in enumerate(corpora)
    ]
    decoders = [Decoder(corpus) for corpus in corpora]
    scheme, warnings = _scheme(corpora, decoders, names, options.scheme)
    for i, (name, corpus, decoder) in enumerate(zip(names, corpora, decoders, strict=True)):
        wrong = decoder.invalid(scheme)
        if len(wrong):
            warnings.append(_not_following(name, scheme.name, len(wrong), corpus.place(int(wrong[0])), i))
    warnings += selection.unused(
        *(as_spans(corpus, None, decoder.types) for corpus, decoder in zip(corpora, decoders, strict=True))
    )
    sides = [TaggedSide(selection.documents(corpus), scheme, selection.items) for corpus in corpora]
    for name, corpus in zip(names[1:], corpora[1:], strict=True):
        warnings += _without_tokens(corpora[0], corpus, name)
    return sides, [*notes, *warnings]


def with_rest(gold: Tagged, system: Tagged, *, fill: bool) -> Tagged:
    """The system with `O` for what it lacks, if that is to be filled (`nerkit.corpora.pairing.shorter`)."""
    if not fill and gold.text is not None and system.text is not None:
        return system
    from nerkit.corpora.pairing import shorter

    return shorter.with_rest(gold, system, fill=fill)


def _without_tokens(gold: Tagged, system: Tagged, name: str) -> list[Added]:
    """The warning about documents of a system that are marked but hold nothing where gold's hold tokens."""
    if not len(system):  # which is said of the whole
        return []
    sizes = dict(zip(gold.documents, gold.sizes().tolist(), strict=True))
    blank = [system.documents[i] for i in np.flatnonzero(system.sizes() == 0).tolist()]
    lacking = [one for one in blank if sizes.get(one)]
    return ShownWarning(f"{name}: ", "document", " without any token, counted as empty: ", rank=2).of(lacking)


def _not_following(name: str, scheme: str, count: int, first: str, rank: int) -> Added:
    places = "place" if count == 1 else "places"
    text = (
        f"{name}: tags do not follow {scheme} in {count:,} {places} (the first: "
        f"{first}); decoded as conlleval does"
    )
    return Added(text, _all_not_following, (name, scheme, count, first), rank)


def _all_not_following(parts: Sequence[Added]) -> list[Added]:
    """The warning about the places of all parts."""
    name, scheme, _, first = parts[0].data
    return [_not_following(name, scheme, sum(part.data[2] for part in parts), first, parts[0].rank)]


def view(
    batch: Batch[TaggedSide], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> BatchView:
    """The tagged tokens of the batch.

    Raises InputError where the two sides of a document have different numbers of tokens, UsageError for an
    unknown field.
    """
    gold, system = batch.gold, batch.system
    warnings = tokens.check(Batch(batch.documents, gold.tagged, system.tagged))
    tagged = TaggedBatch(
        documents=batch.documents,
        chunks_of=lambda: Batch(batch.documents, gold.chunks(), system.chunks()),
        strict_of=lambda: Batch(batch.documents, gold.chunks(strict=True), system.chunks(strict=True)),
        tokens_of=lambda: Batch(batch.documents, gold.selected_tags(), system.selected_tags()),
        plan=plan,
        rules=options.muc_rules(),
    )
    return _view(tagged, measures, warnings)


def view_of_spans(
    batch: Batch[Spans],
    tokens_of: Callable[[], Batch[Tagged]],
    measures: Sequence[Measure],
    plan: Sequence[Grouping],
    rules: MucRules,
) -> BatchView:
    """Spans that were not written as tags, as measures of tagged tokens and of spans look at them.

    All of them are chunks as any scheme writes them, so that `strict` is equality. *tokens_of* gives the
    tokens, which only accuracy needs. Raises UsageError for an unknown field.
    """
    tagged = TaggedBatch(
        documents=batch.documents,
        chunks_of=lambda: batch,
        strict_of=lambda: batch,
        tokens_of=tokens_of,
        plan=plan,
        rules=rules,
    )
    return _view(tagged, measures, [])


def _view(tagged: TaggedBatch, measures: Sequence[Measure], warnings: Sequence[str]) -> BatchView:
    """The task's own measures of tagged tokens; those of spans are counted over the chunks."""
    of_spans = _of_other_task(measures)

    def said(_: Sequence[Part]) -> list[str]:
        """The warnings about tokens, and about chunks that are written as their scheme says."""
        return [*warnings, *(one for view in tagged.written.values() for one in view.warnings(()))]

    return BatchView(
        tagged.documents,
        [measure for measure in measures if measure not in of_spans],
        cuts_of(tagged.plan),
        [(0, tagged)],
        warnings=said,
        borrowed=partial(_of_spans, tagged, of_spans) if of_spans else None,
    )


def _of_other_task(measures: Sequence[Measure]) -> list[Measure]:
    """The measures of spans: those that are not of this task's list."""
    own = [measure.compute for measure in MEASURES]
    return [measure for measure in measures if measure.compute not in own]


def _of_spans(tagged: TaggedBatch, measures: Sequence[Measure]) -> Counts:
    """The counts of measures of spans."""
    task = spans_task()
    return task.count(tagged.chunks, measures, tagged.plan, task.options())


def units(batches: Mapping[str, Batch[TaggedSide]]) -> tuple[str, dict[str, Batch[TaggedSide]]] | None:
    """The batches filed under sentences, where there is but one document.

    Sentences end at the borders that all sides have, so that no side's chunks are cut. None where documents
    are the units, or where the sides have different tokens.
    """
    sides = [side.tagged for batch in batches.values() for side in (batch.gold, batch.system)]
    if any(len(side.documents) != 1 for side in sides) or len({len(side) for side in sides}) > 1:
        return None
    first = reduce(_common_borders, [side.first for side in sides])
    names = [str(i + 1) for i in range(len(first))]
    known: dict[int, TaggedSide] = {}  # gold is the same side beside every system

    def cut(side: TaggedSide) -> TaggedSide:
        if id(side) not in known:
            known[id(side)] = side.cut(names, np.searchsorted(first, side.tagged.first, "right") - 1)
        return known[id(side)]

    return "sentence", {
        name: Batch(names, cut(batch.gold), cut(batch.system)) for name, batch in batches.items()
    }


def _common_borders(first: IntArray, second: IntArray) -> IntArray:
    """The tokens that begin a sentence on both sides, ascending as those of either are."""
    return first if np.array_equal(first, second) else np.intersect1d(first, second)


def sliced(batch: Batch[TaggedSide], slices: Slices) -> Batch[TaggedSide]:
    """The batch with the slices that its chunks are in, lengths in tokens.

    A sentence is one of gold; of a document that has other numbers of tokens on both sides, the side's own.
    """
    names = sentence_names(batch.documents, batch.gold.tagged.document)
    of_gold = Column(names, sentence_of_tokens(batch.gold.tagged))
    of_system = of_gold
    if not np.array_equal(batch.gold.tagged.sizes(), batch.system.tagged.sizes()):
        own = sentence_names(batch.documents, batch.system.tagged.document)
        of_system = Column(own, sentence_of_tokens(batch.system.tagged))
    gold, system = (
        replace(side, slicing=Slicing(slices, sentence))
        for side, sentence in ((batch.gold, of_gold), (batch.system, of_system))
    )
    return Batch(batch.documents, gold, system)


def sentence_of_tokens(tagged: Tagged) -> IntArray:
    """The sentence of each token."""
    return np.repeat(np.arange(len(tagged.first)), tagged.last - tagged.first)


def sentences(side: Tagged | TaggedSide) -> int:
    """The number of sentences."""
    return len((side.tagged if isinstance(side, TaggedSide) else side).first)


def seen_items(side: TaggedSide) -> list[Seen]:
    """Text and label of each chunk of training data."""
    return items_of(side.tagged, side.chunks())


def _same_documents(corpora: Sequence[Tagged]) -> tuple[Sequence[Tagged], list[str]]:
    """Each side as a single document, where one side does not mark documents."""
    counts = [len(corpus.documents) for corpus in corpora]
    unmarked = any(count == 1 and not corpus.named for count, corpus in zip(counts, corpora, strict=True))
    if not unmarked or max(counts) == 1 or not _alike(corpora):
        return corpora, []
    whole = [
        replace(corpus.in_documents(["1"], np.zeros(count, np.int64)), named=False)
        for count, corpus in zip(counts, corpora, strict=True)
    ]
    return whole, ["not every side marks documents; compared as one document"]


def _alike(corpora: Sequence[Tagged]) -> bool:
    """Whether the sides may be compared as one text: all have as many tokens, or systems less of gold's."""
    shorter = all(corpus.text and len(corpus) <= len(corpora[0]) for corpus in corpora)
    return shorter or len({len(corpus) for corpus in corpora}) == 1


def _scheme(
    corpora: Sequence[Tagged], decoders: Sequence[Decoder], names: Sequence[str], asked: str
) -> tuple[Scheme, list[str]]:
    """The scheme that the user named, after a check of all tags, or the best-fitting one, with a notice."""
    if asked.lower() != AUTO:
        scheme = schemes.scheme(asked)
        for name, corpus in zip(names, corpora, strict=True):
            _check_letters(name, corpus, scheme)
        return scheme, []
    letters = {tag.letter for corpus in corpora for tag in corpus.tags.values}
    fitting = schemes.detect(letters, np.sum([decoder.histogram() for decoder in decoders], axis=0))
    if fitting is None:
        listed = _listed(letters)
        return schemes.SCHEMES["BIOES"], [
            (
                f"letters of several schemes ({listed}): L is read as E, U and W as S, M as I, "
                "all by the rules of BIOES"
            )
        ]
    return fitting, _notes(fitting, map(schemes.first_letter, corpora))


def _listed(letters: Collection[str]) -> str:
    return " ".join(sorted(set(letters) - {"O"})) or "none but O"


def _notes(scheme: Scheme, first: Iterable[str]) -> list[str]:
    """The note on the scheme that was recognised, unless it is the one that the *first* letter but O shows,
    of gold or else of a system. Where nothing is tagged there is none.
    """
    letter = next(filter(None, first), None)
    if letter is None or schemes.SHOWN_BY.get(letter) == scheme.name:
        return []
    return [Note(f"scheme {scheme.name}; scheme=… names another")]


def recognised(sides: Sequence[TaggedSide], options: Options) -> dict[str, str]:
    """The signature's entry for the scheme, where the tags decided it and not the user."""
    return {"scheme": sides[0].scheme.name} if options.scheme.lower() == AUTO else {}


def _surveyed(corpora: Sequence[Tagged], _: Options) -> _Survey:
    """The evidence of the scheme in the tags of a part."""
    tags = {tag for corpus in corpora for tag in corpus.tags.values}
    return _Survey(
        frozenset(tag.letter for tag in tags),
        np.sum([Decoder(corpus).histogram() for corpus in corpora], axis=0),
        # of B-I nobody knows, by itself, which of the two is the prefix
        any(tag.type is not None and len(tag.type) == 1 and tag.type in LETTERS for tag in tags),
        tuple(map(schemes.first_letter, corpora)),
    )


def _settled(surveys: Sequence[_Survey], options: Options) -> Settled | None:
    """The scheme of the whole corpus; None where its tags are of several schemes."""
    if any(survey.ambiguous for survey in surveys):
        return None
    if options.scheme.lower() != AUTO:
        return Settled(options)
    letters = frozenset[str]().union(*(survey.letters for survey in surveys))
    fitting = schemes.detect(set(letters), np.sum([survey.histogram for survey in surveys], axis=0))
    if fitting is None:
        return None
    decided = replace(options, scheme=fitting.name)
    sides = zip(*(survey.first for survey in surveys), strict=True)
    first = (next(filter(None, letters_of_side), "") for letters_of_side in sides)
    return Settled(decided, _notes(fitting, first), {"scheme": fitting.name})


def _in_parts(measures: Sequence[Measure], _: Options, cut: bool) -> str:
    """Why measures of spans cannot be counted in parts."""
    of_spans = _of_other_task(measures)
    if not of_spans:
        return ""
    task = spans_task()
    return task.sharded.in_parts(of_spans, task.options(), cut)


def _over_all() -> OverAll:
    """How measures of spans are counted whose items may be in several parts of the text."""
    task = spans_task()
    assert task.sharded.over_all is not None
    of_spans = task.sharded.over_all()

    def waiting(measures: Sequence[Measure], _: Options, cut: bool) -> Sequence[Measure]:
        """The measures of spans that wait for all parts."""
        return of_spans.waiting(_of_other_task(measures), task.options(), cut)

    def kept(
        batch: Batch[TaggedSide], measures: Sequence[Measure], plan: Sequence[Grouping], _: Options
    ) -> Batch[Spans]:
        """The chunks of a part, as they are kept."""
        chunks = Batch(batch.documents, batch.gold.chunks(), batch.system.chunks())
        kept: Batch[Spans] = of_spans.kept(chunks, measures, plan, task.options())
        return kept

    def count(spans: object, measures: Sequence[Measure], plan: Sequence[Grouping], _: Options) -> Counts:
        """Their counts over all parts."""
        return of_spans.count(spans, measures, plan, task.options())

    return OverAll(waiting, kept, of_spans.start, count)


def _check_letters(name: str, corpus: Tagged, scheme: Scheme) -> None:
    """Raise InputError for the first tag with a letter that the scheme does not have."""
    allowed = set(scheme.letters.values())
    outside = [code for code, tag in enumerate(corpus.tags.values) if tag.letter not in allowed]
    if not outside:
        return
    row = int(np.argmax(np.isin(corpus.tags.codes, outside)))
    tag = spelt(corpus.tags.value(row))
    source, line = source_and_line(corpus.place(row))
    problem = f"tag {tag!r} is not of the scheme {scheme.name} ({' '.join(sorted(allowed))})"
    remedy = 'scheme="auto" finds the scheme; scheme=NAME names it'
    if line is None:
        raise InputError(problem, source=f"{name}: {source}", remedy=remedy)
    text = f"{corpus.tokens()[row]} {tag}"
    raise InputError(
        problem, source=source, line=line, column=len(text) - len(tag) + 1, text=text, remedy=remedy
    )


TASK = Task(
    name="bio",
    reads=Reads(kind=READS, read_objects=tag_lists.of_objects, objects_are_text=True, reading=reading),
    options=Options,
    measures=MEASURES,
    prepare=prepare,
    view=view,
    certified=StatedBy(
        "nerkit.scorers.bio.instances",
        dict.fromkeys(("chunk", "strict", "exact", "partial", "type"), "assignment"),
    ),
    headline=CHUNK.name,
    recognised=recognised,
    named=Named(also=lambda: (spans_task(),), language=LANGUAGE),
    rows=TaskRows(
        units=units,
        counted=("label",),
        sentences=sentences,
        sliced=sliced,
        seen_items=seen_items,
        names=naming.of_chunks,
    ),
    sharded=Sharded(
        surveyed=_surveyed, settled=_settled, in_parts=_in_parts, over_all=_over_all, with_rest=with_rest
    ),
)
