// Nights: tonight's eye as it grows, the morning's report, and every night that was.
import { button, complain, dialog, field, fill, h, tick } from "./dom.js";
import { addDays, clock, firstWeekday, length, longDay, today, weekdayName } from "./format.js";
import { act, ask, fetchSettings, known, listen, refused, since } from "./service.js";
import { t } from "./strings.js";

const words = t.nights;
const shown = 28;

/** The eye of a night: the same picture for the same minutes, so that a browser keeps it. */
const eye = (minutes, night, size) => h("img", { class: "eye", src: `/api/v1/eye?minutes=${minutes}&night=${night}`, alt: words.eye(minutes), width: size, height: size });

export function nights(place) {
  const stage = h("section", { class: "tonight" });
  const morning = h("section", { class: "panel morning", "aria-label": words.morning });
  const report = h("section", { class: "panel report", "aria-live": "polite" });
  const grid = h("div", { class: "nights28", role: "group", "aria-label": words.all });
  const trend = h("section", { class: "panel" });
  const rest = h("div", { class: "lower" }, report, h("section", { class: "panel" }, h("h2", {}, words.all), grid), trend);
  let records = new Map();
  let answer;
  let chosen;
  let seen;

  async function load() {
    try {
      answer = await ask("nights");
      records = new Map(answer.nights.map((one) => [one.night, one]));
      chosen = records.has(chosen) ? chosen : answer.nights.at(-1)?.night;
      draw();
    } catch (refusal) {
      refused(refusal);
    }
  }

  function draw() {
    drawTonight();
    drawMorning();
    rest.hidden = !answer?.nights.length;
    if (rest.hidden) return;
    drawReport();
    drawGrid();
    drawTrend();
  }

  // MARK: Tonight

  function drawTonight() {
    // While the computer is in use its minutes grow on the page, too: the service says when that begins and ends.
    const told = known.status.night;
    const night = told && { ...told, minutes: told.minutes + (told.awake ? Math.floor(since() / 60) : 0) };
    const bedtime = known.settings.bedtime;
    const state = JSON.stringify([night, bedtime, answer?.nights.length]);
    if (state === seen) return;
    const focused = stage.contains(document.activeElement) && document.activeElement.id;
    seen = state;
    if (night) {
      fill(stage, eye(night.minutes, night.day, 320), h("div", { class: "words" }, h("p", { class: "eyebrow" }, words.tonight), h("h1", {}, night.noticed ? words.minutes(night.minutes) : words.unseen),
        h("p", { class: "lead" }, night.awake ? words.awake : night.noticed ? words.asleep : words.unseenWhy), h("p", { class: "hint" }, words.until(clock(night.ends_at))),
        h("div", { class: "actions" }, night.awake && button(words.bed, () => act({ command: "bed" }), { class: "primary big", id: "bed" }), button(words.up, () => act({ command: "up" }), { class: "quiet", id: "up" })), change()));
    } else if (bedtime) {
      fill(stage, eye(0, today(), 320), h("div", { class: "words" }, h("p", { class: "eyebrow" }, words.next), h("h1", {}, `${bedtime.from} \u2013 ${bedtime.to}`), h("p", { class: "lead" }, words.restedHint), change()));
    } else {
      fill(stage, eye(0, today(), 320), h("div", { class: "words" }, h("h1", {}, words.emptyTitle), h("p", { class: "lead" }, words.emptyHint), bedtimeForm()));
    }
    if (focused) document.getElementById(focused)?.focus();
  }

  function bedtimeForm() {
    const from = h("input", { type: "time", id: "bed-from", value: "23:00", required: true });
    const to = h("input", { type: "time", id: "bed-to", value: "07:00", required: true });
    return h("form", { class: "row", submit: async (event) => {
      event.preventDefault();
      await act({ command: "configure", settings: { bedtime: { from: from.value, to: to.value } } });
    } }, h("div", { class: "field" }, h("label", { for: "bed-from" }, words.from), from), h("div", { class: "field" }, h("label", { for: "bed-to" }, words.to), to), button(words.set, null, { type: "submit", class: "primary" }));
  }

  const change = () => h("div", { class: "actions" }, button(words.change, editBedtime, { class: "quiet", id: "change-bedtime" }));

  /** The hours and days of bedtime, changed or removed. */
  async function editBedtime() {
    // The nights are told sooner than the settings.
    if (!known.settings?.bedtime) await fetchSettings();
    if (!known.settings?.bedtime) return;
    const { from, to, days = "every-day" } = known.settings.bedtime;
    const all = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    const chosen = { weekdays: all.slice(0, 5), weekends: all.slice(5), "every-day": all }[days] ?? days;
    const [begin, end] = [h("input", { type: "time", value: from, required: true }), h("input", { type: "time", value: to, required: true })];
    const boxes = all.map((_, place) => (place + firstWeekday) % 7).map((index) => tick(weekdayName(`2024-01-0${index + 1}`), { value: all[index], checked: chosen.includes(all[index]) }));
    const store = async (bedtime, close) => await act({ command: "configure", settings: { bedtime } }) && close();
    dialog(words.change, t.close, (close) => h("form", { submit: (event) => {
      event.preventDefault();
      const given = all.filter((day) => boxes.some(({ firstChild: box }) => box.checked && box.value === day));
      if (!given.length) return complain(boxes[0].firstChild, t.schedules.noDays);
      if (begin.value === end.value) return complain(end, words.sameTime);
      store({ from: begin.value, to: end.value, days: given.length === 7 ? "every-day" : given }, close);
    } }, h("div", { class: "grid" }, field(words.from, begin), field(words.to, end)), h("fieldset", { class: "ticks" }, h("legend", {}, words.days), boxes), h("p", { class: "hint" }, words.daysHint),
    h("div", { class: "actions" }, button(t.save, null, { type: "submit", class: "primary" }), button(t.cancel, close), button(words.remove, () => store("none", close), { class: "danger", id: "remove-bedtime" }))));
  }

  // MARK: The morning

  /** The question of the day on which a night ended; the answer can be changed. */
  function drawMorning() {
    const one = known.status.morning;
    const state = JSON.stringify(one);
    if (morning.dataset.state === state) return;
    const focused = morning.contains(document.activeElement) && document.activeElement.id;
    morning.dataset.state = state;
    morning.hidden = !one;
    fill(morning, one && [h("h2", {}, words.morning), h("p", {}, `${one.noticed ? words.askLine(one.minutes) : words.unseenLine} ${words.ask}`),
      h("div", { class: "actions", role: "group", "aria-label": words.ask }, words.feel.map((name, eyes) => button(name, () => act({ command: "feel", eyes }), { id: `eyes-${eyes}`, "aria-pressed": String(one.eyes === eyes) }))),
      one.eyes !== null && h("p", { class: "hint" }, words.changed)]);
    if (focused) document.getElementById(focused)?.focus();
  }

  function drawReport() {
    const night = records.get(chosen);
    if (!night) return fill(report);
    const figure = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
    fill(report, h("header", { class: "split" }, h("h2", {}, longDay(night.night)), h("p", { class: "hint" }, [night.bed_at && words.said(clock(night.bed_at)), words.woke(clock(night.wake_at))].filter(Boolean).join(" \u00b7 "))),
      h("div", { class: "reportrow" }, eye(night.minutes, night.night, 176), h("div", {}, h("p", { class: "much" }, night.noticed === false ? h("b", {}, words.unseen) : [h("b", {}, length(night.minutes * 60)), ` ${words.used}`]),
        nightLine(night), h("dl", { class: "sums start" }, figure(words.times, String(night.times)), night.times > 0 && figure(words.longest, length(night.longest_seconds)), night.last_use_at && figure(words.last, clock(night.last_use_at)), night.eyes !== null && figure(words.felt, words.feel[night.eyes])))));
  }

  /** The uses of a night, from noon to noon as far as it needs. */
  function nightLine(night) {
    const times = [...night.uses.flatMap((use) => [use.began_at, use.ended_at]), night.bed_at, night.wake_at].filter(Boolean);
    // Times are of this computer's clock: their letters count.
    const seconds = (time) => Date.parse(`${time.slice(0, 19)}Z`) / 1000;
    const start = Math.floor(Math.min(...times.map(seconds), seconds(`${night.night}T23:00:00`)) / 3600) * 3600;
    const end = Math.ceil(Math.max(...times.map(seconds), seconds(`${addDays(night.night, 1)}T06:00:00`)) / 3600) * 3600;
    const at = (time) => (seconds(time) - start) / (end - start);
    const hours = Math.round((end - start) / 3600);
    const step = hours <= 9 ? 1 : 2;
    const label = night.uses.length ? night.uses.map((use) => `${clock(use.began_at)}\u2013${clock(use.ended_at)}`).join(", ") : night.noticed === false ? words.unseen : words.quiet;
    return h("div", { class: "nightline", role: "img", "aria-label": label },
      night.uses.map((use) => h("span", { vars: { "--from": String(at(use.began_at)), "--size": String(at(use.ended_at) - at(use.began_at)) } })),
      h("div", { class: "ticks", "aria-hidden": "true" }, Array.from({ length: Math.floor(hours / step) + 1 }, (_, index) => h("small", { vars: { "--from": String((index * step) / hours) } }, new Date((start + index * step * 3600) * 1000).toISOString().slice(11, 13)))));
  }

  // MARK: All nights

  function drawGrid() {
    const last = answer.nights.at(-1).night;
    const days = Array.from({ length: shown }, (_, index) => addDays(last, index - shown + 1));
    const focused = grid.contains(document.activeElement) && document.activeElement.dataset.night;
    fill(grid, days.map((day) => {
      const night = records.get(day);
      if (!night) return h("span", { class: "night none", "aria-hidden": "true" }, h("i", {}), h("small", {}, String(Number(day.slice(8)))));
      return h("button", { type: "button", class: "night", "data-night": day, "aria-pressed": String(day === chosen), "aria-label": words.cell(longDay(day), night.noticed === false ? words.unseen : length(night.minutes * 60)), tabindex: day === chosen ? "0" : "-1", click: () => choose(day), keydown: move },
        h("img", { src: `/api/v1/eye?minutes=${night.minutes}&night=${day}`, alt: "", width: 72, height: 72, loading: "lazy" }), h("small", {}, String(Number(day.slice(8)))), h("small", { class: "min" }, night.noticed === false ? "\u2013" : words.short(night.minutes)));
    }));
    if (focused) grid.querySelector(`[data-night="${focused}"]`)?.focus();
  }

  function choose(day) {
    chosen = day;
    for (const cell of grid.querySelectorAll("button")) {
      cell.setAttribute("aria-pressed", String(cell.dataset.night === day));
      cell.tabIndex = cell.dataset.night === day ? 0 : -1;
    }
    drawReport();
  }

  function move(event) {
    const cells = [...grid.querySelectorAll("button")];
    const at = cells.indexOf(event.currentTarget);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - 7, ArrowDown: at + 7, Home: 0, End: cells.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (!cells[to]) return;
    choose(cells[to].dataset.night);
    cells[to].focus();
  }

  // MARK: The trend

  function drawTrend() {
    const { trend: one } = answer;
    const figure = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
    fill(trend, h("h2", {}, words.trend), h("dl", { class: "sums start" }, one.median_7 !== null && figure(words.median7, length(one.median_7 * 60)), one.median_28 !== null && figure(words.median28, length(one.median_28 * 60))),
      h("p", {}, one.slope_minutes_per_night === null ? words.tooFew(one.nights) : words.slope(Math.round(one.slope_minutes_per_night * 7))),
      one.eyes.tau !== null && h("p", {}, words.tau[one.eyes.tau >= 0.3 ? "more" : one.eyes.tau <= -0.3 ? "less" : "none"](one.eyes.answers)),
      h("p", { class: "hint" }, words.from_(one.nights)));
  }

  fill(place, morning, stage, rest);
  drawTonight();
  drawMorning();
  load();
  const ticking = setInterval(drawTonight, 10_000);
  const end = listen((kind, event) => {
    if (kind === "status" || kind === "settings") {
      drawTonight();
      drawMorning();
    }
    if (kind === "event" && ["night-report", "eyes-felt"].includes(event.event)) load();
  });
  return () => {
    end();
    clearInterval(ticking);
  };
}
