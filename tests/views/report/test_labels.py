"""The table of labels of a page: those that most items have, if there are many."""

from nerkit.views.report import labels


def test_labels_that_most_items_have_are_kept(run, write, monkeypatch, tmp_path):
    """The page says how many are left out, and the command that lists all."""
    monkeypatch.setattr(labels, "LABEL_ROWS", 2)
    monkeypatch.setattr(labels, "FEWEST", 1)
    words = "".join(f"w\tB-{label}\n" for label in ["RARE", "MUCH", "MUCH", "SOME", "SOME", "MUCH"])
    gold = write("gold.bio", words)
    page = tmp_path / "page.html"
    assert run("report", "-g", gold, "-s", gold, "-o", str(page)).code == 0
    text = page.read_text()
    table = text[text.index('<section id="labels"') :]
    table = table[: table.index("</section>")]
    assert "MUCH" in table
    assert "SOME" in table
    assert "RARE" not in table
    assert "Labels left out: 1." in table
