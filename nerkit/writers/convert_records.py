"""Convert documents of relations and events, or spans, from one format to another."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from nerkit import readers
from nerkit.corpora.records import Documents
from nerkit.corpora.spans import Spans, Texts
from nerkit.corpora.tags import Tagged
from nerkit.exceptions import UsageError, some
from nerkit.ground.preset_files import refers_to
from nerkit.io import Source, expand
from nerkit.writers import writer
from nerkit.writers.annotated import a_sentence_each, from_tags
from nerkit.writers.format import CHARACTERS, OFFSETS
from nerkit.writers.record_parts import fitted, lost, of_spans, of_tagged, with_tokens
from nerkit.writers.targets import format_of


def read_records(
    sources: Sequence[Source],
    to: str,
    form: str | None,
    tokens: Tagged | None = None,
    by_sentence: bool = False,
) -> Documents:
    """The documents of inputs *to* convert to `to`; *tokens* has the tokens that spans count. With
    *by_sentence* sentences of tags without document marks are documents.

    Raises UsageError if other data than tags are to be split.
    """
    form = format_of(sources, to, form)
    corpus = readers.reading(form, "records")(readers.select(sources, form))
    if by_sentence and not isinstance(corpus, Tagged):
        raise UsageError(
            f"by_sentence=True converts between tags and annotated texts, not from {form} to {to}"
        )
    corpus = a_sentence_each(corpus) if by_sentence else corpus
    if isinstance(corpus, Tagged) and writer(to).unit in (CHARACTERS, OFFSETS):
        texts = from_tags(corpus)  # which keeps the ends of sentences
        return of_spans(replace(texts.spans, warnings=corpus.warnings))
    if isinstance(corpus, Tagged):
        return of_tagged(corpus)
    if isinstance(corpus, Texts):
        texts = corpus
        return of_spans(replace(texts.spans, texts=texts.texts))
    if isinstance(corpus, Spans):
        documents = of_spans(corpus)
        if readers.reader(form).characters:
            documents = replace(documents, characters=True)
        return documents if tokens is None or documents.characters else with_tokens(documents, tokens)
    assert isinstance(corpus, Documents)
    return corpus


def convert_records(documents: Documents, to: str, *, lossy: bool) -> tuple[Iterable[str], list[str]]:
    """The text of documents in the format *to*, in pieces, and warnings.

    Raises UsageError for data that the format cannot hold, unless the conversion may be *lossy*.
    """
    fit, warnings = prepared(documents, to, lossy=lossy)
    return writer(to).write(fit), warnings


def prepared(documents: Documents, to: str, *, lossy: bool) -> tuple[Documents, list[str]]:
    """Documents as `to` can hold them, and warnings of data that it cannot hold."""
    losses = lost(documents, writer(to))
    fit = fitted(documents, writer(to), to)
    losses += writer(to).lost(fit)
    return fit, [*documents.warnings, *warnings_of(losses, to, lossy=lossy)]


def warnings_of(losses: Sequence[str], to: str, how: str = "not written", *, lossy: bool) -> list[str]:
    """The warnings of lost data. Raises UsageError if data is lost although the conversion may not be
    lossy.
    """
    if losses and not lossy:
        raise UsageError(
            f"{to} cannot hold {some(losses, len(losses))}; nerkit writes nothing\n  lossy=True "
            "writes the rest"
        )
    return [f"{loss} {how}" for loss in losses]


def convert_records_of(target: str, form: str) -> tuple[Iterator[str], list[str]]:
    """The files of *target*, in the format of a preset, as lines that `records` reads with the same rows, and
    warnings. Each document is one line, with its id, if it has one, and the fields that formulas use.

    Raises InputError for input that does not parse, UsageError for a preset whose format holds no records.
    """
    reader, sources = readers.reader(form), expand(target)
    if reader.makes is not Documents:
        raise UsageError(
            f"the format of the preset {refers_to(form)[0]} holds no records, so nerkit cannot write it"
        )
    documents: Documents = reader.read(sources)
    bodies = (
        {"id": name, **value} if documents.named and isinstance(value, dict) else value
        for name, value in zip(documents.documents, documents.values, strict=True)
    )
    lines = (json.dumps(body, ensure_ascii=False) + "\n" for body in bodies)
    return lines, [*sources.warnings, *documents.warnings]
