"""How often Hypothesis tries: less in `make test`, several times as often in `make slow`."""

import os

from hypothesis import HealthCheck, settings


def tries(number):
    """So many examples; times NERKIT_TRIES, where that is set."""
    times = int(os.environ.get("NERKIT_TRIES", "1"))
    return settings(max_examples=number * times, deadline=None, suppress_health_check=list(HealthCheck))
