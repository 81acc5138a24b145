"""The measure `dictionary`: entities that find the entry of the gold text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.exceptions import InputError, UsageError
from nerkit.scorers.noisy import dictionary
from nerkit.scorers.noisy.dictionary import Dictionary, read
from nerkit.scorers.noisy.matching import Acceptance

NAMES = {"Tolkien": "Q892", "Tolman": "Q7817", "Tolmin": "Q2438", "writer": "Q36180", "author": "Q36180"}
GOLD = ("Tolkien was a writer", [(0, 7, "PER"), (14, 20, "OCC")])


def scored(system, dictionary=NAMES, **options):
    """Right, system's and gold's entities with an entry."""
    result = nerkit.evaluate([GOLD], [system], task="noisy", dictionary=dictionary, **options)
    assert list(dict.fromkeys(row.measure for row in result.rows)) == ["noisy", "dictionary"]
    row = result["dictionary"]
    return row.p_num, row.p_den, row.r_den


def test_by_hand():
    """Tolkieene finds Q892 and writear Q36180: 2 of 2. Tolmun is one edit from two names and finds none, so
    precision has the writer alone. A name that finds another entry is wrong on both sides.
    """
    assert scored(("Tolkieene xas a writear", [(0, 9, "PER"), (16, 23, "OCC")])) == (2, 2, 2)
    assert scored(("Tolmun was a writer", [(0, 6, "PER"), (13, 19, "OCC")])) == (1, 1, 2)
    assert scored(("Tolman was a writer", [(0, 6, "PER"), (13, 19, "OCC")])) == (1, 2, 2)


def test_a_system_that_lists_no_strings():
    """It finds no entry, and gold has two."""
    assert scored({"PER": []}) == (0, 0, 2)


def test_what_is_compared_is_what_noisy_compares():
    """An entity of another type, or one elsewhere, is not right, though it finds the entry."""
    assert scored(("Tolkien was a writer", [(0, 7, "LOC"), (14, 20, "OCC")])) == (1, 2, 2)
    assert scored(("a writer was Tolkien", [(13, 20, "PER")])) == (0, 1, 2)


def test_an_entry_is_found_beyond_the_threshold_of_noisy():
    """`noisy` divides by the length of gold's text, a dictionary by that of its name: 3 of 7 is too much for
    noisy at 0.4, 2 of 6 near enough to `Tolkyn`.
    """
    system = ("Txlkxn was a writer", [(0, 6, "PER"), (13, 19, "OCC")])
    names = {"Tolkien": "Q892", "Tolkyn": "Q892"}
    result = nerkit.evaluate([GOLD], [system], task="noisy", dictionary=names, threshold=0.4)
    assert (result["noisy"].p_num, result["dictionary"].p_num) == (1, 1)


def test_types_restrict_names(tmp_path):
    """A name with a type is found by entities of that type alone."""
    path = tmp_path / "names.tsv"
    path.write_text("Tolkien\tQ892\tPER\nTolkien\tQ1\tLOC\n\nwriter\n", encoding="utf-8")
    dictionary = read(str(path), Acceptance(0.3, below=False, exact=False))
    assert [dictionary.find("Tolkien", type_) for type_ in ("PER", "LOC", "OCC", None)] == [
        "Q892",
        "Q1",
        None,
        None,
    ]
    assert dictionary.find("writr", "OCC") == "writer"


@pytest.mark.parametrize(("line", "column"), [("\tQ1", 1), ("a\t", 1), ("a\tb\tc\td", 1)])
def test_damaged_lines_have_a_place(tmp_path, line, column):
    path = tmp_path / "names.tsv"
    path.write_text(f"Tolkien\tQ892\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError, match=rf"names.tsv:2:{column}: write lines of a dictionary as name"):
        nerkit.evaluate([GOLD], [GOLD], task="noisy", dictionary=str(path))


def test_refusals():
    with pytest.raises(UsageError, match="needs a dictionary"):
        nerkit.evaluate([GOLD], [GOLD], task="noisy", measures=["dictionary"])
    with pytest.raises(UsageError, match="dictionary=… cannot be used with nerval=True"):
        nerkit.evaluate([GOLD], [GOLD], task="noisy", dictionary=NAMES, nerval=True)


def test_errors_name_the_entries(run, write):
    """A pair that noisy recognises is listed where its entries differ, with both entries."""
    gold = write("gold.bio", "Tolman B-PER\nwrote O\n")
    system = write("system.bio", "Tolmin B-PER\nwrote O\n")
    names = write("names.tsv", "Tolman\tQ1\nTolmin\tQ2\n")
    given_ = ["errors", "-g", gold, "-s", system, "--task", "noisy", "-q"]
    assert run(*given_).out == ""
    out = run(*given_, "--option", f"dictionary={names}").out
    assert "entry" in out
    assert "PER 0-6: Tolman [Q1] → Tolmin [Q2]" in out


def slow_distance(left, right):
    """Levenshtein's distance, by its definition."""
    if not left or not right:
        return len(left) + len(right)
    changed = slow_distance(left[1:], right[1:]) + (left[0] != right[0])
    return min(changed, slow_distance(left[1:], right) + 1, slow_distance(left, right[1:]) + 1)


words = st.text("ab", min_size=1, max_size=5)


@given(
    st.dictionaries(words, st.sampled_from("xyz"), max_size=6),
    words,
    st.sampled_from([0.0, 0.2, 0.3, 0.5, 1.0]),
    st.booleans(),
    st.sampled_from([-1, 0, 1, 2, 32]),
)
def test_the_nearest_name_is_found(names, text, threshold, below, far):
    """Pieces of names lead to all names within reach, and long ones are compared; a slow twin measures every
    one.
    """
    accept = Acceptance(threshold, below, exact=False)
    listed = Dictionary({(name, None): {entry} for name, entry in names.items()}, accept)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dictionary, "FAR", far)
        found = listed.find(text, "T")
    rates = {name: (slow_distance(name, text), len(name)) for name in names}
    near = {
        name: distance
        for name, (distance, length) in rates.items()
        if (distance / length < threshold if below else distance / length <= threshold)
    }
    entries = {names[name] for name, distance in near.items() if distance == min(near.values())}
    assert found == (entries.pop() if len(entries) == 1 else None)


def test_a_long_name_is_not_sought_step_by_step(monkeypatch):
    """Of no text: a short one is out of its reach, and to a long one the distance is measured once."""
    tried = []
    at = Dictionary._at
    monkeypatch.setattr(
        Dictionary, "_at", lambda one, steps, text: tried.append(steps) or at(one, steps, text)
    )
    names = Dictionary(
        {("ab" * 20_000, None): {"x"}, ("Anna", None): {"y"}}, Acceptance(0.3, below=False, exact=False)
    )
    assert [names.find(text, None) for text in ("Ana", "ab" * 19_990, "ba")] == ["y", "x", None]
    assert len(tried) < 50
