"""Tool calls: the calls that a model makes in each turn of a conversation, against those that it should make.

Conventions
    - A document is a conversation, a list of turns; a turn is what the assistant calls between two messages
      of a user. A call is a tool and its arguments. Parallel calls and calls one after another are the same.
    - Turn k stands against turn k, and a turn that one side lacks is empty (`turns="join"`: all turns of a
      document are one).
    - Inside a turn pairs are 1:1, of equal names only. `order="bag"`: any order. `sequence`: pairs do not
      cross, in the order in which calls are written. `set`: equal calls of one side are one, before anything.
    - Two calls are the same if their names are equal, every leaf of their arguments agrees, and none is
      missing or invented. Leaves agree as those of nerkit json do; only null is absent, arrays keep their
      order, and nothing is coerced: "5" is not 5, true is not 1, 7 is 7.0.
    - Where there are schemas, an absent parameter with a default has it on both sides: what the tool receives
      is compared (`defaults`). With `coerce` values take the type of their schema.
    - A call of a system that cannot be read is broken: it counts, keeps the name that could be read, and is
      the same as none. Gold must be exact.

Measures (`measures` has the formulas)
    calls           pairs of same calls; rows also say where 1 - F1 goes, as `same_calls` has it
    calls/exact     turns in which all calls are the same; two empty turns are
    calls/format    documents whose calls are clean
    tools           pairs of equal names
    arguments       leaves of arguments that agree, at the best matching of calls of one tool
    trajectory      documents in which every turn is exact
    irrelevance     turns without a call in gold in which the system calls nothing
    calls-schema    calls of the system that are valid under the schemas of their tools

Differences from other scorers
    - BFCL's checker takes the first fit: gold f(x in {1, 2}), f(x in {1}) against f(1), f(2) is wrong there,
      and right with gold turned round. Here pairs are chosen together. `checker="bfcl"` gives its verdicts on
      arguments (`bfcl`) but for this: a Python tuple is an array, a name with a dot is right for every model,
      and where the checker ends with an error the call is wrong. Literals of Java and JavaScript are refused.
    - deepeval's ToolCorrectness pairs greedily, so that its score depends on the order of calls; two equal
      calls have .5, invented ones cost nothing, and True equals 1.
    - agentevals ends where arguments are no JSON; here that call is broken and counts.
"""
