// The rulebook answers while one types, and goes by keys: / searches, arrows go through what was found, and from a
// rule to the one before or after.

import { fill, h, typing } from "../shared/dom.js";
import { print } from "../shared/wording.js";

/** @import { Found } from "../shared/types.js" */

const LEAD = 160;
const book = document.getElementById("text")?.dataset.book ?? "";
const input = document.querySelector("#seek");
const list = document.getElementById("found");

/** @param {Found} found */
function row(found) {
  const says = found.says.length > LEAD ? `${found.says.slice(0, LEAD)} …` : found.says;
  return h(
    "li",
    null,
    h("a", { href: found.address }, h("b", null, found.title), h("small", null, found.section || found.kind)),
    h("p", null, print(says)),
  );
}

/** One request at a time, and always the latest words. */
let asking = false,
  /** @type {string | null} */ next = null,
  /** Enter was pressed before the words were answered: their first row is opened as soon as they are. */
  going = false;

/** @param {HTMLElement} found @param {HTMLFormElement} form */
function go(found, form) {
  going = false;
  const first = found.querySelector("a");
  if (first) location.href = first.href;
  else form.submit();
}

/** @param {HTMLInputElement} field @param {HTMLElement} found */
async function seek(field, found) {
  next = field.value.trim();
  if (asking) return;
  asking = true;
  while (next !== null) {
    const words = /** @type {string} */ (next);
    next = null;
    let rows = /** @type {Found[]} */ ([]),
      none = "Nothing in the book has these words.";
    if (words) {
      const address = `/api/books/${encodeURIComponent(book)}/search?words=${encodeURIComponent(words)}`;
      const reply = await fetch(address).catch(() => null);
      if (reply?.ok) rows = await reply.json();
      else none = "The search did not answer. Type on to try again.";
    }
    const at = document.activeElement,
      pointed = at instanceof HTMLAnchorElement && found.contains(at),
      address = pointed ? at.getAttribute("href") : null;
    fill(found, rows.length || !words ? rows.map(row) : h("li", null, none));
    found.dataset.words = words;
    // Whoever was on a row already stays on it, or goes back to the words if it is no longer there.
    if (pointed)
      ([...found.querySelectorAll("a")].find((link) => link.getAttribute("href") === address) ?? field).focus();
  }
  asking = false;
  if (going && field.form) go(found, field.form);
}

/** @param {HTMLElement} found @param {number} by */
function step(found, by) {
  const links = [...found.querySelectorAll("a")];
  const at = links.findIndex((link) => link === document.activeElement) + by;
  if (at < 0 && input instanceof HTMLInputElement) input.focus();
  else links[Math.min(at, links.length - 1)]?.focus();
}

if (input instanceof HTMLInputElement && list) {
  input.addEventListener("input", () => {
    going = false;
    seek(input, list);
  });
  input.form?.addEventListener("submit", (event) => {
    event.preventDefault();
    going = true;
    if (list.dataset.words !== input.value.trim()) seek(input, list);
    else go(list, /** @type {HTMLFormElement} */ (event.target));
  });
  document.querySelector(".seeking")?.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent)) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      step(list, event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Escape") {
      input.value = "";
      fill(list);
      input.focus();
    }
  });
}

document.addEventListener("keydown", (event) => {
  if (typing(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  const to = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (event.key === "/" && input instanceof HTMLInputElement) {
    event.preventDefault();
    input.focus();
  } else if (to && !(event.target instanceof Element && event.target.closest(".frame"))) {
    const link = document.querySelector(`.neighbours [rel=${to}]`);
    if (link instanceof HTMLElement) link.click();
  }
});
