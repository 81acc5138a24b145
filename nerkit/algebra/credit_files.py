"""Tables of partial credit between types or ids: `--type-weights FILE`, `--id-weights FILE`.

nerkit recognises two forms by their content:

- three tab-separated columns `gold value, system value, credit`, credit from 0 to 1; nerkit skips blank lines
  and lines that begin with `#`. If a pair is repeated, the largest credit counts;
- a JSON object `{"parent": ["child", …], …}`: a tree. A system value that is an ancestor of the gold value
  has credit `decay ** steps`.
"""

from typing import Any

from nerkit.algorithms.credit import tree_table
from nerkit.exceptions import InputError, UsageError
from nerkit.io import Source, single
from nerkit.readers import json_text

COLUMNS = 3


def read(path: Any, decay: float) -> dict[tuple[str, str], float]:
    """The table in a file: {(gold value, system value): credit}.

    decay   the credit for each step up a tree

    Raises InputError for a line without three columns or a credit outside 0 to 1.
    """
    with single(path) as source:
        return _tree(source, decay) if source.head.lstrip().startswith("{") else _table(source)


def _table(source: Source) -> dict[tuple[str, str], float]:
    table: dict[tuple[str, str], float] = {}
    for number, line in source.lines():
        if not line.strip() or (line.startswith("#") and line.count("\t") != COLUMNS - 1):
            continue
        gold, system, credit = _row(source, number, line)
        table[gold, system] = max(credit, table.get((gold, system), 0.0))
    return table


def _row(source: Source, number: int, line: str) -> tuple[str, str, float]:
    fields = line.split("\t")
    remedy = "write lines of gold value, system value and credit, separated by tabs"
    if len(fields) != COLUMNS:
        problem = f"the line has {len(fields)} columns, but {COLUMNS} are needed"
        raise InputError(problem, source=source.name, line=number, column=1, text=line, remedy=remedy)
    try:
        credit = float(fields[2])
        valid = 0 <= credit <= 1
    except ValueError:
        valid = False
    if not valid:
        column = len(fields[0]) + len(fields[1]) + 3
        problem = f"credit {fields[2]!r} is not a number from 0 to 1"
        raise InputError(problem, source=source.name, line=number, column=column, text=line, remedy=remedy)
    return fields[0], fields[1], credit


def _tree(source: Source, decay: float) -> dict[tuple[str, str], float]:
    remedy = 'write a tree as {"parent": ["child", …], …}'
    parsed = json_text.parse(source, remedy)
    tree = parsed.value
    lists = isinstance(tree, dict) and all(isinstance(children, list) for children in tree.values())
    if not lists or not all(isinstance(child, str) for children in tree.values() for child in children):
        parsed.fail("the value is not a tree of names", remedy=remedy)
    try:
        return tree_table(tree, decay)
    except UsageError as error:
        parsed.fail(str(error), remedy=remedy)
