from udtools.udeval import evaluate, load_conllu_file


def score(gold, system, options):
    found, numbers = evaluate(load_conllu_file(gold), load_conllu_file(system)), {}
    for name in ("UAS", "LAS", "EULAS", "Words", "Sentences"):
        key, share = name.lower(), found[name]
        numbers |= {key: share.f1, f"{key}_p": share.precision, f"{key}_r": share.recall}
    return numbers
