"""Tagged tokens: chunks (names, base phrases) that are written as one tag a token, scored as conlleval, seqeval and nervaluate do.

Conventions
    Both sides have the same tokens; documents are compared by their token offsets, half-open, counted from the document's first
    token. Tags are read in the scheme of `--scheme`, or in the one that fits both sides best (`nerkit.corpora.schemes`); sequences
    the scheme does not allow are read as conlleval reads them, and counted. An empty side is a side without chunks.

Measures
    chunk     same start, end and type (Tjong Kim Sang & Buchholz 2000; conlleval, seqeval by default)
    strict    the same, over chunks that are written as the scheme writes them; others do not exist (seqeval's strict mode)
    exact partial type     SemEval-2013 task 9.1, after MUC: same borders; any overlap, for half; same type (`matching`)
    token     accuracy: tokens with the same letter and type, of all tokens. By label: tokens tagged with it, on each side.
    Every measure of `nerkit spans` (`overlap-maxsum::span+type` is partial credit in tokens) over the chunks of `chunk`.
    chunk, exact, partial and type also count COR INC PAR MIS SPU: cor inc par mis spu.

Differences from conlleval.pl (2004-01-26)
    - E and L close a chunk and S, U and W are one (there E-B and S-S of one type are merged, BILOU and BMEWO misread).
    - `-DOCSTART-` lines are not tokens; types `0` and empty are types like others; no `-d`, `-o` or `-r` is needed.
Differences from seqeval 1.2.2
    - L, U, M and W are read (there BILOU only in strict mode); IOE1 is read right in strict mode too.
    - One scheme for both sides, found on both (there on gold alone, and never IOB1 or IOE1); O-only files are scored, not an error.
    - `B_NP` is of type `NP` (there `_NP`).
Differences from nervaluate 1.2.1
    - All schemes (there IOB); tokens that differ in number are an error; documents are documents, not sentences, which changes nothing.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.corpora import schemes
from nerkit.corpora.corpus import Batch, Origin
from nerkit.corpora.schemes import Decoder, Scheme, as_spans
from nerkit.corpora.selection import Selection
from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import Tagged
from nerkit.errors import InputError, source_and_line, unknown
from nerkit.readers.tags.in_memory import read as read_objects  # noqa: F401  (part of the skeleton)
from nerkit.readers.tags.spelling import spelt
from nerkit.results.counts import Counts
from nerkit.results.mistakes import Mistakes
from nerkit.results.rows import Grouping
from nerkit.scorers.bio import matching as chunk_matching
from nerkit.scorers.bio import tokens as bio_tokens
from nerkit.scorers.bio.matching import Matching
from nerkit.scorers.bio.measures import LANGUAGE as LANGUAGE
from nerkit.scorers.bio.measures import MEASURES as MEASURES
from nerkit.scorers.bio.measures import describe as describe
from nerkit.scorers.bio.measures import measures as measures
from nerkit.scorers.bio.words import Words
from nerkit.scorers.cells import all_labels, cuts
from nerkit.scorers.columns import Columns
from nerkit.scorers.spans import language
from nerkit.scorers.spans import mistakes as span_errors
from nerkit.scorers.spans import scorer as spans
from nerkit.scorers.spans.language import Expression
from nerkit.scorers.spans.scorer import composites as composites

FORMATS = ("bio", "brackets")
AUTO = "auto"
COUNTED = ("label",)
STRICT = Expression("strict", "sets", None, ("span", "type"))


@dataclass(frozen=True)
class Options:
    """What only this task knows: the scheme (`auto` or a name), the column of the tags, how chunks are matched."""

    scheme: str = AUTO
    column: int | None = None
    matching: str = "greedy"
    min_overlap: float = 1

    def __post_init__(self) -> None:
        self.how()
        if self.scheme.lower() != AUTO:
            schemes.scheme(self.scheme)

    def how(self) -> Matching:
        """The options of chunk matching. Raises UsageError for values it does not know."""
        return Matching(self.matching, self.min_overlap)


class Measure(NamedTuple):
    """A measure of this task's own."""

    name: str


@dataclass(frozen=True, slots=True)
class Side:
    """One side as it is scored: its tokens, how their tags are read, which chunks count."""

    tagged: Tagged
    scheme: Scheme
    selection: Selection

    @property
    def documents(self) -> list[str]:
        """The ids of the documents."""
        return self.tagged.documents

    @property
    def named(self) -> bool:
        """Whether the documents have ids of their own."""
        return self.tagged.named

    @property
    def origins(self) -> tuple[Origin, ...]:
        """The files that were read."""
        return self.tagged.origins

    @property
    def warnings(self) -> tuple[str, ...]:
        """What there is to say about the reading."""
        return self.tagged.warnings

    def __len__(self) -> int:
        return len(self.tagged)

    def in_documents(self, documents: list[str], codes: IntArray) -> "Side":
        """The same tokens filed under *documents*."""
        return replace(self, tagged=self.tagged.in_documents(documents, codes))

    def chunks(self, *, strict: bool = False) -> Spans:
        """The chunks that count, in tokens."""
        decoder = Decoder(self.tagged)
        found = decoder.strict(self.scheme) if strict else decoder.lenient()
        return self.selection.apply(as_spans(self.tagged, found, decoder.types))

    def selected_tags(self) -> Tagged:
        """The tokens with their types renamed, and those of types that do not count tagged `O`."""
        return bio_tokens.selected(self.tagged, self.selection)


def reading(options: Options) -> dict[str, object]:
    """What the reader of column files needs to know."""
    return {} if options.column is None else {"column": options.column}


def resolve(names: Sequence[str]) -> list[Measure | Expression]:
    """The measures of these names or groups; raises UsageError for what is none."""
    found: list[Measure | Expression] = []
    known = [*MEASURES, *language.NAMES, *language.GROUPS, *language.LOREHLT]
    for name in dict.fromkeys(names):
        if name in MEASURES:
            found.append(Measure(name))
        elif ":" not in name and name not in known:
            raise unknown("measure", name, known)
        else:
            found += spans.resolve([name])
    return list({measure.name: measure for measure in found}.values())


def prepare(
    corpora: Sequence[Tagged], selection: Selection, options: Options
) -> tuple[list[Side], list[str]]:
    """The sides as they are scored, in one scheme; warnings say which, and what does not follow it.

    Raises InputError for a tag outside a scheme that was asked for.
    """
    corpora, notes = _same_documents(corpora)
    names = [
        corpus.origins[0].name if len(corpus.origins) == 1 else ("gold", "system")[i > 0]
        for i, corpus in enumerate(corpora)
    ]
    decoders = [Decoder(corpus) for corpus in corpora]
    scheme, warnings = _scheme(corpora, decoders, names, options.scheme)
    for name, corpus, decoder in zip(names, corpora, decoders, strict=True):
        wrong = decoder.invalid(scheme)
        if len(wrong):
            places = "place" if len(wrong) == 1 else "places"
            warnings.append(
                f"{name}: tags do not follow {scheme.name} in {len(wrong):,} {places} (the first: "
                f"{corpus.place(int(wrong[0]))}); decoded as conlleval does"
            )
    warnings += selection.unused(
        *(as_spans(corpus, None, decoder.types) for corpus, decoder in zip(corpora, decoders, strict=True))
    )
    sides = [Side(selection.documents(corpus), scheme, selection.items) for corpus in corpora]
    return sides, [*notes, *warnings]


def defaults(_: Sequence[Side]) -> Sequence[str]:
    """The measure used when none is asked for."""
    return ("chunk",)


def count(
    batch: Batch[Side], measures: Sequence[Measure | Expression], plan: Sequence[Grouping], options: Options
) -> Counts:
    """Counts of the batch for every measure and every grouping of the plan.

    Raises InputError where the two sides of a document have different numbers of tokens, UsageError for an unknown field.
    """
    tagged = Batch(batch.documents, batch.gold.tagged, batch.system.tagged)
    warnings = bio_tokens.check(tagged)
    own = [measure.name for measure in measures if isinstance(measure, Measure)]
    others = [measure for measure in measures if isinstance(measure, Expression)]
    counts = Counts.collect(batch.documents, (), (), warnings)
    if any(name in chunk_matching.NAMES for name in own) or others or not own:
        chunks = Batch(batch.documents, batch.gold.chunks(), batch.system.chunks())
        counts += chunk_counts(chunks, own, plan, options.how())
        counts += spans.count(chunks, others, plan, spans.Options())
    if "strict" in own:
        strict = Batch(batch.documents, batch.gold.chunks(strict=True), batch.system.chunks(strict=True))
        counts += spans.count(strict, [STRICT], plan, spans.Options())
    if "token" in own:
        selected = Batch(batch.documents, batch.gold.selected_tags(), batch.system.selected_tags())
        counts += Counts.collect(batch.documents, (), bio_tokens.parts(selected, plan))
    return counts


def units(batches: Mapping[str, Batch[Side]]) -> tuple[str, dict[str, Batch[Side]]] | None:
    """Sentences, where there is but one document: at the borders that all sides have, so that no side's chunks are cut.

    None where documents are the units, or where the sides have different tokens.
    """
    sides = [side.tagged for batch in batches.values() for side in (batch.gold, batch.system)]
    if any(len(side.documents) != 1 for side in sides) or len({len(side) for side in sides}) > 1:
        return None
    first = functools.reduce(np.intersect1d, [side.first for side in sides])
    names = [str(i + 1) for i in range(len(first))]

    def cut(side: Side) -> Side:
        sentence = np.searchsorted(first, side.tagged.first, "right") - 1
        return replace(side, tagged=replace(side.tagged, documents=names, document=sentence, named=False))

    return "sentence", {
        name: Batch(names, cut(batch.gold), cut(batch.system)) for name, batch in batches.items()
    }


def errors(batch: Batch[Side], _: Options) -> Mistakes:
    """What is wrong, chunk by chunk (`mistakes`), with the words around it."""
    bio_tokens.check(Batch(batch.documents, batch.gold.tagged, batch.system.tagged))
    chunks = Batch(batch.documents, batch.gold.chunks(), batch.system.chunks())
    known = [side.tagged for side in (batch.gold, batch.system) if side.tagged.text is not None]
    if not known:
        return span_errors.find(chunks)
    gold, system = Words(known[0]), Words(known[-1])
    text = gold.of(chunks.gold), system.of(chunks.system)
    return span_errors.find(chunks, text, (gold.around(chunks.gold), system.around(chunks.system)))


def chunk_counts(
    batch: Batch[Spans], names: Sequence[str], plan: Sequence[Grouping], how: Matching
) -> Counts:
    """Counts of the measures chunk, exact, partial and type among *names* over any spans, whatever their unit."""
    columns = Columns(batch)
    found = cuts(columns, plan)
    wanted = [name for name in names if name in chunk_matching.NAMES]
    parts = chunk_matching.parts(batch, columns, found, wanted, how)
    return Counts.collect(batch.documents, all_labels(found) if wanted else (), parts)


def _same_documents(corpora: Sequence[Tagged]) -> tuple[Sequence[Tagged], list[str]]:
    """Where one side does not mark documents and all have as many tokens, each side as a single document."""
    counts = [len(corpus.documents) for corpus in corpora]
    unmarked = any(count == 1 and not corpus.named for count, corpus in zip(counts, corpora, strict=True))
    if not unmarked or max(counts) == 1 or len({len(corpus) for corpus in corpora}) > 1:
        return corpora, []
    whole = [
        replace(corpus.in_documents(["1"], np.zeros(count, np.int64)), named=False)
        for count, corpus in zip(counts, corpora, strict=True)
    ]
    return whole, ["not every side marks documents; compared as one document"]


def _scheme(
    corpora: Sequence[Tagged], decoders: Sequence[Decoder], names: Sequence[str], asked: str
) -> tuple[Scheme, list[str]]:
    """The scheme asked for, after a check of all tags, or the one that fits best, and what to say about it."""
    if asked.lower() != AUTO:
        scheme = schemes.scheme(asked)
        for name, corpus in zip(names, corpora, strict=True):
            _check_letters(name, corpus, scheme)
        return scheme, []
    letters = {tag.letter for corpus in corpora for tag in corpus.tags.values}
    found = schemes.detect(letters, np.sum([decoder.histogram() for decoder in decoders], axis=0))
    listed = " ".join(sorted(letters - {"O"})) or "none but O"
    if found is None:
        scheme = schemes.SCHEMES["BIOES"]
        return scheme, [
            f"letters of several schemes ({listed}): L is read as E, U and W as S, M as I, all by the rules of BIOES"
        ]
    return found, [
        f"scheme {found.name}, from the tags of both sides (letters: {listed}); --scheme names another"
    ]


def _check_letters(name: str, corpus: Tagged, scheme: Scheme) -> None:
    allowed = set(scheme.letters.values())
    outside = [code for code, tag in enumerate(corpus.tags.values) if tag.letter not in allowed]
    if not outside:
        return
    row = int(np.argmax(np.isin(corpus.tags.codes, outside)))
    tag = spelt(corpus.tags.value(row))
    source, line = source_and_line(corpus.place(row))
    problem = f"tag {tag!r} is not of the scheme {scheme.name} ({' '.join(sorted(allowed))})"
    remedy = "--scheme auto finds the scheme; --scheme NAME names it"
    if line is None:
        raise InputError(problem, source=f"{name}: {source}", remedy=remedy)
    text = f"{corpus.tokens()[row]} {tag}"
    raise InputError(
        problem, source=source, line=line, column=len(text) - len(tag) + 1, text=text, remedy=remedy
    )
