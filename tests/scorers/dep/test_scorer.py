"""Dependency trees: a slow twin, what adds up, differences from the scripts."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow_dep import conllu, scores

import nerkit
from nerkit.exceptions import InputError, UsageError
from nerkit.scorers.dep import alignment
from nerkit.scorers.dep.scorer import TASK

MEASURES = [measure.name for measure in TASK.measures]
SEGMENTS = ("Tokens", "Sentences")

paths = st.sampled_from(["a", "a:x", "b", "a>b:y"])


@st.composite
def trees(draw, text, *, multiword=True, lemmas="lm_"):
    """A side over these characters: cut anywhere, with any trees.

    With multiword tokens of one to three words.
    """
    cuts = sorted(draw(st.sets(st.integers(1, len(text) - 1), max_size=len(text)))) if len(text) > 1 else []
    tokens = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    breaks = sorted(draw(st.sets(st.integers(1, len(tokens) - 1), max_size=2))) if len(tokens) > 1 else []
    sides = []
    for a, b in zip([0, *breaks], [*breaks, len(tokens)], strict=True):
        shapes = [
            draw(st.lists(st.sampled_from(["a", "b", "A", token]), min_size=1, max_size=3))
            if multiword and draw(st.booleans()) and draw(st.booleans())
            else [None]
            for token in tokens[a:b]
        ]
        count = sum(map(len, shapes))
        order = draw(st.permutations(range(1, count + 1)))
        heads = {order[0]: 0} | {order[i]: order[draw(st.integers(0, i - 1))] for i in range(1, count)}
        number, sentence = 0, []
        for token, forms in zip(tokens[a:b], shapes, strict=True):
            words = []
            for form in forms:
                number += 1
                words.append(draw(word(form, heads[number], count, lemmas)))
            sentence.append((token, words))
        sides.append(sentence)
    return sides


def word(form, head, count, lemmas):
    return st.fixed_dictionaries(
        {
            "form": st.just(form),
            "lemma": st.sampled_from(lemmas),
            "upos": st.sampled_from("NV"),
            "xpos": st.sampled_from("nv"),
            "feats": st.sampled_from(["_", "Number=Sing", "Case=Nom|Number=Sing", "Number=Sing|Typo=Yes"]),
            "head": st.just(head),
            "deprel": st.sampled_from(["nsubj", "nsubj:pass", "det", "case", "punct"])
            if head
            else st.just("root"),
            "deps": st.lists(st.tuples(st.integers(0, count), paths), max_size=3),
        }
    )


texts = st.text("ab", min_size=1, max_size=8)
pair = texts.flatmap(lambda text: st.tuples(trees(text), trees(text)))
plain_pair = texts.flatmap(
    lambda text: st.tuples(*(trees(text, multiword=False, lemmas="lm") for _ in range(2)))
)


def evaluate(gold, system, *names, **options):
    """Score two texts."""
    sides = [io.StringIO(side) for side in (gold, system)]
    return nerkit.evaluate(*sides, task="dep", form="conllu", measures=names or ("all",), **options)


def numbers(row):
    return row.p_num, row.p_den, row.r_num, row.r_den


@given(pair, st.booleans())
def test_every_measure_equals_its_slow_twin(sides, product):
    """Counts of all measures over any two trees of the same characters.

    Multiword tokens of both sides may cross each other.
    """
    result = evaluate(*map(conllu, sides), elas="udtools" if product else "multiset")
    for measure, (correct, system, gold, aligned) in scores(*sides, product=product).items():
        row = result[measure]
        assert numbers(row) == (correct, system, correct, gold), measure
        assert row.extra == {"aligned": aligned}, measure


@given(plain_pair)
def test_labels_and_sentences_add_up(sides):
    """Denominators are sums over labels, and over the sentences of gold.

    What is correct under a label has it on both sides.
    """
    gold, system = map(conllu, sides)
    names = [name for name in MEASURES if name not in SEGMENTS]
    result = evaluate(gold, system, *names, by=["label", "sentence"])
    for name in names:
        rows = [row for row in result.rows if row.measure == name]
        for kind in ("label", "sentence"):
            cut = [row for row in rows if len(row.cut[1]) == 1 and row.cut[1][0][0] == kind]
            total = [sum(column) for column in zip(*map(numbers, cut), strict=True)]
            assert (total[1], total[3]) == numbers(result[name])[1::2]
            if kind == "sentence" or name in ("LA", "LAS", "CLAS"):
                assert total[0] == result[name].p_num


def test_a_chain_of_any_length():
    """Fifteen hundred words, each the head of the next (udtools: RecursionError)."""
    lines = [f"{i}\tw\tw\tX\t_\t_\t{i - 1}\t{'dep' if i > 1 else 'root'}\t_\t_\n" for i in range(1, 1501)]
    text = "".join(lines) + "\n"
    assert numbers(evaluate(text, text, "LAS").head) == (1500,) * 4


def row_of(number, form, head, label, *, upos="X"):
    return f"{number}\t{form}\t_\t{upos}\t_\t_\t{head}\t{label}\t_\t_\n"


def test_subtypes():
    """Dropped in CoNLL-U, unless they are to be kept; CLAS looks at the label without subtype in any case."""
    gold = row_of(1, "a", 0, "root") + row_of(2, "b", 1, "nsubj:pass") + "\n"
    system = gold.replace(":pass", ":outer")
    assert evaluate(gold, system, "LAS").f1 == 1
    assert evaluate(gold, system, "LAS", subtypes="keep").f1 == 0.5
    assert numbers(evaluate(gold, system, "CLAS", subtypes="keep").head) == (1, 2, 1, 2)


def test_punctuation():
    """Words of nothing but characters of the categories P* are left out; $ is a symbol (Sc), and counts."""
    gold = (
        "".join(
            row_of(i, form, max(i - 1, 0), "dep") for i, form in enumerate(["a", "...", "$", "-)", "x."], 1)
        )
        + "\n"
    )
    assert numbers(evaluate(gold, gold, "UAS", punctuation="ignore").head) == (3, 3, 3, 3)
    assert numbers(evaluate(gold, gold, "UAS").head) == (5, 5, 5, 5)


def test_labels_are_selected_and_renamed():
    """On both sides: words of other labels do not count, and are still heads."""
    gold = row_of(1, "a", 0, "root") + row_of(2, "b", 1, "obj") + row_of(3, "c", 2, "det") + "\n"
    system = gold.replace("obj", "iobj")
    assert numbers(evaluate(gold, system, "LAS", labels=["obj", "det"]).head) == (1, 1, 1, 2)
    assert numbers(evaluate(gold, system, "LAS", labels=["obj"], label_map={"iobj": "obj"}).head) == (
        1,
        1,
        1,
        1,
    )
    assert numbers(evaluate(gold, system, "UAS", only=["label=det"]).head) == (1, 1, 1, 1)
    assert numbers(evaluate(gold, system, "UAS", only=["upos=Y"]).head) == (0, 0, 0, 0)
    with pytest.raises(UsageError, match="unknown field 'feat'"):
        evaluate(gold, system, only=["feat=x"])
    assert (
        "label 'objj' occurs on neither side; did you mean 'obj'?"
        in evaluate(gold, system, labels=["objj"]).warnings
    )


def test_invalid_sentences_are_left_out_on_both_sides():
    """Those of the system with all of gold that shares characters with them, for every system alike.

    Both are counted.
    """
    good = row_of(1, "a", 0, "root") + row_of(2, "b", 1, "dep") + "\n"
    cycle = row_of(1, "a", 2, "dep") + row_of(2, "b", 1, "dep") + "\n"
    joined = "".join(row_of(i, form, i - 1, "dep") for i, form in enumerate("abab", 1)) + "\n"
    result = evaluate(good * 3, cycle + joined, "UAS", "Sentences", skip_invalid=True)
    assert numbers(result["UAS"]) == (3, 4, 3, 4)
    assert numbers(result["Sentences"]) == (0, 1, 0, 2)
    said = "nerkit left out 1 sentence of the gold file, because the sentence is invalid on one side or both"
    assert result.warnings[0] == said
    assert result.warnings[1].endswith(
        ": 1 invalid sentence, left out on both sides (line 1: a cycle: the head of this word depends on it)"
    )
    chained = evaluate(joined + good, good + joined.replace("\t1\tdep", "\t3\tdep"), "UAS", skip_invalid=True)
    assert numbers(chained.head) == (0, 0, 0, 0)
    with pytest.raises(InputError, match="a cycle"):
        evaluate(good, cycle)


def test_invalid_sentences_of_conllx():
    """They are left out with the sentence of the same place, whatever its words."""
    text = "1 a _ N NN _ 0 ROOT\n2 b _ N NN _ 1 A\n\n"
    sides = [
        io.StringIO(side) for side in (text * 2, text.replace(" 1 A", " 3 A").replace(" b ", " long ") + text)
    ]
    result = nerkit.evaluate(*sides, task="dep", form="conllx", skip_invalid=True)
    assert numbers(result.head) == (2, 2, 2, 2)


def test_several_roots():
    """An error, unless they are okay."""
    text = row_of(1, "a", 0, "root") + row_of(2, "b", 0, "root") + "\n"
    with pytest.raises(InputError, match="a second root"):
        evaluate(text, text)
    assert evaluate(text, text, multiple_roots_okay=True).f1 == 1


def test_texts_that_differ():
    """Both places, with the tokens around; NFC and NFD are different characters."""
    gold = row_of(1, "caf\u00e9", 0, "root") + "\n"
    system = row_of(1, "cafe\u0301", 0, "root") + "\n"
    with pytest.raises(InputError, match=r"gold at .*: \[caf\u00e9\]; system at ") as error:
        evaluate(gold, system)
    assert error.value.line == 1
    assert error.value.remedy == "the texts differ only in their Unicode normalisation; convert both to NFC"
    with pytest.raises(InputError, match=r"system the text ends at"):
        evaluate(gold + gold, gold)


def test_conllx_is_compared_by_position():
    """Forms that differ are warned of, sentences of different lengths an error.

    Labels are compared in full.
    """

    def score(gold, system, **options):
        return nerkit.evaluate(io.StringIO(gold), io.StringIO(system), task="dep", form="conllx", **options)

    text = "1 a _ N NN _ 0 ROOT\n2 b _ N NN _ 1 A:x\n"
    result = score(text, text.replace(" b ", " c ").replace(":x", ":y"))
    assert (result["UAS"].f1, result["LAS"].f1) == (1, 0.5)
    assert (
        "1 word has another form in the system, the first at <stream>:2 and <stream>:2" in result.warnings[0]
    )
    with pytest.raises(
        InputError, match=r"sentence 1 has another number of words: gold .* \(2 words\), system .* \(1 word\)"
    ):
        score(text, "1 a _ N NN _ 0 ROOT\n")
    with pytest.raises(
        InputError, match=r"sentence 2 has another number of words: gold <stream>:4 .* system none after"
    ):
        score(text + "\n" + text, text)


def test_mixed_formats_are_aligned_by_characters():
    """CoNLL-X on one side only has characters, too."""
    gold = row_of(1, "a", 0, "root") + row_of(2, "bc", 1, "dep") + "\n"
    system = "1 ab _ N N _ 0 root _ _\n2 c _ N N _ 1 dep _ _\n"
    result = nerkit.evaluate(io.StringIO(gold), io.StringIO(system), task="dep", measures=["Words"])
    assert numbers(result.head) == (0, 2, 0, 2)


def test_units_of_statistics():
    """Sentences of gold where there is one document.

    A system word is of the one in which its characters begin.
    """
    one = row_of(1, "a", 0, "root") + row_of(2, "b", 1, "dep") + "\n"
    joined = "".join(row_of(i, form, i - 1, "dep") for i, form in enumerate("abab", 1)) + "\n"
    result = evaluate(one * 2, joined, "UAS")
    name, counts = result.scored.units
    (found,) = counts.values()
    assert (name, found.documents) == ("sentence", ["1", "2"])
    assert found.by_document("UAS", [()])[:, 0, :4].tolist() == [[2, 2, 2, 2], [1, 2, 1, 2]]
    named = "# newdoc id = a\n" + one + "# newdoc id = b\n" + one
    assert evaluate(named, named).scored.units is None


def test_sides_that_do_not_mark_documents():
    """A side without `# newdoc` is compared as one document."""
    one = row_of(1, "a", 0, "root") + "\n"
    result = evaluate("# newdoc id = a\n" + one + "# newdoc id = b\n" + one, one * 2)
    assert (result.f1, result.head.r_den) == (1, 2)
    assert any("does not mark documents" in warning for warning in result.warnings)


@pytest.mark.parametrize(
    ("gold_marks", "system_marks"),
    [
        ((" id = a", " id = b", None), (" id = x", " id = y", None)),  # other ids
        ((" id = a", " id = b", None), (" id = a", None, None)),  # a document less
        ((" id = a", None, None), (" id = a", " id = b", " id = c")),  # more documents
        ((" id = a", " id = b", None), (" id = a", None, " id = b")),  # other borders
        ((" id = a", " id = b", None), (" id = b", " id = a", None)),  # ids that changed places
        ((" id = a", " id = b", None), ("", None, "")),  # ids on one side alone
    ],
)
def test_documents_that_are_marked_differently_in_the_same_text(gold_marks, system_marks):
    """They are compared as one document, with a note, on either side, in both formats.

    So the score is that of the same trees without marks, not that of documents without partners.
    """
    rows = [row_of(1, form, 0, "root") + "\n" for form in ("a", "bb", "c")]

    def marked(marks):
        lines = (f"# newdoc{mark}\n" if mark is not None else "" for mark in marks)
        return "".join(line + row for line, row in zip(lines, rows, strict=True))

    for gold, system in ((gold_marks, system_marks), (system_marks, gold_marks)):
        for form in ("conllu", "conllx"):
            sides = [io.StringIO(marked(marks)) for marks in (gold, system)]
            result = nerkit.evaluate(*sides, task="dep", form=form, measures=["LAS"])
            assert numbers(result["LAS"]) == (3, 3, 3, 3)
            assert any("compares each side as one document" in warning for warning in result.warnings)


def test_what_makes_no_sense():
    """Tokens have no labels; unknown fields, measures and values are named."""
    one = row_of(1, "a", 0, "root") + "\n"
    for options, said in (
        ({"measures": ["Tokens"], "by": ["label"]}, "Tokens: these units have no labels"),
        ({"by": ["feats"]}, "unknown field 'feats'"),
        ({"measures": ["LASS"]}, "did you mean 'LAS'"),
        ({"elas": "iwpt"}, "unknown value of elas 'iwpt'"),
        ({"subtypes": "some"}, "unknown value of subtypes"),
    ):
        with pytest.raises(UsageError, match=said):
            nerkit.evaluate(io.StringIO(one), io.StringIO(one), task="dep", **options)
    with pytest.raises(InputError, match="'nsubj' is not an edge of an enhanced graph"):
        evaluate(one.replace("\t_\t_\n", "\tnsubj\t_\n"), one, "ELAS")
    with pytest.raises(InputError, match="the head 5 of an enhanced edge is not in the sentence"):
        evaluate(one.replace("\t_\t_\n", "\t5:nsubj\t_\n"), one, "ELAS")


def one_token(count, first):
    """A sentence of one multiword token whose words begin with another form on either side."""
    forms = [first, *(f"w{number % 7}" for number in range(1, count))]
    rows = [row_of(place + 1, form, place, "dep" if place else "root") for place, form in enumerate(forms)]
    return f"1-{count}\tabc" + "\t_" * 8 + "\n" + "".join(rows) + "\n"


def test_one_multiword_token_of_too_many_words_is_refused(monkeypatch):
    """The product of the words that differ is limited; those that both sides begin with do not count."""
    monkeypatch.setattr(alignment, "MOST_CELLS", 400)
    assert evaluate(one_token(20, "a"), one_token(20, "b"))["Words"].f1 == pytest.approx(19 / 20)
    assert evaluate(one_token(900, "a"), one_token(900, "a"))["Words"].f1 == 1
    with pytest.raises(UsageError, match=r"21 gold and 21 system words; .* must be at most 400"):
        evaluate(one_token(21, "a"), one_token(21, "b"))


def test_a_missing_document_is_empty():
    """It counts for the recall, and its characters are not compared."""
    one = row_of(1, "a", 0, "root") + "\n"
    result = evaluate(
        "# newdoc id = a\n" + one + "# newdoc id = b\n" + one, "# newdoc id = b\n" + one, "UAS", "Tokens"
    )
    assert numbers(result["UAS"]) == numbers(result["Tokens"]) == (1, 1, 1, 2)
