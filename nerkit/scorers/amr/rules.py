"""The rules of smatch 1.0.4 and of smatch++ 1.8.0 that turn the texts of a graph into triples to compare.

Each `TripleRules` has the rules of a program:

    SMATCH          smatch 1.0.4's triples as a set. Roles that end in `-of`, except `consist-of`,
                    `prep-out-of` and `prep-on-behalf-of`, are turned round once, and `mod` becomes an
                    inverted `domain`. Case, trailing underscores and quotes do not matter. The top is
                    (TOP, node, top). A constant keeps a role that would be turned round, and its place.
    SMATCH_1_0_4    SMATCH with the losses of that program. A constant is lost if its role would be turned
                    round. A quoted string keeps only its first word. Duplicates stay.
    NONE            smatch++ without standardisation: texts are compared as written; a duplicate agrees with
                    one copy only.
    GENERIC         texts in lower case, without quotes and apostrophes; every `-of` is removed, and an odd
                    number of them turns the role round.
    AMR             as GENERIC, after `domain` has become `mod-of`. The top has its concept, and reified roles
                    become roles again (`reification`).
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from nerkit.algorithms.columns import BoolArray, Column, IntArray, Vocabulary
from nerkit.ground.records import record
from nerkit.scorers.amr.options import STANDARDS

NOT_INVERTED = ("consist-of", "prep-out-of", "prep-on-behalf-of")
INSTANCE_ROLE = " instance"  # the role of instances; roles in a graph have no blank
REVERSED = " -of"  # marks the role of a constant that is the source of its triple; no role has a blank

Role = Callable[[str], tuple[str, bool]]  # role as written -> name, and whether the triple is turned round


def folded(text: str) -> str:
    """A text in the form in which smatch compares it: without case, quotes around it and trailing
    underscores.
    """
    return (text[1:-1] if text[:1] == '"' else text).lower().rstrip("_")


@record(frozen=True)
class TripleRules:
    """The rules that make triples of a graph as written.

    text        function: constant as written -> compared text
    label       function: concept as written -> compared text
    role        function: role as written -> its name, and whether the triple is turned round
    constants   the treatment of constants under inverse roles: `keep` keeps the role as written, `lose` drops
                the triple, `turn` turns it round
    top         role and constant of the top's triple; None for the constant means the concept of the top
    duplicates  `set` counts a triple once. If the sides have n and m copies, `product` counts n * m agreeing
                triples and `copies` counts min(n, m)
    reified     whether reified roles become roles again
    written     function: role that is kept as written -> compared text
    part        function that selects the scored part of the rows; None for all rows
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
    """A constant in smatch 1.0.4's reading: up to the first blank, with an underscore for the
    closing quote.
    """
    if text[:1] != '"':
        return folded(text)
    return folded((text[1:-1] + "_").split(maxsplit=1)[0])


def smatch_role(role: str) -> tuple[str, bool]:
    """The name of a role, and whether smatch turns it round."""
    if role.endswith("-of") and role not in NOT_INVERTED:
        return folded(role[:-3]), True
    return ("domain", True) if role == "mod" else (folded(role), False)


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
NONE = TripleRules(str, str, lambda role: (role, False), constants="turn", top=ROOT, duplicates="copies")
GENERIC = TripleRules(_generic, _generic, _generic_role, constants="turn", top=ROOT, duplicates="copies")
AMR = TripleRules(_generic, _generic, _amr_role, constants="turn", top=(" root", None), reified=True)
STANDARD_RULES = dict(zip(STANDARDS, (NONE, GENERIC, AMR), strict=True))


class Keys:
    """The codes of role names and of texts, shared by both sides."""

    def __init__(self) -> None:
        self.roles, self.texts = Vocabulary({INSTANCE_ROLE: 0}), Vocabulary()


def coded(vocabulary: Vocabulary, column: Column, function: Callable[[str], str]) -> IntArray:
    """The code of the value in each row, after *function* has turned it into its compared form."""
    return vocabulary.codes([function(value) for value in column.values])[column.codes]


class TripleRows(NamedTuple):
    """Triples as columns, in the order of the file and with repetitions.

    graph, node, role, text   for each triple with one node: its graph, the node, the codes of role and text
    attribute                 whether a triple with one node is an attribute, otherwise it is an instance
    edge_graph, source, target, edge_role     for each triple with two nodes: its graph, the nodes, the role's
                                              code
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
        """Select rows by places or masks: *unary* selects triples with one node, *binary* triples
        with two.
        """
        return TripleRows._make(
            [column[unary] for column in self[:5]] + [column[binary] for column in self[5:]]
        )
