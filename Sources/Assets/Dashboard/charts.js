// Charts drawn from the totals of days. Each says in words what it shows, and each bar its own day.
import { h } from "./dom.js";
import { addDays, length, longDay, monday, monthShortName, weekdayIndex, weekdayName } from "./format.js";
import { t } from "./strings.js";

const none = { focused_seconds: 0, break_seconds: 0 };

/** Focus and breaks of some days as bars. */
export function bars(days, totals, words, labels) {
  const most = Math.max(3600, ...days.map((day) => {
    const { focused_seconds: focus, break_seconds: rest } = totals.get(day) ?? none;
    return focus + rest;
  }));
  return h("div", { class: "bars", role: "img", "aria-label": words, vars: { "--count": String(days.length) } }, days.map((day, index) => {
    const { focused_seconds: focus, break_seconds: rest } = totals.get(day) ?? none;
    return h("div", { class: "column", title: `${longDay(day)}: ${length(focus)}` },
      h("span", { class: "rest", vars: { "--part": String(rest / most) } }),
      h("span", { class: "focus", vars: { "--part": String(focus / most) } }),
      h("small", {}, labels(day, index)));
  }));
}

/** The hours of the day. */
export function hours(seconds) {
  const most = Math.max(1, ...seconds);
  const best = seconds.indexOf(Math.max(...seconds));
  const words = most > 1 ? t.history.hour(best, length(seconds[best])) : t.history.none;
  return h("div", { class: "bars hours", role: "img", "aria-label": `${t.history.hours}: ${words}`, vars: { "--count": "24" } },
    seconds.map((value, hour) => h("div", { class: "column", title: t.history.hour(hour, length(value)) },
      h("span", { class: "focus", vars: { "--part": String(value / most) } }), h("small", {}, hour % 6 ? "" : String(hour)))));
}

/** A year, a square for each day; the darker the more focus. */
export function year(last, totals, words) {
  const first = monday(addDays(last, -364));
  const weeks = [];
  for (let day = first; day <= last; day = addDays(day, 7)) weeks.push(day);
  const most = Math.max(4 * 3600, ...weeks.flatMap((week) => [0, 1, 2, 3, 4, 5, 6].map((n) => (totals.get(addDays(week, n)) ?? none).focused_seconds)));
  let month = "";
  return h("div", { class: "scroller", tabindex: "0", role: "group", "aria-label": words },
    h("div", { class: "heat", role: "img", "aria-label": words }, weeks.map((week) => {
      const name = monthShortName(addDays(week, 6));
      const label = name === month ? "" : name;
      month = name;
      return h("div", { class: "week" }, h("small", {}, label), [0, 1, 2, 3, 4, 5, 6].map((n) => {
        const day = addDays(week, n);
        if (day > last) return h("span", { class: "none" });
        const focus = (totals.get(day) ?? none).focused_seconds;
        const step = focus === 0 ? 0 : Math.max(1, Math.ceil((focus / most) * 4));
        return h("span", { "data-step": String(step), title: t.history.cell(longDay(day), length(focus)) });
      }));
    })),
    h("p", { class: "hint legend" }, t.history.less, [0, 1, 2, 3, 4].map((step) => h("span", { "data-step": String(step) })), t.history.more));
}

/** The sessions of one day on its twenty-four hours, with their breaks. */
export function dayLine(day, sessions, words, accent) {
  const minute = (time, fallback) => {
    if (!time) return fallback;
    if (time.slice(0, 10) < day) return 0;
    if (time.slice(0, 10) > day) return 1440;
    return Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));
  };
  const now = new Date();
  const present = now.getHours() * 60 + now.getMinutes();
  const piece = (from, to, kind, title, extra) => h("span", {
    class: kind, title, "data-accent": extra, vars: { "--from": String(from / 1440), "--size": String(Math.max(2, to - from) / 1440) },
  });
  return h("div", { class: "dayline", role: "img", "aria-label": words },
    sessions.map((session) => [
      piece(minute(session.started_at), minute(session.ended_at, present), "session", session.profile, accent(session.profile)),
      session.break_times.map((pause) => piece(minute(pause.started_at), minute(pause.ended_at, present), "pause", t.history.rest)),
    ]),
    h("div", { class: "ticks", "aria-hidden": "true" }, [0, 6, 12, 18, 24].map((hour) => h("small", {}, String(hour)))));
}

export const weekLabel = (day) => weekdayName(day);
export const monthLabel = (day, index) => (index % 5 === 0 ? String(Number(day.slice(8))) : "");
export { weekdayIndex };
