"""The scores of all tables before they become counts, and the treatment of missing scores."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from nerkit.evaluation.options import MEAN
from nerkit.exceptions import UsageError, plural, unknown
from nerkit.ground.records import record
from nerkit.ground.warnings import Warned
from nerkit.readers.score_tables import ScoreLine
from nerkit.results.counts import NUMBERS, Headline

ERROR, DROP, ZERO = POLICIES = ("error", "drop", "zero")  # the treatments of a missing score
GOLD = NUMBERS.index("r_den")
Run = tuple[str, str]  # a system, and one of its runs (empty if the table has no runs)


@record(frozen=True)
class ScoreRequest:
    """The options of tables of scores. Raises UsageError for an unknown value of *missing*.

    score         the name of the score; None if there is only one
    missing       the treatment of missing scores, one of POLICIES
    runs          `mean` for the mean of the runs of a system, `each` for each run as a system
    beta, empty   the beta of the headline F, and the value of 0/0, of rows that nerkit wrote
    """

    score: str | None = None
    missing: str = ERROR
    runs: str = MEAN
    beta: float = 1.0
    empty: str = "zero"

    def __post_init__(self) -> None:
        if self.missing not in POLICIES:
            raise unknown("value of missing", self.missing, POLICIES)


class Cell(NamedTuple):
    """The counts of an item, p_num, p_den, r_num, r_den (None for a missing score), with its line and
    column.
    """

    numbers: Sequence[float] | None
    line: ScoreLine
    column: str


Row = tuple[Run, str, Cell]  # a row that nerkit wrote: its system, its document or `*`, its counts


@dataclass
class Collected:
    """The scores of all tables.

    cells        run -> measure -> item -> cell
    rows         measure -> rows that nerkit wrote
    clusters     item -> its cluster, if there are clusters
    headlines    measure -> the formula of its value
    is_quotient  whether scores are quotients; then a missing score cannot count as 0
    """

    cells: dict[Run, dict[str, dict[str, Cell]]] = field(default_factory=dict)
    rows: dict[str, list[Row]] = field(default_factory=dict)
    clusters: dict[str, str] = field(default_factory=dict)
    headlines: dict[str, Headline | None] = field(default_factory=dict)
    unit: str = "document"
    is_quotient: bool = False

    def add(self, run: Run, measure: str, item: str, cell: Cell) -> None:
        """Add a cell. Raises InputError if the run already has the item."""
        known = self.cells.setdefault(run, {}).setdefault(measure, {})
        if item in known:
            remedy = (
                "leave out one of the two lines" if self.rows or run[1] else "a column run tells runs apart"
            )
            cell.line.fail("", f"{_called(item, run)} has two scores", remedy)
        known[item] = cell

    @property
    def items(self) -> list[str]:
        """The items of all runs, in the order of first occurrence."""
        return list(
            dict.fromkeys(item for run in self.cells.values() for own in run.values() for item in own)
        )

    def complete(self, missing: str) -> list[Warned]:
        """Treat items that a run lacks as *missing* says: refuse them, leave them out, or count them
        as 0.

        Returns the warning about them, in a list. Raises InputError for refused items, UsageError if
        no item remains.
        """
        items = self.items
        lacking = [(item, run) for run in self.cells for item in items if self._lacks(run, item)]
        if not lacking:
            return []
        if missing == ERROR:
            self._refuse(lacking)
        for item, run in lacking if missing == ZERO else ():
            self._fill(run, item)
        left_out = {item for item, _ in lacking} if missing == DROP else set()
        if len(left_out) == len(items):
            raise UsageError('no item has a score of every system, so missing="drop" leaves nothing')
        for own in (own for run in self.cells.values() for own in run.values()):
            for item in left_out & own.keys():
                del own[item]
        of_all = f"nerkit leaves out {plural(len(left_out), 'item')} of {len(items):,}"
        then = of_all if missing == DROP else "nerkit counts 0 for each"
        return [Warned("scores-missing", len(lacking), [_called(*one) for one in lacking], then=then)]

    def _lacks(self, run: Run, item: str) -> bool:
        """Return whether a run has no score of an item.

        In rows that nerkit wrote, a document with an `r_den` of 0 in all runs is empty and needs no
        score.
        """
        if any(item in own and own[item].numbers is not None for own in self.cells[run].values()):
            return False
        numbers = [
            own[item].numbers for cells in self.cells.values() for own in cells.values() if item in own
        ]
        return not self.rows or any(each is not None and each[GOLD] for each in numbers)

    def _fill(self, run: Run, item: str) -> None:
        """Count 0 for an item of a run. Raises UsageError for a quotient."""
        if self.rows or self.is_quotient:
            raise UsageError(
                'missing="zero" needs plain scores, because a missing quotient has no denominator; '
                'missing="drop" leaves out the items'
            )
        for own in self.cells[run].values():
            line = own[item].line if item in own else ScoreLine({}, _no_place)
            own[item] = Cell((0.0, 1.0, 0.0, 1.0), line, "")

    def _refuse(self, lacking: Sequence[tuple[str, Run]]) -> NoReturn:
        """Raise the InputError for missing scores, at the first missing score or at the same item of
        another run.
        """
        item, run = lacking[0]
        numbers = Counter(system for _, (system, _) in lacking)
        counts = ", ".join(f"{number:,} of {system}" for system, number in numbers.items())
        problem = f"{plural(len(lacking), 'score')} missing ({counts}), the first: {_called(item, run)}"
        in_order = [self.cells[run], *self.cells.values()]
        cell = next(own[item] for cells in in_order for own in cells.values() if item in own)
        remedy = 'use missing="drop" to leave out such items, or missing="zero" to count the scores as 0'
        cell.line.fail(cell.column, problem, remedy)


def _called(item: str, run: Run) -> str:
    """Return a score in words: its item, its system and its run."""
    return f"{item} of {':'.join(filter(None, run))}"


def _no_place(*_: str) -> NoReturn:
    raise AssertionError("nerkit does not count 0 for missing scores here")
