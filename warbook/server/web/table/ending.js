// After the battle: who won, how the dice fell, whether they were fair, and what to do next.

import { linkField, seatAddress } from "./cards.js";
import { checkDice } from "./dice.js";
import { button, fill, h } from "../shared/dom.js";
import { sharing, stories, summary } from "./share.js";
import { startBattle } from "../pages/start.js";
import { battle as kept, pledges } from "../shared/store.js";
import { announce, toast } from "../shared/voice.js";
import { number, print, sentence, sentences, shortened, sideClass, sideName } from "../shared/wording.js";

/** @import { LedgerLine, LedgerSide, NewBattle, Scene, State } from "../shared/types.js" */
/** @import { Link } from "./link.js" */

export class BattleEnding extends HTMLElement {
  /** @param {Link} link @param {Scene} scene @param {State} state @param {HTMLElement} ribbon */
  show(link, scene, state, ribbon) {
    const mine = kept(scene.battle),
      ended = link.events.findLast((event) => event.type === "Ended");
    const title = result(scene, state.winner);
    const luck = h(
      "section",
      { class: "card luck", "data-testid": "luck" },
      h("h2", null, "The luck of the dice"),
      h("p", null, "Counting…"),
    );
    const dice = h("p", { class: "dice-check", "data-testid": "dice-check", role: "status" });
    const added = addedBy(link, scene),
      proof = [
        `--commitment ${scene.commitment}`,
        ...added.filter(({ taken }) => taken !== false).map(({ share }) => `--share ${share}`),
      ].join(" ");
    this.dataset.testid = "ending";
    ribbon.hidden = false;
    ribbon.className = `ribbon ${sideClass(scene, state.winner ?? "")}`;
    ribbon.textContent = title;
    fill(
      this,
      h(
        "section",
        { class: `result ${sideClass(scene, state.winner ?? "")}` },
        h("h1", { tabindex: "-1" }, title),
        sentences(ended?.words.replace(`${title}. `, "") ?? "").map((words) => h("p", null, print(words))),
        h(
          "div",
          { class: "acts" },
          h(
            "a",
            { class: "btn main", href: `/table?replay#${link.seat}`, "data-testid": "to-replay" },
            "Watch it again",
          ),
          mine?.order &&
            button("Rematch", () => rematch(/** @type {NewBattle} */ (mine.order)), { "data-testid": "rematch" }),
          h("a", { class: "btn", href: "/" }, "Home"),
        ),
      ),
      luck,
      h(
        "section",
        { class: "card" },
        h("h2", null, scene.by_hand ? "Real dice" : "Dice you can check"),
        h(
          "p",
          null,
          scene.by_hand
            ? "The dice were thrown and read by people; the record says so, and has what they read."
            : scene.commitment
              ? `Before the first roll the server committed itself to ${shortened(scene.commitment)}. Every ` +
                `die of the battle follows from that, and from what each player’s page added after it had seen it.`
              : "The seed of this battle was chosen beforehand, so its dice can be thrown again by anybody " +
                "who knows it.",
        ),
        dice,
        h(
          "div",
          { class: "acts" },
          !scene.by_hand && button("Check again", () => check(link, scene, dice), { "data-testid": "check-dice" }),
        ),
        scene.commitment &&
          linkField("With the record, without this page", `warbook verify-dice battle.json ${proof}`, "dice-command"),
      ),
      h(
        "section",
        { class: "card" },
        h("h2", null, "Keep it"),
        h(
          "div",
          { class: "acts" },
          button("Battle report", () => download(link.seat, "report", `${scene.title}.html`), {
            "data-testid": "get-report",
          }),
          button("Record", () => download(link.seat, "record", `${scene.title}.json`), {
            "data-testid": "get-record",
          }),
        ),
        mine?.watch && linkField("Share the replay", seatAddress(mine.watch, "?replay"), "share"),
      ),
    );
    if (!scene.by_hand) check(link, scene, dice);
    ledger(link.seat).then(
      (sides) => {
        fill(
          luck,
          h("h2", null, "The luck of the dice"),
          sides.map((side) => sideLuck(scene, side)),
        );
        const told = stories(sides);
        if (told) luck.after(told);
        const report = async () => (await fetchOf(link.seat, "report")).text();
        this.append(sharing(summary(scene, ended?.words ?? title, sides), report, scene.title));
      },
      () => fill(luck, h("h2", null, "The luck of the dice"), h("p", null, "It cannot be fetched just now.")),
    );
  }
}
customElements.define("battle-ending", BattleEnding);

/** @param {Scene} scene @param {string | null} winner */
export function result(scene, winner) {
  return winner ? `${sideName(scene, winner)} win` : "A draw";
}

/** @param {string} seat @param {"replay" | "record" | "report" | "ledger"} what */
export async function fetchOf(seat, what) {
  const response = await fetch(`/api/battle/${what}`, { headers: { "x-seat": seat } });
  if (response.ok) return response;
  const fault = await response.json().catch(() => ({ words: "" }));
  throw new Error(fault.words || "The server cannot answer just now.");
}

/** @param {string} seat @returns {Promise<LedgerSide[]>} */
async function ledger(seat) {
  return (await fetchOf(seat, "ledger")).json();
}

/** @param {Scene} scene @param {LedgerSide} side */
function sideLuck(scene, side) {
  return h(
    "div",
    { class: `luck-side ${sideClass(scene, side.side)}` },
    h("h3", null, h("b", { class: "of-side" }, side.name), side.lost && h("small", null, print(side.lost))),
    h(
      "table",
      { class: "ledger" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, "Roll"),
          h("th", { scope: "col" }, "Made"),
          h("th", { scope: "col" }, "Expected"),
          h("th", { scope: "col" }, "Luckier, of 100"),
        ),
      ),
      h(
        "tbody",
        null,
        side.lines.map((line) => luckRow(line, false)),
        side.total.of > 0 && luckRow(side.total, true),
      ),
    ),
  );
}

/** @param {LedgerLine} line @param {boolean} total */
function luckRow(line, total) {
  const mark = h("i"),
    luckier = Math.round(100 - line.percentile);
  mark.style.left = `${line.percentile}%`;
  return h(
    "tr",
    { class: total ? "total" : null },
    h("th", { scope: "row" }, total ? "All" : line.name),
    h("td", null, `${line.made} of ${line.of}`),
    h("td", null, number(line.expected)),
    h(
      "td",
      null,
      h("span", { class: "percentile", "aria-hidden": "true" }, mark),
      h("span", { class: "pctl" }, String(luckier)),
    ),
  );
}

/** What this browser added to the dice of the battle. @param {Link} link @param {Scene} scene */
function addedBy(link, scene) {
  const found = pledges(scene.battle);
  return found.length || !link.pledge ? found : [link.pledge];
}

/**
 * Throw every die again, and compare what this page has kept.
 * @param {Link} link
 * @param {Scene} scene
 * @param {HTMLElement} words
 */
async function check(link, scene, words) {
  words.className = "dice-check";
  words.textContent = "Throwing every die again…";
  try {
    const record = await (await fetchOf(link.seat, "record")).json();
    const added = addedBy(link, scene),
      rolls = link.events.flatMap((event) => (event.type === "Rolled" ? [event.faces] : []));
    const commitment = added[0]?.commitment ?? kept(scene.battle)?.commitment ?? scene.commitment;
    const verdict = checkDice(record, {
      commitment,
      added,
      side: scene.side,
      rolls,
      name: (side) => sideName(scene, side),
    });
    words.classList.add(verdict.ok ? (verdict.proved ? "good" : "unproved") : "wrong");
    fill(words, !verdict.ok && h("strong", null, "Do not trust these dice. "), sentence(verdict.words));
    if (!verdict.ok) announce(`Do not trust these dice. ${verdict.words}`);
  } catch (fault) {
    words.classList.add("unproved");
    words.textContent = sentence(fault instanceof Error ? fault.message : "It cannot be checked just now");
  }
}

/** What is left to do where a battle cannot be played on. @param {Link} link */
export function pastActs({ past, seat }) {
  return past
    ? h(
        "div",
        { class: "acts", "data-testid": "past" },
        h("a", { class: "btn", href: `/table?replay#${seat}`, "data-testid": "past-watch" }, "Watch it"),
        button("Battle report", () => download(seat, "report", "battle.html"), { "data-testid": "past-report" }),
        button("Record", () => download(seat, "record", "battle.json"), { "data-testid": "past-record" }),
      )
    : null;
}

/** @param {string} seat @param {"record" | "report"} what @param {string} name */
async function download(seat, what, name) {
  try {
    const address = URL.createObjectURL(await (await fetchOf(seat, what)).blob());
    h("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  } catch (fault) {
    toast(fault instanceof Error ? fault.message : "It cannot be downloaded just now");
  }
}

/** The same battle again, with other dice. @param {NewBattle} order */
async function rematch({ seed: _, ...order }) {
  try {
    location.href = await startBattle(order);
  } catch (fault) {
    toast(fault instanceof Error ? fault.message : "It cannot be set up just now");
  }
}
