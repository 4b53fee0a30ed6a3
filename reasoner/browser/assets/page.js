"use strict";
// The form answered in place: answers come in as solvers finish, facts can be struck out, changed and added.
const $ = (id) => document.getElementById(id);
const form = $("form"), result = $("result"), desk = $("main"), go = $("go"), cancel = $("cancel"), progress = $("progress");
const KEPT = "reasoner.history", MOST_KEPT = 20;
let struck = [...form.querySelectorAll("[name=without]")].map((input) => ({ source: input.value, text: input.value }));
form.querySelectorAll("[name=without]").forEach((input) => input.remove());
let running = null;
let texts = [], after = [];

function make(tag, text, options = {}) {
  const made = Object.assign(document.createElement(tag), options);
  if (text) made.textContent = text;
  return made;
}
function button(text, action, label) {
  const made = make("button", text, { type: "button", className: "small" });
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", action);
  return made;
}
const lines = () => $("facts").value.split("\n").map((line) => line.trim()).filter(Boolean);
const ticked = (name) => [...form.querySelectorAll(`[name=${name}]:checked`)].map((box) => box.value);
const ensembles = () => form.elements.ensemble.value.split(",").map((name) => name.trim()).filter(Boolean);

function asked() {
  const solvers = [...ticked("solver"), ...ensembles()];
  const body = { question: $("question").value, facts: lines(), knowledge: ticked("kb") };
  const without = struck.filter((one) => !one.source.startsWith("given:")).map((one) => one.source);
  return { ...body, ...(solvers.length && { solvers }), ...(without.length && { without }) };
}

// What stands in the address: enough to ask the same again.
function address(body) {
  const query = new URLSearchParams({ question: body.question, facts: body.facts.join("\n") });
  for (const name of body.solvers ?? []) query.append("solver", name);
  for (const source of body.without ?? []) query.append("without", source);
  const all = form.querySelectorAll("[name=kb]").length;
  if (body.knowledge.length < all) { query.append("shown", "1"); for (const name of body.knowledge) query.append("kb", name); }
  return `/?${query}`;
}

function fill(query) {
  $("question").value = query.get("question") ?? "";
  $("facts").value = query.get("facts") ?? "";
  struck = query.getAll("without").map((source) => ({ source, text: source }));
  const wanted = query.getAll("solver");
  const known = [...form.querySelectorAll("[name=solver]")].map((box) => box.value);
  for (const box of form.querySelectorAll("[name=solver]")) box.checked = wanted.includes(box.value);
  form.elements.ensemble.value = wanted.filter((name) => !known.includes(name)).join(", ");
  for (const box of form.querySelectorAll("[name=kb]")) box.checked = !query.has("shown") || query.getAll("kb").includes(box.value);
  showSettings();
}

function showSettings() {
  $("chosen").textContent = [...ticked("solver"), ...ensembles()].join(", ") || "the default";
  const place = $("struck");
  place.replaceChildren();
  if (!struck.length) return;
  const list = make("ul", "", { ariaLabel: "Facts struck out" });
  for (const one of struck) {
    const item = make("li");
    item.append(make("s", one.text), button("Put back", () => putBack(one), `Put back: ${one.text}`));
    list.append(item);
  }
  place.append(list);
}

// Asking.

async function ask(remember = true) {
  running?.abort();
  const mine = (running = new AbortController());
  const body = asked();
  if (remember) { history.pushState(null, "", address(body)); keep(body); }
  desk.classList.add("answered");
  result.replaceChildren(make("div", "Reading the question…", { className: "card waiting" }));
  busy(true);
  if (result.getBoundingClientRect().top < 0) scrollTo({ top: 0 });
  try {
    const response = await fetch("/stream", { method: "POST", body: JSON.stringify(body), signal: mine.signal });
    if (!response.ok) throw new Error((await response.json()).error);
    await receive(response, body);
  } catch (error) {
    if (mine.signal.aborted && running !== mine) return;
    fail(mine.signal.aborted ? "Cancelled." : error.message);
  }
  if (running === mine) busy(false);
}

function busy(is) {
  cancel.hidden = !is;
  desk.setAttribute("aria-busy", is);
  if (!is) { progress.textContent = ""; running = null; }
}

function fail(message) {
  result.querySelectorAll(".waiting").forEach((card) => card.remove());
  const said = make("p", message, { className: "error" });
  said.setAttribute("role", "alert");
  result.append(said);
}

async function receive(response, body) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "", plan = null;
  const answers = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    for (const line of parts) {
      const said = JSON.parse(line);
      if (!plan) prepare((plan = said), body);
      else { place(said, plan); if (!said.error) answers.push(said); sideBySide(plan, answers.sort((a, b) => a.number - b.number)); }
      const count = plan.solvers.length, have = count - result.querySelectorAll(".waiting").length;
      progress.textContent = count > 1 && have < count ? `${have} of ${count} have answered` : "";
    }
  }
}

function prepare(plan, body) {
  texts = [];
  const tools = make("div", "", { className: "tools" });
  tools.append(
    button("Copy as text", copy), button("Copy link", () => toClipboard(location.href, "Link copied")),
    button("Save as a page", () => save(body)), button("Print", () => print()),
  );
  const waiting = plan.solvers.map((name, number) => make("div", `${name} is working on it…`, { className: "card waiting", id: `w${number}` }));
  const side = make("div", "", { id: "side" });
  after = [tools, side];
  result.replaceChildren(waiting[0], side, ...waiting.slice(1));
}

function place(said, plan) {
  const waiting = $(`w${said.number}`);
  if (said.error) {
    const problem = make("p", `${plan.solvers[said.number]}: ${said.error}`, { className: "error" });
    problem.setAttribute("role", "alert");
    waiting.replaceWith(problem);
    return;
  }
  const holder = make("template");
  holder.innerHTML = said.html; // made by the server, every text escaped; the page's policy lets nothing in it run
  const section = holder.content.firstElementChild;
  if (said.number > 0) section.querySelectorAll("details[open]").forEach((fold) => { fold.open = false; });
  waiting.replaceWith(section);
  if (said.number === 0) section.querySelector(".card").after(...after);
  stepThroughAll(section);
  section.querySelectorAll(".sources").forEach(editable);
  texts[said.number] = said.text;
}

// One line a choice, a column a solver.
function sideBySide(plan, answers) {
  if (plan.solvers.length < 2) return;
  const table = make("table", "", { className: "scores side" });
  const head = table.createTHead().insertRow();
  for (const title of ["Choice", ...answers.map((one) => one.name)]) head.append(make("th", title, { scope: "col" }));
  const rows = table.createTBody();
  for (const choice of plan.question.choices ?? plan.question.question.choices) {
    const row = rows.insertRow();
    row.append(make("th", `${choice.label} ${choice.text}`, { scope: "row" }));
    for (const one of answers) {
      const score = one.scores[choice.label], cell = row.insertCell();
      cell.textContent = score === null ? "–" : score.toFixed(2);
      if (score === null) continue;
      if (one.selected.includes(choice.label)) { cell.className = "selected"; cell.textContent += one.selected.length > 1 ? " tied" : " ✓"; }
      const bar = make("span", "", { className: "bar" });
      bar.style.setProperty("--share", one.shares[choice.label]);
      cell.append(bar);
    }
  }
  const scroll = make("div", "", { className: "scroll", tabIndex: 0 });
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", "Scores side by side");
  scroll.append(table);
  $("side").replaceChildren(scroll);
}

// Facts struck out, changed, added; then the same question again.

function editable(sources) {
  for (const item of sources.querySelectorAll("li[data-source]")) {
    const source = item.dataset.source, text = item.querySelector(".text").textContent;
    if (!/:\d+(\.\d+)?$/.test(source)) continue;
    const edits = make("span", "", { className: "edits" });
    edits.append(button("Strike out", () => strike(source, text), `Strike out: ${text}`),
      button("Change", () => change(item, source, text), `Change: ${text}`));
    item.append(edits);
  }
  const adding = make("form", "", { className: "add" });
  const field = make("input", "", { type: "text", placeholder: "Add a fact or a rule" });
  field.setAttribute("aria-label", "Add a fact or a rule");
  adding.append(field, make("button", "Add and answer again", { className: "small" }));
  adding.addEventListener("submit", (event) => { event.preventDefault(); if (field.value.trim()) { addLine(field.value.trim()); ask(); } });
  sources.append(adding);
}
function addLine(text) { $("facts").value = [...lines(), text].join("\n"); }
function drop(source, text, instead) {
  const all = lines(), at = source.startsWith("given:") ? Number(source.split(":")[1]) - 1 : -1;
  if (at >= 0) { all.splice(at, 1, ...(instead ? [instead] : [])); $("facts").value = all.join("\n"); }
  else if (instead) addLine(instead);
  const bare = source.replace(/\.\d+$/, "");
  if (at < 0 || !instead) struck.push({ source: at < 0 ? bare : source, text, at });
}
function strike(source, text) { drop(source, text); showSettings(); ask(); }
function putBack(one) {
  struck = struck.filter((other) => other !== one);
  if (one.source.startsWith("given:")) { const all = lines(); all.splice(one.at, 0, one.text); $("facts").value = all.join("\n"); }
  showSettings();
  ask();
}
function change(item, source, text) {
  const field = make("input", "", { type: "text", value: text });
  field.setAttribute("aria-label", "The fact as it should be");
  const done = () => { drop(source, text, field.value.trim()); showSettings(); ask(); };
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") { event.preventDefault(); done(); }
    if (event.key === "Escape") item.replaceChildren(...before);
  });
  const before = [...item.childNodes];
  item.replaceChildren(field, button("Answer again", done));
  field.focus();
}

// Keeping: copies, pages, and what was asked before.

function note(text) { progress.textContent = text; setTimeout(() => { if (progress.textContent === text) progress.textContent = ""; }, 3000); }
async function toClipboard(text, said) {
  try { await navigator.clipboard.writeText(text); note(said); }
  catch { // no permission: select it for the user
    const area = make("textarea", "", { value: text });
    document.body.append(area); area.select(); document.execCommand("copy"); area.remove(); note(said);
  }
}
const copy = () => toClipboard(texts.filter(Boolean).join("\n\n"), "Copied");
async function save(body) {
  const response = await fetch("/page", { method: "POST", body: JSON.stringify(body) });
  const link = make("a", "", { href: URL.createObjectURL(await response.blob()), download: "answer.html" });
  link.click();
  URL.revokeObjectURL(link.href);
}
function kept() { try { return JSON.parse(localStorage.getItem(KEPT)) ?? []; } catch { return []; } }
function keep(body) {
  const entry = { text: body.question.slice(0, 90), address: address(body) };
  const all = [entry, ...kept().filter((one) => one.address !== entry.address)].slice(0, MOST_KEPT);
  try { localStorage.setItem(KEPT, JSON.stringify(all)); } catch { /* no room, or not allowed: nothing is kept */ }
  showHistory();
}
function showHistory() {
  const all = kept();
  $("history").hidden = !all.length;
  $("history").querySelector("ul").replaceChildren(...all.map((one) => {
    const item = make("li");
    item.append(button(one.text, () => { fill(new URLSearchParams(one.address.slice(2))); ask(); }));
    return item;
  }));
}

form.addEventListener("submit", (event) => { event.preventDefault(); ask(); });
form.addEventListener("change", showSettings);
form.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); ask(); } });
cancel.addEventListener("click", () => running?.abort());
document.querySelectorAll(".example").forEach((link) => link.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  fill(new URL(link.href).searchParams);
  ask();
}));
window.addEventListener("popstate", () => {
  const query = new URLSearchParams(location.search);
  if (query.has("question")) { fill(query); ask(false); } else location.reload();
});
showSettings();
showHistory();
if (new URLSearchParams(location.search).has("question")) { fill(new URLSearchParams(location.search)); ask(false); }
