// History: how much, when, against what; and each session with its story.
import { button, field, fill, h, say, select } from "./dom.js";
import { badges, board, pledgePanel, screenPanel, strayPanel } from "./badges.js";
import { bars, dayLine, when, year } from "./charts.js";
import { byHour, byProfile, onDay, resisted } from "./folds.js";
import { household } from "./devices.js";
import { addDays, addMonths, clock, dayOf, length, longDay, monthName, shortDay, today, weekStart } from "./format.js";
import { glyph } from "./icons.js";
import { accentOf, act, ask, command, known, listen, nameOf, profile, profiles, refused } from "./service.js";
import { t } from "./strings.js";

const words = t.history;

export function history(place) {
  const [much, delta] = [h("p", { class: "much" }), h("p", { class: "delta" })];
  const title = h("h2", {}, "");
  const chart = h("div", { class: "chart" });
  const key = h("p", { class: "hint key" });
  const inspector = h("section", { class: "inspector", "aria-live": "polite" });
  const beside = h("section", { class: "beside" });
  const sums = h("dl", { class: "sums" });
  const wall = h("div", { class: "wall" });
  const screen = h("div", {});
  const friends = h("div", {});
  let order = "week";
  // Which of several devices: all of them until one is chosen. Of one alone there is nothing to choose.
  let device = "";
  let several = false;
  const scope = () => (several ? device ? { device } : { devices: "all" } : {});
  const rows = sessionList(scope);
  const which = select([], "", { "aria-label": t.devices.which, hidden: true, change: (event) => {
    device = event.target.value;
    load();
    rows.reload();
  } });
  let span = "week";
  let end = today();
  let day = today();
  let layout;
  let drawn;
  let shown = { sessions: [], strays: [], totals: new Map() };

  async function load() {
    try {
      await look();
      const { stats } = await ask("stats", { device });
      const wanted = stats.all.sessions || device ? "page" : "empty";
      // What is there already stays where it is, with the focus that may be in it; what is new comes whole, so that
      // nothing jumps.
      const isNew = wanted !== layout;
      layout = wanted;
      if (wanted === "empty") return isNew && fill(place, empty());
      const sum = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
      fill(sums, sum(words.streak, words.days(stats.streak.days)), sum(words.average, length(stats.average_seconds)),
        stats.focus_score && sum(words.score, h("span", { title: words.scoreRule(length(stats.focus_score.focused_seconds), length(stats.focus_score.strayed_seconds), stats.focus_score.attempts, stats.focus_score.emergencies) }, String(stats.focus_score.percent))),
        stats.best_hour && sum(words.best, `${stats.best_hour.hour}:00`), sum(words.resisted, String(stats.all.attempts)));
      const owed = profiles().some((one) => one.pledge) && known.mayChange ? command({ command: "pledge" }) : { accounts: [] };
      const walls = Promise.all([ask("rewards"), ask("strays", { since: addDays(today(), -27) }), owed, drawBoard(order)]).then(([rewards, { strays }, pledges]) => fill(wall, strayPanel(stats, length, strays), pledgePanel(pledges, load), badges(rewards), friends)).catch(() => {});
      drawScreen();
      await Promise.all([draw(), walls, isNew && rows.ready()]);
      if (isNew && layout === "page") {
        fill(place, page());
        rows.fit();
      }
    } catch (refusal) {
      refused(refusal);
    }
  }

  async function share(on) {
    if (await act({ command: "board-messages", on })) await drawBoard(order);
  }

  /** The friends, in the order that is wanted. */
  async function drawBoard(by) {
    order = by;
    const isIn = friends.contains(document.activeElement);
    fill(friends, board(await ask("board", { by }), length, (one) => drawBoard(one).catch(refused), share));
    if (isIn) friends.querySelector(`[data-by="${by}"]`)?.focus();
  }

  /** What was in front in the last days, if the person wants it counted. */
  function drawScreen() {
    ask("screen-time", { since: addDays(today(), -6) }).then((answer) => fill(screen, screenPanel(answer, length, async (on) => {
      if (await act({ command: "screen-time-turn", on })) drawScreen();
    }))).catch(() => {});
  }

  /** Who is in the household, as choices. */
  async function look() {
    const all = await household();
    const [me] = all.filter((one) => one.me);
    if (several !== all.length > 1) {
      several = all.length > 1;
      rows.reload();
    }
    if (!several || !all.some((one) => one.id === device)) device = "";
    which.hidden = !several;
    const choices = [["", t.devices.all], ...all.map((one) => [one.id, one === me ? t.devices.here(one.name) : one.name])];
    if (JSON.stringify(choices) === which.dataset.choices) return;
    which.dataset.choices = JSON.stringify(choices);
    fill(which, choices.map(([value, text]) => h("option", { value, selected: value === device }, text)));
  }

  /** What the span shows: its first and last day, its name, and the first day of the one before. */
  const bounds = () => ({
    day: () => [day, day, longDay(day), addDays(day, -1)],
    week: () => [weekStart(day), addDays(weekStart(day), 6), `${shortDay(weekStart(day))} \u2013 ${shortDay(addDays(weekStart(day), 6))}`, addDays(weekStart(day), -7)],
    month: () => [`${day.slice(0, 7)}-01`, addDays(addMonths(day, 1), -1), monthName(day), addMonths(day, -1)],
    year: () => [weekStart(addDays(end, -364)), end, `${monthName(addDays(end, -364))} \u2013 ${monthName(end)}`, addDays(weekStart(addDays(end, -364)), -364)],
  }[span]());

  async function draw() {
    const [first, last, name, before] = bounds();
    const mine = device;
    const [answer, old, sessions, { strays }] = await Promise.all([ask("days", { since: first, until: last, ...scope() }), ask("days", { since: before, until: addDays(first, -1), ...scope() }), all(first, last), ask("strays", { since: first, ...scope() })]);
    const content = JSON.stringify([span, first, device, answer, sessions, strays]);
    if (content === drawn || first !== bounds()[0] || device !== mine) return;
    drawn = content;
    shown = { sessions, strays, totals: new Map(answer.days.map((one) => [one.day, one])) };
    const sum = (part) => answer.days.reduce((total, one) => total + one[part], 0);
    const [focus, rest] = [sum("focused_seconds"), sum("break_seconds")];
    const isNow = first <= today() && today() <= last;
    fill(much, h("b", {}, length(focus)), ` ${isNow ? words.inSpan[span] : ""}`);
    headline(focus, old.days, first, before, isNow);
    say(title, name);
    const line = words.chart(name, length(focus), length(rest));
    const days = [];
    for (let one = first; one <= last && days.length < 31; one = addDays(one, 1)) days.push(one);
    if (span === "day") fill(chart, dayLine(day, onDay(sessions, day), line, accentOf, strays));
    else if (span === "year") {
      fill(chart, year(last, shown.totals, line, day, choose));
      const scroller = chart.querySelector(".scroller");
      // The newest weeks are what is looked for first.
      scroller.scrollLeft = scroller.scrollWidth;
    } else fill(chart, bars(days, shown.totals, byProfile(sessions), line, day, choose));
    const worn = [...new Set(sessions.map((one) => one.profile))].sort((one, other) => accentOf(one) - accentOf(other));
    fill(key, span !== "year" && worn.map((id) => h("span", { "data-accent": accentOf(id) }, h("i", { class: "swatch", "aria-hidden": "true" }), glyph(profile(id)), nameOf(id))),
      h("span", {}, `${words.rest} ${length(rest)}`));
    inspect();
    const tried = resisted(sessions).slice(0, 5);
    fill(beside, h("h2", {}, words.hours), when(byHour(sessions)),
      h("h2", {}, words.most), tried.length ? h("ul", { class: "tried" }, tried.map(([name, times]) => h("li", {}, h("span", {}, name), h("b", {}, String(times))))) : h("p", { class: "hint" }, words.nothingTried));
  }

  /** More or less than before: a span that is not over is compared with as many days of the one before. */
  function headline(focus, days, first, before, isNow) {
    const until = isNow ? addDays(before, (Date.parse(today()) - Date.parse(first)) / 86400000) : "9";
    const old = days.filter((one) => one.day <= until).reduce((total, one) => total + one.focused_seconds, 0);
    const by = focus - old;
    const than = isNow && span === "week" ? words.lastWeek : words.before[span];
    say(delta, old === 0 ? "" : Math.abs(by) < 60 ? words.same(than) : (by > 0 ? words.more_ : words.less_)(length(Math.abs(by)), than));
    delta.dataset.is = by >= 0 ? "more" : "less";
  }

  /** All sessions of some days: as many as a person has, a page at a time. */
  async function all(first, last) {
    let [list, next] = [[], undefined];
    do {
      const answer = await ask("sessions", { since: addDays(first, -1), until: last, limit: 500, before: next, ...scope() });
      list = list.concat(answer.sessions);
      next = answer.next;
    } while (next && list.length < 5000);
    return list.filter((one) => !one.ended_at || dayOf(one.ended_at) >= first);
  }

  function choose(one) {
    day = one;
    for (const cell of chart.querySelectorAll("[aria-pressed]")) cell.setAttribute("aria-pressed", String(cell.dataset.day === one));
    inspect();
  }

  function inspect() {
    const mine = onDay(shown.sessions, day);
    const focus = shown.totals.get(day)?.focused_seconds ?? 0;
    fill(inspector, h("h2", {}, `${longDay(day)} \u00b7 ${length(focus)}`),
      span !== "day" && mine.length > 0 && dayLine(day, mine, words.cell(longDay(day), length(focus)), accentOf, shown.strays), strayLine(),
      mine.length ? h("ul", { class: "day" }, mine.map((one) => h("li", { "data-accent": accentOf(one.profile) }, h("button", { type: "button", click: () => story(one), "aria-label": words.open(nameOf(one.profile), `${longDay(dayOf(one.started_at))} ${clock(one.started_at)}`) },
        h("i", { class: "mark", "aria-hidden": "true" }), h("span", {}, one.task || nameOf(one.profile), h("small", {}, told(one)), one.note && h("small", { class: "note" }, one.note)), h("b", {}, one.ended_at ? length(one.focused_seconds) : words.under)))))
        : h("p", { class: "hint" }, words.noneOnDay));
  }

  /** What strayed on the day, in words: nobody has to tell colours apart. */
  function strayLine() {
    const mine = shown.strays.filter((one) => one.counted && dayOf(one.began_at) === day);
    return mine.length > 0 && h("p", { class: "hint" }, words.strayedOn_(mine.length, length(mine.reduce((sum, one) => sum + one.seconds, 0))));
  }

  const told = (one) => [elsewhere(one), one.task && nameOf(one.profile), `${clock(one.started_at)}${one.ended_at ? `\u2013${clock(one.ended_at)}` : ""}`,
    one.break_times.length && words.breaks(one.break_times.length), one.attempted.length && words.times(one.attempted.reduce((sum, { times }) => sum + times, 0))].filter(Boolean).join(" \u00b7 ");

  function move(count) {
    if (span === "year") day = end = addDays(end, 365 * count) < today() ? addDays(end, 365 * count) : today();
    else day = span === "month" ? addMonths(day, count) : addDays(day, count * { day: 1, week: 7 }[span]);
    draw().catch(refused);
  }

  const spans = h("div", { class: "segments", role: "group", "aria-label": words.span }, Object.entries(words.spans).map(([name, text]) =>
    button(text, (event) => {
      span = name;
      for (const other of spans.children) other.setAttribute("aria-pressed", String(other === event.currentTarget));
      draw().catch(refused);
    }, { "aria-pressed": String(name === span) })));

  const page = () => [
    h("header", { class: "headline" }, h("div", {}, h("h1", { class: "sr" }, t.views.history), much, delta), h("div", { class: "row tight" }, which, spans)),
    h("section", {}, h("header", { class: "split" }, title, h("div", { class: "row tight" },
      button("\u2039", () => move(-1), { class: "quiet step", "aria-label": words.earlier }), button("\u203a", () => move(1), { class: "quiet step", "aria-label": words.later }))), chart, key),
    h("div", { class: "two" }, inspector, beside), sums, rows.element, wall, screen,
  ];

  const empty = () => h("div", { class: "empty" }, h("h1", {}, words.emptyTitle), h("p", { class: "lead" }, words.emptyHint),
    h("div", { class: "ghost", "aria-hidden": "true" }, [34, 58, 46, 80, 66, 28, 40].map((part) => h("i", { vars: { "--part": String(part / 100) } }))),
    h("a", { href: "#now", class: "button primary" }, t.guide.go));

  fill(place, h("h1", { class: "sr" }, t.views.history));
  load();
  // The minutes of a session under way grow here too.
  const ticking = setInterval(() => known.status.session && load(), 60_000);
  let others = JSON.stringify(known.status.sync?.devices);
  const deaf = listen((kind, event) => {
    if (kind === "event" && ["session-started", "session-ended", "session-forgotten"].includes(event.event)) {
      load();
      rows.reload();
    }
    if (kind === "settings") rows.renamed();
    // What another device began or ended.
    const now = JSON.stringify(known.status.sync?.devices);
    if (kind === "status" && now !== others) {
      others = now;
      load();
      rows.reload();
    }
  });
  return () => {
    deaf();
    clearInterval(ticking);
  };
}

// MARK: The list

const height = 64;
const spare = 8;

/** The sessions, newest first: fetched a page at a time as they are scrolled to, and drawn only as far as they are seen. */
function sessionList(scope) {
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
      const answer = await ask("sessions", { ...filter, ...scope(), limit: 200, before: next });
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
    // A day is named at its first row.
    const isFirst = index === 0 || dayOf(sessions[index - 1].started_at) !== dayOf(session.started_at);
    return h("li", { vars: { "--top": `${index * height}px` } },
      h("button", { type: "button", "data-index": String(index), "data-accent": accentOf(session.profile), "aria-label": words.open(name, `${longDay(dayOf(session.started_at))} ${clock(session.started_at)}`), click: () => story(session) },
        h("span", { class: "date" }, isFirst ? shortDay(dayOf(session.started_at)).replace(/ (?=\S+$)/, "\u00a0") : ""), h("span", { class: "mark", "aria-hidden": "true" }),
        h("span", { class: "what" }, h("strong", {}, name), session.task && h("span", {}, session.task),
          h("small", {}, [`${clock(session.started_at)}${session.ended_at ? `\u2013${clock(session.ended_at)}` : ""}`, elsewhere(session)].filter(Boolean).join(" \u00b7 "))),
        h("span", { class: "much" }, session.ended_at ? length(session.focused_seconds) : words.under, h("small", {}, [words.why[session.why], early(session)].filter(Boolean).join(" \u00b7 ")))));
  }

  function reload() {
    turn += 1;
    sessions = [];
    next = null;
    loading = false;
    outer.scrollTop = 0;
    renamed();
    return more();
  }

  function renamed() {
    fill(profile, [["", words.allProfiles], ...profiles().map((one) => [one.id, one.name ?? one.id])].map(([value, text]) =>
      h("option", { value, selected: value === filter.profile }, text)));
    fill(downloads, h("span", {}, `${words.download}:`), ["csv", "json", "ical"].map((format) =>
      h("a", { href: `/api/v1/history?${new URLSearchParams({ format, ...Object.fromEntries(Object.entries({ ...filter, ...scope() }).filter(([, value]) => value)) })}`, download: `focuskey.${format === "ical" ? "ics" : format}` }, words.formats[format])));
  }

  const day = (part) => h("input", { type: "date", change: (event) => { filter[part] = event.target.value; reload(); } });
  const element = h("section", { class: "panel sessions" }, h("h2", {}, words.list),
    h("div", { class: "row" }, field(words.profile, profile), field(words.since, day("since")), field(words.until, day("until"))),
    downloads, empty, outer);
  const first = reload();
  return { element, reload, renamed, ready: () => first, fit: window_ };
}

/** How much of what was planned a session had that ended before: 25 min of 50 min. */
function early({ started_at: began, ended_at: ended, planned_end: planned }) {
  const [from, to, end] = [began, ended, planned].map(Date.parse);
  return to < end && t.sets.count(length((to - from) / 1000), length((end - from) / 1000));
}

/** On which devices a session was that was not here. */
export const elsewhere = (session) => (session.here === false ? t.devices.on(session.devices) : "");

/** What is told of a session comes once somebody asks for it. */
const story = (session) => import("./story.js").then((one) => one.story(session)).catch(() => {});
