"""Tables of the labels that annotators gave to items: TSV, CSV, or columns separated by blanks.

    item  anna  ben        item  coder  label        anna  d1  pos
    d1    pos   neg        d1    anna   pos          ben   d1  neg
    wide                   long                      long, without names

The first line names the columns with known words (NAMES). Otherwise the cells can tell the columns apart. In
a long table, exactly one pair of columns, items and annotators, never has equal cells on two lines. It has
fewer annotators than items. In a wide table, annotators have labels in common. nerkit refuses a table that
can be read both ways.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from shlex import quote
from typing import NamedTuple, NoReturn

import numpy as np

from nerkit.algorithms.columns import Column
from nerkit.evaluation.agreement.item_values import Said, Values, values_of
from nerkit.exceptions import InputError, plural, some
from nerkit.ground.limits import LONGEST_LINE
from nerkit.ground.warnings import Warned
from nerkit.io import Source
from nerkit.readers.csv_rows import QUOTES, header_of, spelling

ITEM, ANNOTATOR, LABEL, BESIDE = "item", "annotator", "label", "beside"
NAMES = {  # role of a column -> its names, in small letters and without signs; earlier names come first
    ITEM: "item itemid id docid doc documentid document unit unitid task taskid textid example exampleid"
    " sample sampleid instance instanceid sentenceid subject subjectid case index unnamed0 text sentence",
    ANNOTATOR: "annotator annotatorid annotatorname annotatedby coder coderid rater raterid judge judgeid"
    " worker workerid user userid username reviewer completedby labeler labeller participant observer",
    LABEL: "label labels value category class code rating annotation tag answer choice judgment judgement",
    BESIDE: "content comment url annotationid createdat updatedat leadtime timestamp date time duration",
}
LONG = (ITEM, ANNOTATOR, LABEL)
LONG_FORM = "write lines of item, annotator, label, with each annotator once per item"
WIDE_FORM = (
    "write a line of names, then one line per item: its id, and the label of each annotator, or nothing"
)
FEW = 3  # the most lines of a table in which different cells do not show that a column has no labels


class TableLine(NamedTuple):
    """A line of a table: its 1-based number and its cells."""

    number: int
    cells: list[str]


class ItemTable:
    """The lines of a table, padded to an equal number of cells, and the names of the columns in the first
    line.
    """

    def __init__(self, source: Source) -> None:
        self.name = source.name
        header = header_of(source.head)
        self.delimiter = header.delimiter if header else None
        self.mark = "\\t" if self.delimiter == "\t" else self.delimiter or " "  # as typed in a shell
        with source:
            self.lines = list(_lines(source, self.delimiter))
        self.names = self.lines[0].cells if self.lines else []
        for line in self.lines[1:]:
            if (more := len(line.cells) - len(self.names)) > 0:
                count = len(self.names) - 1
                values = plural(count + more, "value")
                self.fail(f"the line has {values}, but the table has {count} annotators", line=line)
            line.cells.extend([""] * (len(self.names) - len(line.cells)))
        spelt = ["unnamed0" if not name else spelling(name) for name in self.names]
        self.roles = {
            role: [spelt.index(name) for name in names.split() if name in spelt]
            for role, names in NAMES.items()
        }

    def column(self, place: int, first: int = 1) -> list[str]:
        """Return the cells of a column from line *first* (0-based) on."""
        return [line.cells[place] for line in self.lines[first:]]

    def role(self, role: str) -> int | None:
        """Return the index of the first column whose name has this role; None without such a column."""
        return next(iter(self.roles[role]), None)

    def others(self, *roles: str) -> list[int]:
        """Return the indices of the columns whose names have none of these roles."""
        known = {place for role in roles for place in self.roles[role]}
        return [place for place in range(len(self.names)) if place not in known]

    def fail(self, problem: str, *remedies: str, line: TableLine | None = None) -> NoReturn:
        """Raise an InputError for a line (None: the first line), with each remedy on a separate line."""
        line = line or (self.lines or [TableLine(1, [])])[0]
        text = (self.delimiter or " ").join(line.cells) or None
        remedy = "\n  ".join(remedies or [WIDE_FORM])
        raise InputError(problem, source=self.name, line=line.number, text=text, remedy=remedy)

    def renamed(self, names: Mapping[int, str]) -> str:
        """Return the shell command that renames these columns (index -> name) and reads the table again."""
        return self.typed([names.get(place, name) for place, name in enumerate(self.names)], 1)

    @property
    def numbered(self) -> str:
        """The shell command that numbers the items and reads all columns as annotators."""
        awk = f"""awk 'BEGIN{{FS=OFS="{self.mark}"}}{{print (NR>1?NR-1:"item"),$0}}' {quote(self.name)}"""
        return f"{awk} | nerkit agree --units item -"

    def typed(self, names: Sequence[str], first: int) -> str:
        """Return the shell command that reads the lines from *first* (0-based) on with these names of
        columns.
        """
        rest = f"tail -n +{first + 1}" if first else "cat"
        lines = f"printf '{self.mark.join(names)}\\n'; {rest} {quote(self.name)}"
        return f"{{ {lines}; }} | nerkit agree --units item -"


def _lines(source: Source, delimiter: str | None) -> Iterator[TableLine]:
    """Yield the lines that are not blank, split into cells."""
    lines = source.lines()
    if delimiter in (None, "\t"):
        for number, text in lines:
            if text.strip():
                yield TableLine(number, [cell.strip() for cell in text.split(delimiter)])
        return
    before = csv.field_size_limit(LONGEST_LINE)
    reader = csv.reader((text + "\n" for _, text in lines), delimiter=delimiter, strict=True)
    try:
        for cells in reader:
            if any(map(str.strip, cells)):
                yield TableLine(reader.line_num, [cell.strip() for cell in cells])
    except csv.Error as error:
        problem = f"the line is not a line of a table: {error}"
        raise InputError(problem, source=source.name, line=reader.line_num, remedy=QUOTES) from None
    finally:
        csv.field_size_limit(before)


def is_table(head: str) -> bool:
    """Return whether the first lines of a text have an equal number of cells, and at least two."""
    header = header_of(head)
    delimiter = header.delimiter if header else None
    lines = [line for line in head.split("\n", FEW)[:FEW] if line.strip()]
    widths = {len(line.split(delimiter)) for line in lines} if delimiter in (None, "\t") else {2}
    return len(lines) > 1 and len(widths) == 1 and min(widths) > 1


def read_table(source: Source, annotator: str | None = None) -> Values:
    """Read the values of a table with several annotators; *annotator* names the column of the annotators.

    Raises InputError for a table that has two readings or none.
    """
    table = ItemTable(source)
    if annotator is not None:
        if annotator not in table.names:
            table.fail(f"the table has no column {annotator!r}")
        table.roles[ANNOTATOR] = [table.names.index(annotator)]
    if len(table.names) < 2:
        table.fail("the table has fewer than two annotators")
    places = _named(table)
    first = 1
    if places is None and table.role(ITEM) is None and (found := _by_data(table)) is not None:
        places, first = found
    if places is None:
        return _wide(table)
    said = list[Said]()
    for line in table.lines[first:]:
        item, annotator, label = (line.cells[place] for place in places)
        if not item or not annotator:
            table.fail("the columns are not item, annotator and label", LONG_FORM, line=line)
        said.append(Said(annotator, item, label or None, line.number))
    values = values_of(said, table.name)
    if len(values.names) < 2:
        table.fail("the table has fewer than two annotators")
    return _made(table, values, places)


def read_column(source: Source) -> list[Said]:
    """Read the items and labels in the table of one annotator, whose first line names both columns.

    Raises InputError for other tables.
    """
    table = ItemTable(source)
    item, label = table.role(ITEM), table.role(LABEL)
    if item is None or label is None:
        table.fail(
            "nerkit cannot tell which columns have the items and the labels",
            "name the columns item and label in the first line",
        )
    return [Said("", line.cells[item], line.cells[label] or None, line.number) for line in table.lines[1:]]


def is_column(head: str) -> bool:
    """Return whether the first line of a table names items and labels, but no annotators."""
    header = header_of(head)
    named = {spelling(name) for name in header.names} if header else set()
    has = {role: not named.isdisjoint(names.split()) for role, names in NAMES.items()}
    return has[ITEM] and has[LABEL] and not has[ANNOTATOR]


def _made(table: ItemTable, values: Values, used: Sequence[int | None]) -> Values:
    """Add a warning that lists the unread columns to the values; *used* are the indices of the read
    columns.
    """
    left = [name or "(without name)" for place, name in enumerate(table.names) if place not in used]
    return replace(
        values, warnings=(Warned("columns-not-read", side=table.name, columns=some(left)),) if left else ()
    )


def _named(table: ItemTable) -> Sequence[int] | None:
    """Return the columns item, annotator, label of a long table by their names, with at most one unknown
    name.

    Returns None for a wide table.
    """
    found = [table.role(role) for role in LONG]
    free = table.others(*NAMES)
    if None not in found:
        return [place for place in found if place is not None]
    if found.count(None) > 1 or not free or (len(free) > 1 and found[1] is None):
        return None
    missing = found.index(None)
    if len(free) > 1:
        lines = [table.renamed({place: LONG[missing]}) for place in free]
        table.fail(f"nerkit cannot tell which column has the {LONG[missing]}s", *lines)
    item, annotator, label = places = [free[0] if place is None else place for place in found]
    keys = _keys(table, places, 1)
    if {item, annotator} in keys and (found[2] is None or len(keys) == 1):
        return places
    if found[1] is not None and not _share_values(table, (annotator, label)):
        table.fail("an annotator labels an item twice, or the column holds no labels", LONG_FORM)
    return None


def _keys(table: ItemTable, places: Sequence[int], first: int) -> list[set[int]]:
    """Return the pairs of columns whose joint cells differ on all lines, though the cells of each column
    repeat.
    """
    columns = {place: table.column(place, first) for place in places}
    count = len(table.lines) - first
    several = [place for place, cells in columns.items() if len(set(cells)) < count]
    pairs = combinations(several, 2)
    return [{a, b} for a, b in pairs if len(set(zip(columns[a], columns[b], strict=True))) == count]


def _by_data(table: ItemTable) -> tuple[Sequence[int], int] | None:
    """Return the columns item, annotator, label of a long table by its cells, and its first line; None
    for a wide table.

    Raises InputError if the table can be wide, too, or if annotators cannot be told from items.
    """
    if len(table.names) != len(LONG):
        return None
    first = int(all(table.column(place, 0).count(name) == 1 for place, name in enumerate(table.names)))
    keys = _keys(table, range(len(LONG)), first)
    (label,) = {0, 1, 2} - keys[0] if len(keys) == 1 else {None}
    if label is None or len(set(table.column(label, first))) == len(table.lines) - first:
        return None
    one, other = sorted(keys[0], key=lambda place: len(set(table.column(place, first))))
    orders = {one: "coder", other: "item", label: "label"}, {one: "item", other: "coder", label: "label"}
    readings = [table.typed([names[place] for place in range(3)], first) for names in orders]
    if _share_values(table, (0, 1, 2)) or _share_values(table, (1, 2)):
        wide = (
            [table.renamed({0: ITEM}), table.numbered] if first else [table.typed(["item", "anna", "ben"], 0)]
        )
        table.fail(
            "nerkit cannot tell if each line holds one label or the labels of all annotators",
            *readings,
            *wide,
        )
    if len(set(table.column(one, first))) == len(set(table.column(other, first))):
        table.fail("nerkit cannot tell which column has the items and which the annotators", *readings)
    return (other, one, label), first


def _share_values(table: ItemTable, places: Sequence[int]) -> bool:
    """Return whether each of these columns has a value in common with another column. Annotators share
    labels.
    """
    columns = [set(table.column(place)) - {""} for place in places]
    return all(any(one & other for other in columns if other is not one) for one in columns)


def _wide(table: ItemTable) -> Values:
    """Read the values of a table with one column per annotator."""
    item = table.role(ITEM)
    known = item is not None
    item = item if known else _ids(table)
    places = [place for place in table.others(ITEM, BESIDE) if place != item]
    names = [table.names[place] for place in places]
    columns = [table.column(place) for place in places]
    if not known and names and {cell for cells in columns for cell in cells}.issuperset(names):
        line = ["item", *(f"coder{n}" for n in range(1, len(names) + 1))][item is None :]
        table.fail("the first line has labels, not the names of annotators", table.typed(line, 0))
    if twice := [name for i, name in enumerate(names) if name in names[:i]]:
        table.fail(f"two annotators have the name {twice[0]!r}")
    if len(names) < 2:
        table.fail("the table has fewer than two annotators")
    for place, cells in zip(places, columns, strict=True):
        others = set().union(*(own for own in columns if own is not cells))
        if len(cells) > FEW and len(set(cells)) == len(cells) and others.isdisjoint(cells):
            problem = f"the column {table.names[place]!r} has no labels: its values are all different"
            table.fail(problem, table.renamed({place: "comment"}))
    column = Column.of(cell or None for cells in columns for cell in cells)
    value = column.codes.reshape(len(names), -1)
    size = len(table.lines) - 1
    ids = [str(n) for n in range(1, size + 1)] if item is None else table.column(item)
    values = Values(tuple(names), ["1"], value, list(column.values), np.zeros(size, np.int64), ids=ids)
    return _made(table, values, (item, *places))


def _ids(table: ItemTable) -> int | None:
    """Return the index of the unnamed column of ids in a wide table: 0, or None if the first column is an
    annotator.

    Raises InputError if the first column can be both.
    """
    cells = table.column(0)
    others = {cell for place in range(1, len(table.names)) for cell in table.column(place)}
    unique, apart = len(set(cells)) == len(cells), others.isdisjoint(cells)
    if unique != apart:
        problem = f"nerkit cannot tell if {table.names[0]!r} is an annotator or the ids of items"
        table.fail(problem, table.numbered, table.renamed({0: ITEM}))
    return 0 if unique else None
