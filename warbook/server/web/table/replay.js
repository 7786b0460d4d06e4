// A battle watched again: a scrub bar over its frames, and the events played in between.

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

/** @import { BattleEvent, Piece, Replay, Table } from "../shared/types.js" */
/** @import { WarBoard } from "../board/board.js" */
/** @import { BattleLog } from "./log.js" */
/** @import { BattleHeader } from "./header.js" */
/** @import { AskPanel } from "../asking/ask.js" */

const BELOW = 0.36; // of a hex: so far below the middle of a token the words of its order stand

/** @param {string} seat */
export async function replay(seat) {
  try {
    const found = /** @type {Replay} */ (await (await fetchOf(seat, "replay")).json());
    new ReplayPage(found, seat);
  } catch (fault) {
    pageState("bad");
    badLink(fault instanceof Error ? fault.message : "");
  }
}

/** What became of markers, in order. @param {BattleEvent[]} events */
export function markersOf(events) {
  return events.filter((event) => event.type === "Marker");
}

/** Turns that begin and pieces that are lost, in words, and the first frame that tells of each.
 * @param {Replay} found */
function marksOf({ events, frames }) {
  /** @type {{words: string, kind: "turn" | "lost", frame: number}[]} */
  const marks = [];
  let turn = 0;
  events.forEach((event, n) => {
    const frame = frames.findIndex((each) => each.events > n);
    if (event.type === "Phase" && event.turn > turn) {
      turn = event.turn;
      marks.push({ words: `Turn ${turn}`, kind: "turn", frame });
    } else if (event.type === "Removed" && event.words)
      marks.push({ words: `✝ ${print(event.words)}`, kind: "lost", frame });
  });
  return marks;
}

class ReplayPage {
  board = /** @type {WarBoard} */ (byId("board"));
  log = /** @type {BattleLog} */ (byId("log"));
  head = /** @type {BattleHeader} */ (byId("head"));
  /** The pieces after each frame, and the table. @type {{pieces: Piece[], table: Table}[]} */ #stands = [];
  #at = 0;
  #playing = false;
  #orders = false;
  /** @type {HTMLButtonElement | null} */ #orderButton = null;
  /** @type {ReturnType<typeof marksOf>} */ #marks = [];
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

  /** @param {Replay} found @param {string} seat */
  constructor(found, seat) {
    this.found = found;
    this.seat = seat;
    const { scene, frames } = found,
      known = new Map();
    let table = scene.table;
    for (const frame of frames) {
      for (const piece of frame.pieces) known.set(piece.id, piece);
      for (const id of frame.gone) known.delete(id);
      table = frame.table ?? table;
      this.#stands.push({ pieces: [...known.values()], table });
    }
    document.body.classList.add("replaying");
    explain(scene.glossary);
    underline(scene.book, scene.glossary, null);
    this.head.setScene(scene, h("span", { class: "corner" }, themeButton()));
    this.log.setScene(scene);
    this.log.setPlayers(found.names);
    const groups = frames.flatMap((frame) => frame.groups);
    this.log.setPieces(this.#stands.at(-1)?.pieces ?? [], groups);
    this.#marks = marksOf(found);
    this.#scrub.max = String(Math.max(0, frames.length - 1));
    this.#scrub.addEventListener("input", () => this.#look(Number(this.#scrub.value)));
    const orders =
      hasOrders(found.events) &&
      button(
        "Orders",
        () => this.#showOrders(),
        {
          "data-testid": "replay-orders",
          "aria-pressed": "false",
          title: "What both had sealed, where it was given",
        },
        "O",
      );
    this.#orderButton = orders || null;
    fill(byId("tools"), this.#back, this.#play, this.#next, this.#scrub, this.#place, orders, this.#speed);
    byId("tools").className = "tools replay-bar";
    const end = found.over ? result(scene, found.winner) : "The battle is still going on";
    /** @type {AskPanel} */ (byId("ask")).say(
      "Replay",
      h("p", { class: `of-side ${sideClass(scene, found.winner ?? "")}` }, end),
      h(
        "div",
        { class: "acts" },
        h("a", { class: "btn", href: `/table#${seat}` }, found.over ? "To the result" : "To the table"),
        found.over &&
          button("Play on from here", () => this.#playOn(), {
            "data-testid": "play-on",
            title: "This moment becomes a new battle: against the bot, a friend, or both sides yourself",
          }),
        h("a", { class: "btn quiet", href: "/" }, "Home"),
      ),
      h(
        "div",
        { class: "acts marks", role: "group", "aria-label": "Turns and losses" },
        this.#marks.map(({ words, kind, frame }) =>
          button(words, () => this.#look(frame), { class: `btn mark-${kind}`, "data-testid": `replay-${kind}` }),
        ),
      ),
    );
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#go(0);
    pageState("over");
    if (frames.length > 1) this.#toggle();
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
    this.#look(Math.min(this.#at, this.found.frames.length - 2));
    const { turn } = this.found.frames[this.#at].standing;
    askPlayOn(this.found.scene, this.seat, this.#at, turn ? `in turn ${turn}` : "at its beginning");
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
    this.#stand(Math.max(0, Math.min(index, this.found.frames.length - 1)));
  }

  /** @param {number} index */
  #stand(index) {
    const { scene, frames, events } = this.found,
      frame = frames[index];
    if (!frame) return;
    this.#at = index;
    const told = events.slice(0, frame.events),
      { pieces, table } = this.#stands[index];
    if (this.board.table !== table) this.board.setTable(table);
    this.board.setPieces(pieces, scene.sides);
    this.board.setGroups(frame.groups);
    this.board.setMarkers(markersOf(told));
    const below = table.kind === "hexes" ? table.spacing * BELOW : 0;
    this.board.mark(this.#orders ? ordersAt(events, frame.events, pieces, below) : {});
    if (this.log.told !== frame.events) this.log.show(told);
    this.head.setStanding(frame.standing, null, { names: this.found.names, stand_ins: [] });
    this.head.setPhase(told);
    this.#scrub.value = String(index);
    this.#scrub.style.setProperty("--done", `${(index / Math.max(1, frames.length - 1)) * 100}%`);
    this.#place.textContent = `${index + 1} of ${frames.length}`;
    this.#back.disabled = index === 0;
    this.#next.disabled = index === frames.length - 1;
  }

  /** Play the events up to the next frame; false when something else was wanted meanwhile. */
  async #step() {
    const turn = ++this.#turn,
      { frames, events } = this.found,
      to = this.#at + 1;
    this.board.skip();
    if (to >= frames.length) return false;
    this.#stand(this.#at);
    const until = events.slice(0, frames[to].events);
    for (let at = frames[this.#at].events; at < until.length;) {
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
    if (this.#at >= this.found.frames.length - 1) this.#go(0);
    while (this.#playing && this.#at < this.found.frames.length - 1) {
      await this.#step();
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
      End: () => this.#look(this.found.frames.length - 1),
      x: () => this.#faster(),
      o: () => this.#orderButton && this.#showOrders(),
    }[event.key];
    if (!act) return;
    act();
    event.preventDefault();
  }
}
