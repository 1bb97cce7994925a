// Badges: what was reached, what is next, and how far it is.
import { button, dialog, fill, h, toast } from "./dom.js";
import { addDays, badgeTitle, dayOf, longDay, today } from "./format.js";
import { icon } from "./icons.js";
import { act } from "./service.js";
import { language, t } from "./strings.js";

const words = t.history;
const around = 2 * Math.PI * 26;
/** Which badges are shown: what was earned and what is next, until something else is chosen. */
let which = "";

/** The wall: the level with what is missing to the next one, then every badge, by what is counted. */
export function badges(rewards) {
  const { level, points, next_level_points: goal, achievements } = rewards;
  const base = 25 * level * (level - 1);
  const groups = Map.groupBy(achievements, ({ name }) => name.slice(0, name.lastIndexOf("-")));
  const list = h("ul", { class: "badges" });
  const chips = ["earned", "open"].map((kind) => button(words.badgeKinds[kind], () => {
    which = which === kind ? "" : kind;
    draw();
  }, { class: "chip", "data-kind": kind }));
  function draw() {
    for (const chip of chips) chip.setAttribute("aria-pressed", String(chip.dataset.kind === which));
    fill(list, [...groups].map(([kind, all]) => {
      const [earned, open] = [all.filter((one) => one.earned), all.filter((one) => !one.earned)];
      return { earned, open, "": [...earned, ...open.slice(0, 1)] }[which].map((one) => medal(kind, one));
    }));
  }
  draw();
  return h("section", { class: "panel" }, h("header", { class: "split" }, h("h2", {}, words.badges),
    h("div", { class: "level" }, h("strong", {}, words.level(level)), h("span", { class: "meter", "aria-hidden": "true" }, h("i", { vars: { "--part": String((points - base) / Math.max(1, goal - base)) } })), h("span", { class: "hint" }, `${words.points(points)} \u00b7 ${words.toNext(goal - points, level + 1)}`))),
  h("div", { class: "chiprow", role: "group", "aria-label": words.badges }, chips), list);
}

/** The board among friends: who, how much, and that it is on trust. Nothing where nobody joined. */
export function board({ lines, by, place, messages }, length, turn, share) {
  if (!lines.length) return null;
  const isAll = by === "points";
  const worth = (one) => (isAll ? one.points : one.current ? one.focused_seconds : 0);
  const most = Math.max(1, ...lines.map(worth));
  const both = (one) => [words.points(one.points), one.current ? length(one.focused_seconds) : words.earlier];
  return h("section", { class: "panel" }, h("header", { class: "split" }, h("h2", {}, words.board), h("p", { class: "hint" }, isAll ? words.onTrustAll : words.onTrust)),
    h("div", { class: "segments", role: "group", "aria-label": words.board }, Object.entries(words.boardBy).map(([name, text]) => button(text, () => turn(name), { "aria-pressed": String(name === by), "data-by": name }))),
    h("ol", { class: "board" }, lines.map((one) => {
      const [points, week] = both(one);
      return h("li", { "data-me": one.me ? "" : undefined },
        h("span", {}, one.name, one.me && ` ${words.you}`), h("i", { "aria-hidden": "true", vars: { "--part": String(worth(one) / most) } }),
        h("b", {}, isAll ? points : week), h("small", {}, [isAll ? week : points, one.standing === "new-key" && words.newKey].filter(Boolean).join(" \u00b7 ")));
    })), place && h("p", { class: "hint", id: "board-place" }, words.place(place, lines.length)),
    messages && [h("p", { class: "hint" }, messages.shared ? words.shared(messages.friends) : words.unshared), h("div", { class: "actions" }, button(messages.shared ? words.unshare : words.share, () => share(!messages.shared)))]);
}

function medal(kind, one) {
  const { name, need, have, earned, points } = one;
  const title = badgeTitle(name);
  const part = earned ? 1 : Math.min(1, (have ?? 0) / need);
  return h("li", { "data-earned": earned ? "" : undefined }, h("button", { type: "button", "aria-label": words.badge(title, earned, have, need), click: () => tell(title, one) },
    h("span", { class: "medal", "aria-hidden": "true" }, h("svg", { viewBox: "0 0 60 60" }, h("circle", { class: "track", cx: 30, cy: 30, r: 26 }),
      h("circle", { class: "arc", cx: 30, cy: 30, r: 26, transform: "rotate(-90 30 30)", "stroke-dasharray": around, "stroke-dashoffset": around * (1 - part) })), icon(kind), h("b", {}, String(need))),
    h("span", { "aria-hidden": "true" }, title), h("small", { "aria-hidden": "true" }, earned || have === null ? `+${points}` : `${Math.min(have, need)} / ${need}`)));
}

/** What a badge is worth and how far it is. One that was earned can be shown to others by pressing for it. */
function tell(title, { need, have, earned, points }) {
  const text = `${title} \u00b7 ${words.points(points)} \u00b7 FocusKey`;
  dialog(title, t.close, (close) => [h("p", {}, words.badge(title, earned, have, need)), h("p", { class: "hint" }, earned ? words.badgeStays(points) : words.badgeWorth(points)), h("div", { class: "actions" },
    earned && button(t.learn.share, async () => {
      await navigator.clipboard.writeText(text);
      toast(t.now.fixCopied);
    }, { class: "primary", id: "share-badge" }), button(t.close, close))]);
}

/** What straying costs so far, to whom, and what says that it was paid. Nothing where nobody pledged anything. */
export function pledgePanel({ accounts }, done) {
  if (!accounts.length) return null;
  const money = ({ owed_cents: cents, currency }) => new Intl.NumberFormat(language, { style: "currency", currency }).format(cents / 100);
  return h("section", { class: "panel" }, h("h2", {}, words.pledges), h("ul", { class: "plain" }, accounts.map((one) => h("li", { class: "split" },
    h("span", {}, h("b", {}, one.to.name ? words.owedTo(money(one), one.to.name) : words.owed(money(one))), h("small", { class: "hint block" }, words.owedFor(one.episodes))),
    one.owed_cents > 0 && button(words.settle, async () => await act({ command: "pledge-settled", amount: `${one.owed} ${one.currency}` }) && done(), { "aria-label": words.settleOf(money(one)) })))));
}

/** The six numbers about straying, each with what it is from; below five episodes or days no hour is claimed. */
export function strayPanel({ straying: one }, length, strays) {
  const figure = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
  const isEnough = one.episodes >= 5 && one.days >= 5;
  return h("section", { class: "panel" }, h("h2", {}, words.straying), one.episodes === 0
    // Where nothing was noticed nothing is claimed: perhaps nobody looked.
    ? h("p", { class: "hint" }, words.strayedNone, " ", words.strayedOff, " ", h("a", { href: "#signals" }, words.strayedOn))
    : [h("dl", { class: "sums start" }, one.free_days_percent !== null && figure(words.freeDays, words.percent(one.free_days_percent)), one.longest_free_streak.days > 0 && figure(words.longestFree, words.days(one.longest_free_streak.days)),
      one.average_seconds !== null && figure(words.strayAverage, length(one.average_seconds)), one.longest_seconds !== null && figure(words.strayLongest, length(one.longest_seconds)),
      isEnough && one.most_common_hour !== null && figure(words.strayHour, words.at(one.most_common_hour)), isEnough && one.most_productive_hour !== null && figure(words.clearHour, words.at(one.most_productive_hour))), strayDays(strays, length),
    h("p", { class: "hint" }, words.strayed(one.episodes, one.days), " ", h("a", { href: "#signals" }, words.strayedOn))]);
}

/** How long was strayed on each of the last 28 days; nothing where it was on none of them. */
function strayDays(strays, length) {
  const sums = new Map(Array.from({ length: 28 }, (_, index) => [addDays(today(), index - 27), 0]));
  for (const one of strays) if (one.counted && sums.has(dayOf(one.began_at))) sums.set(dayOf(one.began_at), sums.get(dayOf(one.began_at)) + one.seconds);
  const days = [...sums];
  const [worst, most] = days.reduce((top, one) => (one[1] > top[1] ? one : top));
  if (!most) return null;
  const told = words.strayDays(length(days.reduce((sum, one) => sum + one[1], 0)), longDay(worst), length(most));
  return h("figure", { class: "straydays" }, h("div", { class: "hours", role: "img", "aria-label": told }, days.map(([day, seconds]) => h("i", { title: words.cell(longDay(day), length(seconds)), vars: { "--part": String(seconds / most) } }))), h("figcaption", { class: "hint" }, told));
}

/** What was in front in the last seven days: the longest apps and sites, each with its hours as bars; off until somebody wants it. */
export function screenPanel(answer, length, turn) {
  const sum = (list, key) => {
    const all = new Map();
    for (const one of list) {
      const known = all.get(one[key]) ?? { name: one.name ?? one[key], seconds: 0, hours: Array(24).fill(0) };
      known.seconds += one.seconds;
      known.hours = known.hours.map((seconds, hour) => seconds + one.hours[hour]);
      all.set(one[key], known);
    }
    return [...all.values()].filter((one) => one.seconds >= 60).sort((one, other) => other.seconds - one.seconds).slice(0, 8);
  };
  const row = ({ name, seconds, hours }) => h("li", {}, h("span", {}, name,
    h("span", { class: "hours", "aria-hidden": "true" }, hours.map((value) => h("i", { vars: { "--part": String(value / Math.max(1, ...hours)) } })))), h("b", {}, length(seconds)));
  const list = (title, rows) => rows.length > 0 && [h("h3", {}, title), h("ul", { class: "tried" }, rows.map(row))];
  const [apps, sites] = [sum(answer.days.flatMap((day) => day.apps), "id"), sum(answer.days.flatMap((day) => day.sites), "site")];
  const total = answer.days.reduce((seconds, day) => seconds + day.seconds, 0);
  return h("section", { class: "panel screentime" }, h("h2", {}, words.screen),
    answer.days.length > 0 && h("p", {}, words.screenTotal(length(total))), list(words.screenApps, apps), list(words.screenSites, sites),
    !answer.on && h("p", { class: "hint" }, words.screenOff), h("div", { class: "actions" }, h("button", { type: "button", click: () => turn(!answer.on) }, answer.on ? words.screenEnd : words.screenBegin)));
}
