// The front page: play now, your battles, and setting a battle up.

import { button, byId, fill, h, surely } from "../shared/dom.js";
import { NameBox } from "./name.js";
import { openRecord, startBattle } from "./start.js";
import { SetUp } from "./setup.js";
import { lookUps } from "../shared/lookups.js";
import { bring, disown, me, ownBattles } from "../shared/me.js";
import { battle, battles, forget, forgotten, pref, remember } from "../shared/store.js";
import { pageState, toast } from "../shared/voice.js";
import { capital, list, sentence } from "../shared/wording.js";

/** @import { NewBattle, OwnBattle, Shelf } from "../shared/types.js" */
/** @import { Kept } from "../shared/store.js" */

/** @type {Promise<Shelf[]>} */
const shelves = fetch("/api/books").then((response) =>
  response.ok ? response.json() : Promise.reject(new Error("The server cannot answer just now.")),
);

/** Me against the best bot of a book; forces and scenario are drawn by lot. @param {Shelf} book @returns {NewBattle} */
function quickBattle(book) {
  return { book: book.id, varied: true };
}

/** To a new battle, or why there is none. @param {HTMLButtonElement} pressed @param {NewBattle} order */
async function go(pressed, order) {
  const fault = byId("play-fault");
  pressed.disabled = true;
  fault.hidden = true;
  try {
    location.href = await startBattle(order);
  } catch (error) {
    fault.hidden = false;
    fault.textContent = error instanceof Error ? error.message : "It cannot be set up just now.";
    pressed.disabled = false;
  }
}

/** @param {Shelf} book */
function playButton(book) {
  const play = button(`Play ${book.title}`, () => go(play, quickBattle(book)), {
    class: "btn main big",
    "data-testid": "play-now",
    "data-book": book.id,
  });
  return play;
}

/** To learn a book, or to go on with what was begun in this browser. @param {Shelf} book */
function learnButton(book) {
  const begun = pref(`lesson.${book.id}`, /** @type {Record<string, any>} */ ({})),
    under = typeof begun.seat === "string" && begun.number <= begun.of;
  if (under)
    return h(
      "a",
      { class: "btn", href: `/table#${begun.seat}`, "data-testid": "learn-on", "data-book": book.id },
      `Go on learning ${book.title}: step ${begun.number} of ${begun.of}`,
    );
  const learn = button(
    `${begun.seat ? "✓ " : ""}Learn ${book.title} in five minutes`,
    () => go(learn, { book: book.id, lesson: true }),
    { class: "btn", "data-testid": "learn", "data-book": book.id },
  );
  return learn;
}

function showBattles() {
  const section = byId("battles"),
    kept = battles(),
    gone = forgotten();
  section.hidden = kept.length + gone.length + elsewhere.length === 0;
  fill(
    section,
    h("h2", { id: "battles-title" }, "Your battles"),
    h("ul", { class: "battles" }, kept.map(battleRow), elsewhere.map(elsewhereRow)),
    gone.length > 0 &&
      h(
        "details",
        { class: "forgotten", "data-testid": "forgotten", open: justForgotten },
        h("summary", null, `Forgotten lately: ${gone.length}`),
        h("ul", { class: "battles" }, gone.map(forgottenRow)),
      ),
    h(
      "p",
      { class: "fine" },
      me() ? "They follow your name. " : "Kept in this browser. ",
      "Whoever has the link of a seat can sit there.",
    ),
  );
}

/** @param {Kept} kept */
function battleRow(kept) {
  const seats = Object.values(kept.mine).join("."),
    first = Object.values(kept.mine)[0] ?? kept.watch;
  return h(
    "li",
    { class: "battle", "data-testid": "battle", "data-battle": kept.battle },
    h(
      "span",
      { class: "battle-title" },
      h("b", null, kept.title),
      h("small", null, [kept.what, kept.over ? "over" : "under way", when(kept.when)].filter(Boolean).join(" · ")),
    ),
    h(
      "span",
      { class: "acts" },
      seats &&
        h(
          "a",
          { class: "btn main", href: `/table#${seats}`, "data-testid": "continue" },
          kept.over ? "Result" : "Continue",
        ),
      kept.watch && h("a", { class: "btn", href: `/table#${kept.watch}`, "data-testid": "watch" }, "Watch"),
      first && h("a", { class: "btn", href: `/table?replay#${first}`, "data-testid": "replay" }, "Replay"),
      surely("Forget", "Take it off this list? The battle itself stays.", "forget", () => {
        forget(kept.battle);
        disown(kept.battle);
        justForgotten = true;
        showBattles();
      }),
    ),
  );
}

let justForgotten = false;

/** Battles of the name that was signed in with, at which this browser has no seat. @type {OwnBattle[]} */
let elsewhere = [];

async function follow() {
  elsewhere = me() ? (await ownBattles()).filter(({ battle: id, side }) => !battle(id)?.mine[side]) : [];
  showBattles();
}

/** @param {OwnBattle} own */
function elsewhereRow(own) {
  const go = button(
    "Bring it here",
    async () => {
      go.disabled = true;
      try {
        location.href = await bring(own);
      } catch (error) {
        go.disabled = false;
        toast(error instanceof Error ? error.message : "It cannot be brought here just now.");
      }
    },
    { class: "btn main", "data-testid": "bring" },
  );
  return h(
    "li",
    { class: "battle", "data-testid": "elsewhere", "data-battle": own.battle },
    h(
      "span",
      { class: "battle-title" },
      h("b", null, own.title),
      h(
        "small",
        null,
        [own.scenario, own.over ? "over" : "under way", when(1000 * own.touched), "on another device"].join(" · "),
      ),
    ),
    h("span", { class: "acts" }, go),
  );
}

/** @param {Kept} kept */
function forgottenRow(kept) {
  return h(
    "li",
    { class: "battle" },
    h("span", { class: "battle-title" }, kept.title),
    button(
      "Take it back",
      () => {
        remember(kept.battle);
        showBattles();
        follow();
      },
      { "data-testid": "unforget" },
    ),
  );
}

/** @param {number} time */
function when(time) {
  return new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** @param {Shelf[]} books */
function showLookUps(books) {
  byId("lookups").hidden = false;
  fill(
    byId("lookups"),
    h("h2", { id: "lookups-title" }, "Look it up"),
    h("p", { class: "fine" }, "The rules to read and search, a sheet to print, and exact odds for a real table."),
    h(
      "ul",
      { class: "battles" },
      books.map((book) =>
        h(
          "li",
          { class: "battle", "data-book": book.id },
          h("span", { class: "battle-title" }, h("b", null, book.title)),
          lookUps(book.id),
        ),
      ),
    ),
  );
}

async function showSetUp() {
  const section = byId("setup");
  section.hidden = location.hash !== "#setup";
  if (section.hidden) return;
  if (!section.firstChild) {
    fill(section, h("h2", { id: "setup-title" }, "Set up a battle"), h("p", null, "Fetching the books…"));
    try {
      new SetUp(section, await shelves);
    } catch {
      fill(
        section,
        h("h2", { id: "setup-title" }, "Set up a battle"),
        h("p", { class: "fault" }, "The books cannot be fetched just now. Reload the page to try again."),
      );
    }
  }
  section.scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
}

/** A record of one's own is watched here, and played on from. */
function listenForRecords() {
  const field = /** @type {HTMLInputElement} */ (document.querySelector("[data-testid=open-record]")),
    fault = byId("play-fault");
  field.addEventListener("change", async () => {
    const file = field.files?.[0];
    field.value = "";
    if (!file) return;
    fault.hidden = true;
    try {
      location.href = await openRecord(await file.text());
    } catch (error) {
      fault.hidden = false;
      fault.textContent = error instanceof Error ? sentence(error.message) : "It cannot be opened just now.";
    }
  });
}

listenForRecords();
addEventListener("hashchange", showSetUp);
addEventListener("pageshow", (event) => event.persisted && location.reload());
showBattles();
showSetUp();
new NameBox(byId("name"), () => follow().catch(() => {}))
  .show()
  .then(follow)
  .catch(() => {});
shelves
  .then((books) => {
    fill(byId("plays"), books.map(playButton));
    const taught = books.filter((book) => book.lesson);
    byId("lessons").hidden = taught.length === 0;
    fill(byId("lessons"), taught.map(learnButton));
    showLookUps(books);
    fill(
      byId("books"),
      h("p", null, `On the shelf: ${list(books.map((book) => book.title))}.`),
      books.map((book) =>
        h("p", { class: "fine" }, sentence(`${book.title}: after ${book.source}. ${capital(book.licence)}`)),
      ),
    );
  })
  .catch((error) => {
    byId("play-fault").hidden = false;
    byId("play-fault").textContent =
      `${error instanceof Error ? error.message : ""} Reload the page to try again.`.trim();
  })
  .finally(() => pageState("waiting"));
