"""Tasks that are presets: what they read and refuse, and what works with every one of them."""

import json
import random

import pytest

import nerkit
from nerkit.exceptions import InputError


def told(rows):
    """The rows of the whole by measure: the counts, or the value where documents are averaged."""
    return {row.measure: row for row in rows if row.label == "*"}


M2 = (  # of two annotators the second is nearer; an insertion and a replacement concern one token
    (
        "S a b c\nA 0 1|||X|||d|||REQUIRED|||-NONE-|||0\nA 1 1|||Y|||e|||REQUIRED|||-NONE-|||1\n"
        "A 1 2|||Z|||f|||REQUIRED|||-NONE-|||1\n\nS c\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n"
    ),
    "S a b c\nA 1 2|||W|||f|||REQUIRED|||-NONE-|||0\n\nS c\nA 0 1|||X|||d|||REQUIRED|||-NONE-|||0\n",
)
UNK = (  # both sides say UNK; gold alone; the system alone; neither; the same edit is UNK and DET
    (
        "S a b c d\nA 0 1|||UNK|||x|||REQUIRED|||-NONE-|||0\nA 1 2|||UNK|||y|||REQUIRED|||-NONE-|||0\n"
        "A 2 3|||DET|||z|||REQUIRED|||-NONE-|||0\nA 3 4|||UNK|||w|||REQUIRED|||-NONE-|||0\n"
        "A 3 4|||DET|||w|||REQUIRED|||-NONE-|||0\n\n"
        "S e\nA 0 1|||UNK|||x|||REQUIRED|||-NONE-|||0\nA 0 1|||DET|||y|||REQUIRED|||-NONE-|||1\n"
    ),
    (
        "S a b c d\nA 0 1|||UNK|||x|||REQUIRED|||-NONE-|||0\nA 1 2|||DET|||y|||REQUIRED|||-NONE-|||0\n"
        "A 2 3|||UNK|||z|||REQUIRED|||-NONE-|||0\nA 3 4|||DET|||w|||REQUIRED|||-NONE-|||0\n\nS e\n"
    ),
)
DIS = (  # the pairs of an S-N-S: the left one first; the system has the right one
    """( Root (span 1 3)
  ( Satellite (leaf 1) (rel2par cause) (text _!a_!) ) ( Nucleus (leaf 2) (rel2par span) (text _!b_!) )
  ( Satellite (leaf 3) (rel2par result) (text _!c_!) ) )""",
    """( Root (span 1 3) ( Satellite (leaf 1) (rel2par cause) (text _!a_!) )
  ( Nucleus (span 2 3) (rel2par span) ( Nucleus (leaf 2) (rel2par span) (text _!b_!) )
  ( Satellite (leaf 3) (rel2par purpose) (text _!c_!) ) ) )""",
)
RELATIONS = '<rel name="List" type="multinuc"/><rel name="cause" type="rst"/>'
RS3 = f"""<rst><header><relations>{RELATIONS}</relations></header><body>
<segment id="1" parent="2" relname="cause">a</segment>
<segment id="2" parent="4" relname="span">b</segment>
<segment id="3" parent="2" relname="result">c</segment>
<group id="4" type="span"/></body></rst>
"""
SEG = "00100\n01\n", "01000\n01\n"
CD_SCO = (  # the scope lacks its full stop, which is punctuation; the second negation has no scope
    (
        "c\t0\t0\tNo\tno\tX\t*\tNo\t_\t_\t_\t_\t_\nc\t0\t1\tone\tone\tX\t*\t_\tone\t_\tone\t_\tone\n"
        "c\t0\t2\t.\t.\t.\t*\t_\t.\t_\t_\t_\t_\n\nc\t1\t0\tYes\tyes\tX\t*\t***\n"
    ),
    (
        "c\t0\t0\tNo\tno\tX\t*\tNo\t_\t_\nc\t0\t1\tone\tone\tX\t*\t_\tone\tone\n"
        "c\t0\t2\t.\t.\t.\t*\t_\t_\t_\n\nc\t1\t0\tYes\tyes\tX\t*\t***\n"
    ),
)
MARKS = (  # the innermost of an entity nested in itself ends first
    "the|[e1,[e2 cat|e2] of|[e3] Ann|[e1],e1] slept ; she|[e1] too\n",
    "the|[x,[y cat|y] of|[z] Ann|[x],x] slept ; she too\n",
)
CLUSTERS = (  # words in brackets may be left out; the third sentence is not in gold
    (
        "sent_id:1\tA b c .\n1--> Cluster 1:\nA --> [really] b --> c\nA --> b c --> d\n"
        "1--> Cluster 2:\nA --> x --> c\n"
    ),
    "1\tA\tb\tc\n1\tA\treally b\tc\n1\tA\tb\td\n3\tA\tx\tc\n",
)


WORDS = ["it", "is", "unclear", "and", "not", "so"]


def negation(chance):
    """Cue, scope and event: place -> the word there, or a part of it."""
    fields = []
    for least, most in ((1, 2), (0, 4), (0, 1)):
        places = chance.sample(range(len(WORDS)), chance.randint(least, most))
        fields.append({at: chance.choice([WORDS[at], WORDS[at][:2]]) for at in sorted(places)})
    return fields


def columns(sentences):
    """The CD-SCO columns of sentences, each a list of negations."""
    lines = []
    for number, negations in enumerate(sentences):
        for at, word in enumerate(WORDS):
            cells = [one.get(at, "_") for fields in negations for one in fields] or ["***"]
            lines.append("\t".join(["c", str(number), str(at), word, word, "X", "*", *cells]))
        lines.append("")
    return "\n".join(lines) + "\n"


def shared_tokens(gold, system):
    """The most tokens of scopes that agree, over all pairings of negations whose cues share a token."""
    if not gold:
        return 0
    (cue, scope, _), *rest = gold
    ways = [shared_tokens(rest, system)]
    for at, (other_cue, other_scope, _) in enumerate(system):
        if cue.keys() & other_cue.keys():
            found = len(scope.items() & other_scope.items())
            ways.append(found + shared_tokens(rest, [*system[:at], *system[at + 1 :]]))
    return max(ways)


@pytest.mark.parametrize("seed", range(20))
def test_tokens_of_scopes_count_under_cues_that_share_a_token(write, seed):
    """Whatever parts of the word the cues are; a negation is paired once."""
    chance = random.Random(seed)
    gold, system = ([[negation(chance) for _ in range(chance.randrange(4))] for _ in "ab"] for _ in "gs")
    paths = write("g.conll", columns(gold)), write("s.conll", columns(system))
    row = told(nerkit.evaluate(*paths, preset="negation").rows)["negation/scope-tokens"]
    both = sum(map(shared_tokens, gold, system))
    sizes = [sum(len(one[1]) for some in side for one in some) for side in (system, gold)]
    assert (row.p_num, row.p_den, row.r_num, row.r_den) == (both, sizes[0], both, sizes[1])


def test_corrections_have_rows_by_type(write):
    """A right one is under the type of gold, a spurious one under its own."""
    gold, system = (write(name, text) for name, text in zip(("g", "s"), M2, strict=True))
    rows = nerkit.evaluate(gold, system, preset="gec", measures=["gec"], by=["label"]).rows
    counts = {row.label: (row.p_num, row.p_den, row.r_num, row.r_den) for row in rows}
    assert counts == {"*": (1, 2, 1, 2), "X": (0, 1, 0, 0), "Y": (0, 0, 0, 1), "Z": (1, 1, 1, 1)}


def test_corrections_of_an_unknown_type_are_no_errors(write):
    """The list and the rows by type leave edits of type UNK out, which the headline does not count."""
    gold, system = (write(name, text) for name, text in zip(("g", "s"), UNK, strict=True))
    result = nerkit.evaluate(gold, system, preset="gec", by=["label"])
    found = [
        (row.kind, row.to_dict()["gold_label"], row.to_dict()["system_label"]) for row in result.errors()
    ]
    assert found == [("missed", "DET", None), ("spurious", None, "DET")]
    assert {row.label for row in result.rows} == {"*", "DET"}


def test_equal_corrections_of_two_types_count_once(write):
    """An annotator's edits with one span and one correction are one, whatever their types."""
    line = "A 0 1|||{}|||x|||REQUIRED|||-NONE-|||0\n"
    file = write("g", "S a\n" + line.format("DET") + line.format("NOUN"))
    row = nerkit.evaluate(file, file, preset="gec", measures=["gec"]).rows[0]
    assert (row.p_num, row.p_den, row.r_num, row.r_den) == (1, 1, 1, 1)


def test_a_token_of_several_edits_is_one_error_of_the_system(write):
    """Gold has it once per edit; ERRANT counts it so for the system, too, and `explain` says this."""
    none = write("n", "S a b\n")
    edits = "A 0 0|||M:DET|||x|||REQUIRED|||-NONE-|||0\nA 0 1|||R:DET|||y|||REQUIRED|||-NONE-|||0\n"
    both = write("b", f"S a b\n{edits}")
    for gold, system, wanted in ((none, both, (0, 1, 0, 0)), (both, none, (0, 0, 0, 2))):
        row = nerkit.evaluate(gold, system, preset="gec", measures=["gec/token-detection"]).rows[0]
        assert (row.p_num, row.p_den, row.r_num, row.r_den) == wanted


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("A 1|||X|||d|||REQUIRED|||-NONE-|||0", "place has 2 parts, not 3"),
        ("A 1 x|||X|||d|||REQUIRED|||-NONE-|||0", "end is 'x', not a whole number"),
        ("A 1 2|||X|||d", "3 cells, not 6"),
    ],
)
def test_corrections_that_are_none_have_their_line(write, line, said):
    """File, line and what is wrong."""
    broken = write("s", f"S a b c\n{line}\n")
    with pytest.raises(InputError, match=said) as error:
        nerkit.evaluate(write("g", M2[0]), broken, preset="gec")
    assert error.value.line == 2


def test_a_tree_by_parents_is_the_tree_in_brackets(write):
    """Every node and every step of rs3 is one of .dis."""
    result = nerkit.evaluate(write("g.dis", DIS[0]), write("s.rs3", RS3), preset="rst")
    assert {row.value for row in result.rows} == {1.0}


CHAIN = "( Root (span 1 4) {} )".format(
    " ".join(f"( Nucleus (leaf {i}) (rel2par List) (text _!{i}_!) )" for i in range(1, 5))
)


@pytest.mark.parametrize(("binarise", "right"), [("right", 3), ("left", 1), ("none", 0)])
def test_lists_are_made_binary_as_asked(write, binarise, right):
    """To the right all three are shared, to the left the first alone; a flat list has another label."""
    pair = "( Nucleus (span {0} 4) (rel2par List) ( Nucleus (leaf {0}) (rel2par List) (text _!x_!) ) {1} )"
    last = "( Nucleus (leaf 4) (rel2par List) (text _!x_!) )"
    chain = pair.format(1, pair.format(2, pair.format(3, last)))
    chain = chain.replace("Nucleus (span 1 4) (rel2par List)", "Root (span 1 4)")
    gold, system = write("g.dis", CHAIN), write("s.dis", chain)
    result = nerkit.evaluate(gold, system, preset="rst", settings={"binarise": binarise})
    assert result["rst/full"].p_num == right


def test_relations_are_those_of_a_file_of_classes(write, monkeypatch, tmp_path):
    """cause and purpose are one class; the file lies below the folder one is in."""
    monkeypatch.chdir(tmp_path)
    gold = write("g.dis", DIS[1])
    system = write("s.dis", DIS[1].replace("purpose", "goal"))
    (tmp_path / "classes.tsv").write_text("purpose\tgoal\n")
    assert nerkit.evaluate(gold, system, preset="rst")["rst/full"].p_num == 1
    with_classes = nerkit.evaluate(gold, system, preset="rst", settings={"alias": "classes.tsv"})
    assert with_classes["rst/full"].p_num == 2
    with pytest.raises(InputError, match="must be in the folder of this file or below"):
        nerkit.evaluate(gold, system, preset="rst", settings={"alias": "../classes.tsv"})


@pytest.mark.parametrize(
    ("name", "text", "line", "said"),
    [
        ("s.dis", DIS[0].replace("leaf 3", "leaf 4"), 3, "unit 4 follows unit 2"),
        ("s.dis", DIS[0].replace("1 3", "1 4"), 1, "the span ends with unit 4, its children with 3"),
        ("s.dis", DIS[0][:-1], 1, "the node is never closed"),
        ("s.dis", DIS[0].replace("Nucleus", "Nukleus"), 2, "neither a node"),
        ("s.rs3", RS3.replace('parent="4"', 'parent="5"'), 3, "the parent '5' is not a part"),
        ("s.rs3", RS3.replace('id="3"', 'id="2"'), 4, "the id '2' occurs twice"),
        (
            "s.rs3",
            RS3.replace('type="span"/>', 'type="span" parent="2" relname="cause"/>'),
            1,
            "0 parts without",
        ),
        ("s.rs3", RS3.replace("</rst>", ""), 5, "not valid XML"),
    ],
)
def test_trees_that_are_none_have_their_line(write, name, text, line, said):
    """File, line and what is wrong."""
    with pytest.raises(InputError, match=said) as error:
        nerkit.evaluate(write("g.dis", DIS[0]), write(name, text), preset="rst")
    assert error.value.line == line


def test_windows_are_scored_where_their_size_is_given(write):
    """Of 4 + 1 windows of two marks 2 are wrong by their ends; lower values are better."""
    gold, system = (write(name, text) for name, text in zip(("g", "s"), SEG, strict=True))
    assert nerkit.evaluate(gold, system, preset="seg").measures == ("boundaries",)
    result = nerkit.evaluate(gold, system, preset="seg", settings={"window": 2})
    assert {name: result[name].value for name in ("pk", "windowdiff")} == {"pk": 2 / 5, "windowdiff": 2 / 5}
    assert "[window=2]" in str(result.signature)


@pytest.mark.parametrize(
    ("preset", "text", "line", "said"),
    [
        ("seg", "00100\n0x\n", 2, "'x' in marks is neither 0 nor 1"),
        ("coref-text", "\na|[e1 b\n", 2, "a mention of e1 is never closed"),
        (
            "benchie",
            "sent_id:1\nA --> b --> c\n",
            2,
            "the reading comes before the first group of its document",
        ),
        ("benchie", "sent_id:1\n1--> Cluster 1:\nA --> b\n", 3, "2 parts, not 3"),
        ("benchie", f"sent_id:1\n1--> Cluster 1:\n{'[a] ' * 13}\n", 3, "more than 4,096 readings"),
        ("coref-text", "a b|e1]\n", 1, "a mention of e1 ends here, but has not begun"),
        ("negation", CD_SCO[0].replace("_\tone\t_\tone\t_\tone", "_\tone"), 2, "9 cells"),
        ("negation", CD_SCO[0].replace("\t***", "\tx"), 5, "8 cells"),
    ],
)
def test_lines_that_are_none_of_a_format_are_pointed_at(write, preset, text, line, said):
    """File, line and what is wrong."""
    gold = write("g", {"seg": SEG, "negation": CD_SCO, "coref-text": MARKS, "benchie": CLUSTERS}[preset][0])
    with pytest.raises(InputError, match=said) as error:
        nerkit.evaluate(gold, write("s", text), preset=preset)
    assert error.value.line == line


UNKNOWN = [("gec", "x.m2", M2[0]), ("rst", "x.dis", DIS[0]), ("rst", "x.rs3", RS3)]


@pytest.mark.parametrize(("name", "file", "text"), UNKNOWN)
def test_a_file_of_a_preset_is_refused_without_it(write, run, name, file, text):
    """The message names the preset."""
    path = write(file, text)
    done = run("evaluate", "-g", path, "-s", path)
    assert (done.code, done.out) == (2, "")
    assert f" with --preset {name} reads such a file" in done.err


def test_errors_of_relations_and_of_states(run, write):
    """What does not follow from the other side; the slots for which a state is not right."""
    link = '<TLINK eventInstanceID="a" relatedToEventInstance="b" relType="{}"/>'
    links = f"<TimeML><DOCID>d</DOCID>{link}</TimeML>"
    gold, system = write("g.tml", links.format("BEFORE")), write("s.tml", links.format("AFTER"))
    done = run("errors", "--preset", "temporal", "-g", gold, "-s", system, "-f", "json")
    rows = json.loads(done.out)["rows"]
    assert {(row["class"], row["gold_label"], row["system_label"]) for row in rows} == {
        ("missed", "BEFORE", None),
        ("spurious", None, "AFTER"),
    }
    state = '{{"id": "1", "state": {{"a": "{}"}}}}\n'
    gold, system = write("g.jsonl", state.format(1)), write("s.jsonl", state.format(2))
    done = run("errors", "--preset", "dst", "-g", gold, "-s", system, "-f", "json")
    rows = json.loads(done.out)["rows"]
    assert [(row["class"], row["gold_text"], row["system_text"]) for row in rows] == [
        ("missed", 'state.a "1"', None),
        ("spurious", None, 'state.a "2"'),
    ]
