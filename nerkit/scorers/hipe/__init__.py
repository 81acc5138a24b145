"""HIPE's measures of a column: entities and links of historical documents.

    NE-COARSE-LIT/strict   same type, same tokens
    NE-COARSE-LIT/fuzzy    same type, one token in common; one to one, as many pairs as there can be
    NEL-LIT/strict         same link, same tokens; of gold's links the first counts, of the system's the first
    NEL-LIT@3/fuzzy        any of the system's first three links is gold's

Precision is over the entities of the system, recall over gold's. Bins are labels of rows:

    noise=0.0-0.1   of gold, the entities whose noise is at least the first and below the second number (equal
                    to it, where both are the same) or not known; of the system those that overlap an entity
                    of gold in the bin, or none at all
    time=1790-1850  the documents whose year or day (1790/06/30) is at least the first and below the second

Differences from HIPE-scorer (c2a5684): types that gold lacks are spurious, types may have hyphens, pairs are
as many as possible, tokens are compared by place and not by text, bins keep or drop whole entities, mentions
with several links are divided on both sides, tokens with # count.
"""
