"""nerkit scores structured predictions in NLP.

>>> import nerkit
>>> gold, system = [[(0, 5, "PER"), (9, 14, "LOC")]], [[(0, 5, "PER"), (9, 14, "ORG")]]
>>> nerkit.evaluate(gold, system, measures=["sets::span+type"]).f1
0.5

The command line is the same functions: `nerkit evaluate -g gold.tsv -s system.tsv`.
"""

from nerkit.version import __version__ as __version__

# public name -> module, loaded on first use, so that `nerkit --help` loads no numpy; __init__.pyi has types
_HOME = {
    "evaluate": "nerkit.evaluation.evaluate",
    "compare": "nerkit.evaluation.evaluate",
    "read": "nerkit.evaluation.evaluate",
    "Scorer": "nerkit.evaluation.evaluate",
    "Result": "nerkit.results.result",
    "Documents": "nerkit.evaluation.inputs",
    "plot": "nerkit.views.plots.drawing",
    "report": "nerkit.views.report.frame",
    "load_ipython_extension": "nerkit.compat.ipython",
    "check": "nerkit.evaluation.stored.gates",
    **dict.fromkeys(("NerkitError", "InputError", "UsageError", "PairingError"), "nerkit.exceptions"),
}

__all__ = ["__version__", *sorted(_HOME)]  # noqa: PLE0604  (the names that are loaded on first use)


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'nerkit' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return __all__
