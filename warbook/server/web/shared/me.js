// Who is signed in in this browser, if anybody is: one's battles follow a name from device to device.

import { battle, battles, drop, keep, newSecret, pref, setPref } from "./store.js";

/** @import { House, Named, OwnBattle } from "./types.js" */

const NOBODY = /** @type {Record<string, string>} */ ({});

/** @returns {{name: string, device: string} | null} */
export function me() {
  const { name, device } = pref("me", NOBODY);
  return name && device ? { name, device } : null;
}

/** What shows the server who one is, and that one knows its word. @returns {Record<string, string>} */
export function credentials() {
  const known = me(),
    word = pref("word", "");
  return { ...(known ? { "x-device": known.device } : {}), ...(word ? { "x-word": encodeURIComponent(word) } : {}) };
}

/** Who may set up battles here; a device that is signed out knows it then. @returns {Promise<House>} */
export async function house() {
  const response = await fetch("/api/house", { headers: credentials() }),
    told = await response.json();
  if (!response.ok) throw new Error(told.words);
  if (me() && !told.name) setPref("me", NOBODY);
  return told;
}

/** @param {string} path @param {unknown} body @returns {Promise<any>} */
async function tell(path, body) {
  const response = await fetch(`/api/names${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...credentials() },
      body: JSON.stringify(body),
    }).catch(() => null),
    reply = await response?.json().catch(() => null);
  if (response?.ok) return reply;
  throw new Error(reply?.words ?? "The server cannot answer just now. Try again in a moment.");
}

/** @param {boolean} fresh whether the name is taken now @param {string} name @param {string} passphrase */
export async function signIn(fresh, name, passphrase) {
  const named = /** @type {Named} */ (await tell(fresh ? "" : "/device", { name, passphrase }));
  setPref("me", { name: named.name, device: named.device });
  if (!pref("name", "")) setPref("name", named.name);
}

/** The battles of the name leave this browser, and stay with it. */
export async function signOut() {
  const own = await ownBattles();
  await tell("/leave", {});
  setPref("me", NOBODY);
  setPref("name", "");
  for (const { battle } of own) drop(battle);
}

export function signOutOthers() {
  return tell("/leave", { others: true });
}

/** @param {string} old @param {string} fresh */
export function changePassphrase(old, fresh) {
  return tell("/passphrase", { old, new: fresh });
}

/** All battles of the name, those of this browser among them from now on. @returns {Promise<OwnBattle[]>} */
export function ownBattles() {
  return tell("/battles", { seats: battles().flatMap(({ mine }) => Object.values(mine)) });
}

/** The battle of a seat belongs to who is signed in, if anybody is. @param {string[]} seats */
export function belong(seats) {
  if (me()) tell("/battles", { seats }).catch(() => {});
}

/** @param {string} battle */
export function disown(battle) {
  if (me()) tell("/forget", { battle }).catch(() => {});
}

/** Have a seat in this browser at a battle of one's own, and say where it is. @param {OwnBattle} own */
export async function bring({ battle: id, side, title, over }) {
  const seat = newSecret();
  await tell("/seat", { battle: id, side, seat });
  const known = battle(id) ?? { battle: id, title, invites: {}, watch: "", commitment: "", mine: {}, over };
  keep({ ...known, mine: { ...known.mine, [side]: seat }, when: Date.now() });
  return `/table#${seat}`;
}
