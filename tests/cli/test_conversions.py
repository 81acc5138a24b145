"""`nerkit convert` from every format that is read to every format that is written."""

import json
import re
from importlib.util import find_spec

import pytest
from format_cases import FILES, TARGETS
from tries import TIMES, each, pairs_of

from nerkit import readers
from nerkit.io import expand
from nerkit.readers import FORMATS
from nerkit.readers.sample import Sample, recognises
from nerkit.writers import WRITERS

TAGGED = FILES["bio"]
WITHOUT_LABELS = ("nif", "aida")  # brackets are recognised by their labels
WITHOUT_TEXT = ("brat", "csv", "hf-pipeline", "gliner", "uie")
PICTURES = ("mrp", "ucca-xml", "eds", "sdp")  # of their graphs, which have anchors, DOT is only looked at


@pytest.mark.parametrize("form", FORMATS)
def test_every_target(run, write, form):
    """It is converted to a file that reads as the format asked for, or refused with the targets there are."""
    source, tokens = write("input", FILES[form]), write("tokens", TAGGED)
    targets = TARGETS.get(form, ())
    for to in WRITERS if TIMES > 1 else [*WRITERS][[*FORMATS].index(form) % 3 :: 3]:
        done = run("convert", source, "--from", form, "--to", to, "--tokens", tokens, "--lossy")
        if to not in targets:
            named = f"{to}; it can be converted to {', '.join(targets)}" if targets else "another format"
            refused = f"error: {form} cannot be converted to {named}\n"
            assert (done.code, done.out, done.err) == (2, "", refused)
        elif form == "spacy-bin" and find_spec("spacy") is None:
            assert (done.code, "pip install spacy" in done.err) == (2, True)
        elif form in WITHOUT_TEXT and to in ("doccano", "prodigy", "label-studio", "spacy", "webanno"):
            assert (done.code, done.err) == (2, f"error: {to} needs text, but document 1 has none\n")
        elif form in WITHOUT_TEXT and to in ("bio", "brackets", "hf-datasets"):
            assert (done.code, "the document 1 has no text, but nerkit needs" in done.err) == (2, True)
        elif to == "dot" and form in PICTURES:
            assert (done.code, done.out.startswith("digraph ")) == (0, True)
        else:
            assert done.code == 0, (to, done.err)
            reader = readers.reader(to)
            unlabelled = form in WITHOUT_LABELS and to == "brackets"
            assert unlabelled or recognises(to, Sample(done.out)), to
            assert len(reader.read(expand(write("output", done.out)))) > 0


@each("form", TARGETS)
def test_the_format_is_recognised_among_those_that_can_be_converted(run, write, form):
    """A name for the input makes no difference.

    But the words of `noisy-bio` are those of `bio`, and the files of CoNLL-2012 are of coreference.
    """
    if form not in ("noisy-bio", "conll12"):
        source, to = write("input", FILES[form]), TARGETS[form][-1]
        arguments = ("--to", to, "--tokens", write("tokens", TAGGED), "--lossy")
        assert run("convert", source, *arguments) == run("convert", source, "--from", form, *arguments)


@pytest.mark.parametrize(("form", "to"), [("penman", "bio"), ("bio", "conllx"), ("conllu", "mrp")])
def test_a_format_that_is_recognised_and_cannot_be_converted(run, write, form, to):
    """The message says what the input is taken for, and what can be made of it."""
    source = write("input", FILES[form])
    done = run("convert", source, "--to", to)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"error: nerkit reads {source} as {form}: {form} cannot be converted to {to}; it "
        f"can be converted to {', '.join(TARGETS[form])}; if the file has another "
        "format, name the format with --from\n"
    )


def test_what_is_no_format_is_said_of_those_that_can_be_converted(run, write):
    """Nothing is guessed from prose."""
    done = run("convert", write("prose", "Once upon a time.\n"), "--to", "mrp")
    assert (done.code, done.out) == (2, "")
    assert "name it with --from (penman, triples-tsv, dot, mrp, ucca-xml, eds, sdp)" in done.err


def test_annotations_with_texts_become_spans(run, write):
    """Characters are counted, ends are inclusive.

    Fragments and all candidates of a span stand in its line.
    """
    lines = (
        "T1\tPER 0 2;4 7\tTo ien\nT2\tLOC 13 19\tOxford\nN1\tReference T2 W:1\tx\nN2\tReference T2 W:2\tx\n"
    )
    write("brat/a.ann", lines)
    done = run("convert", "brat", "--to", "span-tsv")
    discontinuous = '{"type": "PER", "fragments": "0-2;4-7"}'
    assert done.out == f"a\t0\t6\t\t\t{discontinuous}\na\t13\t18\tW:1\t\tLOC\tW:2\t\tLOC\n"
    marked = run("convert", write("t.txt", FILES["inline"]), "--to", "span-tsv")
    assert (marked.out, marked.err) == ("1\t0\t6\t\t\tPER\n1\t13\t18\t\t\tLOC\n", "")


PLACES = (
    '{"id": "d", "tokens": ["a", "b", "c", "d"], "entities": [{"type": "X", "span": [0, 1]}, {"type": "Y", '
    '"span": "b"}, {"type": "Z", "span": [1, 2, 3, 4]}], "relations": [{"type": "r", "head": [0, 1], "tail": '
    '"b"}, {"type": "q", "head": [0, 1], "tail": [0, 1]}], "events": [{"type": "E", "trigger": null, '
    '"arguments": []}, {"type": "F", "trigger": [1, 2], "arguments": [{"role": "R", "span": "b"}, {"role": '
    '"S", "span": [0, 1]}]}]}\n'
)


def test_what_stands_at_places_that_a_format_cannot_hold(run, write):
    """It is left out with what hangs on it, and counted; not half of it is written."""
    source = write("x.jsonl", PLACES)
    done = run("convert", source, "--from", "ie-jsonl", "--to", "oneie")
    assert (done.code, done.out) == (2, "")
    done = run("convert", source, "--from", "ie-jsonl", "--to", "oneie", "--lossy")
    assert done.code == 0
    for loss in (
        *("1 discontinuous span", "1 triggerless event", "3 string spans", "1 relation of such a place"),
        *("1 event of such a place", "1 argument of such a place"),
    ):
        assert f"{loss} not written" in done.err
    made = json.loads(done.out)
    assert [each["entity_type"] for each in made["entity_mentions"]] == ["X"]
    assert [each["relation_type"] for each in made["relation_mentions"]] == ["q"]
    assert [each["event_type"] for each in made["event_mentions"]] == ["F"]
    assert [each["role"] for each in made["event_mentions"][0]["arguments"]] == ["S"]


@pytest.mark.parametrize(
    ("part", "problem"),
    [
        ({"templates": 5}, "templates must be a list of records"),
        ({"templates": [[]]}, "templates must be a list of records"),
        ({"templates": [{"type": "a", "fillers": 1}]}, "fillers must be a list of records"),
        ({"fillers": [None]}, "fillers must be a list of records"),
        ({"nary": {}, "fillers": "x"}, "fillers must be a list of records"),
        ({"text": ["a"]}, "text is"),
    ],
)
def test_lists_that_are_none(run, write, part, problem):
    """What cannot be counted as lost is an error, with its line."""
    source = write("x.jsonl", json.dumps({"id": "d", "events": [], **part}))
    done = run("convert", source, "--from", "ie-jsonl", "--to", "brat", "--lossy")
    assert (done.code, done.out) == (2, "")
    assert f"{problem}" in done.err
    assert "x.jsonl:1:" in done.err


def test_documents_without_sentences_have_no_tokens(run, write):
    """DocRED's documents may lack their text: nothing that needs it can be made of them."""
    entity = '[{"name": "T", "sent_id": 0, "pos": [0, 1], "type": "X"}]'
    source = write("x.json", '[{"title": "a", "sents": [], "vertexSet": [' + entity + "]}]")
    done = run("convert", source, "--from", "docred", "--to", "doccano", "--lossy")
    assert (done.code, done.out) == (2, "")
    assert "doccano needs text, but document a has none" in done.err


@each(
    "to, name, where",
    pairs_of(
        ["brat", "bio", "span-tsv"],
        ["a\tb", "a\nT9\tX 0 1\tz", "a\rb", "a b", "", "\u2028", "{}", "#x", "B-X"],
        ["entity", "relation", "document"],
    ),
)
def test_names_cannot_make_other_lines(run, write, to, name, where):
    """What is written is read back as it was, but for blanks, or nothing is written: no name adds a line."""
    document = {"id": "d", "tokens": ["Tolkien", "left", "Oxford"]}
    document["entities"] = [{"type": "PER", "span": [0, 1]}, {"type": "LOC", "span": [2, 3]}]
    if where == "entity":
        document["entities"][0]["type"] = name
    elif where == "relation":
        document["relations"] = [{"type": name, "head": [0, 1], "tail": [2, 3]}]
    else:
        document["id"] = name
    source = write("x.jsonl", json.dumps(document))
    done = run("convert", source, "--from", "ie-jsonl", "--to", to, "--lossy")
    assert done.code in (0, 2)
    if done.code == 2:
        assert done.out == ""
        return
    back = run("convert", write("x", done.out), "--from", to, "--to", "span-tsv", "--lossy")
    assert back.code == 0
    types = [line.split("\t")[5] for line in back.out.removesuffix("\n").split("\n")]
    written = name if where == "entity" else "PER"
    wanted = "Entity" if written == "" and to == "brat" else written
    first = json.loads(types[0])["type"] if types[0].startswith("{") else types[0]
    assert first in (wanted, re.sub(r"\s", "_", wanted))  # blanks may become underscores
    assert types[1:] == ["LOC"]


@pytest.mark.parametrize("id_", ["../out", "/out", "a\0b"])
def test_ids_that_are_no_names_of_files(run, write, tmp_path, id_):
    """Nothing is written, not the documents before it either."""
    lines = [json.dumps({"id": name, "text": "ab", "relations": [], "events": []}) for name in ("a", id_)]
    folder = tmp_path / "made"
    done = run(
        "convert", write("x.jsonl", "\n".join(lines)), "--from", "ie-jsonl", "--to", "brat", "-o", folder
    )
    assert (done.code, done.out) == (2, "")
    assert "cannot be a file name" in done.err
    assert not folder.exists()


def test_a_folder_that_is_read_is_not_written(run, tmp_path):
    """What brat's files have besides would be lost; another folder below it is one."""
    (tmp_path / "a.ann").write_text("T1\tPER 0 7\tTolkien\n#1\tnote\n")
    (tmp_path / "a.txt").write_text("Tolkien")
    done = run("convert", tmp_path, "--to", "brat", "--lossy", "-o", tmp_path)
    assert (done.code, "would replace an input" in done.err) == (2, True)
    assert "note" in (tmp_path / "a.ann").read_text()
    assert run("convert", tmp_path, "--to", "brat", "--lossy", "-o", tmp_path / "new").code == 0


def test_an_output_without_a_name(run, write):
    """An empty variable of a shell is no folder."""
    done = run("convert", write("x.bio", "Ann B-PER\n"), "--to", "brat", "-o", "")
    assert (done.code, "-o needs the name of a file" in done.err) == (2, True)
