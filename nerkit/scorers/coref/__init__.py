"""Coreference: mentions grouped into entities, scored like scorer.pl, CoVal, corefud-scorer and neleval.

`measures` has the record of each measure (`nerkit explain NAME`).

Conventions
    A mention is a set of words of a document (`nerkit.corpora.mentions`). Mentions of both sides are matched
    one to one (`matching`: `--match exact|partial|head|min`, `--zeros dependent|linear`). Two entities share
    their matched mentions. Entities belong to one document. In span TSV an entity may go on in other
    documents, and measures then look at the corpus as a whole, as neleval does.

    If a side has a mention with the same words twice in a document, the first counts (`--mentions
    first|error|all`), in gold and in the system. `--singletons drop` then removes entities of one mention
    from each side, before mentions are matched. A document that the system lacks has no mentions. Both sides
    have the same words (`sides`). Counts are summed over documents before they are divided.

Differences from scorer.pl 8.01
    - Repeated mentions are removed on both sides, and never refused. The Perl script keeps repeated gold
      mentions. It removes repeated system mentions that gold has, and refuses more than ten.
    - Documents that gold lacks, and two documents of one name, are errors. scorer.pl ignores the first kind,
      and of two documents it takes the last.
    - Comment lines are not tokens, blanks separate columns, too, any text is an id, and `3)|(3` on a token
      closes before it opens.
    - Different numbers of tokens are an error; scorer.pl does not compare them. Percentages are rounded;
      scorer.pl cuts them off.
Differences from CoVal
    - Documents that the system lacks are empty; CoVal raises a KeyError.
    - Mentions may cross sentences.
    - `--match min` is one to one. In CoVal several system mentions may match one gold mention.
Differences from corefud-scorer 1.2
    - nerkit keeps singletons and matches exactly by default. `--preset corefud` has the defaults of
      corefud-scorer.
    - nerkit keeps both directions of the alignment apart, where corefud-scorer may replace one zero by
      another. Zeros are looked up through the alignment. A zero without a parent is scored; corefud-scorer
      divides by zero.
    - Documents and sentences of a single side are not overlooked. The same words in two entities count once.
Differences from neleval 3.1.1
    - A mention without an id is an entity of its own; neleval makes one entity of all of them. CEAF has no
      time limit. `lea`, `blanc` and `conll` exist for the corpus as a whole, too.
"""
