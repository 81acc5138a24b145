"""No input makes a traceback: a result, or one of our errors."""

import io
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.exceptions import NerkitError

cell = st.sampled_from(
    ["d", "", "0", "5", "-1", "1.5", "E1", "NIL", '{"a": [1]}', "{", "#", "nan", "1e400", "9" * 30, "é", "٣"]
)
text = st.lists(st.lists(cell, max_size=10).map("\t".join), max_size=6).map("\n".join)
MEASURES = [
    "sets::span+type",
    "sets:score:link",
    "overlap-maxsum:is_first:span+kbid",
    "sets::candidates",
    "sets::type",
]


@given(st.binary(max_size=60) | text.map(str.encode), text.map(str.encode))
@pytest.mark.parametrize("task", ["spans", None])
def test_any_bytes(task, gold, system):
    """Scores, or an error that a user can act on."""
    with suppress(NerkitError):
        result = nerkit.evaluate(
            io.BytesIO(gold),
            io.BytesIO(system),
            task=task,
            measures=MEASURES,
            by=["label", "eid"],
            macro=True,
        )
        assert result.rows
        assert result.render("json")


UD = "\t".join("_" * 6)
COREFERENCE = [
    *("#begin document (a)", "#begin document (b)", "#end document", "", "# a comment"),
    *("w\t(1", "w\t1)", "w\t(1)", "w\t(2|(1", "w\t1)|2)", "w\t-", "v\t-", "w"),
    *("# newdoc id = a", "# newdoc id = b", "# global.Entity = eid-etype-head-other", "# sent_id = 1"),
    *(f"1\tw\t{UD}\t_\tEntity=(e1--1)", f"2\tw\t{UD}\t_\tEntity=(e1--1-", f"3\tv\t{UD}\t_\tEntity=e1)"),
    *(f"1.1\t_\t{UD}\t1:nsubj\tEntity=(e1--1)", f"2.1\t_\t{UD}\t_\tEntity=(e2--1)(e1--1)"),
    *("[[[0, 1], [3, 3]], [[5, 5]]]", '{"doc_key": "a", "clusters": [[[0, 1]]]}', '{"clusters": [[]]}'),
    *("a\t0\t2\te1\t1\tX", "a\t3\t4\te1\t1\tX", "b\t0\t2\te1\t1\tX", "word_1\tB-markable_1=set_1\tword_1"),
]
coreference = st.lists(st.sampled_from(COREFERENCE), max_size=9).map("\n".join)


@given(
    coreference,
    coreference,
    st.sampled_from(["exact", "partial", "head", "min"]),
    st.sampled_from(["first", "all", "error"]),
    st.sampled_from(["first", "all"]),
)
def test_any_lines_of_coreference(gold, system, match, mentions, duplicates):
    """Files of any format against each other, with every way to match."""
    with suppress(NerkitError):
        result = nerkit.evaluate(
            *(io.BytesIO(side.encode()) for side in (gold, system)),
            task="coref",
            measures="all",
            by="document",
            macro=True,
            extra="spurious",
            match=match,
            mentions=mentions,
            duplicates=duplicates,
        )
        assert result.rows
        assert result.render("json")


CELLS = ["1", "2", "1-2", "1.1", "a", "_", "X", "0", "nsubj:x", "0:root|1:x", "3:", " "]
trees = st.lists(
    st.sampled_from(["", "", "# newdoc", "# newdoc id = a", "1\ta"])
    | st.builds(
        lambda number, *cells: "\t".join([number, *cells]),
        st.sampled_from(["1", "1", "2", "2", "3", "1-2", "2-3", "2.1"]),
        st.sampled_from(["a", "b", "ab", "\u00a0"]),
        *[st.just("_")] * 4,
        st.sampled_from(["0", "1", "2", "3", "_"]),
        *[st.sampled_from(CELLS)] * 3,
    ),
    max_size=8,
).map("\n".join)


@given(trees, trees, st.sampled_from(["conllu", "conllx"]), st.booleans())
def test_any_lines_of_trees(gold, system, form, skipped):
    """Lines of trees in any order, in both formats, invalid sentences left out or not."""
    with suppress(NerkitError):
        result = nerkit.evaluate(
            *(io.BytesIO((side + "\n\n").encode()) for side in (gold, system)),
            task="dep",
            form=form,
            measures=["UAS", "MLAS", "ELAS", "Words"],
            by=["label", "sentence"],
            skip_invalid=skipped,
            multiple_roots_okay=True,
            extra="spurious",
        )
        assert result.rows
        assert result.errors() is not None
        assert result.render("json")
