"""Read tables of scores that other programs computed. Each line has the id of an item and its scores.

    long      id,system,score        wide   id,bert,gpt        one system per file   {"id": "q1", "f1": 0.9}
              q1,bert,0.5                   q1,0.5,1

    rows      system,measure,document,label,value,…   output of nerkit with -f csv, tsv or jsonl
    samples   {"doc_id": 0, "filter": "none", "acc": 1.0, "resps": […], …}   from lm-evaluation-harness
    log       {"eval": {…}, "samples": [{"id": 1, "epoch": 1, "scores": {…}}]}   from inspect

Each kind becomes lines with an id, scores, and optionally `system`, `cluster`, `run`, `numerator` and
`denominator`. Readers of annotations call `columns_of`, which accepts only a text that is surely a table of
scores. `nerkit compare` calls `kind_of`, which also accepts scores of 0 and 1 if there is only one file.
"""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import isfinite, isnan
from typing import Any, NamedTuple, NoReturn

from nerkit.exceptions import InputError
from nerkit.ground.patterns import regex
from nerkit.io import Source
from nerkit.readers.columns.text import ColumnLine, TextRow
from nerkit.readers.csv_rows import CsvTable, header_of, spelling
from nerkit.readers.format import is_json
from nerkit.readers.json_text import Value, beginning, documents, parse, shown, values

LINES = 200  # lines of a text that are looked at
NUMBER = regex(r"\s*+[-+]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][-+]?\d++)?\s*+\Z")
WORD = regex(r"[a-z]+\d*")
ID_WORDS = "id docid doc document name file filename index idx item example sample key qid itemid sampleid"
SCORE_WORDS = (
    "score scores f1 fscore fmeasure precision recall accuracy acc correct em exact exactmatch bleu rouge"
    " rouge1 rouge2 rougel bertscore chrf meteor ter wer cer smatch muc ceaf lea conll las uas map mrr ndcg"
    " auc mcc metric pass passed success solved resolved reward"
)
IDS, MEASURES = frozenset(ID_WORDS.split()), frozenset(SCORE_WORDS.split())  # words in the names of columns
# a table with numbers in columns of these names holds annotations: places and labels
PLACE_WORDS = (
    "start end begin beginoffset endoffset offset offsets span label labels tag tags type class token tokens"
    " word words entity entities annotator coder rater"
)
SAMPLE_WORDS = (
    "doc_id doc target arguments resps filtered_resps filter metrics doc_hash prompt_hash target_hash"
)
ANNOTATED, OF_SAMPLES = frozenset(PLACE_WORDS.split()), frozenset(SAMPLE_WORDS.split())
ROLES = ("system", "cluster", "run", "numerator", "denominator")
TEXT_ROLES = ROLES[:3]
ROWS, SAMPLES, LOG, TABLE = "nerkit rows", "lm-eval samples", "inspect log", "score table"
DOUBTFUL = "whole numbers"
OWN = ("system", "measure", "document", "label", "value")  # the first columns of nerkit's rows
GRADES = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}  # inspect: correct, incorrect, partial, no answer
ABSENT = frozenset(("", "nan", "na", "n/a", "null", "none"))  # cells without a value
FLAGS = {"true": 1.0, "false": 0.0}
FORM = "begin a table of scores with names (id,system,score), and give each further line an id and numbers"
NUMBERS = "a score must be a number; for a missing score leave the cell empty, or write null or NaN"
OF_LOG = "inspect log dump writes a log as JSON with its samples"


class ScoreLine(NamedTuple):
    """A line of a table of scores.

    values   column -> value in the file
    fail     function (column, problem, remedy) that raises the InputError for a cell
    """

    values: Mapping[str, Any]
    fail: Callable[[str, str, str], NoReturn]

    def text(self, column: str) -> str | None:
        """The id in a cell as text, None if it is empty. Raises InputError for other values than ids."""
        value = self.values.get(column)
        if isinstance(value, bool) or not isinstance(value, str | int | None):
            self.fail(column, f"{shown(value)} is neither text nor an integer", FORM)
        return None if value is None else str(value).strip() or None

    def number(self, column: str) -> float | None:
        """The number in a cell, None if it is missing. Raises InputError for other values."""
        value = number_in(self.values.get(column))
        if not isinstance(value, float | None):
            self.fail(column, f"{shown(value)} is not a number", NUMBERS)
        return value


@dataclass(frozen=True)
class ScoreTable:
    """A table of scores.

    name    the name of its file
    kind    ROWS, SAMPLES, LOG or TABLE
    lines   its lines
    roles   "id", or one of ROLES -> the name of the column
    sha256  the checksum of the file
    """

    name: str
    kind: str
    lines: Sequence[ScoreLine]
    roles: Mapping[str, str]
    sha256: str = ""

    @cached_property
    def columns(self) -> Mapping[str, bool]:
        """Column without a role -> whether it can be a column of scores: not all of its values are texts."""
        held: dict[str, set[bool]] = {}
        for line in self.lines:
            for name, value in line.values.items():
                number = number_in(value)
                held.setdefault(name, set()).update([] if number is None else [isinstance(number, float)])
        return {name: kinds != {False} for name, kinds in held.items() if name not in self.roles.values()}

    @property
    def scores(self) -> list[str]:
        """The names of the columns of scores."""
        return [name for name, has_scores in self.columns.items() if has_scores]


def number_in(value: Any) -> Any:
    """A value as a float; None if it is missing, and the value itself if it is not a number."""
    if isinstance(value, str):
        known = value.strip().lower()
        if NUMBER.match(value) and isfinite(float(value)):
            return float(value)
        return None if known in ABSENT else FLAGS.get(known, value)
    if value is None or (isinstance(value, float) and isnan(value)):
        return None
    return float(value) if isinstance(value, int | float) and abs(value) < 2**53 else value


def columns_of(head: str) -> list[str] | None:
    """The names of the columns of a text that is surely a table of scores; None for another text.

    Such a table has a column of ids and columns of numbers, and `system`, `cluster` and `run` can be texts. A
    number is not an integer, or a column has the name of a measure. Rows that nerkit wrote count, too. The
    result is empty for a table without names.
    """
    rows = _objects(head) if is_json(head) else _lines(head)
    names = list(rows[0]) if rows else []
    if set(OWN) <= set(names):
        return names
    scores = _scores(rows, is_json=is_json(head))
    if scores is None:
        return None
    numbers = [row[key] for row in rows for key in scores if row.get(key) is not None]
    if not _are_named(scores) and all(float(number).is_integer() for number in numbers):
        return None
    return names if all(names) else []


def kind_of(head: str, *, alone: bool = False) -> str | None:
    """The kind of a table of scores, by its beginning; None for another text.

    *alone* means that you gave only this file. Then the numbers 0 and 1 count as scores. A table of other
    whole numbers is DOUBTFUL, because the numbers can be scores or labels of annotators.
    """
    first = beginning(head) if is_json(head) else None
    if isinstance(first, dict):
        if "doc_id" in first and not {"resps", "filtered_resps"}.isdisjoint(first):
            return SAMPLES
        if isinstance(first.get("eval"), dict) and "task" in first["eval"]:
            return LOG
    if (columns := columns_of(head)) is not None:
        return ROWS if set(OWN) <= set(columns) else TABLE
    rows = _objects(head, faulty=True) if is_json(head) else _lines(head, faulty=True)
    scores = _scores(rows, is_json=is_json(head), faulty=True)
    if not scores:
        return None
    if "system" in map(spelling, rows[0]) or _are_named(scores, every=True):
        return TABLE
    values_in = {value for row in rows for key in scores if isinstance(value := row.get(key), int | float)}
    is_graded = all(float(value).is_integer() for value in values_in) and not values_in <= {0, 1}
    return None if not alone else DOUBTFUL if is_graded else TABLE


def _are_named(scores: Sequence[str], *, every: bool = False) -> bool:
    """Whether a column (with *every*: each column) of *scores* has the name of a measure.

    Also true if the columns are a numerator and a denominator.
    """
    named = [not MEASURES.isdisjoint(WORD.findall(name.lower())) for name in scores]
    return (all if every else any)(named) or set(ROLES[3:]) <= set(map(spelling, scores))


def _scores(rows: Sequence[Mapping[str, Any]], *, is_json: bool, faulty: bool = False) -> list[str] | None:
    """The columns of scores in rows of an id and numbers; None if the rows are not a table of scores.

    With *faulty*, up to half of the scores in a column can be texts, which are reported later. Then the ids
    need a column with a known name, and a table with a column `system` can have further columns of texts.
    """
    names = list(rows[0]) if rows else []
    name = _id_of(names, is_json=is_json or faulty)
    if name is None or any(name not in row or not set(row) <= set(names) for row in rows):
        return None
    scores, is_long = [], faulty and "system" in map(spelling, names)
    for key in names:
        held = [value for row in rows if (value := row.get(key)) is not None]
        numbers = sum(isinstance(value, int | float) for value in held)
        if key == name or spelling(key) in TEXT_ROLES:
            continue
        if numbers == len(held) or (faulty and 2 * numbers >= len(held)):
            scores.append(key)
        elif not is_long:
            return None
        if any(isinstance(value, list | dict) for value in held):
            return None
    has_numbers = any(isinstance(row.get(key), int | float) for row in rows for key in scores)
    return scores if has_numbers and ANNOTATED.isdisjoint(map(spelling, scores)) else None


def _id_of(names: Sequence[str], *, is_json: bool) -> str | None:
    """The column of ids: the first column with a known name for ids, or the first column if not JSON."""
    name = next((name for name in names if "".join(WORD.findall(name.lower())) in IDS), None)
    return names[0] if name is None and names and not is_json else name


def _objects(head: str, *, faulty: bool = False) -> list[dict[str, Any]]:
    """The first complete JSON objects of a text; empty if the first one does not look like scores.

    Without *faulty*, an object with two values that are not numbers does not look like scores.
    """
    first = beginning(head)
    if not isinstance(first, dict) or len(first) < 2:
        return []
    others = [value for key, value in first.items() if spelling(key) not in TEXT_ROLES and value is not None]
    several = sum(not isinstance(value, int | float) for value in others) > 1
    if several and not faulty and not set(OWN) <= set(first):
        return []
    rows = list[dict[str, Any]]()
    try:
        for value in values("", enumerate(head.split("\n"), 1), apart=True):
            if not isinstance(value.value, dict):
                return []
            rows.append(value.value)
    except InputError:  # the last object is cut off
        pass
    return rows


def _lines(head: str, *, faulty: bool = False) -> list[Mapping[str, Any]]:
    """The first rows of a table below a line of names, or of a table of ids and numbers without names.

    Each row maps names to values. With *faulty*, a minority of rows of another length is left out.
    """
    lines = [line for line in head.split("\n", LINES)[:LINES] if line.strip()]
    if not head.endswith("\n") and len(lines) > 2:
        lines.pop()  # the last line may be cut off
    header = header_of(head)
    cells = [_cells(line, header.delimiter if header else None) for line in lines]
    if faulty and len(even := [row for row in cells if len(row) == len(cells[0])]) > len(cells) / 2:
        cells = even
    widths = set(map(len, cells))
    if len(widths) != 1 or len(cells[0]) < 2:
        return []
    if all(map(NUMBER.match, cells[0][1:])):
        plain = widths == {2} and any("." in row[1] for row in cells)
        return [dict(zip(("", " "), _read(row), strict=True)) for row in cells] if plain else []
    names = [name.strip() for name in cells[0]]
    once = faulty or len(set(names)) == len(names)
    return [dict(zip(names, _read(row), strict=True)) for row in cells[1:]] if once else []


def _cells(line: str, delimiter: str | None) -> list[str]:
    if delimiter is None or '"' not in line:
        return line.split(delimiter)
    try:
        return next(csv.reader([line], delimiter=delimiter, strict=True), [])
    except csv.Error:  # a cell that continues on the next line
        return []


def _read(cells: Sequence[str]) -> list[Any]:
    """The value of each cell: a number, None for a missing value, or the text of the cell."""
    return list(map(number_in, cells))


def read(source: Source, kind: str) -> ScoreTable:
    """Read the table of scores in a source; *kind* is the result of `kind_of`.

    Raises InputError for a table that cannot be parsed, and for columns without a name or with equal names.
    """
    own = {SAMPLES: _samples, LOG: _samples_of_log}.get(kind)
    lines = list((own or (_json_lines if is_json(source.head) else _csv_lines))(source))
    names = list(dict.fromkeys(name for line in lines for name in line.values))
    if kind in (SAMPLES, LOG):
        runs = {line.values["run"] for line in lines if "run" in line.values}
        roles = {"id": "id"} | ({"run": "run"} if runs else {})
    else:
        identifier = next((name for name in names if spelling(name) == "id"), None)
        identifier = identifier or _id_of(names, is_json=is_json(source.head))
        roles = {"id": identifier} if identifier is not None else {}
        roles |= {role: name for name in reversed(names) for role in ROLES if spelling(name) == role}
    return ScoreTable(source.name, kind, lines, {} if kind == ROWS else roles, source.sha256)


def _csv_lines(source: Source) -> Iterator[ScoreLine]:
    """The lines of a table with commas, semicolons or tabs between cells."""
    table = CsvTable(source, FORM, {})
    if (header := header_of(source.head)) is None or any(map(NUMBER.match, header.names)):
        text = next((line for line in source.head.split("\n") if line.strip()), "")
        raise ColumnLine(source.name, 1, text).error_at(
            0, "the table of scores has no names of columns", FORM
        )
    for rows in table.chunks():
        names = [name.strip("\ufeff ") for name in table.header.names]
        for place, name in enumerate(names):
            if not name or name in names[:place]:
                problem = f"two columns have the name {name!r}" if name else "a column has no name"
                text = next(line for line in source.head.split("\n") if line.strip())
                TextRow(table.header.names, 1, text, source.name).fail(place, problem, FORM)
        for row in filter(lambda row: row.cells, rows):
            yield ScoreLine(dict(zip(names, row.cells, strict=True)), partial(_fail_in_row, row, names))


def _fail_in_row(row: TextRow, names: Sequence[str], column: str, problem: str, remedy: str) -> NoReturn:
    row.fail(names.index(column) if column in names else 0, problem, remedy)


def _json_lines(source: Source) -> Iterator[ScoreLine]:
    """The objects of JSON lines or of a JSON list, as lines of a table."""
    for value in documents(source, FORM):
        if not isinstance(value.value, dict):
            value.fail(f"{shown(value.value)} is not an object", remedy=FORM)
        yield ScoreLine(value.value, partial(_fail_in_json, value, {}))


def _fail_in_json(
    value: Value, paths: Mapping[str, Sequence[str | int]], column: str, problem: str, remedy: str
) -> NoReturn:
    value.fail(problem, *paths.get(column, (column,)), remedy=remedy)


def _samples(source: Source) -> Iterator[ScoreLine]:
    """The samples of lm-evaluation-harness, with the metrics of each sample.

    Metrics of a filter other than `none` are named like `exact_match,strict-match`, as in that program.
    """
    for value in documents(source):
        sample = value.value
        if not isinstance(sample, dict) or "doc_id" not in sample:
            value.fail("the sample has no doc_id", remedy="lm_eval writes such files if it logs its samples")
        listed = sample.get("metrics")
        keys = listed if isinstance(listed, list) else [key for key in sample if key not in OF_SAMPLES]
        chosen = sample.get("filter") or "none"
        names = {f"{key},{chosen}" if chosen != "none" else str(key): key for key in keys if key in sample}
        found = {"id": sample["doc_id"]} | {name: sample[key] for name, key in names.items()}
        paths = {"id": ("doc_id",)} | {name: (key,) for name, key in names.items()}
        yield ScoreLine(found, partial(_fail_in_json, value, paths))


def _samples_of_log(source: Source) -> Iterator[ScoreLine]:
    """The samples of a log of inspect, with the value of each scorer; the epoch becomes the run."""
    value = parse(source)
    samples = value.value.get("samples")
    if not isinstance(samples, list):
        value.fail("the log of inspect has no samples", remedy=OF_LOG)
    epochs = {sample.get("epoch") for sample in samples if isinstance(sample, dict)}
    for number, sample in enumerate(samples):
        at = ("samples", number)
        if not isinstance(sample, dict) or "id" not in sample:
            value.fail("the sample has no id", *at, remedy=OF_LOG)
        found = {"id": sample["id"]} | ({"run": sample.get("epoch")} if len(epochs) > 1 else {})
        paths: dict[str, Sequence[str | int]] = {"id": (*at, "id"), "run": (*at, "epoch")}
        for name, scored in (sample.get("scores") or {}).items():
            graded = scored.get("value") if isinstance(scored, dict) else scored
            parts = graded.items() if isinstance(graded, dict) else [("", graded)]
            for key, one in parts:
                called = f"{name}/{key}" if key else name
                found[called] = GRADES.get(one, one) if isinstance(one, str) else one
                paths[called] = (*at, "scores", name, "value", *([key] if key else []))
        yield ScoreLine(found, partial(_fail_in_json, value, paths))
