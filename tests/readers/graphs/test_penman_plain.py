"""Plain graphs, read with few steps, are read as all others are."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerkit.corpora.amr import Builder
from nerkit.exceptions import InputError
from nerkit.readers.graphs import penman
from nerkit.readers.graphs.penman_plain import read_plain

VALUES = ["-", "12", '"a b"', '"x:y)"', "x0", "x1", "x9", "3.5", "w/o", "é"]
SEPARATORS = [*[" "] * 12, "\n  ", "  ", "\t"]


def drawn(chance, size):
    """A graph of so many nodes, some named again, laid out in one way or another."""
    below = [[] for _ in range(size)]
    for node in range(1, size):
        below[chance.randrange(node)].append(node)

    def node(i):
        slash = chance.choice([" / ", " / ", "/", " /  "])
        parts = [f"(x{i}{slash}{chance.choice(['go-01', 'boy', 'née'])}"]
        parts += [f":{chance.choice(['ARG0', 'ARG1-of', 'mod'])} {node(child)}" for child in below[i]]
        parts += [
            f":{chance.choice(['quant', 'op1'])} {chance.choice(VALUES)}" for _ in range(chance.randrange(3))
        ]
        return "".join(part + chance.choice(SEPARATORS) for part in parts).rstrip() + ")"

    return node(0)


def outcome(text, **options):
    """All that is read of a text, or the message of the error."""
    try:
        graphs = penman.read_texts(text, **options)
    except InputError as error:
        return str(error)
    nodes, edges, attributes = graphs.nodes, graphs.edges, graphs.attributes
    categories = (nodes.name, nodes.label, edges.role, attributes.role, attributes.value)
    arrays = (
        nodes.first,
        edges.first,
        edges.source,
        edges.target,
        attributes.first,
        attributes.node,
        graphs.line,
    )
    return (
        [(column.values, column.codes.tolist()) for column in categories],
        [array.tolist() for array in arrays],
        (graphs.documents, graphs.top.tolist(), graphs.comments, graphs.warnings, graphs.ids, graphs.texts),
    )


@given(st.integers(0, 10**9), st.integers(0, 3), st.booleans())
@settings(max_examples=500, deadline=None)
def test_the_same_is_read_with_few_steps_and_with_many(seed, faults, skip_invalid):
    """Graphs, some with characters missing, doubled or changed: the same columns and the same messages."""
    chance = random.Random(seed)
    graphs = [
        f"# ::id g{i} ::snt a b\n" * chance.randrange(2) + drawn(chance, chance.randint(1, 6))
        for i in range(3)
    ]
    text = chance.choice(["\n\n", "\n"]).join(graphs)
    for _ in range(faults):
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(["", text[at] * 2, *'()/:"~\\# \nax']) + text[at + 1 :]
    quickly = outcome(text, skip_invalid=skip_invalid)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(penman, "read_plain", lambda *_: False)
        assert outcome(text, skip_invalid=skip_invalid) == quickly


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("(x / boy)", True),
        ('(x / boy :ARG0-of (y / go-01\n :op1 "a (b" :ARG1 x))  \n', True),
        ("(x / boy :quant 3:4)", False),  # a colon in a word
        ("(x / boy:ARG0 (y / go))", False),  # no blank before a role
        ("(x / boy:3)", False),
        ("(x / and/or)", False),
        ("(x / boy :ARG0 (y / go) )", False),  # a blank before a parenthesis
        (r'(x / boy :op1 "a\"b")', False),
        ('(x / boy :op1 "a"b)', False),
        ('(x / "boy")', False),
        ("(x / )", False),
        ("(x / boy)) ", False),
        ("(x / boy", False),
        ("(x / boy) (y / go)", False),
        ("(x / boy) :ARG0 y", False),
        (":ARG0 (x / boy)", False),
        ("(x / boy (y / go))", False),
        ("(x / boy :ARG0 (x / go))", False),
        ("(x / boy :ARG0)", False),
        ("x", False),
        ("", False),
    ],
)
def test_what_is_plain(text, plain):
    """Of what is not plain nothing is added, so that it can be read in the other way."""
    built = Builder()
    assert read_plain(text, 0, built) is plain
    assert (len(built.name) > 0) is plain
    assert plain or not (built.label or built.edge or built.attribute or built.roles or built.values)


def test_plain_graphs_take_few_steps(monkeypatch):
    """The other way is not gone for them."""
    monkeypatch.setattr(penman._Reader, "_trees", lambda *_: pytest.fail("gone"))
    assert (
        len(penman.read_texts("# ::id a\n(x / boy)\n\n# ::id b\n(y / go-01 :ARG0 (x / boy))\n").documents)
        == 2
    )
