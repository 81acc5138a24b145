"""The same documents written in every format of spans, tags, coreference, relations and events.

    Document("d0", ["Ann", "met", …], [("PER", 0, 1), …], [("in", 0, 1), …], [("Meet", 1, …), …], [[0, 2], …])

Entities are (label, first token, token behind the last one). Relations are (label, head, tail), where head
and tail are numbers of entities. Events are (label, token of the trigger, ((role, number of the entity), …)).
Clusters are lists of numbers of entities.
"""

import json
import random
from typing import NamedTuple

from wire_formats import RECORDS

LABELS = ("PER", "LOC", "ORG")
KINDS = ("Material", "Method", "Metric", "Task")  # labels that SciREX has


class Document(NamedTuple):
    """A document, whatever its format."""

    name: str
    tokens: list
    entities: list
    relations: list = ()
    events: list = ()
    clusters: list = ()
    prefix: str = "e"  # of the ids of entities, where a format has such ids

    @property
    def text(self):
        """The tokens with one blank between them."""
        return " ".join(self.tokens)

    @property
    def places(self):
        """The characters of each entity: (label, start, end, text)."""
        starts, at = [], 0
        for token in self.tokens:
            starts.append(at)
            at += len(token) + 1
        ends = [start + len(token) for start, token in zip(starts, self.tokens, strict=True)]
        text = self.text
        return [
            (label, starts[a], ends[b - 1], text[starts[a] : ends[b - 1]]) for label, a, b in self.entities
        ]

    @property
    def tags(self):
        """The IOB2 tag of each token."""
        tags = ["O"] * len(self.tokens)
        for label, first, end in self.entities:
            tags[first:end] = [f"B-{label}", *[f"I-{label}"] * (end - first - 1)]
        return tags


def made(chance, number, prefix="d"):
    """So many documents. No two tokens of a document are equal, and no two entities of it overlap."""
    found = []
    for i in range(number):
        tokens = [f"{prefix}{i}t{at}" for at in range(24)]
        starts = sorted(chance.sample(range(0, 24, 3), 4))
        entities = [(LABELS[(i + k) % 3], at, at + chance.choice((1, 2))) for k, at in enumerate(starts)]
        relations = [("in", 0, 1), ("to", 1, 3), ("of", 2, 0)]
        events = [("Meet", 2, (("Who", 0), ("Where", 1))), ("Go", 23, (("To", 3),))]
        found.append(Document(f"{prefix}{i}", tokens, entities, relations, events, [[0, 2], [1, 3]]))
    return found


def without_items(document):
    """The document without any item."""
    return document._replace(entities=[], relations=[], events=[], clusters=[])


def long(document, size):
    """The document with long tokens behind its own, about *size* characters."""
    more = (f"w{i:06}{'x' * 92}" for i in range(size // 100))
    return document._replace(tokens=[*document.tokens, *more])


def shifted(document, by=1):
    """The document with every entity and trigger some tokens further on."""
    entities = [(label, first + by, end + by) for label, first, end in document.entities]
    return document._replace(
        entities=entities, events=[(k, at - by, more) for k, at, more in document.events]
    )


def relabelled(document):
    """The document with other labels: LOC for PER, and so on; the first of relations for the second."""

    def other(items):
        labels = list(dict.fromkeys(item[0] for item in items))
        return [(labels[(labels.index(item[0]) + 1) % len(labels)], *item[1:]) for item in items]

    return document._replace(
        entities=other(document.entities), relations=other(document.relations), events=other(document.events)
    )


def swapped(document):
    """The document with head and tail of relations exchanged, other fillers of roles and other clusters."""
    last = len(document.entities) - 1
    events = [(k, at, tuple((role, last - i) for role, i in more)) for k, at, more in document.events]
    relations = [(label, tail, head) for label, head, tail in document.relations]
    return document._replace(relations=relations, events=events, clusters=[[0, 1], [2, 3]])


def thinned(document):
    """The document without its first entity and last event, and without what holds this entity."""
    turned = reordered(document)
    last = len(turned.entities) - 1
    return turned._replace(
        entities=turned.entities[:-1],
        relations=[each for each in turned.relations if last not in each[1:]],
        events=[(k, at, tuple(one for one in more if one[1] != last)) for k, at, more in turned.events[:-1]],
        clusters=[[i for i in cluster if i != last] for cluster in turned.clusters],
    )


def reordered(document):
    """The document with its entities in another order; everything that holds one has its new number."""
    size = len(document.entities)
    return document._replace(
        entities=document.entities[::-1],
        relations=[(label, size - 1 - head, size - 1 - tail) for label, head, tail in document.relations],
        events=[(k, at, tuple((role, size - 1 - i) for role, i in more)) for k, at, more in document.events],
        clusters=[[size - 1 - i for i in cluster] for cluster in document.clusters],
    )


def renamed(document):
    """The document with other ids of its entities."""
    return document._replace(prefix="other")


def lines(write):
    """A file with a JSON record for each document."""
    return lambda documents: "".join(json.dumps(write(each)) + "\n" for each in documents)


def array(write):
    """A JSON list with a record for each document."""
    return lambda documents: json.dumps([write(each) for each in documents])


def rows(head, cells, separator="\t"):
    """Lines of columns: for each document *head*, the cells of each token, and a blank line."""

    def text(documents):
        made_of = [
            head(each) + "".join(separator.join(row) + "\n" for row in cells(each)) + "\n"
            for each in documents
        ]
        return "".join(made_of)

    return text


def _ids(document):
    return [f"{document.name}-{document.prefix}{i}" for i in range(len(document.entities))]


def _offsets(document, start="start", end="end", label="label", **more):
    return [
        {start: a, end: b, label: kind, **dict.fromkeys(more, text)} for kind, a, b, text in document.places
    ]


def _mentions(d):
    """A document of OneIE and WikiEvents."""
    ids = _ids(d)

    def argument(role, number):
        return {"entity_id": ids[number], "text": d.places[number][3], "role": role}

    return {
        "doc_id": d.name,
        "tokens": d.tokens,
        "sentences": [],
        "entity_mentions": [
            {"id": id_, "text": " ".join(d.tokens[a:b]), "entity_type": kind, "start": a, "end": b}
            for id_, (kind, a, b) in zip(ids, d.entities, strict=True)
        ],
        "event_mentions": [
            {
                "id": f"{d.name}-v{i}",
                "event_type": kind,
                "trigger": {"text": d.tokens[at], "start": at, "end": at + 1},
                "arguments": [argument(*each) for each in arguments],
            }
            for i, (kind, at, arguments) in enumerate(d.events)
        ],
    }


def _oneie(d):
    ids = _ids(d)
    relations = [
        {
            "id": f"{d.name}-r{i}",
            "relation_type": kind,
            "relation_subtype": kind,
            "arguments": [
                {"entity_id": ids[number], "role": role} for role, number in (("Arg-1", h), ("Arg-2", t))
            ],
        }
        for i, (kind, h, t) in enumerate(d.relations)
    ]
    return {**_mentions(d), "wnd_id": d.name, "sent_id": d.name, "relation_mentions": relations}


def _ie(d):
    spans = [list(each[1:]) for each in d.entities]
    return {
        "id": d.name,
        "tokens": d.tokens,
        "entities": [{"type": kind, "span": [a, b]} for kind, a, b in d.entities],
        "relations": [{"type": kind, "head": spans[h], "tail": spans[t]} for kind, h, t in d.relations],
        "events": [
            {
                "type": kind,
                "trigger": [at, at + 1],
                "arguments": [{"role": role, "span": spans[number]} for role, number in arguments],
            }
            for kind, at, arguments in d.events
        ],
    }


def _dygie(d):
    spans = [[a, b - 1] for _, a, b in d.entities]
    return {
        "doc_key": d.name,
        "sentences": [d.tokens],
        "ner": [[[*span, each[0]] for span, each in zip(spans, d.entities, strict=True)]],
        "relations": [[[*spans[h], *spans[t], kind] for kind, h, t in d.relations]],
        "events": [
            [
                [[at, kind], *([*spans[number], role] for role, number in arguments)]
                for kind, at, arguments in d.events
            ]
        ],
    }


def _scirex(d):
    order = sorted(range(len(d.entities)), key=lambda i: d.entities[i][1])
    return {
        "doc_id": d.name,
        "words": d.tokens,
        "ner": [[a, b, KINDS[LABELS.index(kind)]] for kind, a, b in d.entities],
        "coref": {f"{d.prefix}{i}": [list(each[1:])] for i, each in enumerate(d.entities)},
        "n_ary_relations": [
            {kind: f"{d.prefix}{order[(order.index(h) + shift) % 4]}" for shift, kind in enumerate(KINDS)}
            for _, h, _ in d.relations
            if len(d.entities) == len(KINDS)
        ],
    }


def _docred(d):
    return {
        "title": d.name,
        "sents": [d.tokens],
        "vertexSet": [
            [{"name": " ".join(d.tokens[a:b]), "sent_id": 0, "pos": [a, b], "type": kind}]
            for kind, a, b in d.entities
        ],
        "labels": [{"h": h, "t": t, "r": kind, "evidence": [0]} for kind, h, t in d.relations],
    }


def _rams(d):
    spans = [[a, b - 1] for _, a, b in d.entities]
    return {
        "doc_key": d.name,
        "sentences": [d.tokens],
        "ent_spans": [[*span, [[each[0], 1.0]]] for span, each in zip(spans, d.entities, strict=True)],
        "evt_triggers": [[at, at, [[kind, 1.0]]] for kind, at, _ in d.events[:1]],
        "gold_evt_links": [
            [[at, at], spans[number], f"evt1arg0{i}{role}"]
            for _, at, arguments in d.events[:1]
            for i, (role, number) in enumerate(arguments, 1)
        ],
    }


def _spert(d):
    return {
        "orig_id": d.name,
        "tokens": d.tokens,
        "entities": [{"type": kind, "start": a, "end": b} for kind, a, b in d.entities],
        "relations": [{"type": kind, "head": h, "tail": t} for kind, h, t in d.relations],
    }


def _doccano(d):
    return {
        "id": d.name,
        "text": d.text,
        "entities": [
            {"id": i, "label": kind, "start_offset": a, "end_offset": b}
            for i, (kind, a, b, _) in enumerate(d.places)
        ],
        "relations": [
            {"id": i, "from_id": h, "to_id": t, "type": kind} for i, (kind, h, t) in enumerate(d.relations)
        ],
    }


def _label_studio(d):
    results = [
        {"id": id_, "type": "labels", "value": {"start": a, "end": b, "text": text, "labels": [kind]}}
        for id_, (kind, a, b, text) in zip(_ids(d), d.places, strict=True)
    ]
    return {"id": d.name, "data": {"text": d.text}, "annotations": [{"result": results}]}


def _langextract(d):
    return {
        "document_id": d.name,
        "text": d.text,
        "extractions": [
            {
                "extraction_class": kind,
                "extraction_text": text,
                "char_interval": {"start_pos": a, "end_pos": b},
                "alignment_status": "match_exact",
            }
            for kind, a, b, text in d.places
        ],
    }


def _uie(d):
    found = {}
    for kind, a, b, text in d.places:
        found.setdefault(kind, []).append({"text": text, "start": a, "end": b, "probability": 0.9})
    return found


def _universalner(d):
    asked = [{"from": "human", "value": f"Text: {d.text}"}]
    for kind in LABELS:
        texts = [text for label, _, _, text in d.places if label == kind]
        asked += [
            {"from": "human", "value": f"What describes {kind} in the text?"},
            {"from": "gpt", "value": json.dumps(texts)},
        ]
    return {"id": d.name, "conversations": asked}


def _strings(d):
    return {kind: [text for label, _, _, text in d.places if label == kind] for kind in LABELS}


def _opinions(d):
    def part(number):
        _, a, b, text = d.places[number]
        return [[text], [f"{a}:{b}"]]

    expression = [[d.tokens[0]], [f"0:{len(d.tokens[0])}"]]
    opinions = [
        {"Source": part(h), "Target": part(t), "Polar_expression": expression, "Polarity": kind}
        for kind, h, t in d.relations
    ]
    return {"sent_id": d.name, "text": d.text, "opinions": opinions}


def _aspects(documents):
    return "".join(
        f"{d.text}####{[[text, kind, 'pos'] for kind, _, _, text in d.places]}\n" for d in documents
    )


def _coref(d):
    spans = [[a, b - 1] for _, a, b in d.entities]
    return {
        "doc_key": d.name,
        "sentences": [d.tokens],
        "clusters": [[spans[number] for number in cluster] for cluster in d.clusters],
    }


def _entity_cells(d):
    """The cell of each token: `(1` opens a mention of the first cluster, `1)` closes it."""
    cells = [[] for _ in d.tokens]
    for i, cluster in enumerate(d.clusters, 1):
        for _, a, b in (d.entities[number] for number in cluster):
            if b - a == 1:
                cells[a].append(f"({i})")
            else:
                cells[a].append(f"({i}")
                cells[b - 1].append(f"{i})")
    return ["|".join(cell) for cell in cells]


def _conll(d):
    cells = _entity_cells(d)
    return [[d.name, "0", str(i), word, cells[i] or "-"] for i, word in enumerate(d.tokens)]


def _semeval(d):
    return [
        [str(i), word, cell or "_"]
        for i, (word, cell) in enumerate(zip(d.tokens, _entity_cells(d), strict=True), 1)
    ]


def _corefud(d):
    found = []
    for i, (word, cell) in enumerate(zip(d.tokens, _entity_cells(d), strict=True), 1):
        number = cell.strip("()")
        opened = f"(e{number}--1" if cell.startswith("(") else f"e{number}"
        entity = f"Entity={opened}{')' if cell.endswith(')') else ''}" if cell else "_"
        head, relation = ("0", "root") if i == 1 else ("1", "dep")
        found.append([str(i), word, word, "X", "_", "_", head, relation, "_", entity])
    return found


def _templates(d):
    """A template for each event: its roles are slots."""
    return [
        {"incident_type": kind, **{role: [[d.places[number][3]]] for role, number in arguments}}
        for kind, _, arguments in d.events
    ]


def _slots(d, write):
    return [
        {key: write(value) if isinstance(value, list) else value for key, value in each.items()}
        for each in _templates(d)
    ]


def _placed(d):
    """Slots with the place of each mention in the text."""
    return lambda entities: [[[text, d.text.index(text)] for text in entity] for entity in entities]


def _calls(d):
    return [
        (kind, {role: d.places[number][3] for role, number in arguments}) for kind, _, arguments in d.events
    ]


def _columns_of_tags(separator):
    return rows(lambda _: "", lambda d: map(list, zip(d.tokens, d.tags, strict=True)), separator)


def _span_lines(documents):
    return "".join(f"{d.name}\t{a}\t{b - 1}\t\t\t{kind}\n" for d in documents for kind, a, b, _ in d.places)


def _csv(documents):
    text = "".join(f"{d.name},{a},{b},{kind}\n" for d in documents for kind, a, b, _ in d.places)
    return f"doc_id,start,end,label\n{text}"


def _csv_tags(documents):
    sentences = [
        "".join(f",{token},{tag}\n" for token, tag in zip(d.tokens, d.tags, strict=True)) for d in documents
    ]
    named = (f"Sentence: {d.name}{text}" for d, text in zip(documents, sentences, strict=True))
    return "Sentence #,Word,Tag\n" + "".join(named)


def _inline(left, right):
    def text(documents):
        found = []
        for d in documents:
            words = list(d.tokens)
            for kind, a, b in d.entities:
                words[a] = left.format(kind) + words[a]
                words[b - 1] += right.format(kind)
            found.append(" ".join(words) + "\n")
        return "".join(found)

    return text


WRITTEN = {  # format, or format with a form of it -> documents -> text
    "bio": _columns_of_tags("\t"),
    "bio:blanks": _columns_of_tags(" "),
    "noisy-bio": _columns_of_tags(" "),
    "csv-tags": _csv_tags,
    "hipe": lambda documents: (
        "TOKEN\tNE-COARSE-LIT\tMISC\n"
        + rows(
            lambda d: f"# document_id = {d.name}\n",
            lambda d: ([*each, "_"] for each in zip(d.tokens, d.tags, strict=True)),
        )(documents)
    ),
    "hf-datasets": lines(lambda d: {"id": d.name, "tokens": d.tokens, "ner_tags": d.tags}),
    "hf-datasets:tags": array(lambda d: {"tokens": d.tokens, "tags": d.tags}),
    "brackets": _inline("[{0} ", "]"),
    "inline": _inline("<{0}>", "</{0}>"),
    "span-tsv": _span_lines,
    "csv": _csv,
    "spacy": lines(lambda d: {"id": d.name, "text": d.text, "ents": _offsets(d)}),
    "spacy:entities": lines(lambda d: {"text": d.text, "entities": _offsets(d)}),
    "spacy:lists": array(lambda d: [d.text, {"entities": [[a, b, kind] for kind, a, b, _ in d.places]}]),
    "prodigy": lines(
        lambda d: {"text": d.text, "spans": _offsets(d), "answer": "accept", "_input_hash": int(d.name[1:])}
    ),
    "label-studio": array(_label_studio),
    "doccano": lines(_doccano),
    "doccano:label": lines(
        lambda d: {"id": d.name, "text": d.text, "label": [[a, b, kind] for kind, a, b, _ in d.places]}
    ),
    "hf-pipeline": array(lambda d: _offsets(d, label="entity_group", word=1)),
    "gliner": array(lambda d: _offsets(d, text=1)),
    "gliner-train": array(
        lambda d: {"tokenized_text": d.tokens, "ner": [[a, b - 1, kind] for kind, a, b in d.entities]}
    ),
    "langextract": lines(_langextract),
    "uie": array(_uie),
    "universalner": array(_universalner),
    "entity-json": lines(_strings),
    "ie-jsonl": lines(_ie),
    "oneie": lines(_oneie),
    "wikievents": lines(_mentions),
    "dygie": lines(_dygie),
    "docred": array(_docred),
    "rams": lines(_rams),
    "spert": array(_spert),
    "scirex": lines(_scirex),
    "sentiment": array(_opinions),
    "absa": _aspects,
    "grit": lines(
        lambda d: {
            "docid": d.name,
            "doctext": d.text,
            "extracts": {
                k: v for each in _slots(d, _placed(d)) for k, v in each.items() if k != "incident_type"
            },
        }
    ),
    "gtt": lines(lambda d: {"docid": d.name, "doctext": d.text, "templates": _slots(d, _placed(d))}),
    "iterx": lines(lambda d: {d.name: _templates(d)}),
    "coref-json": lines(_coref),
    "conll-coref": lambda documents: rows(lambda d: f"#begin document ({d.name}); part 000\n", _conll)(
        documents
    ).replace("\n\n", "\n\n#end document\n"),
    "semeval": lambda documents: "".join(
        rows(lambda d: f"#begin document {d.name}\n", _semeval)([d]) + f"#end document {d.name}\n"
        for d in documents
    ),
    "corefud": rows(
        lambda d: f"# global.Entity = eid-etype-head-other\n# newdoc id = {d.name}\n# sent_id = {d.name}\n",
        _corefud,
    ),
    "json": lines(lambda d: {"id": d.name, "value": {"text": d.text, **_strings(d)}}),
    **{
        f"calls:{wire}": lines(lambda d, record=record: {"prompt": d.text, **record(d.name, _calls(d))})
        for wire, record in RECORDS.items()
        if wire != "fenced"  # which only a model answers
    },
}
JSON = [name for name, write in WRITTEN.items() if write(made(random.Random(0), 1))[:1] in "[{"]
JSON.remove("brackets")
