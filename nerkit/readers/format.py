"""The record of an input format: its reading function, and facts about the format."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any

from nerkit.ground.patterns import regex
from nerkit.ground.records import record
from nerkit.readers.leniency import Forgiveness, counting

MEANT_AS_JSON = regex(r'\s*(\{|\[\s*[\[{"\]])')
OPTIONS = {  # option that only some formats have -> its explanation
    "layer": "read the spans of this layer of WebAnno",
    "feature": "read the label from this feature of the layer",
    "label_names": "name labels that are numbers: names separated by commas, or a file",
    "spans_key": "read this group of spaCy's spans instead of the entities",
}


CORPORA = {  # class of a corpus -> its kind in the register, and the items that it holds
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
    """An input format: the function that reads it, and facts about the format.

    read                function (inputs, options as keywords) -> one corpus with the documents of all inputs
    makes               the class of the corpus that `read` returns
    suffix              the suffix of the files that are read in a directory, for a format outside the
                        register; empty if all files are read
    guess               function (first text of an unrecognised input, possible formats) -> whether the input
                        was meant for this format. Then the reader of the format reports the error
    extends             the name of a format that this format extends; the reader reports what a file of that
                        format lacks
    characters          whether offsets count characters; otherwise they count tokens
    inclusive           whether the ends of offsets are inclusive in the files
    heads               whether arguments are given by their head words, so that spans cannot be written
    without_tokens      whether files have tags but no tokens, so that they cannot be converted
    implicit_documents  whether a document exists only if an item names it
    takes_texts         whether `read` accepts the texts of documents as the keyword `texts`
    takes_framework     whether `read` accepts the framework of the graphs as the keyword `framework`
    together            whether the reading of one file depends on the other files of the input
    cut                 the places where a large file can be cut, as described in `cuts`; empty for nowhere
    templates           whether the documents hold role fillers or templates
    others              further kinds of corpus that a file can be read as: class -> reading function
    forgives            the faults that reading counts and does not refuse, unless it is strict
    options             the names of the OPTIONS that the reading functions accept
    meant_for           function (sample of an input) -> the task of the input if you name no task; None for
                        the task of the corpus that `read` returns
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
    """Whether a text begins like a JSON object, or like a list of objects, lists or texts."""
    return MEANT_AS_JSON.match(head) is not None
