// Profiles: everything that a profile file holds, with what it asks said before it is chosen.
import { button, dialog, field, fill, h, say, select, tick, toast } from "./dom.js";
import { minutesOf } from "./format.js";
import { gateEditor } from "./gates.js";
import { glyph, glyphs, icon } from "./icons.js";
import { rules, stepWords } from "./rules.js";
import { accentOf, command, configure, fetchSettings, inUse, known, listen, profiles as all, refused } from "./service.js";
import { t } from "./strings.js";

const words = t.profiles;

export function profiles(place) {
  const list = h("div", { class: "cards" });
  const code = h("p", { class: "hint" });
  const limits = h("section", { class: "panel", hidden: true });

  function draw() {
    fill(list, all().map((profile) => {
      const name = profile.name ?? profile.id;
      return h("article", { class: "card", "data-accent": accentOf(profile.id) },
        h("header", { class: "split" }, h("h2", { class: "titled" }, glyph(profile), name), inUse(profile.id) && h("span", { class: "badge" }, words.lockedShort)),
        h("p", {}, closed(profile)), h("p", { class: "hint" }, rules(profile)),
        profile.schedules?.length > 0 && h("p", { class: "hint" }, t.rules.schedules(profile.schedules.length)),
        h("div", { class: "actions" },
          button(t.edit, () => edit(profile), { "aria-label": words.edit(name) }),
          button(t.remove, () => remove(profile), { class: "quiet", "aria-label": words.remove(name) })));
    }));
    say(code, words.codeHint(known.codes));
    const overrides = (known.settings.allowances ?? []).flatMap((one) => (one.overrides ?? []).map((override) => [one.id, override]));
    limits.hidden = !overrides.length;
    fill(limits, h("h2", {}, t.gates.allowances), h("p", { class: "hint" }, t.gates.allowancesHint), h("ul", { class: "conditions" }, overrides.map(([id, override]) => h("li", { class: "split" },
      h("span", {}, t.gates.override(id, override.name), h("small", { class: "hint" }, [t.gates.perMonth(override.perMonth), override.wait && stepWords({ wait: override.wait }), ...(override.gate ?? []).map(stepWords)].filter(Boolean).join(", "))),
      button(t.gates.steps, () => editOverride(id, override), { "aria-label": t.gates.stepsOf(override.name) })))));
  }

  fill(place, h("header", { class: "head" }, h("h1", {}, t.views.profiles), h("p", { class: "lead" }, words.intro)), list,
    h("div", { class: "actions" }, button(words.new, () => edit(), { class: "primary" })),
    limits, h("section", { class: "panel" }, h("h2", {}, words.code), code, button(words.codeMake, makeCode)),
    h("section", { class: "panel" }, h("h2", {}, words.file),
      h("div", { class: "actions" }, button(words.export, download), button(words.import, importing))));
  draw();
  return listen((kind) => {
    if (kind === "settings" || kind === "status") draw();
  });
}

function closed({ blocks = {} }) {
  const { mode, sites = [], apps = [], categories = [] } = blocks;
  const list = [...categories.map((name) => t.categories[name] ?? name), ...sites, ...apps];
  if (!list.length) return t.now.nothingBlocked;
  const text = list.slice(0, 8).join(", ") + (list.length > 8 ? ` +${list.length - 8}` : "");
  return mode === "allow" ? `${t.now.allowOnly}: ${text}` : text;
}

async function makeCode() {
  try {
    const { code } = await command({ command: "recovery-code" });
    await fetchSettings();
    dialog(words.code, t.close, () => [h("p", {}, words.codeShown), h("p", { class: "code" }, code)]);
  } catch (refusal) {
    refused(refusal);
  }
}

function remove(profile) {
  const name = profile.name ?? profile.id;
  dialog(words.remove(name), t.close, (close) => [h("p", {}, words.removeSure(name)), h("div", { class: "actions" },
    button(t.remove, () => store((list) => list.filter((one) => one.id !== profile.id), close), { class: "danger" }), button(t.cancel, close))]);
}

/** Keeps a change. A refusal of a gate is shown at its step. */
async function store(change, close, gates = [], part = "profiles") {
  try {
    toast((await configure(part, (list = []) => change(list))).message);
    close();
  } catch (refusal) {
    if (!refusal.lacks || !gates.map((gate) => gate.refuse(refusal)).includes(true)) refused(refusal);
  }
}

// MARK: A file

function download() {
  const people = all().map((profile) => ({
    ...profile, schedules: profile.schedules?.map(({ accepted, ...schedule }) => schedule),
  }));
  const link = h("a", {
    href: URL.createObjectURL(new Blob([JSON.stringify({ profiles: people }, null, 2)], { type: "application/json" })), download: "focuskey-profiles.json",
  });
  link.click();
  URL.revokeObjectURL(link.href);
}

function importing() {
  const text = h("textarea", { rows: 12, spellcheck: "false" });
  dialog(words.import.replace("\u2026", ""), t.close, (close) => h("form", {
    submit: (event) => {
      event.preventDefault();
      let list;
      try {
        list = JSON.parse(text.value).profiles;
        if (!Array.isArray(list)) throw new Error();
      } catch {
        return refused(new Error(words.badFile));
      }
      store((old) => [...old.map((one) => list.find(({ id }) => id === one.id) ?? one), ...list.filter(({ id }) => !old.some((one) => one.id === id))], close);
    },
  }, field(words.importText, text, words.importHint), h("div", { class: "actions" }, button(t.add, null, { type: "submit", class: "primary" }), button(t.cancel, close))));
}

// MARK: The condition of an allowance

function editOverride(id, { name, gate }) {
  const editor = gateEditor(t.gates.beforeOverride(name), t.gates.overrideHint, gate, ["tap", "type", "learn", "move", "scan"]);
  const change = (list) => list.map((one) => (one.id !== id ? one : { ...one, overrides: one.overrides.map((other) => (other.name === name ? { ...other, gate: editor.value() } : other)) }));
  dialog(t.gates.stepsOf(name), t.close, (close) => h("form", {
    submit: (event) => {
      event.preventDefault();
      store(change, close, [editor], "allowances");
    },
  }, editor.element, h("div", { class: "actions sticky" }, button(t.save, null, { type: "submit", class: "primary" }), button(t.cancel, close))));
}

// MARK: The form

function edit(profile) {
  const old = profile ?? { id: "", name: "", blocks: { mode: "block", categories: [] }, breaks: { minutes: 5, every: "1h" } };
  const { blocks = {}, breaks = {}, question = {} } = old;
  const control = (value, attributes = {}) => h("input", { value: value ?? "", autocomplete: "off", ...attributes });
  const number = (value, most = 10080) => control(value === undefined ? "" : Math.round(value * 100) / 100, { type: "number", min: 0, max: most, step: "any", inputmode: "decimal" });
  const lines = (list) => h("textarea", { rows: 5, spellcheck: "false", value: (list ?? []).join("\n") });
  const name = control(old.name ?? old.id, { required: true, maxlength: 100 });
  const id = control(old.id, { required: true, maxlength: 40, pattern: "[A-Za-z0-9_\\-]+", disabled: Boolean(profile) });
  if (!profile) name.addEventListener("input", () => {
    id.value = name.value.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-+|-+$/g, "").slice(0, 40);
  });
  const fitting = h("span", {}, glyph({ id: old.id, name: old.name }));
  const icons = h("fieldset", { class: "ticks icons" }, h("legend", {}, words.icon), [undefined, ...glyphs].map((kind) => h("label", { class: "choice" },
    h("input", { type: "radio", name: "icon", value: kind ?? "", checked: old.icon === kind, "aria-label": kind ? words.icons[kind] : words.iconFitting }), kind ? icon(kind) : [fitting, h("small", {}, words.iconFitting)])));
  name.addEventListener("input", () => fill(fitting, glyph({ id: id.value, name: name.value })));
  const mode = select([["block", words.modeBlock], ["allow", words.modeAllow]], blocks.mode ?? "block");
  const known_ = [...new Set([...(known.categories ?? Object.keys(t.categories)), ...(blocks.categories ?? [])])];
  const kinds = known_.map((kind) => tick(t.categories[kind] ?? kind, { value: kind, checked: blocks.categories?.includes(kind) ?? false }));
  const sites = lines(blocks.sites);
  const apps = lines(blocks.apps);
  const rest = {
    minutes: number(minutesOf(breaks.minutes)), perSession: number(breaks.perSession, 1000), every: number(minutesOf(breaks.every)),
    after: number(minutesOf(breaks.after)), gap: number(minutesOf(breaks.gap)), session: number(minutesOf(breaks.budget?.session)),
    day: number(minutesOf(breaks.budget?.day)), week: number(minutesOf(breaks.budget?.week)),
    earnMinutes: number(minutesOf(breaks.earn?.minutes)), earnPer: number(minutesOf(breaks.earn?.perFocused)),
  };
  const none = tick(words.noBreaks, { checked: breaks.perSession === 0, change: () => { fields.hidden = none.firstChild.checked; } });
  const fields = h("div", { class: "grid", hidden: breaks.perSession === 0 },
    field(words.length, rest.minutes), field(words.perSession, rest.perSession), field(words.every, rest.every), field(words.after, rest.after),
    field(words.gap, rest.gap), field(words.budgetSession, rest.session), field(words.budgetDay, rest.day), field(words.budgetWeek, rest.week),
    field(words.earnMinutes, rest.earnMinutes), field(words.earnPer, rest.earnPer));
  const hint = h("p", { class: "hint" }, words.endHints[old.end ?? "confirm"]);
  const end = select(Object.entries(words.endWords), old.end ?? "confirm", { change: () => { say(hint, words.endHints[end.value]); preview(); } });
  const proof = select(Object.entries(words.proofs), old.proof ?? "uid");
  const wait = number((minutesOf(question.wait) ?? 5 / 60) * 60, 3600);
  const closes = number((minutesOf(question.closes) ?? 0.5) * 60, 7200);
  const others = all().filter((one) => one.id !== old.id).map((one) => tick(one.name ?? one.id, { value: one.id, checked: old.switchTo?.includes(one.id) ?? false }));
  const said = h("p", { class: "notice" });
  const visited = old.visits ?? {};
  const visit = {
    perSession: number(old.visits ? visited.perSession ?? 3 : undefined, 1000), minutes: number(visited.minutes, 60), day: number(visited.minutesPerDay, 1440),
    of: lines(visited.of),
  };
  const visitGate = gateEditor(t.gates.beforeVisit, t.gates.visitHint, old.gate?.visit);
  const [breakGate, endGate] = [gateEditor(t.gates.beforeBreak, t.gates.hint, old.gate?.break), gateEditor(t.gates.beforeEnd, t.gates.endHint, old.gate?.end)];

  const value = (input) => (input.value.trim() === "" ? undefined : Number(input.value));
  const span = (input) => (value(input) === undefined ? undefined : lapse(value(input)));
  const lapse = (minutes) => (Number.isInteger(minutes) ? `${minutes}m` : `${Math.round(minutes * 60)}s`);
  const ticked = (boxes) => boxes.map((box) => box.firstChild).filter((box) => box.checked).map((box) => box.value);
  const entries = (area) => area.value.split(/[\n,]/).map((line) => line.trim()).filter(Boolean);
  const trimmed = (object) => {
    const left = Object.entries(object).filter(([, one]) => one !== undefined && !(Array.isArray(one) && !one.length));
    return left.length ? Object.fromEntries(left) : undefined;
  };

  // What this form does not show stays as it was.
  const shown = ["id", "name", "blocks", "breaks", "visits", "end", "proof", "question", "switchTo", "schedules", "gate", "icon"];
  const beyond = Object.fromEntries(Object.entries(old).filter(([key]) => !shown.includes(key)));

  function made() {
    const isEarned = value(rest.earnMinutes) !== undefined && value(rest.earnPer) !== undefined;
    return trimmed({
      ...beyond, id: id.value.trim(), name: name.value.trim(), icon: icons.querySelector(":checked").value || undefined,
      blocks: trimmed({ mode: mode.value, sites: entries(sites), apps: entries(apps), categories: ticked(kinds) }),
      breaks: none.firstChild.checked ? { perSession: 0 } : trimmed({
        minutes: value(rest.minutes), perSession: value(rest.perSession), every: span(rest.every), after: span(rest.after), gap: span(rest.gap),
        budget: trimmed({ session: value(rest.session), day: value(rest.day), week: value(rest.week) }),
        earn: isEarned ? { minutes: value(rest.earnMinutes), perFocused: span(rest.earnPer) } : undefined,
      }),
      visits: value(visit.perSession) === undefined ? undefined : trimmed({
        perSession: value(visit.perSession), minutes: value(visit.minutes), minutesPerDay: value(visit.day), of: entries(visit.of),
      }),
      end: end.value === "confirm" ? undefined : end.value, proof: proof.value === "uid" ? undefined : proof.value,
      question: value(wait) === 5 && value(closes) === 30 ? undefined : trimmed({
        wait: value(wait) === undefined ? undefined : `${value(wait)}s`, closes: value(closes) === undefined ? undefined : `${value(closes)}s`,
      }),
      switchTo: ticked(others), schedules: old.schedules, gate: trimmed({ break: breakGate.value(), visit: visitGate.value(), end: endGate.value() }),
    });
  }

  const preview = () => say(said, rules(made()));
  const part = (title, ...content) => h("fieldset", {}, h("legend", {}, title), content);
  dialog(profile ? words.edit(old.name ?? old.id) : words.new, t.close, (close) => h("form", {
    input: preview,
    submit: (event) => {
      event.preventDefault();
      const one = made();
      store((list) => {
        if (profile) return list.map((other) => (other.id === one.id ? one : other));
        if (list.some((other) => other.id === one.id)) throw new Error(`${words.id}: ${one.id}`);
        return [...list, one];
      }, close, [breakGate, visitGate, endGate]);
    },
  },
  profile && inUse(profile.id) && h("p", { class: "notice" }, words.locked),
  h("div", { class: "grid" }, field(words.name, name), field(words.id, id, words.idHint)), icons,
  part(words.blocks, field(words.mode, mode), h("fieldset", { class: "ticks" }, h("legend", {}, words.categories), kinds),
    field(words.sites, sites, words.sitesHint), field(words.apps, apps, words.appsHint)),
  part(words.breaks, h("p", { class: "hint" }, words.breaksHint), none, fields, breakGate.element),
  part(words.visits, h("p", { class: "hint" }, words.visitsHint),
    h("div", { class: "grid" }, field(words.visitsPerSession, visit.perSession), field(words.visitMinutes, visit.minutes), field(words.visitDay, visit.day)),
    field(words.visitOf, visit.of, words.visitOfHint), visitGate.element),
  part(words.end, field(words.endRule, end), hint, h("div", { class: "grid" }, field(words.proof, proof), field(words.wait, wait), field(words.closes, closes)), endGate.element),
  others.length > 0 && h("fieldset", { class: "ticks" }, h("legend", {}, words.switchTo), others),
  said,
  h("div", { class: "actions sticky" }, button(t.save, null, { type: "submit", class: "primary" }), button(t.cancel, close))));
  preview();
}
