// While focusing: what is work, what is done about straying, what plays, and what straying costs.
import { field, h, select, tick } from "./dom.js";
import { lapse, minutesOf } from "./format.js";
import { appList } from "./picker.js";
import { t } from "./strings.js";

const words = t.guard;

/** What ships for each cause, as Guarding has it: seconds, and what is done. */
export const shipped = { attempt: [30, "count"], offTask: [20, "alarm"], presence: [15, "alarm"], away: [180, "count"], noise: [10, "notice"], media: [30, "notice"] };
const bell = { every: 20, most: 30, mostAway: 3, snooze: 60, snoozes: 3, volume: 60 };

const number = (value, attributes = {}) => h("input", { type: "number", inputmode: "numeric", min: 0, value: value ?? "", ...attributes });
const text = (value, attributes = {}) => h("input", { value: value ?? "", autocomplete: "off", spellcheck: "false", ...attributes });
const seconds = (value) => (value === undefined ? undefined : Math.round(minutesOf(value) * 60));
const some = (object) => {
  const left = Object.entries(object).filter(([, one]) => one !== undefined && one !== "");
  return left.length ? Object.fromEntries(left) : undefined;
};

export function guardPart(old) {
  const { guard: straying = {}, music = {}, pledge = {} } = old;
  const apps = appList(words.apps, words.appsHint, old.apps ?? []);
  const presence = tick(words.presence, { checked: old.presence === true });
  const causes = Object.entries(shipped).map(([cause, [after, does]]) => ({
    cause, after, does, time: number(seconds(straying[cause]?.after) ?? after, { max: 43200, "aria-label": words.afterOf(t.now.causes[cause]) }),
    choice: select(Object.entries(words.does), straying[cause]?.does ?? does, { "aria-label": words.doesOf(t.now.causes[cause]) }),
  }));
  const alarm = Object.fromEntries(Object.entries(bell).map(([name, usual]) => [name, number(["every", "snooze"].includes(name) ? seconds(straying.alarm?.[name]) ?? usual : straying.alarm?.[name] ?? usual,
    { min: name === "every" ? 10 : 0, max: name === "volume" ? 80 : 3600 })]));
  const settle = number(seconds(straying.settle) ?? 10, { max: 3600 });
  const player = text(music.player, { maxlength: 100, pattern: "[A-Za-z0-9_.\\-]+", list: "players" });
  const players = h("datalist", { id: "players" }, ["mpv", "vlc", "spotify", "rhythmbox", "strawberry", "Lollypop"].map((name) => h("option", { value: name })));
  const uri = text(music.uri, { maxlength: 2048 });
  const volume = number(music.volume, { max: 100 });
  const inBreaks = select(Object.entries(words.inBreaks), music.inBreaks ?? "pause");
  const amount = text(pledge.amount, { placeholder: words.amountLike });
  const [over, day, month] = [number(seconds(pledge.over), { max: 43200 }), text(pledge.day), text(pledge.month)];
  const [payee, iban, url] = [text(pledge.to?.name, { maxlength: 100 }), text(pledge.to?.iban), text(pledge.to?.url, { type: "url" })];

  function rules() {
    const made = {};
    for (const { cause, after, does, time, choice } of causes) {
      const given = time.value === "" ? after : Number(time.value);
      if (given !== after || choice.value !== does) made[cause] = { after: `${given}s`, does: choice.value };
    }
    if (settle.value !== "" && Number(settle.value) !== 10) made.settle = `${Number(settle.value)}s`;
    const given = Object.fromEntries(Object.entries(alarm).map(([name, input]) => [name, input.value === "" ? bell[name] : Number(input.value)]));
    if (straying.alarm || Object.keys(bell).some((name) => given[name] !== bell[name])) made.alarm = { ...straying.alarm, ...given, every: `${given.every}s`, snooze: `${given.snooze}s` };
    return Object.keys(made).length ? made : undefined;
  }

  const controls = {
    apps: apps.search, "music/player": player, "music/uri": uri, "music/volume": volume, "pledge/amount": amount, "pledge/day": day, "pledge/month": month, "pledge/over": over, "pledge/to/name": payee,
    "pledge/to/iban": iban, "pledge/to/url": url,
  };
  return {
    members: ["apps", "presence", "guard", "music", "pledge"],
    control: (part) => controls[part] ?? (part.startsWith("guard/alarm/") ? alarm[part.slice(12)] : causes.find(({ cause }) => part.startsWith(`guard/${cause}`))?.time),
    value: () => ({
      apps: apps.value().length ? apps.value() : undefined, presence: presence.firstChild.checked || undefined, guard: rules(),
      music: player.value.trim() ? some({ player: player.value.trim(), uri: uri.value.trim(), volume: volume.value === "" ? undefined : Number(volume.value), inBreaks: inBreaks.value === "pause" ? undefined : inBreaks.value }) : undefined,
      pledge: amount.value.trim() ? some({
        ...pledge, amount: amount.value.trim(), per: "stray", over: over.value ? lapse(Number(over.value) / 60) : undefined, day: day.value.trim(), month: month.value.trim(),
        to: some({ name: payee.value.trim(), iban: iban.value.trim(), url: url.value.trim() }),
      }) : undefined,
    }),
    element: [
      h("fieldset", {}, h("legend", {}, words.title), h("p", { class: "hint" }, words.hint, " ", h("a", { href: "#signals" }, t.history.strayedOn)), apps.element, presence,
        h("table", { class: "causes" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, words.cause), h("th", { scope: "col" }, words.after), h("th", { scope: "col" }, words.then))),
          h("tbody", {}, causes.map(({ cause, time, choice }) => h("tr", {}, h("th", { scope: "row" }, t.now.causes[cause]), h("td", {}, time), h("td", {}, choice))))),
        h("div", { class: "grid" }, field(words.settle, settle), Object.entries(alarm).map(([name, input]) => field(words.alarm[name], input)))),
      h("fieldset", {}, h("legend", {}, words.music), h("p", { class: "hint" }, words.musicHint), players,
        h("div", { class: "grid" }, field(words.player, player), field(words.uri, uri), field(words.volume, volume), field(words.break, inBreaks))),
      h("fieldset", {}, h("legend", {}, words.pledge), h("p", { class: "hint" }, words.pledgeHint),
        h("div", { class: "grid" }, field(words.amount, amount), field(words.over, over), field(words.day, day), field(words.month, month), field(words.payee, payee), field(words.iban, iban), field(words.url, url))),
    ],
  };
}
