"""Heads of arguments: hand-worked tables of CoNLL-2009 and PriMeSRL, and a slow twin."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.scorers.srl.counting import sense_of

SENSES = ("go.01", "go.1", "run.01", "run.02", "run", "a.b.01")
LABELS = ("A0", "A1", "R-A0", "C-A1", "AM-TMP")


def conll09(sentences, heads=None):
    """The text of sentences: (words, {word: (sense, {word: labels})})."""
    text = ""
    for number, (size, predicates) in enumerate(sentences):
        for word in range(size):
            head = heads[number][word] if heads else 0
            cells = [word + 1, "w", "w", "w", "X", "X", "_", "_", head, head, "D", "D"]
            cells += ["Y", predicates[word][0]] if word in predicates else ["_", "_"]
            cells += ["|".join(labels.get(word, [])) or "_" for _, labels in predicates.values()]
            text += "\t".join(map(str, cells)) + "\n"
        text += "\n"
    return text


def numbers(gold, system, *measures, **options):
    """(measure, label) -> right, of the system, of gold."""
    rows = nerkit.evaluate(gold, system, task="srl", measures=list(measures) or None, **options).rows
    return {(row.measure, row.label): (row.p_num, row.p_den, row.r_den) for row in rows}


@st.composite
def sides(draw):
    """Both sides of some sentences."""
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))

    def side():
        sentences = []
        for size in sizes:
            words = draw(st.sets(st.integers(0, size - 1)))
            labels = st.lists(st.sampled_from(LABELS), min_size=1, max_size=3)
            arguments = st.dictionaries(st.integers(0, size - 1), labels, max_size=size)
            predicates = {word: (draw(st.sampled_from(SENSES)), draw(arguments)) for word in sorted(words)}
            sentences.append((size, predicates))
        return sentences

    return side(), side()


def slow(gold, system):
    """Right, of the system, of gold, for every measure of CoNLL-2009, by loops."""
    sides = []
    for side in (gold, system):
        found = {name: set() for name in ("predicates", "senses", "arguments", "propositions", "exact")}
        arcs = Counter()
        for s, (_, predicates) in enumerate(side):
            whole = set()
            for p, (sense, arguments) in predicates.items():
                own = {(word, label) for word, labels in arguments.items() for label in labels}
                found["predicates"].add((s, p))
                found["senses"].add((s, p, sense_of(sense)))
                found["arguments"] |= {(s, p, *arc) for arc in own}
                arcs.update((s, p, word) for word, _ in own)
                whole.add((p, sense_of(sense), frozenset(own)))
            found["propositions"] |= {(s, *one) for one in whole}
            found["exact"].add((s, frozenset(whole)))
        sides.append((found, arcs))
    expected = {
        f"srl-dep/{name}": (
            len(sides[0][0][name] & sides[1][0][name]),
            len(sides[1][0][name]),
            len(sides[0][0][name]),
        )
        for name in sides[0][0]
    }
    unlabelled = (sides[0][1] & sides[1][1]).total(), sides[1][1].total(), sides[0][1].total()
    expected["srl-dep/arguments/unlabeled"] = unlabelled
    for name, parts in (
        ("srl-dep", ("senses", "arguments")),
        ("srl-dep/unlabeled", ("predicates", "arguments/unlabeled")),
    ):
        columns = zip(*(expected[f"srl-dep/{part}"] for part in parts), strict=True)
        expected[name] = tuple(map(sum, columns))
    return expected


@given(sides())
def test_against_slow_twin(case):
    """Every measure of CoNLL-2009 is that of sets made by loops."""
    gold, system = case
    got = numbers(conll09(gold), conll09(system), "srl-dep")
    assert {name: got[name, "*"] for name, _ in got} == slow(gold, system)


def test_senses():
    """What follows the only dot is compared, numbers as such; else the whole."""
    assert [sense_of(name) for name in SENSES] == ["1", "1", "1", "2", "run", "a.b.01"]
    assert sense_of("x.") == "."
    assert sense_of("1") != sense_of("x.y1")


def primesrl(*rows):
    """CoNLL-U with predicates: (flag, sense, arguments) of each word."""
    lines = (f"{i}\tw\tw\tX\tX\t_\t0\troot\t" + "\t".join(row.split()) for i, row in enumerate(rows, 1))
    return "\n".join(lines) + "\n\n"


def test_headlines():
    """By what the files hold."""
    dep, prime = conll09([(1, {0: ("go.01", {0: ["A0"]})})]), primesrl("Y go.01 A0")
    assert nerkit.evaluate(dep, dep).headline == "srl-dep"
    assert nerkit.evaluate(prime, prime).headline == "primesrl/arguments"
    assert nerkit.evaluate("go (V*)\n\n", "go (V*)\n\n").headline == "srl"
