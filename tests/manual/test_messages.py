"""docs/messages.md: each coded message once, in its own words, with a cause and a cure."""

import re
from pathlib import Path

from nerkit.ground.sentences import SENTENCES

PAGE = (Path(__file__).parents[2] / "docs" / "messages.md").read_text(encoding="utf-8")
ROW = re.compile(r'^\| <a id="(\w+)"></a>(\w+) \| (.+?) \| (.+) \| (.+) \|$', re.MULTILINE)


def test_each_code_has_a_row_with_its_message(run):
    """As `nerkit validate --list` says them."""
    listed = [line.split("  ", 1) for line in run("validate", "--list").out.splitlines()]
    rows = {code: message for anchor, code, message, _, _ in ROW.findall(PAGE) if anchor == code}
    assert rows == {code: message.replace("|", "\\|") for code, message in listed}
    assert len(ROW.findall(PAGE)) == len(listed)


def test_each_key_of_a_warning_has_a_row_with_its_sentence():
    """In the order of the table."""
    rows = re.findall(r"^\| `([a-z-]+)` \| `(.+)` \|$", PAGE, re.MULTILINE)
    assert [(key, text.replace("\\|", "|")) for key, text in rows] == list(SENTENCES.items())


def test_options_that_are_named_exist(run):
    """`--check` and those of the cures, of some command."""
    helps = "".join(run(name, "--help-all").out for name in ("validate", "bio", "dep", "json", "mrp"))
    for option in re.findall(r"--[a-z][a-z-]+", PAGE):
        assert option in helps
