"""A score near zero names the usual error that explains it, and the option that it names mends it."""

import json
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit

LABELS = ("PER", "LOC", "ORG")
WORDS = ("Ann", "met", "Bob", "in", "Oslo", "and", "left", "for", "Rome", "today")
MEASURE = "sets::span+type"


def made(seed, count):
    """Documents of words, with spans of words: id, words, spans as (first word, last word, label)."""
    rng = random.Random(seed)
    documents = []
    for place in range(count):
        words = [f"{rng.choice(WORDS)}{rng.randrange(100)}" for _ in range(rng.randrange(8, 16))]
        firsts = sorted(rng.sample(range(0, len(words) - 1, 2), 3))
        spans = [(first, first + rng.randrange(2), rng.choice(LABELS)) for first in firsts]
        documents.append((f"d{place}", words, spans))
    return documents


def characters(words, first, last):
    """The characters of some words in the text of all."""
    start = sum(len(word) + 1 for word in words[:first])
    return start, start + len(" ".join(words[first : last + 1]))


def lines(documents, span, name="{}"):
    """Documents as JSON lines, *span* being (words, first, last, label) -> what stands there."""
    return "".join(
        json.dumps(
            {
                "id": name.format(key),
                "text": " ".join(words),
                "entities": [span(words, *one) for one in spans],
            }
        )
        + "\n"
        for key, words, spans in documents
    )


def exact(words, first, last, label):
    """A span as it should be."""
    start, end = characters(words, first, last)
    return {"start": start, "end": end, "label": label}


def tokens(by):
    """Spans in tokens, their ends moved by so much."""
    return lambda _, first, last, label: {"start": first, "end": last + 1 + by, "label": label}


def changed(starts=0, ends=0, label=str):
    """Spans whose offsets are moved and whose labels are changed."""

    def span(words, first, last, name):
        start, end = characters(words, first, last)
        return {"start": start + starts, "end": end + ends, "label": label(name)}

    return span


ERRORS = {  # what is wrong with the system -> its spans, and whether an option mends it
    "ends one larger": (changed(0, -1), True),
    "offsets one larger": (changed(-1, -1), False),
    "its tokens as characters": (tokens(0), True),
    "letter case": (changed(label=str.lower), False),
    "a prefix of tags": (changed(label="B-{}".format), False),
    "labels differ (": (changed(label=dict(zip(LABELS, "012", strict=True)).get), False),
    "LOC for PER": (changed(label=dict(zip(LABELS, ("LOC", "ORG", "PER"), strict=True)).get), False),
}


def told(result):
    """What explains the score of a result, and the options that it names."""
    (text,) = [one for one in result.warnings if " is 0.0" in one and ", and " in one]
    value = float(re.search(r"and (\d\.\d+)", text)[1])
    return text, value, dict(re.findall(r'(\w+)="([^"]+)"', text))


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("count", [12, 260])
def test_the_error_is_named_and_the_option_mends_it(write, error, count):
    """Of many documents the first 200 are tried; typed, the option gives the number on all of them."""
    documents = made(count, count)
    documents[0] = ("d0", ["Ann", *documents[0][1]], [(1, 2, "PER")])
    documents = [
        (key, ["x", *words, "x"], [(a + 1, b + 1, n) for a, b, n in ss]) for key, words, ss in documents
    ]
    span, mends = ERRORS[error]
    gold, system = (
        str(write("g.jsonl", lines(documents, exact))),
        str(write("s.jsonl", lines(documents, span))),
    )
    result = nerkit.evaluate(gold, system, measures=[MEASURE])
    text, value, options = told(result)
    assert (result.f1, value) == (0, 1)
    assert error in text
    assert ("in the first 200 documents" in text) == (count > 200)
    assert bool(options) == mends
    assert not any(word in text for word in ("label_map", "rename"))
    if options:
        assert nerkit.evaluate(gold, system, measures=[MEASURE], **options).f1 == value


@pytest.mark.parametrize("error", ERRORS)
def test_shards_name_the_same(write, error):
    """However the files are cut, and read from a pipe or not."""
    documents = [
        (key, ["x", *words, "x"], [(a + 1, b + 1, n) for a, b, n in ss]) for key, words, ss in made(5, 230)
    ]
    gold = str(write("g.jsonl", lines(documents, exact)))
    system = str(write("s.jsonl", lines(documents, ERRORS[error][0])))
    whole = nerkit.evaluate(gold, system, measures=[MEASURE])
    for size in (5_000, 30_000):
        parts = nerkit.evaluate(gold, system, measures=[MEASURE], shard_size=size)
        assert parts.to_dict() == whole.to_dict()


@pytest.mark.parametrize("command", ["spans", "evaluate", "errors", "compare", "report"])
def test_every_command_names_it(run, write, command):
    """Also those that list errors, and a system among others."""
    documents = made(3, 5)
    write("g.jsonl", lines(documents, exact))
    write("s.jsonl", lines(documents, changed(0, -1)))
    write("t.jsonl", lines(documents, exact))
    more = {"compare": ["t.jsonl"], "report": ["-o", "r.html"]}.get(command, [])
    done = run(command, "-g", "g.jsonl", "s.jsonl", *more, "-m", MEASURE)
    assert done.code == 0
    assert (
        "s.jsonl: sets::span+type is 0.000, and 1.000 with ends one larger; --system-ends inclusive"
        in done.err
    )


@given(st.integers(0, 10**6))
def test_a_bad_system_is_not_explained(seed):
    """Spans that are wrong in no usual way stay so, and good ones are not looked at."""
    gold = [[exact(words, *span) for span in spans] for _, words, spans in made(seed, 8)]
    rng = random.Random(seed)
    wrong = [[{**span, "start": 500 + rng.randrange(400), "end": 1000} for span in spans] for spans in gold]
    warnings = nerkit.evaluate(gold, wrong, measures=[MEASURE]).warnings
    assert any("is zero though both sides have items" in text for text in warnings)
    assert not any(", and " in text and " is 0.0" in text for text in warnings)
    assert nerkit.evaluate(gold, gold, measures=[MEASURE]).warnings == ()


def test_ids_with_an_affix(run, write):
    """The lines of the file that renames the documents are shown; with all of them the score is right."""
    documents = made(1, 6)
    rows = [(key, *characters(words, a, b), name) for key, words, spans in documents for a, b, name in spans]
    write("g.tsv", "".join(f"{key}\t{a}\t{b}\t\t1\t{name}\n" for key, a, b, name in rows))
    for affix in ("{}.pred", "run/{}", "{}.txt.pred"):
        write("s.tsv", "".join(f"{affix.format(key)}\t{a}\t{b}\t\t1\t{name}\n" for key, a, b, name in rows))
        err = run("spans", "-g", "g.tsv", "s.tsv", "-m", MEASURE).err
        assert f"--ids FILE renames documents, one line per id: {affix.format('d0')} TAB d0" in err
        write("ids", "".join(f"{affix.format(f'd{i}')}\td{i}\n" for i in range(6)))
        assert run("spans", "-g", "g.tsv", "s.tsv", "-m", MEASURE, "-b", "--ids", "ids").out == "1.0\n"
    write("g.jsonl", lines(documents, exact))
    write("s.jsonl", lines(documents, exact, "x/{}"))
    done = run("spans", "-g", "g.jsonl", "s.jsonl")
    assert (done.code, "--ids FILE renames documents, one line per id: x/d0 TAB d0" in done.err) == (2, True)
    write("ids", "".join(f"x/d{i}\td{i}\n" for i in range(6)))
    for command in ("spans", "evaluate", "noisy"):
        assert run(command, "-g", "g.jsonl", "s.jsonl", "-b", "--ids", "ids").out == "1.0\n"


def clusters(documents, ends, **more):
    """Coreference in JSON: the spans of each document, two entities, their ends moved by *ends*."""
    return "".join(
        json.dumps(
            {
                "id": key,
                "clusters": [
                    [[a, b + ends] for a, b, _ in spans[:2]],
                    [[a, b + ends] for a, b, _ in spans[2:]],
                ],
                **{name: make(words) for name, make in more.items()},
            }
        )
        + "\n"
        for key, words, spans in documents
    )


def of_characters(documents, ends, **more):
    """The same in characters."""
    placed = [
        (key, words, [(*characters(words, a, b), name) for a, b, name in spans])
        for key, words, spans in documents
    ]
    return clusters(placed, ends, **more)


def test_clusters_in_other_units_or_with_other_ends(write):
    """With a text an error names both units; without one, or with exclusive ends, a warning does."""
    documents = made(7, 9)
    gold = str(write("g.jsonl", clusters(documents, 0, sentences=lambda words: [words])))
    system = str(write("text.jsonl", of_characters(documents, 0, text=" ".join)))
    with pytest.raises(
        nerkit.UsageError, match=r"count tokens, but offsets of .* characters; system_offsets="
    ):
        nerkit.evaluate(gold, system, task="coref")
    assert nerkit.evaluate(gold, system, task="coref", system_offsets="characters").f1 == 1
    for name, text in (
        ("inclusive", of_characters(documents, -1)),
        ("exclusive", of_characters(documents, 0)),
        ("tokens", clusters(documents, 1)),
    ):
        system = str(write(f"{name}.jsonl", text))
        _text, value, options = told(nerkit.evaluate(gold, system, task="coref"))
        assert value == 1
        assert nerkit.evaluate(gold, system, task="coref", **options).f1 == 1


def relations(documents, ends):
    """DyGIE++: a relation between the first two spans of each document."""
    made_lines = []
    for key, words, spans in documents:
        (a, b, _), (c, d, _) = spans[:2]
        body = {"doc_key": key, "sentences": [[*words, "."]], "ner": [[]]}
        made_lines.append({**body, "relations": [[[a, b + ends, c, d + ends, "R"]]]})
    return "".join(json.dumps(one) + "\n" for one in made_lines)


def test_relations_with_exclusive_ends(write):
    """In a format of inclusive ends."""
    documents = made(2, 7)
    gold, system = (str(write(f"{ends}.jsonl", relations(documents, ends))) for ends in (0, 1))
    _text, value, options = told(nerkit.evaluate(gold, system))
    assert (value, options) == (1, {"system_ends": "exclusive"})
    assert nerkit.evaluate(gold, system, **options).f1 == 1


def test_tags_with_a_prefix_too_many(write):
    """Tags as `B-B-PER`, and labels in small letters."""
    rows = [("Ann", "B-PER"), ("met", "O"), ("Oslo", "B-LOC")] * 4
    gold = str(write("g.bio", "".join(f"{word}\t{tag}\n" for word, tag in rows)))
    for change in (lambda tag: tag.replace("B-", "B-B-"), lambda tag: tag[:2] + tag[2:].lower()):
        system = str(write("s.bio", "".join(f"{word}\t{change(tag)}\n" for word, tag in rows)))
        text, value, options = told(nerkit.evaluate(gold, system, task="bio"))
        assert (value, options) == (1, {})
        assert "labels differ" in text


@pytest.mark.parametrize("measure", ["overlap-maxmax::span+type", "overlap-sumsum::span+type"])
@pytest.mark.parametrize("system", [[(0, 1, "ORG")], [(0, 1, "ORG"), (3, 4, "LOC")], [(8, 9, "PER")]])
def test_a_change_that_leaves_spans_empty_is_not_tried(measure, system):
    """Nor is one with which a span begins before its text: no division by zero, and no explanation."""
    sides = [
        [{"id": "d", "entities": [{"start": a, "end": b, "label": label} for a, b, label in spans]}]
        for spans in ([(0, 1, "PER")] * 7, system)
    ]
    result = nerkit.evaluate(*sides, task="spans", measures=[measure])
    assert not any("smaller" in warning for warning in result.warnings)


def test_all_first_documents_are_read_as_one_file(write):
    """Of trees without ids, which parts of a file number from 1: the labels are told however it is cut."""
    tree = "({} (NP (DT the) (NN w{}o)) ({} (VB goes)))\n"
    gold, system = (
        str(
            write(
                name,
                "".join(tree.replace("NP", labels[0]).format(labels[1], i, labels[2]) for i in range(60)),
            )
        )
        for name, labels in (("g.mrg", ("NP", "S", "VP")), ("s.mrg", ("NX", "SX", "VX")))
    )
    whole, cut = (nerkit.evaluate(gold, system, task="tree", **size) for size in ({}, {"shard_size": 500}))
    assert not any("one piece" in note for note in cut.notes)
    assert whole.warnings == cut.warnings != ()
