// What an answer to a question says: in words, and on the board.

import { cellAt, heading, headingWord } from "../board/hexes.js";
import { capital, compass, legWords, number } from "../shared/wording.js";

/** @import { Drive, Leads, Leg, Option, Question, Route, Spot, Table } from "../shared/types.js" */

/** Where a piece would go and stand and how it would face, as far as an answer says so. `first`: the way it goes
 *  anyhow;
 * `looked`: one is looking at this one,
 * `faint`: at another one.
 * @typedef {{piece: string, spot?: Spot, facing?: number, first?: Spot[], path?: Spot[], ends?: Spot[], given?:
 * string, looked?: boolean, faint?: boolean}} Stand */

const BRACKETS = / \([^()]*\)$/; // small print at the end of a label
const HEADED = /^(.+?) : (.+)$/; // a short name, and what it means

/** @param {Question} question @param {unknown} value @returns {string} */
export function answerWords(question, value) {
  if (question.kind === "choose") return question.options.find((option) => option.id === value)?.label ?? "";
  if (question.kind === "form") {
    const parts = Object.entries(question.parts),
      values = /** @type {Record<string, unknown>} */ (value ?? {});
    const only = parts.length === 1 || parts.every(([, part]) => part.kind === "choose" && part.piece);
    return parts
      .map(([name, part]) => `${only ? "" : `${capital(name)}: `}${answerWords(part, values[name])}`)
      .join("; ");
  }
  if (question.driven) return legWords(/** @type {{legs: [number, number][]}} */ (value).legs);
  const { path, facing } = /** @type {{path: number[][], facing: number | null}} */ (value),
    end = path.at(-1);
  return (
    `${end ? `go to ${number(end[0])}, ${number(end[1])}` : "stay"}` +
    `${facing === null ? "" : `, facing ${compass(facing)}`}`
  );
}

/** What an answer says, a line for each choice: its short name if it has one, its words, and where it leads.
 * @param {Question} question @param {unknown} value @param {Table} table
 * @returns {{head: string, words: string, leads: string}[]}
 */
export function saidLines(question, value, table) {
  if (question.kind === "form") {
    const values = /** @type {Record<string, unknown>} */ (value ?? {});
    return Object.entries(question.parts).flatMap(([name, part]) => saidLines(part, values[name], table));
  }
  const leads =
    question.kind === "choose" ? question.options.find((option) => option.id === value)?.leads : undefined;
  const [head, words] = headed(answerWords(question, value).replace(BRACKETS, ""));
  return [{ head, words, leads: leads ? leadsWords(table, leads) : "" }];
}

/** A label as its short name, if it has one, and what it means. @param {string} label @returns {[string, string]} */
export function headed(label) {
  const found = HEADED.exec(label);
  return found ? [found[1], found[2]] : ["", label];
}

/** How pieces would go and stand: an option leads the piece it is asked for where it says, one about that piece puts
 *  it into its
 * place, a point of the compass turns it. With no answer yet, the way that the piece goes anyhow.
 * @param {Question} question @param {unknown} value undefined: not answered @param {Table} table @param {string}
 * [piece] if the question names none
 * @returns {Stand[]}
 */
export function planOf(question, value, table, piece = "") {
  if (question.kind === "form") {
    const values = /** @type {Record<string, unknown>} */ (value ?? {});
    return Object.entries(question.parts).flatMap(([name, part]) => planOf(part, values[name], table, piece));
  }
  const who = question.piece || piece;
  if (question.kind === "route") return value && who ? wayPlan(question, value, who) : [];
  if (question.kind !== "choose" || !who) return [];
  const option = question.options.find((each) => each.id === value);
  if (!option) {
    const first = value === undefined ? question.options.find((each) => each.leads)?.leads?.first : undefined;
    return first?.length ? [{ piece: who, first }] : [];
  }
  if (option.piece && option.piece !== who) return [];
  const facing = option.leads?.facing ?? heading(table, option.id),
    spot = option.leads || option.piece ? (endOf(option) ?? undefined) : undefined;
  const { first, path, ends, given } = option.leads ?? {};
  return spot || ends || facing !== undefined ? [{ piece: who, spot, facing, first, path, ends, given }] : [];
}

/** @param {Route} question @param {unknown} value @param {string} piece @returns {Stand[]} */
function wayPlan(question, value, piece) {
  if (question.driven) {
    const { path, facing } = driven(question, /** @type {{legs: Leg[]}} */ (value).legs);
    return [{ piece, spot: path.at(-1), facing, path }];
  }
  const { path, facing } = /** @type {{path: Spot[], facing: number | null}} */ (value);
  return path.length ? [{ piece, spot: path.at(-1), facing: facing ?? undefined, path }] : [];
}

/** Where the legs of a drive lead, and how the hull faces then.
 * @param {Drive} question @param {Leg[]} legs @returns {{path: Spot[], facing: number}} */
export function driven({ start, heading }, legs) {
  const path = [start];
  let facing = heading;
  for (const [turn, inches] of legs) {
    const [x, y, z] = path[path.length - 1];
    facing += turn;
    const a = (facing / 180) * Math.PI;
    if (inches) path.push([x + Math.cos(a) * inches, y + Math.sin(a) * inches, z]);
  }
  return { path, facing };
}

/** The one place that an option is about or leads to. @param {Option} option @returns {Spot | null} */
export function endOf({ spot, leads }) {
  return spot ?? (leads && !leads.ends.length ? (leads.path.at(-1) ?? null) : null);
}

/** All places to which options lead the piece, with the facing there where it is known, as rows of a reach.
 * @param {import("../shared/types.js").Choose} question */
export function endsOf({ options }) {
  return options.flatMap(({ leads, barred }) => {
    if (!leads || barred) return [];
    const places = leads.ends.length ? leads.ends : leads.path.slice(-1);
    return places.map(([x, y, z]) => (leads.facing === null ? [x, y, z] : [x, y, z, leads.facing]));
  });
}

/** Where an option leads and what it comes to, in words. @param {Table} table @param {Leads} leads */
export function leadsWords(table, leads) {
  return [whither(table, leads), leads.words].filter(Boolean).join("; ");
}

/** @param {Table} table @param {Leads} leads */
function whither(table, { path, facing, ends, given }) {
  const name = (/** @type {Spot} */ [x, y]) =>
    table.kind === "hexes" ? (cellAt(table, x, y)?.name ?? "") : `${number(x)}, ${number(y)}`;
  const faces =
    facing === null
      ? "facing as you like"
      : `facing ${table.kind === "hexes" ? headingWord(facing) : compass(facing)}`;
  const end = path.at(-1),
    condition = given && `, ${given}`;
  if (ends.length > 3) return `to one of ${ends.length} places${condition}`;
  if (ends.length) return `to ${ends.map(name).join(" or ")}${condition}`;
  return end ? `${path.length > 1 ? "to" : "stays in"} ${name(end)}, ${faces}${condition}` : "";
}

/** The piece that a question is about, if it is about one. @param {Question} question @returns {string} */
export function pieceOf(question) {
  if (question.kind !== "form") return question.piece;
  const pieces = new Set(Object.values(question.parts).map(pieceOf));
  return pieces.size === 1 ? [...pieces][0] : "";
}
