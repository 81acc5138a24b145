"""Figures for papers: `nerkit plot KIND`, and `result.plot(KIND)`.

    kinds      the list of figures and of file formats
    paper      the common style: width, colours, markers, text as text, equal bytes in each run
    rows       precision, recall and F1 by label, scores by any field, or gold labels against system labels
    systems    systems with intervals, documents of two systems, critical differences of ranks
    curve      precision against recall, also as a function of the confidence of predictions
    drawing    a figure by its name, and the bytes of its file

A figure is as wide as one column of a paper (86 mm), and its height grows with its lines. Systems differ in
colour and in marker.
"""
