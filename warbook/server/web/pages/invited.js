// An invitation: what it is to, and the one press by which it becomes a seat of this browser.

import { button, byId, fill, h } from "../shared/dom.js";
import { battles, keepTaken, newSecret, takenHere } from "../shared/store.js";
import { pageState } from "../shared/voice.js";
import { list, sentence } from "../shared/wording.js";

/** @import { Child } from "../shared/dom.js" */
/** @import { Invited } from "../shared/types.js" */

const FAILED = "The server cannot answer just now. Try again in a moment.";

/** @param {string} title @param {...(Child | Child[])} rest */
function card(title, ...rest) {
  fill(byId("invited"), h("a", { class: "mark", href: "/" }, "Warbook"), h("h1", { tabindex: "-1" }, title), ...rest);
}

/** @param {string} words */
function closed(words) {
  card(
    "This invitation leads nowhere",
    h("p", { class: "fault", role: "alert", "data-testid": "invited-fault" }, sentence(words)),
    h("p", null, h("a", { class: "btn main", href: "/" }, "To the front page")),
  );
  pageState("bad");
}

/**
 * @param {string} invitation
 * @param {RequestInit} [more]
 * @returns {Promise<any>} the reply, or a fault with its words
 */
async function asked(invitation, more = {}) {
  const response = await fetch("/api/invitation", {
      ...more,
      headers: { "x-seat": invitation, ...more.headers },
    }).catch(() => null),
    reply = await response?.json().catch(() => null);
  if (response?.ok) return reply;
  throw new Error(reply?.words ?? FAILED);
}

/** The secret is kept before it is sent: if the reply is lost, the same browser takes the same seat again.
 * @param {string} invitation */
async function take(invitation) {
  const seat = takenHere(invitation) ?? newSecret();
  keepTaken(invitation, seat);
  await asked(invitation, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ seat }),
  });
  location.replace(`/table#${seat}`);
}

/** @param {string} invitation @param {Invited} told */
function offer(invitation, { title, book, scenario, plays, names }) {
  const fault = h("p", { class: "fault", role: "alert", hidden: true }),
    own = battles().some(({ invites }) => Object.values(invites ?? {}).includes(invitation)),
    go = button(
      "Take this seat",
      async () => {
        go.disabled = true;
        try {
          await take(invitation);
        } catch (error) {
          fault.hidden = go.disabled = false;
          fault.textContent = error instanceof Error ? sentence(error.message) : FAILED;
        }
      },
      { class: "btn main big", "data-testid": "take-seat" },
    );
  card(
    "You are invited to a battle",
    h("p", { class: "lead" }, `${book}: ${title}. ${scenario}.`),
    names.length > 0 && h("p", null, `${list([...names])} ${names.length > 1 ? "play" : "plays"} in it.`),
    h("p", null, `You would play ${plays}.`),
    own &&
      h(
        "p",
        { class: "fault", "data-testid": "own-invitation" },
        "You have set up this battle yourself: send the link to whoever is to play, and do not press the button.",
      ),
    h(
      "p",
      null,
      "The seat will belong to this browser. After that this link opens it here and nowhere else, " +
        "and whoever sent it to " +
        "you cannot sit there either. If this is the small window of a chat, open the link in your own browser first.",
    ),
    fault,
    h("p", null, go),
  );
  pageState("asked");
  go.focus();
}

async function begin() {
  const invitation = location.hash.slice(1);
  try {
    if (!invitation) throw new Error("the link is not whole");
    if (takenHere(invitation)) {
      await take(invitation);
      return;
    }
    const told = await asked(invitation);
    if (told.seat) location.replace(`/table#${invitation}`);
    else if (told.taken)
      closed(
        "this invitation was taken already: it is a seat in the browser that took it, and opens there and nowhere " +
          "else. If that was not you, tell whoever sent it",
      );
    else offer(invitation, told);
  } catch (error) {
    closed(error instanceof Error ? error.message : FAILED);
  }
}

addEventListener("hashchange", () => location.reload());
begin();
