"""When two leaves agree: every scalar becomes a normal form, and equal forms have equal codes.

    rule      text: casefold    numbers: strings
    "Paris"   text paris        "1,000"   number 1000
    "PARIS"   text paris        1000.0    number 1000

Codes are ranks of the forms, so they do not depend on the order of documents or elements. Under a rule that is
*graded* (a tolerance, a similarity) different forms may agree too; such pairs are evaluated once each.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray, Vocabulary
from nerkit.algorithms.scalars import dates, numerals, texts
from nerkit.corpora.json_paths import Steps
from nerkit.scorers.json.nodes import Nodes, scalar_codes
from nerkit.scorers.json.options import Options, Rule, Similar

SIMILARITIES: dict[str, Callable[[str, str], float]] = {
    "edit": texts.edit_similarity,
    "tokens": texts.token_similarity,
}
NEAR = 1e-9  # by which a rounded similarity may miss a threshold that it reaches
BOOLEAN_WORDS = {"true": True, "false": False}


class Form(NamedTuple):
    """A normal form: `kind` is boolean, date, empty, null, number or text."""

    kind: str
    value: Any


def normal_form(value: Any, rule: Rule, normal: Callable[[str], str]) -> Form:
    """The normal form of a scalar under a rule, whose texts *normal* normalises."""
    if isinstance(value, bool):
        return Form("boolean", value)
    if value is None:
        return Form("null", None)
    if isinstance(value, int | Decimal):
        return Form("number", value)
    if not isinstance(value, str):
        return Form("empty", "array" if isinstance(value, list) else "object")
    if rule.booleans == "strings" and value.strip().casefold() in BOOLEAN_WORDS:
        return Form("boolean", BOOLEAN_WORDS[value.strip().casefold()])
    if rule.numbers != "json":
        number = numerals.numeral(value) if rule.numbers == "strings" else numerals.money(value)
        if number is not None:
            return Form("number", number)
    if rule.dates != "off":
        moment = dates.moment(value, rule.dates)
        if moment is not None:
            zone = isinstance(moment, datetime) and moment.tzinfo is not None
            return Form("date", (moment.isoformat(), zone))
    return Form("text", normal(value))


@dataclass(frozen=True)
class Agreement:
    """How much two normal forms that differ agree under a rule: 1 if they do, with *soft* also less."""

    rule: Rule
    soft: bool = False

    def __call__(self, gold: Form, system: Form) -> float:
        if gold.kind != system.kind:
            return 0.0
        if gold.kind == "number":
            left, right = Decimal(gold.value), Decimal(system.value)
            return float(any(limit.admits(left, right) for limit in self.rule.within))
        if gold.kind != "text":
            return 0.0
        left, right = str(gold.value), str(system.value)
        for similar in self.rule.similar:
            if self._reaches(similar, left, right):
                return 1.0
        if not self.soft:
            return 0.0
        named = self.rule.similar[-1].name if self.rule.similar else "edit"
        return SIMILARITIES[named](left, right)

    def _reaches(self, similar: Similar, left: str, right: str) -> bool:
        if similar.name == "edit":
            longer = max(len(left), len(right), 1)
            if 1 - abs(len(left) - len(right)) / longer < similar.threshold - NEAR:
                return False  # the lengths alone differ too much
        return SIMILARITIES[similar.name](left, right) >= similar.threshold - NEAR


def rules_of(paths: Sequence[Steps], options: Options) -> tuple[list[Rule], IntArray]:
    """The distinct rules, and the number of that of each path."""
    vocabulary: Vocabulary = Vocabulary()
    numbers = []
    for steps in paths:
        values: dict[str, Any] = {}
        for name, settings in options.settings.items():
            fitting = [one.value for one in settings if one.pattern.covers(steps)]
            if not fitting:
                continue
            several = name in ("within", "similar")
            values[name] = tuple(fitting) if name == "within" else (fitting[-1],) if several else fitting[-1]
        numbers.append(vocabulary[Rule(**values)])
    return list(vocabulary), np.array(numbers, np.int64)


@dataclass(frozen=True)
class Leaves:
    """Which nodes are leaves, and what each says.

    leaf     whether each node is one
    code     its normal form, a place in `forms`; NONE where it is no scalar
    forms    the distinct forms, in an order that depends on nothing but them
    rules, rule   the rules, and the number of that of every path
    """

    leaf: BoolArray
    code: IntArray
    forms: list[Form]
    rules: list[Rule]
    rule: IntArray

    @cached_property
    def graded(self) -> BoolArray:
        """Whether the rule of each path is graded."""
        return np.array([rule.graded for rule in self.rules], bool)[self.rule]


def leaves_of(nodes: Nodes, options: Options) -> Leaves:
    """The leaves of nodes under the options, before any path is left out."""
    rules, rule_of_path = rules_of(nodes.paths.steps, options)
    scalars, code = scalar_codes(nodes)
    rule = rule_of_path[nodes.path]
    rows = np.flatnonzero(code != NONE)
    width = max(len(scalars), 1)
    distinct, place = np.unique(rule[rows] * width + code[rows], return_inverse=True)
    exact = [replace(one, within=(), similar=()) for one in rules]
    normal = [texts.normaliser(one.text) for one in rules]
    forms = [
        normal_form(scalars[key % width], exact[key // width], normal[key // width])
        for key in distinct.tolist()
    ]
    nothing = np.array(
        [
            _says_nothing(scalars[key % width], form, options, normal[key // width])
            for key, form in zip(distinct.tolist(), forms, strict=True)
        ],
        bool,
    )
    ordered = sorted(dict.fromkeys(forms), key=_rank)
    number = {form: i for i, form in enumerate(ordered)}
    codes = np.full(len(nodes), NONE)
    codes[rows] = np.array([number[form] for form in forms], np.int64)[place]
    leaf = np.zeros(len(nodes), bool)
    leaf[rows] = ~nothing[place]
    return Leaves(leaf, codes, ordered, rules, rule_of_path)


def _says_nothing(scalar: Any, form: Form, options: Options, normal: Callable[[str], str]) -> bool:
    if scalar is None:
        return "null" in options.nothing
    if isinstance(scalar, list | dict):
        return "empty" in options.nothing
    if not isinstance(scalar, str):
        return False
    if not scalar.strip():
        return "blank" in options.nothing
    listed = options.strings_of_nothing
    return bool(listed) and normal(scalar) in {normal(one) for one in listed}


def _rank(form: Form) -> tuple[str, Any]:
    """What forms are sorted by: kinds, then values; numbers by their values, whatever they are written like."""
    if form.kind == "number":
        value = form.value
        return form.kind, (hash(value), numerals.plain(Decimal(value)))
    return form.kind, form.value if form.value is not None else ""
