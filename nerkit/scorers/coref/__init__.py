"""Coreference: mentions grouped into entities, scored as scorer.pl, CoVal, corefud-scorer and neleval do.

Conventions
    A mention is a set of words of a document (`nerkit.corpora.mentions`). Mentions of both sides are
    matched one to one (`matching`: `--match exact|partial|head|min`, `--zeros dependent|linear`); entities
    share as many mentions as are matched. Entities lie in documents; in span TSV they may go on in other
    documents, and measures look at the corpus as a whole, as neleval does. Where the same words are a
    mention twice in a document on one side, the first counts (`--mentions first|error|all`), gold and
    system alike. `--singletons drop` then removes entities of one mention from each side, before mentions
    are matched. A document that the system lacks is one without mentions. Both sides have the same words
    (`sides`).

Measures (`clusters` and `mentions` have the formulas)
    mentions                      mention detection: matched mentions over the mentions of each side
    muc b_cubed ceaf_m ceaf_e     Vilain et al. 1995; Bagga & Baldwin 1998; Luo 2005, phi 3 and 4
    lea                           Moosavi & Strube 2016
    pairwise pairwise_negative    pairs of mentions of one document in the same entity, in different ones
    blanc                         the mean of the two, called blanc/links and blanc/non-links; `--blanc
                                  conll|luo2014` says what counts where there are no links of one kind
                                  (Recasens & Hovy 2011; Luo et al. 2014)
    conll                         the mean of muc, b_cubed and ceaf_e
    mor zero                      overlap of mentions; anaphoric empty nodes (corefud-scorer)

    `bcub`, `ceafm` and `ceafe`, as other scorers spell them, are the same measures. All are summed over
    documents before they are divided. The formulas are those of Pradhan et al. 2014: mentions without a
    partner are not manipulated.

Differences from scorer.pl 8.01
    - Repeated mentions are removed on both sides, and never refused (there gold ones stay, F1 above 1; of the
      system's only those go that gold has; over ten in all is an error).
    - Documents that gold lacks are an error (there ignored); two documents of one name are an error (there
      the last counts).
    - Comment lines are no tokens, blanks separate columns too, any text is an id, `3)|(3` on a token closes
      before it opens.
    - Different numbers of tokens are an error (there not compared). Percentages are rounded (there cut off).
Differences from CoVal
    - Repeated mentions count once (there each time); documents that the system lacks are empty (there a
      KeyError).
    - Mentions may cross sentences; CEAF-m is divided by mentions (there by entities).
    - `--match min` is one to one (there several system mentions may match one of gold).
Differences from corefud-scorer 1.2
    - Singletons are kept unless asked (there dropped), matching is exact unless asked; `--preset corefud`
      is its default.
    - Both directions of the alignment are kept apart (there a zero may take the place of another), zeros
      are looked up through the alignment, and one without a parent is scored (there ZeroDivisionError).
    - Documents and sentences that only one side has are not overlooked. The same words in two entities
      count once.
Differences from neleval 3.1.1
    - A mention without id is an entity of its own (there all of them are one). CEAF has no time limit;
      `lea`, `blanc` and `conll` exist, over the corpus as a whole too.
"""
