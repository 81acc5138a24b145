"""`nerkit plot`: figures, as files and as they are drawn."""

import itertools
import os
import re
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from tries import some

import nerkit
from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.request import Request
from nerkit.exceptions import UsageError
from nerkit.views.plots.kinds import KINDS

pytest.importorskip("matplotlib")  # the extra `plot`

DEMO = Path(__file__).parents[2] / "demo"
TASKS = ("spans", "bio", "noisy", "coref", "mrp", "amr", "dep", "tree", "srl", "json", "ie")
WITHOUT = {  # what a task's demo does not have
    "labels": {"coref", "amr"},
    "confusion": {"coref", "json"},
    "loss": {"coref"},
    "slices": {"coref", "mrp", "amr", "srl", "json"},
}
SIDES = {"ie": ("oneie-gold.jsonl", "oneie-system.jsonl")}


def files(task):
    """The files of a task's demo."""
    if task in SIDES:
        return [DEMO / task / name for name in SIDES[task]]
    return [next((DEMO / task).glob(f"{side}.*")) for side in ("gold", "system")]


@pytest.fixture(scope="module")
def results():
    """Task -> the results of one and of two systems on its demo."""
    known = {}

    def of(task):
        if task not in known:
            gold, system = map(str, files(task))
            known[task] = [
                evaluate_systems(gold, systems, Request.of(task=task))
                for systems in ({"system": system}, {"system": system, "gold itself, called so": gold})
            ]
        return known[task]

    return of


def texts(figure):
    """The texts that are seen of a figure, with their boxes in pixels; and the size of the figure."""
    from matplotlib.axes import Axes
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.text import Text

    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    hidden = set()
    for axes in figure.findobj(Axes):
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            for tick in axis.get_major_ticks():
                if not axes.axison or not low - 1e-9 <= tick.get_loc() <= high + 1e-9:
                    hidden |= {tick.label1, tick.label2}
    shown = [
        text
        for text in figure.findobj(Text)
        if text.get_visible() and text.get_text().strip() and text not in hidden
    ]
    return [(text.get_text(), text.get_window_extent()) for text in shown], canvas.get_width_height()


def overlapping(figure):
    """Pairs of texts that overlap, and texts beyond the border."""
    boxes, (width, height) = texts(figure)
    pairs = [
        (a, b)
        for (a, x), (b, y) in itertools.combinations(boxes, 2)
        if min(x.x1, y.x1) - max(x.x0, y.x0) > 0.5 and min(x.y1, y.y1) - max(x.y0, y.y0) > 0.5
    ]
    beyond = [a for a, x in boxes if x.x0 < -1 or x.y0 < -1 or x.x1 > width + 1 or x.y1 > height + 1]
    return pairs, beyond


@pytest.mark.parametrize(("task", "kind"), some(itertools.product(TASKS, KINDS), 25))
def test_no_text_overlaps_on_the_demos(results, task, kind):
    """Every figure of every task; what the demo does not have is refused."""
    alone = task in ("bio", "dep") and kind not in ("differences", "ranks")
    for result in results(task)[0 if alone else 1 :]:
        if task in WITHOUT.get(kind, ()):
            with pytest.raises(UsageError):
                result.plot(kind)
            continue
        figure = result.plot(kind)
        assert figure.get_figwidth() == 3.4
        assert overlapping(figure) == ([], [])


def test_the_check_sees_an_overlap():
    """Of two texts on one another, and of one beyond the border."""
    from matplotlib.figure import Figure

    figure = Figure()
    figure.text(0.5, 0.5, "one")
    figure.text(0.5, 0.5, "two")
    figure.text(0.999, 0.2, "beyond")
    assert overlapping(figure) == ([("one", "two")], ["beyond"])


@pytest.mark.parametrize("suffix", ["svg", "pdf", "png"])
def test_a_file_has_the_same_bytes_each_time(run, tmp_path, suffix):
    """From the command, with another configuration of matplotlib too; it opens."""
    import matplotlib as mpl

    gold, system = files("bio")
    contents = []
    for settings in ({}, {"font.size": 20, "svg.fonttype": "path"}):
        with mpl.rc_context(settings):
            done = run("plot", "labels", "-q", "-g", gold, "-s", system, "-o", f"figure.{suffix}")
        assert (done.code, done.out, done.err) == (0, "", "")
        contents.append((tmp_path / f"figure.{suffix}").read_bytes())
    assert contents[0] == contents[1]
    assert contents[0].startswith({"svg": b"<?xml", "pdf": b"%PDF", "png": b"\x89PNG"}[suffix])
    assert not re.search(rb"\b20\d\d-\d\d-\d\d", contents[0])


def test_text_stays_text(run, tmp_path):
    """In SVG as elements, in PDF by embedded outlines of a font (Type 42), from Python too."""
    gold, system = files("bio")
    run("plot", "labels", "-q", "-g", gold, "-s", system, "-o", "a.svg")
    shown = re.findall(r"<text[^>]*>([^<]*)</text>", (tmp_path / "a.svg").read_text(encoding="utf-8"))
    assert {"LOC (4)", "ORG (2)", "PER (2)", "P", "R", "F1"} <= set(shown)
    nerkit.evaluate(str(gold), str(system)).plot("labels").savefig(tmp_path / "b.svg")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    run("plot", "labels", "-q", "-g", gold, "-s", system, "-o", "a.pdf")
    data = (tmp_path / "a.pdf").read_bytes()
    assert b"CIDFontType2" in data
    assert b"/Type3" not in data


def test_what_labels_show():
    """Precision, recall and F1 as they are in the rows, most frequent labels on top."""
    result = nerkit.evaluate(*map(str, files("bio")))
    (axes,) = result.plot("labels").axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["LOC (4)", "ORG (2)", "PER (2)"]
    drawn = [line.get_xdata() for line in axes.get_lines()]
    rows = [result["chunk", label] for label in ("LOC", "ORG", "PER")]
    for line, name in zip(drawn, ("precision", "recall", "f1"), strict=True):
        assert list(line) == [getattr(row, name) for row in rows]


def test_slices_by_any_field(run, tmp_path):
    """By length where nothing is said; by document, sentence and what training data has; typed once."""
    gold, system = files("bio")
    for by in ([], ["--by", "length"], ["--by", "document"], ["--by", "sentence"], ["--by", f"seen={gold}"]):
        done = run("plot", "slices", "-q", *by, "-g", gold, "-s", system, "-o", "slices.svg")
        assert done.code == 0, done.err
    assert "label" in (tmp_path / "slices.svg").read_text(encoding="utf-8")
    result = nerkit.evaluate(str(gold), str(system))
    (axes,) = result.plot("slices", by="document").axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["harbour (4)", "school (4)"]


SCORED = "d\t0\t1\t\t{}\tPER\nd\t2\t3\t\t{}\tPER\nd\t4\t5\t\t{}\tLOC\nd\t6\t7\t\t{}\tLOC\n"


def test_a_curve_where_predictions_have_scores(write):
    """One point for each score: of gold 0, 2, 6 the system has 0 (.9), 2 (.7), 4 (.5) and 6 (none)."""
    from nerkit.views.plots import curve

    gold = write("g.tsv", "d\t0\t1\t\t\tPER\nd\t2\t3\t\t\tPER\nd\t6\t7\t\t\tLOC\n")
    system = write("s.tsv", SCORED.format(0.9, 0.7, 0.5, ""))
    result = nerkit.evaluate(str(gold), str(system), measures=["sets::span"])
    points = list(curve.curve(result, str(system)))
    assert points == [(2 / 3, 1.0), (1.0, 1.0), (1.0, 3 / 4)]
    (axes,) = result.plot("pr").axes
    recall, precision = axes.get_lines()[-2].get_data()
    assert list(zip(recall, precision, strict=True)) == points
    without = nerkit.evaluate(str(gold), str(gold), measures=["sets::span"])
    assert not list(curve.curve(without, str(gold)))


def test_a_curve_of_scores_in_json(write):
    """The scores of records of spans."""
    from nerkit.views.plots import curve

    line = '{"text": "a b c", "spans": [{"start": 0, "end": 1, "label": "X", "score": 0.9}, '
    line += '{"start": 2, "end": 3, "label": "X", "score": 0.4}]}\n'
    gold = write("g.jsonl", '{"text": "a b c", "spans": [{"start": 0, "end": 1, "label": "X"}]}\n')
    system = write("s.jsonl", line)
    result = nerkit.evaluate(str(gold), str(system), task="spans")
    assert list(curve.curve(result, str(system))) == [(1.0, 1.0), (1.0, 0.5)]


def test_critical_differences():
    """Those of Demšar's table for alpha .05, whose q are of three decimals, cut and not rounded."""
    from nerkit.views.plots import systems

    table = {2: 1.960, 3: 2.343, 4: 2.569, 5: 2.728, 10: 3.164}
    for count, q in table.items():
        assert abs(systems.studentized_range(count, 0.95) / np.sqrt(2) - q) < 0.001
    # his example of 4 classifiers on 14 data sets
    assert round(systems.critical_difference(4, 14), 2) == 1.25
    ranks = systems.mean_ranks(np.array([[0.9, 0.5], [0.8, 0.5], [0.7, 0.6]]))
    assert ranks.tolist() == [1.75, 2.25, 2.0]


def test_groups_of_systems(results):
    """Letters: what differs has none in common."""
    from nerkit.views.plots import systems

    names = sorted((DEMO / "seven").glob("*.conll"))
    runs = {path.stem: str(path) for path in names if path.stem != "gold"}
    result = evaluate_systems(str(DEMO / "seven" / "gold.conll"), runs, Request.of(task="bio"))
    figure = result.plot("systems")
    axes, right = figure.axes[0], figure.axes[0].child_axes[0]
    shown = [label.get_text() for label in axes.get_yticklabels()]
    letters = dict(zip(shown, (label.get_text() for label in right.get_yticklabels()), strict=True))
    assert (letters["lighthouse"], letters["arcade"], letters["micromast"]) == ("a", "ab", "b")
    assert overlapping(figure) == ([], [])
    for kind in ("labels", "pr", "slices", "ranks"):
        assert overlapping(result.plot(kind)) == ([], []), kind
    assert len(result.plot("differences").axes) == 6
    assert systems.LEVEL == 0.95


def test_names_are_text(write, tmp_path):
    """Two dollars are no formula, a low line at the beginning is no comment, control characters are shown."""
    gold = write("g.tsv", "d\t0\t4\t\t\t$x_1$\nd\t6\t9\t\t\t_b\x07&<c>\n")
    result = evaluate_systems(str(gold), {"_s$1$": str(gold), "<b>t": str(gold)}, Request.of(task="spans"))
    for kind in ("labels", "confusion", "systems", "pr", "slices", "differences", "ranks"):
        result.plot(kind).savefig(tmp_path / "f.svg")
        shown = (tmp_path / "f.svg").read_text(encoding="utf-8")
        assert "<b>" not in shown
        assert kind not in ("labels", "confusion") or "$x_1$" in shown
        assert kind not in ("labels", "pr") or "_s$1$" in shown


def test_names_that_the_font_lacks_are_warned_of(run, write):
    """In PDF and PNG; an SVG has the text."""
    gold = write("g.tsv", "d\t0\t4\t\t\t人名\n")
    for suffix, told in (("png", True), ("pdf", True), ("svg", False)):
        done = run("plot", "labels", "-g", gold, "-s", gold, "-o", f"f.{suffix}")
        assert done.code == 0
        assert ("lacks characters" in done.err) == told
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        nerkit.evaluate(str(gold), str(gold)).plot("labels").savefig("f.svg")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["pie", "-o", "f.pdf"], "'pie' is not one of"),
        (["labels", "-o", "f.jpg"], "end in .pdf, .svg or .png"),
        (["labels", "-o", "pdf"], "end in .pdf, .svg or .png"),
        (["labels"], "-o FIGURE"),
        (["systems", "--by", "length", "-o", "f.pdf"], "--by needs plot slices; it cannot be used with plot"),
        (["labels", "--by", "length", "-o", "f.pdf"], "cannot be split by length"),
        (["slices", "--by", "length", "--by", "label", "-o", "f.pdf"], "give --by once"),
        (["slices", "--by", "colour", "-o", "f.pdf"], "colour"),
        (["differences", "-o", "f.pdf"], "at least two systems"),
        (["ranks", "-o", "f.pdf"], "at least two systems"),
    ],
)
def test_wrong_calls(run, tmp_path, arguments, said):
    """Exit 2, the reason, and no file."""
    gold, system = files("bio")
    done = run("plot", *arguments, "-g", gold, "-s", system)
    assert done.code == 2
    assert said in done.err
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("f.")]


def test_options_of_tasks_are_typed_as_on_their_command(run, tmp_path):
    """With and without --option."""
    gold, system = files("noisy")
    for options in (["--threshold", "0.01"], ["--option", "threshold=0.01"], []):
        done = run(
            "plot", "labels", "-q", "--task", "noisy", *options, "-g", gold, "-s", system, "-o", "f.svg"
        )
        assert done.code == 0, done.err
        kept = tmp_path / f"{len(options)}.svg"
        (tmp_path / "f.svg").rename(kept)
    assert (tmp_path / "2.svg").read_bytes() != (tmp_path / "0.svg").read_bytes()


def test_without_matplotlib_the_error_says_what_to_install(run, monkeypatch):
    """Whatever the kind; before anything is read."""
    from nerkit.views import plots

    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.setitem(sys.modules, name, None)
    for name in ("curve", "paper", "rows", "systems"):
        monkeypatch.delitem(sys.modules, f"nerkit.views.plots.{name}", raising=False)
        monkeypatch.delattr(plots, name, raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    done = run("plot", "labels", "-g", "none.bio", "-s", "none.bio", "-o", "f.svg")
    assert done.code == 2
    assert "pip install matplotlib" in done.err


def test_the_environment_of_matplotlib_changes_nothing(tmp_path):
    """A backend that does not exist, a date that is none: the same bytes."""
    figures = []
    for more in ({}, {"MPLBACKEND": "nonsense", "SOURCE_DATE_EPOCH": "yesterday"}):
        output = tmp_path / f"{len(figures)}.svg"
        line = ["-m", "nerkit", "plot", "labels", "-g", *map(str, files("bio")), "-o", str(output)]
        done = subprocess.run(
            [sys.executable, *line], env=os.environ | more, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr
        figures.append(output.read_bytes())
    assert figures[0] == figures[1]


def test_runs_of_a_group_are_dots():
    """Of systems that are groups: a faint dot for each run, letters from the test of groups, and the
    deviation on both sides of the mean in the place of an interval.
    """
    start = DEMO / "start"
    result = evaluate_systems(
        str(start / "dev.bio"),
        {name: str(start / f"{name}_*.bio") for name in ("words", "shapes")},
        Request.of(task="bio", measures=["token"]),
    )
    axes = result.plot("systems").axes[0]
    assert axes.get_xlabel() == "F1 of token, mean ± deviation, runs"
    assert sorted(len(line.get_xdata()) for line in axes.get_lines()) == [1, 1, 2, 2, 3, 3]
    runs, (low, high), (mean,) = (line.get_xdata() for line in axes.get_lines()[:3])
    assert (low + high) / 2 == pytest.approx(mean) == pytest.approx(np.mean(runs))
    assert (high - low) / 2 == pytest.approx(np.std(runs, ddof=1))


@pytest.mark.parametrize("task", [task for task in TASKS if task not in WITHOUT["loss"]])
def test_parts_of_a_loss_add_up(results, task):
    """The bar of a system is as long as 1 - F1."""
    result = results(task)[1]
    (axes,) = result.plot("loss").axes
    drawn = [0.0, 0.0]
    for part in axes.patches:
        drawn[round(part.get_y() + part.get_height() / 2)] += part.get_width()
    assert drawn == pytest.approx([1 - row.f1 for row in result.pooled(result.headline)], abs=1e-9)


def test_classes_of_a_loss_of_calls():
    """Of 5 and 5 calls two are wrong on both sides, by their class; an item of no class twice."""
    folder = DEMO / "calls"
    files = {name: str(folder / f"{name}.jsonl") for name in ("log", "raw")}
    asked = Request.of(task="calls", tools=str(folder / "tools.json"))
    result = evaluate_systems(str(folder / "gold.jsonl"), files, asked)
    (axes,) = result.plot("loss").axes
    widths = {
        (bars.get_label(), line): part.get_width()
        for bars in axes.containers
        for line, part in zip((0, 1), bars.patches, strict=False)
        if part.get_width()
    }
    assert sum(widths.values()) == pytest.approx(0.8)


def test_intervals_are_those_of_the_rows():
    """Of labels and lengths; none of documents, of which each is a single unit."""
    gold, system = (str(DEMO / "seven" / f"{name}.conll") for name in ("gold", "lighthouse"))
    result = nerkit.evaluate(gold, system)
    (axes,) = result.plot("labels").axes
    drawn = sorted(tuple(line.get_segments()[0][:, 0].tolist()) for line in axes.collections)
    known = nerkit.evaluate(gold, system, by="label", measures=["chunk"]).confidence()
    ends = [(row.extra["value_low"], row.extra["value_high"]) for row in known.rows if row.label != "*"]
    assert np.array(drawn) == pytest.approx(np.array(sorted(ends)))
    assert not result.plot("slices", by="document").axes[0].collections
    lines = result.plot("slices").axes[0].get_lines()
    assert all(line.get_linestyle() == "None" for line in lines)


@pytest.mark.parametrize(
    ("lowest", "start"), [(0.0, 0.0), (0.29, 0.0), (0.55, 0.5), (0.83, 0.8), (0.97, 0.9)]
)
def test_an_axis_begins_below_what_it_shows(lowest, start):
    """At a tenth, or at 0; ticks lead to 1."""
    from matplotlib.figure import Figure

    from nerkit.views.plots.paper import share_axis

    axes = Figure().subplots()
    share_axis(axes, "F1", lowest=lowest)
    ticks = axes.get_xticks()
    assert (min(ticks), max(ticks)) == (pytest.approx(start), 1)
    assert axes.get_xlim()[0] <= start


def test_a_grid_of_confusions_has_common_labels(results):
    """Two beside each other; the left ones name the rows."""
    figure = results("bio")[1].plot("confusion")
    left, right = figure.axes
    assert left.get_position().x1 <= right.get_position().x0
    assert [label.get_text() for label in left.get_yticklabels()][-1] == "spurious"
    assert not any(label.get_text() for label in right.get_yticklabels())
    named = [[label.get_text() for label in axes.get_xticklabels()] for axes in (left, right)]
    assert named[0] == named[1]


def test_a_caption_goes_to_its_file(run, tmp_path):
    """And the figure has the sentence no more."""
    gold = DEMO / "seven" / "gold.conll"
    names = [DEMO / "seven" / f"{name}.conll" for name in ("arcade", "lighthouse")]
    for more in ([], ["--caption", "f.txt"]):
        done = run("plot", "systems", "-q", "-g", gold, *names, "-o", "f.svg", *more)
        assert (done.code, done.err) == (0, "")
        there = "common letter" in (tmp_path / "f.svg").read_text(encoding="utf-8")
        assert there == (not more)
    assert (tmp_path / "f.txt").read_text(encoding="utf-8") == (
        "F1 of chunk, 95% bootstrap intervals. Systems with a common letter cannot be told apart "
        "(p > 0.05 by randomization, Holm, or an interval with 0).\n"
    )
    done = run("plot", "systems", "-q", "-g", gold, *names, "-o", "f.svg", "--caption", "f.svg")
    assert done.code == 2
