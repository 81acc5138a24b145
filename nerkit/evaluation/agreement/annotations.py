"""Annotations of several annotators: spans over the units of documents, or values of items.

document  unit    0    1    2    3          spans   annotator  document  start  end  label
d1        anna    PER  PER  O    LOC                0          d1        0      2    PER
          ben     PER  O    O    LOC                0          d1        3      4    LOC …
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

import numpy as np

from nerkit import readers
from nerkit.algorithms.columns import NONE, BoolArray, Column, IntArray, Vocabulary, joined
from nerkit.algorithms.keys import combine, first_of_each
from nerkit.corpora.corpus import with_form
from nerkit.corpora.pairing import Policy, pair_by_order
from nerkit.corpora.schemes import Decoder
from nerkit.corpora.selection import LABEL as LABEL_FIELDS
from nerkit.corpora.selection import Selection
from nerkit.corpora.spans import Spans, Texts
from nerkit.corpora.tags import Tagged
from nerkit.evaluation.agreement.covered import covered
from nerkit.evaluation.agreement.document_labels import QUESTION, read_items
from nerkit.evaluation.agreement.item_values import OUTSIDE, Values, selected
from nerkit.evaluation.agreement.options import CHARACTER, ITEM, SPAN, TASKS, TOKEN, AgreeRequest
from nerkit.evaluation.agreement.texts import TextOf, in_tokens, text_of, text_of_tokens
from nerkit.evaluation.pipeline import as_asked, known_by_texts, under_one_name, unused_ids
from nerkit.evaluation.request import Request
from nerkit.exceptions import InputError, UsageError, plural, some
from nerkit.ground.limits import MOST_WORDS
from nerkit.ground.meant import meaning
from nerkit.ground.warnings import Warned
from nerkit.io import Source, Sources
from nerkit.io import expand as opened
from nerkit.readers.leniency import strictness
from nerkit.readers.register import of_corpus
from nerkit.scorers import options_module

INSIDE = "I"
COLUMNS = ("annotator", "document", "start", "end", "row")

SAME = "give each annotator the same documents and tokens, because nerkit compares annotators on one text"


@dataclass(frozen=True)
class Annotations:
    """Spans of several annotators over the same documents.

    names      the annotators;  documents  the ids
    length     the number of units of each document, shape (documents,)
    has        whether each annotator has each document, shape (annotators, documents)
    annotator, document, start, end, label   the columns of the spans; `[start, end)` counts units from 0
    tokens     whether the units are tokens (otherwise characters)
    text       function: code of a document -> its text with the borders of its units
    row        the row of each span in the corpus of its annotator
    place      function: (annotator, row of its corpus, unit in the span) -> `file:line`, or a place in memory
    corpora    annotator -> the corpus as it was read, before labels and documents are selected
    textless   the number of units after the end of the known text
    exact      the same spans in characters, if `units` is not given and the spans were turned into tokens
    """

    names: tuple[str, ...]
    documents: list[str]
    length: IntArray
    has: BoolArray
    annotator: IntArray
    document: IntArray
    start: IntArray
    end: IntArray
    label: Column
    tokens: bool = True
    warnings: tuple[str, ...] = ()
    text: TextOf | None = None
    row: IntArray = field(default_factory=lambda: np.zeros(0, np.int64))
    place: Callable[[int, int, int], str] | None = None
    corpora: Mapping[str, Any] = field(default_factory=dict)
    textless: int = 0
    exact: "Annotations | None" = None

    def take(self, rows: BoolArray | IntArray) -> "Annotations":
        """Return the annotations with only the spans of these rows."""
        columns = {name: getattr(self, name)[rows] for name in COLUMNS}
        return replace(self, label=self.label.take(rows), **columns)

    def once(self) -> "Annotations":
        """Return the annotations without spans that an annotator repeats."""
        key = combine(self.annotator, self.document, self.start, self.end, self.label.codes)
        if (key[1:] > key[:-1]).all():  # spans from tags are sorted and never repeated
            return self
        return self.take(np.sort(first_of_each(key)))

    def without_labels(self) -> "Annotations":
        """Return the annotations with one and the same label for all spans."""
        return replace(self, label=Column([INSIDE], np.zeros(len(self.start), np.int64))).once()

    def covering(self, places: Iterable[tuple[int, int, int]]) -> Iterator[list[int]]:
        """Yield, for each place (document, start, end), the rows of the spans that share a unit with
        it.

        *places* must be sorted.
        """
        order = np.lexsort((self.start, self.document)).tolist()
        columns = zip(self.document.tolist(), self.start.tolist(), self.end.tolist(), strict=True)
        span, waiting, open_ = list(columns), 0, list[int]()
        for code, start, end in places:
            while waiting < len(order) and span[order[waiting]][:2] < (code, end):
                open_.append(order[waiting])
                waiting += 1
            open_ = [row for row in open_ if span[row][0] == code and span[row][2] > start]
            yield sorted(row for row in open_ if span[row][1] < end)


def read(paths: Mapping[str, str], asked: AgreeRequest) -> "Annotations | Values":
    """Read the annotations in files, or the values of items in a table or in files of document labels.

    Raises InputError for files that do not parse and for texts that differ, UsageError for a single
    annotator.
    """
    request = request_of(asked)
    selection = request.selection
    files = {name: opened(path) for name, path in paths.items()}
    items = read_items(paths, files, asked, selection.only.get(QUESTION))
    if items is not None:
        rest = {name: wanted for name, wanted in selection.only.items() if name != QUESTION}
        return selected(items, replace(selection, only=rest))
    if asked.units == ITEM:
        raise UsageError(
            'units="item" needs a table of items, or labels of documents; these files have neither'
        )
    inputs, form, left_out = sources_of(files, asked)
    names, asked = tuple(inputs), replace(asked, form=form)
    with strictness(strict=asked.strict), meaning(request.meant("annotator")):
        corpora = _corpora(list(inputs.values()), asked)
    corpora, other_names = under_one_name(corpora, names)
    corpora, _ = as_asked(corpora, names, request)
    left_out = [*left_out, *other_names]
    if all(isinstance(corpus, Tagged) for corpus in corpora):
        if asked.units == CHARACTER:
            raise UsageError('units="character" needs texts, but these files have only tokens')
        unused = selection.unused_among({tag.type for one in corpora for tag in one.tags.values if tag.type})
        tagged = [selection.documents(one) for one in corpora]
        said = _of_tags(names, tagged, selection, [*left_out, *unused, *selection.lacking(tagged)])
    elif all(isinstance(corpus, Spans) for corpus in corpora):
        left_out += [
            Warned("no-items", side=name) for name, one in zip(names, corpora, strict=True) if not len(one)
        ]
        unused = selection.unused(*corpora)
        chosen = [selection.apply(corpus) for corpus in corpora]
        said = _of_spans(names, chosen, asked, [*left_out, *unused, *selection.lacking(chosen)])
    else:
        raise UsageError(
            "the files of the annotators differ in kind: some have tags in columns, others spans over text"
        )
    return replace(said, corpora=dict(zip(names, corpora, strict=True)))


def request_of(asked: AgreeRequest) -> Request:
    """Return the evaluation request with the reading options of an agreement request."""
    names = ("label_map", "labels", "only", "ends", "offsets", "unicode", "strict")
    return Request(**{name: getattr(asked, name) for name in names})


def sources_of(
    files: Mapping[str, Sources], asked: AgreeRequest
) -> tuple[dict[str, list[Source]], str | None, list[str]]:
    """Return the inputs of each annotator, the format (None: unknown), and warnings about files left out
    of folders.

    The inputs of an annotator are the files of its name. With `asked.annotator`, they are the parts of
    one file that have the annotator in this field. Raises UsageError for a single annotator.
    """
    if asked.annotator is None:
        if len(files) < 2:
            raise UsageError(
                "nerkit agree needs at least two annotators; name the field of a file with "
                'several (annotator=…), or read a table of items with units="item"'
            )
        left_out = [note for one in files.values() for note in one.warnings]
        return {name: list(one) for name, one in files.items()}, asked.form, left_out
    from nerkit.evaluation.agreement.one_file import by_annotator

    if len(files) != 1:
        raise UsageError(
            f"annotator={asked.annotator!r} needs one file with all annotators, not {len(files)} files"
        )
    path, whole = next(iter(files.items()))
    form = asked.form or readers.sniff(whole, formats_of(asked.task))
    parts = by_annotator(readers.select(whole, form) if form else whole, asked.annotator)
    if len(parts) < 2:
        problem = f"{plural(len(parts), 'annotator')} in the field {asked.annotator!r}"
        names = f": {', '.join(parts)}" if parts else ""
        raise UsageError(f"{path}: {problem}{names}; nerkit agree needs at least two")
    return parts, form, list(whole.warnings)


def _corpora(inputs: Sequence[Sequence[Source]], asked: AgreeRequest) -> list[Any]:
    """Read the corpus of each annotator; a blank file has the format of the other files."""
    formats = formats_of(asked.task)
    forms = [asked.form or readers.sniff(sources, formats) for sources in inputs]
    known = next((form for form in forms if form), formats[0])
    corpora = list[Any]()
    for sources, form in zip(inputs, forms, strict=True):
        kind = form or known
        tagged = readers.reader(kind).makes is Tagged
        corpus = readers.reading(kind, "tags" if tagged else "spans")(readers.select(sources, kind))
        corpus = replace(corpus.spans, texts=corpus.texts) if isinstance(corpus, Texts) else corpus
        corpus = with_form(corpus, kind)
        first = corpora[0] if corpora else None
        if isinstance(corpus, Tagged) and isinstance(first, Tagged) and corpus.text == first.text:
            corpus = replace(corpus, text=first.text)  # equal tokens are stored once
        corpora.append(corpus)
    return corpora


def formats_of(task: str | None) -> tuple[str, ...]:
    """Return the formats with spans or tags, of all tasks or of the named task.

    Without a named task, tokens are compared as tokens, and not as the text that `noisy` reads.
    """
    named = TASKS if task is None else (task,)
    formats = dict.fromkeys(form for name in named for form in of_corpus(options_module(name).READS))
    return tuple(form for form in formats if task is not None or form != "noisy-bio")


def values(annotations: Annotations, *, units: str, positions: bool, tags: bool = False) -> Values:
    """Return the value that every annotator gave every unit (or every marked span).

    With *positions* labels do not count. With *tags* the first unit of a span has `B-` before its label,
    the other units `I-`. If spans with different labels by one annotator cover a unit, its value is the
    set of these labels.
    """
    one = annotations.without_labels() if positions else annotations
    count, size = len(one.names), len(one.length)
    begins, ends, names = None, None, one.label.values
    label = one.label.codes
    if units == SPAN:
        key = combine(one.document, one.start, one.end)
        chosen = first_of_each(key)
        items, document = len(chosen), one.document[chosen]
        begins, ends = one.start[chosen], one.end[chosen]
        first = one.annotator * items + np.searchsorted(key[chosen], key)
        last = first + 1
    else:
        if one.textless > MOST_WORDS:
            raise UsageError(
                f"{one.textless:,} units up to the last offset have no text, more than "
                f'{MOST_WORDS:,}; use units="span" or measures="f1"'
            )
        begin = np.cumsum(one.length) - one.length
        items = int(one.length.sum())
        document = np.repeat(np.arange(size), one.length)
        before = one.annotator * items + begin[one.document]
        first, last = before + one.start, before + one.end
        if tags:
            names = [f"{letter}-{name}" for name in names for letter in "BI"]
            label = np.concatenate([2 * label, 2 * label + 1])
            inside = np.minimum(first + 1, last)
            first, last = np.append(first, inside), np.append(inside, last)
    flat, labels = covered(first, last, Column(names, label), count * items)
    value = flat.reshape(count, items)
    if not one.has.all():
        value[~one.has[:, document]] = NONE
    order = [OUTSIDE, *labels]
    note = (
        "items are the spans that an annotator marked; annotators cannot agree on unmarked text, "
        "so kappa is low"
    )
    notes = (note,) if units == SPAN else ()
    return Values(one.names, one.documents, value, order, document, notes, start=begins, end=ends)


def _of_tags(
    names: tuple[str, ...], corpora: Sequence[Tagged], selection: Selection, unused: Sequence[str]
) -> Annotations:
    """Return the annotations in tagged tokens, with only the selected labels.

    Raises InputError if annotators have different tokens.
    """
    first = corpora[0]
    for name, corpus in zip(names[1:], corpora[1:], strict=True):
        if (
            corpus.text != first.text
            or not np.array_equal(corpus.first, first.first)
            or corpus.documents != first.documents
        ):
            _differing_tokens(names[0], first, name, corpus)
    document = np.repeat(first.document, np.diff([*first.first, len(first.tags.codes)]))
    length = np.bincount(document, minlength=len(first.documents)).astype(np.int64)
    begin = np.cumsum(length) - length
    parts, labels = [], []
    for corpus in corpora:
        decoder = Decoder(corpus)
        chunks = decoder.lenient()
        row = np.asarray(chunks.start)
        code = document[row]
        parts.append((code, row - begin[code], chunks.end - begin[code], row))
        labels.append(Column([str(name) for name in decoder.types], np.asarray(chunks.type)))
    label = joined(labels)
    said = Annotations(
        names,
        list(first.documents),
        length,
        np.ones((len(names), len(first.documents)), bool),
        label=label.map(lambda name: selection.names.get(name, name)) if selection.names else label,
        warnings=tuple(dict.fromkeys([*(note for corpus in corpora for note in corpus.warnings), *unused])),
        text=text_of_tokens(first),
        place=lambda one, first_token, unit: corpora[one].place(first_token + unit),
        **_columns(parts),
    ).once()
    kept = _kept(said.label, selection)
    return said if kept.all() else said.take(kept)


def _columns(parts: Sequence[tuple[IntArray, ...]]) -> dict[str, Any]:
    """Join document, start, end and row of the spans of each annotator."""
    annotator = np.repeat(np.arange(len(parts)), [len(part[0]) for part in parts])
    return dict(zip(COLUMNS, (annotator, *map(np.concatenate, zip(*parts, strict=True))), strict=True))


def _kept(label: Column, selection: Selection) -> BoolArray:
    """Return whether the label of each span is selected, shape (spans,).

    Raises UsageError for a selection by a field other than document or label.
    """
    if unknown_fields := set(selection.items.only) - set(LABEL_FIELDS):
        raise UsageError(f"only=…: unknown field {min(unknown_fields)!r} (known: document, label)")
    kept = [one for one in (selection.labels, *selection.items.only.values()) if one is not None]
    return np.array([all(name in one for one in kept) for name in label.values], bool)[label.codes]


def _differing_tokens(one: str, first: Tagged, other: str, second: Tagged) -> NoReturn:
    """Raise the InputError at the first token that differs between two annotators."""
    sides = [corpus.tokens() for corpus in (first, second)]
    at = next((i for i, pair in enumerate(zip(*sides, strict=False)) if pair[0] != pair[1]), None)
    if at is None:
        if len(sides[0]) != len(sides[1]):
            at = min(map(len, sides))
            problem = f"{plural(len(sides[1]), 'token')} where {one} has {len(sides[0]):,}"
        else:
            problem = f"its sentences or documents differ from {one}"
    else:
        problem = f"token {at + 1:,} is {sides[1][at]!r} where {one} has {sides[0][at]!r}"
    raise InputError(problem, source=other, remedy=SAME)


def _of_spans(
    names: tuple[str, ...], corpora: Sequence[Spans], asked: AgreeRequest, unused: Sequence[str]
) -> Annotations:
    """Return the annotations in spans over texts, in characters or in white-space tokens.

    Entities that are strings without a place in their text are left out, and a note counts them.
    """
    without_place = [
        f"{name}: nerkit leaves out {plural(count, 'string')} without a place in the text"
        for name, corpus in zip(names, corpora, strict=True)
        if (count := int((corpus.start < 0).sum()))
    ]
    corpora = [corpus.take(corpus.start >= 0) for corpus in corpora]
    corpora, by_order = _same_documents(names, corpora)
    documents = Vocabulary()
    codes = [documents.codes(corpus.documents) for corpus in corpora]
    texts: list[str | None] = [None] * len(documents)
    has = np.zeros((len(names), len(documents)), bool)
    for i, (name, corpus, code) in enumerate(zip(names, corpora, codes, strict=True)):
        has[i, code] = True
        for place, text in zip(code.tolist(), corpus.texts or [None] * len(code), strict=True):
            if text is not None and texts[place] is not None and texts[place] != text:
                raise InputError(
                    f"the text of document {list(documents)[place]!r} differs from the text of {names[0]}",
                    source=name,
                    remedy=SAME,
                )
            texts[place] = texts[place] if text is None else text
    columns = _columns(
        [
            (code[side.document], side.start, side.end, np.arange(len(side)))
            for code, side in zip(codes, corpora, strict=True)
        ]
    )
    length = np.zeros(len(documents), np.int64)
    np.maximum.at(length, columns["document"], columns["end"])
    known = np.array([len(text or "") for text in texts], np.int64)
    length = np.maximum(length, known)
    from nerkit.scorers.spans.absent_fields import check_labels

    warnings = [*check_labels(corpora), *(note for corpus in corpora for note in corpus.warnings)]
    lacking = _lacking_documents(names, list(documents), has)
    notes = tuple(dict.fromkeys([*warnings, *without_place, *unused, *by_order, *lacking]))
    said = Annotations(
        names,
        list(documents),
        length,
        has,
        label=_labels(corpora),
        tokens=False,
        warnings=notes,
        text=text_of(texts, tokens=False),
        place=lambda one, span, _: corpora[one].place(span),
        textless=int((length - known).sum()),
        **columns,
    ).once()
    if asked.units == TOKEN:
        return _in_tokens(said, texts)
    in_tokens = asked.units is None and None not in texts
    return replace(_in_tokens(said, texts), exact=said) if in_tokens else said


def _same_documents(names: Sequence[str], corpora: Sequence[Spans]) -> tuple[list[Spans], list[str]]:
    """Return the spans of all annotators, filed under the documents of the first annotator, and warnings.

    Raises PairingError if annotators have different numbers of documents, and neither ids nor texts pair
    them.
    """
    (first, *others), warnings = known_by_texts(corpora, names, extra="spurious")
    paired = [first]
    for name, corpus in zip(names[1:], others, strict=True):
        ours, theirs = len(first.documents), len(corpus.documents)
        if (first.named and corpus.named) or not ours or not theirs:
            paired.append(corpus)
            continue
        warnings += unused_ids(first, corpus, (names[0], name))
        pair_by_order(ours, theirs, Policy(), gold_name=names[0], system_name=name)
        paired.append(replace(corpus, documents=first.documents, named=first.named))
    return paired, warnings


def _lacking_documents(names: Sequence[str], documents: Sequence[str], has: BoolArray) -> list[str]:
    """Return a warning for each annotator who lacks documents that other annotators have."""
    return [
        (
            f"{name} lacks {plural(len(absent), 'document')} of {len(documents):,} that other "
            f"annotators have: {some([documents[i] for i in absent])}; nerkit leaves them out of "
            "pairs with this annotator"
        )
        for name, own in zip(names, has, strict=True)
        if len(absent := np.flatnonzero(~own).tolist())
    ]


def _in_tokens(said: Annotations, texts: Sequence[str | None]) -> Annotations:
    """Return the annotations with each span widened to the white-space tokens that it touches.

    A warning counts spans of one annotator and label that fall into the same tokens. Raises UsageError
    for documents without text.
    """
    start, end, length = in_tokens(texts, (said.document, said.start, said.end), said.documents)
    made = replace(said, start=start, end=end, length=length, tokens=True, textless=0)
    order = np.lexsort((end, start, said.document, said.annotator))
    key = [column[order] for column in (said.annotator, said.document, start, end, said.start, said.end)]
    again = np.logical_and.reduce([column[1:] == column[:-1] for column in key[:4]])
    apart = again & ((key[4][1:] != key[4][:-1]) | (key[5][1:] != key[5][:-1]))
    warning = Warned("spans-in-a-token", int(apart.sum()))
    notes = (*said.warnings, *([warning] if warning else []))
    return replace(made, warnings=notes, text=text_of(texts, tokens=True)).once()


def _labels(corpora: Sequence[Spans]) -> Column:
    """Return the label of every span, shape (spans,); `-` for a span without a label."""
    types = joined(
        [corpus.fields.get("type", Column([], np.full(len(corpus), NONE, np.int64))) for corpus in corpora]
    )
    known = Vocabulary({value: code for code, value in enumerate(types.values)})
    absent = types.codes == NONE
    codes = np.where(absent, known["-"], types.codes) if absent.any() else types.codes
    return Column(list(known), codes)
