"""Patterns that are compiled late are what they would have been at once."""

import pickle
import re

from nerkit.ground.patterns import regex


def test_a_lazy_pattern_is_the_pattern():
    """Its methods, its flags, and its groups; the second call finds the method in its place."""
    lazy, plain = regex(r"(?P<a>x+)|y", re.IGNORECASE), re.compile(r"(?P<a>x+)|y", re.IGNORECASE)
    assert vars(lazy) == {"arguments": (plain.pattern, re.IGNORECASE)}
    for text in ("XXy", "y", "", "zx"):
        assert lazy.findall(text) == plain.findall(text)
        assert bool(lazy.match(text)) == bool(plain.match(text))
        assert lazy.sub("-", text) == plain.sub("-", text)
    assert (lazy.pattern, lazy.flags, lazy.groupindex) == (plain.pattern, plain.flags, plain.groupindex)
    assert "findall" in vars(lazy)


def test_a_lazy_pattern_travels():
    """It is pickled as what it is made of, used or not."""
    lazy = regex(rb"\d+")
    lazy.search(b"a1")
    assert pickle.loads(pickle.dumps(lazy)).search(b"a12")[0] == b"12"
