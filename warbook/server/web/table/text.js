// The text view: the same battle in plain words, for screen readers and for those who would rather read.

import "./talk.js";
import { badLink, passCard } from "./cards.js";
import { forceChoice, introduce, peopleCard } from "./people.js";
import { showRequest } from "./takingback.js";
import { botOffer, invitations, waitedFor } from "./waiting.js";
import { faultWords } from "./link.js";
import { openCard } from "../shared/card.js";
import { button, fill, h, once } from "../shared/dom.js";
import { pastActs, result } from "./ending.js";
import { Seats } from "./seats.js";
import { underline } from "../shared/terms.js";
import { tableWords, terrainWords } from "./terrainwords.js";
import { answerWords } from "../asking/answers.js";
import { cellAt, headingWord } from "../board/hexes.js";
import { Filled } from "../shared/filled.js";
import { textQuestion } from "./textask.js";
import { announce, pageState, toast } from "../shared/voice.js";
import {
  capital,
  compass,
  isPerson,
  list,
  number,
  playerWords,
  print,
  sentence,
  sideName,
} from "../shared/wording.js";

/** @import { Asked, BattleEvent, Group, Piece, Scene, State, Table, TurnTold } from "../shared/types.js" */
/** @import { Link } from "./link.js" */
/** @import { TableTalk } from "./talk.js" */

const LONG = 240; // more letters of advice than anybody wants to hear at once
const LATELY = 40; // paragraphs of the log that are shown at first

/** @param {string[]} secrets */
export function textView(secrets) {
  new TextPage(secrets);
}

class TextPage {
  #head = h("header", { class: "text-head" });
  #title = h("p", { class: "text-title" });
  #line = h("p", { class: "lost-line", role: "status", "data-testid": "reconnecting", hidden: true });
  #ask = h("section", { class: "text-ask", "aria-label": "What is asked", "data-testid": "question" });
  #tools = h("div", { class: "acts", role: "toolbar", "aria-label": "Tools" });
  #log = h("div", {
    class: "text-log",
    role: "log",
    tabindex: "0",
    "aria-label": "What has happened",
    "data-testid": "log",
  });
  #talk = /** @type {TableTalk} */ (h(/** @type {any} */ ("table-talk"), { hidden: true }));
  #people = h("section", { "aria-labelledby": "text-people", "data-testid": "people-card" });
  #shown = "";
  #pieces = h("section", { "aria-labelledby": "text-pieces" });
  #table = h("section", { "aria-labelledby": "text-table" });
  #pass = h("section", { class: "pass", "data-testid": "pass-card", hidden: true });
  #main = h("main", { class: "text" });
  #laid = /** @type {Link | null} */ (null);
  #drawn = /** @type {Table | null} */ (null);
  #told = 0;
  #asked = "";
  #passing = false;
  #openTable = false;

  /** @param {string[]} secrets */
  constructor(secrets) {
    document.body.className = "plain";
    fill(
      this.#main,
      this.#head,
      this.#line,
      this.#ask,
      this.#tools,
      h("h2", { id: "text-log" }, "What has happened"),
      this.#log,
      this.#talk,
      this.#people,
      this.#pieces,
      this.#table,
    );
    const live = [...document.querySelectorAll("#toast, #now")];
    fill(document.body, this.#main, this.#pass, ...live);
    fill(this.#ask, h("h1", null, "Laying the table…"));
    this.seats = new Seats(secrets, () => this.#refresh());
  }

  #refresh() {
    if (this.seats.bad) {
      pageState("bad");
      badLink(this.seats.bad.fault, this.seats.bad.title, pastActs(this.seats.bad));
      return;
    }
    this.#line.textContent = this.seats.lost ?? "";
    this.#line.hidden = !this.seats.lost;
    if (this.#passing) return;
    const due =
      this.seats.due ?? (this.seats.links.every((link) => link.scene && !link.state) ? this.seats.links[0] : null);
    if (!due?.scene) return;
    if (due !== this.seats.shown && due.state && !due.state.over && this.seats.shared && !this.#openTable)
      this.#hand(due, due.scene);
    else this.#look(due, due.scene);
  }

  /** @param {Link} link @param {Scene} scene */
  #hand(link, scene) {
    this.#passing = true;
    pageState("pass");
    this.#laid = null;
    for (const part of [this.#ask, this.#log, this.#pieces, this.#people]) part.replaceChildren();
    this.#talk.clear();
    this.#shown = "";
    document.querySelector("dialog")?.close();
    this.#main.hidden = true;
    passCard(this.#pass, sideName(scene, scene.side), scene, (open) => {
      this.#passing = false;
      this.#openTable = open;
      this.#main.hidden = false;
      this.seats.shown = link;
      this.#look(link, scene);
    });
  }

  /** @param {Link} link @param {Scene} scene */
  #look(link, scene) {
    if (link.state) this.seats.shown = link;
    if (this.#laid !== link) this.#lay(link, scene);
    this.#ground(link.table ?? scene.table);
    this.#talk.show(link, scene);
    this.#company(link, scene);
    const state = link.state;
    if (!state) {
      this.#room(link, scene);
      return;
    }
    this.#tell(link, scene);
    this.#list(link, scene, state);
    this.#offer(link, state);
    if (state.over) this.#over(link, scene, state);
    else if (state.question) this.#question(link, scene, state, state.question);
    else this.#wait(scene, state);
  }

  /** @param {Link} link @param {Scene} scene */
  #lay(link, scene) {
    this.#laid = link;
    this.#told = 0;
    this.#asked = "";
    this.#log.replaceChildren();
    document.title = `${scene.title}, text view · Warbook`;
    underline(scene.book, scene.glossary, this.#ask);
    fill(
      this.#head,
      h(
        "p",
        null,
        h("a", { href: "/" }, "Warbook"),
        " · ",
        h("a", { href: `/table${location.hash}` }, "the drawn table"),
      ),
      this.#title,
    );
    if (!this.seats.shared) introduce(link);
  }

  /**
   * Who plays, and what they may agree on; made anew when something about it is.
   * @param {Link} link
   * @param {Scene} scene
   */
  #company(link, scene) {
    const shown = JSON.stringify([link.seat, scene.sides, link.company, link.present?.sides, link.state?.over]);
    if (this.#shown === shown) return;
    this.#shown = shown;
    fill(this.#people, h("h2", { id: "text-people" }, "At the table"), peopleCard(link, scene));
    fill(
      this.#title,
      scene.title,
      ": ",
      list(scene.sides.map((card) => `${card.name} (${playerWords(card, scene.side, link.company)})`)),
    );
  }

  /** @param {Table} table */
  #ground(table) {
    if (this.#drawn === table) return;
    this.#drawn = table;
    fill(
      this.#table,
      h("h2", { id: "text-table" }, `The table: ${table.name}`),
      h("p", null, tableWords(table)),
      terrainWords(table).flatMap(([kind, things]) => [
        h("h3", null, kind),
        h(
          "ul",
          null,
          things.map((thing) => h("li", null, capital(thing))),
        ),
      ]),
    );
  }

  // -------------------------------------------------------------- the question

  /** @param {Link} link @param {Scene} scene @param {State} state @param {Asked} question */
  #question(link, scene, state, question) {
    pageState("asked", state.at);
    const key = `${state.at} ${state.asking} ${state.asked} ${link.company?.stand_ins} ${JSON.stringify(question)}`;
    if (this.#asked === key) return;
    this.#asked = key;
    const answer = async (/** @type {unknown} */ value) => {
      try {
        const done = await link.answer(state, value);
        if (done.words) toast(done.words);
      } catch (fault) {
        toast(faultWords(fault));
      }
    };
    const heading = h("h1", { tabindex: "-1" }, print(question.text));
    const held = this.#ask.contains(document.activeElement) || document.activeElement === document.body;
    fill(
      this.#ask,
      this.#consent(link, scene, state),
      this.seats.shared && h("p", null, `Asked of ${sideName(scene, scene.side)}.`),
      heading,
      textQuestion(
        question,
        {
          scene,
          pieces: new Map(state.pieces.map((piece) => [piece.id, piece])),
          table: link.table ?? scene.table,
          toast,
          filled: new Filled(scene.battle, link.seat),
          ask: (message) => link.ask({ ...message, at: state.at }),
        },
        answer,
      ),
    );
    if (held) heading.focus();
    announce(question.text);
  }

  /** @param {Scene} scene @param {State} state */
  #wait(scene, state) {
    pageState("waiting", state.at);
    const others = state.waiting.filter((side) => side !== scene.side).map((side) => sideName(scene, side));
    const words = `${list(others) || "The referee"} are to answer.`;
    const { shown } = this.seats;
    const key = [words, state.asking, state.asked, shown?.company?.stand_ins, shown?.present?.sides].join(" ");
    if (this.#asked === key) return;
    this.#asked = key;
    fill(
      this.#ask,
      shown && this.#consent(shown, scene, state),
      h("h1", { tabindex: "-1" }, words),
      ...(shown ? waitOffers(shown, scene, state) : []),
    );
  }

  /** @param {Link} link @param {Scene} scene */
  #room(link, scene) {
    const { missing, choosing } = link,
      mine = scene.side !== null && scene.side in choosing,
      key = `room ${link.seat} ${missing.join()} ${mine} ${link.company?.invited.join()}`;
    pageState("room");
    if (this.#asked === key) return;
    this.#asked = key;
    fill(
      this.#ask,
      h(
        "h1",
        { tabindex: "-1" },
        mine ? "Choose your force" : `Waiting for ${list(missing.map((side) => sideName(scene, side)))}`,
      ),
      mine && forceChoice(link, scene, choosing[scene.side ?? ""]),
      h("p", null, "The battle begins when all have taken their seats."),
      invitations(
        link,
        scene,
        missing.filter((side) => side !== scene.side),
      ),
    );
  }

  /** @param {Link} link @param {Scene} scene @param {State} state */
  #over(link, scene, state) {
    pageState("over", state.at);
    if (this.#asked === "over") return;
    this.#asked = "over";
    const title = result(scene, state.winner);
    fill(
      this.#ask,
      h("h1", { tabindex: "-1", "data-testid": "result" }, title),
      h(
        "p",
        null,
        h("a", { href: `/table#${link.seat}` }, "The luck ledger, the check of the dice and the battle report"),
        " are on the drawn table.",
      ),
    );
    announce(title);
  }

  /** @param {Link} link @param {Scene} scene @param {State} state */
  #consent(link, scene, state) {
    const notice = h("div", { class: "notice" });
    showRequest(notice, link, scene, state);
    return notice.hidden ? null : notice;
  }

  /** @param {Link} link @param {State} state */
  #offer(link, state) {
    const undo = () =>
      link.ask({ do: "undo", at: state.at, how: state.undo }).then(
        (done) => toast(done.words || "Taken back"),
        (fault) => toast(faultWords(fault)),
      );
    const advise = () =>
      link.ask({ do: "advise", at: state.at, part: [] }).then(
        ({ value, why }) => this.#advice(link, state, value, why),
        (fault) => toast(faultWords(fault)),
      );
    const { lesson } = state;
    fill(
      this.#tools,
      lesson &&
        h(
          "p",
          { "data-testid": "lesson" },
          print(
            lesson.number > lesson.of
              ? `${lesson.word} The lesson is done.`
              : `${lesson.word} Step ${lesson.number} of ${lesson.of}: ${lesson.title}. ${lesson.says}`,
          ),
        ),
      button(state.undo === "consent" ? "Ask to undo" : "Undo", once(undo), {
        disabled: !state.undo,
        "data-testid": "undo",
      }),
      button("Advice", advise, { disabled: !state.question, "data-testid": "advice" }),
    );
  }

  /** @param {Link} link @param {State} state @param {unknown} value @param {string} why */
  #advice(link, state, value, why) {
    const words = state.question && state.question.kind !== "dice" ? answerWords(state.question, value) : "";
    const take = button(
      words.length > LONG ? "Take the advice for all of it" : `Take the advice: ${print(words)}`,
      () => {
        link.answer(state, value).catch((fault) => toast(faultWords(fault)));
      },
      { "data-testid": "advice-take", class: "btn main" },
    );
    for (const old of this.#ask.querySelectorAll("[data-testid^=advice-]")) old.remove();
    if (why) this.#ask.append(h("p", { "data-testid": "advice-why" }, print(why)));
    this.#ask.append(take);
    take.focus();
  }

  // -------------------------------------------------------------- what is known

  /** @param {Link} link @param {Scene} scene */
  #tell(link, scene) {
    if (this.#told > link.events.length || (link.shown !== null && link.shown < this.#told)) {
      this.#log.replaceChildren();
      this.#told = 0;
    }
    const fresh = link.events.slice(this.#told),
      from = this.#told,
      turns = link.state?.turns ?? [];
    const first = this.#told === 0;
    this.#told = link.shown = link.events.length;
    const names = new Map(link.state?.pieces.map((piece) => [piece.id, piece.name]));
    const told = fresh.flatMap((event, n) => [
      ...turns.filter(({ after }) => after === from + n).flatMap(inShort),
      ...paragraph(event, scene, names),
    ]);
    if (first && told.length > LATELY) {
      const rest = told.splice(0, told.length - LATELY);
      this.#log.append(h("details", null, h("summary", null, `Earlier: ${rest.length} lines`), ...rest));
    }
    this.#log.append(...told);
    this.#log.scrollTop = this.#log.scrollHeight;
  }

  /** Whoever stands at one of the buttons still does when the list is made anew.
   * @param {Link} link @param {Scene} scene @param {State} state */
  #list(link, scene, { pieces, groups }) {
    const table = link.table ?? scene.table,
      held = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.piece : undefined,
      names = new Map(pieces.map((piece) => [piece.id, piece.name])),
      of = (/** @type {{side: string}} */ each, /** @type {string} */ side) => each.side === side;
    const entry = (/** @type {{id: string, name: string}} */ one, /** @type {string} */ words) =>
      h("li", null, words, " ", this.#cardButton(link, scene.book, one));
    fill(
      this.#pieces,
      h("h2", { id: "text-pieces" }, "Pieces"),
      scene.sides.flatMap(({ id, name }) => [
        h("h3", null, id === scene.side ? `${name} (you)` : name),
        h(
          "ul",
          null,
          groups.filter((group) => of(group, id)).map((group) => entry(group, groupWords(group, names))),
          pieces.filter((piece) => of(piece, id)).map((piece) => entry(piece, pieceWords(piece, table))),
        ),
      ]),
    );
    const button = held && this.#pieces.querySelector(`[data-piece="${CSS.escape(held)}"]`);
    if (button instanceof HTMLElement) button.focus();
  }

  /** @param {Link} link @param {string} book @param {{id: string, name: string}} one */
  #cardButton(link, book, { id, name }) {
    const look = () =>
      link.ask({ do: "look", piece: id }).then(
        ({ card }) => this.seats.shown === link && !this.#passing && openCard(book, card),
        (fault) => toast(faultWords(fault)),
      );
    return h(
      "button",
      {
        type: "button",
        class: "btn quiet",
        "aria-label": `Card of ${name}`,
        "data-testid": "card-of",
        "data-piece": id,
        onclick: look,
      },
      "Card",
    );
  }
}

/** The bot may answer for who is silent. @param {Link} link @param {Scene} scene @param {State} state */
function waitOffers(link, scene, state) {
  const here = link.present?.sides ?? [];
  return waitedFor(scene, state)
    .filter((side) => scene.side !== null && scene.sides.some((card) => card.id === side && isPerson(card)))
    .map((side) => botOffer(link, scene, side, !here.includes(side)));
}

/**
 * @param {BattleEvent} event
 * @param {Scene} scene
 * @param {Map<string, string>} names of the pieces
 * @returns {HTMLElement[]}
 */
function paragraph(event, scene, names) {
  if (event.type === "Phase")
    return [h("h3", null, `Turn ${event.turn}${event.side && `, ${sideName(scene, event.side)}`}: ${event.phase}`)];
  if (event.type === "Rolled" && event.words) {
    const who = names.get(event.by ?? ""),
      came = event.passed === null ? "" : event.passed ? ", passed" : ", failed";
    return [h("p", null, sentence(`${who ? `${who}: ` : ""}${event.words.replace(/\.$/, "")}${came}`))];
  }
  return event.words ? [h("p", null, print(sentence(event.words)))] : [];
}

/** @param {Group} group @param {Map<string, string>} names of the pieces */
function groupWords({ name, words, members, states }, names) {
  const who = list(members.flatMap((id) => names.get(id) ?? []));
  return print(`${name}${words ? `, ${words}` : ""}: ${[who, ...states].filter(Boolean).join(", ")}.`);
}

/** @param {Piece} piece @param {Table} table */
function pieceWords(piece, table) {
  const where = piece.on_table ? placeWords(piece, table) : piece.aboard ? "riding" : "not on the table";
  return print(`${piece.name}${piece.words ? `, ${piece.words}` : ""}: ${[where, ...piece.states].join(", ")}.`);
}

/** @param {Piece} piece @param {Table} table */
function placeWords({ x, y, z, arc, facing }, table) {
  if (table.kind === "hexes")
    return `in hex ${cellAt(table, x, y)?.name ?? ""}${arc ? `, facing ${headingWord(facing)}` : ""}`;
  return (
    `at ${number(x)}, ${number(y)}${z > 0.05 ? `, ${number(z)}″ up` : ""}` +
    `${arc ? `, facing ${compass(facing)}` : ""}`
  );
}

/** What a turn came to. @param {TurnTold} told */
function inShort({ turn, lines }) {
  return [
    h("h3", null, `Turn ${turn} in short`),
    ...lines.map((line) => h("p", { "data-testid": "turn-told" }, print(line))),
  ];
}
