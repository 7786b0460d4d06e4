// What an answer to a question says: in words, and on the board.

import { heading } from "./hexes.js";
import { capital, compass, number } from "./wording.js";

/** @import { Question, Spot, Table } from "./types.js" */

/** Where a piece would stand and how it would face, as far as an answer says so. @typedef {{piece: string, spot?: Spot, facing?: number}} Stand */

/** @param {Question} question @param {unknown} value @returns {string} */
export function answerWords(question, value) {
  if (question.kind === "choose") return question.options.find((option) => option.id === value)?.label ?? "";
  if (question.kind === "form") {
    const parts = Object.entries(question.parts), values = /** @type {Record<string, unknown>} */ (value ?? {});
    const only = parts.length === 1 || parts.every(([, part]) => part.kind === "choose" && part.piece);
    return parts.map(([name, part]) => `${only ? "" : `${capital(name)}: `}${answerWords(part, values[name])}`).join("; ");
  }
  const { path, facing } = /** @type {{path: number[][], facing: number | null}} */ (value), end = path.at(-1);
  return `${end ? `go to ${number(end[0])}, ${number(end[1])}` : "stay"}${facing === null ? "" : `, facing ${compass(facing)}`}`;
}

/** How pieces would stand: an option with a place leads the piece it is asked for there, a point of the compass turns it.
 * @param {Question} question @param {unknown} value undefined: not answered @param {Table} table @param {string} [piece] if the question names none
 * @returns {Stand[]}
 */
export function planOf(question, value, table, piece = "") {
  if (value === undefined) return [];
  if (question.kind === "form") {
    const values = /** @type {Record<string, unknown>} */ (value);
    return Object.entries(question.parts).flatMap(([name, part]) => planOf(part, values[name], table, piece));
  }
  const who = question.piece || piece;
  if (question.kind !== "choose" || !who) return [];
  const option = question.options.find((each) => each.id === value);
  if (!option || (option.piece && option.piece !== who)) return [];
  const facing = heading(table, option.id);
  return option.spot || facing !== undefined ? [{ piece: who, spot: option.spot ?? undefined, facing }] : [];
}
