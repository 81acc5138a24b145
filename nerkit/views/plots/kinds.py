"""The figures there are, and what they are written to. This module loads nothing."""

KINDS = {  # name -> what it shows
    "systems": "systems with intervals, and which of them cannot be told apart",
    "labels": "precision, recall and F1 by label",
    "confusion": "labels of gold against labels of the system",
    "pr": "precision against recall; a curve where predictions have a confidence",
    "slices": "scores by length, or by any field",
    "differences": "the difference of two systems, document by document",
    "ranks": "mean ranks of systems over documents, with the critical difference",
}
SUFFIXES = ("pdf", "svg", "png")
CUT = {"slices": "length", "labels": "label"}  # the field of the figures that are cut by one
