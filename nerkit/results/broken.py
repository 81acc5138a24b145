"""Systems with broken files, which nerkit cannot score."""

from typing import NamedTuple

from nerkit.exceptions import InputError, PairingError


class Broken(NamedTuple):
    """A system that nerkit cannot score, and the reason.

    file, line, column   the place of the error; None if nerkit does not know it
    message, remedy      what is wrong, and what to do
    """

    system: str
    file: str
    line: int | None
    column: int | None
    message: str
    remedy: str | None

    @classmethod
    def of(cls, system: str, file: str, error: InputError | PairingError) -> "Broken":
        """Make the record of a system from its file and the error that nerkit met."""
        if isinstance(error, InputError):
            return cls(system, error.source, error.line, error.column, error.problem, error.remedy)
        message, _, remedy = str(error).partition("\n")
        return cls(system, file, None, None, message, remedy.strip() or None)

    @property
    def told(self) -> str:
        """The system, the place and the reason, on one line."""
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        name = "" if self.file.endswith(self.system) else f"{self.system}: "
        return f"{name}{place}: {self.message}"
