"""Figures for papers: `nerkit plot KIND`, and `result.plot(KIND)`.

    kinds      the one list of figures, and of the files that they are written to
    paper      what all figures have in common: width, colours, markers, text that stays text, the same bytes
    rows       precision, recall and F1 by label, scores by any field, or gold labels against system labels
    systems    systems with intervals, documents of two systems, critical differences of ranks
    curve      precision against recall, also as a function of the confidence of predictions
    drawing    a figure by its name, and its bytes

A figure is one column of a paper wide (86 mm), and as high as it has lines. Systems differ in more than
colour.
"""
