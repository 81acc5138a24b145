r"""Reads many PENMAN graphs at once as arrays: `str.split` finds the tokens, and numpy classifies them.

    text     (b / boy :mod (o / old) :quant 2)
    tokens   (b    /boy     :mod  (o    /old     )      :quant  2      )
    kinds    NODE  CONCEPT  ROLE  NODE  CONCEPT  CLOSE  ROLE    VALUE  CLOSE

A graph is *plain* if `NEXT` allows each kind after the kind before it, the parentheses match, and no variable
has two concepts. All other texts go to `penman`, which reads unit by unit and finds the places of errors.

Both readers are needed, because only the reader in `penman` knows places. For 20,000 graphs of 14 nodes, this
module takes .43 s, and reading unit by unit .65 s.
"""

from array import array
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import IntArray, Vocabulary
from nerkit.corpora.amr import Builder, word_pattern
from nerkit.ground.limits import DEEPEST_GRAPH
from nerkit.ground.patterns import regex
from nerkit.readers.graphs.penman_pieces import STRING

END, NODE, CONCEPT, ROLE, VALUE, CLOSE, STRANGE = range(7)
MARK = "\0"  # the token after each text
WORD = rf"{STRING}|{word_pattern(chr(92) + 's')}"
KINDS = {  # first character of a token -> its kind
    CLOSE: regex(r"\)"),
    NODE: regex(r'\([^\s()/:"]+'),
    CONCEPT: regex(rf"/(?:{WORD})?"),
    ROLE: regex(r':[^\s()":]+'),
    END: regex(MARK),
    VALUE: regex(WORD),
}
NEXT = np.zeros((STRANGE + 1, STRANGE + 1), np.bool_)  # [kind, kind of the next token]
NEXT[END, NODE] = NEXT[NODE, CONCEPT] = NEXT[CLOSE, END] = True
NEXT[np.ix_([CONCEPT, VALUE, CLOSE], [ROLE, CLOSE])] = NEXT[ROLE, [NODE, VALUE]] = True


class GraphColumns(NamedTuple):
    """The columns of `Builder` for some graphs.

    ends    the numbers of nodes, edges and attributes up to the end of each graph, shape (graphs, 3)
    """

    name: "array[int]"
    label: "array[int]"
    edge: "array[int]"
    attribute: "array[int]"
    ends: IntArray


class PlainGraphs:
    """The plain graphs among some texts, at most one graph per text.

    is_plain        whether each text is a plain graph, shape (texts,)
    empty_concepts  the number of nodes without a concept in the plain graphs
    """

    def __init__(self, texts: Sequence[str]) -> None:
        joined = f" {MARK} ".join([*texts, ""])
        joined = joined.replace(")", " )").replace(" / ", " /")
        known = Vocabulary()
        codes = known.codes(joined.split())
        self._tokens = list(known)
        self._known = [np.full(len(known), -1) for _ in range(4)]  # [vocabulary][token] -> code
        kinds = np.array([_kind(token) for token in known], np.int64)[codes]
        ends = kinds == END
        self.is_plain = np.full(len(texts), np.count_nonzero(ends) == len(texts))  # no text contains the mark
        self.empty_concepts = 0
        if self.is_plain.all():
            nodes = np.array([known.get(f"({token}", -1) for token in known])  # the node that a value names
            self._rows(codes, kinds, np.cumsum(ends) - ends, nodes, known.get("/", -1))

    def _rows(self, codes: IntArray, kinds: IntArray, text: IntArray, node_of: IntArray, empty: int) -> None:
        """Find the plain texts, and the rows of their nodes, edges and attributes.

        codes, kinds, text   the code, the kind and the text of each token, shape (tokens,)
        node_of   the code of `(x` for each distinct token `x`, or -1
        empty     the code of an empty concept, or -1
        """
        texts, sizes = len(self.is_plain), len(node_of)
        depth = np.cumsum((kinds == NODE).view(np.int8) - (kinds == CLOSE).view(np.int8), dtype=np.int32)
        depth -= np.concatenate(([0], depth[kinds == END])).astype(np.int32)[text]  # open nodes of the text
        following = np.concatenate((kinds[1:], [END]))
        wrong = (kinds == CLOSE) & ((depth == 0) != (following == END))
        wrong |= (depth > DEEPEST_GRAPH) | ~NEXT[np.concatenate(([END], kinds[:-1])), kinds]
        self.is_plain[text[wrong]] = False
        names = np.flatnonzero(kinds == NODE)
        keys = np.sort(text[names] * sizes + codes[names], kind="stable")
        self.is_plain[keys[1:][keys[1:] == keys[:-1]] // sizes] = False  # a variable with two concepts
        if not self.is_plain.all():
            plain = self.is_plain[text]
            codes, kinds, text, depth = codes[plain], kinds[plain], text[plain], depth[plain]
            names = np.flatnonzero(kinds == NODE)
        self._nodes = _starts(text[names], texts)
        self._name, self._label = codes[names], codes[names + 1]
        self.empty_concepts = int(np.count_nonzero(self._label == empty))

        # the source of a role is the node that was opened last at its depth
        steps = np.flatnonzero((kinds == NODE) | (kinds == ROLE))
        steps = steps[np.argsort(depth[steps].astype(np.int16), kind="stable")]
        is_node = kinds[steps] == NODE
        last = np.maximum.accumulate(np.where(is_node, np.arange(len(steps)), 0))
        source = np.empty(len(kinds), np.int64)
        source[steps] = steps[last]
        # roles in the order of `penman`: of each text first those with a node, then those with a value
        roles = np.flatnonzero(kinds == ROLE)
        valued = kinds[roles + 1] == VALUE
        roles = roles[np.argsort(text[roles] * 2 + valued, kind="stable")]
        at, value, valued = text[roles], codes[roles + 1], kinds[roles + 1] == VALUE
        # values that are variables: the node that they name is in the same text
        keys = text[names] * sizes + codes[names]
        order = np.argsort(keys, kind="stable")
        again = np.flatnonzero(valued & (node_of[value] >= 0))
        wanted = at[again] * sizes + node_of[value[again]]
        found = order[np.searchsorted(keys, wanted, sorter=order).clip(max=len(keys) - 1)]
        known = keys[found] == wanted
        again, found = again[known], found[known]
        number = np.cumsum(kinds == NODE) - 1  # number of the node at each token
        first, target, edges = self._nodes[at], number[roles + 1], ~valued
        target[again], edges[again] = found, True
        self._role, self._roles = codes[roles], _starts(at, texts)
        self._edge = np.stack([number[source[roles]] - first, self._role, target - first])[:, edges]
        self._attribute = np.stack([number[source[roles]] - first, self._role, value])[:, ~edges]
        self._edges, self._attributes = _starts(at[edges], texts), _starts(at[~edges], texts)

    def columns(self, built: Builder, first: int, stop: int) -> GraphColumns:
        """The columns of the plain texts from *first* to before *stop*, with the codes of *built*."""
        starts = (self._nodes, self._edges, self._attributes)
        nodes, edges, attributes = (slice(each[first], each[stop]) for each in starts)
        self._code(2, built.roles, self._role[self._roles[first] : self._roles[stop]])
        edge, attribute = self._edge[:, edges], self._attribute[:, attributes]
        edge[1], attribute[1] = self._known[2][edge[1]], self._known[2][attribute[1]]
        attribute[2] = self._code(3, built.values, attribute[2])
        return GraphColumns(
            _array(self._code(0, built.names, self._name[nodes])),
            _array(self._code(1, built.labels, self._label[nodes])),
            _array(edge.T),
            _array(attribute.T),
            np.stack([each[first + 1 : stop + 1] - each[first] for each in starts], axis=1),
        )

    def _code(self, place: int, vocabulary: Vocabulary, tokens: IntArray) -> IntArray:
        """The codes of tokens in a vocabulary; new tokens are added in order.

        The vocabulary of values has whole tokens. The other vocabularies have tokens without their first
        character.
        """
        known = self._known[place]
        for token in dict.fromkeys(tokens[known[tokens] < 0].tolist()):
            known[token] = vocabulary[self._tokens[token][place < 3 :]]
        return known[tokens]


def _kind(token: str) -> int:
    """The kind of a token."""
    return next((kind for kind in KINDS if KINDS[kind].fullmatch(token)), STRANGE)


def _starts(text: IntArray, texts: int) -> IntArray:
    """The first row of each text, followed by the number of rows. *text* has the text of each row, sorted."""
    return np.searchsorted(text, np.arange(texts + 1))


def _array(numbers: IntArray) -> "array[int]":
    return array("q", np.ascontiguousarray(numbers, np.int64).tobytes())
