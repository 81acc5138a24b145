"""The slots of MUC-4's templates: their names, their kinds of fills, and the hierarchy of general and special
fills.

A slot has the short name that the scorer of 1992 prints (`perp-ind-id`), and the title in files (`PERP:
INDIVIDUAL ID`). Facts come from slotconfig.el for MUC-4 (Chinchor 1992).
"""

from collections.abc import Sequence
from typing import NamedTuple

DATE, LOCATION, SET, STRING, NUMBER = "date", "location", "set", "string", "number"
INCIDENT_TYPE = "inc-type"


class MucSlot(NamedTuple):
    """A slot: its short name, its title in files, the kind of its fills, and the slots that its tags refer
    to.

    size   the number of allowed fills of a set slot; 0 for other slots
    """

    name: str
    title: str
    kind: str
    referred: Sequence[str] = ()
    size: int = 0


PEOPLE = ("hum-tgt-name", "hum-tgt-desc")
NATIONS = 76  # in the list of foreign nations
MUC_SLOTS = {
    slot.name: slot
    for slot in (
        MucSlot("inc-date", "INCIDENT: DATE", DATE),
        MucSlot("inc-loc", "INCIDENT: LOCATION", LOCATION),
        MucSlot(INCIDENT_TYPE, "INCIDENT: TYPE", SET, size=7),
        MucSlot("inc-stage", "INCIDENT: STAGE OF EXECUTION", SET, size=3),
        MucSlot("inc-instr-id", "INCIDENT: INSTRUMENT ID", STRING),
        MucSlot("inc-instr-type", "INCIDENT: INSTRUMENT TYPE", SET, ("inc-instr-id",), size=20),
        MucSlot("perp-inc-cat", "PERP: INCIDENT CATEGORY", SET, size=2),
        MucSlot("perp-ind-id", "PERP: INDIVIDUAL ID", STRING),
        MucSlot("perp-org-id", "PERP: ORGANIZATION ID", STRING, ("perp-ind-id",)),
        MucSlot("perp-org-conf", "PERP: ORGANIZATION CONFIDENCE", SET, ("perp-org-id",), size=6),
        MucSlot("phys-tgt-id", "PHYS TGT: ID", STRING),
        MucSlot("phys-tgt-type", "PHYS TGT: TYPE", SET, ("phys-tgt-id",), size=15),
        MucSlot("phys-tgt-num", "PHYS TGT: NUMBER", NUMBER, ("phys-tgt-id",)),
        MucSlot("phys-tgt-nation", "PHYS TGT: FOREIGN NATION", SET, ("phys-tgt-id",), size=NATIONS),
        MucSlot("phys-tgt-effect", "PHYS TGT: EFFECT OF INCIDENT", SET, ("phys-tgt-id",), size=6),
        MucSlot("phys-tgt-total-num", "PHYS TGT: TOTAL NUMBER", NUMBER),
        MucSlot("hum-tgt-name", "HUM TGT: NAME", STRING),
        MucSlot("hum-tgt-desc", "HUM TGT: DESCRIPTION", STRING, ("hum-tgt-name",)),
        MucSlot("hum-tgt-type", "HUM TGT: TYPE", SET, PEOPLE, size=10),
        MucSlot("hum-tgt-num", "HUM TGT: NUMBER", NUMBER, PEOPLE),
        MucSlot("hum-tgt-nation", "HUM TGT: FOREIGN NATION", SET, PEOPLE, size=NATIONS),
        MucSlot("hum-tgt-effect", "HUM TGT: EFFECT OF INCIDENT", SET, PEOPLE, size=9),
        MucSlot("hum-tgt-total-num", "HUM TGT: TOTAL NUMBER", NUMBER),
    )
}
# templates can be aligned if their incident types and one of these slots agree at least in part
RESTRICTING = frozenset(
    (
        *("perp-ind-id", "perp-org-id", "phys-tgt-id", "phys-tgt-type"),
        *("hum-tgt-name", "hum-tgt-desc", "hum-tgt-type"),
    )
)
GENERAL = {  # slot -> fill -> the fill that is one step more general
    INCIDENT_TYPE: dict.fromkeys(
        ("ARSON", "BOMBING", "KIDNAPPING", "HIJACKING", "ROBBERY", "FORCED WORK STOPPAGE"), "ATTACK"
    ),
    "inc-instr-type": {
        **dict.fromkeys(("MACHINE GUN", "MORTAR", "HANDGUN", "RIFLE"), "GUN"),
        **dict.fromkeys(("BOMB", "GRENADE", "MOLOTOV COCKTAIL"), "EXPLOSIVE"),
        **dict.fromkeys(("VEHICLE BOMB", "DYNAMITE", "MINE", "AERIAL BOMB"), "BOMB"),
        **dict.fromkeys(("MISSILE", "ROCKET"), "PROJECTILE"),
    },
    "perp-org-conf": {"SUSPECTED OR ACCUSED BY AUTHORITIES": "SUSPECTED OR ACCUSED"},
    "phys-tgt-type": {"GOVERNMENT OFFICE OR RESIDENCE": "POLITICAL FIGURE OFFICE OR RESIDENCE"},
    "phys-tgt-effect": {"SOME DAMAGE": "DESTROYED"},
    "hum-tgt-type": {
        "GOVERNMENT OFFICIAL": "POLITICAL FIGURE",
        "FORMER GOVERNMENT OFFICIAL": "GOVERNMENT OFFICIAL",
        "FORMER ACTIVE MILITARY": "ACTIVE MILITARY",
    },
    "hum-tgt-effect": {"NO DEATH": "NO INJURY", "NO INJURY OR DEATH": "NO DEATH"},
}


def more_general(slot: str, fill: str) -> list[str]:
    """The fills of a slot that are more general than *fill*, nearest first.

    >>> more_general("inc-instr-type", "DYNAMITE")
    ['BOMB', 'EXPLOSIVE']
    """
    above = GENERAL.get(slot, {})
    fills = []
    while fill in above:
        fill = above[fill]
        fills.append(fill)
    return fills
