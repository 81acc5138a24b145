"""How much of what takes long is tried: less in `make test`, all of it in `make slow`."""

import os

import pytest
from hypothesis import HealthCheck, settings


def tries(number):
    """So many examples; times NERKIT_TRIES, where that is set."""
    times = int(os.environ.get("NERKIT_TRIES", "1"))
    return settings(max_examples=number * times, deadline=None, suppress_health_check=list(HealthCheck))


def matrix(values, always):
    """Parameters of a long matrix: those in `always` run in `make test`, all others in `make slow` only."""
    left = set(always) - set(values)
    assert not left, f"no parameters: {left}"
    rare = pytest.mark.matrix
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)), marks=() if value in always else rare
        )
        for value in values
    ]
