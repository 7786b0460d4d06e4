// The table as it is printed: ground, what stands on it in order of height, and the words on it.

import { UNIT, bounds, inches, inside, round, svg } from "../shared/svg.js";
import { hexLabels, labelsOf } from "./labels.js";
import { HexDrawing, grit } from "./hexground.js";
import { cellAt } from "./hexes.js";

/** @typedef {import("../shared/types.js").Table} Table */
/** @typedef {import("../shared/types.js").InchTable} InchTable */
/** @typedef {import("../shared/types.js").Point} Point */
/** @typedef {import("../shared/types.js").Block} Block */
/** @typedef {import("../shared/types.js").Floor} Floor */
/** @typedef {import("../shared/types.js").Wall} Wall */
/** @typedef {import("../shared/types.js").Ladder} Ladder */
/** @typedef {import("../shared/types.js").Area} Area */

const SUN = [0.17, 0.24]; // how far a shadow falls to the east and south for each inch of height
const LOW = 1.5;
const EDGE = 0.8; // inches of the frame round the table

/** @param {Table} table
 *  @param {string} id  of its own for the patterns
 *  @returns {{ground: SVGGElement, labels: import("./labels.js").Label[], edge: string}}
 */
export function drawTerrain(table, id) {
  if (table.kind === "hexes") {
    const hexes = new HexDrawing(table, id);
    return { ground: hexes.whole(), labels: hexLabels(table), edge: hexes.border() };
  }
  const draw = new Drawing(table, id);
  return {
    ground: draw.whole(),
    labels: labelsOf(table),
    edge: `M0 0H${table.width * UNIT}V${table.depth * UNIT}H0Z`,
  };
}

/** The highest thing to stand on there.
 * @param {Table} table
 * @param {number} x
 * @param {number} y
 */
export function surfaceAt(table, x, y) {
  let z = 0;
  if (table.kind === "hexes") return z;
  for (const block of table.blocks)
    if (block.roof && inside(block.polygon, x, y)) z = Math.max(z, block.base + block.height);
  for (const floor of table.floors) if (inside(floor.polygon, x, y)) z = Math.max(z, floor.level);
  return z;
}

/** Whether there is something to stand on at that height, not only a ladder to hang on.
 * @param {Table} table
 * @param {number} x
 * @param {number} y
 * @param {number} z
 */
export function standsAt(table, x, y, z) {
  if (table.kind === "hexes") return cellAt(table, x, y) !== null;
  const near = (/** @type {Point[]} */ polygon) =>
    [
      [0, 0],
      [0.3, 0],
      [-0.3, 0],
      [0, 0.3],
      [0, -0.3],
    ].some(([dx, dy]) => inside(polygon, x + dx, y + dy));
  return (
    z < 0.1 ||
    table.floors.some((floor) => Math.abs(floor.level - z) < 0.1 && near(floor.polygon)) ||
    table.blocks.some((block) => block.roof && Math.abs(block.base + block.height - z) < 0.1 && near(block.polygon))
  );
}

/** What is there, in words.
 * @param {Table} table
 * @param {number} x
 * @param {number} y
 * @param {number} z
 */
export function groundAt(table, x, y, z) {
  if (table.kind === "hexes") {
    const cell = cellAt(table, x, y);
    return cell ? `${cell.ground.replaceAll("-", " ")}${cell.road ? ", road" : ""}` : "off the table";
  }
  const level = (/** @type {number} */ other) => Math.abs(other - z) < 0.1;
  const on =
    table.floors.find((floor) => level(floor.level) && inside(floor.polygon, x, y)) ??
    table.blocks.find((block) => block.roof && level(block.base + block.height) && inside(block.polygon, x, y)) ??
    table.areas.find((area) => level(area.level) && inside(area.polygon, x, y));
  return on ? on.name : z > 0.1 ? "" : "open ground";
}

class Drawing {
  /** @param {InchTable} table
   *  @param {string} id
   */
  constructor(table, id) {
    this.table = table;
    this.id = id;
  }

  whole() {
    const { table } = this;
    /** @type {{top: number, rank: number, drawn: () => SVGElement}[]} */
    const things = [
      ...table.areas.map((area) => ({ top: area.level, rank: 0, drawn: () => this.area(area) })),
      ...table.blocks.map((block) => ({ top: block.base + block.height, rank: 1, drawn: () => this.block(block) })),
      ...table.floors.map((floor) => ({ top: floor.level, rank: 2, drawn: () => this.floor(floor) })),
      ...table.walls.map((wall) => ({ top: wall.base + wall.height, rank: 3, drawn: () => this.wall(wall) })),
      ...table.ladders.map((ladder) => ({
        top: ladder.bottom + ladder.height,
        rank: 4,
        drawn: () => this.ladder(ladder),
      })),
    ];
    things.sort((one, two) => one.top - two.top || one.rank - two.rank);
    return svg("g", { class: "wb-terrain" }, this.patterns(), this.ground(), ...things.map((thing) => thing.drawn()));
  }

  patterns() {
    const { id } = this;
    const square = (
      /** @type {string} */ name,
      /** @type {number} */ size,
      /** @type {number} */ turn,
      /** @type {Node[]} */ ...drawn
    ) =>
      svg(
        "pattern",
        {
          id: `${id}-${name}`,
          width: size,
          height: size,
          patternUnits: "userSpaceOnUse",
          patternTransform: `rotate(${turn})`,
        },
        ...drawn,
      );
    return svg(
      "defs",
      {},
      square("grit", 96, 0, svg("rect", { class: "wb-ground", width: 96, height: 96 }), ...grit()),
      square(
        "plate",
        24,
        0,
        svg("path", { class: "wb-seam", d: "M0 0.5H24M0.5 0V24" }),
        svg("circle", { class: "wb-rivet", cx: 3.5, cy: 3.5, r: 0.9 }),
      ),
      square("slats", 6, 0, svg("path", { class: "wb-seam", d: "M3 0V6" })),
      square("slats-across", 6, 90, svg("path", { class: "wb-seam", d: "M3 0V6" })),
      square("difficult", 11, 28, svg("path", { class: "wb-hatch", d: "M0 5.5H6" })),
      square("very-difficult", 9, 0, svg("path", { class: "wb-hatch", d: "M0 5Q2.25 1.5 4.5 5T9 5" })),
      square("impassable", 8, 45, svg("path", { class: "wb-hatch", d: "M0 4H8M4 0V8" })),
      square("solid", 7, 45, svg("path", { class: "wb-hatch", d: "M0 3.5H7" })),
    );
  }

  ground() {
    const { width, depth } = this.table,
      w = width * UNIT,
      h = depth * UNIT,
      edge = EDGE * UNIT;
    const lines = (/** @type {number} */ from, /** @type {number} */ step, /** @type {number} */ unless) => {
      let d = "";
      for (let x = from; x < width; x += step) if (x % unless) d += `M${x * UNIT} 0V${h}`;
      for (let y = from; y < depth; y += step) if (y % unless) d += `M0 ${h - y * UNIT}H${w}`;
      return d;
    };
    let ticks = "";
    for (let x = 0; x <= width; x += 1) ticks += `M${x * UNIT} ${h}v${x % 6 ? edge * 0.22 : edge * 0.45}`;
    for (let y = 0; y <= depth; y += 1) ticks += `M0 ${h - y * UNIT}h${-(y % 6 ? edge * 0.22 : edge * 0.45)}`;
    return svg(
      "g",
      {},
      svg("rect", {
        class: "wb-cast far",
        x: -edge + 7,
        y: -edge + 12,
        width: w + 2 * edge,
        height: h + 2 * edge,
        rx: 8,
      }),
      svg("rect", { class: "wb-frame", x: -edge, y: -edge, width: w + 2 * edge, height: h + 2 * edge, rx: 6 }),
      svg("path", { class: "wb-ticks", d: ticks }),
      svg("rect", { fill: `url(#${this.id}-grit)`, width: w, height: h }),
      svg("path", { class: "wb-grid", d: lines(1, 1, 6) }),
      svg("path", { class: "wb-grid six", d: lines(6, 6, Infinity) }),
      svg("path", { class: "wb-inner", d: `M0 ${h}V0H${w}` }),
      svg("rect", { class: "wb-edge", width: w, height: h }),
    );
  }

  /** @param {Area} area */
  area(area) {
    const d = this.outline(area.polygon);
    const drawn = svg("g", { class: `wb-area ${area.ground}` }, svg("path", { class: "wb-soil", d }));
    if (area.ground !== "open") drawn.append(svg("path", { fill: `url(#${this.id}-${area.ground})`, d }));
    drawn.append(
      svg("path", { class: "wb-brink", d }),
      title(`${area.name}: ${area.ground.replace("-", " ")} ground`),
    );
    return drawn;
  }

  /** @param {Block} block */
  block(block) {
    const top = block.base + block.height,
      d = this.outline(block.polygon);
    const group = svg(
      "g",
      { class: `wb-block ${block.roof ? "roof" : "solid"}` },
      this.shadow(block.polygon, block.height),
    );
    const says = title(`${block.name}, ${inches(top)} high${block.roof ? "" : ", no standing on it"}`);
    const box = bounds(block.polygon);
    if (block.roof) {
      const roof = svg("path", { class: "wb-slab", d });
      roof.style.fill = shade(top);
      const outline = svg("path", { class: "wb-outline", d });
      outline.style.strokeWidth = `${round(1.6 + 0.9 * Math.min(block.height, 5))}`;
      group.append(roof, svg("path", { fill: `url(#${this.id}-plate)`, d }), outline, says);
    } else if (isRound(block.polygon)) {
      const cx = box.x * UNIT,
        cy = (this.table.depth - box.y) * UNIT,
        r = (box.width / 2) * UNIT;
      group.append(
        svg("circle", { class: "wb-mass", cx, cy, r }),
        svg("circle", { class: "wb-lid", cx, cy, r: r * 0.66 }),
        svg("circle", { class: "wb-bung", cx: cx + r * 0.3, cy: cy - r * 0.28, r: r * 0.13 }),
        says,
      );
    } else {
      const corners = shrunk(block.polygon, Math.min(0.35, Math.min(box.width, box.depth) * 0.22)),
        inner = this.outline(corners);
      const ribs = block.polygon.map((p, n) => `M${this.at(p)}L${this.at(corners[n])}`).join("");
      group.append(
        svg("path", { class: "wb-mass", d }),
        svg("path", { class: "wb-lid", d: inner }),
        svg("path", { fill: `url(#${this.id}-solid)`, d: inner }),
        svg("path", { class: "wb-rib", d: ribs }),
        says,
      );
    }
    return group;
  }

  /** @param {Floor} floor */
  floor(floor) {
    const d = this.outline(floor.polygon),
      box = bounds(floor.polygon);
    const shift = `translate(${round(SUN[0] * floor.level * UNIT)} ${round(SUN[1] * floor.level * UNIT)})`;
    const slab = svg("path", { class: "wb-slab", d });
    slab.style.fill = shade(floor.level);
    return svg(
      "g",
      { class: "wb-floor" },
      svg("path", { class: "wb-cast", d, transform: shift }),
      slab,
      svg("path", { fill: `url(#${this.id}-${box.width >= box.depth ? "slats" : "slats-across"})`, d }),
      svg("path", { class: "wb-outline", d }),
      title(`${floor.name}, ${inches(floor.level)} up; one can walk beneath`),
    );
  }

  /** @param {Wall} wall */
  wall(wall) {
    if (wall.door) return this.door(wall);
    const d = this.line(wall.line),
      rail = wall.height < 1,
      low = wall.height <= LOW;
    const group = svg("g", { class: `wb-wall ${rail ? "rail" : low ? "low" : "high"}` });
    const thick = round(rail ? 2.4 : low ? 5 + 1.6 * wall.height : 6 + Math.min(wall.height, 5) * 1.3);
    group.append(this.castOf(wall));
    const body = svg("path", { class: "wb-stone", d });
    body.style.strokeWidth = `${thick}`;
    group.append(body);
    if (low && !rail) {
      const core = svg("path", { class: "wb-core", d });
      core.style.strokeWidth = `${round(thick - 3.2)}`;
      group.append(core);
    }
    if (rail) group.append(svg("path", { class: "wb-posts", d }));
    group.append(title(`${wall.name}, ${inches(wall.height)} high${wall.base ? `, ${inches(wall.base)} up` : ""}`));
    return group;
  }

  /** @param {Wall} wall */
  door(wall) {
    const from = wall.line[0],
      to = wall.line[wall.line.length - 1],
      wide = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const open = /** @type {Point} */ ([from[0] + (to[1] - from[1]), from[1] - (to[0] - from[0])]);
    const r = round(wide * UNIT);
    return svg(
      "g",
      { class: "wb-wall door" },
      svg("path", { class: "wb-sill", d: this.line(wall.line) }),
      svg("path", { class: "wb-swing", d: `M${this.at(open)}A${r} ${r} 0 0 0 ${this.at(to)}` }),
      svg("path", { class: "wb-leaf", d: this.line([from, open]) }),
      title(`${wall.name}: a door, ${inches(wall.height)} high`),
    );
  }

  /** @param {Ladder} ladder */
  ladder(ladder) {
    const [x, y] = ladder.at,
      [u, v] = ladder.top,
      long = Math.hypot(u - x, v - y) || 1;
    const ex = (u - x) / long,
      ey = (v - y) / long,
      nx = -ey * 0.27,
      ny = ex * 0.27;
    const point = (/** @type {number} */ along, /** @type {number} */ side) =>
      this.at([x + ex * along + nx * side, y + ey * along + ny * side]);
    const from = -0.35,
      to = Math.max(0.3, long - 0.25);
    let rungs = "";
    for (let along = from + 0.15; along < to; along += 0.27) rungs += `M${point(along, 1)}L${point(along, -1)}`;
    const rails = `M${point(from, 1)}L${point(to, 1)}M${point(from, -1)}L${point(to, -1)}`;
    return svg(
      "g",
      { class: "wb-ladder" },
      svg("path", {
        class: "wb-ladder-back",
        d: `M${point(from, 1)}L${point(to, 1)}L${point(to, -1)}L${point(from, -1)}Z`,
      }),
      svg("path", { class: "wb-rungs", d: rungs }),
      svg("path", { class: "wb-rails", d: rails }),
      title(`${ladder.name || "ladder"}, from ${inches(ladder.bottom)} to ${inches(ladder.bottom + ladder.height)}`),
    );
  }

  /** The shadow of a prism: its outline swept along the light.
   * @param {Point[]} polygon
   * @param {number} height
   */
  shadow(polygon, height) {
    const dx = SUN[0] * height,
      dy = -SUN[1] * height;
    const moved = /** @type {Point[]} */ (polygon.map(([x, y]) => [x + dx, y + dy]));
    const swept = polygon.map((p, n) => {
      const m = (n + 1) % polygon.length;
      return this.outline(turned([p, polygon[m], moved[m], moved[n]]));
    });
    return svg("path", { class: "wb-cast", d: swept.join("") + this.outline(turned(moved)) });
  }

  /** @param {Wall} wall */
  castOf(wall) {
    const dx = SUN[0] * wall.height,
      dy = -SUN[1] * wall.height;
    const swept = wall.line.slice(1).map((b, n) => {
      const a = wall.line[n];
      return this.outline(turned([a, b, [b[0] + dx, b[1] + dy], [a[0] + dx, a[1] + dy]]));
    });
    return svg("path", { class: "wb-cast", d: swept.join("") });
  }

  /** @param {Point} point */
  at([x, y]) {
    return `${round(x * UNIT)} ${round((this.table.depth - y) * UNIT)}`;
  }

  /** @param {Point[]} points */
  line(points) {
    return `M${points.map((p) => this.at(p)).join("L")}`;
  }

  /** @param {Point[]} points */
  outline(points) {
    return `${this.line(points)}Z`;
  }
}

/** The higher, the further from the colour of the ground.
 * @param {number} level
 */
function shade(level) {
  const share = Math.round(Math.min(1, Math.max(0, (level - 1) / 6)) * 100);
  return `color-mix(in oklab, var(--floor), var(--floor-2) ${share}%)`;
}

/** Counter-clockwise, so that overlapping parts of a swept shadow are one.
 * @param {Point[]} polygon
 * @returns {Point[]}
 */
function turned(polygon) {
  let area = 0;
  polygon.forEach(([x, y], n) => {
    const [u, v] = polygon[(n + 1) % polygon.length];
    area += x * v - u * y;
  });
  return area < 0 ? [...polygon].reverse() : polygon;
}

/** Moved inwards at each corner, towards the middle.
 * @param {Point[]} polygon
 * @param {number} by
 * @returns {Point[]}
 */
function shrunk(polygon, by) {
  const ccw = turned(polygon) === polygon ? 1 : -1,
    n = polygon.length;
  return polygon.map(([x, y], i) => {
    const [px, py] = polygon[(i + n - 1) % n],
      [qx, qy] = polygon[(i + 1) % n];
    const [ax, ay] = unit(x - px, y - py),
      [bx, by2] = unit(qx - x, qy - y);
    const nx = -(ay + by2) * ccw,
      ny = (ax + bx) * ccw,
      [mx, my] = unit(nx, ny);
    const cos = Math.max(0.3, -ay * ccw * mx + ax * ccw * my);
    return [x + (mx * by) / cos, y + (my * by) / cos];
  });
}

/** @param {number} x
 *  @param {number} y
 */
function unit(x, y) {
  const long = Math.hypot(x, y) || 1;
  return [x / long, y / long];
}

/** @param {Point[]} polygon */
function isRound(polygon) {
  if (polygon.length < 6) return false;
  const box = bounds(polygon),
    reach = polygon.map(([x, y]) => Math.hypot(x - box.x, y - box.y));
  return Math.max(...reach) < Math.min(...reach) * 1.2;
}

/** @param {string} words */
function title(words) {
  return svg("title", {}, words);
}
