// Whose card is shown beside the table: that of the piece one points at, or one that stays.

/** @import { PieceCard } from "./piececard.js" */
/** @import { Seats } from "./seats.js" */
/** @import { Link } from "./link.js" */
/** @import { Card, State } from "../shared/types.js" */

const POINTED = 180; // milliseconds that one points at a piece until its card is fetched
const LEFT = 600; // milliseconds after which it goes when one points at nothing: time to reach the card itself

export class Looking {
  /** The piece pointed at last, whose card is due. */ #wanted = "";
  /** @type {{state: State | null, cards: Map<string, Promise<any>>}} */ #known = { state: null, cards: new Map() };

  /** @param {Seats} seats @param {PieceCard} card */
  constructor(seats, card) {
    this.seats = seats;
    this.card = card;
    card.addEventListener("mouseleave", () => setTimeout(() => this.#leave(), LEFT));
  }

  /** The card of a piece that is pointed at for a while, unless another stays. A finger does not point: it looks by a
   *  long press. @param {string | null} piece @param {boolean} finger */
  point(piece, finger) {
    this.#wanted = piece ?? "";
    if (!piece && !this.card.pinned) setTimeout(() => this.#leave(), LEFT);
    if (!piece || finger || this.card.pinned || this.card.piece === piece) return;
    setTimeout(() => this.#wanted === piece && this.at(piece, false), POINTED);
  }

  /** Nothing is pointed at any more: a card that does not stay leaves its room to the question. */
  #leave() {
    if (!this.#wanted && !this.card.pinned && !this.card.matches(":hover")) this.card.clear();
  }

  /** Fetch the card of a piece. @param {string} piece @param {boolean} pinned */
  async at(piece, pinned) {
    const link = this.seats.shown;
    if (!link?.scene || !link.state) return;
    try {
      const { card } = await link.ask({ do: "look", piece });
      if (link === this.seats.shown && (pinned || !this.card.pinned)) this.card.show(link.scene.book, card, pinned);
    } catch {
      if (this.card.piece === piece) this.card.clear(); // it is not known any more
    }
  }

  /** Of those that are known, each fetched once in a state. @param {Link} link @param {string[]} pieces
   * @returns {Promise<Card[]>} */
  async cards(link, pieces) {
    if (this.#known.state !== link.state) this.#known = { state: link.state, cards: new Map() };
    const { cards } = this.#known;
    for (const piece of pieces) if (!cards.has(piece)) cards.set(piece, link.ask({ do: "look", piece }));
    const found = await Promise.allSettled(pieces.map((piece) => cards.get(piece)));
    return found.flatMap((each) => (each.status === "fulfilled" ? [each.value.card] : []));
  }

  /** The battle has gone on: whatever card is shown is fetched anew. */
  again() {
    if (this.card.piece) this.at(this.card.piece, this.card.pinned);
  }

  /** Keep the card that is shown, or let it go; where none is, that of the piece that acts. */
  pin() {
    const question = this.seats.shown?.state?.question;
    const acting = question && question.kind !== "form" ? question.piece : "";
    const piece = this.#wanted || this.card.piece || acting;
    if (this.card.pinned) this.card.clear();
    else if (piece) this.at(piece, true);
  }
}
