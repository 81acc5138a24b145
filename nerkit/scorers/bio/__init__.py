"""Tagged tokens: chunks written as one tag a token, scored as conlleval, seqeval and nervaluate do.

Conventions
    Both sides have the same tokens; documents are compared by their token offsets, half-open, counted from
    the document's first token. Tags are read in the scheme of `--scheme`, or each side in the one that fits
    it best (`nerkit.corpora.schemes.of_each`); sequences the scheme does not allow are read as conlleval
    reads them, and counted. An empty side is a side without chunks.

Measures
    chunk     same start, end and type (Tjong Kim Sang & Buchholz 2000; conlleval, seqeval by default)
    strict    the same, over chunks that are written as the scheme writes them; others do not exist (seqeval's
              strict mode)
    exact partial type     SemEval-2013 task 9.1, after MUC: same borders; any overlap, for half; same type
                           (`matching`)
    token     accuracy: tokens with the same letter and type, of all tokens. By label: tokens tagged with it,
              on each side.
    Every measure of `nerkit spans` (`overlap-maxsum::span+type` is partial credit in tokens) over the chunks
    of `chunk`.
    chunk, exact, partial and type also count COR INC PAR MIS SPU: cor inc par mis spu.

Differences from conlleval.pl (2004-01-26)
    - E and L close a chunk and S, U and W are one (there E-B and S-S of one type are merged, BILOU and BMEWO
      misread).
    - `-DOCSTART-` lines are not tokens; types `0` and empty are types like others; no `-d`, `-o` or `-r` is
      needed.
Differences from seqeval 1.2.2
    - L, U, M and W are read (there BILOU only in strict mode); IOE1 is read right in strict mode too.
    - Each side is read in its own scheme (there both in gold's, and never found to be IOB1 or IOE1); O-only
      files are scored, not an error.
    - `B_NP` is of type `NP` (there `_NP`).
Differences from nervaluate 1.2.1
    - All schemes (there IOB); tokens that differ in number are an error; documents are documents, not
      sentences, which changes nothing.
"""
