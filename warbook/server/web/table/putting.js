// At a real table: a piece is put to where it stands there. First the piece is picked, then its place.

import { announce, toast } from "../shared/voice.js";
import { faultWords } from "./link.js";

/** @import { Piece } from "../shared/types.js" */
/** @import { Link } from "./link.js" */
/** @import { WarBoard } from "../board/board.js" */

export class Putting {
  #on = false;
  /** Whose place comes next. @type {Piece | null} */ #piece = null;

  /** @param {WarBoard} board */
  constructor(board) {
    this.board = board;
  }

  get on() {
    return this.#on;
  }

  /** @param {boolean} on */
  turn(on) {
    this.#on = on;
    this.#piece = null;
    this.board.classList.toggle("putting", on);
    if (on) toast("Pick a piece, then the place where it stands on your table.");
  }

  /** @param {Piece | undefined} piece @param {Link | null} link */
  pick(piece, link) {
    if (!piece) return;
    if (this.#piece && piece.id !== this.#piece.id) {
      this.place({ x: piece.x, y: piece.y }, link);
      return;
    }
    this.#piece = piece;
    toast(`${piece.name}: where does it stand on your table?`);
  }

  /** @param {{x: number, y: number}} spot @param {Link | null} link */
  async place({ x, y }, link) {
    const piece = this.#piece;
    if (!piece || !link?.state) {
      toast("Pick the piece first.");
      return;
    }
    this.#piece = null;
    try {
      await link.ask({ do: "put", at: link.state.at, piece: piece.id, x, y });
      announce(`${piece.name} stands there now.`);
    } catch (fault) {
      toast(faultWords(fault));
    }
  }
}
