"""Scores in the columns of a table: one column per system, one line per system, or one table per system."""

from collections.abc import Iterator, Mapping

from nerkit.evaluation.score_tables.collected import Cell, Collected, ScoreRequest
from nerkit.exceptions import InputError, UsageError, unknown
from nerkit.readers.score_tables import FORM, MEASURES, SAMPLES, TABLE, WORD, ScoreLine, ScoreTable
from nerkit.results.counts import MEAN, Headline

NEAR = 1e-9  # the relative difference up to which a score equals its quotient
QUOTIENT = {"numerator", "denominator"}


def collect(
    found: Collected, name: str, table: ScoreTable, choice: ScoreRequest, several: tuple[bool, bool]
) -> Iterator[str]:
    """Add the scores of a table to *found*, and yield the item of each score.

    several   whether there are tables of other systems, and further tables of this system (its runs)

    Raises InputError for a cell without a number, UsageError if there are several scores and none is
    chosen.
    """
    roles, is_quotient = table.roles, table.roles.keys() >= QUOTIENT
    if "id" not in roles:
        raise InputError("the table of scores has no ids", source=table.name, remedy=FORM)
    is_one = "system" not in roles
    if is_one and not any(several):
        words = [WORD.findall(name.lower()) for name in table.scores]
        are_measures = all(name and MEASURES.issuperset(name) for name in words)
        if table.kind != TABLE or is_quotient or choice.score is not None or are_measures:
            raise _of_one_system(table, choice.score)
        measure, columns = "score", {column: column for column in table.scores}
    else:
        measure = chosen(table, choice.score, is_quotient=is_quotient)
        columns = {name: measure}
    found.headlines.setdefault(measure, Headline(MEAN))
    found.is_quotient |= is_quotient
    if len(found.headlines) > 1:
        raise UsageError(f"the tables have different scores: {', '.join(found.headlines)}")
    for line in table.lines:
        item = _filled(line, roles["id"], "the line has no id")
        _cluster(found, line, item, roles)
        run = table.name if several[1] else ""
        run = _filled(line, roles["run"], "the line has no run") if "run" in roles else run
        for system, column in columns.items():
            if table.kind == SAMPLES and column not in line.values:
                continue  # a sample of another filter
            called = system
            if not is_one:
                own = _filled(line, roles["system"], "the line has no system")
                called = f"{name}:{own}" if several[0] else own
            cell = _quotient(line, column, roles) if is_quotient else _score(line, column)
            found.add((called, run), measure, item, cell)
            yield item


def _of_one_system(table: ScoreTable, asked: str | None) -> UsageError:
    """Return the error for a single table with the scores of one system."""
    names = f" ({', '.join(table.scores)})" if table.scores else ""
    remedy = (
        "; without score=…, nerkit reads its columns as systems"
        if asked is not None and table.kind == TABLE
        else ""
    )
    return UsageError(f"{table.name} has scores of one system{names}; give a table per system{remedy}")


def chosen(table: ScoreTable, asked: str | None, *, is_quotient: bool) -> str:
    """Return the column of the score: the *asked* column, or the only column.

    Raises UsageError for an unknown column, and for several columns if no column is asked for.
    """
    known = table.scores
    if asked is not None:
        of_filter = [name for name in known if name.partition(",")[0] == asked]
        if asked in known or len(of_filter) == 1:
            return asked if asked in known else of_filter[0]
        for line in table.lines if asked in table.columns else ():
            line.number(asked)  # raises
        raise unknown(f"score of {table.name}", asked, known)
    if len(known) > 1:
        raise UsageError(f"{table.name} has several scores: {', '.join(known)}; choose one with score=…")
    if not known and not is_quotient:
        raise UsageError(f"{table.name} has no score: no column has a number in each line")
    return known[0] if known else "score"


def _filled(line: ScoreLine, column: str, problem: str) -> str:
    """Return the text of a cell. Raises InputError for an empty cell."""
    text = line.text(column)
    if text is None:
        line.fail(column, problem, "fill in the cell, or leave out the line")
    return text


def _cluster(found: Collected, line: ScoreLine, item: str, roles: Mapping[str, str]) -> None:
    """Note the cluster of an item. Raises InputError for an item in two clusters."""
    if "cluster" not in roles:
        return
    found.unit = "cluster"
    cluster = _filled(line, roles["cluster"], "the line has no cluster")
    if found.clusters.setdefault(item, cluster) != cluster:
        problem = f"{item} is in cluster {cluster} here, but in cluster {found.clusters[item]} above"
        line.fail(roles["cluster"], problem, "write the same cluster in all lines of an item")


def _score(line: ScoreLine, column: str) -> Cell:
    """Return the score in a cell, as a quotient over 1."""
    value = line.number(column)
    return Cell(None if value is None else (value, 1.0, value, 1.0), line, column)


def _quotient(line: ScoreLine, column: str, roles: Mapping[str, str]) -> Cell:
    """Return the score of a line as a quotient. Raises InputError if the score column has another value."""
    above, below = roles["numerator"], roles["denominator"]
    top, bottom, value = line.number(above), line.number(below), line.number(column)
    if top is None or bottom is None:
        return Cell(None, line, above if top is None else below)
    if bottom < 0 or (bottom == 0 and top):
        line.fail(below, f"{top:g} / {bottom:g} is not a score", "write a denominator above 0, or 0 and 0")
    if value is not None and bottom and abs(value * bottom - top) > NEAR * max(abs(top), bottom):
        problem = f"{value:g} is not {top:g} / {bottom:g}, numerator / denominator"
        line.fail(column, problem, "correct one of the three numbers, or leave out the column")
    return Cell((top, bottom, top, bottom), line, above)
