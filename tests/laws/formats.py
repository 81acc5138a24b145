"""A file of every format that is scored, with several items, so that wrong values of a field can be told."""

import json
import random

from cli.test_conversions import FILES
from laws.corpora import CORPORA, FOLDERS

from nerkit.readers import FORMATS

MADE = {  # format -> the corpus whose gold is in this format
    "span-tsv": "spans",
    "corefud": "coref",
    "mrp": "mrp",
    "penman": "amr",
    "gtt": "ie:templates",
    "sentiment": "ie:opinions",
    "scirex": "ie:scirex",
    "conllu": "dep",
    "export": "tree",
    "conll12": "srl",
    "conll09": "srl:heads",
    "json": "json",
    "calls": "calls",
    "records": "ie",
}
TOKENS = ["Tolkien", "left", "Oxford", "for", "Rome"]
ENTITIES = (("e1", "PER", 0), ("e2", "LOC", 2), ("e3", "GPE", 4))
EVENTS = (("v1", "Leave", 1, (("e1", "Who"), ("e2", "From"))), ("v2", "Go", 3, (("e3", "To"),)))
RELATIONS = (("r1", "in", "e1", "e2"), ("r2", "to", "e1", "e3"))
PLACE = {name: place for name, _, place in ENTITIES}
KIND = {name: kind for name, kind, _ in ENTITIES}


def _gold(task):
    chance = random.Random(task)
    return "".join(CORPORA[task](chance, f"d{i}", lambda name: name)[0] for i in range(2))


def _oneie(relations):
    """A document as OneIE has it, and WikiEvents."""

    def argument(name, role):
        return {"entity_id": name, "text": TOKENS[PLACE[name]], "role": role}

    return {
        "doc_id": "a",
        "tokens": TOKENS,
        "sentences": [],
        "entity_mentions": [
            {
                "id": name,
                "text": TOKENS[at],
                "entity_type": kind,
                "mention_type": "NAM",
                "start": at,
                "end": at + 1,
            }
            for name, kind, at in ENTITIES
        ],
        "relation_mentions": [
            {
                "id": name,
                "relation_type": kind,
                "relation_subtype": f"{kind}:x",
                "arguments": [argument(head, "Arg-1"), argument(tail, "Arg-2")],
            }
            for name, kind, head, tail in relations
        ],
        "event_mentions": [
            {
                "id": name,
                "event_type": kind,
                "trigger": {"text": TOKENS[at], "start": at, "end": at + 1},
                "arguments": [argument(*each) for each in arguments],
            }
            for name, kind, at, arguments in EVENTS
        ],
    }


def _rows(*rows):
    return "".join("\t".join(row.split()) + "\n" for row in rows) + "\n"


def _line(value):
    return json.dumps(value) + "\n"


_CHARACTERS = {"e1": (0, 7), "e2": (13, 19), "e3": (24, 28)}
TEXT = " ".join(TOKENS)
_SPANS = [{"start": PLACE[name], "end": PLACE[name] + 1, "type": kind} for name, kind, _ in ENTITIES]
OWN = {
    "conll-coref": "#begin document (a); part 000\n"
    + _rows("a 0 0 Tolkien (1)", "a 0 1 left -", "a 0 2 Mary (2)", "a 0 3 he (1)", "a 0 4 she (2)")
    + "#end document\n",
    "semeval": "#begin document a\n"
    + _rows("1 T T N (1)", "2 left leave V _", "3 M M N (2)", "4 he he P (1)", "5 she she P (2)")
    + "#end document a\n",
    "arrau": "Tolkien\tB-markable_1=set_1\tword_1\nMary\tB-markable_2=set_2\tword_2\n"
    "he\tB-markable_3=set_1\tword_3\nshe\tB-markable_4=set_2\tword_4\n",
    "coref-json": _line(
        {"doc_key": "a", "sentences": [list("abcdefgh")], "clusters": [[[0, 1], [2, 3]], [[4, 5], [6, 7]]]}
    ),
    "triples-tsv": FILES["triples-tsv"]
    + "a\tw\tARG1\tc\na\tc\tinstance\tgirl\nb\tw\tTOP\ttop\nb\tw\tinstance\tgo-01\nb\tb\tinstance\tcat\n"
    "b\tw\tARG1\tb\n",
    "conllx": _rows(
        *(
            f"{i} w{i} l{i} {'NV'[i % 2]} {'XY'[i % 2]} f={i} {i - 1} {'SBJ' if i > 1 else 'ROOT'}{i % 3} _ _"
            for i in range(1, 13)
        )
    ),
    "props": _rows("- (A0*) *", "say (V*) (AM-TMP*)", "- (A1* *", "- *) (A0*)", "run * (V*)"),
    "conll08": _rows(
        *("1 We we P P We we P 2 SBJ _ A0", "2 run run V V run run V 0 ROOT run.01 _"),
        "3 it it N N it it N 2 OBJ _ A1",
    ),
    "primesrl": _rows(
        *("1 We we PRON _ _ 2 nsubj _ _ A0", "2 run run VERB _ _ 0 root Y run.01 _"),
        "3 it it PRON _ _ 2 obj _ _ A1",
    ),
    "up": _rows(
        *("1 We we PRON _ _ 2 nsubj _ _ _ A0", "2 run run VERB _ _ 0 root _ _ run.01 _"),
        "3 it it PRON _ _ 2 obj _ _ _ A1",
    ),
    "oneie": _line({**_oneie(RELATIONS), "wnd_id": "a-0"}),
    "wikievents": _line(_oneie(())),
    "dygie": _line(
        {
            "doc_key": "a",
            "sentences": [TOKENS],
            "ner": [[[at, at, kind] for _, kind, at in ENTITIES]],
            "relations": [[[PLACE[h], PLACE[h], PLACE[t], PLACE[t], kind] for _, kind, h, t in RELATIONS]],
            "events": [
                [
                    [[at, kind], *([PLACE[name], PLACE[name], role] for name, role in arguments)]
                    for _, kind, at, arguments in EVENTS
                ]
            ],
        }
    ),
    "rams": _line(
        {
            "doc_key": "a",
            "sentences": [TOKENS],
            "ent_spans": [[at, at, [[kind, 1.0]]] for _, kind, at in ENTITIES],
            "evt_triggers": [[1, 1, [["leave", 1.0]]]],
            "gold_evt_links": [[[1, 1], [0, 0], "evt1arg01who"], [[1, 1], [2, 2], "evt1arg02from"]],
        }
    ),
    "docred": json.dumps(
        [
            {
                "title": "a",
                "sents": [TOKENS],
                "vertexSet": [
                    [{"name": TOKENS[at], "sent_id": 0, "pos": [at, at + 1], "type": kind}]
                    for _, kind, at in ENTITIES
                ],
                "labels": [
                    {"h": 0, "t": 1, "r": "P1", "evidence": [0]},
                    {"h": 1, "t": 2, "r": "P2", "evidence": [0]},
                ],
            }
        ]
    ),
    "spert": json.dumps(
        [
            {
                "tokens": TOKENS,
                "entities": _SPANS,
                "relations": [{"type": "in", "head": 0, "tail": 1}, {"type": "to", "head": 0, "tail": 2}],
                "orig_id": "a",
            }
        ]
    ),
    "doccano": _line(
        {
            "id": 1,
            "text": TEXT,
            "entities": [
                {"id": i, "label": KIND[name], "start_offset": start, "end_offset": end}
                for i, (name, (start, end)) in enumerate(_CHARACTERS.items())
            ],
            "relations": [
                {"id": 1, "from_id": 0, "to_id": 1, "type": "in"},
                {"id": 2, "from_id": 0, "to_id": 2, "type": "to"},
            ],
        }
    ),
    "ie-jsonl": _line(
        {
            "id": "a",
            "tokens": TOKENS,
            "relations": [
                {
                    "type": kind,
                    "head": [PLACE[head], PLACE[head] + 1],
                    "tail": [PLACE[tail], PLACE[tail] + 1],
                    "head_type": KIND[head],
                    "tail_type": KIND[tail],
                }
                for _, kind, head, tail in RELATIONS
            ],
            "events": [
                {
                    "type": kind,
                    "trigger": [at, at + 1],
                    "arguments": [
                        {"role": role, "span": [PLACE[name], PLACE[name] + 1]} for name, role in arguments
                    ],
                }
                for _, kind, at, arguments in EVENTS
            ],
        }
    ),
    "grit": _line({"docid": "a", "extracts": {"Victim": [[["juan", 3]]], "Target": [[["house", 7]]]}}),
    "iterx": _line(
        {
            "a": [
                {"incident_type": "attack", "Victim": [["juan"]], "Target": [["house"]]},
                {"incident_type": "bombing", "Victim": [["ana"]], "Target": [["car"]]},
            ]
        }
    ),
}
SCORED = [form for form in FORMATS if FORMATS[form].scored]


def file_of(form):
    """A file of a format, as text; None of what is no text."""
    if form in MADE and MADE[form] not in FOLDERS:
        return _gold(MADE[form])
    text = OWN.get(form, FILES[form])
    return None if isinstance(text, bytes) else text
