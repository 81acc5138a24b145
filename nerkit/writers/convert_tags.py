"""Convert tagged tokens to another scheme, and to and from spans and brackets.

If a column file is converted to a column file, only its tags change. Data that the target cannot hold is an
error (spans that overlap or cross the end of a sentence), or a warning counts it. For example, `IO` cannot
separate two adjacent chunks with the same type.
"""

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from nerkit import readers
from nerkit.algorithms.columns import NONE, BoolArray
from nerkit.corpora.records import Documents
from nerkit.corpora.schemes import (
    SCHEMES,
    Chunks,
    Decoder,
    Scheme,
    as_spans,
    detect,
    evidence,
    scheme,
    tagged_in,
    touching,
)
from nerkit.corpora.spans import STRING, Spans, Texts
from nerkit.corpora.tags import Tagged
from nerkit.exceptions import InputError, UsageError, plural, source_and_line
from nerkit.ground.patterns import regex
from nerkit.io import Source, expand
from nerkit.readers.columns.lines import SPACE
from nerkit.readers.conditions import LETTERS
from nerkit.readers.records.as_spans import spans_of
from nerkit.readers.tags import bio
from nerkit.readers.tags.spelling import PREFIX, UNTYPED, spelt, style_of
from nerkit.writers import writer
from nerkit.writers.annotated import beside_blanks, sentences_of_one, texts_of, to_tokens
from nerkit.writers.convert_records import warnings_of
from nerkit.writers.record_parts import NO_PLACE
from nerkit.writers.targets import format_of

LAST = -1  # the default column of tags
SPACED = regex(rf"[ \t]*+[^ \t]++[ \t]++(O|[{LETTERS}][-_].+)\Z")  # a word and a tag, which can have blanks
CELLS = {True: re.compile(r"[^\t]+"), False: re.compile(r"[^ \t]+")}  # whether the line has a tab -> cell


@dataclass(frozen=True)
class TagOptions:
    """The options for tagged tokens.

    scheme       the name of the scheme in which tags are written
    column       the 1-based column of tags in the input, negative from the end
    tokens       a column file with the tokens that offsets of spans count
    by_sentence  whether each sentence of tokens without document marks becomes a text; in the other
                 direction, whether documents of one sentence are joined
    """

    scheme: str = "IOB2"
    column: int = LAST
    tokens: str | None = None
    by_sentence: bool = False


def convert_tags(
    sources: Sequence[Source], to: str, form: str | None, options: TagOptions, *, lossy: bool = False
) -> tuple[Iterable[str], list[str]]:
    """Convert inputs to tagged tokens or spans in the format *to*; return the text in pieces, and warnings.

    *form* is the format of the inputs, or None. Raises UsageError for data that the format cannot hold,
    unless *lossy*.
    """
    target = scheme(options.scheme)
    form = format_of(sources, to, form or ("bio" if options.column != LAST else None))
    if form == to == "bio" and not options.by_sentence:
        return _retagged(sources, target, options.column)
    columns = {"column": options.column} if form == "bio" else {}
    tokens: Tagged | None = None
    if readers.reader(form).makes is Documents:
        documents = readers.reader(form).read(readers.select(sources, form))
        corpus, tokens = spans_of(documents), tokens_of(documents)
    else:
        corpus = readers.reader(form).read(readers.select(sources, form), **columns)
    warnings = list(corpus.warnings)
    characters = isinstance(corpus, Texts) or readers.reader(form).characters
    if isinstance(corpus, Texts):
        corpus = replace(corpus.spans, texts=corpus.texts)
    if options.by_sentence and not characters:
        raise UsageError(
            f"by_sentence=True converts between tags and annotated texts, not from {form} to {to}"
        )
    losses = [] if isinstance(corpus, Tagged) else _losses(corpus, to)
    warnings += warnings_of(losses, to, lossy=lossy)
    if isinstance(corpus, Spans) and (nowhere := corpus.strings_without_place()).any():
        corpus = corpus.take(~nowhere)
    if writer(to).takes is Spans:
        if not isinstance(corpus, Tagged):
            return _pieces(corpus, to, warnings, lossy=lossy)
        decoder = Decoder(corpus)
        chunks = as_spans(corpus, decoder.lenient(), decoder.types)
        return _pieces(chunks, to, warnings + doubts(corpus), lossy=lossy)
    if characters:
        words, placed, cuts = to_tokens(texts_of(corpus))
        tagged, losses = _tagged(placed, words, target)
        warnings += warnings_of(beside_blanks(corpus), to, "written without the blank", lossy=lossy)
        tagged = sentences_of_one(tagged) if options.by_sentence else tagged
        return _pieces(tagged, to, warnings + cuts + losses, lossy=lossy)
    if isinstance(corpus, Tagged):
        warnings += doubts(corpus)
        tagged, losses = in_scheme(corpus, target)
    elif options.tokens is None and tokens is None:
        raise UsageError(f"{sources[0].name} holds offsets without a text; give the tokens with tokens=FILE")
    else:
        tokens = read_tokens(options.tokens) if options.tokens is not None else tokens
        assert tokens is not None
        tagged, losses = _tagged(corpus, tokens, target)
    return _pieces(tagged, to, warnings + losses, lossy=lossy)


def _pieces(
    corpus: Tagged | Spans, to: str, warnings: list[str], *, lossy: bool
) -> tuple[Iterable[str], list[str]]:
    """The text of a corpus in the format *to* in pieces, and warnings.

    Raises UsageError for data that the format cannot hold, unless *lossy*.
    """
    losses = warnings_of(writer(to).lost(corpus), to, lossy=lossy)
    return writer(to).write(corpus), warnings + losses


def _losses(spans: Spans, to: str) -> list[str]:
    """Phrases that count the data of a corpus of spans that a format cannot hold."""
    nowhere = int(spans.strings_without_place().sum())
    losses = [plural(nowhere, NO_PLACE)] if nowhere else []
    losses += [plural(count, noun) for noun, count in spans.unread.items()]
    if writer(to).takes is Spans:
        return losses
    for name, column in spans.fields.items():
        empty = [NONE, *(code for code, value in enumerate(column.values) if value == "")]
        count = int((~np.isin(column.codes, empty)).sum())
        if count and name not in ("type", "text", STRING):
            losses.append(f"the field {name!r} of {plural(count, 'span')}")
    return losses


def tokens_of(documents: Documents) -> Tagged | None:
    """The untagged tokens of documents, with one sentence per document; None if a document has no tokens."""
    if not all("tokens" in body for body in documents.values):
        return None
    text = "".join(
        f"# document {name}\n\n" + "".join(f"{token}\tO\n" for token in body["tokens"]) + "\n"
        for name, body in zip(documents.documents, documents.values, strict=True)
    )
    tagged: Tagged = bio.read([Source(io.BytesIO(text.encode("utf-8", "backslashreplace")), "tokens")])
    return tagged


def read_tokens(path: str) -> Tagged:
    """Read the tokens of a file in the format bio or brackets; tags are optional."""
    sources = expand(path)
    form = readers.sniff(sources, ("brackets", "bio")) or "bio"
    tagged: Tagged = readers.reader(form).read(sources)
    return tagged


def in_scheme(tagged: Tagged, target: Scheme) -> tuple[Tagged, list[str]]:
    """The tokens with tags in another scheme, and a warning if the scheme cannot separate two chunks."""
    decoder = Decoder(tagged)
    return _written(tagged, decoder.lenient(), decoder.types, target)


def doubts(tagged: Tagged) -> list[str]:
    """A warning about tags that violate the scheme that fits the corpus best; empty if there are none."""
    decoder = Decoder(tagged)
    nearest = detect(evidence(tagged, decoder)) or SCHEMES["BIOES"]
    wrong = decoder.invalid(nearest)
    if not len(wrong):
        return []
    where = f"{plural(len(wrong), 'place')} (the first: {tagged.place(int(wrong[0]))})"
    return [f"tags do not follow {nearest.name} in {where}; nerkit decodes them as conlleval does"]


def _written(tagged: Tagged, chunks: Chunks, types: list[str], target: Scheme) -> tuple[Tagged, list[str]]:
    """The tokens with tags for these chunks, and a warning if the scheme cannot separate two chunks."""
    lost = int(touching(tagged, chunks)[0].sum()) if target.name == "IO" else 0
    warning = f"{plural(lost, 'chunk')} touching a chunk of the same type, which IO cannot separate"
    return tagged_in(tagged, chunks, types, target), [warning] if lost else []


def _tagged(spans: Spans, tokens: Tagged, target: Scheme) -> tuple[Tagged, list[str]]:
    """The tokens with tags for spans whose offsets count tokens, and warnings.

    Raises InputError for a span that tags cannot hold.
    """
    if not len(spans):
        return tokens, []
    place = {name: i for i, name in enumerate(tokens.documents)}
    codes = np.array([place.get(name, NONE) for name in spans.documents], np.int64)
    if not tokens.named and len(tokens.documents) == len(spans.documents):
        codes = np.arange(len(spans.documents))
    document = codes[spans.document]
    _refuse(spans, document == NONE, "a span in a document without tokens")
    sizes = tokens.sizes()
    beyond = (spans.start < 0) | (spans.end > sizes[document])
    _refuse(spans, beyond, "a span beyond the last token of its document")
    _refuse(spans, spans.end <= spans.start, "a span without a token")
    offset = (np.cumsum(sizes) - sizes)[document]
    start, end = spans.start + offset, spans.end + offset
    # the end of the sentence in which each span starts
    last = tokens.last[np.searchsorted(tokens.first, start, "right") - 1]
    order = np.lexsort(
        (end, start)
    )  # in this order, a span overlaps an earlier span if it starts before the furthest end so far
    overlapping = np.zeros(len(spans), bool)
    overlapping[order[1:]] = start[order][1:] < np.maximum.accumulate(end[order])[:-1]
    _refuse(spans, end > last, "a span across the end of a sentence, which tags cannot hold")
    _refuse(spans, overlapping, "a span that overlaps another span, which tags cannot hold")
    types = spans.fields["type"]
    names = [*(str(value) for value in types.values), UNTYPED]
    chunks = Chunks(
        start[order], end[order], np.where(types.codes == NONE, len(names) - 1, types.codes)[order]
    )
    return _written(tokens, chunks, names, target)


def _refuse(spans: Spans, wrong: BoolArray, problem: str) -> None:
    """Raise InputError for the first span for which the mask *wrong* is true, if any."""
    if wrong.any():
        row = int(np.argmax(wrong))
        source, line = source_and_line(spans.place(row))
        text = f"{spans.documents[spans.document[row]]}\t{spans.start[row]}\t{spans.end[row] - 1}"
        raise InputError(problem, source=source, line=line, text=text)


def _retagged(sources: Sequence[Source], target: Scheme, column: int) -> tuple[Iterable[str], list[str]]:
    """A column file with tags in another scheme; the rest of its lines is unchanged."""
    if len(sources) > 1:
        raise UsageError("convert each file by itself, because files keep their lines")
    text = sources[0].text()
    # the file is needed as lines and as tokens
    again = Source(io.BytesIO(text.encode()), sources[0].name)
    tagged = bio.read([again], None if column == LAST else column)
    written, warnings = in_scheme(tagged, target)
    warnings += doubts(tagged)
    return _lines(text, tagged, written, column), warnings


def _lines(text: str, tagged: Tagged, written: Tagged, column: int) -> Iterator[str]:
    """The lines of a column file with the tags of *written*, in the style of the file."""
    lines = text.removesuffix("\n").split("\n")
    numbers = tagged.lines(np.arange(len(tagged))).tolist()
    places = [_tag_in(lines[number - 1], column) for number in numbers]
    seen = {lines[number - 1][start:end] for number, (start, end) in zip(numbers, places, strict=True)}
    style = style_of(seen)
    underscore = style is PREFIX and any(tag[1:2] == "_" for tag in seen)
    tags = [spelt(tag, style, "_" if underscore else "-") for tag in written.tags.values]
    for number, (start, end), code in zip(numbers, places, written.tags.codes.tolist(), strict=True):
        line = lines[number - 1]
        lines[number - 1] = line[:start] + tags[code] + line[end:]
    for line in lines:
        yield line + "\n"


def _tag_in(line: str, column: int) -> tuple[int, int]:
    spaced = SPACED.match(line) if column == LAST and "\t" not in line.strip() else None
    if spaced and " " in spaced[1].strip():
        return spaced.span(1)
    cells = list(CELLS["\t" in line.strip(SPACE)].finditer(line))
    return cells[column - 1 if column > 0 else column].span()
