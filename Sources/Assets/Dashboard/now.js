// Now: the state of the session, and everything that can be done with it.
import { button, field, fill, h, say, select } from "./dom.js";
import { clock, length, timer } from "./format.js";
import { rules } from "./rules.js";
import { accentOf, act, ask, known, listen, nameOf, profile, profiles, since } from "./service.js";
import { t } from "./strings.js";

const radius = 104;
const around = 2 * Math.PI * radius;

export function now(place) {
  let shape;
  let ticking;
  let opening;
  let chosen;
  const live = {};
  const draft = { minutes: "", task: "", ways: false, sentence: "", code: "" };

  // What is drawn again is drawn whole; what changes each second changes in place, so that focus stays where it is.
  function draw() {
    const status = known.status;
    const wanted = JSON.stringify([
      status.state, status.session, status.profile, status.layers, status.task, status.planned_end, status.question?.kind,
      status.question?.profile, status.emergency, status.end, status.break?.ends_at, status.breaks, status.shield, status.blocking, status.readers,
      status.attempts, status.next, known.settings.promise, known.exit, profiles().map((p) => [p.id, p.name, p.blocks, p.breaks, p.end]),
    ]);
    if (wanted !== shape) {
      // Anyone who goes by keys goes on in this view, also where what they pressed is gone.
      const focused = place.contains(document.activeElement) && document.activeElement.id;
      shape = wanted;
      fill(place, status.state === "idle" ? idle(status) : active(status));
      place.dataset.state = status.state;
      place.dataset.accent = status.profile ? accentOf(status.profile) : accentOf(chosen);
      if (focused !== false) (document.getElementById(focused) ?? place).focus({ preventScroll: true });
    }
    tick();
  }

  // MARK: Idle

  function idle(status) {
    chosen = profile(chosen)?.id ?? profiles()[0]?.id;
    const minutes = select(
      [["", t.now.openEnd], ...[15, 25, 50, 90, 120, 180].map((n) => [String(n), length(n * 60)])], draft.minutes,
      { id: "minutes", change: (event) => { draft.minutes = event.target.value; } });
    const task = h("input", {
      id: "task", maxlength: 200, value: draft.task, autocomplete: "off", input: (event) => { draft.task = event.target.value; },
    });
    const start = button("", () => act({
      command: "start", profile: chosen, minutes: Number(draft.minutes) || undefined, task: draft.task.trim() || undefined,
    }), { class: "primary big", id: "start" });
    const agreed = h("p", { class: "hint", id: "agreed" });
    const choose = (id) => {
      chosen = id;
      place.dataset.accent = accentOf(id);
      say(start, t.now.start(nameOf(id)));
      say(agreed, rules(profile(id)));
    };
    const cards = h("fieldset", { class: "cards" }, h("legend", { class: "sr" }, t.views.profiles),
      profiles().map((one) => h("label", { class: "card choice", "data-accent": accentOf(one.id) },
        h("input", { type: "radio", name: "profile", value: one.id, checked: one.id === chosen, change: () => choose(one.id) }),
        h("strong", {}, one.name ?? one.id), h("span", { class: "hint" }, closed(one)))));
    choose(chosen);
    const sums = h("dl", { class: "tiles" });
    ask("stats").then(({ stats }) => fill(sums,
      tile(t.now.today, length(stats.today.focused_seconds)), tile(t.now.week, length(stats.week.focused_seconds)),
      tile(t.now.streak, t.now.days(stats.streak.days)))).catch(() => {});
    return [
      h("header", { class: "head" }, h("h1", {}, t.now.idle), h("p", { class: "lead" }, t.now.idleHint),
        status.next && h("p", { class: "hint" }, t.now.next(nameOf(status.next.profile), clock(status.next.at)))),
      h("form", { class: "panel", submit: (event) => { event.preventDefault(); start.click(); } }, cards,
        h("div", { class: "row" }, field(t.now.minutes, minutes), field(`${t.now.task} (${t.optional})`, task)), agreed,
        h("div", { class: "actions" }, start)),
      sums, standing(status),
    ];
  }

  const tile = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));

  const closed = (one) => {
    const { mode, sites = [], apps = [], categories = [] } = one.blocks ?? {};
    const words = [...categories.map((name) => t.categories[name] ?? name), ...sites, ...apps];
    if (!words.length) return t.now.nothingBlocked;
    const list = words.slice(0, 5).join(", ") + (words.length > 5 ? ` +${words.length - 5}` : "");
    return mode === "allow" ? `${t.now.allowOnly}: ${list}` : list;
  };

  // MARK: A session

  function active(status) {
    const onBreak = status.state === "break";
    live.arc = h("circle", { class: "arc", cx: 120, cy: 120, r: radius, transform: "rotate(-90 120 120)", "stroke-dasharray": around });
    live.time = h("span", { class: "time" });
    live.ring = h("div", { class: "ring", role: "img" },
      h("svg", { viewBox: "0 0 240 240", "aria-hidden": "true" }, h("circle", { class: "track", cx: 120, cy: 120, r: radius }), live.arc),
      h("p", { "aria-hidden": "true" }, live.time, h("span", { class: "of" },
        onBreak ? t.now.breakLeft : status.remaining_seconds === null ? t.now.focused : t.now.left)));
    const names = status.layers.map(nameOf).join(" + ");
    return [
      h("header", { class: "head center" },
        h("p", { class: "eyebrow" }, t.now.state[status.state]), h("h1", {}, names), status.task && h("p", { class: "lead" }, status.task),
        h("p", { class: "hint" }, [
          t.now.since(clock(status.started_at)), status.planned_end && t.now.until(clock(status.planned_end)),
        ].filter(Boolean).join(", "))),
      live.ring,
      status.question ? question(status) : h("div", { class: "actions center" }, actions(status, onBreak)),
      status.emergency && breakingOff(),
      h("p", { class: "hint center" }, breakWords(status, onBreak)),
      blocked(status, onBreak),
      standing(status),
      !status.question && otherWays(status),
    ];
  }

  function actions(status, onBreak) {
    const rest = status.breaks ?? {};
    return [
      onBreak
        ? button(t.now.resume, () => act({ command: "resume" }), { class: "primary", id: "resume" })
        : button(t.now.takeBreak, () => act({ command: "break" }), { id: "break", disabled: rest.left === 0 || Boolean(rest.next_at) }),
      status.planned_end && button(t.now.extend(15), () => act({ command: "extend", minutes: 15 }), { id: "extend" }),
      status.end !== "timer" && button(t.now.end, () => act({ command: "stop" }), { id: "end" }),
    ];
  }

  function breakWords(status, onBreak) {
    const rest = status.breaks ?? {};
    const words = [];
    if (!onBreak && rest.left === 0) words.push(t.now.noBreaks);
    else if (!onBreak && rest.next_at) words.push(t.now.nextBreak(clock(rest.next_at)));
    if (rest.left) words.push(`${t.now.breaksLeft(rest.left)}.`);
    if (status.end === "key") words.push(t.now.endsOnlyByKey);
    if (status.end === "timer" && status.planned_end) words.push(t.now.endsOnlyByTimer(clock(status.planned_end)));
    return words.join(" ");
  }

  function question(status) {
    const isSwitch = status.question.kind === "switch";
    live.answer = button("", () => act({ command: "confirm" }), { class: "danger", id: "confirm" });
    live.closes = h("p", { class: "hint" });
    live.wait = h("span", { class: "wait", "aria-hidden": "true" });
    return h("section", { class: "panel question", "aria-labelledby": "question" },
      h("h2", { id: "question" }, isSwitch ? t.now.questionSwitch(nameOf(status.question.profile)) : t.now.question),
      h("p", {}, t.now.questionHint),
      h("div", { class: "actions" },
        button(t.now.keep, () => act({ command: "keep" }), { class: "primary", id: "keep" }),
        status.state === "focusing" && button(t.now.takeBreak, () => act({ command: "break" }), {
          id: "break", disabled: status.breaks?.left === 0 || Boolean(status.breaks?.next_at),
        }),
        status.end !== "key" || isSwitch ? live.answer : null),
      live.wait, live.closes, status.end === "key" && !isSwitch && h("p", { class: "hint" }, t.now.tapAgain));
  }

  function blocked(status, onBreak) {
    const layers = status.layers.map(profile).filter((one) => one?.blocks);
    if (!layers.length) return null;
    // It says "Blocked" only while a layer that blocks was found in force.
    const { state, text, fix } = status.blocking;
    const isBlocked = state === "blocking" || state === "partly";
    const heading = onBreak ? t.now.blockedOnBreak : isBlocked ? t.now.blocked : t.now.toBlock;
    return h("section", {}, state !== "blocking" && !onBreak && h("p", { class: "notice", id: "blocking", role: "status" }, t.now.blocking[state]?.(fix) ?? text),
      h("h2", {}, heading),
      layers.map(({ name, id, blocks }) => {
        const { mode, sites = [], apps = [], categories = [] } = blocks;
        const words = [...categories.map((word) => t.categories[word] ?? word), ...sites, ...apps];
        return h("div", {}, (layers.length > 1 || mode === "allow") && h("p", { class: "hint" },
          [layers.length > 1 && (name ?? id), mode === "allow" && t.now.allowOnly].filter(Boolean).join(": ")),
        h("ul", { class: "chips" }, words.slice(0, 40).map((word) => h("li", {}, word)), words.length > 40 && h("li", {}, `+${words.length - 40}`)));
      }),
      h("p", { class: "hint" }, t.now.attempts(status.attempts)));
  }

  function standing(status) {
    const line = (name, state, words) => h("li", { "data-state": state },
      h("span", { class: "dot", "aria-hidden": "true" }), h("span", {}, h("strong", {}, name), " ", words));
    // What several layers lack for the same reason is said once.
    const lacks = new Set(status.shield.filter((layer) => layer.state === "unavailable").map((layer) => layer.why));
    return [
      known.settings.promise && h("section", {}, h("h2", {}, t.now.promise), h("blockquote", {}, known.settings.promise)),
      h("div", { class: "columns" },
        h("section", { class: "panel" }, h("h2", {}, t.now.shield),
          h("ul", { class: "states" }, status.shield.map((layer) => line(t.now.layer[layer.layer] ?? layer.layer, layer.state, t.now.layerState[layer.state]))),
          [...lacks].filter(Boolean).map((why) => h("p", { class: "hint said" }, why))),
        h("section", { class: "panel" }, h("h2", {}, t.now.readers), status.readers.length
          ? h("ul", { class: "states" }, status.readers.map((reader) => line(reader.name, reader.state, t.now.readerState[reader.state])))
          : h("p", { class: "hint" }, t.now.noReaders))),
    ];
  }

  function breakingOff() {
    live.due = h("span", { role: "timer" });
    return h("p", { class: "notice" }, live.due, " ", button(t.now.takeBack, () => act({ command: "keep" }), { id: "take-back" }));
  }

  // What somebody types here stays when the rest is drawn again: a sentence of that length is not typed twice.
  function otherWays(status) {
    const { left, wait_seconds: wait, sentence: rule } = known.exit;
    const typed = (name) => h("input", {
      id: name, value: draft[name], autocomplete: "off", spellcheck: "false", input: (event) => { draft[name] = event.target.value; },
    });
    const form = (name, words, request, ...content) => h("form", {
      submit: async (event) => {
        event.preventDefault();
        if (await act(request())) draft[name] = "";
      },
    }, content, button(words, null, { type: "submit" }));
    const exit = left > 0
      ? form("sentence", t.now.emergencyGo, () => ({ command: "emergency", sentence: draft.sentence }),
        h("p", { class: "hint" }, t.now.emergencyLeft(left, wait && length(wait)), " ", t.now.emergencyType(rule)), field(t.now.sentence, typed("sentence")))
      : h("p", { class: "hint" }, t.now.emergencySpent);
    return h("details", { id: "ways", open: draft.ways, toggle: (event) => { draft.ways = event.target.open; } },
      h("summary", { id: "ways-summary" }, t.now.otherWays), !status.emergency && exit,
      form("code", t.now.recoveryGo, () => ({ command: "recover", code: draft.code }), field(t.now.recovery, typed("code"))));
  }

  // MARK: Each second

  function tick() {
    const status = known.status;
    if (!status || status.state === "idle" || !live.ring) return;
    const onBreak = status.state === "break";
    const passed = since();
    let part;
    let seconds;
    let words;
    if (onBreak) {
      seconds = Math.max(0, status.break.remaining_seconds - passed);
      const whole = Math.max(60, (profile(status.profile)?.breaks?.minutes ?? 5) * 60);
      part = Math.min(1, seconds / whole);
      words = t.now.breakLeft;
    } else if (status.remaining_seconds !== null) {
      seconds = Math.max(0, status.remaining_seconds - passed);
      part = seconds / Math.max(1, status.remaining_seconds + status.focused_seconds);
      words = t.now.left;
    } else {
      seconds = status.focused_seconds + passed;
      part = (seconds % 3600) / 3600;
      words = t.now.focused;
    }
    // What is left is rounded up, so that 00:00 shows only when nothing is left; what has passed is rounded down.
    const counts = onBreak || status.remaining_seconds !== null;
    if (counts) seconds = Math.ceil(seconds);
    say(live.time, timer(seconds));
    live.time.classList.toggle("long", seconds >= 3600);
    live.arc.setAttribute("stroke-dashoffset", around * (1 - part));
    live.ring.setAttribute("aria-label", t.now.ring(words, length(seconds, counts)));
    document.title = `${timer(seconds)} ${words} \u00b7 FocusKey`;
    if (status.emergency) say(live.due, t.now.emergencyDue(timer((Date.parse(status.emergency.ends_at) - Date.now()) / 1000)));
    if (status.question) tickQuestion(status.question);
  }

  function tickQuestion(open) {
    const left = (time) => (Date.parse(time) - Date.now()) / 1000;
    // By the time since the status came, not by this browser's clock: an answer that comes early is refused.
    const wait = Math.max(0, Math.ceil(open.opens_in_ms / 1000 - since()));
    const yes = open.kind === "switch" ? t.now.answerSwitch : t.now.answerEnd;
    say(live.answer, wait > 0 ? t.now.answerWait(wait) : yes);
    live.answer.disabled = wait > 0;
    say(live.closes, t.now.closes(Math.max(0, Math.ceil(left(open.closes_at)))));
    // The answer opens at the moment that it may, not at the next tick.
    clearTimeout(opening);
    if (wait > 0) opening = setTimeout(tick, Math.max(0, open.opens_in_ms - since() * 1000));
  }

  const end = listen((kind) => {
    if (kind === "status" || kind === "settings") draw();
  });
  draw();
  ticking = setInterval(tick, 250);
  return () => {
    end();
    clearInterval(ticking);
    clearTimeout(opening);
    delete place.dataset.state;
    delete place.dataset.accent;
  };
}
