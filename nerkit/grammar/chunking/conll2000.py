"""The chunks of the CoNLL-2000 shared task, extracted from trees as the program chunklink does.

1. Some phrases are dissolved, because their words belong to the chunk of the parent. These are QP, NAC, NX
   and X, and adjective phrases before the head of a noun phrase. In verb phrases, these are verb phrases and
   clauses after verbs and adverbs ("expected to take").
2. Each phrase has one head: its last word with a tag of HEAD_TAGS, or else its first phrase that matches
   HEAD_PHRASES. In a coordination, all phrases that match are heads.
3. From right to left, each head word begins a chunk, which contains the words of the same phrase before it.
   All other words are outside. Only a possessive 's begins the next noun phrase, or is a chunk alone.

Differences from chunklink. Words and brackets are written as they are in the tree. In IOE2 and BIOES, a chunk
that ends has its E also before a word of the same phrase outside of it (chunklink omits it). Words below
brackets without a label are outside (chunklink calls their chunks NOLABEL). A label may begin with any
character, and a tree may be a single word.
"""

import re
from collections.abc import Iterator

from nerkit.algorithms.columns import NONE
from nerkit.grammar.chunking.chunked import Chunk
from nerkit.grammar.chunking.phrases import EMPTY, Leaf, Phrase, PhraseTree

CATEGORY = re.compile(r"[A-Z]+")
INDEX = re.compile(r"(?<=.)-[0-9]+\Z")
GAP = re.compile(r"(?<=.)=[0-9]+\Z")
TRACE = re.compile(r"\*")  # other empty words (0) are removed
UNLABELLED = "NOLABEL"
SPLICED = frozenset(["NAC", "QP", "NX", "X"])
BEFORE_HEAD = frozenset([("NP", "ADJP"), ("NP", "UCP"), ("WHNP", "WHADJP"), ("ADJP", "ADVP")])
POSSESSIVE = "POS"


def _beginning(alternatives: str) -> re.Pattern[str]:
    return re.compile(f"(?:{'|'.join(alternatives.split())})")


HEAD_TAGS = {  # category -> pattern for the tags of its head words
    name: _beginning(tags)
    for name, tags in {
        "ADJP": r"JJ RB VB IN UH FW RP \$ \# DT NN",
        "ADVP": "RB IN TO DT PDT JJ RP FW LS UH CC NN CD VB",
        "CONJP": "CC IN RB",
        "INTJ": "UH RB NN VB FW JJ",
        "LST": "LS JJ :",
        "NAC": "NN",
        UNLABELLED: "[A-Z]",
        "NP": "NN CD PRP JJ DT EX IN RB VB FW SYM UH WP WDT",
        "NX": "NN CD PRP JJ DT EX FW SYM UH WP WDT",
        "PP": "IN TO RB VBG VBN JJ RP CC FW",
        "PRT": "RP IN RB JJ",
        "QP": "CD DT NN JJ",
        "SBAR": "IN WDT",
        "UCP": "JJ NN VB CD",
        "VP": "VB MD TO JJ NN POS FW SYM",
        "WHADJP": "JJ",
        "WHADVP": "WRB IN RB WDT",
        "WHNP": "WDT WP CD DT IN NN JJ RB",
        "WHPP": "IN TO",
    }.items()
}
PHRASE = "[A-Z]+P(?:-[-A-Z]+)?$"
HEAD_PHRASES = {  # category -> pattern for the labels of child phrases that can be its head
    name: _beginning(labels)
    for name, labels in {
        "ADJP": "ADJP",
        "ADVP": "ADVP .*-ADV",
        "CONJP": "CONJP",
        "FRAG": "FRAG INTJ S VP",
        "INTJ": "S VP INTJ",
        "LST": "LST",
        UNLABELLED: "[A-Z]",
        "NP": "NP NX .*-NOM",
        "NX": "NX",
        "PP": "PP",
        "PRN": "S VP",
        "PRT": "PRT",
        "RRC": "S VP",
        "S": "S$ VP .*-PRD",
        "SBAR": "SBAR S WH",
        "SBARQ": "SBARQ SQ WH",
        "SINV": "SINV VP SBAR",
        "SQ": "SQ VP S WH",
        "UCP": f"{PHRASE} S",
        "VP": "VP",
        "WHADJP": "WHADJP ADJP",
        "WHADVP": "WHADVP",
        "WHNP": "WHNP NP",
        "WHPP": "WHPP",
        "X": f"S {PHRASE}",
    }.items()
}


def chunks(tree: PhraseTree) -> list[Chunk]:
    """The CoNLL-2000 chunks of a sentence, from left to right."""
    root = _prepared(tree.root)
    todo: list[Phrase] = [root]
    while todo:
        phrase = todo.pop()
        _Heads(phrase).settle()
        todo += [child for child in phrase.children if isinstance(child, Phrase)]
    return list(_grouped(_flat(root)))


def category(label: str) -> str:
    """The capital letters at the beginning of a label. The whole label if it begins with another
    character.
    """
    match = CATEGORY.match(label)
    return match[0] if match else label


def _prepared(root: Phrase) -> Phrase:
    """A copy of the tree without indices in labels, and without empty words other than traces."""
    copy = Phrase(_without_index(root.label) or UNLABELLED)
    todo = [(root, copy)]
    while todo:
        phrase, target = todo.pop()
        for child in phrase.children:
            if isinstance(child, Leaf):
                if child.tag != EMPTY or TRACE.match(child.word):
                    target.children.append(Leaf(child.word, child.tag, child.place))
            else:
                below = Phrase(_without_index(child.label) or UNLABELLED)
                target.children.append(below)
                todo.append((child, below))
    return copy


def _without_index(label: str) -> str:
    return GAP.sub("", INDEX.sub("", label))


class _Heads:
    """Finds the heads of one phrase, and dissolves child phrases whose words belong to its chunk. Places are
    indices of children.

    words     places of words that can be the head
    phrases   places of phrases that can be the head
    adverbs   places of adverbs and adverb phrases in a verb phrase
    """

    def __init__(self, phrase: Phrase) -> None:
        self.phrase, self.category = phrase, category(phrase.label)
        self.words: list[int] = []
        self.phrases: list[int] = []
        self.adverbs: list[int] = []
        self.coordinated = False
        self.at = 0

    def settle(self) -> None:
        """Dissolve children from left to right, mark the head, and insert the words of adverb phrases."""
        children = self.phrase.children
        while self.at < len(children):
            child = children[self.at]
            if isinstance(child, Phrase):
                inside = self._below(child)
                if inside is not None:
                    children[self.at : self.at + 1] = inside
                    continue
            elif child.tag != EMPTY:
                self._word(child)
            elif len(children) == 1:
                self.words.append(self.at)
            self.at += 1
        self._mark()
        self._splice_adverbs()

    def _below(self, child: Phrase) -> "list[Phrase | Leaf] | None":
        """The nodes that replace a child phrase, or None if the child stays. A child that stays is noted as a
        possible head.
        """
        name = category(child.label)
        if name in SPLICED:
            return child.children
        if (self.category, name) in BEFORE_HEAD and not self.phrases:
            return child.children
        if self.category == "VP" and name == "VP" and self._behind_verbs():
            return child.children
        if self._is_clause(child):
            return self._of_clause(child)
        if self.category == "VP" and name == "ADVP":
            self.adverbs.append(self.at)
        elif self.category in HEAD_PHRASES and HEAD_PHRASES[self.category].match(child.label):
            if not self._is_possessor(child):
                self.phrases.append(self.at)
        elif name == "CONJP":
            self.coordinated = True
        return None

    def _word(self, child: Leaf) -> None:
        heads = HEAD_TAGS.get(self.category)
        if heads is not None and heads.match(child.tag):
            self.words.append(self.at)
        if child.tag.startswith("CC") and self.at > 0:
            self.coordinated = True
        elif child.tag.startswith("RB"):
            self.adverbs.append(self.at)

    def _behind_verbs(self) -> bool:
        """Whether all earlier children are verbs or adverbs, and there is at least one."""
        return 0 < self.at == len(self.words) + len(self.adverbs)

    def _is_clause(self, child: Phrase) -> bool:
        """Whether a child of a verb phrase is a clause with a subject, directly after verbs and adverbs."""
        below = child.children
        return (
            self.category == "VP"
            and child.label == "S"
            and self._behind_verbs()
            and len(below) >= 2
            and isinstance(below[0], Phrase)
            and "-SBJ" in below[0].label
        )

    def _of_clause(self, child: Phrase) -> "list[Phrase | Leaf] | None":
        """The nodes that replace a clause: all nodes of a small clause, or the verb phrase if the subject is
        a trace. None if the clause stays.
        """
        subject, predicate = child.children[:2]
        assert isinstance(subject, Phrase)
        if isinstance(predicate, Phrase) and predicate.label.endswith("-PRD"):
            subject.label = subject.label.replace("-SBJ", "", 1)
            return child.children
        trace = [one for one in subject.children if isinstance(one, Leaf) and one.tag == EMPTY]
        alone = len(subject.children) == len(trace) == 1
        if alone and isinstance(predicate, Phrase) and predicate.label == "VP":
            return child.children[1:]
        return None

    def _is_possessor(self, child: Phrase) -> bool:
        """Whether a child of a noun phrase ends in a possessive, and a noun phrase follows it."""
        following = self.phrase.children[self.at + 1 : self.at + 2]
        last = child.children[-1] if child.children else None
        return (
            self.category == "NP"
            and any(isinstance(sibling, Phrase) and sibling.label.startswith("NP") for sibling in following)
            and isinstance(last, Leaf)
            and last.tag == POSSESSIVE
        )

    def _mark(self) -> None:
        """Mark the head: the last word that can be the head. Without such a word, the first phrase, or all
        phrases of a coordination.
        """
        places = self.words[-1:] or (self.phrases if self.coordinated else self.phrases[:1])
        for place in places:
            self.phrase.children[place].head = True

    def _splice_adverbs(self) -> None:
        """Replace adverb phrases before the last verb of a verb phrase by their words."""
        if self.category != "VP" or not self.words:
            return
        for place in reversed(self.adverbs):
            child = self.phrase.children[place]
            if place < self.words[-1] and isinstance(child, Phrase):
                self.phrase.children[place : place + 1] = child.children


def _flat(root: Phrase) -> list[tuple[Leaf, str, int]]:
    """The words of a tree from left to right, each with the category and number of its phrase."""
    leaves: list[tuple[Leaf, str, int]] = []
    todo: list[tuple[Phrase | Leaf, str, int]] = [(root, "", 0)]
    number = 0
    while todo:
        node, name, phrase = todo.pop()
        if isinstance(node, Leaf):
            if node.place != NONE:
                leaves.append((node, name, phrase))
            continue
        number += 1
        name = category(node.label)
        for child in node.children:
            # a head with the category of its phrase gets the phrase's label
            if isinstance(child, Phrase) and child.head and child.label.startswith(name):
                child.label = node.label
        todo += [(child, name, number) for child in reversed(node.children)]
    return leaves


def _grouped(words: list[tuple[Leaf, str, int]]) -> Iterator[Chunk]:
    """Group adjacent words of the same phrase into chunks, from left to right."""
    tags: list[tuple[str | None, int]] = []  # from right to left: chunk type, phrase number
    head: tuple[str, int] | None = None
    for leaf, name, number in reversed(words):
        kind = name.removeprefix("WH") if len(name) > 2 else name
        if leaf.head:
            head = kind, number
            tags.append((kind, number))
        elif (kind, number) == head:
            tags.append((kind, number))
        elif leaf.tag == POSSESSIVE:
            tags.append(("NP", tags[-1][1] if tags and tags[-1][0] == "NP" else -2))
        else:
            tags.append((None, number))
    tags.reverse()
    begin = 0
    for place in range(1, len(tags) + 1):
        if place == len(tags) or tags[place] != tags[begin]:
            kind_of = tags[begin][0]
            if kind_of is not None and kind_of != UNLABELLED:
                yield Chunk(kind_of, begin, place)
            begin = place
