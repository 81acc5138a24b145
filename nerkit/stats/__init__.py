"""Statistics over counts: intervals, tests, rankings. They know units and sums, no tasks and no measures.

measured       how the scores of one measure follow from sums of its counts
units          the rows of a result as functions of sums over units (documents, sentences, graphs)
resampling     how often each unit counts in each resample or trial
confidence     bootstrap intervals
significance   tests of the difference of two systems
rows           both of these as further numbers on the rows of a result
comparison     several systems: all pairs, ranks, letters
correlation    measures compared over systems
"""
