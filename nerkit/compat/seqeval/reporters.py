"""`seqeval.reporters`: collect the rows of a report as text or as a dictionary."""

from typing import Any

from nerkit.formatters.seqeval import HEADERS, header, line


class DictReporter:
    """Collects rows in a dictionary: name -> scores."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self.report_dict: dict[str, dict[str, Any]] = {}

    def report(self) -> dict[str, dict[str, Any]]:
        """The rows collected so far."""
        return self.report_dict

    def write(self, row_name: str, precision: float, recall: float, f1: float, support: int) -> None:
        """Add a row to the dictionary."""
        self.report_dict[row_name] = dict(zip(HEADERS, (precision, recall, f1, support), strict=True))

    def write_blank(self) -> None:
        """Do nothing, because a dictionary has no blank rows."""


class StringReporter:
    """Collects rows as lines of text; *width* is the width of names, *digits* the number of decimals."""

    def __init__(self, *_: Any, width: int = 10, digits: int = 4) -> None:
        self.buffer: list[str] = []
        self.width, self.digits = width, digits

    def report(self) -> str:
        """The header, and the rows collected so far."""
        return self.write_header() + "\n".join(self.buffer)

    def write(self, row_name: str, precision: float, recall: float, f1: float, support: int) -> None:
        """Add a line to the text."""
        self.buffer.append(line(row_name, (precision, recall, f1, support), self.width, self.digits))

    def write_header(self) -> str:
        """The line of column names, and a blank line."""
        return header(self.width) + "\n\n"

    def write_blank(self) -> None:
        """Add a blank row."""
        self.buffer.append("")
