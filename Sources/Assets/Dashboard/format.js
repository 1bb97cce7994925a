// Times and lengths in words. The service writes its times with the offset of this computer, so the clock is in the
// text.
import { language, t } from "./strings.js";

// What is between the parts of a sentence, and what ends one.
const [comma, stop] = { ja: ["\u3001", "\u3002"], zh: ["\uff0c", "\u3002"] }[language.slice(0, 2)] ?? [", ", ". "];

/** Several things in one sentence; what there is not is left out. */
export const listed = (items) => items.filter(Boolean).join(comma);

/** Sentences that have no full stop yet, one after the other. */
export const sentences = (parts) => parts.filter(Boolean).join(stop) + stop.trim();

/** What was reached, by a name such as `cards-5`. */
export function badgeTitle(name) {
  const place = name.lastIndexOf("-");
  return t.history.badgeNames[name.slice(0, place)]?.(Number(name.slice(place + 1))) ?? name;
}

/** 09:05 of a time of the service. */
export const clock = (time) => (time ? time.slice(11, 16) : "");

/** 2026-11-21 of a time of the service. */
export const dayOf = (time) => time.slice(0, 10);

/** 1:05:09 or 05:09 */
export function timer(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (number) => String(number).padStart(2, "0");
  const rest = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return whole >= 3600 ? `${Math.floor(whole / 3600)}:${rest}` : rest;
}

/** 2 h 5 min, 5 min, 40 s; minutes are rounded up for time that is left, down for time that has passed. */
export function length(seconds, isLeft = false) {
  const whole = Math.max(0, Math.floor(seconds ?? 0));
  if (whole > 0 && whole < 60) return t.units.seconds(whole);
  const minutes = isLeft ? Math.ceil(whole / 60) : Math.floor(whole / 60);
  if (minutes < 60) return t.units.minutes(minutes);
  return minutes % 60 ? t.units.both(Math.floor(minutes / 60), minutes % 60) : t.units.hours(minutes / 60);
}

// Days are calculated in UTC, where each has 24 hours; only their names are shown.
const noon = (day) => new Date(`${day}T12:00:00Z`);
const shown = (options) => new Intl.DateTimeFormat(language, { timeZone: "UTC", ...options });
const long = shown({ weekday: "long", day: "numeric", month: "long" });
const short = shown({ weekday: "short", day: "numeric", month: "short" });
const month = shown({ month: "long", year: "numeric" });
const monthShort = shown({ month: "short" });
const weekday = shown({ weekday: "short" });
const weekdayLong = shown({ weekday: "long" });

export const longDay = (day) => long.format(noon(day));
export const shortDay = (day) => short.format(noon(day));
export const monthName = (day) => month.format(noon(day));
export const monthShortName = (day) => monthShort.format(noon(day));
export const weekdayName = (day) => weekday.format(noon(day));
export const weekdayLongName = (day) => weekdayLong.format(noon(day));

/** "04:00", or "Monday 04:00" for a time of the service that is more than a day away. */
export const opening = (time) => (new Date(time) - Date.now() < 86_400_000 ? clock(time) : `${weekdayLongName(dayOf(time))} ${clock(time)}`);

export function addDays(day, count) {
  const date = noon(day);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

export function addMonths(day, count) {
  const date = noon(`${day.slice(0, 7)}-01`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 10);
}

/** 0 for a Monday. */
export const weekdayIndex = (day) => (noon(day).getUTCDay() + 6) % 7;

/** The first day of a week where the person lives, as {@link weekdayIndex}: the browser knows the region. */
export const firstWeekday = (() => {
  const isOurs = (tag) => tag.split("-")[0] === language.split("-")[0];
  const locale = new Intl.Locale(navigator.languages.find(isOurs) ?? language);
  const week = locale.getWeekInfo?.() ?? locale.weekInfo;
  return (week?.firstDay ?? 1) - 1;
})();
export const weekStart = (day) => addDays(day, -((weekdayIndex(day) - firstWeekday + 7) % 7));

export function today() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Minutes as a profile file has them: "25m", "90s". */
export const lapse = (minutes) => (Number.isInteger(minutes) ? `${minutes}m` : `${Math.round(minutes * 60)}s`);

/** A length of a profile file ("25m", "1h", 5 for minutes) in minutes; undefined where there is none. */
export function minutesOf(value) {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "number") return value;
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(value);
  if (!match) return undefined;
  return Number(match[1]) * { ms: 1 / 60000, s: 1 / 60, m: 1, h: 60, d: 1440 }[match[2]];
}
