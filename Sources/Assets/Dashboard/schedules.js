// Schedules: a week to look at and to drag in; every change can be made in a form as well.
import { button, complain, dialog, field, fill, flip, h, select, tick, toast } from "./dom.js";
import { firstWeekday, listed, weekdayName } from "./format.js";
import { glyph, icon } from "./icons.js";
import { accentOf, inUse, listen, nameOf, profile as profileOf, profiles, store as keep } from "./service.js";
import { t } from "./strings.js";

const words = t.schedules;
const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
// 2024-01-01 was a Monday.
/** Their places in the order of the person's week. */
const order = days.map((_, place) => (place + firstWeekday) % 7);
const dayName = (index) => weekdayName(`2024-01-0${index + 1}`);
const named = { weekdays: days.slice(0, 5), weekends: days.slice(5), "every-day": days };
const daysOf = (schedule) => named[schedule.days] ?? schedule.days;
const minute = (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const time = (minutes) => {
  const inDay = (minutes + 1440) % 1440;
  return `${String(Math.floor(inDay / 60)).padStart(2, "0")}:${String(inDay % 60).padStart(2, "0")}`;
};

function wordsOf(list) {
  for (const [name, those] of Object.entries(named)) if (those.length === list.length && those.every((day) => list.includes(day))) return name;
  return list;
}

const dayWords = (schedule) => (words.named[wordsOf(daysOf(schedule))] ?? listed(daysOf(schedule).map((day) => dayName(days.indexOf(day)))));

export function schedules(place) {
  const week = h("div", { class: "weekgrid" });
  const list = h("ul", { class: "plain" });
  const none = h("p", { class: "hint" });

  function draw() {
    const all = profiles().flatMap((profile) => (profile.schedules ?? []).map((schedule) => ({ profile: profile.id, schedule })));
    fill(none, all.length ? "" : words.none);
    fill(week, h("div", { class: "hourscale", "aria-hidden": "true" }, [0, 6, 12, 18, 24].map((hour) => h("small", { vars: { "--at": String(hour / 24) } }, `${hour}:00`))),
      order.map((index) => h("div", { class: "weekday" }, h("h3", {}, dayName(index)), h("div", { class: "track" }, blocksOf(days[index], index, all)))));
    fill(list, all.map(({ profile, schedule }) => h("li", { class: "card line", "data-accent": accentOf(profile) },
      h("div", {}, h("strong", {}, nameOf(profile)), ` ${schedule.start}\u2013${schedule.end}`, schedule.name && h("span", { class: "named" }, ` ${schedule.name}`), h("span", { class: "hint block" }, listed([dayWords(schedule), schedule.on === false && words.off]))),
      h("div", { class: "actions" }, flip(words.turn(`${nameOf(profile)} ${schedule.start}\u2013${schedule.end}`), schedule.on !== false, (wanted) => store(profile, schedule.id, { ...schedule, on: wanted ? undefined : false })),
        button(t.edit, () => edit(profile, schedule), { "aria-label": words.editOf(nameOf(profile), schedule.start, schedule.end) }),
        button(t.remove, () => remove(profile, schedule), { class: "quiet", "aria-label": words.remove(`${nameOf(profile)} ${schedule.start}\u2013${schedule.end}`) })))));
  }

  // What goes on after midnight is on the next day as well.
  function blocksOf(day, index, all) {
    const before = days[(index + 6) % 7];
    const pieces = all.flatMap(({ profile, schedule }) => {
      const from = minute(schedule.start);
      const to = minute(schedule.end);
      const across = to <= from;
      return [
        daysOf(schedule).includes(day) && { profile, schedule, from, to: across ? 1440 : to, moves: !across },
        across && to > 0 && daysOf(schedule).includes(before) && { profile, schedule, from: 0, to, moves: false },
      ].filter(Boolean);
    }).sort((one, other) => one.from - other.from || other.to - one.to);
    inLanes(pieces);
    return pieces.map(block);
  }

  function block({ profile, schedule, from, to, moves, lane, lanes }) {
    const element = h("div", {
      class: `block${schedule.on === false ? " off" : ""}${moves ? " moves" : ""}`, "data-accent": accentOf(profile), title: `${nameOf(profile)} ${schedule.start}\u2013${schedule.end}`,
      vars: { "--from": String(from / 1440), "--size": String((to - from) / 1440), "--lane": String(lane), "--lanes": String(lanes) },
    }, glyph(profileOf(profile)), h("span", {}, schedule.name ?? nameOf(profile)), h("small", {}, `${schedule.start}\u2013${schedule.end}`), moves && h("i", { class: "grip" }));
    if (moves) element.addEventListener("pointerdown", (event) => drag(event, element, profile, schedule));
    return element;
  }

  function drag(event, element, profile, schedule) {
    const track = element.parentElement;
    const sizes = event.target.classList.contains("grip");
    const [from, to, top] = [minute(schedule.start), minute(schedule.end), event.clientY];
    let [start, end] = [from, to];
    element.setPointerCapture(event.pointerId);
    element.classList.add("dragged");
    const move = (event) => {
      const by = Math.round(((event.clientY - top) / track.clientHeight) * 96) * 15;
      if (sizes) end = Math.min(1440, Math.max(from + 15, to + by));
      else {
        start = Math.min(1440 - (to - from), Math.max(0, from + by));
        end = start + (to - from);
      }
      element.style.setProperty("--from", String(start / 1440));
      element.style.setProperty("--size", String((end - start) / 1440));
      element.querySelector("small").textContent = `${time(start)}\u2013${time(end)}`;
    };
    const drop = async (event) => {
      element.removeEventListener("pointermove", move);
      element.classList.remove("dragged");
      if (event.type === "pointercancel" || (start === from && end === to)) return draw();
      await store(profile, schedule.id, { ...schedule, start: time(start), end: time(end) });
      draw();
    };
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", drop, { once: true });
    element.addEventListener("pointercancel", drop, { once: true });
  }

  fill(place, h("header", { class: "head" }, h("h1", {}, t.views.schedules), h("p", { class: "lead" }, words.intro)),
    h("section", { class: "panel" }, h("h2", { class: "sr" }, words.week), week), none, list,
    h("div", { class: "actions" }, button(words.new, () => edit(), { class: "primary" })), h("p", { class: "hint" }, words.choice));
  draw();
  return listen((kind) => {
    if (kind === "settings" && !place.querySelector(".dragged")) draw();
  });
}

/** Pieces at the same time lie beside each other: each gets a lane, and how many there are where it is. */
function inLanes(pieces) {
  let group = [];
  let end = 0;
  const close = () => {
    const lanes = Math.max(0, ...group.map((one) => one.lane)) + 1;
    for (const one of group) one.lanes = lanes;
    group = [];
  };
  for (const piece of pieces) {
    if (piece.from >= end) close();
    const taken = group.filter((one) => one.to > piece.from).map((one) => one.lane);
    piece.lane = 0;
    while (taken.includes(piece.lane)) piece.lane += 1;
    group.push(piece);
    end = Math.max(end, piece.to);
  }
  close();
}

/** Puts a schedule in the place of the one with that id, in the profile that it belongs to; `undefined` takes it away. */
const store = (profile, id, schedule, close, refuse) => keep("profiles", (list) => list.map((one) => {
  const others = (one.schedules ?? []).filter((other) => one.id !== profile || other.id !== id);
  return { ...one, schedules: one.id === profile && schedule ? [...others, schedule] : others };
}), close, refuse);

function remove(profile, schedule) {
  dialog(words.removeSure, t.close, (close) => h("div", { class: "actions" },
    button(t.remove, () => store(profile, schedule.id, undefined, close), { class: "danger" }), button(t.cancel, close)));
}

function edit(owner, schedule) {
  if (!profiles().length) return toast(words.noProfiles);
  const old = schedule ?? { id: "", days: "weekdays", start: "09:00", end: "12:00" };
  const profile = select(profiles().map((one) => [one.id, one.name ?? one.id]), owner ?? profiles()[0].id, { disabled: Boolean(schedule) });
  const name = h("input", { value: old.name ?? "", maxlength: 100, autocomplete: "off" });
  const boxes = order.map((index) => tick(dayName(index), { value: days[index], checked: daysOf(old).includes(days[index]) }));
  const chosen = () => days.filter((day) => boxes.some(({ firstChild: box }) => box.checked && box.value === day));
  const templates = Object.entries(named).map(([kind, those]) => button(words.templates[kind], () => {
    for (const box of boxes) box.firstChild.checked = those.includes(box.firstChild.value);
    boxes[0].firstChild.dispatchEvent(new Event("change", { bubbles: true }));
  }, { "data-days": kind }));
  const start = h("input", { type: "time", value: old.start, required: true });
  const end = h("input", { type: "time", value: old.end, required: true });
  const on = tick(words.on, { checked: old.on !== false });
  const said = h("p", { class: "notice summary", role: "status" });

  /** What it comes to, in one line, with a moon where it goes on after midnight. */
  function draw() {
    const list = chosen();
    const across = start.value && end.value && minute(end.value) <= minute(start.value);
    for (const one of templates) one.setAttribute("aria-pressed", String(wordsOf(list) === one.dataset.days));
    const line = (across ? words.sumAcross : words.sum)(nameOf(profile.value), dayWords({ days: wordsOf(list) }), start.value, end.value);
    if (said.dataset.line === line) return;
    said.dataset.line = line;
    fill(said, across && icon("sleep"), h("span", {}, line));
  }

  dialog(schedule ? words.editOf(nameOf(owner), old.start, old.end) : words.new, t.close, (close) => h("form", {
    input: draw, change: draw,
    submit: (event) => {
      event.preventDefault();
      const list = chosen();
      if (!list.length) return complain(boxes[0].firstChild, words.noDays);
      if ((minute(end.value) - minute(start.value) + 1440) % 1440 < 15 && start.value !== end.value) return complain(end, words.tooShort);
      const taken = (profileOf(profile.value)?.schedules ?? []).map((one) => one.id);
      const wanted = name.value.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-+|-+$/g, "").slice(0, 36) || `at-${start.value.replace(":", "")}`;
      const id = old.id || `${wanted}${taken.includes(wanted) ? `-${Date.now() % 1000}` : ""}`;
      // A schedule that was only suggested is accepted by switching it on.
      store(profile.value, id, { ...old, id, name: name.value.trim() || undefined, days: wordsOf(list), start: start.value, end: end.value, on: on.firstChild.checked ? undefined : false }, close, (refusal) => {
        const control = /\/schedules\/\d+\/name$/.test(refusal.at) ? name : /\/schedules\/\d+/.test(refusal.at) ? end : undefined;
        if (control) complain(control, refusal.message);
        return Boolean(control);
      });
    },
  },
  schedule && inUse(owner) && h("p", { class: "notice" }, t.profiles.locked),
  h("div", { class: "grid" }, field(words.profile, profile), field(`${words.name} (${t.optional})`, name)),
  h("fieldset", { class: "ticks" }, h("legend", {}, words.days), h("div", { class: "row tight templates", role: "group", "aria-label": words.templatesOf }, templates), boxes),
  h("div", { class: "grid" }, field(words.start, start), field(words.end, end)), said, on, h("p", { class: "hint" }, words.choice),
  h("div", { class: "actions" }, button(t.save, null, { type: "submit", class: "primary" }), button(t.cancel, close))));
  draw();
}
