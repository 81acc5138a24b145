"""The items of each measure: functions from the compared sides to items.

Values that several measures need are found once per batch (`RoleComparison`).
"""

from collections.abc import Callable
from functools import cached_property

import numpy as np

from nerkit.algorithms.columns import Column, IntArray, joined
from nerkit.algorithms.keys import combine, ranked, set_codes, turns
from nerkit.corpora.corpus import Batch
from nerkit.corpora.roles import VERB, Roles
from nerkit.ground.records import record, remembered
from nerkit.ground.warnings import Warned
from nerkit.results.counts import Part
from nerkit.scorers.measure import Fields
from nerkit.scorers.srl.arguments import Arguments, head_words, joined_labels, joined_phrases
from nerkit.scorers.srl.comparison import ComparedRoles
from nerkit.scorers.srl.items import RoleItems, counts
from nerkit.scorers.srl.official import Official, official

Counting = Callable[["RoleComparison"], RoleItems]  # the items of a measure

NEITHER = 0  # the sense of contextual arguments, which none depends on


@record(frozen=True)
class OfRoles:
    """A measure of items; an item is right if the other side has an item with the same key."""

    items: Counting

    def __call__(self, compared: "RoleComparison", name: str, fields: Fields) -> list[Part]:
        """Return the count rows of the measure; none for a field that its items lack."""
        part = counts(name, compared.roles, compared.items(self.items), fields)
        return [] if part is None else [part]


class RoleComparison:
    """Both sides of a batch, and the arguments and columns that several measures compare."""

    def __init__(self, batch: Batch[Roles]) -> None:
        self.roles = ComparedRoles(batch)

    @remembered
    def items(self, counting: Counting) -> RoleItems:
        """Return the items of a measure."""
        return counting(self)

    @cached_property
    def spans(self) -> Arguments:
        """The arguments of spans."""
        return joined_phrases(self.roles)

    @cached_property
    def heads(self) -> Arguments:
        """The arguments of heads, one per head."""
        return head_words(self.roles)

    @cached_property
    def labels(self) -> Arguments:
        """The arguments of heads, with all pieces of one label joined."""
        return joined_labels(self.roles)

    @cached_property
    def official(self) -> Official:
        """The arguments as srl-eval.pl finds and matches them."""
        return official(self.roles)

    @cached_property
    def position(self) -> IntArray:
        """A number for the word of each predicate; gold predicates come before system predicates."""
        return np.concatenate(self.roles.position)

    @cached_property
    def name(self) -> Column:
        """The name of each predicate; gold predicates come before system predicates."""
        return self.roles.names[2]

    @cached_property
    def sense(self) -> IntArray:
        """The sense of each predicate, as CoNLL-2009 compares it."""
        return self.name.map(sense_of).codes

    @cached_property
    def named(self) -> IntArray:
        """A number for word and name of each predicate."""
        return ranked(combine(self.position, self.name.codes))[0]

    def rows(self, arguments: Arguments) -> IntArray:
        """Return the predicate of each argument, numbered through both sides."""
        return np.where(arguments.side == 0, arguments.predicate, arguments.predicate + len(self.gold.word))

    @property
    def gold(self) -> Roles:
        """The gold side."""
        return self.roles.sides[0]

    def predicates(self, key: IntArray) -> RoleItems:
        """Return predicates as items, with a key for each."""
        side = np.repeat([0, 1], [len(each.word) for each in self.roles.sides])
        return RoleItems(side, key, self.position // self.roles.width, self.name)

    def arguments(self, arguments: Arguments, *keys: IntArray, label: bool = True) -> RoleItems:
        """Return arguments as items, with a key made from these columns and, with *label*, from the label."""
        rows = self.rows(arguments)
        return RoleItems(
            arguments.side,
            combine(*keys),
            self.position[rows] // self.roles.width,
            self.name.take(rows),
            arguments.label if label else None,
        )

    @property
    def warnings(self) -> list[str]:
        """Return the warnings about different words and names, and about repeated arguments that were
        scored.
        """
        looked_at = self.__dict__.keys() & {"spans", "heads", "labels"}
        repeated = {name: self.__dict__[name].repeated for name in looked_at}
        given_twice = Warned("arguments-repeated", facts={"repeated": repeated}, detail=_given_twice)
        return [*self.roles.warnings, *([given_twice] if given_twice else [])]


def _given_twice(warned: Warned) -> dict[str, int] | None:
    """Return the number of repeated arguments: the largest number among the ways to join phrases."""
    most = max(warned.facts["repeated"].values())
    return {"count": most} if most else None


def sense_of(name: str) -> str:
    """Return the sense that CoNLL-2009 compares: the part after the only dot, with numbers as numbers.
    Without exactly one dot, the sense is the whole name.
    """
    _, dot, sense = name.partition(".")
    if not dot or "." in sense:
        return name
    return str(int(sense)) if sense.isascii() and sense.isdigit() else f"{dot}{sense}"


def spans(compared: RoleComparison) -> RoleItems:
    """Return arguments of spans; right if predicate, label and pieces are right."""
    arguments = compared.spans
    predicate = compared.named[compared.rows(arguments)]
    return compared.arguments(arguments, predicate, arguments.label.codes, arguments.shape)


def spans_unlabeled(compared: RoleComparison) -> RoleItems:
    """Return arguments of spans without verbs; right if predicate and pieces are right. Of equal keys, as
    many count as both sides have.
    """
    arguments = compared.spans
    verb = arguments.has_label(VERB)
    predicate = compared.named[compared.rows(arguments)]
    items = compared.arguments(arguments, arguments.side, predicate, arguments.shape, label=False).take(~verb)
    turn = turns(items.key)
    key = combine(predicate[~verb], arguments.shape[~verb], turn)
    return RoleItems(items.side, key, items.sentence, items.predicate)


def predicates(compared: RoleComparison) -> RoleItems:
    """Return words that are predicates as items."""
    return compared.predicates(compared.position)


def senses(compared: RoleComparison) -> RoleItems:
    """Return predicates as items; right if the sense is right."""
    return compared.predicates(combine(compared.position, compared.sense))


def heads(compared: RoleComparison) -> RoleItems:
    """Return heads of arguments; right if predicate and label are right."""
    arguments = compared.heads
    position = compared.position[compared.rows(arguments)]
    return compared.arguments(arguments, position, arguments.label.codes, arguments.shape)


def heads_unlabeled(compared: RoleComparison) -> RoleItems:
    """Return heads of arguments; right if the predicate is right. Of equal keys, as many count as both sides
    have.
    """
    arguments = compared.heads
    position = compared.position[compared.rows(arguments)]
    turn = turns(combine(arguments.side, position, arguments.shape))
    return compared.arguments(arguments, position, arguments.shape, turn, label=False)


def head_propositions(compared: RoleComparison) -> RoleItems:
    """Return predicates of heads; right if the sense and all arguments are right."""
    return propositions(compared, combine(compared.position, compared.sense), compared.heads, verbs=True)


def exact(compared: RoleComparison) -> RoleItems:
    """Return sentences as items; right if all propositions are right."""
    propositions = head_propositions(compared)
    sides = compared.roles.sides
    sentence = np.concatenate(compared.roles.sentence)
    side = np.repeat([0, 1], [each.sentences for each in sides])
    count = len(compared.roles.document)
    item = propositions.side * count + propositions.sentence
    shape = set_codes(item, propositions.key, 2 * count)[side * count + sentence]
    return RoleItems(side, combine(sentence, shape), sentence)


def joined_arguments(compared: RoleComparison, *, core: bool | None = None) -> RoleItems:
    """Return arguments of joined pieces: all, only *core* arguments, or only contextual arguments.

    A core argument has a label with a digit, and needs the right sense of its predicate.
    """
    arguments = compared.labels
    rows = compared.rows(arguments)
    has_digit = [any(map(str.isdigit, value)) for value in arguments.label.values]
    is_core = np.array([*has_digit, False], bool)[arguments.label.codes]
    sense = np.where(is_core, compared.name.codes[rows] + 1, NEITHER)
    keys = (compared.position[rows], sense, arguments.label.codes, arguments.shape)
    items = compared.arguments(arguments, *keys)
    return items if core is None else items.take(is_core == core)


def propositions(
    compared: RoleComparison, predicate: IntArray, arguments: Arguments, *, verbs: bool = False
) -> RoleItems:
    """Return predicates with a key each, and the set of the arguments of each predicate."""
    rows = compared.rows(arguments)
    value = combine(arguments.label.codes, arguments.shape)
    counted = np.ones(len(rows), bool) if verbs else ~arguments.has_label(VERB)
    shape = set_codes(rows[counted], value[counted], len(compared.position))
    return compared.predicates(combine(predicate, shape))


def words(compared: RoleComparison, *, head: bool, label: bool) -> RoleItems:
    """Return words with a key of the compared columns: *head*, *label* or both."""
    roles = compared.roles
    syntax = [side.syntax for side in roles.sides]
    side = np.repeat([0, 1], [each.words for each in roles.sides])
    place = np.concatenate([roles.words(i, np.arange(each.words)) for i, each in enumerate(roles.sides)])
    keys = [place]
    if head:
        heads = [
            np.where(tree.parent < 0, tree.parent, each.within[tree.parent]) if tree else np.zeros(each.words)
            for tree, each in zip(syntax, roles.sides, strict=True)
        ]
        keys.append(np.concatenate(heads).astype(np.int64))
    if label:
        none = Column([""], np.empty(0, np.int64))
        columns = [
            tree.deprel if tree else Column([""], np.zeros(each.words, np.int64))
            for tree, each in zip(syntax, roles.sides, strict=True)
        ]
        keys.append(joined(columns or [none]).codes)
    return RoleItems(side, combine(*keys), place // roles.width)
