"""Templates as MUC-4's scorer compares them: the fills of slots, their alternatives, more general values.

    {"templates": [{"optional": False, "slots": 23, "fills": [
        {"slot": "hum-tgt-num", "values": ["6"], "general": ["6"], "tags": ["jesuits"], "words": [],
         "optional": False, "restricting": False, "judged": []}]}]}

values       the alternatives as they are compared; strings without premodifiers
general      what an alternative agrees with at least in part: of gold its more general fills too; of a
             location whose place is given, its country
tags         the alternatives of the fill of another slot to which it belongs; "" without such a fill
words        of strings of restricting slots, their words
restricting  whether templates may be aligned by the slot
slots        how many slots the template has that may be empty
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from nerkit.corpora.corpus import Batch
from nerkit.corpora.muc_slots import (
    DATE,
    INCIDENT_TYPE,
    LOCATION,
    MUC_SLOTS,
    RESTRICTING,
    SET,
    STRING,
    MucSlot,
    more_general,
)
from nerkit.corpora.records import Documents
from nerkit.scorers.ie.judged.values import GOLD, SYSTEM, JudgedFillers, judged_fillers
from nerkit.scorers.ie.options import Options
from nerkit.scorers.ie.views import PATH, Body, BothSides, documents, listed

BEFORE_NOUNS = (
    "a the an this that these those",
    "one two three four five six seven eight nine ten 1 2 3 4 5 6 7 8 9 10",
    "more most many several some all few any another other certain of",
)
PREMODIFIERS = frozenset(" ".join(BEFORE_NOUNS).split())
ROLES = {  # what GTT's and GRIT's files call slots
    "PerpInd": "perp-ind-id",
    "PerpOrg": "perp-org-id",
    "Target": "phys-tgt-id",
    "Victim": "hum-tgt-name",
    "Weapon": "inc-instr-id",
}
PARENTHESES = re.compile(r" ?([():]) ?")  # in text whose blanks are single ones
UNTAGGED = ""
COUNTRY = "\0in "  # before the country of a location


def slot_of(role: str) -> MucSlot:
    """Return the MUC-4 slot of a role; a slot of strings for other roles."""
    return MUC_SLOTS.get(ROLES.get(role, role)) or MucSlot(role, role, STRING)


@lru_cache(maxsize=1 << 16)
def comparable_string(text: str) -> str:
    """Return a string in the form that is compared: in lower case, with single blanks, and without
    premodifiers unless it has no other words.

    >>> comparable_string("THE 3 PEASANTS"), comparable_string("Some  others of"), comparable_string("ALL")
    ('peasants', 'others', 'all')
    """
    words = text.lower().split()
    return " ".join([word for word in words if word not in PREMODIFIERS] or words)


def comparable_fill(kind: str, text: str) -> str:
    """Return an alternative of a fill in the form that is compared."""
    if kind == STRING:
        return comparable_string(text)
    if kind == LOCATION:
        return PARENTHESES.sub(r"\1", " ".join(text.upper().split()))
    if kind in (SET, DATE):
        return " ".join(text.upper().split())
    return "".join(text.upper().split())


def judged_form(role: str, text: str) -> str:
    """Return the compared form of a fill in a judgement, `VALUE` or `VALUE: TAG`.

    >>> judged_form("hum-tgt-effect", 'DEATH: "THE MAIDS"'), judged_form("Victim", "The maids")
    ('DEATH: maids', 'maids')
    """
    slot, text = slot_of(role), text.replace('"', "")
    value, colon, tag = text.partition(": ") if slot.referred else (text, "", "")
    return f"{comparable_fill(slot.kind, value.strip())}{': ' * bool(colon)}{comparable_string(tag)}"


def as_judged(filler: Body) -> str:
    """Return a fill as a line of judgements writes it."""
    tags = filler.get("tags")
    return f"{filler['mentions'][0]}: {tags[0]}" if tags else str(filler["mentions"][0])


def muc_templates(batch: Batch[Documents], options: Options) -> BothSides:
    """Return the templates of each document with their fills by slot. Fillers without a template make one
    template.
    """
    judged = None if options.judgements is None else judged_fillers(options.judgements, judged_form)
    slots = len(MUC_SLOTS) if "muc4" in (batch.gold.form, batch.system.form) else 0
    return BothSides(
        *(
            [{"templates": list(_templates(body, side, slots, judged))} for body in bodies]
            for side, bodies in enumerate(documents(batch))
        )
    )


def _templates(body: Body, side: int, slots: int, judged: JudgedFillers | None) -> Iterator[Body]:
    single = [{"type": "", "fillers": listed(body, "fillers")}] if listed(body, "fillers") else []
    for place, template in enumerate(listed(body, "templates") if "templates" in body else single):
        where = f"templates[{place}]" if "templates" in body else ""
        yield {
            "type": template["type"],
            "optional": bool(template.get("optional")) and side == GOLD,
            "slots": slots,
            "fills": fills_of(template, side, where, judged),
            PATH: where or "fillers",
        }


def fills_of(template: Body, side: int, where: str = "", judged: JudgedFillers | None = None) -> list[Body]:
    """Return the fills of a template, its type first; *where* is its path."""
    kind = template["type"]
    typed = {"role": INCIDENT_TYPE, "mentions": [one.strip() for one in kind.split(" / ")]}
    typed["optional"] = template.get("optional_type", False)
    fillers = [(f"{where}.type", typed)] if kind else []
    fillers += [
        (f"{where}.fillers[{number}]".lstrip("."), filler)
        for number, filler in enumerate(listed(template, "fillers"))
    ]
    return [{**_fill(filler, side, judged), PATH: path} for path, filler in fillers]


def _fill(filler: Body, side: int, judged: JudgedFillers | None) -> Body:
    slot = slot_of(filler["role"])
    values = [comparable_fill(slot.kind, text) for text in filler["mentions"]]
    tags = [comparable_string(tag) for tag in filler.get("tags", ())] or [UNTAGGED]
    restricting = slot.name in RESTRICTING or slot.name not in MUC_SLOTS
    made: dict[str, Any] = {
        "slot": filler["role"],
        "values": values,
        "general": _general(slot, values, side),
        "tags": tags,
        "words": sorted({word for value in values for word in value.split()})
        if restricting and slot.kind == STRING
        else [],
        "optional": bool(filler.get("optional")) and side == GOLD,
        "restricting": restricting,
        "judged": [],
        "filler": filler,
    }
    if judged is not None:
        forms = values + [f"{value}: {tag}" for value in values for tag in tags if tag != UNTAGGED]
        made["judged"] = judged.marks(side, filler["role"], forms)
        made["tags"] = tags + judged.equals(side, slot.referred, tags)
    return made


def _general(slot: MucSlot, values: Sequence[str], side: int) -> list[str]:
    """Return the values that agree in part with a fill: its own value, more general gold values, countries of
    places.
    """
    general = list(values)
    if slot.kind == LOCATION:
        countries = [COUNTRY + value.partition(":")[0] for value in values if ":" in value or side == SYSTEM]
        general += countries
    elif slot.kind == SET and side == GOLD:
        general += [above for value in values for above in more_general(slot.name, value)]
    return list(dict.fromkeys(general))
