"""Similarities and matchings on arrays: no files, no options, no printing.

The public names make a metric as a formula; each is loaded when it is first used:

>>> from nerkit.algebra import match_sets, record, same
>>> relation_f1 = match_sets(record(type=same, subject=same, object=same), normalize="f1")
>>> print(relation_f1)
F1[1:1](type × subject × object)
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nerkit.algebra.alternatives import any_of as any_of
    from nerkit.algebra.choices import by_type as by_type
    from nerkit.algebra.choices import by_value as by_value
    from nerkit.algebra.choices import nested as nested
    from nerkit.algebra.formula import f_measure as f_measure
    from nerkit.algebra.graphs import match_graphs as match_graphs
    from nerkit.algebra.latent_sets import variable as variable
    from nerkit.algebra.levels import Variable as Variable
    from nerkit.algebra.metrics.closure import entailed as entailed
    from nerkit.algebra.metrics.readings import readings as readings
    from nerkit.algebra.metrics.segmentation import windows as windows
    from nerkit.algebra.normalizers import normalize as normalize
    from nerkit.algebra.normalizers import rounded as rounded
    from nerkit.algebra.normalizers import where as where
    from nerkit.algebra.operators import field as field
    from nerkit.algebra.operators import record as record
    from nerkit.algebra.operators import same as same
    from nerkit.algebra.operators import times as times
    from nerkit.algebra.parts import members as members
    from nerkit.algebra.parts import optional as optional
    from nerkit.algebra.parts import total as total
    from nerkit.algebra.parts import weighted as weighted
    from nerkit.algebra.scalars import alias as alias
    from nerkit.algebra.scalars import date as date
    from nerkit.algebra.scalars import edit as edit
    from nerkit.algebra.scalars import number as number
    from nerkit.algebra.scalars import text as text
    from nerkit.algebra.scalars import tokens as tokens
    from nerkit.algebra.sequences import match_sequences as match_sequences
    from nerkit.algebra.sets import match_sets as match_sets
    from nerkit.algebra.sets import subset as subset
    from nerkit.algebra.similarity import Similarity as Similarity
    from nerkit.algebra.values import func as func
    from nerkit.algebra.values import overlap as overlap
    from nerkit.algebra.values import table as table
    from nerkit.algebra.values import tree as tree
    from nerkit.algebra.values import worth as worth

_HOME = {  # public name -> module of this folder
    "Similarity": "similarity",
    "same": "operators",
    "field": "operators",
    "record": "operators",
    "times": "operators",
    "where": "normalizers",
    "normalize": "normalizers",
    "rounded": "normalizers",
    "func": "values",
    "table": "values",
    "tree": "values",
    "overlap": "values",
    "worth": "values",
    **dict.fromkeys(("optional", "total", "weighted", "members"), "parts"),
    **dict.fromkeys(("by_value", "by_type", "nested"), "choices"),
    **dict.fromkeys(("text", "alias", "edit", "tokens", "number", "date"), "scalars"),
    "any_of": "alternatives",
    "entailed": "metrics.closure",
    "readings": "metrics.readings",
    "windows": "metrics.segmentation",
    "match_sets": "sets",
    "subset": "sets",
    "match_sequences": "sequences",
    "match_graphs": "graphs",
    "f_measure": "formula",
    "variable": "latent_sets",
    "Variable": "levels",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'nerkit.algebra' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"nerkit.algebra.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return list(_HOME)
