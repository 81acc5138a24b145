"""`nerkit report`: the page, as its source and in a browser."""

import json
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tries import spread

DEMO = Path(__file__).parents[2] / "demo"
START = DEMO / "start"
SECTIONS = ("scores", "labels", "classes", "confusion", "documents", "errors", "shown")
FILTERS = tuple(f"filter-{name}" for name in ("class", "label", "system", "document", "text"))
TASKS = ("spans", "bio", "noisy", "coref", "mrp", "amr", "dep", "tree", "srl", "json", "calls")
IE = {  # the demos of ie: files, further options
    "relations": ("oneie-gold.jsonl", "oneie-system.jsonl"),
    "templates": ("templates-gold.jsonl", "templates-system.json"),
    "metric": ("gold.jsonl", "system.jsonl", "--metric", DEMO / "ie" / "arguments.toml"),
}
HOSTILE = "</script><img src=x onerror=alert(1)>"


class Page(HTMLParser):
    """The elements of a page: (tag, attributes), in order; and those inside of main."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.inside, self.open = [], [], 0
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.open += tag == "main"
        self.elements.append((tag, dict(attrs)))
        if self.open:
            self.inside.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        self.open -= tag == "main"

    def having(self, name, **values):
        return [
            attributes
            for _, attributes in self.inside
            if name in attributes and all(attributes.get(key) == value for key, value in values.items())
        ]


def of(task):
    """The files of a task's demo."""
    if task in IE:
        return DEMO / "ie" / IE[task][0], DEMO / "ie" / IE[task][1]
    system = "log" if task == "calls" else "system"
    return next((DEMO / task).glob("gold.*")), next((DEMO / task).glob(f"{system}.*"))


def asked(task):
    """The options that name the task."""
    return ["--task", "ie" if task in IE else task, *IE.get(task, ())[2:]]


@pytest.fixture
def report(run, tmp_path):
    def page(*arguments):
        path = tmp_path / "report.html"
        done = run("report", "-q", "-o", path, *arguments)
        assert done.code == 0, done.err
        return path.read_text(encoding="utf-8")

    return page


@pytest.mark.parametrize(("task", "systems"), spread([*TASKS, *IE], [1, 2]))
def test_every_task_has_every_part(report, run, task, systems):
    """All ids; errors are those of errors; every link leads to an element inside the documents."""
    gold, system = of(task)
    sides = ["-g", gold, "-s", f"one={system}", *(["-s", f"two={system}"] if systems == 2 else [])]
    page = Page(report(*asked(task), *sides))
    ids = [attributes["id"] for attributes in page.having("id")]
    assert set(SECTIONS) | set(FILTERS) <= set(ids)
    assert len(ids) == len(set(ids))
    rows = json.loads(run("errors", "-q", "-f", "json", *asked(task), *sides).out)["rows"]
    shown = [a for tag, a in page.inside if tag == "li" and "data-class" in a]
    fields = ("class", "document", "label")
    for row in rows:
        row["label"] = row["gold_label"] or row["system_label"] or ""
    made = [
        ([a[f"data-{name}"] for name in fields], name) for a in shown for name in a["data-system"].split()
    ]
    assert sorted(made) == sorted(
        ([str(row[name]).replace("\n", "\\n") for name in fields], row["system"]) for row in rows
    )
    assert sorted(int(key) for a in shown for key in a["data-key"].split()) == list(range(1, len(rows) + 1))
    assert len(shown) == len(rows) / systems
    assert {a.get("data-change") for a in shown} == {None if systems == 1 else "both"}
    places = {
        (side, str(row[f"{side}_start"]), str(row[f"{side}_end"]), row[f"{side}_label"] or "", row["class"])
        for row in rows
        for side in ("gold", "system")
        if row[f"{side}_start"] is not None
    }
    drawn = {
        tuple(a[f"data-{name}"] for name in ("side", "start", "end", "label", "status"))
        for a in page.having("data-status")
    }
    assert places <= drawn
    items = {a["id"] for a in page.having("data-status") if "id" in a}
    targets = [a["href"] for a in page.having("href") if a["href"].partition("-")[0] not in ("#h", "#about")]
    assert len(targets) == len(shown) > 0
    assert all(target[1:] in items for target in targets)


def test_labels_are_those_that_the_headline_counts(run, write):
    """Those of the coarse column, where the headline is about it and fine ones are scored too."""
    lines = [
        "TOKEN NE-COARSE-LIT NE-FINE-LIT NEL-LIT MISC",
        "Bern B-LOC B-LOC.TOWN Q70 _",
        "lies O O _ _",
        "Span B-ORG B-ORG.ENT NIL _",
    ]
    gold = write("gold.tsv", "".join(f"{line}\n" for line in lines).replace(" ", "\t"))
    system = write("system.tsv", Path(gold).read_text(encoding="utf-8").replace("B-ORG", "B-LOC"))
    page = run("report", "-g", gold, "-s", system).out
    assert sorted(re.findall(r'<tr data-label="?([\w.]+)', page)) == ["LOC", "ORG"]


def test_nothing_is_asked_for_and_nothing_runs_from_data(report, write):
    """The policy forbids requests; markup in labels, ids and texts is text."""
    gold = write("gold.tsv", f"{HOSTILE}\t0\t4\t\t\t{HOSTILE}\nd\t0\t4\t\t\tb<b>\u202e\n")
    text = report("-g", gold, "-s", write("s.tsv", f"{HOSTILE}\t1\t4\t\t\t{HOSTILE}\n"))
    page = Page(text)
    assert "default-src 'none'" in text
    tags = {tag for tag, _ in page.inside}
    assert not tags & {"img", "b", "script", "iframe", "link", "object"}
    assert not [name for _, attributes in page.inside for name in attributes if name.startswith("on")]
    assert HOSTILE in {a["data-label"] for a in page.having("data-status")}
    assert "\u202e" not in text
    assert not re.search(r"https?://", text)


def test_scores_have_full_precision_and_two_systems_are_compared(report):
    """Every number of a row, differences and p-values; what changed between two systems."""
    gold, system = of("bio")
    page = Page(report("-g", gold, "-s", f"a={system}", "-s", f"b={gold}"))
    (row,) = [
        a for tag, a in page.inside if tag == "tr" and a.get("data-system") == "a" and "data-measure" in a
    ]
    assert (row["data-measure"], row["data-label"]) == ("chunk", "*")
    values = [a["data-value"] for a in page.having("data-name")]
    assert "0.375" in values
    assert {"delta", "p"} <= {a["data-name"] for a in page.having("data-name")}
    assert {a["data-change"] for a in page.having("data-change")} == {"only a"}


@pytest.mark.parametrize(
    ("more", "names"),
    spread(
        [("--paired", "bootstrap", "--resamples", "200"), ()],
        [("words_1", "shapes_1"), ("words_1", "shapes_1", "words_2", "shapes_2")],
    ),
)
def test_p_is_that_of_compare(report, run, names, more):
    """The same number, corrected where several pairs are tested, and the same verdict, for every measure."""
    sides = ["-g", START / "dev.bio", *(f"{name}={START / name}.bio" for name in names)]
    sides += ["-m", "chunk", "-m", "strict", *more]
    text = report(*sides)
    rows = json.loads(run("compare", "-q", "-f", "json", *sides).out)["rows"]
    expected = {
        (row["measure"], row["system"]): (row["p"], row["p_holm"]) for row in rows if row["p"] is not None
    }
    assert len(expected) == 2 * (len(names) - 1)
    corrected = any(p != holm for p, holm in expected.values())
    assert corrected  # -m names two measures
    found = {}
    for row in re.findall(r'<tr data-measure="(?:chunk|strict)".*?</tr>', text):
        measure, system = (re.search(rf'data-{name}="(.*?)"', row)[1] for name in ("measure", "system"))
        cells = dict(re.findall(r'data-name="(p|p_holm)" data-value="(.*?)"', row))
        if cells["p"]:
            found[measure, system] = float(cells["p"]), float(cells.get("p_holm", cells["p"]))
    assert found == expected
    told = [unescape(one) for one in re.findall('<p class="difference">(.*?)</p>', text)]
    for sentence, name in zip(told, names[1:], strict=True):  # as systems stand
        p = expected["chunk", name][1]
        verdict = "significant" if p <= 0.05 else "not significant"
        number = re.escape(f"p (Holm) = {p:.3g}, {verdict} at 0.05")
        against = re.escape(f"<small>(against {names[0]})</small>")
        interval = r"(?: \([-+.\d]+ to [-+.\d]+\))?"
        assert re.fullmatch(rf"[-+.\d]+{interval}, {number}(?: \(the interval .*\))? {against}", sentence)


@pytest.mark.parametrize(("beta", "name"), [("0.5", "F0.5"), ("1", "F1")])
def test_the_column_of_f_says_its_beta(report, run, beta, name):
    """In tables and on the page, where an option names it; of a preset whose measures have one too."""
    gold, system = of("bio")
    page = report("-g", gold, "-s", system, "--beta", beta)
    assert f'<th scope="col">{name}</th>' in page
    assert f"<dt>{name}</dt>" in page
    gold, system = DEMO / "tasks" / "gec.gold.m2", DEMO / "tasks" / "gec.system.m2"
    sides = ("--task", "ie", "--preset", "gec", "-g", gold, "-s", system)
    page = report(*sides)
    assert '<th scope="col">F0.5</th>' in page
    assert "<dt>F0.5</dt>" in page
    assert "F0.5" in run("ie", *sides[2:]).out.splitlines()[0].split()


def test_a_large_page_leaves_whole_documents_out(report, write):
    """The worst come first and whole; how many are left out is said."""
    lines = [f"d{i}\t{j}\t{j + 2}\t\t\tPER\n" for i in range(40) for j in range(0, 4 * (i + 1), 4)]
    gold = write("g.tsv", "".join(lines))
    small = report("-g", gold, "-s", write("s.tsv", "x\t0\t1\n"), "--extra", "ignore", "--max-size", "60kB")
    assert len(small) < 150_000
    page = Page(small)
    documents = [a["data-document"] for tag, a in page.inside if tag == "article"]
    assert documents == [f"d{39 - i}" for i in range(len(documents))]
    assert f"in {40 - len(documents)} further documents are left out" in small
    whole = report("-g", gold, "-s", write("s.tsv", "x\t0\t1\n"), "--extra", "ignore", "--max-size", "none")
    assert "further documents are left out" not in whole


def test_the_same_input_gives_the_same_bytes(report):
    gold, system = of("spans")
    assert report("-g", gold, "-s", system) == report("-g", gold, "-s", system)


@pytest.mark.parametrize("size", ["2 MB", "-1MB", "big", "1TB", pytest.param("9" * 5000, id="digits")])
def test_sizes(run, size):
    gold, system = of("bio")
    done = run("report", "-g", gold, "-s", system, f"--max-size={size}")
    assert done.code == 2
    assert "--max-size needs a size as 500kB or 2MB, or" in done.err


def test_one_document_that_is_too_large_comes_in_part(report, write):
    """Its beginning; how many errors are left out is said, twice the same number."""
    words = "".join(f"word{i} B-PER\n" + "\n" * (i % 9 == 8) for i in range(3000))
    text = f"-DOCSTART- O\n\n{words}\n-DOCSTART- O\n\nend O\n"
    gold, system = write("g.bio", text), write("s.bio", text.replace("B-PER", "O"))
    page = report("--task", "bio", "-g", gold, "-s", system, "--max-size", "200kB")
    assert 120_000 < len(page) <= 200_000
    shown = [a for tag, a in Page(page).inside if tag == "li" and "data-class" in a]
    assert shown
    told = re.findall(r"(\d+) (?:further ones|errors that are left out)", page)
    assert told == [str(3000 - len(shown))] * 2
    assert f"{3000} errors</small>" in page


def test_pages_are_no_larger_than_is_asked_for(report, write):
    """Of many documents as many as there is room for."""
    lines = [f"d{i}\t{j}\t{j + 2}\t\t\tPER\n" for i in range(300) for j in range(0, 40, 4)]
    gold, system = write("g.tsv", "".join(lines)), write("s.tsv", "x\t0\t1\n")
    for size in (100, 400):
        page = report("-g", gold, "-s", system, "--extra", "ignore", "--max-size", f"{size}kB")
        assert 0.8 * size * 1000 < len(page.encode()) <= size * 1000


def test_html_is_the_section_of_scores(report, run):
    """The rows and cells of the page, without the library that makes pages."""
    gold, system = of("bio")
    page = report("-g", gold, "-s", system)
    alone = run("bio", "-q", "-g", gold, "-s", system, "-f", "html").out
    assert alone.startswith('<section id="scores"')
    rows = [
        re.findall(r"<tr data-[^>]*>|<td data-[^>]*>", text)
        for text in (alone, page.partition('id="scores"')[2].partition("</section>")[0])
    ]
    assert rows[0] == rows[1]
    assert len(rows[0]) == 9


def test_scores_are_in_the_words_of_tables(run):
    """What people see is what a table has; columns that repeat another one are for programs."""
    gold, system = of("bio")
    headings = r'<th scope="col">([^<]*)</th>'
    for more in ((), ("--by", "label"), ("-s", f"two={gold}"), ("--beta", "0.5")):
        asked = ("bio", "-q", "-g", gold, "-s", f"one={system}", *more)
        html = run(*asked, "-f", "html").out
        table = run(*asked, "-f", "markdown").out.splitlines()[0].strip("| ")
        shown = [heading for heading in re.findall(headings, html) if heading not in ("Δ", "p")]
        names = [name.strip() for name in table.split("|")]
        assert sorted(set(shown) - {"F1"}) == sorted(set(names) - {"F1"})
        assert len(re.findall('data-name="f1"', html)) == len(re.findall("<tr data-", html))


class Texts(HTMLParser):
    """The texts of the elements of a page with an id."""

    def __init__(self, page):
        super().__init__()
        self.open, self.of = [], {}
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "br", "input"):
            self.open.append((tag, dict(attrs).get("id")))

    def handle_startendtag(self, tag, attrs):
        """An element without texts."""

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        for _, name in self.open:
            if name:
                self.of[name] = self.of.get(name, "") + data


def test_mentions_have_the_number_of_their_entity(report):
    """The same on both sides where entities correspond; a number, not a colour alone."""
    gold, system = of("coref")
    page = Page(report("--task", "coref", "-g", gold, "-s", system))
    chains = {}
    for a in page.having("data-chain"):
        chains.setdefault((a["data-side"], a["data-label"]), set()).add(a["data-chain"])
    assert chains
    chain = {
        side: {
            (a["data-start"], a["data-end"]): a["data-chain"]
            for a in page.having("data-chain", **{"data-status": "correct", "data-side": side})
        }
        for side in ("gold", "system")
    }
    assert chain["gold"] == chain["system"] != {}


def test_corresponding_nodes_are_on_one_line(report):
    """Of each pair of graphs; every tuple is drawn, wrong ones with a mark."""
    for task in ("amr", "mrp"):
        gold, system = of(task)
        text = report("--task", task, "-g", gold, "-s", system)
        page = Page(text)
        nodes = page.having("data-node")
        assert {a.get("data-side") for a in nodes} >= {"gold", "system"}
        shown = Texts(text).of
        for a in page.having("data-side"):
            if "id" in a:
                assert ("✗" in shown[a["id"]]) == (a["data-status"] != "correct")
        correct = page.having("data-node", **{"data-side": "gold", "data-status": "correct"})
        others = {a["data-node"] for a in page.having("data-node", **{"data-side": "system"})}
        assert {a["data-node"] for a in correct} & others


def test_roles_have_a_row_for_each_predicate(report, write):
    """On the words of its sentence, where the format has words."""
    line = "{0}\t{1}\t{1}\t{1}\tN\tN\t_\t_\t0\t0\t_\t_\t{2}\t{3}\t{4}\t{5}\n"
    sentence = [
        ("Anna", "_", "_", "A0", "A0"),
        ("saw", "Y", "see.01", "_", "_"),
        ("go", "Y", "go.01", "A1", "_"),
    ]
    text = "".join(line.format(i, *word) for i, word in enumerate(sentence, 1))
    gold = write("g.conll09", text + "\n" + text + "\n")
    system = write("s.conll09", text.replace("A1", "A2") + "\n" + text + "\n")
    page = report("--task", "srl", "-g", gold, "-s", system)
    assert re.findall(r"<h3>(see.01|go.01)</h3>", page) == ["see.01", "go.01"] * 2
    assert "holds no text" not in page
    row = page.split("<h3>see.01</h3>")[1].split("<h3>")[0]
    assert "".join(re.findall(r"<i(?: class=w\d+)?>([^<]*)", row)) == "Anna saw go"


def test_noisy_texts_stand_one_above_the_other(report):
    """With gaps; where they differ is marked."""
    gold, system = of("noisy")
    page = report("--task", "noisy", "-g", gold, "-s", system)
    rows = re.findall(r'<i(?: class=("o diff"|o|diff))?>([^<]*)', page)
    assert {css.strip('"') for css, _ in rows} == {"", "diff", "o", "o diff"}
    gold, system = (
        "".join(unescape(t) for css, t in rows if css.strip('"').startswith("o") is own)
        for own in (False, True)
    )
    assert len(gold) == len(system)


def test_records_are_nested(report):
    """A field under its record, its values side by side."""
    gold, system = of("json")
    page = report("--task", "json", "-g", gold, "-s", system)
    row = re.search(r"<tr><th scope=row class=n2>qty(.*?)<tr>", page, re.DOTALL)[1]
    assert re.findall(r">([^<>]+)</span>", row) == ["1 ✗", "2 ✗"]


def test_fragments_of_a_span_are_drawn_apart(report, write):
    """A discontinuous span has one element with its offsets, a line over the gap, and its second fragment."""
    text = "pain in the left arm and leg\n"
    gold, system = ("T1\tSymptom 0 4;25 28\tpain leg\n", "T1\tSymptom 0 4;17 20\tpain arm\n")
    folders = []
    for name, lines in (("gold", gold), ("system", system)):
        write(f"{name}/d.txt", text)
        folders.append(str(Path(write(f"{name}/d.ann", lines)).parent))
    page = report("--task", "spans", "-g", folders[0], "-s", folders[1])
    drawn = Page(page).having("data-status")
    assert [(a["data-side"], a["data-start"], a["data-end"]) for a in drawn] == [
        ("gold", "0", "28"),
        ("system", "0", "20"),
    ]
    gaps = re.findall(r'<em class="[^"]*gap"></em></u>(?:<u data-side=system>.*?</u>)?<i>([^<]*)', page)
    assert "".join(gaps).startswith(" in the left arm and ")


def test_long_sentences_are_lines_of_text(report, write):
    """More words than a drawing has room for: words in lines, items above and below them."""
    lines = [f"{i}\tw{i}\t_\tX\t_\t_\t{i - 1}\t{'root' if i == 1 else 'obj'}\t_\t_\n" for i in range(1, 321)]
    wrong = [line.replace("obj", "obl") if i % 9 == 0 else line for i, line in enumerate(lines)]
    trees = "(S" + " (X a)" * 310 + ")\n", "(S (NP" + " (X a)" * 309 + ") (X a))\n"
    for task, gold, system in (("dep", "".join(lines) + "\n", "".join(wrong) + "\n"), ("tree", *trees)):
        page = report("--task", task, "-g", write(f"{task}.g", gold), "-s", write(f"{task}.s", system))
        assert "<svg class=drawing" not in page
        assert "not drawn" not in page
        words = "".join(re.findall(r"<i(?: class=w\d+)?>([^<]*)", page)).split()
        assert len(words) == (320 if task == "dep" else 310)
        assert Page(page).having("data-side", **{"data-side": "system"})


def test_pages_are_thrifty(report, write):
    """An error of a short sentence, with both of its items, takes less than 700 bytes."""
    words = ["".join(f"w{i}{j} {'B-PER' if j % 4 == 1 else 'O'}\n" for j in range(12)) for i in range(300)]
    gold = "\n".join(words)
    system = write("s.bio", gold.replace("B-PER", "B-LOC"))
    page = report("--task", "bio", "-g", write("g.bio", gold), "-s", f"one={system}")
    number = len(re.findall("<li data-class", page))
    assert number == 900
    assert (len(page.encode()) - 42_000) / number < 700


def test_an_item_has_every_class_that_it_is_in(report, write, run):
    """Gold's one span is missed by one system and of another label in the other."""
    gold = write("g.tsv", "d\t0\t4\t\t\tPER\n")
    lines = {"a": "d\t9\t12\t\t\tPER\n", "b": "d\t0\t4\t\t\tLOC\n"}
    systems = [word for name, line in lines.items() for word in ("-s", f"{name}={write(name, line)}")]
    page = Page(report("-g", gold, *systems))
    statuses = [a["data-status"] for a in page.having("data-status", **{"data-side": "gold"})]
    assert statuses == ["missed", "label"]


@pytest.mark.parametrize(("measure", "adds_up"), [("chunk", True), ("type", False), ("token", False)])
def test_the_page_says_where_the_list_is_not_that_of_the_number(report, measure, adds_up):
    """A measure that counts other items than those of the task."""
    gold, system = of("bio")
    page = report("-g", gold, "-s", system, "-m", measure)
    assert ("counts other items than the listed items of the" not in page) == adds_up


def test_places_in_a_file_of_one_line_name_the_document(report, write):
    """All items stand on line 1, which says nothing: the document does, by its number if it has no name."""
    for ids, expected in ((False, "document 2"), (True, "second")):
        names = [{"id": name} if ids else {} for name in ("first", "second")]
        gold = write("g.json", json.dumps([{**name, "qty": 1} for name in names]))
        system = write("s.json", json.dumps([{**name, "qty": i} for i, name in enumerate(names, 1)]))
        text = report("--task", "json", "-g", gold, "-s", system)
        assert re.findall(r"<small>([^<]*)</small>(?=\n</ol>)", text) == [expected]
        assert "s.json:1" not in text


@pytest.mark.parametrize("systems", [1, 2, 6])
def test_the_title_names_the_files(report, run, systems):
    """Or is that of --title; a page with another title is known as a page, too."""
    gold, system = of("bio")
    sides = ["-g", gold, *(f"s{number}={system}" for number in range(systems))]
    named = ", ".join([*(f"s{i} (system.bio)" for i in range(min(systems, 4))), *["2 more"] * (systems > 4)])
    assert f"<title>Tagged entities in gold.bio: {named}</title>" in report(*sides)
    text = report(*sides, "--title", "a <b> & c")
    assert re.findall("<(?:title|h1)>(.*)</(?:title|h1)>", text) == ["a &lt;b&gt; &amp; c"] * 2
    annotators = report(*sorted((DEMO / "agree").glob("*.bio")), "--title", "our names")
    assert annotators.count("our names</") == 2


def test_the_page_of_annotators_has_the_interval_of_its_command(report, run):
    """That of `nerkit agree --confidence`."""
    files = [*sorted((DEMO / "agree").glob("*.bio")), "--confidence=0.9", "--resamples", "50"]
    rows = json.loads(run("agree", "-q", *files, "-f", "json").out)["rows"]
    (headline,) = Page(report(*files)).having("data-measure", id="headline")
    (row,) = (row for row in rows if row["measure"] == "alpha" and row["label"] == row["document"] == "*")
    assert [headline["data-low"], headline["data-high"]] == [repr(row["value_low"]), repr(row["value_high"])]


def test_labels_stand_side_by_side(report, run):
    """A row for each label, before the errors: gold, F1 of each system, difference; what helps is first."""
    start = DEMO / "start"
    sides = ["-g", start / "dev.bio", f"a={start / 'words_1.bio'}", f"b={start / 'shapes_1.bio'}"]
    text = report(*sides)
    rows = json.loads(run("bio", "-q", *sides, "--by", "label", "-f", "json").out)["rows"]
    expected = {(row["label"], row["system"]): row for row in rows if row["measure"] == "chunk"}
    table = text.partition('id="labels"')[2].partition("</section>")[0]
    found = re.findall(r'<tr data-label="(\w+)" data-gain="([^"]*)">(.*?)</tr>', table)
    assert {label for label, _, _ in found} == {label for label, _ in expected if label != "*"}
    for label, _, line in found:
        cells = re.findall(r'data-name="(\w+)" data-value="([^"]*)"', line)
        a, b = (expected[label, system] for system in "ab")
        names = ("precision", "recall", "f1")
        wanted = [("support", float(a["r_den"])), *((name, one[name]) for one in (a, b) for name in names)]
        assert [(name, float(value)) for name, value in cells] == [*wanted, ("delta", b["f1"] - a["f1"])]
    gains = [float(gain) for _, gain, _ in found]
    assert gains == sorted(gains, reverse=True)
    bars = dict(re.findall(r'<span>(\w+)</span>.*?data-gain="([^"]*)" data-by="label" data-system="b"', text))
    assert {label: gain for label, gain, _ in found} == bars
    assert text.index('id="chips"') < text.index('id="labels"') < text.index('id="errors"')
    assert all(f'id="{target}"' in text for target in re.findall(r'href="#([\w-]+)"', text))


def test_nothing_is_wrong(report):
    """Every part is there and says why it is empty."""
    gold, _ = of("bio")
    text = report("-g", gold, "-s", gold)
    page = Page(text)
    assert set(SECTIONS) | set(FILTERS) <= {attributes["id"] for attributes in page.having("id")}
    assert "No system made an error that is listed" in text
    assert {a["id"] for a in page.having("hidden") if "id" in a} == {"gains", "classes"}


@pytest.fixture
def browser(monkeypatch, write, tmp_path):
    """A command as browser, which writes down what it is asked to show; the file that it writes to."""
    script = write("browser.sh", f'#!/bin/sh\necho "$1" > "{tmp_path}/shown"\n')
    script.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(script))
    monkeypatch.setattr("webbrowser._tryorder", None)  # which browsers there are is found out once
    return tmp_path / "shown"


BIO = ("-g", DEMO / "bio" / "gold.bio", "-s", DEMO / "bio" / "system.bio")


def test_open_shows_the_page_in_the_browser(run, browser, tmp_path):
    """The page is the file of -o, else report.html, also where an old page is."""
    for name, arguments in (("report.html", ()), ("report.html", ()), ("own ü.html", ("-o", "own ü.html"))):
        done = run("report", *BIO, "--open", *arguments)
        assert (done.code, done.out, "browser" in done.err) == (0, "", False)
        assert ("the page is report.html" in done.err) == (not arguments)
        assert (tmp_path / name).read_bytes().startswith(b"<!doctype html>")
        assert browser.read_text() == f"{(tmp_path / name).as_uri()}\n"


def test_open_without_a_browser_is_a_warning(run, browser, monkeypatch, tmp_path):
    """The page is there all the same."""
    monkeypatch.setenv("BROWSER", str(tmp_path / "none"))
    monkeypatch.setattr("webbrowser._browsers", {})
    monkeypatch.setattr("webbrowser.register_standard_browsers", lambda: None)
    monkeypatch.setattr("webbrowser._tryorder", [str(tmp_path / "none")])
    done = run("report", *BIO, "--open")
    assert done.code == 0
    assert "warning: nerkit could not start a browser; open report.html yourself" in done.err
    assert (tmp_path / "report.html").exists()


def test_open_needs_a_page_in_a_file(run, browser):
    """Standard output is none."""
    done = run("report", *BIO, "--open", "-o", "-")
    assert (done.code, done.out) == (2, "")
    assert "--open needs a page in a file" in done.err
    assert not browser.exists()


def test_a_page_that_nobody_named_replaces_no_other_file(run, write, browser, tmp_path):
    """What another program has written as report.html stays, and so does an input."""
    write("report.html", "<html>somebody else's</html>")
    done = run("report", *BIO, "--open")
    assert done.code == 2
    assert "report.html exists, and nerkit did not write it; name another file with -o" in done.err
    assert (tmp_path / "report.html").read_text() == "<html>somebody else's</html>"
    write("report.html", (DEMO / "bio" / "system.bio").read_text())
    assert run("report", *BIO[:2], "-s", "report.html", "--open").code == 2
    assert (tmp_path / "report.html").read_text() == (DEMO / "bio" / "system.bio").read_text()
    assert not browser.exists()


def test_a_page_about_annotators(run, report):
    """Without gold: agreement, and every disagreement with what each said; no word about errors."""
    files = sorted((DEMO / "agree").glob("*.bio"))
    text = report(*files)
    page = Page(text)
    rows = json.loads(run("errors", *files, "-f", "json", "-q").out)["rows"]
    shown = sorted((int(a["data-key"]), a["data-document"], a["data-class"]) for a in of_rows(page))
    assert shown == [(key, row["document"], row["class"]) for key, row in enumerate(rows, 1)]
    (headline,) = page.having("data-measure", id="headline")
    assert (headline["data-measure"], round(float(headline["data-value"]), 3)) == ("alpha", 0.740)
    words = " ".join(re.findall(r">([^<]+)<", text.split("<main")[1].split("</main>")[0])).lower()
    assert not re.search(r"\b(gold|errors?|systems?)\b", words)
    assert run("report", files[0]).code == 2


def of_rows(page):
    """The attributes of the rows of a list."""
    return [attributes for tag, attributes in page.inside if tag == "li" and "data-key" in attributes]


def spans_of(page):
    """The spans of annotators that are drawn: annotator, start, end, label."""
    fields = ("annotator", "start", "end", "label")
    return sorted(tuple(a[f"data-{name}"] for name in fields) for a in page.having("data-annotator"))


def test_annotators_stand_above_the_text(report):
    """All spans of each, one row for each annotator in every sentence; rows of the list lead to spans."""
    files = sorted((DEMO / "agree").glob("*.bio"))
    text = report(*files)
    page = Page(text)
    expected = []
    for path in files:
        for document in path.read_text(encoding="utf-8").split("# document ")[1:]:
            tags = [line.split()[-1] for line in document.splitlines()[1:] if line]
            for start, tag in enumerate(tags):
                before = "O" if start == 0 else tags[start - 1]
                if tag[0] == "B" or (tag[0] == "I" and before[1:] != tag[1:]):
                    behind = iter(range(start + 1, len(tags) + 1))
                    end = next(i for i in behind if i == len(tags) or tags[i] != f"I{tag[1:]}")
                    expected.append((str(path), str(start), str(end), tag[2:]))
    assert spans_of(page) == sorted(expected)
    names = "<em class=g2>anna</em><em class=g1>ben</em><em>carla</em>"
    assert text.count(names) == len(re.findall("<p>(?=.*data-annotator)", text)) == 3
    spans = {a["id"]: a["data-key"].split() for a in page.having("data-key") if "data-annotator" in a}
    keys = [a["data-key"] for a in of_rows(page)]
    links = [a["href"][1:] for tag, a in page.inside if tag == "a" and a.get("href", "")[:2] == "#s"]
    assert [key in spans[link] for key, link in zip(keys, links, strict=True)] == [True] * 6


def test_names_and_labels_of_annotators_are_text(report, write):
    """Markup in an annotator's name, a label, an id and a text is shown."""
    lines = [
        {"id": HOSTILE, "text": f"{HOSTILE} \u202e", "user": user, "label": [[0, 4, label]]}
        for user, label in ((HOSTILE, "b<b>"), ("ben", HOSTILE), ("carla", HOSTILE))
    ]
    path = write("p.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    text = report(path, "--annotator", "user")
    page = Page(text)
    assert not {tag for tag, _ in page.inside} & {"img", "b", "script"}
    assert ("\u202e" in text, text.count("</script>")) == (False, 2)
    assert {name for name, *_ in spans_of(page)} == {HOSTILE, "ben", "carla"}


def test_the_top_of_a_page_about_annotators(report, run):
    """Every value of the command; labels of each pair against each other, whose cells are filters."""
    files = sorted((DEMO / "agree").glob("*.bio"))
    text = report(*files, "--confidence", "--resamples", "50")
    rows = json.loads(run("agree", "-q", *files, "--confidence", "--resamples", "50", "-f", "json").out)[
        "rows"
    ]
    totals = {row["measure"]: row for row in rows if row["label"] == row["document"] == "*"}
    top = dict(re.findall(r'class="number">([-.\d]+) <small>(\w+)', text))
    assert {name: value for value, name in top.items()} == {
        name: f"{row['value']:.3f}" for name, row in totals.items()
    }
    for row in totals.values():
        assert f"{row['measure']}, {row['value_low']:.3f} to {row['value_high']:.3f}" in text
    pairs = json.loads(run("agree", "-q", *files, "--by", "pair", "-m", "kappa", "-f", "json").out)["rows"]
    shown = re.findall(r"<h3>(\w+) and (\w+): kappa ([-.\d]+)</h3>", text)
    assert shown == [
        (*(name.rpartition("/")[2][:-4] for name in row["system"].split("|")), f"{row['value']:.3f}")
        for row in pairs
        if row["system"] != "*"
    ]
    cells = re.findall(r'data-filter="([^"]+)" aria-label="(\w+) as (\w+): (\d+)"', text)
    assert ("said-0=LOC&amp;said-1=O", "LOC", "O", "1") in cells
    assert sum(int(cell[-1]) for cell in cells) == 3 * 33  # tokens of each pair
    assert 'id="filter-said-2"' in text


def test_a_page_about_a_table_of_items(report, write):
    """Items have no text: the list has all, and no document is drawn; labels are those of the table."""
    table = write("t.tsv", "item\tann\tben\nq1\tx\t<y>\nq2\tx\t\nq3\t<y>\t<y>\n")
    text = report(table, "--units", "item")
    page = Page(text)
    (row,) = of_rows(page)
    assert (row["data-document"], row["data-label"], row["data-class"]) == ("q1", "<y> / x", "label")
    assert not page.having("id", id="documents")
    assert "ann \\ ben" in text
    assert '<th scope="row">O</th>' not in text


def test_a_page_of_one_text_has_its_sentences(report, write):
    """A disagreement belongs to the sentence of its words; a page that is too large says what is left out."""
    text = "\n".join(f"Anna saw Paris {number} times" for number in range(400))
    places = [(at.start(), at.end()) for at in re.finditer("Anna|Paris", text)]
    for name, step in (("a", 1), ("b", 2)):
        labels = [[*place, "X"] for place in places[::step]]
        write(f"{name}.jsonl", json.dumps({"id": 1, "text": text, "label": labels}) + "\n")
    whole = Page(report("a.jsonl", "b.jsonl", "--max-size", "none"))
    assert [a["data-document"] for a in of_rows(whole)] == [str(number) for number in range(1, 401)]
    assert "Sentences</h2>" in report("a.jsonl", "b.jsonl")
    over = write(
        "over.jsonl", json.dumps({"id": 1, "text": text, "label": [[0, 4, "X"], [19, 49, "Y"]]}) + "\n"
    )
    two = Page(report("a.jsonl", over, "--units", "span"))
    drawn = [(int(start), label) for name, start, _, label in spans_of(two) if name.endswith("over.jsonl")]
    assert sorted(drawn) == [(0, "X"), (19, "Y"), (23, "Y"), (46, "Y")]  # where sentences 2 and 3 begin
    small = report("a.jsonl", "b.jsonl", "--max-size", "100kB")
    shown, left_out = (
        len(of_rows(Page(small))),
        int(re.search(r"(\d+) disagreements in \d+ further", small)[1]),
    )
    assert len(small.encode()) <= 100_000
    assert shown + left_out == 400
    one_line = json.dumps(
        {"id": 1, "text": text.replace("\n", " "), "label": [[*place, "X"] for place in places]}
    )
    write("c.jsonl", one_line + "\n")
    write("d.jsonl", one_line.replace('"X"', '"Y"') + "\n")
    small = report("c.jsonl", "d.jsonl", "--max-size", "100kB")
    shown, left_out = len(of_rows(Page(small))), int(re.search(r"with (\d+) disagreements that", small)[1])
    assert (shown + left_out, len(small.encode()) <= 100_000) == (800, True)


def test_annotators_in_a_field_of_one_file(run, report, write):
    """As for `nerkit agree`; with gold there are no annotators."""
    line = '{{"id": {0}, "text": "Anna saw Paris", "label": [[0, 4, "{1}"]], "user": "{2}"}}\n'
    lines = [line.format(i, "LOC" if (i, user) == (1, "b") else "PER", user) for i in (0, 1) for user in "ab"]
    path = write("project.jsonl", "".join(lines))
    page = Page(report(path, "--annotator", "user"))
    assert spans_of(page) == [
        ("a", "0", "4", "PER"),
        ("a", "0", "4", "PER"),
        ("b", "0", "4", "LOC"),
        ("b", "0", "4", "PER"),
    ]
    assert len(of_rows(page)) == 1
    done = run("report", "-g", path, path, "--annotator", "user")
    assert (done.code, "--annotator, --units, --positions and --tags cannot be used with" in done.err) == (
        2,
        True,
    )


def test_the_same_error_of_several_systems_is_one_row(report, run):
    """Rows name the systems that make an error, and chips count it for each; `only a` is not in the other."""
    start = DEMO / "start"
    sides = ["-g", start / "dev.bio", f"a={start / 'words_1.bio'}", f"b={start / 'shapes_1.bio'}"]
    text = report(*sides)
    rows = json.loads(run("errors", "-q", "-f", "json", *sides).out)["rows"]

    def same(row):
        return tuple(
            value for name, value in row.items() if name != "system" and not name.endswith(("_file", "_line"))
        )

    makers = {}
    for row in rows:
        makers.setdefault(same(row), []).append(row["system"])
    shown = [a for tag, a in Page(text).inside if tag == "li" and "data-class" in a]
    assert sorted(a["data-system"] for a in shown) == sorted(map(" ".join, makers.values()))
    assert text.count("<span class=badge>") == len(rows)
    for a in shown:
        if a["data-change"] == "both":
            continue
        assert a["data-change"] == f"only {a['data-system']}"
    assert {a["data-change"] for a in shown} == {"both", "only a", "only b"}
    counted = re.findall(
        r'data-class="label" .*?<small>a</small> (\d+) <small>b</small> (\d+)</button>', text
    )
    numbers = [sum(row["class"] == "label" and row["system"] == name for row in rows) for name in "ab"]
    assert [list(map(int, one)) for one in counted] == [numbers]


@pytest.mark.parametrize("task", [*TASKS, *IE])
def test_the_cell_of_a_missing_leaf_is_empty(report, run, task):
    """In tables of fields and of pairs: nothing is in the cell of a side that has no item or no value."""
    gold, system = of(task)
    sides = [*asked(task), "-g", gold, "-s", system]
    rows = json.loads(run("errors", "-q", "-f", "json", *sides).out)["rows"]
    cells = 0
    for line in re.findall(
        r"<tr>.*?(?=<tr>|</table)", report(*sides).partition('id="documents"')[2], re.DOTALL
    ):
        for key in re.findall(r"data-key=(\d+)", line):
            for side in ("gold", "system"):
                (cell,) = re.findall(rf"<td[^>]*data-side={side}>(.*?)(?=<t|$)", line, re.DOTALL)
                row = rows[int(key) - 1]
                there = row.get(f"{side}_value", row[f"{side}_label"])
                assert bool(re.sub(r"<[^>]*>|\s", "", cell)) == bool(there)
                cells += not there
    assert cells or task not in ("calls", "json")


def test_of_a_group_of_runs_the_first_is_listed(report, run):
    """The numbers are means with their spread, which the page says."""
    start = DEMO / "start"
    text = report("-g", start / "dev.bio", "-s", f"a={start}/words_*.bio")
    rows = run("errors", "-q", "-g", start / "dev.bio", "-s", f"a={start / 'words_1.bio'}", "-f", "tsv").out
    shown = [a for tag, a in Page(text).inside if tag == "li" and "data-class" in a]
    assert len(shown) == len(rows.splitlines()) - 1
    assert "mean of 3 runs" in text
    assert "the errors of the first run: a/words_1" in text


def test_a_stored_result_stands_beside_systems(run, report, write):
    """Its scores and intervals on the same gold, and no output; another gold is an error."""
    start = DEMO / "start"
    sides = ("-g", start / "dev.bio", "-s", start / "shapes_1.bio")
    stored = run("bio", "-q", *sides, "-f", "json", "--confidence").out
    old = write("old.json", stored)
    text = report("-g", start / "dev.bio", "-s", f"new={start / 'words_1.bio'}", "-s", f"old={old}")
    page = Page(text)
    values = {
        a["data-system"]: a["data-value"]
        for tag, a in page.inside
        if tag == "div" and "data-value" in a and "data-system" in a
    }
    (kept,) = (a for tag, a in page.inside if tag == "div" and a.get("data-system") == "old")
    assert float(kept["data-low"]) < float(values["old"]) < float(kept["data-high"])
    assert values["old"] == repr(json.loads(stored)["rows"][0]["value"])
    assert list(values) == ["new", "old"]
    assert "Stored results (old) have scores but no output to show." in text
    other = run("report", "-g", DEMO / "bio" / "gold.bio", "-s", DEMO / "bio" / "system.bio", "-s", old)
    assert (other.code, "is a stored result with another gold file; score" in other.err) == (2, True)
    assert run("report", "-g", start / "dev.bio", "-s", old).code == 2
