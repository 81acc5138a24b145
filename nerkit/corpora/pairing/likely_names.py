"""Names of one side that probably mean names of the other.

gold   LOC  ORG  PER            location -> LOC, B-PER -> PER, Org -> ORG
system location  B-PER  Org
"""

from collections.abc import Sequence

from nerkit.ground.patterns import regex

PREFIX = regex(r"^(?:[BIOESLUMW]-|https?://\S*[/#]|[a-z]+:)(?=.)")  # a letter of a scheme, an address
NO_LETTER = regex(r"[\W_]+")
SHORT = 3  # letters that are enough to begin a longer name


def likely(gold: Sequence[str], system: Sequence[str]) -> dict[str, str]:
    """System's name -> the one name of gold that looks like it, where there is one."""
    plain = {name: _plain(name) for name in gold}
    found = {}
    for name in system:
        own = _plain(name)
        alike = [other for other, bare in plain.items() if bare == own]
        alike = alike or [other for other, bare in plain.items() if _begins(bare, own) or _begins(own, bare)]
        if len(alike) == 1:
            found[name] = alike[0]
    return found


def _plain(name: str) -> str:
    """A name without what only spelling decides."""
    return NO_LETTER.sub("", PREFIX.sub("", name.strip()).casefold())


def _begins(short: str, long: str) -> bool:
    return len(short) >= SHORT and long.startswith(short)
