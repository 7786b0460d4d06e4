// Pieces as tokens: side, letter, facing, height and state, each by shape as well as by colour.

import { UNIT, inches, pinned, round, svg } from "../shared/svg.js";
import { badge, isLying, isWreck } from "./badges.js";
import { aim, drawHull } from "./hulls.js";

/** @typedef {import("../shared/types.js").Piece} Piece */
/** @typedef {import("../shared/types.js").SideCard} SideCard */
/** @typedef {import("../shared/types.js").Marker} Marker */

export const RADIUS = 12; // of a token as it is drawn, before it is scaled to its base
const NAME_LETTER = 6; // the width of a letter of a name, where a token is as large as it is drawn
const BADGES = 4;
const PLACES = [38, 85, 132, 179, 351]; // degrees at which a badge may sit
const STYLES = ["side-a", "side-b", "side-c", "side-d", "side-e"];

/** @param {SideCard[]} sides
 *  @param {string} side
 */
export function sideStyle(sides, side) {
  return STYLES[
    Math.max(
      0,
      sides.findIndex((card) => card.id === side),
    ) % STYLES.length
  ];
}

/** Letters that tell the pieces of a side apart.
 * @param {Piece[]} pieces
 * @returns {Map<string, string>}
 */
export function lettersOf(pieces) {
  /** @type {Map<string, string>} */
  const letters = new Map();
  for (const piece of pieces) {
    const same = pieces.filter((other) => other.side === piece.side && other.letter === piece.letter);
    if (same.length === 1) letters.set(piece.id, piece.letter);
    else letters.set(piece.id, longer(piece, same));
  }
  return letters;
}

/** @param {Piece} piece
 *  @param {Piece[]} same
 */
function longer(piece, same) {
  const rest = piece.name
    .slice(1)
    .replace(/[^\p{L}]/gu, "")
    .toLowerCase();
  for (const other of rest) {
    const unlike = same.every((one) => one === piece || !one.name.slice(1).toLowerCase().includes(other));
    if (unlike) return piece.letter + other;
  }
  return `${piece.letter}${same.indexOf(piece) + 1}`;
}

export class Token {
  /** @param {Piece} piece
   *  @param {string} style  of its side
   *  @param {string} letter
   *  @param {number} depth  of the table
   */
  constructor(piece, style, letter, depth) {
    this.piece = piece;
    this.style = style;
    this.letter = letter;
    this.depth = depth;
    this.under = false; // something to stand on is above it
    this.radius = baseOf(piece); // as it is drawn, in inches
    this.room = Infinity; // inches to which it may be drawn larger than it is before it covers another
    /** @type {[number, number]} how far it stands aside for others in its hex */
    this.aside = [0, 0];
    this.body = svg("g", { class: "wb-body" });
    this.node = svg("g", { class: `wb-token ${style}`, "data-piece": piece.id }, this.body);
    this.resize(this.radius);
    this.tick = svg("path", { class: "wb-facing", d: "M12.5 -6.2L21.5 0L12.5 6.2Z" });
    this.shadow = svg("circle", { class: "wb-under", r: RADIUS + 0.8 });
    this.tag = svg("g", { class: "wb-tag" });
    /** Turns with the piece. @type {SVGGElement | null} */
    this.hull = null;
    this.draw();
    this.settle();
    this.face(piece.facing);
  }

  /** Where it is drawn. */
  get spot() {
    const { x, y, z } = this.piece;
    return { x: x + this.aside[0], y: y + this.aside[1], z };
  }

  /** How far a spot is from its middle, or from the line along the middle of its hull, in inches.
   * @param {number} x
   * @param {number} y
   */
  off(x, y) {
    const { hull, facing } = this.piece,
      [dx, dy] = [x - this.spot.x, y - this.spot.y];
    if (!hull) return Math.hypot(dx, dy);
    const a = (facing / 180) * Math.PI,
      along = Math.abs(dx * Math.cos(a) + dy * Math.sin(a)),
      across = dy * Math.cos(a) - dx * Math.sin(a);
    return Math.hypot(Math.max(0, along - (hull.length - hull.width) / 2), across);
  }

  /** @param {number} radius */
  resize(radius) {
    this.radius = radius;
    this.body.style.setProperty("--base", String(round((radius * UNIT) / RADIUS)));
  }

  /** Be drawn no larger than that, unless its base is. @param {number} room */
  keepWithin(room) {
    if (room === this.room) return;
    this.room = room;
    this.body.style.setProperty("--room", Number.isFinite(room) ? String(round((room * UNIT) / RADIUS)) : "99");
  }

  /** Make room for others.
   * @param {[number, number]} aside
   * @param {number} radius
   */
  share(aside, radius) {
    if (radius !== this.radius) this.resize(radius);
    if (aside[0] === this.aside[0] && aside[1] === this.aside[1]) return;
    this.aside = aside;
    this.settle();
  }

  /** Redraws what does not depend on where it stands. */
  draw() {
    const { piece } = this,
      lying = isLying(piece.states);
    const two = this.letter.length > 1 ? " two" : "";
    const looks = { lying, wreck: isWreck(piece.states), beneath: this.under },
      seen = Object.entries(looks).flatMap(([look, shown]) => (shown ? [look] : []));
    this.node.setAttribute("class", ["wb-token", this.style, ...seen].join(" "));
    const drawn = lying
      ? lyingDisc(this.letter, two)
      : [...this.#shape(), svg("text", { class: `wb-letter${two}`, y: two ? 4 : 4.7 }, this.letter)];
    const shown = badges(
      piece.states.filter((state) => !isLying([state])),
      lying ? null : piece.facing,
    );
    const name = svg("text", { class: "wb-piece-name", y: 27 }, piece.name);
    const words = [piece.name, piece.words, piece.states.join(", "), piece.z > 0.05 ? `${inches(piece.z)} up` : ""];
    this.body.replaceChildren(svg("title", {}, words.filter(Boolean).join("\n")), ...drawn, ...shown, this.tag, name);
  }

  /** What stands on the table: a hull to scale, or a disc. */
  #shape() {
    const { hull, facing } = this.piece;
    if (!hull) return [this.shadow, this.tick, disc(this.style)];
    this.hull = drawHull(hull, RADIUS / baseOf(this.piece));
    aim(this.hull, facing);
    return [this.hull];
  }

  /** @param {number} x
   *  @param {number} y
   *  @param {number} z
   *  @param {number} [lift]  above that, while it moves
   */
  stand(x, y, z, lift = 0) {
    this.node.setAttribute("transform", `translate(${round(x * UNIT)} ${round((this.depth - y) * UNIT)})`);
    const high = Math.min(z, 9) + lift * 2;
    this.shadow.setAttribute("transform", `translate(${round(1.2 + high * 0.7)} ${round(2 + high)})`);
    this.body.style.setProperty("--lift", String(round(1 + lift * 0.12)));
    const words = z > 0.05 ? inches(z) : this.under ? "∩" : "";
    if (words === this.tag.getAttribute("data-words")) return;
    this.tag.setAttribute("data-words", words);
    const wide = words.length * 5 + 5;
    this.tag.replaceChildren(
      ...(words
        ? [
            svg("rect", { x: 7, y: 6.5, width: wide, height: 10.5, rx: 3 }),
            svg("text", { x: 7 + wide / 2, y: 14.6 }, words),
          ]
        : []),
    );
  }

  /** @param {number} degrees */
  face(degrees) {
    this.tick.setAttribute("transform", `rotate(${round(-degrees)})`);
    if (this.hull) aim(this.hull, degrees);
  }

  /** Take over what is known of the piece now, at once.
   * @param {Piece} piece
   */
  update(piece) {
    const before = this.piece;
    this.piece = piece;
    /** @param {Piece} one */
    const look = (one) =>
      [one.name, one.words, one.z, ...one.states, one.states.length && one.facing, JSON.stringify(one.hull)].join(
        "|",
      );
    if (look(before) !== look(piece)) this.draw();
    this.settle();
    this.face(piece.facing);
  }

  /** @param {boolean} under */
  roofed(under) {
    if (under === this.under) return;
    this.under = under;
    this.draw();
    this.settle();
  }

  settle() {
    const { x, y, z } = this.spot;
    this.stand(x, y, z);
  }
}

/** The radius a token is sized by: that of its base, or half the width of its hull. @param {Piece} piece */
function baseOf({ hull, radius }) {
  return hull ? hull.width / 2 : radius;
}

/** A line round a token: a circle, or along the hull.
 * @param {Token} token
 * @param {number} margin
 * @param {Record<string, string>} [props]
 */
export function ring({ piece }, margin, props = {}) {
  if (!piece.hull) return svg("circle", { ...props, r: RADIUS + margin });
  const scale = RADIUS / baseOf(piece),
    close = margin / 2,
    half = (piece.hull.length * scale) / 2 + close,
    side = RADIUS + close;
  return svg("rect", {
    ...props,
    x: round(-half),
    y: round(-side),
    width: round(2 * half),
    height: round(2 * side),
    rx: close,
    transform: `rotate(${round(-piece.facing)})`,
  });
}

/** How large a disc may be drawn without covering another: half of the way to the nearest, as far as they are at one
 *  level. @param {Token} token @param {Token[]} discs */
export function roomOf(token, discs) {
  const { x, y, z } = token.piece;
  const away = discs
    .filter((other) => other !== token && Math.abs(other.piece.z - z) < 1)
    .map(({ piece }) => Math.hypot(piece.x - x, piece.y - y));
  return Math.max(token.radius, Math.min(...away) / 2);
}

/** Where names are shown, each stands below its token, or above it where that is free; one that would cover a token or
 * another name is left out, and shown when it is pointed at.
 * @param {Token[]} tokens
 * @param {import("./board.js").WarBoard} board
 */
export function layNames(tokens, board) {
  /** @param {[number, number, number, number]} a @param {[number, number, number, number]} b */
  const meet = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
  const discs = tokens.map((token) => {
    const [x, y] = board.view.toScreen(token.spot.x, token.spot.y),
      r = screenRadius(token, board);
    return { token, x, y, r, box: /** @type {[number, number, number, number]} */ ([x - r, y - r, x + r, y + r]) };
  });
  /** @type {[number, number, number, number][]} */
  const taken = discs.map(({ box }) => box);
  for (const { token, x, y, r } of discs) {
    const size = r / RADIUS,
      half = (token.piece.name.length * NAME_LETTER * size) / 2;
    const at = [27, -19].find((low) => {
      /** @type {[number, number, number, number]} */
      const box = [x - half, y + (low - 9) * size, x + half, y + (low + 2) * size];
      if (taken.some((other) => meet(box, other))) return false;
      taken.push(box);
      return true;
    });
    token.node.classList.toggle("nameless", at === undefined);
    token.body.querySelector(".wb-piece-name")?.setAttribute("y", String(at ?? 27));
  }
}

/** The radius below which no token shrinks, in a window of that size.
 * @param {number} width
 * @param {number} height
 */
export function leastRadius(width, height) {
  return Math.max(9, Math.min(11.5, Math.min(width, height) / 64));
}

/** The radius of a token on the screen.
 * @param {Token} token
 * @param {{scale: number, least: number}} stage
 */
export function screenRadius(token, { scale, least }) {
  return Math.max(token.radius * scale, Math.min(least, token.room * scale));
}

/** The first side has a plain round rim, the second a cut one with a second line in it, others further shapes.
 * @param {string} style
 */
function disc(style) {
  const group = svg("g", { class: "wb-disc" });
  if (style === "side-a") group.append(svg("circle", { class: "wb-rim", r: RADIUS }));
  else {
    const sides = { "side-b": 8, "side-c": 6, "side-d": 4 }[style] ?? 5,
      r = RADIUS + 0.9;
    const points = Array.from({ length: sides }, (_, n) => {
      const a = ((n + 0.5) / sides) * 2 * Math.PI;
      return `${round(Math.cos(a) * r)} ${round(Math.sin(a) * r)}`;
    });
    group.append(
      svg("path", { class: "wb-rim", d: `M${points.join("L")}Z` }),
      svg("circle", { class: "wb-second-rim", r: RADIUS - 2.6 }),
    );
  }
  return group;
}

/** @param {string} letter
 *  @param {string} two
 */
function lyingDisc(letter, two) {
  return [
    svg(
      "g",
      { class: "wb-fall", transform: "rotate(-24)" },
      svg("ellipse", { class: "wb-lying", rx: 15, ry: 9.8 }),
      svg("text", { class: `wb-letter${two}`, y: 4.4 }, letter),
    ),
  ];
}

/** Badges along the rim, from the north-east to the north-west, none where the piece faces.
 * @param {string[]} states
 * @param {number | null} facing
 */
function badges(states, facing) {
  const free = PLACES.filter((angle) => facing === null || Math.abs(((angle - facing + 540) % 360) - 180) > 31);
  const room = Math.min(free.length, BADGES),
    shown = states.length > room ? states.slice(0, room - 1) : states,
    more = states.slice(shown.length);
  const drawn = shown.map((state) => badge(state));
  if (more.length) drawn.push(badge(more.join(", "), `+${more.length}`));
  drawn.forEach((one, n) => {
    const angle = (free[n] / 180) * Math.PI,
      r = RADIUS + 4.2;
    one.setAttribute("transform", `translate(${round(Math.cos(angle) * r)} ${round(-Math.sin(angle) * r)})`);
  });
  return drawn;
}

/** A marker that lies on the table, with its radius drawn true.
 * @param {Marker} marker
 * @param {number} depth
 */
export function drawMarker(marker, depth) {
  const { x, y } = marker.spot ?? { x: 0, y: 0 };
  const transform = `translate(${round(x * UNIT)} ${round((depth - y) * UNIT)})`;
  const node = svg("g", { class: "wb-marker", "data-marker": marker.marker, transform });
  if ((marker.radius ?? 0) > 0.6)
    node.append(svg("circle", { class: "wb-marker-area", r: round((marker.radius ?? 0) * UNIT) }));
  const inner = pinned(0, 0, "", badge(marker.kind, undefined, 9));
  node.append(svg("title", {}, marker.words || marker.kind), inner);
  return node;
}

/** A token that is only thought of.
 * @param {Piece | null} piece
 * @param {string} style
 * @param {string} letter
 * @param {number} radius
 */
export function ghost(piece, style, letter, radius) {
  const tick = piece?.hull
    ? drawHull(piece.hull, RADIUS / baseOf(piece))
    : svg("path", { class: "wb-facing", d: "M12.5 -6.2L21.5 0L12.5 6.2Z" });
  const body = svg(
    "g",
    { class: "wb-body" },
    tick,
    ...(piece?.hull ? [] : [svg("circle", { class: "wb-ghost-disc", r: RADIUS })]),
    svg("text", { class: `wb-letter${letter.length > 1 ? " two" : ""}`, y: 4.6 }, letter),
  );
  body.style.setProperty("--base", String(round((radius * UNIT) / RADIUS)));
  const node = svg(
    "g",
    { class: `wb-token wb-ghost ${style}`, "data-ghost": piece?.id ?? "" },
    svg("title", {}, piece ? `${piece.name} would stand here` : ""),
    body,
  );
  return { node, tick };
}
