"""CorefUD: heads, gaps, empty nodes, documents, and every way brackets can be wrong."""

import gzip
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit import io as nio
from nerkit import readers
from nerkit.corpora.mentions import EMPTY, Dependency
from nerkit.exceptions import InputError
from nerkit.io import expand
from nerkit.readers.coref import corefud

HALF = EMPTY // 2
GLOBAL = "# global.Entity = eid-etype-head-other\n"


def read(target):
    return readers.reader("corefud").read(
        nio.expand(io.StringIO(target) if isinstance(target, str) else target)
    )


def node(number, cell="", deps="_"):
    misc = f"Entity={cell}" if cell else "_"
    return f"{number}\tw{number}\t_\tNOUN\t_\t_\t0\troot\t{deps}\t{misc}\n"


def sentence(*cells):
    """A sentence of words with these brackets."""
    return "".join(node(i + 1, cell) for i, cell in enumerate(cells)) + "\n"


def rows(mentions):
    """(document, positions, head, entity, sentence) of every mention.

    A position n is word n, (n, k) an empty node.
    """
    listed = []
    first, start, end = (column.tolist() for column in mentions.span)
    for i in range(len(mentions)):
        positions = [_node(p) for p in start[first[i] : first[i + 1]]]
        assert all(e == s + 1 for s, e in zip(start, end, strict=True))
        document = mentions.documents[mentions.document[i]]
        entity = mentions.entities[mentions.entity[i]]
        listed.append((document, positions, _node(int(mentions.head[i])), entity, int(mentions.sentence[i])))
    return listed


def _node(position):
    word, below = divmod(position, EMPTY)
    return (word, below) if below else word


def test_mentions_heads_and_documents():
    """Words are counted through a document; the head is counted within its mention.

    Entities are those of a document.
    """
    text = (
        f"# newdoc id = d1\n{GLOBAL}# sent_id = 1\n"
        + sentence("(e1-person-2-", "", "e1)(e2-x-1-)")
        + sentence("", "(e1-person-1-)")
        + "# newdoc id = d2\n"
        + sentence("(e1--1)", "(e3)")
    )
    mentions = read(text)
    assert rows(mentions) == [
        ("d1", [1, 2, 3], 2, "e1", 0),
        ("d1", [3], 3, "e2", 0),
        ("d1", [5], 5, "e1", 1),
        ("d2", [1], 1, "e1", 0),
        ("d2", [2], 2, "e3", 0),
    ]
    assert mentions.entity.tolist() == [0, 1, 0, 2, 3]
    assert mentions.line.tolist() == [4, 6, 9, 12, 13]
    assert mentions.words.form == ["w1", "w2", "w3", "w1", "w2", "w1", "w2"]
    assert mentions.words.first.tolist() == [0, 5, 7]
    assert mentions.words.line.tolist() == [4, 5, 6, 8, 9, 12, 13]
    assert mentions.named
    assert mentions.warnings == (
        "<stream>: 1 entity id occurs in several documents; each document has its own entity",
    )


def test_the_order_of_attributes():
    """It is that of global.Entity; what is behind the last hyphen belongs to the last attribute."""
    text = "# global.Entity = etype-head-eid-other\n" + sentence("(person-2-e1-a-b", "e1)")
    assert [row[1:4] for row in rows(read(text))] == [([1, 2], 2, "e1")]
    text = "# global.Entity = GRP-infstat-minspan\n" + sentence("(7-new-1,2)", "(7-giv-1)")
    assert [row[1:4] for row in rows(read(text))] == [([1], 1, "7"), ([2], 2, "7")]


def test_mentions_with_gaps():
    """Parts are joined, also nested in one another.

    The head is counted over all words, as the last part says.
    """
    text = GLOBAL + sentence(
        "(e1[1/3]-x-1-", "e1[1/3])", "(e1[2/3]-x-1-)", "(e2-x-1-", "(e1[3/3]-x-4-", "e1[3/3])e2)"
    )
    assert [row[1:4] for row in rows(read(text))] == [([1, 2, 3, 5, 6], 5, "e1"), ([4, 5, 6], 4, "e2")]
    text = GLOBAL + sentence(
        "(e1[1/2]-x-1-)", "(e1[1/2]-x-1-)", "(e1-x-1-)", "(e1[2/2]-x-1-)", "(e1[2/2]-x-2-)"
    )
    assert [row[1:3] for row in rows(read(text))] == [([3], 3), ([2, 4], 2), ([1, 5], 5)]


def test_order_of_brackets():
    """Closings may stand before, between and behind; nested mentions of one entity close inside out."""
    text = GLOBAL + sentence("(e1-x-1-(e1-x-2-)(e2-x-1-)", "(e3-x-1-", "e3)(e4-x-1-)e1)", "(e1-x-1-)")
    with pytest.raises(InputError, match="the head is word 2, but the mention has 1 word"):
        read(text)
    mentions = rows(read(text.replace("(e1-x-2-)", "(e1-x-1-)")))
    assert [row[1:4:2] for row in mentions] == [
        ([1], "e1"),
        ([1], "e2"),
        ([2, 3], "e3"),
        ([3], "e4"),
        ([1, 2, 3], "e1"),
        ([4], "e1"),
    ]


def test_empty_nodes():
    """They are words of mentions with positions of their own, and bring their edges when they are heads."""
    text = (
        GLOBAL
        + node("0.1", "(e1--1-)", "1:nsubj")
        + node(1, "(e2--2-")
        + node("1.1", deps="1:obj|1.2:conj")
        + node("1.2", "e2)(e3)")
        + "\n"
        + node("0.1", "(e1--1-", "0:root")
        + node("0.2", deps="1:x:y")
        + node(1, "e1)(e4[1/2]--1)")
        + node(2)
        + node("2.3", "(e4[2/2]--2)", "0.2:a|2.3:b")
    )
    mentions = read(text)
    assert rows(mentions) == [
        ("1", [(0, HALF + 1)], (0, HALF + 1), "e1", 0),
        ("1", [1, (1, 1), (1, 2)], (1, 1), "e2", 0),
        ("1", [(1, 2)], (1, 2), "e3", 0),
        ("1", [(1, HALF + 1), (1, HALF + 2), 2], (1, HALF + 1), "e1", 1),
        ("1", [2, (3, 3)], (3, 3), "e4", 1),
    ]
    assert mentions.zeros == {
        0: frozenset({Dependency(EMPTY, "nsubj")}),
        1: frozenset({Dependency(EMPTY, "obj"), Dependency(EMPTY + 2, "conj")}),
        2: frozenset(),
        3: frozenset({Dependency(-1, "root")}),
        4: frozenset({Dependency(EMPTY + HALF + 2, "a"), Dependency(3 * EMPTY + 3, "b")}),
    }
    assert mentions.words.form == ["w1", "w1", "w2"]
    assert not mentions.named


def test_multiword_tokens_and_other_attributes():
    """Multiword tokens are no words; other attributes of MISC are passed over."""
    line = node(1).replace("\t_\n", "\tBridge=e1<e2:x|Entity=(e1--1)|SpaceAfter=No\n")
    text = GLOBAL + node("1-2", "(e9--1)") + line + node(2).replace("\t_\n", "\tMyEntity=(e1\n")
    mentions = read(text)
    assert [row[1:4:2] for row in rows(mentions)] == [([1], "e1")]
    assert mentions.warnings == ("<stream>: 1 multiword token whose Entity is not read",)


def test_mentions_across_sentences():
    """They have the sentence of their head."""
    text = GLOBAL + sentence("(e1--3-", "") + sentence("", "e1)")
    assert rows(read(text)) == [("1", [1, 2, 3, 4], 3, "e1", 1)]


def test_documents_without_ids(write):
    """What stands before the first newdoc is a document.

    In a folder documents without ids are called after their files.
    """
    assert read(sentence("", "")).documents == ["1"]
    text = GLOBAL + sentence("(e1)") + "# newdoc\n" + sentence("(e1)") + "# newdoc id = x\n"
    mentions = read(text)
    assert (mentions.documents, mentions.named) == (["1", "2", "3"], False)
    write("f/a.conllu", sentence("") + "# newdoc id = d\n" + sentence(""))
    path = write("f/b.conllu", gzip.compress(sentence("", "").encode()))
    assert read(path.parent).documents == ["a:1", "d", "b"]


@pytest.mark.parametrize(
    ("head", "recognised"),
    [
        ("# newdoc id = d\n" + GLOBAL + sentence("(e1)"), True),
        (sentence("", ""), False),
        ("#global.Entity=eid\n", True),
        ("a\tB-PER\n", False),
    ],
)
def test_recognition(head, recognised):
    """The declaration of attributes makes the format.

    Without it CoNLL-U is for others, unless only coreference is asked for.
    """
    assert (readers.explained(expand(io.StringIO(head)), readers.BY_CONTENT) == ["corefud"]) is recognised


def test_conllu_without_entities_is_read_where_mentions_are_expected():
    """It is a side without mentions, whose documents exist."""
    only = ("conll-coref", "semeval", "corefud", "arrau", "coref-json", "span-tsv")
    sources = nio.expand(io.StringIO("# newdoc id = d\n" + sentence("", "")))
    assert readers.sniff(sources, only) == "corefud"
    mentions = readers.reader("corefud").read(sources)
    assert (len(mentions), mentions.documents, mentions.words.form) == (0, ["d"], ["w1", "w2"])


@st.composite
def documents(draw):
    """Nodes as ids by sentence, and mentions (nodes, head, entity).

    No two mentions of one entity cross or have gaps both.
    """
    nodes = []
    for _ in range(draw(st.integers(1, 3))):
        ids = ["0.1"] if draw(st.booleans()) else []
        for word in range(1, draw(st.integers(1, 4)) + 1):
            ids += [str(word)] + [f"{word}.{k}" for k in range(1, draw(st.integers(0, 2)) + 1)]
        nodes.append(ids)
    size = sum(map(len, nodes))
    listed = []
    for number in range(draw(st.integers(0, 6))):
        chosen = sorted(draw(st.sets(st.integers(0, size - 1), min_size=1, max_size=5)))
        listed.append((chosen, draw(st.integers(0, len(chosen) - 1)), f"e{number}"))
    return nodes, listed


@given(documents(), st.randoms())
def test_what_is_written_is_read(document, random):
    """Mentions with and without gaps that were written as brackets are read as they were."""
    nodes, found = document
    flat = [(s, each) for s, ids in enumerate(nodes) for each in ids]
    closing, opening = [""] * len(flat), [""] * len(flat)
    for chosen, head, name in random.sample(found, len(found)):
        parts = [[chosen[0]]]
        for each in chosen[1:]:
            if each == parts[-1][-1] + 1:
                parts[-1].append(each)
            else:
                parts.append([each])
        for k, part in enumerate(parts, 1):
            eid = f"{name}[{k}/{len(parts)}]" if len(parts) > 1 else name
            if len(part) == 1:
                opening[part[0]] = f"({eid}--{head + 1}-)" + opening[part[0]]
            else:
                opening[part[0]] += f"({eid}--{head + 1}-"
                closing[part[-1]] += f"{eid})"
    text, at = GLOBAL, 0
    for ids in nodes:
        for each in ids:
            text += node(each, closing[at] + opening[at])
            at += 1
        text += "\n"
    words, expected = 0, []
    place = []
    for ids in nodes:
        base = words
        for each in ids:
            word, _, below = each.partition(".")
            words += not below
            k = int(below or 0) + (HALF if word == "0" else 0)
            place.append((base + int(word), k) if k else base + int(word))
    for chosen, head, name in found:
        positions = [place[i] for i in chosen]
        expected.append(("1", positions, place[chosen[head]], name, flat[chosen[head]][0]))
    assert sorted(rows(read(text)), key=lambda row: row[3]) == expected


def test_too_many_words_in_mentions_are_an_error(monkeypatch):
    """Of one document: words inside several mentions count again, and the next document begins at 0."""
    monkeypatch.setattr(corefud, "MOST_MENTION_WORDS", 6)
    nested = ["(e1--1-", "(e2--1-", "e2)", "e1)"]
    text = GLOBAL + sentence(*nested) + "# newdoc id = d2\n" + sentence(*nested)
    assert len(read(text)) == 4
    with pytest.raises(InputError, match="more than 6 words in total") as error:
        read(GLOBAL + sentence("(e1--1-", "(e2--1-", "", "e2)", "e1)"))
    assert (error.value.line, error.value.remedy is not None) == (6, True)
