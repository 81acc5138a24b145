"""Offsets in characters, tokens and units of UTF-16, with either kind of ends, give one score."""

import json
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit

WORD = st.text(st.sampled_from("aé😊𝄞ßZ"), min_size=1, max_size=4)
DOCUMENTS = st.lists(st.lists(WORD, min_size=3, max_size=9), min_size=1, max_size=4)


def spans_of(words, number):
    """Some spans of words, none inside another: first and last word."""
    return [(place, min(place + number % 2, len(words) - 1)) for place in range(0, len(words), 2)]


def characters(words, first, last):
    """Offsets of words in the text of all."""
    start = sum(len(word) + 1 for word in words[:first])
    return start, start + len(" ".join(words[first : last + 1]))


def units(text, offset):
    """An offset in units of UTF-16."""
    return len(text[:offset].encode("utf-16-le")) // 2


def offsets(words, span, unit):
    """Offsets of a span in a unit, half-open."""
    if unit == "tokens":
        return span[0], span[1] + 1
    start, end = characters(words, *span)
    text = " ".join(words)
    return (start, end) if unit == "characters" else (units(text, start), units(text, end))


def lines(documents, unit, ends, **more):
    """Documents with a text, and spans in this unit with these ends."""
    bodies = []
    for place, words in enumerate(documents):
        spans = [offsets(words, span, unit) for span in spans_of(words, place)]
        entities = [{"start": a, "end": b - (ends == "inclusive"), "label": "X"} for a, b in spans]
        bodies.append({"id": f"d{place}", "text": " ".join(words), "entities": entities, **more})
    return "".join(json.dumps(body) + "\n" for body in bodies)


@pytest.mark.parametrize("ends", ["exclusive", "inclusive"])
@pytest.mark.parametrize("unit", ["characters", "tokens", "utf-16"])
@given(documents=DOCUMENTS)
def test_one_score_in_every_unit(tmp_path_factory, unit, ends, documents):
    """Of a system alone, and of both sides; whole and in shards."""
    folder = tmp_path_factory.mktemp("units")
    for name, text in (
        ("g", lines(documents, "characters", "exclusive")),
        ("s", lines(documents, unit, ends)),
    ):
        (folder / name).write_text(text)
    asked = {"task": "spans", "form": "spacy", "measures": ["sets::span+type"]}
    paths = str(folder / "g"), str(folder / "s")
    one = nerkit.evaluate(*paths, system_offsets=unit, system_ends=ends, **asked)
    both = nerkit.evaluate(paths[1], paths[1], offsets=unit, ends=ends, shard_size=100, **asked)
    assert (one.f1, both.f1) == (1, 1)


FORMATS = {  # a format with inclusive or exclusive ends of its own -> a file with one span of words 1 to 2
    "span-tsv": ("d\t1\t{}\t\t1\tX\n", 2),
    "dygie": (json.dumps({"doc_key": "d", "sentences": [["a", "b", "c", "d"]], "ner": [[[1, "@", "X"]]]}), 2),
    "gliner-train": (json.dumps({"tokenized_text": ["a", "b", "c", "d"], "ner": [[1, "@", "X"]]}), 2),
    "ie-jsonl": (
        json.dumps(
            {"id": "d", "tokens": ["a", "b", "c", "d"], "entities": [{"type": "X", "span": [1, "@"]}]}
        ),
        3,
    ),
    "spert": (
        json.dumps(
            {
                "tokens": ["a", "b", "c", "d"],
                "entities": [{"type": "X", "start": 1, "end": "@"}],
                "relations": [],
            }
        ),
        3,
    ),
    "doccano": (json.dumps({"id": 1, "text": "abcd", "label": [[1, "@", "X"]]}), 3),
    "prodigy": (
        json.dumps({"text": "abcd", "spans": [{"start": 1, "end": "@", "label": "X"}], "_task_hash": 1}),
        3,
    ),
    "label-studio": (
        json.dumps(
            [
                {
                    "data": {"text": "abcd"},
                    "annotations": [
                        {
                            "result": [
                                {
                                    "type": "labels",
                                    "from_name": "l",
                                    "to_name": "t",
                                    "value": {"start": 1, "end": "@", "labels": ["X"]},
                                }
                            ]
                        }
                    ],
                }
            ]
        ),
        3,
    ),
    "csv": ("doc,start,end,label\nd,1,{},X\n", 3),
    "hf-pipeline": (
        json.dumps([{"entity_group": "X", "score": 0.5, "word": "bc", "start": 1, "end": "@"}]),
        3,
    ),
}


@pytest.mark.parametrize("form", FORMATS)
def test_ends_are_what_they_are_said_to_be(write, form):
    """An end that is one less or more, read as the other kind, is the same span."""
    text, end = FORMATS[form]
    own = "inclusive" if end == 2 else "exclusive"
    other = "exclusive" if own == "inclusive" else "inclusive"

    def file(name, value):
        return str(write(name, text.replace('"@"', str(value)).replace("{}", str(value), 1)))

    gold, moved = file("g", end), file("s", end + (1 if own == "inclusive" else -1))
    asked = {"task": "spans", "form": form, "measures": ["sets::span+type"]}
    assert nerkit.evaluate(gold, gold, ends=own, **asked).f1 == 1
    assert nerkit.evaluate(gold, moved, system_ends=own, **asked).f1 == 0
    assert nerkit.evaluate(gold, moved, ends=own, system_ends=other, **asked).f1 == 1
    assert nerkit.evaluate(moved, moved, ends=other, **asked).f1 == 1


def test_what_cannot_be_converted_is_refused(write):
    """The error says what is missing, and which document lacks it."""
    entity = {"start": 0, "end": 3, "label": "X"}
    gold = str(write("g.tsv", "d\t0\t2\t\t1\tX\n"))
    for unit in ("characters", "tokens", "utf-16"):
        with pytest.raises(nerkit.UsageError, match=r"offsets|text|tokens"):
            nerkit.evaluate(gold, gold, task="spans", system_offsets=unit)
    text = str(write("t.jsonl", json.dumps({"id": "d", "text": "Ann", "entities": [entity]}) + "\n"))
    with pytest.raises(nerkit.InputError, match=r"end 3 is after the end of document d, counted in tokens"):
        nerkit.evaluate(text, text, task="spans", system_offsets="tokens")
    for name in ("ends", "system_offsets"):
        with pytest.raises(nerkit.UsageError, match="=… needs offsets, which these files do not have"):
            nerkit.evaluate(
                "(a / b)", "(a / b)", task="amr", **{name: "exclusive" if name == "ends" else "tokens"}
            )


def test_units_that_differ_are_an_error(run, write):
    """Gold counts characters and the system tokens, or the other way round; the option converts."""
    doccano = {
        "id": "d",
        "text": "Ann met Bob",
        "entities": [
            {"id": 0, "label": "P", "start_offset": 8, "end_offset": 11},
            {"id": 1, "label": "P", "start_offset": 0, "end_offset": 3},
        ],
        "relations": [{"id": 2, "from_id": 0, "to_id": 1, "type": "R"}],
    }
    dygie = {
        "doc_key": "d",
        "sentences": [["Ann", "met", "Bob"]],
        "ner": [[[2, 2, "P"], [0, 0, "P"]]],
        "relations": [[[2, 2, 0, 0, "R"]]],
    }
    write("c.jsonl", json.dumps(doccano) + "\n")
    write("t.jsonl", json.dumps(dygie) + "\n")
    for task in ("spans", "ie"):
        for gold, system, units_of in (
            ("c", "t", ("characters", "tokens")),
            ("t", "c", ("tokens", "characters")),
        ):
            files = ["-g", f"{gold}.jsonl", f"{system}.jsonl"]
            done = run(task, *files)
            assert done.code == 2
            assert (
                f"offsets of {gold}.jsonl count {units_of[0]}, but offsets of {system}.jsonl "
                f"count {units_of[1]}"
            ) in done.err
            assert f"--system-offsets {units_of[1]} converts them" in done.err
            assert run(task, *files, "--system-offsets", units_of[1], "-b").out == "1.0\n"


@given(
    st.lists(
        st.lists(
            st.text(st.sampled_from("aéÅñ가각ﬁ\u0301x"), min_size=1, max_size=4), min_size=2, max_size=6
        ),
        min_size=1,
        max_size=3,
    ),
    st.sampled_from(["nfc", "nfkc"]),
)
def test_one_score_in_every_form_of_unicode(documents, form):
    """Of the same pages in NFC and NFD, in both tasks that have texts."""
    sides = [[[normalize(name, word) for word in words] for words in documents] for name in ("NFC", "NFD")]
    data = [
        [
            (" ".join(words), [(*characters(words, *span), "X") for span in spans_of(words, place)])
            for place, words in enumerate(side)
        ]
        for side in sides
    ]
    for task, measure in (("noisy", "noisy"), ("spans", "sets::span+type")):
        result = nerkit.evaluate(*data, task=task, measures=[measure], unicode=form)
        assert result.f1 == 1
        assert not any("NFC" in text for text in result.warnings)


def test_two_forms_are_told(run, write):
    """Texts in NFC beside texts in NFD are told in both tasks, with the option that makes the score right."""
    for name in ("NFC", "NFD"):
        text = normalize(name, "René met Zoë, and an Ann")
        entity = {"start": 0, "end": len(normalize(name, "René")), "label": "P"}
        last = {"start": len(text) - 3, "end": len(text), "label": "P"}
        write(f"{name}.jsonl", json.dumps({"id": "d", "text": text, "entities": [entity, last]}) + "\n")
    for task in ("noisy", "spans"):
        done = run(task, "-g", "NFC.jsonl", "NFD.jsonl")
        assert "1 document is in NFC on one side only; --unicode nfc compares both sides in NFC" in done.err
        assert run(task, "-g", "NFC.jsonl", "NFD.jsonl", "--unicode", "nfc", "-b").out == "1.0\n"
    assert run("amr", "-g", "NFC.jsonl", "NFD.jsonl", "--unicode", "nfc").code == 2


FORMS = {  # format -> a document of two tokens with a span
    "spacy": lambda start, end: {"text": "ab c", "ents": [{"start": start, "end": end, "label": "X"}]},
    "gliner-train": lambda start, end: {"tokenized_text": ["ab", "c"], "ner": [[start, end - 1, "X"]]},
    "ie-jsonl": lambda start, end: {"tokens": ["ab", "c"], "entities": [{"type": "X", "span": [start, end]}]},
    "dygie": lambda start, end: {"sentences": [["ab", "c"]], "ner": [[[start, end - 1, "X"]]]},
}


@pytest.mark.parametrize("unit", ["characters", "tokens", "utf-16"])
@pytest.mark.parametrize("form", FORMS)
def test_offsets_beyond_a_document_are_refused(run, write, form, unit):
    """Also if the unit that is named is the one that the format has."""
    write("g.json", json.dumps([FORMS[form](0, 9)]))
    done = run("spans", "--from", form, "--offsets", unit, "-g", "g.json", "g.json")
    has_no_text = unit == "utf-16" and form in ("ie-jsonl", "dygie")
    problem = "has no text, so" if has_no_text else "end 9 is after"
    assert (done.code, done.out, problem in done.err) == (2, "", True)


@pytest.mark.parametrize("unit", ["characters", "tokens", "utf-16"])
def test_a_unit_that_is_named_is_converted_once(run, write, unit):
    """Spans of training data of GLiNER, which nerkit counts in characters."""
    write("g.json", json.dumps([FORMS["gliner-train"](1, 2)]))
    at = (1, 2) if unit != "tokens" else (3, 4)
    write("s.json", json.dumps([FORMS["spacy"](*at)]))
    assert (
        run("spans", "-g", "g.json", "s.json", "--offsets", unit, "--system-offsets", "characters", "-b").out
        == "1.0\n"
    )


@pytest.mark.parametrize("unit", ["tokens", "utf-16"])
def test_a_span_without_a_character_is_refused(run, write, unit):
    """An empty token, and half a character of two units."""
    empty = {"tokenized_text": ["", "b"], "ner": [[0, 0, "X"]]}
    half = {"tokenized_text": ["😀"], "ner": [[0, 0, "X"]]}
    write("g.json", json.dumps([empty if unit == "tokens" else half]))
    done = run("spans", "--from", "gliner-train", "--offsets", unit, "-g", "g.json", "g.json")
    assert (done.code, "covers no character" in done.err) == (2, True)
