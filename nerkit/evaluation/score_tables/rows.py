"""Rows that nerkit wrote with -f csv, tsv or jsonl: the four counts of each measure by document.

    system,measure,document,label,value,precision,recall,f1,p_num,p_den,r_num,r_den
    a,muc,d1,*,0.6,0.6,0.6,0.6,3,5,3,5

A row does not say how its value follows from its counts. nerkit takes the first formula that gives the value
of every row. It refuses the table if no formula does.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.evaluation.score_tables.collected import Cell, Collected, Row, Run, ScoreRequest
from nerkit.exceptions import unknown
from nerkit.ground.warnings import Warned, counted
from nerkit.readers.score_tables import FORM, ScoreLine, ScoreTable
from nerkit.results.counts import NUMBERS, Headline
from nerkit.results.rows import AVERAGES, MACRO
from nerkit.results.scores import SCORES, Composite, score

SENTENCE = "sentence"
OF_SENTENCE = f"{SENTENCE}="  # the beginning of the label of a row by sentence
HEADLINES = (None, *map(Headline, ("mean", "p", "r", "j", "f0.5", "f2", "sum")))
NEAR = 1e-9
OTHER = "somebody changed the table, or nerkit wrote it with other values of beta=… and empty=…"
ANEW = "write the table with all these measures"


def collect(
    found: Collected, name: str, table: ScoreTable, choice: ScoreRequest, several: tuple[bool, bool]
) -> Iterator[str]:
    """Add the rows of documents (of sentences, if there is one document) to *found*, and yield the item
    of each row.

    several   whether there are tables of other systems, and further tables of this system

    Raises InputError for a cell without a number, UsageError for a measure without rows.
    """
    asked = [line for line in table.lines if choice.score in (None, line.text("measure"))]
    if not asked:
        known = dict.fromkeys(str(line.text("measure")) for line in table.lines)
        raise unknown(f"measure of {table.name}", str(choice.score), known)
    systems = {line.text("system") for line in asked}
    by_sentence = has_sentences(asked)
    found.unit = SENTENCE if by_sentence else "document"
    for line in asked:
        system, measure, item = (
            line.text("system"),
            line.text("measure"),
            _item(line, by_sentence=by_sentence),
        )
        if system is None or measure is None:
            line.fail("system" if system is None else "measure", "the row has no name", FORM)
        if item is None:
            continue
        if several[0]:
            system = name if len(systems) == 1 else f"{name}:{system}"
        counts = [number for column in NUMBERS if (number := line.number(column)) is not None]
        cell = Cell(counts if len(counts) == len(NUMBERS) else None, line, "value")
        found.rows.setdefault(measure, []).append(((system, ""), item, cell))
        if item != "*":
            found.add((system, ""), measure, item, cell)
            yield item


def has_sentences(lines: Sequence[ScoreLine]) -> bool:
    """Return whether there are rows by sentence, and at most one document."""
    documents = {line.text("document") for line in lines} - {"*", *AVERAGES}
    return len(documents) < 2 and any((line.text("label") or "").startswith(OF_SENTENCE) for line in lines)


def _item(line: ScoreLine, *, by_sentence: bool) -> str | None:
    """Return the document or sentence of a row, `*` for all; None for a row by label and for an average."""
    document, label = line.text("document") or "", line.text("label") or ""
    if by_sentence and document == "*" and label.startswith(OF_SENTENCE):
        return label.removeprefix(OF_SENTENCE)
    if label != "*" or document in AVERAGES or (by_sentence and document != "*"):
        return None
    return document.removeprefix("document=")


def labels_left_out(table: ScoreTable) -> list[Warned]:
    """Return the warning about rows by label, in a list; empty without such rows."""
    by_sentence = has_sentences(table.lines)
    left = [
        line
        for line in table.lines
        if line.text("label") != "*" and _item(line, by_sentence=by_sentence) is None
    ]
    return counted("labels-not-compared", len(left), side=table.name)


def settle(
    found: Collected, choice: ScoreRequest, formulas: Mapping[str, Composite], of_corpus: Sequence[str]
) -> None:
    """Find the formula of each measure's value, and remove the cells of measures of the whole corpus.

    formulas    the measures that combine other measures
    of_corpus   measures of the whole corpus, besides measures whose counts are not sums over documents

    Raises InputError for values that no formula gives, and for a formula with missing parts.
    """
    wide = [*of_corpus]
    for measure, rows in found.rows.items():
        with_counts = [row for row in rows if row[2].numbers is not None]
        if with_counts:
            found.headlines[measure] = _headline(measure, with_counts, choice)
            wide += [measure] if _is_wide(with_counts, found.headlines[measure]) else []
        elif measure not in formulas:
            problem = f"{measure} has no counts (p_num … r_den), so that nerkit cannot test it"
            rows[0][2].line.fail(
                "p_num", problem, "leave out the rows of the measure, or choose another measure with score=…"
            )
    for measure, formula in formulas.items():
        if lost := [part for part in formula.parts if part not in found.headlines]:
            problem = f"{measure} needs {', '.join(formula.parts)}, and {', '.join(lost)} has no rows"
            found.rows[measure][0][2].line.fail("measure", problem, ANEW)
    if wide and len(wide) == len(found.headlines):
        of_all = next(cell for _, item, cell in found.rows[wide[0]] if item == "*")
        problem = f"the counts of all documents of {wide[0]} are not the sums over the documents"
        of_all.line.fail(
            "p_num", problem, "the table lacks documents, or the measure has no units to resample"
        )
    for measures in found.cells.values():
        for measure in wide:
            measures.pop(measure, None)


def _is_wide(rows: Sequence[Row], headline: Headline | None) -> bool:
    """Return whether the counts of all documents differ from the sums over documents."""
    sums: dict[Run, Any] = {}
    for run, item, cell in rows:
        step = np.array(cell.numbers)
        sums[run] = sums.get(run, 0) + (-step if item == "*" else step)
    largest = max(abs(number) for _, _, cell in rows for number in cell.numbers or ())
    is_mean = headline is not None and headline.average == MACRO
    has_all = {run for run, item, _ in rows if item == "*"}
    rests = [rest for run, rest in sums.items() if run in has_all]
    return not is_mean and any(np.abs(rest).max() > NEAR * max(largest, 1) for rest in rests)


def _headline(measure: str, rows: Sequence[Row], choice: ScoreRequest) -> Headline | None:
    """Return the first formula that gives the scores of all rows of a measure from their counts.

    Raises InputError without such a formula, at the first row that the best formula gets wrong.
    """
    numbers = np.array([cell.numbers for _, _, cell in rows])
    scores = np.array([[cell.line.number(name) for name in SCORES] for _, _, cell in rows], float)
    pooled = np.array([item == "*" for _, item, _ in rows])
    wrong = list(range(len(rows)))
    for headline in HEADLINES:
        made = score(numbers, choice.beta, choice.empty, headline)
        same = np.isclose(made, scores, rtol=NEAR, atol=NEAR, equal_nan=True).all(axis=1)
        if same.all():
            return headline
        if same[~pooled].all() and _are_means(rows, scores):
            return (headline or Headline())._replace(average=MACRO)
        wrong = min(wrong, np.flatnonzero(~same).tolist(), key=len)
    problem = f"the counts p_num … r_den do not give this value of {measure}"
    return rows[wrong[0]][2].line.fail("value", problem, OTHER)


def _are_means(rows: Sequence[Row], scores: FloatArray) -> bool:
    """Return whether the value of each system for all documents is the mean over its documents."""
    values: dict[tuple[Run, bool], list[float]] = {}
    for (run, item, _), (value, *_) in zip(rows, scores.tolist(), strict=True):
        values.setdefault((run, item == "*"), []).append(value)
    return all(
        abs(own[0] - np.nanmean(values.get((run, False), [np.nan]))) < NEAR
        for (run, is_pooled), own in values.items()
        if is_pooled
    )
