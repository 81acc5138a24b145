"""A file of every format that is scored, with several items, so that wrong values of a field can be told."""

import random

from format_cases import FILES, told
from laws.corpora import CORPORA, FOLDERS

from nerkit.readers import FORMATS

MADE = {  # format -> the corpus whose gold is in this format
    "span-tsv": "spans",
    "corefud": "coref",
    "mrp": "mrp",
    "penman": "amr",
    "gtt": "ie:templates",
    "sentiment": "ie:opinions",
    "scirex": "ie:scirex",
    "conllu": "dep",
    "export": "tree",
    "conll12": "srl",
    "conll09": "srl:heads",
    "json": "json",
    "calls": "calls",
    "records": "ie",
}


def _gold(task):
    chance = random.Random(task)
    return "".join(CORPORA[task](chance, f"d{i}", lambda name: name)[0] for i in range(2))


OWN = told("several")  # files with several items
SCORED = [form for form in FORMATS if FORMATS[form].scored]


def file_of(form):
    """A file of a format, as text; None of what is no text."""
    if form in MADE and MADE[form] not in FOLDERS:
        return _gold(MADE[form])
    text = OWN.get(form, FILES[form])
    return None if isinstance(text, bytes) else text
