"""Mentions with several ids: one mention, linked as another where their ids meet."""

import io
import itertools
import json

from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.io import Source
from nerkit.readers.spans import nif

NIF = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"
HEAD = f"@prefix nif: <{NIF}> .\n@prefix its: <http://www.w3.org/2005/11/its/rdf#> .\n"
TEXT = "Rome is far from Milan and Rome"
PLACES = ((0, 4), (17, 22), (27, 31))
WITH_IDS = ("strong_all_match", "strong_link_match", "weak_all_match", "bags::span+kbid")


def turtle(documents):
    """NIF of documents, each the ids of the mentions at PLACES."""
    lines = [HEAD]
    for number, mentions in enumerate(documents):
        context = f"<http://x/d{number}#char=0,{len(TEXT)}>"
        lines.append(f'{context} a nif:Context ; nif:isString "{TEXT}" .')
        for (start, end), ids in zip(PLACES, mentions, strict=False):
            links = " , ".join(
                f"<u:{one}>" if one else "<http://aksw.org/notInWiki/x>" for one in sorted(ids)
            )
            lines.append(
                f"<http://x/d{number}#char={start},{end}> a nif:Phrase ; nif:referenceContext {context} ; "
                f'nif:beginIndex "{start}" ; nif:endIndex "{end}" ; its:taIdentRef {links} .'
            )
    return "\n".join(lines) + "\n"


def read(documents):
    return nif.read([Source(io.BytesIO(turtle(documents).encode()), "x")])


def scored(gold, system, *measures, **options):
    result = nerkit.evaluate(read(gold), read(system), measures=measures, **options)
    return {row.measure: (row.p_num, row.p_den, row.r_den) for row in result.rows}


MENTIONS = st.lists(st.sets(st.integers(0, 4), min_size=1), min_size=3, max_size=3)


@given(st.lists(st.tuples(MENTIONS, MENTIONS), min_size=1, max_size=3))
def test_sets_that_meet_are_the_same_link(pairs):
    """Mentions of one place are right where their sets meet, or hold nothing but NIL, in all measures."""
    gold, system = [one for one, _ in pairs], [other for _, other in pairs]
    known = [[[ids - {0} for ids in mentions] for mentions in side] for side in (gold, system)]
    both = [(ours, theirs) for pair in zip(*known, strict=True) for ours, theirs in zip(*pair, strict=True)]
    right = sum(bool(ours & theirs) or not (ours or theirs) for ours, theirs in both)
    found = scored(gold, system, *WITH_IDS)
    for measure in ("strong_all_match", "weak_all_match", "bags::span+kbid"):
        assert found[measure] == (right, len(both), len(both))
    linked = sum(bool(ours & theirs) for ours, theirs in both)
    sides = [sum(bool(ids) for pair in both for ids in pair[i : i + 1]) for i in (1, 0)]
    assert found["strong_link_match"] == (linked, *sides)
    itself = scored(gold, gold, *WITH_IDS, "b_cubed_plus", "muc", "mention_ceaf_plus")
    assert all(right == of_system == of_gold for right, of_system, of_gold in itself.values())


def test_meeting_is_not_transitive(run, write):
    """{a, b} and {b} meet, {a, b} and {a} meet; {a} and {b} do not."""
    gold, system = write("g.ttl", turtle([[{1, 2}, {1}, {2}]])), write("s.ttl", turtle([[{2}, {2}, {1, 2}]]))
    done = run("spans", "-g", gold, f"s={system}", "-m", "strong_all_match", "-f", "json")
    assert [json.loads(done.out)["rows"][0][name] for name in ("p_num", "p_den", "r_den")] == [2, 3, 3]
    listed = run("errors", "-g", gold, f"s={system}", "-f", "json")
    assert [each["class"] for each in json.loads(listed.out)["rows"]] == ["link value"]
    agreed = run("agree", gold, system, "-m", "strong_all_match", "-f", "json")
    assert round(json.loads(agreed.out)["rows"][0]["value"], 3) == 0.667


def test_credits_are_those_of_the_best_ids():
    """A set has the credit that any of its ids has."""
    found = scored([[{1, 2}, {3}]], [[{4}, {4}]], "strong_all_match", id_weights={("u:1", "u:4"): 0.5})
    assert found["strong_all_match"] == (0.5, 2, 2)


def test_in_shards_the_numbers_are_the_same(run, write):
    """Measures of documents, and those of clusters over all of them."""
    sets = list(itertools.islice(itertools.cycle([{1, 2}, {2}, {3, 4}, {1}, {4}]), 900))
    sides = [[sets[i : i + 3] for i in range(at, 896, 3)] for at in (0, 1)]
    gold, system = (write(f"{name}.ttl", turtle(side[:250])) for name, side in zip("gs", sides, strict=True))
    asked = ("spans", "-g", gold, f"s={system}", "-m", "strong_all_match", "-m", "b_cubed_plus", "-m", "muc")
    whole = run(*asked, "-f", "json")
    assert (
        json.loads(run(*asked, "-f", "json", "--shard-size", "8kB").out)["rows"]
        == json.loads(whole.out)["rows"]
    )


def test_references_of_brat_are_the_ids_of_their_span(run, write):
    """In whatever order: any of them is right."""
    span = "T1\tPER 0 4\tRome\n"
    gold = write("g.ann", f"{span}N1\tReference T1 W:1\tRome\nN2\tReference T1 G:2\tRome\n")
    for eid, right in (("G:2", 1), ("W:1", 1), ("W:2", 0)):
        system = write("s.ann", f"{span}N1\tReference T1 {eid}\tRome\n")
        done = run("spans", "-g", gold, f"s={system}", "-m", "strong_all_match", "-f", "json")
        assert json.loads(done.out)["rows"][0]["f1"] == right
