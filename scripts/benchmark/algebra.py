"""Made-up records and the programs that score them by a formula; a part of `scripts.benchmark`."""

from scripts.benchmark.runs import Comparison, Place, Rows, numbers, own_code

RECORDS = """
import random, time, sys
from collections.abc import Collection
from dataclasses import dataclass
try:
    from metametric.core.decorator import metametric
    import metametric.dsl as mm
except ImportError:
    metametric = lambda **_: lambda kind: kind
@metametric()
@dataclass(frozen=True)
class Mention:
    left: int
    right: int
@metametric()
@dataclass(frozen=True)
class Relation:
    type: str
    subj: Mention
    obj: Mention
@metametric()
@dataclass
class RelationSet:
    relations: Collection[Relation]
@metametric()
@dataclass(frozen=True)
class Entity:
    mentions: Collection[Mention]
@metametric()
@dataclass
class EntitySet:
    entities: Collection[Entity]
chance = random.Random(1)
what, size, of_both = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
def mention(positions):
    start = chance.randrange(positions)
    return Mention(start, start + 2)
def relation():
    return Relation(chance.choice("abcde"), mention(30), mention(30))
def entity():
    return Entity(frozenset(mention(400) for _ in range(chance.randrange(1, 5))))
def sides(size):
    chance.seed(1)
    if what == "entities":
        return [[EntitySet({entity() for _ in range(100)}) for _ in range(size)] for _ in range(2)]
    gold = [[relation() for _ in range(10)] for _ in range(size)]
    system = [[r if chance.random() < 0.6 else relation() for r in d] for d in gold]
    # without repetitions, which metametric counts
    gold, system = ([RelationSet(list(dict.fromkeys(d))) for d in side] for side in (gold, system))
    return gold, system
gold, system = sides(size)
"""

ALGEBRA = (
    RECORDS
    + """
from nerkit.algebra import field, match_sets, record, same
span = record(left=same, right=same)
if what == "relations":
    metric = field("relations", match_sets(record(type=same, subj=span, obj=span), normalize="f1"))
else:
    phi4 = field("mentions", match_sets(span, normalize="f1"))
    metric = field("entities", match_sets(phi4, normalize="f1"))
metric.score(gold[:2], system[:2])
begin = time.process_time()
metric.score(gold, system)
print((time.process_time() - begin) / size, metric.score(*sides(of_both)))
"""
)

METAMETRIC = (
    RECORDS
    + """
if what == "relations":
    metric = RelationSet.metric
else:
    phi4 = mm.dataclass[Entity]({"mentions": mm.set_matching[Mention, "<->", "f1"](...)})
    metric = mm.dataclass[EntitySet]({"entities": mm.set_matching[Entity, "<->"](phi4)})
scorer = mm.family(metric, mm.micro_average(["f1"])).new()
begin = time.process_time()
for one, other in zip(system, gold):
    scorer.update_single(one, other)
scores = scorer.compute()
print((time.process_time() - begin) / size, float(scores["f1"]))
"""
)


def algebra(at: Place) -> Rows:
    """Formulas of `nerkit.algebra` against metametric 0.2.1: CPU time per document, scoring alone."""
    f1 = numbers(r"\S+ (\S+)")
    for title, what, size, peer_size in (
        ("10,000 documents x 10 relations (metametric: 500)", "relations", "10000", "500"),
        ("CEAF-e, 100 documents x 100 entities (metametric: 1)", "entities", "100", "1"),
    ):
        ours = own_code(ALGEBRA, what, size, peer_size)
        peer = at.code(METAMETRIC, what, peer_size, peer_size)
        shown = {"inside": True, "numbers": (f1, f1), "within": 1e-9, "on_page": what == "relations"}
        yield Comparison(f"{title}, a document", ours, "metametric", peer, **shown)
