"""Statistics over counts: intervals, tests, rankings. They know units and sums, but no tasks and no measures.

measured         the scores of one measure as a function of sums of its counts
units            the rows of a result as functions of sums over units (documents, sentences, graphs)
resampling       weights of units in resamples and trials
small            warnings about intervals of few units
confidence       bootstrap intervals
exact            p over all exchanges of units, without drawing
significance     tests of the difference of two systems
run_groups       tests of the difference of two groups of runs
rows             intervals and tests as further numbers on the rows of a result
comparison       several systems: all pairs, ranks, letters
correlation      correlation of measures over systems
discrimination   how well a measure tells systems apart
power            how well a test set tells two systems apart
"""
