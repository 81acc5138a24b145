"""Tagged tokens: chunks written as one tag per token, scored like conlleval, seqeval and nervaluate.

`measures` has the record of each measure (`nerkit explain NAME`). Every measure of `nerkit spans` can score
the chunks, too, in tokens.

Conventions
    Both sides have the same tokens. Chunks are half-open ranges of tokens, counted from the first token of
    their document. Tags follow `--scheme`; without it, each side has the scheme that fits it best
    (`nerkit.corpora.schemes.of_each`). The task reads sequences that the scheme does not allow as conlleval
    does, and counts them. An empty side is a side without chunks.

Differences from conlleval.pl (2004-01-26)
    - E and L close a chunk, and S, U and W are chunks of one token. conlleval misreads BILOU and BMEWO.
    - Types `0` and empty are ordinary types. No `-d`, `-o` or `-r` is needed.
Differences from seqeval 1.2.2
    - L, U, M and W are read in every mode.
    - Each side is read in its own scheme. seqeval reads both in the scheme of gold, and never recognises IOB1
      or IOE1. Files with only O are scored and are not an error.
    - `B_NP` has the type `NP`. In seqeval it has `_NP`.
Differences from nervaluate 1.2.1
    - All schemes are read; nervaluate reads IOB. Different numbers of tokens are an error. Documents are
      documents and not sentences, which changes no number.
"""
