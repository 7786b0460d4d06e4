// The battle in sentences, with the dice in them. A paragraph is one deed: it goes on until another piece acts.

import { dieFaces } from "../board/board.js";
import { briefing } from "./briefing.js";
import { button, h, put } from "../shared/dom.js";
import { why } from "../shared/rules.js";
import { capital, compass, print, sentence, sentences, sideClass, sideName, signed } from "../shared/wording.js";

/** @import { BattleEvent, Group, Moved, Phase, Piece, Placed, Rolled, Scene, TurnTold } from "../shared/types.js" */

const HOPELESS = 20; // a need above this is told in words: no roll comes near it

export class BattleLog extends HTMLElement {
  /** @type {Scene | null} */ #scene = null;
  /** @type {Map<string, Piece>} */ #pieces = new Map();
  /** @type {Map<string, Group>} */ #groups = new Map();
  /** Of those who act together with others. @type {Map<string, Group>} */ #groupOf = new Map();
  /** @type {RegExp | null} */ #names = null;
  /** @type {Map<string, {name: string, side: string}>} */ #byName = new Map();
  #turn = "";
  /** A heading under which nothing has happened yet. @type {Phase | null} */ #due = null;
  /** @type {HTMLElement | null} */ #deed = null;
  #actor = "";
  /** Whose dice are told; others' are told with the name. */ #roller = "";
  #placing = "";
  /** Who of that side is told to be set up. @type {Set<string>} */ #setUp = new Set();
  /** The full stop after those who were set up; when more are, it becomes a comma. @type {Text | null} */ #stop =
    null;
  /** The end of a move in words, to which a turn or the next part of it can be added. @type {Text | null} */ #ended =
    null;
  /** How that move began: "Bob walks ". */ #going = "";
  /** Nothing is added to the paragraph. */ #whole = false;
  /** The move of a group, one of each, that is all of the paragraph. @type {(Moved | Placed)[]} */ #together = [];
  /** The roll that was told last, if nothing came after it. @type {Rolled | null} */ #rolled = null;
  /** @type {string[]} */ #rules = [];
  /** Where pieces were put, as long as they stay there: one that is shown to all again is told once. @type
   *  {Map<string, string>} */ #placed = new Map();
  #told = 0;
  #page = h("div", { class: "log-page" });
  /** The turn and the phase in which things happen now. @type {HTMLElement | null} */ #turnBox = null;
  /** @type {HTMLElement | null} */ #phaseBox = null;
  /** The turns that have ended, in short. @type {TurnTold[]} */ #turns = [];
  #sought = h("input", {
    type: "search",
    class: "seek",
    placeholder: "Find in the log",
    "aria-label": "Find in the log",
    "data-testid": "log-find",
    oninput: () => this.#sift(),
  });
  #who = h("p", { class: "log-who", "data-testid": "log-who", hidden: true });
  /** @type {Record<string, string>} */ #players = {};
  #fold = button("Fold", () => this.#foldAll(), { class: "btn quiet", "data-testid": "log-fold" });

  /** How many events are told. */
  get told() {
    return this.#told;
  }

  connectedCallback() {
    this.append(h("div", { class: "log-bar" }, this.#sought, this.#fold), this.#who, this.#page);
  }

  /** What the people call themselves, by side. @param {Record<string, string>} names */
  setPlayers(names) {
    const scene = this.#scene,
      told = Object.entries(names).map(([side, name]) => `${name} plays ${scene ? sideName(scene, side) : side}`);
    this.#players = names;
    this.#who.hidden = told.length === 0;
    this.#who.textContent = told.length ? `${told.join(", ")}.` : "";
  }

  /** @param {Scene} scene */
  setScene(scene) {
    this.#scene = scene;
    this.dataset.testid = "log";
    this.clear();
  }

  /** Whose names may occur. @param {Piece[]} pieces @param {Group[]} groups */
  setPieces(pieces, groups) {
    const known = this.#pieces.size + this.#groups.size;
    for (const piece of pieces) this.#pieces.set(piece.id, piece);
    for (const group of groups) {
      this.#groups.set(group.id, group);
      const all = [...this.#pieces.values()].filter((piece) => piece.group === group.id);
      if (all.length > 1) for (const piece of all) this.#groupOf.set(piece.id, group);
    }
    if (this.#pieces.size + this.#groups.size === known) return;
    const sides = (this.#scene?.sides ?? []).map(({ id, name }) => ({ name, side: id }));
    this.#byName = new Map(
      [...sides, ...this.#groups.values(), ...this.#pieces.values()]
        .filter((each) => each.name)
        .map((each) => [each.name, each]),
    );
    const names = [...this.#byName.keys()]
      .sort((a, b) => b.length - a.length)
      .map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
    this.#names = names.length ? new RegExp(`(?<![\\p{L}\\d])(${names.join("|")})(?![\\p{L}\\d])`, "gu") : null;
  }

  /** @param {TurnTold[]} turns */
  setTurns(turns) {
    this.#turns = turns;
  }

  /** Nothing is left of what was told, or looked for. */
  clear() {
    this.#sought.value = "";
    this.#empty();
  }

  #empty() {
    this.#turnBox = this.#phaseBox = null;
    const before = this.#scene && briefing(this.#scene);
    this.#page.replaceChildren(...(before ? [before] : []));
    this.#turn = this.#actor = this.#placing = "";
    this.#due = this.#deed = null;
    this.#rules = [];
    this.#together = [];
    this.#placed.clear();
    this.#told = 0;
  }

  /** Tell exactly these events. @param {BattleEvent[]} events */
  show(events) {
    this.#empty();
    for (const event of events) this.#event(event);
    this.#sift();
  }

  /** Tell one more. @param {BattleEvent} event */
  add(event) {
    this.#event(event);
    if (this.#sought.value) this.#sift();
  }

  /** @param {BattleEvent} event */
  #event(event) {
    const ended = this.#turns.find(({ after }) => after === this.#told);
    if (ended) this.#sumUp(ended);
    this.#told++;
    if (event.type === "Phase") {
      this.#close();
      this.#due = event;
    } else if (event.type === "Ended") {
      this.#close();
      const [end, ...more] = sentences(event.words);
      this.#page.append(
        h("p", { class: "log-end" }, this.#coloured(end)),
        ...more.map((words) => h("p", null, this.#coloured(words))),
      );
    } else if (event.type === "Placed" && this.#again(event)) {
      return;
    } else if (event.type === "Placed" && !this.#turn && !this.#due) {
      this.#place(event);
    } else {
      if (event.type === "Moved") this.#placed.delete(event.piece);
      this.#deedOf(event);
    }
  }

  /** What a turn came to, below it. @param {TurnTold} told */
  #sumUp({ turn, lines }) {
    this.#close();
    this.#turnBox = this.#phaseBox = null;
    this.#page.append(
      h(
        "section",
        { class: "turn-told", "data-testid": "turn-told" },
        h("h3", null, `Turn ${turn} in short`),
        lines.map((line) => h("p", null, this.#coloured(print(line)))),
      ),
    );
  }

  /** Only what tells of something is shown. */
  #sift() {
    const words = this.#sought.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const deed of this.#page.querySelectorAll("details p"))
      /** @type {HTMLElement} */ (deed).hidden = !words.every((word) =>
        deed.textContent?.toLowerCase().includes(word),
      );
    for (const box of this.#page.querySelectorAll("details"))
      box.hidden = words.length > 0 && !box.querySelector("p:not([hidden])");
  }

  /** Every turn but the last folded away, or all shown again. */
  #foldAll() {
    const turns = [...this.#page.querySelectorAll("details")].filter(({ className }) => className === "log-turn"),
      open = turns.slice(0, -1).every((box) => !box.open);
    for (const box of turns.slice(0, -1)) box.open = open;
    this.#fold.textContent = open ? "Fold" : "Unfold";
  }

  /** @param {Exclude<BattleEvent, Phase>} event */
  #deedOf(event) {
    if ((event.type === "Moved" || event.type === "Placed") && this.#joins(event)) return;
    const actor = event.type === "Rolled" ? (event.by ?? "") : "piece" in event ? (event.piece ?? "") : "";
    if (event.type === "Rolled" && this.#sameAgain(event)) return;
    const told =
      event.type === "Rolled" ? this.#roll(event) : event.words ? [this.#coloured(sentence(event.words))] : [];
    if (told.length === 0) return;
    if (event.type === "Turned" && actor === this.#actor && this.#together.length > 1) return;
    if (event.type === "Turned" && actor === this.#actor && this.#ended) {
      this.#ended.textContent = `${this.#ended.textContent?.replace(/\.$/, "")}, facing ${compass(event.facing)}.`;
      return;
    }
    const going = event.type === "Moved" ? `${this.#name(actor)} ${event.how} ` : "";
    if (this.#ended && going && going === this.#going && event.words?.startsWith(going)) {
      const more = print(event.words.slice(going.length));
      this.#ended.textContent = `${this.#ended.textContent?.replace(/\.$/, "")}, then ${more}`;
      return;
    }
    this.#together = [];
    if (this.#begins(event, actor)) {
      this.#open();
      this.#actor = actor;
      if (event.type === "Moved" || event.type === "Placed") this.#together = [event];
      if (event.type === "Rolled" && actor) told.unshift(this.#coloured(`${this.#name(actor)}: `));
      this.#roller = actor;
    } else if (
      event.type === "Rolled" &&
      (this.#pieces.has(actor) || this.#groups.has(actor)) &&
      actor !== this.#roller
    ) {
      told.unshift(this.#coloured(`${this.#name(actor)}: `));
      this.#roller = actor;
    }
    this.#say(event.rule, ...told);
    this.#whole = event.type === "Revealed";
    this.#ended = event.type === "Moved" ? lastWords(this.#deed) : null;
    this.#going = going;
    this.#rolled = event.type === "Rolled" ? event : null;
  }

  /**
   * One more of the group that is moving: its first one's way is told, and how many they are.
   * @param {Moved | Placed} event
   */
  #joins(event) {
    const [first] = this.#together,
      group = this.#groupOf.get(event.piece);
    if (!first || !group || !this.#deed || this.#together.some(({ piece }) => piece === event.piece)) return false;
    if (this.#groupOf.get(first.piece) !== group || manner(first) !== manner(event)) return false;
    this.#together.push(event);
    this.#actor = event.piece;
    this.#ended = null;
    this.#deed.replaceChildren();
    const way = sentence(first.words ?? "").slice(this.#name(first.piece).length, -1);
    this.#say(event.rule, this.#coloured(group.name), `${way} (${this.#together.length} figures).`);
    return true;
  }

  /** One more die of a kind goes beside the one before. @param {Rolled} event */
  #sameAgain(event) {
    const last = this.#rolled,
      roll = this.#deed?.querySelector(":scope > .roll:last-of-type");
    if (!last || !roll || event.faces.length !== 1 || last.faces.length !== 1 || rollKey(last) !== rollKey(event))
      return false;
    put(roll, dieFaces(event.faces, event.sides ?? 6, event.need ?? null, event.most ?? null), verdict(event));
    return true;
  }

  /** Whether the event starts a paragraph of its own. @param {BattleEvent} event @param {string} actor */
  #begins(event, actor) {
    if (!this.#deed || this.#placing || this.#whole || event.type === "Aimed" || event.type === "Revealed")
      return true;
    if (event.type === "Moved" || event.type === "Turned") return actor !== this.#actor;
    return actor !== "" && !this.#deed.textContent?.includes(this.#name(actor));
  }

  /** Whether it only says to all what one side knows already. @param {Placed} event */
  #again({ piece, spot, facing }) {
    const there = JSON.stringify([spot, facing]),
      again = this.#placed.get(piece) === there;
    this.#placed.set(piece, there);
    return again;
  }

  /** Before the first turn. @param {Placed} event */
  #place(event) {
    const side = this.#pieces.get(event.piece)?.side ?? "",
      who = this.#groupOf.get(event.piece)?.id ?? event.piece;
    if (!this.#placing || this.#placing !== side) {
      this.#open();
      this.#placing = side;
      this.#stop = new Text(".");
      this.#setUp = new Set([who]);
      this.#say(
        event.rule,
        h(
          "b",
          { class: `of-side ${sideClass(this.#scene, side)}` },
          this.#scene ? sideName(this.#scene, side) : side,
        ),
        " set up ",
        this.#coloured(this.#name(who)),
        this.#stop,
      );
      return;
    }
    if (this.#setUp.has(who)) return;
    if (this.#stop) this.#stop.textContent = ",";
    this.#stop = new Text(".");
    this.#setUp.add(who);
    this.#say(event.rule, this.#coloured(this.#name(who)), this.#stop);
  }

  #close() {
    this.#deed = null;
    this.#actor = this.#placing = "";
    this.#ended = this.#rolled = null;
    this.#rules = [];
  }

  #open() {
    this.#close();
    if (this.#due) {
      const { turn, side, phase } = this.#due,
        key = `${turn} ${side}`;
      const player = this.#players[side] ? ` (${this.#players[side]})` : "",
        whose = side && this.#scene ? `, ${sideName(this.#scene, side)}${player}` : "";
      if (this.#turn !== key || !this.#turnBox) {
        this.#turnBox = h(
          "details",
          { class: "log-turn", open: true },
          h("summary", null, h("h3", { class: "turn" }, `Turn ${turn}${whose}`)),
        );
        this.#page.append(this.#turnBox);
      }
      this.#phaseBox = h(
        "details",
        { class: "log-phase", open: true },
        h("summary", null, h("h3", null, capital(phase))),
      );
      this.#turnBox.append(this.#phaseBox);
      this.#turn = key;
      this.#due = null;
    }
    this.#deed = h("p", { "data-at": String(this.#told) });
    (this.#phaseBox ?? this.#page).append(this.#deed);
  }

  /**
   * Add to the paragraph; its "why" stays at the end.
   * @param {string | undefined} rule
   * @param {...(Node | string)} told
   */
  #say(rule, ...told) {
    if (!this.#deed) return;
    this.#deed.querySelector(":scope > .why")?.remove();
    put(this.#deed, ...told, " ");
    if (rule && !this.#rules.includes(rule)) this.#rules = [...this.#rules, rule];
    if (this.#rules.length && this.#scene) this.#deed.append(why(this.#scene.book, this.#rules));
  }

  /** @param {Rolled} event @returns {(Node | string)[]} */
  #roll(event) {
    const { need = null, most = null, modifiers = [], faces, sides = 6 } = event;
    const hopeless = need !== null && need > HOPELESS,
      tested = need !== null || most !== null;
    const score = hopeless ? "" : need !== null ? ` on ${need}+` : most !== null ? ` on ${most} or less` : "";
    const bare = modifiers.filter(({ value }) => !value), // of what is no test they say why it is none
      reasons = modifierWords(!tested && bare.length ? bare : modifiers),
      added = reasons ? ` (${reasons})` : "",
      words = capital(event.name) + score + added;
    const total = tested && faces.length > 1 ? ` = ${faces.reduce((sum, face) => sum + face, 0)}` : "";
    return [
      h(
        "span",
        { class: "roll" },
        this.#coloured(print(words)),
        ": ",
        faces.length ? dieFaces(faces, sides, need, most, event.counts) : "no dice",
        total,
        verdict(event),
      ),
    ];
  }

  /** What a piece or a group is called; a side too may throw dice. @param {string} id */
  #name(id) {
    const known = this.#pieces.get(id) ?? this.#groups.get(id);
    return known?.name ?? this.#scene?.sides.find((side) => side.id === id)?.name ?? id;
  }

  /** Words in which names have the colour of their side. @param {string} words */
  #coloured(words) {
    const span = document.createDocumentFragment();
    if (!this.#names) {
      span.append(words);
      return span;
    }
    for (const part of words.split(this.#names)) {
      const who = this.#byName.get(part);
      span.append(who ? h("b", { class: `of-side ${sideClass(this.#scene, who.side)}` }, part) : part);
    }
    return span;
  }
}
customElements.define("battle-log", BattleLog);

/** @param {{value: number, why: string}[]} modifiers */
function modifierWords(modifiers) {
  return modifiers
    .map(({ value, why: reason }, index) =>
      index === 0 ? `${reason}${value ? `: ${value}` : ""}` : `${reason}${value ? ` ${signed(value)}` : ""}`,
    )
    .join(", ");
}

/** @param {Rolled} event */
function verdict(event) {
  return event.passed === null ? "" : h("span", { class: "sr" }, event.passed ? " passed." : " failed.");
}

/** What rolls must share to be told together. @param {Rolled} event */
function rollKey({ name, need, most, by, sides, modifiers }) {
  return JSON.stringify([name, need, most, by, sides, modifiers]);
}

/** The last words of a paragraph, before its "why". @param {HTMLElement | null} deed @returns {Text | null} */
function lastWords(deed) {
  return /** @type {Text | null} */ (
    [...(deed?.childNodes ?? [])].findLast((node) => node instanceof Text && node.data.trim() !== "") ?? null
  );
}

/** @param {Moved | Placed} event */
function manner(event) {
  return event.type === "Moved" ? event.how : "is placed";
}
