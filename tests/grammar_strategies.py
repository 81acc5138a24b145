"""Small grammars and sentences of their words."""

from hypothesis import strategies as st

from nerkit.grammar.rules import Grammar, GrammarRule, Symbol

NAMES = ("S", "A", "B", "C")
WORDS = ("a", "b", "c")
SYMBOLS = st.sampled_from([*(Symbol(name) for name in NAMES), *(Symbol(word, word=True) for word in WORDS)])


@st.composite
def grammars(draw, *, weighted=False, most=9):
    """A grammar with unit rules, words in longer rules, rules of up to four symbols, and circles."""
    pairs = draw(
        st.lists(
            st.tuples(st.sampled_from(NAMES), st.lists(SYMBOLS, min_size=1, max_size=4).map(tuple)),
            min_size=1,
            max_size=most,
            unique=True,
        )
    )
    pairs = [("S", pairs[0][1]), *(pair for pair in pairs if pair != ("S", pairs[0][1]))]
    chance = st.sampled_from([0.1, 0.25, 0.3, 0.5, 0.7, 1.0])
    return Grammar("S", tuple(GrammarRule(*pair, draw(chance) if weighted else None) for pair in pairs))


SENTENCES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5)
