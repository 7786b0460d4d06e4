// What a piece sees, over the whole table: of the piece one points at, else of the one that acts, from where it would
// stand.

import { tint } from "../board/tints.js";

/** @import { WarBoard } from "../board/board.js" */
/** @import { Seats } from "./seats.js" */

const RESTING = 150; // milliseconds that one rests before it is asked for
const SQUARE = 1; // inch, as the rules' lattice has it

export class SightMap {
  #on = false;
  #piece = "";
  /** What is shown or asked for. */ #now = "";
  #timer = 0;

  /** @param {Seats} seats @param {WarBoard} board */
  constructor(seats, board) {
    this.seats = seats;
    this.board = board;
  }

  get on() {
    return this.#on;
  }

  /** @param {boolean} on */
  turn(on) {
    this.#on = on;
    this.#now = "";
    if (on) this.again();
    else tint(this.board, [], SQUARE);
  }

  /** @param {string | null} piece */
  point(piece) {
    this.#piece = piece ?? "";
    this.again();
  }

  /** What is marked on the board, or the battle, has changed. */
  again() {
    if (!this.#on) return;
    const { acting, way } = this.board.marks.now,
      piece = this.#piece || acting || "",
      spot = this.#piece ? null : (way?.cost !== null && way?.path.at(-1)) || null,
      now = `${piece} ${spot ?? ""}`;
    if (now === this.#now) return;
    this.#now = now;
    clearTimeout(this.#timer);
    if (piece) this.#timer = window.setTimeout(() => this.#show(piece, spot, now), RESTING);
  }

  /** @param {string} piece @param {import("../shared/types.js").Spot | null} spot @param {string} now */
  async #show(piece, spot, now) {
    const seen = await this.seats.shown?.ask({ do: "sights", piece, spot }).catch(() => null);
    if (!seen || !this.#on || this.#now !== now) return;
    tint(
      this.board,
      seen.rows.map((/** @type {number[]} */ [x, y, z, share]) => ({
        x,
        y,
        z,
        style: share < 1 ? "covered" : "seen",
        words: share < 1 ? `${Math.round(share * 100)}% of somebody here is seen` : "somebody here is seen whole",
      })),
      SQUARE,
    );
  }
}
