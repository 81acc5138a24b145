"""The lines of triples in PENMAN files, read when errors are listed."""

import nerkit
from nerkit.readers.graphs.penman_lines import GraphLines

GOLD = """# ::id a
# ::snt The cat wants to sleep.
(w / want-01
   :ARG0 (c / cat
      :quant 1)
   :ARG1 (s / sleep-01~e.4
      :ARG0 c
      :time-of (d / day)))

# ::id b
(x / y)
"""
SYSTEM = GOLD.replace("cat", "dog").replace(":quant 1", ":quant 2").replace(":ARG0 c", ":ARG1 c")


def lines(gold, system):
    """Text and line of every triple that is missed, and that is spurious."""
    rows = nerkit.evaluate(str(gold), str(system), task="amr").errors().rows
    assert {row.place[0] for row in rows} <= {str(gold), str(system)}
    return {(row.gold_item["text"] or row.system_item["text"]): row.place[1] for row in rows}


def test_each_triple_has_its_line(write):
    """That of its node, its constant, or its role; of a re-entrant node that of the mention."""
    assert lines(write("g.amr", GOLD), write("s.amr", SYSTEM)) == {
        "c / cat": 4,
        "quant(c, 1)": 5,
        "arg0(s, c)": 7,
        "c / dog": 4,
        "quant(c, 2)": 5,
        "arg1(s, c)": 7,
    }


def test_inverted_roles_are_found(write):
    """The edge is written the other way round."""
    found = lines(write("g.amr", GOLD), write("s.amr", GOLD.replace("time-of", "time")))
    assert found == {"time(d, s)": 8, "time(s, d)": 8}


def test_a_file_that_changed_has_the_lines_of_its_graphs(write):
    """So has one that cannot be read again, and a text in Python."""
    gold, system = write("g.amr", GOLD), write("s.amr", SYSTEM)
    result = nerkit.evaluate(str(gold), str(system), task="amr")
    gold.write_text("\n" + GOLD)
    assert {row.gold_place[1] for row in result.errors(["missed"]).rows} == {3}
    gold.unlink()
    assert {row.gold_place[1] for row in result.errors(["missed"]).rows} == {3}
    assert nerkit.evaluate(GOLD, SYSTEM, task="amr").errors().rows[0].gold_place == ("gold", 3)


def test_several_files_and_the_second_graph(write):
    """Each graph is found in its own file."""
    for side, concept in (("gold", "y"), ("system", "z")):
        write(f"{side}/1.amr", GOLD.replace("::id a", "::id c").replace("::id b", "::id d"))
        write(f"{side}/2.amr", "\n" + GOLD.replace("x / y", f"x / {concept}"))
    folder = write("gold/1.amr", GOLD.replace("::id a", "::id c").replace("::id b", "::id d")).parent
    rows = nerkit.evaluate(str(folder), str(folder.parent / "system"), task="amr").errors(["missed"]).rows
    assert [(row.gold_place[0][-6:], row.gold_place[1]) for row in rows] == [("/2.amr", 12)]


def test_what_is_not_in_the_file_has_no_line():
    """Nodes that a standardisation adds."""
    assert GraphLines().line(("a",), "a / b") is None
    assert GraphLines().line(("a", "b"), "arg0(a, b)") is None
