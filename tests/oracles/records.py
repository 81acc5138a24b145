"""Relations and events: distinct items of a document that both sides have.

trigger-i, trigger-c     the trigger, with the type of the event
argument-i, argument-c   the type of the event and the span, with the role
relation                 the type and both ends
"""

import nerkit


def documents(path):
    """Document -> its value."""
    corpus = nerkit.read(path)
    return dict(zip(corpus.documents, corpus.values, strict=True))


def items(document):
    """Measure -> the set of its items."""
    events = document.get("events", [])
    arguments = [(event["type"], one) for event in events for one in event.get("arguments", [])]
    return {
        "trigger-i": {tuple(event["trigger"]) for event in events},
        "trigger-c": {(event["type"], *event["trigger"]) for event in events},
        "argument-i": {(kind, *one["span"]) for kind, one in arguments},
        "argument-c": {(kind, one["role"], *one["span"]) for kind, one in arguments},
        "relation": {(one["type"], *one["head"], *one["tail"]) for one in document.get("relations", [])},
    }


def scores(gold, system):
    sides = documents(gold), documents(system)
    found = {}
    for name in sorted(set().union(*sides)):
        ours, theirs = (items(side.get(name, {})) for side in sides)
        for measure, own in ours.items():
            both = len(own & theirs[measure])
            row = both, len(theirs[measure]), both, len(own)
            found[measure] = tuple(map(sum, zip(found.get(measure, (0, 0, 0, 0)), row, strict=True)))
    return {measure: row for measure, row in found.items() if any(row)}
