"""What `nerkit agree` knows besides: measures, units and samplers; loads no numpy."""

from dataclasses import dataclass

from nerkit.errors import UsageError, unknown

UNITS = (TOKEN, CHARACTER, SPAN, ITEM) = ("token", "character", "span", "item")
OF_ITEMS = ("kappa", "alpha", "kappa-multi", "fleiss", "pi", "observed")
OF_SPANS = ("f1", "f1-positions")
OF_UNITS = ("alpha-u", "gamma")
MEASURES = {  # name -> what it is
    "kappa": "Cohen (1960): mean over pairs of annotators, each on the items of both",
    "alpha": "Krippendorff (1980), nominal: of all values of items that two annotators have",
    "f1": "F1 of spans with labels, mean over pairs of annotators",
    "kappa-multi": "Davies and Fleiss (1982): observed and expected agreement averaged over pairs first",
    "fleiss": "Fleiss (1971): needs as many values of every item",
    "pi": "Scott (1955): fleiss by its name for two annotators",
    "observed": "share of equal values, mean over pairs",
    "f1-positions": "F1 of spans whatever their label",
    "alpha-u": "Krippendorff (1995, 2004): units and gaps of a continuum",
    "gamma": "Mathet, Widlöcher and Métivier (2015): the best alignment of units against chance",
}
DEFAULTS, OF_TABLES = ("kappa", "alpha", "f1"), ("kappa", "alpha")
HEADLINE = "alpha"
BY = (LABEL, DOCUMENT, PAIR) = ("label", "document", "pair")
SAMPLERS = (SHUFFLE, STATISTICAL) = ("shuffle", "statistical")


@dataclass(frozen=True)
class AgreeRequest:
    """What is asked of annotators. Raises UsageError for names that do not exist.

    units      token, character, span, item; None: by what the annotators have
    positions  labels are left out: inside or outside
    weights    of position and label in gamma;  sampler, samples, seed   of its expected disorder
    empty      the value of 0/0: zero, one or null
    """

    measures: tuple[str, ...] = ()
    units: str | None = None
    positions: bool = False
    by: tuple[str, ...] = ()
    labels: tuple[str, ...] | None = None
    weights: tuple[float, float] = (1.0, 1.0)
    sampler: str = SHUFFLE
    samples: int = 30
    seed: int = 12345
    empty: str = "zero"
    form: str | None = None

    def __post_init__(self) -> None:
        for what, names, known in (("measure", self.measures, MEASURES), ("field", self.by, BY)):
            for name in names:
                if name not in known:
                    raise unknown(what, name, known)
        if self.samples < 1:
            raise UsageError("gamma needs at least one sample")
