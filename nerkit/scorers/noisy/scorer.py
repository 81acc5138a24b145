"""Noisy text, from corpora to counts: TASK."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from nerkit.corpora.corpus import Batch
from nerkit.corpora.selection import Selection
from nerkit.corpora.spans import Answers, EntityLists, Spans, Texts, check_markup
from nerkit.exceptions import InputError, UsageError
from nerkit.results.counts import Counts
from nerkit.results.rows import Grouping, Scoring
from nerkit.scorers import names as naming
from nerkit.scorers.measure import BatchView, counts_of, cuts_of
from nerkit.scorers.noisy.measures import DICTIONARY, LANGUAGE, MEASURES, NOISY
from nerkit.scorers.noisy.options import Options
from nerkit.scorers.noisy.recognition import AlignedBatch
from nerkit.scorers.slices import Seen, Slices, without_sentences
from nerkit.scorers.spans.paired_texts import of_two_forms
from nerkit.scorers.task import Measure, Task

if TYPE_CHECKING:
    from nerkit.corpora.records import Documents

NO_TEXT = "nerkit noisy compares texts; give the gold side in a format that holds its text"


def read_objects(target: Any, name: str = "<memory>") -> Texts:
    """Return annotated texts in memory: (text, spans) pairs, one per document, or a mapping from id to such a
    pair.
    """
    if isinstance(target, Texts):
        return target
    from nerkit.readers.spans import in_memory
    from nerkit.readers.texts import answers

    if answers.is_answers(target):
        return as_texts(answers.of_objects(target, name))
    named = isinstance(target, Mapping)
    pairs = list(target.values() if named else target)
    if not all(isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str) for pair in pairs):
        raise UsageError(f"{name}: nerkit noisy needs (text, spans) pairs, one per document")
    spans = [spans for _, spans in pairs]
    keyed = dict(zip(target, spans, strict=True)) if named else spans
    return Texts([text for text, _ in pairs], replace(in_memory.read(keyed, name), named=named))


def prepare(
    corpora: "Sequence[Texts | Spans | Documents]", selection: Selection, options: Options
) -> tuple[list[Texts], list[str]]:
    """Return the annotated texts that are scored, relabelled and filtered. Warnings name labels that occur
    nowhere.

    Lists of entity strings are located in the texts of the gold side. Raises InputError for bad markup in the
    gold side, and UsageError for a side without labels, if the labels seem to be elsewhere.
    """
    annotated = [as_texts(corpus) for corpus in corpora]
    gold, *systems = map(_with_marks, annotated) if options.nerval else annotated
    check_markup(gold)
    placed = _placed(gold, systems, options.threshold)
    warnings = [warning for system in placed[1:] for warning in system.warnings]
    if any(texts.spans.hints for texts in annotated):
        from nerkit.scorers.spans.absent_fields import check_labels

        check_labels([texts.spans for texts in annotated])
    selected = [_selected(texts, selection) for texts in placed]
    return selected, [*warnings, *selection.unused(*(texts.spans for texts in placed))]


def _placed(gold: Texts, systems: list[Texts], threshold: float) -> list[Texts]:
    """Return gold and the systems, with lists of strings placed in the gold texts. Raises InputError for a
    gold list.
    """
    if not any(isinstance(texts, EntityLists) for texts in (gold, *systems)):
        return [gold, *systems]
    from nerkit.scorers.noisy.location import locate

    return [gold, *(locate(gold, system, threshold) for system in systems)]


def _spans_of(records: "Documents") -> Spans:
    from nerkit.readers.records import as_spans

    return as_spans.spans_of(records)


def as_texts(corpus: "Texts | Spans | Documents") -> Texts:
    """Return spans in texts as annotated texts, and answers as lists of strings. Raises InputError for a
    document without text.
    """
    if isinstance(corpus, Texts):
        return corpus
    spans = corpus if isinstance(corpus, Spans) else _spans_of(corpus)
    if isinstance(spans, Answers):
        return EntityLists([""] * len(spans.documents), spans)
    texts = [text for text in spans.texts if text is not None]
    if len(texts) < len(spans.documents):
        lacking = next((i for i, text in enumerate(spans.texts) if text is None), 0)
        name = spans.origins[0].name if spans.origins else "the input"
        raise InputError(f"the document {spans.documents[lacking]} has no text", source=name, remedy=NO_TEXT)
    return Texts(texts, spans)


def sliced(batch: Batch[Texts], slices: Slices) -> Batch[Texts]:
    """Return the batch with the fields of slices, lengths in characters. Raises UsageError for sentences."""
    from nerkit.scorers.spans.errors import SpanTexts
    from nerkit.scorers.spans.slices import with_slices

    without_sentences(
        slices, "entities in noisy texts have no such field, because they may end elsewhere in another text"
    )
    gold, system = (
        replace(side, spans=with_slices(side.spans, slices, SpanTexts(side.spans, side.texts).text))
        for side in (batch.gold, batch.system)
    )
    return Batch(batch.documents, gold, system)


def seen_items(texts: Texts) -> Iterator[Seen]:
    """Yield text and label of each entity of training data."""
    from nerkit.scorers.spans.slices import seen_items as span_items

    return span_items(replace(texts.spans, texts=texts.texts))


def view(
    batch: Batch[Texts], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> BatchView:
    """Return the batch with aligned texts. Measures of other tasks are counted last."""
    aligned = AlignedBatch(batch, plan, options)
    notices: list[str] = [*(aligned.aligned.notice() if options.nerval else ()), *aligned.aligned.unrelated()]
    notices += of_two_forms(batch.gold.texts, batch.system.texts)
    own = [measure for measure in measures if measure.compute in (NOISY.compute, DICTIONARY.compute)]
    of_other_tasks = [measure for measure in measures if measure not in own]
    return BatchView(
        batch.documents,
        own,
        cuts_of(plan),
        [(0, aligned)],
        warnings=lambda _: notices,
        borrowed=partial(_carried_over, aligned, of_other_tasks, plan) if of_other_tasks else None,
    )


def _carried_over(aligned: AlignedBatch, measures: Sequence[Measure], plan: Sequence[Grouping]) -> Counts:
    """Return the counts of measures of `bio` and `spans`, with the system spans placed on the gold text."""
    from nerkit.scorers.bio.scorer import TASK as BIO
    from nerkit.scorers.bio.scorer import view_of_spans
    from nerkit.scorers.noisy.tokens import tagged_words

    projected = aligned.projected()
    words = partial(tagged_words, aligned.aligned, projected)
    return counts_of(view_of_spans(projected, words, measures, plan, BIO.options().muc_rules()))


def _with_marks(texts: Texts) -> Texts:
    """Return the texts as Nerval reads them: a byte order mark is a character, and belongs to the entity
    after it.
    """
    if not any(texts.marked):
        return texts
    marks = np.array(texts.marked, np.int64)

    def shifted(spans: Spans) -> Spans:
        by = marks[spans.document]
        return replace(spans, start=np.where(spans.start > 0, spans.start + by, 0), end=spans.end + by)

    return replace(
        texts,
        texts=["\ufeff" * mark + text for mark, text in zip(marks.tolist(), texts.texts, strict=True)],
        spans=shifted(texts.spans),
        tokens=None if texts.tokens is None else shifted(texts.tokens),
    )


def _selected(texts: Texts, selection: Selection) -> Texts:
    """Return the selected documents and entities, relabelled, with the same change in the tags of the
    words.
    """
    items, tokens = selection.items, texts.tokens
    if tokens is not None and selection.concerns_items:
        tags = tokens.fields["tag"].map(lambda tag: _tag(tag, items))
        tokens = replace(tokens, fields={**tokens.fields, "tag": tags})
    return selection.documents(replace(texts, spans=items.apply(texts.spans), tokens=tokens))


def _tag(tag: str, selection: Selection) -> str:
    """Return a tag relabelled, `O` if its label is not kept."""
    if tag == "O":
        return tag
    name = selection.names.get(tag[2:], tag[2:])
    allowed = [selection.labels, *(selection.only.get(field) for field in ("label", "type"))]
    return tag[:2] + name if all(labels is None or name in labels for labels in allowed) else "O"


TASK = Task(
    name="noisy",
    options=Options,
    measures=MEASURES,
    prepare=prepare,
    view=view,
    headlines=(NOISY.name,),
    read_objects=read_objects,
    stated=lambda _, options: {"threshold": f"{'<' if options.below else '<='}{options.threshold:g}"},
    defaults=lambda _, options: [NOISY.name, *([DICTIONARY.name] if options.dictionary is not None else [])],
    also=("bio",),
    language=LANGUAGE,
    items={"": "entities"},
    scoring=lambda _: Scoring(always=("label",)),
    sliced=sliced,
    seen_items=seen_items,
    names=lambda side: naming.of_spans(side.spans),
)
