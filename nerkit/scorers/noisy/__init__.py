"""Noisy text: entities scored in texts that differ, as in recognised handwriting or speech (Nerval).

`measures` has the record of each measure (`nerkit explain NAME`). Every measure of `bio` and `spans` can
score noisy text, too: nerkit first carries the system's spans onto the gold text (`matching.project`).

Conventions
    Documents are pairs of texts. Both texts are aligned character by character
    (`nerkit.algorithms.text_alignment`). Entities are spans of their own text, in characters. Rows also count
    character and word errors of the texts; in rows of labels and bins, of the texts of gold entities. Divided
    by the numbers of characters and words, these are CER and WER. The field `noise` is the bin of an entity's
    own error rate.

Differences from Nerval 0.3.3 (`--nerval` and the command `nerval` follow Nerval)
    - nerkit skips a byte order mark. In Nerval it is a character of the text.
    - A nested entity through whose text another entity runs is scored. Nerval sometimes leaves it out.
    - Empty predictions, and § and - in the text, are ordinary; `B-O` and `B-ALL` are types.
"""
