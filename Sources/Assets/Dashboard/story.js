// What is told of one session.
import { button, dialog, field, fill, h } from "./dom.js";
import { clock, dayOf, length, longDay } from "./format.js";
import { elsewhere } from "./history.js";
import { act, known, nameOf } from "./service.js";
import { t } from "./strings.js";

const words = t.history;

/** A session from its start to its end, with a line of one's own. */
export function story(session) {
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
  dialog(all.title, t.close, (close) => [
    h("p", {}, [h("strong", {}, nameOf(session.profile)), `, ${longDay(dayOf(session.started_at))}`, session.here === false && `, ${elsewhere(session)}`]),
    session.task && h("p", {}, all.task(session.task)),
    session.here === false ? session.note && h("p", {}, session.note) : field(all.note, h("input", { id: "story-note", maxlength: 900, value: session.note ?? "", autocomplete: "off", change: (event) => { session.note = event.target.value; act({ command: "note", note: session.note, session: session.session }); } })),
    h("ol", { class: "story" }, told.map(({ at, text }) => h("li", {}, h("time", {}, clock(at)), " ", text))),
    session.layers.length > 1 && h("p", {}, session.layers.slice(1).map((name) => all.added(nameOf(name))).join(". ")),
    session.attempted.length > 0 && h("ul", {}, session.attempted.map((one) => h("li", {}, all.attempted(one.site ?? one.app, one.times)))),
    h("p", { class: "hint" }, all.sums(length(session.focused_seconds), length(session.break_seconds))),
    session.ended_at && forgetting(session, close),
  ]);
}

/** Forgets a session, once asked. */
function forgetting(session, close) {
  const all = words.story;
  const place = h("div", { class: "forgetting" });
  const offer = () => fill(place, h("div", { class: "actions" }, button(all.forget, ask, { class: "quiet" })));
  function ask() {
    const no = button(t.cancel, () => {
      offer();
      place.querySelector("button").focus();
    });
    fill(place, h("p", {}, all.forgetSure, (known.status.sync?.devices ?? []).length > 0 && ` ${all.forgetEverywhere}`), h("div", { class: "actions" },
      button(all.forgetIt, async (event) => {
        const own = event.currentTarget;
        own.disabled = true;
        if (await act({ command: "forget-session", session: session.session })) close();
        else own.disabled = false;
      }, { class: "danger" }), no));
    no.focus();
  }
  offer();
  return place;
}
