"""Similarities of scalars: texts in normal form, edits, words, numbers, dates.

    text("casefold,space")       equality of normal forms; text(…, a) is similarity a of the normal forms
    edit()                       1 - Levenshtein / longer length, in characters or in words; "indel": 2 · the
                                 longest common subsequence / both lengths, in characters
    alias({value: form}, a)      similarity a of values that a table brings into one form
    tokens()                     F1 of the words of two texts, as bags
    number(within=, relative=)   1 if |g - s| <= within or <= relative · |g|, otherwise 0
    date("iso")                  1 for two texts that write one date, or are equal

Each is a function of two values that is called once for each distinct pair. `a > 0.8` turns a similarity into
agreement.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

from nerkit.algebra.levels import Level
from nerkit.algebra.operators import Wrapper, same
from nerkit.algebra.similarity import Similarity, SparsePairs, similarity
from nerkit.algebra.values import Func
from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.algorithms.scalars import texts
from nerkit.algorithms.scalars.dates import ORDERS, moment
from nerkit.algorithms.scalars.numerals import Limit, decimal, numeral
from nerkit.exceptions import UsageError, unknown

EDITS = {  # unit of edits -> the similarity, and its name in a formula
    "characters": (texts.edit_similarity, "edit"),
    "words": (texts.word_edit_similarity, "edit_words"),
    "indel": (texts.indel_similarity, "indel"),
}


@dataclass(frozen=True, eq=False, repr=False)
class NormalText(Wrapper):
    """A similarity of texts in normal form; other values stay as they are."""

    names: tuple[str, ...]

    @property
    def discrete(self) -> bool:  # type: ignore[override]
        return self.inner.discrete

    def _normal(self, level: Level) -> Level:
        normal = texts.normaliser(self.names)
        return level.mapped(self.names, lambda value: normal(value) if isinstance(value, str) else value)

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        return self.inner.pairs(self._normal(level), block)

    def own(self, level: Level) -> FloatArray:
        return self.inner.own(self._normal(level))

    def at(self, level: Level, gold: IntArray, system: IntArray) -> FloatArray:
        return self.inner.at(self._normal(level), gold, system)

    def identity(self, level: Level) -> IntArray:
        return self.inner.identity(self._normal(level))

    def key(self, level: Level) -> IntArray | None:
        return self.inner.key(self._normal(level))

    def text(self, name: str = "") -> str:
        return f"{self.inner.text(name)} in {'+'.join(self.names)}"


def text(names: Any, inner: Any = same) -> Similarity:
    """The similarity *inner* of texts in normal form.

    names   normal forms of `algorithms.scalars.texts`: nfc nfkc casefold accents punct articles space and
            others

    >>> from nerkit.algebra import text
    >>> text("casefold").score(["Paris"], ["PARIS"])
    1.0
    """
    chosen = texts.normal_names(names)
    return NormalText(similarity(inner), chosen) if chosen else similarity(inner)


def edit(unit: str = "characters") -> Similarity:
    """1 - Levenshtein distance / longer length of two texts, in `characters` or `words`.

    With `indel`: 2 · longest common subsequence / sum of the lengths, in characters.
    """
    if unit not in tuple(EDITS):
        raise unknown("unit", str(unit), EDITS)
    compared, name = EDITS[unit]
    return Func(partial(_of_texts, compared), name, bounded=True)


def tokens() -> Similarity:
    """F1 of the words of two texts, as bags."""
    return Func(partial(_of_texts, texts.token_similarity), "tokens", bounded=True)


def _of_texts(compared: Callable[[str, str], float], gold: Any, system: Any) -> float:
    """The similarity *compared* of two texts; for other values 1 if they are equal, otherwise 0."""
    if isinstance(gold, str) and isinstance(system, str):
        return compared(gold, system)
    return float(gold == system)


def number(within: float | None = None, relative: float | None = None) -> Similarity:
    """1 for two numbers (or texts that write numbers) within the given distances, and for equal values;
    otherwise 0.

    within     the largest absolute difference
    relative   the largest difference over gold's number: 0.01 for one percent
    """
    limits = []
    for amount, of_gold in ((within, False), (relative, True)):
        if amount is None:
            continue
        if isinstance(amount, bool) or not isinstance(amount, int | float) or not 0 <= amount < float("inf"):
            raise UsageError(f"a limit must be a number of at least 0, not {amount!r}")
        limits.append(Limit(Fraction(Decimal(repr(amount))), of_gold))
    return Func(partial(_near, limits), "number", bounded=True)


def _near(limits: Sequence[Limit], gold: Any, system: Any) -> float:
    """1 for two numbers within a limit, and for equal values; otherwise 0."""
    left, right = _decimal(gold), _decimal(system)
    if left is None or right is None:
        return float(gold == system)
    return float(left == right or any(limit.admits(left, right) for limit in limits))


def _decimal(value: Any) -> Decimal | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float | Decimal):
        return decimal(value)
    return numeral(value) if isinstance(value, str) else None


def date(order: str = "iso") -> Similarity:
    """1 for equal values and for two texts that write the same date in the *order* iso, dmy or mdy; otherwise
    0.
    """
    if order not in ORDERS:
        raise unknown("order of dates", str(order), ORDERS)

    def normal(value: Any) -> Any:
        written = moment(value, order) if isinstance(value, str) else None
        return value if written is None else ("date", written.isoformat())

    return MappedSame(same, f"date_{order}", normal)


@dataclass(frozen=True, eq=False, repr=False)
class MappedSame(NormalText):
    """Equality of the results of a function that is called with each value."""

    names: Any
    normal: Any

    def _normal(self, level: Level) -> Level:
        return level.mapped(self.names, self.normal)

    def text(self, name: str = "") -> str:
        return f"{self.names}({name})" if name else str(self.names)


@dataclass(frozen=True, eq=False, repr=False)
class Aliased(NormalText):
    """A similarity of values in the form that a table gives them; values outside the table stay unchanged."""

    forms: Mapping[str, Any]

    def _normal(self, level: Level) -> Level:
        forms = self.forms
        return level.mapped(
            (self.names, id(forms)),
            lambda value: forms.get(value, value) if isinstance(value, str) else value,
        )

    def text(self, name: str = "") -> str:
        return f"{self.inner.text(name)} in alias:{len(self.forms)}"


def alias(forms: Mapping[str, Any], inner: Any = same) -> Similarity:
    """The similarity *inner* of values in the form that *forms* gives them; other values stay unchanged.

    A form must not have another form in the table, so that applying the table twice changes nothing;
    otherwise UsageError.

    >>> from nerkit.algebra import alias
    >>> alias({"elaboration-additional": "Elaboration"}).score(["Elaboration"], ["elaboration-additional"])
    1.0
    """
    for value, form in forms.items():
        if isinstance(form, str) and forms.get(form, form) != form:
            raise UsageError(f"the form {form!r} of {value!r} has another form, {forms[form]!r}")
    return Aliased(similarity(inner), ("alias",), dict(forms)) if forms else similarity(inner)
