"""The kinds of figures, and the file formats they are written in. This module loads nothing."""

KINDS = {  # name of a figure -> its content
    "systems": "systems with intervals, and which of them cannot be told apart",
    "labels": "F1 by label with intervals; for one system also precision and recall",
    "confusion": "gold labels against system labels",
    "pr": "precision against recall; a curve if predictions have a confidence",
    "loss": "classes of errors, which add up to 1 - F1",
    "slices": "scores by length, or by any field, with intervals",
    "differences": "the differences of systems from the first, document by document",
    "ranks": "mean ranks of systems over documents, with the critical difference",
}
SUFFIXES = ("pdf", "svg", "png")
CUT = {"slices": "length", "labels": "label"}  # figure -> the field that cuts it by default
