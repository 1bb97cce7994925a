// The form of a profile: six fields, and everything else behind "More rules".
import { button, complain, dialog, field, fill, h, say, select, tick } from "./dom.js";
import { lapse, minutesOf } from "./format.js";
import { gateEditor } from "./gates.js";
import { guardPart } from "./guarding.js";
import { glyph, glyphs, icon } from "./icons.js";
import { picker } from "./picker.js";
import { rules } from "./rules.js";
import { inUse, profiles as all, store } from "./service.js";
import { t } from "./strings.js";

const words = t.profiles;

/** Break rules that many people want; the last is whatever else was set. */
const rests = {
  hourly: { minutes: 5, every: "1h" }, short: { minutes: 5, after: "25m", gap: "25m" }, long: { minutes: 10, after: "50m", gap: "50m" }, free: {}, none: { perSession: 0 },
};
const same = (one, other) => JSON.stringify(Object.entries(one ?? {}).sort()) === JSON.stringify(Object.entries(other ?? {}).sort());

const trimmed = (object) => {
  const left = Object.entries(object).filter(([, one]) => one !== undefined && !(Array.isArray(one) && !one.length));
  return left.length ? Object.fromEntries(left) : undefined;
};
const control = (value, attributes = {}) => h("input", { value: value ?? "", autocomplete: "off", ...attributes });
const number = (value, most = 10080) => control(value === undefined ? "" : Math.round(value * 100) / 100, { type: "number", min: 0, max: most, step: "any", inputmode: "decimal" });
const value = (input) => (input.value.trim() === "" ? undefined : Number(input.value));
const span = (input) => (value(input) === undefined ? undefined : lapse(value(input)));
const ticked = (boxes) => boxes.map((box) => box.firstChild).filter((box) => box.checked).map((box) => box.value);

/** The ten numbers of a break rule: their fields, and what they come to. */
function breakPart(breaks, changed) {
  const rest = {
    minutes: number(), perSession: number(undefined, 1000), every: number(), after: number(), gap: number(), session: number(), day: number(), week: number(), earnMinutes: number(), earnPer: number(),
  };
  function show(rule) {
    const minutes = {
      minutes: minutesOf(rule.minutes), perSession: rule.perSession, every: minutesOf(rule.every), after: minutesOf(rule.after), gap: minutesOf(rule.gap), session: minutesOf(rule.budget?.session),
      day: minutesOf(rule.budget?.day), week: minutesOf(rule.budget?.week), earnMinutes: minutesOf(rule.earn?.minutes), earnPer: minutesOf(rule.earn?.perFocused),
    };
    for (const [name, input] of Object.entries(rest)) input.value = minutes[name] === undefined ? "" : String(Math.round(minutes[name] * 100) / 100);
  }
  const made = () => {
    const isEarned = value(rest.earnMinutes) !== undefined && value(rest.earnPer) !== undefined;
    return trimmed({
      minutes: value(rest.minutes), perSession: value(rest.perSession), every: span(rest.every), after: span(rest.after), gap: span(rest.gap),
      budget: trimmed({ session: value(rest.session), day: value(rest.day), week: value(rest.week) }), earn: isEarned ? { minutes: value(rest.earnMinutes), perFocused: span(rest.earnPer) } : undefined,
    });
  };
  const name = () => Object.keys(rests).find((one) => same(rests[one], made())) ?? "own";
  const choice = select(Object.entries(words.rests), "own", { change: () => {
    if (rests[choice.value]) show(rests[choice.value]);
    else rest.minutes.closest("details").open = true;
    changed();
  } });
  show(breaks);
  choice.value = name();
  const fields = h("div", { class: "grid", input: () => { choice.value = name(); } },
    field(words.length, rest.minutes), field(words.perSession, rest.perSession), field(words.every, rest.every), field(words.after, rest.after), field(words.gap, rest.gap),
    field(words.budgetSession, rest.session), field(words.budgetDay, rest.day), field(words.budgetWeek, rest.week), field(words.earnMinutes, rest.earnMinutes), field(words.earnPer, rest.earnPer));
  return { choice, fields, made, inputs: rest };
}

/** The rule for visits: its four fields and the steps before one. */
function visitPart(old) {
  const was = old.visits ?? {};
  const inputs = {
    perSession: number(old.visits ? was.perSession ?? 3 : undefined, 1000), minutes: number(was.minutes, 60), minutesPerDay: number(was.minutesPerDay, 1440),
    of: h("textarea", { rows: 5, spellcheck: "false", value: (was.of ?? []).join("\n") }),
  };
  const gate = gateEditor(t.gates.beforeVisit, t.gates.visitHint, old.gate?.visit);
  const made = () => (value(inputs.perSession) === undefined ? undefined : trimmed({
    perSession: value(inputs.perSession), minutes: value(inputs.minutes), minutesPerDay: value(inputs.minutesPerDay),
    of: inputs.of.value.split("\n").map((line) => line.trim()).filter(Boolean),
  }));
  const content = [h("p", { class: "hint" }, words.visitsHint),
    h("div", { class: "grid" }, field(words.visitsPerSession, inputs.perSession), field(words.visitMinutes, inputs.minutes), field(words.visitDay, inputs.minutesPerDay)),
    field(words.visitOf, inputs.of, words.visitOfHint), gate.element];
  return { inputs, gate, made, content };
}

function iconPart(old, id, name) {
  const fitting = h("span", {}, glyph({ id: old.id, name: old.name }));
  name.addEventListener("input", () => fill(fitting, glyph({ id: id.value, name: name.value })));
  return h("fieldset", { class: "ticks icons" }, h("legend", {}, words.icon), [undefined, ...glyphs].map((kind) => h("label", { class: "choice" },
    h("input", { type: "radio", name: "icon", value: kind ?? "", checked: old.icon === kind, "aria-label": kind ? words.icons[kind] : words.iconFitting }), kind ? icon(kind) : [fitting, h("small", {}, words.iconFitting)])));
}

/** The form of a profile, or of one that is not there yet; `begun` is what its form begins with. */
export function edit(profile, begun = {}) {
  const old = profile ?? { id: "", name: "", blocks: { mode: "block", categories: [] }, breaks: rests.hourly, ...begun };
  const { blocks = {}, breaks = {}, question = {} } = old;
  const name = control(old.name ?? old.id, { required: true, maxlength: 100 });
  const id = control(old.id, { required: true, maxlength: 40, pattern: "[A-Za-z0-9_\\-]+", disabled: Boolean(profile) });
  if (!profile) name.addEventListener("input", () => {
    id.value = name.value.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-+|-+$/g, "").slice(0, 40);
  });
  const icons = iconPart(old, id, name);
  const mode = select([["block", words.modeBlock], ["allow", words.modeAllow]], blocks.mode ?? "block");
  const paths = select(Object.entries(words.pathWords), old.paths ?? "extension", { change: () => preview() });
  const parts = h("div", {}, field(words.paths, paths, words.pathsHint));
  const chosen = picker(blocks, () => { showParts(); preview(); });
  const namesParts = () => chosen.value().sites.some((site) => site.includes("/"));
  const showParts = () => { parts.hidden = !namesParts(); };
  showParts();
  const rest = breakPart(breaks, () => preview());
  const hint = h("p", { class: "hint" }, words.endHints[old.end ?? "confirm"]);
  const end = select(Object.entries(words.endWords), old.end ?? "confirm", { change: () => { say(hint, words.endHints[end.value]); preview(); } });
  const proof = select(Object.entries(words.proofs), old.proof ?? "uid");
  const wait = number((minutesOf(question.wait) ?? 5 / 60) * 60, 3600);
  const closes = number((minutesOf(question.closes) ?? 0.5) * 60, 7200);
  const others = all().filter((one) => one.id !== old.id).map((one) => tick(one.name ?? one.id, { value: one.id, checked: old.switchTo?.includes(one.id) ?? false }));
  const said = h("p", { class: "notice" });
  const visits = visitPart(old);
  const [breakGate, endGate] = [gateEditor(t.gates.beforeBreak, t.gates.hint, old.gate?.break), gateEditor(t.gates.beforeEnd, t.gates.endHint, old.gate?.end)];
  const guard = guardPart(old);

  // What this form does not show stays as it was.
  const shown = ["id", "name", "blocks", "paths", "breaks", "visits", "end", "proof", "question", "switchTo", "schedules", "gate", "icon", ...guard.members];
  const beyond = Object.fromEntries(Object.entries(old).filter(([key]) => !shown.includes(key)));
  const beyondBlocks = Object.fromEntries(Object.entries(blocks).filter(([key]) => !["mode", "sites", "apps", "categories"].includes(key)));
  const beyondGate = Object.fromEntries(Object.entries(old.gate ?? {}).filter(([key]) => !["break", "visit", "end"].includes(key)));

  const made = () => trimmed({
    ...beyond, id: id.value.trim(), name: name.value.trim(), icon: icons.querySelector(":checked").value || undefined,
    blocks: trimmed({ ...beyondBlocks, mode: mode.value, ...chosen.value() }), paths: paths.value === "extension" ? undefined : paths.value, breaks: rest.made(), visits: visits.made(),
    end: end.value === "confirm" ? undefined : end.value, proof: proof.value === "uid" ? undefined : proof.value,
    question: value(wait) === 5 && value(closes) === 30 ? undefined : trimmed({
      wait: value(wait) === undefined ? undefined : `${value(wait)}s`, closes: value(closes) === undefined ? undefined : `${value(closes)}s`,
    }),
    switchTo: ticked(others), schedules: old.schedules, gate: trimmed({ ...beyondGate, break: breakGate.value(), visit: visits.gate.value(), end: endGate.value() }), ...guard.value(),
  });

  const preview = () => said.isConnected && say(said, rules(made()));

  /** Shows a refusal at the field that it is about. */
  function refuse(refusal, list) {
    if (refusal.lacks && [breakGate, visits.gate, endGate].map((gate) => gate.refuse(refusal)).includes(true)) return true;
    const [, index, part] = /^\/profiles\/(\d+)\/(.*)$/.exec(refusal.at) ?? [];
    if (part === undefined || list[Number(index)]?.id !== id.value.trim()) return false;
    if (part.startsWith("blocks/")) return chosen.refuse(part.slice(7), refusal.message);
    const control = { name, id, end, proof, paths, "question/wait": wait, "question/closes": closes }[part] ?? rest.inputs[part.replace(/^breaks\/(budget\/)?/, "")] ?? visits.inputs[part.replace(/^visits\//, "")] ?? guard.control(part);
    if (control) complain(control, refusal.message);
    return Boolean(control);
  }

  const part = (title, ...content) => h("fieldset", {}, h("legend", {}, title), content);
  dialog(profile ? words.edit(old.name ?? old.id) : words.new, t.close, (close) => h("form", {
    input: preview,
    submit: (event) => {
      event.preventDefault();
      const one = made();
      if (!profile && all().some((other) => other.id === one.id)) return complain(id, words.taken(one.id));
      store("profiles", (list) => (profile ? list.map((other) => (other.id === one.id ? one : other)) : [...list, one]), close, refuse);
    },
  },
  profile && inUse(profile.id) && h("p", { class: "notice" }, words.locked),
  field(words.name, name), icons,
  part(words.blocks, field(words.mode, mode), chosen.element, parts),
  part(words.breaks, field(words.rest, rest.choice)), said,
  h("details", { class: "more" }, h("summary", {}, words.more), h("div", {},
    field(words.id, id, words.idHint),
    part(words.breakRules, h("p", { class: "hint" }, words.breaksHint), rest.fields, breakGate.element),
    part(words.visits, visits.content),
    part(words.end, field(words.endRule, end), hint, h("div", { class: "grid" }, field(words.proof, proof), field(words.wait, wait), field(words.closes, closes)), endGate.element),
    guard.element,
    others.length > 0 && h("fieldset", { class: "ticks" }, h("legend", {}, words.switchTo), others))),
  h("div", { class: "actions sticky" }, button(t.save, null, { type: "submit", class: "primary" }), button(t.cancel, close))));
  preview();
}
