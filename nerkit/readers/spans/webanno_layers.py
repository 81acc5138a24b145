"""The layers that a WebAnno file declares, and the choice of the layer and the label that nerkit reads."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, NoReturn

from nerkit.exceptions import InputError, plural

FIXED = 3  # columns before the columns of layers: number, offsets, token
SPANS, CHAINS, RELATIONS = "#T_SP=", "#T_CH=", "#T_RL="
NAMED_ENTITY, VALUE = "NamedEntity", "value"
NO_LAYER = "the file has no layer of spans (#T_SP) or chains (#T_CH)"


@dataclass(frozen=True, slots=True)
class WebAnnoLayer:
    """A layer of spans or chains.

    name      its name
    features  the names of its features; can be empty
    column    the 0-based column of the first feature
    chains    whether it is a layer of chains
    """

    name: str
    features: Sequence[str]
    column: int
    chains: bool = False

    @property
    def short(self) -> str:
        """The name of the layer without its package."""
        return self.name.rpartition(".")[2]

    @property
    def end(self) -> int:
        """The column behind its last column; a layer without features has one column."""
        return self.column + max(len(self.features), 1)


class Asked(NamedTuple):
    """Options of the reader: a layer and a feature, or None, and whether chains come before spans."""

    layer: str | None
    feature: str | None
    chains: bool


class Layers:
    """The layers of one file.

    known    all layers of spans and chains
    others   column that is not read -> kind of its annotations
    columns  the number of columns of each row
    chosen   the layer to read; None if the file does not have it
    """

    def __init__(self, source: str, asked: Asked) -> None:
        self.source, self.asked = source, asked
        self.known: list[WebAnnoLayer] = []
        self.others: dict[int, str] = {}
        self.columns = FIXED
        self.chosen: WebAnnoLayer | None = None
        self.is_decided = False

    def add(self, line: str) -> None:
        """Add the layer that a line declares."""
        kind = line[: len(SPANS)]
        name, *features = line[len(SPANS) :].rstrip("\t").split("|")
        features = [each for each in features if each]
        layer = WebAnnoLayer(name, features, self.columns, kind == CHAINS)
        if kind == RELATIONS:
            self.others[self.columns] = "relation"
        else:
            self.known.append(layer)
        self.columns = layer.end

    def choose(self) -> None:
        """Choose the layer to read, once; nerkit counts the annotations of other layers of chains."""
        if self.is_decided:
            return
        self.chosen, self.is_decided = self._choice(), True
        self.others |= {one.column: "chain" for one in self.known if one.chains and one is not self.chosen}

    def _choice(self) -> WebAnnoLayer | None:
        """The layer to read; None if the file does not have it. Raises InputError if several are possible."""
        asked = self.asked.layer
        if asked is not None or not self.known:
            named = (layer for layer in self.known if asked in (layer.name, layer.short))
            return next(named, None)
        spans, chains = ([one for one in self.known if one.chains == kind] for kind in (False, True))
        wanted = (chains or spans) if self.asked.chains else (spans or chains)
        fitting = [layer for layer in wanted if layer.short == NAMED_ENTITY] or wanted
        if len(fitting) > 1:
            kind = "chains" if fitting[0].chains else "spans"
            what = f"{plural(len(fitting), 'layer')} of {kind}: {', '.join(one.name for one in fitting)}"
            raise InputError(what, source=self.source, remedy="choose a layer with layer=…")
        return fitting[0]

    def fail(self) -> NoReturn:
        """Raise the InputError for a file without the layer that nerkit reads, or without layers."""
        names = ", ".join(layer.name for layer in self.known)
        what = (
            f"the file has no layer {self.asked.layer!r} of spans; its layers are {names}"
            if names
            else NO_LAYER
        )
        raise InputError(what, source=self.source, line=None if names else 1)

    def label(self, layer: WebAnnoLayer) -> int | None:
        """The index of the feature that is the label; None for a layer without features.

        Raises InputError if the feature does not exist, or if several are possible.
        """
        asked, names = self.asked.feature, ", ".join(layer.features)
        if asked is not None:
            if asked not in layer.features:
                what = f"{layer.name} has no feature {asked!r}; its features are {names or 'none'}"
                raise InputError(what, source=self.source)
            return layer.features.index(asked)
        if VALUE in layer.features:
            return layer.features.index(VALUE)
        if layer.chains and layer.features:
            relation = next((i for i, name in enumerate(layer.features) if name.endswith("Relation")), 1)
            return min(set(range(len(layer.features))) - {relation}, default=0)
        if len(layer.features) > 1:
            what = f"{plural(len(layer.features), 'feature')} of {layer.name}: {names}"
            raise InputError(what, source=self.source, remedy="choose the label with feature=…")
        return 0 if layer.features else None
