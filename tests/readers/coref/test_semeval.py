"""SemEval-2010's columns."""

import io

import pytest

from nerkit import io as nio
from nerkit import readers
from nerkit.exceptions import InputError
from nerkit.io import expand


def read(target, form):
    return readers.reader(form).read(nio.expand(target))


SEMEVAL = """#begin document 3-79
1\tThe\tthe\t_\tDT\t_\t_\t_\t2\t_\t_\t_\t_\t_\t_\t_\t(1|(2
2\tqueen\tqueen\t_\tNN\t_\t_\t_\t0\t_\t_\t_\t_\t_\t_\t_\t1)

1\tleft\tleave\t_\tVB\t_\t_\t_\t0\t_\t_\t_\t_\t_\t_\t_\t2)
#end document
"""


def test_columns_and_errors():
    """The word is the second column; `_` says that there is nothing."""
    mentions = read(io.StringIO(SEMEVAL), "semeval")
    assert mentions.documents == ["3-79"]
    assert (mentions.span.start.tolist(), mentions.span.end.tolist()) == ([0, 0], [2, 3])
    assert [mentions.entities[i] for i in mentions.entity] == ["1", "2"]
    assert mentions.words.form == ["The", "queen", "left"]
    assert len(read(io.StringIO(SEMEVAL), "conll-coref")) == 2
    with pytest.raises(InputError, match="no mention of 7 is open here") as error:
        read(io.StringIO(SEMEVAL.replace("1)", "7)")), "semeval")
    assert (error.value.line, error.value.column) == (3, 42)


@pytest.mark.parametrize(
    ("head", "form"),
    [
        (SEMEVAL, "semeval"),
        (SEMEVAL.replace("left", "2\tx").replace("1\t", "3-79\t"), "conll-coref"),
        ("#begin document 3-79\n1\ta\t_\n2\tb\t(1)\n", "semeval"),
        ("#begin document 3-79\n1\ta\t_\n1\tb\t(1)\n", "conll-coref"),
        ("#begin document 3-79\n0\ta\t_\n1\tb\t(1)\n", "conll-coref"),
    ],
)
def test_recognition(head, form):
    """Words that are numbered from 1 in each sentence make the difference to CoNLL-2012."""
    assert readers.explained(expand(io.StringIO(head)), readers.BY_CONTENT) == [form]
