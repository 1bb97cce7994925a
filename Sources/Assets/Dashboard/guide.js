// First steps: what a newcomer does in three minutes. What is done is read from the service; what is skipped this
// browser remembers.
import { button, fill, h } from "./dom.js";
import { act, ask, known, listen, nameOf, profiles } from "./service.js";
import { t } from "./strings.js";

const words = t.guide;
const memory = "skipped";

function skipped() {
  try {
    return new Set(JSON.parse(localStorage.getItem(memory) ?? "[]"));
  } catch {
    return new Set();
  }
}

/** What a newcomer does, each step with whether it is done. */
function steps(sessions) {
  const readers = (known.status?.readers ?? []).filter((reader) => reader.state !== "lost");
  const real = readers.find((reader) => reader.backend !== "simulated");
  const keys = known.settings?.keys ?? [];
  return [
    {
      name: "reader", title: words.reader, done: readers.length > 0, hint: real ? words.readerHere(real.name) : readers.length ? words.readerSimulated : words.readerNone,
      more: readers.length === 0 && h("code", {}, "focuskey doctor"),
    },
    { name: "card", title: words.card, done: keys.length > 0, hint: keys.length ? words.cardHere(keys.length) : words.cardHint, act: [t.keys.register, () => import("./keys.js").then(({ register }) => register())] },
    {
      name: "tap", title: words.tap, done: sessions > 0, hint: sessions ? words.tapDone(sessions) : words.tapHint,
      act: [words.tapGo, () => act({ command: "start", profile: profiles()[0]?.id, minutes: 5 })],
    },
    {
      name: "stop", title: words.stop, done: known.proven.length > 0, hint: known.proven.length ? words.stopDone : words.stopHint,
      act: keys.some((key) => key.may?.includes("stop")) && known.status?.readers.some((reader) => reader.backend === "simulated")
        ? [t.keys.pretend, () => act({ command: "tap", key: keys.find((key) => key.may?.includes("stop")).id })] : undefined,
    },
    { name: "promise", title: words.promise, done: Boolean(known.settings?.promise), hint: known.settings?.promise ? words.promiseDone : words.promiseHint, act: [words.promiseGo, () => { location.hash = "promise"; }] },
  ];
}

/** How far the first steps are, for the line that leads to them; nothing where they are done or were put aside. */
export function progress(sessions) {
  const all = steps(sessions);
  const done = all.filter((step) => step.done || skipped().has(step.name)).length;
  return done === all.length || localStorage.getItem("put-aside") ? undefined : [done, all.length];
}

/** The line is not shown again in this browser. */
export const putAside = () => localStorage.setItem("put-aside", "1");

/** Whether nobody has begun with anything yet: then the first steps are the first view. */
export const isFresh = () => !localStorage.getItem("put-aside") && !known.settings.keys?.length && !known.settings.promise && known.status.state === "idle";

export function guide(place) {
  const list = h("ol", { class: "steps" });
  const progress = h("p", { class: "hint", role: "status" });
  let sessions = 0;

  function draw() {
    const past = skipped();
    const all = steps(sessions);
    const next = all.find((step) => !step.done && !past.has(step.name));
    const index = all.indexOf(next);
    const focused = document.activeElement?.id;
    fill(progress, next ? words.step(index + 1, all.length) : words.finished);
    fill(list, all.map((step) => {
      const state = step.done ? "done" : past.has(step.name) ? "skipped" : "open";
      return h("li", { class: "card step", "data-state": state, "aria-current": step === next ? "step" : undefined },
        h("header", { class: "split" }, h("h2", {}, step.title), h("span", { class: "badge" }, words.state[state])), h("p", {}, step.hint), step.more && h("p", {}, step.more),
        !step.done && h("div", { class: "actions" }, step.act && button(step.act[0], step.act[1], { id: `go-${step.name}`, class: step === next ? "primary" : undefined }),
          state === "open" && button(t.skipStep, () => skip(step.name), { class: "quiet", id: `skip-${step.name}`, "aria-label": `${t.skipStep}: ${step.title}` })));
    }), !next && h("li", { class: "actions" }, h("a", { href: "#now", class: "button primary" }, words.go),
      all.some((step) => !step.done) && button(words.again, () => { localStorage.removeItem(memory); draw(); }, { class: "quiet" })));
    if (focused) document.getElementById(focused)?.focus();
  }

  function skip(name) {
    localStorage.setItem(memory, JSON.stringify([...skipped(), name]));
    draw();
  }

  async function count() {
    const { stats } = await ask("stats");
    sessions = stats.all.sessions;
    draw();
  }

  fill(place, h("header", { class: "head" }, h("h1", {}, t.views.guide), h("p", { class: "lead" }, words.intro), progress), list);
  draw();
  count().catch(() => {});
  return listen((kind, event) => {
    if (kind === "event" && event.event === "session-started") count().catch(() => {});
    if (kind !== "line") draw();
  });
}
