"use strict";
// Hides the rows that the form leaves out. The words are looked for in the text of the row.
const form = document.getElementById("filters");
const count = document.getElementById("count");
const rows = Array.from(document.getElementById("rows").rows, (row) => ({
  row,
  text: row.textContent.toLowerCase(),
  outcomes: JSON.parse(row.dataset.outcomes).map((words) => words.split(" ")),
}));

function keeps({ row, text, outcomes }, wanted) {
  const asked = wanted.get("run") ? [outcomes[Number(wanted.get("run"))]] : outcomes;
  const outcome = wanted.get("outcome");
  const category = wanted.get("category");
  return (
    (!outcome || asked.some((words) => words.includes(outcome))) &&
    (!category || row.dataset.category === category) &&
    (!wanted.has("disagree") || "disagree" in row.dataset) &&
    text.includes(wanted.get("words").trim().toLowerCase())
  );
}

function apply() {
  const wanted = new FormData(form);
  let left = 0;
  for (const item of rows) {
    item.row.hidden = !keeps(item, wanted);
    left += item.row.hidden ? 0 : 1;
  }
  count.textContent = `${left} of ${rows.length} questions`;
}

form.addEventListener("input", apply);
form.addEventListener("change", apply); // assistive tools may send this one alone
form.addEventListener("submit", (event) => event.preventDefault());
window.addEventListener("pageshow", apply); // a browser that goes back restores the form
