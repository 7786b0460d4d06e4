// A battle is set up on the server and kept in this browser.

import { credentials } from "../shared/me.js";
import { keep } from "../shared/store.js";

/** @import { Choice, Made, NewBattle, Shelf } from "../shared/types.js" */

/**
 * The sides that players play in a scenario; each brings a force.
 * @param {Shelf} book
 * @param {Choice | undefined} scenario
 */
export function seats(book, scenario) {
  const sides = scenario?.sides.length ? scenario.sides : book.sides;
  return sides.filter((side) => !scenario?.own.includes(side));
}

/**
 * Set up a battle, keep it in this browser, and say where it is played.
 * @param {NewBattle} order
 * @returns {Promise<string>}
 */
export async function startBattle(order) {
  const made = await ordered("/api/battles", order);
  return keepMade(made, again(order, made));
}

/**
 * A new battle that begins where one that is over stood after so many steps.
 * @param {string} seat of that one
 * @param {{step: number, players: Record<string, string>, new_dice: boolean}} onward
 */
export async function playOn(seat, onward) {
  return keepMade(await ordered("/api/battle/onward", onward, { "x-seat": seat }));
}

/** The battle of a record, to be watched. @param {string} record */
export async function openRecord(record) {
  const made = await ordered("/api/records", { record });
  keepMade({ ...made, seats: {} });
  return `/table?replay#${made.watch}`;
}

/** @param {string} address @param {unknown} order @param {Record<string, string>} [headers] @returns {Promise<Made>} */
async function ordered(address, order, headers = {}) {
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...credentials(), ...headers },
    body: JSON.stringify(order),
  });
  const reply = await response.json().catch(() => ({ words: "The server cannot answer just now." }));
  if (!response.ok) throw new Error(reply.words);
  return reply;
}

/**
 * Keep it in this browser, and say where it is played.
 * @param {Made} made
 * @param {NewBattle} [order] to fight it again
 */
function keepMade(made, order) {
  const mine = made.seats;
  keep({
    battle: made.battle,
    title: made.title,
    mine,
    invites: made.invites,
    claims: true,
    watch: made.watch,
    commitment: made.commitment,
    when: Date.now(),
    order,
  });
  return `/table#${Object.values(mine).join(".") || made.watch}`;
}

/**
 * What to ask for to fight the same battle again, where something was drawn by lot.
 * @param {NewBattle} order
 * @param {Made} made
 */
function again({ varied, ...order }, { scenario, forces }) {
  return varied ? { ...order, scenario, forces } : order;
}
