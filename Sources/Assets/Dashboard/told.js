// What a session is, in words: the line that is heard when it changes, and the strip on every place but Now.
import { button, fill, h, say } from "./dom.js";
import { clock, length } from "./format.js";
import { act, known, nameOf, since } from "./service.js";
import { t } from "./strings.js";

const words = t.told;

/** What of a status is a state of its own, so that a change is told once. */
const stateOf = (status) => [status.state, status.session, status.question?.kind, status.question?.profile, Boolean(status.emergency)].join();

/** One sentence for the state that came, after the one that was. */
function sentence(status, before) {
  const name = status.layers.map(nameOf).join(" + ");
  if (status.emergency && !before.emergency) return words.emergency(clock(status.emergency.ends_at));
  if (status.question) return status.question.kind === "switch" ? words.switch(nameOf(status.question.profile)) : words.question;
  if (status.state === "break") return status.break?.ends_at ? words.break(clock(status.break.ends_at)) : words.openBreak;
  if (status.state === "focusing") {
    if (before.state === "break") return words.resumed(name);
    if (before.question || before.emergency) return words.goesOn(name);
    return status.planned_end ? words.begunUntil(name, clock(status.planned_end)) : words.begun(name);
  }
  return before.state && before.state !== "idle" ? words.over : "";
}

let last;

/** Says a change of state to those who do not see it; what is so when the page is opened is not told. */
export function tellChange() {
  const { status } = known;
  const before = last;
  last = status;
  if (!before || stateOf(before) === stateOf(status)) return;
  const parts = [sentence(status, before)];
  // What begins says whether anything is blocked.
  if (before.state === "idle" && status.state === "focusing" && t.now.pill[status.blocking?.state]) parts.push(`${t.now.pill[status.blocking.state]}.`);
  say(document.getElementById("live"), parts.join(" "));
}

/** What the title of the page begins with; nothing while nobody focuses. */
export const titleOf = (status) => (!status || status.state === "idle" ? "" : status.question ? words.title.question : status.state === "break" ? words.title.break : words.title.focusing);

const left = (status) => {
  if (status.state === "break") return status.break?.remaining_seconds == null ? words.onBreak : words.breakLeft(length(Math.max(0, status.break.remaining_seconds - since()), true));
  return status.remaining_seconds == null ? words.focusing : words.left(length(Math.max(0, status.remaining_seconds - since()), true));
};

/** The session on every place but Now, with what has to be answered. */
export function drawStrip(view) {
  const place = document.getElementById("session");
  const { status } = known;
  place.hidden = view === "now" || !status || status.state === "idle";
  if (place.hidden) return;
  const shape = `${stateOf(status)} ${status.layers}`;
  if (place.dataset.shape !== shape) {
    place.dataset.shape = shape;
    fill(place, h("a", { href: "#now", id: "underway" }, h("strong", {}, status.layers.map(nameOf).join(" + ")), " ", h("span", { class: "left" })),
      status.question && [h("span", {}, status.question.kind === "switch" ? t.now.questionSwitch(nameOf(status.question.profile)) : t.now.question), button(t.now.keep, () => act({ command: "keep" }), { id: "strip-keep" }), h("a", { href: "#now", class: "button" }, words.answer)]);
  }
  say(place.querySelector(".left"), left(status));
}
