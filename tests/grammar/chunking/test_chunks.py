"""Chunks by the lecture's rule, by CoNLL-2000's, and by rules over tags."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow_cky import chunked

from nerkit.corpora.schemes import scheme
from nerkit.exceptions import InputError
from nerkit.grammar.chunking import conll2000, heads, rules
from nerkit.grammar.chunking.chunked import Chunk, ChunkedSentence, as_tagged, features, tree
from nerkit.grammar.chunking.phrases import phrase_trees
from nerkit.io import Source
from nerkit.readers.tags.spelling import spelt
from nerkit.readers.trees import ptb

FLIGHT = (
    "(S (NP (NP (DT The) (NN morning) (NN flight)) (PP (IN from) (NP (NNP Denver)))) "
    "(VP (VBZ has) (VP (VBN arrived))))"
)


def trees(text):
    """The sentences of a text."""
    source = Source(io.BytesIO(text.encode()), "x")
    return list(phrase_trees(ptb.READER.read([source])))


def shown(found, words):
    """The chunks as the lecture prints them."""
    texts = list(words)
    for chunk in found:
        texts[chunk.start] = f"[{chunk.type} {texts[chunk.start]}"
        texts[chunk.end - 1] += "]"
    return " ".join(texts)


@pytest.mark.parametrize("rule", [heads.chunks, conll2000.chunks])
def test_the_lecture(rule):
    """Both rules give the slide's chunks."""
    (sentence,) = trees(FLIGHT)
    assert shown(rule(sentence), sentence.words) == (
        "[NP The morning flight] [PP from] [NP Denver] [VP has arrived]"
    )


@pytest.mark.parametrize(
    ("text", "by_head", "by_conll"),
    [
        (
            "(NP (NP (DT the) (NN company) (POS 's)) (NN profit))",
            "[NP the company 's] [NP profit]",
            "[NP the company] [NP 's profit]",
        ),
        (
            "(VP (VBN expected) (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB take) (NP (NN part))))))",
            "[VP expected] [VP to take] [NP part]",
            "[VP expected to take] [NP part]",
        ),
        (
            "(VP (VBP make) (S (NP-SBJ (PRP them)) (ADJP-PRD (JJ fearful))))",
            "[VP make] [NP them] [ADJP fearful]",
            "[VP make] [NP them] [ADJP fearful]",
        ),
        (
            "(NP (DT a) (ADJP (RB very) (JJ low)) (NN budget))",
            "[NP a very low budget]",
            "[NP a very low budget]",
        ),
        (
            "(S (NP (PRP he)) (VP (ADVP (RB hardly)) (VBD slept) (ADVP (RB well))) (. .))",
            "[NP he] [VP hardly slept] [ADVP well] .",
            "[NP he] [VP hardly slept] [ADVP well] .",
        ),
        (
            "(S (NP (PRP he)) (VP (VBD was) (ADVP (RB basically)) (VP (VBN hauled) (PRT (RP in)))))",
            "[NP he] [VP was basically hauled] [PRT in]",
            "[NP he] [VP was basically hauled] [PRT in]",
        ),
        (
            "(SBARQ (WHNP (WP What)) (SQ (VBZ is) (NP (DT the) (NN problem))) (. ?))",
            "[NP What] is [NP the problem] ?",
            "[NP What] is [NP the problem] ?",
        ),
        ("(NP (QP (CD 68) (CC and) (CD 70)) (NNS years))", "[NP 68 and 70 years]", "[NP 68 and 70 years]"),
        ("(NP (NN tea) (CC or) (NN milk))", "[NP tea or milk]", "[NP tea or milk]"),
        ("( (NN x) )", "x", "x"),
        ("(NP (-NONE- *))", "", ""),
    ],
)
def test_by_hand(text, by_head, by_conll):
    """Where the rules agree, and where they do not."""
    (sentence,) = trees(text)
    assert shown(heads.chunks(sentence), sentence.words) == by_head
    assert shown(conll2000.chunks(sentence), sentence.words) == by_conll


def test_deep_trees_are_no_matter():
    """Nothing calls itself."""
    (sentence,) = trees("(NP " * 3000 + "(NN x)" + ")" * 3000)
    assert heads.chunks(sentence) == conll2000.chunks(sentence) == [Chunk("NP", 0, 1)]


def test_a_head_table_of_ones_own(write):
    """By which the first noun is the head."""
    table = heads.read_table(str(write("heads", "# mine\nNP l NN\nPP l IN\n")))
    (sentence,) = trees("(NP (DT the) (NN morning) (NN flight))")
    assert heads.chunks(sentence, table) == [Chunk("NP", 0, 2)]


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("NP NN", "heads:1:4", "the category has no l or r after it"),
        ("NP", "heads:1:3", "the category has no l or r after it"),
        ("NP l NN\nNP r NN", "heads:2:1", "the file has a second line for NP"),
        ("\n", "heads", "the file has no head rules"),
    ],
)
def test_bad_head_tables(write, monkeypatch, tmp_path, text, place, problem):  # noqa: PLR0917
    """With the place."""
    write("heads", text)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError) as caught:
        heads.read_table("heads")
    assert (caught.value.place, caught.value.problem) == (place, problem)


@pytest.fixture
def cascade(write):
    """What a file of rules makes of tags."""
    return lambda text: rules.read(str(write("x.rules", text)))


@pytest.mark.parametrize(
    ("text", "tags", "expected"),
    [
        ("NP: {<DT>?<NN.*>+}", "DT NN NNS VB NN", [("NP", 0, 3), ("NP", 4, 5)]),
        ("NP: {<.*>+}\n}<VB>+{", "DT NN VB VB NN", [("NP", 0, 2), ("NP", 4, 5)]),
        ("NP: {<NN>}\n<NN>{}<NN>", "NN NN NN", [("NP", 0, 3)]),
        ("NP: {<.*>+}\n<NN>}{<DT>", "DT NN DT NN", [("NP", 0, 2), ("NP", 2, 4)]),
        ("NP: <NN>}{<DT>\n{<DT><NN>}", "DT NN DT NN", [("NP", 0, 2), ("NP", 2, 4)]),
        ("NP: <DT>{<NN>}<VB>", "DT NN VB NN", [("NP", 1, 2)]),
        ("NP: {<NN>{2}}", "NN NN NN", [("NP", 0, 2)]),
        ("NP: {<NN>$}", "NN NN", [("NP", 1, 2)]),
        ("NP: {^<NN>}", "NN NN", [("NP", 0, 1)]),
        ("NP: {<PRP\\$><NN>}", "PRP$ NN PRP NN", [("NP", 0, 2)]),
        ("NP: { <DT | JJ> <NN> }  # nouns", "JJ NN", [("NP", 0, 2)]),
        ("NP: {<XX>*}", "NN", []),
        ("NP: {<NN>}\nPP: {<IN><NP>}", "IN NN", [("PP", 0, 2), ("NP", 1, 2)]),
        (
            "NP: {<NN>|<NP><PP>}\nPP: {<IN><NP>}\nloop 2",
            "NN IN NN",
            [("NP", 0, 3), ("NP", 0, 1), ("PP", 1, 3), ("NP", 2, 3)],
        ),
    ],
)
def test_rules_by_hand(cascade, text, tags, expected):
    """Each kind of rule, and stages that see the chunks of those before."""
    found = cascade(text).chunks(tags.split())
    assert [(one.type, one.start, one.end) for one in found] == expected


MISSING = "missing ), unterminated subpattern"
TAGS = st.lists(st.sampled_from(["DT", "JJ", "NN", "VB"]), max_size=8)
PATTERNS = st.lists(
    st.tuples(
        st.sampled_from(["<DT>", "<NN.*>", "<DT|JJ>", "<.*>", "<(NN|VB)>"]),
        st.sampled_from(["", "?", "*", "+"]),
    ),
    min_size=1,
    max_size=3,
).map(lambda parts: "".join(tag + times for tag, times in parts))


@given(st.lists(st.tuples(st.sampled_from(["{P}", "}P{"]), PATTERNS), min_size=1, max_size=3), TAGS)
def test_chunk_and_chink_against_text_with_brackets(listed, tags):
    """A pattern tried place by place over <DT><NN>, chunk by chunk."""
    patterns = tuple(
        rules.ChunkRule(kind, (rules.TagPattern(pattern),), line)
        for line, (kind, pattern) in enumerate(listed)
    )
    found = rules.Cascade((rules.CascadeStage("X", patterns),)).chunks(tags)
    assert [(one.start, one.end) for one in found] == chunked(tags, listed)


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("{<NN>}", "1:1", "the rule comes before the first stage"),
        ("NP: <NN>", "1:5", "the line is not a rule, because its braces are not one pair"),
        ("NP: {<NN>", "1:5", "the line is not a rule, because its braces are not one pair"),
        ("NP: {<NN>} {<DT>}", "1:12", "the line is not a rule, because its braces are not one pair"),
        ("NP: {}", "1:5", "the line is not a rule"),
        ("NP: <NN>{}", "1:9", "the line is not a rule"),
        ("NP: {NN}", "1:6", "the text is not a tag in angle brackets"),
        ("NP: {<NN}", "1:6", "the angle bracket has no partner"),
        ("NP: {<>}", "1:6", "the tag has no name"),
        ("NP: {<NN(>}", "1:9", f"the tag is not a regular expression ({MISSING})"),
        (
            "NP: {(<NN>}",
            "1:6",
            "the pattern is not a regular expression (missing ), unterminated subpattern)",
        ),
        ("NP: {+<NN>}", "1:6", "the pattern is not a regular expression (nothing to repeat)"),
        ("NP: {<NN>}\nloop", "2:5", "loop has no number of times"),
        ("NP: {<NN>}\nloop 0", "2:6", "loop has no number of times"),
        ("NP: {<NN>}\nloop 2\nloop 2", "3:1", "the file gives loop twice"),
        ("# nothing", None, "no rules"),
        ("NP:", None, "no rules"),
    ],
)
def test_bad_rules(cascade, text, place, problem):
    """With the place and what to do."""
    with pytest.raises(InputError) as caught:
        cascade(text)
    error = caught.value
    assert error.problem == problem
    assert (f"{error.line}:{error.column}" if error.line else None) == place
    assert error.remedy


def test_a_stage_that_waits_for_a_later_one_is_told(cascade):
    """It sees nothing of it, unless the stages are run again."""
    text = "NP: {<NN>}\nPP: {<IN><VP>}\nVP: {<VB>}\n"
    (warning,) = cascade(text).warnings
    assert "x.rules:2:11: VP is made by this stage or a later stage" in warning
    assert cascade(text + "loop 2").warnings == ()


SENTENCE = ChunkedSentence(["in", "the", "end"], ["IN", "DT", "NN"], [Chunk("PP", 0, 3), Chunk("NP", 1, 3)])


def test_nested_and_flat():
    """Outermost chunks, of all or of some types; trees have all."""
    assert SENTENCE.outermost().chunks == [Chunk("PP", 0, 3)]
    assert SENTENCE.outermost(["NP"]).chunks == [Chunk("NP", 1, 3)]
    assert tree(SENTENCE) == "(S (PP (IN in) (NP (DT the) (NN end))))"


def test_twelve_features_and_the_class():
    """The window of the lecture's figure."""
    flat = [SENTENCE.outermost(["NP"])]
    tagged = as_tagged(flat, scheme("IOB2"))
    lines = "".join(features(flat, tagged, [spelt(tag) for tag in tagged.tags.values])).splitlines()
    assert lines == [
        "_ _ in the end _ _ IN DT NN _ _ O",
        "_ in the end _ _ IN DT NN _ _ O B-NP",
        "in the end _ _ IN DT NN _ _ O B-NP I-NP",
        "",
    ]
    assert all(len(line.split()) == 13 for line in lines if line)


def test_discontinuous_trees_are_refused():
    """A chunk is a stretch of words."""
    from nerkit.readers.trees import discbracket

    source = Source(io.BytesIO(b"(S (VP (V 0=a) (P 2=c)) (N 1=b))\n"), "x")
    with pytest.raises(InputError, match="the discontinuous constituent VP") as caught:
        list(phrase_trees(discbracket.READER.read([source])))
    assert caught.value.place == "x:1"
