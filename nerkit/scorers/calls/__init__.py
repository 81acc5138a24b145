"""Tool calls: the calls that a model makes in each turn of a conversation, compared with the gold calls.

`measures` has the record of each measure (`nerkit explain NAME`).

Conventions
    - A document is a conversation, a list of turns. A turn holds the calls of the assistant between two
      messages of a user. A call is a tool and its arguments. Parallel calls and successive calls are alike.
    - Turn k is compared with turn k. A turn that one side lacks is empty. With `turns="join"` all turns of a
      document are one turn.
    - Inside a turn, calls are paired 1:1, and only with calls of the same name. `order="bag"` allows any
      order. `sequence` forbids pairs that cross, in the written order of calls. `set` first merges equal
      calls of one side.
    - Two calls are the same if their names are equal, every leaf of their arguments agrees, and no leaf is
      missing or invented. Leaves agree as in nerkit json. Only null is absent, arrays keep their order, and
      nothing is coerced: "5" is not 5, true is not 1, 7 is 7.0.
    - With schemas, an absent parameter with a default has this value on both sides (`defaults`), because
      nerkit compares the arguments that the tool receives. With `coerce` values take the type of their
      schema.
    - A system call that cannot be read is broken. It counts as a call, keeps its name if the name can be
      read, and equals no gold call. Gold must be exact.
    - Rows of `calls` also show the shares of 1 - F1 (`same_calls`).

Differences from other scorers
    - BFCL's checker takes the first fit. For gold f(x in {1, 2}), f(x in {1}) it rejects the system f(1),
      f(2), but not if gold has the other order. In nerkit the pairs are chosen together. `checker="bfcl"`
      gives the verdicts of the checker on arguments (`bfcl`), with three exceptions. A Python tuple is an
      array. A name with a dot is right for every model. A call is wrong if the checker ends with an error.
      Literals of Java and JavaScript are refused.
    - deepeval's ToolCorrectness pairs greedily, so that its score depends on the order of calls. It gives two
      equal calls .5, invented calls cost nothing, and True equals 1.
    - agentevals stops if arguments are not JSON. In nerkit this call is broken and counts.
"""
