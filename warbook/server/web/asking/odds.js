// What an option would do: one bar from harmless to lethal, the exact chances, and the sum behind the need.

import { profile } from "../shared/card.js";
import { fill, h } from "../shared/dom.js";
import { why } from "../shared/rules.js";
import { capital, percent, print, signed } from "../shared/wording.js";

/** @import { Card, Preview, Rows } from "../shared/types.js" */

const WIDE = 340; // pixels of a bar, and of a letter in it
const LETTER = 7;
const SHORT = 9; // letters of a fraction that still says something

export class OddsCard extends HTMLElement {
  constructor() {
    super();
    this.hidden = true;
  }

  /** @param {string} book @param {string} title @param {Preview} preview */
  show(book, title, preview) {
    this.hidden = false;
    this.dataset.testid = "odds";
    fill(
      this,
      h("h2", null, h("span", { class: "of" }, print(title)), h("small", null, "exact")),
      (preview.cases.length ? preview.cases : [preview]).flatMap((each) => odds(book, each)),
    );
  }

  /** Who attacks and who is attacked, side by side below the odds. @param {Card[]} cards */
  pair(cards) {
    const strips = cards.map((card) =>
      h("div", { "data-testid": "pair-of" }, h("b", null, card.name), profile(card), plight(card)),
    );
    this.append(h("div", { class: "pair", "data-testid": "pair" }, strips));
  }

  clear() {
    this.hidden = true;
    this.replaceChildren();
  }
}
customElements.define("odds-card", OddsCard);

/** What of a card matters in an attack besides the profile: weapons with their state, and what it is in.
 * @param {Card} card */
function plight({ arms, states }) {
  const words = [
    ...arms.map(({ name, state }) => (state ? `${name} (${state})` : name)),
    ...states.map(({ name }) => name),
  ];
  return words.length > 0 && h("small", null, print(words.join(", ")));
}

/**
 * The chances, and the sum behind the need; on what condition, if on one.
 * @param {string} book
 * @param {Preview} preview
 */
function odds(book, preview) {
  const outcomes = preview.outcomes.map(([name, ...chance]) => /** @type {Rows} */ ([inWords(name), ...chance]));
  const shown = outcomes.filter(([, , value]) => value > 0);
  return [
    preview.given && h("h3", { class: "given", "data-testid": "odds-given" }, capital(print(preview.given))),
    shown.length > 0 ? bar(outcomes) : preview.given && h("p", { class: "legend" }, capital(print(preview.headline))),
    shown.length > 0 && h("div", { class: "legend" }, shown.map(chance)),
    preview.besides.length > 0 &&
      h(
        "div",
        { class: "besides", "data-testid": "odds-besides" },
        h("span", null, "Besides:"),
        preview.besides.map(chance),
      ),
    preview.modifiers.length + preview.need.length + preview.then.length > 0 && sum(book, preview),
  ];
}

/** The odds as a sentence, for those who listen. @param {Preview} preview @returns {string} */
export function oddsWords(preview) {
  if (preview.cases.length)
    return preview.cases.map((each) => `${capital(print(each.given))}: ${oddsWords(each)}.`).join(" ");
  const chances = preview.outcomes
    .filter(([, , value]) => value > 0)
    .map(([name, exact, value]) => `${name} ${percent(value)} (${exact})`);
  const reasons = preview.modifiers.map(({ why: reason, value }, index) =>
    value === 0 ? reason : `${reason}: ${term(value, index === 0)}`,
  );
  const besides = preview.besides.map(
    ([name, exact, value]) => `${name} ${exact === "1" ? "surely" : percent(value)}`,
  );
  return [
    preview.headline,
    chances.join(", "),
    besides.length > 0 && `besides: ${besides.join(", ")}`,
    preview.need && `need: ${preview.need}`,
    reasons.join(", "),
    ...preview.then.map(({ what, need }) => `then ${what}: ${need}`),
  ]
    .filter(Boolean)
    .map((words) => print(String(words)))
    .join("; ");
}

/** The name of an outcome: weapon-destroyed is "weapon destroyed". @param {string} name */
function inWords(name) {
  return name.replace(/(?<=\p{L})-(?=\p{L})/gu, " ");
}

/** @param {Rows[]} outcomes */
function bar(outcomes) {
  const words = outcomes.filter(([, , value]) => value > 0).map(([name, , value]) => `${name} ${percent(value)}`);
  const element = h("div", { class: "bar", role: "img", "aria-label": words.join(", ") });
  outcomes.forEach(([name, exact, value], index) => {
    if (value <= 0) return;
    const slice = h(
      "i",
      { class: `k${depth(index, outcomes.length)}`, title: `${name}: ${exact}, ${percent(value)}` },
      fitting(value, `${name} ${Math.round(value * 100)}`, String(Math.round(value * 100))),
    );
    slice.style.flexGrow = String(value * 100);
    element.append(slice);
  });
  return element;
}

/** The longest of the words that fits into a slice. @param {number} value @param {...string} words */
function fitting(value, ...words) {
  return words.find((each) => each.length * LETTER + 6 <= value * WIDE) ?? "";
}

/** From 0, harmless, to 4, lethal. @param {number} index @param {number} count */
function depth(index, count) {
  return count < 2 ? 0 : Math.round((index * 4) / (count - 1));
}

/** @param {Rows} row */
function chance([name, exact, value]) {
  if (exact === "1") return h("span", null, h("b", null, "surely"), ` ${name}`);
  const short = exact.length <= SHORT,
    close = `${(value * 100).toFixed(1)}%`;
  return h(
    "span",
    { title: exact },
    h("b", null, short ? exact : close),
    ` ${name}`,
    short && h("i", null, ` ${percent(value)}`),
  );
}

/** The first line of a sum is what it starts from. @param {number} value @param {boolean} first */
function term(value, first) {
  if (value === 0) return "";
  return first ? String(value) : signed(value);
}

/** @param {string} book @param {Preview} preview */
function sum(book, preview) {
  const rows = preview.modifiers.map(({ value, why: reason, rule }, index) =>
    h(
      "tr",
      null,
      h("td", value === 0 ? { colspan: "2" } : null, capital(print(reason))),
      value !== 0 && h("td", null, term(value, index === 0)),
      h("td", null, rule && why(book, [rule])),
    ),
  );
  const added = preview.modifiers.findLastIndex(({ value }) => value !== 0) + 1;
  return h(
    "table",
    { class: "mods" },
    h(
      "tbody",
      null,
      rows.slice(0, added),
      preview.need &&
        h("tr", { class: "needs" }, h("td", null, "Needs"), h("td", { colspan: "2" }, print(preview.need))),
      rows.slice(added), // what else there is to say
      preview.then.map(({ what, need, rule }) =>
        h(
          "tr",
          { class: "then", "data-testid": "odds-then" },
          h("td", null, `Then ${print(what)}`),
          h("td", null, print(need)),
          h("td", null, rule && why(book, [rule])),
        ),
      ),
    ),
  );
}
