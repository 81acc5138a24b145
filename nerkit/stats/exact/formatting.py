"""The fields that an exact p adds to a row, and fractions as text."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from nerkit.ground.limits import MOST_DIGITS
from nerkit.results.scores import SCORES
from nerkit.stats.exact.p import ExactP

LARGEST_PLAIN = 2**64  # powers of two above are written as such
SHORT = 2**20  # denominators of fractions that a note shows
FIELDS = ("p_exact", "p_method", "p_units", "p_error", "p_se")
PARTS = ("precision", "recall", "f1")  # scores whose p stand beside that of the value


def fraction_text(fraction: Fraction | None) -> str | None:
    """Return a fraction in lowest terms, `3/64`, or `5/2^80`; None for None and for a fraction of too many
    digits.
    """
    if fraction is None:
        return None
    below = fraction.denominator
    power = below > LARGEST_PLAIN and not below & (below - 1)
    largest = fraction.numerator if power else max(fraction.numerator, below)
    if largest.bit_length() > 3.3219 * MOST_DIGITS and largest >= 10**MOST_DIGITS:
        return None
    return f"{fraction.numerator}/2^{below.bit_length() - 1}" if power else f"{fraction.numerator}/{below}"


def fields(exact: Sequence[ExactP]) -> dict[str, Any]:
    """Return the fields of the p of the value; null without a test."""
    if not exact:
        return dict.fromkeys(FIELDS)
    one = exact[SCORES.index("value")]
    found = (fraction_text(one.fraction), one.method, one.units, one.error, one.se)
    return dict(zip(FIELDS, found, strict=True))


def note(exact: Sequence[ExactP]) -> str | None:
    """Return `p = 3/64` if the value's p is such a short fraction; None otherwise."""
    one = exact[SCORES.index("value")].fraction if exact else None
    return f"p = {fraction_text(one)}" if one is not None and one.denominator <= SHORT else None
