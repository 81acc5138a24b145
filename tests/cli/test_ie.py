"""`nerkit ie` on files of relations and events: formats, measures by hand, what is said and refused."""

import json

import pytest
from laws.written_as import WRITTEN, Document

import nerkit
from nerkit.exceptions import UsageError

TOKENS = [f"w{i}" for i in range(10)]
ENTITIES = [[0, 1], [2, 4], [5, 6]]
GOLD = {
    "relations": [("lives", 0, 1), ("works", 0, 2)],
    "events": [("Die", 1, [("Victim", 0), ("Place", 2)]), ("Attack", 4, [("Target", 0)])],
}
SYSTEM = {
    "relations": [("lives", 1, 0), ("works", 0, 2)],
    "events": [("Die", 1, [("Victim", 0), ("Time", 2)]), ("Injure", 4, [("Target", 0)])],
}


def plain(side):
    """As plain JSONL."""
    return {
        "id": "d",
        "tokens": TOKENS,
        "relations": [{"type": t, "head": ENTITIES[h], "tail": ENTITIES[e]} for t, h, e in side["relations"]],
        "events": [
            {
                "type": kind,
                "trigger": [at, at + 1],
                "arguments": [{"role": role, "span": ENTITIES[place]} for role, place in arguments],
            }
            for kind, at, arguments in side["events"]
        ],
    }


def written(form):
    """What writes a side as the line of another format."""
    entities = [("X", *ends) for ends in ENTITIES]
    return lambda side: json.loads(WRITTEN[form]([Document("d", TOKENS, entities, *side.values())]))


oneie, dygie = written("oneie"), written("dygie")


@pytest.fixture
def score(run, write):
    """Score two documents, written in a form."""

    def command(*arguments, form=plain, gold=GOLD, system=SYSTEM):
        paths = [
            write(f"{name}.jsonl", json.dumps(form(side)) + "\n")
            for name, side in (("gold", gold), ("system", system))
        ]
        return run("ie", "-g", paths[0], "-s", paths[1], *arguments)

    return command


HAND = {  # measure -> correct, system, gold
    "relation": (1, 2, 2),
    "relation-untyped": (1, 2, 2),
    "trigger-i": (2, 2, 2),
    "trigger-c": (1, 2, 2),
    "argument-i": (2, 3, 3),
    "argument-c": (1, 3, 3),
    "argument-i-attached": (2, 3, 3),
    "argument-c-attached": (1, 3, 3),
    "event-eq16": (1, 3, 3),
    "role-filler": (2, 3, 3),
}


def numbers(done):
    assert done.code == 0, done.err
    rows = json.loads(done.out)["rows"]
    return {row["measure"]: tuple(row[key] for key in ("p_num", "p_den", "r_den")) for row in rows}


@pytest.mark.parametrize("form", [plain, oneie, dygie])
def test_the_same_predictions_in_every_form(score, form):
    """OneIE, TextEE and DyGIE++ give the rows that are right by hand."""
    asked = [word for measure in HAND for word in ("-m", measure)]
    assert numbers(score(*asked, "-f", "json", form=form)) == HAND


def test_without_direction(score):
    """The ends of a relation are a pair without order, and the signature says so."""
    done = score("--undirected", "-m", "relation", "-f", "json")
    assert numbers(done)["relation"] == (2, 2, 2)
    assert "|undirected:yes|" in score("--undirected", "-m", "relation").err


def test_entity_types(run, write):
    """They count in `relation-strict` alone."""
    gold = {"type": "x", "head": [0, 1], "tail": [2, 3], "head_type": "PER", "tail_type": "LOC"}
    paths = [
        write(f"{i}.jsonl", json.dumps({"id": "d", "relations": [{**gold, "head_type": kind}]}) + "\n")
        for i, kind in enumerate(("PER", "ORG"))
    ]
    for measure, correct in (("relation-strict", 0), ("relation", 1)):
        done = run("ie", "-g", paths[0], "-s", paths[1], "-m", measure, "-f", "json")
        assert numbers(done)[measure][0] == correct


def test_a_measure_that_left(score):
    """One sentence names what has its numbers."""
    done = score("-m", "relation-boundary")
    assert (done.code, done.out) == (2, "")
    told = "`relation-boundary` left nerkit in 0.2 (see CHANGELOG); relation has the same numbers"
    assert done.err == f"error: {told}\n"


def test_relation_strict_needs_types(score):
    """The message names the field."""
    done = score("-m", "relation-strict")
    assert (done.code, done.out) == (2, "")
    assert "no field 'head_type'" in done.err


def test_the_default_is_what_the_file_holds(score):
    """Relations and events; the headline is that of events where there are both."""
    assert [line.split()[0] for line in score().out.splitlines()[1:]] == [
        "relation",
        *("trigger-i", "trigger-c", "argument-i", "argument-c"),
    ]
    assert float(score("-b").out) == pytest.approx(1 / 3)
    alone = {"relations": GOLD["relations"], "events": []}
    assert [line.split()[0] for line in score(gold=alone, system=alone).out.splitlines()[1:]] == ["relation"]


def test_heads(score, write, run):
    """A head stands for its span; what has none stands for itself; without any the measure is refused."""
    gold, system = plain(GOLD), plain(GOLD)
    gold["events"][0]["arguments"][0] |= {"span": [0, 3], "head": [0, 1]}
    paths = [write(f"{i}.jsonl", json.dumps(side) + "\n") for i, side in enumerate((gold, system))]
    asked = ("-m", "argument-c", "-m", "argument-c-head", "-f", "json")
    assert numbers(run("ie", "-g", paths[0], "-s", paths[1], *asked)) == {
        "argument-c": (2, 3, 3),
        "argument-c-head": (3, 3, 3),
    }
    assert "no item of either side has a head" in score("-m", "trigger-c-head").err
    preset = run("ie", "-g", paths[0], "-s", paths[1], "--preset", "role-filling", "-f", "json")
    assert numbers(preset) == {"role-filler-head": (3, 3, 3)}


def test_strings_instead_of_offsets(run, write):
    """Offsets of the other side become strings too, and the signature says that strings were compared."""
    generated = plain(GOLD)
    for event in generated["events"]:
        for argument in event["arguments"]:
            start, end = argument.pop("span")
            argument["text"] = " ".join(TOKENS[start:end])
    gold, system = (write(f"{i}.jsonl", json.dumps(s) + "\n") for i, s in enumerate((plain(GOLD), generated)))
    done = run("ie", "-g", gold, "-s", system)
    assert "argument-c  1.000" in done.out
    assert "|spans:strings|" in done.err
    bare = {key: value for key, value in plain(GOLD).items() if key != "tokens"}
    done = run("ie", "-g", write("bare.jsonl", json.dumps(bare) + "\n"), "-s", system)
    assert (done.code, done.out) == (2, "")
    assert "document d: one side has strings instead of offsets" in done.err


def test_documents_that_are_no_objects(run, write):
    """Without a measure that could look into them they are an error with its place."""
    path = write("lists.jsonl", "[1, 2]\n")
    done = run("ie", "-g", path, "-s", path)
    assert (done.code, done.out) == (2, "")
    assert f"{path}:1:1: a document must be a JSON object" in done.err


def test_ids_given_twice_say_where(run, write):
    """The file once, and every line."""
    path = write("twice.jsonl", '{"id": "a", "relations": []}\n' * 3)
    done = run("ie", "-g", path, "-s", path)
    assert (done.code, done.out) == (2, "")
    assert f"1 document id given more than once: a ({path}:1, 2, 3)" in done.err


ENTITY = {"name": "a", "sent_id": 0, "pos": [0, 1], "type": "PER"}
DOCRED = [
    {
        "title": "d",
        "sents": [["a", "b", "c"]],
        "vertexSet": [[ENTITY], [{**ENTITY, "name": "b"}], [{**ENTITY, "name": "c"}]],
        "labels": [
            {"h": 0, "t": 1, "r": "P1", "evidence": [0, 1]},
            {"h": 0, "t": 1, "r": "P2", "evidence": []},
            {"h": 1, "t": 2, "r": "P1", "evidence": [0]},
        ],
    }
]
SUBMISSION = [
    {"title": "d", "h_idx": 0, "t_idx": 1, "r": "P1", "evidence": [0]},
    {"title": "d", "h_idx": 0, "t_idx": 1, "r": "P1", "evidence": [0, 1]},
    {"title": "d", "h_idx": 1, "t_idx": 2, "r": "P1", "evidence": [2]},
    {"title": "d", "h_idx": 2, "t_idx": 1, "r": "P1", "evidence": [0]},
    {"title": "unknown", "h_idx": 2, "t_idx": 1, "r": "P1", "evidence": [0]},
]


def test_docred(run, write):
    """By hand: 2 of 4 facts of 3; the first evidence of a fact counts, none of unknown titles.

    One was seen.
    """
    gold, system = write("gold.json", json.dumps(DOCRED)), write("system.json", json.dumps(SUBMISSION))
    seen = write("train.json", json.dumps([{**DOCRED[0], "labels": [DOCRED[0]["labels"][0]]}]))
    done = run("ie", "-g", gold, "-s", system, "--seen", seen, "-f", "json")
    assert numbers(done) == {"docred": (2, 4, 3), "docred-evidence": (1, 3, 3), "docred-ign": (1, 3, 3)}
    rows = {row["measure"]: row for row in json.loads(done.out)["rows"]}
    assert rows["docred-ign"]["r_num"] == 2
    assert "unknown" in done.err
    assert (
        "docred-ign needs the DocRED training data: --seen FILE"
        in run("ie", "-g", gold, "-s", system, "-m", "docred-ign").err
    )
    wrong = run("ie", "-g", gold, "-s", system, "--seen", system)
    assert (wrong.code, wrong.out) == (2, "")
    assert "the file has no documents with entities" in wrong.err


def test_wikievents(run, write):
    """By hand: a place under another role is identified, and no cluster helps it; another mention does."""
    mentions = [{"id": f"T{i}", "entity_type": "X", "start": i, "end": i + 1} for i in range(6)]
    mentions += [{"id": "T6", "entity_type": "X", "start": 6, "end": 8}]
    arguments = [
        {"entity_id": "T0", "role": "Who"},
        {"entity_id": "T2", "role": "Place"},
        {"entity_id": "T6", "role": "To"},
    ]
    event = {"id": "E1", "event_type": "Leave", "trigger": {"start": 8, "end": 9}, "arguments": arguments}
    tokens = [*"abcdef", "the", "town", "h"]
    gold = {
        "doc_id": "d",
        "sentences": [],
        "tokens": tokens,
        "entity_mentions": mentions,
        "event_mentions": [event],
    }
    predicted = [(0, 1, "Place"), (3, 4, "Place"), (7, 8, "To"), (4, 5, "Who")]
    arguments = [{"start": start, "end": end, "role": role} for start, end, role in predicted]
    system = {"doc_id": "d", "event_mentions": [{"id": "E1", "event_type": "Leave", "arguments": arguments}]}
    clusters = {"doc_key": "d", "clusters": [["T0", "T4"], ["T2", "T3"]]}
    paths = [write(f"{i}.jsonl", json.dumps(each) + "\n") for i, each in enumerate((gold, system, clusters))]
    done = run("ie", "-g", paths[0], "-s", paths[1], "--clusters", paths[2], "-f", "json")
    assert numbers(done) == {
        "wikievents-i": (2, 4, 3),
        "wikievents-c": (1, 4, 3),
        "wikievents-coref-i": (4, 4, 3),
        "wikievents-coref-c": (3, 4, 3),
    }


def test_gold_of_another_size_beside_the_predictions(run, write):
    """Where a system's file has a gold of its own, the result says that it is not as large."""
    gold, system = dygie(GOLD), dygie(SYSTEM)
    predicted = {f"predicted_{key}": system[key] for key in ("relations", "events")}
    system = {**system, **predicted, "events": [system["events"][0][:1], []]}
    paths = [write(f"{i}.jsonl", json.dumps(side) + "\n") for i, side in enumerate((gold, system))]
    done = run("ie", "-g", paths[0], "-s", paths[1])
    assert (
        "the gold annotations beside the predictions have 1 events (gold: 2); check that both "
        "files were preprocessed alike" in done.err
    )
    other = {**plain(SYSTEM), "tokens": [*TOKENS[1:], "x"]}
    done = run(
        "ie",
        "-g",
        write("g.jsonl", json.dumps(plain(GOLD)) + "\n"),
        "-s",
        write("s.jsonl", json.dumps(other)),
    )
    assert "1 document has other tokens than the gold document: d" in done.err


def test_errors_say_which_condition_failed(run, write):
    """One class for each wrong item, with the event and the role."""
    paths = [write(f"{i}.jsonl", json.dumps(plain(side)) + "\n") for i, side in enumerate((GOLD, SYSTEM))]
    found = {}
    for measure in ("relation", "trigger-c", "argument-c", "argument-c-attached"):
        done = run("errors", "--task", "ie", "-g", paths[0], "-s", paths[1], "-m", measure, "-f", "jsonl")
        found[measure] = [
            (row["class"], row["gold_text"], row["system_text"])
            for row in map(json.loads, done.out.splitlines())
        ]
    assert found["relation"] == [
        ("direction", "relations[0] w0 → w2 w3: lives", "relations[0] w2 w3 → w0: lives")
    ]
    assert [kind for kind, _, _ in found["trigger-c"]] == ["label"]
    assert found["argument-c-attached"] == [
        (
            "label",
            "events[0].arguments[1] w5: Place of Die (w1)",
            "events[0].arguments[1] w5: Time of Die (w1)",
        ),
        (
            "event label",
            "events[1].arguments[0] w0: Target of Attack (w4)",
            "events[1].arguments[0] w0: Target of Injure (w4)",
        ),
    ]


def test_entities_alone_are_spans(run, write):
    """`nerkit spans` reads the entities of the file; `nerkit ie` says so where it knows of no more."""
    line = {"doc_id": "d", "wnd_id": "w", "tokens": TOKENS, "entity_mentions": [{"start": 0, "end": 1}]}
    path = write("x.jsonl", json.dumps(line) + "\n")
    assert run("spans", "-g", path, "-s", path).out.splitlines()[1].split()[-1] == "1"
    documents = [{"entities": [{"type": "PER", "span": [0, 1]}]}]
    for measures in ((), ["all"]):
        with pytest.raises(
            UsageError, match="the documents have only entities; score them with nerkit spans"
        ):
            nerkit.evaluate(documents, documents, task="ie", measures=measures)


@pytest.mark.parametrize(
    "part",
    [
        {"relations": 5},
        {"relations": [5]},
        {"events": [[]]},
        {"events": [{"type": "E", "trigger": [0, 1], "arguments": 5}]},
        {"tuples": [5]},
        {"tuples": [{"type": "pos", "parts": 5}]},
    ],
)
def test_what_is_no_item_is_told_with_all_measures(run, write, part):
    """What looks for measures that suit leaves it to those that make items of it."""
    path = write("x.jsonl", json.dumps({"id": 1, "text": "a b", **part}) + "\n")
    for name in ("-m", "all"), ("--by", "length"):
        done = run("ie", "--from", "records", "-g", path, path, *name)
        assert (done.code, done.out) == (2, "")
        assert (
            path.name in done.err or "the documents are not in the form of relations and events" in done.err
        )


@pytest.mark.parametrize(
    "part",
    [
        {"relations": [{"type": "r", "head": [0, "x"], "tail": [1, 10**30]}]},
        {"templates": [{"type": "a", "fillers": [{"role": {}, "mentions": ["juan"]}]}]},
    ],
)
def test_odd_places_and_roles_are_listed(run, write, part):
    """Values that are compared as they are have no place, and no label but their text."""
    gold = write("gold.jsonl", json.dumps({"id": 1, **part}) + "\n")
    system = write("system.jsonl", json.dumps({"id": 1, **part, next(iter(part)): []}) + "\n")
    assert run("errors", "--task", "ie", "--from", "records", "-g", gold, system).code == 0


def test_event_coreference(run, write):
    """Clusters of triggers are scored by `nerkit coref`."""
    path = write("x.jsonl", json.dumps({**plain(GOLD), "clusters": [[[1, 2], [4, 5]]]}) + "\n")
    done = run("coref", "-g", path, "-s", path, "-m", "muc")
    assert done.out.splitlines()[1].split() == ["muc", "1.000", "1.000", "1.000", "1", "1", "1"]
    without = write("y.jsonl", json.dumps(plain(GOLD)) + "\n")
    assert "no document has clusters" in run("coref", "-g", without, "-s", without).err


@pytest.mark.parametrize(("form", "made"), [("oneie", oneie), ("dygie", dygie), ("ie-jsonl", plain)])
def test_entities_beside_relations_and_events_are_for_ie(run, write, form, made):
    """The same formats whose entities alone `evaluate` scores as spans."""
    path = write("x.jsonl", json.dumps(made(GOLD)) + "\n")
    found = json.loads(run("evaluate", "-g", path, "-s", path, "-f", "json").out)
    assert (found["task"], found["inputs"][0]["format"]) == ("ie", form)


BRAT = (
    "T1\tPER 0 7\tTolkien\nT2\tLOC 13 15;16 19\tOx ord\nT3\tLeave 8 12\tleft\nE1\tLeave:T3 Who:T1\n"
    "R1\tIn Arg1:T1 Arg2:T2\t\nA1\tSure E1\nN1\tReference T1 W:5\tx\n*\tEquiv T1 T2\n"
)


def test_brat_is_not_converted_with_losses(run, write):
    """Each kind of line that would go is counted; entities come back as they were."""
    write("brat/a.ann", BRAT)
    write("brat/a.txt", "Tolkien left Ox-ford")
    done = run("convert", "brat", "--to", "span-tsv")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "error: span-tsv cannot hold 1 event, 1 relation, 1 attribute, 1 equivalence; "
        "nerkit writes nothing\n  --lossy writes the rest\n"
    )
    lossy = run("convert", "brat", "--to", "span-tsv", "--lossy")
    assert "warning: 1 event not written\n" in lossy.err
    write("x.tsv", lossy.out)
    assert run("convert", "x.tsv", "--to", "brat", "-o", "back/").code == 0
    assert run("convert", "back", "--to", "span-tsv").out == lossy.out
    records = run("convert", "brat", "--to", "ie-jsonl", "--lossy").out
    write("x.jsonl", records)
    assert run("convert", "x.jsonl", "--to", "brat", "-o", "again/").code == 0
    assert run("convert", "again", "--to", "ie-jsonl").out == records
    score = run("ie", "-g", "brat", "-s", "again")
    assert "argument-c  1.000" in score.out


def test_a_document_whose_name_leads_out_of_the_folder(run, write):
    """Nothing is written there."""
    write("x.tsv", "../a\t0\t3\t\t\tPER\n")
    done = run("convert", "x.tsv", "--to", "brat", "-o", "back/")
    assert done.code == 2
    assert "cannot be a file name" in done.err
