"""SemEval-2010 task 1: like `conll-coref`, with the numbers of words in column 1 and words in column 2.

    #begin document 3-79
    1  The    the    …  (5|(0
    2  house  house  …  0)
    #end document

Tabs separate columns; `_` is an empty cell.
"""

from nerkit.readers.coref.conll_coref import BracketShape

SHAPE = BracketShape(word=2)
READER = SHAPE.reader()
