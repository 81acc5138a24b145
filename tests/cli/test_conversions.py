"""`nerkit convert` from every format that is read to every format that is written."""

import json
import re
from base64 import b64decode
from importlib.util import find_spec

import pytest
from mrp_lines import JOINED, line
from tries import TIMES, each, pairs_of
from wire_formats import RECORDS, written

from nerkit import readers
from nerkit.io import expand
from nerkit.readers import FORMATS
from nerkit.readers.sample import Sample
from nerkit.writers import WRITERS

TAGGED = "Tolkien\tB-PER\nleft\tO\nOxford\tB-LOC\n"
DOCBIN = b64decode(  # "Tolkien left" as spaCy stores it: PER with the id Q892, and a group `sc`
    "eJzrXF6WWlScmZ+32EDPcGliSUlR8VxHZ08vbx9fP/+As4xHzjIePct4bFlJfnZqXvGRC+++Mi3Ru6s2fdu1KKYvF4z/MhAA"
    "zFDazvNQzc/Wl9YwcUYonbB56YLJSvwP0fW9s9teopjeZw6jCdnDREgBDrCsuCAxObX4CBMjw/Kc1Lz0koziIywgw5YXlxRl"
    "5qUXT1+wOMA1aEmghaXRwuDlIfk52ZmpeUtyUtNKlpdAOcmJJcUTG5am5SSmF09s3JSRWBxfmpedl1+eFw8x/dBqIJ0Xn16U"
    "X1pQPPGIR+MRx+YleYm5qYuKkyFh3rAUpAIop4HuwFWTQtPvZqWmo/mTZyJQLwA61HN8"
)
UNUSED = "\t".join("_" * 6)
FILES = {  # a small file of each format
    "conll-coref": "#begin document (a)\nTolkien\t(1)\nleft\t-\nhe\t(1)\n\n#end document\n",
    "semeval": "#begin document a\n1\tTolkien\t(1)\n2\tleft\t_\n3\the\t(1)\n\n#end document a\n",
    "corefud": "# global.Entity = eid-etype-head-other\n# newdoc id = a\n# sent_id = 1\n# text = Tolkien\n"
    f"1\tTolkien\t{UNUSED}\t_\tEntity=(e1--1)\n\n",
    "arrau": "Tolkien\tB-markable_1=set_1\tword_1\tx\nleft\n",
    "coref-json": '{"doc_key": "a", "clusters": [[[0, 1], [2, 3]]]}\n',
    "penman": "(w / want-01\n   :polarity -\n   :ARG0 (b / boy))\n",
    "triples-tsv": "a\tw\tTOP\ttop\na\tw\tinstance\twant-01\na\tb\tinstance\tboy\na\tw\tARG0\tb\n",
    "dot": 'digraph "a" {\n  n0 [label="w / want-01", peripheries=2];\n  n1 [label="b / boy"];\n'
    '  n0 -> n1 [label="ARG0"];\n}\n',
    "bio": TAGGED,
    "conllu": "# sent_id = 1\n1\tHe\the\tPRON\t_\t_\t2\tnsubj\t_\t_\n"
    "2\tleft\tleave\tVERB\t_\t_\t0\troot\t_\t_\n\n",
    "conllx": "1\tHe\the\tP\tPRP\t_\t2\tSBJ\t_\t_\n2\tleft\tleave\tV\tVBD\t_\t0\tROOT\t_\t_\n\n",
    "span-tsv": "1\t0\t0\tQ892\t1.0\tPER\n1\t2\t2\t\t\tLOC\n",
    "csv": "doc_id,start,end,label\n1,0,7,PER\n1,13,19,LOC\n",
    "tag-lists": '[["B-PER", "O"], ["O", "B-LOC"]]\n',
    "csv-tags": "Sentence #,Word,POS,Tag\nSentence: 1,Tolkien,NNP,B-PER\n,left,VBD,O\n,Oxford,NNP,B-LOC\n",
    "hipe": "TOKEN\tNE-COARSE-LIT\tMISC\nTolkien\tB-per\tLED0.1\nleft\tO\t_\nOxford\tB-loc\t_\n",
    "brat": "T1\tPER 0 7\tTolkien\nT2\tLOC 13 19\tOxford\n",
    "mrp": line(**JOINED),
    "ucca-xml": '<root passageID="7"><layer layerID="0"><node ID="0.1" type="Word">'
    '<attributes text="He"/></node></layer><layer layerID="1">'
    '<node ID="1.1" type="FN"><edge toID="1.2" type="H"/></node>'
    '<node ID="1.2" type="FN"><edge toID="0.1" type="Terminal"/></node></layer></root>\n',
    "eds": "#7\n{e3:\n x9:_boy_n_1<0:3>[]\n e3:_sleep_v_1<4:10>[ARG1 x9]\n}\n\n",
    "sdp": "#SDP 2015\n#7\n1\tHe\the\tPRP\t-\t-\tn\tARG1\n2\tleft\tleave\tVBD\t+\t+\tv\t_\n\n",
    "label-studio": json.dumps(
        [
            {
                "id": 1,
                "data": {"text": "Tolkien left"},
                "annotations": [
                    {"result": [{"type": "labels", "value": {"start": 0, "end": 7, "labels": ["PER"]}}]}
                ],
            }
        ]
    ),
    "prodigy": '{"text": "Tolkien", "spans": [{"start": 0, "end": 7, "label": "PER"}], "_input_hash": 1}\n',
    "spacy": '{"text": "Tolkien", "ents": [{"start": 0, "end": 7, "label": "PER"}]}\n',
    "spacy-bin": DOCBIN,
    "hf-datasets": '{"id": "a", "tokens": ["Tolkien", "left", "Oxford"], '
    '"ner_tags": ["B-PER", "O", "B-LOC"]}\n',
    "hf-pipeline": '[[{"entity_group": "PER", "score": 0.9, "word": "tolkien", "start": 0, "end": 7}]]\n',
    "gliner": '[[{"start": 0, "end": 7, "text": "Tolkien", "label": "PER", "score": 0.9}]]\n',
    "gliner-train": '[{"tokenized_text": ["Tolkien", "left"], "ner": [[0, 0, "PER"]]}]\n',
    "langextract": '{"extractions": [{"extraction_class": "PER", "extraction_text": "Tolkien", '
    '"char_interval": {"start_pos": 0, "end_pos": 7}, "alignment_status": "match_exact"}], '
    '"text": "Tolkien left", "document_id": "a"}\n',
    "nif": "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .\n"
    '<http://x/a#char=0,12> nif:isString "Tolkien left" .\n'
    '<http://x/a#char=0,7> nif:referenceContext <http://x/a#char=0,12> ; nif:anchorOf "Tolkien" .\n',
    "aida": "-DOCSTART- (1 a)\nTolkien\tB\tTolkien\tJ_R_R_Tolkien\nleft\n\n",
    "webanno": "#FORMAT=WebAnno TSV 3.3\n#T_SP=a.NamedEntity|value\n\n\n#Text=Tolkien left\n"
    "1-1\t0-7\tTolkien\tPER\t\n1-2\t8-12\tleft\t_\t\n",
    "noisy-bio": TAGGED.replace("\t", " "),
    "uie": '[{"PER": [{"text": "Tolkien", "start": 0, "end": 7, "probability": 0.9}]}]\n',
    "uie-sel": "<extra_id_0> <extra_id_0> PER <extra_id_5> Tolkien <extra_id_1> <extra_id_1>\n",
    "universalner": '[{"conversations": [{"from": "human", "value": "Text: Tolkien left"}, '
    '{"from": "human", "value": "What describes PER in the text?"}, '
    '{"from": "gpt", "value": "[\\"Tolkien\\"]"}]}]\n',
    "instructuie": "PER: Tolkien, LOC: Oxford\n",
    "answers": 'Sure:\n```json\n{"entities": [{"text": "Tolkien", "type": "PER"}]}\n```\n',
    "entity-json": '{"PER": ["Tolkien"], "LOC": ["Oxford"]}\n',
    "inline": "<PER>Tolkien</PER> left <LOC>Oxford</LOC>\n",
    "brackets": "[PER Tolkien] left [LOC Oxford]\n",
    "props": "-\t(A0*)\nsay\t(V*)\n-\t(A1*\n-\t*)\n\n",
    "conll12": "#begin document (a); part 000\na 0 0 We PRP (S* - - - - * (ARG0*) -\n"
    "a 0 1 run VBP *) run 01 1 - * (V*) -\n\n#end document\n",
    "conll09": "1\tWe\twe\twe\tP\tP\t_\t_\t2\t2\tSBJ\tSBJ\t_\t_\tA0\n"
    "2\trun\trun\trun\tV\tV\t_\t_\t0\t0\tROOT\tROOT\tY\trun.01\t_\n\n",
    "conll08": "1\tWe\twe\tP\tP\tWe\twe\tP\t2\tSBJ\t_\tA0\n"
    "2\trun\trun\tV\tV\trun\trun\tV\t0\tROOT\trun.01\t_\n\n",
    "primesrl": "1\tWe\twe\tPRON\t_\t_\t2\tnsubj\t_\t_\tA0\n"
    "2\trun\trun\tVERB\t_\t_\t0\troot\tY\trun.01\t_\n\n",
    "up": "1\tWe\twe\tPRON\t_\t_\t2\tnsubj\t_\t_\t_\tA0\n"
    "2\trun\trun\tVERB\t_\t_\t0\troot\t_\t_\trun.01\t_\n\n",
    "ptb": "(S (NP (PRP He)) (VP (VBD left)))\n",
    "discbracket": "(S (NP (PRP 0=He)) (VP (VBD 1=left)))\n",
    "export": "#BOS 1\nHe\tPRP\t--\t--\t500\nleft\tVBD\t--\t--\t500\n#500\tS\t--\t--\t0\n#EOS 1\n",
    "scirex": '{"doc_id": "a", "words": ["BERT", "on", "SQuAD"], "ner": [[0, 1, "Method"]], "coref": '
    '{"BERT": [[0, 1]]}, "n_ary_relations": [], "method_subrelations": {}}\n',
    "records": '{"id": 1, "relations": []}\n',
    "oneie": '{"doc_id": "a", "wnd_id": "a-0", "tokens": ["Tolkien", "left", "Oxford"], "entity_mentions": '
    '[{"id": "e1", "entity_type": "PER", "start": 0, "end": 1}], "event_mentions": []}\n',
    "wikievents": '{"doc_id": "a", "tokens": ["Tolkien", "left"], "sentences": [], "entity_mentions": '
    '[{"id": "e1", "entity_type": "PER", "start": 0, "end": 1}], "event_mentions": []}\n',
    "dygie": '{"doc_key": "a", "sentences": [["Tolkien", "left"]], "ner": [[[0, 0, "PER"]]]}\n',
    "grit": '{"docid": "a", "extracts": {"Victim": [[["juan", 3]]]}}\n',
    "gtt": '{"docid": "a", "templates": [{"incident_type": "attack", "Victim": [[["juan", 3]]]}]}\n',
    "muc4": "0.  MESSAGE: ID            TST3-MUC4-0007\n1.  MESSAGE: TEMPLATE      1 (OPTIONAL)\n"
    '4.  INCIDENT: TYPE         ATTACK / BOMBING\n18. HUM TGT: NAME          "JUAN" / "JUAN PEREZ"\n'
    '20. HUM TGT: TYPE          ? CIVILIAN: "JUAN"\n',
    "iterx": '{"a": [{"incident_type": "attack", "Victim": [["juan"]]}]}\n',
    "rams": '{"doc_key": "a", "sentences": [["Tolkien", "left"]], "ent_spans": [[0, 0, [["PER", 1.0]]]], '
    '"evt_triggers": [[1, 1, [["leave", 1.0]]]], "gold_evt_links": [[[1, 1], [0, 0], "evt1arg01who"]]}\n',
    "docred": '[{"title": "a", "sents": [["Tolkien", "left"]], "vertexSet": [[{"name": "Tolkien", '
    '"sent_id": 0, "pos": [0, 1], "type": "PER"}]], "labels": []}]\n',
    "spert": '[{"tokens": ["Tolkien", "left"], "entities": [{"type": "PER", "start": 0, "end": 1}], '
    '"relations": [], "orig_id": "a"}]\n',
    "sentiment": '[{"sent_id": "a", "text": "Tolkien left", "opinions": [{"Source": [[], []], '
    '"Target": [["Tolkien"], ["0:7"]], "Polar_expression": [["left"], ["8:12"]], "Polarity": "neg"}]}]\n',
    "absa": "great pizza####[['pizza', 'food quality', 'positive', 'great']]\n",
    "doccano": '{"id": 1, "text": "Tolkien", "entities": '
    '[{"id": 1, "label": "PER", "start_offset": 0, "end_offset": 7}], "relations": []}\n',
    "ie-jsonl": '{"id": "a", "tokens": ["Tolkien", "left"], "entities": [{"type": "PER", "span": [0, 1]}], '
    '"events": [{"type": "Leave", "trigger": [1, 2], "arguments": [{"role": "Who", "span": [0, 1]}]}]}\n',
    "calls": '{"id": "r1", "calls": [{"name": "find", "arguments": {"q": "x", "n": {"any": [1, null]}}}]}\n',
    "json": '{"id": "r1", "value": {"total": 4.47, "items": [{"name": "Milk"}, {"name": "Bread"}]}}\n',
    "model-output": 'Here it is:\n```json\n{"total": 4.47, "items": [{"name": "Milk"}]}\n```\n',
}
FURTHER = {  # further forms of a format
    "json": (
        '{"id": "r1", "value": {"total": {"any": [4.47, null]}, "items": [{"any": ["x", {"name": "x"}]}]}}\n',
        '{"data": [{"paragraphs": [{"qas": [{"id": "q", "answers": [{"text": "cat"}]}]}]}]}\n',
        '{"p": {"qa_pairs": [{"query_id": "q", "answer": {"number": "3", "spans": []}}]}}\n',
        '{"Data": [{"QuestionId": "q", "Answer": {"Value": "cat", "Aliases": ["dog"]}}]}\n',
    ),
    "calls": tuple(map(written, RECORDS)),
    "absa": (
        (
            '{"id": "a", "quads": [["pizza", "food", "positive", "big"], {"aspect": "x", "sentiment": "pos", '
            '"category": null, "opinion": "big"}]}\n'
        ),
        "food quality is great because pizza is great [SSEP] service is bad because it is slow\n",
    ),
}
CHUNKS, GRAPHS = ("bio", "span-tsv", "brackets"), ("penman", "triples-tsv", "dot", "mrp")
COUNTING_TOKENS = ("oneie", "wikievents", "dygie", "docred", "rams", "spert", "scirex")
OF_SPANS = ("spacy", "webanno", "hf-datasets")
OFFSETS = ("csv", "spacy-bin", "hf-pipeline", "gliner", "uie", "langextract", "webanno", "nif", "aida")
WITHOUT_LABELS = ("nif", "aida")  # brackets are recognised by their labels
WITHOUT_TEXT = ("brat", "csv", "hf-pipeline", "gliner", "uie")
RECORDS = ("ie-jsonl", *COUNTING_TOKENS, "doccano", "prodigy", "label-studio", "brat")
BRACKETED = ("ptb", "discbracket", "export")
FILLERS = ("grit", "gtt", "iterx")
PICTURES = ("mrp", "ucca-xml", "eds", "sdp")  # of their graphs, which have anchors, DOT is only looked at
TARGETS = {  # format -> what it can be converted to; the others to nothing
    **dict.fromkeys(
        (
            "bio",
            "csv-tags",
            "brackets",
            "span-tsv",
            "hipe",
            "hf-datasets",
            "gliner-train",
            *COUNTING_TOKENS,
            "ie-jsonl",
        ),
        (*CHUNKS, *RECORDS, *OF_SPANS),
    ),
    **dict.fromkeys(
        ("brat", "label-studio", "prodigy", "doccano", "spacy", "noisy-bio", "inline", *OFFSETS),
        (*CHUNKS, "ie-jsonl", "doccano", "prodigy", "label-studio", "brat", *OF_SPANS),
    ),
    **dict.fromkeys((*GRAPHS, "ucca-xml", "eds", "sdp"), GRAPHS),
    **dict.fromkeys(("conllu", "conllx"), ("conllx",)),
    **dict.fromkeys(BRACKETED, BRACKETED),
    **dict.fromkeys((*FILLERS, "muc4"), FILLERS),
    **dict.fromkeys(("props", "conll12"), ("props",)),
    **dict.fromkeys(("conll-coref", "semeval", "corefud", "arrau", "coref-json"), ("coref-json",)),
}


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
            assert (done.code, done.err) == (2, f"error: {to} needs text, and document 1 has none\n")
        elif form in WITHOUT_TEXT and to in ("bio", "brackets", "hf-datasets"):
            assert (done.code, "the document 1 has no text, which is needed here" in done.err) == (2, True)
        elif to == "dot" and form in PICTURES:
            assert (done.code, done.out.startswith("digraph ")) == (0, True)
        else:
            assert done.code == 0, (to, done.err)
            reader = readers.reader(to)
            unlabelled = form in WITHOUT_LABELS and to == "brackets"
            assert unlabelled or reader.recognise(Sample(done.out)), to
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
        f"error: {source} is taken for {form}: {form} cannot be converted to {to}; it can be converted to "
        f"{', '.join(TARGETS[form])}; name its format with --from if it is another one\n"
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
        "1 discontinuous span",
        "1 triggerless event",
        "3 string spans",
        "1 relation of such a place",
        "1 event of such a place",
        "1 argument of such a place",
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
        ({"templates": 5}, "templates are no list of records"),
        ({"templates": [[]]}, "templates are no list of records"),
        ({"templates": [{"type": "a", "fillers": 1}]}, "fillers are no list of records"),
        ({"fillers": [None]}, "fillers are no list of records"),
        ({"nary": {}, "fillers": "x"}, "fillers are no list of records"),
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
    assert "doccano needs text, and document a has none" in done.err


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
    assert "no name of a file" in done.err
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
