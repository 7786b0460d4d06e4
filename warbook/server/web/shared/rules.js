// "Why?": a rule in the book's words, in a note beside what it is about.

import { fill, h } from "./dom.js";
import { ruleAddress } from "./lookups.js";
import { capital, print } from "./wording.js";

/** @import { RuleText, Term } from "./types.js" */

/** @type {Map<string, Promise<Map<string, RuleText>>>} */
const shelves = new Map();
/** Those that have come. @type {Map<string, Map<string, RuleText>>} */
const read = new Map();

/** All rules of a book, fetched once. @param {string} book */
export function rulesOf(book) {
  let found = shelves.get(book);
  if (!found) {
    found = fetch(`/api/books/${encodeURIComponent(book)}/rules`)
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error("no rules"))))
      .then((/** @type {RuleText[]} */ rules) => new Map(rules.map((rule) => [rule.id, rule])));
    found.then((rules) => read.set(book, rules)).catch(() => shelves.delete(book));
    shelves.set(book, found);
  }
  return found;
}

/** A link that opens the text of rules. @param {string} book @param {string[]} ids @param {string} [words] */
export function why(book, ids, words = "why") {
  return h(
    "button",
    {
      type: "button",
      class: "why",
      "data-testid": "why",
      title: ids.join(", "),
      "aria-label": words === "why" ? `Why? ${ids.map((id) => ruleName(book, id)).join(", ")}` : words,
      onclick: (/** @type {MouseEvent} */ event) => {
        event.stopPropagation();
        open(book, ids, /** @type {HTMLElement} */ (event.currentTarget));
      },
    },
    words,
  );
}

/** What a ruling settles; of a rule the last words of its id, as one would say them.
 * @param {string} book @param {string} id */
export function ruleName(book, id) {
  const title = read.get(book)?.get(id)?.title;
  const last = id.slice(id.lastIndexOf(".") + 1);
  return title || (/\d/.test(last) ? "our ruling" : last.replaceAll("-", " "));
}

/** @param {string} book @param {string[]} ids @param {HTMLElement} anchor */
async function open(book, ids, anchor) {
  const note = theNote(anchor);
  fill(note, h("p", { class: "rule-says" }, "Looking it up…"));
  note.showPopover();
  place(note, anchor);
  try {
    const rules = await rulesOf(book);
    fill(
      note,
      ids.map((id) => entry(book, id, rules.get(id))),
    );
  } catch {
    fill(note, h("p", { class: "rule-says" }, "The rules cannot be fetched just now."));
  }
  place(note, anchor);
}

/** What a word of the book means, in the same note. @param {string} book @param {string} name @param {Term} term
 * @param {HTMLElement} anchor */
export function explainTerm(book, name, { words, rule }, anchor) {
  const note = theNote(anchor);
  fill(
    note,
    h(
      "article",
      { class: "rule" },
      h("h2", null, capital(name)),
      h("p", { class: "rule-says" }, print(words)),
      rule && h("p", { class: "rule-id" }, inTheBook(book, rule)),
    ),
  );
  note.showPopover();
  place(note, anchor);
}

/** @param {string} book @param {string} id */
function inTheBook(book, id) {
  const link = { href: ruleAddress(book, id), target: "_blank", rel: "noopener", "data-testid": "in-the-book" };
  return h("a", link, "in the rulebook");
}

/** @param {string} book @param {string} id @param {RuleText | undefined} rule */
function entry(book, id, rule) {
  return h(
    "article",
    { class: "rule" },
    h("h2", null, capital(rule?.section.replaceAll(" > ", " › ") || ruleName(book, id))),
    h("p", { class: "rule-says" }, rule ? print(rule.says) : "The book has no text for this one."),
    h("p", { class: "rule-id" }, id, " · ", inTheBook(book, id)),
  );
}

/** The note, in the dialog that the anchor is in: whatever is outside of an open one can be neither read nor used.
 * @param {HTMLElement} anchor @returns {HTMLElement} */
function theNote(anchor) {
  const note =
    document.getElementById("rule-note") ??
    h("div", {
      id: "rule-note",
      class: "rule-note",
      popover: "auto",
      "data-testid": "rule-note",
      tabindex: "-1",
    });
  const home = anchor.closest("dialog") ?? document.body;
  if (note.parentNode !== home) home.append(note);
  return note;
}

/**
 * Beside the anchor, within the window; on a narrow one the style puts it at the bottom.
 * @param {HTMLElement} note
 * @param {HTMLElement} anchor
 */
function place(note, anchor) {
  const at = anchor.getBoundingClientRect(),
    size = note.getBoundingClientRect(),
    edge = 10;
  const left = Math.max(edge, Math.min(at.left, innerWidth - size.width - edge));
  const below = at.bottom + 6;
  const top = below + size.height + edge <= innerHeight ? below : Math.max(edge, at.top - size.height - 6);
  note.style.setProperty("--left", `${left}px`);
  note.style.setProperty("--top", `${top}px`);
}
