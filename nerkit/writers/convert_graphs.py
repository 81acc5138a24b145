"""Convert meaning graphs from one notation to another, or to pictures."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nerkit import readers
from nerkit.corpora.amr import Graphs
from nerkit.corpora.amr_mrp import as_amr, as_mrp
from nerkit.corpora.mrp import MrpGraphs
from nerkit.exceptions import UsageError
from nerkit.io import Source, expand
from nerkit.readers.format import Reader
from nerkit.writers import writer
from nerkit.writers.targets import format_of

Corpus = Graphs | MrpGraphs


@dataclass(frozen=True)
class GraphOptions:
    """The options for meaning graphs.

    framework  the framework of SDP files, which do not name it (default dm)
    text       a file with lines of id, tab, text, for notations without texts
    against    a file with system graphs, to draw gold and system graphs in one picture
    """

    framework: str | None = None
    text: str | None = None
    against: str | None = None


def convert_graphs(
    sources: Sequence[Source], to: str, form: str | None, options: GraphOptions
) -> tuple[Iterable[str], list[str]]:
    """Convert graphs to the notation *to*; return the text in pieces, and warnings.

    *form* is the format of the inputs, or None. Raises UsageError for options that cannot be used with these
    formats.
    """
    graphs = _read(sources, format_of(sources, to, form), options)
    warnings = list(graphs.warnings)
    if options.against is not None:
        if to != "dot":
            raise UsageError('against=… needs to="dot", because it draws two graphs in one')
        beside = expand(options.against)
        system = _read(beside, format_of(beside, to, form), options)
        return _compared(_mrp(graphs), _mrp(system)), [*warnings, *system.warnings]
    if to == "dot" and isinstance(graphs, MrpGraphs) and not _is_amr(graphs):
        from nerkit.writers import mrp_dot

        return mrp_dot.write(graphs), warnings
    if writer(to).takes is MrpGraphs:
        graphs = _mrp(graphs)
    elif isinstance(graphs, MrpGraphs):
        graphs = as_amr(graphs)
    return writer(to).write(graphs), list(graphs.warnings)


def _read(sources: Sequence[Source], form: str, options: GraphOptions) -> Corpus:
    reader = readers.reader(form)
    how: dict[str, Any] = {} if reader.takes_texts else {"comments": True}
    if options.framework is not None:
        if not reader.takes_framework:
            raise UsageError(f"framework=… can be used only with SDP files; {form} names its framework")
        how["framework"] = options.framework
    if options.text is not None:
        how["texts"] = _texts(reader, form, options.text)
    graphs: Corpus = reader.read(readers.select(sources, form), **how)
    return graphs


def _is_amr(graphs: MrpGraphs) -> bool:
    """Whether all graphs are AMR graphs that can be converted to AMR notation without loss."""
    amr = all(graph is None or graph.framework == "amr" for graph in graphs.graphs)
    return amr and len(as_amr(graphs).warnings) == len(graphs.warnings)


def _texts(reader: Reader, form: str, path: str) -> Mapping[str, str]:
    from nerkit.readers.graphs.graph_table import read_texts

    if not reader.takes_texts:
        raise UsageError(
            f"text=… can be used only with notations without text (eds, sdp, ucca-xml), not with {form}"
        )
    return read_texts(path)


def _mrp(graphs: Corpus) -> MrpGraphs:
    return graphs if isinstance(graphs, MrpGraphs) else as_mrp(graphs)


def _compared(gold: MrpGraphs, system: MrpGraphs) -> Iterable[str]:
    """The text of a picture for each pair of a gold and a system graph, and for unpaired graphs."""
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
