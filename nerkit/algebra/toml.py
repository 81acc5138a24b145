"""A metric in TOML: record classes and how they are compared, as `nerkit ie --metric my.toml` reads it.

    [metric]
    name = "arguments"            # the row's name; the file's name if it is left out
    field = "events"              # the field of a document that is looked at; dots lead deeper
    set = "Event"                 # a matching of sets whose elements are of this class
    constraint = "1:1"            # 1:1 (default), N:1, 1:N or N:N
    normalize = "f1"              # p, r, f1 (any F-beta) or j
    average = "micro"             # or macro

    [class.Event]                 # a record: the product over the fields that are listed
    trigger = "Trigger"
    args = { set = "Argument" }   # not normalised: a count

    [class.Trigger]
    start = "same"
    end = "same"

    [class.Argument]
    role = "same"
    span = { overlap = ["start", "end"], normalize = "j", above = 0.5 }

What a field, an element or the metric is compared by is a name, `same`, `subset` or a class, or a table with one of

    is = NAME                                                   sum = [several of these]
    set = …   sequence = …   graph = …  (of nodes)              with constraint; duplicates, latent; nodes, edges
    variable = …  (of constants that may stand where variables do)
    overlap = [START, END]  (names or positions)                tree = "up"|"down"|"depth"|"ancestors", with children or separator
    table = {gold value = {system value = credit}}

and, applied in this order, `field`, `normalize`, `minus`, and `above` or `at_least`. Instead of one formula a metric may have
two, `[metric.precision]` and `[metric.recall]`. Every mistake is an InputError that points at its line.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from nerkit.algebra import normalizers, operators, values
from nerkit.algebra.formula import AVERAGES, f_measure
from nerkit.algebra.graphs import match_graphs
from nerkit.algebra.latent_sets import variable
from nerkit.algebra.levels import RecordError
from nerkit.algebra.matching import CONSTRAINTS, DUPLICATES
from nerkit.algebra.operators import Field, same
from nerkit.algebra.sequences import match_sequences
from nerkit.algebra.sets import match_sets, subset
from nerkit.algebra.similarity import Metric, Similarity
from nerkit.algebra.toml_text import Path, Toml, parse
from nerkit.errors import UsageError, nearest
from nerkit.io import Source

NAMES: dict[str, Similarity] = {"same": same, "subset": subset, "variable": variable}
KINDS: dict[str, tuple[str, ...]] = {  # kind -> the keys that go with it
    "is": (),
    "sum": (),
    "set": ("constraint", "duplicates", "latent"),
    "variable": (),
    "sequence": ("constraint",),
    "graph": ("constraint", "nodes", "edges"),
    "overlap": (),
    "tree": ("children", "separator"),
    "table": (),
}
THEN = ("field", "normalize", "minus", "above", "at_least")  # of every kind
OWN = ("name", "average")  # of the metric alone
TWO = ("precision", "recall")
METRIC: Path = ("metric",)
COMPARED = "a field is compared by same, subset, a class, or a table such as { set = CLASS }"


@dataclass(frozen=True)
class Formula:
    """A metric as a file gives it: its name, its average, and where in the file its fields are named."""

    name: str
    metric: Metric
    average: str = "micro"
    toml: Toml | None = None

    def locate(self, error: RecordError) -> None:
        """Raise the InputError for a field that no object has, if it is named in a TOML file."""
        if self.toml is not None and isinstance(error.nowhere, Text | Number):
            self.toml.fail(error.problem, *error.nowhere.path, remedy="no document has this field")


class Text(str):
    """The name of a field, as it stands at *path* in the file."""

    __slots__ = ("path",)
    path: Path


class Number(int):
    """A position in a tuple, as it stands at *path* in the file."""

    path: Path


def _field(name: Any, *path: str | int) -> Any:
    """The name of a field that knows where the file says it."""
    found = Text(name) if isinstance(name, str) else Number(name)
    found.path = path
    return found


def read(source: Source, name: str) -> Formula:
    """The metric in a TOML file; *name* is its own if the file does not say. Raises InputError for every mistake."""
    toml = parse(source)
    return _Builder(toml).formula(name)


class _Builder:
    """Makes the formula of one file."""

    def __init__(self, toml: Toml) -> None:
        self.toml, self.root = toml, toml.table
        self._inside: list[str] = []  # the classes that are being made, outermost first

    def formula(self, name: str) -> Formula:
        """The formula of the table [metric], under this name."""
        self._known((), self.root, ("metric", "class"))
        metric = self.root.get("metric")
        if not isinstance(metric, dict):
            self.toml.fail(
                "no [metric]", "metric", remedy='a metric is a table, [metric], with set = "CLASS" for one'
            )
        if not isinstance(self._classes(), dict):
            self.toml.fail(
                "class is not a table of classes", "class", remedy="a class is a table, [class.NAME]"
            )
        for kind in self._classes():
            if not isinstance(self._classes()[kind], dict):
                self.toml.fail(f"class {kind!r} is not a table of fields", "class", kind)
        average = self.choice(("metric", "average"), metric.get("average", "micro"), AVERAGES)
        own = metric.get("name", name)
        if not isinstance(own, str) or not own.strip():
            self.toml.fail("the name is not a text", "metric", "name")
        return Formula(own, self._metric(metric), average, self.toml)

    def _metric(self, table: dict[str, Any]) -> Metric:
        path = METRIC
        if not any(key in table for key in TWO):
            return self.compared(path, table)
        self._known(path, table, (*OWN, *TWO))
        for key in TWO:
            if not isinstance(table.get(key), dict):
                self.toml.fail(f"no [metric.{key}], the formula of {key}", *path, key)
        precision, recall = (self.compared((*path, key), table[key]) for key in TWO)
        return f_measure(precision=precision, recall=recall)

    def _classes(self) -> dict[str, Any]:
        found: dict[str, Any] = self.root.get("class", {})
        return found

    def compared(self, path: Path, given: Any) -> Similarity:
        """What the value at *path* says: a name, or a table of one kind with its further keys."""
        if isinstance(given, str):
            return self._named(path, given)
        if not isinstance(given, dict):
            self.toml.fail(f"{given!r} does not say how objects are compared", *path, remedy=COMPARED)
        kinds = [key for key in given if key in KINDS]
        if len(kinds) != 1:
            known = ", ".join(KINDS)
            if len(kinds) > 1:
                self.toml.fail(f"{kinds[0]!r} and {kinds[1]!r} contradict each other", *path, kinds[1])
            self._known(path, given, (*KINDS, *KINDS["set"], *THEN, *_own(path)))
            self.toml.fail(f"no kind of comparison: one of {known}", *path, remedy=COMPARED)
        (kind,) = kinds
        for key in given:
            owners = [name for name in KINDS if key in KINDS[name]]
            if owners and key not in KINDS[kind]:
                self.toml.fail(f"{key!r} goes with {' or '.join(owners)}, not with {kind!r}", *path, key)
        self._known(path, given, (kind, *KINDS[kind], *THEN, *_own(path)))
        found = self.made(path, lambda: MAKERS[kind](self, path, given), kind)
        return self._then(path, given, found)

    def _then(self, path: Path, given: dict[str, Any], found: Similarity) -> Similarity:
        """A similarity normalised, lessened and thresholded as its table says, then of a field."""
        if "above" in given and "at_least" in given:
            self.toml.fail("'above' and 'at_least' contradict each other", *path, "at_least")
        steps: dict[str, Callable[[Similarity, Any], Similarity]] = {
            "normalize": normalizers.normalize,
            "minus": lambda inner, number: inner - number,
            "above": lambda inner, limit: normalizers.where(inner, above=limit),
            "at_least": lambda inner, limit: normalizers.where(inner, at_least=limit),
        }
        for key, step in steps.items():
            if key in given:
                found = self.made(path, partial(step, found, given[key]), key)
        if "field" in given:
            name = given["field"]
            if not isinstance(name, str) or not all(name.split(".")):
                self.toml.fail(f"{name!r} is not the name of a field", *path, "field")
            for part in reversed(name.split(".")):
                found = Field(found, _field(part, *path, "field"))
        return found

    def made(self, path: Path, make: Callable[[], Similarity], key: str) -> Similarity:
        """What *make* gives; what it complains of stands at *key*."""
        try:
            return make()
        except UsageError as error:
            self.toml.fail(str(error), *path, key)

    def _named(self, path: Path, name: str) -> Similarity:
        if name in NAMES:
            return NAMES[name]
        classes = self._classes()
        if name not in classes:
            known = [*NAMES, *classes]
            self.toml.fail(
                f"unknown class {name!r}{nearest(name, known)}", *path, remedy=f"there are {', '.join(known)}"
            )
        if name in self._inside:
            self.toml.fail(f"class {name!r} contains itself", *path)
        if not classes[name]:
            self.toml.fail(f"class {name!r} has no fields", "class", name)
        self._inside.append(name)
        parts = []
        for key, given in classes[name].items():
            at: Path = ("class", name, key)
            parts.append(Field(self.compared(at, given), _field(key, *at)))
        self._inside.pop()
        return operators.times(*parts)

    def _known(self, path: Path, given: Mapping[str, Any], known: tuple[str, ...]) -> None:
        for key in given:
            if key not in known:
                self.toml.fail(
                    f"unknown key {key!r}{nearest(key, known)}",
                    *path,
                    key,
                    remedy=f"there are {', '.join(known)}",
                )

    def choice(self, path: Path, value: Any, known: tuple[str, ...]) -> str:
        if value not in known:
            self.toml.fail(
                f"unknown {path[-1]} {value!r}{nearest(str(value), known)}",
                *path,
                remedy=f"there are {', '.join(known)}",
            )
        return str(value)

    def named(self, path: Path, given: dict[str, Any]) -> Similarity:
        return self.compared((*path, "is"), given["is"])

    def sum(self, path: Path, given: dict[str, Any]) -> Similarity:
        listed = given["sum"]
        if not isinstance(listed, list) or not listed:
            self.toml.fail("sum takes a list of comparisons", *path, "sum")
        first, *others = [self.compared((*path, "sum"), item) for item in listed]
        for other in others:
            first = first + other
        return first

    def sets(self, path: Path, given: dict[str, Any]) -> Similarity:
        """`set = X`: a matching of two collections."""
        duplicates = self.choice((*path, "duplicates"), given.get("duplicates", "set"), DUPLICATES)
        inner = self.compared((*path, "set"), given["set"])
        latent = given.get("latent", False)
        if "latent" in given and not isinstance(latent, str):
            self.toml.fail("latent names the field that lists the variables", *path, "latent")
        latent = latent and _field(latent, *path, "latent")
        make = partial(match_sets, inner, self._constraint(path, given), duplicates=duplicates, latent=latent)
        return self.made(path, make, "latent" if latent else "set")

    def variable(self, path: Path, given: dict[str, Any]) -> Similarity:
        return variable | self.compared((*path, "variable"), given["variable"])

    def sequence(self, path: Path, given: dict[str, Any]) -> Similarity:
        return match_sequences(
            self.compared((*path, "sequence"), given["sequence"]), self._constraint(path, given)
        )

    def graph(self, path: Path, given: dict[str, Any]) -> Similarity:
        """`graph = X`: a matching of nodes that keeps which reaches which."""
        for key in ("nodes", "edges"):
            if not isinstance(given.get(key, ""), str):
                self.toml.fail(f"{given[key]!r} is not the name of a field", *path, key)
        names = {  # where they are not given they are those of every graph
            key: _field(given.get(key, key), *path, key if key in given else "graph")
            for key in ("nodes", "edges")
        }
        return match_graphs(
            self.compared((*path, "graph"), given["graph"]), self._constraint(path, given), **names
        )

    def _constraint(self, path: Path, given: dict[str, Any]) -> str:
        return self.choice((*path, "constraint"), given.get("constraint", "1:1"), CONSTRAINTS)

    def overlap(self, path: Path, given: dict[str, Any]) -> Similarity:
        """`overlap = [start, end]`: positions that two half-open ranges share."""
        names = given["overlap"]
        if (
            not isinstance(names, list)
            or len(names) != 2
            or not all(isinstance(name, str | int) for name in names)
        ):
            self.toml.fail(
                'overlap takes two fields, ["start", "end"], or positions, [0, 1]', *path, "overlap"
            )
        return values.overlap(*(_field(name, *path, "overlap") for name in names))

    def table(self, path: Path, given: dict[str, Any]) -> Similarity:
        rows = given["table"]
        if not isinstance(rows, dict) or not all(isinstance(row, dict) for row in rows.values()):
            self.toml.fail("a table is {gold value = {system value = credit}}", *path, "table")
        for gold, row in rows.items():
            for system, credit in row.items():
                self.made((*path, "table", gold), partial(values.table, {(gold, system): credit}), system)
        return values.table({(gold, system): c for gold, row in rows.items() for system, c in row.items()})

    def tree(self, path: Path, given: dict[str, Any]) -> Similarity:
        """`tree = "up"` and its like: credit for types in a hierarchy."""
        children, separator = given.get("children"), given.get("separator", ".")
        if children is not None and "separator" in given:
            self.toml.fail("'children' and 'separator' contradict each other", *path, "separator")
        if not isinstance(separator, str) or not separator:
            self.toml.fail("the separator is not a text", *path, "separator")
        lists = [*children.values()] if isinstance(children, dict) else [None]
        names = all(
            isinstance(below, list) and all(isinstance(name, str) for name in below) for below in lists
        )
        if children is not None and not names:
            self.toml.fail('children are {parent = ["child", …]}', *path, "children")
        return values.tree(given["tree"], children, separator=separator)


def _own(path: Path) -> tuple[str, ...]:
    """The keys that only the metric itself has, if this is its path."""
    return OWN if path == METRIC else ()


MAKERS: dict[str, Callable[[_Builder, Path, dict[str, Any]], Similarity]] = {
    "is": _Builder.named,
    "sum": _Builder.sum,
    "set": _Builder.sets,
    "variable": _Builder.variable,
    "sequence": _Builder.sequence,
    "graph": _Builder.graph,
    "overlap": _Builder.overlap,
    "tree": _Builder.tree,
    "table": _Builder.table,
}
