"""The page of a result in Python and in a notebook."""

from html.parser import HTMLParser

import pytest

import nerkit

TAGS = [["B-PER", "O"], ["B-LOC", "O"]], [["B-PER", "O"], ["O", "B-<b>"]]


class Frames(HTMLParser):
    """The attributes of all elements, by name."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def test_a_page_is_text():
    """It is what the command writes, but for the line of the command."""
    page = nerkit.evaluate(*TAGS, task="bio").report()
    assert isinstance(page, str)
    assert page.startswith("<!doctype html>")
    assert repr(page) == f"<Page of {len(page.encode()):,} bytes>"


def test_a_notebook_shows_it_in_a_frame():
    """One element, whose attribute is the page; what a label says does not leave it."""
    page = nerkit.evaluate(*TAGS, task="bio").report()
    frames = Frames()
    frames.feed(page._repr_html_())
    ((tag, attributes),) = frames.found
    assert (tag, attributes["sandbox"], attributes["srcdoc"]) == ("iframe", "allow-scripts", str(page))


def test_a_size_is_kept():
    tags = [["B-PER", "O", "B-LOC"] * 300] * 200
    wrong = [["B-PER", "B-LOC", "O"] * 300] * 200
    result = nerkit.evaluate(tags, wrong, task="bio")
    assert len(nerkit.report(result, size=300_000).encode()) <= 300_000


def test_a_sum_of_results_has_no_page():
    """Its items are not known."""
    result = nerkit.evaluate(*TAGS, task="bio")
    with pytest.raises(nerkit.UsageError, match="a stored or added result has counts but no"):
        (result + result).report()
