"""A metric in TOML: record classes and how they are compared, as `nerkit ie --metric my.toml` reads it.

    [metric]
    name = "arguments"            # the row's name; the file's name if it is left out
    field = "events"              # the field of a document that is looked at; dots lead deeper
    set = "Event"                 # a matching of sets whose elements are of this class
    constraint = "1:1"            # 1:1 (default), N:1, 1:N or N:N
    normalize = "f1"              # p, r, f1 (any F-beta) or j
    average = "micro"             # or macro, mean, means (`nerkit.results.averages`)
    documents = "gold"            # documents that gold lacks are not counted; default "all"
    label = "type"                # the field of elements that `--by label` has rows by
    readings = "annotators"       # the field that lists whole readings of gold; choose = "best" or "greedy"

    [class.Event]                 # a record: the product over the fields that are listed
    trigger = "Trigger"
    args = { set = "Argument" }   # not normalised: a count

    [class.Trigger]
    start = "same"
    end = "same"

    [class.Argument]
    role = "same"
    span = { overlap = ["start", "end"], normalize = "j", above = 0.5 }

A field, an element or the metric itself is compared by a name (`same`, `subset` or a class) or by a table.
The table has one of these keys, and further keys that belong to it:

    is = NAME
    sum = [several of these], product = [several of these]
    set = …         with constraint, duplicates, latent, first (of the system's elements), pad
    sequence = …    with constraint
    graph = …       (of nodes) with constraint, nodes, edges
    variable = …    (of constants that may be where variables do)
    overlap = [START, END]                           names of fields, or positions
    tree = "up"|"down"|"depth"|"ancestors"|"decay"   with children or separator, decay
    weights = FILE  (of related types, as --type-weights takes it) with decay
    worth = {VALUE = WEIGHT, …}                      the smaller weight of the two; with otherwise
    table = {gold value = {system value = credit}}
    total = {FIELD = …, FIELD = …}                   the sum over fields
    members = …     with keys (how many in all)      of mappings: the sum over the keys of both; with all, the
                                                     product; exact = FIELD lists keys of equal values
    by = FIELD      with cases = {VALUE = …}, otherwise = …
    types = {string = …, number = …}                 by the type of both (boolean, array, object); otherwise
    nested = …                                       JSON values whose scalars are compared so
    set = …         with closure and reduce          of the metric alone: relations that follow from others
    window = N      with compare = "ends"|"count"    of the metric alone: windows of marks that are wrong
    any_of = …      (or any)                         gold lists readings: the best of them
    edit = "characters"|"words"|"indel", tokens = true, date = "iso"|"dmy"|"mdy"
    number = {within = 0.5, relative = 0.01}

and, applied in this order, `text`, `alias`, `normalize`, `round`, `minus`, `above` or `at_least`, `weight`,
`field`; `optional` of a field that objects may lack. Instead of one formula a metric may have two,
`[metric.precision]` and `[metric.recall]`. Every error is an InputError that points at its line.
"""

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial, reduce
from typing import Any, NamedTuple

from nerkit.algebra import alternatives, choices, normalizers, operators, parts, scalars, toml_values
from nerkit.algebra.formula import f_measure
from nerkit.algebra.graphs import match_graphs
from nerkit.algebra.latent_sets import variable
from nerkit.algebra.levels import RecordError
from nerkit.algebra.matching import CONSTRAINTS, DUPLICATES
from nerkit.algebra.metrics import table_metrics
from nerkit.algebra.operators import Field, same
from nerkit.algebra.sequences import match_sequences
from nerkit.algebra.sets import match_sets, subset
from nerkit.algebra.similarity import Metric, Similarity
from nerkit.algebra.toml_values import FieldName, FieldPosition, named_field
from nerkit.exceptions import FEW, UsageError, nearest, some
from nerkit.ground.toml_text import Path, Toml, parse
from nerkit.io import Source
from nerkit.results.averages import AVERAGES, EMPTY_DOCUMENTS, OF_SCORES

NAMES: dict[str, Similarity] = {"same": same, "subset": subset, "variable": variable}
THEN = (
    "field",
    "optional",
    "text",
    "alias",
    "normalize",
    "round",
    "minus",
    "above",
    "at_least",
    "weight",
)  # keys that every kind of comparison can have
OWN = (
    "name",
    "average",
    "empty",
    "definition",
    "differs",
    "lower_is_better",
    "readings",
    "choose",
    "label",
    "documents",
)  # keys that only the metric can have
TWO = ("precision", "recall")  # the tables of a metric of two formulas
JSON_TYPES: dict[str, tuple[type, ...]] = {  # type of a JSON value -> types in Python
    "string": (str,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list, tuple),
    "object": (dict,),
}
DOCUMENTS = ("all", "gold")
METRIC: Path = ("metric",)
COMPARED = "compare a field by same, subset, a class, or a table such as { set = CLASS }"


@dataclass(frozen=True)
class Formula:
    """A metric from a file: its name, its average, and the places in the file that name its fields.

    empty    the value of 0/0 in a document (`averages.EMPTY_DOCUMENTS`)
    preset   the name of the preset that has the metric, with its settings
    label    the field of the collection's elements that rows by label use
    documents   "all", or "gold" to leave out documents that gold lacks
    """

    name: str
    metric: Metric
    average: str = "micro"
    toml: Toml | None = None
    empty: str = "zero"
    definition: str = ""
    differs: tuple[str, ...] = ()
    lower_is_better: bool = False
    preset: str = ""
    label: str = ""
    documents: str = "all"

    @property
    def over(self) -> str:
        """`corpus` if the metric is computed over the corpus as a whole, otherwise an empty text."""
        return "corpus" if self.of_corpus else ""

    @property
    def of_corpus(self) -> bool:
        """Whether the counts of a document depend on other documents."""
        return self.metric.of_corpus and self.average == "micro"

    def locate(self, error: RecordError) -> None:
        """Raise InputError for a field that no object has, if the TOML file names the field."""
        if self.toml is not None and isinstance(error.nowhere, FieldName | FieldPosition):
            self.toml.fail(error.problem, *error.nowhere.path, remedy="no document has this field")


def read(source: Source, name: str) -> Formula:
    """The metric in a TOML file, with the name *name* if the file has none. Raises InputError for every
    error.
    """
    builder = _MetricBuilder(parse(source))
    builder.known((), builder.root, ("metric", "class", "alias"))
    return builder.of_table(name)


def measure(toml: Toml, name: str) -> Formula:
    """The metric [measure.NAME] of a preset. Raises InputError for every error in it."""
    return _MetricBuilder(toml, ("measure", name)).of_table(name)


class _MetricBuilder:
    """The builder of the formula of one file. *top* is the path of the metric's table in the file."""

    def __init__(self, toml: Toml, top: Path = METRIC) -> None:
        self.toml, self.root, self.top = toml, toml.table, top
        self._inside: list[str] = []  # the classes that are being made, outermost first

    def of_table(self, name: str) -> Formula:
        """The formula of the table at the path *top*, with the name *name* unless the table has one."""
        metric: Any = self.root
        for step in self.top:
            metric = metric.get(step)
        if not isinstance(metric, dict):
            self.toml.fail(
                "no [metric]",
                "metric",
                remedy='write a metric as a table [metric], for example with set = "CLASS"',
            )
        if not isinstance(self._classes(), dict):
            self.toml.fail(
                "class must be a table of classes", "class", remedy="write a class as a table, [class.NAME]"
            )
        for kind in self._classes():
            if not isinstance(self._classes()[kind], dict):
                self.toml.fail(f"class {kind!r} must be a table of fields", "class", kind)
        chosen: dict[str, Any] = {
            key: self.choice((*self.top, key), metric.get(key, known[0]), known)
            for key, known in (("average", AVERAGES), ("empty", EMPTY_DOCUMENTS), ("documents", DOCUMENTS))
        }
        if "empty" in metric and chosen["average"] not in OF_SCORES:
            self.toml.fail(f"empty needs average = {' or '.join(OF_SCORES)}", *self.top, "empty")
        own = metric.get("name", name)
        if not isinstance(own, str) or not own.strip():
            self.toml.fail("the name must be a text", *self.top, "name")
        return Formula(own, self._metric(metric), toml=self.toml, **chosen, **self._about(metric))

    def _about(self, metric: Mapping[str, Any]) -> dict[str, Any]:
        """The description of a metric, and whether lower values are better."""
        about: dict[str, Any] = {}
        for key, kind in (("definition", str), ("differs", str), ("label", str), ("lower_is_better", bool)):
            if key in metric:
                about[key] = metric[key]
                if not isinstance(metric[key], kind):
                    noun = "a text" if kind is str else "true or false"
                    self.toml.fail(f"{key} must be {noun}", *self.top, key)
        if "differs" in about:
            about["differs"] = (about["differs"],)
        return about

    def _metric(self, table: dict[str, Any]) -> Metric:
        """The formula of a metric; if the table names readings, the formula against one reading of gold."""
        inner = self._formula(table)
        if "choose" in table and "readings" not in table:
            self.toml.fail("choose needs readings", *self.top, "choose")
        if "readings" not in table:
            return inner
        from nerkit.algebra.metrics.readings import readings

        try:
            return readings(inner, table["readings"], table.get("choose", "best"))
        except UsageError as error:
            key = "choose" if "choice" in str(error) else "readings"
            self.toml.fail(str(error), *self.top, key)

    def _formula(self, table: dict[str, Any]) -> Metric:
        path = self.top
        whole = next((key for key in table_metrics.KINDS if key in table), None)
        if whole is not None:
            return table_metrics.KINDS[whole](self, path, table, OWN)
        if not any(key in table for key in TWO):
            return self.compared(path, table)
        self.known(path, table, (*OWN, *TWO))
        for key in TWO:
            if not isinstance(table.get(key), dict):
                self.toml.fail(f"the file has no [metric.{key}] with the formula of {key}", *path, key)
        precision, recall = (self.compared((*path, key), table[key]) for key in TWO)
        return f_measure(precision=precision, recall=recall)

    def _classes(self) -> dict[str, Any]:
        classes: dict[str, Any] = self.root.get("class", {})
        return classes

    def compared(self, path: Path, value: Any) -> Similarity:
        """The similarity that the value at *path* describes: a name, or a table with one kind of
        comparison.
        """
        if isinstance(value, str):
            return self._named(path, value)
        if not isinstance(value, dict):
            self.toml.fail(f"{value!r} is not a way to compare objects", *path, remedy=COMPARED)
        kind = self._kind(path, value)
        similarity = self.built(path, lambda: KINDS[kind].make(self, path, value), kind)
        return self._then(path, value, similarity)

    def _kind(self, path: Path, table: dict[str, Any]) -> str:
        """The kind of comparison that a table names. Raises InputError unless there is one kind with
        fitting keys.
        """
        kinds = [key for key in table if key in KINDS]
        if len(kinds) != 1:
            known = ", ".join(KINDS)
            if len(kinds) > 1:
                self.toml.fail(f"{kinds[0]!r} cannot be used with {kinds[1]!r}", *path, kinds[1])
            self.known(path, table, (*KINDS, *KINDS["set"].keys, *THEN, *self._own(path)))
            self.toml.fail(f"the table names no comparison; use one of {known}", *path, remedy=COMPARED)
        (kind,) = kinds
        for key in table:
            owners = [name for name in KINDS if key in KINDS[name].keys]
            if owners and kind not in owners:
                self.toml.fail(
                    f"{key!r} can be used only with {' or '.join(owners)}, not with {kind!r}", *path, key
                )
        self.known(path, table, (kind, *KINDS[kind].keys, *THEN, *self._own(path)))
        return kind

    def _own(self, path: Path) -> tuple[str, ...]:
        """The keys that only the metric itself can have, if *path* is the metric's."""
        return OWN if path == self.top else ()

    def _then(self, path: Path, table: dict[str, Any], similarity: Similarity) -> Similarity:
        """A similarity with the further steps of its table: text, alias, normalize, …, and the field."""
        if "above" in table and "at_least" in table:
            self.toml.fail("'above' cannot be used with 'at_least'", *path, "at_least")
        steps: dict[str, Callable[[Similarity, Any], Similarity]] = {
            "text": lambda inner, names: scalars.text(names, inner),
            "alias": lambda inner, forms: scalars.alias(self._forms(path, forms), inner),
            "normalize": normalizers.normalize,
            "round": normalizers.rounded,
            "minus": lambda inner, number: inner - number,
            "above": lambda inner, limit: normalizers.where(inner, above=limit),
            "at_least": lambda inner, limit: normalizers.where(inner, at_least=limit),
            "weight": parts.weighted,
        }
        for key, step in steps.items():
            if key in table:
                similarity = self.built(path, partial(step, similarity, table[key]), key)
        if "field" in table:
            name = table["field"]
            steps_to = name.split(".") if isinstance(name, str) else [name]
            if not all(one if isinstance(one, str) else type(one) is int and one >= 0 for one in steps_to):
                self.toml.fail(f"{name!r} is not the name of a field", *path, "field")
            *above, last = (named_field(part, *path, "field") for part in steps_to)
            similarity = self.ofnamed_field(path, table, similarity, last)
            for part in reversed(above):
                similarity = Field(similarity, part)
        return similarity

    def _forms(self, path: Path, value: Any) -> Mapping[str, Any]:
        """The forms of `alias = X`: a table of forms, the name of a table [alias.X], or a file with forms."""
        if value == "none":
            return {}
        if isinstance(value, str) and not value.endswith(toml_values.OF_FORMS):
            listed = self.root.get("alias", {})
            if value not in listed:
                known = nearest(value, listed)
                self.toml.fail(
                    f"no alias {value!r}{known}",
                    *path,
                    "alias",
                    remedy="give a table [alias.NAME], or a .tsv file",
                )
            value = listed[value]
        return toml_values.forms(self.toml, (*path, "alias"), value)

    def ofnamed_field(self, path: Path, value: Any, similarity: Similarity, name: Any) -> Similarity:
        """The similarity of a field; if the table at *path* has `optional`, of a field that can be absent."""
        may_lack = value.get("optional", False) if isinstance(value, dict) else False
        if not isinstance(may_lack, bool):
            self.toml.fail("optional must be true or false", *path, "optional")
        return parts.OptionalField(similarity, name) if may_lack else Field(similarity, name)

    def built(self, path: Path, make: Callable[[], Similarity], key: str) -> Similarity:
        """Return the similarity that *make* returns. A UsageError in it becomes an InputError at *key*."""
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
                f"unknown class {name!r}{nearest(name, known)}",
                *path,
                remedy=f"the classes are {some(known, FEW)}",
            )
        if name in self._inside:
            self.toml.fail(f"class {name!r} contains itself", *path)
        if not classes[name]:
            self.toml.fail(f"class {name!r} has no fields", "class", name)
        self._inside.append(name)
        factors = self.fields(("class", name), classes[name])
        self._inside.pop()
        return operators.times(*factors)

    def fields(self, path: Path, table: dict[str, Any]) -> list[Similarity]:
        """The similarities of the fields that a table lists."""
        listed = []
        for key, comparison in table.items():
            at: Path = (*path, key)
            inner = self.compared(at, comparison)
            listed.append(self.ofnamed_field(at, comparison, inner, named_field(key, *at)))
        return listed

    def known(self, path: Path, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
        """Raise InputError at the first key of the table that is not in *known*."""
        for key in table:
            if key not in known:
                self.toml.fail(
                    f"unknown key {key!r}{nearest(key, known)}",
                    *path,
                    key,
                    remedy=f"use one of {', '.join(known)}",
                )

    def choice(self, path: Path, value: Any, known: tuple[str, ...]) -> str:
        """The value unchanged. Raises InputError at *path* if it is not in *known*."""
        if value not in known:
            self.toml.fail(
                f"unknown {path[-1]} {value!r}{nearest(str(value), known)}",
                *path,
                remedy=f"use one of {', '.join(known)}",
            )
        return str(value)

    def named(self, path: Path, table: dict[str, Any]) -> Similarity:
        return self.compared((*path, "is"), table["is"])

    def sum(self, path: Path, table: dict[str, Any]) -> Similarity:
        return reduce(operator.add, self._listed(path, table, "sum"))

    def _listed(self, path: Path, table: dict[str, Any], key: str) -> list[Similarity]:
        """The similarities that the list at a key describes."""
        if not isinstance(table[key], list) or not table[key]:
            self.toml.fail(f"{key} needs a list of comparisons", *path, key)
        return [self.compared((*path, key), item) for item in table[key]]

    def total(self, path: Path, table: dict[str, Any]) -> Similarity:
        """`total = {FIELD = X, …}`: the sum over fields."""
        if not isinstance(table["total"], dict) or not table["total"]:
            self.toml.fail('total needs fields, { name = "same" }', *path, "total")
        return reduce(operator.add, self.fields((*path, "total"), table["total"]))

    def members(self, path: Path, table: dict[str, Any]) -> Similarity:
        """`members = X`: the sum over the common keys of two objects, with `all = true` the product."""
        inner = self.compared((*path, "members"), table["members"])
        every = table.get("all", False)
        if not isinstance(every, bool):
            self.toml.fail("all must be true or false", *path, "all")
        exact = table.get("exact")
        if exact is not None:
            if not isinstance(exact, str) or not exact:
                self.toml.fail("exact must name the field that lists keys", *path, "exact")
            exact = named_field(exact, *path, "exact")
        return self.built(
            path, lambda: parts.members(inner, keys=table.get("keys"), all=every, exact=exact), "keys"
        )

    def nested(self, path: Path, table: dict[str, Any]) -> Similarity:
        return choices.nested(self.compared((*path, "nested"), table["nested"]))

    def any_of(self, path: Path, table: dict[str, Any]) -> Similarity:
        """`any_of = X`, or `any = X`: the best of the readings that gold lists."""
        key = "any_of" if "any_of" in table else "any"
        inner = self.compared((*path, key), table[key])
        return alternatives.any_of(inner, lists=True, first=key == "any_of")

    def product(self, path: Path, table: dict[str, Any]) -> Similarity:
        return operators.times(*self._listed(path, table, "product"))

    def by(self, path: Path, table: dict[str, Any]) -> Similarity:
        """`by = FIELD`: the similarity chosen by the value of a field."""
        cases = table.get("cases", {})
        if not isinstance(table["by"], str) or not isinstance(cases, dict):
            self.toml.fail("by needs the name of a field, and cases = {VALUE = …}", *path, "by")
        chosen = {value: self.compared((*path, "cases", value), cases[value]) for value in cases}
        other = table.get("otherwise")
        rest = None if other is None else self.compared((*path, "otherwise"), other)
        return choices.by_value(named_field(table["by"], *path, "by"), chosen, rest)

    def types(self, path: Path, table: dict[str, Any]) -> Similarity:
        """`types = {string = …}`: the similarity chosen by the type of the values."""
        cases = table["types"]
        if not isinstance(cases, dict) or not cases:
            self.toml.fail('types needs comparisons by type, { string = "same" }', *path, "types")
        self.known((*path, "types"), cases, tuple(JSON_TYPES))
        chosen: dict[type | tuple[type, ...], Any] = {
            JSON_TYPES[name]: self.compared((*path, "types", name), cases[name]) for name in cases
        }
        other = table.get("otherwise")
        rest = None if other is None else self.compared((*path, "otherwise"), other)
        return choices.by_type(chosen, rest)

    def sets(self, path: Path, table: dict[str, Any]) -> Similarity:
        """`set = X`: a matching of two collections."""
        duplicates = self.choice((*path, "duplicates"), table.get("duplicates", "set"), DUPLICATES)
        inner = self.compared((*path, "set"), table["set"])
        latent = table.get("latent", False)
        if "latent" in table and not isinstance(latent, str):
            self.toml.fail("latent must name the field that lists the variables", *path, "latent")
        latent = latent and named_field(latent, *path, "latent")
        ranked = {key: table[key] for key in ("first", "pad") if key in table}
        if ranked.get("first") == "gold" and path != self.top:
            self.toml.fail(
                'first = "gold" can be used only with the metric\'s own collection', *path, "first"
            )
        make = partial(
            match_sets,
            inner,
            self._constraint(path, table),
            duplicates=duplicates,
            latent=latent,
            **ranked,
        )
        return self.built(path, make, next(iter(ranked), "latent" if latent else "set"))

    def variable(self, path: Path, table: dict[str, Any]) -> Similarity:
        return variable | self.compared((*path, "variable"), table["variable"])

    def sequence(self, path: Path, table: dict[str, Any]) -> Similarity:
        return match_sequences(
            self.compared((*path, "sequence"), table["sequence"]), self._constraint(path, table)
        )

    def graph(self, path: Path, table: dict[str, Any]) -> Similarity:
        """`graph = X`: a matching of nodes that preserves reachability."""
        for key in ("nodes", "edges"):
            if not isinstance(table.get(key, ""), str):
                self.toml.fail(f"{table[key]!r} is not the name of a field", *path, key)
        names = {  # with default names
            key: named_field(table.get(key, key), *path, key if key in table else "graph")
            for key in ("nodes", "edges")
        }
        return match_graphs(
            self.compared((*path, "graph"), table["graph"]), self._constraint(path, table), **names
        )

    def _constraint(self, path: Path, table: dict[str, Any]) -> str:
        return self.choice((*path, "constraint"), table.get("constraint", "1:1"), CONSTRAINTS)


class _Kind(NamedTuple):
    """A kind of comparison.

    make   function (builder, path, table) -> similarity
    keys   the further keys that the table can have
    """

    make: Callable[[Any, Path, dict[str, Any]], Similarity]
    keys: tuple[str, ...] = ()


KINDS = {
    "is": _Kind(_MetricBuilder.named),
    "sum": _Kind(_MetricBuilder.sum),
    "set": _Kind(_MetricBuilder.sets, ("constraint", "duplicates", "latent", "first", "pad")),
    "variable": _Kind(_MetricBuilder.variable),
    "sequence": _Kind(_MetricBuilder.sequence, ("constraint",)),
    "graph": _Kind(_MetricBuilder.graph, ("constraint", "nodes", "edges")),
    "overlap": _Kind(toml_values.overlap),
    "tree": _Kind(toml_values.tree, ("children", "separator", "decay")),
    "weights": _Kind(toml_values.weights, ("decay",)),
    "worth": _Kind(toml_values.worth, ("otherwise",)),
    "table": _Kind(toml_values.table),
    "total": _Kind(_MetricBuilder.total),
    "members": _Kind(_MetricBuilder.members, ("keys", "all", "exact")),
    "by": _Kind(_MetricBuilder.by, ("cases", "otherwise")),
    "types": _Kind(_MetricBuilder.types, ("otherwise",)),
    "product": _Kind(_MetricBuilder.product),
    "nested": _Kind(_MetricBuilder.nested),
    "any_of": _Kind(_MetricBuilder.any_of),
    "any": _Kind(_MetricBuilder.any_of),
    "edit": _Kind(toml_values.edit),
    "tokens": _Kind(toml_values.tokens),
    "number": _Kind(toml_values.number),
    "date": _Kind(toml_values.date),
}
