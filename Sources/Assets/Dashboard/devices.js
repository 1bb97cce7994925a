// Devices: the person's computers that tell each other of their sessions.
import { button, dialog, field, fill, h, toast } from "./dom.js";
import { clock, dayOf, listed, shortDay, today } from "./format.js";
import { ask, command, refused } from "./service.js";
import { t } from "./strings.js";

const words = t.devices;

/** How often it is looked how syncing goes, in milliseconds. */
const pause = 5000;

/** Those of the household that have said something, this one too; one alone where there are no others. */
export async function household() {
  const { devices } = await ask("devices");
  return devices.filter((one) => one.me || one.head > 0).sort(order);
}

/** This one first, those that are out last. */
const order = (one, other) => other.me - one.me || one.revoked - other.revoked || one.name.localeCompare(other.name);

const moment = (time) => (dayOf(time) === today() ? clock(time) : `${shortDay(dayOf(time))}, ${clock(time)}`);

export function devices(place) {
  let shown;
  let carrier;
  let isGone = false;

  async function draw() {
    let now;
    try {
      now = await ask("devices");
    } catch {
      // The line says so already.
      return;
    }
    const content = JSON.stringify(now);
    if (isGone || content === shown) return;
    shown = content;
    if (now.state === "off") {
      fill(place, h("p", { class: "hint" }, words.off, " ", h("code", {}, "focuskey sync init folder:PATH")));
      return;
    }
    carrier = now.carrier;
    fill(place, h("h2", {}, words.title), h("p", { class: "standing", role: "status", "data-state": now.state }, standing(now)),
      now.awaited.length > 0 && stragglers(now), h("div", { class: "cards" }, now.devices.sort(order).map(card)), now.folder && h("p", { class: "hint" }, words.folder, " ", h("code", {}, now.folder)),
      h("p", { class: "hint" }, words.add, " ", h("code", {}, "focuskey sync invite")));
  }

  function standing(now) {
    const state = words.states[now.state] ?? words.states.offline;
    return [state(now.since && moment(now.since), now.why), now.pending ? words.pending(now.pending) : ""].filter(Boolean).join(" ");
  }

  /** Those that did not follow the household yet, and how they do. */
  function stragglers({ awaited, carrier: by }) {
    const how = by === "folder" ? [words.followInFolder, " ", h("code", {}, "focuskey sync move folder:PATH")] : words.follow;
    return h("p", { class: "notice", id: "awaited" }, words.awaited(listed(awaited)), " ", how);
  }

  function card(one) {
    const said = one.me ? words.me : one.revoked ? words.revoked : one.seen_at ? words.seen(moment(one.seen_at)) : words.unseen;
    return h("article", { class: "card", "data-device": one.id }, h("h3", {}, one.name), h("p", { class: "hint" }, said),
      !one.revoked && h("div", { class: "actions" }, one.me
        ? button(words.rename, () => rename(one), { "aria-label": words.renameOf(one.name) })
        : button(words.revoke, () => revoke(one), { class: "quiet", "aria-label": words.revokeOf(one.name) })));
  }

  /** Asks for it, and shows what came of it: the database may take a moment to answer. */
  async function change(request, asking, close) {
    asking.disabled = true;
    try {
      const done = await command(request);
      toast(request.device ? (done.carrier === "folder" ? words.isRevokedInFolder : words.isRevoked)(done.device, done.sheet_void) : words.renamed(request.name));
      close();
      draw();
    } catch (refusal) {
      refused(refusal);
      asking.disabled = false;
    }
  }

  function rename(one) {
    dialog(words.renameOf(one.name), t.close, (close) => {
      const name = h("input", { value: one.name, required: true, maxlength: 64, autocomplete: "off" });
      const save = button(t.save, null, { type: "submit", class: "primary" });
      return h("form", { submit: (event) => {
        event.preventDefault();
        change({ command: "device-rename", name: name.value.trim() }, save, close);
      } }, field(words.name, name, words.nameHint), h("div", { class: "actions" }, save, button(t.cancel, close)));
    });
  }

  function revoke(one) {
    dialog(words.revokeOf(one.name), t.close, (close) => [h("p", {}, (carrier === "folder" ? words.revokeSureInFolder : words.revokeSure)(one.name)), h("div", { class: "actions" },
      button(words.revoke, (event) => change({ command: "device-revoke", device: one.id }, event.currentTarget, close), { class: "danger" }), button(t.cancel, close))]);
  }

  draw();
  const looking = setInterval(draw, pause);
  return () => {
    isGone = true;
    clearInterval(looking);
  };
}
