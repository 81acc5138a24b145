"""Answers to questions, against gold with several: squad, triviaqa, drop, anls, anls-strict, anls-star.

A score is the best over the readings of gold, from 0 to 1; a measure is its mean over documents, the
questions. Each measure has the normal form of its own data set.

    words   bags and sets of words: squad, triviaqa, drop
    edits   Levenshtein's similarity: anls, anls-strict, and anls-star of nested values
    batch   the scores of the documents of a batch, and the readings that they are of
"""
