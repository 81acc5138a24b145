"""Coreference: against a slow twin in fractions, its special cases, its options."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow_coref import FORMULAS, numbers, scores

import nerkit
from nerkit.exceptions import InputError, NerkitError, UsageError

COMBINED = ("blanc", "conll")

mention = st.builds(lambda start, size: (start, start + size), st.integers(0, 8), st.integers(1, 2))
partition = st.lists(
    st.tuples(mention, st.integers(0, 3)), max_size=8, unique_by=lambda pair: pair[0]
)  # mentions with the number of their entity


def entities(pairs):
    """The clusters of a document: lists of mentions."""
    clusters = {}
    for place, entity in pairs:
        clusters.setdefault(entity, []).append(place)
    return list(clusters.values())


side = st.fixed_dictionaries({"d1": partition, "d2": partition}).map(
    lambda documents: {name: entities(pairs) for name, pairs in documents.items()}
)


def evaluate(gold, system, *measures, **options):
    return nerkit.evaluate(gold, system, task="coref", measures=measures or ("all",), **options)


def counts(row):
    return row.p_num, row.p_den, row.r_num, row.r_den


def sets(given):
    return {name: [set(cluster) for cluster in clusters] for name, clusters in given.items()}


@given(side, side)
def test_every_measure_equals_its_slow_twin(gold, system):
    """Pooled and by document: the four numbers, and the scores of composite measures, in fractions."""
    result = evaluate(gold, system, by="document")
    for where in ("*", "d1", "d2"):
        plain = [{d: c for d, c in sets(given).items() if where in ("*", d)} for given in (gold, system)]
        for measure in FORMULAS:
            wanted = [float(number) for number in numbers(measure, *plain)]
            assert list(counts(result[measure, "*", where])) == pytest.approx(wanted, rel=1e-15), measure
        for measure in COMBINED:
            row = result[measure, "*", where]
            computed = (row.precision, row.recall, row.f1)
            assert computed == pytest.approx([float(n) for n in scores(measure, *plain)]), measure
    luo = evaluate(gold, system, "blanc", blanc="luo2014")["blanc"]
    assert luo.f1 == pytest.approx(float(scores("blanc", sets(gold), sets(system), "luo2014")[2]))


def letters(*groups):
    """One document: each string is an entity, each letter a mention."""
    return {"d": [[(ord(letter), ord(letter) + 1) for letter in group] for group in groups]}


def test_repeated_mentions():
    """The first of the same words counts, on both sides; an entity left empty vanishes.

    `all` keeps them, `error` refuses.
    """
    twice = {"d": [[(0, 1), (2, 3)], [(2, 3)], [(5, 6), (0, 1)]]}
    result = evaluate(twice, twice, "mentions", "ceaf_e", "conll")
    assert counts(result["mentions"]) == (3, 3, 3, 3)
    assert counts(result["ceaf_e"]) == (2, 2, 2, 2)
    assert [row.f1 for row in result.rows] == [1, 1, 1]
    warning = "2 mentions with the words of an earlier mention, not counted, which leaves 1 entity empty"
    assert [f"{name}: {warning} (the first: mention 3)" for name in ("gold", "system")] == list(
        result.warnings
    )
    assert counts(evaluate(twice, twice, "mentions", mentions="all")["mentions"]) == (5, 5, 5, 5)
    with pytest.raises(
        InputError, match=r"2 mentions with the words of an earlier mention .* the first of entity '2'"
    ):
        evaluate(twice, twice, mentions="error")


def test_the_entity_that_begins_first_keeps_a_repeated_mention(run, write):
    """As in scorer.pl: entities by their first brackets, whichever closes first."""
    rows = ["(1", "1)", "(2)", "(2)|(1)", "-"]
    path = write("a.conll", conll(rows))
    without_repeats = write("b.conll", conll(["(1", "1)", "(2)", "(1)", "-"]))
    done = run("coref", "-g", without_repeats, path, "-m", "ceaf_m", "-f", "tsv")
    assert done.out.splitlines()[1].split("\t")[4] == "1.0"
    assert "b.conll" not in done.err
    assert "a.conll:5)" in done.err


def conll(cells, name="(x); part 000"):
    words = "".join(f"x\t0\t{i}\tw{i}\t{cell}\n" for i, cell in enumerate(cells))
    return f"#begin document {name}\n{words}\n#end document\n"


def test_singletons_are_dropped_on_each_side_before_matching():
    """A mention that is alone on one side only is missed, not ignored."""
    gold, system = letters("ab", "c"), letters("a", "b", "cd")
    with_singletons, without_singletons = (
        evaluate(gold, system, "mentions", singletons=how) for how in ("keep", "drop")
    )
    assert counts(with_singletons["mentions"]) == (3, 4, 3, 3)
    assert counts(without_singletons["mentions"]) == (0, 2, 0, 2)


def test_different_numbers_of_words_are_an_error_that_names_both_lines(run, write):
    """At the first word that differs."""
    gold = write("gold.conll", conll(["(1)", "-", "-", "(1)"]))
    system = write("system.conll", conll(["(1)", "-", "(1)"]))
    done = run("coref", "-g", gold, system)
    assert (done.code, done.out) == (2, "")
    assert f"{system}:4: document '(x); part 000' has 3 words, the gold document 4" in done.err
    assert f"{gold}:4" in done.err


def test_other_words_are_one_warning(run, write):
    """With their number and the first pair of lines."""
    gold = write("gold.conll", conll(["(1)", "-", "(1)"]))
    system = write("system.conll", conll(["(1)", "-", "(1)"]).replace("w1", "v1").replace("w2", "v2"))
    done = run("coref", "-g", gold, system, "-m", "muc", "-b")
    assert (done.code, done.out) == (0, "1.0\n")
    assert f"2 words differ between the sides (the first: 'w1', {gold}:3, and 'v1', {system}:3)" in done.err


TSV = "a\t0\t2\tE1\t1\tX\na\t5\t7\tE2\t1\tX\nb\t0\t2\tE1\t1\tX\nb\t4\t6\tE2\t1\tX\n"


def test_entities_of_span_tsv_go_through_the_corpus(run, write):
    """Pooled rows look at the corpus as a whole, as neleval.

    Rows of documents, if asked for, at each alone.
    """
    gold = write("gold.tsv", TSV)
    system = write("system.tsv", TSV.replace("b\t0\t2\tE1", "b\t0\t2\tE3"))
    result = nerkit.evaluate(str(gold), str(system), task="coref", measures=["all"], by="document")
    assert counts(result["muc"]) == (1, 1, 1, 2)
    assert counts(result["muc", "*", "b"]) == (0, 0, 0, 0)
    assert counts(result["pairwise_negative"]) == (4, 5, 4, 4)
    assert counts(result["pairwise_negative", "*", "a"]) == (1, 1, 1, 1)
    assert counts(result["mentions"]) == (4, 4, 4, 4)
    both = ("muc", "b_cubed", "mention_ceaf", "entity_ceaf", "pairwise", "lea", "blanc", "conll")
    spans = nerkit.evaluate(str(gold), str(system), task="spans", measures=both)
    for name in both:
        same = {"mention_ceaf": "ceaf_m", "entity_ceaf": "ceaf_e"}.get(name, name)
        assert spans[name].f1 == result[same].f1
    with pytest.raises(NerkitError, match="computed over a whole corpus"):
        result + result


def test_peers_names_are_rows_as_typed():
    """`bcub`, `ceafm` and `ceafe` are what scorer.pl calls them; unknown names name the nearest."""
    result = evaluate(letters("ab"), letters("ab"), "bcub", "ceafm", "ceafe", "b_cubed")
    assert [row.measure for row in result.rows] == ["bcub", "ceafm", "ceafe", "b_cubed"]
    with pytest.raises(UsageError, match="did you mean 'ceafe'"):
        evaluate(letters("ab"), letters("ab"), "ceaf-e")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"by": "label"}, "entities have no label"),
        ({"labels": "PER"}, "entities have no labels"),
        ({"only": "type=PER"}, "entities have no labels"),
        ({"match": "fuzzy"}, "unknown value of match 'fuzzy'"),
        ({"blanc": "x"}, "unknown value of blanc"),
        ({"mentions": "x"}, "unknown value of mentions"),
        ({"singletons": "x"}, "unknown value of singletons"),
        ({"match": "head"}, "needs the head word"),
        ({"preset": "corefudd"}, "did you mean 'corefud'"),
    ],
)
def test_what_makes_no_sense_is_refused(options, said):
    """With a message that says what there is instead."""
    with pytest.raises(UsageError, match=said):
        evaluate(letters("ab"), letters("ab"), "muc", **options)


def test_averages_are_over_documents():
    """--macro without --by has rows for documents, none for labels; --only keeps documents on both sides."""
    gold = {**letters("ab"), "e": letters("cd")["d"]}
    system = {**letters("ab"), "e": letters("c", "d")["d"]}
    result = evaluate(gold, system, "muc", "conll", macro=True)
    assert {(row.document, row.label) for row in result.rows} == {
        (name, "*") for name in ("macro", "micro", "weighted", "*")
    }
    assert result["muc", "*", "macro"].f1 == 0.5
    assert counts(evaluate(gold, system, "muc", only="document=e")["muc"]) == (0, 0, 0, 1)


def test_nulls():
    """MUC of entities of one mention is 0/0: null with --empty null, and left out of the CoNLL average."""
    alone = letters("a", "b")
    result = evaluate(alone, alone, "muc", "conll", empty="null")
    assert (result["muc"].f1, result["conll"].f1) == (None, 1.0)
