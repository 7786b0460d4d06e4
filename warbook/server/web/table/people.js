// The people at the table: what they are called, the link for those who watch, and how a battle is ended by agreement.

import { button, fill, h, surely } from "../shared/dom.js";
import { pref, setPref } from "../shared/store.js";
import { toast } from "../shared/voice.js";
import { isPerson, playerWords, sideClass } from "../shared/wording.js";
import { Picker } from "../pages/picker.js";
import { linkField, seatAddress } from "./cards.js";
import { tell } from "./takingback.js";

/** @import { Scene, Shelf } from "../shared/types.js" */
/** @import { Link } from "./link.js" */

export const LONGEST_NAME = 24;

/** The name that was last given in this browser; it is told to the table when one sits down. @param {Link} link */
export function introduce(link) {
  const side = link.scene?.side,
    name = pref("name", "");
  if (!side || !name || !link.company || link.company.names[side]) return;
  if (Object.values(link.company.names).includes(name)) return;
  link.ask({ do: "name", name }).catch(() => {});
}

/** @param {Link} link @param {Scene} scene */
export function nameField(link, scene) {
  const field = h("input", {
      type: "text",
      maxlength: String(LONGEST_NAME),
      autocomplete: "nickname",
      spellcheck: "false",
      value: link.company?.names[scene.side ?? ""] ?? "",
      placeholder: "what the others call you",
      "data-testid": "name",
    }),
    keep = async () => {
      const name = field.value.trim();
      if (await tell(link, { do: "name", name })) {
        setPref("name", name);
        toast(`You are called ${name}`);
      }
    };
  field.addEventListener("keydown", (event) => event.key === "Enter" && keep());
  return h(
    "div",
    { class: "name-field" },
    h("label", { class: "field" }, h("span", null, "Your name"), field),
    button("Keep it", keep, { "data-testid": "name-keep" }),
  );
}

/**
 * Who was invited chooses a force of those that may meet the others, or brings one.
 * @param {Link} link @param {Scene} scene @param {string[]} offers
 */
export function forceChoice(link, scene, offers) {
  const place = h(
    "div",
    { class: "force-choice", "data-testid": "force-choice" },
    h("p", null, "Fetching the forces…"),
  );
  fetch("/api/books")
    .then((response) => response.json())
    .then((/** @type {Shelf[]} */ books) => {
      const book = books.find(({ id }) => id === scene.book);
      if (!book) throw new Error();
      const forces = offers.flatMap((id) => book.forces.filter((force) => force.id === id)),
        picker = new Picker("Force", book, "force", forces, 0, "force-mine");
      fill(
        place,
        h("p", { class: "waiting-note" }, "Whoever invited you has left it to you which force you lead."),
        picker.element,
        button("Take this force", () => tell(link, { do: "force", force: picker.value }), {
          class: "btn main",
          "data-testid": "force-take",
        }),
      );
    })
    .catch(() => fill(place, h("p", { class: "fault" }, "The forces cannot be fetched just now. Reload the page.")));
  return place;
}

/** All about the people, as the drawn table has it in a dialog and the text view in a section.
 * @param {Link} link @param {Scene} scene */
export function peopleCard(link, scene) {
  const { company, state } = link,
    playing = scene.side !== null && state !== null && !state.over;
  return h(
    "div",
    { class: "people" },
    scene.edition && h("p", { class: "fine", "data-testid": "edition" }, scene.edition),
    h(
      "ul",
      { class: "who-plays" },
      scene.sides.map((card) =>
        h(
          "li",
          { class: sideClass(scene, card.id) },
          h("b", { class: "of-side" }, card.name),
          ` ${playerWords(card, scene.side, company)}`,
          isPerson(card) && link.present && !link.present.sides.includes(card.id) && ", away",
          company?.quiet.includes(card.id) && ", reads no lines",
        ),
      ),
    ),
    scene.side !== null && nameField(link, scene),
    company?.watch &&
      linkField("For those who only watch: they see what everybody may", seatAddress(company.watch), "watch-link"),
    playing && ending(link, scene),
  );
}

/** Hand over, agree on a draw, give up: each is asked about once more. @param {Link} link @param {Scene} scene */
function ending(link, scene) {
  const side = scene.side ?? "",
    away = link.company?.stand_ins.includes(side) ?? false,
    others = scene.sides.filter((card) => card.id !== side && isPerson(card));
  return h(
    "div",
    { class: "acts", "data-testid": "ending-acts" },
    button(
      away ? "Answer myself again" : "Let the bot answer for me",
      () => tell(link, { do: "stand-in", side, on: !away }).then(closeAll),
      { "data-testid": "own-stand-in" },
    ),
    others.length > 0 &&
      button("Offer a draw", () => tell(link, { do: "offer", at: link.state?.at ?? 0 }).then(closeAll), {
        "data-testid": "offer-draw",
      }),
    surely("Resign", "Give the battle up? It is lost then.", "resign", () =>
      tell(link, { do: "resign" }).then(closeAll),
    ),
  );
}

function closeAll() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
}

/** @param {Link} link @param {Scene} scene */
export function openPeople(link, scene) {
  const dialog = h(
    "dialog",
    { class: "people-card", "data-testid": "people-card", "aria-label": "At the table" },
    h("h1", { tabindex: "-1", autofocus: true }, "At the table"),
    peopleCard(link, scene),
    button("Back to the table", () => dialog.close(), { class: "btn main", "data-testid": "people-close" }),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
