// Several ways of going in one picture: how far each of them leads, and of those that lead to a place the cheapest.

import { DangerMap } from "./dangermap.js";
import { alongIt } from "./ways.js";

/** @import { Option, Reachable, Spot, WayThere } from "../shared/types.js" */
/** @import { Desk, Picked } from "./ask.js" */

const NEAR = 0.6; // inches from a spot of the reach that mean it

export class Goings {
  /** From the one that leads least far. @type {{option: Option, spots: number[][]}[]} */ #reaches = [];
  /** @type {{option: Option, way: WayThere} | null} */ #there = null;
  /** What is to be asked next; null when nothing is. @type {{x: number, y: number, z?: number} | null} */ #wanted =
    null;
  #asking = false;
  /** As whoever goes is swung where one points. */ #swung = 0;
  /** @type {number[][][]} */ #rings = [];

  /** @param {Option[]} options that go somewhere @param {Desk} desk @param {() => void} changed */
  constructor(options, desk, changed) {
    this.desk = desk;
    this.changed = changed;
    this.dangers = new DangerMap([], desk);
    /** Done when it is known where they lead. */ this.known = this.#look(options);
  }

  /** What the board shows of it. */
  get marks() {
    const furthest = this.#reaches.at(-1);
    if (!furthest) return {};
    const way = this.#there?.way;
    return {
      reach: furthest.spots,
      rings: this.#rings,
      turns: true,
      way: way && {
        path: way.path,
        cost: way.cost,
        allowance: 0,
        facing: this.#facing(way.path),
        sees: way.sees,
        seenBy: way.seen_by,
        dangers: this.desk.threats ? way.dangers : [],
      },
    };
  }

  /** @param {Spot[]} path */
  #facing(path) {
    const facing = this.#swung ? alongIt(path) : null;
    return facing === null ? undefined : facing + this.#swung;
  }

  /** The cheapest that leads there. @param {{x: number, y: number, z?: number}} spot @returns {Option | null} */
  by({ x, y, z }) {
    const near = (/** @type {number[]} */ [u, v, w]) =>
      Math.hypot(u - x, v - y) <= NEAR && Math.abs((w ?? 0) - (z ?? w)) <= NEAR;
    return this.#reaches.find(({ spots }) => spots.some(near))?.option ?? null;
  }

  /** Show the way to a place; only one is on its way, of those asked for meanwhile the latest counts.
   * @param {Picked | null} spot */
  async point(spot) {
    this.#swung = spot?.swung ?? 0;
    this.#wanted = spot;
    if (!spot && this.#there) {
      this.#there = null;
      this.changed();
    }
    if (this.#asking) return;
    this.#asking = true;
    while (this.#wanted) {
      const { x, y, z = null } = this.#wanted,
        option = this.by(this.#wanted);
      this.#wanted = null;
      const way = option && (await this.#ask({ do: "way", option: option.id, x, y, z }));
      this.#there = option && way ? { option, way } : null;
      this.changed();
    }
    this.#asking = false;
  }

  endanger() {
    const reaches = this.#reaches.map(({ option, spots }) => ({ option: option.id, spots }));
    if (reaches.length) this.dangers.show(reaches, this.desk.pieces.get(this.desk.board.marks.now.acting ?? ""));
  }

  /** @param {Option[]} options */
  async #look(options) {
    for (const option of options) {
      /** @type {Reachable | null} */ const reach = await this.#ask({ do: "reach", option: option.id });
      if (reach?.spots.length) this.#reaches.push({ option, spots: reach.spots });
    }
    this.#reaches.sort((a, b) => a.spots.length - b.spots.length);
    this.#rings = this.#reaches.slice(0, -1).map(({ spots }) => spots);
    this.endanger();
    this.changed();
  }

  /** @param {{do: string} & Record<string, unknown>} message */
  #ask(message) {
    return this.desk.ask({ ...message, part: [] }).catch(() => null);
  }
}
