"""The measures of tool calls; `counting` has their functions."""

from nerkit.scorers.task import Measure

OWN = "nerkit"
CALLS, EXACT, FORMAT, TOOLS, ARGUMENTS, TRAJECTORY, IRRELEVANCE, SCHEMA = (
    "calls",
    "calls/exact",
    "calls/format",
    "tools",
    "arguments",
    "trajectory",
    "irrelevance",
    "calls-schema",
)
SAME = "the same call: equal name, every argument agrees, none is missing and none invented"
EMPTY_TURN = "A turn that one side lacks is empty."

MEASURES = (
    Measure(
        CALLS,
        definition="Calls that are the same, in the largest 1:1 matching of each turn.",
        formula=(
            "precision  pairs of same calls / calls of the system",
            "recall     pairs of same calls / calls of gold",
            f"           {SAME}",
        ),
        source=OWN,
        edge_cases=(
            EMPTY_TURN,
            "A broken call counts as a call of the system, and is the same as none.",
            "Where neither side calls anything P, R and F are 0/0; irrelevance counts such turns.",
        ),
        default=True,
    ),
    Measure(
        EXACT,
        definition="Turns in which all calls of both sides are the same.",
        formula=("accuracy  right turns / turns of the side that has more",),
        source=OWN,
        edge_cases=("A turn in which neither side calls anything is right.",),
        default=True,
    ),
    Measure(
        FORMAT,
        definition="Documents of the system whose calls are clean.",
        formula=("clean documents / documents that the system has",),
        source=OWN,
        edge_cases=(
            "clean: structured, one JSON value, Python alone, or tags with prose around",
            "wrapped: JSON or Python inside prose or a fence; repaired; unreadable: with a broken call",
        ),
        default=True,
    ),
    Measure(
        TOOLS,
        definition="Calls of the right tool, whatever their arguments.",
        formula=("the largest 1:1 matching of calls with equal names, over the calls of each side",),
        source=OWN,
        edge_cases=("A broken call whose name can be read counts.",),
        default=True,
    ),
    Measure(
        ARGUMENTS,
        definition="Leaves of arguments that agree, in the best 1:1 matching of calls of one tool.",
        formula=("A(gold, system) of nerkit json, over the leaves of each side's arguments",),
        source=OWN,
        edge_cases=("Arrays keep their order unless the option array says otherwise.",),
        default=True,
    ),
    Measure(
        TRAJECTORY,
        definition="Documents in which every turn is exact.",
        formula=("accuracy  right documents / documents",),
        source=OWN,
    ),
    Measure(
        IRRELEVANCE,
        definition="Turns without a call in gold in which the system calls nothing either.",
        formula=("accuracy  turns without calls on both sides / turns without calls in gold",),
        source="after the irrelevance category of the Berkeley Function-Calling Leaderboard",
    ),
    Measure(
        SCHEMA,
        fields=[SCHEMA],
        definition="Calls of the system that are valid under the schemas of their tools (option tools).",
        formula=("valid calls / calls of the system",),
        source="JSON Schema",
        edge_cases=(
            "It needs the package jsonschema (pip install jsonschema).",
            "A broken call and a call of a tool without a schema are not valid.",
        ),
    ),
)

# the beginning of a measure's name -> what it counts
ITEMS = {
    **dict.fromkeys((CALLS, TOOLS), "calls"),
    **dict.fromkeys((EXACT, IRRELEVANCE), "turns"),
    **dict.fromkeys((FORMAT, TRAJECTORY), "documents"),
    ARGUMENTS: "leaves",
    SCHEMA: "calls",
}
