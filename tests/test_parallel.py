import pytest

from nerkit.parallel import shared_map


def _plus(shared, item):
    return shared["base"] + item


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_shared_reaches_every_process(workers):
    """The results stand in the order of the items, for any number of processes."""
    assert shared_map(_plus, {"base": 100}, range(7), workers) == list(range(100, 107))
