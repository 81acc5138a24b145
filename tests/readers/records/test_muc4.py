"""MUC-4's keys and responses: what a fill is, and what is wrong with a line."""

import pytest

from nerkit import readers
from nerkit.cli import main
from nerkit.exceptions import InputError
from nerkit.io import expand

HEAD = "0.  MESSAGE: ID                    A-1\n1.  MESSAGE: TEMPLATE              1\n"


@pytest.fixture
def read(tmp_path):
    """The text of a file -> its corpus."""

    def corpus(text):
        path = tmp_path / "key.txt"
        path.write_text(text)
        sources = expand(str(path))
        assert readers.sniff(sources, readers.BY_CONTENT) == "muc4"
        return readers.reading("muc4", "records")(expand(str(path)))

    return corpus


@pytest.mark.parametrize(
    ("line", "filler"),
    [
        ('9.  PERP: INDIVIDUAL ID            "REBELS"', {"role": "perp-ind-id", "mentions": ["REBELS"]}),
        (
            '9. PERP: INDIVIDUAL ID ? "A / B" / "C: \\"D\\""',
            {"role": "perp-ind-id", "mentions": ["A / B", 'C: "D"'], "optional": True},
        ),
        (
            '20. HUM TGT: TYPE   POLITICAL FIGURE / CIVILIAN: "G  F" / "G"',
            {"role": "hum-tgt-type", "mentions": ["POLITICAL FIGURE", "CIVILIAN"], "tags": ["G F", "G"]},
        ),
        (
            '19. HUM TGT: DESCRIPTION   "LEADER": "GILDA"',
            {"role": "hum-tgt-desc", "mentions": ["LEADER"], "tags": ["GILDA"]},
        ),
        (
            '14. PHYS TGT: NUMBER   20 -: "HOMES"',
            {"role": "phys-tgt-num", "mentions": ["20 -"], "tags": ["HOMES"]},
        ),
        ("2.  INCIDENT: DATE   - 04 MAY 88", {"role": "inc-date", "mentions": ["- 04 MAY 88"]}),
        (
            "2.  INCIDENT: DATE   (- 03 NOV 89) / (17 OCT 89)",
            {"role": "inc-date", "mentions": ["- 03 NOV 89", "17 OCT 89"]},
        ),
        (
            "3.  INCIDENT: LOCATION   (PERU: LIMA (CITY)) / (PERU)",
            {"role": "inc-loc", "mentions": ["PERU: LIMA (CITY)", "PERU"]},
        ),
        (
            "3.  INCIDENT: LOCATION   PERU: LIMA (CITY): CALLAO (CITY)",
            {"role": "inc-loc", "mentions": ["PERU: LIMA (CITY): CALLAO (CITY)"]},
        ),
        (
            "2.  INCIDENT: DATE   06 MAR 91 - 07 MAR 91 / (- 07 MAR 91) / 08 MAR 91",
            {"role": "inc-date", "mentions": ["06 MAR 91 - 07 MAR 91", "- 07 MAR 91", "08 MAR 91"]},
        ),
        (
            "3.  INCIDENT: LOCATION   NORWAY: VOSS (TOWN) / NORWAY: BERGEN (CITY)",
            {"role": "inc-loc", "mentions": ["NORWAY: VOSS (TOWN)", "NORWAY: BERGEN (CITY)"]},
        ),
        ("3.  INCIDENT: LOCATION   (NORWAY / SWEDEN)", {"role": "inc-loc", "mentions": ["NORWAY", "SWEDEN"]}),
        (
            "3.  INCIDENT: LOCATION   NORWAY: A/S TOWER (BUILDING)",
            {"role": "inc-loc", "mentions": ["NORWAY: A/S TOWER (BUILDING)"]},
        ),
        ("2.  INCIDENT: DATE   (- 03 NOV 89)", {"role": "inc-date", "mentions": ["(- 03 NOV 89)"]}),
        ("2.  INCIDENT: DATE   (03 NOV 89", {"role": "inc-date", "mentions": ["(03 NOV 89"]}),
        (
            '19. HUM TGT: DESCRIPTION   ? ("GUARD OF A BANK" / "GUARD"): "ODD"',
            {
                "role": "hum-tgt-desc",
                "mentions": ["GUARD OF A BANK", "GUARD"],
                "tags": ["ODD"],
                "optional": True,
            },
        ),
        (
            '9. PERP: INDIVIDUAL ID "THE MEN IN\n      MASKS; ALL" /\n   "MEN" ; a comment',
            {"role": "perp-ind-id", "mentions": ["THE MEN IN MASKS; ALL", "MEN"]},
        ),
        (
            '23. HUM TGT: EFFECT OF INCIDENT   INJURY:\n"ODD"',
            {"role": "hum-tgt-effect", "mentions": ["INJURY"], "tags": ["ODD"]},
        ),
        ('9. PERP: INDIVIDUAL ID   "A"\n;; checked\n   * * *', {"role": "perp-ind-id", "mentions": ["A"]}),
        (
            '7.  INCIDENT: INSTRUMENT TYPE   GUN: "-"',
            {"role": "inc-instr-type", "mentions": ["GUN"], "tags": ["-"]},
        ),
    ],
)
def test_fills(read, line, filler):
    """A fill is its alternatives, its tag, and whether it is optional."""
    (template,) = read(HEAD + line + "\n").values[0]["templates"]
    assert template == {"type": "", "id": "1", "fillers": [filler]}


def test_templates_of_messages(read):
    """A message holds its templates, wherever they stand; * is one without any; - and * fill nothing."""
    text = (
        "\n\n" + HEAD + "4.  INCIDENT: TYPE   ATTACK / BOMBING\n18. HUM TGT: NAME   -\n"
        '9.  PERP: INDIVIDUAL ID   "A"\n                          "B"\n\n'
        "0.  MESSAGE: ID   A-2\n1.  MESSAGE: TEMPLATE   *\n4.  INCIDENT: TYPE   *\n\n"
        "0.  MESSAGE: ID   A-1\r\n1.  MESSAGE: TEMPLATE   2 (OPTIONAL)\r\n4.  INCIDENT: TYPE   ? ARSON\r\n"
    )
    corpus = read(text)
    assert corpus.documents == ["A-1", "A-2"]
    first, second = corpus.values[0]["templates"]
    assert (first["type"], [each["mentions"] for each in first["fillers"]]) == (
        "ATTACK / BOMBING",
        [["A"], ["B"]],
    )
    assert second == {"type": "ARSON", "id": "2", "fillers": [], "optional": True, "optional_type": True}
    assert corpus.values[1] == {"templates": []}
    assert corpus.place(0)[1] == 3
    assert corpus.warnings == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + "25. HUM TGT: AGE   7\n", "3:5: 'HUM TGT: AGE' is not a slot of MUC-4's templates"),
        (HEAD + "nothing\n", "3:1: neither a slot nor a further fill"),
        (HEAD + '   "A"\n', "3:1: neither a slot nor a further fill"),
        (HEAD + HEAD, "4:36: the template 1 is given twice in its message"),
        (HEAD.replace("  1\n", "  one two\n"), "2:36: this is not the number of a template"),
        ("0.  MESSAGE: ID   \n", "the message has no id"),
        (
            "0.  MESSAGE: ID   A\n4.  INCIDENT: TYPE   ATTACK\n",
            "2:5: the slot comes before the number of its template",
        ),
        (HEAD + '9. PERP: INDIVIDUAL ID "A\n', "3:24: the string is not closed"),
        (HEAD + '9. PERP: INDIVIDUAL ID "A" "B"\n', "3:28: two fills on one line"),
        (HEAD + '9. PERP: INDIVIDUAL ID "A" /\n', "the fill has no value"),
        (HEAD + '9. PERP: INDIVIDUAL ID / "A"\n', "3:24: nothing before '/'"),
        (HEAD + "20. HUM TGT: TYPE A: B: C\n", "3:23: a second tag"),
        (
            HEAD + "4. INCIDENT: TYPE A\n4. INCIDENT: TYPE B\n",
            "4:4: INCIDENT: TYPE is given twice in a template",
        ),
    ],
)
def test_bad_lines(tmp_path, capsys, text, message):
    """The message points at the line, exit 2, no score, where reading is strict."""
    for name in ("key.txt", "response.txt"):
        (tmp_path / name).write_text(text if name == "response.txt" else HEAD)
    paths = [str(tmp_path / name) for name in ("key.txt", "response.txt")]
    with pytest.raises(SystemExit) as end:
        main(["ie", "-g", paths[0], "-s", paths[1], "--strict"])
    printed = capsys.readouterr()
    assert (end.value.code, printed.out) == (2, "")
    assert f"response.txt:{message}" in printed.err or message in printed.err
    assert "^" in printed.err


def test_comments_credits_and_separators(read):
    """Comments stand anywhere; who filled a template is no part of its message's id; stars fill nothing."""
    text = (
        ";; made by hand\n;\n" + HEAD.replace("A-1", "A-1 (NORTH, EAST / WEST)") + "; done\n"
        "24. HUM TGT: TOTAL NUMBER   -\n                            * * *\n" + HEAD.replace("  1\n", "  2\n")
    )
    corpus = read(text)
    assert corpus.documents == ["A-1"]
    assert [each["id"] for each in corpus.values[0]["templates"]] == ["1", "2"]
    assert all(not each["fillers"] for each in corpus.values[0]["templates"])
    assert corpus.warnings == ()


def test_what_is_forgiven(read):
    """Fills in column 0, a colon without its string, and quotes that do not match are read and counted."""
    corpus = read(
        HEAD + '7.  INCIDENT: INSTRUMENT TYPE   GUN: "A"\nMORTAR: "B"\n'
        '9.  PERP: INDIVIDUAL ID   "16 MEN / "MEN"\n'
        '10. PERP: ORGANIZATION ID   BOYS"\n'
        "23. HUM TGT: EFFECT OF INCIDENT   INJURY: \n    DEATH:\n"
    )
    fillers = corpus.values[0]["templates"][0]["fillers"]
    assert [(each["mentions"], each.get("tags")) for each in fillers] == [
        (["GUN"], ["A"]),
        (["MORTAR"], ["B"]),
        (["16 MEN", "MEN"], None),
        (["BOYS"], None),
        (["INJURY"], None),
        (["DEATH"], None),
    ]
    assert [text.partition(": ")[2].partition(" ")[0] for text in corpus.warnings] == ["1", "2", "2"]
    with pytest.raises(InputError, match="neither a slot nor a further fill"):
        read(HEAD + '9.  PERP: INDIVIDUAL ID   "A"\nand here is some prose\n')
    with pytest.raises(InputError, match="3:28: the fill has no value"):  # a lone quote
        read(HEAD + '9.  PERP: INDIVIDUAL ID   "\n')


def test_fills_of_no_template(read):
    """What stands below a template * is counted."""
    corpus = read(HEAD.replace("  1\n", "  *\n") + '9. PERP: INDIVIDUAL ID "A"\n')
    assert corpus.values == [{"templates": []}]
    assert "1 fill of a template * left out" in corpus.warnings[0]
