// Movement: the day's challenge, level and points, and what the coach predicts and why.
import { button, complain, field, fill, flip, h } from "./dom.js";
import { clock } from "./format.js";
import { act, ask, command, configure, fetchSettings, known, listen, refused } from "./service.js";
import { beginSet } from "./sets.js";
import { t } from "./strings.js";

const words = t.move;

export function move(place) {
  const [day, points, coach] = [h("section", { class: "challenge" }), h("section", { class: "panel" }), h("section", { class: "panel" })];
  let rewards;
  let predicted;
  let shown;

  async function load() {
    try {
      [rewards, predicted] = await Promise.all([ask("rewards"), ask("coach").catch(() => undefined)]);
      draw();
    } catch (refusal) {
      refused(refusal);
    }
  }

  async function pin(name, value, control) {
    try {
      await configure("coach", (pins = {}) => ({ ...pins, [name]: value }));
      load();
    } catch (refusal) {
      complain(control, refusal.message);
    }
  }

  function draw() {
    const { challenge, nudges } = known.status;
    const pins = known.settings.coach ?? {};
    const content = JSON.stringify([challenge, nudges, pins, rewards, predicted]);
    if (content === shown || place.contains(document.activeElement) && document.activeElement.matches("input")) return;
    shown = content;
    const focused = place.contains(document.activeElement) && document.activeElement.id;
    fill(day, challenge && [h("p", { class: "eyebrow" }, words.today), h("p", { class: "much" }, h("b", {}, words.done(challenge.done, challenge.target))),
      h("progress", { max: Math.max(1, challenge.target), value: challenge.done, "aria-label": words.today }), h("p", {}, challenge.met ? words.met : words.open(Math.max(0, challenge.target - challenge.done))),
      h("p", { class: "hint said" }, challenge.reason), h("p", { class: "hint" }, words.level(words.levels[challenge.level] ?? challenge.level, challenge.repetitions)),
      h("div", { class: "actions" }, button(t.sets.begin, () => beginSet(undefined, Math.max(3, Math.min(20, challenge.target - challenge.done))), { class: "primary", id: "begin-set" }))]);
    fill(points, h("h2", {}, words.points), rewards && rewards.level !== undefined && h("p", {}, words.pointsOf(rewards.level, rewards.points, rewards.next_level_points - rewards.points)), h("p", { class: "hint" }, words.pointsHint));
    const hour = h("input", { type: "time", value: pins.hour ?? "", id: "pin-hour", change: () => hour.value && pin("hour", hour.value, hour) });
    const goal = h("input", { type: "number", min: 1, max: 1000, inputmode: "numeric", value: pins.challenge ?? "", placeholder: String(challenge?.target ?? ""), id: "pin-challenge", change: () => goal.value && pin("challenge", Number(goal.value), goal) });
    fill(coach, h("h2", {}, words.coach), h("div", { class: "row tight" }, flip(words.nudges, pins.nudges === true, async (wanted) => act({ command: "configure", settings: { coach: { ...pins, nudges: wanted || undefined } } }), { id: "nudges" }), h("span", { "aria-hidden": "true" }, words.nudges)),
      h("p", {}, pins.nudges ? words.nudgesOn : words.nudgesOff), nudges && h("p", { class: "hint" }, nudges.at.length ? words.nudgesAt(nudges.at.map(clock).join(", ")) : words.nudgesNone, " ", h("span", { class: "said" }, nudges.reason)),
      predicted?.hour && h("p", {}, words.hour(predicted.hour.from, predicted.hour.to), " ", h("span", { class: "hint said" }, predicted.hour.reason)),
      h("div", { class: "grid" }, field(words.pinHour, hour, words.pinHint), field(words.pinChallenge, goal, words.pinHint)),
      (pins.hour || pins.challenge) && h("div", { class: "actions" }, button(words.unpin, async () => {
        try {
          await command({ command: "configure", settings: { coach: { nudges: pins.nudges } } });
          await fetchSettings();
          load();
        } catch (refusal) {
          refused(refusal);
        }
      }, { id: "unpin" })));
    if (focused) document.getElementById(focused)?.focus();
  }

  fill(place, h("header", { class: "head" }, h("h1", {}, t.views.move), h("p", { class: "lead" }, words.intro)), day, points, coach);
  load();
  return listen((kind, event) => {
    if (kind === "settings" || kind === "status") draw();
    if (kind === "event" && event.event === "moved") load();
  });
}
