// The tools of the table: each is a button and a key.

import { button, fill, h, once } from "../shared/dom.js";
import { pref, setPref } from "../shared/store.js";
import { mapKey } from "./mapkey.js";

/** @import { State } from "../shared/types.js" */

/**
 * @typedef {object} Deeds
 * @property {() => void} undo
 * @property {() => void} advice
 * @property {() => void} skip
 * @property {() => void} help
 * @property {() => void} people
 * @property {(on: boolean) => void} ruler
 * @property {(on: boolean) => void} names
 * @property {() => void} threats
 * @property {(on: boolean) => void} sight
 * @property {() => void} dangers
 * @property {(on: boolean) => void} put
 * @property {(factor: number) => void} zoom
 * @property {() => void} fit
 * @property {() => void} edge
 */

export const SPEEDS = [1, 2, 4, Infinity];

const CLOSER = 1.25; // times as large by a step
const ROAMS = "Point at a piece to see where its orders can have led it.";

/** @param {number} speed */
export function speedWords(speed) {
  return speed === Infinity ? "At once" : `Speed ${speed}×`;
}

/** A small button in the corner. @param {string} sign @param {string} words @param {object} more */
const icon = (sign, words, more) =>
  h("button", { type: "button", class: "icon", title: words, "aria-label": words, ...more }, sign);

export const themeButton = () => icon("◐", "Light or dark", { "data-do": "theme", "data-testid": "theme" });

export class Tools {
  #undo;
  #advice;
  #speed;
  #skip;
  #ruler;
  #names;
  #threats;
  #edge;
  #sight;
  #dangers;
  #put;
  /** @type {HTMLElement | null} */ #key = null;
  #here = h("p", { class: "map-here", "data-testid": "map-here", hidden: true });
  #roams = false;
  #on = { ruler: false, names: false, sight: false, dangers: false };

  /** @param {HTMLElement} bar @param {Deeds} deeds */
  constructor(bar, deeds) {
    this.deeds = deeds;
    this.bar = bar;
    const tool = (
      /** @type {string} */ words,
      /** @type {(event: MouseEvent) => void} */ act,
      /** @type {string} */ key,
      /** @type {string} */ testid,
      more = {},
    ) => button(words, act, { "data-testid": testid, "aria-keyshortcuts": key, ...more }, key);
    this.#undo = tool("Undo", once(deeds.undo), "U", "undo", { disabled: true });
    this.#advice = tool("Advice", deeds.advice, "A", "advice", { disabled: true });
    this.#ruler = tool("Ruler", () => this.#toggle("ruler"), "R", "ruler", { "aria-pressed": "false" });
    this.#threats = tool("Threats", () => this.#toggleThreats(), "T", "threats", {
      "aria-pressed": String(this.threats),
    });
    this.#names = tool("Names", () => this.#toggle("names"), "N", "names", { "aria-pressed": "false" });
    this.#speed = tool(speedWords(this.speed), () => this.#faster(), "X", "speed");
    this.#skip = tool("Skip", deeds.skip, "S", "skip", { disabled: true });
    fill(bar, this.#undo, this.#advice, this.#ruler, this.#threats, this.#names, this.#speed, this.#skip);
    this.#edge = icon("⟲", "My edge at the bottom (O)", {
      "data-testid": "own-edge",
      "aria-pressed": String(this.ownEdge),
      onclick: () => this.#toggleEdge(),
    });
    this.#sight = icon("◉", "What a piece sees: the one you point at, or the one that acts (V)", {
      "data-testid": "sight-map",
      "aria-pressed": "false",
      onclick: () => this.#toggleMap("sight"),
    });
    this.#dangers = icon("⚠", "How dangerous each place is that can be reached (D)", {
      "data-testid": "danger-map",
      "aria-pressed": "false",
      onclick: () => this.#toggleMap("dangers"),
    });
    this.#put = icon("✥", "Put a piece to where it stands on the real table", {
      "data-testid": "put-piece",
      "aria-pressed": "false",
      hidden: true,
      onclick: () => this.#togglePut(),
    });
    /** How the table is looked at, on it. */
    this.views = h(
      "div",
      { class: "views", role: "group", "aria-label": "View" },
      icon("+", "Zoom in (+)", { "data-testid": "zoom-in", onclick: () => deeds.zoom(CLOSER) }),
      icon("−", "Zoom out (−)", { "data-testid": "zoom-out", onclick: () => deeds.zoom(1 / CLOSER) }),
      icon("□", "Whole table (F)", { "data-testid": "fit", onclick: deeds.fit }),
      this.#edge,
      this.#sight,
      this.#dangers,
      this.#put,
    );
    bar.before(this.views, this.#here);
    this.corner = h(
      "span",
      { class: "corner" },
      icon("⚑", "At the table: names, draw, resign, a link to watch (P)", {
        "data-testid": "people-open",
        onclick: deeds.people,
      }),
      themeButton(),
      icon("?", "Help", { "data-testid": "help-open", title: "Help (?)", onclick: deeds.help }),
    );
  }

  get threats() {
    return pref("threats", true);
  }

  /** Whether places are tinted by how dangerous they are. */
  get dangers() {
    return this.#on.dangers;
  }

  /** Whether the table is turned so that one's own edge is at the bottom. */
  get ownEdge() {
    return pref("own-edge", false);
  }

  /** How fast events are played; Infinity: not at all. @returns {number} */
  get speed() {
    return SPEEDS[pref("speed", 1)] ?? 2;
  }

  /**
   * @param {State} state
   * @param {boolean} playing
   * @param {boolean} asks whether there is somebody to ask before taking back
   */
  update(state, playing, asks) {
    this.#undo.disabled = state.undo === "" || playing;
    const consent = state.undo === "consent" && asks;
    this.#undo.title = consent
      ? "A die was rolled or something was shown: the others will be asked"
      : state.undo
        ? "Take back your last answer"
        : "There is nothing of yours to take back";
    this.#undo.firstChild?.replaceWith(consent ? "Ask to undo" : "Undo");
    this.#advice.disabled = !state.question || playing;
    this.#skip.disabled = !playing;
  }

  /** Whether distances may be known beforehand in this battle. @param {boolean} may */
  measured(may) {
    this.#ruler.disabled = !may;
    this.#ruler.title = may
      ? "Click twice, or drag, to measure"
      : "In this battle nothing is measured before it is declared";
    if (!may && this.#on.ruler) this.#toggle("ruler");
  }

  /** Advice is being thought about. @param {boolean} busy */
  thinking(busy) {
    this.#advice.classList.toggle("busy", busy);
  }

  /** @param {string} key */
  key(key) {
    const act = {
      u: () => this.#undo.disabled || this.deeds.undo(),
      a: () => this.#advice.disabled || this.deeds.advice(),
      r: () => this.#ruler.disabled || this.#toggle("ruler"),
      t: () => this.#toggleThreats(),
      n: () => this.#toggle("names"),
      o: () => this.#toggleEdge(),
      v: () => this.#toggleMap("sight"),
      d: () => this.#toggleMap("dangers"),
      "+": () => this.deeds.zoom(CLOSER),
      "=": () => this.deeds.zoom(CLOSER),
      "-": () => this.deeds.zoom(1 / CLOSER),
      f: () => this.deeds.fit(),
      x: () => this.#faster(),
      s: () => this.deeds.skip(),
      p: () => this.deeds.people(),
      "?": () => this.deeds.help(),
    }[key];
    act?.();
    return act !== undefined;
  }

  /** @param {"ruler" | "names"} name */
  #toggle(name) {
    const on = (this.#on[name] = !this.#on[name]);
    (name === "ruler" ? this.#ruler : this.#names).setAttribute("aria-pressed", String(on));
    this.deeds[name](on);
  }

  #toggleThreats() {
    setPref("threats", !this.threats);
    this.#threats.setAttribute("aria-pressed", String(this.threats));
    this.deeds.threats();
  }

  /** One map at a time. @param {"sight" | "dangers"} name */
  #toggleMap(name) {
    this.#on = { ...this.#on, sight: false, dangers: false, [name]: !this.#on[name] };
    this.#sight.setAttribute("aria-pressed", String(this.#on.sight));
    this.#dangers.setAttribute("aria-pressed", String(this.#on.dangers));
    this.colours(this.#on[name] ? name : null);
    this.deeds.sight(this.#on.sight);
    this.deeds.dangers();
  }

  /** What the colours on the table mean. @param {"sight" | "dangers" | "roaming" | null} name */
  colours(name) {
    this.here("");
    this.#key?.remove();
    this.#key = name ? mapKey(name, name === "dangers" && this.#roams ? ROAMS : "") : null;
    if (this.#key) this.bar.before(this.#key);
  }

  /** What the place means that one points at. @param {string} words */
  here(words) {
    this.#here.textContent = words;
    this.#here.hidden = !words;
  }

  /** Whether it can be told where a piece can be by its secret orders. @param {boolean} may */
  roams(may) {
    this.#roams = may;
  }

  /** Real dice are thrown: pieces stand on a real table. @param {boolean} byHand */
  real(byHand) {
    this.#put.hidden = !byHand;
  }

  #togglePut() {
    const on = this.#put.getAttribute("aria-pressed") !== "true";
    this.#put.setAttribute("aria-pressed", String(on));
    this.deeds.put(on);
  }

  #toggleEdge() {
    setPref("own-edge", !this.ownEdge);
    this.#edge.setAttribute("aria-pressed", String(this.ownEdge));
    this.deeds.edge();
  }

  #faster() {
    setPref("speed", (SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length);
    this.#speed.firstChild?.replaceWith(speedWords(this.speed));
  }
}
