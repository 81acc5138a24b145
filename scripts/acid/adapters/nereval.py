from inputs import spans, words
from nereval import Entity, evaluate


def entities(path):
    text = words()
    starts = [sum(len(word) + 1 for word in text[:i]) for i in range(len(text))]
    return [
        Entity(" ".join(text[first : last + 1]), label, starts[first]) for label, first, last in spans(path)
    ]


def score(gold, system, options):
    return {"muc_f": evaluate([entities(gold)], [entities(system)])}
