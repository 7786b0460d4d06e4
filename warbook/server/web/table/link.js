// The WebSocket of a seat. It comes back by itself when it is lost, and the state with it.

import { pledgeFor, wordBroken } from "./luck.js";
import { keepPledge } from "../shared/store.js";
import { sentence } from "../shared/wording.js";

/**
 * @import { BattleEvent, Company, FromServer, Piece, Present, Reply, Saying, Scene } from "../shared/types.js"
 */
/** @import { State, Table, Talk, Welcome } from "../shared/types.js" */
/** @import { Pledge } from "../shared/store.js" */

/** Something asked for that was not done; `lost` when only the line went dead. */
export class NotAllowed extends Error {
  /** @param {string} words @param {string} [rule] @param {boolean} [lost] */
  constructor(words, rule = "", lost = false) {
    super(words);
    this.rule = rule;
    this.lost = lost;
  }
}

/** A refusal as a sentence. @param {unknown} fault */
export function faultWords(fault) {
  return fault instanceof NotAllowed ? sentence(fault.message) : "Something went wrong; please try again.";
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 3000;
const PAST = 4411;
/**
 * Why the server closes for good: no seat can look like this, there is none, its battle will never open, or is of
 * another version of its book.
 * @type {Record<number, string>}
 */
const FOR_GOOD = {
  4400: "There is no seat here",
  4404: "There is no seat here",
  4410: "This battle cannot be opened",
  4411: "This battle cannot be played on",
};

export class Link {
  /** @type {Scene | null} */ scene = null;
  /** @type {State | null} */ state = null;
  /** The table as the seat last heard of it. @type {Table | null} */ table = null;
  /** All events the seat knows of. @type {BattleEvent[]} */ events = [];
  /** The people's sides that have not sat down yet. @type {string[]} */ missing = [];
  /** The forces that sides may still choose before the battle. @type {Record<string, string[]>} */ choosing = {};
  /** @type {Present | null} */ present = null;
  /** @type {Company | null} */ company = null;
  /** What was said at the table. @type {Saying[]} */ lines = [];
  /** @type {"joining" | "open" | "lost" | "bad"} */ status = "joining";
  /** Why the seat is bad, or what the server said when it closed the line. */ fault = "";
  title = "";
  /** Whether the battle can still be watched, but not played on. */ past = false;
  /** What this page added to the dice. @type {Pledge | null} */ pledge = null;
  /** How many events have been shown; null before the first state, which is not played. @type {number | null} */
  shown = null;

  /** The pieces as the line that is open has told of them. @type {Map<string, Piece>} */ #known = new Map();
  /** Told the next state, or that there will be none. @type {((state: State | null) => void)[]} */ #waiting = [];
  #ref = 0;
  /** @type {Map<number, {resolve: (reply: any) => void, reject: (fault: NotAllowed) => void}>} */
  #open = new Map();
  /** @type {WebSocket | null} */ #socket = null;
  #wait = FIRST_WAIT;

  /** @param {string} seat @param {() => void} changed called after every message and change of the line */
  constructor(seat, changed) {
    this.seat = seat;
    this.changed = changed;
    this.#connect();
    addEventListener("online", () => this.status === "lost" && this.#connect());
  }

  /**
   * Send a message and await its reply.
   * @param {{do: string} & Record<string, unknown>} message
   * @returns {Promise<any>}
   */
  ask(message) {
    const ref = ++this.#ref;
    return new Promise((resolve, reject) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) {
        reject(new NotAllowed("The connection is down; it will be back in a moment.", "", true));
        return;
      }
      this.#open.set(ref, { resolve, reject });
      this.#socket.send(JSON.stringify({ ...message, ref }));
    });
  }

  /**
   * Give an answer. Where the line goes dead before it is kept, it is given again when the line is back and the
   * same is still asked.
   * @param {State} state @param {unknown} value @returns {Promise<{words: string}>}
   */
  async answer(state, value) {
    for (let again = false; ; again = true)
      try {
        return await this.ask({ do: "answer", at: state.at, part: [], value });
      } catch (fault) {
        if (again || !(fault instanceof NotAllowed) || !fault.lost) throw fault;
        const now = await new Promise((resolve) => this.#waiting.push(resolve));
        if (!now) throw fault;
        if (now.at !== state.at || JSON.stringify(now.question) !== JSON.stringify(state.question))
          return { words: "" };
      }
  }

  #connect() {
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    const address = new URL("/api/sit", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = (this.#socket = new WebSocket(address));
    let turnedAway = "";
    socket.onopen = () => socket.send(JSON.stringify({ do: "sit", seat: this.seat }));
    socket.onmessage = ({ data }) => {
      const message = /** @type {FromServer} */ (JSON.parse(data));
      if (message.type === "refused" && message.ref === 0) turnedAway = message.words;
      else this.#hear(message);
    };
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return;
      this.#drop();
      if (FOR_GOOD[code]) {
        this.past = code === PAST;
        this.#end(FOR_GOOD[code], turnedAway);
        return;
      }
      this.status = "lost";
      this.fault = turnedAway;
      this.changed();
      setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    };
  }

  /** Nothing more is to be had here. @param {string} title @param {string} fault */
  #end(title, fault) {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    Object.assign(this, { status: "bad", title, fault });
    for (const tell of this.#waiting.splice(0)) tell(null);
    this.changed();
  }

  #drop() {
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const { reject } of open)
      reject(new NotAllowed("The connection was lost before the server answered.", "", true));
  }

  /** @param {FromServer} message */
  #hear(message) {
    switch (message.type) {
      case "welcome":
        this.pledge = pledgeFor(message, this.pledge);
        if (wordBroken(message, this.pledge)) {
          this.#end(
            "The server has broken its word",
            "Before the dice of this battle were settled it had committed " +
              "itself to something else than it does now. Do not trust its dice.",
          );
          return;
        }
        this.scene = message.scene;
        this.company = message.company;
        this.#hearTalk(message.talk);
        this.table = this.state ? (this.table ?? message.scene.table) : message.scene.table;
        this.#known.clear();
        this.status = "open";
        this.fault = "";
        this.#wait = FIRST_WAIT;
        this.#add(message);
        break;
      case "room":
        this.missing = message.missing;
        this.choosing = message.choosing;
        break;
      case "company":
        this.company = message;
        break;
      case "talk":
        this.#hearTalk(message);
        break;
      case "present":
        this.present = message;
        break;
      case "state":
        this.#take(message);
        break;
      default:
        this.#reply(message);
        return;
    }
    this.changed();
  }

  /** @param {Talk} talk */
  #hearTalk({ lines, whole }) {
    this.lines = whole ? lines : [...this.lines, ...lines];
  }

  /** Add to the dice; what was sent before the line went dead is sent again. @param {Welcome} welcome */
  async #add({ adds }) {
    const pledge = this.pledge;
    if (!pledge || (pledge.taken !== null && !adds)) return;
    keepPledge(pledge);
    try {
      await this.ask({ do: "share", share: pledge.share });
      pledge.taken = true;
    } catch (fault) {
      if (!(fault instanceof NotAllowed) || fault.lost) return;
      pledge.taken = false;
    }
    keepPledge(pledge);
  }

  /** @param {State} state */
  #take(state) {
    const events = [...this.events.slice(0, state.keep), ...state.events];
    if (this.shown !== null) this.shown = Math.min(this.shown, common(this.events, events, state.keep));
    this.events = events;
    for (const piece of state.pieces) this.#known.set(piece.id, piece);
    for (const id of state.gone) this.#known.delete(id);
    this.state = { ...state, pieces: [...this.#known.values()] };
    this.table = state.table ?? (state.keep === 0 && this.scene ? this.scene.table : this.table);
    this.missing = [];
    this.choosing = {};
    for (const tell of this.#waiting.splice(0)) tell(this.state);
  }

  /** @param {Reply} reply */
  #reply(reply) {
    const open = this.#open.get(reply.ref);
    this.#open.delete(reply.ref);
    if (reply.type === "refused") open?.reject(new NotAllowed(reply.words, reply.rule));
    else open?.resolve(reply);
  }
}

/**
 * How many events at the start are the same; `sure` of them are.
 * @param {BattleEvent[]} old
 * @param {BattleEvent[]} now
 * @param {number} sure
 */
function common(old, now, sure) {
  let count = Math.min(sure, old.length, now.length);
  while (count < old.length && count < now.length && JSON.stringify(old[count]) === JSON.stringify(now[count]))
    count++;
  return count;
}
