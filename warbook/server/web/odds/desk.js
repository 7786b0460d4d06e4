// The odds desk: a question, what is given, and the answer at once. What is asked stands in the address.

import { button, byId, fill, h } from "../shared/dom.js";
import { underline } from "../shared/terms.js";
import { announce, copy, pageState, toast } from "../shared/voice.js";
import { capital, sentence } from "../shared/wording.js";
import { asCsv, asText, percent, shown, shownOutcome } from "./answer.js";
import { Asked, called, figureName, usualRange } from "./asked.js";
import { Form } from "./form.js";
import { bars, curve, grid } from "./pictures.js";

/** @import { Desk, DeskAnswer } from "../shared/types.js" */
/** @import { Which } from "./asked.js" */

class OddsDesk {
  /** @type {DeskAnswer | null} */ #answer = null;
  /** What was wrong with what was asked last. */ #fault = "";
  #fractions = false;
  #asking = false;
  #again = false;
  /** Which of two set-ups the form is for. @type {Which} */ #which = "first";
  /** @type {Form | null} */ #form = null;
  /** The figures of the last answer. @type {DeskAnswer["first"]["values"]} */ #values = {};

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.asked = Asked.read(desk, new URLSearchParams(location.search));
    byId("title").textContent = `${desk.title}: the odds`;
    document.title = `Odds · ${desk.title} · Warbook`;
    byId("to-rules").setAttribute("href", `/rules/${encodeURIComponent(desk.book)}`);
    byId("to-quick").setAttribute("href", `/rules/${encodeURIComponent(desk.book)}/quick`);
    addEventListener("popstate", () => this.#open(Asked.read(desk, new URLSearchParams(location.search))));
    new MutationObserver(() => this.#show()).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    this.#open(this.asked);
    underline(desk.book, desk.glossary, byId("form"));
  }

  /** @param {Asked} asked */
  #open(asked) {
    this.asked = asked;
    this.#which = "first";
    this.#values = {};
    fill(
      byId("questions"),
      this.desk.questions.map((each) =>
        h(
          "a",
          {
            class: "btn",
            href: `?q=${encodeURIComponent(each.id)}`,
            "data-testid": `question-${each.id}`,
            "aria-current": each === asked.question && "page",
            onclick: (/** @type {MouseEvent} */ event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              const next = Asked.start(this.desk, each);
              history.pushState(null, "", next.address);
              this.#open(next);
            },
          },
          capital(each.id.replaceAll("-", " ")),
        ),
      ),
    );
    byId("questions").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    byId("says").textContent = asked.question.says;
    this.#lay();
    this.#ask();
  }

  /** The form, for the set-up that is being changed. */
  #lay() {
    const { asked } = this,
      place = h("div", { class: "controls" });
    fill(byId("form"), this.#modes(), asked.vary.length > 0 && this.#varying(), place);
    this.#form = new Form(place, asked, this.#which, () => this.#changed());
    this.#form.show(this.#values);
  }

  #modes() {
    const { asked } = this;
    const tab = (/** @type {Which} */ which, /** @type {string} */ words) =>
      button(words, () => this.#turnTo(which), {
        "aria-pressed": String(this.#which === which),
        "data-testid": `set-up-${which}`,
      });
    return h(
      "div",
      { class: "acts modes" },
      asked.against && [tab("first", "Set-up A"), tab("second", "Set-up B")],
      button(
        "Compare",
        () => {
          asked.against = asked.against ? null : new Map();
          asked.vary = [];
          this.#turnTo(asked.against ? "second" : "first");
        },
        { "aria-pressed": String(Boolean(asked.against)), "data-testid": "compare" },
      ),
      asked.question.parameters.length > 0 &&
        button(
          "Vary",
          () => {
            const first =
              asked.question.parameters.find((each) => each.bounds && each.bounds[1] > 1) ??
              asked.question.parameters[0];
            asked.vary = asked.vary.length ? [] : [[first.id, usualRange(first, this.#values[first.id])]];
            asked.against = null;
            this.#turnTo("first");
          },
          { "aria-pressed": String(asked.vary.length > 0), "data-testid": "vary" },
        ),
    );
  }

  /** @param {Which} which */
  #turnTo(which) {
    this.#which = which;
    const setUp = which === "second" ? (this.#answer?.second ?? this.#answer?.first) : this.#answer?.first;
    this.#values = setUp?.values ?? {};
    this.#lay();
    this.#changed();
  }

  /** Which parameters are varied, by which values, and of which outcome. */
  #varying() {
    const { asked } = this,
      { parameters } = asked.question;
    const row = (/** @type {number} */ number) => {
      const [name, values] = asked.vary[number] ?? ["", ""];
      const select = h(
        "select",
        {
          "aria-label": number ? "Vary this, too" : "Vary this",
          "data-testid": `vary-${number + 1}`,
          onchange: () => {
            const chosen = parameters.find((each) => each.id === select.value);
            if (chosen) asked.vary[number] = [chosen.id, usualRange(chosen, this.#values[chosen.id])];
            else asked.vary.splice(number, 1);
            this.#lay();
            this.#changed();
          },
        },
        number > 0 && h("option", { value: "" }, "nothing else"),
        parameters
          .filter((each) => each.id === name || !asked.vary.some(([other]) => other === each.id))
          .map((each) => h("option", { value: each.id, selected: each.id === name }, figureName(each.id))),
      );
      const field = h("input", {
        value: values,
        "aria-label": "Its values, as 2..6 or none,5,4",
        "data-testid": `values-${number + 1}`,
        onchange: () => {
          asked.vary[number] = [name, field.value.replaceAll(" ", "")];
          this.#changed();
        },
      });
      return h("div", { class: "vary-row" }, select, name ? field : null);
    };
    const of = h(
      "select",
      {
        "aria-label": "The outcome that is shown",
        "data-testid": "of",
        onchange: () => {
          asked.of = of.value;
          this.#remember();
          this.#show();
        },
      },
      h("option", { value: "" }, asked.vary.length > 1 ? "the last outcome" : "all outcomes"),
      [...(this.#answer?.first.outcomes ?? []), ...(this.#answer?.first.also ?? [])].map((each) =>
        h("option", { value: each.name, selected: each.name === asked.of }, called(each.name)),
      ),
    );
    return h(
      "fieldset",
      { class: "varying" },
      h("legend", null, "Varied"),
      row(0),
      parameters.length > 1 && row(1),
      h("div", { class: "vary-row" }, of),
    );
  }

  #changed() {
    this.#remember();
    this.#ask();
  }

  #remember() {
    history.replaceState(null, "", this.asked.address);
  }

  /** One request at a time; what has changed meanwhile is asked after it. */
  async #ask() {
    this.#again = true;
    if (this.#asking) return;
    this.#asking = true;
    while (this.#again) {
      this.#again = false;
      const asked = this.asked;
      try {
        const reply = await fetch("/api/odds", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(asked.message),
        });
        const data = await reply.json();
        this.#fault = reply.ok ? "" : data.words;
        if (asked !== this.asked) continue;
        if (reply.ok) this.#take(data);
      } catch {
        this.#fault = "The server cannot be reached just now.";
      }
      this.#show();
    }
    this.#asking = false;
    pageState("waiting");
  }

  /** @param {DeskAnswer} answer */
  #take(answer) {
    const first = !this.#answer;
    this.#answer = answer;
    this.#values = ((this.#which === "second" && answer.second) || answer.first).values;
    if (!this.#again) this.#form?.show(this.#values);
    if (first && this.asked.vary.length) this.#lay(); // now its outcomes are known
    const worst = answer.first.outcomes.at(-1);
    if (worst) announce(`${called(worst.name)} ${percent(worst.value)}`);
  }

  /** Whoever is at one of its buttons stays there. */
  #show() {
    const answer = this.#answer,
      place = byId("answer");
    const at = place.contains(document.activeElement) && document.activeElement?.getAttribute("data-testid");
    fill(
      place,
      this.#fault && h("p", { class: "fault", role: "alert", "data-testid": "fault" }, sentence(this.#fault)),
      answer && !this.#fault && shown(answer, this.asked, this.#fractions),
      answer && this.#acts(answer),
    );
    const again = at && place.querySelector(`[data-testid=${at}]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  /** @param {DeskAnswer} answer */
  #acts(answer) {
    const name = `${this.desk.book}-${this.asked.question.id}`;
    return h(
      "div",
      { class: "acts share" },
      !answer.varied &&
        button(
          "Fractions",
          () => {
            this.#fractions = !this.#fractions;
            this.#show();
          },
          { "aria-pressed": String(this.#fractions), "data-testid": "fractions" },
        ),
      button("Copy link", () => copy(location.origin + this.asked.address), { "data-testid": "copy-link" }),
      button("Copy text", () => copy(asText(answer, this.asked)), { "data-testid": "copy-text" }),
      button("CSV", () => save(`${name}.csv`, asCsv(answer, this.asked), "text/csv"), { "data-testid": "csv" }),
      button("Picture", () => save(`${name}.svg`, this.#picture(answer), "image/svg+xml"), {
        "data-testid": "picture",
      }),
    );
  }

  /** @param {DeskAnswer} answer */
  #picture(answer) {
    const { asked } = this,
      drawn = !answer.varied
        ? bars(answer, `${this.desk.title}: ${asked.question.says}`)
        : Object.keys(answer.varied.ranges).length > 1
          ? grid(answer.varied, shownOutcome(answer.varied, asked))
          : curve(answer.varied, asked.of);
    return new XMLSerializer().serializeToString(drawn);
  }
}

/** @param {string} name @param {string} content @param {string} type */
function save(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  toast(`Saved as ${name}`);
}

const laid = /** @type {Desk} */ (JSON.parse(byId("desk").textContent ?? "{}"));
if (laid.questions.length) new OddsDesk(laid);
else {
  fill(byId("answer"), h("p", null, `${laid.title} has no odds questions.`));
  pageState("waiting");
}
