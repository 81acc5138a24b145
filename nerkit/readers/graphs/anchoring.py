"""Finds tokens in the text they come from."""

from collections.abc import Sequence

from nerkit.corpora.mrp import MrpGraph
from nerkit.exceptions import InputError
from nerkit.io import single


def spans(tokens: Sequence[str], graph: MrpGraph) -> list[tuple[int, int]]:
    """The offsets of each token in the input of the graph: its first place after the previous token.

    Raises InputError for a token that does not occur.
    """
    text, at = graph.input or "", 0
    places = []
    for token in tokens:
        start = text.find(token, at)
        if start < 0:
            problem = f"token {token!r} of graph {graph.id} is not in its text after character {at}"
            raise InputError(problem, source=graph.source, line=graph.line, text=text, column=at + 1)
        at = start + len(token)
        places.append((start, at))
    return places


def read_texts(path: str) -> dict[str, str]:
    """Id -> text, from lines with id, tab, text. Raises InputError for a line without a tab."""
    texts = {}
    with single(path) as source:
        for number, line in source.lines():
            name, tab, text = line.partition("\t")
            if not tab and line.strip():
                raise InputError(
                    "the line is not an id and a text", source=source.name, line=number, text=line
                )
            if tab:
                texts[name] = text
    return texts
