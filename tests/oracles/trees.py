"""Bracketed trees, as EVALB's parameters collins.prm have it: brackets of the words that are no punctuation.

A bracket is right if gold has one of the same label (ADVP and PRT are one) and words that is not used yet.
"""

import nerkit

DELETED = {"TOP", "-NONE-", ",", ":", "``", "''", "."}


def sentences(path):
    """((tag, word) of the words that count, brackets as (label, first, end)) of each sentence."""
    corpus = nerkit.read(path)
    rows = list(zip(corpus.sentence.tolist(), corpus.first.tolist(), corpus.last.tolist(), strict=True))
    for number in range(len(corpus.begin) - 1):
        begin, end = int(corpus.begin[number]), int(corpus.begin[number + 1])
        words = [(corpus.tag.value(word), corpus.word.value(word)) for word in range(begin, end)]
        place = [sum(tag not in DELETED for tag, _ in words[:word]) for word in range(end - begin + 1)]
        brackets = []
        for row, (sentence, first, last) in enumerate(rows):
            label = corpus.label.value(row).split("-")[0].split("=")[0] if sentence == number else "TOP"
            if label in DELETED:
                continue
            bracket = place[first - begin], place[last - begin]
            if bracket[0] < bracket[1]:
                brackets.append(("ADVP" if label == "PRT" else label, *bracket))
        yield [word for word in words if word[0] not in DELETED], brackets


def matched(gold, system):
    """How many of the system's brackets gold has, each used once."""
    left = list(gold)
    return sum(bracket in left and not left.remove(bracket) for bracket in system)


def scores(gold, system):
    found = dict.fromkeys(("brackets", "unlabeled", "tagging", "exact"), (0, 0, 0, 0))
    for (words, ours), (others, theirs) in zip(sentences(gold), sentences(system), strict=True):
        if [word for _, word in words] != [word for _, word in others] or not others:
            continue  # as EVALB does, which counts it as an error
        right = matched(ours, theirs)
        bare = matched([one[1:] for one in ours], [one[1:] for one in theirs])
        equal = sum(a == b for a, b in zip(words, others, strict=True))
        whole = int(right == len(ours) == len(theirs))
        rows = {"brackets": (right, len(theirs), right, len(ours)), "exact": (whole, 1, whole, 1)}
        rows |= {"unlabeled": (bare, len(theirs), bare, len(ours))}
        rows |= {"tagging": (equal, len(others), equal, len(words))}
        found = {name: tuple(map(sum, zip(found[name], rows[name], strict=True))) for name in found}
    return found
