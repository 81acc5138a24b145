"""Annotations of errors for a GitHub workflow: where `-f github` is the output format, and nowhere else."""

import pytest

BAD = "a B-PER\nb X-LOC\n"


@pytest.fixture
def failing(run, write):
    """Score a file with a tag that is none."""
    write("bad.bio", BAD)
    write("run-f github.bio", BAD)

    def command(*options, name="bad.bio"):
        done = run("bio", "-g", name, name, *options)
        assert done.code == 2
        assert done.out[:9] == ('{"error":' if "json" in options else "")
        assert f"error: {name}:2:3: " in done.err
        return any(line.startswith("::error file=") for line in done.err.splitlines())

    return command


@pytest.mark.parametrize(
    "options",
    [("-f", "github"), ("-fgithub",), ("--format=github",), ("--format", "github"), ("-qf", "github")],
)
def test_the_option_in_any_spelling(failing, options):
    """Short or long, joined or not, among other short options."""
    assert failing(*options)


def test_a_file_name_is_no_option(failing):
    """Words of a file name, or of an option's value, are not an output format."""
    assert not failing(name="run-f github.bio")
    assert not failing("-o", "-f github")
    assert not failing("-f", "json")
    assert not failing("-f", "github", "-f", "table")


def test_the_configuration_asks_for_it(failing, write):
    """`format = "github"` in pyproject.toml, or in the file of --config; an option overrules it."""
    write("pyproject.toml", '[tool.nerkit]\nformat = "github"\n')
    assert failing()
    assert not failing("-f", "table")
    own = write("own.toml", '[tool.nerkit.bio]\nformat = "github"\n')
    write("pyproject.toml", "[tool.nerkit]\n")
    assert not failing()
    assert failing("--config", own)


def test_an_error_of_the_configuration_itself(run, write):
    """What the command line says is known though the configuration could not be read; nothing goes to
    stdout.
    """
    write("pyproject.toml", '[tool.nerkit]\nformat = "github"\nmesure = "x"\n')
    done = run("bio", "-g", "g", "s", "--show-config", "-f", "github")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("::error file=")
    assert "line=3,col=1::unknown option 'mesure'" in done.err
    assert run("bio", "-g", "g", "s").err.startswith("error: ")


def test_an_error_without_a_place(run, write):
    """It is annotated without one."""
    path = write("g.bio", "a B-PER\n")
    done = run("bio", "-g", path, path, "-m", "chunck", "-f", "github")
    assert done.code == 2
    assert done.err.startswith("::error::unknown measure 'chunck'")


def test_commands_without_output_formats(run):
    """Their errors are no annotations, whatever stands in their arguments."""
    done = run("convert", "-f github.bio")
    assert (done.code, done.out) == (2, "")
    done = run("convert", "--", "-f github")
    assert (done.code, done.out, done.err) == (2, "", "error: -f github: no such file or directory\n")


def test_no_warning_where_none_is_wanted(run, write):
    """With -q annotations are those of failed gates alone."""
    write("gold.bio", "a B-PER\nb I-LOC\n")
    write("system.bio", "a O\nb O\n")
    for options, kinds in (((), ["warning", "error"]), (("-q",), ["error"])):
        done = run("bio", "-g", "gold.bio", "system.bio", "-f", "github", "--fail-under", "1", *options)
        found = [line.split(":")[2].split()[0] for line in done.out.splitlines() if line.startswith("::")]
        assert (found, done.code) == (kinds, 1)
