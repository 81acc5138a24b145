"""The daily options: those that `nerkit COMMAND --help` shows; `--help-all` shows all."""

SHARED = frozenset(  # of all commands that have them, as their parameters are called
    {
        *("gold", "system", "labels", "form", "preset"),
        *("measures", "by", "macro"),
        *("output_format", "output", "digits", "score_only", "quiet"),
        *("confidence", "fail_under"),
    }
)
OWN = {  # command -> its own daily options; of a command that is not here all are
    "evaluate": (),
    "spans": ("match", "type_weights", "min_overlap"),
    "bio": ("scheme", "column", "matching", "min_overlap", "label_names"),
    "noisy": ("threshold", "nerval", "noise_bins", "dictionary", "show_alignment"),
    "coref": ("match", "singletons", "zeros"),
    "mrp": ("order", "unlabeled", "skip_invalid"),
    "amr": ("standardise", "aspects", "skip_invalid", "show_alignment"),
    "ie": ("metric", "seen", "judgements"),
    "srl": (),
    "dep": ("punctuation", "subtypes", "skip_invalid"),
    "tree": ("params", "punctuation", "max_length", "align"),
    "json": ("array", "key", "ignore", "within", "lenient", "schema"),
    "agree": ("annotator", "units", "task"),
    "compare": ("paired", "baseline", "sort", "pairs", "task"),
    "power": ("paired", "target", "level", "task"),
    "errors": ("items", "kinds", "label", "document", "changed", "summary", "confusion", "task"),
    "report": ("paired", "task", "opened"),
    "plot": ("task",),
    "merge": ("counts_only",),
    "convert": ("to", "scheme", "tokens", "lossy"),
}


def is_daily(command: str, option: str) -> bool:
    """Whether the help of a command shows an option, by the name of its parameter."""
    return option in SHARED or command not in OWN or option in OWN[command]
