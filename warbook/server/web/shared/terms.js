// The words of the book, underlined wherever they stand: pressed, one explains itself in a note; a mouse that rests on
// it is told as well.

import { h, put } from "./dom.js";
import { explainTerm } from "./rules.js";
import { capital, print } from "./wording.js";

/** @import { Glossary, Term } from "./types.js" */

/** Where nothing is underlined: drawings, names, figures, and what explains words itself. */
const LEFT =
  "war-board, svg, script, noscript, battle-header, footer, dl, .traits b, input, textarea, select, kbd, code, .btn, " +
  ".why, .term, .tools, .talk-lines, .rule-note, .words-here, .sr, [data-testid=pass-card]";
/** What is pressed for something else. */
const PRESSED = "button, a, summary, label, [role=button], [role=option], [role=radio], [role=switch]";
/** A word is underlined once in each of these. */
const BLOCK = "p, li, td, dd, h1, h2, h3, button, summary, label, figcaption, div, section";

/** @type {Map<string, {name: string, term: Term}>} */ let known = new Map();
/** @type {RegExp | null} */ let pattern = null;
let book = "";
/** Where something is asked. @type {Element | null} */ let panel = null;

/** From now on the words of this book are underlined in all that comes onto the page; those that stand on options
 *  are told below what is asked too, for whoever has no mouse to rest there. @param {string} of
 * @param {Glossary} glossary @param {Element | null} asking */
export function underline(of, glossary, asking) {
  panel = asking;
  if (of === book) return;
  book = of;
  known = spoken(glossary);
  const forms = [...known.keys()].sort((a, b) => b.length - a.length).map(literal);
  pattern = forms.length ? new RegExp(`(?<![\\p{L}\\d-])(?:${forms.join("|")})(?![\\p{L}\\d-])`, "gu") : null;
  sweep(document.body);
  if (panel) tellBelow(panel);
  watcher.observe(document.body, { childList: true, subtree: true });
}

/** @param {string} words */
function literal(words) {
  return words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** By each form in which it may stand, at the beginning of a sentence too. @param {Glossary} glossary */
function spoken({ terms, states, codes, markers }) {
  /** @type {typeof known} */ const found = new Map();
  for (const group of [terms, states, codes, markers])
    for (const [name, term] of Object.entries(group))
      if (!term.everyday)
        for (const form of [name, ...term.forms])
          for (const each of [form, capital(form)])
            if (/\p{L}.*\p{L}/u.test(each) && !found.has(each)) found.set(each, { name, term });
  return found;
}

const watcher = new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) if (node.isConnected) sweep(node instanceof Element ? node : node.parentElement);
  if (panel && changes.some(({ target }) => panel?.contains(target))) tellBelow(panel);
});

/** @param {Element | null} root */
function sweep(root) {
  if (!root || !pattern || root.closest(LEFT)) return;
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT),
    found = /** @type {Text[]} */ ([]);
  while (texts.nextNode()) {
    const text = /** @type {Text} */ (texts.currentNode);
    pattern.lastIndex = 0;
    if (pattern.test(text.data) && !text.parentElement?.closest(LEFT)) found.push(text);
  }
  for (const text of found) split(text);
}

/** @param {Text} text */
function split(text) {
  const parent = /** @type {Element} */ (text.parentElement),
    block = parent.closest(BLOCK) ?? parent,
    told = new Set([...block.querySelectorAll(":scope .term")].map((each) => each.getAttribute("data-term")));
  const parts = /** @type {(string | Node)[]} */ ([]);
  let from = 0;
  if (pattern) pattern.lastIndex = 0;
  for (const match of text.data.matchAll(/** @type {RegExp} */ (pattern))) {
    const { name, term } = /** @type {{name: string, term: Term}} */ (known.get(match[0]));
    if (told.has(name)) continue;
    told.add(name);
    parts.push(text.data.slice(from, match.index), mark(match[0], name, term, parent));
    from = match.index + match[0].length;
  }
  if (parts.length) text.replaceWith(...parts, text.data.slice(from));
}

/** In something that is pressed it only tells who rests on it; in the log the keys pass it by.
 * @param {string} words @param {string} name @param {Term} term @param {Element} within */
function mark(words, name, term, within) {
  const props = { class: "term", "data-term": name, title: `${capital(name)}: ${print(term.words)}` };
  if (within.closest(PRESSED)) return h("span", props, words);
  return h(
    "button",
    {
      ...props,
      type: "button",
      "data-testid": "term",
      tabindex: within.closest("[role=log]") ? "-1" : null,
      onclick: (/** @type {MouseEvent} */ event) => {
        event.stopPropagation();
        explainTerm(book, name, term, /** @type {HTMLElement} */ (event.currentTarget));
      },
    },
    words,
  );
}

/** What stands on options and nowhere else in the panel. @param {Element} asking */
function tellBelow(asking) {
  const words = new Map(
    [...asking.querySelectorAll("span.term")]
      .reverse()
      .map((each) => [each.getAttribute("data-term") ?? "", each.textContent ?? ""]),
  );
  for (const each of asking.querySelectorAll("button.term"))
    if (!each.closest(".words-here")) words.delete(each.getAttribute("data-term") ?? "");
  const line = h("p", { class: "words-here", "data-testid": "words-here" }, "Words: ");
  for (const { name, term } of known.values()) {
    const said = words.get(name);
    if (said !== undefined && words.delete(name)) put(line, mark(said, name, term, line), " ");
  }
  const before = asking.querySelector(".words-here");
  if (before?.textContent === line.textContent) return;
  before?.remove();
  if (line.childElementCount) asking.append(line);
}
