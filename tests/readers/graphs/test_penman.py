"""PENMAN: what is read, what is refused and where, streams."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.graphs import penman
from nerkit.readers.sample import Sample, recognises


def read(text, **options):
    return penman.read([Source(io.BytesIO(text.encode()), "gold.amr")], **options)


def graph(text, **options):
    (only,) = [read(text, **options).of(i) for i in range(len(read(text, **options).documents))]
    return only


WANT = (["w", "b"], ["want-01", "boy"], [(0, "ARG0", 1)], [(0, "polarity", "-")])


@pytest.mark.parametrize(
    "text",
    [
        "(w / want-01 :ARG0 (b / boy) :polarity -)",
        "(w/want-01:ARG0(b/boy):polarity -)",
        "(w\t/\twant-01\t:ARG0\t(b\t/\tboy)\t:polarity\t-\t)",
        "(w / want-01\n :ARG0\n  (b\n   /\n    boy) :polarity\n-\n)",
        "(w / want-01 : ARG0 (b / boy) :polarity -)",
        "(w / want-01~e.1 :ARG0~e.0,3 (b / boy~2) :polarity -~e.4)",
        "# a comment\n(w / want-01\n# another one (b / boy)\n  :ARG0 (b / boy) :polarity -)",
        "\n\n(w / want-01\n\n   :ARG0 (b / boy)\n   :polarity -)\n\n\n",
        "\ufeff(w / want-01\r\n :ARG0 (b / boy)\r\n :polarity -)\r\n",
    ],
)
def test_layout_does_not_matter(text):
    """Blanks, tabs, line breaks, comments, alignment suffixes and missing blanks leave the same graph."""
    result = graph(text)
    assert (result.names, result.labels, result.edges, result.attributes, result.top) == (*WANT, 0)


def test_variables_are_known_before_and_after_their_node():
    """A value that is a variable is an edge, wherever its node stands; a quoted one is a constant."""
    result = graph('(a / and :op1 (g / go-02 :ARG0 b) :op2 (b / boy :ARG0-of g :name "g"))')
    assert result.edges == [(0, "op1", 1), (0, "op2", 2), (1, "ARG0", 2), (2, "ARG0-of", 1)]
    assert result.attributes == [(2, "name", '"g"')]


@pytest.mark.parametrize(
    ("value", "constant"),
    [
        ('"New York"', '"New York"'),
        (r'"a \" b"', r'"a \" b"'),
        ('"http://a.b/c(d):e ~e.3"', '"http://a.b/c(d):e ~e.3"'),
        ('"# no comment"', '"# no comment"'),
        ("12:30", "12:30"),
        ("http://a.b", "http://a.b"),
        ("'Bob'", "'Bob'"),
        ("-", "-"),
        ("3.0", "3.0"),
    ],
)
def test_constants_are_kept_as_written(value, constant):
    """Quoted strings are kept whole with their quotes; a colon that no letter follows belongs to the word."""
    assert graph(f"(u / url :value {value} :mod 1)").attributes == [(0, "value", constant), (0, "mod", "1")]


def test_a_slash_belongs_to_a_concept():
    """`and/or` is one concept, for a variable has no slash."""
    assert graph("(a / and/or)").labels == ["and/or"]


def test_an_empty_concept_is_counted():
    """`(b / )` is a node without a name, and said to be."""
    graphs = read("(w / want-01 :ARG0 (b / ))")
    assert graphs.of(0).labels == ["want-01", ""]
    assert graphs.warnings == ("1 node with an empty concept",)


def test_ids_name_graphs_and_repeated_ones_do_not():
    """Graphs are named by `# ::id` when every one has its own; else they are counted."""
    text = "# ::id a.1 ::date today\n# ::snt A.\n(b / boy)\n\n# ::id {}\n(g / girl)\n"
    assert read(text.format("a.2")).documents == ["a.1", "a.2"]
    repeated = read(text.format("a.1"))
    assert (repeated.documents, repeated.named) == (["1", "2"], False)


@pytest.mark.parametrize("gap", ["\n\n", "\n", " ", "\n# a comment\n", "\n   \n\n", "\n# ::id x\n"])
def test_graphs_follow_each_other(gap):
    """Graphs need no blank line between them."""
    graphs = read(f"(b / boy :ARG0-of (g / go-02)){gap}(g / girl){gap}(d / dog)\n")
    assert [graphs.of(i).labels for i in range(3)] == [["boy", "go-02"], ["girl"], ["dog"]]


def test_an_id_without_a_graph():
    """Metadata that no graph follows is an error; with skip_invalid it is an empty graph in its place."""
    text = "# ::id 1\n# ::snt A.\n\n# ::id 2\n(b / boy)\n\n# ::id 3\n"
    with pytest.raises(InputError, match=r"gold\.amr:1:1: graph 1: no graph follows"):
        read(text)
    graphs = read(text, skip_invalid=True)
    assert graphs.documents == ["1", "2", "3"]
    assert [graphs.of(i).labels for i in range(3)] == [[], ["boy"], []]
    assert recognises("penman", Sample("# ::id 1\n# ::snt nothing\n"))


def test_damaged_graphs_count_as_empty_if_so_asked():
    """With skip_invalid a damaged graph is empty and counted; the graphs around it are read."""
    text = "# ::id 1\n(a / a1)\n\n# ::id 2\n(b / b1 :x (c)\n\n# ::id 3\n(d / d1\n\n# ::id 4\n(e / e1 :x f)\n"
    graphs = read(text, skip_invalid=True)
    assert graphs.documents == ["1", "2", "3", "4"]
    assert [graphs.of(i).labels for i in range(4)] == [["a1"], [], [], ["e1"]]
    (warning,) = graphs.warnings
    assert warning.startswith(
        "2 damaged graphs counted as empty: gold.amr:5:9: graph 2: a node without a concept; "
    )


def test_a_tab_after_a_literal_graph():
    """Read literally a tab is a character like others; the message names it."""
    with pytest.raises(InputError, match=r"1:10: '\\t' outside of any graph"):
        penman.read_texts("(x / boy)\t", literal=True)


def test_a_damaged_line_among_lines():
    """One graph on each line: a damaged one costs no other, and stays one graph."""
    graphs = read("(a / a1)\n(b / b1))\n(c / c1)\n(d / d1\n(e / e1)\n", skip_invalid=True)
    assert [graphs.of(i).labels for i in range(len(graphs.documents))] == [["a1"], [], ["c1"], [], ["e1"]]


def test_a_long_file_is_a_stream():
    """100,000 graphs are read block by block, wherever the blocks are cut."""
    text = "# ::id {0}\n(g / go-02\n   :ARG0 (b / boy :ARG0-of g))\n\n"
    graphs = read("".join(text.format(i) for i in range(100_000)))
    assert (len(graphs.documents), len(graphs)) == (100_000, 200_000)
    assert graphs.of(99_999).edges == [(0, "ARG0", 1), (1, "ARG0-of", 0)]


def test_a_deep_graph_is_read():
    """5,000 nodes inside each other need no recursion."""
    depth = 5_000
    text = "".join(f"(n{i} / c :ARG0 " for i in range(depth)) + "1" + ")" * depth
    assert len(graph(text).edges) == depth - 1


def test_texts_in_memory():
    """Strings are graphs, one or several, and a mapping names them."""
    assert penman.read_texts("(a / b)\n(c / d)").documents == ["1", "2"]
    assert penman.read_texts({"x": "(a / b)"}).documents == ["x"]
    with pytest.raises(InputError):
        penman.read_texts([3])


words = st.text(st.characters(codec="utf-8"), max_size=40)


@given(
    st.lists(
        st.one_of(words, st.sampled_from(["(", ")", "/", ":", '"', "~e.1", "\n", "(a / b)", ":x "])),
        max_size=30,
    )
)
def test_nothing_but_errors_with_a_place(pieces):
    """Whatever the text, it is read or refused with a line."""
    text = "".join(pieces).replace("\r", " ").replace("\0", " ")  # a NUL is an error of its own
    graphs = read(text, skip_invalid=True)
    if any("damaged" in warning for warning in graphs.warnings):
        with pytest.raises(InputError, match=r"gold\.amr:\d+:\d+: "):
            read(text)
    assert len(graphs.top) == len(graphs.documents)


@pytest.mark.parametrize(
    ("comments", "text"),
    [
        ("# ::id 1\n# ::snt The boy went.\n# ::tok The boy went .\n", "The boy went."),
        ("# ::tok The boy went .\n", "The boy went ."),
        ("# ::id 1 ::snt The boy went. ::date 2012\n", "The boy went."),
        ("# ::snt A ratio of 1::2 ::\n", "A ratio of 1::2 ::"),
        ("# ::snt Of the file.\n\n# ::id 1\n# ::snt The boy went.\n", "The boy went."),
        ("# the boy\n", None),
    ],
)
def test_sentences(comments, text):
    """`::snt`, or else `::tok`, of the comments before a graph."""
    graphs = read(f"(a / b)\n\n{comments}(w / want-01)\n(c / d)\n")
    assert [graphs.text(i) for i in range(3)] == [None, text, None]


MARKS = "(", ")", "/", ":", '"', "~e.1", "\n", " ", "\t", "# ::id k\n", "\n\n", ":x ", "12:30", "and/or", "\0"
TREES = st.recursive(
    st.sampled_from(("x0", "x1", '"a b"', '"a/b"', "-", "12:30")),
    lambda values: st.builds(
        lambda node, concept, edges: f"(x{node} / {concept}{''.join(edges)})",
        st.integers(0, 9),
        st.sampled_from(("boy", "and/or", '"Su(fu)"', "")),
        st.lists(st.builds(" :{} {}".format, st.sampled_from(("ARG0", "mod", "op1-of")), values), max_size=3),
    ),
    max_leaves=6,
)


@given(
    st.lists(
        st.tuples(TREES, st.sampled_from(("\n\n", "\n# ::id a\n", "\n# ::id b\n# ::snt C\n"))), max_size=5
    ),
    st.lists(st.tuples(st.integers(0), st.sampled_from(MARKS)), max_size=2),
    st.booleans(),
    st.booleans(),
)
def test_arrays_and_units_read_the_same(graphs, insertions, skip_invalid, literal):
    """Many graphs at once and one unit after the other are the same columns, or the same error."""
    text = "".join(before + graph for graph, before in graphs)
    for number, mark in insertions:
        place = number % (len(text) + 1)
        text = text[:place] + mark + text[place:]

    def columns(fewest):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(penman, "FEWEST", fewest)
            try:
                made = read(text, skip_invalid=skip_invalid, literal=literal)
            except InputError as error:
                return str(error)
        tables = [
            [
                (part.values, part.codes.tolist()) if hasattr(part, "codes") else part.tolist()
                for part in table
            ]
            for table in (made.nodes, made.edges, made.attributes)
        ]
        return (
            tables,
            made.ids,
            made.top.tolist(),
            made.line.tolist(),
            made.texts,
            made.warnings,
            made.other_ids,
        )

    assert columns(1) == columns(1_000)
