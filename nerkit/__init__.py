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
    **dict.fromkeys(
        ("evaluate", "compare", "compare_scores", "errors", "read", "Scorer"), "nerkit.evaluation.public"
    ),
    "scores": "nerkit.evaluation.scores",
    "Result": "nerkit.results.result",
    "Documents": "nerkit.evaluation.inputs",
    "plot": "nerkit.views.plots.drawing",
    "report": "nerkit.views.report.frame",
    "load_ipython_extension": "nerkit.compat.ipython",
    "check": "nerkit.evaluation.stored.gates",
    **dict.fromkeys(("NerkitError", "InputError", "UsageError", "PairingError"), "nerkit.exceptions"),
}

__all__ = ["__version__", *sorted(_HOME)]  # noqa: PLE0604  (the names that are loaded on first use)


# the function of each task, as `nerkit.bio`: no part of __all__, because `json` would hide another module
_TASKS = ("spans", "bio", "noisy", "coref", "mrp", "amr", "ie", "srl", "dep", "tree", "json", "calls")


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in _TASKS:
        found = import_module("nerkit.evaluation.public").task_function(name)
    elif name in _HOME:
        found = getattr(import_module(_HOME[name]), name)
    else:
        raise AttributeError(f"module 'nerkit' has no attribute {name!r}")
    globals()[name] = found  # so that it is looked for once
    return found


def __dir__() -> list[str]:
    return [*__all__, *_TASKS]
