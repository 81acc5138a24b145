"""The choices of statistics. This module does not import numpy, because the command line loads it at the
start.
"""

from nerkit.exceptions import UsageError, nearest_fraction

ALPHA = 0.05  # p is significant up to this, by default
PERCENTILE, BCA, T = INTERVALS = ("percentile", "bca", "t")  # kinds (`confidence`), the default first
# paired tests (`significance`), the default first
RANDOMIZATION, BOOTSTRAP, EXACT = TESTS = ("randomization", "bootstrap", "exact")
GREATER, LESS, OBSERVED = SIDES = ("greater", "less", "observed")  # of a one-sided test


def check_fraction(name: str, value: float) -> None:
    """Raise UsageError for a *value* that is not between 0 and 1; *name* is the name of its option."""
    if not 0 < value < 1:
        raise UsageError(f"{name}=… must be between 0 and 1, not {value:g}{nearest_fraction(value)}")
