"""Rules for the agreement of leaves: every scalar becomes a normal form, and equal forms have equal codes.

    rule      text: casefold    numbers: strings
    "Paris"   text paris        "1,000"   number 1000
    "PARIS"   text paris        1000.0    number 1000

Codes are ranks of the forms, so they do not depend on the order of documents or elements. Under a *graded*
rule (a tolerance, a similarity) different forms may agree, too. Such pairs are evaluated once each.

Strings that hold a JSON object or array are written anew, so that strings with equal values have one form:

    {"b": 1.0, "a": "x"}    {"a":"x","b":1}      text {"a": "x", "b": 1}
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from itertools import compress
from math import inf
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray, Vocabulary
from nerkit.algorithms.scalars import dates, json_texts, numerals, texts
from nerkit.corpora.json_paths import Steps
from nerkit.scorers.json.abstaining import PHRASES, abstains
from nerkit.scorers.json.nodes import NUMBER, SAFE, STRING, ValueNodes
from nerkit.scorers.json.options import RULES, LeafRule, Options, Similar

SIMILARITIES: dict[str, Callable[[str, str], float]] = {
    "edit": texts.edit_similarity,
    "tokens": texts.token_similarity,
}
NEAR = 1e-9  # a rounded similarity may miss its threshold by so much
BOOLEAN_WORDS = {"true": True, "false": False}
WHOLE = 20  # whole numbers with up to so many digits are written without an exponent


class Form(NamedTuple):
    """A normal form: `kind` is boolean, date, empty, null, number or text."""

    kind: str
    value: Any


def exact_number(value: float | Decimal) -> Decimal:
    """Return a finite number as the decimal that it is written as."""
    return Decimal(float.__repr__(value)) if isinstance(value, float) else Decimal(value)


def normal_form(value: Any, rule: LeafRule, normal: Callable[[str], str]) -> Form:
    """Return the normal form of a scalar under a rule; *normal* is the function that normalises texts."""
    if isinstance(value, str):
        return _form_of_text(value, rule, normal)
    if isinstance(value, bool):
        return Form("boolean", value)
    if isinstance(value, int | float | Decimal):
        return Form("number", exact_number(value) if isinstance(value, float) else value)
    return Form("null", "") if value is None else Form("empty", "array" if value == [] else "object")


def _form_of_text(text: str, rule: LeafRule, normal: Callable[[str], str]) -> Form:
    if rule.booleans == "strings" and text.strip().casefold() in BOOLEAN_WORDS:
        return Form("boolean", BOOLEAN_WORDS[text.strip().casefold()])
    if rule.numbers != "json":
        number = numerals.numeral(text) if rule.numbers == "strings" else numerals.money(text)
        if number is not None:
            return Form("number", number)
    moment = dates.moment(text, rule.dates) if rule.dates != "off" else None
    if moment is None:
        return Form("text", normal(_same_writing(text, rule, normal)))
    zone = isinstance(moment, datetime) and moment.tzinfo is not None
    return Form("date", (moment.isoformat(), zone))


def _same_writing(text: str, rule: LeafRule, normal: Callable[[str], str]) -> str:
    """Return a text; if it holds a JSON object or array, write it so that equal values have equal texts.

    The new text has sorted keys, elements in their order, and scalars in their normal forms.
    """
    value = json_texts.held(text)
    if value is None:
        return text
    try:
        return _written(value, rule, normal)
    except RecursionError:  # texts inside texts inside texts
        return text


def _written(value: Any, rule: LeafRule, normal: Callable[[str], str]) -> str:
    if isinstance(value, dict):
        members = sorted((normal(key), _written(one, rule, normal)) for key, one in value.items())
        return f"{{{', '.join(f'{_quoted(key)}: {one}' for key, one in members)}}}"
    if isinstance(value, list):
        return f"[{', '.join(_written(one, rule, normal) for one in value)}]"
    form = normal_form(value, rule, normal)
    if form.kind == "number":
        number = exact_number(form.value)
        whole = number == number.to_integral_value() and number.adjusted() < WHOLE
        return str(int(number)) if whole else numerals.plain(number)
    if form.kind in ("text", "boolean", "null"):
        return _quoted(value if value is None else form.value)
    return f"{form.kind} {form.value}"


def _quoted(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


@dataclass(frozen=True)
class LeafAgreement:
    """The credit of two different normal forms under a rule: 0 or 1, and with *soft* also values between."""

    rule: LeafRule
    soft: bool = False

    def __call__(self, gold: Form, system: Form) -> float:
        if gold.kind != system.kind:
            return 0.0
        if gold.kind == "number":
            numbers = exact_number(gold.value), exact_number(system.value)
            return float(any(limit.admits(*numbers) for limit in self.rule.within))
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


def rules_of(paths: Sequence[Steps], options: Options) -> tuple[list[LeafRule], IntArray]:
    """Return the distinct rules, and the number of the rule of each path, shape (paths,)."""
    vocabulary: Vocabulary = Vocabulary()
    numbers = []
    settings = options.for_paths(paths)
    for steps in paths:
        values: dict[str, Any] = {}
        for name in RULES:
            fitting = [one.value for one in settings.covering(name, steps)]
            if not fitting:
                continue
            several = name in ("within", "similar")
            values[name] = tuple(fitting) if name == "within" else (fitting[-1],) if several else fitting[-1]
        numbers.append(vocabulary[LeafRule(**values)])
    return list(vocabulary), np.array(numbers, np.int64)


@dataclass(frozen=True)
class Leaves:
    """The leaves among the nodes, and the normal form of each.

    leaf            whether each node is a leaf
    code            the normal form of each node, a place in `kinds` and `values`; NONE for filled containers
    kinds, values   the distinct normal forms, in an order that depends only on the forms
    rules, rule     the rules, and the number of the rule of every path
    """

    leaf: BoolArray
    code: IntArray
    kinds: list[str]
    values: list[Any]
    rules: list[LeafRule]
    rule: IntArray

    def form(self, code: int) -> Form:
        """Return the normal form that a code stands for."""
        return Form(self.kinds[code], self.values[code])

    @cached_property
    def codes(self) -> dict[Form, int]:
        """The code of every normal form."""
        return {
            Form(kind, exact_number(value) if isinstance(value, float) else value): code
            for code, (kind, value) in enumerate(zip(self.kinds, self.values, strict=True))
        }

    @cached_property
    def graded(self) -> BoolArray:
        """Whether different normal forms can agree at each path, shape (paths,)."""
        return np.array([rule.graded for rule in self.rules], bool)[self.rule]


def leaves_of(nodes: ValueNodes, options: Options) -> Leaves:
    """Return the leaves of nodes under the options, including leaves at paths that are not scored."""
    rules, rule_of_path = rules_of(nodes.paths.steps, options)
    scalars, kinds = nodes.scalars, nodes.kinds
    rows = np.flatnonzero(nodes.code != NONE)
    one, width = len(rules) == 1, max(len(scalars), 1)
    place = nodes.code[rows]
    rule = np.zeros(len(scalars), np.int64)
    if not one:
        keys, place = np.unique(rule_of_path[nodes.path[rows]] * width + place, return_inverse=True)
        rule, scalar = np.divmod(keys, width)
        scalars, kinds = list(map(scalars.__getitem__, scalar.tolist())), kinds[scalar]
    exact = [replace(each, within=(), similar=()) for each in rules]
    bare = np.array([each == LeafRule() and not options.strings_of_nothing for each in exact], bool)
    forms, silent, rewritten = _Forms(), np.zeros(len(scalars), bool), False
    plain = (kinds == NUMBER) | (bare[rule] & (kinds == STRING))  # no rule changes numbers
    normal = [texts.normaliser(each.text) for each in rules]
    others = np.flatnonzero(~plain).tolist()
    made = [normal_form(scalars[at], exact[rule[at]], normal[rule[at]]) for at in others]
    if any(form.kind == "number" for form in made):  # texts that are decimals
        scalars = [exact_number(each) if isinstance(each, float) else each for each in scalars]
    for name, kind in (("text", STRING), ("number", NUMBER)):
        some = plain & (kinds == kind)
        values = list(compress(scalars, some.tolist()))
        if kind == STRING:
            rewritten = _rewrite(values)
        forms.add(name, values, np.flatnonzero(some).tolist())
        if kind == STRING:
            silent[some] = [says_nothing(value, options, str) for value in values]
    for at, (kind_name, value) in zip(others, made, strict=True):
        forms.add(kind_name, [value], [at])
        silent[at] = says_nothing(scalars[at], options, normal[rule[at]])
    kind_names, values, codes = forms.ranked(len(scalars), different=one and bool(bare[0]) and not rewritten)
    form = np.full(len(nodes), NONE)
    leaf = np.zeros(len(nodes), bool)
    form[rows], leaf[rows] = codes[place], ~silent[place]
    return Leaves(leaf, form, kind_names, values, rules, rule_of_path)


def _rewrite(values: list[str]) -> bool:
    """Rewrite the JSON texts among *values* in place, equal for equal values; return whether any text
    changed.
    """
    changed = False
    for at, text in enumerate(values):
        if text.startswith(json_texts.OPENINGS):
            values[at] = _same_writing(text, LeafRule(), str)
            changed |= values[at] != text
    return changed


class _Forms:
    """The normal forms by kind, while they are collected."""

    def __init__(self) -> None:
        self._values: dict[str, list[Any]] = {}
        self._places: dict[str, list[int]] = {}

    def add(self, kind: str, values: list[Any], places: list[int]) -> None:
        """Add normal forms of one kind, whose scalars have these places. Forms can repeat."""
        if not values:
            return
        self._values.setdefault(kind, []).extend(values)
        self._places.setdefault(kind, []).extend(places)

    def ranked(self, count: int, *, different: bool) -> tuple[list[str], list[Any], IntArray]:
        """Return the kinds and values of the distinct forms, and the place of the form of each scalar, shape
        (count,).

        different   whether all forms are known to be distinct
        """
        kinds: list[str] = []
        ordered: list[Any] = []
        codes = np.empty(count, np.int64)
        for kind in sorted(self._values):
            values = self._values[kind]
            code: IntArray | slice = slice(None)
            if not different:
                distinct = Vocabulary()
                code = distinct.codes(values)
                values = list(distinct)
            order = _content_order(kind, values)
            rank = np.empty(len(order), np.int64)
            rank[order] = np.arange(len(ordered), len(ordered) + len(order))
            codes[self._places[kind]] = rank[code]
            ordered += map(values.__getitem__, order.tolist())
            kinds += [kind] * len(order)
        return kinds, ordered, codes


def _content_order(kind: str, values: list[Any]) -> IntArray:
    """Return the places of distinct values in an order that depends only on the values.

    Values are sorted by a digest; values with equal digests are sorted by their text.
    """
    if kind == "number":
        digest = _digests_of_numbers(values)
    else:
        texts_of = values if kind == "text" else map(str, values)
        digest = _digests(list(texts_of))
    order = np.argsort(digest, kind="stable")
    again = np.flatnonzero(digest[order][1:] == digest[order][:-1])
    for first in np.setdiff1d(again, again + 1).tolist():  # where a run of equal digests begins
        last = first
        while last + 1 < len(order) and digest[order[last + 1]] == digest[order[first]]:
            last += 1
        run = order[first : last + 1].tolist()
        written = str if kind != "number" else lambda value: numerals.plain(exact_number(value))
        order[first : last + 1] = sorted(run, key=lambda place: written(values[place]))
    return order


def _digests_of_numbers(values: list[Any]) -> IntArray:
    """Return the bits of the nearest float of each number. Equal numbers of different types have equal
    bits.
    """
    try:
        nearest = np.array(values, np.float64)
    except OverflowError:
        nearest = np.array([float(one) if abs(one) < SAFE else inf for one in values])
    digests: IntArray = (nearest + 0.0).view(np.int64)  # of zero without its sign
    return digests


def _digests(written: list[str]) -> IntArray:
    """Return the CRC-32 of each text."""
    try:
        return np.fromiter(map(crc32, map(str.encode, written)), np.int64, len(written))
    except UnicodeEncodeError:  # half of a pair of code units
        whole = (crc32(text.encode("utf-8", "surrogatepass")) for text in written)
        return np.fromiter(whole, np.int64, len(written))


def says_nothing(scalar: Any, options: Options, normal: Callable[[str], str]) -> bool:
    """Return whether a scalar or an empty container counts as absent; *normal* normalises its text."""
    if scalar is None:
        return "null" in options.nothing
    if isinstance(scalar, list | dict):
        return "empty" in options.nothing
    if not isinstance(scalar, str):
        return False
    if not scalar.strip():
        return "blank" in options.nothing
    if PHRASES in options.nothing and abstains(scalar):
        return True
    listed = options.strings_of_nothing
    return bool(listed) and normal(scalar) in {normal(one) for one in listed}
