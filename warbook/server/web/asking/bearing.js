// On what ground a weapon bears, or what a piece would see: asked for once, when one rests there.

import { arcsOf } from "../board/arcs.js";

/** @import { Borne, Piece, Spot } from "../shared/types.js" */
/** @import { Desk } from "./ask.js" */

/** Shapes that together are the ground: where a weapon bears or, if `seen`, all that is seen from there, of which the
 *  arcs of the piece are a part. `spot`: from where, null: where the piece stands.
 * @typedef {{shapes: [number, number][][], seen: boolean, spot: Spot | null}} Ground */

const RESTING = 120; // milliseconds

export class Bearing {
  /** @type {Map<string, Ground | null>} */ #known = new Map();
  /** What is looked at. */ #now = "";
  #timer = 0;

  /** @param {string[]} part @param {Desk} desk @param {() => void} changed */
  constructor(part, desk, changed) {
    this.part = part;
    this.desk = desk;
    this.changed = changed;
  }

  /** What the weapon in question bears on, by an option. @param {string} option empty: by none in particular */
  of(option) {
    return this.#look(`of ${option}`, { option }, this.#known.size ? RESTING : 0);
  }

  /** What a piece sees from a place, or null where it stands, if it has arcs.
   * @param {Piece | undefined} piece @param {Spot | null} spot */
  from(piece, spot) {
    if (!piece || !arcsOf(piece).length) return null;
    return this.#look(`from ${spot?.join() ?? ""}`, { spot }, RESTING);
  }

  close() {
    clearTimeout(this.#timer);
    this.#now = "";
  }

  /**
   * @param {string} what
   * @param {{option?: string, spot?: Spot | null}} asked
   * @param {number} rest
   * @returns {Ground | null}
   */
  #look(what, asked, rest) {
    if (this.#now !== what) {
      clearTimeout(this.#timer);
      this.#now = what;
      if (!this.#known.has(what)) this.#timer = window.setTimeout(() => this.#ask(what, asked), rest);
    }
    return this.#known.get(what) ?? null;
  }

  /** @param {string} what @param {{option?: string, spot?: Spot | null}} asked */
  async #ask(what, asked) {
    /** @type {Borne | null} */
    const borne = await this.desk.ask({ do: "bears", part: this.part, ...asked }).catch(() => null);
    this.#known.set(what, borne && { shapes: borne.shapes, seen: borne.seen, spot: asked.spot ?? null });
    if (this.#now === what) this.changed();
  }
}
