"use strict";
// Sends the request of an example, as it was changed, and shows what comes back.
for (const form of document.querySelectorAll("form.try")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const shown = form.querySelector("pre");
    shown.hidden = false;
    shown.textContent = "…";
    const body = form.querySelector("textarea")?.value;
    try {
      const response = await fetch(form.dataset.path, { method: form.dataset.method, ...(body && { body }) });
      const text = await response.text();
      const lines = text.trim().split("\n").map((line) => JSON.stringify(JSON.parse(line), null, 1));
      shown.textContent = `${response.status}\n${lines.join("\n")}`;
    } catch (error) {
      shown.textContent = error.message;
    }
  });
}
