// Where a piece can be after each of its movements, whatever it was ordered in secret: over the danger map, of the
// piece one points at.

import { tint } from "../board/tints.js";

/** @import { WarBoard } from "../board/board.js" */
/** @import { Seats } from "./seats.js" */

const RESTING = 150; // milliseconds that one rests on a piece before it is asked for
const MOVEMENTS = 3; // that have a colour of their own

export class Roaming {
  #on = false;
  #piece = "";
  #timer = 0;
  #shown = false;

  /** @param {Seats} seats @param {WarBoard} board @param {(shown: boolean) => void} changed it is shown, or what is
   * shown without it is to come back */
  constructor(seats, board, changed) {
    this.seats = seats;
    this.board = board;
    this.changed = changed;
  }

  /** @param {boolean} on */
  turn(on) {
    this.#on = on;
    this.point(null);
  }

  /** @param {string | null} piece */
  point(piece) {
    this.#piece = piece ?? "";
    clearTimeout(this.#timer);
    if (this.#shown && !piece) {
      this.#shown = false;
      this.changed(false);
    }
    if (this.#on && piece) this.#timer = window.setTimeout(() => this.#show(piece), RESTING);
  }

  /** @param {string} piece */
  async #show(piece) {
    const found = await this.seats.shown?.ask({ do: "whereabouts", piece }).catch(() => null);
    if (!found?.rows.length || !this.#on || this.#piece !== piece) return;
    this.#shown = true;
    const tints = found.rows.map((/** @type {number[]} */ [x, y, z, after], /** @type {number} */ n) => ({
      x,
      y,
      z,
      style: after ? `after-${Math.min(after, MOVEMENTS)}` : "here",
      words: `It can be here ${found.words[n]}`,
    }));
    this.changed(true);
    tint(this.board, tints, 1);
  }
}
