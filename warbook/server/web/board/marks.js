// What light falls on now: who acts, what may be chosen, where one can get to, and what a way there would mean.

import { UNIT, inches, pill, pillWidth, pinned, round, svg } from "../shared/svg.js";
import { arcsOf, cutBy, drawArcs, drawBorne } from "./arcs.js";
import { groundOf, levelsOf } from "./reach.js";
import { byHex, cellAt, cornersOf, shared } from "./hexes.js";
import { aim } from "./hulls.js";
import { RADIUS, ghost, ring, screenRadius } from "./tokens.js";

/** @typedef {import("../shared/types.js").Spot} Spot */
/** @typedef {import("../shared/types.js").Danger} Danger */
/** @typedef {import("./tokens.js").Token} Token */
/** @typedef {{id: string, piece?: string, spot?: Spot | null, barred?: boolean, on?: boolean, n?: string, leads?:
 *  boolean}} MarkedOption
 * leads: the place is only where it leads, so a piece that stands there is meant before it, unless it is the one led
 */
/**
 * @typedef {{path: Spot[], cost: number | null, allowance: number, facing?: number, sees: string[], seenBy: string[],
 * dangers: Danger[]}} Way
 */
/**
 * @typedef {object} MarkSet
 * @property {string} [acting]
 * @property {MarkedOption[]} [options]
 * @property {string} [pointed]
 * @property {string} [label]
 * @property {import("../asking/bearing.js").Ground | null} [borne] the ground on which who acts bears, or which it sees
 * @property {number[][]} [reach]
 * @property {number[][][]} [rings] how far the cheaper of several ways of going reach
 * @property {boolean} [turns] who goes to a place of the reach can be turned there by a drag
 * @property {string[]} [moves] pieces and groups that can be dragged
 * @property {boolean} [paints] a drag picks every place it comes to
 * @property {Spot | null} [hindered] where the line to who is pointed at ends
 * @property {Way | null} [way]
 * @property {Spot | null} [picked]
 * @property {import("../asking/answers.js").Stand[]} [plan] what comes later about a piece adds to what was said before
 * @property {{spot: Spot, words: string}[]} [said]
 */
/** @typedef {{tokens: Map<string, Token>, table: import("../shared/types.js").Table, scale: number, least: number,
 *  edgeId: string,
 *   view: import("./viewport.js").Viewport}} Stage */
/** @typedef {{x: number, y: number, words: string, style: string, offsets: [number, number][]}} Note */

const SMALLEST = 0.85; // of a note
const USUAL = 11.5; // the least radius of a token where there is room enough: in smaller windows notes are smaller too

export class Marks {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.lit = svg("g", { class: "wb-reach" });
    this.rings = svg("g", { class: "wb-rings" });
    this.area = svg("g", {}, this.lit, this.rings);
    this.low = svg("g", { class: "wb-marks low" });
    this.high = svg("g", { class: "wb-marks high" });
    /** @type {MarkSet} */
    this.now = {};
    /** @type {import("./reach.js").Level[]} */
    this.levels = [];
    /** @type {number[][] | undefined} */
    this.drawnReach = undefined;
    /** @type {number[][][] | undefined} */
    this.drawnRings = undefined;
    /** @type {number | null} the level of the reach that is looked at, if one was chosen */
    this.level = null;
    /** @type {{spot: Spot, facing: number | undefined} | null} */
    this.ghost = null;
  }

  /** @param {MarkSet} marks */
  set(marks) {
    this.now = marks;
    if (marks.reach !== this.drawnReach) this.drawReach(marks.reach);
    if (marks.rings !== this.drawnRings) this.drawRings(marks.rings);
    this.draw();
  }

  /** Everything but the reach, which is drawn once. */
  draw() {
    const { now, stage } = this;
    this.low.replaceChildren();
    this.high.replaceChildren();
    /** @type {Note[]} */
    const notes = [];
    const acting = now.acting === undefined ? undefined : stage.tokens.get(now.acting);
    if (now.borne && !now.borne.seen)
      this.low.append(
        drawBorne(this.shapes(now.borne.shapes), (acting ?? this.member(now.acting))?.style ?? "", stage.edgeId),
      );
    else if (acting) this.wedge(acting);
    const bearer = this.bearer(acting);
    if (bearer) this.low.append(this.round(bearer, `wb-acting ${bearer.style}`, ring(bearer, 6.5)));
    for (const option of now.options ?? []) this.option(option);
    this.plan();
    for (const option of now.options ?? []) if (this.isStop(option)) this.stop(option);
    for (const { spot, words } of now.said ?? [])
      this.high.append(pinned(...this.at(spot), "wb-said", svg("text", { y: 4 }, words)));
    if (now.way) this.way(now.way, acting, notes);
    const pointed = now.pointed === undefined ? undefined : stage.tokens.get(now.pointed);
    if (pointed?.piece.on_table) this.target(pointed, bearer, notes);
    for (const token of stage.tokens.values())
      token.node.classList.toggle("wb-looked", token === bearer || token === pointed);
    if (now.picked) {
      const cross = svg("path", { d: "M-9 0H-3M3 0H9M0 -9V-3M0 3V9" });
      this.low.append(pinned(...this.at(now.picked), "wb-picked", cross, svg("circle", { r: 6 })));
    }
    if (this.ghost) this.putGhost(this.ghost.spot, this.ghost.facing, acting);
    this.lay(notes);
  }

  /** @param {number[][] | undefined} rows */
  drawReach(rows) {
    this.drawnReach = rows;
    this.level = null;
    const driven = rows?.some((row) => row.length > 3),
      spots = driven ? groundOf(rows ?? []) : (rows ?? []);
    this.levels = spots.length ? levelsOf(spots, this.stage.table) : [];
    this.lit.replaceChildren(
      ...this.levels.map((level) =>
        svg("path", { class: level.z > 0.05 ? "wb-level up" : "wb-level", d: level.path, "data-level": level.z }),
      ),
    );
  }

  /** How far one gets by the cheaper ways of going, within the reach of the furthest.
   * @param {number[][][] | undefined} rings */
  drawRings(rings) {
    this.drawnRings = rings;
    this.rings.replaceChildren(
      ...(rings ?? [])
        .flatMap((rows) => levelsOf(rows, this.stage.table))
        .map((level) => svg("path", { class: "wb-ring", d: level.path })),
    );
  }

  /** Which height is meant at a place: of the levels that can be reached there the one looked at, or the highest.
   * @param {number} x
   * @param {number} y
   * @returns {number | null} null where none can be reached
   */
  levelAt(x, y) {
    const there = this.levels.filter((level) => level.near(x, y)).map((level) => level.z);
    if (!there.length) return null;
    return this.level !== null && there.includes(this.level) ? this.level : there[there.length - 1];
  }

  /** Look at the next level up or down.
   * @param {number} by
   * @param {number | null} from
   */
  turnLevel(by, from) {
    const all = this.levels.map((level) => level.z);
    if (!all.length) return;
    const at = from === null ? all.length - 1 : Math.max(0, all.indexOf(from));
    this.level = all[(at + by + all.length) % all.length];
    for (const path of this.lit.children)
      path.classList.toggle("chosen", Number(path.getAttribute("data-level")) === this.level);
  }

  /** The arcs of who acts: as it would stand once a facing there is known, and none while a place is still sought.
   * @param {Token} token
   */
  wedge(token) {
    const { piece, style } = token,
      { table, edgeId } = this.stage,
      arcs = arcsOf(piece);
    const planned = this.planned().find((stand) => stand.token === token && stand.facing !== undefined),
      way = this.now.way?.facing === undefined ? undefined : this.now.way,
      led = way?.path.length ? { spot: way.path[way.path.length - 1], facing: way.facing } : undefined;
    const turned = this.ghost?.facing !== undefined ? this.ghost : (planned ?? led);
    const { borne } = this.now,
      here = [token.spot.x, token.spot.y],
      [x, y] = turned?.spot ?? here;
    if (!arcs.length || !borne || (!turned && (!piece.on_table || this.now.way))) return;
    const [u, v] = borne.spot ?? here;
    if (Math.hypot(x - u, y - v) > 0.05) return; // what is seen from there is not known yet
    const at = turned ? this.at(turned.spot) : this.drawnAt(token),
      range = Math.hypot(table.width, table.depth);
    const drawn = drawArcs(arcs, at, turned?.facing ?? piece.facing, range, style, edgeId);
    this.low.append(cutBy(drawn, this.shapes(borne.shapes), edgeId));
  }

  /**
   * The token on the table that stands for a piece: its own, or of what it is aboard.
   * @param {Token | undefined} token
   */
  bearer(token) {
    const shown = token?.piece.on_table ? token : this.stage.tokens.get(token?.piece.aboard ?? "");
    return shown?.piece.on_table ? shown : undefined;
  }

  /** @param {MarkedOption} option */
  option(option) {
    const token = option.piece === undefined ? undefined : this.stage.tokens.get(option.piece),
      ride = option.barred ? undefined : this.bearer(token),
      style = option.barred ? "wb-barred" : "wb-legal";
    if (
      option.spot &&
      this.stage.table.kind === "hexes" &&
      !(token?.piece.on_table && option.piece !== this.now.acting)
    ) {
      this.hex(
        this.stage.table,
        option.spot,
        option.on ? `wb-pointed ${this.stage.tokens.get(this.now.acting ?? "")?.style ?? "side-a"}` : style,
        option.n && !option.barred ? option.n : "",
      );
    } else if (this.isStop(option)) {
      return;
    } else if (token?.piece.on_table) {
      this.low.append(this.round(token, style, ring(token, 5.5, { class: "wb-halo" })));
      if (option.n && !option.barred)
        this.high.append(this.round(token, "wb-number", number(option.n, -RADIUS - 1, RADIUS + 1)));
    } else if (ride) {
      this.low.append(this.round(ride, style, ring(ride, 5.5, { class: "wb-halo" })));
    } else if (option.spot) {
      const at = this.at(option.spot),
        shape = svg("circle", { class: "wb-halo", r: 10 });
      this.low.append(
        pinned(...at, `${style} spot`, shape, ...(option.n && !option.barred ? [number(option.n, 0, 0)] : [])),
      );
    }
  }

  /** Whether who acts is led to another place of an inch table by an option. @param {MarkedOption} option */
  isStop({ leads, spot, piece = "" }) {
    const token = this.stage.tokens.get(piece);
    if (!leads || !spot || !token || piece !== this.now.acting || this.stage.table.kind === "hexes") return false;
    return Math.hypot(spot[0] - token.spot.x, spot[1] - token.spot.y) > 0.05;
  }

  /** A dot where who acts may be led, above the piece and its ghost. @param {MarkedOption} option */
  stop({ spot, barred, on }) {
    if (!spot) return;
    const dot = svg("circle", { r: on ? 4.4 : 2.6 });
    this.high.append(pinned(...this.at(spot), `wb-stop${barred ? " barred" : ""}`, dot));
  }

  /** A whole hex that may be chosen.
   * @param {import("../shared/types.js").HexTable} table
   * @param {Spot} spot
   * @param {string} style
   * @param {string} n
   */
  hex(table, [x, y], style, n) {
    this.low.append(
      svg("g", { class: `${style} hex` }, svg("path", { class: "wb-halo", d: this.outline(table, { x, y }, 0.07) })),
    );
    if (n)
      this.high.append(pinned(...this.at([x, y - table.spacing * 0.37, 0]), "wb-number hex-number", number(n, 0, 0)));
  }

  /** @param {import("../shared/types.js").HexTable} table
   *  @param {{x: number, y: number}} middle
   *  @param {number} inwards
   */
  outline(table, middle, inwards) {
    return `${this.line(cornersOf(table, middle, inwards).map(([x, y]) => /** @type {Spot} */ ([x, y, 0])))}Z`;
  }

  /** A token of a group. @param {string | undefined} group */
  member(group) {
    return group ? [...this.stage.tokens.values()].find(({ piece }) => piece.group === group) : undefined;
  }

  /** Shapes in one path. @param {[number, number][][]} shapes */
  shapes(shapes) {
    return shapes.map((shape) => `${this.line(shape.map(([x, y]) => /** @type {Spot} */ ([x, y, 0])))}Z`).join("");
  }

  /** Where pieces would stand, and how they would face. */
  planned() {
    /** @type {Map<string, import("../asking/answers.js").Stand>} */
    const told = new Map();
    for (const stand of this.now.plan ?? []) {
      const said = Object.fromEntries(Object.entries(stand).filter(([, value]) => value !== undefined));
      told.set(stand.piece, { ...told.get(stand.piece), ...said, piece: stand.piece });
    }
    return [...told.values()].flatMap((stand) => {
      const token = this.stage.tokens.get(stand.piece),
        here = token?.piece.on_table ? /** @type {Spot} */ ([token.spot.x, token.spot.y, 0]) : null;
      const there = stand.spot ?? here;
      return token && there ? [{ ...stand, token, spot: there, here, from: stand.spot ? here : null }] : [];
    });
  }

  plan() {
    const plans = this.planned();
    for (const plan of plans) this.planWay(plan);
    const { table } = this.stage,
      going = new Set(plans.map(({ token }) => token));
    const stands = plans.flatMap((plan) => {
      const { spot, facing, from, here, path, first, ends, looked } = plan,
        open = Boolean(ends?.length);
      if (path ? open && looked : !from && facing === undefined) return [];
      const sure = open ? (path?.at(-1) ?? first?.at(-1) ?? here) : spot;
      return sure ? [{ ...plan, spot: sure, open, ringed: open || Boolean(plan.given) }] : [];
    });
    const hexes =
      table.kind === "hexes"
        ? byHex(table, stands, ({ spot: [x, y] }) => ({ x, y }))
        : stands.map((stand) => [stand]);
    for (const there of hexes) {
      const { places, radius } =
        table.kind === "hexes" ? shared(table, there.length) : { places: [[0, 0]], radius: Infinity };
      const [x, y] = there[0].spot,
        full = table.kind === "hexes" && this.occupied(table, x, y, going);
      there.forEach(({ token, spot, here, facing, faint, open, ringed }, n) => {
        const bare = here !== null && there.length === 1 && Math.hypot(spot[0] - here[0], spot[1] - here[1]) < 0.1;
        const [dx, dy] = places[n],
          size = bare ? 1 : Math.min(1, radius / token.radius) * (full ? 0.66 : 1);
        const place = /** @type {Spot} */ (
          bare
            ? here
            : [
                spot[0] + dx * (full ? 0.8 : 1),
                spot[1] + dy * (full ? 0.5 : 1) - (full ? table.spacing * 0.33 : 0),
                0,
              ]
        );
        this.putGhost(place, open ? undefined : facing, token, { size, faint, ringed, bare });
      });
    }
  }

  /** Whether somebody stands in a hex who is not among those.
   * @param {import("../shared/types.js").HexTable} table
   * @param {number} x
   * @param {number} y
   * @param {Set<Token>} others
   */
  occupied(table, x, y, others) {
    const cell = cellAt(table, x, y);
    return [...this.stage.tokens.values()].some(
      (token) => token.piece.on_table && !others.has(token) && cellAt(table, token.piece.x, token.piece.y) === cell,
    );
  }

  /** The way of a piece, as far as it is certain, and where it may come to then.
   * @param {ReturnType<Marks["planned"]>[number]} plan
   */
  planWay({ token, spot, facing, from, first, path, ends, faint, looked }) {
    const { table } = this.stage,
      { style } = token,
      low = svg("g", { class: `wb-plan${faint ? " faint" : ""}`, "data-piece": token.piece.id });
    this.low.append(low);
    if (first?.length)
      low.append(
        svg("path", { class: `wb-first ${style}`, d: this.line(first) }),
        pinned(...this.at(first[first.length - 1]), `wb-bend ${style}`, svg("circle", { r: 3.4 })),
      );
    if (path && path.length > 1) {
      const d = this.line(path);
      low.append(svg("path", { class: "wb-way back", d }), svg("path", { class: `wb-way ${style}`, d }));
      for (const bend of path.slice(1, -1))
        low.append(pinned(...this.at(bend), `wb-bend ${style}`, svg("circle", { r: 2.6 })));
    } else if (from && !path) low.append(svg("path", { class: `wb-way ${style}`, d: this.line([from, spot]) }));
    for (const end of looked ? (ends ?? []) : []) {
      if (table.kind === "hexes")
        low.append(svg("path", { class: `wb-end ${style}`, d: this.outline(table, { x: end[0], y: end[1] }, 0.16) }));
      this.putGhost(end, facing, token, { size: 0.6 });
    }
  }

  /** @param {Spot[]} spots */
  line(spots) {
    return `M${spots.map((spot) => this.at(spot).join(" ")).join("L")}`;
  }

  /** @param {Token} token
   *  @param {Token | undefined} acting
   *  @param {Note[]} notes
   */
  target(token, acting, notes) {
    const style = acting?.style ?? token.style;
    this.low.append(this.round(token, `wb-pointed ${style}`, ring(token, 6.5)));
    if (!acting || acting === token) return;
    const from = this.drawnAt(acting),
      to = this.drawnAt(token);
    this.low.append(svg("path", { class: `wb-sight ${style}`, d: `M${from.join(" ")}L${to.join(" ")}` }));
    const cross = svg("path", { d: "M-7 -7L7 7M7 -7L-7 7", "data-testid": "hindered" });
    if (this.now.hindered) this.high.append(pinned(...this.at(this.now.hindered), "wb-hindered", cross));
    if (!this.now.label) return;
    const scale = this.stage.scale / UNIT;
    /** @type {[number, number][]} */
    const along = [0.5, 0.42, 0.58, 0.34, 0.66].map((t) => [
      (to[0] - from[0]) * t * scale,
      (to[1] - from[1]) * t * scale,
    ]);
    const half = pillWidth(this.now.label) / 2;
    const beside = along.map(([x, y]) => /** @type {[number, number]} */ ([x + half + 8, y + 14]));
    const there = around(screenRadius(token, this.stage) + 6, this.now.label).map(
      ([x, y]) => /** @type {[number, number]} */ ([(to[0] - from[0]) * scale + x, (to[1] - from[1]) * scale + y]),
    );
    notes.push({
      x: from[0],
      y: from[1],
      words: this.now.label,
      style: "line",
      offsets: [...along, ...beside, ...there],
    });
  }

  /** @param {Way} way
   *  @param {Token | undefined} acting
   *  @param {Note[]} notes
   */
  way(way, acting, notes) {
    const end = way.path[way.path.length - 1];
    if (!end) return;
    const [x, y] = this.at(end),
      style = acting?.style ?? "side-a";
    const both = new Set(way.sees.filter((id) => way.seenBy.includes(id)));
    for (const id of new Set([...way.sees, ...way.seenBy])) {
      const other = this.stage.tokens.get(id);
      if (!other?.piece.on_table) continue;
      const [u, v] = this.drawnAt(other),
        share = both.has(id) ? 0.5 : 1;
      const [dx, dy] = [(u - x) * share, (v - y) * share];
      if (way.sees.includes(id))
        this.low.append(svg("path", { class: `wb-sees ${style}`, d: `M${x} ${y}l${round(dx)} ${round(dy)}` }));
      if (way.seenBy.includes(id))
        this.low.append(
          svg("path", { class: `wb-seen ${other.style}`, d: `M${u} ${v}l${round(-dx)} ${round(-dy)}` }),
        );
    }
    if (way.path.length > 1) {
      const d = this.line(way.path),
        hull = acting?.piece.hull;
      if (hull)
        this.low.append(svg("path", { class: `wb-lane ${style}`, d, "stroke-width": round(hull.width * UNIT) }));
      this.low.append(
        svg("path", { class: "wb-way back", d }),
        svg("path", { class: `wb-way ${style}${way.cost === null ? " barred" : ""}`, d }),
      );
      for (const spot of way.path.slice(1, -1))
        this.low.append(pinned(...this.at(spot), `wb-bend ${style}`, svg("circle", { r: 2.6 })));
    }
    if (!this.ghost) this.putGhost(end, way.facing, acting);
    const r = acting ? screenRadius(acting, this.stage) : 12,
      hexes = this.stage.table.kind === "hexes";
    const words =
      way.cost === null
        ? "no way there"
        : way.allowance > 0
          ? `${inches(way.cost)} of ${inches(way.allowance)}`
          : inches(way.cost);
    if (way.cost === null || (way.path.length > 1 && !hexes)) {
      notes.push({ x, y, words, style: way.cost === null ? "warn" : "cost", offsets: around(r, words) });
    }
    /** @type {Map<string, number>} */
    const worst = new Map();
    for (const danger of way.dangers.filter(({ value }) => value > 0))
      worst.set(danger.piece, Math.max(worst.get(danger.piece) ?? 0, danger.value));
    const doubtful = new Set(way.dangers.filter(({ given }) => given).map(({ piece }) => piece));
    for (const [id, value] of worst) {
      const other = this.stage.tokens.get(id);
      if (!other?.piece.on_table) continue;
      const [u, v] = this.drawnAt(other),
        chance = `${doubtful.has(id) ? "up to " : ""}${percent(value)}`;
      notes.push({
        x: u,
        y: v,
        words: chance,
        style: "danger",
        offsets: around(screenRadius(other, this.stage), chance),
      });
    }
  }

  /** @param {Spot} spot
   *  @param {number | undefined} facing
   *  @param {Token | undefined} acting
   *  @param {{size?: number, faint?: boolean, ringed?: boolean, bare?: boolean}} [look]  size as a share of the
   * token's; ringed: it
   *    may come out otherwise; bare: only a rim, since the token itself is there
   */
  putGhost(spot, facing, acting, { size = 1, faint = false, ringed = false, bare = false } = {}) {
    const { table } = this.stage,
      most = table.kind === "hexes" ? shared(table, 1).radius : Infinity;
    const { node, tick } = ghost(
      acting?.piece ?? null,
      acting?.style ?? "side-a",
      acting?.letter ?? "",
      Math.min(acting?.radius ?? 0.5, most) * size,
    );
    const [x, y] = this.at(spot);
    node.setAttribute("transform", `translate(${x} ${y})`);
    node.classList.toggle("faint", faint);
    node.classList.toggle("bare", bare);
    if (ringed) tick.before(svg("circle", { class: "wb-ghost-open", r: RADIUS + 3.6 }));
    if (facing === undefined) tick.remove();
    else aim(tick, facing);
    this.high.append(node);
  }

  /** Put each note where it covers no token and no other note, if there is such a place.
   * @param {Note[]} notes
   */
  lay(notes) {
    const { view } = this.stage,
      size = Math.max(SMALLEST, this.stage.least / USUAL);
    /** @type {[number, number, number, number][]} */
    const taken = [];
    for (const token of this.stage.tokens.values()) {
      if (!token.piece.on_table) continue;
      const [x, y] = view.toScreen(token.spot.x, token.spot.y),
        r = screenRadius(token, this.stage);
      taken.push([x - r, y - r, x + r, y + r]);
    }
    for (const note of notes) {
      const half = (pillWidth(note.words) / 2) * size,
        tall = 10 * size,
        [x, y] = view.toScreen(note.x / UNIT, this.stage.table.depth - note.y / UNIT);
      const boxes = note.offsets.map(
        ([dx, dy]) =>
          /** @type {[number, number, number, number]} */ ([
            x + dx - half,
            y + dy - tall,
            x + dx + half,
            y + dy + tall,
          ]),
      );
      /** @type {[number, number, number, number]} */
      const window = [0, 0, view.width, view.height];
      const cost = boxes.map((box, n) => {
        const covered = taken.reduce((sum, other) => sum + overlap(box, other), 0),
          outside = half * tall * 4 - overlap(box, window);
        return n * 12 + covered + 2 * outside;
      });
      const best = cost.indexOf(Math.min(...cost)),
        [dx, dy] = note.offsets[best];
      taken.push(boxes[best]);
      const drawn = pill(note.words, note.style);
      drawn.setAttribute("transform", `translate(${round(dx)} ${round(dy)}) scale(${round(size)})`);
      this.high.append(pinned(note.x, note.y, "", drawn));
    }
  }

  /** A shape round a token, of the token's size.
   * @param {Token} token
   * @param {string} style
   * @param {Node[]} drawn
   */
  round(token, style, ...drawn) {
    const body = svg("g", { class: "wb-body" }, ...drawn);
    body.style.cssText = token.body.style.cssText;
    const [x, y] = this.drawnAt(token);
    return svg("g", { class: style, transform: `translate(${x} ${y})` }, body);
  }

  /** @param {Token} token
   *  @returns {[number, number]}
   */
  drawnAt({ spot }) {
    return this.at([spot.x, spot.y, 0]);
  }

  /** @param {Spot} spot
   *  @returns {[number, number]}
   */
  at([x, y]) {
    return [round(x * UNIT), round((this.stage.table.depth - y) * UNIT)];
  }
}

/** @param {string} n
 *  @param {number} x
 *  @param {number} y
 */
function number(n, x, y) {
  const wide = 8 + n.length * 5;
  return svg(
    "g",
    { class: "wb-chip", transform: `translate(${x} ${y})` },
    svg("rect", { x: -wide / 2, y: -6.5, width: wide, height: 13, rx: 6.5 }),
    svg("text", { y: 3.2 }, n),
  );
}

/** Places for a note beside a token of that radius.
 * @param {number} r
 * @param {string} words
 * @returns {[number, number][]}
 */
function around(r, words) {
  const half = pillWidth(words) / 2,
    up = r + 15,
    side = r + 6 + half;
  return [
    [0, up],
    [0, -up],
    [side, 0],
    [-side, 0],
    [side, up - 4],
    [-side, up - 4],
    [side, -up + 4],
    [-side, -up + 4],
    [0, up + 20],
    [0, -up - 20],
  ];
}

/** @param {[number, number, number, number]} one
 *  @param {[number, number, number, number]} two
 */
function overlap(one, two) {
  const wide = Math.min(one[2], two[2]) - Math.max(one[0], two[0]),
    tall = Math.min(one[3], two[3]) - Math.max(one[1], two[1]);
  return wide > 0 && tall > 0 ? wide * tall : 0;
}

/** @param {number} value */
function percent(value) {
  const whole = Math.round(value * 100);
  return whole === 0 && value > 0 ? "<1%" : whole === 100 && value < 1 ? ">99%" : `${whole}%`;
}
