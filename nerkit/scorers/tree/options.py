"""The options of `nerkit tree`, and their choices."""

from functools import cached_property

from nerkit.exceptions import UsageError
from nerkit.ground.options import check_choices, described, option
from nerkit.ground.records import record
from nerkit.scorers.tree.params import PRESETS, Params, params

READS = "constituents"  # what it takes of formats
OWN, GOLD = "own", "gold"
PUNCTUATION = (OWN, GOLD)
EXCLUDE, ERROR = "exclude", "error"
MISMATCH = (EXCLUDE, ERROR)
PARAMS = tuple(PRESETS)


@described
@record(frozen=True)
class Options:
    """The options of `nerkit tree`. Raises UsageError for values that are not a choice."""

    params: "Params | str" = option(
        "collins",
        (
            f"Choose what nerkit leaves out and treats as equal: {', '.join(PARAMS)} (default "
            "collins), or a parameter file of EVALB."
        ),
        metavar="NAME|FILE",
        daily=True,
    )
    punctuation: str | None = option(
        None,
        (
            "Find punctuation by each side's own tags, as EVALB does, or by the gold tags (default "
            "own; gold for proper)."
        ),
        choices=PUNCTUATION,
        daily=True,
    )
    max_length: int | None = option(
        None, "Score only sentences with up to N gold words.", metavar="N", least=0, daily=True
    )
    functions: bool = option(False, "Compare labels with their functions: NP-SBJ.")
    align: bool = option(
        False, "Align sentences and words by their characters, so that both may differ.", daily=True
    )
    mismatch: str = option(
        EXCLUDE,
        "Exclude sentences with different words (default), or refuse them.",
        choices=MISMATCH,
    )

    def __post_init__(self) -> None:
        check_choices(self)
        if self.max_length is not None and self.max_length < 0:
            raise UsageError(f"max_length=… must be a number of words, not {self.max_length}")

    @cached_property
    def parameters(self) -> Params:
        """The parameters of EVALB. Raises InputError for a file that is damaged or does not exist."""
        return params(self.params)

    @property
    def by_gold(self) -> bool:
        """Whether the gold tag of a word decides for both sides whether the word is left out."""
        return (self.punctuation or (GOLD if self.params == "proper" else OWN)) == GOLD
