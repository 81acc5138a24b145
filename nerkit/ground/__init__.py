"""Basic helpers for the whole package: limits of inputs, safe text, files, warnings, progress."""
