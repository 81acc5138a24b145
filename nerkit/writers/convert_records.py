"""Convert documents with spans, relations and events from one format to another."""

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
    """Read inputs as documents, for a conversion to the format *to*.

    form         the format of the inputs; None to recognise it by content
    tokens       the tokens that offsets of spans count, if needed
    by_sentence  whether each sentence of tagged tokens without document marks becomes a document

    Raises UsageError for *by_sentence* with other data than tagged tokens.
    """
    form = format_of(sources, to, form)
    corpus = readers.reading(form, "records")(readers.select(sources, form))
    if by_sentence and not isinstance(corpus, Tagged):
        raise UsageError(
            f"by_sentence=True converts between tags and annotated texts, not from {form} to {to}"
        )
    corpus = a_sentence_each(corpus) if by_sentence else corpus
    if isinstance(corpus, Tagged) and writer(to).unit in (CHARACTERS, OFFSETS):
        texts = from_tags(corpus)  # keeps the ends of sentences as line ends
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
    """Convert documents to the format *to*; return the text in pieces, and warnings.

    Raises UsageError for data that the format cannot hold, unless *lossy*.
    """
    fit, warnings = prepared(documents, to, lossy=lossy)
    return writer(to).write(fit), warnings


def prepared(documents: Documents, to: str, *, lossy: bool) -> tuple[Documents, list[str]]:
    """The documents reduced to data that the format *to* can hold, and warnings about data left out.

    Raises UsageError for data that the format cannot hold, unless *lossy*.
    """
    losses = lost(documents, writer(to))
    fit = fitted(documents, writer(to), to)
    losses += writer(to).lost(fit)
    return fit, [*documents.warnings, *warnings_of(losses, to, lossy=lossy)]


def warnings_of(losses: Sequence[str], to: str, how: str = "not written", *, lossy: bool) -> list[str]:
    """The warnings about lost data. Raises UsageError if data would be lost, unless *lossy*."""
    if losses and not lossy:
        raise UsageError(
            f"{to} cannot hold {some(losses, len(losses))}; nerkit writes nothing\n  lossy=True "
            "writes the rest"
        )
    return [f"{loss} {how}" for loss in losses]


def convert_records_of(target: str, form: str) -> tuple[Iterator[str], list[str]]:
    """Convert *target* from the format of a preset to JSON lines for `nerkit records`; return warnings, too.

    Each document is one line, with its id, if any, and the fields that formulas use. The lines give equal
    scores. Raises InputError for input that cannot be parsed, and UsageError for a preset without records.
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
