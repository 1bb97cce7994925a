// What is used up for today, and the conditions that open it again: their steps, how far they are, what begins them.
import { button, h, say } from "./dom.js";
import { listed, opening, timer } from "./format.js";
import { stepWords } from "./rules.js";
import { act, command, known, listen, refused, since } from "./service.js";
import { beginSet } from "./sets.js";
import { shapeOf, stepList } from "./steps.js";
import { t } from "./strings.js";

const words = t.now.allowance;
let counting = [];
// The set that is done just now, where the page tells how far it is, and how much of each exercise a limit asked for.
let set;
let score;
const wanted = {};

/** Hears of sets until that is taken back: of one are handed in three repetitions or more at first, then each. */
export const followSets = (draw) => listen((kind, event) => {
  if (kind !== "event" || event.event !== "moved") return;
  const isSame = set?.kind === event.kind;
  const goesOn = isSame && event.amount < 3 && Date.now() - set.at < 300_000;
  set = { kind: event.kind, amount: event.amount + (goesOn ? set.amount : 0), at: Date.now() };
  if (score?.isConnected && isSame) say(score, words.counted(set.amount, wanted[set.kind]));
  else draw();
});

/** The set under way, also once it has opened what was used up. */
const underWay = () => set && Date.now() - set.at < 60_000;

function counted() {
  score = h("strong", { class: "score", role: "status" });
  say(score, words.counted(set.amount, wanted[set.kind]));
  return h("section", { class: "limit set", "aria-label": words.set }, h("p", {}, words.set, " ", score));
}

/** The limits that are reached, with what was set of them and what is under way. */
const reached = () => known.status.allowances.filter((one) => one.state === "shut").map((one) => ({ ...one, rules: known.settings.allowances?.find(({ id }) => id === one.id) ?? {} }));

/** What of it makes the page look different: what is left of a wait does not. */
export const usedUpShape = () => [underWay() && set.kind, ...reached().map((one) => [one.id, one.rules, one.asked?.map(({ name, steps }) => [name, shapeOf(steps)]), one.opens_by?.map(({ text }) => text), one.granted?.map(({ name }) => name)])];

/** A limit that is reached, each with its ways on. */
export function usedUp() {
  counting = [];
  const limits = reached().map(({ id, minutes, opens_at: opens, rules, asked, granted, opens_by: ways = [] }) => h("section", { class: "limit", "aria-label": words.name(nameOf(rules, id)) },
    h("p", {}, h("strong", {}, words.name(nameOf(rules, id))), " ", h("span", { class: "hint" }, [minutes > 0 && words.again(minutes), opens && words.from(opening(opens))].filter(Boolean).join(" "))),
    rules.lift && h("p", { class: "hint" }, words.earn(rules.lift.by.map((way) => words.ways[way]).join(t.or)), " ", rules.lift.by.includes("learn") && h("a", { href: "#learn" }, words.learn)),
    ways.filter(({ by, command }) => by === "move" && command).map(movement),
    (rules.overrides ?? []).map((rule) => condition(id, rule, asked?.find(({ name }) => name === rule.name), granted?.find(({ name }) => name === rule.name)))));
  return underWay() ? [...limits, counted()] : limits;
}

const nameOf = ({ blocks = {} }, id) => (blocks.categories?.length === 1 ? t.categories[blocks.categories[0]] : undefined) ?? id;

/** A set that opens it: what to do and what begins it. */
function movement({ amount, text, command: order }) {
  const exercise = order.split(" ")[2];
  wanted[exercise] = amount;
  return h("div", { class: "way" }, h("p", {}, text), h("div", { class: "actions center" }, button(t.sets.begin, () => beginSet(exercise, amount), { class: "begin" })),
    h("p", { class: "hint" }, words.move, " ", h("code", {}, order)));
}

function condition(id, rule, claim, grant) {
  if (grant) {
    const clock = h("span", { role: "timer" });
    counting.push({ clock, name: rule.name, id });
    return h("p", { class: "waits" }, clock);
  }
  const key = `lift-${id}-${rule.name}`;
  // What there will be to do is said before anybody asks for it.
  const planned = [...(rule.gate ?? []), ...(rule.wait && !/^0/.test(rule.wait) ? [{ wait: rule.wait }] : [])].map((step) => ({ step: Object.keys(step)[0], state: "open", text: stepWords(step) }));
  const isLeft = claim?.steps.some(({ step, state }) => state === "open" && step !== "wait");
  const ask = button(claim ? words.lift : words.ask(rule.name), async () => {
    if (claim) return act({ command: "override", name: rule.name });
    try {
      await command({ command: "override", name: rule.name });
    } catch (refusal) {
      // The first time asks for the steps: that they are to be done is not news.
      if (refusal.kind !== "gate") refused(refusal);
    }
  }, { id: key, class: claim && !isLeft ? "primary" : "", disabled: Boolean(isLeft) });
  return h("div", { class: "condition" }, claim ? stepList(claim.steps, words.todo(rule.name), `${key}-sentence`) : planned.length > 0 && h("p", { class: "hint" }, words.before(rule.name, listed(planned.map(({ text }) => text)))),
    h("div", { class: "actions center" }, claim?.steps.some(({ step, state }) => step === "learn" && state === "open") && h("a", { href: "#learn", class: "button" }, words.learn), ask));
}

/** Counts what is left of the waits. */
export function tickUsedUp() {
  for (const { clock, id, name } of counting) {
    const left = known.status.allowances.find((one) => one.id === id)?.granted?.find((one) => one.name === name)?.left_seconds;
    if (left !== undefined) say(clock, words.opens(name, timer(Math.max(0, left - since()))));
  }
}
