"""Tagged tokens, from corpora to counts: TASK."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from typing import Any

import numpy as np

from nerkit.algorithms.columns import Column, IntArray
from nerkit.corpora.corpus import Batch, side_names
from nerkit.corpora.schemes import Decoder, as_spans
from nerkit.corpora.selection import Selection
from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import Tagged
from nerkit.ground.warnings import Warned, listed
from nerkit.results.counts import Counts, Part
from nerkit.results.rows import Grouping
from nerkit.scorers import names as naming
from nerkit.scorers.bio import decoding
from nerkit.scorers.bio.measures import CHUNK, LANGUAGE, MEASURES, TaggedBatch, spans_task
from nerkit.scorers.bio.options import Options
from nerkit.scorers.bio.sides import Slicing, TaggedSide, check, items_of
from nerkit.scorers.measure import BatchView, cuts_of
from nerkit.scorers.slices import Slices, sentence_names
from nerkit.scorers.spans.options import MucRules
from nerkit.scorers.task import OF_CORPUS, InParts, Measure, Settled, Task


def reading(options: Options, _: str) -> dict[str, object]:
    """Return the options for the readers that have a value, by name."""
    asked = {"column": options.column, "label_names": options.label_names}
    return {name: value for name, value in asked.items() if value is not None}


def prepare(
    corpora: Sequence[Tagged], selection: Selection, options: Options
) -> tuple[list[TaggedSide], list[str]]:
    """Return the sides as they are scored, with the scheme of each, and warnings that count tags outside the
    scheme.

    Raises InputError for a tag outside a scheme that the user named.
    """
    corpora, notes = _same_documents(corpora)
    decoders = [Decoder(corpus) for corpus in corpora]
    used, warnings = decoding.decoded(corpora, decoders, options, _asked(options))
    if selection.concerns_items:
        pairs = zip(corpora, decoders, strict=True)
        warnings += selection.unused(*(as_spans(corpus, None, decoder.types) for corpus, decoder in pairs))
    items = selection.items
    sides = [
        TaggedSide(kept, scheme, items, decoder=decoder if kept is corpus else None)
        for corpus, kept, scheme, decoder in zip(
            corpora, map(selection.documents, corpora), used, decoders, strict=True
        )
    ]
    for name, corpus in zip(side_names(corpora)[1:], corpora[1:], strict=True):
        warnings += _without_tokens(corpora[0], corpus, name)
    return sides, [*notes, *warnings]


def _asked(options: Options) -> list[str]:
    """Return the names of the measures that are scored."""
    return [measure.name for measure in TASK.resolve(options.asked)] or [CHUNK.name]


def _without_tokens(gold: Tagged, system: Tagged, name: str) -> list[Warned]:
    """Return the warning about marked documents that hold gold tokens but no tokens of a system."""
    if not len(system):  # which is said of the whole
        return []
    blank = [system.documents[i] for i in (system.sizes() == 0).nonzero()[0].tolist()]
    sizes = dict(zip(gold.documents, gold.sizes().tolist(), strict=True))
    lacking = [one for one in blank if sizes.get(one)]
    return listed("documents-without-tokens", lacking, side=name)


def view(
    batch: Batch[TaggedSide], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> BatchView:
    """Return the tagged tokens of the batch.

    Raises InputError if the two sides of a document have different numbers of tokens, UsageError for an
    unknown field.
    """
    warnings = check(Batch(batch.documents, batch.gold.tagged, batch.system.tagged))
    return _view(TaggedBatch(batch, plan, options.muc_rules()), measures, warnings)


def view_of_spans(
    batch: Batch[Spans],
    tokens_of: Callable[[], Batch[Tagged]],
    measures: Sequence[Measure],
    plan: Sequence[Grouping],
    rules: MucRules,
) -> BatchView:
    """Return a view of spans from other formats, for the measures of tagged tokens and of spans.

    All spans are chunks of any scheme, so `strict` compares by equality. *tokens_of* gives the tokens, which
    only accuracy needs. Raises UsageError for an unknown field.
    """
    return _view(TaggedBatch(batch, plan, rules, tokens_of), measures, [])


def _view(tagged: TaggedBatch, measures: Sequence[Measure], warnings: Sequence[str]) -> BatchView:
    """Return the measures of tagged tokens, and measures of spans counted over the chunks."""
    own = [measure.compute for measure in MEASURES]
    of_spans = [measure for measure in measures if measure.compute not in own]

    def said(_: Sequence[Part]) -> list[str]:
        """Return the warnings about tokens, and about chunks whose tags follow their scheme."""
        return [*warnings, *(one for view in tagged.written.values() for one in view.warnings(()))]

    return BatchView(
        tagged.batch.documents,
        [measure for measure in measures if measure not in of_spans],
        cuts_of(tagged.plan),
        [(0, tagged)],
        warnings=said,
        borrowed=partial(_of_spans, tagged, of_spans) if of_spans else None,
    )


def _of_spans(tagged: TaggedBatch, measures: Sequence[Measure]) -> Counts:
    """Return the counts of measures of spans."""
    task = spans_task()
    return task.count(tagged.chunks(), measures, tagged.plan, task.options())


def units(batches: Mapping[str, Batch[TaggedSide]]) -> tuple[str, dict[str, Batch[TaggedSide]]] | None:
    """Return the batches with sentences as documents; None unless there is only one document.

    Sentences end at the borders that all sides share, so that no chunk is cut. The result is also None if the
    sides have different tokens.
    """
    sides = [side.tagged for batch in batches.values() for side in (batch.gold, batch.system)]
    if any(len(side.documents) != 1 for side in sides) or len({len(side) for side in sides}) > 1:
        return None
    first = reduce(np.intersect1d, [side.first for side in sides])
    names = [str(i + 1) for i in range(len(first))]
    known: dict[int, TaggedSide] = {}  # gold is the same side beside every system

    def cut(side: TaggedSide) -> TaggedSide:
        if id(side) not in known:
            known[id(side)] = side.cut(names, np.searchsorted(first, side.tagged.first, "right") - 1)
        return known[id(side)]

    return "sentence", {
        name: Batch(names, cut(batch.gold), cut(batch.system)) for name, batch in batches.items()
    }


def sliced(batch: Batch[TaggedSide], slices: Slices) -> Batch[TaggedSide]:
    """Return the batch with the slices of its chunks, lengths in tokens.

    Sentences are gold sentences. If a document has different numbers of tokens on both sides, each side has
    its own sentences.
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
    """Return the sentence of each token."""
    return np.repeat(np.arange(len(tagged.first)), tagged.last - tagged.first)


def _same_documents(corpora: Sequence[Tagged]) -> tuple[Sequence[Tagged], list[str]]:
    """Return each side as a single document if some side does not mark documents."""
    counts = [len(corpus.documents) for corpus in corpora]
    unmarked = [len(corpus.documents) == 1 and not corpus.named for corpus in corpora]
    if not any(unmarked) or max(counts) == 1 or not _alike(corpora):
        return corpora, []
    whole = [
        replace(corpus.in_documents(["1"], np.zeros(count, np.int64)), named=False)
        for count, corpus in zip(counts, corpora, strict=True)
    ]
    return whole, [Warned("documents-not-marked", side=side_names(corpora)[unmarked.index(True)])]


def _alike(corpora: Sequence[Tagged]) -> bool:
    """Return whether the sides can be compared as one text: all have equally many tokens, or systems lack
    some of the gold tokens.
    """
    shorter = all(corpus.text and len(corpus) <= len(corpora[0]) for corpus in corpora)
    return shorter or len({len(corpus) for corpus in corpora}) == 1


class BioParts(InParts):
    """The parts of tagged text. The schemes of all parts are found together."""

    joins = True

    def surveyed(self, corpora: Sequence[Any], options: Options) -> Any:
        """Return the counts of tags that decide the scheme of each side."""
        return decoding.surveyed(corpora)

    def settled(self, surveys: Sequence[Any], options: Options) -> Settled | None:
        """Return the schemes of the whole corpus."""
        return decoding.settled(surveys, options, _asked(options))

    def kept(
        self, batch: Batch[Any], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
    ) -> Any:
        """Return the chunks of a part, as the task of spans keeps them."""
        chunks = Batch(batch.documents, batch.gold.chunks(strict=False), batch.system.chunks(strict=False))
        task = spans_task()
        return task.parts.kept(chunks, measures, plan, task.options())

    def start(self, options: Options) -> Any:
        """Return an object that joins the chunks of all parts, as the task of spans does."""
        task = spans_task()
        return task.parts.start(task.options())


TASK = Task(
    name="bio",
    options=Options,
    measures=MEASURES,
    prepare=prepare,
    view=view,
    headlines=(CHUNK.name,),
    read_objects="nerkit.readers.tags.tag_lists.of_objects",
    reading=reading,
    stated=lambda sides, options: (  # the schemes, where the tags decided them and not the user
        {} if decoding.named(options) else decoding.stated([side.scheme for side in sides])
    ),
    also=("spans",),
    language=LANGUAGE,
    items={OF_CORPUS: "tokens", "": "entities", "token": "tokens"},
    units=units,
    counted=("label",),
    sliced=sliced,
    seen_items=lambda side: items_of(side.tagged, side.chunks(strict=False)),
    names=lambda side: naming.of_spans(side.chunks(strict=False)),
    parts=BioParts(),
)
