"""Tables of scores of documents, which are no predictions: an id and numbers per document.

{"id": "d1", "score": 0.91}        id,precision,recall        d1  0.91
"""

from collections.abc import Mapping, Sequence
from typing import Any

from nerkit.exceptions import InputError
from nerkit.ground.patterns import regex
from nerkit.readers.csv_rows import header_of
from nerkit.readers.format import is_json
from nerkit.readers.json_text import beginning, values

LINES = 200  # that are looked at
NUMBER = regex(r"\s*+[-+]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][-+]?\d++)?\s*+\Z")
WORD = regex(r"[a-z]+\d*")
ID_WORDS = "id docid doc document name file filename index idx item example sample key qid"
SCORE_WORDS = (
    "score scores f1 fscore fmeasure precision recall accuracy acc correct em exact exactmatch bleu rouge"
    " rouge1 rouge2 rougel bertscore chrf meteor ter wer cer smatch muc ceaf lea conll las uas map mrr ndcg"
    " auc mcc metric"
)
IDS, MEASURES = frozenset(ID_WORDS.split()), frozenset(SCORE_WORDS.split())  # words in the names of columns


def columns_of(head: str) -> list[str] | None:
    """The names of the columns of a table of scores, empty for one without names; None for another text.

    It has an id and otherwise numbers, of which one is no integer, or has the name of a measure.
    """
    rows = _objects(head) if is_json(head) else _lines(head)
    names = list(rows[0]) if rows else []
    name = next((name for name in names if "".join(_words(name)) in IDS), None)
    name = names[0] if name is None and names and not is_json(head) else name
    numbers = [value for row in rows for key, value in row.items() if key != name and value is not None]
    if name is None or not numbers or any(name not in row or not set(row) <= set(names) for row in rows):
        return None
    if not all(isinstance(value, int | float) for value in numbers):
        return None
    named = any(not MEASURES.isdisjoint(_words(key)) for key in names if key != name)
    if not named and all(isinstance(value, bool) or float(value).is_integer() for value in numbers):
        return None
    return names if all(names) else []


def _words(name: str) -> list[str]:
    return WORD.findall(name.lower())


def _objects(head: str) -> list[dict[str, Any]]:
    """The first objects of JSON that are whole; none if the first holds more than one value but numbers."""
    first = beginning(head)
    if not isinstance(first, dict) or len(first) < 2:
        return []
    if sum(value is not None and not isinstance(value, int | float) for value in first.values()) > 1:
        return []
    rows = list[dict[str, Any]]()
    try:
        for value in values("", enumerate(head.split("\n"), 1), apart=True):
            if not isinstance(value.value, dict):
                return []
            rows.append(value.value)
    except InputError:  # the end of what is seen
        pass
    return rows


def _lines(head: str) -> list[Mapping[str, Any]]:
    """The first rows of a table: under a line of names, or of an id and a number that is no integer."""
    lines = [line for line in head.split("\n", LINES)[:LINES] if line.strip()]
    if not head.endswith("\n") and len(lines) > 2:
        lines.pop()  # it may be cut
    header = header_of(head)
    cells = [line.split(header.delimiter) if header else line.split() for line in lines]
    widths = set(map(len, cells))
    if len(widths) != 1 or len(cells[0]) < 2:
        return []
    if all(map(NUMBER.match, cells[0][1:])):
        plain = widths == {2} and any("." in row[1] for row in cells)
        return [dict(zip(("", " "), _read(row), strict=True)) for row in cells] if plain else []
    names = [name.strip() for name in cells[0]]
    once = len(set(names)) == len(names)
    return [dict(zip(names, _read(row), strict=True)) for row in cells[1:]] if once else []


def _read(cells: Sequence[str]) -> list[Any]:
    """Cells, those that are numbers as such; an empty one is None."""
    return [float(cell) if NUMBER.match(cell) else cell.strip() or None for cell in cells]
