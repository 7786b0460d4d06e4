// A battle watched again: a scrub bar over its frames, and the events played in between. It begins with the first
// that has come; the others come while it is played.

import { badLink } from "./cards.js";
import { button, byId, fill, h, typing } from "../shared/dom.js";
import { fetchOf, result } from "./ending.js";
import { explain } from "../board/badges.js";
import { together } from "../board/motion.js";
import { pref, setPref } from "../shared/store.js";
import { hasOrders, ordersAt } from "./orders.js";
import { askPlayOn } from "./playon.js";
import { underline } from "../shared/terms.js";
import { SPEEDS, speedWords, themeButton } from "./tools.js";
import { pageState } from "../shared/voice.js";
import { print, sideClass } from "../shared/wording.js";

/** @import { BattleEvent, Piece, ReplayEnd, ReplayFrame, ReplayOpening, Table } from "../shared/types.js" */
/** @import { WarBoard } from "../board/board.js" */
/** @import { BattleLog } from "./log.js" */
/** @import { BattleHeader } from "./header.js" */
/** @import { AskPanel } from "../asking/ask.js" */

const BELOW = 0.36; // of a hex: so far below the middle of a token the words of its order stand

/** @param {string} seat */
export async function replay(seat) {
  try {
    const coming = linesOf(await fetchOf(seat, "replay"));
    /** @type {ReplayPage | null} */ let page = null;
    for await (const lines of coming)
      for (const line of lines) {
        if (line.part === "opening") page = new ReplayPage(line, seat);
        else if (line.part === "end") return page?.end(line);
        else page?.add(line);
        if (line === lines.at(-1)) page?.arrived();
      }
    const fault = "The rest of the replay has not come: load this page again";
    page?.end({ part: "end", over: false, winner: null, fault });
  } catch (fault) {
    pageState("bad");
    badLink(fault instanceof Error ? fault.message : "");
  }
}

/** What comes, as many lines as have come together.
 * @param {Response} response @returns {AsyncGenerator<(ReplayOpening | ReplayFrame | ReplayEnd)[]>} */
async function* linesOf(response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (reader) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    if (lines.length) yield lines.map((line) => JSON.parse(line));
  }
}

/** What became of markers, in order. @param {BattleEvent[]} events */
export function markersOf(events) {
  return events.filter((event) => event.type === "Marker");
}

class ReplayPage {
  board = /** @type {WarBoard} */ (byId("board"));
  log = /** @type {BattleLog} */ (byId("log"));
  head = /** @type {BattleHeader} */ (byId("head"));
  /** After each frame that has come how many events were told, the pieces and the table.
   * @type {(Pick<ReplayFrame, "groups" | "standing"> & {told: number, pieces: Piece[], table: Table})[]} */
  #frames = [];
  /** @type {BattleEvent[]} */ #events = [];
  /** How many frames there are, those to come included. */ #count = 1;
  /** @type {Map<string, Piece>} */ #known = new Map();
  /** The turn in which the last of them is. */ #newest = 0;
  /** Called when more has come. */ #more = () => {};
  #at = 0;
  #playing = false;
  #orders = false;
  /** @type {HTMLButtonElement | null} */ #orderButton = null;
  /** Turns that began and pieces that were lost, and the first frame that tells of each.
   * @type {{kind: "turn" | "lost", frame: number}[]} */
  #marks = [];
  #marked = h("div", { class: "acts marks", role: "group", "aria-label": "Turns and losses" });
  #ending = h("p", { class: "of-side" });
  #acts = h("div", { class: "acts" });
  /** Counts changes of place, so that a move under way knows it is no longer wanted. */ #turn = 0;
  #scrub = h("input", {
    type: "range",
    min: "0",
    step: "1",
    value: "0",
    "aria-label": "Place in the battle",
    "data-testid": "replay-scrub",
  });
  #play = button("Play", () => this.#toggle(), { class: "btn main", "data-testid": "replay-play" }, "Space");
  #back = button(
    "◂ Back",
    () => this.#look(this.#at - 1),
    { "data-testid": "replay-back", title: "One step back" },
    "←",
  );
  #next = button("Next ▸", () => this.#on(), { "data-testid": "replay-next", title: "One step on" }, "→");
  #speed = button(speedWords(this.#pace), () => this.#faster(), { "data-testid": "speed" }, "X");
  #place = h("output", { class: "place", "data-testid": "replay-place" });

  /** @param {ReplayOpening} opening @param {string} seat */
  constructor({ scene, frames, names }, seat) {
    this.scene = scene;
    this.names = names;
    this.seat = seat;
    this.#count = frames;
    document.body.classList.add("replaying");
    explain(scene.glossary);
    underline(scene.book, scene.glossary, null);
    this.head.setScene(scene, h("span", { class: "corner" }, themeButton()));
    this.log.setScene(scene);
    this.log.setPlayers(names);
    this.#scrub.addEventListener("input", () => this.#look(Number(this.#scrub.value)));
    fill(byId("tools"), this.#back, this.#play, this.#next, this.#scrub, this.#place, this.#speed);
    byId("tools").className = "tools replay-bar";
    const home = h("a", { class: "btn quiet", href: "/" }, "Home");
    fill(this.#acts, h("a", { class: "btn", href: `/table#${seat}` }, "To the table"), home);
    /** @type {AskPanel} */ (byId("ask")).say(
      "Replay",
      h("p", { class: "waiting-note", "data-testid": "edition", hidden: !this.scene.edition }, this.scene.edition),
      this.#ending,
      this.#acts,
      this.#marked,
    );
    document.addEventListener("keydown", (event) => this.#key(event));
    this.log.addEventListener("click", (event) => this.#pick(/** @type {Element} */ (event.target)));
  }

  /** A line of the log leads to its moment. @param {Element} target */
  #pick(target) {
    const at = target.closest("button, a, summary, input") ? null : target.closest("p")?.dataset.at,
      frame = this.#frames.findIndex(({ told }) => told >= Number(at ?? Infinity));
    if (frame >= 0) this.#look(frame);
  }

  /** One frame more. @param {ReplayFrame} frame */
  add({ events, pieces, gone, groups, standing, table }) {
    for (const piece of pieces) this.#known.set(piece.id, piece);
    for (const id of gone) this.#known.delete(id);
    this.#mark(events);
    this.#events.push(...events);
    const last = this.#frames.at(-1)?.table ?? this.scene.table;
    const now = { told: this.#events.length, pieces: [...this.#known.values()], table: table ?? last };
    this.log.setPieces(now.pieces, groups);
    this.#frames.push({ ...now, groups, standing });
    if (!this.#orderButton && hasOrders(events)) this.#placeOrders();
  }

  /** Nothing more is there for the moment. */
  arrived() {
    this.#count = Math.max(this.#count, this.#frames.length);
    if (this.#turn === 0 && this.#frames.length) {
      this.#go(0);
      if (this.#count > 1) this.#toggle();
    } else this.#showPlace();
    this.#more();
  }

  /** That was the last of it. @param {ReplayEnd} end */
  end({ over, winner, fault }) {
    this.#count = this.#frames.length;
    this.#ending.className = `of-side ${sideClass(this.scene, winner ?? "")}`;
    this.#ending.textContent = fault
      ? `${print(fault)}.`
      : over
        ? result(this.scene, winner)
        : "The battle is still going on";
    if (over) {
      this.#acts.firstElementChild?.replaceChildren("To the result");
      const onward = button("Play on from here", () => this.#playOn(), {
        "data-testid": "play-on",
        title: "This moment becomes a new battle: against the bot, a friend, or both sides yourself",
      });
      this.#acts.firstElementChild?.after(onward);
    }
    this.arrived();
    pageState("over");
  }

  /** @param {BattleEvent[]} events of the frame that comes next */
  #mark(events) {
    const frame = this.#frames.length;
    for (const event of events) {
      if (event.type === "Phase" && event.turn > this.#newest) {
        this.#newest = event.turn;
        this.#addMark(`Turn ${event.turn}`, "turn", frame);
      } else if (event.type === "Removed" && event.words) this.#addMark(`✝ ${print(event.words)}`, "lost", frame);
    }
  }

  /** @param {string} words @param {"turn" | "lost"} kind @param {number} frame */
  #addMark(words, kind, frame) {
    this.#marks.push({ kind, frame });
    const shown = { class: `btn mark-${kind}`, "data-testid": `replay-${kind}` };
    this.#marked.append(button(words, () => this.#look(frame), shown));
  }

  #placeOrders() {
    this.#orderButton = button(
      "Orders",
      () => this.#showOrders(),
      {
        "data-testid": "replay-orders",
        "aria-pressed": "false",
        title: "What both had sealed, where it was given",
      },
      "O",
    );
    this.#place.after(this.#orderButton);
  }

  get #pace() {
    return SPEEDS[pref("replay-speed", 1)] ?? 2;
  }

  #faster() {
    setPref("replay-speed", (SPEEDS.indexOf(this.#pace) + 1) % SPEEDS.length);
    this.#speed.firstChild?.replaceWith(speedWords(this.#pace));
  }

  /** From the latest decision before what is looked at; from the end of the battle there is none. */
  #playOn() {
    this.#look(Math.min(this.#at, this.#frames.length - 2));
    const { turn } = this.#frames[this.#at].standing;
    askPlayOn(this.scene, this.seat, this.#at, turn ? `in turn ${turn}` : "at its beginning");
  }

  #showOrders() {
    this.#orders = !this.#orders;
    this.#orderButton?.setAttribute("aria-pressed", String(this.#orders));
    this.#look(this.#at);
  }

  /** Whoever picks a place wants to look at it: playing ends. @param {number} index */
  #look(index) {
    this.#setPlaying(false);
    this.#go(index);
  }

  #on() {
    this.#setPlaying(false);
    return this.#step();
  }

  /** @param {boolean} playing */
  #setPlaying(playing) {
    this.#playing = playing;
    this.#play.firstChild?.replaceWith(playing ? "Pause" : "Play");
  }

  /** Stand at a frame at once. @param {number} index */
  #go(index) {
    this.#turn++;
    this.board.skip();
    this.#stand(Math.max(0, Math.min(index, this.#frames.length - 1)));
  }

  /** @param {number} index */
  #stand(index) {
    const frame = this.#frames[index];
    if (!frame) return;
    this.#at = index;
    const told = this.#events.slice(0, frame.told),
      { pieces, table } = frame;
    if (this.board.table !== table) this.board.setTable(table);
    this.board.setPieces(pieces, this.scene.sides);
    this.board.setGroups(frame.groups);
    this.board.setMarkers(markersOf(told));
    const below = table.kind === "hexes" ? table.spacing * BELOW : 0;
    this.board.mark(this.#orders ? ordersAt(this.#events, frame.told, pieces, below) : {});
    if (this.log.told !== frame.told) this.log.show(told);
    this.head.setStanding(frame.standing, null, { names: this.names, stand_ins: [] });
    this.head.setPhase(told);
    this.#showPlace();
  }

  #showPlace() {
    const last = this.#count - 1;
    this.#scrub.max = String(last);
    this.#scrub.value = String(this.#at);
    this.#scrub.style.setProperty("--done", `${(this.#at / Math.max(1, last)) * 100}%`);
    this.#place.textContent = `${this.#at + 1} of ${this.#count}`;
    this.#back.disabled = this.#at === 0;
    this.#next.disabled = this.#at === last;
  }

  /** Play the events up to the next frame; false when something else was wanted meanwhile. */
  async #step() {
    const turn = ++this.#turn,
      frames = this.#frames,
      to = this.#at + 1;
    this.board.skip();
    if (to >= frames.length) return false;
    this.#stand(this.#at);
    const until = this.#events.slice(0, frames[to].told);
    for (let at = frames[this.#at].told; at < until.length;) {
      const now = together(until, at);
      at += now.length;
      for (const event of now) this.log.add(event);
      if (this.#pace !== Infinity) await this.board.play(now, this.#pace);
      if (turn !== this.#turn) return false;
    }
    this.#stand(to);
    return true;
  }

  async #toggle() {
    if (this.#playing) {
      this.#look(this.#at);
      return;
    }
    this.#setPlaying(true);
    if (this.#at >= this.#count - 1) this.#go(0);
    while (this.#playing && this.#at < this.#count - 1) {
      if (this.#at + 1 < this.#frames.length) await this.#step();
      else await new Promise((resolve) => (this.#more = () => resolve(null)));
      await new Promise((resolve) => setTimeout(resolve, this.#pace === Infinity ? 120 : 60));
    }
    this.#setPlaying(false);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (typing(event.target) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const onButton = event.target instanceof HTMLButtonElement;
    const act = {
      " ": onButton ? undefined : () => this.#toggle(),
      ArrowLeft: () => this.#look(this.#at - 1),
      ArrowRight: () => this.#on(),
      Home: () => this.#look(0),
      PageUp: () => this.#look(this.#marks.findLast(({ frame }) => frame < this.#at)?.frame ?? 0),
      PageDown: () => this.#look(this.#marks.find(({ frame }) => frame > this.#at)?.frame ?? this.#at),
      End: () => this.#look(this.#frames.length - 1),
      x: () => this.#faster(),
      o: () => this.#orderButton && this.#showOrders(),
    }[event.key];
    if (!act) return;
    act();
    event.preventDefault();
  }
}
