// What this page adds to the dice: never before the server has committed itself, and kept, to be compared when the
// battle is over.

import { battle as kept, pledges } from "../shared/store.js";

/** @import { Welcome } from "../shared/types.js" */
/** @import { Pledge } from "../shared/store.js" */

const BYTES = 32;

/**
 * What this page has added or is to add, if anything: another page of the seat may have done so.
 * @param {Welcome} welcome
 * @param {Pledge | null} before what it had pledged when it was welcomed last
 * @returns {Pledge | null}
 */
export function pledgeFor({ scene: { battle, side, commitment }, adds, given }, before) {
  const known = before ?? pledges(battle).find((pledge) => pledge.side === side);
  if (known || !adds || side === null) return known ?? null;
  const share = commitment
    ? Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("")
    : "";
  return { battle, side, share, commitment, given, taken: null };
}

/**
 * Whether the server now names another commitment than before.
 * @param {Welcome} welcome
 * @param {Pledge | null} pledge
 */
export function wordBroken({ scene: { battle, commitment } }, pledge) {
  const first = pledge?.commitment ?? kept(battle)?.commitment;
  return first !== undefined && first !== commitment;
}
