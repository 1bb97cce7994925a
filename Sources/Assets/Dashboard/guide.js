// First steps: what a newcomer does in three minutes. What is done is read from the service; what is skipped this
// browser remembers.
import { button, complain, field, fill, h, tick, toast } from "./dom.js";
import { act, ask, known, listen, profiles, store } from "./service.js";
import { entriesOf, readSite } from "./sites.js";
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

/** What many people name when they are asked what distracts them. */
const usual = ["social", "video", "news", "games", "shopping", "messaging"];

/** What a newcomer does, each step with whether it is done. */
function steps(sessions) {
  const readers = (known.status?.readers ?? []).filter((reader) => reader.state !== "lost");
  const real = readers.find((reader) => reader.backend !== "simulated");
  const keys = known.settings?.keys ?? [];
  const { state, fix } = known.status?.blocking ?? {};
  const isBlocking = state === "blocking" || (state === "idle" && !fix);
  const unproven = keys.find((key) => key.may?.includes("stop") && !known.proven.includes(key.id));
  return [
    { name: "blocks", title: words.blocks, done: Boolean(localStorage.getItem("chosen")), hint: words.blocksHint, form: chooser, act: undefined },
    {
      name: "shield", title: words.shield, done: isBlocking, hint: isBlocking ? words.shieldDone : words.shieldHint, list: isBlocking ? undefined : words.shieldChanges, order: isBlocking ? undefined : fix,
      act: isBlocking || !fix ? undefined : [t.now.fixCopy, async () => {
        await navigator.clipboard.writeText(fix);
        toast(t.now.fixCopied);
      }],
    },
    {
      name: "tap", title: words.tap, done: sessions > 0, hint: sessions ? words.tapDone(sessions) : words.tapHint,
      act: [words.tapGo, () => act({ command: "start", profile: profiles()[0]?.id, minutes: 5 })],
    },
    {
      name: "card", title: words.card, done: keys.length > 0 && !unproven, hint: [!keys.length ? words.cardHint : unproven ? words.stopHint : words.cardHere(keys.length), real ? words.readerHere(real.name) : readers.length ? words.readerSimulated : words.readerNone].join(" "),
      order: readers.length === 0 ? "focuskey doctor" : undefined,
      act: unproven ? [t.keys.prove, () => import("./keys.js").then(({ prove }) => prove(unproven))] : [t.keys.register, () => import("./keys.js").then(({ register }) => register())],
    },
    { name: "promise", title: words.promise, done: Boolean(known.settings?.promise), hint: known.settings?.promise ? words.promiseDone : words.promiseHint, act: [words.promiseGo, () => { location.hash = "promise"; }] },
  ];
}

/** What distracts: six kinds to tick, and sites of one's own, for the first profile. */
function chooser(done) {
  const first = profiles()[0];
  const chosen = first?.blocks?.categories ?? [];
  const boxes = usual.map((kind) => tick(t.categories[kind], { value: kind, checked: chosen.includes(kind) }));
  const area = h("textarea", { rows: 2, spellcheck: "false", autocapitalize: "off", value: (first?.blocks?.sites ?? []).join("\n") });
  return h("form", { class: "chooser", submit: async (event) => {
    event.preventDefault();
    const kinds = boxes.map((box) => box.firstChild).filter((box) => box.checked).map((box) => box.value);
    const change = (list) => list.map((one) => (one.id !== first.id ? one : { ...one, blocks: { ...one.blocks, categories: [...(one.blocks?.categories ?? []).filter((kind) => !usual.includes(kind)), ...kinds], sites: entriesOf(area.value).map(readSite) } }));
    const kept = await store("profiles", change, () => {}, (refusal) => {
      const index = /\/blocks\/sites\/(\d+)/.exec(refusal.at)?.[1];
      if (index === undefined) return false;
      complain(area, t.picker.line(Number(index) + 1, entriesOf(area.value)[index] ?? "", refusal.message));
      return true;
    });
    if (!kept) return;
    localStorage.setItem("chosen", "1");
    done();
  } }, h("fieldset", { class: "ticks" }, h("legend", { class: "sr" }, words.blocks), boxes), field(words.own, area, t.profiles.sitesHint), h("div", { class: "actions" }, button(words.blocksGo(first?.name ?? first?.id ?? ""), null, { type: "submit", class: "primary", id: "go-blocks" })));
}

/** How far the first steps are, for the line that leads to them; nothing where they are done or were put aside. */
export function progress(sessions) {
  const all = steps(sessions);
  const done = all.filter((step) => step.done || skipped().has(step.name)).length;
  return done === all.length || localStorage.getItem("put-aside") ? undefined : [done, all.length];
}

/** The line is not shown again in this browser. */
export const putAside = () => localStorage.setItem("put-aside", "1");

export function guide(place) {
  const list = h("ol", { class: "steps" });
  const progress = h("p", { class: "hint", role: "status" });
  let sessions = 0;

  function draw() {
    const past = skipped();
    const all = steps(sessions);
    const next = all.find((step) => !step.done && !past.has(step.name));
    const index = all.indexOf(next);
    // What is being ticked or written stays as it is.
    if (list.querySelector("form")?.contains(document.activeElement) && next?.name === "blocks") return;
    const focused = document.activeElement?.id;
    fill(progress, next ? words.step(index + 1, all.length) : words.finished);
    fill(list, all.map((step) => {
      const state = step.done ? "done" : past.has(step.name) ? "skipped" : "open";
      return h("li", { class: "card step", "data-state": state, "aria-current": step === next ? "step" : undefined },
        h("header", { class: "split" }, h("h2", {}, step.title), h("span", { class: "badge" }, words.state[state])), h("p", {}, step.hint), step.list && h("ul", { class: "hint" }, step.list.map((line) => h("li", {}, line))), step.order && h("code", { class: "order" }, step.order),
        !step.done && step.form && state === "open" && step.form(draw),
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
