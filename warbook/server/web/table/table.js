// The conductor of the table page: what the seats hear becomes the board, the question and the log, in order.

import "../board/board.js";
import "../asking/ask.js";
import "../asking/odds.js";
import "./log.js";
import "./roster.js";
import "./header.js";
import { forceList } from "./forces.js";
import { pastActs } from "./ending.js";
import "./piececard.js";
import "./lesson.js";
import "./talk.js";
import { introduce, openPeople } from "./people.js";
import { badLink, helpCard, passCard } from "./cards.js";
import { Delegation } from "./delegation.js";
import { button, byId, h, typing } from "../shared/dom.js";
import { NotAllowed, faultWords } from "./link.js";
import { together } from "../board/motion.js";
import { explain } from "../board/badges.js";
import { edgeOf } from "./edges.js";
import { Filled } from "../shared/filled.js";
import { markersOf, replay } from "./replay.js";
import { ruleName, rulesOf, why } from "../shared/rules.js";
import { Seats, secretsHere } from "./seats.js";
import { belong } from "../shared/me.js";
import { battle as kept, keep } from "../shared/store.js";
import { textView } from "./text.js";
import { Looking } from "./looking.js";
import { Putting } from "./putting.js";
import { Roaming } from "./roaming.js";
import { SightMap } from "./sightmap.js";
import { tintedAt } from "../board/tints.js";
import { showRequest, takeBack } from "./takingback.js";
import { underline } from "../shared/terms.js";
import { Tools } from "./tools.js";
import { against, sayMissing, sayWaiting, waitedFor } from "./waiting.js";
import { announce, pageState, toast } from "../shared/voice.js";
import { capital, sideName } from "../shared/wording.js";

/** @import { Asked, BattleEvent, Piece, Scene, State } from "../shared/types.js" */
/** @import { WarBoard } from "../board/board.js" */
/** @import { AskPanel, Desk, Drop } from "../asking/ask.js" */
/** @import { OddsCard } from "../asking/odds.js" */
/** @import { BattleLog } from "./log.js" */
/** @import { RosterStrip } from "./roster.js" */
/** @import { BattleHeader } from "./header.js" */
/** @import { BattleEnding } from "./ending.js" */
/** @import { PieceCard } from "./piececard.js" */
/** @import { TableTalk } from "./talk.js" */
/** @import { LessonBox } from "./lesson.js" */
/** @import { Link } from "./link.js" */

const NOWHERE = "Nobody is asked where to go just now. Places are coloured as soon as somebody is.";
const IDLE = 1500; // milliseconds until the rules are fetched, before anybody asks for one
const UNHURRIED = 12; // so many events are shown at their usual speed
const FASTEST = 3; // times that speed

class TablePage {
  board = /** @type {WarBoard} */ (byId("board"));
  panel = /** @type {AskPanel} */ (byId("ask"));
  odds = /** @type {OddsCard} */ (byId("odds"));
  log = /** @type {BattleLog} */ (byId("log"));
  roster = /** @type {RosterStrip} */ (byId("roster"));
  head = /** @type {BattleHeader} */ (byId("head"));
  ending = /** @type {BattleEnding} */ (byId("ending"));
  card = /** @type {PieceCard} */ (byId("card"));
  talk = /** @type {TableTalk} */ (byId("talk"));
  lesson = /** @type {LessonBox} */ (byId("lesson"));
  /** @type {Map<string, Piece>} */ pieces = new Map();
  /** The seat whose view is laid out. @type {Link | null} */ #laid = null;
  /** And its scene. @type {Scene | null} */ #scene = null;
  /** The question in the panel. */ #asked = "";
  /** The place that was picked with the last answer, for the way that is asked for next.
   * @type {Drop | null} */ #then = null;
  /** Who has just gone to a place that was picked before his way was asked for. */ #gone = "";
  #playing = false;
  #skipping = false;
  #passing = false;
  #openTable = false;
  #touched = false;

  /** @param {string[]} secrets */
  constructor(secrets) {
    this.seats = new Seats(secrets, () => this.#refresh());
    this.looking = new Looking(this.seats, this.card);
    this.sight = new SightMap(this.seats, this.board);
    this.roaming = new Roaming(this.seats, this.board, (shown) => {
      this.tools.colours(shown ? "roaming" : this.tools.dangers ? "dangers" : null);
      if (!shown) this.panel.asker?.activate();
    });
    this.putting = new Putting(this.board);
    this.delegation = new Delegation((link, state, value) => this.#answer(link, state, value));
    this.tools = new Tools(byId("tools"), {
      undo: () => takeBack(this.link),
      advice: () => this.#advise(),
      skip: () => this.#skip(),
      help: () => this.#help(),
      people: () => this.#people(),
      ruler: (on) => this.board.hand.ruler(on),
      names: (on) => this.board.names(on),
      threats: () => this.panel.asker?.activate(),
      sight: (on) => this.sight.turn(on),
      dangers: () => {
        this.panel.asker?.activate();
        this.roaming.turn(this.tools.dangers);
        if (this.tools.dangers && !this.panel.asker?.endangers) toast(NOWHERE);
      },
      put: (on) => this.putting.turn(on),
      zoom: (factor) => this.board.zoom(factor),
      fit: () => this.board.fit(),
      edge: () => this.#turnTable(),
    });
    /** @type {HTMLAnchorElement} */ (byId("skip")).href = `/table?text${location.hash}`;
    this.#listen();
  }

  get link() {
    return this.seats.shown;
  }

  // -------------------------------------------------------------- what the seats hear

  #refresh() {
    const bad = this.seats.bad;
    if (bad) {
      pageState("bad");
      badLink(bad.fault, bad.title, pastActs(bad));
      return;
    }
    this.#line();
    if (this.#passing || this.#playing) return;
    const due =
      this.seats.due ?? (this.seats.links.every((link) => link.scene && !link.state) ? this.seats.links[0] : null);
    if (!due?.scene) return;
    if (due !== this.seats.shown && due.state && this.seats.shared && !due.state.over && !this.#openTable) {
      this.#pass(due);
      return;
    }
    this.#look(due);
  }

  /** Lay out the view of a seat and go on with what it has not seen. @param {Link} link */
  #look(link) {
    const scene = /** @type {Scene} */ (link.scene);
    if (link.state) {
      if (this.#openTable && this.seats.shown && this.seats.shown !== link)
        link.shown = Math.max(link.shown ?? 0, this.seats.shown.shown ?? 0);
      this.seats.shown = link;
    }
    if (this.#laid !== link || this.#scene !== scene) this.#lay(link, scene);
    this.#ground(link);
    this.talk.show(link, scene);
    this.log.setPlayers(link.company?.names ?? {});
    if (!link.state) this.head.setStanding(null, link.present, link.company);
    if (!link.state) this.#room(link, scene);
    else this.#catchUp(link, scene);
  }

  /** @param {Link} link @param {Scene} scene */
  #lay(link, scene) {
    const first = this.#scene?.battle !== scene.battle;
    this.#laid = link;
    this.#scene = scene;
    this.#asked = "";
    if (!this.seats.shared) introduce(link);
    if (first) {
      for (const each of this.seats.links) remember(each);
      belong(this.seats.links.map(({ seat }) => seat));
      setTimeout(() => rulesOf(scene.book).catch(() => {}), IDLE);
      if (scene.edition) toast(scene.edition);
    }
    explain(scene.glossary);
    underline(scene.book, scene.glossary, this.panel);
    this.head.setScene(scene, this.tools.corner);
    this.log.setScene(scene);
    this.tools.measured(scene.measured);
    this.tools.roams(scene.roams);
    this.tools.real(scene.by_hand);
  }

  /** The table as the seat knows it. @param {Link} link */
  #ground({ table }) {
    if (table && this.board.table !== table) this.board.setTable(table);
  }

  /**
   * Play the events the seat has not been shown, one after the other, then settle.
   * @param {Link} link
   * @param {Scene} scene
   */
  async #catchUp(link, scene) {
    let state = /** @type {State} */ (link.state);
    this.log.setPieces(state.pieces, state.groups);
    this.log.setTurns(state.turns);
    if (link.shown === null) link.shown = link.events.length;
    if (this.log.told !== link.shown) {
      this.log.show(link.events.slice(0, link.shown));
      this.board.setPieces(state.pieces, scene.sides);
    }
    this.head.setPhase(link.events.slice(0, link.shown));
    if (link.shown < link.events.length) {
      this.#playing = true;
      this.#unask();
      this.#watch(link, scene);
      this.roster.show(scene, [...this.pieces.values()], state.groups, null);
      pageState("animating");
      this.tools.update(state, true, against(scene));
      while (link === this.seats.shown && link.shown < link.events.length) {
        const events = together(link.events, link.shown);
        link.shown += events.length;
        this.log.setPieces(link.state?.pieces ?? [], link.state?.groups ?? []);
        this.log.setTurns(link.state?.turns ?? []);
        for (const event of events) this.log.add(event);
        if (events[0].type === "Phase") {
          this.head.setPhase(link.events.slice(0, link.shown));
          this.#watch(link, scene);
        }
        await this.#play(events, haste(link));
        if (this.log.told !== link.shown) this.log.show(link.events.slice(0, link.shown));
      }
      this.#playing = this.#skipping = false;
      state = /** @type {State} */ (link.state);
    }
    this.#settle(link, scene, state);
    if (this.seats.due !== link) this.#refresh();
  }

  /** What one is looking at while events are played. @param {Link} link @param {Scene} scene */
  #watch(link, scene) {
    const phase = link.events.slice(0, link.shown ?? 0).findLast((event) => event.type === "Phase");
    this.panel.say(
      phase
        ? phase.side
          ? `${sideName(scene, phase.side)}: ${phase.phase}`
          : capital(phase.phase)
        : "The battle begins",
      h(
        "p",
        { class: "waiting-note" },
        this.delegation.on(link)
          ? "The bot is answering for you."
          : "Watch what happens, or skip to what you are asked next. “Speed” is how fast it is shown.",
      ),
      h(
        "div",
        { class: "acts" },
        button("Skip", () => this.#skip(), { class: "btn main", "data-testid": "skip-this" }, "S"),
        this.delegation.on(link) &&
          button("Stop the bot", () => this.delegation.stop(link), { class: "btn", "data-testid": "delegate-stop" }),
      ),
    );
  }

  /** @param {BattleEvent[]} events that happen together @param {number} faster */
  async #play(events, faster) {
    const speed = this.delegation.on(this.link) ? Math.max(4, this.tools.speed) : this.tools.speed * faster;
    if (this.#skipping || speed === Infinity || document.hidden) return;
    try {
      await this.board.play(events, speed);
    } catch (fault) {
      console.error(fault);
    }
  }

  /**
   * Everything has been shown: the pieces as they stand, and what comes next.
   * @param {Link} link
   * @param {Scene} scene
   * @param {State} state
   */
  #settle(link, scene, state) {
    this.pieces = new Map(state.pieces.map((piece) => [piece.id, piece]));
    this.#ground(link);
    this.board.setPieces(state.pieces, scene.sides);
    this.#turnTable();
    this.board.setGroups(state.groups);
    this.board.setMarkers(markersOf(link.events));
    this.looking.again();
    this.head.setStanding(state.standing, link.present, link.company);
    this.head.setPhase(link.events);
    this.roster.show(scene, state.pieces, state.groups, state.question);
    this.tools.update(state, false, against(scene));
    this.tools.measured(scene.measured && !(state.question?.kind === "form" && state.question.blind));
    showRequest(byId("notice"), link, scene, state);
    this.lesson.show(link, scene, state, this.board, this.tools.deeds);
    if (state.over) this.#over(link, scene, state);
    else if (state.question) this.#ask(link, scene, state, state.question);
    else this.#wait(link, scene, state);
  }

  // -------------------------------------------------------------- asking

  /** @param {Link} link @param {Scene} scene @param {State} state @param {Asked} question */
  #ask(link, scene, state, question) {
    const key = `${link.seat} ${state.at} ${JSON.stringify(question)}`;
    pageState("asked", state.at);
    if (this.#asked === key) return;
    this.#asked = key;
    this.#hideEnding();
    this.board.mark({});
    this.panel.ask(question, this.#desk(link, scene, state), (value) => this.#answer(link, state, value));
    if (this.seats.shared) this.panel.prepend(h("p", { class: "asked-of" }, sideName(scene, scene.side)));
    this.panel.append(this.delegation.offer(link, state, question));
    if (
      !document.activeElement ||
      document.activeElement === document.body ||
      this.panel.contains(document.activeElement)
    )
      this.panel.asker?.focus();
    announce(question.text);
    document.title = `Your turn · ${scene.title}`;
    const [then, gone] = [this.#then, this.#gone];
    this.#then = null;
    this.#gone = then?.piece ?? "";
    if (then) this.panel.asker?.moveTo(then.piece, then.spot);
    else if (gone && question.kind === "choose" && question.piece === gone && question.usual && this.lesson.hidden)
      this.#asUsual(link, state, question, question.usual);
    this.delegation.asked(link, state, question);
  }

  /** @param {Link} link @param {Scene} scene @param {State} state @returns {Desk} */
  #desk(link, scene, state) {
    const page = this;
    return {
      scene,
      board: this.board,
      toast,
      sealed: state.waiting.length > 1,
      filled: new Filled(scene.battle, link.seat),
      groups: new Map(state.groups.map((group) => [group.id, group])),
      get pieces() {
        return page.pieces;
      },
      get threats() {
        return page.tools.threats;
      },
      get dangers() {
        return page.tools.dangers;
      },
      get touched() {
        return page.#touched;
      },
      ask: (message) => link.ask({ ...message, at: state.at }),
      mark: (marks) => {
        this.board.mark(marks);
        this.sight.again();
      },
      showOdds: (title, preview) => this.odds.show(scene.book, title, preview),
      hideOdds: () => this.odds.clear(),
      look: (pieces) => this.looking.cards(link, pieces),
      showPair: (cards) => this.odds.pair(cards),
      active: () => {},
      then: (piece, spot) => (this.#then = { piece, spot }),
    };
  }

  /** What is usual at the end of a move that was one gesture is done with it.
   * @param {Link} link
   * @param {State} state
   * @param {import("../shared/types.js").Choose} question
   * @param {string} usual
   */
  #asUsual(link, state, question, usual) {
    const taken = question.options.find(({ id }) => id === usual);
    toast(`${question.text} ${taken?.label ?? ""}: Undo asks you again.`);
    this.#answer(link, state, usual);
  }

  /** @param {Link} link @param {State} state @param {unknown} value */
  async #answer(link, state, value) {
    try {
      const done = await link.answer(state, value);
      if (done.words) toast(done.words);
    } catch (fault) {
      this.delegation.stop(link);
      const rule = fault instanceof NotAllowed ? fault.rule : "";
      toast(
        faultWords(fault),
        rule && link.scene ? why(link.scene.book, [rule], ruleName(link.scene.book, rule)) : "",
      );
      this.panel.again();
    }
  }

  #unask() {
    this.#asked = "";
    this.panel.clear();
    this.odds.clear();
    this.board.mark({});
  }

  /** @param {Link} link @param {Scene} scene @param {State} state */
  #wait(link, scene, state) {
    pageState("waiting", state.at);
    document.title = `${scene.title} · Warbook`;
    const key = ["wait", link.seat, waitedFor(scene, state), link.present?.sides, link.company?.stand_ins].join(" ");
    if (this.#asked === key) return;
    this.#unask();
    this.#hideEnding();
    this.#asked = key;
    sayWaiting(this.panel, link, scene, state);
  }

  /** Before the battle. @param {Link} link @param {Scene} scene */
  #room(link, scene) {
    pageState("room");
    const key = ["room", link.seat, link.missing, Object.keys(link.choosing), link.company?.invited].join(" ");
    if (this.#asked === key) return;
    this.#asked = key;
    sayMissing(this.panel, link, scene);
  }

  /** @param {Link} link @param {Scene} scene @param {State} state */
  #over(link, scene, state) {
    pageState("over", state.at);
    if (this.#asked === "over") return;
    this.#unask();
    this.#asked = "over";
    this.panel.hidden = true;
    this.ending.hidden = false;
    byId("side").scrollTop = 0; // what comes first is the end of a lesson, or the result
    const ribbon = byId("ribbon");
    this.ending.show(link, scene, state, ribbon);
    const mine = kept(scene.battle);
    if (mine) keep({ ...mine, over: true });
    document.title = `${ribbon.textContent} · ${scene.title}`;
    announce(ribbon.textContent ?? "");
  }

  #hideEnding() {
    this.panel.hidden = false;
    this.ending.hidden = true;
    byId("ribbon").hidden = true;
  }

  // -------------------------------------------------------------- advice

  async #advise() {
    const link = this.link,
      state = link?.state;
    if (!link || !state?.question || !this.panel.asker) return;
    this.tools.thinking(true);
    try {
      const said = this.panel.asker.said ?? {};
      const { value, why } = await link.ask({ do: "advise", at: state.at, part: [], value: said });
      if (link.state?.at !== state.at) return;
      this.panel.advise(value, why);
      const take = this.panel.querySelector("[data-testid=advice-take]");
      if (take instanceof HTMLElement) take.focus();
    } catch (fault) {
      toast(faultWords(fault));
    } finally {
      this.tools.thinking(false);
    }
  }

  // -------------------------------------------------------------- one screen for several

  /** Hide everything until the next player has the screen. @param {Link} link */
  #pass(link) {
    const scene = /** @type {Scene} */ (link.scene);
    this.#passing = true;
    pageState("pass");
    this.#unask();
    this.#laid = null;
    this.board.setPieces([], scene.sides);
    this.board.setGroups([]);
    this.board.setMarkers([]);
    this.log.clear();
    this.card.clear();
    this.talk.clear();
    this.roster.replaceChildren();
    byId("notice").hidden = true;
    document.body.classList.add("passing");
    passCard(byId("pass"), sideName(scene, scene.side), scene, (open) => {
      this.#passing = false;
      this.#openTable = open;
      document.body.classList.remove("passing");
      this.seats.shown = link;
      this.#look(link);
    });
  }

  // -------------------------------------------------------------- the rest of the page

  #line() {
    const line = byId("line");
    line.textContent = this.seats.lost ?? "";
    line.hidden = !line.textContent;
  }

  #skip() {
    if (!this.#playing) return;
    this.#skipping = true;
    this.board.skip();
  }

  #help() {
    helpCard(`/table?text${location.hash}`, this.link?.scene ?? null);
  }

  #people() {
    const link = this.link ?? this.seats.links[0];
    if (link.scene) openPeople(link, link.scene);
  }

  /** @param {string | null} piece */
  #point(piece) {
    this.panel.asker?.pointPiece(piece);
    this.looking.point(piece, this.#touched);
    this.sight.point(piece);
    this.roaming.point(piece);
  }

  /** Give a piece to the open question, from the board or the roster. @param {string} piece */
  #pick(piece) {
    const asker = this.panel.asker;
    if (!asker) return;
    asker.pickPiece(piece);
  }

  /** One's own edge to the bottom, if it is wanted there: where one began, however the battle goes. */
  #turnTable() {
    const { scene } = this.link ?? {},
      known = scene && kept(scene.battle);
    if (!scene) return;
    const side = scene.side ?? "",
      found = known?.edges?.[side] ?? edgeOf(side, [...this.pieces.values()]);
    if (known && found !== null && known.edges?.[side] === undefined)
      keep({ ...known, edges: { ...known.edges, [side]: found } });
    this.board.turnTable(this.tools.ownEdge ? (found ?? 0) : 0);
  }

  /** A piece was dragged to a place, perhaps before its way is asked for. @param {Drop} drop */
  #drop(drop) {
    if (!this.panel.asker?.moveTo(drop.piece, drop.spot)) this.#then = drop;
  }

  #listen() {
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ act) =>
      this.board.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail));
    on("point-piece", ({ piece }) => this.#point(piece));
    on(
      "look-piece",
      ({ piece, stays }) => (stays || !this.#touched) && this.looking.at(piece, stays || this.card.pinned),
    );
    on("pick-piece", ({ piece }) =>
      this.putting.on ? this.putting.pick(this.pieces.get(piece), this.link) : this.#pick(piece),
    );
    on("point-spot", (spot) => {
      this.panel.asker?.pointSpot(spot);
      this.tools.here(spot ? tintedAt(this.board, spot) : "");
    });
    on("pick-spot", (spot) =>
      this.putting.on ? this.putting.place(spot, this.link) : this.panel.asker?.pickSpot(spot),
    );
    on("lift-piece", ({ piece }) => this.panel.asker?.lift(piece));
    on("drop-piece", (drop) => this.#drop(drop));
    on("turn", ({ degrees }) => this.panel.asker?.turn(degrees));
    this.head.opened = (side) => {
      const link = this.link;
      if (link?.scene && link.state)
        forceList(link.scene, side, link.state.pieces, link.state.groups, (piece) => this.looking.at(piece, true));
    };
    this.roster.pointed = (piece) => this.#point(piece);
    this.roster.chosen = (piece) => {
      const group = this.link?.state?.groups.find(({ id }) => id === piece);
      this.board.focusOn(group?.members ?? [piece]);
      if (!this.#touched) this.looking.at(piece, false);
      const question = this.link?.state?.question;
      if (question?.kind === "choose" || (question?.kind === "form" && piece in question.parts)) this.#pick(piece);
    };
    addEventListener("pointerdown", (event) => (this.#touched = event.pointerType === "touch"), { capture: true });
    addEventListener("pointermove", (event) => (this.#touched = event.pointerType === "touch"), { capture: true });
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("visibilitychange", () => document.hidden && this.#skip());
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || typing(event.target) || event.altKey || document.querySelector("dialog[open]"))
      return;
    const control = event.target instanceof Element && event.target.closest("button, a, summary, input");
    if (this.#passing) {
      if (event.key === "Enter" && !control) document.querySelector(/** @type {"button"} */ ("#pass .main"))?.click();
      return;
    }
    if (event.key === "Enter" && control && !event.ctrlKey) return;
    if (event.key === "Escape" && this.panel.advised) this.panel.unadvise();
    else if (event.key === "Enter" && this.panel.advised) this.#press();
    else if (
      !this.panel.asker?.key(event) &&
      (event.ctrlKey || event.metaKey || event.repeat || !this.#command(event.key.toLowerCase()))
    )
      return;
    event.preventDefault();
  }

  /** What Enter does where nothing else has a use for it. */
  #press() {
    const shown = [...document.querySelectorAll(/** @type {"button"} */ ("#side .btn.main"))].find(
      (each) => !each.disabled && each.checkVisibility(),
    );
    shown?.click();
    return shown !== undefined;
  }

  /** @param {string} key */
  #command(key) {
    if (key === "enter") return this.#press();
    if (key === "b") this.board.focus();
    else if (key === "c") this.looking.pin();
    else if (key === "q") this.panel.querySelector("h1")?.focus();
    else if (key === "l") this.log.focus();
    else if (key === "," || key === ".") return this.board.hand.swing(key === "," ? 1 : -1);
    else return this.tools.key(key);
    return true;
  }
}

/** How many times faster than usual it is shown what happens now. In a phase that is nobody's own much happens in the
 *  same moment, and
 * the more is still to be shown, the faster it is. @param {Link} link */
function haste({ events, shown }) {
  const phase = events.slice(0, shown ?? 0).findLast((event) => event.type === "Phase");
  return phase?.type !== "Phase" || phase.side
    ? 1
    : Math.min(FASTEST, Math.max(1, (events.length - (shown ?? 0)) / UNHURRIED));
}

/** Keep the battle in this browser, with what the server had committed to. @param {Link} link */
function remember({ scene, seat }) {
  if (!scene) return;
  keep({
    battle: scene.battle,
    title: scene.sides.map((card) => card.name).join(" against "),
    what: `${scene.title}, ${scene.scenario}`,
    commitment: scene.commitment,
    when: Date.now(),
    mine: scene.side === null ? {} : { [scene.side]: seat },
    invites: {},
    watch: scene.side === null ? seat : "",
  });
}

const secrets = secretsHere();
const query = new URLSearchParams(location.search);
if (!secrets.length) {
  pageState("bad");
  badLink("");
} else if (query.has("replay")) replay(secrets[0]);
else if (query.has("text")) textView(secrets);
else new TablePage(secrets);
addEventListener("hashchange", () => location.reload());
