"use strict";
// A reason told one step at a time: buttons above each drawing, and the arrow keys while it has the focus.
function stepThrough(story) {
  const steps = [...story.querySelectorAll(".steps > li")];
  if (steps.length < 2 || story.querySelector(".stepper")) return;
  const drawn = [...story.querySelectorAll("[data-at]")];
  const bar = document.createElement("div");
  bar.className = "stepper";
  const place = document.createElement("span");
  place.setAttribute("role", "status");
  let now = steps.length;
  const button = (text, to) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", () => show(to()));
    return made;
  };
  const first = button("Step by step", () => 1);
  const back = button("Back", () => now - 1);
  const next = button("Next", () => now + 1);
  const all = button("Show all", () => steps.length);
  function show(wanted, quiet) {
    now = Math.max(1, Math.min(steps.length, wanted));
    for (const item of drawn) {
      item.classList.toggle("later", Number(item.dataset.at) > now);
      item.classList.toggle("now", !quiet && Number(item.dataset.at) === now);
    }
    place.textContent = quiet ? "" : `Step ${now} of ${steps.length}`;
    back.disabled = now === 1;
    next.disabled = now === steps.length;
    for (const one of [back, next, all]) one.hidden = quiet;
    first.hidden = !quiet;
    if (!quiet && document.activeElement?.disabled) (now === 1 ? next : back).focus();
  }
  all.addEventListener("click", () => { show(steps.length, true); first.focus(); });
  first.addEventListener("click", () => next.focus());
  bar.append(first, back, next, all, place);
  story.prepend(bar);
  story.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const drawing = story.querySelector(".scroll");
    if (!by || (event.target === drawing && drawing.scrollWidth > drawing.clientWidth)) return; // there they scroll
    event.preventDefault();
    show(first.hidden ? now + by : 1);
  });
  show(steps.length, true);
}
function stepThroughAll(root) {
  for (const story of root.querySelectorAll(".story")) stepThrough(story);
}
stepThroughAll(document);
