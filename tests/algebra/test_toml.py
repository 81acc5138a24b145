"""Metrics in TOML and Python files."""

import pytest
from tries import each

from nerkit.algebra import files
from nerkit.exceptions import InputError

ARGUMENTS = """\
# a comment
[metric]
name = "arguments"
field = "doc.events"
set = "Event"
normalize = "f1"
average = "macro"

[class.Event]
trigger = "Trigger"
args = { set = "Argument", duplicates = "multiset", constraint = "N:1" }

[class.Trigger]
"start" = "same"
type = { tree = "up", children = { ATTACK = ["BOMBING"] } }

[class.Argument]
role = "same"
span = { overlap = ["start", "end"], normalize = "j", above = 0.5 }
"""


def test_a_metric_is_read(write):
    """Name, average, and the formula that its classes make."""
    formula = files.read(str(write("my.toml", ARGUMENTS)))
    assert (formula.name, formula.average) == ("arguments", "macro")
    assert str(formula.metric) == (
        "F1_doc.events[1:1](trigger(start × tree_up(type)) × Σ_args[N:1](role × ⟦J(|span ∩ span|) > 0.5⟧))"
    )


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ('set = "same"', "Σ[1:1](same)"),
        ('set = "subset"\nconstraint = "N:1"', "Σ[N:1](⟦P[1:1](same) ≥ 1⟧)"),
        (
            'set = { set = "same", minus = 1 }\nconstraint = "N:N"\nnormalize = "r"',
            "R[N:N](max(0, Σ[1:1](same) − 1))",
        ),
        ('sequence = "same"\nnormalize = "j"', "J≤[1:1](same)"),
        ('graph = { is = "same", field = "label" }\nnodes = "n"', "Σ→[1:1](label)"),
        ("set = { table = { a = { b = 0.5, c = 1 } } }", "Σ[1:1](table)"),
        ('set = { tree = "depth", separator = "/" }', "Σ[1:1](tree_depth)"),
        ('set = { overlap = [0, 1], normalize = "f1", at_least = 1 }', "Σ[1:1](⟦F1(|∩|) ≥ 1⟧)"),
        ('set = { tree = "decay", decay = 0.25 }', "Σ[1:1](tree_decay)"),
        ("set = { worth = { NAM = 1, PRO = 0.25 }, otherwise = 0 }", "Σ[1:1](worth)"),
        (
            'set = { types = { string = "same" }, otherwise = "subset" }',
            "Σ[1:1](⟨type⟩(str: same, else ⟦P[1:1](same) ≥ 1⟧))",
        ),
        (
            'sum = [{ field = "a", set = "same" }, { field = "b", set = "subset" }]\nnormalize = "f1"',
            "F1(Σ_a[1:1](same) + Σ_b[1:1](⟦P[1:1](same) ≥ 1⟧))",
        ),
        (
            (
                '[metric.precision]\nset = "same"\nnormalize = "p"\n'
                '[metric.recall]\nset = "same"\nconstraint = "1:N"'
            ),
            "F1 of P[1:1](same) and Σ[1:N](same)",
        ),
    ],
)
def test_every_kind_of_comparison(write, text, formula):
    """What the keys mean is what the operators of the same names are; the name is the file's."""
    mine = files.read(str(write("mine.toml", f"[metric]\n{text}\n")))
    assert (mine.name, str(mine.metric)) == ("mine", formula)


HEAD = '[metric]\nset = "X"\n[class.X]\n'
WRONG = [
    ("", ":1:1: no [metric]", ""),
    ('[metrics]\nset = "same"', ":1:1: unknown key 'metrics'; did you mean 'metric'?", "[metrics]"),
    (
        '[metric]\nset = "Evnt"\n[class.Event]\na = "same"',
        ":2:1: unknown class 'Evnt'; did you mean 'Event'?",
        'set = "Evnt"',
    ),
    (
        '[metric]\nset = "same"\nnormalise = "f1"',
        ":3:1: unknown key 'normalise'; did you mean 'normalize'?",
        "normalise =",
    ),
    ('[metric]\nset = "same"\nnormalize = "g"', ":3:1: unknown normalizer 'g'", "normalize ="),
    ('[metric]\nset = "same"\nconstraint = "1:2"', ":3:1: unknown constraint '1:2'", "constraint ="),
    ('[metric]\nset = "same"\nduplicates = "bag"', ":3:1: unknown duplicates 'bag'", "duplicates ="),
    ('[metric]\nset = "same"\naverage = "median"', ":3:1: unknown average 'median'", "average ="),
    ('[metric]\nset = "same"\nname = ""', ":3:1: the name must be a text", "name ="),
    ('[metric]\nset = "same"\nsequence = "same"', ":3:1: 'set' cannot be used with 'sequence'", "sequence ="),
    (
        '[metric]\nsequence = "same"\nduplicates = "set"',
        ":3:1: 'duplicates' can be used only with set, not with 'sequence'",
        "dup",
    ),
    (
        '[metric]\nset = "same"\nabove = 1\nat_least = 1',
        ":4:1: 'above' cannot be used with 'at_least'",
        "at_",
    ),
    ('[metric]\nset = "same"\nabove = nan', ":3:1: above must be a finite number, not nan", "above"),
    ('[metric]\nset = "same"\nminus = -1', ":3:1: what is subtracted is -1", "minus"),
    ('[metric]\nset = "same"\nfield = "a..b"', ":3:1: 'a..b' is not the name of a field", "field"),
    ('[metric]\nset = "same"\nfield = -1', ":3:1: -1 is not the name of a field", "field"),
    ('[metric]\nset = "same"\nfield = true', ":3:1: True is not the name of a field", "field"),
    (
        "[metric]\nnormalize = 'f1'",
        ":1:1: the table names no comparison; use one of is, sum, set",
        "[metric]",
    ),
    ('[metric]\nset = "same"\nnmae = "x"', ":3:1: unknown key 'nmae'; did you mean 'name'?", "nmae"),
    ('class = 1\n[metric]\nset = "same"', ":1:1: class must be a table of classes", "class = 1"),
    (HEAD + 'a = { tree = "up", children = { b = [1] } }', ":4:20: write children as", ""),
    (
        HEAD + 'a = { overlap = [0, 1], constraint = "1:1" }',
        "'constraint' can be used only with set or sequence or graph",
        "",
    ),
    ("[metric]\nset = 3", ":2:1: 3 is not a way to compare objects", "set = 3"),
    ('[metric]\nset = "same"\n[class]\nX = 1', ":4:1: class 'X' must be a table of fields", "X = 1"),
    ('[metric]\nset = "X"\n[class.X]', ":3:1: class 'X' has no fields", "[class.X]"),
    (HEAD + 'a = "X"', ":4:1: class 'X' contains itself", 'a = "X"'),
    (HEAD + 'a = { set = "same", }', "not valid TOML", ""),
    (HEAD + 'a = { overlap = ["b"] }', ":4:7: overlap needs two fields", "overlap"),
    (
        HEAD + "a = { table = { x = { y = nan } } }",
        ":4:23: the credit of 'x' and 'y' must be a number from 0 to 1, not nan",
        "y = nan",
    ),
    (
        HEAD + "a = { table = { x = { y = 1.5 } } }",
        ":4:23: the credit of 'x' and 'y' must be a number from 0 to 1, not 1.5",
        "",
    ),
    (HEAD + "a = { table = 1 }", ":4:7: write the table as", ""),
    (HEAD + 'a = { tree = "sideways" }', ":4:7: unknown tree 'sideways'", ""),
    (HEAD + 'a = { tree = "up", children = 1 }', ":4:20: write children as", ""),
    (HEAD + 'a = { tree = "up", separator = "" }', ":4:20: the separator must be a text", ""),
    (HEAD + 'a = { tree = "up", children = { b = ["b"] } }', ":4:7: the type tree has a cycle", ""),
    (
        HEAD + 'a = { tree = "up", children = {}, separator = "." }',
        ":4:35: 'children' cannot be used with 'separator'",
        "",
    ),
    (HEAD + 'a = { tree = "up", decay = 0.5 }', ":4:20: decay needs tree", ""),
    (
        HEAD + 'a = { tree = "decay", decay = 3 }',
        ":4:7: the decay of a tree must be a number from 0 to 1",
        "",
    ),
    (HEAD + "a = { weights = 1 }", ":4:7: weights needs the path of a file", ""),
    (HEAD + "a = { worth = {} }", ":4:7: worth needs weights of values", ""),
    (HEAD + "a = { worth = { NAM = -1 } }", ":4:17: a weight must be a number of at least 0, not -1", ""),
    (HEAD + "a = { types = {} }", ":4:7: types needs comparisons by type", ""),
    (HEAD + 'a = { types = { text = "same" } }', "unknown key 'text'", ""),
    (HEAD + "a = { sum = [] }", ":4:7: sum needs a list of comparisons", ""),
    (HEAD + 'a = { graph = "same", nodes = 1 }', ":4:23: 1 is not the name of a field", ""),
    (
        '[metric.precision]\nset = "same"',
        ":1:2: the file has no [metric.recall] with the formula of recall",
        "",
    ),
    ('[metric]\nset = "same\n', ": not valid TOML: ", 'set = "same'),
    ('[metric]\nset = "same"\nset = "same"', "not valid TOML: cannot overwrite a value", ""),
]


@each("text, message, line", WRONG)
def test_every_error_points_at_its_line(write, text, message, line):
    """File, line, column, the line, and what there is instead."""
    path = write("my.toml", text)
    with pytest.raises(InputError) as error:
        files.read(str(path))
    assert message in str(error.value)
    assert line in str(error.value)
    assert error.value.line
    assert error.value.source == str(path)


def test_a_python_file_is_run(write):
    """It sets metric, and may set name and average."""
    text = (
        "from nerkit.algebra import *\nfrom nerkit.algebra import match_sets, same\n"
        "metric = match_sets(same)\nname = 'mine'\n"
    )
    formula = files.read(str(write("my.py", text)))
    assert (formula.name, str(formula.metric), formula.average) == ("mine", "Σ[1:1](same)", "micro")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\nmetric = 1 / 0\n", ":2:1: ZeroDivisionError: division by zero\n  metric = 1 / 0"),
        ("metric = (", ":1:1: SyntaxError"),
        ("x = 1", ": no metric"),
        ("metric = 3", ": metric is 3"),
        (
            "import nerkit.algebra as a\nmetric = a.match_sets(a.same, '2:1')",
            ":2:1: unknown constraint '2:1'",
        ),
        (
            "from nerkit.algebra import *\nfrom nerkit.algebra import same\nmetric = same\naverage = 1",
            ": average is 1",
        ),
    ],
)
def test_errors_in_a_python_file(write, text, message):
    """Are told like any others, without a traceback."""
    with pytest.raises(InputError) as error:
        files.read(str(write("my.py", text)))
    assert message in str(error.value)


PRINTED = (
    "F1_slots[1:1](name × 2 · value⟨kind⟩(n: number(v), else v in casefold+space) "
    "× ⟦edit_words(note) in casefold > 0.5⟧?)"
)
SLOTS = """
[metric]
field = "slots"
set = "Slot"
normalize = "f1"

[class.Slot]
name = "same"
value = { by = "kind", cases = { n = "Number" }, otherwise = "Text", weight = 2 }
note = { edit = "words", text = "casefold", above = 0.5, optional = true }

[class.Number]
v = { number = { within = 1 } }

[class.Text]
v = { is = "same", text = "casefold,space" }
"""


def test_optional_fields_choices_weights_and_scalars(tmp_path):
    """In a file, and as they are printed."""
    path = tmp_path / "slots.toml"
    path.write_text(SLOTS, encoding="utf-8")
    metric = files.read(str(path)).metric
    assert str(metric) == PRINTED
    gold = [{"slots": [{"name": "a", "value": {"kind": "n", "v": 5}}]}]
    system = [{"slots": [{"name": "a", "value": {"kind": "n", "v": 6}}]}]
    assert metric(gold, system).counts.numbers[0].tolist() == [2, 2, 2, 2]
    system[0]["slots"][0]["note"] = "more"
    assert metric(gold, system).counts.numbers[0].tolist() == [0, 2, 0, 2]


def test_credits_in_a_file_beside(tmp_path):
    """`weights` takes what --type-weights takes, by the path from the metric's own folder."""
    (tmp_path / "types.json").write_text('{"thing": ["city"]}')
    path = tmp_path / "my.toml"
    path.write_text('[metric]\nset = { weights = "types.json", decay = 0.25 }\n')
    metric = files.read(str(path)).metric
    assert metric.score([["city"]], [["thing"]]) == 0.25
    (tmp_path / "types.json").write_text('{"thing": ["city"], "city": ["thing"]}')
    with pytest.raises(InputError, match="the type tree has a cycle: 'thing' is below itself"):
        files.read(str(path))


def test_the_type_of_values_chooses(tmp_path):
    path = tmp_path / "my.toml"
    path.write_text('[metric]\nset = { types = { string = { edit = "characters" }, number = "same" } }\n')
    metric = files.read(str(path)).metric
    assert metric.score([["ab", 1, True]], [["ac", 1, True]]) == 1.5


def test_the_classes_that_there_are_fill_no_screen(write):
    """Of a thousand the first twelve are named, and how many more there are."""
    classes = "".join(f'[class.C{at}]\na = "same"\n' for at in range(1000))
    with pytest.raises(InputError) as raised:
        files.read(str(write("mine.toml", f'[metric]\nset = "Event"\n{classes}')))
    assert "C0, C1, " in str(raised.value)
    assert " more" in str(raised.value)
    assert len(str(raised.value)) < 400
