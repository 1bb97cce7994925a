// Now: one instrument. The state of the session, and everything that can be done with it, on one screen.
import { button, field, fill, h, say, toast } from "./dom.js";
import { clock, length, listed, timer } from "./format.js";
import { progress, putAside } from "./guide.js";
import { cardAndReader, glyph, icon } from "./icons.js";
import { followSets, tickUsedUp, usedUp, usedUpShape } from "./allowances.js";
import { rules } from "./rules.js";
import { accentOf, act, appName, ask, known, listen, lookAfter, nameOf, profile, profiles, since } from "./service.js";
import { shapeOf, stepList } from "./steps.js";
import { t } from "./strings.js";
import { titleOf } from "./told.js";

const radius = 116;
const around = 2 * Math.PI * radius;
const lengths = ["25", "50", "90", ""];

export function now(place) {
  let shape;
  let ticking;
  let opening;
  let chosen;
  let last;
  let ended;
  let pause;
  let due = 0;
  let watched;
  let isLeft = false;
  const live = {};
  const draft = { minutes: "50", task: "", ways: false, sentence: "", code: "" };

  // What is drawn again is drawn whole; what changes each second changes in place, so that focus stays where it is.
  function draw() {
    if (isLeft) return;
    const status = known.status;
    notice(status);
    const wanted = JSON.stringify([
      status.state, status.session, status.profile, status.layers, status.task, status.planned_end, status.question?.kind, shapeOf(status.question?.steps),
      status.question?.profile, status.emergency, status.end, status.break?.ends_at, { ...status.breaks, steps: shapeOf(status.breaks?.steps) }, status.visit?.until, { ...status.visits, steps: shapeOf(status.visits?.steps) }, status.shield, status.blocking, status.paths, status.readers,
      status.attempts, status.next, status.sync?.devices, guardShape(status.guard), usedUpShape(), status.morning, due, watched?.is === true, known.settings.promise, known.exit, profiles().map((p) => [p.id, p.name, p.blocks, p.breaks, p.end]), ended,
    ]);
    if (wanted !== shape) {
      // Anyone who goes by keys goes on in this view, also where what they pressed is gone.
      const focused = place.contains(document.activeElement) && document.activeElement.id;
      const caret = focused && [document.activeElement.selectionStart, document.activeElement.selectionEnd];
      shape = wanted;
      delete live.ring;
      fill(place, ended ? ending() : status.state === "idle" ? idle(status) : active(status));
      place.dataset.state = ended ? "ended" : status.question ? "question" : status.state;
      document.body.dataset.accent = place.dataset.accent = accentOf(ended?.profile ?? status.profile ?? chosen);
      document.body.dataset.room = place.dataset.state;
      // Where what was pressed is gone, what came in its place is read.
      if (focused !== false) (document.getElementById(focused) ?? place.querySelector("#question, h1") ?? place).focus({ preventScroll: true });
      // In the middle of a word, typing goes on where it was.
      if (caret && caret[0] != null && document.activeElement.id === focused) document.activeElement.setSelectionRange?.(...caret);
    }
    tick();
  }

  const guardShape = (guard) => guard && { ...guard, straying_seconds: 0 };

  // A session that was seen here and is over has a moment of its own before the desk is clear again.
  function notice(status) {
    if (status.state !== "idle") {
      last = { session: status.session, profile: status.profile, task: status.task, seconds: status.focused_seconds, resisted: status.attempts, planned: Boolean(status.planned_end) };
      ended = undefined;
    } else if (last) {
      ended = { ...last, why: "confirmed", breaks: 0, streak: 0 };
      last = undefined;
      Promise.all([ask("sessions", { limit: 1 }), ask("stats")]).then(([{ sessions: [one] }, { stats }]) => {
        if (!ended || !one) return;
        ended = { ...ended, seconds: one.focused_seconds, breaks: one.break_times.length, why: one.why, streak: stats.streak.days,
          resisted: one.attempted.reduce((sum, { times }) => sum + times, 0) };
        draw();
      }).catch(() => {});
    }
    // "On task" is said only where something is noticed that could say otherwise.
    if (status.session && watched?.session !== status.session) {
      watched = { session: status.session };
      ask("signals").then(({ signals }) => {
        watched = { session: status.session, is: signals.some((one) => one.state === "in-force" && one.name !== "sensors") };
        draw();
      }).catch(() => {});
    }
    if (!status.break) pause = undefined;
    else if (pause?.ends !== status.break.ends_at) {
      pause = { ends: status.break.ends_at, whole: status.break.remaining_seconds };
      // A break has room for a card; reviewing one never counts as straying.
      ask("decks").then((decks) => {
        due = decks.due;
        draw();
      }).catch(() => {});
      // The status tells when it ends, the session's record when it began.
      ask("sessions", { limit: 1 }).then(({ sessions: [one] }) => {
        const began = one?.break_times.at(-1)?.started_at;
        if (began && pause) pause.whole = (Date.parse(pause.ends) - Date.parse(began)) / 1000;
        tick();
      }).catch(() => {});
    }
  }

  /** Asks for a break. Where its steps are still to be done, their waits run from here. */
  async function takeBreak() {
    if (!await act({ command: "break" })) lookAfter(known.status.breaks?.steps);
  }

  // MARK: Idle

  function idle(status) {
    chosen = profile(chosen)?.id ?? profiles()[0]?.id;
    const task = h("input", {
      id: "task", class: "task", maxlength: 200, value: draft.task, autocomplete: "off", placeholder: t.now.task, "aria-label": t.now.task,
      input: (event) => { draft.task = event.target.value; },
    });
    const start = button("", null, { type: "submit", class: "primary big", id: "start" });
    const agreed = h("p", { class: "hint", id: "agreed" });
    const name = () => say(start, t.now.start(nameOf(chosen), Number(draft.minutes)));
    const choose = (id) => {
      chosen = id;
      document.body.dataset.accent = place.dataset.accent = accentOf(id);
      name();
      say(agreed, rules(profile(id)));
    };
    const tiles = h("fieldset", { class: "tilerow" }, h("legend", { class: "sr" }, t.views.profiles),
      profiles().map((one) => h("label", { class: "tile choice", "data-accent": accentOf(one.id) },
        h("input", { type: "radio", name: "profile", value: one.id, checked: one.id === chosen, change: () => choose(one.id) }),
        glyph(one), h("strong", {}, one.name ?? one.id), h("span", { class: "hint" }, closed(one)))));
    const chips = h("fieldset", { class: "chiprow" }, h("legend", { class: "sr" }, t.now.minutes), lengths.map((value) => h("label", { class: "chip choice" },
      h("input", { type: "radio", name: "minutes", value, checked: value === draft.minutes, change: () => { draft.minutes = value; name(); } }), h("span", {}, value || t.now.openEnd))));
    choose(chosen);
    const sums = h("dl", { class: "sums" });
    const strip = h("p", { class: "strip", hidden: true });
    ask("stats").then(({ stats }) => {
      fill(sums, sum(t.now.today, length(stats.today.focused_seconds)), sum(t.now.week, length(stats.week.focused_seconds)),
        sum(t.now.streak, t.now.days(stats.streak.days)));
      const steps = progress(stats.all.sessions);
      strip.hidden = !steps;
      fill(strip, steps && [h("a", { href: "#guide" }, t.guide.strip(...steps)), button("\u00d7", () => {
        putAside();
        strip.hidden = true;
      }, { class: "quiet close", "aria-label": t.guide.putAside })]);
    }).catch(() => {});
    const begin = () => act({ command: "start", profile: chosen, minutes: Number(draft.minutes) || undefined, task: draft.task.trim() || undefined });
    return [
      h("div", { class: "stage" }, h("h1", { class: "sr", tabindex: "-1" }, t.now.idle), trouble(status),
        usedUp(),
        h("form", { class: "invitation", submit: (event) => { event.preventDefault(); begin(); } }, task, tiles, chips, start, agreed),
        // What a reached limit asks for takes the place of the drawing, so that all stays on one screen.
        !usedUpShape().length && h("p", { class: "or" }, cardAndReader(), h("span", {}, t.now.orTap))),
      h("footer", { class: "foot" }, elsewhere(status), status.morning?.eyes === null && h("p", { class: "hint" }, t.nights.askLine(status.morning.minutes), " ", h("a", { href: "#nights" }, t.nights.ask)), status.next && h("p", { class: "hint" }, t.now.next(nameOf(status.next.profile), clock(status.next.at))), strip, sums),
    ];
  }

  const sum = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));

  const closed = (one) => {
    const { mode, sites = [], apps = [], categories = [] } = one.blocks ?? {};
    const words = [...categories.map((name) => t.categories[name] ?? name), ...sites, ...apps.map(appName)];
    if (!words.length) return t.now.nothingBlocked;
    const list = listed(words.slice(0, 3)) + (words.length > 3 ? ` +${words.length - 3}` : "");
    return mode === "allow" ? `${t.now.allowOnly}: ${list}` : list;
  };

  /** One amber line where blocking is not in force, with the one thing to do about it. */
  function trouble(status) {
    const { state, fix } = status.blocking;
    const words = t.now.pill[state];
    if (!words || status.state === "break" || (state === "idle" && !fix)) return null;
    return h("details", { class: "pill", id: "blocking", keydown: (event) => { if (event.key === "Escape") event.currentTarget.open = false; } }, h("summary", {}, h("span", { class: "dot", "aria-hidden": "true" }), h("span", {}, words), fix && h("span", { class: "act" }, t.now.pill.how)),
      h("div", { class: "popup" }, h("p", { class: "hint" }, fix ? t.now.fixHint : t.now.blocking[state]?.() ?? status.blocking.text), fix && h("p", {}, h("code", { class: "order" }, fix)),
        fix && button(t.now.fixCopy, async () => {
          await navigator.clipboard.writeText(fix);
          toast(t.now.fixCopied);
        })));
  }

  // MARK: A session

  const who = (names, id) => h("header", { class: "who" }, glyph(profile(id)), h("h1", { tabindex: "-1" }, names));

  function dial(words) {
    live.arc = h("circle", { class: "arc", cx: 120, cy: 120, r: radius, transform: "rotate(-90 120 120)", "stroke-dasharray": around });
    live.time = h("span", { class: "time" });
    live.ring = h("div", { class: "ring", role: "img" },
      h("svg", { viewBox: "0 0 240 240", "aria-hidden": "true" }, h("circle", { class: "track", cx: 120, cy: 120, r: radius }), live.arc),
      h("p", { "aria-hidden": "true" }, live.time, h("span", { class: "of" }, words)));
    return live.ring;
  }

  function active(status) {
    const onBreak = status.state === "break";
    const until = onBreak ? status.break?.ends_at : status.planned_end;
    return [
      h("div", { class: "stage" }, trouble(status),
        who(status.layers.map(nameOf).join(" + "), status.profile),
        status.task && h("p", { class: "doing" }, status.task),
        dial([onBreak && t.now.state.break, until ? t.now.until(clock(until)) : t.now.since(clock(status.started_at))].filter(Boolean).join(", ")),
        status.question ? question(status) : h("div", { class: "actions center" }, actions(status, onBreak)),
        straying(status),
        visit(status),
        onBreak && due > 0 && h("p", {}, h("a", { href: "#learn", class: "button" }, t.now.learnDue(due))),
        status.emergency && breakingOff(),
        !status.question && h("p", { class: "hint center" }, breakWords(status, onBreak)),
        !status.question && !onBreak && steps(status.breaks?.steps, t.now.beforeBreak),
        !status.question && !onBreak && !status.visit && steps(status.visits?.steps, t.now.beforeVisit),
        !status.question && usedUp(),
        !status.question && standing(status, onBreak)),
      h("footer", { class: "foot" }, elsewhere(status), known.settings.promise && h("blockquote", { class: "promise" }, known.settings.promise)),
    ];
  }

  /** The sessions of the person's other computers, a line each. */
  function elsewhere(status) {
    return (status.sync?.devices ?? []).filter((one) => one.session).map((one) =>
      h("p", { class: "hint" }, t.now.elsewhere(one.session.name, one.name, one.session.planned_end && clock(one.session.planned_end))));
  }

  function actions(status, onBreak) {
    const rest = status.breaks ?? {};
    return [
      onBreak
        ? button(t.now.resume, () => act({ command: "resume" }), { class: "primary big", id: "resume" })
        : button(t.now.takeBreak, () => takeBreak(), { id: "break", disabled: rest.left === 0 || Boolean(rest.next_at) }),
      status.planned_end && button(t.now.extend(15), () => act({ command: "extend", minutes: 15 }), { id: "extend", class: "quiet" }),
      status.end !== "timer" && button(t.now.end, () => act({ command: "stop" }), { id: "end", class: "quiet" }),
    ];
  }

  /** The one thing that is open for some minutes, with its time and the way to shut it. */
  function visit(status) {
    delete live.visit;
    if (!status.visit) return null;
    live.visit = h("b", { role: "timer" });
    return h("section", { class: "guard visit", "aria-label": t.now.visiting(status.visit.what) }, t.now.visiting(status.visit.what), live.visit,
      h("div", { class: "actions center" }, button(t.now.closeVisit, () => act({ command: "visit-end" }), { id: "visit-end" })));
  }

  /** What the guard sees: on task, or strayed since when and why, with what can be said to it. */
  function straying(status) {
    const guard = status.guard;
    delete live.strayed;
    if (!guard || status.state !== "focusing" || status.question) return null;
    const isAway = guard.state === "straying" || guard.state === "settling";
    const asked = guard.was_work && Date.parse(guard.was_work.until) > Date.now() && guard.was_work;
    if (!isAway && asked) {
      return h("section", { class: "guard", "aria-label": t.now.wasWork }, h("b", {}, t.now.wasWork), h("span", {}, t.now.backAfter(length(asked.seconds))),
        h("div", { class: "actions center" }, button(t.now.excuse, () => act({ command: "excuse" }), { id: "excuse" })));
    }
    if (!isAway) return watched?.is ? h("p", { class: "guard" }, h("span", { class: "dot", "aria-hidden": "true" }), t.now.here) : null;
    live.strayed = h("b", { role: "timer" });
    const isRinging = guard.rings > 0 && !guard.hushed;
    return h("section", { class: "guard away", "aria-label": t.now.strayed("") }, h("span", { class: "dot", "aria-hidden": "true" }), live.strayed,
      h("span", {}, listed(guard.causes.map((cause) => t.now.causes[cause] ?? cause))),
      h("div", { class: "actions center" }, button(t.now.excuse, () => act({ command: "excuse" }), { id: "excuse" }),
        isRinging && !guard.snoozed_until && guard.snoozes_left > 0 && button(t.now.snooze, () => act({ command: "snooze" }), { id: "snooze", class: "quiet" }),
        isRinging && button(t.now.hush, () => act({ command: "hush" }), { id: "hush", class: "quiet" }), guard.hushed && h("span", { class: "hint" }, t.now.hushed)));
  }

  function breakWords(status, onBreak) {
    const rest = status.breaks ?? {};
    const words = [];
    if (!onBreak && rest.left === 0) words.push(rest.taken ? t.now.noBreaks : t.now.noBreaksHere);
    else if (!onBreak && rest.next_at) words.push(t.now.nextBreak(clock(rest.next_at)));
    if (!onBreak && !status.visit && status.visits) words.push(t.now.visitsLeft(status.visits.left, status.visits.minutes_left_today));
    if (status.end === "key") words.push(t.now.endsOnlyByKey);
    if (status.end === "timer" && status.planned_end) words.push(t.now.endsOnlyByTimer(clock(status.planned_end)));
    return words.join(" ");
  }

  /** The steps of a gate; nothing where there is only the question's own wait. */
  const steps = (all, title) => (all?.some(({ step, instead_of }) => step !== "wait" || instead_of) ? stepList(all, title) : null);

  function question(status) {
    const isSwitch = status.question.kind === "switch";
    live.answer = button(isSwitch ? t.now.answerSwitch : t.now.answerEnd, () => act({ command: "confirm" }), { class: "fills", id: "confirm" });
    // Who worked on a task can say in one press that it is done.
    live.done = status.task_uid && !isSwitch && status.end !== "key" ? button(t.now.answerDone, () => act({ command: "confirm", task: "done" }), { id: "confirm-done" }) : null;
    live.whole = Math.max(live.wait === status.question.closes_at ? live.whole : 0, status.question.opens_in_ms, 1);
    live.wait = status.question.closes_at;
    live.closes = h("p", { class: "hint" });
    return h("section", { class: "question", "aria-labelledby": "question" },
      h("h2", { id: "question", tabindex: "-1" }, isSwitch ? t.now.questionSwitch(nameOf(status.question.profile)) : t.now.question),
      h("div", { class: "actions center" },
        button(t.now.keep, () => act({ command: "keep" }), { class: "primary big", id: "keep" }),
        status.state === "focusing" && button(t.now.takeBreak, () => takeBreak(), {
          id: "break", disabled: status.breaks?.left === 0 || Boolean(status.breaks?.next_at),
        }),
        status.end !== "key" || isSwitch ? live.answer : null, live.done),
      steps(status.question.steps),
      live.closes, status.end === "key" && !isSwitch && h("p", { class: "hint" }, t.now.tapAgain));
  }

  // MARK: The end

  function ending() {
    const minutes = Math.floor(ended.seconds / 60);
    const [number, words] = minutes ? [minutes, t.now.ended.minutes(minutes)] : [ended.seconds, t.now.ended.seconds(ended.seconds)];
    const ring = dial(words);
    say(live.time, String(number));
    ring.setAttribute("aria-label", `${number} ${words}`);
    live.arc.setAttribute("stroke-dashoffset", "0");
    delete live.ring;
    document.title = `${t.now.ended[ended.why]} \u00b7 FocusKey`;
    const figure = (count, name) => h("li", {}, h("b", {}, String(count)), ` ${name}`);
    // What is written is kept when it is left, however it is left.
    const note = h("input", {
      id: "note", class: "task", maxlength: 900, value: ended.note ?? "", autocomplete: "off", placeholder: t.now.ended.note, "aria-label": t.now.ended.note,
      input: (event) => { ended.note = event.target.value; }, change: () => write(), keydown: (event) => { if (event.key === "Enter") done(); },
    });
    const write = async () => {
      if (!ended || (ended.note ?? "") === (ended.kept ?? "")) return;
      ended.kept = ended.note;
      if (await act({ command: "note", note: ended.note, session: ended.session })) toast(t.noted);
    };
    const done = () => { write(); ended = undefined; draw(); };
    const again = () => {
      const { profile: id, task } = ended;
      write();
      ended = undefined;
      act({ command: "start", profile: id, task: task ?? undefined, minutes: Number(draft.minutes) || undefined });
    };
    return h("div", { class: "stage" }, h("p", { class: "who" }, glyph(profile(ended.profile)), nameOf(ended.profile)),
      h("h1", { class: "doing", tabindex: "-1" }, t.now.ended[ended.why]), ended.task && h("p", { class: "hint" }, ended.task), ring,
      h("ul", { class: "figures" }, figure(ended.breaks, t.now.ended.breaks(ended.breaks)), figure(ended.resisted, t.now.ended.resisted),
        ended.streak > 0 && figure(ended.streak, t.now.ended.streak(ended.streak))), note,
      h("div", { class: "actions center" }, button(t.now.ended.done, done, { class: "primary big", id: "done" }),
        button(t.now.ended.again, again, { id: "again" })));
  }

  // MARK: Details

  function blocked(status, onBreak) {
    const layers = status.layers.map(profile).filter((one) => one?.blocks);
    if (!layers.length) return null;
    // It says "Blocked" only while a layer that blocks was found in force.
    const { state, text, fix } = status.blocking;
    const isBlocked = state === "blocking" || state === "partly";
    return h("section", {}, h("h2", {}, onBreak ? t.now.blockedOnBreak : isBlocked ? t.now.blocked : t.now.toBlock),
      state !== "blocking" && !onBreak && h("p", { class: "hint said" }, t.now.blocking[state]?.(fix) ?? text),
      !onBreak && status.paths && h("p", { class: "hint said" }, status.paths.text),
      layers.map(({ name, id, blocks }) => {
        const { mode, sites = [], apps = [], categories = [] } = blocks;
        const words = [...categories.map((word) => t.categories[word] ?? word), ...sites, ...apps.map(appName)];
        return h("div", {}, (layers.length > 1 || mode === "allow") && h("p", { class: "hint" },
          [layers.length > 1 && (name ?? id), mode === "allow" && t.now.allowOnly].filter(Boolean).join(": ")),
        h("ul", { class: "chips" }, words.slice(0, 40).map((word) => h("li", {}, word)), words.length > 40 && h("li", {}, `+${words.length - 40}`)));
      }),
      h("p", { class: "hint" }, t.now.attempts(status.attempts)));
  }

  /** How blocking, breaks and readers stand in one line, and everything about them behind it. */
  function standing(status, onBreak) {
    const line = (name, state, words) => h("li", { "data-state": state },
      h("span", { class: "dot", "aria-hidden": "true" }), h("span", {}, h("strong", {}, name), " ", words));
    // What several layers lack for the same reason is said once.
    const lacks = new Set(status.shield.filter((layer) => layer.state === "unavailable").map((layer) => layer.why));
    const { state } = status.blocking;
    const groups = status.layers.map(profile).reduce((sum, one) => sum + (one?.blocks?.categories?.length ?? 0) + (one?.blocks?.sites?.length ? 1 : 0) + (one?.blocks?.apps?.length ? 1 : 0), 0);
    const words = onBreak ? t.now.line.onBreak : state === "blocking" || state === "partly" ? t.now.line.blocking(groups) : t.now.pill[state];
    const parts = [!t.now.pill[state] || onBreak ? h("b", {}, words) : null, status.breaks?.left !== undefined && status.breaks?.left !== null && (status.breaks.left || status.breaks.taken ? t.now.breaksLeft(status.breaks.left) : t.rules.noBreaks), status.readers[0]?.name ?? t.now.noReaders].filter(Boolean);
    const details = h("details", {
      id: "ways", class: "standing", open: draft.ways, toggle: (event) => { draft.ways = event.target.open; },
      keydown: (event) => { if (event.key === "Escape" && details.open) { details.open = false; details.firstChild.focus(); } },
    },
    h("summary", { id: "ways-summary", "data-state": onBreak ? "down" : state === "blocking" ? "up" : "unavailable" }, h("span", { class: "dot", "aria-hidden": "true" }),
      parts.map((part) => h("span", { class: "part" }, part)), icon("more")),
    h("div", { class: "sheet" },
      h("header", { class: "split" }, h("h2", {}, t.now.line.details), button("\u00d7", () => { details.open = false; details.firstChild.focus(); }, { class: "quiet close", "aria-label": t.close })),
      blocked(status, onBreak),
      h("section", {}, h("h2", {}, t.now.shield),
        h("ul", { class: "states" }, status.shield.map((layer) => line(t.now.layer[layer.layer] ?? layer.layer, layer.state, t.now.layerState[layer.state]))),
        [...lacks].filter(Boolean).map((why) => h("p", { class: "hint said" }, why))),
      h("section", {}, h("h2", {}, t.now.readers), status.readers.length
        ? h("ul", { class: "states" }, status.readers.map((reader) => line(reader.name, reader.state, t.now.readerState[reader.state])))
        : h("p", { class: "hint" }, t.now.noReaders)),
      h("section", {}, h("h2", {}, t.now.otherWays), otherWays(status))));
    return details;
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
    return [!status.emergency && exit,
      form("code", t.now.recoveryGo, () => ({ command: "recover", code: draft.code }), field(t.now.recovery, typed("code")))];
  }

  // MARK: Each second

  function tick() {
    const status = known.status;
    if (status) tickUsedUp();
    if (!status || !live.ring || status.state === "idle") return;
    const onBreak = status.state === "break";
    const passed = since();
    let part;
    let seconds;
    let words;
    if (onBreak) {
      seconds = Math.max(0, status.break.remaining_seconds - passed);
      part = Math.min(1, seconds / Math.max(1, pause?.whole ?? seconds));
      words = t.now.breakLeft;
    } else if (status.remaining_seconds !== null) {
      seconds = Math.max(0, status.remaining_seconds - passed);
      part = seconds / Math.max(1, status.remaining_seconds + status.focused_seconds);
      words = t.now.left;
    } else {
      // While something is visited the focus does not go on.
      seconds = status.focused_seconds + (status.visit ? 0 : passed);
      // Without an end there is nothing to run out of: each hour drains the ring once.
      part = 1 - (seconds % 3600) / 3600;
      words = t.now.focused;
    }
    // What is left is rounded up, so that 00:00 shows only when nothing is left; what has passed is rounded down.
    const counts = onBreak || status.remaining_seconds !== null;
    if (counts) seconds = Math.ceil(seconds);
    say(live.time, timer(seconds));
    live.time.classList.toggle("long", seconds >= 3600);
    live.arc.setAttribute("stroke-dashoffset", around * (1 - part));
    live.ring.setAttribute("aria-label", t.now.ring(words, length(seconds, counts)));
    document.title = `${status.question ? titleOf(status) : `${timer(seconds)} ${words}`} \u00b7 FocusKey`;
    if (live.visit && status.visit) say(live.visit, timer(Math.max(0, Math.ceil(status.visit.left_seconds - passed))));
    if (live.strayed) say(live.strayed, t.now.strayed(timer(status.guard.straying_seconds + passed)));
    if (status.emergency) say(live.due, t.now.emergencyDue(timer((Date.parse(status.emergency.ends_at) - Date.now()) / 1000)));
    if (status.question) tickQuestion(status.question);
  }

  function tickQuestion(open) {
    const left = (time) => (Date.parse(time) - Date.now()) / 1000;
    // By the time since the status came, not by this browser's clock: an answer that comes early is refused.
    const wait = Math.max(0, Math.ceil(open.opens_in_ms / 1000 - since()));
    // The wait fills the button; those who do not see it hear how long it takes.
    live.answer.style.setProperty("--part", String(Math.min(1, Math.max(0, 1 - (open.opens_in_ms / 1000 - since()) / (live.whole / 1000)))));
    if (wait > 0) live.answer.setAttribute("aria-label", t.now.answerWait(live.answer.textContent, wait));
    else live.answer.removeAttribute("aria-label");
    live.answer.disabled = wait > 0 || open.steps.some(({ step, state, instead_of }) => state === "open" && (step !== "wait" || instead_of));
    if (live.done) live.done.hidden = live.answer.disabled;
    say(live.closes, t.now.closes(Math.max(0, Math.ceil(left(open.closes_at)))));
    // The answer opens at the moment that it may, not at the next tick.
    clearTimeout(opening);
    if (wait > 0) opening = setTimeout(tick, Math.max(0, open.opens_in_ms - since() * 1000));
  }

  const end = listen((kind) => {
    if (["status", "settings", "apps"].includes(kind)) draw();
  });
  const endSets = followSets(draw);
  draw();
  ticking = setInterval(tick, 250);
  return () => {
    end();
    endSets();
    isLeft = true;
    clearInterval(ticking);
    clearTimeout(opening);
    delete place.dataset.state;
    delete place.dataset.accent;
    delete document.body.dataset.accent;
    document.body.dataset.room = "";
  };
}
