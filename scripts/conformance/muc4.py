"""MUC-4's scoring: the worth of set fills, percentages from tallies, and two systems from key and response.

Fallout of slots follows from GE's tallies of each pair of templates. For the other systems there are totals,
and no number of possible incorrect fills: GE's is taken, as nearly all of it is that of the key.

Of GE's response there are official tallies for each pair of templates. People decided 119 of its fills (ICR,
IPA), and others that they called incorrect, which no column counts. What they decided is read off the
tallies, slot by slot, and written down as judgements: with these the percentages and F-measures are the
official ones, and the messages agree but for those in BY_HAND. Without, the messages agree in which they
decided nothing, but for those in UNCOUNTED. Of SRI's response there are totals: what is right in ours lies
between theirs without what people decided, and theirs.
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations, permutations, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import nerkit
from nerkit import readers
from nerkit.corpora.muc_slots import DATE, MUC_SLOTS, STRING
from nerkit.formatters.muc4 import SETS, f_measures, percentages
from nerkit.io import expand
from nerkit.scorers.ie.templates.muc4 import percent, possible_incorrect
from nerkit.scorers.ie.templates.muc4_views import as_judged, comparable_string, fills_of
from scripts.conformance.checks import Cases, Check, Checks, against, check, same
from scripts.conformance.commands import read, rows, run, sides

KEY, GE, SRI = "data/muc4_tst3_key.txt", "muc4_tst3_GE.response.txt", "unscored/muc4_tst3_SRI.response.txt"
NAME = "template-muc4"
COLUMNS = {  # of the official report -> of our rows
    "POS": "r_den",
    "ACT": "p_den",
    **{name: name.lower() for name in ("COR", "PAR", "INC", "SPU", "MIS", "NON")},
}
OFFICIAL, ALL_SYSTEMS = "muc4_tst3_GE.official.json", "muc4_tst3_all_systems.json"
BY_HAND = {  # message -> what people did that no judgement of a pair says
    "TST3-MUC4-0030": "called the tag of a type wrong, by which two templates are aligned",
    "TST3-MUC4-0033": "aligned another template",
    "TST3-MUC4-0057": "distributed two fills over six",
    "TST3-MUC4-0060": "distributed two fills over six",
    "TST3-MUC4-0094": "aligned another template",
    "TST3-MUC4-0099": "took the optional one of two equal fills",
}
UNCOUNTED = {  # message -> what people decided that no column counts
    "TST3-MUC4-0032": "called a type with a wrong tag incorrect, a date of another day right",
    "TST3-MUC4-0054": "called an effect with a wrong tag incorrect",
}
PAIRED, SPURIOUS, MISSING = "", "spurious", "missing"  # statuses of pairs of templates


def cases(golden: Path) -> Cases:
    """All comparisons."""
    for compare in (set_fills, arithmetic, fallouts, without_judgements, with_judgements, bounds):
        yield partial(compare, golden)


def set_fills(golden: Path) -> Checks:
    """The worth of a fill of the system where gold has another one: a document for each pair."""
    pairs = read(golden / "muc4_set_fills.json")["pairs"]

    def document(slot: str, fill: str) -> dict[str, Any]:
        fillers = [{"role": "perp-ind-id", "mentions": ["rebels"]}]  # so that templates may be aligned
        typed = slot == "inc-type"
        fillers += [] if typed else [{"role": slot, "mentions": [fill]}]
        return {"templates": [{"type": fill if typed else "ATTACK", "fillers": fillers}]}

    gold, system = ([document(pair["slot"], pair[side]) for pair in pairs] for side in ("key", "response"))
    result = nerkit.evaluate(gold, system, task="ie", measures=[NAME], by=["document", "slot"])
    worth = {(row.document, row.label): row.p_num for row in result.rows if row.measure == NAME}
    for number, pair in enumerate(pairs, 1):
        credit = worth[str(number), f"slot={pair['slot']}"]
        yield same(f"{pair['slot']} {pair['response']} for {pair['key']}", credit, pair["official"])


def arithmetic(golden: Path) -> Checks:
    """Percentages and F-measures of the seventeen systems from their tallies."""
    table = read(golden / ALL_SYSTEMS)
    for system, of_system in table["systems"].items():
        for title, cells in of_system.items():
            if title == "F":
                continue
            tallies = _tallies(dict(zip(table["columns"], cells, strict=False)))
            shown = ["*" if share is None else str(share) for share in percentages(tallies)]
            yield same(f"{system} {title}", shown, cells[10:13])
            if title == "ALL TEMPLATES":
                yield same(f"{system} F", list(f_measures(tallies).values()), of_system["F"])


def _tallies(named: Mapping[str, int]) -> Any:
    """Official tallies as a row of counts."""
    right = named["COR"] + named["PAR"] / 2
    extras = [named[name] for name in ("COR", "PAR", "INC", "ICR", "IPA", "SPU", "MIS", "NON")]
    return np.array([right, named["ACT"], right, named["POS"], *extras], float)


def fallouts(golden: Path) -> Checks:
    """Fallout of GE's slots, and of the set fills of all systems, from tallies."""
    table = read(golden / OFFICIAL)
    sets = {name: slot.size for name, slot in MUC_SLOTS.items() if slot.size}
    sizes, wrong, of_sets = np.array(list(sets.values())), np.zeros((2, len(sets))), 0.0
    for pair in table["pairs"]:
        if pair["status"] in (PAIRED, SPURIOUS, MISSING):
            cells = np.array([pair["slots"][name] for name in sets], float)
            possible = possible_incorrect(sizes, cells[:, 0])
            wrong += np.stack([cells[:, 4] + cells[:, 7], possible])
            of_sets += 0 if pair["status"] == SPURIOUS else possible.sum()
    for name, share in zip(sets, percent(*wrong).tolist(), strict=True):
        yield same(f"GE fallout {name}", str(share), table["final"][name]["rec_pre_ovg_fal"][3])
    systems = read(golden / ALL_SYSTEMS)
    for system, of_system in systems["systems"].items():
        named = dict(zip(systems["columns"], of_system[SETS], strict=True))
        incorrect = np.array([named["INC"] + named["SPU"]], float)
        yield same(f"{system} fallout", str(percent(incorrect, np.array([of_sets]))[0]), named["(FAL)"])


def official(golden: Path) -> tuple[dict[str, Counter[str]], set[str], list[dict[str, Any]]]:
    """The totals of each message, the messages in which people decided something, all pairs of templates."""
    table = read(golden / OFFICIAL)
    totals: dict[str, Counter[str]] = defaultdict(Counter)
    decided = set()
    for pair in table["pairs"]:
        cells = dict(zip(table["columns"], pair["slots"].get("TOTAL", [0] * 10), strict=True))
        totals[pair["message"]].update(cells)
        if cells["ICR"] or cells["IPA"]:
            decided.add(pair["message"])
    return totals, decided, table["pairs"]


@against("the scores that MUC-4 published")
def by_message(golden: Path, name: str, messages: Sequence[str], *options: str) -> Checks:
    """The tallies of messages."""
    totals, _, _ = official(golden)
    found = rows("ie", *sides(golden, KEY, GE), "-m", NAME, "--by", "document", *options)
    for message in messages:
        wanted = {ours: float(totals[message][theirs]) for theirs, ours in COLUMNS.items()}
        yield check(f"GE {name} {message}", found.of(NAME, message), wanted, 0)


def without_judgements(golden: Path) -> Checks:
    """The messages in which people decided nothing."""
    totals, decided, _ = official(golden)
    by_hand = {*decided, *BY_HAND, *UNCOUNTED}
    return by_message(golden, "alone", [name for name in totals if name not in by_hand])


def with_judgements(golden: Path) -> Checks:
    """All messages, and the official percentages and F-measures, with what people decided as judgements."""
    totals, _, _ = official(golden)
    final = read(golden / OFFICIAL)
    with TemporaryDirectory() as folder:
        options = ("--judgements", str(write_judgements(golden, "GE", Path(folder) / "GE")))
        yield from by_message(golden, "judged", [name for name in totals if name not in BY_HAND], *options)
        arguments = ("ie", *sides(golden, KEY, GE), "-f", "muc4")
        report, bare = (run(*arguments, *more).stdout.split("\n") for more in (options, ()))
    shares = _line(report, "ALL TEMPLATES").rpartition("|")[2].split()
    yield same("GE percentages", shares, final["final"]["ALL TEMPLATES"]["rec_pre_ovg_fal"])
    measures = [float(cell) for cell in _line(report, "F-MEASURES").split()[1:]]
    yield same("GE F-measures", measures, list(final["F"].values()))
    far, near = (_distance(lines, final["final"]) for lines in (bare, report))
    yield Check("GE comes nearer", None if near * 2 < far else f"{near} from {far} fills")


def _line(report: Sequence[str], title: str) -> str:
    return next(line for line in report if line.startswith(title))


def _distance(report: Sequence[str], final: Mapping[str, Any]) -> int:
    """How many right and half right fills of slots a report has more or fewer than the official one."""
    distance = 0
    for slot in MUC_SLOTS:
        right, half = _line(report, f"{slot} ").split("|")[1].split()[:2]
        distance += abs(int(right) - final[slot]["tallies"][2]) + abs(int(half) - final[slot]["tallies"][3])
    return distance


def bounds(golden: Path) -> Checks:
    """What is right in SRI's response: from key and response, with GE's judgements, and with SRI's.

    The last two come nearer to the official number, each more than the one before, and do not pass it.
    """
    table = read(golden / ALL_SYSTEMS)
    cells = dict(zip(table["columns"], table["systems"]["SRI"]["ALL TEMPLATES"], strict=False))
    most = cells["COR"] + cells["PAR"] / 2
    least = most - cells["ICR"] - cells["IPA"] / 2
    command = ["ie", *sides(golden, KEY, SRI), "-m", NAME]
    with TemporaryDirectory() as folder:
        files = [write_judgements(golden, name, Path(folder) / name) for name in ("GE", "SRI")]
        options: list[list[str]] = [[], *(["--judgements", str(path)] for path in files)]
        right = [rows(*command, *more)[NAME, "*", "*"]["p_num"] for more in options]
    steps = [least, *right, most]
    yield Check("SRI", None if steps == sorted(set(steps)) else f"{steps} do not rise")


def write_judgements(golden: Path, system: str, path: Path) -> Path:
    """Write what people decided of GE's fills.

    For SRI also half a credit for its open strings that have a word, and open dates that have a day and a
    month, in common with gold's: a guess of what people said of them.
    """
    _, _, pairs = official(golden)
    lines = judgements(golden, pairs)
    if system == "SRI":
        known = {(line["path"], line["gold"], line["system"]) for line in lines}
        with TemporaryDirectory() as folder:
            undecided = Path(folder) / "open.jsonl"
            command = ["errors", "--task", "ie", *sides(golden, KEY, SRI), "-m", NAME]
            run(*command, "--undecided", str(undecided), "-q")
            for text in undecided.read_text().splitlines():
                line = json.loads(text)
                if (line["path"], line["gold"], line["system"]) not in known and _near(**line):
                    lines.append({**line, "credit": 0.5})
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


def _near(path: str, gold: str, system: str) -> bool:
    """Whether two strings have a word in common that is no premodifier; two dates, two parts."""
    kind = MUC_SLOTS[path].kind
    common = set(comparable_string(gold).split()) & set(comparable_string(system).split())
    return (kind == STRING and bool(common)) or (kind == DATE and len(common) > 2)


def judgements(golden: Path, pairs: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What people decided, slot by slot of each pair of templates."""
    key, response = (_documents(golden / name) for name in (KEY, GE))
    judged: dict[tuple[str, str, str], float] = {}
    for pair in pairs:
        if pair["status"] != PAIRED:
            continue
        gold = _by_slot(key[pair["message"]], pair["key"], 0)
        system = _by_slot(response[pair["message"]], pair["response"], 1)
        for slot, tallies in pair["slots"].items():
            if slot in gold and slot in system:
                for line, credit in _decided(gold[slot], system[slot], (tallies[2], tallies[3])).items():
                    judged.setdefault((slot, *line), credit)
    return [
        {"path": slot, "gold": gold, "system": system, "credit": credit}
        for (slot, gold, system), credit in judged.items()
    ]


def _documents(path: Path) -> dict[str, Any]:
    corpus = readers.reading("muc4", "records")(expand(str(path)))
    return dict(zip(corpus.documents, corpus.values, strict=True))


def _by_slot(body: Any, number: str, side: int) -> dict[str, list[Any]]:
    """The fills of each slot of the template of a number."""
    template = next(each for each in body["templates"] if each["id"] == number)
    slots = defaultdict(list)
    for fill in fills_of(template, side):
        slots[fill["slot"]].append(fill)
    return slots


def _credit(gold: Any, system: Any) -> float:
    """The worth of a fill by rule."""

    def shared(name: str) -> bool:
        return not set(gold[name]).isdisjoint(system[name])

    return 1.0 if shared("values") and shared("tags") else 0.5 * shared("general")


def _decided(gold: list[Any], system: list[Any], wanted: tuple[int, int]) -> dict[tuple[str, str], float]:
    """Credits of pairs that, with the rules for all others, give the numbers of right and half right fills.

    Those that need the fewest credits; none where there is no such choice.
    """
    gold, system = list(gold), list(system)
    right = _taken(gold, system, 1.0)
    half = _taken(list(gold), list(system), 0.5)
    size = min(len(gold), len(system))
    if (right, half) == wanted or len(gold) > 6 or wanted[0] < right:
        return {}
    best: tuple[int, dict[tuple[int, int], float]] | None = None
    ways = product(permutations(range(len(gold)), size), combinations(range(len(system)), size))
    for of_gold, of_system in ways:
        cells = list(zip(of_gold, of_system, strict=True))
        for worth in product((1.0, 0.5, 0.0), repeat=size):
            if (worth.count(1.0), worth.count(0.5)) != (wanted[0] - right, wanted[1]):
                continue
            chosen = dict(zip(cells, worth, strict=True))
            cost = sum(credit != _credit(gold[i], system[j]) for (i, j), credit in chosen.items())
            if best is None or cost < best[0]:
                best = cost, chosen
    return {} if best is None else _lines(gold, system, best[1], full=sum(wanted) - right == size)


def _taken(gold: list[Any], system: list[Any], worth: float) -> int:
    """How many pairs of this worth are taken, first come, first served; they are left out of both lists."""
    taken = 0
    for fill in list(gold):
        partner = next((other for other in system if _credit(fill, other) == worth), None)
        if partner is not None:
            gold.remove(fill)
            system.remove(partner)
            taken += 1
    return taken


def _lines(
    gold: list[Any], system: list[Any], chosen: dict[tuple[int, int], float], *, full: bool
) -> dict[tuple[str, str], float]:
    """The credits that differ from those by rule; where fills are left, what would be half right is not."""
    lines = {}
    for i, j in product(range(len(gold)), range(len(system))):
        by_rule = _credit(gold[i], system[j])
        credit = chosen.get((i, j), by_rule if full else 0.0)
        if credit != by_rule:
            lines[as_judged(gold[i]["filler"]), as_judged(system[j]["filler"])] = credit
    return lines


if __name__ == "__main__":
    write_judgements(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
