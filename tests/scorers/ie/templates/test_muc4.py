"""MUC-4's scoring: fills by hand, whole documents against a slow twin, its report, judgements."""

import json
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.cli import main
from nerkit.corpora.muc_slots import GENERAL, RESTRICTING
from nerkit.scorers.ie.templates.muc4_views import PREMODIFIERS

NAME = "template-muc4"
EXTRAS = ("cor", "par", "inc", "spu", "mis")


def fill(role, *mentions, tags=(), optional=False):
    """A filler as the reader of MUC-4 makes it."""
    made = {"role": role, "mentions": list(mentions)}
    return made | ({"tags": list(tags)} if tags else {}) | ({"optional": True} if optional else {})


def template(kind, *fillers, optional=False):
    """A template of these fillers."""
    return {"type": kind, "fillers": list(fillers)} | ({"optional": True} if optional else {})


def rows(gold, system, **asked):
    """All rows of one document."""
    asked = {"measures": [NAME], **asked}
    return nerkit.evaluate([{"templates": gold}], [{"templates": system}], task="ie", **asked)


def of_slot(gold, system, slot, **asked):
    """COR PAR INC SPU MIS of a slot of two templates that are aligned, as both have a perpetrator."""
    who = fill("perp-ind-id", "rebels")
    sides = [[template("ATTACK", who, *fillers)] for fillers in (gold, system)]
    result = rows(*sides, by=["slot"], **asked)
    row = next((r for r in result.rows if (r.measure, r.label) == (NAME, f"slot={slot}")), None)
    return None if row is None else tuple(row.extra[name] for name in EXTRAS)


@pytest.mark.parametrize(
    ("slot", "gold", "system", "tallies"),
    [
        ("hum-tgt-desc", [("peasants",)], [("THE 3 PEASANTS",)], (1, 0, 0, 0, 0)),
        ("hum-tgt-desc", [("old peasants", "peasants")], [("several of the peasants",)], (1, 0, 0, 0, 0)),
        ("hum-tgt-desc", [("peasants",)], [("old peasants",)], (0, 0, 1, 0, 0)),
        ("hum-tgt-desc", [("another",)], [("some",)], (0, 0, 1, 0, 0)),
        ("hum-tgt-desc", [("peasants",)], [], (0, 0, 0, 0, 1)),
        ("hum-tgt-desc", [], [("peasants",)], (0, 0, 0, 1, 0)),
        ("hum-tgt-desc", [("a man",), ("b",)], [("c",), ("man",), ("d",)], (1, 0, 1, 1, 0)),
        ("inc-instr-type", [("DYNAMITE",)], [("EXPLOSIVE",)], (0, 1, 0, 0, 0)),
        ("inc-instr-type", [("EXPLOSIVE",)], [("DYNAMITE",)], (0, 0, 1, 0, 0)),
        ("inc-instr-type", [("RIFLE", "BOMB")], [("EXPLOSIVE",)], (0, 1, 0, 0, 0)),
        ("phys-tgt-effect", [("SOME DAMAGE",)], [("DESTROYED",)], (0, 1, 0, 0, 0)),
        ("inc-loc", [("PERU: LIMA (CITY)",)], [("PERU",)], (0, 1, 0, 0, 0)),
        ("inc-loc", [("PERU: LIMA (CITY)",)], [("PERU:  CALLAO (CITY)",)], (0, 1, 0, 0, 0)),
        ("inc-loc", [("PERU",)], [("PERU: LIMA (CITY)",)], (0, 0, 1, 0, 0)),
        ("inc-loc", [("PERU: LIMA (CITY)", "PERU")], [("PERU",)], (1, 0, 0, 0, 0)),
        ("inc-loc", [("PERU: LIMA (CITY)",)], [("CHILE",)], (0, 0, 1, 0, 0)),
        ("inc-date", [("- 04 MAY 88",)], [("04 MAY 88",)], (0, 0, 1, 0, 0)),
        ("hum-tgt-num", [("20 -",)], [("20-",)], (1, 0, 0, 0, 0)),
    ],
)
def test_fills_by_hand(slot, gold, system, tallies):
    """What becomes of the fills of a slot."""
    sides = ([fill(slot, *alternatives) for alternatives in side] for side in (gold, system))
    assert of_slot(*sides, slot) == tallies


def test_optional_fills_are_never_missing():
    """One that is there counts like any other, and may be incorrect."""
    optional = fill("perp-org-id", "ELN", optional=True)
    assert of_slot([optional], [], "perp-org-id") is None
    assert of_slot([optional], [fill("perp-org-id", "ELN")], "perp-org-id") == (1, 0, 0, 0, 0)
    assert of_slot([optional], [fill("perp-org-id", "FARC")], "perp-org-id") == (0, 0, 1, 0, 0)
    assert of_slot([optional, fill("perp-org-id", "X")], [fill("perp-org-id", "Y")], "perp-org-id") == (
        *(0, 0, 1, 0, 0),
    )


TWO = [
    template("BOMBING", fill("phys-tgt-id", "bank"), fill("inc-stage", "ACCOMPLISHED")),
    template("ATTACK", fill("phys-tgt-id", "bridge"), optional=True),
    template("ARSON", fill("hum-tgt-name", "Dale")),
]
ONE = [template("ATTACK", fill("phys-tgt-id", "old bank"), fill("perp-org-id", "ELN")), template("ROBBERY")]


# --- the slow twin: one fill after another, as the guidelines tell


def shown(text):
    """Without premodifiers, unless nothing else is there."""
    words = text.lower().split()
    return " ".join([word for word in words if word not in PREMODIFIERS] or words)


STRINGS = ("perp-ind-id", "phys-tgt-id", "Other")


def slow_credit(slot, gold, system):
    """1, 0.5 or 0."""

    def alternatives(side):
        return [shown(text) if slot in STRINGS else text for text in side["mentions"]]

    ours, theirs = alternatives(gold), alternatives(system)
    same_tag = [shown(tag) for tag in gold.get("tags", ())], [shown(tag) for tag in system.get("tags", ())]
    tagged = same_tag[0] == same_tag[1] or any(tag in same_tag[1] for tag in same_tag[0])
    if any(text in theirs for text in ours):
        return 1.0 if tagged else 0.5
    above, more = GENERAL.get(slot, {}), list(ours)
    while more:
        if any(text in theirs for text in more):
            return 0.5
        more = [above[text] for text in more if text in above]
    return 0.0


def slow_slot(slot, gold, system):
    """Credit, POS, ACT of the fills of a slot."""
    gold, system, credit, taken = list(gold), list(system), 0.0, 0
    for one in list(gold):
        other = next((each for each in system if slow_credit(slot, one, each) == 1), None)
        if other is not None:
            gold, system = without(gold, one), without(system, other)
            credit, taken = credit + 1, taken + 1
    for other in list(system):
        one = next((each for each in gold if slow_credit(slot, each, other) == 0.5), None)
        if one is not None:
            gold, system = without(gold, one), without(system, other)
            credit, taken = credit + 0.5, taken + 1
    incorrect = min(len(gold), len(system))
    missing = max(sum(not one.get("optional") for one in gold) - incorrect, 0)
    return credit, taken + incorrect + missing, taken + len(system)


def without(listed, item):
    return [each for each in listed if each is not item]


def fills_of(one):
    """Slot -> fills."""
    slots = {"inc-type": [{"mentions": one["type"].split(" / ")}]}
    for each in one["fillers"]:
        slots.setdefault(each["role"], []).append(each)
    return slots


def slow_pair(gold, system):
    """Credit, POS, ACT of two templates; an absent one is None."""
    ours, theirs = (fills_of(one) if one else {} for one in (gold, system))
    cells = [slow_slot(slot, ours.get(slot, ()), theirs.get(slot, ())) for slot in {**ours, **theirs}]
    return tuple(map(sum, zip(*cells, strict=True)))


def slow_admissible(gold, system):
    ours, theirs = fills_of(gold), fills_of(system)
    if not slow_credit("inc-type", ours["inc-type"][0], theirs["inc-type"][0]):
        return False
    slots = [*RESTRICTING, "Other"]
    if not any(slot in side for side in (ours, theirs) for slot in slots):
        return True
    for slot in slots:
        for one in ours.get(slot, ()):
            for other in theirs.get(slot, ()):
                words = [
                    {w for text in each["mentions"] for w in shown(text).split()} for each in (one, other)
                ]
                if slow_credit(slot, one, other) or (slot in STRINGS and words[0] & words[1]):
                    return True
    return False


def slow_document(gold, system):
    """Credit, POS, ACT of the templates of a document."""
    pairs = []
    for i, one in enumerate(gold):
        for j, other in enumerate(system):
            if slow_admissible(one, other):
                credit, possible, _ = slow_pair(one, other)
                tenths = int(1000 * credit / possible) if possible else 0
                percent, rest = divmod(tenths, 10)
                pairs.append((-(percent + (rest > 5 or (rest == 5 and percent % 2))), i, j))
    aligned = {}
    for _, i, j in sorted(pairs):
        if i not in aligned and j not in aligned.values():
            aligned[i] = j
    cells = [slow_pair(gold[i], system[j]) for i, j in aligned.items()]
    cells += [
        slow_pair(one, None) for i, one in enumerate(gold) if i not in aligned and not one.get("optional")
    ]
    cells += [slow_pair(None, other) for j, other in enumerate(system) if j not in aligned.values()]
    return tuple(map(sum, zip(*cells, strict=True))) if cells else (0, 0, 0)


words = st.sampled_from(("rebels", "the rebels", "two men", "men", "old men", "men of Lima"))
made_fills = st.one_of(
    st.builds(fill, st.sampled_from(STRINGS), words, optional=st.booleans()),
    st.builds(lambda a, b: fill("perp-ind-id", a, b), words, words),
    st.builds(
        lambda kind, tag: fill("hum-tgt-type", kind, tags=[tag] if tag else ()),
        st.sampled_from(
            ("POLITICAL FIGURE", "GOVERNMENT OFFICIAL", "FORMER GOVERNMENT OFFICIAL", "CIVILIAN")
        ),
        st.sampled_from(("", "men", "the men", "rebels")),
    ),
    st.builds(
        fill, st.just("inc-stage"), st.sampled_from(("ACCOMPLISHED", "THREATENED")), optional=st.booleans()
    ),
)
made_templates = st.lists(
    st.builds(
        lambda kind, fillers, optional: template(kind, *fillers, optional=optional),
        st.sampled_from(("ATTACK", "BOMBING", "ARSON", "ATTACK / ARSON")),
        st.lists(made_fills, max_size=6),
        st.booleans(),
    ),
    max_size=4,
)


@given(made_templates, made_templates)
def test_against_one_after_another(gold, system):
    """All templates, by the rules, one after another; slots add up to the whole."""
    plain = [
        {**one, "fillers": [{k: v for k, v in f.items() if k != "optional"} for f in one["fillers"]]}
        for one in system
    ]
    result = rows(gold, plain, by=["slot"])
    row = result[NAME]
    assert (row.p_num, row.r_den, row.p_den) == slow_document(gold, plain)
    slots = [each for each in result.rows if each.measure == NAME and each.label != "*"]
    assert sum(each.p_num for each in slots) == row.p_num
    assert sum(each.r_den for each in slots) == row.r_den


def test_other_formats_have_slots_too():
    """GTT's roles are slots of strings; roles of other templates are, too."""
    gold = [template("attack", fill("PerpInd", "two men", "men"), fill("Buyer", "x"))]
    system = [template("attack", fill("PerpInd", "the men"), fill("Buyer", "y"))]
    row = rows(gold, system)[NAME]
    assert (row.p_num, row.p_den, row.r_den) == (2, 3, 3)


@pytest.fixture
def judged(tmp_path):
    """Lines of judgements -> their file."""

    def written(*lines):
        path = tmp_path / "judged.jsonl"
        path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        return str(path)

    return written


def judgement(path, gold, system, credit):
    return {"path": path, "gold": gold, "system": system, "credit": credit}


def test_judgements(judged):
    """They decide pairs of fills, count as ICR and IPA, and make tags right; /unjudged is without them."""
    gold = [fill("hum-tgt-name", "Gilda Flores"), fill("hum-tgt-effect", "DEATH", tags=["Gilda Flores"])]
    system = [fill("hum-tgt-name", "Flores"), fill("hum-tgt-effect", "DEATH", tags=["Flores"])]
    path = judged(judgement("hum-tgt-name", "GILDA FLORES", '"FLORES"', 1))
    assert of_slot(gold, system, "hum-tgt-name", judgements=path) == (1, 0, 0, 0, 0)
    assert of_slot(gold, system, "hum-tgt-effect", judgements=path) == (1, 0, 0, 0, 0)
    who = fill("perp-ind-id", "rebels")
    result = rows([template("ATTACK", who, *gold)], [template("ATTACK", who, *system)], judgements=path)
    assert (result[NAME].extra["icr"], result[f"{NAME}/unjudged"].extra["icr"]) == (1, 0)
    assert (result[NAME].p_num, result[f"{NAME}/unjudged"].p_num) == (4, 2.5)
    assert "judgements:" in result.signature
    wrong = judged(judgement("hum-tgt-effect", "DEATH: Gilda Flores", "DEATH: Flores", 0))
    assert of_slot(gold, system, "hum-tgt-effect", judgements=wrong) == (0, 0, 1, 0, 0)


DEMO = Path(__file__).parents[4] / "demo" / "ie"


def demo(capsys, name, *arguments):
    """What a command prints of the demo data."""
    sides = ["-g", str(DEMO / "muc4-key.txt"), "-s", str(DEMO / "muc4-response.txt")]
    with suppress(SystemExit):
        main([name, *sides, "-q", *arguments])
    return capsys.readouterr().out


def test_errors(capsys):
    """Every fill that is not right, with class, slot, place and alternatives; they explain the tallies."""
    out = demo(capsys, "errors", "--task", "ie", "-m", NAME, "-f", "jsonl")
    listed = [json.loads(text) for text in out.splitlines()]
    kinds = Counter(each["class"] for each in listed)
    row = json.loads(demo(capsys, "ie", "-m", NAME, "-f", "jsonl").splitlines()[0])
    assert kinds == {"partial": row["par"], "value": row["inc"], "missed": row["mis"], "spurious": row["spu"]}
    first = listed[0]
    assert (first["class"], first["gold_label"], first["gold_text"], first["system_text"]) == (
        "partial",
        "inc-type",
        "templates[0].type BOMBING",
        "templates[0].type ATTACK",
    )
    (who,) = (each for each in listed if each["gold_label"] == "perp-ind-id")
    assert who["gold_text"] == "templates[0].fillers[6] THREE MASKED MEN / MASKED MEN"
    assert (who["gold_line"], who["system_line"]) == (1, 1)


def test_the_files_are_recognised(capsys):
    """What the files hold is scored: templates, the headline, and MUC-4's rows."""
    out = demo(capsys, "evaluate", "-f", "json")
    envelope = json.loads(out)
    assert (envelope["task"], envelope["headline"]) == ("ie", "template")
    assert NAME in {row["measure"] for row in envelope["rows"]}


def test_rows_by_slot_of_any_result():
    """A result that was made without them has them where its measures have slots."""
    assert {row.label for row in rows(TWO, ONE).cut_by("slot")} >= {"slot=phys-tgt-id", "slot=inc-type", "*"}
    relations = [{"relations": [{"type": "of", "head": "a", "tail": "b"}]}]
    assert nerkit.evaluate(relations, relations, task="ie", measures=["relation"]).cut_by("slot") == []


def test_empty_sides():
    """Nothing on one side, or on both, is scored as such."""
    assert rows([], [])[NAME].f1 == 0
    row = rows(TWO, [])[NAME]
    assert (row.p_num, row.p_den, row.r_den) == (0, 0, 5)
    assert rows([], ONE)[NAME].p_den == 4
