// Who is in a force: everybody in it with arms and cost, each with the card that the table shows.

import { openCard } from "../shared/card.js";
import { fill, h } from "../shared/dom.js";
import { print } from "../shared/wording.js";

/** @import { Card, Written } from "../shared/types.js" */

/** Fetched when it is opened, and again while it stays open and another force is picked. */
export class Members {
  #list = h("ul", { class: "member-list" });
  #fault = h("p", { class: "fault", role: "alert", hidden: true });
  /** The force whose members are listed. @type {string | Written | null} */ #listed = null;

  /**
   * @param {string} book
   * @param {() => string | Written} force the one that is picked
   */
  constructor(book, force) {
    this.book = book;
    this.force = force;
    this.element = h(
      "details",
      { class: "members", "data-testid": "members", ontoggle: () => this.update() },
      h("summary", null, "Who is in it"),
      this.#list,
      this.#fault,
    );
  }

  /** Another force may have been picked. */
  async update() {
    const force = this.force();
    if (!this.element.open || force === this.#listed) return;
    this.#listed = force;
    this.#fault.hidden = true;
    try {
      const cards = await cardsOf(this.book, force);
      if (this.#listed !== force) return;
      fill(
        this.#list,
        cards.map((card) => h("li", null, this.#row(card))),
      );
    } catch (error) {
      if (this.#listed !== force) return;
      this.#listed = null;
      this.#list.replaceChildren();
      this.#fault.hidden = false;
      this.#fault.textContent = error instanceof Error ? error.message : "They cannot be fetched just now.";
    }
  }

  /** @param {Card} card */
  #row(card) {
    const { name, kind, cost, arms } = card;
    const words = [kind === name ? "" : kind, ...arms.map((arm) => arm.name)].filter(Boolean).join(", ");
    return h(
      "button",
      { type: "button", class: "member", "data-testid": "member", onclick: () => openCard(this.book, card) },
      h("b", null, name),
      h("span", { class: "cost" }, print(cost)),
      h("small", null, print(words)),
    );
  }
}

/** @param {string} book @param {string | Written} force @returns {Promise<Card[]>} */
async function cardsOf(book, force) {
  const response = await fetch("/api/cards", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ book, force }),
  });
  const reply = await response.json();
  if (!response.ok) throw new Error(reply.words);
  return reply;
}
