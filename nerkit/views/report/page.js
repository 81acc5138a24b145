"use strict";
(() => {
  const names = ["class", "label", "system", "document", "text"];
  const field = Object.fromEntries(names.map((name) => [name, document.getElementById("filter-" + name)]));
  const items = [...document.querySelectorAll("#mistakes li")];
  const texts = items.map((item) => item.textContent.toLowerCase());
  const shown = document.getElementById("shown");
  let pair = "", current = -1;

  const asks = (name) => name === "text" ? field.text.value : field[name].selectedIndex > 0;  // a value may be empty

  const state = () => {
    const chosen = new URLSearchParams();
    for (const name of names) if (asks(name)) chosen.set(name, field[name].value);
    if (pair) chosen.set("other", pair);
    return chosen;
  };

  const filter = () => {
    const text = field.text.value.toLowerCase();
    let number = 0;
    items.forEach((item, i) => {
      const data = item.dataset;
      const fits = ["class", "label", "system", "document"].every((n) => !asks(n) || data[n] === field[n].value)
        && (!pair || (data.other ?? (data.class === "missed" ? "missed" : data.label)) === pair) && (!text || texts[i].includes(text));
      if (item.hidden === fits) item.hidden = !fits;
      number += fits;
    });
    shown.textContent = number;
  };

  const changed = () => {
    filter();
    const chosen = state().toString();
    history.replaceState(null, "", chosen ? "#" + chosen : location.pathname + location.search);
  };

  const restore = () => {
    const hash = decodeHash();
    if (hash === null) return;
    field.text.value = hash.get("text") ?? "";
    for (const name of names.slice(0, 4)) {
      const place = hash.has(name) ? [...field[name].options].findIndex((one, i) => i > 0 && one.value === hash.get(name)) : 0;
      field[name].selectedIndex = Math.max(place, 0);
    }
    pair = hash.get("other") ?? "";
    filter();
  };

  const decodeHash = () => {
    const hash = location.hash.slice(1);
    if (hash && !hash.includes("=")) {
      open(document.getElementById(hash));
      return null;
    }
    return new URLSearchParams(hash);
  };

  const open = (element) => {
    const details = element?.closest("article")?.querySelector("details");
    if (details) details.open = true;
    element?.scrollIntoView({ block: "center" });
  };

  for (const name of names)
    for (const event of ["input", "change"]) field[name].addEventListener(event, () => { pair = ""; changed(); });
  window.addEventListener("hashchange", restore);

  document.getElementById("confusion").addEventListener("click", (event) => {
    const data = event.target.closest("button")?.dataset;
    if (!data) return;
    for (const name of names.slice(0, 4)) field[name].selectedIndex = 0;
    field.text.value = "";
    field.system.value = data.system;
    const label = data.gold === "spurious" ? data.other : data.gold;
    const options = [...field.label.options].map((one, i) => i ? one.value : null);
    field.label.selectedIndex = Math.max(options.indexOf(label), label === "-" ? options.indexOf("") : 0, 0);
    pair = data.gold === "spurious" ? "missed" : data.other;
    if (data.gold === "spurious") { field.class.value = "spurious"; pair = ""; }
    changed();
    document.getElementById("mistakes").scrollIntoView();
  });

  for (const table of document.querySelectorAll("table.sortable")) {
    table.tHead.addEventListener("click", (event) => {
      const head = event.target.closest("th");
      if (!head) return;
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
    });
  }

  const go = (step) => {
    let next = current;
    do next += step; while (items[next]?.hidden);
    if (!items[next]) return;
    items[current]?.removeAttribute("aria-current");
    current = next;
    items[current].setAttribute("aria-current", "true");
    items[current].tabIndex = -1;
    items[current].focus();
  };

  const copy = (item) => {
    const data = item.dataset;
    const text = "- **" + data.class + "** " + data.system + " " + data.document + ": " + item.textContent.trim().replace(/\s+/g, " ");
    if (navigator.clipboard) navigator.clipboard.writeText(text).catch(() => copyByHand(text, item));
    else copyByHand(text, item);
  };

  const copyByHand = (text, item) => {
    const area = document.createElement("textarea");
    area.value = text;
    item.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    item.focus();
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.key === "j") go(1);
    else if (event.key === "k") go(-1);
    else if (event.key === "c" && items[current]) copy(items[current]);
    else return;
    event.preventDefault();
  });

  const lights = (element) => {
    const node = element.closest?.("[data-node]"), item = element.closest?.("[data-side]");
    const together = new Set();
    if (node) for (const one of node.closest("svg").querySelectorAll('[data-node="' + node.dataset.node + '"]')) together.add(one);
    if (!item) return together;
    const chain = item.dataset.chain;
    if (chain) for (const one of item.closest("article").querySelectorAll('[data-chain="' + chain + '"]')) together.add(one);
    for (const one of [item, ...document.querySelectorAll('[data-partner="' + item.id + '"]'), document.getElementById(item.dataset.partner ?? "")]) if (one) together.add(one);
    return together;
  };
  const name = (item) => {  // what it is, told when it is pointed at
    const said = item.dataset.label + ": " + item.dataset.status;
    if (!item.ownerSVGElement) item.title = said;
    else if (!item.querySelector("title")) item.prepend(document.createElementNS(item.namespaceURI, "title"));
    if (item.ownerSVGElement) item.querySelector("title").textContent = said;
  };
  const light = (event, on) => {
    const item = event.target.closest?.("[data-side]");
    if (item) name(item);
    for (const one of lights(event.target)) one.classList.toggle("lit", on);
  };
  document.addEventListener("mouseover", (event) => light(event, true));
  document.addEventListener("mouseout", (event) => light(event, false));

  const folded = [...document.querySelectorAll("article details")].slice(1);
  for (const details of folded) details.open = false;
  window.addEventListener("beforeprint", () => { for (const details of folded) details.open = true; });
  restore();
})();
