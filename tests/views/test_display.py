"""Display width is what a terminal takes, and text that is cut fits."""

from hypothesis import given
from hypothesis import strategies as st

from nerkit.formatters import table
from nerkit.ground.plain_text import (
    CUT,
    cut_around,
    cut_between_words,
    cut_in_the_middle,
    folded,
    padded,
    width,
)
from nerkit.views.grid import Grid, PartedCell, Style

TEXTS = st.text(alphabet="ab東京é\u0301\u200d[]😀 ", max_size=30)


def test_width():
    """Two columns for East Asian letters and emoji, none for what combines."""
    assert [width(text) for text in ("abc", "東京", "e\u0301", "😀", "ｱ", "")] == [3, 4, 1, 2, 1, 0]


@given(TEXTS, st.integers(1, 40))
def test_what_is_cut_fits(text, columns):
    """Never wider than asked for, and unchanged where it fits."""
    for cut in (cut_in_the_middle, cut_around, cut_between_words):
        assert width(cut(text, columns)) <= columns
        assert width(text) > columns or cut(text, columns) == text


def test_cutting():
    """Names keep their ends, excerpts the item in brackets."""
    assert cut_in_the_middle("runs/2017/system-a.conll", 13) == "runs/2….conll"
    assert "[Ellery]" in cut_around("The mayor of the town of Port [Ellery] saw Anna in the garden", 24)
    assert padded("東", 4, "right") == "  東"


def drawn(grid, **style):
    """The text of a table."""
    return "".join(table.render(grid, Style(**style))).removesuffix("\n")


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4), st.integers(40, 100), st.booleans())
def test_a_table_never_wraps(names, room, marked):
    """No line is wider than the terminal; without a width nothing is cut."""
    lines = [[*(" ".join(name.split()) for name in pair), "0.123", "0.456", "12345"] for pair in names]
    best = frozenset({(0, 3)}) if marked else frozenset()
    grid = Grid(["measure", "system", "P", "F1", "gold"], lines, best=best, counts=["gold"])
    assert max(width(line) for line in drawn(grid, width=room).split("\n")) <= room
    whole = drawn(grid)
    assert all(cell.strip() in whole for line in lines for cell in line)


def test_counts_give_way_before_names():
    """At 30 columns the counts are gone and the name is whole; at 24 the name is cut."""
    grid = Grid(
        ["system", "F1", "correct", "gold"],
        [["system-number-1", "0.5", "100", "200"]],
        counts=["correct", "gold"],
    )
    assert drawn(grid, width=30).split("\n")[1] == "system-number-1  0.5"
    assert "…" in drawn(grid, width=18).split("\n")[1]


def test_numbers_that_do_not_fit_stand_in_blocks():
    """Every number is there, beside the names, and no line is too wide."""
    headers = ["gold", *(f"L{i:02}" for i in range(20))]
    text = drawn(Grid(headers, [["PER", *("1234" for _ in range(20))]], ["gold"]), width=40)
    assert text.count("1234") == 20
    assert max(map(len, text.split("\n"))) <= 40
    assert [line for line in text.split("\n") if line.startswith("PER")] != []


def test_others_are_not_filled_up_to_a_cell_without_end():
    """In a file, where one long text beside many rows would be written for each; on a terminal it is cut."""
    lines = [["a" * 3_000, "1"], ["b", "2"]]
    grid = Grid(["text", "F1"], lines, ["text"])
    assert drawn(grid).split("\n") == ["text      F1", f"{'a' * 3_000}     1", "b          2"]
    assert {len(line) for line in drawn(grid, width=40).split("\n")} == {40}


WORDS = st.lists(st.text("abcé", min_size=1, max_size=11), min_size=1, max_size=12).map(" ".join)


@given(WORDS, WORDS, WORDS, st.integers(40, 100))
def test_words_are_never_cut(before, item, behind, room):
    """Whatever is left out of a text, an item or a line, the words that are shown are whole."""
    text = f"{before} [{item}] {behind}"
    for shown in (cut_around(text, room), cut_between_words(f"{before} {item} {behind}", room)):
        assert width(shown) <= room
        words = shown.replace(CUT, " ").replace("[", "").replace("]", "").split()
        assert set(words) <= set(f"{before} {item} {behind}".split())
    lines = folded(text, room).split("\n  ")
    assert (max(map(width, lines)) <= room, " ".join(lines)) == (True, text)


@given(st.lists(TEXTS, min_size=1, max_size=5), st.integers(0, 60))
def test_words_between_the_texts_of_a_phrase_stay(parts, room):
    """Labels, places and the arrow are whole, whatever gives way between them."""
    cut = PartedCell(*parts).cut(room)
    assert (cut.parts[::2], {width(text) <= room for text in cut.parts[1::2]} | {True}) == (
        tuple(parts[::2]),
        {True},
    )
