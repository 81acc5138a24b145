"""Synonyms of nerkit's names that users may type, with the names that they mean. This module contains only
data.

If a word has several meanings, the first meaning that the typed command knows is used.
"""

from collections.abc import Collection


def by_words(**words: str) -> dict[str, str]:
    """Invert a table: from name -> its synonyms (separated by blanks) to synonym -> name."""
    return {word: meant for meant, listed in words.items() for word in listed.split()}


# numbers that every row has, if typed as a measure
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
TASKS = by_words(
    bio="ner tag tags iob iob2 bio2 bilou bioes seqeval conlleval conlleval.pl conll2003 conll03 "
    "nervaluate tagging tagger tokens slots sequence labelling labeling",
    spans="neleval el entities entity span mentions mention nel ned linking brat lorehlt tac hipe",
    noisy="ocr htr asr handwriting speech wer cer",
    coref="scorer scorer.pl coval corefud conll2012 conll-2012 coreference clusters bcub ceaf muc",
    mrp="mtool dm psd eds ucca drg ptg graphs sdp",
    amr="smatch smatch++ smatchpp penman amr-evaluation sembleu",
    ie="relations relation events event re ee oneie textee docred templates muc4 absa rel",
    srl="srl-eval srl-eval.pl propbank roles props propositions semantic-roles eval09 eval09.pl",
    dep="las uas conll18 conll18-ud-eval conll18-ud-eval.py conllu conll-u ud dependency dependencies "
    "eval07 eval07.pl eval.pl conllx depparse",
    tree="evalb parseval brackets constituency constituents treebank discodop disco-dop parses trees",
    json="dict structured extraction fields jsonl schema",
)
FORMATS = {  # word -> what may be meant -> what that is
    "conll": {
        "bio": "CoNLL-2000, CoNLL-2002 or CoNLL-2003",
        "conllu": "CoNLL-U",
        "conllx": "CoNLL-X",
        "props": "CoNLL-2004 or CoNLL-2005",
        "conll08": "CoNLL-2008",
        "conll09": "CoNLL-2009",
        "conll12": "the roles of CoNLL-2012",
        "conll-coref": "the coreference of CoNLL-2011 or CoNLL-2012",
    },
    "conll2003": {"bio": "CoNLL-2003"},
    "conll2012": {"conll12": "the roles of CoNLL-2012", "conll-coref": "the coreference of CoNLL-2012"},
}


def spelling(word: str) -> str:
    """Normalise a word as in the tables: lower case, with hyphens."""
    return word.strip().casefold().replace("_", "-").replace(" ", "-")


def meanings(what: str, word: str, known: Collection[str]) -> dict[str, str]:
    """The *known* tasks or formats that a word can mean, as name -> description."""
    meant = {task: task for task in (TASKS.get(spelling(word)),) if task} if what == "task" else {}
    meant = FORMATS.get(spelling(word).replace("conll-", "conll"), {}) if what == "format" else meant
    return {name: text for name, text in meant.items() if name in known}
