"""Cluster measures over spans: against a slow twin, against published examples, and their laws."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow_spans import Span, cluster_numbers

import nerkit
from nerkit.exceptions import InputError, UsageError
from nerkit.scorers import clusters
from nerkit.scorers.spans import matching
from nerkit.scorers.spans.aggregators import AGGREGATORS, CORPUS

MEASURES = [f"{name}::span" for name, one in AGGREGATORS.items() if one.scope == CORPUS and not one.of]
MORE = [
    *("muc::span+type", "b_cubed:is_linked:span", "mention_ceaf::span+kbid", "pairwise:is_nil:span"),
    *("b_cubed::docid", "entity_ceaf:is_first:span"),
]

span = st.builds(
    lambda document, start, eid, kind: Span(document, start, start + 2, eid, kind),
    st.sampled_from(["d1", "d2"]),
    st.integers(0, 5),
    st.sampled_from(["E1", "E2", "E3", "NIL1", None]),
    st.sampled_from(["PER", "ORG"]),
)
messy = st.lists(span, max_size=9)  # an item may be in several clusters
clean = st.lists(span, max_size=9, unique_by=lambda s: s[:3])


def two(side):
    """Gold and a system, of which some annotation has an id, without which there are no clusters."""
    return st.tuples(side, side).filter(
        lambda sides: not any(sides) or any(s.eid for side in sides for s in side)
    )


def evaluate(gold, system, *measures, **options):
    sides = ({}, {})
    for side, annotations in zip(sides, (gold, system), strict=True):
        for s in annotations:
            side.setdefault(s.document, []).append(
                {"start": s.start, "end": s.end, "id": s.eid, "label": s.type}
            )
    return nerkit.evaluate(*sides, task="spans", measures=measures, extra="spurious", **options)


def counts(row):
    return row.p_num, row.p_den, row.r_num, row.r_den


def grouped(annotations):
    """The annotations as they come out of a mapping from documents: those of a document together."""
    documents = dict.fromkeys(s.document for s in annotations)
    return [s for d in documents for s in annotations if s.document == d]


def test_of_spans_that_begin_together_the_longer_one_appears_first():
    """So the mention that is in both clusters is looked up in that of the shorter one, whose link agrees."""
    gold = [Span("d", 0, 3, "X", None), Span("d", 0, 9, "Y", None)]
    gold += [Span("d", 5, 6, eid, None) for eid in ("X", "Y")]
    for first, links in ((gold[0], 1), (gold[1], 0)):
        system = [first._replace(eid="Z"), Span("d", 5, 6, "Z", None)]
        (row,) = evaluate(gold, system, "muc::span").rows
        assert (row.p_num, row.p_den) == (links, 1)


@given(two(messy))
def test_every_cluster_measure_equals_its_slow_twin(sides):
    """Items in several clusters, on one side only, without id, and clusters across documents."""
    gold, system = map(grouped, sides)
    result = evaluate(gold, system, *MEASURES, *MORE)
    for measure in (*MEASURES, *MORE):
        assert counts(result[measure]) == pytest.approx(cluster_numbers(measure, gold, system), abs=1e-9), (
            measure
        )


@given(two(clean))
def test_rows_by_document_and_label_look_at_each_alone(sides):
    """Clusters are restricted to the document, and each side to its own labels."""
    gold, system = sides
    result = evaluate(gold, system, *MEASURES, by=["document", "label"])
    for measure in MEASURES:
        for document in {s.document for s in (*gold, *system)}:
            for label in {s.type for s in (*gold, *system)}:
                here = [
                    [s for s in side if (s.document, s.type) == (document, label)] for side in (gold, system)
                ]
                if any(here):  # a label that neither side of a document has is no row
                    assert counts(result[measure, label, document]) == pytest.approx(
                        cluster_numbers(measure, *here)
                    )


def chains(*groups):
    """Annotations of one document: each string is a cluster, each letter an item."""
    return [
        Span("d1", ord(item) * 2, ord(item) * 2 + 1, f"E{i}")
        for i, group in enumerate(groups)
        for item in group
    ]


def test_credits_do_not_apply_to_clusters():
    """A key with a weighted field is refused rather than compared for equality."""
    typed = [span._replace(type="A") for span in chains("AB")]
    with pytest.raises(UsageError, match="cluster measures give no credit for related types or ids"):
        evaluate(typed, typed, "muc::span+type", type_weights={("A", "B"): 0.5})


def test_results_of_shards_do_not_add():
    """An id may go on in another shard."""
    result = evaluate(chains("AB"), chains("AB"), "muc")
    with pytest.raises(nerkit.exceptions.NerkitError, match="computed over a whole corpus"):
        result + result


def sizes_of_best_matchings(gold, system):
    """How many spans are matched in best matchings, by shared positions, then by their share of the union."""
    sides = [sorted({s[:3] for s in side}) for side in (gold, system)]
    short, long = sorted(sides, key=len)

    def worth(pair):
        (_, start, end), (_, first, last) = pair
        shared = max(min(end, last) - max(start, first), 0)
        return shared, Fraction(shared, end - start + last - first - shared)

    found = {}
    for order in permutations(long, len(short)):
        worths = [worth(pair) for pair in zip(short, order, strict=True)]
        total = tuple(sum(column) for column in zip((0, 0), *worths, strict=True))
        found.setdefault(total, set()).add(sum(shared > 0 for shared, _ in worths))
    return found[max(found)]


wide = st.builds(
    lambda start, size, eid: Span("d1", start, start + size, eid, "PER"),
    st.integers(0, 6),
    st.integers(1, 5),
    st.sampled_from(["E1", "E2", "E3"]),
)


@given(
    st.lists(wide, max_size=5, unique_by=lambda s: s[:3]),
    st.lists(wide, max_size=5, unique_by=lambda s: s[:3]),
)
def test_matching_by_overlap_shares_most_positions(gold, system):
    """The number of items matched with each other is that of a best of all matchings by shared positions."""
    result = evaluate(gold, system, "mention_ceaf", match="overlap")
    same = evaluate(
        [s._replace(eid="E") for s in gold],
        [s._replace(eid="E") for s in system],
        "mention_ceaf",
        match="overlap",
    )
    assert same["mention_ceaf"].r_num in sizes_of_best_matchings(gold, system)
    assert result["mention_ceaf"].r_num <= same["mention_ceaf"].r_num


OVERLAPS = [  # gold spans, system spans, system spans that are matched
    ([(0, 10)], [(0, 10), (0, 20)], [(0, 10)]),  # the nearer in size of those that share as much
    ([(0, 4), (6, 9)], [(0, 9)], [(0, 9)]),
    ([(0, 4), (2, 6)], [(0, 4), (1, 3)], [(0, 4), (1, 3)]),
    ([(0, 4)], [(4, 8)], []),
]


@pytest.mark.parametrize(("gold", "system", "matched"), OVERLAPS)
def test_matching_by_overlap(gold, system, matched):
    """One to one, within the document and the rest of the key; spans that only touch do not match."""
    annotations = [[Span("d1", *place, "E1", "PER") for place in side] for side in (gold, system)]
    total = evaluate(*annotations, "mention_ceaf", match="overlap")["mention_ceaf"]
    assert counts(total) == (len(matched), len(system), len(matched), len(gold))


def test_of_equal_overlaps_the_larger_share_decides():
    """Both share two positions with the gold span; the one with fewer others is its partner."""
    gold = [Span("d1", 10, 14, "E1", "PER"), Span("d1", 20, 22, "E1", "PER")]
    system = [
        Span("d1", 7, 12, "F2", "PER"),
        Span("d1", 12, 15, "F1", "PER"),
        Span("d1", 20, 22, "F1", "PER"),
    ]
    assert evaluate(gold, system, "muc", match="overlap")["muc"].r_num == 1
    system[:2] = Span("d1", 7, 12, "F1", "PER"), Span("d1", 12, 15, "F2", "PER")
    assert evaluate(gold, system, "muc", match="overlap")["muc"].r_num == 0


def test_of_gold_spans_the_one_with_the_larger_share_is_the_partner():
    """Two positions of six and six, or of four and six: where the spans stand in the text does not matter."""
    gold = [Span("d1", 0, 6, "E1", "PER"), Span("d1", 8, 12, "E2", "PER"), Span("d1", 20, 22, "E2", "PER")]
    system = [Span("d1", 4, 10, "F1", "PER"), Span("d1", 20, 22, "F1", "PER")]
    assert evaluate(gold, system, "muc", match="overlap")["muc"].r_num == 1


def test_one_position_more_outweighs_any_share():
    """Ten of a hundred positions against nine of nine."""
    gold = [Span("d1", 10, 20, "E1", "PER"), Span("d1", 200, 202, "E1", "PER")]
    system = [
        Span("d1", 10, 110, "F1", "PER"),
        Span("d1", 11, 20, "F2", "PER"),
        Span("d1", 200, 202, "F1", "PER"),
    ]
    assert evaluate(gold, system, "muc", match="overlap")["muc"].r_num == 1


def test_matching_by_overlap_keeps_to_documents_and_types():
    """Only the span of a key is relaxed; measures that are not of clusters are not touched, which is said."""
    gold = [Span("d1", 0, 9, "E1", "PER"), Span("d1", 20, 29, "E1", "ORG")]
    system = [Span("d2", 0, 8, "E1", "PER"), Span("d1", 20, 28, "E1", "PER")]
    result = evaluate(gold, system, "mention_ceaf", "mention_ceaf::span+type", "sets::span", match="overlap")
    assert [row.r_num for row in result.rows] == [1, 0, 0]
    said = "match=… has no effect: no measure compares clusters of spans"
    assert said in evaluate(gold, system, "sets::span", match="overlap").warnings
    with pytest.raises(UsageError, match="unknown value of match"):
        evaluate(gold, system, "muc", match="nearest")


def test_too_many_pairs_of_clusters_are_an_error(monkeypatch):
    """Where spans have many ids on both sides; many spans with one id each make no such pairs."""
    monkeypatch.setattr(matching, "MOST_CLUSTER_PAIRS", 40)
    monkeypatch.setattr(clusters, "MOST_CLUSTER_PAIRS", 40)
    monkeypatch.setattr(clusters, "MEETINGS", 1)
    one_each = [Span("d1", 3 * at, 3 * at + 2, f"E{at % 5}", "PER") for at in range(100)]
    many = [Span("d1", 0, 2, f"E{at}", "PER") for at in range(20)]
    assert evaluate(one_each, one_each, "muc::span")
    assert evaluate([*one_each, *many], one_each, "muc::span")
    with pytest.raises(InputError, match="more than 40 pairs of clusters"):
        evaluate([*one_each, *many], many, "muc::span")
