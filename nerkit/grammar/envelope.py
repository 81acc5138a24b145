"""The JSON output of `nerkit cky` and `nerkit chunk`, in the envelope that all commands use."""

from collections.abc import Mapping, Sequence
from typing import Any

from nerkit.ground.warnings import told
from nerkit.results.result import SCHEMA
from nerkit.version import __version__


def envelope(
    task: str,
    rows: Sequence[Mapping[str, Any]],
    *,
    inputs: Sequence[Mapping[str, Any]],
    options: Mapping[str, Any],
    warnings: Sequence[str],
) -> dict[str, Any]:
    """The JSON object of an output: the version and options, the inputs, the rows and the warnings."""
    chosen = [f"{name}:{'yes' if value is True else value}" for name, value in options.items()]
    return {
        "schema": SCHEMA,
        "nerkit": __version__,
        "task": task,
        "signature": "|".join([task, *chosen, f"v:{__version__}"]),
        "options": dict(options),
        "inputs": [dict(facts) for facts in inputs],
        "rows": [dict(row) for row in rows],
        "warnings": told(warnings),
    }


def entry(role: str, name: str, sha256: str, items: int) -> dict[str, Any]:
    """The description of an input in the envelope."""
    return {"role": role, "name": name, "sha256": sha256, "documents": 1, "items": items}
