"""DOT: what `nerkit convert --to dot` writes for AMR graphs is read again, and nothing else."""

import io
from itertools import product

import pytest

from nerkit.io import expand
from nerkit.readers.graphs import dot

GRAPHS = r"""# ::id one
(w / want-01
   :ARG0 (b / boy
      :name (n / name
         :op1 "New York"
         :op2 "b"
         :op3 "a \"q\" (x) / :y~1"))
   :ARG1 (g / go-02
      :polarity -
      :time 12:30
      :ARG3-of 7
      :mod "Pierre"
      :ARG1-of (s / say-01
         :quant 1
         :ARG0 w)
      :consist-of (k / and/or)
      :ARG0 b))

# ::id two
(x / thing
   :quant 3)

"""
NOTATIONS = ("penman", "triples-tsv", "dot", "mrp")


@pytest.mark.parametrize(("first", "second"), list(product(NOTATIONS, NOTATIONS)))
def test_every_way_there_and_back(run, write, first, second):
    """From each notation to each other and back: the same graphs, but for quotes around words in MRP."""
    path = write("x.amr", GRAPHS)
    for name in (first, second, "penman"):
        done = run("convert", path, "--to", name, "-q")
        assert (done.code, done.err) == (0, "")
        path = write(f"y.{name}", done.out)
    if "mrp" not in (first, second):
        assert done.out == GRAPHS
    same = run("amr", "-g", write("x.amr", GRAPHS), "-s", path, "-b", "-q")
    assert same.out == "1.0\n"


def test_a_constant_called_like_a_node_stays_one(run, write):
    """MRP has no quotes: what would become a node gets them back."""
    line = (
        '{"id": "1", "framework": "amr", "flavor": 2, "version": 1.1, "time": "2026-01-01", "tops": [0], '
        '"nodes": [{"id": 0, "label": "x y", "properties": ["op1", "op2"], "values": ["n0", ""]}]}\n'
    )
    done = run("convert", write("x.mrp", line), "--to", "penman")
    assert done.out == '# ::id 1\n(n0 / "x y"\n   :op1 "n0"\n   :op2 "")\n\n'


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ('digraph "1" {\n  n0 [label="a / b"];\n', ":2:", "not closed"),
        ('digraph "1" {\n  n0 [label="a"];\n}\n', ":2:", "name / concept"),
        ('digraph "1" {\n  n0 [label="a / b"];\n  n0 [label="a / b"];\n}\n', ":3:", "a second time"),
        ('digraph "1" {\n  n0 -> n1 [label="x"];\n}\n', ":2:", "which does not exist"),
        ('digraph "1" {\n  a -- b;\n}\n', ":2:", "neither"),
        ('digraph x {\n  n0 [label="a / b"];\n}\n', ":1:", 'begin a graph with digraph "its id" {'),
        (
            'digraph "1" {\n  n0 [label="a / b", peripheries=2];\n  n1 [label="c / d", peripheries=2];\n}\n',
            ":3:",
            "second top",
        ),
    ],
)
def test_other_files_are_errors(run, write, text, place, problem):
    """With the line, and a remedy."""
    done = run("convert", write("x.dot", text), "--from", "dot", "--to", "penman")
    assert (done.code, done.out) == (2, "")
    assert place in done.err
    assert problem in done.err


def test_what_a_notation_cannot_hold_is_an_error(run, write):
    """A graph without a top has no PENMAN and no triples; a tab has no place in a tab-separated line."""
    topless = write("x.dot", 'digraph "1" {\n  n0 [label="a / b"];\n}\n')
    for name in ("penman", "triples-tsv"):
        done = run("convert", topless, "--to", name)
        assert (done.code, done.out, "without a top" in done.err) == (2, "", True)
    tabbed = write("x.amr", '(a / b :op1 "c\td")\n')
    done = run("convert", tabbed, "--to", "triples-tsv")
    assert (done.code, done.out, "a tab" in done.err) == (2, "", True)
    assert run("convert", tabbed, "--to", "mrp").code == 0


def test_damaged_graphs_have_their_places():
    """With skip_invalid the warning says where the first three are, and how many more there are."""
    text = 'digraph "1" {\n  n0 [label="a / b"];\n  x\n}\n' * 4
    (source,) = expand(io.BytesIO(text.encode()))
    (warning,) = dot.SHAPE.read([source], skip_invalid=True).warnings
    place = "<stream>:{}: this is neither a node nor a constant nor an arrow"
    places = "; ".join(place.format(line) for line in (3, 7, 11))
    assert warning == f"4 damaged graphs counted as empty: {places}; and 1 more"
