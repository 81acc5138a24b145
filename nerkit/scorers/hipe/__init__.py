"""HIPE's measures of a column: entities and links of historical documents.

A measure is written `COLUMN/REGIME` or `COLUMN@LINKS/REGIME`. `measures.written` makes its record from the
name (`nerkit explain NEL-LIT@3/fuzzy`). Bins are labels of rows:

    noise=0.0-0.1   gold entities with a noise from the first number to below the second (or equal to both),
                    or of unknown noise. Also the system entities that overlap them, or no gold entity
    time=1790-1850  the documents whose year or day (1790/06/30) is at least the first and below the second

Differences from HIPE-scorer (c2a5684): Types may have hyphens. Bins keep or drop whole entities. Mentions
with several links are divided on both sides. Tokens with # count.
"""
