// Plan: what to do, in order and why; and the days that it happens on.
import { button, complain, dialog, field, fill, h, say, select, toast } from "./dom.js";
import { addDays, clock, dayOf, length, longDay, shortDay, today, weekdayIndex, weekdayName } from "./format.js";
import { icon } from "./icons.js";
import { accentOf, act, ask, command, known, listen, nameOf, profiles, refused } from "./service.js";
import { t } from "./strings.js";

const words = t.plan;
const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const named = { weekdays: weekdays.slice(0, 5), weekends: weekdays.slice(5), "every-day": weekdays };

/** Due in words: today, tomorrow, the weekday within a week, else the date; with its time where it has one. */
function dueWords(due) {
  const days = Math.round((Date.parse(dayOf(due)) - Date.parse(today())) / 86400000);
  const day = days < -1 ? words.overdue(-days) : days === -1 ? words.yesterday : days === 0 ? words.today : days === 1 ? words.tomorrow : days < 7 ? weekdayName(due.slice(0, 10)) : shortDay(dayOf(due));
  return due.length > 10 ? `${day} ${clock(due)}` : day;
}

export function plan(place) {
  let tasks = [];
  let done = [];
  let next;
  let first = today();
  let sessions = [];
  let open;
  let drawn;
  let turn = 0;

  const input = h("input", { id: "add-task", class: "task", maxlength: 500, autocomplete: "off", placeholder: words.add, "aria-label": words.addLabel, "aria-describedby": "add-reading", input: () => read() });
  const reading = h("p", { class: "hint center", id: "add-reading", "aria-live": "polite" }, words.addHint);
  const undo = button(words.undo, () => change({ command: "task-undo" }), { class: "quiet", id: "undo-task", hidden: true });
  const form = h("form", { class: "quickadd", submit: (event) => { event.preventDefault(); add(); } }, input, reading, undo);
  const week = h("div", { class: "strip7" });
  const span = h("h2", {});
  const list = h("ol", { class: "tasks", "aria-label": words.list });
  const search = h("input", { type: "search", id: "find-task", autocomplete: "off", placeholder: words.find, "aria-label": words.find, input: () => draw() });
  const horizon = select([["", words.anyHorizon], ...Object.entries(words.horizons)], "", { "aria-label": words.horizon, change: () => draw() });
  const finding = h("div", { class: "row finding" }, search, horizon);
  const told = h("p", { class: "hint", role: "status" });
  const after = h("div", { class: "afterwards" });
  const calendar = h("section", { class: "panel" });

  async function load() {
    try {
      const mine = ++turn;
      const [plan, past] = await Promise.all([ask("plan"), ask("sessions", { since: first, until: addDays(first, 6), limit: 500 })]);
      if (mine !== turn) return;
      ({ tasks, next, done_today: done = [] } = plan);
      sessions = past.sessions;
      draw();
    } catch (refusal) {
      refused(refusal);
    }
  }

  // MARK: Adding

  let reads = 0;
  async function read() {
    const mine = ++reads;
    if (!input.value.trim()) return say(reading, words.addHint);
    try {
      const got = await ask("plan/reading", { text: input.value });
      if (mine !== reads) return;
      if (got.summary === null) return say(reading, words.addHint);
      const marks = [got.project && `+${got.project}`, ...got.tags.map((tag) => `@${tag}`)].filter(Boolean);
      fill(reading, h("span", { class: "said" }, got.summary), " \u00b7 ", got.due ? words.due(dueWords(got.due)) : words.noDue, h("span", { class: "said" }, marks.map((mark) => ` \u00b7 ${mark}`)));
    } catch {
      // What it will be is a courtesy; adding says what is wrong.
    }
  }

  async function add() {
    if (!input.value.trim()) return input.focus();
    if (!(await change({ command: "task-add", text: input.value }))) return;
    input.value = "";
    reads += 1;
    say(reading, words.addHint);
    input.focus();
  }

  async function change(request) {
    const worked = await act(request);
    if (worked) {
      undo.hidden = request.command === "task-undo";
      await load();
    }
    return worked;
  }

  // MARK: The list

  function draw() {
    const focused = place.contains(document.activeElement) ? document.activeElement : undefined;
    const [id, uid] = [focused?.id, focused?.closest("[data-uid]")?.dataset.uid];
    drawWeek();
    place.dataset.state = tasks.length ? "list" : "empty";
    const shown = tasks.filter(isWanted);
    finding.hidden = tasks.length < 2 && !search.value;
    say(told, shown.length < tasks.length ? words.found(shown.length, tasks.length) : "");
    const content = JSON.stringify([shown, next, open, done, known.status.state]);
    if (content !== drawn) {
      drawn = content;
      const places = new Map([...list.children].map((row, index) => [row.dataset.uid, index]));
      fill(list, shown.map((task, index) => row(task, index)));
      fill(after, !tasks.length && empty(), done.length > 0 && h("section", { class: "panel" }, h("h2", {}, words.doneToday(done.length)),
        h("ul", { class: "plain struck" }, done.map((one) => h("li", {}, icon("check"), h("span", {}, one))))));
      // Anyone who goes by keys stays at the task, or at the one that took its place.
      if (focused && !focused.isConnected) {
        const same = uid && [...list.children].find((one) => one.dataset.uid === uid);
        const row = same ?? (uid && list.children[Math.min(places.get(uid) ?? 0, list.children.length - 1)]);
        const wanted = row?.querySelector(".what") ?? document.getElementById(id) ?? input;
        wanted.focus({ preventScroll: Boolean(same) });
      }
    }
  }

  /** What is typed is looked for in the words, "+" in projects, "@" in tags. */
  const isWanted = (task) => (!horizon.value || task.horizon === horizon.value) && search.value.toLowerCase().split(/\s+/).filter(Boolean).every((word) =>
    [task.summary, `+${task.project ?? ""}`, ...task.tags.map((tag) => `@${tag}`), nameOf(task.profile)].join(" ").toLowerCase().includes(word));

  const empty = () => h("div", { class: "empty small" }, h("h2", {}, done.length ? words.allDone : words.emptyTitle), h("p", { class: "lead" }, words.emptyHint),
    h("ul", { class: "chips center" }, words.examples.map((text) => h("li", { class: "example" }, button(text, () => {
      input.value = text;
      input.focus();
      read();
    }, { class: "quiet" })))));

  function row(task, index) {
    const isOpen = open === task.uid;
    const key = `task-${index}`;
    const late = task.due && dayOf(task.due) < today();
    const meta = [task.priority && words.priorities[task.priority], task.due && (late ? h("span", { class: "late" }, dueWords(task.due)) : dueWords(task.due)), task.project && `+${task.project}`, ...task.tags.map((tag) => `@${tag}`),
      task.placed && words.horizons[task.placed], task.focused_seconds >= 60 && words.spent(length(task.focused_seconds)), task.blocked && words.blocked, task.waiting && words.waiting]
      .filter(Boolean).flatMap((part, at) => (at ? [" \u00b7 ", part] : [part]));
    const why = task.why.filter(({ value }) => Math.abs(value) >= .05).sort((one, other) => Math.abs(other.value) - Math.abs(one.value));
    const item = h("li", { "data-uid": task.uid, "data-next": task.uid === next ? "" : undefined, draggable: "true", dragstart: (event) => { event.dataTransfer.setData("text/plain", task.uid); event.dataTransfer.effectAllowed = "move"; place.dataset.dragging = ""; }, dragend: () => { delete place.dataset.dragging; } },
      h("button", { type: "button", class: "round", "aria-label": words.doneOf(task.summary), click: () => change({ command: "task-done", task: task.uid }) }, icon("check")),
      h("button", { type: "button", class: "what", id: key, "aria-expanded": String(isOpen), "aria-keyshortcuts": "D E + - S", click: () => { open = isOpen ? undefined : task.uid; draw(); }, keydown: (event) => keys(event, task, index) },
        task.uid === next && h("small", { class: "eyebrow" }, words.next), h("strong", {}, task.summary), meta.length > 0 && h("span", { class: "meta" }, meta),
        h("span", { class: "meta why" }, why.slice(0, 3).map(({ term }) => words.terms[term] ?? term).join(" \u00b7 "))),
      task.uid === next && starter(task, "primary"));
    if (isOpen) item.append(details(task, why));
    return item;
  }

  const starter = (task, kind) => known.status.state === "idle" && button(words.start, () => start(task), { class: kind, "aria-label": words.startOf(task.summary) });

  async function start(task) {
    if (await act({ command: "start", task: task.uid })) location.hash = "now";
  }

  function details(task, why) {
    const most = Math.max(1, ...why.map(({ value }) => Math.abs(value)));
    const to = (day) => change({ command: "task-due", task: task.uid, due: moved(task, day) });
    return h("div", { class: "inside" },
      h("section", {}, h("h3", {}, words.why(task.urgency.toFixed(1))), why.length ? h("ul", { class: "terms" }, why.map(({ term, value }) => h("li", {}, h("span", {}, words.terms[term] ?? term),
        h("i", { class: value < 0 ? "less" : undefined, "aria-hidden": "true", vars: { "--part": String(Math.abs(value) / most) } }), h("b", {}, value.toFixed(1))))) : h("p", { class: "hint" }, words.noWhy)),
      h("div", { class: "actions" }, task.uid !== next && starter(task), button(words.tomorrow, () => to(addDays(today(), 1))), button(words.nextWeek, () => to(addDays(today(), 7 - weekdayIndex(today())))),
        task.due && button(words.noDate, () => change({ command: "task-due", task: task.uid })), button(t.edit, () => edit(task), { "aria-label": words.editOf(task.summary) }), button(t.remove, () => change({ command: "task-remove", task: task.uid }), { class: "quiet", "aria-label": words.removeOf(task.summary) })));
  }

  /** Everything of a task in a form; what is emptied is removed. */
  function edit(task) {
    const text = (value, attributes = {}) => h("input", { value: value ?? "", autocomplete: "off", maxlength: 500, ...attributes });
    const time = (value) => (value ? value.slice(0, 16).replace("T", " ") : "");
    const controls = {
      summary: text(task.summary, { required: true }), due: text(time(task.due)), priority: select([["", words.noPriority], ...Object.entries(words.priorities)], task.priority ?? ""), estimate: text(task.estimate_seconds ? Math.round(task.estimate_seconds / 60) : "", { type: "number", min: 1, inputmode: "numeric" }),
      project: text(task.project), tags: text(task.tags.join(" ")), profile: select([["", words.anyProfile], ...profiles().map((one) => [one.id, one.name ?? one.id])], task.profile ?? ""),
      horizon: select([["", words.byDue], ...Object.entries(words.horizons)], task.placed ?? ""), scheduled: text(time(task.scheduled)), wait: text(time(task.wait)), repeat: text(words.rules[task.repeat] ?? task.repeat, { list: "repeats" }),
    };
    const before = Object.fromEntries(Object.entries(controls).map(([name, input]) => [name, input.value]));
    dialog(words.editOf(task.summary), t.close, (close) => h("form", { submit: async (event) => {
      event.preventDefault();
      // What was not touched is not written again: a time keeps its seconds.
      const given = Object.fromEntries(Object.entries(controls).filter(([name, input]) => input.value !== before[name]).map(([name, input]) => [name, String(input.value)]));
      try {
        await command({ command: "task-edit", task: task.uid, change: given });
        close();
        load();
      } catch (refusal) {
        if (controls[refusal.at]) complain(controls[refusal.at], refusal.message);
        else refused(refusal);
      }
    } }, field(words.summary, controls.summary), h("div", { class: "grid" }, field(words.dueDate, controls.due, words.dateHint), field(words.priority, controls.priority), field(words.estimate, controls.estimate), field(words.project, controls.project),
      field(words.tags, controls.tags), field(words.profile, controls.profile), field(words.horizon, controls.horizon), field(words.scheduled, controls.scheduled), field(words.wait, controls.wait), field(words.repeat, controls.repeat)),
    h("datalist", { id: "repeats" }, ["daily", "weekly", "monthly", "yearly"].map((rule) => h("option", { value: rule }))),
    h("div", { class: "actions sticky" }, button(t.save, null, { type: "submit", class: "primary" }), button(t.cancel, close))));
  }

  /** A due date on another day, at its time of day where it has one. */
  const moved = (task, day) => (task.due?.length > 10 ? `${day} ${clock(task.due)}` : day);

  /** Moves a task; a key that follows at once counts from there. */
  async function shift(task, day) {
    task.due = moved(task, day);
    if (!(await change({ command: "task-due", task: task.uid, due: task.due }))) load();
  }

  function keys(event, task, index) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = task.due && dayOf(task.due) > today() ? dayOf(task.due) : today();
    const go = (to) => list.children[to]?.querySelector(".what").focus();
    const does = {
      d: () => change({ command: "task-done", task: task.uid }), e: () => edit(task), s: () => known.status.state === "idle" && start(task),
      "+": () => shift(task, addDays(from, 1)), "=": () => shift(task, addDays(from, 1)), "-": () => from > today() && shift(task, addDays(from, -1)),
      ArrowDown: () => go(index + 1), ArrowUp: () => go(index - 1),
    }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  }

  // MARK: The week

  function drawWeek() {
    const last = addDays(first, 6);
    say(span, first === today() ? words.week : `${shortDay(first)} \u2013 ${shortDay(last)}`);
    const days = [];
    for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
    fill(week, days.map(cell));
  }

  function cell(day) {
    const due = tasks.filter((task) => task.due && (dayOf(task.due) === day || (day === today() && dayOf(task.due) < day)));
    const mine = day <= today() ? sessions.filter((one) => dayOf(one.started_at) === day) : [];
    const spent = mine.reduce((sum, one) => sum + one.focused_seconds, 0);
    const planned = day < today() ? [] : profiles().flatMap((profile) => (profile.schedules ?? []).filter((one) => one.on !== false && (named[one.days] ?? one.days).includes(weekdays[weekdayIndex(day)]))
      .map((one) => ({ profile: profile.id, ...one }))).sort((one, other) => one.start.localeCompare(other.start));
    const over = (isOver) => (event) => {
      event.preventDefault();
      box.classList.toggle("over", isOver);
    };
    const label = [longDay(day), due.length && words.dueCount(due.length), spent && words.spent(length(spent)), ...planned.map((one) => `${nameOf(one.profile)} ${one.start}\u2013${one.end}`)].filter(Boolean).join(", ");
    const box = h("section", { class: "day7", "data-day": day, "data-today": day === today() ? "" : undefined, "aria-label": label,
      dragover: day >= today() ? over(true) : undefined, dragleave: over(false), drop: (event) => drop(event, day, box) },
    h("h3", { "aria-hidden": "true" }, weekdayName(day), h("b", {}, String(Number(day.slice(8))))),
    h("ul", { class: "chips7" }, due.slice(0, 3).map((task) => h("li", { class: dayOf(task.due) < today() ? "late" : undefined }, h("span", {}, task.summary))), due.length > 3 && h("li", { class: "rest" }, words.rest(due.length - 3))),
    h("div", { class: "lanes" }, planned.map((one) => h("span", { "data-accent": accentOf(one.profile) }, h("i", {}), h("small", {}, `${one.start} ${nameOf(one.profile)}`))),
      mine.length > 0 && h("span", { class: "spent" }, [...new Set(mine.map((one) => accentOf(one.profile)))].map((accent) => h("i", { "data-accent": accent })), h("small", {}, length(spent)))));
    return box;
  }

  function drop(event, day, box) {
    event.preventDefault();
    box.classList.remove("over");
    const task = tasks.find((one) => one.uid === event.dataTransfer.getData("text/plain"));
    if (task && day >= today()) change({ command: "task-due", task: task.uid, due: moved(task, day) });
  }

  // MARK: The calendar

  function drawCalendar(address) {
    fill(calendar, h("h2", {}, words.calendar), h("p", { class: "hint" }, words.calendarHint),
      address ? h("p", {}, h("code", { class: "order" }, address)) : null,
      h("div", { class: "actions" }, address
        ? button(t.now.fixCopy, async () => {
          await navigator.clipboard.writeText(address);
          toast(t.now.fixCopied);
        }, { id: "feed-copy" })
        : button(words.calendarShow, async () => {
          try {
            drawCalendar((await command({ command: "task-feed" })).address);
            document.getElementById("feed-copy").focus();
          } catch (refusal) {
            refused(refusal);
          }
        })));
  }

  const step = (text, by, label) => button(text, () => { first = addDays(first, by); load(); }, { class: "quiet step", "aria-label": label });
  // What is below the field comes when it is known how high it is, so that nothing jumps.
  const below = [h("section", { class: "weekpanel" }, h("header", { class: "split" }, span, h("div", { class: "row tight" }, step("\u2039", -7, t.history.earlier), step("\u203a", 7, t.history.later))), week),
    h("section", { class: "listpanel" }, h("header", { class: "split" }, h("h2", {}, words.title), h("p", { class: "hint keys" }, words.keys)), finding, told, list, after), calendar];
  fill(place, h("h1", { class: "sr" }, t.views.plan), form);
  drawCalendar();
  load().then(() => turn && place.contains(form) && place.append(...below));
  // Other programs write the same files: coming back shows what is there now.
  const fresh = () => document.hidden || load();
  document.addEventListener("visibilitychange", fresh);
  const end = listen((kind, event) => {
    if (kind === "event" && ["session-started", "session-ended"].includes(event.event)) load();
    else if (kind === "tasks") load();
    else if (kind === "settings" || kind === "status") draw();
  });
  return () => {
    end();
    // An answer that is still on its way belongs to a page that was left.
    turn += 1;
    document.removeEventListener("visibilitychange", fresh);
    delete place.dataset.state;
  };
}
