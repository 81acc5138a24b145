"""Templates: the most fillers that are right, over all one-to-one matchings of templates and of fillers.

Templates pair if their types are equal, fillers if their roles are. A filler of the system is right if all
its mentions are mentions of gold's filler. Case, punctuation, articles and repeated blanks do not count.
"""

import re
import string

import nerkit

PUNCTUATION = str.maketrans("", "", string.punctuation)
ARTICLE = re.compile(r"\b(a|an|the)\b")


def form(mention):
    """What is compared of a mention."""
    return " ".join(ARTICLE.sub(" ", mention.lower().translate(PUNCTUATION)).split())


def documents(path):
    """Document -> its templates, each (type, fillers), a filler (role, mentions)."""
    corpus = nerkit.read(path)
    return {
        name: [
            (one["type"], [(f["role"], {form(m) for m in f["mentions"]}) for f in one["fillers"]])
            for one in value["templates"]
        ]
        for name, value in zip(corpus.documents, corpus.values, strict=True)
    }


def matched(rows, columns, worth, used=frozenset()):
    """The largest sum of worths, each row and column used once at most."""
    if not rows:
        return 0
    first, *rest = rows
    ways = [
        earned + matched(rest, columns, worth, used | {at})
        for at, column in enumerate(columns)
        if at not in used and (earned := worth(first, column))
    ]
    return max([matched(rest, columns, worth, used), *ways])


def fillers(gold, system):
    return int(gold[0] == system[0] and system[1] <= gold[1])


def templates(gold, system):
    return matched(gold[1], system[1], fillers) if gold[0] == system[0] else 0


def scores(gold, system):
    ours, theirs = documents(gold), documents(system)
    both = sum(matched(ours[name], theirs.get(name, []), templates) for name in ours)
    sizes = [sum(len(one[1]) for some in side.values() for one in some) for side in (theirs, ours)]
    return {"template": (both, sizes[0], both, sizes[1])}
