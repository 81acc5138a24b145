"""Files of judgements: what a line says, what is refused, and what they decide of fillers."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.cli import main
from nerkit.exceptions import InputError, UsageError
from nerkit.scorers import judgements

PAIR = '"path": "Victim", "gold": "juan", "system": "maria"'


@pytest.fixture
def file(tmp_path):
    """The text of a file of judgements -> its path; the file is written anew each time."""

    def written(*lines):
        path = tmp_path / "judged.jsonl"
        path.write_text("".join(f"{line}\n" for line in lines))
        return str(path)

    return written


def line(gold, system, credit=1, path="Victim"):
    return json.dumps({"path": path, "gold": gold, "system": system, "credit": credit})


@pytest.mark.parametrize(
    ("text", "credit"),
    [
        (f'{{{PAIR}, "credit": 0.25}}', 0.25),
        (f'{{{PAIR}, "credit": 0}}', 0),
        (f'{{{PAIR}, "agree": true}}', 1),
        (f'{{{PAIR}, "agree": false}}', 0),
        (f'{{{PAIR}, "agree": true, "credit": 1.0}}', 1),
    ],
)
def test_credits(file, text, credit):
    (one,), digest = judgements.read(file("", text, "  "))
    assert (one.path, one.gold, one.system, one.credit, one.line) == ("Victim", "juan", "maria", credit, 2)
    assert len(digest) == 12


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([f'{{{PAIR}, "credit": 1.5}}'], "1:55: the credit must be a number from 0 to 1, not 1.5"),
        ([f'{{{PAIR}, "credit": -0.5}}'], "the credit must be a number from 0 to 1, not -0.5"),
        ([f'{{{PAIR}, "credit": "yes"}}'], "the credit must be a number from 0 to 1, not yes"),
        ([f'{{{PAIR}, "credit": true}}'], "the credit must be a number from 0 to 1, not True"),
        ([f'{{{PAIR}, "credit": NaN}}'], "the credit must be a number from 0 to 1, not nan"),
        ([f"{{{PAIR}}}"], "the credit must be a number from 0 to 1, not None"),
        ([f'{{{PAIR}, "agree": "yes"}}'], "agree must be true or false, not yes"),
        ([f'{{{PAIR}, "agree": true, "credit": 0}}'], "the credit is 0, but agree is True"),
        (['{"path": "a", "gold": 1}'], "the line is not a judgement, which needs path, gold and system"),
        (["[]"], "the line is not a judgement, which needs path, gold and system"),
        (["", "{"], "2:2: not valid JSON"),
        (
            [f'{{{PAIR}, "credit": 1}}', f'{{{PAIR}, "credit": 0.5}}'],
            "2:1: the pair of line 1, which has the credit 1",
        ),
    ],
)
def test_bad_lines(file, lines, problem):
    with pytest.raises(InputError, match=r"judged\.jsonl") as caught:
        judgements.read(file(*lines))
    assert problem in str(caught.value)


def test_a_line_twice_and_a_file_that_changes(file):
    """The same judgement twice is one; a file that was written anew is read anew."""
    assert len(judgements.read(file(line("a", "b"), line("a", "b")))[0]) == 2
    first = judgements.read(file(line("a", "b")))
    assert judgements.read(file(line("a", "bb"))) != first


GOLD = {
    "fillers": [
        {"role": "Victim", "mentions": ["Juan Perez", "the mayor"]},
        {"role": "Target", "mentions": ["x"]},
    ]
}
SYSTEM = {
    "fillers": [{"role": "Victim", "mentions": ["mayor of Bergen"]}, {"role": "Target", "mentions": ["y"]}]
}


def values(measure, path, gold=GOLD, system=SYSTEM):
    """What is right with judgements, and without."""
    result = nerkit.evaluate([gold], [system], task="ie", measures=[measure], judgements=path)
    return result[measure].p_num, result[f"{measure}/unjudged"].p_num


def test_fillers(file):
    """A filler may be named by any mention, however it is written; slots are told apart."""
    assert values("ree", file(line("The Mayor", ["nobody", "Mayor of Bergen!"], 0.5))) == (0.5, 0)
    assert values("ree", file(line("juan perez", "mayor of bergen"))) == (1, 0)
    assert values("ree", file(line("juan perez", "mayor of bergen", path="Target"))) == (0, 0)
    assert values("ree", file(line("x", "y", path="Target"), line("juan perez", "mayor of bergen"))) == (2, 0)


def test_a_judgement_may_say_no(file):
    """A pair that agrees by the rules is wrong where someone said so."""
    gold = {"fillers": [{"role": "Victim", "mentions": ["the guards", "police"]}]}
    system = {"fillers": [{"role": "Victim", "mentions": ["guards"]}]}
    assert values("ree", file(line("guards", "guards", 0)), gold, system) == (0, 1)


@pytest.mark.parametrize(
    ("measure", "right"),
    [
        ("template", (1, 0)),
        ("template-gtt", (2, 1)),
        ("rme-subset-paper", (1, 0)),
        ("rme-phi3-paper", (1, 0)),
    ],
)
def test_templates(file, measure, right):
    """Judged fillers are worth the smaller of both own scores."""
    sides = [{"templates": [{"type": "attack", **body}]} for body in (GOLD, SYSTEM)]
    assert values(measure, file(line("juan perez", "mayor of bergen")), *sides) == right


def test_two_ways_to_write_one_pair(file):
    """Lines that are compared alike may not say different things."""
    path = file(line("The Mayor", "x"), line("mayor", "X!", 0))
    with pytest.raises(InputError, match="2:1: the pair of line 1, which has the credit 1"):
        values("ree", path)
    with pytest.raises(
        InputError, match="gold must be a filler: a string, or a list of the filler's mentions"
    ):
        values("ree", file(line(3, "x")))


def test_measures_that_compare_no_fillers(file):
    """Judgements need a measure that they concern; beside one, others are scored as they are."""
    path = file(line("a", "b"))
    with pytest.raises(UsageError, match="decides pairs that better/templates does not compare"):
        nerkit.evaluate([GOLD], [SYSTEM], task="ie", measures=["better/templates"], judgements=path)
    both = nerkit.evaluate([GOLD], [SYSTEM], task="ie", measures=["better/templates", "ree"], judgements=path)
    assert both.measures == ("better/templates", "ree", "ree/unjudged")


@pytest.fixture
def command(tmp_path, capsys):
    """Arguments of a command -> its exit code, what it printed, what it said."""
    for name, side in (("gold.jsonl", GOLD), ("system.jsonl", SYSTEM)):
        roles = {each["role"]: [[[mention, 0] for mention in each["mentions"]]] for each in side["fillers"]}
        (tmp_path / name).write_text(json.dumps({"docid": "d1", "extracts": roles}) + "\n")
    sides = ["-g", str(tmp_path / "gold.jsonl"), "-s", str(tmp_path / "system.jsonl")]

    def run(name, *arguments):
        code = 0
        try:
            main([name, *sides, *arguments])
        except SystemExit as end:
            code = end.code
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_undecided(command, tmp_path):
    """The open pairs are written, once; with a credit they are none any more, and the score rises."""
    path = tmp_path / "open.jsonl"
    for added in ("2 pairs added", "0 pairs added"):
        assert added in command("errors", "--task", "ie", "--undecided", str(path))[2]
    lines = [json.loads(text) for text in path.read_text().splitlines()]
    assert lines == [
        {"path": "Victim", "gold": "juan perez", "system": "mayor of bergen"},
        {"path": "Target", "gold": "x", "system": "y"},
    ]
    path.write_text(
        json.dumps({**lines[0], "agree": True}) + "\n" + json.dumps({**lines[1], "credit": 0}) + "\n"
    )
    code, out, _ = command("ie", "--judgements", str(path), "-q")
    assert code == 0
    assert out.split("\n")[1].split() == ["ree", "0.500", "0.500", "0.500", "1", "2", "2"]
    assert out.split("\n")[2].split() == ["ree/unjudged", "0.000", "0.000", "0.000", "0", "2", "2"]
    told = command(
        "errors", "--task", "ie", "--option", f"judgements={path}", "--undecided", str(tmp_path / "new.jsonl")
    )
    assert "0 pairs added" in told[2]


def test_undecided_adds_to_judgements_alone(command, tmp_path):
    """An input, or any other file, is not appended to; a device is not read, as it may have no end."""
    arguments = ("errors", "--task", "ie", "--undecided")
    before = (tmp_path / "gold.jsonl").read_bytes()
    code, _, told = command(*arguments, str(tmp_path / "gold.jsonl"))
    assert (code, (tmp_path / "gold.jsonl").read_bytes()) == (2, before)
    assert ("gold.jsonl:1: the line is not a judgement, which needs") in told
    assert "2 pairs added" in command(*arguments, "/dev/null")[2]
    assert command(*arguments, "/dev/full")[0] == 2


def test_undecided_of_a_label(command, tmp_path):
    """Labels and documents that are not listed have no open pairs either."""
    path = tmp_path / "open.jsonl"
    assert (
        "1 pair added" in command("errors", "--task", "ie", "--label", "Target", "--undecided", str(path))[2]
    )


def test_undecided_needs_pairs_that_can_be_judged(command, tmp_path):
    """Measures that compare no fillers have none."""
    path = tmp_path / "open.jsonl"
    code, out, err = command("errors", "--task", "ie", "-m", "better/templates", "--undecided", str(path))
    assert (code, out) == (2, "")
    assert "these pairs cannot be judged; only values of JSON" in err
    assert not path.exists()


NAMES = st.sampled_from(("a1", "b1", "c1", "d1"))
FILLERS = st.lists(
    st.tuples(st.sampled_from(("Victim", "Target")), st.lists(NAMES, min_size=1, max_size=2)), max_size=3
)
JUDGED = st.lists(
    st.tuples(st.sampled_from(("Victim", "Target")), NAMES, NAMES, st.sampled_from((0, 0.25, 0.5, 1))),
    max_size=5,
    unique_by=lambda one: one[:3],
)


def slow_ree(gold, system, judged):
    """The best one-to-one sum, all tried; a pair that was judged has the highest of its credits."""

    def worth(one, other):
        credits_of = [
            credit
            for role, ours, theirs, credit in judged
            if role == one[0] == other[0] and ours in one[1] and theirs in other[1]
        ]
        by_rule = float(one[0] == other[0] and {*other[1]} <= {*one[1]})
        return max(credits_of) if credits_of else by_rule

    def best(i, free):
        if i == len(gold):
            return 0.0
        return max([best(i + 1, free), *(worth(gold[i], system[j]) + best(i + 1, free - {j}) for j in free)])

    return best(0, frozenset(range(len(system))))


@given(FILLERS, FILLERS, JUDGED)
def test_against_all_matchings(tmp_path_factory, gold, system, judged):
    """What is right under judgements is the best matching of what they make of the pairs."""
    path = tmp_path_factory.mktemp("judged") / "judged.jsonl"
    path.write_text("".join(f"{line(ours, theirs, credit, role)}\n" for role, ours, theirs, credit in judged))
    sides = [{"fillers": [{"role": r, "mentions": m} for r, m in side]} for side in (gold, system)]
    assert values("ree", str(path), *sides) == pytest.approx(
        (slow_ree(gold, system, judged), slow_ree(gold, system, ()))
    )


def test_open_pairs_of_templates(file):
    """Fillers of one role that are left in aligned templates, without those that were judged."""

    def sides(*pairs):
        return [
            [{"templates": [{"type": kind, "fillers": fillers} for kind, fillers in side]}] for side in pairs
        ]

    def fillers(*names):
        return [{"role": "Victim", "mentions": [name]} for name in names]

    gold, system = sides(
        [("attack", fillers("a1", "b1")), ("arson", fillers("c1"))],
        [("attack", fillers("a1", "x1", "y1")), ("bombing", fillers("d1"))],
    )
    asked = {"task": "ie", "measures": ["template"]}
    listed = nerkit.evaluate(gold, system, **asked).errors().undecided()
    assert listed == [("Victim", '"b1"', '"x1"'), ("Victim", '"b1"', '"y1"')]
    left = nerkit.evaluate(gold, system, judgements=file(line("b1", "x1", 0)), **asked).errors().undecided()
    assert left == [("Victim", '"b1"', '"y1"')]


def test_a_file_that_is_no_text_is_not_appended_to(tmp_path):
    """It stays as it is, and is named."""
    path = tmp_path / "binary"
    path.write_bytes(b"\xff\xfe\0")
    with pytest.raises(InputError, match="binary: not UTF-8"):
        judgements.append(str(path), [("a", "1", "2")])
    assert path.read_bytes() == b"\xff\xfe\0"
