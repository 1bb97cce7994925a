// What charts need to know of sessions, calculated from their records.
import { addDays, dayOf, weekdayIndex } from "./format.js";
import { accentOf } from "./service.js";

/** For each day the seconds of each profile, as pairs of accent and seconds. A session counts on the day it began. */
export function byProfile(sessions) {
  const days = new Map();
  for (const one of sessions) {
    const day = days.get(dayOf(one.started_at)) ?? new Map();
    const accent = accentOf(one.profile);
    day.set(accent, (day.get(accent) ?? 0) + one.focused_seconds);
    days.set(dayOf(one.started_at), day);
  }
  return new Map([...days].map(([day, parts]) => [day, [...parts].sort(([one], [other]) => one - other)]));
}

/** The seconds in each hour of each weekday, Monday's first, without breaks. */
export function byHour(sessions) {
  const slots = new Array(168).fill(0);
  // Times of the service are of this computer's clock: their letters count, whatever zone the browser is in.
  const seconds = (time) => Date.parse(`${time.slice(0, 19)}Z`) / 1000;
  const add = (from, to, sign) => {
    for (let at = from; at < to;) {
      const until = Math.min(to, (Math.floor(at / 3600) + 1) * 3600);
      const day = new Date(at * 1000).toISOString();
      slots[weekdayIndex(day.slice(0, 10)) * 24 + Number(day.slice(11, 13))] += sign * (until - at);
      at = until;
    }
  };
  for (const one of sessions.filter((session) => session.ended_at)) {
    add(seconds(one.started_at), seconds(one.ended_at), 1);
    for (const pause of one.break_times) if (pause.ended_at) add(seconds(pause.started_at), seconds(pause.ended_at), -1);
  }
  return slots.map((value) => Math.max(0, value));
}

/** Sites and apps with how often they were resisted, most often first. */
export function resisted(sessions) {
  const times = new Map();
  for (const { site, app, times: count } of sessions.flatMap((one) => one.attempted)) {
    times.set(site ?? app, (times.get(site ?? app) ?? 0) + count);
  }
  return [...times].sort((one, other) => other[1] - one[1]);
}

/** The sessions of a day, whenever they began. */
export const onDay = (sessions, day) => sessions.filter((one) =>
  dayOf(one.started_at) <= day && (one.ended_at ? dayOf(one.ended_at) >= day : true) && dayOf(one.started_at) > addDays(day, -8));
