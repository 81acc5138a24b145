"""Induce a grammar with probabilities from trees. The probability of a rule is its share among the rules with
its left side.

- Labels lose their functions and indices (NP-SBJ-1 is NP) unless they are to keep functions. Empty words
  (-NONE-) are left out, and with them constituents of nothing else; a constituent whose one child has its own
  label is that child.
- If all sentences have one topmost constituent of one label, this is the start symbol. If not, the start
symbol is TOP, above all.
- Markov grammars: constituents of more than two children are made binary from the right. Labels remember
  *horizontal* later children and *vertical* constituents above, as in `nerkit convert --binary` (Johnson
  1998; Klein and Manning 2003). Trees parsed with such a grammar become plain by `--binary no`.
"""

import re
from collections import Counter
from collections.abc import Iterator

from nerkit import readers
from nerkit.corpora import binary_brackets
from nerkit.exceptions import InputError, plural
from nerkit.grammar.chunking.phrases import Leaf, Phrase, phrase_trees
from nerkit.grammar.rules import Grammar, GrammarRule, Symbol
from nerkit.io import expand
from nerkit.readers.trees.ptb import READER as PTB

TREES = ("ptb", "discbracket", "export")
PLAIN = re.compile(r"(?P<name>-?[^-=]+-?)?.*")
MARKS, DIGITS = "-=", "0123456789"  # of an index
TOP = "TOP"
Right = tuple[Symbol, ...]


def induced(
    path: str,
    *,
    horizontal: int | None = None,
    vertical: int | None = None,
    functions: bool = False,
    tags: bool = False,
) -> Grammar:
    """The grammar of the trees in a file. The most frequent left sides come first; right sides are in order
    of occurrence.

    functions  keep functions in labels (NP-SBJ), without indices
    tags       use the tags as the words of the grammar

    Raises InputError for a file without trees, or with a discontinuous tree.
    """
    sources = expand(path)
    form = readers.sniff(sources, TREES) or "ptb"
    trees = readers.reader(form).read(sources) if form != "ptb" else PTB.read(sources)
    roots = [_prepared(one.root, functions=functions) for one in phrase_trees(trees)]
    filled = [root for root in roots if root is not None]
    if not filled:
        raise InputError(
            "no trees", source=str(path), remedy="nerkit needs trees with words to induce a grammar"
        )
    start = _start(filled)
    counts: Counter[tuple[str, Right]] = Counter()
    for root in filled:
        above = root if root.label == start else Phrase(start, [root] if root.label else root.children)
        shaped = _Shaped(horizontal, vertical or 0, tags=tags)
        counts.update(shaped.rules(above))
    totals: Counter[str] = Counter()
    for (left, _), count in counts.items():
        totals[left] += count
    order = {left: place for place, left in enumerate(dict.fromkeys(left for left, _ in counts))}
    rules = [
        GrammarRule(left, right, count / totals[left])
        for (left, right), count in sorted(counts.items(), key=lambda one: order[one[0][0]])
    ]
    rules.sort(key=lambda rule: rule.left != start)
    blank = len(roots) - len(filled)
    warnings = [f"{path}: {plural(blank, 'sentence')} without words"] if blank else []
    return Grammar(start, tuple(rules), str(path), warnings=(*trees.warnings, *warnings))


def _start(roots: list[Phrase]) -> str:
    """The common label of all roots. If roots differ or their label also occurs lower, a new label."""
    labels = {root.label for root in roots}
    if len(labels) == 1 and "" not in labels:
        return roots[0].label
    taken = labels | {label for root in roots for label in _labels(root)}
    name = TOP
    while name in taken:
        name += "_"
    return name


def _labels(root: Phrase) -> Iterator[str]:
    todo: list[Phrase | Leaf] = [root]
    while todo:
        node = todo.pop()
        yield node.tag if isinstance(node, Leaf) else node.label
        if isinstance(node, Phrase):
            todo += node.children


def _name(label: str, *, functions: bool) -> str:
    """A label without functions and indices, or with *functions* without indices only. `-NONE-` and `-LRB-`
    do not change.
    """
    if functions:
        return _without_indices(label)
    match = PLAIN.match(label)
    name = match["name"] if match else None
    if name is None:
        return label
    return name if name.startswith("-") else name.rstrip("-")


def _without_indices(label: str) -> str:
    """A label without indices such as `-1` and `=2` at its end. At least one character remains."""
    end = len(label)
    while True:
        at = end
        while at and label[at - 1] in DIGITS:
            at -= 1
        if at == end or at <= 1 or label[at - 1] not in MARKS:
            return label[:end]
        end = at - 1


def _prepared(root: Phrase, *, functions: bool) -> Phrase | None:
    """A copy of a tree with the labels of the grammar and without empty words. None if no word remains."""
    order: list[Phrase] = []
    todo = [root]
    while todo:
        phrase = todo.pop()
        order.append(phrase)
        todo += [child for child in phrase.children if isinstance(child, Phrase)]
    made: dict[int, Phrase | None] = {}
    for phrase in reversed(order):
        children: list[Phrase | Leaf] = []
        for child in phrase.children:
            below = (child if child.place >= 0 else None) if isinstance(child, Leaf) else made[id(child)]
            if below is not None:
                children.append(below)
        copy: Phrase | None = Phrase(_name(phrase.label, functions=functions), children) if children else None
        if copy is not None and len(children) == 1:
            only = children[0]
            copy = only if isinstance(only, Phrase) and only.label == copy.label else copy
        made[id(phrase)] = copy
    return made[id(root)]


class _Shaped:
    """Extracts binary rules from trees, with labels that remember siblings and ancestors."""

    def __init__(self, horizontal: int | None, vertical: int, *, tags: bool) -> None:
        self.horizontal, self.vertical, self.tags = horizontal, vertical, tags

    def rules(self, root: Phrase) -> Iterator[tuple[str, Right]]:
        """The rules (left side, right side) of a tree, from the root down and from left to right."""
        todo: list[tuple[Phrase, tuple[str, ...]]] = [(root, ())]
        while todo:
            phrase, above = todo.pop()
            history = binary_brackets.history(above)
            below = (phrase.label, *above)[: self.vertical]
            names = [
                child.tag if isinstance(child, Leaf) else child.label + binary_brackets.history(below)
                for child in phrase.children
            ]
            yield from self._binary(phrase, names, history)
            for child in phrase.children:
                if isinstance(child, Leaf):
                    word = child.tag if self.tags else child.word
                    yield child.tag, (Symbol(word, word=True),)
            todo += [(child, below) for child in reversed(phrase.children) if isinstance(child, Phrase)]

    def _binary(self, phrase: Phrase, names: list[str], history: str) -> Iterator[tuple[str, Right]]:
        """The rule of a constituent, or the binary rules that replace it. *names* are its children's
        labels.
        """
        left = phrase.label + history
        plain = [child.tag if isinstance(child, Leaf) else child.label for child in phrase.children]
        if self.horizontal is None:
            yield left, tuple(map(Symbol, names))
            return
        while len(names) > 2:
            rest = phrase.label + binary_brackets.added(plain[1:][: self.horizontal]) + history
            yield left, (Symbol(names[0]), Symbol(rest))
            left, names, plain = rest, names[1:], plain[1:]
        yield left, tuple(map(Symbol, names))
