// Where things are looked up: the rulebook of a book, one rule of it, its quick reference, and the odds desk.

import { h } from "./dom.js";

/** @param {string} book @param {string} id of a rule, a ruling or a word of the lists */
export function ruleAddress(book, id) {
  return `/rules/${encodeURIComponent(book)}/${encodeURIComponent(id)}`;
}

/** Links to all of them; `apart`: each opens beside what is there now. @param {string} book @param {boolean} apart */
export function lookUps(book, apart = false) {
  const at = encodeURIComponent(book);
  const beside = apart ? { target: "_blank", rel: "noopener" } : {};
  return h(
    "span",
    { class: "acts" },
    h("a", { class: "btn", href: `/rules/${at}`, "data-testid": "to-rules", ...beside }, "Rules"),
    h("a", { class: "btn", href: `/rules/${at}/quick`, "data-testid": "to-quick", ...beside }, "Quick reference"),
    h("a", { class: "btn", href: `/odds/${at}`, "data-testid": "to-odds", ...beside }, "Odds"),
  );
}
