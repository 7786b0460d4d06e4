// The card of a piece: profile, weapons with their state, abilities, what it is in and what it may still do.

import { fill, h } from "../shared/dom.js";
import { ruleName, why } from "../shared/rules.js";
import { capital, list, print } from "../shared/wording.js";

/** @import { Arm, Card, Chart, Trait } from "../shared/types.js" */

export class PieceCard extends HTMLElement {
  /** The piece whose card is shown. */ piece = "";
  /** Whether it stays when one points elsewhere. */ pinned = false;

  constructor() {
    super();
    this.hidden = true;
  }

  /** @param {string} book @param {Card} card @param {boolean} pinned */
  show(book, card, pinned) {
    this.piece = card.id;
    this.pinned = pinned;
    this.hidden = false;
    this.dataset.testid = "card";
    fill(
      this,
      h("h2", null, card.name, h("small", null, print(card.kind)), pinned && this.#close()),
      parts(book, card),
    );
  }

  clear() {
    this.piece = "";
    this.pinned = false;
    this.hidden = true;
    this.replaceChildren();
  }

  #close() {
    return h(
      "button",
      { type: "button", class: "icon", title: "Close the card", "aria-label": "Close", onclick: () => this.clear() },
      "×",
    );
  }
}
customElements.define("piece-card", PieceCard);

/** All of a card but its name, for the table and for the forces on offer. @param {string} book @param {Card} card */
export function parts(book, card) {
  return [
    card.profile.length > 0 &&
      h(
        "div",
        { class: "profile" },
        card.profile.map(({ name, value, words }) =>
          h("div", { title: words || name }, h("small", null, name), h("b", null, print(value))),
        ),
      ),
    card.arms.length > 0 &&
      h(
        "table",
        { class: "arms" },
        h(
          "tbody",
          null,
          card.arms.map((arm) => armed(book, arm)),
        ),
      ),
    traits(book, card.states, "states"),
    told("This turn", card.done),
    told("May still", card.may),
    traits(book, card.abilities, "abilities"),
    ...card.charts.map((chart) => charted(book, chart)),
  ];
}

/** @param {string} book @param {Arm} arm */
function armed(book, { name, words, state, useless, rule }) {
  return h(
    "tr",
    useless ? { class: "lost" } : null,
    h("td", null, capital(print(name))),
    h("td", null, print(words), rule && [" ", why(book, [rule])]),
    h("td", null, print(state)),
  );
}

/** @param {string} book @param {Trait[]} found @param {string} kind */
function traits(book, found, kind) {
  if (!found.length) return null;
  return h(
    "ul",
    { class: `traits ${kind}` },
    found.map(({ name, words, rule }) =>
      h(
        "li",
        null,
        h("b", null, capital(print(name))),
        words ? ` ${print(words)} ` : " ",
        rule && why(book, [rule], ruleName(rule)),
      ),
    ),
  );
}

/** @param {string} head @param {string[]} words */
function told(head, words) {
  return words.length > 0 && h("p", { class: "told" }, h("b", null, `${head}: `), `${print(list(words))}.`);
}

/** @param {string} book @param {Chart} chart */
function charted(book, { name, rows, rule }) {
  return h(
    "details",
    { class: "chart" },
    h("summary", null, capital(print(name)), rule && [" ", why(book, [rule])]),
    h(
      "table",
      null,
      h(
        "tbody",
        null,
        rows.map(([falls, follows]) => h("tr", null, h("td", null, falls), h("td", null, print(follows)))),
      ),
    ),
  );
}
