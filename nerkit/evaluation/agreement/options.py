"""The options of `nerkit agree` alone: measures, units and samplers; this module loads no numpy."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nerkit.exceptions import UsageError, unknown_field

UNITS = (TOKEN, CHARACTER, SPAN, ITEM) = ("token", "character", "span", "item")
OF_ITEMS = ("kappa", "alpha", "kappa-multi", "fleiss", "pi", "observed")
OF_SPANS = ("f1", "f1-positions")
OF_UNITS = ("alpha-u", "gamma")
MEASURES = {  # name -> description
    "kappa": "Cohen (1960): mean over pairs of annotators, each pair on its common items",
    "alpha": "Krippendorff (1980), nominal: over all values of items that two annotators share",
    "f1": "F1 of spans with labels, mean over pairs of annotators",
    "kappa-multi": "Davies and Fleiss (1982): averages observed and expected agreement over pairs first",
    "fleiss": "Fleiss (1971): needs equally many values for every item",
    "pi": "Scott (1955): fleiss for two annotators",
    "observed": "share of equal values, mean over pairs",
    "f1-positions": "F1 of spans whatever their label",
    "alpha-u": "Krippendorff (1995, 2004): units and gaps of a continuum",
    "gamma": "Mathet, Widlöcher and Métivier (2015): the best alignment of units against chance",
}
DEFAULTS, OF_TABLES = ("kappa", "alpha", "f1"), ("kappa", "alpha")
HEADLINE = "alpha"
F1 = "f1"  # for files of other tasks, it means the headline of the task
EVERYBODY = "*"  # the system of a row about all annotators
BY = (LABEL, DOCUMENT, PAIR) = ("label", "document", "pair")
TASKS = ("bio", "spans", "noisy")  # tasks whose annotations are spans over units
SAMPLERS = (SHUFFLE, STATISTICAL) = ("shuffle", "statistical")


@dataclass(frozen=True)
class AgreeRequest:
    """The request of an agreement. Raises UsageError for unknown names.

    task       the task to score, if the content does not tell: `spans`, `coref`, …
    units      token, character, span, item; None: chosen from the annotators' data
    positions  whether to ignore labels, so that values are only inside or outside
    tags       whether the values of units keep `B-` and `I-`
    annotator  the field of a single file that names the annotator; None: one file per annotator
    labels, label_map, only   labels to keep, new names of labels, documents and items to keep
    ends, offsets, unicode   the meaning of offsets and the Unicode form of texts, as in `evaluate`
    strict     whether faults that readers forgive are errors
    options    the options of the task, by name, for its measures
    limit      the steps of gamma's integer program, after which a bound is given; None: until it is solved
    weights    of position and label in gamma;  sampler, samples, seed   how gamma draws random annotations
    empty      the value of 0/0: zero, one or null
    """

    measures: tuple[str, ...] = ()
    units: str | None = None
    positions: bool = False
    tags: bool = False
    annotator: str | None = None
    by: tuple[str, ...] = ()
    labels: tuple[str, ...] | None = None
    label_map: Mapping[str, str] | str | None = None
    only: tuple[str, ...] = ()
    limit: int | None = None
    weights: tuple[float, float] = (1.0, 1.0)
    sampler: str = SHUFFLE
    samples: int = 30
    seed: int = 12345
    empty: str = "zero"
    form: str | None = None
    task: str | None = None
    ends: str | None = None
    offsets: str | None = None
    unicode: str | None = None
    strict: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        measures = list[str]()
        for typed in self.measures:
            names = [name.strip() for name in typed.split(",")]
            measures += names if MEASURES.keys() & names else [typed]  # a task separates its own names
        object.__setattr__(self, "measures", tuple(measures))
        for name in self.by:
            if name not in BY:
                raise unknown_field(name, BY)
        if self.positions and self.tags:
            raise UsageError(
                "positions=… cannot be used with tags=…, because positions=… leaves out the tags"
            )
        if self.samples < 1:
            raise UsageError("gamma needs at least one sample")
