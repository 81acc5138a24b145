"""Words for what nerkit calls otherwise, by what those who type them mean: data alone.

Where a word stands for several names, the first that is known where it was typed is meant.
"""

# what every row has, typed as the name of a measure
NUMBERS = (
    *("f1", "f", "f-score", "f1-score", "fscore", "f-measure", "fmeasure", "fb1", "f-beta"),
    *("p", "r", "precision", "recall", "prec", "rec", "p-r-f1", "prf", "prf1"),
    *("accuracy", "acc", "support", "score"),
)
AVERAGES = ("macro", "micro", "weighted", "macro-f1", "micro-f1", "weighted-f1", "macro-avg", "micro-avg")
MEASURES = {  # as peers call them
    "accuracy": ("token",),
    "acc": ("token",),
    "ent-type": ("type",),
    "ents-f": ("chunk", "sets::span+type"),
    "entity": ("chunk", "sets::span+type"),
    "bcub": ("b_cubed",),
    "bcubed": ("b_cubed",),
    "b3": ("b_cubed",),
    "ceafe": ("ceaf_e", "entity_ceaf"),
    "ceafm": ("ceaf_m", "mention_ceaf"),
    "conll-f1": ("conll",),
    "attachment": ("LAS",),
    "bracketing": ("brackets",),
    "parseval": ("brackets",),
    "iou": ("overlap-maxmax::span",),
    "overlap": ("partial", "overlap-maxmax::span"),
    "boundary": ("exact", "sets::span"),
    "exact-match": ("exact", "json/exact", "strict"),
    "em": ("exact", "json/exact", "strict"),
    "seqeval": ("strict",),
    "conlleval": ("chunk",),
    "neleval": ("sets::span+type",),
}
FIELDS = {  # of rows
    "type": ("label",),
    "class": ("label",),
    "category": ("label",),
    "tag": ("label",),
    "entity": ("label",),
    "relation": ("label",),
    "role": ("label",),
    "deprel": ("label",),
    "doc": ("document",),
    "docid": ("document",),
    "file": ("document",),
    "sent": ("sentence",),
    "len": ("length",),
    "size": ("length",),
    "train": ("seen",),
    "unseen": ("seen",),
}


def spelling(word: str) -> str:
    """A word as the tables have it: in lower case, with hyphens."""
    return word.strip().casefold().replace("_", "-").replace(" ", "-")
