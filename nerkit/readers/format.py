"""The record of a format that is read: its reader and its facts, at the end of its module."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any

from nerkit.ground.patterns import regex
from nerkit.ground.records import record
from nerkit.readers.leniency import Forgiveness, counting

MEANT_AS_JSON = regex(r'\s*(\{|\[\s*[\[{"\]])')
OPTIONS = {  # what only the readers of some formats know -> what it is
    "layer": "read the spans of this layer of WebAnno",
    "feature": "read the label from this feature of the layer",
    "label_names": "name labels that are numbers: names separated by commas, or a file",
    "spans_key": "read this group of spaCy's spans instead of the entities",
}


CORPORA = {  # class of a corpus -> what the register calls it, and what it holds
    "Answers": ("spans", "answers"),
    "Constituents": ("constituents", "bracketed trees"),
    "Dependencies": ("trees", "dependency trees"),
    "Documents": ("records", "records"),
    "EntityLists": ("spans", "lists of entities"),
    "Graphs": ("graphs", "AMR graphs"),
    "JsonDocuments": ("values", "JSON values"),
    "Mentions": ("mentions", "coreference"),
    "MrpGraphs": ("meaning-graphs", "meaning graphs"),
    "Roles": ("roles", "semantic roles"),
    "Spans": ("spans", "spans"),
    "Tagged": ("tags", "tagged tokens"),
    "Texts": ("texts", "texts with spans"),
}


@record(frozen=True)
class Reader:
    """The reader of a format.

    read                (inputs, options as keywords) -> one corpus of all of them
    makes               the class of that corpus
    suffix              the end of the names of files that are read in a directory, for a format outside the
                        register; empty: all files are read
    guess               (the first text of an input that no format recognises, the possible formats) ->
                        whether the input is meant for this format. Its reader then says what is wrong and
                        where
    extends             the format that it adds to, so that its reader says what is missing of that
    characters          whether offsets count characters, and not tokens
    inclusive           whether the ends of offsets are inclusive in its files
    heads               whether arguments are given by their heads, so that no spans can be written
    without_tokens      whether it has tags without tokens, so that nothing is written of them
    implicit_documents  whether a document exists only where an item names it
    parallel            whether inputs are worth being read in processes of their own
    takes_texts         whether `read` takes the texts of documents, as `texts`
    takes_framework     whether `read` takes what its graphs are, as `framework`
    together            whether the reading of one file depends on the other files of the input
    cut                 where a large file may be cut, as `cuts` says; empty: nowhere
    templates           whether its documents are fillers of roles or templates
    others              further kinds of corpus that a file can be read as: class -> what reads it
    forgives            the faults that are counted and not refused, unless reading is strict
    options             the names of OPTIONS that `read` takes, and that the `others` take
    meant_for           (a sample of an input) -> its task, if the format can be read as several kinds and no
                        task is named. None means the task of the kind that `read` makes
    """

    read: Callable[..., Any]
    makes: type[Any]
    suffix: str = ""
    guess: Callable[[str, Sequence[str]], bool] = lambda *_: False
    extends: str | None = None
    characters: bool = False
    inclusive: bool = False
    heads: bool = False
    without_tokens: bool = False
    implicit_documents: bool = False
    parallel: bool = True
    takes_texts: bool = False
    takes_framework: bool = False
    together: bool = False
    cut: str = ""
    templates: bool = False
    others: Mapping[type[Any], Callable[..., Any]] = field(default_factory=dict)
    forgives: Sequence[Forgiveness] = ()
    options: Sequence[str] = ()
    meant_for: Callable[[Any], str | None] = lambda _: None

    def __post_init__(self) -> None:
        others = {kind: counting(read, self.forgives) for kind, read in self.others.items()}
        object.__setattr__(self, "read", counting(self.read, self.forgives))
        object.__setattr__(self, "others", others)


def is_json(head: str) -> bool:
    """Whether a text is meant to be JSON, by its beginning."""
    return MEANT_AS_JSON.match(head) is not None
