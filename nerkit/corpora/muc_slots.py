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


# name, title, kind, size, the slots that tags refer to
TABLE = """
inc-date            INCIDENT: DATE                 date      0
inc-loc             INCIDENT: LOCATION             location  0
inc-type            INCIDENT: TYPE                 set       7
inc-stage           INCIDENT: STAGE OF EXECUTION   set       3
inc-instr-id        INCIDENT: INSTRUMENT ID        string    0
inc-instr-type      INCIDENT: INSTRUMENT TYPE      set       20  inc-instr-id
perp-inc-cat        PERP: INCIDENT CATEGORY        set       2
perp-ind-id         PERP: INDIVIDUAL ID            string    0
perp-org-id         PERP: ORGANIZATION ID          string    0   perp-ind-id
perp-org-conf       PERP: ORGANIZATION CONFIDENCE  set       6   perp-org-id
phys-tgt-id         PHYS TGT: ID                   string    0
phys-tgt-type       PHYS TGT: TYPE                 set       15  phys-tgt-id
phys-tgt-num        PHYS TGT: NUMBER               number    0   phys-tgt-id
phys-tgt-nation     PHYS TGT: FOREIGN NATION       set       76  phys-tgt-id
phys-tgt-effect     PHYS TGT: EFFECT OF INCIDENT   set       6   phys-tgt-id
phys-tgt-total-num  PHYS TGT: TOTAL NUMBER         number    0
hum-tgt-name        HUM TGT: NAME                  string    0
hum-tgt-desc        HUM TGT: DESCRIPTION           string    0   hum-tgt-name
hum-tgt-type        HUM TGT: TYPE                  set       10  hum-tgt-name hum-tgt-desc
hum-tgt-num         HUM TGT: NUMBER                number    0   hum-tgt-name hum-tgt-desc
hum-tgt-nation      HUM TGT: FOREIGN NATION        set       76  hum-tgt-name hum-tgt-desc
hum-tgt-effect      HUM TGT: EFFECT OF INCIDENT    set       9   hum-tgt-name hum-tgt-desc
hum-tgt-total-num   HUM TGT: TOTAL NUMBER          number    0
"""


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("  ") if cell]


def _slot(line: str) -> MucSlot:
    name, title, kind, size, *referred = _cells(line)
    return MucSlot(name, title, kind, tuple(" ".join(referred).split()), int(size))


MUC_SLOTS = {slot.name: slot for slot in map(_slot, TABLE.strip().split("\n"))}
# templates can be aligned if their incident types and one of these slots agree at least in part
ALIGNING = "perp-ind-id perp-org-id phys-tgt-id phys-tgt-type hum-tgt-name hum-tgt-desc hum-tgt-type"
RESTRICTING = frozenset(ALIGNING.split())
# slot, fill, and the fills that are one step more special
STEPS = """
inc-type         ATTACK  ARSON  BOMBING  KIDNAPPING  HIJACKING  ROBBERY  FORCED WORK STOPPAGE
inc-instr-type   GUN  MACHINE GUN  MORTAR  HANDGUN  RIFLE
inc-instr-type   EXPLOSIVE  BOMB  GRENADE  MOLOTOV COCKTAIL
inc-instr-type   BOMB  VEHICLE BOMB  DYNAMITE  MINE  AERIAL BOMB
inc-instr-type   PROJECTILE  MISSILE  ROCKET
perp-org-conf    SUSPECTED OR ACCUSED  SUSPECTED OR ACCUSED BY AUTHORITIES
phys-tgt-type    POLITICAL FIGURE OFFICE OR RESIDENCE  GOVERNMENT OFFICE OR RESIDENCE
phys-tgt-effect  DESTROYED  SOME DAMAGE
hum-tgt-type     POLITICAL FIGURE  GOVERNMENT OFFICIAL
hum-tgt-type     GOVERNMENT OFFICIAL  FORMER GOVERNMENT OFFICIAL
hum-tgt-type     ACTIVE MILITARY  FORMER ACTIVE MILITARY
hum-tgt-effect   NO INJURY  NO DEATH
hum-tgt-effect   NO DEATH  NO INJURY OR DEATH
"""
GENERAL: dict[str, dict[str, str]] = {}  # slot -> fill -> the fill that is one step more general
for _slot_name, _general, *_special in map(_cells, STEPS.strip().split("\n")):
    GENERAL.setdefault(_slot_name, {}).update(dict.fromkeys(_special, _general))


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
