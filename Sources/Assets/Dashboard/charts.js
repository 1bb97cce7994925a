// Charts drawn from days and sessions. Each has an axis, says in words what it shows, and is walked through by keys;
// what a column or a square stands for is told at it, by mouse, finger and key alike.
import { h, say } from "./dom.js";
import { addDays, length, longDay, monthShortName, today, weekdayLongName, weekdayName, weekStart } from "./format.js";
import { t } from "./strings.js";

const none = { focused_seconds: 0, break_seconds: 0 };

/** Cells of which one can be reached by Tab, the others by arrows: `step` says how far, sideways and up or down. */
function walk(frame, cells, step, chosen = 0, follow = () => {}) {
  const tip = h("span", { class: "tip", "aria-hidden": "true", hidden: true });
  const tell = (cell) => {
    const [box, around] = [cell.getBoundingClientRect(), frame.getBoundingClientRect()];
    say(tip, cell.getAttribute("aria-label"));
    tip.hidden = false;
    const half = tip.offsetWidth / 2;
    const middle = Math.min(Math.max(box.left - around.left + box.width / 2, half), Math.max(half, around.width - half));
    tip.style.setProperty("--left", `${middle}px`);
    tip.style.setProperty("--top", `${(cell.querySelector("i") ?? cell).getBoundingClientRect().top - around.top}px`);
  };
  cells.forEach((cell, index) => {
    cell.tabIndex = index === chosen ? 0 : -1;
    cell.addEventListener("pointerenter", () => tell(cell));
    cell.addEventListener("focus", () => tell(cell));
    cell.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -step[0], ArrowRight: step[0], ArrowUp: -step[1], ArrowDown: step[1], Home: -index, End: cells.length - 1 - index }[event.key];
      const next = by && cells[index + by];
      if (by === undefined) return;
      event.preventDefault();
      if (!next) return;
      cell.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
      tell(next);
      follow(next);
    });
  });
  for (const name of ["pointerleave", "focusout"]) frame.addEventListener(name, () => { tip.hidden = true; });
  frame.append(tip);
  return frame;
}

/** Focus of some days, stacked by profile, over a scale of hours, with the average of the days that were. */
export function bars(days, totals, parts, words, chosen, choose) {
  const now = today();
  const focus = (day) => (totals.get(day) ?? none).focused_seconds;
  const most = Math.max(3600, ...days.map(focus));
  const hours = Math.ceil(most / 3600);
  const step = hours <= 3 ? 1 : hours <= 6 ? 2 : hours <= 12 ? 4 : 6;
  const top = Math.ceil(hours / step) * step * 3600;
  const past = days.filter((day) => day <= now && focus(day) > 0);
  const average = past.length > 1 ? past.reduce((sum, day) => sum + focus(day), 0) / past.length : 0;
  // The words of the average are above its line or below, wherever no line of the scale runs through them.
  const crosses = (from, to) => Array.from({ length: Math.floor(top / 3600 / step) + 1 }, (_, index) => (index * step * 3600) / top).some((line) => line > from && line < to);
  const at = average / top;
  const side = crosses(at, at + .085) && !crosses(at - .085, at) ? "below" : undefined;
  const lines = [];
  for (let hour = 0; hour * 3600 <= top; hour += step) lines.push(h("small", { class: "gridline", vars: { "--at": String((hour * 3600) / top) } }, hour ? t.units.hours(hour) : t.units.minutes(0)));
  const columns = days.map((day, index) => h("button", {
    type: "button", class: "column", "data-day": day, "data-later": day > now ? "" : undefined, "data-today": day === now ? "" : undefined, "aria-pressed": String(day === chosen),
    "aria-label": t.history.cell(longDay(day), length(focus(day))), click: () => choose(day),
  },
  h("span", { class: "stack", vars: { "--part": String(focus(day) / top) } }, h("i", {}), (parts.get(day) ?? []).map(([accent, seconds]) =>
    h("b", { "data-accent": String(accent), vars: { "--size": String(Math.max(0.001, seconds)) } }))),
  h("small", { "aria-hidden": "true" }, days.length <= 7 ? weekdayName(day) : index % 5 === 0 ? String(Number(day.slice(8))) : "")));
  const frame = h("div", { class: "plot", role: "group", "aria-label": words },
    h("div", { class: "grid-lines", "aria-hidden": "true" }, lines,
      average > 0 && h("small", { class: "average", "data-side": side, vars: { "--at": String(at) } }, t.history.averageLine(length(average)))),
    h("div", { class: "bars", vars: { "--count": String(days.length) } }, columns));
  return walk(frame, columns, [1, 1], Math.max(0, days.indexOf(chosen)), (column) => choose(column.dataset.day));
}

const dark = (seconds, most) => (seconds <= 0 ? 0 : Math.max(1, Math.ceil((seconds / most) * 4)));

/** A year, a square for each day; the darker the more focus. */
export function year(last, totals, words, chosen, choose) {
  const first = weekStart(addDays(last, -364));
  const days = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  const focus = (day) => (totals.get(day) ?? none).focused_seconds;
  const most = Math.max(4 * 3600, ...days.map(focus));
  let month = "";
  const cells = days.map((day) => h("button", {
    type: "button", "data-step": String(dark(focus(day), most)), "data-day": day, "aria-pressed": String(day === chosen),
    "aria-label": t.history.cell(longDay(day), length(focus(day))), click: () => choose(day),
  }));
  const weeks = [];
  for (let index = 0; index < cells.length; index += 7) {
    const name = monthShortName(days[Math.min(index + 6, days.length - 1)]);
    weeks.push(h("div", { class: "week" }, h("small", { "aria-hidden": "true" }, name === month ? "" : name), cells.slice(index, index + 7)));
    month = name;
  }
  const heat = h("div", { class: "heat", role: "group", "aria-label": words },
    h("div", { class: "week letters", "aria-hidden": "true" }, h("small", {}, ""), [0, 1, 2, 3, 4, 5, 6].map((n) => h("small", {}, n % 2 ? "" : weekdayName(addDays(first, n))))), weeks);
  return h("div", {}, h("div", { class: "scroller" }, walk(heat, cells, [7, 1], Math.max(0, days.indexOf(chosen)))),
    h("p", { class: "hint legend" }, t.history.less, [0, 1, 2, 3, 4].map((step) => h("span", { "data-step": String(step) })), t.history.more));
}

/** When somebody focuses: a square for each hour of each weekday. */
export function when(seconds) {
  const most = Math.max(1, ...seconds);
  const at = seconds.indexOf(most);
  // 2024-01-01 was a Monday.
  const day = (index) => weekdayName(`2024-01-0${index + 1}`);
  // The weekday and the hour with most focus, each by its whole sum: not the single fullest square.
  const top = (sums) => sums.indexOf(Math.max(...sums));
  const total = (part) => part.reduce((sum, value) => sum + value, 0);
  const [busyDay, busyHour] = [top([0, 1, 2, 3, 4, 5, 6].map((row) => total(seconds.slice(row * 24, row * 24 + 24)))), top(Array.from({ length: 24 }, (_, hour) => total(seconds.filter((_, index) => index % 24 === hour))))];
  const words = most > 1 ? t.history.often(weekdayLongName(`2024-01-0${busyDay + 1}`), busyHour) : t.history.none;
  const cells = seconds.map((value, index) => h("button", {
    type: "button", "data-step": String(dark(value, most)), "aria-label": t.history.slot(day(Math.floor(index / 24)), index % 24, length(value)),
  }));
  const frame = h("div", { class: "when", role: "group", "aria-label": `${t.history.hours}: ${words}` },
    [0, 1, 2, 3, 4, 5, 6].map((row) => [h("small", { "aria-hidden": "true" }, day(row)), cells.slice(row * 24, row * 24 + 24)]),
    h("small", { "aria-hidden": "true" }, ""), Array.from({ length: 24 }, (_, hour) => h("small", { "aria-hidden": "true" }, hour % 6 ? "" : String(hour))));
  return h("div", {}, walk(frame, cells, [1, 24], most > 1 ? at : 0), h("p", { class: "hint" }, most > 1 ? words : ""));
}

/** The sessions of one day on its twenty-four hours, with their breaks and what strayed from them. */
export function dayLine(day, sessions, words, accent, strays = []) {
  const minute = (time, fallback) => {
    if (!time) return fallback;
    if (time.slice(0, 10) < day) return 0;
    if (time.slice(0, 10) > day) return 1440;
    return Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));
  };
  const now = new Date();
  const present = now.getHours() * 60 + now.getMinutes();
  const piece = (from, to, kind, extra) => h("span", {
    class: kind, "data-accent": extra, vars: { "--from": String(from / 1440), "--size": String(Math.max(2, to - from) / 1440) },
  });
  return h("div", { class: "dayline", role: "img", "aria-label": words },
    sessions.map((session) => [
      piece(minute(session.started_at), minute(session.ended_at, present), "session", accent(session.profile)),
      session.break_times.map((pause) => piece(minute(pause.started_at), minute(pause.ended_at, present), "pause")),
    ]),
    strays.filter((one) => one.counted && one.began_at.slice(0, 10) <= day && one.ended_at.slice(0, 10) >= day).map((one) => piece(minute(one.began_at), minute(one.ended_at, present), "stray")),
    h("div", { class: "ticks", "aria-hidden": "true" }, [0, 6, 12, 18, 24].map((hour) => h("small", {}, String(hour)))));
}
