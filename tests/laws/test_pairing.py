"""Documents that are lost or stand in another order never give another number in silence, in any task."""

import json
import random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tries import tries

import nerkit
from nerkit.evaluation.agreement.agree import agree
from nerkit.evaluation.agreement.options import AgreeRequest
from nerkit.exceptions import PairingError

WORDS = ["Ann", "Bob", "Cleo", "Dora", "met", "left", "saw", "lost", "found", "Oxford", "Rome", "Paris"]
LABELS = ("PER", "LOC", "ORG")


class Document(NamedTuple):
    """A document: its number, its words, and the labels of some of these by their places."""

    number: int
    words: list[str]
    labels: dict[int, str]

    @property
    def spans(self):
        """Start and end of each word in the text."""
        ends = [len(" ".join(self.words[: i + 1])) for i in range(len(self.words))]
        return [(end - len(word), end) for end, word in zip(ends, self.words, strict=True)]


def corpora(seed, count=9):
    """Gold and a system that has some of its labels."""
    chance, gold, system = random.Random(seed), [], []
    for number in range(count):
        words = [f"w{number}", *(chance.choice(WORDS) for _ in range(chance.randint(5, 9)))]
        labels = {i: chance.choice(LABELS) for i in sorted(chance.sample(range(1, len(words)), 3))}
        gold.append(Document(number, words, labels))
        own = {i: chance.choice((label, "LOC")) for i, label in labels.items() if chance.random() > 0.2}
        system.append(Document(number, words, own))
    return gold, system


def record(document, kind, key="id", text="text", **members):
    """A line of JSON, with an id or a text if the kind of corpus has them."""
    body = {key: f"d{document.number}"} if kind == "ids" else {}
    if kind != "bare" and text:
        body[text] = document.words if text == "tokens" else " ".join(document.words)
    return json.dumps(body | members) + "\n"


def of_spans(document, kind):
    """A span for each label."""
    found = [(*document.spans[i], label) for i, label in document.labels.items()]
    return record(document, kind, entities=[{"start": s, "end": e, "label": kind} for s, e, kind in found])


def of_answers(document, kind):
    """Strings without a text."""
    found = [{"text": document.words[i], "label": label} for i, label in document.labels.items()]
    return record(document, kind, text="", entities=found)


def of_bio(document, kind):
    """Tags of one word."""
    tags = [f"{word} B-{document.labels[i]}" if i in document.labels else f"{word} O" for i, word in
            enumerate(document.words)]  # fmt: skip
    mark = f"# newdoc id = d{document.number}\n" if kind == "ids" else "-DOCSTART- O\n\n"
    return mark + "\n".join(tags) + "\n\n"


def of_coref(document, kind):
    """Words of one label are an entity."""
    clusters = [[[i, i] for i, own in document.labels.items() if own == label] for label in LABELS]
    body = {"doc_key": f"d{document.number}"} if kind == "ids" else {}
    words = {} if kind == "bare" else {"sentences": [document.words]}
    return json.dumps({**body, **words, "clusters": [one for one in clusters if one]}) + "\n"


def of_ie(document, kind):
    """Relations of the first word with others."""
    relations = [{"head": [i, i + 1], "tail": [0, 1], "type": label} for i, label in document.labels.items()]
    return record(document, kind, text="tokens", relations=relations)


def of_json(document, kind):
    """A list of labels."""
    return record(document, kind, text="", labels=list(document.labels.values()))


def of_calls(document, kind):
    """A call for each label."""
    calls = [{"name": label, "arguments": {"k": i}} for i, label in document.labels.items()]
    return record(document, kind, text="", calls=calls)


def of_amr(document, kind):
    """A node for each label."""
    head = f"# ::id d{document.number}\n" if kind == "ids" else ""
    head += "" if kind == "bare" else f"# ::snt {' '.join(document.words)}\n"
    nodes = [f"\n  :op{n} (x{n} / {label}-{i})" for n, (i, label) in enumerate(document.labels.items(), 1)]
    return f"{head}(r / root{''.join(nodes)})\n\n"


def of_mrp(document, kind):
    """A node for each label."""
    nodes = [{"id": n, "label": label, "anchors": [dict(zip(("from", "to"), document.spans[i], strict=True))]}
             for n, (i, label) in enumerate(document.labels.items())]  # fmt: skip
    graph = {"id": str(document.number), "framework": "dm", "flavor": 0, "version": 1.1, "time": "2020-01-01"}
    return json.dumps({**graph, "input": " ".join(document.words), "tops": [], "nodes": nodes}) + "\n"


def of_dep(document, kind):
    """A flat tree with the labels."""
    rows = [(i, word, "root" if i == 1 else document.labels.get(i - 1, "dep").lower()) for i, word in
            enumerate(document.words, 1)]  # fmt: skip
    lines = [f"{i}\t{word}\t_\t_\t_\t_\t{int(i > 1)}\t{label}\t_\t_\n" for i, word, label in rows]
    return (f"# newdoc id = d{document.number}\n" if kind == "ids" else "# newdoc\n") + "".join(lines) + "\n"


def of_tree(document, kind):
    """A constituent for each word."""
    words = [f"({document.labels.get(i, 'X')} (T {word}))" for i, word in enumerate(document.words)]
    return f"(S {' '.join(words)})\n"


def of_srl(document, kind):
    """A predicate with arguments."""
    lines = [f"d 0 {i} {word} T * {'go 01' if i == 0 else '- -'} - - * "
             f"{'(V*)' if i == 0 else f'({document.labels[i]}*)' if i in document.labels else '*'} -\n"
             for i, word in enumerate(document.words)]  # fmt: skip
    return f"#begin document (d{document.number}); part 000\n{''.join(lines)}\n#end document\n"


class Law(NamedTuple):
    """A task, what writes a document of each side, the kinds of corpora, and if a document may be empty."""

    task: str
    gold: object
    system: object
    kinds: str = "ids texts bare"
    has_empty: bool = True


LAWS = [
    Law("spans", of_spans, of_spans, "ids texts"),
    Law("spans", of_spans, of_answers, "ids bare"),
    Law("noisy", of_spans, of_spans, "ids texts"),
    Law("bio", of_bio, of_bio, "ids texts"),
    Law("coref", of_coref, of_coref),
    Law("ie", of_ie, of_ie),
    Law("json", of_json, of_json, "ids bare", has_empty=False),
    Law("calls", of_calls, of_calls, "ids bare", has_empty=False),
    Law("amr", of_amr, of_amr, has_empty=False),
    Law("mrp", of_mrp, of_mrp, "ids"),
    Law("dep", of_dep, of_dep, "ids texts", has_empty=False),
    Law("tree", of_tree, of_tree, "texts", has_empty=False),
    Law("srl", of_srl, of_srl, "ids", has_empty=False),
]
CASES = [(law, kind) for law in LAWS for kind in law.kinds.split()]
SIZES = st.sampled_from([None, 700])


@pytest.fixture(scope="module")
def score(tmp_path_factory):
    """The result of a law for documents of both sides, which are written to files."""
    folder = tmp_path_factory.mktemp("pairing")

    def result(law, kind, gold, system, size=None, **asked):
        of_gold = "texts" if law.system is of_answers and kind == "bare" else kind
        (folder / "gold").write_text("".join(law.gold(one, of_gold) for one in gold))
        (folder / "system").write_text("".join(law.system(one, kind) for one in system))
        paths = str(folder / "gold"), str(folder / "system")
        return nerkit.evaluate(*paths, task=law.task, shard_size=size, **asked)

    return result


def numbers(result):
    """The numbers of all rows."""
    return [
        (row.measure, row.label, row.p_num, row.p_den, row.r_num, row.r_den, row.f1) for row in result.rows
    ]


@pytest.mark.parametrize(("law", "kind"), CASES, ids=lambda one: getattr(one, "task", one))
@tries(2)
@given(seed=st.integers(0, 999), lost=st.sets(st.integers(0, 8), min_size=1, max_size=4), size=SIZES)
def test_lost_documents(score, law, kind, *, seed, lost, size):
    """With ids they count as empty, with texts too, and a warning names them; else nerkit scores nothing."""
    gold, system = corpora(seed)
    kept = [one for one in system if one.number not in lost]
    if kind == "bare":
        for missing in (None, "empty", "ignore"):
            with pytest.raises(PairingError, match=f"gold has 9 documents, .*system {9 - len(lost)}"):
                score(law, kind, gold, kept, size, missing=missing)
        return
    result = score(law, kind, gold, kept, size)
    shift = law.task != "mrp"  # whose ids are numbers from 0
    names = [f"d{i}" if kind == "ids" and shift else str(i + (kind != "ids")) for i in sorted(lost)]
    warning = next(text for text in result.warnings if "no partner in" in text)
    assert warning.startswith(f"{len(lost)} gold document")
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    assert law.task == "srl" or f": {', '.join(names[:3])}{more}; counted as empty" in warning
    assert (kind == "texts") == any("by their texts" in text for text in result.warnings)
    if law.has_empty:
        empty = [one if one.number not in lost else one._replace(labels={}) for one in system]
        assert numbers(result) == numbers(score(law, kind, gold, empty, size))
    left = score(law, kind, gold, kept, size, missing="ignore")
    fewer = [one for one in gold if one.number not in lost]
    assert numbers(left) == numbers(score(law, kind, fewer, kept, size))
    with pytest.raises(PairingError, match="without a partner"):
        score(law, kind, gold, kept, size, missing="error")


@pytest.mark.parametrize(
    ("law", "kind"), [case for case in CASES if case[1] != "bare"], ids=lambda one: getattr(one, "task", one)
)
@tries(2)
@given(seed=st.integers(0, 999), order=st.permutations(range(9)), size=SIZES)
def test_another_order(score, law, kind, *, seed, order, size):
    """Ids pair documents, and texts do, with a warning."""
    gold, system = corpora(seed)
    ordered = score(law, kind, gold, system, size)
    result = score(law, kind, gold, [system[i] for i in order], size)
    assert numbers(result) == numbers(ordered)
    told = [text for text in result.warnings if "another order" in text]
    assert len(told) == (kind == "texts" and list(order) != sorted(order))


OF_TEXTS = [case for case in CASES if case[1] == "texts"]


@pytest.mark.parametrize(("law", "kind"), OF_TEXTS, ids=lambda one: getattr(one, "task", one))
def test_texts_that_leave_a_choice(score, law, kind):
    """A text that stands twice tells neither what is lost nor which order it is; nerkit scores nothing."""
    gold, system = corpora(7)
    twice = [
        one._replace(words=["same", *gold[2].words[1:]], labels=one.labels) for one in (gold[2], gold[2])
    ]
    gold[2:4], system[2:4] = twice, twice
    with pytest.raises(PairingError, match=r"gold has 9 documents, .*system 8"):
        score(law, kind, gold, system[:2] + system[3:], missing="empty")
    with pytest.raises(PairingError, match="documents without ids have another order than in"):
        score(law, kind, gold, system[::-1])
    lost = system[:5] + system[6:]  # where both copies are there, they stand in one way only
    assert "gold document" in " ".join(score(law, kind, gold, lost).warnings)


@pytest.mark.parametrize(("law", "kind"), OF_TEXTS, ids=lambda one: getattr(one, "task", one))
def test_a_lost_and_a_foreign_document(score, law, kind):
    """As many documents as in gold, but most of them in the place of another: nerkit scores nothing."""
    gold, system = corpora(3)
    foreign = corpora(4, count=10)[1][-1]
    with pytest.raises(
        PairingError, match="another order than in gold: its document 3 has the text of docum"
    ):
        score(law, kind, gold, system[:2] + system[3:] + [foreign])


IN_FILES = [
    ("spans", of_spans, "jsonl"),
    ("noisy", of_spans, "jsonl"),
    ("coref", of_coref, "jsonl"),
    ("ie", of_ie, "jsonl"),
    ("bio", of_bio, "bio"),
    ("dep", of_dep, "conllu"),
    ("tree", of_tree, "mrg"),
]


@pytest.mark.parametrize(("task", "write", "suffix"), IN_FILES)
@pytest.mark.parametrize("size", [None, 700])
def test_documents_in_files_of_folders(tmp_path, task, write, suffix, size):
    """Documents that are numbered in their files pair by their texts, if their number tells another one."""
    gold, system = corpora(5)

    def score(name, documents, kind="texts"):
        for side, listed in (("gold", gold), (name, documents)):
            for i in range(3):
                own = [one for one in listed if one.number // 3 == i]
                (tmp_path / side).mkdir(exist_ok=True)
                (tmp_path / side / f"f{i}.{suffix}").write_text("".join(write(one, kind) for one in own))
        paths = str(tmp_path / "gold"), str(tmp_path / name)
        return nerkit.evaluate(*paths, task=task, shard_size=size)

    ordered = score("ordered", system)
    turned = score("turned", system[::-1])
    assert numbers(turned) == numbers(ordered)
    assert any("another order" in text and "(and 2 more files)" in text for text in turned.warnings)
    lost = score("lost", [one for one in system if one.number != 4])
    last = score("last", [one for one in system if one.number != 5])  # which its number tells rightly
    assert [len([text for text in one.warnings if "f1" in text]) for one in (lost, last)] == [2, 2]
    in_order = [system[i] for i in (0, 1, 2, 3, 5, 6, 7, 8)]
    assert numbers(lost) == numbers(score("again", in_order))
    if task in {"coref", "ie"}:
        with pytest.raises(PairingError, match="f1 2: 1 gold document without a partner"):
            score("bare", [one for one in system if one.number != 4], "bare")


def test_annotators(tmp_path):
    """Documents of annotators pair as those of systems do."""
    gold, other = corpora(2)
    kept = [one for one in other if one.number != 4]

    def agreed(documents, kind):
        for name, listed in (("anna", gold), ("ben", documents)):
            (tmp_path / name).write_text("".join(of_spans(one, kind) for one in listed))
        return agree({name: str(tmp_path / name) for name in ("anna", "ben")}, AgreeRequest())

    def values(agreement):
        return [(row.measure, row.value) for row in agreement.rows]

    assert values(agreed(kept, "texts")) == values(agreed(kept, "ids"))
    assert values(agreed(other[::-1], "texts")) == values(agreed(other, "ids"))
    twice = [gold[0], gold[0], *gold[2:]]
    (tmp_path / "anna").write_text("".join(of_spans(one, "texts") for one in twice))
    (tmp_path / "ben").write_text("".join(of_spans(one, "texts") for one in twice[1:]))
    with pytest.raises(PairingError, match="anna has 9 documents, ben 8"):
        agree({name: str(tmp_path / name) for name in ("anna", "ben")}, AgreeRequest())


def test_graphs_of_other_sentences(score):
    """Graphs without ids whose sentences are written otherwise pair by their order, which a warning says."""
    gold, system = corpora(1)
    system[4] = system[4]._replace(words=[*system[4].words, "!"])
    warnings = score(LAWS[8], "texts", gold, system).warnings
    assert "1 graph, paired by order, has another sentence on the other side: 5" in warnings
