"""Presets: the setting of a shared task, under one name. Options that are given win over the preset."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from nerkit.errors import UsageError, unknown


class Preset(NamedTuple):
    """The task of a preset, the measures if none is asked for (those of the task, where it names none), and
    options of the task that are not given; *about* says what it is.
    """

    about: str
    task: str
    measures: tuple[str, ...]
    options: Mapping[str, Any]
    form: str | None = None  # of files, where content does not tell


PRESETS = {
    "conll03": Preset(
        "CoNLL-2003 (and 2000, 2002) shared tasks, as conlleval scores them (-f conlleval for its layout).",
        "bio",
        (),
        {},
    ),
    "tac14": Preset(
        "TAC KBP 2014 entity discovery and linking, as neleval's group of that name.", "spans", ("tac14",), {}
    ),
    "lorehlt": Preset(
        "LoReHLT 2016 name tagging: overlap, all four combinations of max and sum.", "spans", ("lorehlt",), {}
    ),
    "ontonotes": Preset(
        "CoNLL-2011 and 2012 shared tasks, as scorer.pl v8.01 scores them.",
        "coref",
        ("ontonotes",),
        {"match": "exact", "singletons": "keep", "blanc": "conll"},
    ),
    "corefud": Preset(
        "CRAC shared tasks since 2023, as corefud-scorer 1.2 scores them by default.",
        "coref",
        ("corefud",),
        {"match": "head", "singletons": "drop", "zeros": "dependent", "blanc": "luo2014"},
    ),
    "mrp2019": Preset(
        "CoNLL-2019 and 2020 shared tasks on meaning representation parsing, as mtool normalises: MRP, by "
        "framework and their macro average, which ranks (always shown where there are several); their "
        "numbers for DM and PSD are those of order=True.",
        "mrp",
        (),
        {"anchors": "mtool", "normalize": "all"},
    ),
    "ud18": Preset(
        "CoNLL 2018 shared task on parsing, as conll18_ud_eval scores it: thirteen measures.",
        "dep",
        ("ud18",),
        {},
    ),
    "conllx": Preset(
        "CoNLL-X shared task (2006), as eval.pl scores it by default: without punctuation, labels in full.",
        "dep",
        ("conllx",),
        {"punctuation": "ignore", "subtypes": "keep"},
        "conllx",
    ),
    "hipe": Preset(
        "HIPE-2020 and 2022 shared tasks: strict and fuzzy matching of every annotated column.",
        "spans",
        (),
        {},
        "hipe",
    ),
    "squad": Preset(
        "SQuAD 2.0 (1.1 where no text normalises to nothing): F1 and exact match of answers.",
        "json",
        ("squad", "squad/em"),
        {},
    ),
    "triviaqa": Preset(
        "TriviaQA: F1 and exact match against aliases.", "json", ("triviaqa", "triviaqa/em"), {}
    ),
    "drop": Preset("DROP: F1 and exact match of answers of several spans.", "json", ("drop", "drop/em"), {}),
    "anls": Preset(
        "DocVQA and ST-VQA, as the Robust Reading Competition scores them.", "json", ("anls",), {}
    ),
    "anls-strict": Preset(
        "ANLS as its paper defines it, without exactly one half.", "json", ("anls-strict",), {}
    ),
    "anls-star": Preset("ANLS* of nested values, at the best pairing.", "json", ("anls-star",), {}),
    "bfcl": Preset(
        "Berkeley Function-Calling Leaderboard: dots in names of tools are underscores, strings are compared "
        "as its checker does; its accuracy is calls/exact.",
        "calls",
        (),
        {"underscores": True, "text": "bfcl"},
    ),
    "role-filling": Preset(
        "Mention-level role filling (Patwardhan and Riloff 2009): heads of the fillers of roles, whatever "
        "event they are of, each once in a document.",
        "ie",
        ("role-filler-head",),
        {},
    ),
}


def preset(name: str, task: str | None) -> Preset:
    """The preset of this name. Raises UsageError for one that does not exist or is for another task."""
    if name not in PRESETS:
        raise unknown("preset", name, PRESETS)
    named = PRESETS[name]
    if task not in (None, named.task):
        raise UsageError(f"the preset {name} is for nerkit {named.task}, not for nerkit {task}")
    return named
