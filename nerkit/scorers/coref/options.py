"""The formats that `nerkit coref` reads, its options and their choices."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from nerkit.errors import unknown

if TYPE_CHECKING:
    from nerkit.scorers.coref.document_names import NewName

FORMATS = (
    "conll-coref",
    "semeval",
    "corefud",
    "arrau",
    "scirex",
    "wikievents",
    "dygie",
    "docred",
    "ie-jsonl",
    "coref-json",
    "webanno",
    "span-tsv",
)
NAMED_FORMATS = ("brat", "label-studio", "prodigy", "spacy")
MATCHES = (EXACT, PARTIAL, HEAD, MIN) = ("exact", "partial", "head", "min")
ZEROS = (DEPENDENT, LINEAR) = ("dependent", "linear")
SINGLETONS = (KEEP, DROP) = ("keep", "drop")
MENTIONS = (FIRST, ERROR, ALL) = ("first", "error", "all")
BLANC = (CONLL, LUO2014) = ("conll", "luo2014")


@dataclass(frozen=True)
class Options:
    """The options of `nerkit coref`. Raises UsageError for other values than these.

    match       what counts as the same mention: MATCHES, explained in `matching`
    zeros       how mentions headed by empty nodes are matched: ZEROS, explained there too
    singletons  whether entities of one mention are kept
    mentions    which mentions of the same words in a document count: the first, all, or none, as they are
                an error
    layer       the layer of WebAnno whose chains are read
    ids         new ids of documents, of both sides: a mapping, or a file of lines old TAB new
    blanc       what BLANC is without links of one kind: as in scorer.pl (`conll`), or as in Luo et al. 2014
    """

    match: str = EXACT
    singletons: str = KEEP
    zeros: str = DEPENDENT
    blanc: str = CONLL
    mentions: str = FIRST
    layer: str | None = None
    ids: "Mapping[str, str] | str | None" = None

    def __post_init__(self) -> None:
        for name, value, choices in (
            ("match", self.match, MATCHES),
            ("zeros", self.zeros, ZEROS),
            ("singletons", self.singletons, SINGLETONS),
            ("mentions", self.mentions, MENTIONS),
            ("blanc", self.blanc, BLANC),
        ):
            if value not in choices:
                raise unknown(f"value of {name}", value, choices)

    @cached_property
    def new_names(self) -> "dict[str, NewName]":
        """The new ids by the old ones. Raises InputError for a damaged file."""
        from nerkit.scorers.coref.document_names import new_names

        return {} if self.ids is None else new_names(self.ids)
