// Backups: everything in one file, and a day's own backup put in the place of everything.
import { button, dialog, fill, h, toast } from "./dom.js";
import { longDay } from "./format.js";
import { ask, command, known, refused } from "./service.js";
import { t } from "./strings.js";

const words = t.backups;
const pause = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

/** What a person does with backups here; a file of their own is for a terminal. */
export function backups() {
  const list = h("ul", { class: "plain kept" });
  const way = h("p", { class: "actions" }, h("a", { href: "/api/v1/backup", download: "", class: "button primary", id: "backup" }, words.download));
  const named = (one) => (one.day ? longDay(one.day) : words.before);
  ask("backups").then((answer) => {
    fill(list, answer.backups.map((one) => h("li", { class: "split" }, h("span", {}, named(one)),
      known.mayChange && button(words.restore, () => restore(one, named(one)), { class: "quiet", "aria-label": words.restoreOf(named(one)) }))));
    if (!answer.downloadable) fill(way, words.tooLarge, " ", h("code", {}, "focuskey backup FILE"));
  }, refused);
  return h("section", { class: "panel", id: "backups" }, h("h2", {}, words.title), h("p", {}, words.text),
    known.mayChange && way,
    h("p", { class: "hint" }, words.own), list, h("p", { class: "hint" }, words.file), h("code", { class: "order" }, "focuskey restore FILE"));
}

/** Everything here is another afterwards: it is asked once more. */
function restore({ name }, day) {
  dialog(words.restoreOf(day), t.close, (close) => [h("p", {}, words.sure), h("div", { class: "actions" }, button(words.restore, async (event) => {
    const own = event.currentTarget;
    own.disabled = true;
    try {
      await command({ command: "backup-restore", name });
      close();
      toast(words.going);
      await comeBack();
    } catch (refusal) {
      own.disabled = false;
      refused(refusal);
    }
  }, { class: "danger", id: "restore-sure" }), button(t.cancel, close))]);
}

/** The page begins again with the service: nothing on it is as it was. */
async function comeBack() {
  await pause(1500);
  for (let turn = 0; turn < 60; turn += 1) {
    try {
      await ask("status");
      return location.reload();
    } catch {
      await pause(500);
    }
  }
}
