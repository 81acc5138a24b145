"""The record of an output format, at the end of its module: its writer, and facts about the format."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from nerkit.ground.plain_text import message, visible
from nerkit.ground.records import record

if TYPE_CHECKING:
    from nerkit.views.grid import Style

View = TypeVar("View")


class Needs(NamedTuple):
    """The needs of the report of another program.

    measures   those that it takes if none is asked for
    by         what its rows are cut by
    tasks      the tasks that have these measures
    """

    measures: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()


NOTHING = Needs()


@record(frozen=True)
class Formatter(Generic[View]):
    """An output format.

    render       (view, style) -> text, or its pieces one after the other
    view         (shown, style) -> what is rendered: `views.grid`, `views.rows`, `views.envelope`, or a report
                 of the format's own
    takes        the type of what can be shown; a layout of scores takes a `Result` and nothing else
    needs        the measures and cuts that it shows
    digits       how many decimals it has where none are asked for; None: as many as `Style` says
    dictionary   (shown) -> the same report as a dictionary, as the program that it is copied from gives it
    """

    render: Callable[[View, "Style"], str | Iterator[str]]
    view: Callable[[Any, "Style"], View]
    takes: type = object
    needs: Needs = NOTHING
    digits: int | None = None
    dictionary: Callable[[Any], dict[str, Any]] | None = None


def stacked(reports: Mapping[str, str]) -> str:
    """The report of a single system as it is; of several, each below the system's name; text of files cannot
    steer a terminal or a build server.
    """
    if len(reports) == 1:
        return message("".join(reports.values()))
    return message("\n".join(f"{visible(name)}\n{report}" for name, report in reports.items()))
