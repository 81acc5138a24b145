"""`seqeval.scheme`: tag schemes as classes of tokens, the chunks of strict mode, and detection of the scheme.

Each class corresponds to a scheme in `nerkit.corpora.schemes`, which defines where chunks begin, continue and
end.
"""

import enum
from collections.abc import Sequence
from typing import ClassVar

from nerkit.algorithms.columns import BoolArray
from nerkit.compat.seqeval import counting
from nerkit.compat.seqeval.counting import UNTYPED, Tags
from nerkit.corpora import schemes


class Prefix(enum.Enum):
    """The letters that tags can have."""

    I = "I"  # noqa: E741
    O = "O"  # noqa: E741
    B = "B"
    E = "E"
    S = "S"
    U = "U"
    L = "L"


class SchemeToken:
    """A tag: its letter (`prefix`) and its type (`tag`, or `_` without a type).

    Raises KeyError for an unknown letter and IndexError for an empty tag.
    """

    name: ClassVar[str] = ""

    def __init__(self, token: str, suffix: bool = False, delimiter: str = "-") -> None:
        self.token = token
        self.prefix = Prefix[token[-1] if suffix else token[0]]
        self.tag = (token[:-1] if suffix else token[1:]).strip(delimiter) or UNTYPED

    def __repr__(self) -> str:
        return self.token

    def is_valid(self) -> bool:
        """Return True, or raise ValueError if the letter is not in the scheme."""
        letters = self._scheme().letters.values()
        if self.prefix.value not in letters:
            allowed = " ".join(sorted(letters))
            raise ValueError(
                f"tag {self.token!r} is not of the scheme {self.name}, whose letters are {allowed}"
            )
        return True

    def is_start(self, prev: "SchemeToken") -> bool:
        """Whether a chunk begins at this tag, after the tag *prev*."""
        return self._transition(prev, self._scheme().start)

    def is_inside(self, prev: "SchemeToken") -> bool:
        """Whether this tag continues the chunk of the tag *prev*."""
        return self._transition(prev, self._scheme().inside)

    def is_end(self, prev: "SchemeToken") -> bool:
        """Whether a chunk ends at the tag *prev*, before this tag."""
        return self._transition(prev, self._scheme().end)

    def _scheme(self) -> schemes.Scheme:
        return schemes.SCHEMES[self.name]

    def _transition(self, prev: "SchemeToken", table: BoolArray) -> bool:
        return bool(table[schemes.transition(prev.prefix.value, self.prefix.value, prev.tag == self.tag)])


Token = SchemeToken


class IOB1(SchemeToken):
    """Scheme with B only at the beginning of a chunk that follows a chunk of its type."""

    name = "IOB1"


class IOB2(SchemeToken):
    """Scheme with B at the first token of every chunk."""

    name = "IOB2"


class IOE1(SchemeToken):
    """Scheme with E only at the end of a chunk that precedes a chunk of its type."""

    name = "IOE1"


class IOE2(SchemeToken):
    """Scheme with E at the last token of every chunk."""

    name = "IOE2"


class IOBES(SchemeToken):
    """Scheme with B and E at the ends of a chunk, and S for a chunk of one token."""

    name = "BIOES"


class BILOU(SchemeToken):
    """Scheme with B and L at the ends of a chunk, and U for a chunk of one token."""

    name = "BILOU"


class ChunkEntity:
    """A chunk of a sentence: its first token, its end (exclusive) and its type."""

    __qualname__ = "Entity"

    def __init__(self, sent_id: int | None, start: int, end: int, tag: str) -> None:
        self.sent_id, self.start, self.end, self.tag = sent_id, start, end, tag

    def __repr__(self) -> str:
        return f"({self.sent_id}, {self.tag}, {self.start}, {self.end})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ChunkEntity) and self.to_tuple() == other.to_tuple()

    def __hash__(self) -> int:
        return hash(self.to_tuple())

    def to_tuple(self) -> tuple[int | None, str, int, int]:
        """The chunk as (sentence, type, start, end)."""
        return self.sent_id, self.tag, self.start, self.end


Entity = ChunkEntity


class SchemeTokens:
    """The tags of a sentence, in a scheme."""

    def __init__(
        self,
        tokens: Sequence[str],
        scheme: type[SchemeToken],
        suffix: bool = False,
        delimiter: str = "-",
        sent_id: int | None = None,
    ) -> None:
        self.tokens = [scheme(token, suffix=suffix, delimiter=delimiter) for token in tokens]
        self.sent_id = sent_id
        self._listed, self._scheme, self._suffix = list(tokens), scheme, suffix

    @property
    def entities(self) -> list[ChunkEntity]:
        """The chunks of the sentence. Raises ValueError for a letter that is not in the scheme."""
        chunks = counting.chunks([self._listed], scheme=self._scheme.name, suffix=self._suffix)
        return [ChunkEntity(self.sent_id, chunk.start, chunk.end, chunk.type) for chunk in chunks]


Tokens = SchemeTokens


class SchemeEntities:
    """The chunks of several sentences."""

    def __init__(
        self, sequences: Tags, scheme: type[SchemeToken], suffix: bool = False, delimiter: str = "-"
    ) -> None:
        self.entities: list[list[ChunkEntity]] = [[] for _ in sequences]
        for sentence, start, end, kind in counting.chunks(sequences, scheme=scheme.name, suffix=suffix):
            self.entities[sentence].append(ChunkEntity(sentence, start, end, kind))

    def filter(self, tag_name: str) -> set[ChunkEntity]:
        """The chunks of the type *tag_name*."""
        return {chunk for sentence in self.entities for chunk in sentence if chunk.tag == tag_name}

    @property
    def unique_tags(self) -> set[str]:
        """The types of all chunks."""
        return {chunk.tag for sentence in self.entities for chunk in sentence}


Entities = SchemeEntities


def auto_detect(sequences: Tags, suffix: bool = False, delimiter: str = "-") -> type[SchemeToken]:
    """Detect IOB2, IOE2, IOBES or BILOU from the letters of the tags. Raises ValueError for other letters,
    and for O and I alone.
    """
    spelt = {token for tokens in sequences for token in tokens}
    letters = {token[-1] if suffix else token[0] for token in spelt}
    inner = letters - {"O", "I"}
    if inner == {"B"}:
        return IOB2
    if inner == {"E"}:
        return IOE2
    if inner and inner <= {"B", "E", "S"}:
        return IOBES
    if inner and inner <= {"B", "L", "U"}:
        return BILOU
    listed = " ".join(sorted(letters)) or "none"
    raise ValueError(f"the letters {listed} fit no scheme; name a scheme, as scheme=IOB2")
