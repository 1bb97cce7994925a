// The minutes of a limit in a form: a day's, those of single days, a week's, what goes over and what never counts.
import { field, h } from "./dom.js";
import { firstWeekday, length, weekdayLongName } from "./format.js";
import { t } from "./strings.js";

const words = t.limits;
// 2024-01-01 was a Monday.
const names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((name, index) => [name, weekdayLongName(`2024-01-0${index + 1}`)]);
const days = [...names.slice(firstWeekday), ...names.slice(0, firstWeekday)];
const halves = [["weekdays", t.schedules.templates.weekdays], ["weekend", t.schedules.templates.weekends]];
const parts = [...halves, ...days];
const number = (value, most, attributes = {}) => h("input", { type: "number", inputmode: "numeric", min: 0, max: most, value: value ?? "", ...attributes });
const value = (input) => (input.value === "" ? undefined : Number(input.value));

/** "30 min a day, from 04:00 on", and what else is set, in sentences. */
export function minuteWords({ minutesPerDay, minutesPerWeek, dayStarts = "04:00" }) {
  return [typeof minutesPerDay === "number" ? words.perDay(length(minutesPerDay * 60), dayStarts) : words.perDayVaries, minutesPerWeek !== undefined && words.perWeek(length(minutesPerWeek * 60))].filter(Boolean);
}

/** The fields: `first` belongs at the top of a form, `more` with what few need. */
export function minuteFields(old) {
  const table = typeof old.minutesPerDay === "object" ? old.minutesPerDay : { default: old.minutesPerDay };
  const day = number(table.default, 1440);
  const special = Object.fromEntries(parts.map(([name]) => [name, number(table[name], 1440)]));
  const [week, over] = [number(old.minutesPerWeek, 10080), number(old.rollOver?.most, 1440)];
  const except = h("textarea", { rows: 3, autocomplete: "off", spellcheck: "false", value: (old.except ?? []).join("\n") });
  const isSpecial = () => parts.some(([name]) => special[name].value !== "");
  return {
    first: field(words.minutes, day),
    more: h("fieldset", {}, h("legend", {}, words.byDay), h("p", { class: "hint" }, words.byDayHint),
      [halves, days].map((some) => h("div", { class: "grid days" }, some.map(([name, label]) => field(label, special[name])))),
      h("div", { class: "grid" }, field(words.week, week), field(words.over, over)), field(words.except, except, words.exceptHint)),
    isOpen: isSpecial() || week.value !== "" || over.value !== "" || except.value !== "",
    missing: () => (day.value === "" && !isSpecial() ? day : undefined),
    value() {
      const named = Object.fromEntries(parts.filter(([name]) => special[name].value !== "").map(([name]) => [name, Number(special[name].value)]));
      if (isSpecial() && day.value !== "") named.default = Number(day.value);
      const excepted = except.value.split(/[\s,]+/).filter(Boolean);
      return { minutesPerDay: isSpecial() ? named : Number(day.value), minutesPerWeek: value(week), rollOver: value(over) ? { most: value(over) } : undefined, except: excepted.length ? excepted : undefined };
    },
    /** The control of a part of a limit that was refused. */
    control(part) {
      const [name, of] = part.split("/");
      return { minutesPerDay: special[of] ?? day, minutesPerWeek: week, rollOver: over, except }[name];
    },
  };
}
