"""Slow and obvious twins of what reads and scores bracketed trees: nested nodes, loops over pairs."""

import re
from dataclasses import dataclass, field

TOKEN = re.compile(r"[()]|[^\s()]+")


@dataclass
class Node:
    """A constituent, or with a word a terminal; *start*, *end* are terminals of the sentence."""

    label: str
    word: str | None = None
    children: list["Node"] = field(default_factory=list)
    start: int = 0
    end: int = 0

    def __str__(self) -> str:
        inside = self.word if self.word is not None else " ".join(map(str, self.children))
        return f"({self.label} {inside})"


def number(nodes, start=0):
    """Give every node its terminals; the number of terminals."""
    at = start
    for node in nodes:
        node.start = at
        at = at + 1 if node.word is not None else number(node.children, at)
        node.end = at
    return at


def constituents(nodes, level=0):
    """(label, start, end, level) of all constituents, a parent before its children."""
    found = []
    for node in nodes:
        if node.word is None:
            found.append((node.label, node.start, node.end, level))
            found += constituents(node.children, level + 1)
    return found


def terminals(nodes, above=None):
    """(tag, word, label of the constituent above) in order."""
    found = []
    for node in nodes:
        if node.word is None:
            found += terminals(node.children, node.label)
        else:
            found.append((node.label, node.word, above))
    return found


def words_of(nodes, deleted):
    """The terminals that are not left out, by their own tags."""
    return [node for node in leaves(nodes) if node.label not in deleted]


def leaves(nodes):
    """All terminals in order."""
    return [leaf for node in nodes for leaf in ([node] if node.word is not None else leaves(node.children))]


def brackets(nodes, rules):
    """(label, frozenset of words) of every constituent that counts, by textbook recursion: words are
    numbered, then collected.
    """
    place = {id(leaf): i for i, leaf in enumerate(words_of(nodes, rules["deleted"]))}

    def collect(node):
        if node.word is not None:
            return []
        own = frozenset(place[id(leaf)] for leaf in leaves([node]) if id(leaf) in place)
        label = cut(node.label)
        gone = any(agree(label, name, rules["labels"]) for name in rules["deleted"])
        first = [(label, own)] if own and not gone else []
        return first + [found for child in node.children for found in collect(child)]

    return [found for node in nodes for found in collect(node)]


def cut(label):
    """A label before its function."""
    return re.split("[-=]", label, maxsplit=1)[0]


def agree(first, second, pairs):
    """Whether two names are the same."""
    return first == second or (first, second) in pairs or (second, first) in pairs


def score(gold, system, rules):
    """The numbers of a pair of sentences as EVALB counts them, or why it is not scored.

    rules   deleted labels, pairs of labels and of words that are the same, whether brackets are labelled
    """
    ours, theirs = words_of(gold, rules["deleted"]), words_of(system, rules["deleted"])
    if not theirs:
        return "skipped"
    if len(ours) != len(theirs) or not all(
        agree(a.word, b.word, rules["words"]) for a, b in zip(ours, theirs, strict=True)
    ):
        return "differ"
    left, right = brackets(gold, rules), brackets(system, rules)
    rest, matched = list(right), 0
    for label, words in left:
        found = next(
            (
                other
                for other in rest
                if other[1] == words and (not rules["labeled"] or agree(label, other[0], rules["labels"]))
            ),
            None,
        )
        if found is not None:
            rest.remove(found)
            matched += 1
    crossing = sum(any(w & v and w - v and v - w for _, v in left) for _, w in right)
    tags = sum(agree(a.label, b.label, rules["labels"]) for a, b in zip(ours, theirs, strict=True))
    return {
        "brackets": (matched, len(right), len(left)),
        "tagging": (tags, len(theirs), len(ours)),
        "exact": (int(matched == len(left) == len(right)), 1, 1),
        "crossing": (crossing, len(right), len(right)),
        "no-crossing": (int(crossing == 0), 1, 1),
        "2-or-less-crossing": (int(crossing <= 2), 1, 1),
        "avg-crossing": (crossing, 1, 1),
    }
