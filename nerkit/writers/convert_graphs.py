"""Meaning graphs from one notation to another: PENMAN, triples, MRP, and from EDS, SDP and UCCA XML; and to pictures."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nerkit import readers
from nerkit.corpora.amr import Graphs
from nerkit.corpora.amr_mrp import as_amr, as_mrp
from nerkit.corpora.mrp import MrpGraphs
from nerkit.errors import UsageError
from nerkit.io import Source, expand
from nerkit.writers import writer

GRAPHS = ("penman", "triples-tsv", "dot", "mrp", "ucca-xml", "eds", "sdp")

Corpus = Graphs | MrpGraphs


@dataclass(frozen=True)
class GraphOptions:
    """What only meaning graphs have.

    framework  of SDP files, which do not say which one they are (dm)
    text       a file of id, tab, text, for notations that have none
    against    a system's graphs, to draw with those of gold in one picture
    """

    framework: str | None = None
    text: str | None = None
    against: str | None = None


def convert_graphs(
    sources: Sequence[Source], to: str, form: str | None, options: GraphOptions
) -> tuple[Iterable[str], list[str]]:
    """The text of the graphs in the notation *to*, in pieces, and warnings. UsageError for options that mean nothing here."""
    if form is not None and form not in GRAPHS:
        raise UsageError(f"{form} holds no graphs (known: {', '.join(GRAPHS)})")
    graphs = _read(sources, form, options)
    warnings = list(graphs.warnings)
    if options.against is not None:
        if to != "dot":
            raise UsageError("--against draws two graphs in one: it goes with --to dot")
        other = _read(expand(options.against), form, options)
        return _compared(_mrp(graphs), _mrp(other)), [*warnings, *other.warnings]
    if to == "dot" and isinstance(graphs, MrpGraphs) and not _is_amr(graphs):
        from nerkit.writers import mrp_dot

        return mrp_dot.write(graphs), warnings
    module = writer(to)
    converted: Corpus = _mrp(graphs) if module.TAKES is MrpGraphs else _amr(graphs)
    return module.write(converted), list(converted.warnings)


def _read(sources: Sequence[Source], form: str | None, options: GraphOptions) -> Corpus:
    """The graphs of an input."""
    form = form or readers.sniff(sources, GRAPHS) or "penman"
    module = readers.reader(form)
    how: dict[str, Any] = {} if hasattr(module, "TAKES_TEXTS") else {"comments": True}
    if options.framework is not None:
        if not hasattr(module, "TAKES_FRAMEWORK"):
            raise UsageError(f"--framework says what SDP files hold; {form} says it itself")
        how["framework"] = options.framework
    if options.text is not None:
        how["texts"] = _texts(module, form, options.text)
    graphs: Corpus = module.read(readers.select(sources, form), **how)
    return graphs


def _is_amr(graphs: MrpGraphs) -> bool:
    """Whether the graphs are those of AMR and lose nothing as such."""
    amr = all(graph is None or graph.framework == "amr" for graph in graphs.graphs)
    return amr and len(as_amr(graphs).warnings) == len(graphs.warnings)


def _texts(module: Any, form: str, path: str) -> Mapping[str, str]:
    from nerkit.readers.graphs.anchoring import read_texts

    if not hasattr(module, "TAKES_TEXTS"):
        raise UsageError(f"--text is for notations without text (eds, sdp, ucca-xml), not for {form}")
    return read_texts(path)


def _mrp(graphs: Corpus) -> MrpGraphs:
    return graphs if isinstance(graphs, MrpGraphs) else as_mrp(graphs)


def _amr(graphs: Corpus) -> Graphs:
    return as_amr(graphs) if isinstance(graphs, MrpGraphs) else graphs


def _compared(gold: MrpGraphs, system: MrpGraphs) -> Iterable[str]:
    """The pairs of graphs of both sides, those of one side alone too."""
    from nerkit.corpora.pairing import Policy, pair
    from nerkit.corpora.selection import Selection
    from nerkit.scorers.mrp.documents import documents
    from nerkit.writers import mrp_dot

    (gold, system), _ = documents([gold, system], Selection())
    pairing = pair(gold.documents, system.documents, Policy(extra="spurious"))
    ours, theirs = (
        side.in_documents(pairing.documents, codes)
        for side, codes in ((gold, pairing.gold), (system, pairing.system))
    )
    return mrp_dot.compare(pairing.documents, ours, theirs)
