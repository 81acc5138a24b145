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
SAME = "same call: equal name, and every argument agrees; no argument is missing or invented"
EMPTY_TURN = "A turn that is only on one side is empty on the other side."

MEASURES = (
    Measure(
        CALLS,
        definition="Same calls, in the largest 1:1 matching of each turn.",
        formula=(
            "precision  pairs of same calls / system calls",
            "recall     pairs of same calls / gold calls",
            f"           {SAME}",
        ),
        source=OWN,
        edge_cases=(
            EMPTY_TURN,
            "A broken call counts as a system call and equals no gold call.",
            "If neither side makes a call, P, R and F are 0/0; irrelevance counts such turns.",
        ),
        default=True,
    ),
    Measure(
        EXACT,
        definition="Turns in which all calls of both sides agree.",
        formula=("accuracy  right turns / turns of the side with more turns",),
        source=OWN,
        edge_cases=("A turn without calls on both sides is right.",),
        default=True,
    ),
    Measure(
        FORMAT,
        definition="Documents of the system whose calls are clean.",
        formula=("clean documents / documents of the system",),
        source=OWN,
        edge_cases=(
            "clean: structured, one JSON value, Python alone, or tags with prose around",
            (
                "wrapped: JSON or Python inside prose or a fence. Others are repaired, or "
                "unreadable (with a broken call)"
            ),
        ),
        default=True,
    ),
    Measure(
        TOOLS,
        definition="Calls of the right tool, whatever their arguments.",
        formula=("the largest 1:1 matching of calls with equal names, over the calls of each side",),
        source=OWN,
        edge_cases=("A broken call with a readable name counts.",),
        default=True,
    ),
    Measure(
        ARGUMENTS,
        definition="Leaves of arguments that agree, in the best 1:1 matching of calls of one tool.",
        formula=("A(gold, system) of nerkit json, over the leaves of each side's arguments",),
        source=OWN,
        edge_cases=("Arrays keep their order unless the option array sets another mode.",),
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
        definition="Turns without a gold call in which the system makes no call, either.",
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
            "The measure needs the package jsonschema (pip install jsonschema).",
            "A broken call is not valid, and neither is a call of a tool without a schema.",
        ),
    ),
)

# the beginning of a measure's name -> the things that it counts
ITEMS = {
    **dict.fromkeys((CALLS, TOOLS), "calls"),
    **dict.fromkeys((EXACT, IRRELEVANCE), "turns"),
    **dict.fromkeys((FORMAT, TRAJECTORY), "documents"),
    ARGUMENTS: "leaves",
    SCHEMA: "calls",
}
