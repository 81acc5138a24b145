"""The counts of ERRANT's comparison on random M2 files, where it is installed: preset `gec` has the same."""

import random
import re
from importlib.metadata import version

import pytest

import nerkit

pytestmark = pytest.mark.filterwarnings("ignore")  # it leaves files open
FLAGS = {"gec": "-cs", "gec/typed": "-cse", "gec/span-detection": "-ds"}  # measure -> what ERRANT calls it
TYPES, CORRECTIONS = ("R:DET", "R:NOUN", "M:PUNCT", "UNK"), ("", "x", "y z")
NOOP = "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{}"


def annotated(rng, size, annotator):
    """The edits of one annotator of a sentence, of different spans; or none, written or not."""
    spans = {tuple(sorted((rng.randint(0, size), rng.randint(0, size)))) for _ in range(rng.randint(0, 3))}
    if not spans:
        return [NOOP.format(annotator)] if rng.random() < 0.5 else []
    return [
        f"A {start} {end}|||{rng.choice(TYPES)}|||{rng.choice(CORRECTIONS)}|||REQUIRED|||-NONE-|||{annotator}"
        for start, end in sorted(spans)
    ]


def corpus(seed):
    """Gold of up to three annotators, and a system that has some of their edits."""
    rng, sides = random.Random(seed), ([], [])
    for _ in range(rng.randint(1, 6)):
        size = rng.randint(1, 4)
        gold = [line for annotator in range(rng.randint(1, 3)) for line in annotated(rng, size, annotator)]
        taken = {
            line.split("|||")[0]: line for line in gold if not line.startswith("A -1") and rng.random() < 0.4
        }
        own = {} if taken else {line.split("|||")[0]: line for line in annotated(rng, size, 0)}
        system = [re.sub(r"\d+$", "0", line) for line in (own | taken).values()]
        for side, lines in zip(sides, (gold, system), strict=True):
            side.append("\n".join(["S " + " ".join("w" * size), *lines]))
    return ["\n\n".join(side) + "\n" for side in sides]


@pytest.fixture
def errant(monkeypatch, capsys):
    """(flag, gold, system) -> the right, spurious and missed edits that `errant_compare` prints."""
    pytest.importorskip("errant")
    assert version("errant") == "3.0.2"
    from errant.commands.compare_m2 import main

    def compared(flag, gold, system):
        monkeypatch.setattr("sys.argv", ["errant_compare", flag, "-hyp", str(system), "-ref", str(gold)])
        main()
        return tuple(map(int, capsys.readouterr().out.split("\n")[3].split()[:3]))

    return compared


def test_the_counts_of_errant(errant, write):
    """Annotators, edits of an unknown type, `noop` and sentences without a line of edits."""
    for seed in range(100):
        gold, system = (write(name, text) for name, text in zip(("g.m2", "s.m2"), corpus(seed), strict=True))
        result = nerkit.evaluate(gold, system, preset="gec")
        for measure, flag in FLAGS.items():
            row = result[measure]
            counts = row.p_num, row.p_den - row.p_num, row.r_den - row.r_num
            assert counts == errant(flag, gold, system), (seed, measure)


def test_the_tokens_of_errant(errant, write):
    """A system's token that two edits change is two errors there, and one here; in gold it is two in both."""
    none = write("n.m2", "S a b\n")
    edits = "A 0 0|||M:DET|||x|||REQUIRED|||-NONE-|||0\nA 0 1|||R:DET|||y|||REQUIRED|||-NONE-|||0\n"
    both = write("b.m2", f"S a b\n{edits}")
    assert (errant("-dt", none, both), errant("-dt", both, none)) == ((0, 2, 0), (0, 0, 2))
