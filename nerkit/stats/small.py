"""Warnings about few units: what an interval of so few is worth, and from how many there is one.

With three documents the percentiles of a bootstrap hold the true F1 in about 75 % of test sets, whatever they
are called: there are ten distinct resamples. COVERAGE is measured by `scripts/interval_coverage.py`.
"""

from nerkit.exceptions import plural

FEWEST, FEW = 6, 20  # units from which there is an interval, and from which it comes without a warning
# units -> share of 2,000 simulated test sets in which the 95 % interval of F1 held the true value: that of
# percentiles, and `t`
COVERAGE = {
    6: (0.838, 0.930),
    7: (0.866, 0.937),
    8: (0.874, 0.928),
    9: (0.883, 0.925),
    10: (0.887, 0.935),
    11: (0.896, 0.939),
    12: (0.903, 0.931),
    13: (0.903, 0.942),
    14: (0.909, 0.940),
    15: (0.921, 0.943),
    16: (0.910, 0.936),
    17: (0.903, 0.930),
    18: (0.921, 0.945),
    19: (0.915, 0.940),
}


def warning(units: int, name: str, level: float) -> str | None:
    """The warning about intervals of so many units; None where there are enough, and below two, of which
    there is another.
    """
    if not 2 <= units < FEW:
        return None
    percent = f"{level * 100:g} %"
    if units < FEWEST:
        least = 2.0 ** (1 - units)
        return f"{plural(units, name)}: no {percent} interval; a two-sided p cannot be below {least:g}"
    percentile, student = (f"{share * 100:.0f} %" for share in COVERAGE[units])
    return (
        f"{plural(units, name)}: intervals of so few are too short; in simulated test sets those called 95 % "
        f'held the true F1 in {percentile} (interval="t": {student})'
    )
