"""Laws that hold for every measure of every task, on small random corpora.

A law says of which measures it does not hold, and why. The measures are those of the one list of each task,
and for spans all that its language can say with a few filters and keys.
"""

import functools
import json
import random
from itertools import chain, product

import pytest
from laws.changes import fields_of as fields_in
from laws.corpora import CORPORA, RETOKENISED, WORDS, Document, written
from tries import TIMES, spread

from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.request import Request
from nerkit.evaluation.stored.results import counts_of, merged, read
from nerkit.exceptions import NerkitError, UsageError
from nerkit.scorers import SCORERS, task_named
from nerkit.scorers.missing_fields import fields_of
from nerkit.scorers.spans.aggregators import AGGREGATORS
from nerkit.scorers.task import counted

SEEDS = range(3 if TIMES > 1 else 1)
NUMBERS = ("p_num", "p_den", "r_num", "r_den")
SCORES = ("value", "precision", "recall", "f1")
ROW = {"name": "string", "qty": "integer"}
RECEIPT = {
    "properties": {
        "total": {"type": "integer"},
        "note": {"type": ["string", "null"]},
        "items": {
            "items": {
                "properties": {name: {"type": kind} for name, kind in ROW.items()}
                | {"tags": {"items": {"type": "string"}}}
            }
        },
    }
}
OWN = {  # options that a measure needs
    "noisy": {"dictionary": {word: word for word in WORDS}},
    "ie": {"seen": frozenset({("x", "y", "PER")})},
    "json": {"schema": {"allOf": [RECEIPT]}},
    "calls": {"tools": [{"name": "x", "parameters": {}}]},
}
LANGUAGE = [
    f"{aggregator}:{chosen}:{key}"
    for aggregator, chosen, key in product(
        AGGREGATORS, ("", "is_linked", "is_nil"), ("span", "span+type", "span+kbid", "docid+kbid", "type")
    )
    if not (aggregator.startswith("overlap") and "span" not in key)
]


KINDS = {  # of files of a task -> the measures and groups of its measures that they hold
    "srl": ("spans",),
    "spans:strings": ("strings",),
    "spans:texts": ("words",),
    "srl:heads": ("heads", "syntax", "primesrl"),
    "ie:templates": ("templates",),
    "ie:opinions": ("opinions",),
    "ie:aspects": ("aspects",),
    "ie:scirex": ("n-ary",),
    "json:answers": ("answers",),
}


def task_of(task):
    """The task of a kind of files."""
    return task_named(task.partition(":")[0])


def measures_of(task):
    """All measures of a task by name; of a kind of files those that it holds."""
    kinds = KINDS.get(task)
    further = {kind for other, held in KINDS.items() if other.startswith(f"{task}:") for kind in held}
    listed = [
        measure.name
        for measure in task_of(task).measures
        for names in [{measure.name, *measure.groups}]
        if (further.isdisjoint(names) if kinds is None else not names.isdisjoint(kinds))
    ]
    return listed + LANGUAGE if task == "spans" else listed


def corpus(task, seed, names=lambda name: name, documents=6, prefix="d"):
    """Documents of a task, the same for the same seed."""
    chance = random.Random(f"{task}/{seed}")
    made = []
    for i in range(documents):
        name = f"{prefix}{i}"
        made.append(Document(name, *CORPORA[task](chance, name, names)))
    return made


@pytest.fixture
def evaluated(tmp_path):
    """(task, documents, …) -> the result; system documents may stand in another order, or be gold's."""
    number = iter(range(10**6))

    def result(task, documents, system=None, sides=("gold", "system"), measures=None, **asked):
        paths = [
            written(task, listed, side, tmp_path / str(next(number)))
            for listed, side in zip((documents, system or documents), sides, strict=True)
        ]
        own = OWN.get(task, {})
        asked_for = measures or measures_of(task)
        request = Request.of(task=task_of(task).name, measures=asked_for, **own, **asked)
        return evaluate_systems(paths[0], {"system": paths[1]}, request)

    return result


def rows(result):
    """Measure -> its pooled row."""
    return {row.measure: row for row in result.rows if row.document == "*" and row.label == "*"}


def scores(row):
    """The four scores of a row."""
    return tuple(getattr(row, name) for name in SCORES)


def compared_by(name):
    """The aggregator and the key of a span measure; two empty texts for other names."""
    kind, _, rest = name.partition(":")
    return kind.partition("/")[0], rest.rpartition(":")[2].partition("/")[0]


def loose(task, name):
    """Cluster measures whose items are no spans: an item may lie in several clusters of a side.

    Some look it up in the cluster that appears last, the others take every pair of them, as neleval does;
    `scorers/clusters` says so. The order then counts, and nothing bounds the sums.
    """
    kind, key = compared_by(name)
    by_document = kind in ("sets", "weak", "bags") or kind.startswith("overlap")
    return task == "spans" and key and "span" not in key and not by_document


def of_the_corpus(task, name):
    """Measures whose items do not belong to single documents are not sums over documents."""
    parts = counted(task_of(task).looked_up(name))
    return task == "spans" and not all(part.compute.by_document for part in parts)


def of_slots(name):
    """Measures of the fields of a schema, which are not symmetric and know the names of keys."""
    return name.startswith(("json/fabrication", "json/silence", "json/coverage"))


def not_symmetric(task, name):
    """Measures that treat the sides differently."""
    return (
        compared_by(name)[0] in ("overlap-maxsum", "overlap-summax")  # each is the other, exchanged
        or "crossing" in name  # brackets of the system that cross one of gold
        or task == "noisy"  # nearness is measured on the text of gold
        or name.startswith("sembleu")  # n-grams of the system, and a penalty for short ones
        or (task in ("bio", "spans") and name == "type")  # system spans choose in their order
        or "wikievents" in name  # system arguments count one by one
        or task in ("ie:templates", "ie:scirex")  # an entity of the system is part of one of gold
        or name == "docred-ign"  # precision alone is without what was seen in training
        or name in ("irrelevance", "calls-schema")  # turns of gold, calls of the system
        or of_slots(name)
        or name == "leakage"  # characters of gold
    )


def across_documents(task, name):
    """Pairs of what stands in different documents grow with the square of the documents."""
    kind, _ = compared_by(name)
    return (
        loose(task, name)
        or (task == "spans" and kind in ("pairwise_negative", "blanc"))
        or (
            compared_by(name)[1] == "type"  # one set for the whole corpus
        )
    )


def without_names(task, name):
    """Measures of tasks whose files name nothing freely."""
    return task not in RENAMED or of_slots(name)


def of_tokens(task, name):
    """Measures of tasks whose items are no stretches of a text, and those that count tokens themselves."""
    return task not in RETOKENISED or (task, name) in (
        ("bio", "token"),
        ("coref", "mor"),  # words, of which those that are not written cannot be cut
    )


@functools.cache
def range_of(task, name):
    """The least and the greatest value that the record of a measure states, and those of its parts."""
    known = task_of(task)
    ranges = [one.range(known.options()) for one in known.looked_up(name)]
    return min(least for least, _ in ranges), max(greatest for _, greatest in ranges)


SHARED = {  # what the sides of a corpus have in common, whatever their labels
    "dep": ("Words", "Tokens", "Sentences"),
    "srl:heads": ("srl-dep/predicates", "primesrl/predicates"),
    "json": ("json-schema", "json/format"),  # all is well-formed
    "calls": ("calls/format", "irrelevance"),  # a turn without calls has no names
    "ie:templates": ("template-muc4/fallout",),  # there are no set fills
    "tree": ("2-or-less-crossing",),
}
OTHER_TEXT = {  # task -> what no field holds, and what stands there instead
    "amr": ((':wiki "Q', ':wiki "R'), ("person :wiki", "city :wiki"), ('"Ann"', '"Bob"'), (":polarity -", ""))
}


def shared(task, name):
    """Measures of what both sides share; kinds that stand anywhere in a corpus, each of which once."""
    return name in SHARED.get(task, ()) or (task == "spans" and compared_by(name)[1] == "type")


def unbounded(task, name):
    """Measures whose records say that nothing bounds their values."""
    return range_of(task, name) != (0, 1)


COLUMNS = [  # task, a field that measures say they look at, and the column or key that holds it
    *(("dep", *each) for each in (("lemma", "3"), ("upos", "4"), ("xpos", "5"), ("feats", "6"))),
    *(("dep", *each) for each in (("deprel", "8"), ("deps", "9"))),
    ("srl", "lemma", "7"),
    ("srl:heads", "sense", "14"),
    ("srl:heads", "deprel", "11"),
    ("tree", "tag", "2"),
    ("mrp", "label", "nodes.[].label"),
    ("mrp", "edge label", "edges.[].label"),
    ("ie", "relations.head_type", "relations.[].head_type"),
    ("ie", "relations.tail_type", "relations.[].tail_type"),
    ("ie", "relations.type", "relations.[].type"),
    ("ie", "events.type", "events.[].type"),
    ("ie", "arguments.role", "events.[].arguments.[].role"),
    ("ie:opinions", "opinions.source", "opinions.[].Source"),
    ("ie:opinions", "opinions.target", "opinions.[].Target"),
    ("ie:opinions", "opinions.expression", "opinions.[].Polar_expression"),
]
EXCEPT = {
    "self": loose,
    "wrong": shared,
    "swap": not_symmetric,
    "order": loose,
    "shards": of_the_corpus,
    "range": unbounded,
    "doubled": across_documents,
    "renamed": without_names,
    "retokenised": of_tokens,
}


@functools.cache
def under(law, task):
    """The measures of a task that a law holds for."""
    return [name for name in measures_of(task) if not EXCEPT[law](task, name)]


def test_every_task_has_a_corpus():
    """A new task has one too, or nothing here tests it."""
    assert {task.partition(":")[0] for task in CORPORA} == set(SCORERS)


@pytest.mark.parametrize("task", CORPORA)
def test_every_measure_is_under_the_laws(task):
    """A range, a best score for gold itself, and one law that tells how sides, documents or names count.

    What is left out of one of the first two must be a measure that the page of its formula warns of.
    """
    for name in measures_of(task):
        bounded = {law for law in ("self", "range") if name in under(law, task)}
        free = {law for law in EXCEPT if name in under(law, task)} - {"self", "wrong", "range"}
        assert free, name
        assert len(bounded) == 2 or unbounded(task, name), name
        assert "self" in bounded or loose(task, name), name


@pytest.mark.parametrize("task", CORPORA)
def test_self(task, evaluated):
    """Gold against itself has 1, or 0 where lower values are better, of items that are there."""
    wrong, items = {}, set()
    lower = {measure.name for measure in task_of(task).measures if measure.lower_is_better}
    for seed in range(3):
        found = rows(evaluated(task, corpus(task, seed), sides=("gold", "gold"), empty="one"))
        for name in under("self", task):
            row = found[name]
            uncounted = row.r_den is None and (row.value or name in lower)
            items |= {name} if row.r_den or uncounted else set()
            far = 1e-6 if name.partition("/")[0] == "scirex" else 0  # whose quotients are smoothed
            if row.value is None or abs(row.value - (0 if name in lower else 1)) > far:
                wrong[name] = scores(row)
    assert not wrong
    assert items >= set(under("self", task)), set(under("self", task)) - items


@pytest.mark.parametrize("task", CORPORA)
def test_wrong(task, evaluated):
    """A system with wrong values is not as good as gold: whatever a measure looks at, there is a field whose
    wrong values lower it, but for measures of what both sides share.
    """
    perfect, documents = set(under("wrong", task)), corpus(task, 0)
    for wrong in chain((documents, corpus(task, 1)), others(task, documents)):
        perfect &= best(task, evaluated, wrong) if perfect else perfect
    assert not perfect


def best(task, evaluated, documents):
    """The measures for which a system is as good as gold; all of them where it cannot be scored."""
    lower = {measure.name for measure in task_of(task).measures if measure.lower_is_better}
    try:
        found = rows(evaluated(task, documents, empty="one"))
    except NerkitError:
        return set(measures_of(task))
    return {name for name, row in found.items() if row.value == (0 if name in lower else 1)}


def others(task, documents):
    """The documents with other values of one field, field by field, and with what stands in OTHER_TEXT."""
    names = dict.fromkeys(field.name for one in documents for field in fields_in(one.gold))
    for name in names:
        yield [Document(one.name, one.gold, with_other(one.gold, name)) for one in documents]
    for old, new in OTHER_TEXT.get(task, ()):
        yield [Document(one.name, one.gold, one.gold.replace(old, new)) for one in documents]


def with_other(text, name):
    """A text with other values of a field, if it has any."""
    return next((field.permuted for field in fields_in(text) if field.name == name), text)


@pytest.mark.parametrize(("task", "field", "column"), COLUMNS)
def test_wrong_field(task, field, column, evaluated):
    """Other values of a field lower every measure that says that it looks at it."""
    documents = [Document(one.name, one.gold, with_other(one.gold, column)) for one in corpus(task, 0)]
    found = rows(evaluated(task, documents))
    looking = {measure.name for measure in task_of(task).measures if field in fields_of(measure)}
    looking &= set(measures_of(task))
    assert looking
    assert [name for name in looking if found[name].value == 1] == []


@pytest.mark.parametrize("task", CORPORA)
def test_swap(task, evaluated):
    """Gold and system exchanged exchange precision and recall."""
    wrong = {}
    for seed in SEEDS:
        one, other = (
            rows(evaluated(task, corpus(task, seed), sides=sides))
            for sides in (("gold", "system"), ("system", "gold"))
        )
        for name in under("swap", task):
            a, b = one[name], other[name]
            if (a.precision, a.recall, a.f1) != (b.recall, b.precision, b.f1):
                wrong[name] = scores(a), scores(b)
    assert not wrong


@pytest.mark.parametrize("task", CORPORA)
def test_order(task, evaluated):
    """The order of documents changes no digit, the sides' being different ones."""
    wrong = {}
    for seed in SEEDS:
        documents = corpus(task, seed)
        shuffled = [random.Random(seed + i).sample(documents, len(documents)) for i in (1, 2)]
        one, other = rows(evaluated(task, documents)), rows(evaluated(task, *shuffled))
        wrong |= {name: (one[name], other[name]) for name in under("order", task) if one[name] != other[name]}
    assert not wrong


@pytest.mark.parametrize("task", CORPORA)
def test_shards(task, evaluated, tmp_path):
    """The counts of two halves, stored and merged, are those of the whole."""
    wrong = {}
    for seed in SEEDS:
        documents = corpus(task, seed)
        asked = {"measures": under("shards", task)}
        whole = rows(evaluated(task, documents, **asked))
        halves = []
        for half in (documents[:2], documents[2:]):
            path = tmp_path / f"{seed}-{len(half)}.json"
            path.write_text(json.dumps(counts_of(evaluated(task, half, **asked))), encoding="utf-8")
            halves.append(read(str(path)))
        parts = rows(merged(halves))
        wrong |= {n: (whole[n], parts[n]) for n in under("shards", task) if whole[n] != parts[n]}
    assert not wrong


@pytest.mark.parametrize(("task", "macro"), spread(CORPORA, [False, True]))
def test_read_back(task, macro, evaluated, tmp_path):
    """What is stored, as rows or as counts, is possible, and comes back as it was."""
    documents = corpus(task, 0, documents=3)
    try:
        result = evaluated(task, documents, by=("document", "label"), macro=macro)
    except UsageError:  # some of its measures have no labels
        result = evaluated(task, documents, by=("document",), macro=macro)
    for stored in (counts_of(result), result.to_dict()):
        path = tmp_path / "stored.json"
        path.write_text(json.dumps(stored), encoding="utf-8")
        assert read(str(path)).to_dict()["rows"] == result.to_dict()["rows"]


@pytest.mark.parametrize("task", CORPORA)
def test_range(task, evaluated):
    """Every score is in the range that the record of its measure states; from 0 to 1 but for a few, and then
    what matches is no more than there is, too.
    """
    wrong = {}
    for seed in SEEDS:
        for name, row in rows(evaluated(task, corpus(task, seed))).items():
            least, greatest = range_of(task, name)
            numbers = [getattr(row, number) for number in NUMBERS]
            inside = all(score is None or least <= score <= greatest for score in scores(row))
            if None not in numbers and name in under("range", task):
                inside &= 0 <= numbers[0] <= numbers[1] and 0 <= numbers[2] <= numbers[3]
            if not inside:
                wrong[name] = row
    assert not wrong


@pytest.mark.parametrize("task", CORPORA)
def test_doubled(task, evaluated):
    """Every document once more under another id, with other entities: the same scores."""
    wrong = {}
    for seed in SEEDS:
        documents = corpus(task, seed)
        again = corpus(task, seed, names=RENAMED.get(task, lambda name: name), prefix="e")
        one, both = rows(evaluated(task, documents)), rows(evaluated(task, documents + again))
        for name in under("doubled", task):
            if scores(one[name]) != pytest.approx(scores(both[name]), abs=1e-12):
                wrong[name] = scores(one[name]), scores(both[name])
    assert not wrong


RENAMED = {  # task -> another name for what is named freely, the same on both sides
    "spans": lambda name: f"x{name}" if name in ("Q", "n", "m") else name,
    "bio": lambda name: f"{name}x",
    "noisy": lambda name: f"{name}x",
    "coref": lambda name: f"7{name}",
    "mrp": lambda number: 40 - number,
    "amr": lambda name: f"v{name}",
}


@pytest.mark.parametrize("task", RETOKENISED)
def test_retokenised(task, evaluated):
    """Words, or characters, cut in two on both sides: the same scores."""
    wrong = {}
    for seed in SEEDS:
        documents = corpus(task, seed)
        cut = [Document(one.name, *map(RETOKENISED[task], one[1:])) for one in documents]
        one, other = rows(evaluated(task, documents)), rows(evaluated(task, cut))
        for name in under("retokenised", task):
            if scores(one[name]) != pytest.approx(scores(other[name]), abs=1e-12):
                wrong[name] = scores(one[name]), scores(other[name])
    assert not wrong


@pytest.mark.parametrize("task", RENAMED)
def test_renamed(task, evaluated):
    """Ids, types, nodes and variables with other names, the same on both sides: the same scores."""
    wrong = {}
    for seed in SEEDS:
        one, other = (
            rows(evaluated(task, corpus(task, seed, names=names)))
            for names in (lambda name: name, RENAMED[task])
        )
        for name in under("renamed", task):
            if scores(one[name]) != scores(other[name]):
                wrong[name] = scores(one[name]), scores(other[name])
    assert not wrong
