import pytest
from tries import each

from nerkit.corpora.mrp import Edge, MrpGraph, Node
from nerkit.scorers.mrp.normal import NormalRules, normalise
from nerkit.scorers.mrp.options import PARTS

PAGE = NormalRules("page")
VINKEN = "Pierre Vinken joined"


def anchor(spans, text=VINKEN, rules=NormalRules()):  # noqa: B008
    """What is compared of the anchor of a node."""
    return normalise(MrpGraph("1", [Node(0, anchors=tuple(spans))], input=text), rules).anchors[0]


def edge(label, normal=None, attributes=(), rules=NormalRules()):  # noqa: B008
    """Ends, label and attributes of the normalised edge from node 0 to node 1."""
    graph = MrpGraph("1", [Node(0), Node(1)], [Edge(0, 1, label, normal, attributes)])
    (normal_edge,) = normalise(graph, rules).edges
    return normal_edge.source, normal_edge.target, normal_edge.label, normal_edge.attributes


def value(written, rules=NormalRules()):  # noqa: B008
    """A value as it is compared."""
    return normalise(MrpGraph("1", [Node(0, properties=(("x", written),))]), rules).properties[0][0][1]


@pytest.mark.parametrize(
    ("written", "compared"),
    [
        (42, "42"),
        ("42", "42"),
        (42.0, "42.0"),
        (True, "true"),
        (None, "none"),
        ("Pierre", "pierre"),
        (["A"], "['a']"),
    ],
)
def test_values_are_strings_in_lower_case(written, compared):
    """42 equals "42" and Pierre pierre (the task's own examples); str() decides on what is no string."""
    assert value(written) == compared


def test_lower_is_not_casefold():
    """Straße differs from STRASSE, as in mtool."""
    assert value("STRASSE") != value("Straße")


def test_case_can_be_kept():
    """Without the part `case` values are strings still."""
    assert value("Pierre", NormalRules(parts=frozenset(PARTS) - {"case"})) == "Pierre"


@pytest.mark.parametrize("rules", [NormalRules(), PAGE])
def test_the_two_anchor_lists_of_the_task_are_equal(rules):
    """[0, 13] equals [0, 6] and [7, 13] where position 6 is blank."""
    assert anchor([(0, 13)], rules=rules) == anchor([(0, 6), (7, 13)], rules=rules)


@each("mark", ".?!;,:“\"”‘'’()[]{}")
@each("rules", [NormalRules(), PAGE])
def test_punctuation_at_the_ends_is_left_out(mark, rules):
    """Each mark of the task's list, on the left and on the right; inside a word it stays."""
    text = f"{mark}ab{mark}cd{mark}"
    assert anchor([(0, 7)], text, rules) == anchor([(1, 6)], text, rules)
    assert anchor([(1, 6)], text, rules) != anchor([(1, 3), (4, 6)], text, rules)


def test_other_marks_are_characters():
    """A hyphen or a no-break space at the end counts."""
    assert anchor([(0, 3)], "ab-") != anchor([(0, 2)], "ab-")
    assert anchor([(0, 3)], "ab\xa0") != anchor([(0, 2)], "ab\xa0")


def test_inner_ends_are_stripped_by_mtool_alone():
    """Over "Mr. Smith", mtool takes the full stop off [0, 3] + [4, 9]; the task's page does not."""
    text = "Mr. Smith"
    assert anchor([(0, 9)], text) != anchor([(0, 3), (4, 9)], text)
    assert anchor([(0, 9)], text, PAGE) == anchor([(0, 3), (4, 9)], text, PAGE)


def test_order_and_overlap_of_spans_do_not_matter():
    """The positions are what counts."""
    assert anchor([(3, 6), (0, 4)]) == anchor([(0, 6)])


def test_an_anchor_of_punctuation_is_empty_and_not_absent():
    """Any two of them are equal; spans that cover nothing are no anchor."""
    assert anchor([(2, 3)], "ab, cd.") == anchor([(6, 7)], "ab, cd.") == 0
    assert anchor([]) is None
    assert anchor([(3, 3)]) is None
    assert anchor([(5, 2)]) is None


def test_anchors_are_cut_to_the_input():
    """Beyond it there is nothing to cover."""
    assert anchor([(-2, 3)], "abc def") == anchor([(0, 3)], "abc def")
    assert anchor([(4, 12)], "abc def") == anchor([(4, 7)], "abc def")
    assert anchor([(40, 47)], "abc def") == 0


@pytest.mark.parametrize("rules", [NormalRules(), PAGE, NormalRules(parts=frozenset())])
@pytest.mark.parametrize("text", ["abc def", None])
def test_positions_may_be_of_any_size(rules, text):
    """A position far beyond the text costs nothing."""
    assert anchor([(4, 10**15)], text, rules) == (0b1110000 if text else ((4, 10**15),))
    assert anchor([(-(10**15), -5)], text, rules) == (0 if text else ((-(10**15), -5),))


def test_anchors_without_input_are_spans():
    """They equal no set of positions; spans with a gap stand as they are, and touching ones are one."""
    assert anchor([(0, 6)], None) == ((0, 6),)
    assert anchor([(0, 6), (6, 9)], None) == ((0, 9),)
    assert anchor([(7, 9), (0, 6)], None) == ((0, 6), (7, 9))


def test_a_gap_after_a_blank_is_bridged():
    """mtool takes the last character of a span for a part of the gap."""
    text = "ab  .cd"
    assert anchor([(0, 3), (4, 7)], text) == anchor([(0, 7)], text)


@pytest.mark.parametrize(
    ("label", "normal", "expected"),
    [
        ("ARG0", None, (0, 1, "arg0")),
        ("ARG0-of", "ARG0", (1, 0, "arg0")),
        ("ARG0-of", None, (1, 0, "arg0")),
        ("consist-of", None, (1, 0, "consist")),
        ("prep-of", None, (0, 1, "prep-of")),
        ("prep-out-of", None, (0, 1, "prep-out-of")),
        ("mod", None, (1, 0, "domain")),
        ("MOD", None, (0, 1, "mod")),
        ("ARG0-OF", None, (0, 1, "arg0-of")),
        ("ARG0-of", "", (0, 1, "arg0-of")),
        ("-of", None, (0, 1, "-of")),
        ("x-of-of", None, (1, 0, "x-of")),
        (None, None, (0, 1, None)),
        (7, None, (0, 1, "7")),
    ],
)
def test_inverted_edges_are_turned_round(label, normal, expected):
    """By `normal`, else by their label, before case is looked at."""
    assert edge(label, normal)[:3] == expected


def test_default_attributes_are_left_out():
    """remote, effective and member that are false; only where that part is done."""
    attributes = (("remote", False), ("member", "FALSE"), ("effective", True))
    assert edge("A", attributes=attributes)[3] == (("effective", "true"),)
    assert len(edge("A", attributes=attributes, rules=NormalRules(parts=frozenset({"case"})))[3]) == 3


def test_edges_can_be_left_as_they_are():
    """Without the part `edges` an inverted edge keeps its label."""
    assert edge("ARG0-of", "ARG0", rules=NormalRules(parts=frozenset({"case"})))[:3] == (0, 1, "arg0-of")
