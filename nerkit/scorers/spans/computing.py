"""The attributes of what computes a measure of spans, each with the value that most have."""

from collections.abc import Iterable


class SpanCompute:
    """The arithmetic of a measure of spans: an expression of the language, a measure of the spans of each
    cell, or one of a column of HIPE.

    key           the fields of the key that it is written with; none of what is no expression
    fields        the fields that it looks at, each with the part of the expression that it stands in
    extras        the names of its further numbers
    by_document   whether its items belong to one document each
    pairs_spans   whether it pairs spans that overlap, so that the options of pairing matter
    column        the column of HIPE that it is about, if it is about one
    is_link       whether it is about the links of that column
    """

    key: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    by_document: bool = True
    pairs_spans: bool = False
    column: str = ""
    is_link: bool = False

    @property
    def fields(self) -> Iterable[tuple[str, str]]:
        """The fields that it looks at."""
        return ()
