"""Pairs of spans with offsets: against a pair-by-pair twin on nested spans, and characters against sets."""

import re

import pytest
from growth import counting
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.exceptions import InputError, UsageError
from nerkit.scorers.spans import overlapping_pairs

PAIRED = ("strict", "exact", "partial", "type")
SIDE = st.lists(
    st.tuples(st.integers(0, 8), st.integers(1, 6), st.sampled_from("XY")).map(
        lambda drawn: (drawn[0], drawn[0] + drawn[1], drawn[2])
    ),
    max_size=6,
)


def shared(a, b):
    return max(0, min(a[1], b[1]) - max(a[0], b[0]))


def twin(measure, gold, system, percent, iou):
    """System spans choose in their order among the gold spans that are free: COR, INC, PAR, MIS, SPU."""
    free, tally = list(range(len(gold))), dict.fromkeys(("cor", "inc", "par", "mis", "spu"), 0)

    def meets(s, g):
        both = shared(s, g)
        either = s[1] - s[0] + g[1] - g[0] - both
        return both and both * 100 >= percent * (g[1] - g[0]) and both / either >= iou

    def is_good(s, g):
        return (measure == "type" or s[:2] == g[:2]) and (measure not in ("strict", "type") or s[2] == g[2])

    for s in system:
        meeting = [i for i in free if meets(s, gold[i])]
        good = [i for i in meeting if is_good(s, gold[i])]
        good.sort(key=lambda i: abs(s[0] - gold[i][0]) + abs(s[1] - gold[i][1]))
        if not meeting:
            tally["spu"] += 1
            continue
        free.remove((good or meeting)[0])
        tally["cor" if good else "par" if measure == "partial" else "inc"] += 1
    return tally | {"mis": len(free)}


@pytest.mark.parametrize("measure", PAIRED)
@given(SIDE, SIDE, st.sampled_from([1, 50, 100]), st.sampled_from([0, 0.3, 0.5, 1]))
def test_nested_crossing_and_repeated_spans(measure, gold, system, percent, iou):
    """Each span is in one pair at most; a span that stands there twice is two."""
    result = nerkit.evaluate(
        [gold], [system], task="spans", measures=[measure], min_overlap=percent, min_iou=iou
    )
    assert result[measure].extra == twin(measure, gold, system, percent, iou)
    assert (result[measure].p_den, result[measure].r_den) == (len(system), len(gold))


@given(SIDE, SIDE)
def test_characters_are_sets_of_positions_with_types(gold, system):
    """However the spans nest, cross and repeat."""
    sides = [{(x, t) for s, e, t in side for x in range(s, e)} for side in (gold, system)]
    row = nerkit.evaluate([gold], [system], task="spans", measures="characters")["characters"]
    assert (row.p_num, row.p_den, row.r_num, row.r_den) == (
        len(sides[0] & sides[1]),
        len(sides[1]),
        len(sides[0] & sides[1]),
        len(sides[0]),
    )


def test_characters_are_not_overlap_sumsum():
    """A long span weighs more than a short one; by label each type has its own positions."""
    gold, system = [[(0, 10, "X"), (20, 22, "X")]], [[(0, 10, "X"), (21, 22, "Y")]]
    result = nerkit.evaluate(gold, system, measures=["characters", "overlap-sumsum::span+type"], by="label")
    assert result["characters"].recall == 10 / 12
    assert result["overlap-sumsum::span+type"].recall == 1 / 2
    assert result["characters", "Y"].precision == 0
    assert result["characters", "X"].precision == 1


def test_spans_of_several_pieces_are_equal_where_all_pieces_are(tmp_path):
    """brat's discontinuous spans: the same first and last position is not the same span."""
    for name, places in (("gold", "0 4;9 12"), ("system", "0 5;9 12")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "a.txt").write_text("abcd efghijkl")
        (folder / "a.ann").write_text(f"T1\tX {places}\tabcd ijk\n")
    result = nerkit.evaluate(tmp_path / "gold", tmp_path / "system", measures=["exact", "partial"])
    assert result["exact"].extra["inc"] == 1
    assert result["partial"].f1 == 0.5


def test_three_tenths_are_three_tenths():
    """The quotient is compared as it is written: 3 of 10 positions are not below 0.3."""
    gold, system = [[(0, 10, "X")]], [[(0, 3, "X")]]
    assert nerkit.evaluate(gold, system, measures="type", min_iou=0.3).f1 == 1
    assert nerkit.evaluate(gold, system, measures="type", min_iou=0.31).f1 == 0


def test_what_has_no_effect_is_said():
    """Overlap is a matter of the measures of pairs only."""
    gold = [[(0, 10, "X")]]
    result = nerkit.evaluate(gold, gold, measures="sets::span", min_overlap=50)
    assert result.warnings == (
        (
            "min_overlap=… has no effect: min_overlap=… and min_iou=… change only strict, "
            "exact, partial and type"
        ),
    )
    with pytest.raises(UsageError, match="from 0 to 1, not 2"):
        nerkit.evaluate(gold, gold, measures="type", min_iou=2)


def test_rows_of_labels_count_what_is_theirs():
    """The spurious span is one of its own label, whatever is paired beside it."""
    gold, system = [[(0, 4, "X")]], [[(0, 4, "X"), (6, 8, "Y")]]
    result = nerkit.evaluate(gold, system, measures="strict", by="label")
    assert [result["strict", label].extra["spu"] for label in "XY"] == [0, 1]


def test_too_many_that_overlap_are_an_error(monkeypatch):
    """Of one document, counted before they are listed; many flat spans are none too many."""
    monkeypatch.setattr(overlapping_pairs, "MOST_MEETINGS", 40)
    listed = counting(
        monkeypatch, overlapping_pairs, "overlapping_pairs", lambda left, right: len(left.group)
    )
    nested = [(at, 40 - at, "X") for at in range(20)]
    flat = [(3 * at, 3 * at + 2, "X") for at in range(100)]
    nerkit.evaluate({"d": flat}, {"d": flat}, measures="partial")
    assert listed == [100]
    monkeypatch.setattr(overlapping_pairs, "MEETINGS", 1)
    both = {"c": flat[:9], "d": nested}
    for measure in PAIRED:
        with pytest.raises(InputError, match="document 'd' has more than 40 pairs of spans that overlap"):
            nerkit.evaluate(both, both, measures=measure)
    assert listed == [100]


def test_how_many_may_overlap(monkeypatch, tmp_path):
    """As many as the limit, or as each span may have; the error is of the first span of the document."""
    paths = [tmp_path / side for side in ("gold.tsv", "system.tsv")]
    for path in paths:
        path.write_text("c\t0\t1\n" + "".join(f"d\t{at}\t{40 - at}\n" for at in range(20)))
    for most, each, is_error in ((400, 1, False), (399, 1, True), (1, 10, False), (1, 9, True)):
        monkeypatch.setattr(overlapping_pairs, "MOST_MEETINGS", most)
        monkeypatch.setattr(overlapping_pairs, "MEETINGS", each)
        if not is_error:
            assert nerkit.evaluate(*paths, measures="exact").f1 == 1
            continue
        with pytest.raises(InputError, match=r"system.tsv:2: document 'd' has more than"):
            nerkit.evaluate(*paths, measures="exact")


WORDS_TEXT = "ab c  def\ngh ijklm n op"


@given(SIDE, SIDE)
def test_words_and_leakage_are_sets(gold, system):
    """Words of a text that spans touch, and positions of gold without any span of the system."""
    text = (WORDS_TEXT * 10)[:40]
    words = [(m.start(), m.end()) for m in re.finditer(r"\S+", text)]
    touched = [{w for w in words for s, e, _ in side if s < w[1] and w[0] < e} for side in (gold, system)]
    covered = [{(x, t) for s, e, t in side for x in range(s, e)} for side in (gold, system)]
    hidden = {x for x, _ in covered[1]}
    documents = [
        [{"text": text, "entities": [{"start": s, "end": e, "label": t} for s, e, t in side]}]
        for side in (gold, system)
    ]
    result = nerkit.evaluate(*documents, task="spans", measures=["words", "leakage"], by="label")
    row = result["words"]
    assert (row.p_num, row.p_den, row.r_den) == (
        len(touched[0] & touched[1]),
        len(touched[1]),
        len(touched[0]),
    )
    for label in ("*", *{t for _, _, t in gold}):
        own = {x for x, t in covered[0] if label in ("*", t)}
        row = result["leakage"] if label == "*" else result["leakage", label]
        assert (row.p_num, row.p_den) == (len(own - hidden), len(own))
        assert row.r_num == row.p_num
