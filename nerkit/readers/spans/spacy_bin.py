"""spaCy's `DocBin` (`.spacy`): parsed documents as spaCy stores them. Reading them needs spaCy.

nerkit reads the entities of a document (`doc.ents`) with labels and ids (`kb_id`, or `id`), or a group of
spans (`doc.spans`) that you name. Spans of a group may overlap. Offsets are characters, ends exclusive.
Documents have no ids and pair by order. nerkit executes nothing in a file, and ignores user data.
"""

import gc
import zlib
from collections.abc import Iterable
from typing import Any, NamedTuple

from nerkit.corpora.spans import Spans
from nerkit.exceptions import InputError, LibraryError
from nerkit.ground.bad_bytes import expanding
from nerkit.ground.limits import EXPANDED, EXPANSION
from nerkit.io import BLOCK, Source
from nerkit.readers.format import Reader
from nerkit.readers.spans.span_table import SpanTable

COMPRESSED, CHECKED = b"x", 31  # how zlib's data begin: the first two bytes are a multiple of 31


def read(sources: Iterable[Source], *, spans_key: str | None = None, **_: Any) -> Spans:
    """All documents of the files as one corpus; *spans_key* is the group of spans to read.

    Raises InputError for a file that is no DocBin, a span outside its text, a group that no document has, and
    where spaCy is not installed.
    """
    sources = list(sources)
    table = SpanTable("text")
    known: set[str] = set()
    for source in sources:
        table.source(source)
        for document in _documents(source, spans_key):
            table.document(None, document.text)
            known |= document.groups
            for start, end, fields in document.spans:
                table.span(start, end, 0, **fields)
    if spans_key is not None and spans_key not in known and table.ids:
        groups = f"the groups are {', '.join(sorted(known))}" if known else "the file has none"
        raise InputError(f"the file has no group of spans {spans_key!r}; {groups}", source=sources[0].name)
    return table.spans(sources)


class BinDocument(NamedTuple):
    """A document: its text, its groups of spans, and offsets and fields of the spans that are read."""

    text: str
    groups: set[str]
    spans: list[tuple[int, int, dict[str, Any]]]


def _documents(source: Source, spans_key: str | None) -> list[BinDocument]:
    """The documents of a file, as spaCy makes them."""
    data = b"".join(source.pieces())
    if data[:1] != COMPRESSED or int.from_bytes(data[:2]) % CHECKED:
        if not data.strip():
            return []
        raise InputError("not a DocBin of spaCy", source=source.name)
    _check_expansion(data, source.name)
    try:
        import spacy
        from spacy.tokens import DocBin
    except ImportError:
        remedy = "install spaCy: pip install spacy"
        raise LibraryError("nerkit needs spaCy to read a DocBin", source=source.name, remedy=remedy) from None
    collects = gc.isenabled()  # which a failure of srsly leaves off, and a success on
    try:
        stored = DocBin(store_user_data=False).from_bytes(data)
        docs = stored.get_docs(spacy.blank("xx").vocab)
        return [BinDocument(doc.text, set(doc.spans), _spans(doc, spans_key)) for doc in docs]
    except Exception as error:  # noqa: BLE001  (spaCy, msgpack and zlib raise their own for damaged data)
        what = f"not a DocBin of spaCy ({type(error).__name__}: {error})"
        raise InputError(what.splitlines()[0], source=source.name) from None
    finally:
        (gc.enable if collects else gc.disable)()


def _spans(doc: Any, spans_key: str | None) -> list[tuple[int, int, dict[str, Any]]]:
    """The entities of a document, or its spans of a group. Raises ValueError for one that is not in its text,
    which spaCy takes from a file as it is.
    """
    read, length = [], len(doc.text)
    for span in doc.ents if spans_key is None else doc.spans.get(spans_key, ()):
        start, end = span.start_char, span.end_char
        if not 0 <= start < end <= length:
            raise ValueError(f"a span from {start} to {end} in a text of {length:,} characters")
        fields = {"type": span.label_ or None, "eid": span.kb_id_ or span.id_ or None, "text": span.text}
        read.append((start, end, fields))
    return read


def _check_expansion(data: bytes, name: str) -> None:
    """Raise UnreadableError for data that expand to more than a file of text may; others are not kept."""
    unpacked = zlib.decompressobj()
    count, most = 0, max(EXPANDED, EXPANSION * len(data))
    try:
        while data and count <= most:
            count += len(unpacked.decompress(data, BLOCK))
            data = unpacked.unconsumed_tail
    except zlib.error:  # which spaCy tells
        return
    if count > most:
        raise expanding(name)


READER = Reader(read, Spans, characters=True, options=("spans_key",))
