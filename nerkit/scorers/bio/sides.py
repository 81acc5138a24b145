"""One side of tagged tokens as it is scored."""

from dataclasses import dataclass, replace

from nerkit.algorithms.columns import IntArray
from nerkit.corpora.corpus import Origin
from nerkit.corpora.schemes import Decoder, Scheme, as_spans
from nerkit.corpora.selection import Selection
from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import Tagged
from nerkit.scorers.bio import tokens


@dataclass(frozen=True, slots=True)
class TaggedSide:
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
        """The warnings of the reader."""
        return self.tagged.warnings

    def __len__(self) -> int:
        return len(self.tagged)

    def in_documents(self, documents: list[str], codes: IntArray) -> "TaggedSide":
        """The same tokens filed under *documents*."""
        return replace(self, tagged=self.tagged.in_documents(documents, codes))

    def chunks(self, *, strict: bool = False) -> Spans:
        """The chunks that count, in tokens; with *strict* those alone that are written as the scheme does."""
        decoder = Decoder(self.tagged)
        chunks = decoder.strict(self.scheme) if strict else decoder.lenient()
        return self.selection.apply(as_spans(self.tagged, chunks, decoder.types))

    def selected_tags(self) -> Tagged:
        """The tokens with their types renamed, and those of types that do not count tagged `O`."""
        return tokens.selected(self.tagged, self.selection)
