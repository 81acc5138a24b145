import subprocess
import sys

import numpy as np
import scipy.optimize

from nerkit.algorithms import assignment as linear_sum


def test_the_module_alone_gives_what_scipy_gives():
    """The same rows and columns, loaded from the file or imported."""
    alone = linear_sum._alone()
    assert alone is not None
    costs = np.random.default_rng(1).integers(0, 9, (6, 8)).astype(float)
    for maximize in (False, True):
        wanted = scipy.optimize.linear_sum_assignment(costs, maximize=maximize)
        for found in (
            alone(costs, maximize=maximize),
            linear_sum.linear_sum_assignment(costs, maximize=maximize),
        ):
            assert np.array_equal(found, wanted)


def test_where_the_file_is_not_found_scipy_is_imported(monkeypatch):
    """Another layout of scipy does as well."""
    monkeypatch.setattr(linear_sum, "MODULE", "_not_there")
    assert linear_sum._alone() is None
    linear_sum._function.cache_clear()
    assert linear_sum._function() is scipy.optimize.linear_sum_assignment
    linear_sum._function.cache_clear()


def test_scipy_is_not_imported_for_it():
    """Nor is it in the way of an import afterwards."""
    script = (
        "import sys; from nerkit.algorithms.assignment import linear_sum_assignment as solve\n"
        "answer = [part.tolist() for part in solve([[1.0, 0.0], [0.0, 1.0]])]\n"
        "print(answer, 'scipy.optimize' in sys.modules)\n"
        "import scipy.optimize as o; print(o.linear_sum_assignment([[1.0, 0.0], [0.0, 1.0]])[1].tolist())"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[[0, 1], [1, 0]] False\n[1, 0]\n"
