// Hulls drawn to scale, and the soft outline round the figures of a group.

import { UNIT, pinned, round, svg } from "../shared/svg.js";

/** @typedef {import("../shared/types.js").Group} Group */
/** @typedef {import("../shared/types.js").Hull} Hull */
/** @typedef {import("../shared/types.js").Piece} Piece */

const EDGE = 2; // inches from an edge of the table within which there is no room for a name
const LETTER = 6.6; // pixels that a letter of a name is wide
const LINE = 12; // pixels from one line of words to the next
const PIPS = 10; // so many who are aboard are shown one by one

/**
 * A hull that looks east: its outline, its front marked, its armour by edge, its guns and those aboard.
 * @param {Hull} hull
 * @param {number} scale of an inch
 */
export function drawHull({ length, width, armour, mounts, aboard }, scale) {
  const half = (length * scale) / 2,
    side = (width * scale) / 2,
    nose = Math.min(half, side) * 0.55;
  const shape = svg(
    "g",
    { class: "wb-hull" },
    svg("rect", {
      class: "wb-rim",
      x: round(-half),
      y: round(-side),
      width: round(2 * half),
      height: round(2 * side),
      rx: round(side * 0.22),
    }),
    svg("path", {
      class: "wb-nose",
      d: `M${round(half - 1)} 0l${round(-nose)} ${round(-nose * 0.8)}v${round(nose * 1.6)}z`,
    }),
  );
  for (const mount of mounts) {
    const long = side * 1.2;
    shape.append(
      svg("path", {
        class: mount.width >= 360 ? "wb-turret" : "wb-gun",
        d: `M0 0h${round(long)}`,
        transform:
          `translate(${round(mount.at[0] * half)} ${round(-mount.at[1] * side)}) ` +
          `rotate(${round(-mount.centre)})`,
      }),
    );
  }
  const edges = [
    [half, 0],
    [0, -side],
    [-half, 0],
    [0, side],
  ];
  (armour ?? []).forEach((value, edge) => {
    const [x, y] = edges[edge].map(round);
    shape.append(svg("g", { transform: `translate(${x} ${y})` }, svg("text", { class: "wb-armour", y: 2.6 }, value)));
  });
  for (let n = 0; n < Math.min(aboard, PIPS); n++)
    shape.append(svg("circle", { class: "wb-pip", cx: round(-half + 3 + n * 3.2), cy: round(-side - 2.4), r: 1.2 }));
  return shape;
}

/** Lets what was drawn looking east face another way; the words on it stay upright.
 * @param {SVGElement} shape @param {number} degrees */
export function aim(shape, degrees) {
  shape.setAttribute("transform", `rotate(${round(-degrees)})`);
  shape.style.setProperty("--upright", `${round(degrees)}deg`);
}

/**
 * A group: an outline round its figures, with its name and how many of them stand.
 * @param {Group} group
 * @param {Piece[]} members
 * @param {string} style of its side
 * @param {number} depth of the table
 */
export function drawGroup(group, members, style, depth) {
  const spots = members.map(({ x, y }) => /** @type {[number, number]} */ ([x * UNIT, (depth - y) * UNIT]));
  const wide = (Math.max(...members.map((piece) => piece.radius)) + 0.45) * 2 * UNIT;
  const ring = outline(spots);
  const path = `M${ring.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;
  const ys = spots.map(([, y]) => y),
    middle = spots.reduce((sum, [x]) => sum + x, 0) / spots.length;
  const low = Math.max(...ys) + wide / 2,
    high = Math.min(...ys) - wide / 2;
  // of the first side below, of the others above: where they fight, each can be read; at an edge where there is room
  const below = style === "side-a" ? low < (depth - EDGE) * UNIT : high < EDGE * UNIT;
  const alone = members.length === 1 && members[0].name === group.name;
  const count = `${members.length}${members.length < group.members.length ? ` of ${group.members.length}` : ""}`;
  const lines = [alone ? group.name : `${group.name} ${count}`, group.states.join(", ")].filter(Boolean);
  const name = pinned(middle, 0, "wb-group-name", ...lines.map((words) => svg("text", {}, words)));
  Object.assign(name.dataset, { x: middle, high, low, below: below ? "1" : "" });
  return svg(
    "g",
    { class: `wb-group ${style}`, "data-group": group.id },
    svg("title", {}, [group.name, group.words, group.states.join(", ")].filter(Boolean).join("\n")),
    svg("path", { class: "wb-group-rim", d: path, "stroke-width": round(wide + 4) }),
    svg("path", { class: "wb-group-ground", d: path, "stroke-width": round(wide) }),
    svg("path", { d: path, "stroke-width": round(wide) }),
    name,
  );
}

/**
 * Names keep their size on the screen. One that would lie under somebody's hull, or figures of another group, changes
 * to the other side of its group. One that would lie under figures there too is left out; so is one that would
 * cover another, until its group acts or is pointed at; then the states get what room is left. None goes past the left
 * or right edge of the table.
 * @param {SVGElement} layer @param {import("./board.js").WarBoard} board
 */
export function layGroupNames(layer, board) {
  /** @typedef {[number, number, number, number]} Box */
  const there = [...board.tokens.values()].flatMap(({ piece }) => (piece.on_table ? [piece] : []));
  const hulls = there.filter(({ hull }) => hull),
    figures = there.filter(({ hull, group }) => !hull && group),
    bodies = [...hulls, ...figures];
  const { width, depth } = board.view.table,
    corners = [board.view.toScreen(0, 0)[0], board.view.toScreen(width, depth)[0]];
  const [west, east] = [Math.min(...corners), Math.max(...corners)]; // on the screen, of the table
  /** @type {Map<SVGGElement, [number, number, number, number]>} */
  const taken = new Map();
  const nodes = /** @type {SVGGElement[]} */ ([...layer.querySelectorAll(".wb-group-name")]);
  const lines = (/** @type {SVGGElement} */ node) => [...node.querySelectorAll("text")];
  /** @param {SVGGElement} node @param {number} count @returns {Box} */
  const box = (node, count) => {
    const { e, f } = node.transform.baseVal[0].matrix,
      [x, y] = board.view.toScreen(e / UNIT, board.depth - f / UNIT),
      below = node.classList.contains("below");
    const half =
      (Math.max(...lines(node).map(({ textContent }, n) => (n < count ? textContent.length : 0))) * LETTER) / 2;
    const room = Math.max(0, (east - west) / 2 - half),
      middle = Math.min(Math.max(x, (west + east) / 2 - room), (west + east) / 2 + room);
    node.dataset.shift = String(middle - x);
    return [middle - half, below ? y : y - count * LINE, middle + half, below ? y + count * LINE : y];
  };
  const place = (/** @type {SVGGElement} */ node, /** @type {boolean} */ below) => {
    const { x, high, low } = node.dataset;
    node.setAttribute("transform", `translate(${x} ${below ? low : high})`);
    node.classList.toggle("below", below);
  };
  const hidden = (/** @type {SVGGElement} */ node, /** @type {typeof there} */ by) => {
    const group = /** @type {SVGElement} */ (node.parentNode).dataset.group,
      name = box(node, 1);
    return by.some(({ x, y, hull, radius, group: own }) => {
      const [left, top] = board.view.toScreen(x, y),
        half = board.scale * (hull ? hull.length / 2 : radius);
      return own !== group && meet(name, [left - half, top - half, left + half, top + half]);
    });
  };
  /** @type {Set<SVGGElement>} */ const buried = new Set();
  for (const node of nodes) {
    const below = node.dataset.below === "1";
    place(node, below);
    if (!hidden(node, bodies)) continue;
    place(node, !below);
    if (!hidden(node, bodies)) continue;
    if (hidden(node, hulls)) place(node, below);
    if (hidden(node, figures)) buried.add(node);
  }
  const fits = (/** @type {SVGGElement} */ node, /** @type {number} */ count) => {
    const own = box(node, count);
    if (count > 1 && own[3] > board.view.height) return false;
    if ([...taken].some(([one, other]) => one !== node && meet(own, other))) return false;
    taken.set(node, own);
    return true;
  };
  const named = nodes.filter((node) => !buried.has(node) && fits(node, 1)),
    whole = named.filter((node) => fits(node, lines(node).length));
  for (const node of nodes) {
    const all = lines(node),
      shown = named.includes(node) && !whole.includes(node) ? 1 : all.length;
    node.classList.toggle("nameless", !named.includes(node));
    node.classList.toggle("buried", buried.has(node));
    all.forEach((line, n) => {
      line.style.display = n < shown ? "" : "none";
      line.setAttribute("x", node.dataset.shift ?? "0");
      line.setAttribute("y", String(node.classList.contains("below") ? 11 + n * LINE : 8 - (shown - n) * LINE));
    });
  }
}

/**
 * The outlines show which group acts, which can be chosen, and which one points at.
 * @param {SVGElement} layer
 * @param {{acting?: string, options?: {piece?: string, on?: boolean}[]}} marks
 */
export function frameGroups(layer, { acting, options = [] }) {
  for (const node of /** @type {NodeListOf<SVGElement>} */ (layer.querySelectorAll(".wb-group"))) {
    const about = options.filter(({ piece }) => piece === node.dataset.group);
    node.classList.toggle("acting", acting === node.dataset.group);
    node.classList.toggle("open", about.length > 0);
    node.classList.toggle(
      "pointed",
      about.some(({ on }) => on),
    );
  }
}

/**
 * Whether two boxes overlap.
 * @param {[number, number, number, number]} a
 * @param {[number, number, number, number]} b
 */
function meet(a, b) {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/** The convex outline of points. @param {[number, number][]} points */
function outline(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  const half = (/** @type {[number, number][]} */ row) => {
    /** @type {[number, number][]} */
    const kept = [];
    for (const point of row) {
      while (kept.length > 1 && turns(kept[kept.length - 2], kept[kept.length - 1], point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** @param {[number, number]} a @param {[number, number]} b @param {[number, number]} c */
function turns(a, b, c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
