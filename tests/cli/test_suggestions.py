"""What does not work is answered with what does; what is normal is a note."""

import json

import pytest

GOLD = "Anna B-PER\nsaw O\n"
IOB1 = "Anna I-PER\nBen B-PER\n"


def test_commands_are_completed(run, monkeypatch):
    """A shell that asks for completion gets the names of the commands."""
    for name, value in {
        "_NERKIT_COMPLETE": "bash_complete",
        "COMP_WORDS": "nerkit co",
        "COMP_CWORD": "1",
    }.items():
        monkeypatch.setenv(name, value)
    done = run()
    assert done.code == 0
    assert {line.partition(",")[2] for line in done.out.splitlines()} == {
        "compare",
        "completion",
        "convert",
        "coref",
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["eval"], "did you mean 'evaluate'?"),
        (["evaluate", "g.bio", "s.bio"], "nerkit evaluate -g g.bio -s s.bio"),
        (["bio", "g.bio", "s.bio"], "nerkit bio -g g.bio -s s.bio"),
        (["errors", "g.bio", "-s", "s.bio"], "nerkit errors -g g.bio -s s.bio"),
        (["evaluate", "s.bio"], "nerkit evaluate -g GOLD -s s.bio"),
        (["bio", "-g", "g.bio", "s.bio", "-m", "f1"], "nerkit measures bio"),
        (["bio", "-g", "g.bio", "s.bio", "-m", "chunk,strict"], "-m chunk -m strict"),
        (
            ["compare", "-g", "g.bio", "s.bio", "--fail-under", "1"],
            "--fail-under does not go with nerkit compare",
        ),
    ],
)
def test_suggestions(run, write, arguments, said):
    """Exit 2, nothing on stdout, and the way out in the message."""
    write("g.bio", GOLD)
    write("s.bio", GOLD)
    done = run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_what_is_normal_is_a_note(run, write):
    """The scheme that was recognised: on stderr, in the signature, among no warnings; -q is without it."""
    path = write("g.bio", IOB1)
    done = run("bio", "-g", path, path)
    assert done.err.startswith("note: scheme IOB1; --scheme names another\n")
    assert "|scheme:IOB1|" in done.err
    assert "warning" not in done.err
    assert json.loads(run("bio", "-g", path, path, "-f", "json").out)["warnings"] == []
    assert run("bio", "-g", path, path, "-q").err == ""


@pytest.mark.parametrize(
    ("tags", "scheme"),
    [
        ("O B-A I-A", None),
        ("O I-A I-A", None),
        ("O I-A B-A", "IOB1"),
        ("B-A E-A", "BIOES"),
        ("S-A B-A E-A", None),
        ("U-A O", None),
        ("B-A L-A", "BILOU"),
        ("W-A O", None),
        ("E-A I-A E-A", None),
        ("I-A E-A", "IOE2"),
        ("O O", None),
    ],
)
def test_the_scheme_is_told_once_where_the_first_tag_does_not_show_it(run, write, tags, scheme):
    """In parts of the file as in one piece."""
    lines = "".join(f"word {tag}\n" for tag in tags.split())
    path = write("g.bio", f"{lines}\n" * 500)
    for options in ((), ("--shard-size", "1kB")):
        done = run("bio", "-g", path, path, f"again={path}", *options)
        notes = [line for line in done.err.splitlines() if line.startswith("note: scheme")]
        assert notes == ([] if scheme is None else [f"note: scheme {scheme}; --scheme names another"])


def test_parts_of_other_schemes_add(run, write):
    """A part whose tags happen to fit a smaller scheme adds up all the same; the sum names both."""
    paths = []
    for name, text in (("a", GOLD), ("b", "Ben I-PER\nsaw O\n")):
        path = write(f"{name}.bio", text)
        paths.append(write(f"{name}.json", run("bio", "-g", path, f"s={path}", "--counts-only").out))
    done = run("merge", *paths)
    assert done.code == 0
    assert "|scheme:IO+IOB2|" in done.err


def test_help_is_grouped(run):
    """Commands by what they are for, options by what they are about; `errors` has none of those of scores."""
    commands = run("--help-all").out
    places = [commands.index(f"\n{word}") for word in ("Score:", "  bio ", "Lecture:", "  cky ", "  chunk ")]
    assert places == sorted(places)
    text = run("bio", "--help-all").out
    for title, option in (
        ("Input:", "--gold"),
        ("Pairing:", "--missing"),
        ("Options:", "--scheme"),
        ("Output:", "--digits"),
        ("Statistics:", "--seed"),
        ("Gates:", "--exit-zero"),
    ):
        assert text.index(title) < text.index(option, text.index(title))
    listed = run("errors", "--help-all").out
    assert not any(
        option in listed for option in ("--by ", "--macro", "--beta", "--fail-under", "--confidence")
    )
