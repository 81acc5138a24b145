"""scipy's linear_sum_assignment, without the rest of scipy.optimize.

To import that package takes longer than to score most files, and every process that shares in the work would do it again. The function is
one compiled module, which is loaded from its file; where it is not found there (another layout of scipy), it is imported as usual.
"""

import os
import sys
from collections.abc import Callable
from functools import cache
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from typing import Any

import numpy as np

from nerkit.model import IntArray

MODULE = "_lsap"


def linear_sum_assignment(costs: Any, *, maximize: bool = False) -> tuple[IntArray, IntArray]:
    """Rows and columns of the cheapest assignment on a matrix (or the dearest), the rows ascending, as scipy has it."""
    rows, columns = _function()(np.asarray(costs), maximize=maximize)
    return rows, columns


@cache
def _function() -> Callable[..., tuple[IntArray, IntArray]]:
    found = None if "scipy.optimize" in sys.modules else _alone()
    if found is not None:
        return found
    from scipy.optimize import linear_sum_assignment

    imported: Callable[..., tuple[IntArray, IntArray]] = linear_sum_assignment
    return imported


def _alone() -> Callable[..., tuple[IntArray, IntArray]] | None:
    """The function of the compiled module; None where that is not to be had."""
    package = find_spec("scipy")
    places = (package and package.submodule_search_locations) or ()
    spec = PathFinder.find_spec(MODULE, [os.path.join(place, "optimize") for place in places])
    if spec is None or spec.loader is None:
        return None
    try:
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        found: Callable[..., tuple[IntArray, IntArray]] = module.linear_sum_assignment
    except (ImportError, AttributeError):
        return None
    return found
