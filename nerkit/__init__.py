"""nerkit scores structured predictions in NLP.

>>> import nerkit
>>> gold, system = [[(0, 5, "PER"), (9, 14, "LOC")]], [[(0, 5, "PER"), (9, 14, "ORG")]]
>>> nerkit.evaluate(gold, system, measures=["sets::span+type"]).f1
0.5

The command line is the same functions: `nerkit evaluate -g gold.tsv -s system.tsv`.
"""

TYPE_CHECKING = False  # as that of `typing`, which takes longer to load than all that is here
if TYPE_CHECKING:
    from typing import Any

    from nerkit.errors import InputError as InputError
    from nerkit.errors import NerkitError as NerkitError
    from nerkit.errors import PairingError as PairingError
    from nerkit.errors import UsageError as UsageError
    from nerkit.evaluation.calls import Compare, Evaluate
    from nerkit.evaluation.calls import Documents as Documents
    from nerkit.evaluation.evaluate import Scorer as Scorer
    from nerkit.evaluation.evaluate import read as read
    from nerkit.results.result import Result as Result

    evaluate: Evaluate
    compare: Compare

__version__ = "0.1.0"

_HOME = {  # public name -> module; loaded on first use, so that `nerkit --help` does not load numpy
    "evaluate": "nerkit.evaluation.evaluate",
    "compare": "nerkit.evaluation.evaluate",
    "read": "nerkit.evaluation.evaluate",
    "Scorer": "nerkit.evaluation.evaluate",
    "Result": "nerkit.results.result",
    "Documents": "nerkit.evaluation.calls",
    **dict.fromkeys(("NerkitError", "InputError", "UsageError", "PairingError"), "nerkit.errors"),
}


def __getattr__(name: str) -> "Any":
    if name not in _HOME:
        raise AttributeError(f"module 'nerkit' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return [*_HOME, "__version__"]
