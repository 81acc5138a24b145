"""Small random corpora of every task, as files: what the laws are tested on.

A `Document` is an id and the two sides of it as text; `written` makes the file, or the folder, of some.
Everything in a document can be renamed by its `names`, from which ids of entities, variables and nodes come.
"""

import json
from typing import NamedTuple

from mrp_lines import edge, node

TYPES = ("PER", "LOC", "ORG")
WORDS = ("Tolkien", "left", "Oxford", "he", "slept", "by", "the", "sea")


class Document(NamedTuple):
    """A document: its id, and its sides as text."""

    name: str
    gold: str
    system: str


def damaged(random, items, change, chance=0.35):
    """A system's items: some of gold left out, some changed."""
    kept = [item for item in items if random.random() > 0.15]
    return [change(item) if random.random() < chance else item for item in kept]


def of_spans(random, name, names):
    """Annotations that do not cross, with types and ids; `NIL` ids are of no knowledge base."""
    ids = [f"{names('Q')}1", f"{names('Q')}2", f"NIL{names('n')}", f"NIL{names('m')}"]
    starts = sorted(random.sample(range(0, 60, 4), 6))
    gold = [(at, at + random.choice((1, 3)), random.choice(ids), random.choice(TYPES)) for at in starts]

    def change(item):
        start, end, id_, kind = item
        return random.choice(((start, end, random.choice(ids), kind), (start, start + 2, id_, "ORG")))

    def lines(items):
        return "".join(f"{name}\t{s}\t{e}\t{i}\t1.0\t{t}\n" for s, e, i, t in items)

    return lines(gold), lines(damaged(random, gold, change))


def of_texts(random, name, names):
    """Annotations of a text of words of some letters; borders may be inside words."""
    text = " ".join("x" * random.randrange(1, 6) for _ in range(20))

    def spans():
        starts = random.sample(range(0, len(text) - 6, 6), 4)
        return [{"start": s, "end": s + 1 + random.randrange(5), "label": names("PER")} for s in starts]

    return tuple(json.dumps({"id": name, "text": text, "entities": spans()}) + "\n" for _ in "gs")


def of_strings(random, name, names):
    """What models answer: strings by label, some of them several times."""
    gold = [(names(random.choice(WORDS)), random.choice(TYPES)) for _ in range(8)]

    def change(item):
        return random.choice(((names(random.choice(WORDS)), item[1]), (item[0], random.choice(TYPES))))

    def line(items):
        entities = [{"text": text, "label": kind} for text, kind in items]
        return json.dumps({"id": name, "entities": entities}) + "\n"

    return line(gold), line(damaged(random, gold, change))


def tags(random, number, names):
    """IOB2 tags of so many words."""
    found = []
    while len(found) < number:
        kind = names(random.choice(TYPES))
        found += random.choice((["O"], [f"B-{kind}"], [f"B-{kind}", f"I-{kind}"], [f"B-{kind}", "O"]))
    return found[:number]


def of_bio(random, name, names):
    """A sentence of words and tags; the system has other tags in its middle."""
    gold = tags(random, 12, names)
    changed = tags(random, 5, names)
    system = [*gold[:3], *changed, *gold[8:]]
    return tuple("".join(f"w{i} {tag}\n" for i, tag in enumerate(side)) + "\n" for side in (gold, system))


def of_noisy(random, name, names):
    """A text with entities; the system's has other letters here and there."""
    gold = [(random.choice(WORDS), tag) for tag in tags(random, 14, names)]
    system = damaged(random, gold, lambda pair: (pair[0].replace("e", "c") + "n", pair[1]))
    return tuple("".join(f"{word} {tag}\n" for word, tag in side) for side in (gold, system))


def of_coref(random, name, names):
    """Words, and nodes without one, in entities; the system moves some to another entity."""
    gold = [random.choice((None, 1, 1, 2, 3)) for _ in range(16)]
    system = [random.choice((None, 1, 2, 4)) if random.random() < 0.35 else entity for entity in gold]

    def text(side):
        lines = [f"# newdoc id = {name}", "# global.Entity = eid-etype-head-other", f"# sent_id = {name}-1"]
        for i, entity in enumerate(side):
            number = f"{i // 4 * 3 + i % 4}.1" if i % 4 == 3 else str(i // 4 * 3 + i % 4 + 1)
            link = "1:nsubj" if i % 4 == 3 else "_"
            cell = "_" if entity is None else f"Entity=(e{names('')}{entity}--1)"
            lines.append(f"{number}\tw\tw\tX\t_\t_\t_\t_\t{link}\t{cell}")
        return "\n".join(lines) + "\n\n"

    return text(gold), text(system)


FRAMEWORKS = ("dm", "psd", "eds", "ucca", "amr")


def of_mrp(random, name, names):
    """A graph over the words of a text, of a framework by chance."""
    framework = FRAMEWORKS[int(name[1:]) % len(FRAMEWORKS)]
    labels = ["sleep", "cat", "warm", "proper_q", "named"]
    anchored = framework != "amr"

    def graph():
        nodes = [
            node(
                names(i),
                None if framework == "ucca" else random.choice(labels),
                *((3 * i, 3 * i + 2) if anchored else ()),
                **(
                    {}
                    if framework in ("ucca", "amr")
                    else {"pos": random.choice("NV"), "carg": "x", "frame": "f"}
                ),
            )
            for i in range(5)
        ]
        edges = [
            edge(names(random.randrange(i)), names(i), random.choice("AB"), **remote(i)) for i in range(1, 5)
        ]
        return {"nodes": nodes, "edges": edges, "tops": [names(0)]}

    def remote(i):
        return {"attributes": ["remote"], "values": [True]} if framework == "ucca" and i == 4 else {}

    def text(body):
        first = {"id": name, "framework": framework, "time": "2020-01-01", "input": "ab cd ef gh ij"}
        return json.dumps(first | body) + "\n"

    gold = graph()
    other = graph()
    system = {**gold, "edges": other["edges"], "nodes": [*gold["nodes"][:3], *other["nodes"][3:]]}
    return text(gold), text(system)


CONCEPTS = ("want-01", "go-02", "boy", "person", "city", "have-03")


def of_amr(random, name, names):
    """A tree of concepts with a reentrancy, a name, a wiki and a negation; everything an aspect looks at."""
    roles = ("ARG0", "ARG1", "time", "location", "mod", "poss", "cause", "purpose", "instrument", "topic")

    def graph(concepts, edges, negated):
        text = [f"({names('r')} / {concepts[0]}"]
        text += [" :polarity -"] if negated else []
        for i, role in enumerate(edges):
            again = f" :ARG0 {names('p')}" if i else ""
            text.append(f"\n   :{role} ({names('c')}{i} / {concepts[i + 1]} :quant {i}{again})")
        text.append(f'\n   :ARG2 ({names("p")} / person :wiki "Q{i}" :name ({names("n")} / name :op1 "Ann"))')
        text.append(f"\n   :ARG1 (s / sum-of :op1 1 :op2 {names('p')})\n   :mod (q / amr-unknown))")
        return f"# ::id {name}\n{''.join(text)}\n\n"

    concepts = [random.choice(CONCEPTS) for _ in range(4)]
    edges = [random.choice(roles) for _ in range(3)]
    changed = [random.choice(CONCEPTS) if random.random() < 0.4 else concept for concept in concepts]
    turned = [random.choice(roles) if random.random() < 0.4 else role for role in edges]
    return graph(concepts, edges, negated=True), graph(changed, turned, negated=random.random() < 0.5)


def of_ie(random, name, names):
    """Relations between spans with types and evidence, and events with ids, heads and arguments."""
    gold = [
        {
            "type": random.choice(TYPES),
            "head": [i, i + 1],
            "tail": [i + 2, i + 3],
            "head_type": "PER",
            "tail_type": random.choice(TYPES),
            "evidence": [i, i + 1],
        }
        for i in range(0, 24, 4)
    ]
    system = damaged(random, gold, lambda relation: {**relation, "type": "ORG", "evidence": [0]})
    if random.random() < 0.5:
        random.shuffle(system)
    events = [
        {
            "id": f"E{i}",
            "type": random.choice(TYPES),
            "trigger": [i, i + 2],
            "trigger_head": [i, i + 1],
            "arguments": [
                {"role": random.choice(TYPES), "span": [j, j + 3], "head": [j + 1, j + 2]}
                for j in (i + 2, i + 6)
            ],
        }
        for i in range(0, 40, 10)
    ]

    def change(event):
        arguments = damaged(random, event["arguments"], lambda each: {**each, "role": "ORG"})
        return {**event, "type": random.choice((event["type"], "ORG")), "arguments": arguments}

    sides = (gold, events), (system, damaged(random, events, change, chance=0.6))
    return tuple(json.dumps({"id": name, "relations": r, "events": e}) + "\n" for r, e in sides)


def of_templates(random, name, names):
    """Templates with entities; the system's have other types, entities in other slots and other mentions."""

    def entity(number):
        return [[f"{word} {number}", 0] for word in random.sample(WORDS, random.randint(1, 3))]

    gold = [
        {"incident_type": random.choice(("attack", "bombing", "attack / bombing"))}
        | {
            role: [entity(f"{i}{role}{j}") for j in range(random.randint(0, 2))]
            for role in ("Victim", "Target")
        }
        for i in range(random.randint(0, 3))
    ]

    def change(template):
        kind = random.choice((template["incident_type"], "bombing"))
        kept = [[e[:1], e][random.random() < 0.5] for e in template["Victim"]]
        return {"incident_type": kind, "Victim": kept, "Target": [*template["Target"], entity("x")]}

    return tuple(
        json.dumps({"docid": name, "templates": side}) + "\n"
        for side in (gold, damaged(random, gold, change))
    )


def of_opinions(random, name, names):
    """A sentence with opinions; the system's have other polarities and other pieces, or none."""
    text = " ".join(WORDS)
    starts = [0, *(place + 1 for place, character in enumerate(text) if character == " "), len(text) + 1]

    def part(size):
        first = random.randrange(len(WORDS) - size)
        begin, end = starts[first], starts[first + size] - 1
        return [[], []] if not size else [[text[begin:end]], [f"{begin}:{end}"]]

    def opinion(polarity):
        parts = {"Source": part(random.randint(0, 1)), "Target": part(random.randint(0, 2))}
        return parts | {"Polar_expression": part(random.randint(1, 3)), "Polarity": polarity}

    gold = [opinion(random.choice(("positive", "negative"))) for _ in range(random.randint(0, 4))]

    def change(each):
        return random.choice((
            each | {"Polarity": "neutral"}, each | {"Polar_expression": part(3)}, opinion("positive")
        ))  # fmt: skip

    return tuple(
        json.dumps({"sent_id": name, "text": text, "opinions": side}) + "\n"
        for side in (gold, damaged(random, gold, change))
    )


def of_aspects(random, name, names):
    """A sentence with tuples of four parts; the system's have other polarities or aspects."""

    def one():
        return [
            random.choice(WORDS),
            random.choice(TYPES),
            random.choice(("pos", "neg")),
            random.choice(WORDS),
        ]

    gold = [one() for _ in range(random.randint(0, 4))]
    system = damaged(random, gold, lambda each: random.choice(([*each[:2], "neu", each[3]], one())))
    return tuple(f"{' '.join(WORDS)}####{side}\n" for side in (gold, system))


def of_scirex(random, name, names):
    """Entities of four types, and relations of them; the system's have other boundaries and members."""
    types = ("Material", "Metric", "Task", "Method")

    def document(mentions, relations):
        return {
            "doc_id": name,
            "words": ["w"] * 60,
            "ner": [[*span, kind] for kind, spans in mentions.items() for span in spans],
            "coref": {f"{kind}0": spans for kind, spans in mentions.items()},
            "n_ary_relations": [dict(zip(types, each, strict=True)) for each in relations],
        }

    gold = {
        kind: [[at, at + random.randint(1, 4)] for at in range(15 * place, 15 * place + 15, 5)]
        for place, kind in enumerate(types)
    }
    system = {
        kind: [[max(start - random.randint(0, 2), 0), end] for start, end in spans]
        for kind, spans in gold.items()
    }
    right = [f"{kind}0" for kind in types]
    wrong = random.sample(right, len(right))
    sides = (gold, [right, wrong]), (system, random.choice(([right], [right, wrong[::-1]], [])))
    return tuple(json.dumps(document(*side)) + "\n" for side in sides)


def of_dep(random, name, names):
    """Two sentences of words with all columns; the system has other heads, labels and tags."""

    def words(side):
        lines = [f"# newdoc id = {name}"]
        for sentence in (0, 1):
            lines += [f"# sent_id = {name}-{sentence}", *side[sentence], ""]
        return "\n".join(lines) + "\n"

    def word(i, head, changed):
        tag = "NOUN" if changed else ("VERB", "NOUN", "ADP")[i % 3]
        relation = "root" if head == 0 else random.choice(("nsubj", "obj", "case")) if changed else "obl"
        feats = "Case=Nom|Number=Sing" if i % 2 else "_"
        cells = [i, f"w{i}", "lemma" if changed else f"l{i}", tag, f"X{tag}", feats, head, relation]
        return "\t".join(map(str, [*cells, f"{head}:{relation}", "_"]))

    gold = [[word(i, i - 1, changed=False) for i in range(1, 7)] for _ in (0, 1)]
    system = [
        [
            word(i, random.randrange(1, i) if i > 1 else 0, changed=True) if random.random() < 0.4 else line
            for i, line in enumerate(sentence, 1)
        ]
        for sentence in gold
    ]
    return words(gold), words(system)


def of_tree(random, name, names):
    """A sentence in NEGRA export: words below constituents, which may be discontinuous; the system has other
    labels and words elsewhere.
    """
    labels = ("NP", "VP", "PP", "S")
    number = 8

    def text(tags, above, kinds):
        lines = [f"w{i}\t{tag}\t--\t--\t{up}" for i, (tag, up) in enumerate(zip(tags, above, strict=True))]
        lines += [f"#{500 + i}\t{kind}\t--\t--\t{503 if i < 3 else 0}" for i, kind in enumerate(kinds)]
        return "\n".join(["#FORMAT 3", f"#BOS {name}", *lines, f"#EOS {name}"]) + "\n"

    tags = [names(random.choice("NVA")) for _ in range(number)]
    above = [500, 501, 502, *(random.randrange(500, 504) for _ in range(number - 3))]
    kinds = [names(random.choice(labels)) for _ in range(4)]
    changed = [random.choice(tags) if random.random() < 0.2 else tag for tag in tags]
    moved = [*above[:3], *(random.randrange(500, 504) if random.random() < 0.4 else up for up in above[3:])]
    other = [random.choice(kinds) if random.random() < 0.3 else kind for kind in kinds]
    return text(tags, above, kinds), text(changed, moved, other)


def of_srl(random, name, names):
    """A document of propositions (CoNLL-2012): predicates with arguments of which some are continued; the
    system has other labels and borders.
    """
    labels = ("ARG0", "ARG1", "C-ARG1", "R-ARG0", "ARGM-TMP")

    def text(sentences):
        lines = [f"#begin document ({name}); part 000"]
        for verbs, columns in sentences:
            for i in range(8):
                mark = (names(verbs[i]), "01") if i in verbs else ("-", "-")
                cells = ["".join(column.get(i, "*")) for column in columns]
                lines.append(
                    " ".join([name, "0", str(i), f"w{i}", "X", "*", *mark, "-", "-", "*", *cells, "-"])
                )
            lines.append("")
        return "\n".join([*lines, "#end document"]) + "\n"

    def column(phrases):
        cells = dict.fromkeys(range(8), "*")
        for first, last, label in phrases:
            cells[first] = f"({label}{cells[first]}"
            cells[last] += ")"
        return cells

    def changed(phrase):
        first, last, label = phrase
        return random.choice(((first, first, label), (first, last, names(random.choice(labels)))))

    sides = ([], [])
    for _ in (0, 1):
        verbs = {2: "say", 5: random.choice(("run", "go"))}
        columns = ([], [])
        for verb in verbs:
            spans = [(0, 1), (3, 4), (6, 7)]
            gold = [(first, last, names(random.choice(labels))) for first, last in spans]
            for side, phrases in zip(columns, (gold, damaged(random, gold, changed)), strict=True):
                side.append(column([*phrases, (verb, verb, "V")]))
        for side, own in zip(sides, columns, strict=True):
            side.append((verbs, own))
    return text(sides[0]), text(sides[1])


def of_srl_heads(random, name, names):
    """A document of CoNLL-2009: predicates with senses, heads of arguments; the system has other labels,
    senses and heads.
    """
    labels = ("A0", "A1", "C-A1", "R-A0", "AM-TMP")
    verbs = (1, 4)
    gold = [[random.choice(("_", *labels, "A0|AM-LOC")) for _ in verbs] for _ in range(6)]
    changed = [
        [random.choice(("_", *labels)) if random.random() < 0.3 else cell for cell in cells] for cells in gold
    ]

    def text(rows, senses, head):
        lines = [f"# newdoc id = {name}"]
        for i, cells in enumerate(rows):
            sense = ("Y", names(senses[i])) if i in verbs else ("_", "_")
            lines.append("\t".join([str(i + 1), *("w" * 5), "_", "_", head, head, "D", "D", *sense, *cells]))
        return "\n".join(lines) + "\n\n"

    senses = {1: "go.01", 4: random.choice(("run.01", "run.02"))}
    return text(gold, senses, "0"), text(changed, senses | {4: "run.02"}, random.choice("01"))


def of_json(random, name, names):
    """A receipt: scalars, and a bag of rows with a bag in each; the system misreads some, and shuffles."""

    def row():
        return {
            names("name"): random.choice(("milk", "bread", "tea")),
            names("qty"): random.randrange(1, 4),
            names("tags"): random.sample(("a", "b", "c"), random.randrange(3)),
        }

    def read(one):
        return {key: row()[key] if random.random() < 0.2 else value for key, value in one.items()}

    rows = [row() for _ in range(random.randrange(1, 6))]
    seen = [read(one) for one in rows if random.random() < 0.9]
    random.shuffle(seen)
    total = random.randrange(9)
    values = [
        {names("total"): total, names("items"): rows, names("note"): random.choice((None, "x"))},
        {names("total"): random.choice((total, 5)), names("items"): seen, names("note"): "x"},
    ]
    gold, system = (json.dumps({"id": name, "value": value}) + "\n" for value in values)
    return gold, system


def of_answers(random, name, _):
    """A question with one right answer, and an answer that has some of its words."""
    words = ("red", "green", "blue", "tower", "the", "U.S.")
    gold = " ".join(random.sample(words, random.randrange(1, 4)))
    kept = [word for word in gold.split() if random.random() < 0.7]
    system = " ".join([*kept, random.choice(words)]) if random.random() < 0.6 else gold
    return tuple(json.dumps({"id": name, "value": value}) + "\n" for value in (gold, system))


def of_calls(random, name, names):
    """A conversation of two turns; the system misreads, loses, invents and shuffles some calls."""

    def call():
        return {
            "name": names(random.choice(("find", "mail", "now"))),
            "arguments": {
                "q": random.choice(("x", "y")),
                "tags": random.sample(("a", "b"), random.randrange(3)),
                **({"n": random.randrange(3)} if random.random() < 0.5 else {}),
            },
        }

    def read(one):
        return call() if random.random() < 0.3 else one

    turns = [[call() for _ in range(random.randrange(4))] for _ in range(2)]
    seen = [[read(one) for one in turn if random.random() < 0.8] for turn in turns]
    for turn in seen:
        random.shuffle(turn)
    schema = {"properties": {"q": {"type": "string"}}}
    tools = [{"name": names(tool), "parameters": schema} for tool in ("find", "mail", "now")]
    gold = json.dumps({"id": name, "turns": turns, "tools": tools}) + "\n"
    return gold, json.dumps({"id": name, "turns": seen}) + "\n"


CORPORA = {  # task (and kind of files) -> (random, id, names) -> the two sides of a document
    "spans": of_spans,
    "spans:strings": of_strings,
    "spans:texts": of_texts,
    "bio": of_bio,
    "noisy": of_noisy,
    "coref": of_coref,
    "mrp": of_mrp,
    "amr": of_amr,
    "ie": of_ie,
    "ie:templates": of_templates,
    "ie:opinions": of_opinions,
    "ie:aspects": of_aspects,
    "ie:scirex": of_scirex,
    "srl": of_srl,
    "srl:heads": of_srl_heads,
    "dep": of_dep,
    "tree": of_tree,
    "json": of_json,
    "json:answers": of_answers,
    "calls": of_calls,
}
FOLDERS = ("bio", "noisy", "ie:aspects")  # tasks whose formats have no ids: a document is a file


def cut_spans(text):
    """Annotations over twice as many characters; ends are inclusive in the file."""
    lines = [line.split("\t") for line in text.splitlines()]
    return "".join(
        "\t".join([d, str(2 * int(s)), str(2 * int(e) + 1), *more]) + "\n" for d, s, e, *more in lines
    )


def cut_tags(text):
    """Every token as two, of which the second goes on with what the first has begun."""
    halves = (f"{line}\n{line.replace(' B-', ' I-')}\n" if line else "\n" for line in text.split("\n")[:-1])
    return "".join(halves)


def cut_words(text):
    """Every word of CorefUD as two, both in its mention; nodes without words are as they were."""
    lines = []
    for line in text.split("\n"):
        number, *cells = line.split("\t")
        if not cells:
            lines.append(line)
        elif "." in number:
            whole, part = number.split(".")
            lines.append("\t".join([f"{2 * int(whole)}.{part}", *cells]))
        else:
            entity = cells[-1].removeprefix("Entity=(").partition("--")[0]
            last = ("_", "_") if cells[-1] == "_" else (cells[-1].removesuffix(")"), f"Entity={entity})")
            lines += ["\t".join([str(2 * int(number) - 1 + i), *cells[:-1], last[i]]) for i in (0, 1)]
    return "\n".join(lines)


def cut_graphs(text):
    """A graph over a text in which every character stands twice."""
    graph = json.loads(text)
    for node_ in graph["nodes"]:
        for anchor in node_.get("anchors", ()):
            anchor |= {"from": 2 * anchor["from"], "to": 2 * anchor["to"]}
    graph["input"] = "".join(2 * letter for letter in graph["input"])
    return json.dumps(graph) + "\n"


RETOKENISED = {  # task -> a side of a document over other tokens, or characters
    "spans": cut_spans,
    "bio": cut_tags,
    "coref": cut_words,
    "mrp": cut_graphs,
}


def written(task, documents, side, folder):
    """The path of one side of some documents."""
    texts = {document.name: getattr(document, side) for document in documents}
    if task not in FOLDERS:
        folder.write_text("".join(texts.values()), encoding="utf-8")
        return str(folder)
    folder.mkdir()
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return str(folder)
