// How dangerous it is to stand where one can get to: asked for a few places at a time, from near to far.

import { tint } from "../board/tints.js";
import { percent, print } from "../shared/wording.js";
import { NotAllowed } from "../table/link.js";

/** @import { Spot } from "../shared/types.js" */
/** @import { Desk } from "./ask.js" */
/** @import { Tint } from "../board/tints.js" */

/** @typedef {{option: string, row: number[], middle: number[], off: number}} Place */

const AT_ONCE = 16; // places in a request, so that others are not kept waiting
const MOST = 160; // places on the map
const FINEST = 1; // inches between two of them, at least
/** The least chance of each style. @type {[number, string][]} */
const STYLES = [
  [0.5, "danger-5"],
  [0.25, "danger-4"],
  [0.12, "danger-3"],
  [0.05, "danger-2"],
  [0, "danger-1"],
];

export class DangerMap {
  /** @type {Tint[]} */ #tints = [];
  /** By place. @type {Map<string, {tint: Tint, value: number}>} */ #least = new Map();
  #size = FINEST;
  #live = true;
  #begun = false;

  /** @param {string[]} part @param {Desk} desk */
  constructor(part, desk) {
    this.part = part;
    this.desk = desk;
  }

  /** Fill it in, if it is wanted and not begun yet. Of places that several ways lead to, the first counts.
   * @param {{option: string, spots: number[][]}[]} reaches
   * @param {Spot | {x: number, y: number} | null | undefined} from
   */
  async show(reaches, from) {
    if (!this.#live) return;
    if (!this.desk.dangers) {
      tint(this.desk.board, [], this.#size);
      return;
    }
    if (this.#begun) {
      tint(this.desk.board, this.#tints, this.#size);
      return;
    }
    this.#begun = true;
    const [x, y] = Array.isArray(from) ? from : from ? [from.x, from.y] : (reaches[0]?.spots[0] ?? [0, 0]);
    const { places, size } = this.desk.board.table.kind === "hexes" ? each(reaches) : spread(reaches);
    this.#size = size;
    places.sort(
      (one, two) => Math.hypot(one.row[0] - x, one.row[1] - y) - Math.hypot(two.row[0] - x, two.row[1] - y),
    );
    while (places.length && this.#live) {
      const { option } = places[0],
        end = places.findIndex((each) => each.option !== option),
        now = places.splice(0, Math.min(AT_ONCE, end < 0 ? places.length : end));
      const found = await this.desk
        .ask({ do: "dangers", part: this.part, option: option || undefined, spots: now.map(({ row }) => row) })
        .catch((fault) => this.#give(fault));
      if (!found) return;
      now.forEach((place, n) => {
        const value = found.values[n];
        this.#add(tinted(place, value, found.chances[n], found.worst[n]), value);
      });
      if (this.#live && this.desk.dangers) tint(this.desk.board, this.#tints, this.#size);
    }
  }

  /** Of several ways to stand at a place, the least dangerous counts. @param {Tint} tint @param {number} value */
  #add(tint, value) {
    const key = `${tint.x},${tint.y},${tint.z}`,
      before = this.#least.get(key);
    if (before && before.value <= value) return;
    this.#least.set(key, { tint, value });
    this.#tints = [...this.#least.values()].map((each) => each.tint);
  }

  /** @param {unknown} fault */
  #give(fault) {
    if (this.#live && fault instanceof NotAllowed && !fault.lost) this.desk.toast(fault.message);
    return null;
  }

  close() {
    this.#live = false;
    tint(this.desk.board, [], this.#size);
  }
}

/** @param {Place} place @param {number} value @param {string} exact @param {string} worst @returns {Tint} */
function tinted({ row: [, , z], middle: [x, y] }, value, exact, worst) {
  const unhurt = worst ? "struck" : "safe",
    style = value > 0 ? (STYLES.find(([least]) => value >= least)?.[1] ?? "") : unhurt,
    fraction = value > 0 && exact.length < 12 ? ` (${exact})` : "",
    words = `${percent(value)} to be taken out here next turn${fraction}`;
  return { x, y, z: z ?? 0, style, words: worst ? `${words}. The worst: ${print(worst)}` : words };
}

/** On hexes each place by itself, every way to stand there. @param {{option: string, spots: number[][]}[]} reaches */
function each(reaches) {
  /** @type {Map<string, Place>} */ const found = new Map();
  for (const { option, spots } of reaches)
    for (const row of spots) found.set(row.join(), { option, row, middle: [row[0], row[1]], off: 0 });
  return { places: [...found.values()], size: FINEST };
}

/** One place for each square of a lattice that is as fine as so many places allow: the nearest to its middle, where the
 *  square is drawn, so that no two overlap.
 * @param {{option: string, spots: number[][]}[]} reaches */
function spread(reaches) {
  for (let size = FINEST; ; size *= 1.25) {
    /** @type {Map<string, Place>} */
    const found = new Map();
    for (const { option, spots } of reaches)
      for (const row of spots) {
        const [i, j] = [Math.floor(row[0] / size), Math.floor(row[1] / size)],
          key = `${i},${j},${row[2] ?? 0}`,
          off = Math.hypot(row[0] / size - i - 0.5, row[1] / size - j - 0.5),
          known = found.get(key),
          middle = [(i + 0.5) * size, (j + 0.5) * size];
        if (!known || (known.option === option && off < known.off)) found.set(key, { option, row, middle, off });
      }
    if (found.size <= MOST) return { places: [...found.values()], size };
  }
}
