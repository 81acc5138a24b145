"""What a run keeps in memory, and how many systems it takes."""

import gc
import weakref

import pytest

from nerkit.evaluation.evaluate import evaluate_systems, prepare
from nerkit.evaluation.request import Request
from nerkit.exceptions import UsageError
from nerkit.ground.limits import MOST_SYSTEMS

SPANS = "d\t0\t4\tPER\nd\t6\t9\tLOC\n"
TAGS = "Ada B-PER\nmet O\n\nBob B-PER\n"
MENTIONS = (
    "#begin document (d); part 000\nd 0 0 Ada X * - - - - (1)\nd 0 1 it X * - - - - (1)\n\n#end document\n"
)
WORDS = "1\tAda\tAda\tPROPN\t_\t_\t2\tnsubj\t_\t_\n2\tmet\tmeet\tVERB\t_\t_\t0\troot\t_\t_\n\n"


@pytest.fixture
def no_collector():
    """No look for circles of objects, as commands run."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize(
    ("task", "text"), [("spans", SPANS), ("bio", TAGS), ("coref", MENTIONS), ("dep", WORDS)]
)
@pytest.mark.usefixtures("no_collector")
def test_counting_leaves_nothing_behind(task, text, write):
    """What was computed of a batch ends with it, though nothing looks for circles of objects."""
    request = Request.of(task=task)
    for make in (lambda one: one.result().rows, lambda one: one.uncounted().errors().summary()):
        prepared = prepare(write("gold", text), {"a": write("system", text)}, request)
        batch = weakref.ref(prepared.scored.batches["a"])
        made = make(prepared)
        assert made
        del prepared, made
        assert batch() is None


def test_a_run_has_a_number_of_systems(run, write):
    """Beyond it nothing is read, in whatever way they are given."""
    systems = {f"s{i}": "nowhere" for i in range(MOST_SYSTEMS + 1)}
    message = f"a run can score at most {MOST_SYSTEMS:,} systems, and you gave {MOST_SYSTEMS + 1:,}"
    with pytest.raises(UsageError, match=message):
        evaluate_systems("nowhere", systems, Request.of())
    with pytest.raises(UsageError, match=message):
        prepare("nowhere", systems, Request.of())
    for command in ("spans", "errors", "compare", "report"):
        outcome = run(command, "-g", write("gold", SPANS), *systems)
        assert outcome.code == 2
        assert f"{message}; score them in several runs" in outcome.err
