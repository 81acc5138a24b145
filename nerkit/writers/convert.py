"""From one format to another: tagged tokens between schemes, and to and from spans and brackets; graphs.

A column file that stays one keeps its lines as they are, but for the tags. What the target cannot say is an error (spans that
overlap or cross a sentence) or counted in a warning (`IO` cannot separate two chunks of one type that touch).
"""

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from nerkit import readers
from nerkit.algorithms.columns import NONE, BoolArray, Column
from nerkit.algorithms.keys import expand as spread
from nerkit.corpora.amr import Graphs
from nerkit.corpora.mrp import MrpGraphs
from nerkit.corpora.schemes import ROLES, SCHEMES, Chunks, Decoder, Scheme, as_spans, detect, scheme
from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import OUTSIDE, Tag, Tagged
from nerkit.corpora.trees import Dependencies
from nerkit.errors import InputError, UsageError, plural, source_and_line
from nerkit.io import Source, expand
from nerkit.readers.tags import bio
from nerkit.readers.tags.spelling import PREFIX, UNTYPED, spelt, style_of
from nerkit.writers import writer
from nerkit.writers.convert_graphs import GraphOptions, convert_graphs

FORMATS = ("bio", "span-tsv", "brackets")
TREES = ("conllu", "conllx")
CELLS = {True: re.compile(r"[^\t]+"), False: re.compile(r"[^ \t]+")}  # by whether the line has a tab


def convert(
    target: str,
    to: str,
    *,
    form: str | None = None,
    scheme_name: str | None = None,
    column: int = -1,
    tokens: str | None = None,
    graphs: GraphOptions | None = None,
) -> tuple[Iterable[str], list[str]]:
    """The text of *target* in the format *to*, in pieces, and warnings.

    form, column   of the input, as for scoring;  scheme_name  of the tags that are written (IOB2, or for a column file that stays one
    its own);  tokens  a column file with the tokens that spans count;  graphs  what only meaning graphs have

    Raises InputError for input that does not parse or cannot be written, UsageError where tokens are needed.
    """
    sources = expand(target)
    blank = [] if any(source.head.strip() for source in sources) else [f"{target}: blank, nothing to convert"]
    module = writer(to)
    pieces: Iterable[str]
    if module.TAKES in (Graphs, MrpGraphs):
        pieces, warnings = convert_graphs(sources, to, form, graphs or GraphOptions())
    elif module.TAKES is Dependencies:
        trees = readers.reader(form or readers.sniff(sources, TREES) or TREES[0]).read(sources)
        pieces, warnings = module.write(trees), list(trees.warnings)
    else:
        pieces, warnings = _convert_spans(
            sources, to, form=form, target=scheme(scheme_name or "IOB2"), column=column, tokens=tokens
        )
    return pieces, [*blank, *warnings]


def _convert_spans(
    sources: Sequence[Source], to: str, *, form: str | None, target: Scheme, column: int, tokens: str | None
) -> tuple[Iterable[str], list[str]]:
    """The same for tagged tokens and spans."""
    module = writer(to)
    if form is None:
        form = "bio" if column != -1 else readers.sniff(sources, FORMATS) or "bio"
    if form == to == "bio":
        return _retagged(sources, target, column)
    options = {"column": column} if form == "bio" else {}
    corpus = readers.reader(form).read(readers.select(sources, form), **options)
    warnings = list(corpus.warnings)
    if isinstance(corpus, Spans) and module.TAKES is Tagged:
        if tokens is None:
            raise UsageError(
                f"{sources[0].name} holds offsets and no text: give the tokens with --tokens FILE"
            )
        corpus, lost = _tagged(corpus, read_tokens(tokens), target)
        warnings += lost
    elif isinstance(corpus, Tagged):
        warnings += doubts(corpus)
        if module.TAKES is Spans:
            decoder = Decoder(corpus)
            corpus = as_spans(corpus, decoder.lenient(), decoder.types)
        else:
            corpus, lost = in_scheme(corpus, target)
            warnings += lost
    return module.write(corpus), warnings


def read_tokens(path: str) -> Tagged:
    """The tokens of a file, tagged or not."""
    sources = expand(path)
    form = readers.sniff(sources, ("brackets", "bio")) or "bio"
    found: Tagged = readers.reader(form).read(sources)
    return found


def in_scheme(tagged: Tagged, target: Scheme) -> tuple[Tagged, list[str]]:
    """The same chunks written in another scheme, and a warning where it cannot tell two of them apart."""
    decoder = Decoder(tagged)
    return _written(tagged, decoder.lenient(), decoder.types, target)


def doubts(tagged: Tagged) -> list[str]:
    """A warning for tags that do not follow the scheme that fits them best."""
    decoder = Decoder(tagged)
    found = detect({tag.letter for tag in tagged.tags.values}, decoder.histogram()) or SCHEMES["BIOES"]
    wrong = decoder.invalid(found)
    if not len(wrong):
        return []
    where = f"{plural(len(wrong), 'place')} (the first: {tagged.place(int(wrong[0]))})"
    return [f"tags do not follow {found.name} in {where}; decoded as conlleval does"]


def _written(tagged: Tagged, chunks: Chunks, types: list[str], target: Scheme) -> tuple[Tagged, list[str]]:
    """The tokens tagged with these chunks (in order, not overlapping)."""
    before, after = _touching(tagged, chunks)
    rows, at = spread(chunks.start, chunks.end)
    opens, closes = at == chunks.start[rows], at == chunks.end[rows] - 1
    roles = target.letter(opens, closes, touches=(before[rows], after[rows]))
    used, codes = np.unique(chunks.type[rows] * len(ROLES) + roles, return_inverse=True)
    values = [
        Tag(target.letters[ROLES[code % len(ROLES)]], types[code // len(ROLES)]) for code in used.tolist()
    ]
    tags = np.zeros(len(tagged), np.int64)
    tags[at] = codes + 1
    lost = int(before.sum()) if target.name == "IO" else 0
    touching = f"{plural(lost, 'chunk')} touching one of the same type, from which IO does not separate it"
    return replace(tagged, tags=Column([OUTSIDE, *values], tags)), [touching] if lost else []


def _touching(tagged: Tagged, chunks: Chunks) -> tuple[BoolArray, BoolArray]:
    """Whether a chunk of the same type and sentence ends right before each chunk, and begins right after it."""
    meets = (chunks.end[:-1] == chunks.start[1:]) & (chunks.type[:-1] == chunks.type[1:])
    meets &= ~np.isin(chunks.start[1:], tagged.first)
    none = np.zeros(min(len(chunks.start), 1), bool)
    return np.concatenate([none, meets]), np.concatenate([meets, none])


def _tagged(spans: Spans, tokens: Tagged, target: Scheme) -> tuple[Tagged, list[str]]:
    """The tokens tagged with spans that count them."""
    place = {name: i for i, name in enumerate(tokens.documents)}
    codes = np.array([place.get(name, NONE) for name in spans.documents], np.int64)
    if not tokens.named and len(tokens.documents) == len(spans.documents):
        codes = np.arange(len(spans.documents))
    document = codes[spans.document]
    if (document == NONE).any():
        problem = "a span of a document that the tokens do not have"
        raise _problem(spans, int(np.argmax(document == NONE)), problem)
    sizes = tokens.sizes()
    offset = (np.cumsum(sizes) - sizes)[document]
    start, end = spans.start + offset, spans.end + offset
    last = tokens.last[np.clip(np.searchsorted(tokens.first, start, "right") - 1, 0, None)]
    order = np.lexsort((end, start))
    overlapping = np.zeros(len(spans), bool)
    overlapping[order[1:]] = start[order][1:] < np.maximum.accumulate(end[order])[:-1]
    for wrong, problem in (
        ((spans.start < 0) | (spans.end > sizes[document]), "a span beyond the last token of its document"),
        (end > last, "a span across the end of a sentence, which tags cannot hold"),
        (overlapping, "a span that overlaps another one, which tags cannot hold"),
    ):
        if wrong.any():
            raise _problem(spans, int(np.argmax(wrong)), problem)
    types = spans.fields["type"]
    names = [*(str(value) for value in types.values), UNTYPED]
    chunks = Chunks(
        start[order], end[order], np.where(types.codes == NONE, len(names) - 1, types.codes)[order]
    )
    return _written(tokens, chunks, names, target)


def _problem(spans: Spans, row: int, problem: str) -> InputError:
    source, line = source_and_line(spans.place(row))
    text = f"{spans.documents[spans.document[row]]}\t{spans.start[row]}\t{spans.end[row] - 1}"
    return InputError(problem, source=source, line=line, text=text)


def _retagged(sources: Sequence[Source], target: Scheme, column: int) -> tuple[Iterable[str], list[str]]:
    """A column file with other tags; the rest of its lines as it was."""
    if len(sources) > 1:
        raise UsageError("files keep their lines, so convert them one at a time")
    text = sources[0].text()
    again = Source(io.BytesIO(text.encode()), sources[0].name)
    tagged = bio.read([again], None if column == -1 else column)
    written, warnings = in_scheme(tagged, target)
    warnings += doubts(tagged)
    return _lines(text, tagged, written, column), warnings


def _lines(text: str, tagged: Tagged, written: Tagged, column: int) -> Iterator[str]:
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
    """Where the tag of a line stands."""
    spaced = bio.TYPED.match(line) if column == -1 and "\t" not in line.strip() else None
    if spaced and " " in spaced[1].strip():
        return spaced.span(1)
    cells = list(CELLS["\t" in line.strip(bio.SPACE)].finditer(line))
    return cells[column - 1 if column > 0 else column].span()
