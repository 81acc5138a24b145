"""Presets: what a shared task did, under one name. Anything that is asked for besides wins over the preset.

conll03     CoNLL-2003 (and 2000, 2002) shared tasks, as conlleval scores them; add -f conlleval for its
            layout
tac14       TAC KBP 2014 entity discovery and linking, as neleval's group of that name
lorehlt     LoReHLT 2016 name tagging: overlap, all four combinations of max and sum
ontonotes   CoNLL-2011 and 2012 shared tasks, as scorer.pl v8.01 scores them
corefud     CRAC shared tasks since 2023, as corefud-scorer 1.2 scores them by default
mrp2019     CoNLL-2019 and 2020 shared tasks on meaning representation parsing, as mtool normalises: MRP, by
            framework and their macro average, which ranks (always shown where there are several); their
            numbers for DM and PSD are those of --order
ud18        CoNLL 2018 shared task on parsing, as conll18_ud_eval scores it: thirteen measures
conllx      CoNLL-X shared task (2006), as eval.pl scores it by default: without punctuation, labels in full;
            files are read as CoNLL-X
hipe        HIPE-2020 and 2022 shared tasks: strict and fuzzy matching of every annotated column
role-filling
            mention-level role filling (Patwardhan and Riloff 2009): heads of the fillers of roles, whatever
            event they are of, each once in a document
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from nerkit.errors import UsageError, unknown


class Preset(NamedTuple):
    """The task of a preset, the measures if none is asked for (those of the task, where it names none), and
    options of the task that are not given.
    """

    task: str
    measures: tuple[str, ...]
    options: Mapping[str, Any]
    form: str | None = None  # of files, where content does not tell


PRESETS = {
    "conll03": Preset("bio", (), {}),
    "tac14": Preset("spans", ("tac14",), {}),
    "lorehlt": Preset("spans", ("lorehlt",), {}),
    "ontonotes": Preset(
        "coref",
        ("ontonotes",),
        {"match": "exact", "singletons": "keep", "blanc": "conll"},
    ),
    "corefud": Preset(
        "coref",
        ("corefud",),
        {"match": "head", "singletons": "drop", "zeros": "dependent", "blanc": "luo2014"},
    ),
    "mrp2019": Preset("mrp", (), {"anchors": "mtool", "normalize": "all"}),
    "ud18": Preset("dep", ("ud18",), {}),
    "conllx": Preset("dep", ("conllx",), {"punctuation": "ignore", "subtypes": "keep"}, "conllx"),
    "hipe": Preset("spans", (), {}, "hipe"),
    "role-filling": Preset("ie", ("role-filler-head",), {}),
}


def preset(name: str, task: str | None) -> Preset:
    """The preset of this name. Raises UsageError for one that does not exist or is for another task."""
    if name not in PRESETS:
        raise unknown("preset", name, PRESETS)
    named = PRESETS[name]
    if task not in (None, named.task):
        raise UsageError(f"the preset {name} is for nerkit {named.task}, not for nerkit {task}")
    return named
