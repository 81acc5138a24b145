"""The phrases that count as absent values under `absent="phrases"`, such as "not stated"."""

PHRASES = "phrases"  # the name of the texts below
ABSTAINING = (  # texts that say that there is no value, in lower case
    *("n/a", "n.a.", "none", "null", "-", "--", "—", "unknown", "undisclosed", "unspecified"),
    *("not applicable", "not available", "not disclosed", "not found", "not given", "not known"),
    *("not mentioned", "not present", "not provided", "not reported", "not specified", "not stated"),
    *("no answer", "no data", "no information", "information not available", "not in the document"),
)


def abstains(text: str) -> bool:
    """Return whether a text says that there is no value, ignoring case and surrounding blanks.

    >>> abstains(" Not stated"), abstains("Notts")
    (True, False)
    """
    return text.strip().casefold() in ABSTAINING
