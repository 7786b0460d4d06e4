// Plays what happened on what is drawn. When an event has been played, skipped or not, the board agrees with it.

import { UNIT, html, pill, round, svg } from "../shared/svg.js";
import { beside } from "./aids.js";
import { changed, isLying } from "./badges.js";
import { dieFaces } from "./pips.js";
import { RADIUS } from "./tokens.js";
import { sentences } from "../shared/wording.js";

/** @typedef {import("../shared/types.js").BattleEvent} BattleEvent */
/** @typedef {import("../shared/types.js").EventSpot} EventSpot */
/** @typedef {import("./board.js").WarBoard} WarBoard */
/** @typedef {import("./tokens.js").Token} Token */
/** @template {BattleEvent["type"]} T @typedef {Extract<BattleEvent, {type: T}>} Of */

const TUMBLE = 0.25; // the share of a roll's time in which the dice show any faces
const DICE = 12; // so many are shown together
const ALIKE = ["Moved", "Turned", "Became", "Placed", "Removed", "Marker", "Note"]; // what pieces do side by side

/** The events from there on that are played together: rolls of one kind, and what pieces do in a phase that is
 *  nobody's own.
 * @param {BattleEvent[]} events
 * @param {number} from
 * @returns {BattleEvent[]}
 */
export function together(events, from) {
  const first = events[from],
    rest = events.slice(from + 1),
    phase = events.slice(0, from).findLast((event) => event.type === "Phase");
  if (first.type === "Rolled") {
    let dice = first.faces.length;
    const other = rest.findIndex(
      (event) =>
        event.type !== "Rolled" ||
        event.by !== first.by ||
        event.name !== first.name ||
        event.sides !== first.sides ||
        (dice += event.faces.length) > DICE,
    );
    return [first, ...rest.slice(0, other < 0 ? rest.length : other)];
  }
  if (phase?.side || !ALIKE.includes(first.type)) return [first];
  const other = rest.findIndex((event) => !ALIKE.includes(event.type));
  return [first, ...rest.slice(0, other < 0 ? rest.length : other)];
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Motion {
  /** @param {WarBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {Set<() => void>} what ends each thing that moves now */
    this.running = new Set();
    this.speed = 1;
    this.skipped = false; // what is played now
    /**
     * The attack whose dice are falling: its line stays until they have.
     * @type {{by: string, at: string, line: SVGGElement} | null}
     */
    this.attack = null;
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.skip();
    });
  }

  skip() {
    this.skipped = true;
    for (const finish of [...this.running]) finish();
  }

  /** Everything has been played. */
  rest() {
    this.attack?.line.remove();
    this.attack = null;
  }

  /** Plays what happens together: each piece does one thing after the other.
   * @param {BattleEvent[]} events
   * @param {number} speed  0: at once
   * @returns {Promise<void>}
   */
  async play(events, speed) {
    this.speed = speed;
    this.skipped = false;
    const [first] = events,
      rolls = events.filter((event) => event.type === "Rolled");
    if (this.attack && !events.every((event) => this.attack && belongs(event, this.attack))) this.rest();
    if (rolls.length) return this.rolled(rolls);
    if (events.length === 1) return this.one(first);
    const actors = new Set(events.map(actorOf));
    await Promise.all(
      [...actors].map(async (actor) => {
        for (const event of events) if (actorOf(event) === actor) await this.one(event);
      }),
    );
  }

  /** @param {BattleEvent} event
   *  @returns {Promise<void>}
   */
  async one(event) {
    switch (event.type) {
      case "Moved":
        return this.moved(event);
      case "Turned":
        return this.turned(event);
      case "Aimed":
        return this.aimed(event);
      case "Template":
        return this.template(event);
      case "Rolled":
        return this.rolled([event]);
      case "Became":
        return this.became(event);
      case "Removed":
        return this.removed(event);
      case "Placed":
        return this.placed(event);
      case "Marker":
        return this.marker(event);
      case "Phase":
        this.banner(
          capital(event.phase),
          `turn ${event.turn}${event.side && `, ${this.board.sideName(event.side)}`}`,
          1300,
        );
        return this.over(450, () => {});
      case "Ended": {
        const title = event.winner ? `${this.board.sideName(event.winner)} win` : "A draw";
        return this.banner(title, sentences(event.words.replace(`${title}. `, ""))[0] ?? "", 2200);
      }
      case "Revealed":
        return this.revealed(event);
      case "Note":
        return;
    }
  }

  /** What all are about to do, by each of them, before anybody does it. @param {Of<"Revealed">} event */
  async revealed({ shown }) {
    const cards = shown.flatMap(([piece, short]) => {
      const token = this.board.tokens.get(piece);
      if (!token?.piece.on_table) return [];
      const card = svg("g", { class: `wb-unit ${token.style}`, "data-testid": "revealed" }, pill(short, "card"));
      return [svg("g", { transform: `translate(${this.at(token.spot)})` }, card)];
    });
    this.board.fx.append(...cards);
    await this.over(1800, (t) => {
      for (const card of cards) card.style.opacity = String(Math.min(1, t * 8) * (1 - clamp((t - 0.85) / 0.15)));
    });
    for (const card of cards) card.remove();
  }

  /** Calls draw with 0 to 1 over that time, and in any case with 1 at the end.
   * @param {number} milliseconds  at speed 1
   * @param {(t: number) => void} draw
   * @returns {Promise<void>}
   */
  over(milliseconds, draw) {
    const time =
      this.speed > 0 && !this.skipped && !still.matches && !document.hidden ? milliseconds / this.speed : 0;
    if (time <= 0) {
      draw(1);
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      let frame = 0;
      const begun = performance.now();
      const finish = () => {
        cancelAnimationFrame(frame);
        this.running.delete(finish);
        draw(1);
        resolve();
      };
      const step = () => {
        const t = (performance.now() - begun) / time;
        if (t >= 1) return finish();
        draw(t);
        frame = requestAnimationFrame(step);
      };
      this.running.add(finish);
      step();
    });
  }

  /** @param {Of<"Moved">} event */
  async moved(event) {
    const token = this.board.tokens.get(event.piece),
      end = event.path[event.path.length - 1];
    if (!token || !end) return;
    const path = event.path.map((spot) => ({ x: spot.x, y: spot.y, z: spot.z ?? 0 })),
      [dx, dy] = token.aside;
    path[0] = { x: path[0].x + dx, y: path[0].y + dy, z: path[0].z };
    const legs = path.slice(1).map((to, n) => Math.hypot(to.x - path[n].x, to.y - path[n].y, to.z - path[n].z));
    const whole = legs.reduce((sum, leg) => sum + leg, 0);
    token.roofed(false);
    this.board.raise(token);
    const trail = svg("path", { class: `wb-trail ${token.style}`, d: `M${path.map((s) => this.at(s)).join("L")}` });
    this.board.under.append(trail);
    await this.over(Math.min(1700, 260 + whole * 85), (t) => {
      const e = t * t * (3 - 2 * t);
      let left = e * whole,
        n = 0;
      while (n < legs.length - 1 && left > legs[n]) left -= legs[n++];
      const from = path[n],
        to = path[n + 1] ?? from,
        share = legs[n] > 0 ? Math.min(1, left / legs[n]) : 1;
      const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * share;
      token.stand(mix(from.x, to.x), mix(from.y, to.y), mix(from.z, to.z), Math.sin(Math.PI * t));
      trail.style.opacity = String(1 - t);
    });
    trail.remove();
    this.settle(token, { x: end.x, y: end.y, z: end.z ?? 0 });
  }

  /** @param {Of<"Turned">} event */
  async turned(event) {
    const token = this.board.tokens.get(event.piece);
    if (!token) return;
    const from = token.piece.facing,
      by = ((event.facing - from + 540) % 360) - 180;
    await this.over(Math.abs(by) < 2 ? 0 : 120 + Math.abs(by), (t) => token.face(from + by * t * (2 - t)));
    this.settle(token, { facing: event.facing });
  }

  /** @param {Of<"Aimed">} event */
  async aimed(event) {
    const token = this.board.tokens.get(event.piece),
      other = event.target ? this.board.tokens.get(event.target) : undefined;
    const to = other ? other.spot : event.spot;
    if (!token || !to) return;
    const [x, y] = [token.spot.x * UNIT, (this.board.depth - token.spot.y) * UNIT],
      [u, v] = [to.x * UNIT, (this.board.depth - to.y) * UNIT];
    const long = Math.hypot(u - x, v - y) || 1,
      [ex, ey] = [(u - x) / long, (v - y) / long],
      out = token.radius * UNIT + 8;
    const aim = svg("path", {
      class: `wb-aim ${token.style}`,
      d: `M${round(x)} ${round(y)}L${round(u)} ${round(v)}`,
    });
    const shot = svg("path", { class: "wb-shot" });
    const angle = round((Math.atan2(ey, ex) / Math.PI) * 180);
    const muzzle = `translate(${round(x + ex * out)} ${round(y + ey * out)}) rotate(${angle})`;
    const flash = svg("path", {
      class: "wb-flash",
      d: "M0 0L7 -4L10 -9L13 -3L24 0L13 3L10 9L7 4Z",
      transform: muzzle,
    });
    const hit = svg("circle", { class: `wb-impact ${token.style}`, cx: u, cy: v });
    const line = svg("g", {}, aim);
    if (other)
      line.append(this.board.marks.round(other, `wb-aimed ${token.style}`, svg("circle", { r: RADIUS + 6.5 })));
    this.board.under.append(line);
    this.board.fx.append(shot, flash, hit);
    await this.over(820, (t) => {
      const fire = clamp((t - 0.3) / 0.25),
        after = clamp((t - 0.55) / 0.45);
      line.style.opacity = String(Math.min(1, t * 6));
      flash.style.opacity = String(t > 0.3 && t < 0.5 ? 1 : 0);
      const head = fire * long,
        tail = Math.max(0, head - 70);
      shot.setAttribute(
        "d",
        `M${round(x + ex * tail)} ${round(y + ey * tail)}L${round(x + ex * head)} ${round(y + ey * head)}`,
      );
      shot.style.opacity = fire > 0 && fire < 1 ? "1" : "0";
      hit.setAttribute("r", String(round(8 + after * 16)));
      hit.style.opacity = after > 0 ? String(0.9 * (1 - after)) : "0";
    });
    for (const part of [shot, flash, hit]) part.remove();
    this.attack = { by: event.piece, at: event.target ?? "", line };
  }

  /** @param {Of<"Template">} event */
  async template(event) {
    const place = `translate(${this.at(event.spot)}) rotate(${round(-(event.facing ?? 0))})`;
    const group = svg("g", { class: "wb-template", transform: place }, svg("path", { d: templatePath(event) }));
    if (event.shape === "blast") group.append(svg("path", { class: "wb-cross", d: "M-6 0H6M0 -6V6" }));
    this.board.fx.append(group);
    await this.over(1150, (t) => {
      const grow = event.shape === "blast" ? Math.min(1, 0.3 + t * 3.5) : 1;
      group.setAttribute("transform", `${place} scale(${round(grow)})`);
      group.style.opacity = String(Math.min(1, t * 5) * (1 - clamp((t - 0.6) / 0.4)));
    });
    group.remove();
  }

  /** Rolls of one kind on one card; nothing of those that needed no dice. @param {Of<"Rolled">[]} all */
  async rolled(all) {
    const rolls = all.filter((roll) => roll.faces.length);
    if (this.speed <= 0 || !rolls.length) return;
    const [first] = rolls,
      { sides = 6, need = null, most = null } = first,
      alone = rolls.length === 1;
    const verdict =
      !alone || first.passed === null || first.passed === undefined ? "" : first.passed ? " made" : " missed";
    const alike = rolls.every((roll) => (roll.need ?? null) === need && (roll.most ?? null) === most);
    const wants = !alike ? "" : need !== null ? `${need}+` : most !== null ? `${most} or less` : "";
    const sum = alone && first.faces.length > 1 ? `= ${first.faces.reduce((total, face) => total + face, 0)}` : "";
    const fallen = rolls.map((roll) => dieFaces(roll.faces, sides, roll.need, roll.most));
    const who = this.board.tokens.get(first.by ?? "")?.piece.name ?? "";
    const name = html(
      "span",
      "wb-roll-name",
      who && html("i", "", `${who} `),
      `${capital(first.name)} ${wants}`.trim(),
    );
    const dice = html("span", "wb-roll-dice", ...fallen);
    const card = html("div", "wb-roll", name, dice, html("span", "wb-roll-sum", sum));
    this.board.overlay.append(card);
    beside(this.board, card, first.by ?? "");
    let tumbles = 0,
      lie = false;
    await this.over(verdict ? 1350 : 1150, (t) => {
      const pop = Math.min(1, t * 7);
      if (t < TUMBLE && Math.floor((t / TUMBLE) * 5) >= tumbles) {
        tumbles += 1;
        dice.replaceChildren(
          ...fallen.map((picture, n) => {
            const any = dieFaces(
              rolls[n].faces.map(() => 1 + Math.floor(Math.random() * sides)),
              sides,
            );
            for (const size of ["width", "height", "viewBox"])
              any.setAttribute(size, picture.getAttribute(size) ?? "");
            return any;
          }),
        );
      } else if (t >= TUMBLE && !lie) {
        lie = true;
        dice.replaceChildren(...fallen);
        card.className = `wb-roll fallen${verdict}`;
      }
      card.style.opacity = String(Math.min(pop, (1 - t) * 6));
      card.style.transform =
        `translateY(${round((1 - pop) * 8)}px) scale(` +
        `${round(0.85 + 0.15 * pop + 0.06 * Math.sin(Math.PI * pop))})`;
    });
    card.remove();
  }

  /** @param {Of<"Became">} event */
  async became(event) {
    const token = this.board.tokens.get(event.piece);
    if (!token) return;
    const gained = event.gained ?? true,
      stood = !isLying(token.piece.states);
    this.settle(token, { states: changed(token.piece.states, event.status, gained) });
    const fall = stood ? token.body.querySelector(".wb-fall") : null;
    const words = svg(
      "text",
      { class: `wb-cry ${token.style}`, y: -26 },
      gained ? event.status : `no longer ${event.status}`,
    );
    const lift = svg("g", { class: "wb-unit" }, words);
    const cry = svg("g", { transform: `translate(${this.at(token.spot)})` }, lift);
    this.board.fx.append(cry);
    await this.over(720, (t) => {
      token.body.style.setProperty("--lift", String(round(1 + 0.22 * Math.sin(Math.PI * clamp(t * 2.2)))));
      fall?.setAttribute("transform", `rotate(${round(-24 + 70 * (1 - clamp(t * 2.5)) ** 2)})`);
      words.setAttribute("y", String(round(-20 - 10 * t)));
      cry.style.opacity = String(Math.min(1, t * 8) * (1 - clamp((t - 0.7) / 0.3)));
    });
    cry.remove();
    token.body.style.setProperty("--lift", "1");
  }

  /** @param {Of<"Removed">} event */
  async removed(event) {
    const token = this.board.tokens.get(event.piece);
    if (!token) return;
    const cross = svg(
      "g",
      { class: `wb-gone ${token.style}`, transform: `translate(${this.at(token.spot)})` },
      svg("g", { class: "wb-unit" }, svg("path", { d: "M-8 -8L8 8M8 -8L-8 8" })),
    );
    if (token.piece.on_table) this.board.fx.append(cross);
    await this.over(900, (t) => {
      const fade = clamp(t * 2);
      token.node.style.opacity = String(1 - fade);
      token.body.style.setProperty("--lift", String(round(1 - 0.4 * fade)));
      cross.style.opacity = String(1 - clamp((t - 0.65) / 0.35));
    });
    cross.remove();
    token.node.style.opacity = "";
    token.body.style.setProperty("--lift", "1");
    this.settle(token, { on_table: false });
  }

  /** @param {Of<"Placed">} event */
  async placed(event) {
    const token = this.board.tokens.get(event.piece);
    if (!token) return;
    const { x, y, z = 0 } = event.spot;
    this.settle(token, { x, y, z, facing: event.facing ?? 0, on_table: true });
    await this.over(240, (t) => {
      token.stand(token.spot.x, token.spot.y, z, (1 - t) * 3);
      token.node.style.opacity = String(Math.min(1, t * 3));
    });
    token.node.style.opacity = "";
    token.settle();
  }

  /** @param {Of<"Marker">} event */
  async marker(event) {
    const before = this.board.markers.get(event.marker);
    if (!event.spot) {
      if (before) await this.over(300, (t) => (before.node.style.opacity = String(1 - t)));
      this.board.putMarker(event);
      return;
    }
    const from = before?.marker.spot,
      to = event.spot;
    this.board.putMarker(event);
    const node = this.board.markers.get(event.marker)?.node;
    await this.over(from ? 500 : 280, (t) => {
      if (!node) return;
      const share = from ? t * (2 - t) : 1,
        { x, y } = from ?? to;
      node.setAttribute(
        "transform",
        `translate(${this.at({ x: x + (to.x - x) * share, y: y + (to.y - y) * share })})`,
      );
      if (!from) node.style.opacity = String(t);
    });
  }

  /** @param {string} words
   *  @param {string} more
   *  @param {number} milliseconds
   */
  async banner(words, more, milliseconds) {
    if (this.speed <= 0) return;
    this.board.overlay.querySelector(".wb-banner")?.remove();
    const card = html("div", "wb-banner", html("b", "", words), html("span", "", more));
    this.board.overlay.append(card);
    await this.over(milliseconds, (t) => {
      card.style.opacity = String(Math.min(1, t * 6, (1 - t) * 5));
      card.style.transform = `translate(-50%, ${round((1 - Math.min(1, t * 6)) * -8)}px)`;
    });
    card.remove();
  }

  /** @param {Token} token
   *  @param {Partial<import("../shared/types.js").Piece>} change
   */
  settle(token, change) {
    this.board.settle(token, { ...token.piece, ...change });
  }

  /** @param {EventSpot} spot */
  at(spot) {
    return `${round(spot.x * UNIT)} ${round((this.board.depth - spot.y) * UNIT)}`;
  }
}

/** The piece or marker that does something. @param {BattleEvent} event */
function actorOf(event) {
  return event.type === "Marker" ? event.marker : "piece" in event ? (event.piece ?? "") : "";
}

/** Whether an event is part of an attack: its dice, and what becomes of those it is between.
 * @param {BattleEvent} event
 * @param {{by: string, at: string}} attack
 */
function belongs(event, { by, at }) {
  if (event.type === "Template" || event.type === "Marker" || event.type === "Note") return true;
  const who =
    event.type === "Rolled"
      ? (event.by ?? by)
      : event.type === "Became" || event.type === "Removed"
        ? event.piece
        : null;
  return who === by || who === at;
}

/** As it lies at the origin, towards the east.
 * @param {Of<"Template">} event
 */
function templatePath(event) {
  const long = event.length * UNIT,
    half = (event.width * UNIT) / 2;
  if (event.shape === "strip") return `M0 ${-half}H${long}V${half}H0Z`;
  if (event.shape === "blast") return `M${half} 0A${half} ${half} 0 1 0 ${-half} 0A${half} ${half} 0 1 0 ${half} 0Z`;
  const centre = long - half,
    reach = Math.sqrt(Math.max(0, centre * centre - half * half)),
    cos = reach / (centre || 1),
    sin = half / (centre || 1);
  return (
    `M0 0L${round(reach * cos)} ${round(-reach * sin)}A${round(half)} ` +
    `${round(half)} 0 1 1 ${round(reach * cos)} ${round(reach * sin)}Z`
  );
}

/** @param {number} t */
function clamp(t) {
  return Math.max(0, Math.min(1, t));
}

/** @param {string} words */
function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
