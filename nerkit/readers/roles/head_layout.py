"""Where formats have the heads of arguments, and what is read of them."""

import re
from dataclasses import dataclass

from nerkit.readers.roles.role_table import RoleRows

NOTHING = ("_", "-")
SEVERAL = "|"
PASSED_OVER = re.compile(r"[0-9]+[-.][0-9]+\Z")  # multiword tokens and empty nodes of CoNLL-U
SUPPORT = ".SU"  # how senses of support verbs end, which are no predicates of CoNLL-2008


@dataclass(frozen=True)
class Layout:
    """Where the columns of a format stand, from 0.

    name         what the format is called in messages
    form, head, deprel, predicate   the columns of these; -1 where there is none
    arguments    the first column of arguments, of which there is one for each predicate
    flag         the column that says Y where there is a predicate; -1 where its own column says so
    nothing      what stands in a cell without anything
    support      whether predicates whose sense is SU (support verbs) are left out
    plus         whether labels may be joined by `+`, as `Roles.plus` says
    """

    name: str
    form: int
    head: int
    deprel: int
    predicate: int
    arguments: int
    flag: int = -1
    nothing: tuple[str, ...] = NOTHING
    support: bool = False
    plus: bool = False

    @property
    def columns(self) -> str:
        """The remedy for a line with too few of them."""
        return f"{self.name} has at least {self.arguments} columns, and one more for each predicate"


@dataclass(frozen=True)
class HeadRows:
    """The sentences of a part.

    rows      their columns
    comments  lines that begin with #
    left_out  the number of predicates that are left out
    """

    rows: RoleRows
    comments: list[int]
    left_out: int
