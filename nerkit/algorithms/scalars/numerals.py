"""Numbers as decimals, and strings that write a number.

numeral     optional sign, no zero in front, commas only between groups of three: `1,000.0`, `-0.5`, `1e3`;
            not `007`, `1,00`, `.5`, `5%`
money       a numeral with one currency sign before or behind it: `$5`, `5 €`
"""

import re
import unicodedata
from decimal import MAX_EMAX, MIN_EMIN, Decimal, DecimalException, InvalidOperation, localcontext
from fractions import Fraction

from nerkit.exceptions import UsageError
from nerkit.ground.patterns import regex
from nerkit.ground.records import record

NUMERAL = regex(r"([+-]?)(0|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?", re.ASCII)
LARGEST_EXPONENT = 10_000  # with larger exponents, only equal numbers are within a limit


def numeral(text: str) -> Decimal | None:
    """Return the number that a string writes, or None."""
    text = text.strip()
    try:
        return exactly(text.replace(",", "")) if NUMERAL.fullmatch(text) else None
    except ValueError:
        return None


def exactly(text: str) -> Decimal:
    """Return a number as the decimal that it is written as. Raises ValueError for an exponent that is too
    large.
    """
    try:
        return Decimal(text)
    except DecimalException:
        raise ValueError(f"the exponent of {text} is too large") from None


def integer(digits: str) -> int | Decimal:
    """Return an integer of any number of digits."""
    return int(digits) if len(digits) < 4_000 else Decimal(digits)


def money(text: str) -> Decimal | None:
    """Return the number that a string writes, with at most one currency sign (Unicode Sc); None for other
    texts.
    """
    text = text.strip()
    if not text:
        return None
    sign = text[0] if text[0] in "+-" and text[1:2] and _is_currency(text[1]) else ""
    bare = text[len(sign) :]
    if _is_currency(bare[0]):
        bare = bare[1:].lstrip()
        return numeral(sign + bare) if not sign or bare[:1] not in ("+", "-") else None
    return numeral(text[:-1]) if _is_currency(text[-1]) else numeral(text)


def _is_currency(letter: str) -> bool:
    return unicodedata.category(letter) == "Sc"


def decimal(value: float | Decimal) -> Decimal | None:
    """Return a number as the decimal that it is written as; None if it is not finite."""
    if isinstance(value, float):
        value = Decimal(float.__repr__(value))  # the repr of a numpy number is different
    value = Decimal(value)
    return value if value.is_finite() else None


@record(frozen=True)
class Limit:
    """The largest distance of a number from gold's: |g - s| <= amount, or amount · |g| if it is
    *relative*.
    """

    amount: Fraction
    relative: bool = False

    @classmethod
    def of(cls, text: str) -> "Limit":
        """Make the limit that `0.01` or `1%` writes. Raises UsageError for anything else."""
        try:
            amount = Decimal(text.strip().removesuffix("%"))
            if not amount.is_finite() or amount < 0 or abs(amount.adjusted()) > LARGEST_EXPONENT:
                raise InvalidOperation
        except DecimalException:
            raise UsageError(
                f"a limit must be a number of at least 0, or a percentage, not {text!r}"
            ) from None
        relative = text.strip().endswith("%")
        return cls(Fraction(amount) / (100 if relative else 1), relative)

    def __str__(self) -> str:
        """Return the limit as a user types it: `0.01`, `1%`."""
        amount = self.amount * (100 if self.relative else 1)
        return f"{Decimal(amount.numerator) / Decimal(amount.denominator)}{'%' if self.relative else ''}"

    def admits(self, gold: Decimal, system: Decimal) -> bool:
        """Return whether the system's number is within the limit of gold's, computed exactly."""
        if gold == system:
            return True
        if max(abs(gold.adjusted()), abs(system.adjusted())) > LARGEST_EXPONENT:
            return False
        apart = abs(Fraction(gold) - Fraction(system))
        return apart <= (self.amount * abs(Fraction(gold)) if self.relative else self.amount)


def plain(value: Decimal) -> str:
    """Return a decimal as text without blanks, equal for equal numbers."""
    with localcontext() as context:
        context.prec, context.Emax, context.Emin = max(len(value.as_tuple().digits), 1), MAX_EMAX, MIN_EMIN
        return str(value.normalize()) if value else "0"
