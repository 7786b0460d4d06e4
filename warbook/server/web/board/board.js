// <war-board>: the table, what stands on it, and what the player points at.

import { UNIT, html, round, svg } from "../shared/svg.js";
import { Viewport, listen } from "./viewport.js";
import { drawTerrain, surfaceAt } from "./terrain.js";
import { layLabels, printSize } from "./labels.js";
import { RADIUS, Token, drawMarker, layNames, leastRadius, lettersOf, roomOf, sideStyle } from "./tokens.js";
import { nearest, turned } from "./arcs.js";
import { Marks } from "./marks.js";
import { Motion } from "./motion.js";
import { Hand } from "./pointing.js";
import { crosshair, wordsOf } from "./aids.js";
import { keyed } from "../shared/keys.js";
import { byHex, cellAt, shared, snapped } from "./hexes.js";
import { drawHexMarker } from "./hexmarkers.js";
import { drawGroup, frameGroups, layGroupNames } from "./hulls.js";

export { dieFaces } from "./pips.js";

/** @typedef {import("../shared/types.js").Table} Table */
/** @typedef {import("../shared/types.js").Piece} Piece */
/** @typedef {import("../shared/types.js").Group} Group */
/** @typedef {import("../shared/types.js").SideCard} SideCard */
/** @typedef {import("../shared/types.js").Marker} Marker */
/** @typedef {import("../shared/types.js").Spot} Spot */
/** @typedef {import("../shared/types.js").BattleEvent} BattleEvent */
/** @typedef {import("./marks.js").MarkSet} MarkSet */

/** @type {Table} */
const BARE = {
  kind: "inches",
  name: "",
  width: 48,
  depth: 48,
  areas: [],
  blocks: [],
  floors: [],
  walls: [],
  ladders: [],
};
let boards = 0;

export class WarBoard extends HTMLElement {
  constructor() {
    super();
    this.table = BARE;
    /** @type {SideCard[]} */
    this.sides = [];
    /** @type {Map<string, Token>} */
    this.tokens = new Map();
    /** @type {Map<string, {marker: Marker, node: SVGGElement}>} */
    this.markers = new Map();
    /** @type {import("./labels.js").Label[]} */
    this.labels = [];
    /** The map that is shown. @type {{tints: import("./tints.js").Tint[], size: number}} */
    this.tinted = { tints: [], size: 1 };
    this.labelled = true;
    this.number = ++boards;
    this.ground = svg("g");
    this.words = svg("g", { class: "wb-words" });
    this.tints = svg("g", { class: "wb-tints", "data-testid": "tints" });
    this.markersLayer = svg("g", { class: "wb-markers" });
    this.groupsLayer = svg("g", { class: "wb-groups" });
    this.under = svg("g", { class: "wb-trails" });
    this.pieces = svg("g", { class: "wb-pieces" });
    this.fx = svg("g", { class: "wb-fx" });
    this.aids = svg("g", { class: "wb-aids" });
    this.marks = new Marks(this);
    this.edgeId = `wb${this.number}-edge`;
    this.edge = svg("path");
    const { area, low, high } = this.marks;
    this.sized = svg(
      "g",
      {},
      this.tints,
      this.words,
      area,
      this.groupsLayer,
      this.markersLayer,
      this.under,
      low,
      this.pieces,
      this.fx,
      high,
      this.aids,
    );
    this.world = svg("g", {}, this.ground, this.sized);
    const edge = svg("defs", {}, svg("clipPath", { id: this.edgeId }, this.edge));
    this.picture = svg("svg", { class: "wb-picture", "aria-hidden": "true" }, edge, this.world);
    this.overlay = html("div", "wb-overlay");
    this.view = new Viewport((zoomed) => this.shown(zoomed));
    this.motion = new Motion(this);
    this.hand = new Hand(this);
    this.laying = 0;
    /** @type {{spot: Spot, facing: number, done?: (degrees: number | null) => void, facings?: number[]} | null} */
    this.turning = null;
    /** @type {{x: number, y: number} | null} the cross-hair that keys move */
    this.crosshair = null;
    this.joined = false;
  }

  connectedCallback() {
    if (this.joined) return;
    this.joined = true;
    this.append(this.picture, this.overlay);
    this.tabIndex = 0;
    this.setAttribute("role", "application");
    this.setAttribute("aria-roledescription", "table");
    this.describe();
    new ResizeObserver(([entry]) => this.view.resize(entry.contentRect.width, entry.contentRect.height)).observe(
      this,
    );
    listen(this, this.view, this.hand);
    this.addEventListener("keydown", (event) => {
      if (event.target === this && !event.altKey && !event.ctrlKey && !event.metaKey && keyed(this, event))
        event.preventDefault();
    });
  }

  // ---------------------------------------------------------------- what is there

  /** @param {Table} table */
  setTable(table) {
    const again =
      table.kind === this.table.kind && table.name === this.table.name && table.width === this.table.width;
    this.table = table;
    const { ground, labels, edge } = drawTerrain(table, `wb${this.number}`);
    this.labels = labels;
    this.ground.replaceChildren(ground);
    this.words.replaceChildren(...labels.map((label) => label.node));
    this.edge.setAttribute("d", edge);
    this.view.table = table;
    if (!again) {
      this.tokens.clear();
      this.setMarkers([]);
      this.pieces.replaceChildren();
      this.marks.drawReach(undefined);
      this.view.fit();
    }
    layLabels(labels, this);
    this.describe();
  }

  /** What stands where, at once.
   * @param {Piece[]} pieces
   * @param {SideCard[]} sides
   */
  setPieces(pieces, sides) {
    this.sides = sides;
    this.motion.rest();
    const letters = lettersOf(pieces),
      known = new Set(pieces.map((piece) => piece.id));
    for (const [id, token] of this.tokens) {
      if (known.has(id)) continue;
      token.node.remove();
      this.tokens.delete(id);
    }
    for (const piece of pieces) {
      const style = sideStyle(sides, piece.side),
        letter = letters.get(piece.id) ?? piece.letter,
        token = this.tokens.get(piece.id);
      if (token && token.style === style && token.letter === letter) this.settle(token, piece, false);
      else {
        token?.node.remove();
        const made = new Token(piece, style, letter, this.depth);
        this.tokens.set(piece.id, made);
        this.settle(made, piece, false);
      }
    }
    this.stack();
    this.marks.draw();
    this.describe();
  }

  /** Outlines round those who act together, as they stand now. @param {Group[]} groups */
  setGroups(groups) {
    this.groupsLayer.replaceChildren(
      ...groups.flatMap((group) => {
        const here = group.members.flatMap((id) => this.tokens.get(id)?.piece ?? []).filter((each) => each.on_table);
        return here.length ? [drawGroup(group, here, sideStyle(this.sides, group.side), this.depth)] : [];
      }),
    );
    frameGroups(this.groupsLayer, this.marks.now);
    layGroupNames(this.groupsLayer, this);
  }

  /** @param {Marker[]} markers  those that lie on the table now */
  setMarkers(markers) {
    this.markers.clear();
    this.markersLayer.replaceChildren();
    for (const marker of markers) this.putMarker(marker);
  }

  /** @param {Marker} marker */
  putMarker(marker) {
    this.markers.get(marker.marker)?.node.remove();
    this.markers.delete(marker.marker);
    if (!marker.spot) return;
    const { table } = this,
      node =
        table.kind === "hexes" ? drawHexMarker(marker, this.depth, table.spacing) : drawMarker(marker, this.depth);
    this.markers.set(marker.marker, { marker, node });
    this.markersLayer.append(node);
    this.crowd();
  }

  /** On hexes, pieces and markers that share one stand side by side; elsewhere pieces that are drawn larger than
   *  they are leave each other room. */
  crowd() {
    const { table } = this,
      there = [...this.tokens.values()].filter((token) => token.piece.on_table);
    if (table.kind !== "hexes") {
      const discs = there.filter(({ piece }) => !piece.hull && !piece.aboard);
      for (const token of discs) token.keepWithin(roomOf(token, discs));
      return;
    }
    for (const tokens of byHex(table, there, ({ piece }) => piece)) {
      const { places, radius } = shared(table, tokens.length);
      tokens.forEach((token, n) => token.share(places[n], Math.min(radius, token.piece.radius)));
    }
    for (const markers of byHex(table, this.markers.values(), ({ marker }) => marker.spot)) {
      markers.forEach(({ node }, n) => node.style.setProperty("--aside", String(n - (markers.length - 1) / 2)));
    }
  }

  /** Draw a piece as it is now.
   * @param {Token} token
   * @param {Piece} piece
   * @param {boolean} [stack]
   */
  settle(token, piece, stack = true) {
    token.update(piece);
    token.roofed(surfaceAt(this.table, piece.x, piece.y) > piece.z + 0.5);
    if (!piece.on_table) token.node.remove();
    else if (!token.node.parentNode) this.pieces.append(token.node);
    if (stack) this.stack();
  }

  /** The higher a piece stands, the later it is drawn; those that lie come first. */
  stack() {
    this.crowd();
    const order = [...this.tokens.values()].filter((token) => token.piece.on_table);
    const rank = (/** @type {Token} */ token) =>
      token.piece.z * 1000 - token.piece.y - (token.node.matches(".lying, .wreck") ? 500 : 0);
    order.sort((one, two) => rank(one) - rank(two));
    order.forEach((token, n) => {
      if (this.pieces.children[n] !== token.node)
        this.pieces.insertBefore(token.node, this.pieces.children[n] ?? null);
    });
    this.nameAll();
  }

  /** @param {Token} token */
  raise(token) {
    if (token.node.parentNode) this.pieces.append(token.node);
  }

  get depth() {
    return this.table.depth;
  }

  get scale() {
    return this.view.scale;
  }

  get least() {
    return this.table.kind === "hexes" ? 6 : leastRadius(this.view.width, this.view.height);
  }

  /** @param {string} side */
  sideName(side) {
    return this.sides.find((card) => card.id === side)?.name ?? side;
  }

  // ---------------------------------------------------------------- marks

  /** Replaces all highlights. @param {MarkSet} marks */
  mark(marks) {
    this.marks.set(marks);
    frameGroups(this.groupsLayer, marks);
  }

  /** A token that would stand there; null takes it away.
   * @param {Spot | null} spot
   * @param {number} [facing]
   */
  setGhost(spot, facing) {
    this.marks.ghost = spot && { spot, facing };
    this.marks.draw();
  }

  /** Let the player turn a piece, or the ghost at a spot, with the pointer or the arrow keys. `done` gets the degrees,
   * or null when it was called off; "turn" events tell each change. Null ends it.
   * @param {string | Spot | null} what
   * @param {(degrees: number | null) => void} [done]
   * @param {number[]} [facings] the only ones there are, if not all
   */
  facingMode(what, done, facings) {
    const piece =
      typeof what === "string" ? this.tokens.get(what)?.piece : this.tokens.get(this.marks.now.acting ?? "")?.piece;
    const spot = Array.isArray(what) ? what : piece && /** @type {Spot} */ ([piece.x, piece.y, piece.z]);
    this.turning =
      what !== null && spot
        ? { spot, facing: this.marks.now.way?.facing ?? piece?.facing ?? 0, done, facings }
        : null;
    this.classList.toggle("wb-turning", this.turning !== null);
    if (this.turning) this.setGhost(this.turning.spot, this.turning.facing);
    else this.setGhost(null);
    const { released } = this.hand;
    if (!this.turning || !released) return;
    this.hand.released = null;
    queueMicrotask(() => this.turn(this.bearing(released), true));
  }

  /** @param {number} degrees
   *  @param {boolean} finished
   */
  turn(degrees, finished) {
    if (!this.turning) return;
    const { spot, done, facings } = this.turning,
      facing = facings ? nearest(facings, degrees) : turned(Math.round(degrees));
    this.turning.facing = facing;
    this.tell("turn", { degrees: facing, done: finished });
    if (finished) {
      this.turning = null;
      this.classList.remove("wb-turning");
      done?.(facing);
    } else this.setGhost(spot, facing);
  }

  stopTurning() {
    const done = this.turning?.done;
    this.facingMode(null);
    done?.(null);
  }

  /** Look at the next level of the reach up or down.
   * @param {1 | -1} by
   */
  level(by) {
    const at = this.crosshair ?? (this.hand.pointer && this.spotAt(...this.hand.pointer));
    this.marks.turnLevel(by, at ? this.marks.levelAt(at.x, at.y) : null);
    if (this.hand.pointer) this.hand.hover(...this.hand.pointer);
  }

  // ---------------------------------------------------------------- the view

  fit() {
    this.view.fit();
  }

  /** Turn the table by so many quarters to the right; on hexes only upside down. @param {number} quarter */
  turnTable(quarter) {
    const turned = this.table.kind === "hexes" ? quarter - (quarter % 2) : quarter;
    if (turned === this.view.quarter) return;
    this.view.turn(turned);
    this.shown(true);
  }

  /** @param {number} factor */
  zoom(factor) {
    this.view.zoom(factor);
  }

  /** @param {string[]} ids */
  focusOn(ids) {
    const spots = ids.flatMap((id) => {
      const token = this.tokens.get(id);
      return token?.piece.on_table ? [token.spot] : [];
    });
    this.view.focus(spots, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 350);
  }

  /** Names under the tokens.
   * @param {boolean} on
   */
  names(on) {
    this.classList.toggle("wb-named", on);
    this.nameAll();
  }

  /** Room for the names, where they are shown. */
  nameAll() {
    if (!this.classList.contains("wb-named")) return;
    layNames(
      [...this.tokens.values()].filter(({ piece }) => piece.on_table),
      this,
    );
  }

  /** Names of terrain.
   * @param {boolean} on
   */
  terrainNames(on) {
    this.labelled = on;
    layLabels(this.labels, this);
  }

  /** The cross-hair that the arrow keys move.
   * @param {boolean} on
   */
  cursor(on) {
    const piece = this.tokens.get(this.marks.now.acting ?? "")?.piece;
    const first = snapped(this.table, { x: piece?.x ?? this.table.width / 2, y: piece?.y ?? this.depth / 2 });
    this.crosshair = on ? (this.crosshair ?? first) : null;
    crosshair(this);
  }

  /** @param {BattleEvent[]} events  that happen together
   *  @param {number} speed  0: at once
   */
  play(events, speed) {
    return this.motion.play(events, speed);
  }

  skip() {
    this.motion.skip();
  }

  /** @param {boolean} zoomed */
  shown(zoomed) {
    this.world.setAttribute("transform", this.view.transform);
    if (!zoomed) return;
    const sizes = { "--unit": UNIT / this.scale, "--print": printSize(this.scale), "--least": this.least / RADIUS };
    for (const [name, size] of Object.entries(sizes)) this.sized.style.setProperty(name, String(size));
    this.sized.style.setProperty("--turned", `${this.view.quarter * -90}deg`);
    if (this.laying) return;
    this.laying = setTimeout(() => {
      this.laying = 0;
      layLabels(this.labels, this);
      layGroupNames(this.groupsLayer, this);
      this.nameAll();
      this.marks.draw();
    }, 80);
  }

  // ---------------------------------------------------------------- places

  /** @param {number} px
   *  @param {number} py
   */
  spotAt(px, py) {
    const [x, y] = this.view.toTable(px, py);
    return this.spotOn(x, y);
  }

  /** @param {number} x
   *  @param {number} y
   */
  spotOn(x, y) {
    const cell = this.table.kind === "hexes" ? cellAt(this.table, x, y) : null;
    if (cell) return { x: cell.x, y: cell.y, z: 0 };
    return { x: round(x), y: round(y), z: this.marks.levelAt(x, y) ?? surfaceAt(this.table, x, y) };
  }

  /** @param {{x: number, y: number}} spot */
  onTable({ x, y }) {
    if (this.table.kind === "hexes") return cellAt(this.table, x, y) !== null;
    return x >= 0 && y >= 0 && x <= this.table.width && y <= this.table.depth;
  }

  /** @param {{x: number, y: number}} spot */
  bearing(spot) {
    const [x, y] = this.turning?.spot ?? [0, 0];
    return (Math.atan2(spot.y - y, spot.x - x) / Math.PI) * 180;
  }

  // ---------------------------------------------------------------- words and overlays

  /** Says what is on the table, or under the cross-hair. */
  describe() {
    this.setAttribute("aria-label", wordsOf(this));
  }

  /** @param {number} x
   *  @param {number} y
   */
  pieceNear(x, y) {
    return this.hand.pieceAt(...this.view.toScreen(x, y), 0);
  }

  /** @param {string} name
   *  @param {unknown} detail
   */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  }
}

customElements.define("war-board", WarBoard);
