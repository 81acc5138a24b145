"""Role fillers and templates: worked by hand, against slow twins, and bad files."""

import json
import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.templates import matched

import nerkit
from nerkit.cli import main
from nerkit.exceptions import InputError, UsageError
from nerkit.scorers.ie.options import MENTION_SIMILARITIES
from nerkit.scorers.ie.templates.measures import SIMILAR_MENTIONS
from nerkit.scorers.ie.templates.views import comparable


def template(kind, **roles):
    """A template as readers make it."""
    fillers = [{"role": role, "mentions": one} for role, listed in roles.items() for one in listed]
    return {"type": kind, "fillers": fillers}


def row(gold, system, measure, **options):
    """The numerators and denominators of a measure over one document on both sides."""
    found = nerkit.evaluate([gold], [system], task="ie", measures=[measure], **options)[measure]
    return found.p_num, found.p_den, found.r_num, found.r_den


def templates_row(gold, system, measure, **options):
    """The same of lists of templates."""
    return row({"templates": gold}, {"templates": system}, measure, **options)


def test_mentions_are_compared_without_what_does_not_matter():
    assert comparable("The U.S. embassy") == "us embassy"
    assert comparable("a-b  The  c") == "ab c"
    assert comparable("theatre") == "theatre"


GOLD = template("attack", Victim=[["a", "b", "c"], ["d"]], Target=[["e", "f"]])
SYSTEM = template("attack", Victim=[["a", "b"], ["d", "x"]], Target=[["e"], ["f"]])


def test_labels_of_a_type():
    gold = template("attack / bombing", Victim=[["a", "b"]])
    system = template("bombing", Victim=[["b"]])
    assert templates_row([gold], [system], "rme-subset") == (1, 1, 1, 1)
    assert templates_row([gold], [system], "rme-phi3") == (1, 1, 1, 4)  # gold's mentions under two labels
    assert templates_row([gold], [], "rme-phi3") == (0, 0, 0, 2)
    assert templates_row([gold], [system], "template") == (0, 1, 0, 1)


def test_a_filler_goes_to_the_first_that_has_its_first_mention():
    gold = template("attack", Victim=[["b"], ["a"]])
    assert templates_row([gold], [template("attack", Victim=[["a", "b"], ["a"]])], "rme-subset") == (
        2,
        2,
        1,
        2,
    )
    assert templates_row([gold], [template("attack", Victim=[["b", "a"], ["a"]])], "rme-subset") == (
        2,
        2,
        2,
        2,
    )


mentions = st.lists(st.sampled_from("abcd"), min_size=1, max_size=3, unique=True)
made_templates = st.lists(
    st.builds(
        template,
        st.sampled_from(("x", "y")),
        Target=st.lists(mentions, max_size=2),
        Victim=st.lists(mentions, max_size=2),
    ),
    max_size=3,
)


def slow_phi(similarity, gold, system):
    """The similarity of two fillers, by its definition."""
    shared, sizes = len({*gold} & {*system}), len(gold) + len(system)
    return {
        "subset": float({*system} <= {*gold}),
        "phi3": shared,
        "phi4": 2 * shared / sizes,
        "exact": float({*system} == {*gold}),
        "any": float(shared > 0),
    }[similarity]


def slow_template(gold, system, similarity):
    """Eq. 32's numerator."""

    def filler(one, other):
        return (one["role"] == other["role"]) * slow_phi(similarity, one["mentions"], other["mentions"])

    def pair(one, other):
        return (one["type"] == other["type"]) and matched(one["fillers"], other["fillers"], filler)

    return matched(gold, system, pair)


@given(made_templates, made_templates, st.sampled_from(MENTION_SIMILARITIES))
def test_template_against_all_alignments(gold, system, similarity):
    found = templates_row(gold, system, "template", mention_similarity=similarity)
    assert found[0] == found[2] == pytest.approx(slow_template(gold, system, similarity))


def slow_gtt(gold, system):
    """GTT's counts: all mappings in their order, the first with most right numerators."""

    def right(one, other):
        pairs = [
            (f, g)
            for f, g in product(one["fillers"], other["fillers"])
            if f["role"] == g["role"] and {*g["mentions"]} <= {*f["mentions"]}
        ]
        fillers = {id(g) for _, g in pairs}, {id(f) for f, _ in pairs}
        return (1 + len(fillers[0]), 1 + len(fillers[1])) if other["type"] in one["type"] else (0, 0)

    best = (0, 0)
    for mapping in product([*range(len(gold)), -1], repeat=len(system)):
        taken = [place for place in mapping if place >= 0]
        if len(set(taken)) == len(taken):
            counts = [right(gold[j], system[i]) for i, j in enumerate(mapping) if j >= 0]
            total = sum(p for p, _ in counts), sum(r for _, r in counts)
            best = max(best, total, key=sum)
    return best


@given(made_templates, made_templates)
def test_gtt_against_all_mappings(gold, system):
    found = templates_row(gold, system, "template-gtt")
    assert (found[0], found[2]) == slow_gtt(gold, system)


@given(made_templates, made_templates)
def test_slots_add_up(gold, system):
    """The slots of every measure, aligned as whole templates are, have its counts together."""
    names = [
        *("ree", "template", "template-gtt", "rme-subset", "rme-phi3"),
        *("rme-subset-paper", "rme-phi3-paper"),
    ]
    found = nerkit.evaluate(
        [{"templates": gold}], [{"templates": system}], task="ie", measures=names, by=["slot"]
    )
    for name in names:
        rows = [one for one in found.rows if one.measure == name]
        whole = next(one for one in rows if one.label == "*")
        slots = [one for one in rows if one.label != "*"]
        for number in ("p_num", "p_den", "r_num", "r_den"):
            assert sum(getattr(one, number) for one in slots) == pytest.approx(getattr(whole, number))


def test_options_and_formulas_name_the_same_similarities():
    assert tuple(SIMILAR_MENTIONS) == MENTION_SIMILARITIES
    with pytest.raises(UsageError, match="unknown similarity of mentions 'all'"):
        templates_row([GOLD], [SYSTEM], "template", mention_similarity="all")


LINE = '{"docid": "TST3-MUC4-0001", "templates": [{"incident_type": "attack", "Victim": [[["juan", 3]]]}]}\n'
PREDICTED = {"30001": {"pred_templates": [{"incident_type": "attack", "Victim": [["the juan"]]}]}}


@pytest.fixture
def written(tmp_path):
    """Writes a text to a file, and gives its path."""

    def write(name, text):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return str(tmp_path / name)

    return write


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (LINE.replace('"incident_type": "attack", ', ""), "no incident_type"),
        (LINE.replace('"attack"', "3"), "incident_type is 3, not a string"),
        (LINE.replace('[[["juan", 3]]]', '"juan"'), "'juan' is not a list of fillers"),
        (LINE.replace('[["juan", 3]]', '"juan"'), "'juan' is not a list of mentions"),
        (LINE.replace('["juan", 3]', "7"), "7 is not a mention"),
        (LINE.replace('"TST3-MUC4-0001"', "null"), "no docid"),
        (
            LINE.replace('[{"inc', '[{"id": 7, "incident_type": "x"}, {"id": 7, "inc'),
            "the id 7 is given twice",
        ),
        (LINE.replace('[{"inc', '[{"id": [], "inc'), "the id [] is neither text nor an integer"),
    ],
)
def test_bad_input(written, capsys, text, message):
    gold = written("gold.jsonl", LINE + text.replace("0001", "0002"))
    with pytest.raises(SystemExit) as raised:
        main(["ie", "-g", gold, "-s", gold, "--from", "gtt"])
    error = capsys.readouterr().err
    assert raised.value.code == 2
    assert message in error.replace('"', "'")
    assert "gold.jsonl:2:" in error


def test_what_is_left_out_is_counted(written):
    twice = LINE.replace("}]}", '}, {"incident_type": "attack", "Victim": [[["juan", 3]], []]}]}')
    found = nerkit.evaluate(written("gold.jsonl", twice), written("system.json", json.dumps(PREDICTED)))
    assert found["template"].r_den == 1
    assert any("1 template" in warning for warning in found.warnings)
    assert any("1 filler without mentions" in warning for warning in found.warnings)


def test_a_predicted_type_that_is_no_string(written):
    typeless = {"30001": {"pred_templates": [{"incident_type": [], "Victim": [["juan"]]}]}}
    found = nerkit.evaluate(written("gold.jsonl", LINE), written("system.json", json.dumps(typeless)))
    assert found["template"].f1 == 1
    assert any("read as 'attack'" in warning for warning in found.warnings)


def test_grit_and_iterx(written):
    gold = written("g.jsonl", '{"docid": "TST1-MUC3-0002", "extracts": {"Victim": [[["juan", 3]]]}}\n')
    system = written("s.json", '{"10002": {"pred_extracts": {"Victim": [["juan"], ["maria"]]}}}')
    found = nerkit.evaluate(gold, system)
    assert (found.headline, found["ree"].p_num, found["ree"].p_den) == ("ree", 1, 2)
    several = '{"d": []}\n{"d": [{"incident_type": "x", "Victim": [["a"]]}]}\n'
    lines = written("i.jsonl", several + several.replace('"x"', '"y"'))
    assert nerkit.evaluate(lines, lines)["template"].p_den == 2


@pytest.mark.parametrize("measure", ["ree", "template", "template-gtt", "rme-subset", "rme-phi3"])
def test_errors_are_listed(written, capsys, measure):
    wrong = json.dumps(PREDICTED).replace("the juan", "maria")
    gold, system = written("gold.jsonl", LINE), written("system.json", wrong)
    with pytest.raises(SystemExit) as raised:
        main(["errors", "--task", "ie", "-g", gold, "-s", system, "-m", measure])
    assert raised.value.code == 0
    assert "maria" in capsys.readouterr().out


def test_objects_of_another_form():
    with pytest.raises(InputError, match=r"^gold:1:17: no field 'type'\n"):
        templates_row([{"fillers": []}], [], "template")
    with pytest.raises(InputError, match=r"^gold:1:15: no field 'mentions'\n"):
        row({"fillers": [{"role": "x"}]}, {"fillers": []}, "ree")


def kinds(gold, system, measure="template", **asked):
    """What is wrong with each filler and template: class, its label on each side."""
    result = nerkit.evaluate([gold], [system], task="ie", measures=[measure], **asked)
    return [(one.kind, one.gold_item["label"], one.system_item["label"]) for one in result.errors()]


ATTACK = template("attack", Victim=[["juan perez", "juan"]], Target=[["embassy"]])


@pytest.mark.parametrize(
    ("system", "wrong"),
    [
        ([ATTACK], []),
        (
            [template("attack", Victim=[["juan lopez"]], Target=[["embassy"]])],
            [("filler boundary", "Victim", "Victim")],
        ),
        (
            [template("attack", Weapon=[["juan"]], Target=[["embassy"]])],
            [("filler label", "Victim", "Weapon")],
        ),
        (
            [template("attack", Victim=[["juan"], ["juan perez"]], Target=[["embassy"]])],
            [("filler duplicate", None, "Victim")],
        ),
        (
            [template("attack", Target=[["embassy"]]), template("arson", Victim=[["juan"]])],
            [("template spurious", None, "arson"), ("filler template", "Victim", "Victim")],
        ),
        (
            [template("arson", Victim=[["juan"]], Target=[["embassy"]])],
            [
                *(("filler template", role, role) for role in ("Target", "Victim")),
                ("template label", "attack", "arson"),
            ],
        ),
        (
            [template("attack", Victim=[["maria"]])],
            [
                *(("filler missed", role, None) for role in ("Target", "Victim")),
                ("filler spurious", None, "Victim"),
            ],
        ),
        (
            [template("arson", Victim=[["maria"]])],
            [
                *(("filler missed", role, None) for role in ("Target", "Victim")),
                ("template missed", "attack", None),
                ("filler spurious", None, "Victim"), ("template spurious", None, "arson"),
            ],
        ),
    ],
)  # fmt: skip
def test_classes_of_errors(system, wrong):
    """One factor that is relaxed, each by hand; what repairs all of them is what F1 lacks."""
    gold = {"templates": [ATTACK]}
    found = kinds(gold, {"templates": system})
    assert sorted(found, key=repr) == sorted(wrong, key=repr)


def test_classes_of_role_fillers():
    gold = {"fillers": ATTACK["fillers"]}
    system = {"fillers": template("", Victim=[["embassy"], ["juan lopez"]])["fillers"]}
    found = kinds(gold, system, "ree")
    assert sorted(found, key=repr) == [
        ("filler boundary", "Victim", "Victim"),
        ("filler label", "Target", "Victim"),
    ]


def test_what_counts_in_part():
    """Of two mentions of gold one is there: half of what the filler is worth."""
    system = template("attack", Victim=[["juan"]], Target=[["embassy"]])
    sides = {"templates": [ATTACK]}, {"templates": [system]}
    assert kinds(*sides) == []
    assert kinds(*sides, mention_similarity="phi4") == [("filler partial", "Victim", "Victim")]


@given(made_templates, made_templates, st.sampled_from(["subset", "exact", "any"]))
def test_correct_fillers_are_those_that_count(gold, system, similarity):
    """Each filler and template stands in one pair; the correct ones are the measure's numerator."""
    result = nerkit.evaluate(
        [{"templates": gold}], [{"templates": system}], task="ie", measures=["template"],
        mention_similarity=similarity,
    )  # fmt: skip
    (errors,) = result.scored.errors().values()
    counted = ~errors.agreeing(None)
    assert (errors.kind[counted] == 0).sum() == result["template"].p_num
    for rows, templates in ((errors.gold, gold), (errors.system, system)):
        listed = rows[rows >= 0].tolist()
        assert len(listed) == len(set(listed)) == sum(1 + len(one["fillers"]) for one in templates)


def test_two_documents_with_one_id(written, capsys):
    gold = written("gold.jsonl", LINE + LINE)
    with pytest.raises(SystemExit) as raised:
        main(["ie", "-g", gold, "-s", gold])
    assert raised.value.code == 2
    assert "1 document id given more than once: TST3-MUC4-0001" in capsys.readouterr().err


def test_an_optional_field_that_no_record_has(written):
    """It is no error, as it may be absent; a warning names the nearest that there is."""
    gold = written("gold.jsonl", LINE)
    text = '[metric]\nfield = "templates"\nset = "T"\n[class.T]\ntype = "same"\n'
    for name, warned in (("typ", 1), ("type", 0)):
        optional = f'{name} = {{ is = "same", optional = true }}\n'
        text_of = text.replace('type = "same"\n', "") if name == "type" else text
        metric = written(f"{name}.toml", text_of + optional)
        warnings = nerkit.evaluate(gold, gold, task="ie", metric=metric).warnings
        said = [line for line in warnings if "optional field" in line]
        assert len(said) == warned
        assert all(
            line.endswith("no record of templates has the optional field 'typ'; did you mean 'type'?")
            for line in said
        )


def test_better_by_slot():
    """The types are those of all templates in every slot; the fillers are those of the slot."""
    gold = [template("attack", Victim=[["a"]], Target=[["t"]]), template("arson", Target=[["b"]])]
    system = [template("attack", Victim=[["a"]], Target=[["x"]]), template("arson", Target=[["b"]])]
    rows = nerkit.evaluate(
        [{"templates": gold}, {"templates": gold[1:]}],
        [{"templates": system}, {"templates": [template("bombing")]}],
        task="ie",
        measures=["better"],
        by=["slot"],
    )
    assert rows["better/templates"].f1 == rows["better/templates", "slot=Victim"].f1 == 2 / 3
    assert rows["better", "slot=Victim"].value == pytest.approx(2 / 3)
    target = rows["better/slots", "slot=Target"]
    assert (target.p_num, target.p_den, target.r_den) == (1, 2, 3)
    assert rows["better", "slot=Target"].value == pytest.approx(2 / 3 * 2 / 5)


def test_labels_of_other_measures_have_no_rows():
    """Roles are no types of relations: neither in rows nor in averages over labels."""
    document = {
        "relations": [{"type": "Leads", "head": "a", "tail": "b"}],
        "events": [{"type": "Meet", "trigger": "met", "arguments": [{"role": "Who", "span": "a"}]}],
    }
    documents, measures = [document] * 6, ["relation", "argument-c"]
    result = nerkit.evaluate(documents, documents, task="ie", measures=measures, by=["label"], macro=True)
    averages = ("macro", "micro", "weighted", "*")
    labels = {(row.measure, row.label) for row in result.rows if row.label not in averages}
    assert labels == {("relation", "Leads"), ("argument-c", "Who")}
    assert result["relation", "macro"].f1 == result["argument-c", "macro"].f1 == 1
    for measure in measures:
        extra = result.confidence(resamples=20)[measure, "macro"].extra
        assert extra["f1_low"] == extra["f1_high"] == 1


def many(number, seed):
    """Templates of one type, each with twelve fillers."""
    chance = random.Random(seed)
    roles = ("Victim", "Target", "Weapon", "PerpInd")
    return [
        template("attack", **{role: [chance.sample("abcdefghijkl", 2) for _ in range(3)] for role in roles})
        for _ in range(number)
    ]


@pytest.mark.parametrize("measure", ["template", "template-gtt", "rme-subset", "rme-phi3"])
def test_dozens_of_templates_are_one_assignment(measure, monkeypatch):
    """12 x 12 templates: one assignment of 144 pairs at most, where all mappings are 13 ** 12.

    Counted are the cells of the problems that are solved: those of templates, and of 3 x 3 fillers of a role.
    """
    import scipy.optimize

    cells = []
    solve = scipy.optimize.linear_sum_assignment

    def counted(matrix, **how):
        cells.append(matrix.size)
        return solve(matrix, **how)

    monkeypatch.setattr(scipy.optimize, "linear_sum_assignment", counted)
    assert templates_row(many(12, 1), many(12, 2), measure)[0] > 0
    assert max(cells, default=0) <= 144
    assert sum(cells) <= 40 * 12 * 12 * 9


def test_better_by_hand():
    """Two of three types of the system are gold's two; one of two fillers: .8 times .5."""
    gold = [template("attack", Victim=[["a"]]), template("arson", Target=[["b"]])]
    system = [template("attack", Victim=[["a"]]), template("arson", Target=[["c"]]), template("arson")]
    found = nerkit.evaluate([{"templates": gold}], [{"templates": system}], task="ie", measures=["better"])
    assert (found["better/templates"].f1, found["better/slots"].f1) == (0.8, 0.5)
    row = found["better"]
    assert (row.value, row.precision, row.f1, row.p_num) == (0.4, None, None, None)


def test_related_types():
    """A listed pair has its own credit; published readings of types stay as they are."""
    gold = [template("bombing", Victim=[["a"]])]
    above, listed = ([template(kind, Victim=[["a"]])] for kind in ("attack", "arson"))
    weights = {("bombing", "attack"): 0.5, ("bombing", "arson"): 0.25}
    for system, credit in ((above, 0.5), (listed, 0.25), (gold, 1)):
        sides = [{"templates": gold}], [{"templates": system}]
        found = nerkit.evaluate(
            *sides, task="ie", measures=["template", "better", "template-gtt"], type_weights=weights
        )
        assert (found["template"].f1, found["better"].value) == (credit, credit * credit)
        assert found["template-gtt"].f1 == (credit == 1)
    only = nerkit.evaluate(*sides, task="ie", measures=["ree"], type_weights=weights)
    assert any("type_weights=… has no effect" in warning for warning in only.warnings)


def test_a_hierarchy_with_a_cycle(written, capsys):
    gold, tree = written("gold.jsonl", LINE), written("types.json", '{"a": ["b"], "b": ["a"]}')
    with pytest.raises(SystemExit) as raised:
        main(["ie", "-g", gold, "-s", gold, "--type-weights", tree])
    assert raised.value.code == 2
    assert "types.json:1:1: the type tree has a cycle: 'a' is below itself" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["ie", "-g", gold, "-s", gold, "--type-weights", tree, "--tree-decay", "2"])
    assert "the decay of a tree must be a number from 0 to 1, not 2.0" in capsys.readouterr().err
