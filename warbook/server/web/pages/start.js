// A battle is set up on the server and kept in this browser.

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
  const response = await fetch("/api/battles", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(order),
  });
  const reply = await response.json().catch(() => ({ words: "The server cannot answer just now." }));
  if (!response.ok) throw new Error(reply.words);
  const made = /** @type {Made} */ (reply);
  const seatsOf = (/** @type {string} */ who) =>
    Object.fromEntries(Object.entries(made.seats).filter(([side]) => (order.players?.[side] ?? "me") === who));
  const mine = seatsOf("me");
  keep({
    battle: made.battle,
    title: made.title,
    mine,
    invites: seatsOf("friend"),
    watch: made.watch,
    commitment: made.commitment,
    when: Date.now(),
    order: again(order, made),
  });
  return `/table#${Object.values(mine).join(".") || made.watch}`;
}

/** What to ask for to fight the same battle again, where something was drawn by lot. @param {NewBattle} order @param {Made} made */
function again({ varied, ...order }, { scenario, forces }) {
  return varied ? { ...order, scenario, forces } : order;
}
