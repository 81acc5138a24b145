"""`nervaluate.utils`: convert tags to dictionaries of entities."""

from collections.abc import Collection, Sequence
from typing import Any

from nerkit.compat.nervaluate.loaders import entities_of

Entry = dict[str, Any]


def collect_named_entities(tokens: Sequence[str]) -> list[Entry]:
    """The entities in a list of tags, as dictionaries with inclusive ends."""
    return list_to_spans([tokens])[0]


def list_to_spans(doc: Sequence[Sequence[str]]) -> list[list[Entry]]:
    """The entities in each list of tags, as dictionaries."""
    return [
        [{"label": entity.label, "start": entity.start, "end": entity.end} for entity in entities]
        for entities in entities_of(doc, checked=False)
    ]


def conll_to_spans(doc: str) -> list[list[Entry]]:
    """The entities in each document of lines `token TAB tag`, as dictionaries."""
    parts = split_list(doc.replace("\r\n", "\n").split("\n"))
    return list_to_spans([[line.split("\t")[1] for line in part] for part in parts])


def split_list(token: Sequence[str], split_chars: Collection[str] | None = None) -> list[list[str]]:
    """Split a list at the values in *split_chars* (default: empty strings). Nothing is returned after the
    last separator.
    """
    borders = [""] if split_chars is None else split_chars
    parts: list[list[str]] = [[]]
    for value in token:
        if value in borders:
            parts.append([])
        else:
            parts[-1].append(value)
    return parts if parts[-1] else parts[:-1]


def find_overlap(true_range: range, pred_range: range) -> set[int]:
    """The positions that are in both ranges."""
    return set(true_range) & set(pred_range)


def clean_entities(ent: Entry) -> Entry:
    """A copy of the dictionary with only `start`, `end` and `label`."""
    return {"start": ent["start"], "end": ent["end"], "label": ent["label"]}
