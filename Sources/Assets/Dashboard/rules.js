// What a profile asks of anyone who starts it, in words: said before the choice.
import { length, listed, minutesOf, sentences } from "./format.js";
import { known } from "./service.js";
import { t } from "./strings.js";

/** The seconds of a time as a file has it. */
export const seconds = (text) => Math.round((minutesOf(text) ?? 0) * 60);

/** A step in words: "Learn 5 cards". */
export function stepWords(step) {
  const [[kind, value]] = Object.entries(step);
  const key = known.settings?.keys?.find((one) => one.id === value);
  return t.gates.said[kind](kind === "wait" ? seconds(value) : key?.name ?? value);
}

export function rules(profile, before) {
  if (!profile) return "";
  const words = [before];
  const end = t.rules.ends[profile.end ?? "confirm"];
  const wait = minutesOf(profile.question?.wait ?? "5s");
  words.push((profile.end ?? "confirm") === "timer" || !wait ? end : listed([end, t.rules.wait(length(wait * 60))]));
  words.push(breakRules(profile.breaks));
  const visits = profile.visits;
  if (visits && (visits.perSession ?? 3) > 0) words.push(t.rules.visits(visits.perSession ?? 3, visits.minutes ?? 5, visits.minutesPerDay ?? 15));
  for (const [which, steps] of Object.entries(profile.gate ?? {})) if (steps.length) words.push(t.gates.first[which](listed(steps.map(stepWords))));
  return sentences(words);
}

export function breakRules(breaks) {
  if (!breaks || !Object.keys(breaks).length) return t.rules.free;
  if (breaks.perSession === 0) return t.rules.noBreaks;
  const words = [];
  const text = (value) => length(minutesOf(value) * 60);
  if (breaks.minutes) words.push(t.rules.length(minutesOf(breaks.minutes)));
  if (breaks.perSession) words.push(t.rules.perSession(breaks.perSession));
  if (breaks.every) words.push(t.rules.every(text(breaks.every)));
  if (breaks.after) words.push(t.rules.after(text(breaks.after)));
  if (breaks.gap) words.push(t.rules.gap(text(breaks.gap)));
  for (const span of ["session", "day", "week"]) {
    if (breaks.budget?.[span] !== undefined) words.push(t.rules.budget[span](minutesOf(breaks.budget[span])));
  }
  if (breaks.earn) words.push(t.rules.earn(minutesOf(breaks.earn.minutes), text(breaks.earn.perFocused)));
  const line = listed(words);
  return line.charAt(0).toUpperCase() + line.slice(1);
}
