"use strict";
{
  const $ = (id) => document.getElementById(id);
  const all = (selector, within) => [...(within ?? document).querySelectorAll(selector)];
  const data = JSON.parse($("data").textContent);
  const form = $("filters"), list = document.querySelector("#errors .list"), shown = $("shown");
  const articles = all("#documents article").map((element) => ({ element, name: element.dataset.document, block: element.closest(".block"), hidden: false }));
  const names = all("select[name]", form).map((one) => one.name), said = names.filter((name) => name.startsWith("said-"));
  const field = Object.fromEntries(names.map((name) => [name, $("filter-" + name)]));
  const text = $("filter-text"), agreeing = $("filter-agreeing"), grouping = $("group-by");
  const value = (code) => data.values[code], bare = (label) => label === "-" ? "" : label;
  const SETTLING = 8;  // frames in which what was out of sight gets its true height
  const errors = [], byKey = new Map();  // an error that several systems make is one row, by all of its keys
  let current = null;

  // a compact page: the attributes of errors and items are made from the table
  const digits = [...Array(92).keys()].map((code) => String.fromCharCode(code + 35)).filter((one) => !"&<>\\`".includes(one)).join("");
  const spread = (runs) => {
    const whole = [];
    for (let i = 0; i < runs.length; i += 2) for (let n = runs[i + 1]; n > 0; n--) whole.push(runs[i]);
    return whole;
  };

  const unpack = ({ packed, width, lowest }) => {
    const whole = [];
    for (let i = 0; i < packed.length; i += width) {
      let number = 0;
      for (let j = i; j < i + width; j++) number = number * digits.length + digits.indexOf(packed[j]);
      whole.push(number === 0 ? null : number - 1 + lowest);
    }
    return whole;
  };

  const column = (of) => {
    if (Array.isArray(of)) return of;
    if (of.packed !== undefined) return unpack(of);
    if (of.runs) return spread(of.runs);
    let sum = 0;
    return spread(of.steps).map((step) => sum += step);
  };

  const makeItem = (side, error, start, size) => {
    const element = $(side + error.key);
    if (!element) return;
    const label = side === "g" ? error.gold : error["system-label"];
    const made = { side: side === "g" ? "gold" : "system", start: start ?? "", end: start === null ? "" : start + size, label: bare(label), status: error.class, key: data.several[element.id] ?? error.key };
    if (side === "s" && field.system.options.length > 2) made.system = error.system;
    Object.assign(element.dataset, made);
  };

  const makeError = (element, error) => {
    element.dataset.key = error.keys.join(" ");
    element.dataset.system = error.systems.join(" ");
    for (const name of ["class", "label", "document"]) element.dataset[name] = error[name];
    const other = error["system-label"];
    if (other !== error.label && other !== "missed") element.dataset.other = other;
    if (error.change) element.dataset.change = error.change;
  };

  const single = [];  // the errors of each system
  const rows = () => {
    const columns = Object.entries(data.errors).map(([name, of]) => [name, column(of)]);
    const [twins, documents, groups] = ["twin", "document", "group"].map((name) => data.numbers[name] && column(data.numbers[name]));
    for (let i = 0; i < columns[0][1].length; i++) {
      const error = {};
      for (const [name, of] of columns) error[name] = name === "key" ? String(of[i]) : value(of[i]);
      error.label ??= bare(error.gold === "spurious" ? error["system-label"] : error.gold);
      if (data.compact) Object.assign(error, { placed: documents[i], document: articles[documents[i]].name, grouped: groups[i] });
      const row = (twins && byKey.get(String(twins[i]))) ?? Object.assign(error, { keys: [], systems: [] });
      row.keys.push(error.key);
      row.systems.push(error.system);
      single.push(error);
      if (row === error) errors.push(error);
      byKey.set(error.key, row);
    }
  };

  const make = (tag, values, ...children) => {
    const element = Object.assign(document.createElement(tag), values);
    element.append(...children);
    return element;
  };

  const pair = (elements) => {  // the rows of a compact page with their errors, in the order of groups
    const order = [...errors].sort((a, b) => a.grouped - b.grouped || a.key - b.key);
    elements.forEach((element, i) => {
      const error = order[i], link = make("a", { href: "#m=" + error.key }, element.textContent.trim());
      error.element = element;
      element.replaceChildren(link);
      makeError(element, error);
    });
  };

  const items = (element, sides, shape, key) => {  // above and below: of each side its colour and its label
    sides.forEach((side, i) => {
      if (!side) return;
      const item = make(i ? "u" : "b", { className: "c" + side[0] + " " + shape + (side[2] ? " e" : "") }, side[1] ?? "");
      if (side[1] !== null) item.id = "gs"[i] + key;
      element.insertBefore(item, element.lastChild);
    });
    const room = element.className.match(/ w\d+$/)?.[0] ?? "";
    element.className = (sides[0] && sides[1] ? "" : sides[0] ? "z0" : "a0") + room;
  };

  const alone = (error) => {  // an error without a drawing
    const sides = [error.gold === "spurious" ? null : error.gold, error["system-label"] === "missed" ? null : error["system-label"]];
    const segment = make("s", {}, byKey.get(error.key).element.textContent);
    items(segment, sides.map((label) => label && [data.colours[bare(label)] ?? 0, bare(label) || "–", 1]), data.shapes[error.class], error.key);
    return make("p", {}, segment);
  };

  const frame = () => {  // the documents of a compact page: their items, and the name that folds them
    const own = articles.map(() => []), turns = column(data.numbers.turns);
    for (const error of single) own[error.placed].push(error);
    const shared = new Set(Object.entries(data.several).flatMap(([id, keys]) => $(id) ? keys.split(" ") : []));
    let turn = 0;
    articles.forEach(({ element, name }, i) => {
      for (const one of all("s[class^=x]", element)) {
        const sides = data.looks[parseInt(one.className.slice(2))], begins = sides.some((side) => side && side[1] !== null);
        items(one, sides, one.className.slice(0, 2), begins ? own[i][turns[turn++]].key : null);
      }
      for (const error of own[i])
        if (!$("g" + error.key) && !$("s" + error.key) && !shared.has(error.key)) element.append(alone(error));
      element.append(make("details", { open: true }, make("summary", {}, name + " (" + own[i].filter((one) => one.keys).length + ")"), ...element.childNodes));
    });
  };

  const places = () => {
    const gold = column(data.places.g);
    for (const side of ["g", "s"]) {
      const starts = column(data.places[side]), sizes = column(data.places[side + "-size"]);
      if (side === "s") gold.forEach((start, i) => { if (starts[i] !== null) starts[i] += start; });
      single.forEach((error, i) => makeItem(side, error, starts[i], sizes[i]));
    }
  };

  const unfold = (elements) => {  // a compact page gets what a small one has
    pair(elements);
    frame();
    places();
    const wrong = new Set(errors.map((error) => error.document));
    field.document.append(...articles.filter(({ name }) => wrong.has(name)).map(({ name }) => new Option("", name)));
    document.body.classList.add("scripted");
  };

  const rowOf = (element) => byKey.get(element.dataset.key.split(" ")[0]);

  const read = () => {
    rows();
    const elements = all("li", list);
    if (data.compact) unfold(elements);
    else for (const element of elements) {
      const { label, document } = element.dataset;
      Object.assign(rowOf(element), { element, label, document });
    }
    for (const group of all("[data-group]", list))
      for (const element of all("li", group)) rowOf(element).group = group.dataset.group;
    for (const error of errors) Object.assign(error, { rows: error.element.parentNode, hidden: false, labels: labels(error) });
  };

  const words = (error) => error.words ??= error.element.textContent.toLowerCase();

  // filters: what is asked for, and whether an error passes
  const asks = (name) => field[name].selectedIndex > 0;  // a value may be empty
  const labels = (error) => {
    if (said.length) return [...new Set(said.map((name) => error[name]).filter((one) => one !== null))];
    const sides = [error.gold === "spurious" ? null : error.gold, error["system-label"] === "missed" ? null : error["system-label"]];
    return [...new Set([error.label, ...sides.filter((label) => label !== null).map(bare)])];
  };
  const valuesOf = (error, name) => name === "label" ? error.labels : name === "system" ? error.systems : [error[name]];
  const has = (error, name, wanted) => valuesOf(error, name).includes(wanted);

  const misses = (error, asked, sought) => {  // the number of filters that it does not pass, and the last of them
    let number = 0, last = null;
    for (const [name, wanted] of asked) if (!has(error, name, wanted)) { number++; last = name; }
    if (sought && !words(error).includes(sought)) { number++; last = "text"; }
    return [number, last];
  };

  const add = (numbers, key) => numbers.set(key, (numbers.get(key) ?? 0) + 1);
  const count = (counts, error, name) => { for (const one of valuesOf(error, name)) add(counts[name], one); };

  const filter = () => {
    const asked = names.filter(asks).map((name) => [name, field[name].value]), sought = text.value.toLowerCase();
    const counts = Object.fromEntries(names.map((name) => [name, new Map()]));
    const documents = new Map(), groups = new Map(), lists = new Map();
    let number = 0;
    for (const error of errors) {
      const [failed, name] = misses(error, asked, sought);
      if (failed === 0) for (const one of names) count(counts, error, one);
      else if (failed === 1 && name !== "text") count(counts, error, name);
      if (error.hidden !== failed > 0) error.element.hidden = error.hidden = failed > 0;
      number += failed === 0;
      const of = documents.get(error.document) ?? documents.set(error.document, [0, 0]).get(error.document);
      of[0]++;
      of[1] += failed === 0;
      if (failed === 0) groups.set(error.group, (groups.get(error.group) ?? 0) + 1);
      lists.set(error.rows, (lists.get(error.rows) ?? 0) + (failed === 0));
    }
    shown.textContent = number + " of " + errors.length;
    showArticles(documents);
    showGroups(groups);
    for (const [rows, passing] of lists) fit(rows, passing);
    showCounts(counts);
    press();
  };

  const fit = (rows, passing) => {  // what is out of sight is as high as its rows
    if (rows.hidden !== (passing === 0)) rows.hidden = passing === 0;
    rows.style.setProperty("--rows", passing);
  };

  const showArticles = (documents) => {
    const only = asks("document") ? field.document.value : null, blocks = new Map();
    for (const article of articles) {
      const { element, name, block } = article, [every, passing] = documents.get(name) ?? [0, 0];
      const wanted = every ? passing > 0 : agreeing.checked && (only === null || name === only);
      if (article.hidden === wanted) element.hidden = article.hidden = !wanted;
      if (block) blocks.set(block, (blocks.get(block) ?? 0) + wanted);
    }
    for (const [block, passing] of blocks) fit(block, passing);
  };

  const showGroups = (groups) => {
    for (const group of all("[data-group]", list)) {
      const number = groups.get(group.dataset.group) ?? 0;
      group.hidden = number === 0;
      group.querySelector("strong").textContent = number;
    }
  };

  const choices = new Map();  // the options of a field, each with the number that it shows
  const showCounts = (counts) => {
    for (const name of names) {
      if (!choices.has(name)) choices.set(name, [...field[name].options].slice(1).map((option) => ({ option, value: option.value })));
      for (const choice of choices.get(name)) {
        const number = counts[name].get(choice.value) ?? 0;
        if (choice.number !== number) choice.option.textContent = (choice.value || "(none)") + " (" + number + ")";
        choice.number = number;
      }
    }
  };

  const press = () => {
    const kind = asks("class") ? field.class.value : null;
    for (const chip of all("#chips button")) chip.setAttribute("aria-pressed", String(chip.dataset.class === kind));
  };

  // the address keeps the error and the filters
  const state = () => {
    const chosen = new URLSearchParams();
    if (current) chosen.set("m", current.key);
    for (const name of names) if (asks(name)) chosen.set(name, field[name].value);
    if (text.value) chosen.set("text", text.value);
    if (agreeing.checked) chosen.set("agreeing", "on");
    if (grouping.value) chosen.set("group", grouping.value);
    return chosen.toString();
  };

  const remember = (push) => {
    const hash = state(), address = hash ? "#" + hash : location.pathname + location.search;
    if (location.hash.slice(1) === hash) return;
    if (push) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  };

  const choose = (name, wanted) => {
    const place = wanted === null ? 0 : [...field[name].options].findIndex((one, i) => i > 0 && one.value === wanted);
    field[name].selectedIndex = Math.max(place, 0);
  };

  const restore = () => {
    const hash = location.hash.slice(1);
    if (hash && !hash.includes("=")) return reach($(hash), $(hash)?.matches("h2") ? "start" : "center");
    const asked = new URLSearchParams(hash);
    apply(asked);
    const error = byKey.get(asked.get("m"));
    if (error) look(error, true);
    else forget();
  };

  const apply = (asked) => {
    for (const name of names) choose(name, asked.has(name) ? asked.get(name) : null);
    text.value = asked.get("text") ?? "";
    agreeing.checked = asked.has("agreeing");
    if (grouping.value !== (asked.get("group") ?? "")) regroup(asked.get("group") ?? "");
    filter();
  };

  const changed = () => { filter(); remember(true); };

  // the error that is looked at
  const reach = (element, block) => {  // its pane scrolls, and the window only where that is not enough
    for (let one = element?.closest("details"); one; one = one.parentElement?.closest("details")) one.open = true;
    if (!element) return;
    const pane = element.closest(".list, .shown");
    const [outer, inner] = [pane, element].map((one) => one?.getBoundingClientRect());
    if (pane && (block !== "nearest" || inner.top < outer.top || inner.bottom > outer.bottom))
      pane.scrollTop += inner.top + inner.height / 2 - outer.top - pane.clientHeight / 2;
    const { top, bottom } = element.getBoundingClientRect();
    if (!pane || top < 0 || bottom > window.innerHeight) element.scrollIntoView({ block: block ?? "center", inline: "nearest" });
  };

  const forget = () => {
    for (const one of all("[aria-current]")) one.removeAttribute("aria-current");
    current = null;
  };

  const reveal = (element) => {  // an article that a filter has hidden
    const article = articles.find((one) => one.element === element);
    element.hidden = article.hidden = false;
    if (article.block) article.block.hidden = false;
  };

  const look = (error, scroll) => {
    forget();
    current = error;
    const items = all(error.keys.map((key) => '#documents [data-key~="' + key + '"]').join());
    const article = items[0]?.closest("article");
    if (article) reveal(article);
    for (const one of [error.element, ...items]) one.setAttribute("aria-current", "true");
    settle(error, scroll ? error.element : null, items[0], SETTLING);
  };

  const settle = (error, row, item, times) => {
    if (current !== error) return;
    if (row) reach(row, "nearest");
    reach(item, times === SETTLING ? "center" : "nearest");
    if (times > 1) requestAnimationFrame(() => settle(error, row, item, times - 1));
  };

  const visible = () => all("li:not([hidden])", list).map(rowOf);

  const go = (step) => {
    const order = visible(), place = current ? order.indexOf(current) : step > 0 ? -1 : order.length;
    const next = order[place + step];
    if (!next) return;
    look(next, true);
    next.element.tabIndex = -1;
    next.element.focus({ preventScroll: true });
    remember(true);
  };

  // groups
  const filed = {
    "": (error) => error.first,
    class: (error) => error.class,
    document: (error) => error.document,
    change: (error) => error.change,
    text: (error) => error.element.querySelector("a").textContent,
  };

  const regroup = (by) => {
    grouping.value = by;
    list.classList.toggle("regrouped", by !== "");
    const groups = new Map();
    for (const error of [...errors].sort((a, b) => a.key - b.key)) {
      error.first ??= error.group;
      error.group = filed[by](error);
      if (!groups.has(error.group)) groups.set(error.group, []);
      groups.get(error.group).push(error);
    }
    const made = [...groups].sort((a, b) => b[1].length - a[1].length).map(([name, own]) => makeGroup(name, own));
    list.replaceChildren(...made);
    for (const error of errors) error.rows = error.element.parentNode;
  };

  const makeGroup = (name, own) => {
    const group = document.createElement("details"), head = document.createElement("summary");
    group.open = true;
    group.dataset.group = name;
    head.append(name + " ", Object.assign(document.createElement("strong"), { textContent: own.length }));
    group.append(head);
    for (let i = 0; i < own.length; i += 100) {
      const rows = document.createElement("ol");
      rows.setAttribute("role", "list");
      rows.append(...own.slice(i, i + 100).map((error) => error.element));
      group.append(rows);
    }
    return group;
  };

  // what is pressed
  const pressed = (event) => {
    const button = event.target.closest("button"), link = event.target.closest("#errors li");
    if (link && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      look(rowOf(link));
      return remember(true);
    }
    if (!button) return undefined;
    if (button.closest("#chips")) {
      choose("class", button.getAttribute("aria-pressed") === "true" ? null : button.dataset.class);
      return changed();
    }
    if (button.dataset.filter !== undefined) return only(new URLSearchParams(button.dataset.filter));
    if (button.closest("#confusion")) return cell(button.dataset);
    return undefined;
  };

  const only = (asked) => {
    apply(asked);
    remember(true);
    $("h-errors").scrollIntoView();
  };

  const cell = (of) => {
    const asked = new URLSearchParams({ gold: of.gold, "system-label": of.other });
    if (field.system.options.length > 2) asked.set("system", of.system);
    only(asked);
  };

  const clear = () => {
    if (current) forget();
    else apply(new URLSearchParams());
    remember(true);
  };

  // copying
  const copy = (what, element) => {
    if (navigator.clipboard) navigator.clipboard.writeText(what).catch(() => copyByHand(what, element));
    else copyByHand(what, element);
  };

  const copyByHand = (what, element) => {
    const area = document.createElement("textarea");
    area.value = what;
    element.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    element.focus();
  };

  const markdown = ({ element, ...of }) => "- **" + of.class + "** " + (said.length ? "" : of.systems.join(", ") + " ") + of.document + ": " + element.textContent.trim().replace(/\s+/g, " ");

  const tsv = (table) => [...table.rows].map((row) => [...row.cells].filter((one) => !one.hidden).map((one) => one.dataset.value ?? one.textContent.trim()).join("\t")).join("\n");

  // tables: bars, and sorting by a click
  const sort = (table, head) => {
    const column = head.cellIndex, down = head.getAttribute("aria-sort") === "descending";
    const key = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent;
    const rows = [...table.tBodies[0].rows].sort((a, b) => {
      const [x, y] = [key(a), key(b)], [m, n] = [parseFloat(x), parseFloat(y)];
      const order = isNaN(m) || isNaN(n) ? x.localeCompare(y) : m - n;
      return down ? order : -order;
    });
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "ascending" : "descending");
    table.tBodies[0].append(...rows);
  };

  const prepareTables = () => {
    for (const one of all("td[data-name=precision],td[data-name=recall],td[data-name=f1],td[data-name=value],td[data-name=share]")) {
      if (!(one.dataset.value >= 0 && one.dataset.value <= 1)) continue;
      one.classList.add("bar");
      one.style.setProperty("--part", 100 * one.dataset.value + "%");
    }
    for (const head of all("#scores th[scope=col]")) head.replaceChildren(make("button", { type: "button" }, ...head.childNodes));
    for (const table of all("table.sortable, #scores table"))
      table.tHead.addEventListener("click", (event) => {
        const head = event.target.closest("th");
        if (head) sort(table, head);
      });
  };

  // what belongs together is lit when it is pointed at
  const lights = (element) => {
    const node = element.closest?.("[data-node]"), item = element.closest?.("[data-label]");
    const together = new Set();
    if (node) for (const one of all('[data-node="' + node.dataset.node + '"]', node.closest("svg"))) together.add(one);
    if (!item) return together;
    const chain = item.dataset.chain;
    if (chain) for (const one of all('[data-chain="' + chain + '"]', item.closest("article"))) together.add(one);
    for (const key of (item.dataset.key ?? "").split(" "))
      for (const one of key ? all('[data-key~="' + key + '"]', item.closest("article")) : []) together.add(one);
    return together.add(item);
  };

  const name = (item) => {  // what it is, told when it is pointed at
    const told = item.dataset.annotator ? item.dataset.annotator + ": " + item.dataset.label : item.dataset.label + ": " + item.dataset.status;
    if (!item.ownerSVGElement) item.title = told;
    else if (!item.querySelector("title")) item.prepend(document.createElementNS(item.namespaceURI, "title"));
    if (item.ownerSVGElement) item.querySelector("title").textContent = told;
  };

  const light = (event, on) => {
    const item = event.target.closest?.("#documents [data-status]");
    if (item) name(item);
    if (event.target.closest?.("#documents")) for (const one of lights(event.target)) one.classList.toggle("lit", on);
  };

  // keys
  const keys = { j: () => go(1), k: () => go(-1), "/": () => text.focus(), "?": () => $("keys").showModal(), Escape: clear, c: () => current && copy(markdown(current), current.element) };

  const typed = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || $("keys").open) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) {
      if (event.key === "Escape") event.target.blur();
      if (event.key !== "Escape" || event.target !== text) return;
      text.value = "";
      changed();
    } else if (keys[event.key]) keys[event.key]();
    else return;
    event.preventDefault();
  };

  const listen = () => {
    for (const one of Object.values(field)) one.addEventListener("change", changed);
    text.addEventListener("input", () => { filter(); remember(false); });
    agreeing.addEventListener("change", changed);
    grouping.addEventListener("change", () => { regroup(grouping.value); changed(); });
    form.addEventListener("submit", (event) => event.preventDefault());
    $("clear").addEventListener("click", () => { forget(); clear(); });
    $("copy-scores").addEventListener("click", (event) => copy(tsv(document.querySelector("#scores table")), event.target));
    $("copy-command")?.addEventListener("click", (event) => copy($("command").textContent, event.target));
    document.addEventListener("click", pressed);
    document.addEventListener("keydown", typed);
    document.addEventListener("mouseover", (event) => light(event, true));
    document.addEventListener("mouseout", (event) => light(event, false));
    window.addEventListener("popstate", restore);
    window.addEventListener("hashchange", restore);
    window.addEventListener("beforeprint", () => { for (const one of all("article details, #errors details")) one.open = true; });
  };

  if (window.innerWidth < 640) form.querySelector("details").open = false;
  read();
  prepareTables();
  listen();
  restore();
  (window.requestIdleCallback ?? setTimeout)(() => errors.forEach(words));  // the first search is as fast as others
}
