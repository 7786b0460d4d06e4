// What this browser keeps: the battles it has sat at, and a few preferences.

/** @import { NewBattle, Written } from "./types.js" */

/**
 * `mine`: the seats played at this page, by side; `invites`: the invitations of friends, which become seats when they
 * are taken (without `claims`, as before there were any, they are seats). `commitment` is what the
 * server had committed to when the battle was first seen, for the check of the dice; `edges`: by how many quarters the
 * table is turned for a side that wants its own edge at the bottom.
 * @typedef {{battle: string, title: string, what?: string, mine: Record<string, string>, invites: Record<string,
 * string>,
 *   claims?: boolean, watch: string, commitment: string, when: number, order?: NewBattle, over?: boolean,
 *   edges?: Record<string, number>}} Kept
 */

/**
 * What a page of this browser added to the dice for a side, and what it had been shown by then: the server's
 * commitment, and
 * those of whoever had added before. `taken`: the server said that it counts, or (false) that another page's does.
 * @typedef {{battle: string, side: string, share: string, commitment: string, given: Record<string, string>, taken:
 * boolean | null}} Pledge
 */

const BATTLES = "warbook.battles";
const DRAFT = "warbook.draft";
const LUCK = "warbook.luck";
const TAKEN = "warbook.taken";
const FORGOTTEN = "warbook.forgotten";
const MOST = 40;
const FEW = 5;
const MANY = 400;

/** The latest first. @returns {Kept[]} */
export function battles() {
  const found = read(BATTLES);
  return Array.isArray(found) ? found : [];
}

/** @param {string} id */
export function battle(id) {
  return battles().find((each) => each.battle === id);
}

/** Add a battle, or more about it; what was known of the dice first stays. @param {Kept} kept */
export function keep(kept) {
  const known = battle(kept.battle);
  const merged = known
    ? {
        ...known,
        ...kept,
        mine: { ...known.mine, ...kept.mine },
        invites: { ...known.invites, ...kept.invites },
        watch: kept.watch || known.watch,
        commitment: known.commitment || kept.commitment,
      }
    : kept;
  write(BATTLES, [merged, ...battles().filter((each) => each.battle !== kept.battle)].slice(0, MOST));
}

/** @param {string} battle @returns {Pledge[]} */
export function pledges(battle) {
  return allPledges().filter((each) => each.battle === battle);
}

/** @param {Pledge} pledge */
export function keepPledge(pledge) {
  const others = allPledges().filter((each) => each.battle !== pledge.battle || each.side !== pledge.side);
  write(LUCK, [pledge, ...others].slice(0, 2 * MOST));
}

/** @returns {Pledge[]} */
function allPledges() {
  const found = read(LUCK);
  return Array.isArray(found) ? found : [];
}

/** What is forgotten can be taken back for a while. @param {string} id */
export function forget(id) {
  const gone = battle(id);
  write(
    BATTLES,
    battles().filter((each) => each.battle !== id),
  );
  if (gone) write(FORGOTTEN, [gone, ...forgotten().filter((each) => each.battle !== id)].slice(0, FEW));
}

/** Off this browser for good. @param {string} id */
export function drop(id) {
  const gone = Object.values(battle(id)?.mine ?? {});
  write(
    BATTLES,
    battles().filter((each) => each.battle !== id),
  );
  write(
    TAKEN,
    allTaken().filter(([, seat]) => !gone.includes(seat)),
  );
}

/** Those forgotten last, the latest first. @returns {Kept[]} */
export function forgotten() {
  const found = read(FORGOTTEN);
  return Array.isArray(found) ? found : [];
}

/** @param {string} id */
export function remember(id) {
  const gone = forgotten().find((each) => each.battle === id);
  write(
    FORGOTTEN,
    forgotten().filter((each) => each.battle !== id),
  );
  if (gone && !battle(id)) write(BATTLES, [...battles(), gone].sort((a, b) => b.when - a.when).slice(0, MOST));
}

/** A secret drawn by lot, as a link can have it. */
export function newSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/** The seat that an invitation has become in this browser. @param {string} invitation @returns {string | undefined} */
export function takenHere(invitation) {
  return allTaken().find(([each]) => each === invitation)?.[1];
}

/** Whether a seat was an invitation once. @param {string} seat */
export function wasInvited(seat) {
  return allTaken().some(([, each]) => each === seat);
}

/** @param {string} invitation @param {string} seat */
export function keepTaken(invitation, seat) {
  write(TAKEN, [[invitation, seat], ...allTaken().filter(([each]) => each !== invitation)].slice(0, MANY));
}

/** @returns {[string, string][]} */
function allTaken() {
  const found = read(TAKEN);
  return Array.isArray(found) ? found : [];
}

/**
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
export function pref(name, fallback) {
  const found = read(`warbook.${name}`);
  return found !== null && typeof found === typeof fallback ? found : fallback;
}

/** @param {string} name @param {unknown} value */
export function setPref(name, value) {
  write(`warbook.${name}`, value);
}

/** The force that was last built here for a book. @param {string} book @returns {Written | null} */
export function draftOf(book) {
  const { name, text } = read(`${DRAFT}.${book}`) ?? {};
  return typeof name === "string" && typeof text === "string" ? { name, text } : null;
}

/** @param {string} book @param {Written} draft */
export function keepDraft(book, draft) {
  write(`${DRAFT}.${book}`, draft);
}

/** @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** A browser that keeps nothing still plays. @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // nothing is kept
  }
}
