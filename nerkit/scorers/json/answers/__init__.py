"""Answers to questions, compared with gold that has several readings: squad, triviaqa, drop, anls,
anls-strict,
anls-star.

A score is the best over the readings of the gold side, from 0 to 1. A measure is the mean score over
documents, which are the questions. Each measure has the normal form of its data set.

    word_overlap   bags and sets of words: squad, triviaqa, drop
    edits          Levenshtein's similarity: anls, anls-strict, and anls-star of nested values
    batch          the scores of the documents of a batch, with the readings that gave them
"""
