"""The grid of the power of a gate, with a line for each system."""

from nerkit.evaluation.stored.gate_power import GatePower
from nerkit.views.grid import Grid, Style, number


def rows(shown: GatePower, style: Style) -> Grid:
    """A line for each system and row that the gate tests."""
    unit = f"{shown.unit}s"
    headers = ["gate", "system", "measure", "false alarms", "±", "detectable", unit]
    lines = [
        [
            row.gate,
            row.system,
            row.measure if row.label == "*" else f"{row.measure}/{row.label}",
            number(row.false_alarms, style),
            number(row.false_alarms_se, style),
            number(row.detectable, style),
            f"{row.documents:,}",
        ]
        for row in shown.rows
    ]
    return Grid(headers, lines, ("gate", "system", "measure"))
