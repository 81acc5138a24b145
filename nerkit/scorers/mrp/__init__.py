"""Meaning representation graphs of the CoNLL shared tasks of 2019 and 2020 (MRP): mtool's five metrics.

Conventions
    A graph of gold and one of the system are compared (`documents` says which), after both were normalised
    (`normal`): case, values as strings, inverted edges, default attributes, anchors as sets of characters. A
    missing graph counts fully against recall. Everything is micro: counts are added up over graphs. The label
    is the framework; where gold or a system holds several there is a row for each, and `macro`, the mean over
    frameworks, by which the shared tasks ranked.

Measures (`tuples` and `sets` have the tuples)
    mrp     Tuples of six types: tops, labels, properties, anchors, edges, attributes. Nodes of both graphs
            correspond one to one, such that most tuples agree; P = shared / system, R = shared / gold. Among
            correspondences of the same total the one with most tops is taken, then labels, and so on. The
            total is proven to be the largest (`optimal`), unless `--limit` ended the work (then `upper_bound`
            says what nothing can exceed). `--order`: nodes of bi-lexical graphs (dm, psd) correspond in the
            order in which they are listed.
    smatch  The same with SMATCH's triples: the top has the label of its node, attributes of edges are
            relations.
    sdp     Edges between nodes that are known by their anchors, and tops; `exact` is the share of graphs
            without any difference.
    edm     Names, arguments, properties, tops of nodes known by their anchors (Dridan and Oepen 2011, and
            tops).
    ucca    Edges between yields, primary and remote (Hershcovich et al. 2017, as mtool has it).

Differences from mtool (4cee3a2)
    - mrp: the optimum, always. There a search with a limit, and rules that keep it from the optimum on UCCA
      (leaves only with leaves) and bi-lexical graphs (no crossing: `--order`); pairs of unlabelled nodes
      weigh there what does not count.
    - smatch: the optimum over distinct triples (there hill-climbing; repeated triples count k·k times); edges
      without label have triples (there an AttributeError).
    - an empty graph has counts (there gold without nodes stops the run); extra graphs of the system are an
      error by default.
    - invalid graphs are an error or, with --skip-invalid, missing (there left out of gold in silence); so are
      repeated node ids and properties without values.
    - ids are compared as text (there 1 and "1" differ).
    - spans with a gap and without input are compared as they stand (there a TypeError).
    - ucca: yields on a cycle follow the order of the nodes (there the hash of the edges).
    - --anchors page: an anchor is stripped as a whole, also for sdp, as the definition of the task says.
"""
