// Words and numbers as they are printed.

/** @import { Company, Piece, Scene, SideCard, State } from "./types.js" */

/** @param {string} words */
export function capital(words) {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Inches get their proper mark, minus signs their length, arrows their head. @param {string} words */
export function print(words) {
  return words
    .replace(/(\d)"/g, "$1″")
    .replace(/(^|[\s(])-(\d)/g, "$1−$2")
    .replaceAll(" -> ", " → ");
}

/** @param {string} words */
export function sentence(words) {
  const text = capital(print(words.trim()));
  return /[.!?:…]$/.test(text) ? text : `${text}.`;
}

/** @param {string} words */
export function sentences(words) {
  return words
    .split(/(?<=[.!?]) /)
    .filter(Boolean)
    .map(sentence);
}

/** @param {number} value */
export function signed(value) {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}

/** A chance as a percentage; never 0 or 100 unless it is. @param {number} value */
export function percent(value) {
  if (value <= 0) return "0%";
  if (value >= 1) return "100%";
  if (value < 0.01) return "<1%";
  if (value > 0.99) return ">99%";
  return `${Math.round(value * 100)}%`;
}

/** @param {number} value */
export function number(value) {
  return (Math.round(value * 10) / 10).toString().replace(/^-/, "−");
}

/** @param {string[]} words */
export function list(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

const COMPASS = ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];

/** @param {number} degrees counter-clockwise from east */
export function compass(degrees) {
  return COMPASS[Math.round((((degrees % 360) + 360) % 360) / 45) % 8];
}

/** @param {Scene} scene @param {string | null} side */
export function sideName(scene, side) {
  return scene.sides.find((each) => each.id === side)?.name ?? side ?? "";
}

/** The class that gives an element the colour of a side. @param {Scene | null} scene @param {string} side */
export function sideClass(scene, side) {
  const index = scene ? scene.sides.findIndex((each) => each.id === side) : -1;
  return index < 0 ? "side-none" : `side-${"abcde"[index % 5]}`;
}

/**
 * Who plays a side.
 * @param {SideCard} card
 * @param {string | null} me
 * @param {Pick<Company, "names" | "stand_ins"> | null} [company]
 */
export function playerWords(card, me, company = null) {
  const name = company?.names[card.id] ?? "",
    bot = company?.stand_ins.includes(card.id) ? ", the bot answers" : "";
  if (card.id === me) return `${name ? `${name}, ` : ""}you${bot}`;
  if (isPerson(card)) return `${name || "a person"}${bot}`;
  return card.player === "random" ? "random bot" : `${card.player} bot`;
}

/** @param {SideCard} card */
export function isPerson({ player }) {
  return player === "me" || player === "friend";
}

/** @param {Map<string, Piece>} pieces @param {string[]} ids */
export function names(pieces, ids) {
  return list(ids.map((id) => pieces.get(id)?.name ?? id));
}

/** A long string of digits, short enough to be compared by eye. @param {string} digits */
export function shortened(digits) {
  return digits.length > 20 ? `${digits.slice(0, 8)}…${digits.slice(-8)}` : digits;
}

/**
 * What is said of a request to who need not consent to it.
 * @param {Scene} scene
 * @param {State} state
 */
export function askedBack(scene, { asking, asks, asked }) {
  const mine = asking === scene.side,
    who = mine ? "You" : sideName(scene, asking),
    ask = `${mine ? "have asked" : "ask"} to take back ${mine ? "your" : "their"} last answer`,
    what = `${who} ${asks === "draw" ? `offer${mine ? "ed" : ""} a draw` : ask}`;
  return `${what}. Waiting for ${list(asked.map((side) => sideName(scene, side)))}.`;
}

/** Legs as one would say them. @param {[number, number][]} legs */
export function legWords(legs) {
  const words = legs.flatMap(([turn, inches]) => [
    turn && `${turn > 0 ? "left" : "right"} ${number(Math.abs(turn))}°`,
    inches && `${inches > 0 ? "ahead" : "back"} ${number(Math.abs(inches))}″`,
  ]);
  return words.filter(Boolean).join(", ") || "stay here";
}
