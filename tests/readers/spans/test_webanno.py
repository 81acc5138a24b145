"""WebAnno TSV 3."""

import json

import pytest

from nerkit import readers
from nerkit.exceptions import InputError
from nerkit.io import expand
from nerkit.readers.leniency import strictness

HEAD = "#FORMAT=WebAnno TSV 3.3\n"
ONE = HEAD + "#T_SP=a.NamedEntity|identifier|value\n\n\n"


def read(write, text, **options):
    return readers.reading("webanno", "spans")(expand(str(write("in.tsv", text))), **options)


def items(spans, *names):
    fields = [spans.fields.get(name) for name in ("type", *names)]
    return [
        (int(spans.start[i]), int(spans.end[i]), *(field.value(i) if field else None for field in fields))
        for i in range(len(spans))
    ]


def test_several_tokens_stacked_and_parts_of_tokens(write):
    """Numbers in brackets join rows; bars part annotations; 1-3.1 is a part of a token."""
    text = (
        f"{ONE}#Text=Mr. Bell plays\n"
        "1-1\t0-3\tMr.\t*[1]|*[2]\tPER[1]|PART[2]\t\n"
        "1-2\t4-8\tBell\t*[1]\tPER[1]\t\n"
        "1-3\t9-14\tplays\t_\t_\t\n"
        "1-3.1\t9-13\tplay\twd:Q1\tACT\t\n"
        "1-3.2\t13-14\ts\t_\t_\t\n"
    )
    spans = read(write, text)
    assert items(spans, "eid") == [(0, 8, "PER", None), (0, 3, "PART", None), (9, 13, "ACT", "wd:Q1")]
    assert spans.texts == ["Mr. Bell plays"]
    assert spans.line.tolist() == [6, 6, 9]


def test_offsets_are_utf16_units(write):
    """A character beyond the first 65,536 is two of them, in this sentence and those behind it."""
    text = (
        f"{ONE}#Text=😊 Ann\n1-1\t0-2\t😊\t_\t_\t\n1-2\t3-6\tAnn\t*\tPER\t\n\n"
        "#Text=😊Bo\n2-1\t9-13\t😊Bo\t*\tPER\t\n2-1.1\t11-13\tBo\t*\tORG\t\n"
    )
    spans = read(write, text)
    assert items(spans) == [(2, 5, "PER"), (8, 11, "PER"), (9, 11, "ORG")]
    assert spans.texts == ["😊 Ann\n  😊Bo"]


def test_escapes_values_that_are_absent_and_texts_of_several_lines(write):
    r"""`\_` is an underscore, `_` nothing, `*` an annotation without a label."""
    text = (
        f"{HEAD}#T_SP=x.NamedEntity|value\n\n\n#Text=a\\_b\n#Text=c\n"
        "1-1\t0-3\ta\\_b\tx\\|y\\[1\\]\t\n1-2\t4-5\tc\t*\t\n"
    )
    spans = read(write, text)
    assert items(spans) == [(0, 3, "x|y[1]"), (4, 5, None)]
    assert spans.texts == ["a_b\nc"]


def test_text_from_tokens_where_there_is_no_line_of_text(write):
    """Blanks stand between them."""
    text = f"{ONE}1-1\t2-4\t😊\t_\t_\t\n1-2\t6-7\tb\t*\tX\t\n"
    spans = read(write, text)
    assert (items(spans), spans.texts) == ([(5, 6, "X")], ["\n 😊  b"])


LAYERS = (
    f"{HEAD}#T_SP=a.Entity|value|kind\n#T_SP=a.Flag|\n#T_CH=a.Chain|x|y\n#T_RL=a.Rel|r|BT_a.Entity\n\n\n"
    "#Text=ab c\n1-1\t0-2\tab\tP\tk\t*\t_\t_\t_\t_\t\n1-2\t3-4\tc\t_\t_\t_\tz[1]\t*->1\tr\t1-1\t\n"
)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"layer": "Entity"}, [(0, 2, "P")]),
        ({"layer": "a.Entity", "feature": "kind"}, [(0, 2, "k")]),
        ({"layer": "Flag"}, [(0, 2, None)]),
    ],
)
def test_layers_and_features(write, options, expected):
    """One layer is read; what relations and chains hold is counted."""
    spans = read(write, LAYERS, **options)
    assert items(spans) == expected
    assert spans.unread == {"chain": 1, "relation": 1}


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (LAYERS, {}, "2 layers of spans: a.Entity, a.Flag"),
        (LAYERS, {"layer": "x"}, "the file has no layer 'x' of spans; its layers are a.Entity, a.Flag"),
        (
            LAYERS,
            {"layer": "Entity", "feature": "x"},
            "a.Entity has no feature 'x'; its features are value, kind",
        ),
        (HEAD + "#T_SP=a.X|b|c\n\n1-1\t0-1\ta\t_\t_\n", {}, "2 features of a.X: b, c"),
        (HEAD + "\n1-1\t0-1\ta\n", {}, r"no layer of spans"),
        (ONE + "1-1\t0\ta\t_\t_\n", {}, "in.tsv:5:5: the second column has no offsets begin-end"),
        (ONE + "1-1 0-1 a _ _\n", {}, "in.tsv:5:1: the second column has no offsets begin-end"),
        (ONE + "1-1\t0-1\ta\t_\n", {}, "in.tsv:5:11: 4 columns where the layers need 5"),
        (ONE + "1-1\t1-0\ta\t_\t_\n", {}, "in.tsv:5:5: end 0 is before begin 1"),
        (ONE + "#Text=a\n1-1\t0-1\ta\t_\t_\n1-2\t5-6\tb\t_\t_\n", {}, "7:5: the offsets 5-6 fit no token"),
        (
            ONE + "#Text=ab\n1-1\t0-2\tab\t_\t_\n\n#Text=c\n2-1\t1-2\tc\t_\t_\n",
            {},
            "in.tsv:9:5: the sentence begins at 1, but the sentence before it ends at 2",
        ),
        (ONE + "#Text=a\n1-1\t0-1\ta\t*|*\tX\n", {}, "6:11: the columns of the layer have different"),
    ],
)
def test_bad_input(write, text, options, message):
    """Layers are named; rows have their place."""
    with strictness(strict=True), pytest.raises(InputError) as error:
        read(write, text, **options)
    assert message in str(error.value)


def test_a_span_between_two_characters_is_counted(write):
    """It is left out, and a warning says so; others are read."""
    spans = read(write, ONE + "#Text=ab\n1-1\t0-0\t\tX\t_\n1-2\t0-2\tab\tY\t_\n")
    assert (spans.start.tolist(), spans.end.tolist()) == ([0], [2])
    assert any("1 span not read, because it covers no character" in note for note in spans.warnings)


def test_a_folder_is_a_document_a_file(run, write):
    """Called by the path without suffix; --layer reaches the reader, and other formats refuse it."""
    write("gold/a/x.tsv", LAYERS)
    write("gold/b.tsv", LAYERS)
    done = run("spans", "-g", "gold", "-s", "gold", "--layer", "Entity", "-m", "sets::span", "--by",
               "document", "-f", "tsv", "-q")  # fmt: skip
    assert [line.split("\t")[2] for line in done.out.splitlines()[1:]] == ["a/x", "b", "*"]
    path = write("x.tsv", "d\t0\t1\n")
    refused = run("spans", "-g", path, "-s", path, "--layer", "x")
    assert (refused.code, "--layer is read the spans of this layer of WebAnno" in refused.err) == (2, True)
    unknown = run("spans", "-g", "gold", "-s", "gold")
    assert "choose a layer with --layer" in unknown.err


CHAINS = (
    f"{HEAD}#T_SP=a.NamedEntity|value\n#T_CH=a.CoreferenceLink|referenceRelation|referenceType\n\n\n"
    "#Text=The old man saw him .\n"
    "1-1\t0-3\tThe\tPER[1]\tcoref->1-1\tnam[1]\t\n"
    "1-2\t4-7\told\tPER[1]\tcoref->1-1\tnam[1]\t\n"
    "1-3\t8-11\tman\tPER[1]\tcoref->1-1\tnam[1]\t\n"
    "1-4\t12-15\tsaw\t_\t*->2-1\t*[2]\t\n"
    "1-5\t16-19\thim\t_\tana\\->x->1-2|*->2-2\tpr[1]|*[2]\t\n"
    "1-6\t20-21\t.\t_\t*->1-3\tpr[1]\t\n"
)


def test_chains_are_spans_with_the_chain_as_id(write):
    """A link is a span, on however many rows; a neighbour in the chain is another one."""
    spans = read(write, CHAINS, layer="CoreferenceLink")
    assert items(spans, "eid", "referenceRelation") == [
        (0, 11, "nam", "NIL/1", "coref"),
        (12, 15, None, "NIL/2", None),
        (16, 19, "pr", "NIL/1", "ana->x"),
        (16, 19, None, "NIL/2", None),
        (20, 21, "pr", "NIL/1", None),
    ]
    assert spans.unread == {}
    assert items(read(write, CHAINS)) == [(0, 11, "PER")]
    alone = (
        CHAINS.replace("#T_SP=a.NamedEntity|value\n", "").replace("\tPER[1]", "").replace("\t_\t*->", "\t*->")
    )
    assert len(read(write, alone.replace("him\t_", "him").replace(".\t_", "."))) == 5


def test_chains_without_numbers_of_links(write):
    """Rows of a chain that follow each other with one label are one annotation."""
    text = (
        f"{HEAD}#T_CH=a.Link|type\n\n#Text=a b c d\n1-1\t0-1\ta\tx[1]\t\n1-2\t2-3\tb\tx[1]\t\n"
        "1-3\t4-5\tc\t_\t\n1-4\t6-7\td\tx[1]\t\n"
    )
    assert items(read(write, text), "eid") == [(0, 3, "x", "NIL/1"), (6, 7, "x", "NIL/1")]


def test_chains_are_the_clusters_of_coref(run, write):
    """Each file is a document with chains of its own; the numbers of chains mean nothing."""
    other = CHAINS.replace("[1]", "[7]").replace(">1-", ">7-")
    for name in ("a", "b"):
        write(f"gold/{name}.tsv", CHAINS)
        write(f"system/{name}.tsv", other)
    asked = ("-g", "gold", "-s", "s=system", "-f", "json", "-q")
    rows = json.loads(run("coref", *asked, "--by", "document").out)["rows"]
    found = {(row["measure"], row["document"]): (row["p_num"], row["p_den"], row["r_den"]) for row in rows}
    assert found["mentions", "*"] == (8, 8, 8)
    assert found["muc", "a"] == (2, 2, 2)
    assert found["muc", "*"] == (4, 4, 4)
    spans = json.loads(run("spans", *asked, "--layer", "CoreferenceLink", "-m", "b_cubed").out)["rows"]
    assert spans[0]["f1"] == 1
    named = run("coref", "-g", "gold", "-s", "gold", "--layer", "a.CoreferenceLink", "-q")
    assert named.code == 0
    assert "no layer 'x'" in run("coref", "-g", "gold", "-s", "gold", "--layer", "x").err


def test_files_of_a_folder_are_read_of_one_kind(run, write):
    """A file with nothing but chains, among files with spans, is one without these, and the other way."""
    only_spans = f"{HEAD}#T_SP=a.NamedEntity|value\n\n#Text=Ann\n1-1\t0-3\tAnn\tPER\t\n"
    only_chains = f"{HEAD}#T_CH=a.Link|type\n\n#Text=He\n1-1\t0-2\tHe\tx[1]\t\n"
    write("g/a.tsv", only_spans)
    write("g/b.tsv", only_chains)
    done = run("spans", "-g", "g", "-s", "s=g", "-m", "sets::span", "-f", "json")
    assert json.loads(done.out)["rows"][0]["r_den"] == 1
    assert "1 chain not read, because nerkit reads another layer" in done.err
    done = run("coref", "-g", "g", "-s", "s=g", "-m", "mentions", "-f", "json")
    assert json.loads(done.out)["rows"][0]["r_den"] == 1
    assert "1 span not read, because nerkit reads another layer" in done.err
