"""Statistics over counts: intervals, tests, rankings. They know units and sums, no tasks and no measures.

measured         how the scores of one measure follow from sums of its counts
units            the rows of a result as functions of sums over units (documents, sentences, graphs)
resampling       how often each unit counts in each resample or trial
small            what intervals of few units are worth
confidence       bootstrap intervals
exact            the p of exchanging units without drawing
significance     tests of the difference of two systems
run_groups       tests of the difference of two groups of runs
rows             intervals and tests as further numbers on the rows of a result
comparison       several systems: all pairs, ranks, letters
correlation      measures compared over systems
discrimination   which measure tells systems apart
power            what a test set can tell
"""
