"""spaCy's `DocBin` (`.spacy`): parsed documents in spaCy's binary format. To read them, you need spaCy.

nerkit reads the entities of a document (`doc.ents`) with labels and ids (`kb_id`, or `id`), or a group of
spans (`doc.spans`) that you name. The spans of a group can overlap. Offsets count characters, and ends are
exclusive. Documents have no ids and are paired in order. nerkit executes no code from a file, and ignores
user data.
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

COMPRESSED, CHECKED = b"x", 31  # zlib data begin with x, and the first two bytes are a multiple of 31


def read(sources: Iterable[Source], *, spans_key: str | None = None, **_: Any) -> Spans:
    """Read all documents of DocBin files as one corpus; *spans_key* is the group of spans to read.

    Without *spans_key*, the entities are read. Raises InputError for a file that is not a DocBin, a span
    outside its text, and a group that no document has. Raises LibraryError if spaCy is not installed.
    """
    sources, table, known = list(sources), SpanTable("text"), set[str]()

    def add(source: Source, _: SpanTable) -> None:
        """Add the documents of one DocBin to the table."""
        for document in _documents(source, spans_key):
            table.document(None, document.text)
            known.update(document.groups)
            for start, end, fields in document.spans:
                table.span(start, end, 0, **fields)

    spans = table.read(sources, add)
    if spans_key is not None and spans_key not in known and table.ids:
        groups = f"the groups are {', '.join(sorted(known))}" if known else "the file has none"
        raise InputError(f"the file has no group of spans {spans_key!r}; {groups}", source=sources[0].name)
    return spans


class BinDocument(NamedTuple):
    """A document of a DocBin.

    text    its text
    groups  the names of its groups of spans
    spans   (start, end, fields) of each span that is read
    """

    text: str
    groups: set[str]
    spans: list[tuple[int, int, dict[str, Any]]]


def _documents(source: Source, spans_key: str | None) -> list[BinDocument]:
    """The documents of a file, decoded by spaCy."""
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
    collects = gc.isenabled()  # srsly leaves the collector off after a failure, and on after a success
    try:
        stored = DocBin(store_user_data=False).from_bytes(data)
        docs = stored.get_docs(spacy.blank("xx").vocab)
        return [BinDocument(doc.text, set(doc.spans), _spans(doc, spans_key)) for doc in docs]
    except Exception as error:  # noqa: BLE001  (spaCy, msgpack and zlib raise various errors)
        what = f"not a DocBin of spaCy ({type(error).__name__}: {error})"
        raise InputError(what.splitlines()[0], source=source.name) from None
    finally:
        (gc.enable if collects else gc.disable)()


def _spans(doc: Any, spans_key: str | None) -> list[tuple[int, int, dict[str, Any]]]:
    """The entities of a document, or the spans of its group *spans_key*, as (start, end, fields).

    Raises ValueError for a span outside the text, because spaCy does not check this.
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
    """Raise UnreadableError for compressed data that expand beyond the limit for text files."""
    unpacked = zlib.decompressobj()
    count, most = 0, max(EXPANDED, EXPANSION * len(data))
    try:
        while data and count <= most:
            count += len(unpacked.decompress(data, BLOCK))
            data = unpacked.unconsumed_tail
    except zlib.error:  # spaCy reports damaged data later
        return
    if count > most:
        raise expanding(name)


READER = Reader(read, Spans, characters=True, options=("spans_key",))
