"""Turtle as writers of NIF use it."""

import io

import pytest

from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.turtle import RDF_TYPE, TurtleText


def triples(text):
    read = TurtleText(Source(io.BytesIO(text.encode()), "x.ttl")).triples()
    return [(subject.value, predicate.value, value.value) for subject, predicate, value in read]


def refused(text):
    with pytest.raises(InputError) as error:
        triples(text)
    return str(error.value).partition("x.ttl:")[2].partition("\n")[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<a> <b> <c> .", [("a", "b", "c")]),
        ("@prefix x: <http://x/#> .\nx:a a x:B , x:C ; x:d 'e' .",
         [("http://x/#a", RDF_TYPE, "http://x/#B"), ("http://x/#a", RDF_TYPE, "http://x/#C"),
          ("http://x/#a", "http://x/#d", "e")]),
        ("PREFIX : <u:>\n:a :b :c.d , 1.5 , -2 , true .",
         [("u:a", "u:b", "u:c.d"), ("u:a", "u:b", "1.5"), ("u:a", "u:b", "-2"), ("u:a", "u:b", "true")]),
        ("@base <http://x/> .\n<d#char=0,5> <p> <#q> .", [("http://x/d#char=0,5", "http://x/p", "http://x/#q")]),
        ('<a> <b> "x\\"\\u00e9\\n"@en-GB, "1"^^<t> .', [("a", "b", 'x"é\n'), ("a", "b", "1")]),
        ('<a> <b> """x "y" \n z""" ; .  # the end', [("a", "b", 'x "y" \n z')]),
        ("# only\n_:n <b> _:m .", [("_:n", "b", "_:m")]),
        ("<a> <b> <c#d> # no . here\n .", [("a", "b", "c#d")]),
        ("", []),
    ],
)  # fmt: skip
def test_triples(text, expected):
    """Prefixes, bases, lists, literals, comments."""
    assert triples(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<a> <b> [ <c> <d> ] .", "1:9: a blank node in brackets, which nerkit does not read"),
        ("<a> <b> ( 1 2 ) .", "1:9: a collection, which nerkit does not read"),
        ("<<<a> <b> <c>>> <d> <e> .", "1:1: a triple about a triple, which nerkit does not read"),
        ("x:a <b> <c> .", "1:1: the prefix 'x' is not declared"),
        ("<a> <b> <c>", "1:12: the text ends without '.'"),
        ("<a> <b>\n .", "2:2: '.' where a name, an IRI or a literal is expected"),
        ('"a" <b> <c> .', "1:1: a literal cannot be a subject"),
        ('<a> "b" <c> .', "1:5: a literal cannot be a predicate"),
        ('<a> <b> "c\n" .', "1:9: not Turtle"),
        ("@prefix x <u> .", "1:9: 'x' is not a prefix"),
        ("<a> <b> <c> <d> .", "1:13: '<d>' where '.' is expected"),
    ],
)
def test_other_turtle_is_an_error_with_its_place(text, message):
    """Nothing is guessed."""
    assert refused(text).startswith(message)
