// The dice of a battle, thrown again: the same as core/dice.py and core/luck.py, so that a page can check every roll.
// BLAKE2b is written out (RFC 7693), because a page that did not come over https has no WebCrypto.

/**
 * @typedef {{ commitment: string, secret: string, shares: Record<string, string> }} Luck
 * @typedef {{ type: string, rule?: string, faces?: number[], sides?: number, to?: string[] }} RecordedEvent
 * @typedef {{ seed: string | null, winner: string | null, events: RecordedEvent[], luck?: Luck | null }} BattleRecord
 */

/**
 * What a page has kept of a battle: the commitment it was shown first; what it added for each of its sides, with the
 * commitments
 * of those who had added before; and the faces of all the rolls it was shown, as the side it sat at.
 * @typedef {{ side: string, share: string, given: Record<string, string>, taken: boolean | null }} Added
 * @typedef {{ commitment: string, added: Added[], side: string | null, rolls: number[][], name: (side: string) =>
 * string }} Seen
 */

/**
 * `ok`: nothing is wrong. `proved`: and it is shown that whoever keeps the server could not choose the dice.
 * @typedef {{ ok: boolean, proved: boolean, rolls: number, words: string }} Verdict
 */

const BLOCK = 128; // bytes that BLAKE2b takes at a time
const DIGEST = 64;

const START = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];

const ORDER = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

// Four columns, then four diagonals.
const LANES = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
];

/**
 * @param {Uint8Array} data
 * @param {number} [length] bytes of the digest, 1 to 64
 * @param {Uint8Array} [key] up to 64 bytes
 * @returns {Uint8Array}
 */
export function blake2b(data, length = DIGEST, key = new Uint8Array(0)) {
  if (length < 1 || length > DIGEST || key.length > DIGEST) throw new RangeError("BLAKE2b has no such length.");
  const state = BigUint64Array.from(START);
  state[0] ^= 0x01010000n ^ (BigInt(key.length) << 8n) ^ BigInt(length);
  const lead = key.length ? BLOCK : 0;
  const message = new Uint8Array(lead + data.length);
  message.set(key);
  message.set(data, lead);
  const block = new Uint8Array(BLOCK);
  let at = 0;
  do {
    const end = Math.min(at + BLOCK, message.length);
    block.fill(0);
    block.set(message.subarray(at, end));
    compress(state, block, BigInt(end), end === message.length);
    at = end;
  } while (at < message.length);
  const out = new DataView(new ArrayBuffer(DIGEST));
  state.forEach((word, number) => out.setBigUint64(8 * number, word, true));
  return new Uint8Array(out.buffer, 0, length);
}

/**
 * @param {BigUint64Array} state
 * @param {Uint8Array} block
 * @param {bigint} count bytes of the message up to the end of this block
 * @param {boolean} last
 */
function compress(state, block, count, last) {
  const view = new DataView(block.buffer);
  const words = BigUint64Array.from({ length: 16 }, (_, number) => view.getBigUint64(8 * number, true));
  const v = BigUint64Array.from([...state, ...START]);
  v[12] ^= count;
  if (last) v[14] ^= 0xffffffffffffffffn;
  for (let round = 0; round < 12; round++) {
    const order = ORDER[round % 10];
    LANES.forEach(([a, b, c, d], lane) => {
      v[a] += v[b] + words[order[2 * lane]];
      v[d] = turned(v[d] ^ v[a], 32n);
      v[c] += v[d];
      v[b] = turned(v[b] ^ v[c], 24n);
      v[a] += v[b] + words[order[2 * lane + 1]];
      v[d] = turned(v[d] ^ v[a], 16n);
      v[c] += v[d];
      v[b] = turned(v[b] ^ v[c], 63n);
    });
  }
  for (let number = 0; number < 8; number++) state[number] ^= v[number] ^ v[number + 8];
}

/**
 * The bits of a word moved to the right, those that fall off coming in at the left. What is more than 64 bits is
 * dropped when the word is stored.
 * @param {bigint} word
 * @param {bigint} by
 */
function turned(word, by) {
  return (word >> by) | (word << (64n - by));
}

/** Dice from a seed, as core/dice.py throws them. */
export class Seeded {
  /** @param {string} seed */
  constructor(seed) {
    this.key = blake2b(new TextEncoder().encode(seed));
    this.number = -1;
    this.at = DIGEST;
    /** @type {Uint8Array} */
    this.block = new Uint8Array(0);
  }

  /**
   * @param {number} sides 1 to 256
   * @param {number} count
   * @returns {number[]}
   */
  throw(sides, count) {
    if (!(Number.isInteger(sides) && sides >= 1 && sides <= 256)) {
      throw new RangeError(`A seeded die has 1 to 256 sides, not ${sides}.`);
    }
    const unfair = 256 - (256 % sides);
    /** @type {number[]} */
    const faces = [];
    while (faces.length < count) {
      if (this.at === DIGEST) this.open(this.number + 1);
      const byte = this.block[this.at++];
      if (byte < unfair) faces.push((byte % sides) + 1);
    }
    return faces;
  }

  /** @param {number} number */
  open(number) {
    const counter = new DataView(new ArrayBuffer(8));
    counter.setBigUint64(0, BigInt(number), true);
    this.block = blake2b(new Uint8Array(counter.buffer), DIGEST, this.key);
    this.number = number;
    this.at = 0;
  }
}

const ARRANGED = /^arranged ([\d,]*) then ([^]*)$/;

/** The dice that a seed stands for: faces that are written in it come first. @param {string} seed */
export function seeded(seed) {
  const found = ARRANGED.exec(seed);
  if (!found) return new Seeded(seed);
  const written = found[1] ? found[1].split(",").map(Number) : [],
    rest = new Seeded(found[2]);
  return {
    throw: (/** @type {number} */ sides, /** @type {number} */ count) => {
      const faces = written.splice(0, count).map((face) => ((face - 1) % sides) + 1);
      return [...faces, ...rest.throw(sides, count - faces.length)];
    },
  };
}

/**
 * What is published of a secret before the battle.
 * @param {string} secretHex
 */
export function commitment(secretHex) {
  return hex(blake2b(unhex(secretHex), 32));
}

/**
 * The seed of a battle's dice, from the secret and what each side has added.
 * @param {string} secretHex
 * @param {Record<string, string>} shares
 */
export function seedOf(secretHex, shares) {
  const added = Object.keys(shares)
    .sort(byCodePoint)
    .map((side) => `${side}:${shares[side]};`)
    .join("");
  const utf8 = new TextEncoder();
  return hex(blake2b(joined(utf8.encode("warbook dice"), unhex(secretHex), utf8.encode(added)), 32));
}

/**
 * Whether the dice of a finished battle are what its seed gives, and the seed what was promised to this page. Without
 * what a page
 * has kept nothing is proved about whoever wrote the record.
 * @param {BattleRecord} record
 * @param {Seen} [seen]
 * @returns {Verdict}
 */
export function checkDice(record, seen) {
  const rolls = record.events.filter((event) => event.type === "Rolled");
  const fault = seedFault(record, seen) || rollFault(rolls, record.seed ?? "") || shownFault(rolls, seen);
  if (fault) return { ok: false, proved: false, rolls: rolls.length, words: fault };
  const sound = (/** @type {boolean} */ proved, /** @type {string} */ words) => ({
    ok: true,
    proved,
    rolls: rolls.length,
    words,
  });
  const all = rolls.length === 1 ? "the one roll is" : `all ${rolls.length} rolls are`;
  const { luck } = record,
    mine = seen?.added.filter(({ taken }) => taken !== false) ?? [];
  if (!luck) {
    return sound(
      false,
      `The seed was chosen beforehand, so only the rolls can be ` +
        `checked: ${all} what it gives. Whoever chose it could know them.`,
    );
  }
  if (!mine.length) {
    const why = seen?.added.length
      ? "what this page would have added was turned down, because another page " +
        "of your seat had been first. If that was not you, do not trust these dice"
      : "this page added nothing itself. That nobody chose the dice " +
        "is proved only on the page where a player first sat down";
    return sound(
      false,
      `The commitment fits the secret, the seed follows from it and ` +
        `what each side added, and ${all} what the seed gives. But ${why}.`,
    );
  }
  const late = Object.keys(luck.shares).filter(
    (side) => luck.shares[side] && mine.every((each) => each.side !== side && !(side in each.given)),
  );
  const after = late
    .map(
      (side) =>
        ` ${seen?.name(side)} added theirs after you: against them and the server together it proves nothing.`,
    )
    .join("");
  return sound(
    true,
    `Proved: the server kept to the secret it was bound to before this page added anything, what this ` +
      `page added is in the seed, and ${all} what the seed gives. So the server could not choose them.${after}`,
  );
}

/** What is wrong with where the seed came from. @param {BattleRecord} record @param {Seen} [seen] */
function seedFault({ winner, seed, luck }, seen) {
  if (winner === null) return "The battle is not over, so its dice cannot be checked yet.";
  if (seed === null) return "The battle was played with real dice: there is no seed to check them by.";
  if (seen && seen.commitment !== (luck?.commitment ?? ""))
    return "The server had committed itself to something else before the battle: it has changed its secret since.";
  if (!luck) return "";
  if (commitment(luck.secret) !== luck.commitment)
    return "The secret is not the one that was promised before the battle: the commitment does not match it.";
  if (seedOf(luck.secret, luck.shares) !== seed)
    return "The seed does not follow from the secret and what each side added to it.";
  for (const { side, share, given, taken } of seen?.added ?? []) {
    if (taken === false) continue;
    if (luck.shares[side] !== share)
      return "What this page added to the dice is not in the seed: the server has left it out or replaced it.";
    const changed = Object.keys(given).find((other) => commitment(luck.shares[other] ?? "") !== given[other]);
    if (changed !== undefined)
      return `What ${seen?.name(changed)} had added was replaced after this page added its own.`;
  }
  return "";
}

/** The first roll that the seed does not give. @param {RecordedEvent[]} rolls @param {string} seed */
function rollFault(rolls, seed) {
  const dice = seeded(seed);
  for (const [index, { faces = [], sides = 6, rule }] of rolls.entries()) {
    const where = `Roll ${index + 1} of ${rolls.length}`;
    if (!(Number.isInteger(sides) && sides >= 1 && sides <= 256))
      return `${where} is of a die with ${sides} sides, which there is not.`;
    const due = dice.throw(sides, faces.length);
    if (due.some((face, at) => face !== faces[at])) {
      return (
        `${where}${rule ? ` (${rule})` : ""} is recorded as ` +
        `${faces.join(" ")}, but the seed gives ${due.join(" ")}.`
      );
    }
  }
  return "";
}

/** Whether other rolls were shown than were recorded. @param {RecordedEvent[]} rolls @param {Seen} [seen] */
function shownFault(rolls, seen) {
  if (!seen) return "";
  const due = rolls
    .filter(({ to = [] }) => !to.length || (seen.side !== null && to.includes(seen.side)))
    .map(({ faces = [] }) => faces.join(" "));
  const shown = seen.rolls.map((faces) => faces.join(" "));
  return due.join(";") === shown.join(";")
    ? ""
    : "The record has other rolls than this page was shown during the battle.";
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
function unhex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {Uint8Array[]} parts */
function joined(...parts) {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)));
}

/**
 * As Python sorts text.
 * @param {string} a
 * @param {string} b
 */
function byCodePoint(a, b) {
  const [left, right] = [Array.from(a), Array.from(b)];
  const at = left.findIndex((letter, number) => letter !== right[number]);
  if (at < 0) return left.length - right.length;
  return (left[at].codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
}
