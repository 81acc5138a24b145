"""`--option`: the options of a task for nerkit compare and nerkit errors."""

import pytest

from nerkit.cli import task_options
from nerkit.exceptions import UsageError


def parsed(task, own):
    """The values of options as they stand behind `--option`."""
    return task_options.parsed(task, [task_options.OwnOption.of(text) for text in own])


def test_values_are_read_as_the_command_reads_them():
    """Numbers, choices, flags, values that may be left out, and options given several times."""
    assert parsed("noisy", ["threshold=0.1", "below", "exact-alignment"]) == {
        "threshold": 0.1,
        "below": True,
        "exact_alignment": True,
    }
    assert parsed("mrp", ["normalize=case", "normalize=edges"]) == {"normalize": ["case", "edges"]}
    assert parsed("spans", ["partial-gold", "match=overlap"]) == {"partial_gold": "*", "match": "overlap"}
    assert parsed("amr", ["smatch-1.0.4"]) == {"smatch_1_0_4": True}
    assert parsed(None, []) == {}
    assert parsed(None, ["below"]) == {"below": True}  # which noisy alone has


def test_options_are_typed_as_on_the_command_of_the_task(run, write):
    """With a value, with `=`, and flags; what no task has is no option."""
    gold = write("gold.bio", "Tolkien B-PER\n")
    system = write("system.bio", "Tolkieene B-PER\n")
    files = ("-q", "-g", gold, "-s", system)
    assert run("errors", *files, "--task", "noisy", "--threshold", "0.3").out == ""
    assert "text" in run("errors", *files, "--task", "noisy", "--threshold=0.1", "--below").out
    assert "did you mean" not in run("errors", *files, "--task", "noisy", "--treshold", "1").out
    assert run("errors", *files, "--task", "noisy", "--treshold", "1").code == 2


@pytest.mark.parametrize(
    ("task", "option", "said"),
    [
        ("noisy", "treshold=1", "did you mean 'threshold'"),
        ("noisy", "threshold=x", "--threshold: 'x' is not a valid float"),
        ("noisy", "threshold", "--option threshold=VALUE"),
        ("noisy", "below=yes", "--below takes no value"),
        ("coref", "match=some", "'some' is not one of"),
        ("noisy", "show-alignment", "unknown option of noisy"),
        ("nosy", "below", "did you mean 'noisy'"),
        (None, "nothing=1", "name the task of these options with --task NAME: nothing"),
    ],
)
def test_what_the_command_would_not_take(task, option, said):
    """The same is refused, and what only says how to print."""
    with pytest.raises(UsageError) as error:
        parsed(task, [option])
    assert said in str(error.value)


def test_the_last_of_both_forms_counts(run, write):
    """`--threshold 0.1` and `--option threshold=0.1` are one option."""
    gold = write("gold.bio", "Tolkien B-PER\n")
    system = write("system.bio", "Tolkieene B-PER\n")
    files = ("-q", "-g", gold, "-s", system, "--task", "noisy")
    near, exact = ("--threshold", "0.3"), ("--option", "threshold=0.1")
    assert run("errors", *files, *exact, *near).out == run("errors", *files, *near).out == ""
    assert run("errors", *files, *near, *exact).out == run("errors", *files, *exact).out != ""
    assert run("errors", *files, "--option").code == 2


def test_both_commands_use_them(run, write):
    """Heads are asked for and not there; `errors` and `compare` say so."""
    gold = write("g.jsonl", '{"doc_key": "d", "sentences": [["a"]], "clusters": [[[0, 0]]]}\n')
    for command in ("errors", "compare"):
        done = run(command, "-g", gold, f"a={gold}", f"b={gold}", "--task", "coref", "--option", "match=head")
        assert (done.code, done.out) == (2, "")
        assert "needs the head" in done.err
