// Limits: what may be used for some minutes a day, how much of it is left, and what opens it again.
import { button, complain, dialog, field, fill, h, select, tick } from "./dom.js";
import { length, listed, minutesOf, opening } from "./format.js";
import { gateEditor } from "./gates.js";
import { minuteFields, minuteWords } from "./minutes.js";
import { counted, picker } from "./picker.js";
import { stepWords } from "./rules.js";
import { known, listen, store } from "./service.js";
import { choose } from "./signals.js";
import { t } from "./strings.js";

const words = t.limits;
const kinds = ["tap", "type", "learn", "move", "scan"];
const number = (value, most, attributes = {}) => h("input", { type: "number", inputmode: "numeric", min: 0, max: most, value: value ?? "", ...attributes });
const slug = (text) => text.trim().toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-+|-+$/g, "").slice(0, 40);

export function limits(place) {
  const list = h("div", { class: "cards" });
  const none = h("p", { class: "hint" }, words.none);
  const unseen = h("p", { class: "notice", hidden: true });

  function draw() {
    const all = known.settings.allowances ?? [];
    none.hidden = all.length > 0;
    unseen.hidden = !all.length || known.settings.signals?.front !== false;
    fill(unseen, words.unseen, " ", h("a", { href: "#signals" }, t.views.signals));
    fill(list, all.map((one) => {
      const now = known.status.allowances?.find(({ id }) => id === one.id);
      return h("article", { class: "card", "data-state": now?.state },
        h("header", { class: "split" }, h("h2", {}, one.id), now && h("span", { class: "badge" }, now.state === "shut" ? words.shut : now.left_seconds === null ? words.noLimit : words.left(length(now.left_seconds, true)))),
        h("p", {}, counted(one.blocks)), h("p", { class: "hint" }, [...minuteWords(one), typeof one.minutesPerDay !== "number" && now && now.minutes_today !== null && words.today(length(now.minutes_today * 60)), now?.rolled_over_seconds > 0 && words.rolled(length(now.rolled_over_seconds)), now && now.week_left_seconds !== null && words.weekLeft(length(now.week_left_seconds, true)), now?.opens_at && t.now.allowance.from(opening(now.opens_at)), now?.from && words.from(opening(now.from)), now && words.used(length(now.used_seconds)),
          one.lift && words.lifts(one.lift.by.map((way) => t.now.allowance.ways[way]).join(t.or))].filter(Boolean).join(" ")),
        one.overrides?.length > 0 && h("ul", { class: "conditions" }, one.overrides.map((override) => h("li", { class: "split" },
          h("span", {}, t.gates.override(one.id, override.name), h("small", { class: "hint" }, listed([t.gates.perMonth(override.perMonth), override.wait && stepWords({ wait: override.wait }), ...(override.gate ?? []).map(stepWords)]))),
          button(t.gates.steps, () => editOverride(one.id, override), { "aria-label": t.gates.stepsOf(override.name) })))),
        h("div", { class: "actions" }, button(t.edit, () => edit(one), { "aria-label": words.edit(one.id) }), button(t.remove, () => remove(one), { class: "quiet", "aria-label": words.remove(one.id) })));
    }));
  }

  fill(place, h("header", { class: "head" }, h("h1", {}, t.views.limits), h("p", { class: "lead" }, words.intro)), unseen, none, list,
    h("div", { class: "actions" }, button(words.new, () => edit(), { class: "primary", id: "new-limit" })));
  draw();
  return listen((kind) => {
    if (kind === "settings" || kind === "status") draw();
  });
}

function remove(one) {
  dialog(words.remove(one.id), t.close, (close) => [h("p", {}, words.removeSure(one.id)), h("div", { class: "actions" },
    button(t.remove, () => store("allowances", (list) => list.filter(({ id }) => id !== one.id), close), { class: "danger" }), button(t.cancel, close))]);
}

function editOverride(id, { name, gate }) {
  const editor = gateEditor(t.gates.beforeOverride(name), t.gates.overrideHint, gate, kinds);
  const change = (list) => list.map((one) => (one.id !== id ? one : { ...one, overrides: one.overrides.map((other) => (other.name === name ? { ...other, gate: editor.value() } : other)) }));
  dialog(t.gates.stepsOf(name), t.close, (close) => h("form", {
    submit: (event) => {
      event.preventDefault();
      store("allowances", change, close, (refusal) => refusal.lacks && editor.refuse(refusal));
    },
  }, editor.element, h("div", { class: "actions sticky" }, button(t.save, null, { type: "submit", class: "primary" }), button(t.cancel, close))));
}

/** The conditions that lift a limit: a row for each, with how often and how long it waits. */
function conditions(list) {
  const rows = h("ul", { class: "plain" });
  const made = list.map((one) => row(one));
  function row(one) {
    const name = h("input", { value: one.name ?? "", maxlength: 40, pattern: "[A-Za-z0-9_\\-]+", autocomplete: "off" });
    const [often, wait] = [number(one.perMonth ?? 2, 31, { min: 1 }), number(Math.round((minutesOf(one.wait) ?? 1) * 60), 86400)];
    const item = h("li", { class: "row" }, field(words.condition, name), field(words.often, often), field(words.wait, wait), button("\u00d7", () => {
      made.splice(made.findIndex((other) => other.item === item), 1);
      item.remove();
      rows.dispatchEvent(new Event("change", { bubbles: true }));
    }, { class: "quiet close", "aria-label": words.removeCondition }));
    rows.append(item);
    return { item, name, value: () => ({ ...one, name: name.value.trim(), perMonth: Number(often.value) || 1, wait: `${Number(wait.value) || 0}s` }) };
  }
  return {
    element: h("fieldset", {}, h("legend", {}, words.conditions), h("p", { class: "hint" }, words.conditionsHint), rows, button(words.addCondition, () => {
      made.push(row({}));
      made.at(-1).name.focus();
    })),
    value: () => made.map((one) => one.value()).filter((one) => one.name), control: (index) => made[index]?.name,
  };
}

/** The form of a limit. */
export function edit(one) {
  const old = one ?? { id: "", blocks: {}, minutesPerDay: 20 };
  const name = h("input", { value: old.id, required: true, maxlength: 40, autocomplete: "off", disabled: Boolean(one) });
  const minutes = minuteFields(old);
  const chosen = picker(old.blocks, undefined, false);
  const starts = h("input", { type: "time", value: old.dayStarts ?? "04:00", required: true });
  const warn = number(Math.round(minutesOf(old.warn) ?? 5), 1440);
  const ways = ["move", "learn"].map((way) => tick(t.now.allowance.ways[way], { value: way, checked: old.lift?.by.includes(way) ?? false }));
  const [points, most] = [number(old.lift?.pointsPerMinute ?? 5, 10000, { min: 1 }), number(old.lift?.most ?? 30, 1440)];
  const trust = select(Object.entries(words.trusts), old.lift?.trust ?? "measured");
  const list = conditions(old.overrides ?? []);
  const made = () => {
    const by = ways.map((box) => box.firstChild).filter((box) => box.checked).map((box) => box.value);
    return {
      ...old, id: one ? old.id : slug(name.value), blocks: { ...old.blocks, mode: "block", ...chosen.value() }, ...minutes.value(), dayStarts: starts.value, warn: `${Number(warn.value) || 0}m`,
      lift: by.length ? { ...old.lift, by, trust: trust.value, pointsPerMinute: Number(points.value) || 1, most: Number(most.value) || 0 } : undefined, overrides: list.value().length ? list.value() : undefined,
    };
  };
  function refuse(refusal) {
    const part = /^\/allowances\/\d+\/?(.*)$/.exec(refusal.at)?.[1];
    if (part === undefined) return false;
    if (part.startsWith("blocks/")) return chosen.refuse(part.slice(7), refusal.message);
    const control = { "": chosen.first, id: name, dayStarts: starts, warn }[part] ?? minutes.control(part) ?? list.control(Number(part.split("/")[1]));
    if (control) complain(control, refusal.message);
    return Boolean(control);
  }
  dialog(one ? words.edit(old.id) : words.new, t.close, (close) => h("form", {
    submit: async (event) => {
      event.preventDefault();
      const limit = made();
      if (!limit.id) return complain(name, words.noName);
      if (minutes.missing()) return complain(minutes.missing(), words.noMinutes);
      if (!one && known.settings.allowances?.some(({ id }) => id === limit.id)) return complain(name, words.taken(limit.id));
      if (!Object.values(chosen.value()).some((part) => part.length)) return complain(chosen.first, words.nothing);
      const kept = await store("allowances", (all) => (one ? all.map((other) => (other.id === limit.id ? limit : other)) : [...all, limit]), close, refuse);
      // Minutes are counted by what is in front.
      if (kept && known.settings.signals?.front === undefined) choose({ front: true, input: true });
    },
  },
  field(words.name, name, one ? undefined : words.nameHint), minutes.first,
  h("fieldset", {}, h("legend", {}, words.what), chosen.element), known.settings.signals?.front === undefined && h("p", { class: "notice" }, words.turnsOn),
  h("details", { class: "more", open: minutes.isOpen }, h("summary", {}, t.profiles.more), h("div", {}, minutes.more, h("div", { class: "grid" }, field(words.starts, starts), field(words.warn, warn)),
    h("fieldset", {}, h("legend", {}, words.lift), h("p", { class: "hint" }, words.liftHint), ways, h("div", { class: "grid" }, field(words.points, points), field(words.most, most), field(words.trust, trust))), list.element)),
  h("div", { class: "actions sticky" }, button(t.save, null, { type: "submit", class: "primary" }), button(t.cancel, close))));
}
