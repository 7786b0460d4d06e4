// The card of a piece beside the table: that of whom one points at, or one that stays.

import { parts, title } from "../shared/card.js";
import { fill } from "../shared/dom.js";

/** @import { Card } from "../shared/types.js" */

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
    this.classList.toggle("pinned", pinned);
    fill(this, title(card, pinned ? () => this.clear() : null), parts(book, card));
  }

  clear() {
    this.piece = "";
    this.pinned = false;
    this.hidden = true;
    this.replaceChildren();
  }
}
customElements.define("piece-card", PieceCard);
