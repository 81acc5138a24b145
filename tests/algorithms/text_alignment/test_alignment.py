"""Alignments: cost, choice among equal ones, chunks of long texts."""

import itertools
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.algorithms.edits import distance
from nerkit.algorithms.text_alignment import alignment, anchors, few_edits, gap_first
from nerkit.algorithms.text_alignment.alignment import GOLD_ONLY, MATCH, SUBSTITUTION, SYSTEM_ONLY

TEXTS = st.text("ab ", max_size=14)


def slow_gap_first(gold, system):
    """The columns by the rule as it is written down, from the full table."""
    table = [[i + j for j in range(len(system) + 1)] for i in range(len(gold) + 1)]
    for i in range(1, len(gold) + 1):
        for j in range(1, len(system) + 1):
            table[i][j] = min(
                table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (gold[i - 1] != system[j - 1])
            )
    i, j, back = len(gold), len(system), []
    while i or j:
        if i and table[i - 1][j] + 1 == table[i][j]:
            i, kind = i - 1, GOLD_ONLY
        elif j and table[i][j - 1] + 1 == table[i][j]:
            j, kind = j - 1, SYSTEM_ONLY
        else:
            i, j = i - 1, j - 1
            kind = MATCH if gold[i] == system[j] else SUBSTITUTION
        back.append(kind)
    return back[::-1]


def noisy(text, rate, seed):
    """The text with characters replaced, dropped and doubled."""
    rng = random.Random(seed)
    kinds = ((rate / 3, "x"), (rate / 3, ""), (rate / 3, None))
    out = []
    for character in text:
        roll = rng.random()
        for share, made in kinds:
            if roll < share:
                out.append(character * 2 if made is None else made)
                break
            roll -= share
        else:
            out.append(character)
    return "".join(out)


def words(count, seed=1):
    rng = random.Random(seed)
    return " ".join(
        "".join(rng.choice("etaoinshrdlu") for _ in range(rng.randint(2, 9))) for _ in range(count)
    )


@pytest.mark.parametrize(
    ("how", "columns", "system"),
    [
        (alignment.align, [MATCH, MATCH, SYSTEM_ONLY, MATCH, GOLD_ONLY, MATCH], [0, 1, 2, 3, 5]),
        (alignment.align_gap_first, [MATCH, MATCH, SYSTEM_ONLY, MATCH, MATCH, GOLD_ONLY], [0, 1, 2, 3, 4]),
    ],
)
def test_the_worked_example(how, columns, system):
    """The two words in the docstring of the module: columns, cost, and the places of both texts."""
    words = how("three", "there")
    assert words.columns.tolist() == columns
    assert (words.cost, words.gold.tolist(), words.system.tolist()) == (2, [0, 1, 3, 4, 5], system)


@given(TEXTS, TEXTS)
def test_gap_first_is_the_rule_as_written(gold, system):
    """The bit-vectors trace the same path as the full table."""
    assert alignment.align_gap_first(gold, system).columns.tolist() == slow_gap_first(gold, system)


LETTERS = st.sampled_from(["abc ", "ab\u0416\u4e00", "a\U0001f600\U0001f601 "])  # in 1, 2 and 4 bytes


@given(LETTERS, st.data(), st.sampled_from([0, 1, 3, 32]))
def test_pieces_with_few_edits_are_the_same(letters, data, few):
    """Pieces have the columns that they have alone, empty ones too, and however many edits are few."""
    text = st.text(letters, max_size=24)
    pairs = data.draw(st.lists(st.tuples(text, text) | text.map(lambda same: (same, same)), max_size=6))
    cuts = np.cumsum([(0, 0), *((len(g), len(s)) for g, s in pairs)], axis=0)
    gold, system = (anchors.codes("".join(pair[side] for pair in pairs)) for side in (0, 1))
    alone = [gap_first.path(anchors.codes(g), anchors.codes(s)).tolist() for g, s in pairs]
    edits = few_edits.few_edits(gold, system, cuts, few)
    costs = [sum(kind != MATCH for kind in columns) for columns in alone]
    assert edits.cost.tolist() == [cost if cost <= few else -1 for cost in costs]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gap_first, "FEW", few)
        patch.setattr(gap_first, "PIECES", 4)
        assert gap_first.paths(gold, system, cuts).tolist() == [kind for columns in alone for kind in columns]


def test_long_pieces_among_short_ones():
    """A piece with many edits, and one whose table is split, stand where they belong."""
    long = words(700)
    pairs = [("abc", "abd"), (long, noisy(long, 0.02, 3)), ("x" * 300, "y" * 290), ("ab", ""), ("a", "a")]
    cuts = np.cumsum([(0, 0), *((len(g), len(s)) for g, s in pairs)], axis=0)
    gold, system = (anchors.codes("".join(pair[side] for pair in pairs)) for side in (0, 1))
    alone = [gap_first.path(anchors.codes(g), anchors.codes(s)) for g, s in pairs]
    assert gap_first.paths(gold, system, cuts).tolist() == np.concatenate(alone).tolist()


@given(TEXTS, TEXTS)
def test_both_are_of_least_cost_and_spell_the_texts(gold, system):
    """Every alignment costs the edit distance, and without gaps its rows are the texts."""
    for how in (alignment.align, alignment.align_gap_first):
        aligned = how(gold, system)
        assert aligned.cost == distance(gold, system)
        drawn = aligned.drawn(gold, system, "\0")
        assert [row.replace("\0", "") for row in drawn] == [gold, system]
        assert len(drawn[0]) == len(drawn[1]) == len(aligned.columns)


def test_the_tolkien_example():
    """The path of edlib 1.3.9 on the example of Nerval's README (whose `writer- -.` no version gives)."""
    aligned = alignment.align_gap_first("Tolkien was a writer .", "Tolkieene xas writear ,.")
    runs = itertools.groupby(aligned.columns.tolist())
    cigar = "".join(f"{len(list(run))}{'=XID'[kind]}" for kind, run in runs)  # as edlib prints it
    assert cigar == "6=1D1=1D1=1X3=2I5=1D2=1D1="
    assert aligned.drawn("Tolkien was a writer .", "Tolkieene xas writear ,.") == (
        "Tolkie-n- was a write-r -.",
        "Tolkieene xas --writear ,.",
    )


def test_a_large_table_is_split():
    """Beyond a mebibyte of table the system text is halved, and the cost stays least."""
    gold = words(700)
    system = noisy(gold, 0.2, 3)
    aligned = alignment.align_gap_first(gold, system)
    assert 20 * -(-len(gold) // 64) * len(system) > gap_first.TABLE
    assert aligned.cost == distance(gold, system)


@pytest.mark.parametrize("rate", [0.0, 0.05, 0.2, 0.5])
def test_chunks_of_a_long_text_cost_hardly_more(rate):
    """A text above the limit is cut at anchors, and what that costs is within 0.1 % of the least cost."""
    gold = words(4000)
    system = noisy(gold, rate, 5)
    assert alignment.is_long(gold, system)
    least = distance(gold, system)
    for how in (alignment.align, alignment.align_gap_first):
        aligned = how(gold, system)
        assert least <= aligned.cost <= least * 1.001
        assert (len(aligned.gold), len(aligned.system)) == (len(gold), len(system))


def test_exactness_can_be_asked_for():
    """With `exact` a long text has the least cost."""
    gold = words(3000)
    system = noisy(gold, 0.4, 7)
    assert alignment.align(gold, system, exact=True).cost == distance(gold, system)


def test_long_texts_without_common_stretches():
    """Without anchors the whole is one chunk; a moved paragraph costs as much as it must."""
    gold, system = "ab" * 9000, "ba" * 9000
    assert alignment.align(gold, system).cost == distance(gold, system) == 2
    first, second = words(3500, 1), words(3500, 2)
    assert alignment.align(first, second).cost == distance(
        first, second
    )  # few short stretches agree by chance
    moved = alignment.align(first + " " + second, second + " " + first)
    assert moved.cost >= distance(first + " " + second, second + " " + first)


def letters(count, seed):
    """A text of random letters: two of them have nothing in common."""
    return "".join(random.Random(seed).choices("abcdefghijklmnopqrstuvwxyz ", k=count))


@pytest.mark.parametrize("how", [alignment.align, alignment.align_gap_first])
def test_unrelated_texts_are_cut_evenly(monkeypatch, how):
    """Cuts are counted, both texts are spelt, the cost is near the least; with `exact` it is the least."""
    monkeypatch.setattr(alignment, "EVEN", 3000)
    gold, system = letters(17_000, 1), letters(20_000, 2)
    aligned = how(gold, system)
    assert aligned.even_cuts == 6
    assert len(aligned.gold) == len(gold)
    assert len(aligned.system) == len(system)
    least = distance(gold, system)
    assert least <= aligned.cost < 1.02 * least
    assert how(gold, gold + "x").even_cuts == how(gold, "short").even_cuts == 0


def test_pieces_without_anchors_are_bounded():
    """The cells of all pieces, which are the work, grow as the texts do; anchors stay where they are."""
    sizes = [40_000, 80_000, 160_000, 320_000]
    cells = []
    for size in sizes:
        places = anchors.evenly(np.array([[0, 0], [size, 2 * size], [size + 5, 2 * size + 7]]), 16_000)
        assert (np.diff(places, axis=0) >= 0).all()
        assert [size, 2 * size] in places.tolist()
        cells.append(int(np.diff(places, axis=0).prod(axis=1).sum()))
    assert np.polyfit(np.log(sizes), np.log(cells), 1)[0] < 1.2
    short_beside_long = np.array([[0, 0], [10, 1_000_000]])
    assert anchors.evenly(short_beside_long, 16_000).tolist() == short_beside_long.tolist()


@given(st.lists(st.integers(0, 6), max_size=12))
def test_longest_ascending_subsequence(values):
    """As long as the longest of all ascending subsequences, and ascending."""
    best = 0
    for chosen in range(1 << len(values)):
        some = [value for i, value in enumerate(values) if chosen >> i & 1]
        if all(a < b for a, b in itertools.pairwise(some)):
            best = max(best, len(some))
    at = anchors._longest_ascending(np.array(values, np.int64))
    assert len(at) == best
    assert (np.diff(np.array(values, np.int64)[at]) > 0).all()
    assert (np.diff(at) > 0).all()


def test_distance_of_word_sequences():
    """Word sequences have the distance of texts with a character per word; long ones by chunks."""
    gold = np.arange(20_000) % 5000
    system = np.delete(gold, slice(0, 20_000, 100))
    assert alignment.edit_distance(gold, system) == 200
    assert alignment.edit_distance(gold[:5], np.array([], np.int64)) == 5
