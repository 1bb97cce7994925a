// History: what was, in sums, in charts, and each session with its story.
import { button, dialog, field, fill, h, say, select } from "./dom.js";
import { bars, dayLine, hours, monthLabel, weekLabel, year } from "./charts.js";
import { addDays, addMonths, clock, dayOf, length, longDay, monday, monthName, shortDay, today } from "./format.js";
import { accentOf, ask, listen, nameOf, profiles, refused } from "./service.js";
import { t } from "./strings.js";

const words = t.history;

export function history(place) {
  const sums = h("dl", { class: "tiles" });
  const chart = h("div", { class: "chart" });
  const title = h("h2", {}, "");
  const hourly = h("div");
  const rows = sessionList();
  let span = "week";
  let day = today();

  async function load() {
    try {
      const { stats } = await ask("stats");
      const tile = (name, value, more) => h("div", {}, h("dt", {}, name), h("dd", {}, value, more && h("small", {}, more)));
      fill(sums,
        tile(words.today, length(stats.today.focused_seconds), words.sessions(stats.today.sessions)),
        tile(words.week, length(stats.week.focused_seconds), words.sessions(stats.week.sessions)),
        tile(words.streak, words.days(stats.streak.days), words.longest(stats.streak.longest)),
        tile(words.average, length(stats.average_seconds)),
        tile(words.best, stats.best_hour ? `${stats.best_hour.hour}:00` : "\u2013"),
        tile(words.resisted, words.attempts(stats.all.attempts)));
      await draw();
    } catch (refusal) {
      refused(refusal);
    }
  }

  async function draw() {
    const [first, last, name] = {
      day: () => [day, day, longDay(day)],
      week: () => [monday(day), addDays(monday(day), 6), `${shortDay(monday(day))} \u2013 ${shortDay(addDays(monday(day), 6))}`],
      month: () => [`${day.slice(0, 7)}-01`, addDays(addMonths(day, 1), -1), monthName(day)],
      year: () => [monday(addDays(day, -364)), day, `${monthName(addDays(day, -364))} \u2013 ${monthName(day)}`],
    }[span]();
    const answer = await ask("days", { since: first, until: last });
    const totals = new Map(answer.days.map((one) => [one.day, one]));
    const sum = (part) => answer.days.reduce((all, one) => all + one[part], 0);
    const line = words.chart(name, length(sum("focused_seconds")), length(sum("break_seconds")));
    say(title, name);
    const days = [];
    for (let one = first; one <= last && days.length < 31; one = addDays(one, 1)) days.push(one);
    if (span === "day") {
      const { sessions } = await ask("sessions", { since: addDays(day, -1), until: day, limit: 500 });
      fill(chart, dayLine(day, sessions.filter((one) => (one.ended_at ?? one.started_at) >= day || !one.ended_at), line, accentOf));
    } else if (span === "year") {
      const scroller = year(day, totals, line);
      fill(chart, scroller);
      // The newest weeks are what is looked for first.
      scroller.scrollLeft = scroller.scrollWidth;
    }
    else fill(chart, bars(days, totals, line, span === "week" ? weekLabel : monthLabel));
    chart.append(h("p", { class: "hint key" },
      h("span", { class: "swatch focus", "aria-hidden": "true" }), `${words.focus} ${length(sum("focused_seconds"))}`,
      h("span", { class: "swatch rest", "aria-hidden": "true" }), `${words.rest} ${length(sum("break_seconds"))}`));
    fill(hourly, hours(answer.hours));
  }

  function move(count) {
    day = span === "month" ? addMonths(day, count)
      : addDays(day, count * { day: 1, week: 7, year: 365 }[span]);
    draw().catch(refused);
  }

  const spans = h("div", { class: "segments", role: "group", "aria-label": words.span }, Object.entries(words.spans).map(([name, text]) =>
    button(text, (event) => {
      span = name;
      for (const other of spans.children) other.setAttribute("aria-pressed", String(other === event.currentTarget));
      draw().catch(refused);
    }, { "aria-pressed": String(name === span) })));

  fill(place, h("h1", {}, t.views.history), sums,
    h("section", { class: "panel" }, h("header", { class: "split" }, title, h("div", { class: "row tight" },
      button("\u2039", () => move(-1), { class: "quiet", "aria-label": words.earlier }),
      button("\u203a", () => move(1), { class: "quiet", "aria-label": words.later }), spans)), chart),
    h("section", { class: "panel" }, h("h2", {}, words.hours), hourly),
    rows.element);
  load();
  return listen((kind, event) => {
    if (kind === "event" && ["session-started", "session-ended"].includes(event.event)) {
      load();
      rows.reload();
    }
    if (kind === "settings") rows.renamed();
  });
}

// MARK: The list

const height = 64;
const spare = 8;

/** The sessions, newest first: fetched a page at a time as they are scrolled to, and drawn only as far as they are seen. */
function sessionList() {
  const filter = { profile: "", since: "", until: "" };
  let sessions = [];
  let next = null;
  let loading = false;
  let turn = 0;
  const inner = h("ul", { class: "rows" });
  const outer = h("div", { class: "list", tabindex: "0", role: "group", "aria-label": words.list, scroll: () => window_() }, inner);
  const empty = h("p", { class: "hint" }, "");
  const profile = select([["", words.allProfiles]], "", { change: (event) => { filter.profile = event.target.value; reload(); } });
  const downloads = h("p", { class: "row tight" });

  async function more() {
    if (loading || next === undefined) return;
    loading = true;
    const mine = turn;
    try {
      const answer = await ask("sessions", { ...filter, limit: 200, before: next });
      if (mine !== turn) return;
      sessions = sessions.concat(answer.sessions);
      next = answer.next ?? undefined;
      say(empty, sessions.length ? "" : words.none);
      window_();
    } catch (refusal) {
      refused(refusal);
    } finally {
      if (mine === turn) loading = false;
    }
  }

  // Only what is seen is in the page, whatever came before it.
  function window_() {
    const first = Math.max(0, Math.floor(outer.scrollTop / height) - spare);
    const last = Math.min(sessions.length, Math.ceil((outer.scrollTop + outer.clientHeight) / height) + spare);
    outer.hidden = !sessions.length;
    inner.style.setProperty("height", `${sessions.length * height}px`);
    const focused = inner.contains(document.activeElement) ? document.activeElement.dataset.index : undefined;
    fill(inner, sessions.slice(first, last).map((session, index) => row(session, first + index)));
    if (focused !== undefined) inner.querySelector(`[data-index="${focused}"]`)?.focus({ preventScroll: true });
    if (last + 40 > sessions.length) more();
  }

  function row(session, index) {
    const name = nameOf(session.profile);
    return h("li", { vars: { "--top": `${index * height}px` } },
      h("button", { type: "button", "data-index": String(index), "data-accent": accentOf(session.profile), "aria-label": words.open(name, `${longDay(dayOf(session.started_at))} ${clock(session.started_at)}`), click: () => story(session) },
        h("span", { class: "mark", "aria-hidden": "true" }),
        h("span", { class: "what" }, h("strong", {}, name), session.task && h("span", {}, session.task),
          h("small", {}, `${shortDay(dayOf(session.started_at))}, ${clock(session.started_at)}${session.ended_at ? `\u2013${clock(session.ended_at)}` : ""}`)),
        h("span", { class: "much" }, session.ended_at ? length(session.focused_seconds) : words.under, h("small", {}, session.why ? words.why[session.why] : ""))));
  }

  function reload() {
    turn += 1;
    sessions = [];
    next = null;
    loading = false;
    outer.scrollTop = 0;
    renamed();
    more();
  }

  function renamed() {
    fill(profile, [["", words.allProfiles], ...profiles().map((one) => [one.id, one.name ?? one.id])].map(([value, text]) =>
      h("option", { value, selected: value === filter.profile }, text)));
    fill(downloads, h("span", {}, `${words.download}:`), ["csv", "json", "ical"].map((format) =>
      h("a", { href: `/api/v1/history?${new URLSearchParams({ format, ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value)) })}`, download: `focuskey.${format === "ical" ? "ics" : format}` }, words.formats[format])));
  }

  const day = (part) => h("input", { type: "date", change: (event) => { filter[part] = event.target.value; reload(); } });
  const element = h("section", { class: "panel" }, h("h2", {}, words.list),
    h("div", { class: "row" }, field(words.profile, profile), field(words.since, day("since")), field(words.until, day("until"))),
    empty, outer, downloads);
  reload();
  return { element, reload, renamed };
}

// MARK: A story

function story(session) {
  const told = [];
  const add = (at, text) => told.push({ at, text });
  const all = words.story;
  add(session.started_at, all.started(session.by === "card" ? all.by.card(session.key) : all.by[session.by] ?? ""));
  for (const pause of session.break_times) add(pause.started_at, pause.ended_at ? all.breakFrom(clock(pause.ended_at)) : all.breakOpen);
  for (const asked of session.questions) {
    add(asked.at, [asked.kind === "switch" ? all.switch : all.question, all.answers[asked.answer]].filter(Boolean).join(": "));
  }
  for (const jump of session.clock_jumps) add(jump.at, all.jump(length(Math.abs(jump.by_seconds))));
  for (const gap of session.gaps) add(gap.at, all.gap(length(gap.down_seconds)));
  for (const at of session.emergencies) add(at, all.emergency);
  if (session.ended_at) add(session.ended_at, all.ended[session.why] ?? "");
  told.sort((one, other) => one.at.localeCompare(other.at));
  dialog(all.title, t.close, () => [
    h("p", {}, h("strong", {}, nameOf(session.profile)), `, ${longDay(dayOf(session.started_at))}`),
    session.task && h("p", {}, all.task(session.task)),
    h("ol", { class: "story" }, told.map(({ at, text }) => h("li", {}, h("time", {}, clock(at)), " ", text))),
    session.layers.length > 1 && h("p", {}, session.layers.slice(1).map((name) => all.added(nameOf(name))).join(". ")),
    session.attempted.length > 0 && h("ul", {}, session.attempted.map((one) => h("li", {}, all.attempted(one.site ?? one.app, one.times)))),
    h("p", { class: "hint" }, all.sums(length(session.focused_seconds), length(session.break_seconds))),
  ]);
}
