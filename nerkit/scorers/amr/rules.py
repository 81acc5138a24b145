"""The rules of smatch 1.0.4 and of smatch++ 1.8.0 by which a graph's texts become triples to compare.

Each `TripleRules` stands for the rules of a program:

    SMATCH          smatch 1.0.4's triples as a set. Roles that end in `-of`, except `consist-of`,
                    `prep-out-of` and `prep-on-behalf-of`, are turned round once, and `mod` into `domain`.
                    Case, trailing underscores and quotes do not matter. The top is (TOP, node, top). A
                    constant under a role that would be turned round stays where it is, under the role as it
                    is written.
    SMATCH_1_0_4    the same as that program has them: such constants are lost, of a quoted string only the
                    first word is left, duplicates stay.
    NONE            smatch++ without standardisation: texts as they are written; a duplicate agrees with one
                    copy only.
    GENERIC         lower case, no quotes or apostrophes; every `-of` is taken off, and an odd number of them
                    turns the role round.
    AMR             as SMATCH, after `domain` has become `mod-of`. The top has its concept, and reified roles
                    become roles again (`reification`). Triples are a set.
"""

import re
from collections.abc import Callable
from typing import Any

from nerkit.algorithms.columns import BoolArray, Column, IntArray, Vocabulary
from nerkit.ground.records import record
from nerkit.scorers.amr.options import STANDARDS

NOT_INVERTED = ("consist-of", "prep-out-of", "prep-on-behalf-of")
INSTANCE_ROLE = " instance"  # the role of instances, which is no role in a graph
REVERSED = " -of"  # marks the role of a constant that is the source of its triple; no role has a blank

Role = Callable[[str], tuple[str, bool]]  # as written -> name, and whether the triple is turned round


def folded(text: str) -> str:
    """A text as smatch compares it: case, quotes around it and trailing underscores do not matter."""
    return (text[1:-1] if text[:1] == '"' else text).lower().rstrip("_")


@record(frozen=True)
class TripleRules:
    """The rules by which triples are made of a graph as it is written.

    text        constant as written -> what is compared
    label       concept as written -> what is compared
    role        role as written -> its name, and whether the triple is turned round
    constants   under a role that is turned round: `keep` the role as written, `lose` the triple, or `turn` it
                too
    top         role and constant of the top's triple; None for the constant is the concept of the top
    duplicates  `set` counts a triple once, `product` n copies of one with m of the other n*m times, `copies`
                min(n, m) times
    reified     whether reified roles are made roles again
    written     a role that is kept as it is written -> what is compared
    part        what is scored of a graph, if not all of it
    """

    text: Callable[[str], str]
    label: Callable[[str], str]
    role: Role
    constants: str = "keep"
    top: tuple[str, str | None] | None = ("top", "top")
    duplicates: str = "set"
    reified: bool = False
    written: Callable[[str], str] = folded
    part: "Callable[[TripleRows, Keys], TripleRows] | None" = None


def _first_word(text: str) -> str:
    """A constant as smatch 1.0.4 reads it: up to the first blank, the closing quote being an underscore."""
    if text[:1] != '"':
        return folded(text)
    return folded((text[1:-1] + "_").split(maxsplit=1)[0])


def smatch_role(role: str) -> tuple[str, bool]:
    """The name of a role and whether smatch turns it round."""
    if role.endswith("-of") and role not in NOT_INVERTED:
        return folded(role[:-3]), True
    return ("domain", True) if role == "mod" else (folded(role), False)


def _plain(text: str) -> str:
    return text


def _generic(text: str) -> str:
    return re.sub("[\"']", "", text.lower())


def _generic_role(role: str) -> tuple[str, bool]:
    name, turned = _generic(role), False
    while name.endswith("-of"):
        name, turned = name[:-3], not turned
    return name, turned


def _amr_role(role: str) -> tuple[str, bool]:
    name, turned = _generic_role(role)
    return ("mod", not turned) if name == "domain" else (name, turned)


SMATCH = TripleRules(folded, folded, smatch_role)
SMATCH_1_0_4 = TripleRules(_first_word, folded, smatch_role, constants="lose", duplicates="product")
ROOT = (" root", " top")
NONE = TripleRules(
    _plain, _plain, lambda role: (role, False), constants="turn", top=ROOT, duplicates="copies"
)
GENERIC = TripleRules(_generic, _generic, _generic_role, constants="turn", top=ROOT, duplicates="copies")
AMR = TripleRules(_generic, _generic, _amr_role, constants="turn", top=(" root", None), reified=True)
STANDARD_RULES = dict(zip(STANDARDS, (NONE, GENERIC, AMR), strict=True))


class Keys:
    """The numbers of role names and texts that two sides share."""

    def __init__(self) -> None:
        self.roles, self.texts = Vocabulary({INSTANCE_ROLE: 0}), Vocabulary()

    def role(self, column: Column, name: Callable[[str], str]) -> IntArray:
        """The code of every row's role."""
        return self._codes(self.roles, column, name)

    def text(self, column: Column, text: Callable[[str], str]) -> IntArray:
        """The code of every row's text."""
        return self._codes(self.texts, column, text)

    def _codes(self, vocabulary: Vocabulary, column: Column, function: Callable[[str], str]) -> IntArray:
        return vocabulary.codes([function(value) for value in column.values])[column.codes]


@record
class TripleRows:
    """Triples as columns, in the order in which they are written and with repetitions.

    graph, node, role, text, attribute        of each triple with one node: its graph, the node, the codes of
                                              role and text, and whether it is an attribute (else an instance)
    edge_graph, source, target, edge_role     of each triple with two nodes
    """

    graph: IntArray
    node: IntArray
    role: IntArray
    text: IntArray
    attribute: BoolArray
    edge_graph: IntArray
    source: IntArray
    target: IntArray
    edge_role: IntArray

    def take(self, unary: Any, binary: Any) -> "TripleRows":
        """The rows at these places or masks: *unary* of triples with one node, *binary* with two."""
        return TripleRows(
            self.graph[unary],
            self.node[unary],
            self.role[unary],
            self.text[unary],
            self.attribute[unary],
            self.edge_graph[binary],
            self.source[binary],
            self.target[binary],
            self.edge_role[binary],
        )
